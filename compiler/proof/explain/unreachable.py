"""Say why something can never come about: chains of causes that hold nothing idle.

Everything that stands in the way of a need is a *bar*: a closed link, a deed that can only be
done in one place or asks for something, a fact that nothing brings about. A chain is a set of
bars that keeps the need unmet although all other bars were lifted, and of which none can be
lifted as well. Where several chains share no bar, each is shown.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.model.verdict import Cause
from questwright.compiler.proof.task.condition import (
    NOTHING,
    All,
    At,
    AtLeast,
    By,
    Either,
    Has,
    Lacks,
    Need,
    Never,
    Places,
    facts_needed,
    is_met,
    parts_of,
    relaxed,
)
from questwright.compiler.proof.task.task import Deed, DeedSort, FactInfo, FactSort, Link, Problem
from questwright.dsl.source import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from questwright.compiler.model.board import Board
    from questwright.compiler.proof.reach.relaxed import Reach

CHAINS: Final = 4
"""Chains that are shown."""


class BarSort(StrEnum):
    """What stands in the way."""

    GOAL = "goal"
    """A part of what is wanted; it is told only where it can never be met."""
    LINK = "link"
    WHERE = "where"
    NEED = "need"
    NOTHING = "nothing"
    """Nothing brings a fact about."""
    APART = "apart"
    """No link leads there, open or closed."""


class Obstacle(NamedTuple):
    """One thing that stands in the way."""

    sort: BarSort
    number: int
    """Of the link's title, the deed, the fact or the part of the board."""
    part: int = 0
    """Which of several needs."""


class CauseWriter(NamedTuple):
    """What a bar is called; without words it stands in a chain and is not told."""

    text: str
    origin: Span


class Causes:
    """Finds the chains of causes of one problem, what is lost by deeds being taken as kept."""

    def __init__(self, problem: Problem, reach: Reach, board: Board) -> None:
        self._problem = problem
        self._reach = reach
        self._board = board
        self._deeds = tuple(
            (deed, tuple(relaxed(part) for part in parts_of(deed.needs))) for deed in problem.deeds
        )
        titles: dict[tuple[str, Span], int] = {}
        self._links: list[tuple[Link, Need, int]] = [
            (link, relaxed(link.needs), titles.setdefault((link.title, link.origin), len(titles)))
            for link in problem.links
        ]
        self._pieces = self._find_pieces()
        self._brought = problem.given
        for deed in problem.deeds:
            self._brought |= deed.adds

    def chains(self, need: Need) -> tuple[Cause, ...]:
        """Why a need is never met; empty where it can be."""
        return tuple(
            Cause(telling.text, telling.origin, number)
            for number, chain in enumerate(self.bars(need))
            for telling in dict.fromkeys(chain.values())
            if telling.text
        )

    def bars(self, need: Need) -> list[dict[Obstacle, CauseWriter]]:
        """The chains of bars that keep a need unmet; none where it can be met."""
        goal = self._goal(need)
        if all(is_met(part, self._reach.facts, self._reach.places) for part in goal):
            return []
        left = _Justification(self).of(goal)
        found: list[dict[Obstacle, CauseWriter]] = []
        while len(found) < CHAINS and self._holds(left, goal):
            chain = self._shortest(left, goal)
            found.append(chain)
            told = [bar for bar in chain if bar.sort is not BarSort.GOAL] or list(chain)
            left = {bar: telling for bar, telling in left.items() if bar not in told}
        return found

    def suffice(self, bars: Iterable[Obstacle], need: Need) -> bool:
        """Whether some bars, all others lifted, keep a need unmet."""
        return self._holds(dict.fromkeys(bars, _SILENT), self._goal(need))

    def _goal(self, need: Need) -> tuple[Need, ...]:
        return tuple(relaxed(part) for part in parts_of(need))

    # -- whether bars hold -----------------------------------------------------------------

    def _shortest(
        self, bars: dict[Obstacle, CauseWriter], goal: tuple[Need, ...]
    ) -> dict[Obstacle, CauseWriter]:
        """Bars of which none can be lifted, as few as trying from both ends finds."""
        found = [self._thinned(bars, goal, order) for order in (list(bars), list(reversed(bars)))]
        return min(found, key=len)

    def _thinned(
        self, bars: dict[Obstacle, CauseWriter], goal: tuple[Need, ...], order: list[Obstacle]
    ) -> dict[Obstacle, CauseWriter]:
        kept = dict(bars)
        for bar in order:
            without = {one: telling for one, telling in kept.items() if one != bar}
            if self._holds(without, goal):
                kept = without
        return kept

    def _holds(self, bars: Mapping[Obstacle, CauseWriter], goal: tuple[Need, ...]) -> bool:
        """Whether these bars alone keep the goal unmet."""
        wanted = [
            part for number, part in enumerate(goal) if Obstacle(BarSort.GOAL, number) in bars
        ]
        facts = self._problem.given
        for number in range(len(self._problem.facts)):
            if not self._brought >> number & 1 and Obstacle(BarSort.NOTHING, number) not in bars:
                facts |= 1 << number
        places = self._problem.start
        for number, piece in enumerate(self._pieces):
            if Obstacle(BarSort.APART, number) not in bars:
                places |= piece
        deeds = [
            (
                deed.where if Obstacle(BarSort.WHERE, number) in bars else 0,
                deed.adds,
                [part for n, part in enumerate(parts) if Obstacle(BarSort.NEED, number, n) in bars],
            )
            for number, (deed, parts) in enumerate(self._deeds)
        ]
        links = [
            (
                1 << link.first,
                1 << link.second,
                need if Obstacle(BarSort.LINK, title) in bars else None,
                link.is_one_way,
            )
            for link, need, title in self._links
        ]
        grown = True
        while grown:
            grown = False
            for first, second, need, is_one_way in links:
                is_new = not places & second if places & first else places & second
                if (
                    is_new
                    and (places & first or not is_one_way)
                    and (need is None or is_met(need, facts, places))
                ):
                    places |= first | second
                    grown = True
            for where, adds, needs in deeds:
                if (
                    adds & ~facts
                    and not (where and not where & places)
                    and all(is_met(need, facts, places) for need in needs)
                ):
                    facts |= adds
                    grown = True
        return not all(is_met(part, facts, places) for part in wanted)

    def _find_pieces(self) -> list[Places]:
        """Parts of the board that no link joins to where the party starts."""
        rest = ((1 << len(self._problem.places)) - 1) & ~self._joined(self._problem.start)
        pieces = []
        while rest:
            piece = self._joined(rest & -rest)
            pieces.append(piece)
            rest &= ~piece
        return pieces

    def _joined(self, places: Places) -> Places:
        grown = True
        while grown:
            grown = False
            for link, _, _ in self._links:
                ends = 1 << link.first | 1 << link.second
                if places & ends and ~places & ends:
                    places |= ends
                    grown = True
        return places


