"""What a schema cannot hold a pack to: that its words, values, tables and sums agree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.bases import check_bases
from questwright.compiler.packs.check.casting import check_casting
from questwright.compiler.packs.check.checker import Finding
from questwright.compiler.packs.check.crossings import check_crossings
from questwright.compiler.packs.check.played import check_played
from questwright.compiler.packs.check.tables import check_jumps, check_tables, is_payable
from questwright.compiler.packs.check.tile_checks import check_tiles
from questwright.compiler.packs.check.word_checks import GROUND, WordChecker
from questwright.compiler.packs.read.tree import Json, ParsedData, Path, at, dotted, walk
from questwright.compiler.packs.system.bases import HEX_FACINGS
from questwright.compiler.packs.system.tables import rows_of
from questwright.dsl.diagnostics import Diagnostic, listed

if TYPE_CHECKING:
    from collections.abc import Mapping


_ENTRIES = (
    "sides",
    "areas",
    "gates",
    "locks",
    *GROUND,
    "jumps",
    "specials",
    "bases",
    "kinds",
    "settings",
    "gear",
    "decks",
    "records",
    "degrees",
    "interludes",
    "aids",
    "sheets",
    "tiles",
    "joins",
)
_SOURCELESS = ("citations", "gaps", "system", "texts")
_OWN = (
    check_bases,
    check_tables,
    check_jumps,
    check_played,
    check_tiles,
    check_crossings,
    check_casting,
)
"""What a section is held to for itself."""
_CITED = re.compile(r"([A-Z]+-[A-Z]+)([0-9]+)\Z")


def check(pack: ParsedData, folder: str) -> tuple[Diagnostic, ...]:
    """Every finding about a pack whose form is right; `folder` is the name of its folder."""
    checker = _PackChecker(pack)
    checker.identity(folder)
    checker.grid()
    checker.sources()
    checker.words()
    checker.figures()
    checker.chances()
    checker.settings()
    checker.gear()
    checker.interludes()
    checker.gaps()
    return (*checker.findings, *(one for hold in _OWN for one in hold(pack.tree)))


class _PackChecker(WordChecker):
    def identity(self, folder: str) -> None:
        name = at(self.pack.tree.data, ("system", "id"))
        if name != folder:
            self._add(
                ("system", "id"),
                Finding(
                    codes.BAD_PACK_ID,
                    f"this pack calls itself `{name}`, but its folder is `{folder[:60]}`",
                    "not the folder's name",
                    "quests name a pack by its folder",
                    "make the two the same",
                ),
            )
        parties = [word for word, side in self._entries("sides").items() if side.get("party")]
        if len(parties) != 1:
            self._add(
                ("sides",),
                Finding(
                    codes.PACK_PARTY,
                    f"{len(parties)} sides say `party: true`",
                    "the sides of the game",
                    "the compiler proves the winning of one side",
                    "mark the side that the players' quest belongs to, and only that one",
                ),
                on_key=True,
            )

    def grid(self) -> None:
        """Hexes touch at no corner alone, and have six directions."""
        data = self.pack.tree.data
        if at(data, ("grid", "drawing")) != "hexes":
            return
        if at(data, ("grid", "diagonal")) != "never":
            message, why = "hexes know no diagonal step", "hexes touch each other at whole sides"
            finding = Finding(codes.PACK_FORM, message, "no such step", why, "write `never`")
            self._add(("grid", "diagonal"), finding)
        self._known_all(("grid", "facings"), HEX_FACINGS, "direction of a hex")
        for word, kind in self._entries("kinds").items():
            if kind.get("footprint", "1x1") != "1x1":
                message, why = f"`{word}` covers a rectangle", "a rectangle is made of squares"
                now = "name one of the `bases` with `base:`"
                finding = Finding(codes.PACK_FORM, message, "not on hexes", why, now)
                self._add(("kinds", word, "footprint"), finding)

    def sources(self) -> None:
        cited = self._section("citations")
        for path, value in walk(self.pack.tree.data):
            if not path or path[0] in _SOURCELESS:
                continue
            origin = self.pack.origins[path]
            is_entry = len(path) == 2 and path[0] in (*_ENTRIES, "rules")
            has_rule = origin.source == "rulebook" and origin.rules
            if (is_entry or type(value) is int) and origin.source != "own" and not has_rule:
                self._unsourced(path, origin.source)
        if cited:
            self._citations(cited)

    def _unsourced(self, path: Path, source: str) -> None:
        name = dotted(path)[:80]
        if source:
            message = f"`{name}` is the rulebook's, but no rule is named"
            label, help_ = (
                "no rule holds here",
                "add `rule:` with the id of the rule, here or around",
            )
        else:
            message = f"`{name}` does not say where it comes from"
            label = "no source holds here"
            help_ = "write `source: own`, or `source: rulebook` with `rule:`, here or around"
        reason = "every figure is the rulebook's, by a rule, or our own"
        self._add(path, Finding(codes.UNSOURCED_VALUE, message, label, reason, help_))

    def _citations(self, cited: Mapping[str, Json]) -> None:
        seen: set[str] = set()
        for path, origin in self.pack.origins.items():
            for rule in origin.rules:
                match = _CITED.match(rule)
                highest = cited.get(match[1]) if match else None
                known = match and isinstance(highest, int) and 1 <= int(match[2]) <= highest
                if not known and rule not in seen:
                    seen.add(rule)
                    self._add(
                        path,
                        Finding(
                            codes.UNKNOWN_PACK_WORD,
                            f"there is no rule `{rule}`",
                            "named here",
                            "`citations` says which ids there are",
                            f"check the number; ids begin with {listed(cited)}",
                        ),
                    )

    def chances(self) -> None:
        """What odds are worked out from names values, ranks and cards, and faces that a die has."""
        values = self._values()
        for name in ("defence", "armour", "behind", "worn"):
            self._known_all(("fights", name), values, "value of a figure")
        for name in ("tables", "against"):
            self._keys_known(("fights", name), self._callings(of_all=True), "kind, rank or trait")
        for word in self._part("fights", "attacks"):
            self._known(("fights", "attacks", word, "dice"), values, "value of a figure")
        for rank in self._part("fights", "falls"):
            path: Path = ("fights", "falls", rank)
            self._known((*path, "at"), values, "value of a figure")
            if rank not in self._entries("ranks"):
                self._unknown(path, rank, self._entries("ranks"), "rank")
        self._known_all(("search", "wakes"), self._verbs(), "effect of a card")
        alarm = self._part("search", "alarm")
        faces, die = alarm.get("faces"), alarm.get("die")
        for face in faces if isinstance(faces, list) else []:
            if isinstance(face, int) and isinstance(die, int) and face > die:
                self._contradicts(("search", "alarm", "faces"), f"the die has {die} faces")
        for word, kind in self._entries("kinds").items():
            self._known(("kinds", word, "table"), self._rolled(), "table of `rules`")
            real, box = kind.get("real"), kind.get("box")
            if isinstance(real, int) and not (isinstance(box, int) and real <= box):
                self._contradicts(("kinds", word, "real"), f"there are {box} in the box")

    def _rolled(self) -> list[str]:
        """The subjects of the rules that are tables in which something is rolled."""
        found = []
        for word, subject in self._entries("rules").items():
            rows = subject.get("rows")
            if isinstance(subject.get("die"), int) and isinstance(rows, list):
                found.append(word)
        return found

    def figures(self) -> None:
        ranks = self._entries("ranks")
        for word, kind in self._entries("kinds").items():
            rank = ranks.get(str(kind.get("rank")))
            needs = rank.get("needs") if rank else None
            values = kind.get("values")
            has = values if isinstance(values, dict) else {}
            for need in needs if isinstance(needs, list) else []:
                if need not in has:
                    self._add(
                        ("kinds", word),
                        Finding(
                            codes.MISSING_FIGURE_VALUE,
                            f"`{word}` has no `{need}`",
                            f"a `{kind.get('rank')}` without it",
                            f"every `{kind.get('rank')}` needs {listed(str(n) for n in needs)}"
                            if isinstance(needs, list)
                            else None,
                            f"add `{need}:` to its values",
                        ),
                        on_key=True,
                    )

    def settings(self) -> None:
        kinds = self._entries("kinds")
        ranks = self._entries("ranks")
        for word, setting in self._entries("settings").items():
            path: Path = ("settings", word)
            self._known_all((*path, "ranks"), ranks, "rank")
            words = setting.get("words")
            allowed = words if isinstance(words, dict) else {}
            conflicts = setting.get("conflicts")
            for conflict in conflicts if isinstance(conflicts, dict) else {}:
                if conflict not in allowed:
                    self._unknown(
                        (*path, "conflicts", conflict), conflict, allowed, "word of this setting"
                    )
                self._known_all((*path, "conflicts", conflict), allowed, "word of this setting")
            for part, known, what in (
                ("figures", self._callings(of_all=True), "kind, rank or trait"),
                ("tables_for", self._entries("sides"), "side"),
            ):
                self._keys_known((*path, part), allowed, "word of this setting")
                for one in allowed:
                    self._known_all((*path, part, one), known, what)
            shape = setting.get("shape")
            self._known((*path, "side"), self._entries("sides"), "side")
            if shape in {"word", "words"}:
                self._known_all((*path, "default"), allowed, "word of this setting")
            elif shape in {"kind", "kinds"}:
                self._known_all((*path, "default"), kinds, "kind")
            elif shape == "number":
                self._number(setting, path)

    def _number(self, setting: Mapping[str, Json], path: Path) -> None:
        least, most = setting.get("minimum"), setting.get("maximum")
        step, default = setting.get("step", 1), setting.get("default")
        assert isinstance(least, int)
        assert isinstance(most, int)
        assert isinstance(step, int)
        fits = default is None or (
            isinstance(default, int) and least <= default <= most and default % step == 0
        )
        if least > most or not fits:
            self._add(
                (*path, "default") if least <= most else (*path, "maximum"),
                Finding(
                    codes.PACK_FORM,
                    f"`{dotted(path)}` contradicts itself",
                    "this cannot be",
                    f"it goes from {least} to {most} in steps of {step}",
                    "change the default, the limits or the step",
                ),
            )

    def gear(self) -> None:
        data = self.pack.tree.data
        keywords = data.get("keywords")
        coins = data.get("coins")
        sums = [coin for coin in coins if isinstance(coin, int)] if isinstance(coins, list) else []
        for word, item in self._entries("gear").items():
            if isinstance(keywords, list):
                known = [str(keyword) for keyword in keywords]
                self._known_all(("gear", word, "keywords"), known, "keyword")
            cost = item.get("cost")
            if sums and isinstance(cost, int) and not is_payable(cost, sums):
                self._add(
                    ("gear", word, "cost"),
                    Finding(
                        codes.UNPAYABLE_COST,
                        f"{cost} cannot be paid",
                        "no coins add up to this",
                        f"there are coins of {', '.join(str(coin) for coin in sums)}",
                        "choose another sum",
                    ),
                )

    def interludes(self) -> None:
        words = self._entries("interludes")
        rules = self._section("rules")
        for word, interlude in words.items():
            self._known_all(("interludes", word, "follows"), words, "interlude")
            rows = interlude.get("rows")
            if isinstance(rows, str) and not rows_of(rules, rows.split(".")):
                self._unknown(("interludes", word, "rows"), rows, rules, "list among the rules")

    def gaps(self) -> None:
        names = {dotted(path) for path, _ in walk(self.pack.tree.data)}
        near: dict[str, list[str]] = {}
        for name in names:
            near.setdefault(_entry_of(name), []).append(name)
        for gap, paths in self._section("gaps").items():
            for index, path in enumerate(paths if isinstance(paths, list) else []):
                if path not in names:
                    known = near.get(_entry_of(str(path)), [])
                    self._unknown(("gaps", gap, index), str(path), known, "path of this pack")


def _entry_of(name: str) -> str:
    return ".".join(name.split(".")[:2])
