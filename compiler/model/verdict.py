"""What was proven of a quest, in a form that pages and documents can show."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple, Protocol

from questwright.compiler.english import listed_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.cast import Cast
    from questwright.compiler.model.chance import Chance
    from questwright.compiler.packs.system.system import Kind
    from questwright.dsl.source import Span


class VerdictKind(StrEnum):
    """The verdicts."""

    WINNABLE = "winnable"
    """Some line of legal play wins."""
    UNWINNABLE = "unwinnable"
    """No line wins."""
    CAN_STRAND = "can-strand"
    """It can be won, but also be played into a state from which nothing wins."""
    UNDECIDED = "undecided"
    """The search met a limit, or the quest has what the proof cannot judge."""
    VACUOUS = "vacuous"
    """There was nothing to prove."""


class Step(NamedTuple):
    """A step of a line of play."""

    text: str
    kind: str
    """The sort of deed: ``open``, ``search``, ``defeat``, ``event`` …"""
    target: str
    """The id of what it is done to; empty where nobody's name says it."""
    area: str
    """With ``explore``, the id of the area that it is done from; otherwise empty."""
    round: int
    """With ``wait``, the round that is waited for; otherwise 0."""
    cells: Cells
    """Where it happens, for the map; 0 where that does not matter."""
    chance: str
    """Where dice or cards decide, in words; otherwise empty."""
    origin: Span
    earliest: int = 0
    """The round before which it cannot be done; 0 where rounds are not counted."""
    who: str = ""
    """Where members of the party must part, the word of the one who does it; otherwise empty."""
    to: str = ""
    """With ``hand``, the word of the one who gets it; otherwise empty."""
    path: tuple[Cell, ...] = ()
    """With ``begin`` and ``walk``, the squares that it steps on, in order."""


class Cause(NamedTuple):
    """A link in the chain of causes that makes a quest unwinnable."""

    text: str
    origin: Span
    chain: int = 0
    """Which of several chains it belongs to; each of them would do."""


def chains_of(causes: tuple[Cause, ...]) -> list[tuple[Cause, ...]]:
    """Causes by the chains that they belong to; each chain would do by itself."""
    chains = dict.fromkeys(cause.chain for cause in causes)
    return [tuple(cause for cause in causes if cause.chain == chain) for chain in chains]


class Reliance(NamedTuple):
    """A member of the party whom the line relies on: were they lost before, nothing would win."""

    member: str
    """Its word."""
    title: str
    step: int
    """The number of the last step for which they are needed, from 1."""


def relied_in_words(relies: tuple[Reliance, ...]) -> str:
    """On whom a line relies, and until when: ``Danor until step 3``."""
    return ", ".join(f"{rely.title} until step {rely.step}" for rely in relies)


class Jumps(NamedTuple):
    """The jumps of a line that cannot do without."""

    steps: tuple[int, ...]
    """Their numbers, from 1."""
    who: tuple[str, ...]
    """The titles of those who jump."""
    unharmed: Fraction
    """How likely all of them come off unharmed, exactly."""
    alive: Fraction
    """How likely nobody dies of them."""

    @property
    def text(self) -> str:
        """That in words: ``a jump by Eeler (step 3): unharmed in 2/5, alive in 7/10``."""
        many = f"{len(self.steps)} jumps" if len(self.steps) > 1 else "a jump"
        numbers = f"step{'s' * (len(self.steps) > 1)} {', '.join(map(str, self.steps))}"
        told = f"{many} by {listed_in_words(self.who)} ({numbers})"
        return f"{told}: unharmed in {self.unharmed}, alive in {self.alive}"


def jumps_of(verdict: Verdict, party: Iterable[Kind]) -> Jumps | None:
    """On which jumps a line relies; None where it goes without."""
    numbers = [n for n, step in enumerate(verdict.line, 1) if step.kind == "jump"]
    if not numbers:
        return None
    from fractions import Fraction

    titles = {kind.word: kind.title for kind in party}
    who = dict.fromkeys(titles.get(verdict.line[n - 1].who, "") for n in numbers)
    unharmed = alive = Fraction(1)
    for chance in verdict.chances:
        if chance.step in numbers:
            shares = {outcome.text: outcome.chance for outcome in chance.outcomes}
            unharmed *= shares.get("unharmed", Fraction(0))
            alive *= 1 - shares.get("dead", Fraction(0))
    return Jumps(tuple(numbers), tuple(who), unharmed, alive)


class Spells(NamedTuple):
    """The spells of a line that cannot do without."""

    steps: tuple[int, ...]
    """The numbers of the steps in which they are cast, from 1."""
    casts: tuple[Cast, ...]
    """What is cast in each of them."""
    chance: Fraction
    """How likely all of them come off at once, exactly."""
    text: str
    """That in words: ``a spell by Zacharie (step 3): 20 of 100 points; comes off at
    once in 9/10``."""


