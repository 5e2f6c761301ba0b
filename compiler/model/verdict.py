"""The verdict on a quest: the winning line or the causes, its bounds, and phrases about them."""

from __future__ import annotations

from itertools import combinations
from math import comb

from questwright.compiler.language import message, say, say_many
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction
    from typing import Protocol

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.chance import Chance
    from questwright.dsl.source import Span
else:
    Protocol = object


class VerdictKind(StrEnum):
    """The kinds of verdicts."""

    WINNABLE = "winnable"
    """Some line of legal play wins."""
    UNWINNABLE = "unwinnable"
    """No line of legal play wins."""
    CAN_STRAND = "can-strand"
    """Some line wins, but another leads to a state from which none does."""
    UNDECIDED = "undecided"
    """The search reached a limit, or the quest has parts that the proof cannot judge."""
    VACUOUS = "vacuous"
    """There is no victory to reach, or it holds before play begins."""


class Step(NamedTuple):
    """A step of a line of play."""

    text: str
    kind: str
    """The sort of deed: ``open``, ``search``, ``defeat``, ``event`` …"""
    target: str
    """The id of what it is done to, or empty."""
    area: str
    """With ``explore``, the id of the area that the party explores from; otherwise empty."""
    round: int
    """With ``wait``, the round that is waited for; otherwise 0."""
    cells: Cells
    """Where it happens, for the map; 0 if that does not matter."""
    chance: str
    """What dice or cards decide, in words; empty if nothing."""
    origin: Span
    earliest: int = 0
    """The round before which it cannot be done; 0 if rounds are not counted."""
    who: str = ""
    """The word of the member who does it, if members have to part; otherwise empty."""
    to: str = ""
    """With ``hand``, the word of the member who receives the item; otherwise empty."""
    path: tuple[Cell, ...] = ()
    """With ``begin`` and ``walk``, the cells that the member steps on, in order."""
    others: tuple[str, ...] = ()
    """With ``defeat``, the words of the members who attack as well."""


class DeadEnd(NamedTuple):
    """A kind of dead end: how the party comes to a state from which no line wins."""

    line: tuple[Step, ...]
    """The shortest line that is known; after its last step nothing wins."""
    text: str
    """What went wrong: the last thing that was done or that happened."""
    names: tuple[str, ...]
    """The ids by which an `allow` may name it, the nearest first: of what was done, of what
    happened because of it, of the area that was entered."""
    origin: Span
    """Where what went wrong is written; that of what happened because of it, if something did."""
    world: int = -1
    """The index of the world in which it is; -1 if nothing is unknown."""


class Cause(NamedTuple):
    """A link in a chain of causes that makes a quest unwinnable."""

    text: str
    origin: Span
    chain: int = 0
    """The number of its chain; each chain is a sufficient reason by itself."""
    remedy: str = ""
    """What a designer may do about it, where that is known."""


def chains_of(causes: tuple[Cause, ...]) -> list[tuple[Cause, ...]]:
    """Causes grouped by their chain, in order."""
    chains = dict.fromkeys(cause.chain for cause in causes)
    return [tuple(cause for cause in causes if cause.chain == chain) for chain in chains]


class Reliance(NamedTuple):
    """A member of the party whom the line cannot do without: no line wins if they are lost."""

    member: str
    """The member's word."""
    title: str
    step: int
    """The number, from 1, of the last step for which the member is needed."""


def relied_in_words(relies: tuple[Reliance, ...]) -> str:
    """The members whom a line needs, and until when: ``Danor until step 3``."""
    form = message("{who} until step {step}")
    return ", ".join(say(form, who=rely.title, step=rely.step) for rely in relies)


class JudgedWorld(NamedTuple):
    """A world and its verdict: each unknown of the quest has one of its values there."""

    parts: tuple[str, ...]
    """The value of each unknown of the quest, in words."""
    choices: tuple[int, ...]
    """The index of the value of each unknown, in ``Unknown.ways``."""
    chance: Fraction | None
    """Its probability if all unknowns are rolled; otherwise None."""
    kind: VerdictKind

    @property
    def title(self) -> str:
        """The world in words: all its parts."""
        return ", ".join(self.parts)


class ToldWorld(NamedTuple):
    """What shows the verdict on one world."""

    rounds: tuple[int, int] | None
    line: tuple[Step, ...]
    stranded: tuple[Step, ...]
    losing: tuple[Step, ...]
    """A line by which the party loses by its own doing; empty if there is none."""
    casts: tuple[Crossing, ...]
    """The crossings that spells make in its line."""


