"""The worlds of a quest: all ways in which what the party does not know may be."""

from __future__ import annotations

from itertools import product
from math import prod

from questwright.compiler.analysis.settle import settled_quest
from questwright.compiler.analysis.traps import count_laid_sets, laid_sets
from questwright.compiler.english import with_article
from questwright.compiler.language import say
from questwright.compiler.model.quest import UnknownSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from questwright.compiler.model.quest import Quest, Unknown, Way
    from questwright.compiler.packs.system.system import System


class World(NamedTuple):
    """One way in which all that is unknown may be."""

    parts: tuple[str, ...]
    """For each unknown of the quest how it is: ``the Iron Key is in the Hoard``."""
    choices: tuple[int, ...]
    """For each unknown of the quest the number of its way."""
    chance: Fraction | None
    """How likely it is; None where somebody chooses."""
    quest: Quest
    """The quest in which it is settled."""


def count_worlds(quest: Quest, system: System) -> int:
    """How many worlds a quest has."""
    return prod(len(unknown.ways) for unknown in _free(quest)) * count_laid_sets(quest, system)


def each_world(quest: Quest, system: System) -> Iterator[World]:
    """Each world of a quest, those that differ least one after the other.

    One in which nothing is settled, if nothing is unknown.
    """
    if not quest.unknowns:
        yield World((), (), None, quest)
        return
    free = _free(quest)
    traps = [unknown for unknown in quest.unknowns if unknown.sort is UnknownSort.TRAP]
    for first in product(*(range(len(unknown.ways)) for unknown in free)):
        for laid in laid_sets(quest, system):
            choices = (*first, *(int(trap.id not in laid) for trap in traps))
            settled = zip(quest.unknowns, choices, strict=True)
            ways = [unknown.ways[number] for unknown, number in settled]
            parts = _parts(quest.unknowns, ways)
            yield World(parts, choices, _chance(ways), settled_quest(quest, choices))


def _free(quest: Quest) -> list[Unknown]:
    """What is settled each for itself; traps come last, and depend on each other."""
    return [unknown for unknown in quest.unknowns if unknown.sort is not UnknownSort.TRAP]


def _parts(unknowns: Sequence[Unknown], ways: Sequence[Way]) -> tuple[str, ...]:
    return tuple(
        say("the table “{table}” says “{row}”", table=unknown.title, row=way.title)
        if unknown.sort is UnknownSort.TABLE
        else say("{what} is {where}", what=with_article(unknown.title), where=way.title)
        for unknown, way in zip(unknowns, ways, strict=True)
    )


def _chance(ways: Sequence[Way]) -> Fraction | None:
    chances = [way.chance for way in ways if way.chance is not None]
    if len(chances) < len(ways):
        return None
    # Loaded here: `check` starts sooner without it.
    from fractions import Fraction

    return prod(chances, start=Fraction(1))