def spells_of(verdict: Verdict, party: Iterable[Kind]) -> Spells | None:
    """On which spells a line relies; None where it goes without."""
    known = {cast.id: cast.cast for cast in verdict.casts if cast.cast is not None}
    told = [
        (number, known[step.target])
        for number, step in enumerate(verdict.line, 1)
        if step.kind == "cast"
    ]
    if not told:
        return None
    from fractions import Fraction

    chance = Fraction(1)
    for _, cast in told:
        chance *= cast.chance
    titles = {kind.word: kind.title for kind in party}
    spent: dict[str, int] = {}
    for _, cast in told:
        spent[cast.caster] = spent.get(cast.caster, 0) + cast.points
    stocks = {cast.caster: cast.stock for _, cast in told}
    paid = [f"{points} of {stocks[who]} points" for who, points in spent.items()]
    count = sum(len(cast.spells) for _, cast in told)
    steps = tuple(number for number, _ in told)
    text = (
        f"{'a spell' if count == 1 else f'{count} spells'}"
        f" by {listed_in_words([titles.get(who, who) for who in spent])}"
        f" (step{'s' * (len(steps) > 1)} {', '.join(map(str, steps))}): {listed_in_words(paid)}"
    )
    if chance < 1:
        text += f"; {'comes' if count == 1 else 'all come'} off at once in {chance}"
    return Spells(steps, tuple(cast for _, cast in told), chance, text)


def luck_in_words(verdict: Verdict, party: Sequence[Kind]) -> tuple[str, ...]:
    """The jumps and the spells on which a line relies, each with its chance."""
    relied = (jumps_of(verdict, party), spells_of(verdict, party))
    return tuple(one.text for one in relied if one is not None)


class WorldVerdict(NamedTuple):
    """What was proven of one way in which all that is unknown may be."""

    parts: tuple[str, ...]
    """For each unknown of the quest how it is, in words."""
    choices: tuple[int, ...]
    """For each unknown of the quest the number of its way."""
    chance: Fraction | None
    """How likely it is, where all of it is rolled."""
    kind: VerdictKind
    rounds: tuple[int, int] | None
    line: tuple[Step, ...]
    stranded: tuple[Step, ...]
    casts: tuple[Crossing, ...] = ()
    """The ways that spells make in it."""

    @property
    def title(self) -> str:
        """Which world it is, in words."""
        return ", ".join(self.parts)


Parts = tuple[str, ...]
"""For each unknown of a quest how it is in a world, in words."""
_TOGETHER = 3
"""Parts that name worlds together."""
_TRIED = 20_000
"""Sets of parts that are looked at for that."""


class JudgedWorld(NamedTuple):
    """A world and its verdict."""

    parts: tuple[str, ...]
    kind: VerdictKind


def named_worlds(worlds: Sequence[Parts], among: Sequence[Parts]) -> list[str]:
    """Some of several worlds by their parts: what is so in none but them names them at once.

    One part does where it can, then two together, then three; a world that shares nothing of the
    kind with others is named in full.
    """
    there, left = set(worlds), list(worlds)
    told: list[str] = []
    others = [{*world} for world in among if world not in there]
    for size in range(1, _TOGETHER + 1):
        if not left or comb(len(left[0]), size) * len(left) > _TRIED:
            break
        for parts in dict.fromkeys(some for world in left for some in combinations(world, size)):
            if not any(other.issuperset(parts) for other in others) and any(
                {*world}.issuperset(parts) for world in left
            ):
                told.append(" and ".join(parts))
                left = [world for world in left if not {*world}.issuperset(parts)]
    return [*told, *(", ".join(world) for world in left)]


_ORDER = (
    VerdictKind.UNWINNABLE,
    VerdictKind.VACUOUS,
    VerdictKind.UNDECIDED,
    VerdictKind.CAN_STRAND,
    VerdictKind.WINNABLE,
)
"""The verdicts, the worst first."""


def worst(kinds: Iterable[VerdictKind]) -> VerdictKind:
    """The worst of some verdicts."""
    return min(kinds, key=_ORDER.index)