Parts = tuple[str, ...]
"""The value of each unknown of a quest in a world, in words."""
_NAMING_PARTS = 3
"""The most parts that `named_worlds` puts together to name worlds."""
_TRIED_SETS = 20_000
"""The most sets of parts that `named_worlds` tries."""


def named_worlds(worlds: Sequence[Parts], among: Sequence[Parts]) -> list[str]:
    """Short descriptions that cover ``worlds`` and no other world of ``among``.

    A description is one part that only these worlds have, or two or three such parts together. A
    world that no such description covers is described by all its parts.
    """
    wanted, left = set(worlds), list(worlds)
    descriptions: list[str] = []
    excluded = [{*world} for world in among if world not in wanted]
    for size in range(1, _NAMING_PARTS + 1):
        if not left or comb(len(left[0]), size) * len(left) > _TRIED_SETS:
            break
        for parts in dict.fromkeys(
            combination for world in left for combination in combinations(world, size)
        ):
            if not any(world.issuperset(parts) for world in excluded) and any(
                {*world}.issuperset(parts) for world in left
            ):
                descriptions.append(_joined(parts))
                left = [world for world in left if not {*world}.issuperset(parts)]
    return [*descriptions, *(", ".join(world) for world in left)]


def _joined(parts: Parts) -> str:
    """Parts of a world with nothing but *and* between them."""
    joined = parts[0]
    for part in parts[1:]:
        joined = say("{words} and {last}", words=joined, last=part)
    return joined


def verdict_in_words(kind: VerdictKind) -> str:
    """A verdict as it stands in a sentence."""
    return say(kind.value).replace("-", " ")


_ORDER = (
    VerdictKind.UNWINNABLE,
    VerdictKind.VACUOUS,
    VerdictKind.UNDECIDED,
    VerdictKind.CAN_STRAND,
    VerdictKind.WINNABLE,
)
"""The kinds of verdicts, the worst first."""


def worst(kinds: Iterable[VerdictKind]) -> VerdictKind:
    """The worst of several kinds of verdicts; there has to be one."""
    return min(kinds, key=_ORDER.index)


class Verdict(NamedTuple):
    """The result of the proof of a quest."""

    kind: VerdictKind
    line: tuple[Step, ...]
    """The winning line; for ``can-strand`` see also ``stranded``."""
    stranded: tuple[Step, ...] = ()
    """The line of the first of ``dead_ends``."""
    causes: tuple[Cause, ...] = ()
    """Why it cannot be won; within a chain each cause leads to the next."""
    reached: Cells = 0
    """The cells that the party can come to."""
    optional: tuple[str, ...] = ()
    """Ids of areas that the party can win without."""
    required: tuple[str, ...] = ()
    """Ids of areas that every winning line enters."""
    assumptions: tuple[str, ...] = ()
    """What the verdict assumes, in words."""
    undecided: tuple[str, ...] = ()
    """What was not judged, in words."""
    states: int = 0
    """How many states the search expanded; 0 if relaxed reachability decided."""
    rounds: tuple[int, int] | None = None
    """The lower and the upper bound of the earliest round in which the quest is won, if every
    attempt succeeds at once; None if rounds cannot be counted."""
    chances: tuple[Chance, ...] = ()
    """Where chance enters the line, in its order."""
    relies: tuple[Reliance, ...] = ()
    """The members whom the line cannot do without."""
    worlds: tuple[JudgedWorld, ...] = ()
    """The worlds that were judged; empty if nothing is unknown."""
    told_worlds: tuple[ToldWorld, ...] = ()
    """For each of them what shows its verdict; empty where nobody asked for that."""
    shown: int = -1
    """The index of the world that the lines and causes belong to; -1 if nothing is unknown."""
    total: int = 0
    """How many worlds there are, judged or not."""
    casts: tuple[Crossing, ...] = ()
    """The crossings that spells make in the line."""
    losing: tuple[Step, ...] = ()
    """A line on which a deed of the party's own brings another side's victory, or takes its last
    member; empty if there is none."""
    lost_in: int = -1
    """The index of the world in which it does; -1 if it does not, or if nothing is unknown."""
    dead_ends: tuple[DeadEnd, ...] = ()
    """Each kind of dead end once, the one with the shortest line first."""
    are_dead_ends_known: bool = True
    """Whether no kind of dead end can be missing among these."""
    won_by: int = -1
    """The index of the victory that the line wins by; -1 if there is no line."""

    @property
    def world(self) -> JudgedWorld | None:
        """The world that the lines and causes belong to; None if nothing is unknown."""
        return self.worlds[self.shown] if self.shown >= 0 else None

    def worlds_of(self, *kinds: VerdictKind) -> tuple[JudgedWorld, ...]:
        """The judged worlds with any of these verdicts."""
        return tuple(world for world in self.worlds if world.kind in kinds)


