"""Traps of which the party does not know whether they are there, and real."""

from __future__ import annotations

from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.model.quest import FactKind, Unknown, UnknownSort, Way, facts_of
from questwright.compiler.packs.system.system import Category
from questwright.compiler.wording.phrases import cells_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import Kind, System

_WAYS = (Way("real", None), Way("not there", None, is_absent=True))


def unknown_traps(quest: Quest, system: System) -> tuple[Unknown, ...]:
    """The traps of which something depends on whether they are sprung; of others nobody asks."""
    asked = {
        id_
        for condition in quest.conditions()
        for fact in facts_of(condition)
        if fact.kind is FactKind.SPRUNG
        for id_ in fact.subjects
    }
    traps = [thing for thing in quest.things_of(Category.TRAP) if thing.id in asked]
    found = []
    for trap in traps if not _are_all_sure(quest, system) else ():
        where = cells_in_words(trap.mask, quest.board)
        hidden = any(unknown.id == trap.id for unknown in quest.unknowns)
        title = trap.title if hidden else f"{trap.title} at {where}"
        found.append(Unknown(trap.id, title, UnknownSort.TRAP, _WAYS, trap.origin))
    return tuple(found)


def _are_all_sure(quest: Quest, system: System) -> bool:
    """Whether on each square that is marked a trap is laid, and none is false."""
    traps = quest.things_of(Category.TRAP)
    return _laid(quest, system) >= len(traps) and all(trap.kind.real is None for trap in traps)


def _laid(quest: Quest, system: System) -> int:
    """How many traps are laid on the squares that are marked."""
    numbers = [
        int(str(quest.settings.get(word) or 0))
        for word, setting in system.settings.items()
        if setting.role == "laid-traps"
    ]
    traps = quest.things_of(Category.TRAP)
    tokens = 0
    for kind in {trap.kind.word: trap.kind for trap in traps}.values():
        squares = sum(trap.kind is kind for trap in traps)
        tokens += squares if kind.box is None else min(squares, kind.box)
    return min(tokens, sum(numbers) if numbers else tokens)


class _TrapGroup(NamedTuple):
    """The traps of one kind."""

    asked: tuple[str, ...]
    others: int
    """Squares with one of which nobody asks."""
    real: int
    false: int
    """How many tokens there are of each."""

    def laid(self, real: int) -> range:
        """How many may be laid where so many of those that are asked for are there and real."""
        most = self.false + min(self.real - real, self.others)
        squares = len(self.asked) - real + self.others
        return range(real, real + min(most, squares) + 1)


def _groups(quest: Quest) -> list[_TrapGroup]:
    traps = quest.things_of(Category.TRAP)
    asked = {unknown.id for unknown in quest.unknowns if unknown.sort is UnknownSort.TRAP}
    kinds: dict[str, Kind] = {trap.kind.word: trap.kind for trap in traps}
    groups = []
    for kind in kinds.values():
        these = [trap for trap in traps if trap.kind is kind]
        named = tuple(one.id for one in these if one.id in asked)
        groups.append(_TrapGroup(named, len(these) - len(named), *_tokens(kind, these)))
    return groups


def _tokens(kind: Kind, traps: list[Thing]) -> tuple[int, int]:
    box = len(traps) if kind.box is None else kind.box
    real = box if kind.real is None else kind.real
    return real, max(0, box - real)


def _counts(quest: Quest, system: System) -> Iterator[tuple[tuple[_TrapGroup, int], ...]]:
    """For each kind of traps how many of those that are asked for may be there and real."""
    laid = _laid(quest, system)
    groups = _groups(quest)
    for numbers in product(*(range(min(len(g.asked), g.real) + 1) for g in groups)):
        ranges = [group.laid(number) for group, number in zip(groups, numbers, strict=True)]
        if (
            sum(range_.start for range_ in ranges)
            <= laid
            <= sum(range_.stop - 1 for range_ in ranges)
        ):
            yield tuple(zip(groups, numbers, strict=True))


def laid_sets(quest: Quest, system: System) -> Iterator[frozenset[str]]:
    """Each set of the traps that are asked for that may be there and real."""
    for counts in _counts(quest, system):
        each = (combinations(group.asked, number) for group, number in counts)
        for chosen in product(*each):
            yield frozenset(id_ for ids in chosen for id_ in ids)


def count_laid_sets(quest: Quest, system: System) -> int:
    """How many such sets there are."""
    return sum(
        prod(comb(len(group.asked), number) for group, number in counts)
        for counts in _counts(quest, system)
    )
