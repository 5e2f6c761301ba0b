"""Unknown traps: those of which the party does not know whether they are laid and real."""

from __future__ import annotations

from itertools import combinations, product
from math import comb, prod

from questwright.compiler.language import message, say
from questwright.compiler.model.conditions import FactKind, facts_of
from questwright.compiler.model.quest import Unknown, UnknownSort, Way
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category
from questwright.compiler.wording.phrases import cells_in_words
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import Kind, System

_WAYS = (Way(message("real"), None), Way(message("not there"), None, is_absent=True))


def unknown_traps(quest: Quest, system: System) -> tuple[Unknown, ...]:
    """An unknown for each trap that some condition asks about, unless all traps are certain."""
    asked = {
        id_
        for condition in quest.conditions()
        for fact in facts_of(condition)
        if fact.kind is FactKind.SPRUNG
        for id_ in fact.subjects
    }
    traps = [thing for thing in quest.things_of(Category.TRAP) if thing.id in asked]
    ways = tuple(way._replace(title=say(way.title)) for way in _WAYS)
    found = []
    for trap in traps if not _are_all_sure(quest, system) else ():
        where = cells_in_words(trap.mask, quest.board)
        hidden = any(unknown.id == trap.id for unknown in quest.unknowns)
        title = trap.title if hidden else say("{trap} at {cells}", trap=trap.title, cells=where)
        found.append(Unknown(trap.id, title, UnknownSort.TRAP, ways, trap.origin))
    return tuple(found)


def sprung_traps(quest: Quest, system: System) -> frozenset[str]:
    """The ids of the traps of which the proof knows in each world whether they are there and real.

    Of others nothing is asked, and nobody knows it.
    """
    if _are_all_sure(quest, system):
        return frozenset(trap.id for trap in quest.things_of(Category.TRAP))
    return frozenset(own.id for own in quest.unknowns if own.sort is UnknownSort.TRAP)


def _are_all_sure(quest: Quest, system: System) -> bool:
    """Whether a real trap is laid on each marked cell."""
    traps = quest.things_of(Category.TRAP)
    return _laid(quest, system) >= len(traps) and all(trap.kind.real is None for trap in traps)


def _laid(quest: Quest, system: System) -> int:
    """How many trap tokens are laid on the marked cells."""
    numbers = [
        int(str(quest.settings.get(word) or 0))
        for word, setting in system.settings.items()
        if setting.role is SettingRole.LAID_TRAPS
    ]
    traps = quest.things_of(Category.TRAP)
    tokens = 0
    for kind in {trap.kind.word: trap.kind for trap in traps}.values():
        squares = sum(trap.kind is kind for trap in traps)
        tokens += squares if kind.box is None else min(squares, kind.box)
    return min(tokens, sum(numbers) if numbers else tokens)


class _TrapGroup(NamedTuple):
    """The marked cells and the tokens of one kind of trap."""

    asked: tuple[str, ...]
    """The ids of the traps that conditions ask about."""
    unasked: int
    """How many further traps are marked."""
    real: int
    """How many real tokens there are."""
    false: int
    """How many false tokens there are."""

    def laid(self, real: int) -> range:
        """How many tokens may be laid if ``real`` of the asked traps are there and real."""
        most = self.false + min(self.real - real, self.unasked)
        free_cells = len(self.asked) - real + self.unasked
        return range(real, real + min(most, free_cells) + 1)


def _groups(quest: Quest) -> list[_TrapGroup]:
    traps = quest.things_of(Category.TRAP)
    asked = {unknown.id for unknown in quest.unknowns if unknown.sort is UnknownSort.TRAP}
    kinds: dict[str, Kind] = {trap.kind.word: trap.kind for trap in traps}
    groups = []
    for kind in kinds.values():
        of_kind = [trap for trap in traps if trap.kind is kind]
        named = tuple(trap.id for trap in of_kind if trap.id in asked)
        groups.append(_TrapGroup(named, len(of_kind) - len(named), *_tokens(kind, of_kind)))
    return groups


def _tokens(kind: Kind, traps: list[Thing]) -> tuple[int, int]:
    box = len(traps) if kind.box is None else kind.box
    real = box if kind.real is None else kind.real
    return real, max(0, box - real)


def _counts(quest: Quest, system: System) -> Iterator[tuple[tuple[_TrapGroup, int], ...]]:
    """Each possible way to count, for each kind, the asked traps that are there and real."""
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
    """Each possible set of ids of the asked traps that are there and real."""
    for counts in _counts(quest, system):
        each = (combinations(group.asked, number) for group, number in counts)
        for chosen in product(*each):
            yield frozenset(id_ for ids in chosen for id_ in ids)


def count_laid_sets(quest: Quest, system: System) -> int:
    """The number of sets that `laid_sets` yields, without listing them."""
    return sum(
        prod(comb(len(group.asked), number) for group, number in counts)
        for counts in _counts(quest, system)
    )
