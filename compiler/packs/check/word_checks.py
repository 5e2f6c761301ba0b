"""That the words of a pack name what it has: figures, ground, settings, each by its own."""

from __future__ import annotations

from itertools import product
from typing import Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.checker import Checker, Finding
from questwright.compiler.packs.read.tree import Json, Path, at, dotted

GROUND: Final = ("terrains", "levels", "barriers", "crossings")
"""Sections of words for what a board is made of."""
_TAKEN = ("group", "item", "join", "muster", "table", "wall")
"""Words of the language that open a statement as those of a game do."""


class WordChecker(Checker):
    """Looks every word up that names something of the pack."""

    def words(self) -> None:
        """Words that name nothing, and those that name two things."""
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
        self._rows_of_values()
        self._defined_once()

    def _rows_of_values(self) -> None:
        """The values that say how far figures move, and those of their table."""
        values = self._values()
        self._known(("move_value",), values, "value of a figure")
        for section, known in (("columns", values | self._traits()), ("moves", values)):
            rows = self.pack.tree.data.get(section)
            for index in range(len(rows) if isinstance(rows, list) else 0):
                for name in ("value", "elsewhere"):
                    self._known((section, index, name), known, "value of a figure")
                self._known_all((section, index, "at_home"), self._entries("terrains"), "terrain")

    def _defined_once(self) -> None:
        """Words of which a statement begins with one are those of one thing."""
        drawn: dict[str, Path] = {}
        for section in ("areas", "kinds", "gates", *GROUND):
            for word in self._entries(section):
                path: Path = (section, word)
                if word in _TAKEN and section in GROUND:
                    message, now = f"`{word}` is a word of the language", f"call it `{word}-ground`"
                    finding = Finding(codes.PACK_WORD_TWICE, message, "taken", None, now)
                    self._add(path, finding, on_key=True)
                if word in drawn:
                    self._twice(word, path, drawn[word])
                drawn[word] = path

    def _terrains(self) -> None:
        called, ground = "kind, rank or trait", (self._entries("terrains"), "terrain")
        everybody = (self._callings(of_all=True), called)
        by_key = {"apart_from": ground, "closed_to": everybody, "climbed_by": everybody}
        by_key |= {"floats_on": ground, "lands_on": ground, "only": everybody}
        for section in ("terrains", "crossings"):
            for word, (key, known) in product(self._entries(section), by_key.items()):
                self._known_all((section, word, key), *known)
        for word in self._entries("terrains"):
            self._keys_known(("terrains", word, "costs"), *everybody)
        for word in self._entries("jumps"):
            self._known_all(("jumps", word, "by"), self._callings(), called)

    def _casting(self) -> None:
        """What the spells name: who casts, on whom, over what, and under which settings not."""
        ground = (self._entries("terrains"), "terrain")
        everybody = (self._callings(of_all=True), "kind, rank or trait")
        self._known_all(("casting", "by"), *everybody)
        self._known(("casting", "raised_by"), self._naming_kinds(), "setting")
        settings = self._entries("settings")
        words = (
            [word for setting in settings for word in self._part_words(setting)],
            "word of a setting",
        )
        by_key = {"over": ground, "ground": ground, "targets": everybody, "not_for": everybody}
        by_key["unless"] = words
        for word, (key, known) in product(self._part("casting", "spells"), by_key.items()):
            self._known_all(("casting", "spells", word, key), *known)

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
        return [word for word, setting in settings if setting.get("shape") in shapes]

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

    def _contradicts(self, path: Path, reason: str) -> None:
        finding = Finding(
            codes.PACK_FORM,
            f"`{dotted(path)}` contradicts itself",
            "this cannot be",
            reason,
            "change one of the two",
        )
        self._add(path, finding)