def is_lost_in_some(verdict: Verdict) -> bool:
    """Whether a quest is unwinnable in some of its worlds and not in others."""
    lost = len(verdict.worlds_of(VerdictKind.UNWINNABLE))
    return 0 < lost < len(verdict.worlds)


def in_worlds(verdict: Verdict) -> str:
    """In how many worlds the verdict holds: `` in each of the 8 worlds``; empty without worlds."""
    if verdict.world is None:
        return ""
    if verdict.kind is VerdictKind.UNDECIDED and len(verdict.worlds) < verdict.total:
        judged, total = f"{len(verdict.worlds):,}", f"{verdict.total:,}"
        return say(", {judged} of {total} worlds judged", judged=judged, total=total)
    count = len(verdict.worlds_of(verdict.kind))
    if count == verdict.total:
        return say_many(" in the one world there is", " in each of the {count} worlds", count)
    return say(" in {count} of the {total} worlds", count=count, total=verdict.total)


def each_world(verdict: Verdict) -> list[str]:
    """For each kind of verdict the worlds that have it, in words; empty if all have the same."""
    every = [world.parts for world in verdict.worlds]
    kinds = sorted({world.kind for world in verdict.worlds}, key=_ORDER.index)
    lines = []
    for kind in kinds if len(kinds) > 1 else ():
        names = named_worlds([world.parts for world in verdict.worlds_of(kind)], every)
        where = say("; or where ").join(names)
        lines.append(say("{verdict} where {worlds}", verdict=verdict_in_words(kind), worlds=where))
    return lines


class QuestPart(StrEnum):
    """The parts of a quest of which is asked whether they ever come into play."""

    AREA = "area"
    """Whether anybody gets there."""
    ITEM = "item"
    """Whether anybody has it."""
    EVENT = "event"
    """Whether it happens."""
    ACTION = "action"
    """Whether anybody does it."""
    PASSAGE = "passage"
    """Whether anybody finds it."""
    VICTORY = "victory"
    """Whether the party can win by it; its id is its number among the victories of the quest."""


class Unreached(NamedTuple):
    """Something of a quest that never comes into play, and why."""

    part: QuestPart
    id: str
    causes: tuple[Cause, ...]


class AskedApart(NamedTuple):
    """What asks members of the party to stand too far from each other."""

    places: tuple[str, ...]
    """The places that it names, in words."""
    purpose: str
    """What it is asked for: ``to win``."""
    origin: Span


class AnyProof(Protocol):
    """What checks ask of a proof."""

    @property
    def kind(self) -> VerdictKind:
        """The kind of the verdict."""

    @property
    def can_strand(self) -> bool | None:
        """Whether the party can reach a state from which no line wins; None if not judged."""

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Each kind of dead end that is known."""

    @property
    def are_dead_ends_known(self) -> bool:
        """Whether no kind of dead end can be missing among those that are known."""

    @property
    def losing(self) -> tuple[Step, ...]:
        """A line by which the party loses by its own doing; empty if none is known."""

    @property
    def worlds(self) -> tuple[JudgedWorld, ...]:
        """The worlds that were judged, with their verdicts; one if nothing is unknown."""

    @property
    def total(self) -> int:
        """How many worlds there are, judged or not."""

    @property
    def reached(self) -> Cells:
        """The cells that the party can come to."""

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged, in words."""

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """The parts of the quest that could not be judged, with their places in the source."""

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The lower and the upper bound of the earliest round in which the quest is won."""

    def is_won_within(self, low: int, high: int) -> bool:
        """Whether it is soon seen that the earliest win is in one of some rounds."""

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chains of causes; empty if the quest can be won."""

    def won_at_once(self) -> tuple[Cause, ...]:
        """What wins when play begins, then what leads to it; empty if nothing does."""

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win, each by the titles of its members."""

    def never(self, asked: Iterable[tuple[QuestPart, str]]) -> list[Unreached]:
        """The areas, items or the like that never come into play, and why.

        They are asked for in order; what merely follows from causes told before is left out.
        """

    def asked_apart(self, near: Sequence[frozenset[int]], bearer: int) -> Iterable[AskedApart]:
        """What only comes true where some of the party are in none of the areas near the bearer.

        ``near`` has those areas for each area that it may be in, by their indices, and ``bearer``
        the index of the member; -1 for anybody.
        """

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether the party reaches an area without ever having any of some items.

        None if that was not decided.
        """

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line meets a figure, a gate, an area, an item or the like.

        None if that was not decided.
        """
