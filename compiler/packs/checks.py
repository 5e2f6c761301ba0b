"""What a schema cannot hold a pack to: that its words, values, tables and sums agree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compiler.packs import codes
from compiler.packs.bases import HEX_FACINGS, check_bases
from compiler.packs.casting import check_casting
from compiler.packs.checker import Checker, Finding
from compiler.packs.crossings import check_crossings
from compiler.packs.played import check_played
from compiler.packs.tables import check_jumps, check_tables, is_payable
from compiler.packs.tile_checks import check_tiles
from compiler.packs.tree import Json, Path, at, dotted, rows_of, walk
from dsl.diagnostics import Diagnostic, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compiler.packs.provenance import Sourced

_ENTRIES = (
    "sides",
    "areas",
    "gates",
    "locks",
    "terrains",
    "levels",
    "barriers",
    "crossings",
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
_TAKEN = ("group", "item", "join", "muster", "table", "wall")
"""Words of the language that open a statement as those of a game do."""
_GROUND = ("terrains", "levels", "barriers", "crossings")
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


def check(pack: Sourced, folder: str) -> tuple[Diagnostic, ...]:
    """Every finding about a pack whose form is right; `folder` is the name of its folder."""
    checker = _Checker(pack)
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


class _Checker(Checker):
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

    def words(self) -> None:
        data = self.pack.tree.data
        sides = self._entries("sides")
        ranks = self._entries("ranks")
        self._known(("default_area",), self._entries("areas"), "area")
        self._known(("search", "deck"), self._entries("decks"), "deck")
        for word in self._entries("gates"):
            self._known_all(("gates", word, "opened_by"), sides, "side")
            self._known_all(("gates", word, "only"), self._callings(), "kind, rank or trait")
        for word in self._entries("locks"):
            self._lock(word)
        self._terrains()
        self._casting()
        self._placings()
        self._sheets()
        for word in self._entries("kinds"):
            self._known(("kinds", word, "side"), sides, "side")
            self._known(("kinds", word, "rank"), ranks, "rank")
            self._known_all(("kinds", word, "specials"), self._entries("specials"), "special")
        for word in self._entries("specials"):
            self._known_all(("specials", word, "ranks"), ranks, "rank")
        for word, deck in self._entries("decks").items():
            self._cards(("decks", word, "cards"), deck.get("cards"))
        values = self._values()
        self._known(("move_value",), values, "value of a figure")
        for section, known in (("columns", values | self._traits()), ("moves", values)):
            rows = data.get(section)
            for index in range(len(rows) if isinstance(rows, list) else 0):
                self._known((section, index, "value"), known, "value of a figure")
        drawn: dict[str, Path] = {}
        for section in ("areas", "kinds", "gates", *_GROUND):
            for word in self._entries(section):
                path: Path = (section, word)
                if word in _TAKEN and section in _GROUND:
                    message, now = f"`{word}` is a word of the language", f"call it `{word}-ground`"
                    finding = Finding(codes.PACK_WORD_TWICE, message, "taken", None, now)
                    self._add(path, finding, on_key=True)
                if word in drawn:
                    self._twice(word, path, drawn[word])
                drawn[word] = path

    def _terrains(self) -> None:
        everybody = self._callings(of_all=True)
        for word in self._entries("terrains"):
            known = self._entries("terrains")
            self._known_all(("terrains", word, "apart_from"), known, "terrain")
            self._known_all(("terrains", word, "closed_to"), everybody, "kind, rank or trait")
            self._keys_known(("terrains", word, "costs"), everybody, "kind, rank or trait")
        for word in self._entries("crossings"):
            self._known_all(("crossings", word, "only"), everybody, "kind, rank or trait")
        for word in self._entries("jumps"):
            self._known_all(("jumps", word, "by"), self._callings(), "kind, rank or trait")

    def _casting(self) -> None:
        """What the spells name: who casts, on whom, over what, and under which settings not."""
        terrains, everybody = self._entries("terrains"), self._callings(of_all=True)
        self._known_all(("casting", "by"), everybody, "kind, rank or trait")
        self._known(("casting", "raised_by"), self._naming_kinds(), "setting")
        words = [
            word for setting in self._entries("settings") for word in self._part_words(setting)
        ]
        for word in self._part("casting", "spells"):
            path: Path = ("casting", "spells", word)
            self._known_all((*path, "over"), terrains, "terrain")
            self._known((*path, "ground"), terrains, "terrain")
            self._known_all((*path, "targets"), everybody, "kind, rank or trait")
            self._known_all((*path, "not_for"), everybody, "kind, rank or trait")
            self._known_all((*path, "unless"), words, "word of a setting")

    def _placings(self) -> None:
        """What things need, and who is kept off them, off maps and off ground."""
        everybody, own = self._callings(of_all=True), self._callings()
        needed = [*self._entries("tiles"), *self._entries("kinds")]
        for word, kind in self._entries("kinds").items():
            path: Path = ("kinds", word)
            self._known_all((*path, "needs"), needed, "tile or kind")
            what = "kind, rank or trait of another side"
            self._known_all((*path, "kept_free_of"), everybody - own, what)
            base = ("bases", str(kind.get("base")), "only_ahead")
            if word in own and at(self.pack.tree.data, base):
                self._contradicts(base, f"`{word}` is of the party, and has this base")
        for word in self._entries("tiles"):
            self._known_all(("tiles", word, "not_for"), everybody, "kind, rank or trait")
        for word in self._entries("bases"):
            self._known_all(("bases", word, "only_ahead"), self._entries("terrains"), "terrain")

    def _sheets(self) -> None:
        for word, sheet in self._entries("sheets").items():
            path: Path = ("sheets", word)
            everybody = self._callings(of_all=True)
            self._known_all((*path, "for"), everybody, "kind, rank or trait")
            boxes = sheet.get("boxes")
            for index in range(len(boxes) if isinstance(boxes, list) else 0):
                self._known((*path, "boxes", index, "value"), self._values(), "value of a figure")
                self._keys_known((*path, "boxes", index, "more"), self._naming_kinds(), "setting")

    def _part_words(self, setting: str) -> list[str]:
        """The words that a setting offers."""
        words = self._entries("settings")[setting].get("words")
        return [*words] if isinstance(words, dict) else []

    def _naming_kinds(self) -> list[str]:
        """The settings that name kinds."""
        shapes = {"kind", "kinds"}
        settings = self._entries("settings").items()
        return [word for word, one in settings if one.get("shape") in shapes]

    def _lock(self, word: str) -> None:
        self._known_all(("locks", word, "by"), self._callings(), "kind, rank or trait")
        path: Path = ("locks", word, "broken")
        own = self._entries("locks")[word].get("values")
        for name in ("dice", "armour"):
            known = [str(one) for one in own] if isinstance(own, list) else []
            self._known((*path, name), known, "value of this lock")
        self._known_all((*path, "attacks"), self._part("fights", "attacks"), "way to attack")

    def _callings(self, *, of_all: bool = False) -> set[str]:
        """The words by which figures are called, of the party or of all: kinds, ranks, traits."""
        parties = {word for word, side in self._entries("sides").items() if side.get("party")}
        found: set[str] = set()
        for word, kind in self._entries("kinds").items():
            if kind.get("category") != "figure":
                continue
            if not of_all and kind.get("side") not in parties:
                continue
            found |= {word, str(kind.get("rank", word))}
            traits = kind.get("traits")
            found |= {
                str(one)
                for trait in (traits.values() if isinstance(traits, dict) else ())
                for one in (trait if isinstance(trait, list) else [trait])
                if isinstance(one, str)
            }
        return found

    def _values(self) -> set[str]:
        """The values that any figure has."""
        return {
            name
            for kind in self._entries("kinds").values()
            if isinstance(found := kind.get("values"), dict)
            for name in found
        }

    def _traits(self) -> set[str]:
        """The traits that any figure has."""
        return {
            name
            for kind in self._entries("kinds").values()
            if kind.get("category") == "figure" and isinstance(found := kind.get("traits"), dict)
            for name in found
        }

    def _verbs(self) -> set[str]:
        """What the cards of the deck for searches do."""
        deck = self._entries("decks").get(str(self._section("search").get("deck")), {})
        cards = deck.get("cards")
        effects = [
            card.get("effect")
            for card in (cards.values() if isinstance(cards, dict) else ())
            if isinstance(card, dict)
        ]
        return {str(effect.get("do")) for effect in effects if isinstance(effect, dict)}

    def _cards(self, path: Path, cards: Json) -> None:
        for card in cards if isinstance(cards, dict) else ():
            self._known((*path, card, "gear"), self._entries("gear"), "gear")

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

    def _contradicts(self, path: Path, reason: str) -> None:
        finding = Finding(
            codes.PACK_FORM,
            f"`{dotted(path)}` contradicts itself",
            "this cannot be",
            reason,
            "change one of the two",
        )
        self._add(path, finding)

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
                            f"every `{kind.get('rank')}` needs {listed(str(one) for one in needs)}"
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
            for one in conflicts if isinstance(conflicts, dict) else {}:
                if one not in allowed:
                    self._unknown((*path, "conflicts", one), one, allowed, "word of this setting")
                self._known_all((*path, "conflicts", one), allowed, "word of this setting")
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
                known = [str(one) for one in keywords]
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