def _behind(area: str, title: str) -> str:
    """That a link leads to an area: a gate, or a square that is closed."""
    if title.startswith("over "):
        return f"one comes to {area} only {title}"
    return f"{area} is behind {title}"


class _Justification:
    """Gathers every bar that has a part in keeping a need unmet, the nearest first."""

    def __init__(self, causes: Causes) -> None:
        self._causes = causes
        self._problem = causes._problem  # noqa: SLF001 - the other half of one class
        self._reach = causes._reach  # noqa: SLF001
        self._board = causes._board  # noqa: SLF001
        self._bars: dict[Obstacle, CauseWriter] = {}
        self._waiting: list[Callable[[], None]] = []
        self._facts_seen = 0
        self._places_seen: Places = 0

    def of(self, goal: tuple[Need, ...]) -> dict[Obstacle, CauseWriter]:
        """The bars, with what they are called."""
        for number, part in enumerate(goal):
            if self._met(part):
                continue
            telling = _impossible(part)
            if isinstance(part, Either) and not part.parts:
                telling = CauseWriter("nothing is said of how the party wins", self._somewhere())
            self._bars[Obstacle(BarSort.GOAL, number)] = telling
            self._seek(part)
        while self._waiting:
            self._waiting.pop(0)()
        return self._bars

    def _somewhere(self) -> Span:
        return self._problem.links[0].origin if self._problem.links else Span("", 0, 0)

    def _met(self, need: Need) -> bool:
        return is_met(need, self._reach.facts, self._reach.places)

    def _bar(self, bar: Obstacle, text: str, origin: Span) -> None:
        self._bars.setdefault(bar, CauseWriter(text, origin))

    def _seek(self, need: Need) -> None:
        """See to what an unmet need asks for, later: the nearest causes come first."""
        if self._met(need):
            return
        match need:
            case All(parts) | Either(parts) | AtLeast(_, parts):
                for part in parts:
                    self._seek(part)
            case Has(fact, origin):
                if not self._facts_seen >> fact & 1:
                    self._facts_seen |= 1 << fact
                    self._waiting.append(lambda: self._fact(fact, origin))
            case At(places, _, origin):
                self._waiting.append(lambda: self._stand(places, origin))
            case Never() | Lacks() | By():
                pass

    # -- facts and deeds ---------------------------------------------------------------------

    def _fact(self, fact: int, origin: Span) -> None:
        info = self._problem.facts[fact]
        bringing = [
            (number, deed, parts)
            for number, (deed, parts) in enumerate(self._causes._deeds)  # noqa: SLF001
            if deed.adds >> fact & 1
        ]
        if not bringing:
            what = {
                FactSort.HAVE: f"nobody can get the {_bare(info.title)}",
                FactSort.SET: f"no event sets `{info.id}`",
                FactSort.OPEN: f"nothing opens {info.title}",
                FactSort.CLEAR: f"{info.id} is blocked, and nothing clears it",
                FactSort.SPRUNG: f"no trap is there that could be set off: `{info.id}`",
            }.get(info.sort, f"nothing brings about: {info.title}")
            where = info.origin if info.sort is FactSort.HAVE else origin
            self._bar(Obstacle(BarSort.NOTHING, fact), what, where)
        for number, deed, parts in bringing:
            if deed.where and not deed.where & self._reach.places:
                area = self._area_of(deed.where)
                told = _confined(deed, info, area)
                self._bar(Obstacle(BarSort.WHERE, number), told, deed.origin)
                self._stand(deed.where, deed.origin)
            for part, need in enumerate(parts):
                if not self._met(need):
                    telling = self._asked(deed, need)
                    self._bar(Obstacle(BarSort.NEED, number, part), *telling)
                    self._seek(need)

    def _asked(self, deed: Deed, need: Need) -> CauseWriter:
        """What a deed asks for, and has not."""
        impossible = _impossible(need)
        if impossible.text:
            return impossible
        if isinstance(need, Has) and deed.sort is DeedSort.OPEN:
            key = self._problem.facts[need.fact]
            gate = deed.title.removeprefix("Open ").partition(" with ")[0]
            what = f"the {_bare(key.title)}" if key.sort is FactSort.HAVE else key.title
            return CauseWriter(f"{gate} needs {what}", need.origin)
        held, _ = facts_needed(need)
        named = [
            info
            for number, info in enumerate(self._problem.facts)
            if held & ~self._reach.facts & 1 << number
        ]
        if deed.sort in (DeedSort.EXPLORE, DeedSort.SEARCH) and any(
            info.sort is FactSort.DEFEATED for info in named
        ):
            return CauseWriter(
                f"{quoted(deed.title)} asks that no enemy is left there", deed.origin
            )
        if deed.sort is DeedSort.EVENT and not deed.title.startswith("The other side"):
            title = deed.title.partition(":")[0]
            return CauseWriter(f"{quoted(title)} never happens", deed.origin) if named else _SILENT
        if named:
            return CauseWriter(f"{quoted(deed.title)} waits for: {named[0].title}", deed.origin)
        return _SILENT

    # -- places ----------------------------------------------------------------------------

    def _stand(self, places: Places, origin: Span) -> None:
        """Everything that parts some places from what is reached."""
        if not places:
            return
        if places & self._places_seen == places:
            return
        beyond = self._beyond(places)
        self._places_seen |= beyond
        for number, piece in enumerate(self._causes._pieces):  # noqa: SLF001
            if piece & beyond:
                self._bar(Obstacle(BarSort.APART, number), self._shut_off(places), origin)
        for link, need, title in self._causes._links:  # noqa: SLF001
            ends = 1 << link.first | 1 << link.second
            if ends & beyond and need is not NOTHING and not self._met(need):
                far = ends & beyond & ~self._reach.places
                area = self._area_of(far & -far)
                told = next(filter(None, (_impossible(part).text for part in parts_of(need))), "")
                told = told or _behind(area, link.title)
                self._bar(Obstacle(BarSort.LINK, title), told, link.origin)
                self._seek(need)

    def _beyond(self, places: Places) -> Places:
        """Places from which these can be reached over whatever links, up to what is reached."""
        found = places & ~self._reach.places
        grown = True
        while grown:
            grown = False
            for link, _, _ in self._causes._links:  # noqa: SLF001
                ends = 1 << link.first | 1 << link.second
                more = ends & ~found & ~self._reach.places
                if ends & found and more:
                    found |= more
                    grown = True
        return found

    def _area_of(self, places: Places) -> str:
        for number, place in enumerate(self._problem.places):
            if places >> number & 1 and place.area >= 0:
                return self._board.areas[place.area].title
        return "a place out of reach"

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


_SILENT: Final = CauseWriter("", Span("", 0, 0))


def _impossible(need: Need) -> CauseWriter:
    """Why a need can never be met, whatever happens; silent where it could be."""
    match need:
        case Never(why, origin):
            return CauseWriter(why, origin)
        case At(0, words, origin):
            return CauseWriter(f"nobody can stand at {words or 'that place'}", origin)
        case All(parts):
            return next((one for one in map(_impossible, parts) if one.text), _SILENT)
        case Either(parts) if parts:
            every = [_impossible(part) for part in parts]
            return every[0] if all(one.text for one in every) else _SILENT
        case _:
            return _SILENT


def _confined(deed: Deed, info: FactInfo, area: str) -> str:
    """That a deed can be done in one area alone."""
    if info.sort is FactSort.HAVE:
        return f"the {_bare(info.title)} is in {area}"
    if deed.sort is DeedSort.OPEN:
        return f"{info.title} can only be opened from {area}"
    return f"{quoted(deed.title)} can only be done in {area}"


def _bare(title: str) -> str:
    return title.removeprefix("The ").removeprefix("the ")


def quoted(title: str) -> str:
    """A title in quotation marks, unless it has some of its own."""
    return title if "“" in title else f"“{title}”"
