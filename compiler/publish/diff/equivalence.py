"""Decide whether parts of two editions mean the same under the pairing found so far.

Takes conditions, effects, texts and places of both editions. Old names are translated to new ones
before they are compared, and places are compared on the shared ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from questwright.compiler.model.conditions import Every, Fact, Not, Some
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.publish.diff.ground import NO_SHIFT
from questwright.dsl.prose import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Effect, Item
    from questwright.compiler.publish.diff.ground import SharedGround
    from questwright.dsl.prose import Block

T = TypeVar("T")

_NEAR: Final = "near "
_PLACED: Final = frozenset(
    {EffectKind.SPAWN, EffectKind.CLEAR, EffectKind.BLOCK, EffectKind.KEEP, EffectKind.RAISE}
)


class Equivalence:
    """Compares old values with new ones; `learn` adds pairs of old and new ids."""

    def __init__(self, ground: SharedGround) -> None:
        self._ground = ground
        self.ids: dict[str, str] = {}
        """The new id of everything that is in both editions, by its old id."""
        self._taken: set[str] = set()
        self._groups: dict[str, str] = {}
        self._pieces: dict[str, str] = {}
        """The name that an old piece shares with others, by its id."""
        self._new_pieces: dict[str, str] = {}

    def learn(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Add pairs of an old and a new id."""
        self.ids.update(pairs)
        self._taken.update(self.ids.values())

    def learn_groups(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Add pairs of an old and a new stem, under which several things are numbered."""
        self._groups.update(pairs)

    def learn_pieces(self, pieces: Iterable[tuple[str, str]]) -> None:
        """Add old pieces, each with the name that it shares: which piece it is says nothing."""
        self._pieces.update(pieces)

    def learn_new_pieces(self, pieces: Iterable[tuple[str, str]]) -> None:
        """Add new pieces, each with the name that it shares."""
        self._new_pieces.update(pieces)

    def name(self, id_: str) -> str:
        """The new id for an old one.

        If its bearer is gone, the id stays; it is marked as old if something else has it now.
        """
        return self.ids.get(id_) or (f"old {id_}" if id_ in self._taken else id_)

    def each(self, old: Sequence[T], new: Sequence[T], is_same: Callable[[T, T], bool]) -> bool:
        """Whether two sequences are equally long and their elements are the same in order."""
        return len(old) == len(new) and all(map(is_same, old, new))

    # -- conditions ---------------------------------------------------------------

    def condition(self, old: Condition, new: Condition) -> bool:
        """Whether two conditions are the same."""
        if isinstance(old, Fact) and isinstance(new, Fact):
            return self._fact(old, new)
        if isinstance(old, Not) and isinstance(new, Not):
            return self.condition(old.part, new.part)
        if (isinstance(old, Every) and isinstance(new, Every)) or (
            isinstance(old, Some) and isinstance(new, Some)
        ):
            return self.each(old.parts, new.parts, self.condition)
        return False

    def _fact(self, old: Fact, new: Fact) -> bool:
        return (
            (old.kind, old.quantity, old.least, old.comparison, old.number)
            == (new.kind, new.quantity, new.least, new.comparison, new.number)
            and self.name(old.object) == new.object
            and self._subjects(old, new)
            and self.place(old.place, old.cells, new.place, new.cells)
        )

    def _subjects(self, old: Fact, new: Fact) -> bool:
        """Whether two facts have the same subjects: the same ids, or things of the same kind."""
        if {self.name(id_) for id_ in old.subjects} == set(new.subjects):
            return True
        if (old.subject_word,) == old.subjects and (new.subject_word,) == new.subjects:
            return False
        return self._groups.get(old.subject_word, old.subject_word) == new.subject_word

    def place(self, old: str, old_cells: Cells, new: str, new_cells: Cells) -> bool:
        """Whether two places are the same: by the names that they consist of, or by squares."""
        if not old and not new:
            # Without a place the squares are the subject's, which is compared already.
            return True
        if old.startswith(_NEAR) is not new.startswith(_NEAR):
            return False
        words = [self.name(word) for word in old.removeprefix(_NEAR).split(", ")]
        is_named = all(word in self.ids for word in old.removeprefix(_NEAR).split(", "))
        if words == new.removeprefix(_NEAR).split(", ") and (
            is_named or self._ground.shift == NO_SHIFT
        ):
            return True
        return bool(new_cells) and self._ground.old(old_cells) == self._ground.new(new_cells)

    # -- effects ------------------------------------------------------------------

    def effect(self, old: Effect, new: Effect) -> bool:
        """Whether two effects are the same, with their texts."""
        return self._effect_but_text(old, new) and self.blocks(old.text, new.text)

    def _effect_but_text(self, old: Effect, new: Effect) -> bool:
        """Whether two effects are the same apart from their texts."""
        return (
            (old.kind, old.amount, old.facing) == (new.kind, new.amount, new.facing)
            and self._is_same_target(old, new)
            and {*old.to} == {*new.to}
            and old.values == new.values
            and [special.word for special in old.specials]
            == [special.word for special in new.specials]
            and (old.kind not in _PLACED or self.place(old.place, old.cells, new.place, new.cells))
        )

    def target(self, old: Effect, new: Effect) -> bool:
        """Whether two effects are of one kind and have the same target."""
        return old.kind is new.kind and self._is_same_target(old, new)

    def _is_same_target(self, old: Effect, new: Effect) -> bool:
        """Whether two effects have one target; pieces that are alike stand for each other."""
        name = self.name(self._pieces.get(old.target, old.target))
        return name == self._new_pieces.get(new.target, new.target)

    def blocks(self, old: Sequence[Block], new: Sequence[Block]) -> bool:
        """Whether two texts are the same; references are compared by id, not by title."""
        return _words(old, self.name) == _words(new, str)

    # -- items --------------------------------------------------------------------

    def is_held_alike(self, old: Item, new: Item) -> bool:
        """Whether two items have the same holder or square, or are brought by the same members."""
        if self.name(old.holder) != new.holder or old.brought != new.brought:
            return False
        old_spots = self._ground.old(1 << old.cell) if old.cell >= 0 else frozenset()
        new_spots = self._ground.new(1 << new.cell) if new.cell >= 0 else frozenset()
        return old_spots == new_spots


def _words(blocks: Iterable[Block], name: Callable[[str], str]) -> list[object]:
    """The runs of a text with their styles; references are translated by `name`."""
    found: list[object] = []
    for block in blocks:
        found.append(block.is_entry)
        for run in block.runs:
            is_reference = run.style is Style.REFERENCE
            found.append((run.style, name(run.text) if is_reference else run.text))
    return found
