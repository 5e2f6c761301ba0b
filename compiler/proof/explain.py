"""Say why: the line that wins, without a step too many; the chain of causes that forbids it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from compiler.model.verdict import Cause, Step
from compiler.proof.course import replays
from compiler.proof.problem import (
    All,
    At,
    AtLeast,
    Deed,
    DeedSort,
    Either,
    FactSort,
    Has,
    Lacks,
    Link,
    Need,
    Never,
    Places,
    Problem,
    facts_needed,
    is_met,
)
from dsl.source import Span

if TYPE_CHECKING:
    from compiler.model.board import Board
    from compiler.proof.solve import Reach

_LONGEST_CHAIN = 12


def shorten(problem: Problem, line: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """The line without the deeds that it can do without."""
    # First what nobody would do for its own sake, the latest first.
    idle = (DeedSort.SPRING, DeedSort.ENTER, DeedSort.SEARCH, DeedSort.DEFEAT, DeedSort.EVENT)
    kept = list(line)
    while True:
        before = len(kept)
        latest_first = kept[::-1]
        for deed in sorted(latest_first, key=lambda one: one.sort not in idle):
            shorter = tuple(one for one in kept if one is not deed)
            if replays(problem, shorter):
                kept = list(shorter)
        if len(kept) == before:
            return tuple(kept)


def as_steps(line: tuple[Deed, ...]) -> tuple[Step, ...]:
    """Deeds as steps of a line of play."""
    return tuple(map(_as_step, line))


def _as_step(deed: Deed) -> Step:
    # No name has a space in it: only what stands before one is the name of something.
    target, _, more = deed.id.partition(" ")
    area, late = "", 0
    if deed.sort is DeedSort.EXPLORE:
        area = more.removeprefix("from ")
    elif deed.sort is DeedSort.WAIT:
        comparison = target.removeprefix("wait-").rstrip("0123456789")
        late = max(1, int(target.removeprefix(f"wait-{comparison}")) + (comparison == ">"))
        target = ""
    elif more:
        target = ""
    return Step(
        text=deed.title,
        kind=str(deed.sort),
        target=target,
        area=area,
        round=late,
        cells=deed.cells,
        chance=deed.has_chance,
        origin=deed.origin,
    )


class Explainer:
    """Finds the causes of what cannot come about."""

    __slots__ = ("_board", "_causes", "_problem", "_reach", "_seen_deeds", "_seen_links")

    def __init__(self, problem: Problem, reach: Reach, board: Board) -> None:
        self._problem = problem
        self._reach = reach
        self._board = board
        self._causes: dict[tuple[str, Span], None] = {}
        self._seen_deeds: set[str] = set()
        self._seen_links: set[str] = set()

    def causes(self, need: Need) -> tuple[Cause, ...]:
        """Why a need is never met, each cause leading to the next; empty where it can be."""
        self._explain(need)
        return tuple(Cause(text, origin) for text, origin in self._causes)[:_LONGEST_CHAIN]

    def _met(self, need: Need) -> bool:
        return is_met(need, self._reach.facts, self._reach.places)

    def _add(self, text: str, origin: Span) -> None:
        self._causes.setdefault((text, origin))

    def _explain(self, need: Need) -> None:  # noqa: C901 - a case for each kind of need
        if len(self._causes) >= _LONGEST_CHAIN or self._met(need):
            return
        match need:
            case All(parts):
                for part in parts:
                    if not self._met(part):
                        self._explain(part)
            case Either(parts):
                if not parts:
                    self._add(
                        "nothing is said of how the party wins",
                        self._problem.links[0].origin if self._problem.links else Span("", 0, 0),
                    )
                for part in parts:
                    self._explain(part)
            case AtLeast(_, parts):
                for part in parts:
                    if not self._met(part):
                        self._explain(part)
            case Never(why, origin):
                self._add(why, origin)
            case Has(fact, origin):
                self._explain_fact(fact, origin)
            case At(places, words, origin, _):
                self._explain_places(places, words, origin)
            case Lacks(fact, origin):
                self._add(f"{self._problem.facts[fact].title} cannot be undone", origin)

    def _explain_fact(self, fact: int, origin: Span) -> None:
        info = self._problem.facts[fact]
        bringing = [deed for deed in self._problem.deeds if deed.adds >> fact & 1]
        if not bringing:
            what = {
                FactSort.HAVE: f"nobody can get the {_bare(info.title)}",
                FactSort.SET: f"no event sets `{info.id}`",
                FactSort.OPEN: f"nothing opens {info.title}",
            }.get(info.sort, f"nothing brings about: {info.title}")
            self._add(what, info.origin if info.sort is FactSort.HAVE else origin)
            return
        for deed in bringing:
            if deed.id + deed.sort in self._seen_deeds:
                continue
            self._seen_deeds.add(deed.id + deed.sort)
            if deed.where and not deed.where & self._reach.places:
                area = self._area_of(deed.where)
                if info.sort is FactSort.HAVE:
                    self._add(f"the {_bare(info.title)} is in {area}", deed.origin)
                elif deed.sort is not DeedSort.OPEN:
                    self._add(f"“{deed.title}” can only be done in {area}", deed.origin)
                self._explain_places(deed.where, area, deed.origin)
            if not self._met(deed.needs):
                if deed.sort is DeedSort.OPEN and isinstance(deed.needs, Has):
                    key = self._problem.facts[deed.needs.fact]
                    gate = deed.title.removeprefix("Open ").partition(" with ")[0]
                    self._add(f"{gate} needs the {_bare(key.title)}", deed.needs.origin)
                elif deed.sort in (DeedSort.EXPLORE, DeedSort.SEARCH) and self._threatened(deed):
                    self._add(f"“{deed.title}” asks that no enemy is left there", deed.origin)
                self._explain(deed.needs)

    def _area_of(self, places: Places) -> str:
        for number, place in enumerate(self._problem.places):
            if places >> number & 1 and place.area >= 0:
                return self._board.areas[place.area].title
        return "a place out of reach"

    def _explain_places(self, places: Places, words: str, origin: Span) -> None:
        """The nearest closed ways between what is reached and what is not."""
        if not places:
            self._add(f"nobody can stand at {words or 'that place'}", origin)
            return
        way = self._closed_way(places)
        if way is None:
            self._add(self._shut_off(places), origin)
            return
        for link in way:
            if self._met(link.needs) or link.title in self._seen_links:
                continue
            self._seen_links.add(link.title)
            far = link.second if self._reach.places >> link.first & 1 else link.first
            self._add(f"{self._area_of(1 << far)} is behind {link.title}", link.origin)
            self._explain(link.needs)

    def _threatened(self, deed: Deed) -> bool:
        """Whether figures are what keeps the party from a deed."""
        held, _ = facts_needed(deed.needs)
        return any(
            info.sort is FactSort.DEFEATED and held & ~self._reach.facts & 1 << number
            for number, info in enumerate(self._problem.facts)
        )

    def _shut_off(self, places: Places) -> str:
        """Why no way leads to places, closed or open."""
        walkable, areas = 0, set()
        for number, place in enumerate(self._problem.places):
            walkable |= place.cells
            if places >> number & 1 and place.area >= 0:
                areas.add(place.area)
        for gate in self._board.gates:
            cells = [cell for edge in gate.edges for cell in edge]
            blocked = next((cell for cell in cells if not walkable >> cell & 1), None)
            if areas & set(gate.between) and blocked is not None:
                return f"something stands behind {gate.title}, at {self._board.name(blocked)}"
        return f"no way leads to {self._area_of(places)}"

    def _closed_way(self, places: Places) -> list[Link] | None:
        """Links from the target back to what is reached, as few as can be."""
        came: dict[int, tuple[int, Link] | None] = {
            number: None for number in range(places.bit_length()) if places >> number & 1
        }
        queue = deque(came)
        while queue:
            here = queue.popleft()
            if self._reach.places >> here & 1:
                way = []
                step = came[here]
                while step is not None:
                    way.append(step[1])
                    step = came[step[0]]
                return way
            for link in self._problem.links:
                if here in (link.first, link.second):
                    other = link.second if here == link.first else link.first
                    if other not in came:
                        came[other] = (here, link)
                        queue.append(other)
        return None


def _bare(title: str) -> str:
    return title.removeprefix("The ").removeprefix("the ")