class Verdict(NamedTuple):
    """What was proven."""

    kind: VerdictKind
    line: tuple[Step, ...]
    """The winning line; for ``can-strand`` see also ``stranded``."""
    stranded: tuple[Step, ...]
    """A line after which nothing wins; its last step is the one that went wrong."""
    causes: tuple[Cause, ...]
    """Why it cannot be won, each cause leading to the next."""
    reached: Cells
    """Every square that the party can come to."""
    optional: tuple[str, ...]
    """Ids of areas that no winning line needs."""
    required: tuple[str, ...]
    """Ids of areas that every winning line goes through."""
    assumptions: tuple[str, ...]
    """What the verdict takes for granted."""
    undecided: tuple[str, ...]
    """What was not judged."""
    states: int
    """States that the search looked at; 0 where a fix-point decided."""
    rounds: tuple[int, int] | None = None
    """The round before which the quest is not won, and one in which the line has won it if every
    attempt succeeds at once; None where rounds cannot be counted."""
    chances: tuple[Chance, ...] = ()
    """Where chance enters the line, in its order."""
    relies: tuple[Reliance, ...] = ()
    """On whom the line relies."""
    worlds: tuple[WorldVerdict, ...] = ()
    """Where something is unknown when play begins, each world that was judged."""
    shown: int = -1
    """The number of the world that the lines and causes are of; -1 where nothing is unknown."""
    total: int = 0
    """How many worlds there are, judged or not."""
    casts: tuple[Crossing, ...] = ()
    """The ways that spells make, where the line needs them."""

    @property
    def world(self) -> WorldVerdict | None:
        """The world that the lines and causes are of."""
        return self.worlds[self.shown] if self.shown >= 0 else None

    def worlds_of(self, *kinds: VerdictKind) -> tuple[WorldVerdict, ...]:
        """The worlds of which one of some verdicts was proven."""
        return tuple(world for world in self.worlds if world.kind in kinds)


def is_lost_in_some(verdict: Verdict) -> bool:
    """Whether a quest cannot be won in some of its worlds, and can in others."""
    lost = len(verdict.worlds_of(VerdictKind.UNWINNABLE))
    return 0 < lost < len(verdict.worlds)


def in_worlds(verdict: Verdict) -> str:
    """In how many of its worlds a verdict holds: `` in each of the 8 worlds``; or nothing."""
    if verdict.world is None:
        return ""
    if verdict.kind is VerdictKind.UNDECIDED and len(verdict.worlds) < verdict.total:
        return f", {len(verdict.worlds):,} of {verdict.total:,} worlds judged"
    count = len(verdict.worlds_of(verdict.kind))
    if count == verdict.total:
        return f" in each of the {count} worlds" if count > 1 else " in the one world there is"
    return f" in {count} of the {verdict.total} worlds"


def each_world(verdict: Verdict) -> list[str]:
    """The worlds of each verdict, in words, where there are several verdicts."""
    every = [world.parts for world in verdict.worlds]
    kinds = sorted({world.kind for world in verdict.worlds}, key=_ORDER.index)
    return [
        f"{kind.replace('-', ' ')} where {'; or where '.join(named_worlds(those, every))}"
        for kind in (kinds if len(kinds) > 1 else ())
        if (those := [world.parts for world in verdict.worlds_of(kind)])
    ]


class Unreached(NamedTuple):
    """Something that can never come about, and why."""

    id: str
    title: str
    causes: tuple[Cause, ...]


class AnyProof(Protocol):
    """What checks and publishers ask of a proof."""

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""

    @property
    def can_strand(self) -> bool:
        """Whether the party can play itself into a state from which nothing wins."""

    @property
    def is_strand_judged(self) -> bool:
        """Whether all of play was looked at in search of dead ends."""

    @property
    def stranded(self) -> tuple[Step, ...]:
        """Steps after which nothing wins any more; empty where no such are known."""

    @property
    def worlds(self) -> tuple[JudgedWorld, ...]:
        """Where something is unknown, each world that was judged, and its verdict."""

    @property
    def total(self) -> int:
        """How many worlds there are, judged or not; 0 where nothing is unknown."""

    @property
    def reached(self) -> Cells:
        """Every square that the party can come to."""

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged."""

    @property
    def unjudged(self) -> tuple[Cause, ...]:
        """What of the quest could not be judged, where it is written."""

    @property
    def rounds(self) -> tuple[int, int] | None:
        """Before the one round nobody can win; in the other one can, where all goes well."""

    def verdict(self) -> Verdict:
        """All of it, with the winning line."""

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chain of causes; empty where the quest can be won."""

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win, by the titles of those who are there."""

    def unreached_areas(self) -> list[Unreached]:
        """Areas of which the party reaches no square."""

    def unobtained_items(self) -> list[Unreached]:
        """Items that the party can never have."""

    def dead_events(self) -> list[Unreached]:
        """Events that can never happen."""

    def dead_actions(self) -> list[Unreached]:
        """Quest actions that can never be taken."""

    def unfound_passages(self) -> list[Unreached]:
        """Passages that nobody can find."""

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether any square of an area can be reached without ever having some items.

        None where that was not decided.
        """

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line meets something: a figure, a gate, an area, an item.

        None where that was not decided.
        """
