"""Replay a line of play: whether every step of it is allowed, and who has won at its end.

Where the line says who does what and who walks where, it is followed square by square (`parted`).
Otherwise the party moves as one piece, and the line does not say how it walks: so all is followed
that could be so, as moments of play with the squares on which the party may stand at each. A step
is allowed where it can be taken from some of them. Events are forced: whatever the line says of
them, they happen when they must.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.engine.conditions import leaves
from questwright.engine.crossings import read_casts
from questwright.engine.deeds import StepKind, deed_of, read_step
from questwright.engine.document import load_quest
from questwright.engine.parted import Parted
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.script import read_script
from questwright.engine.state import FactSort, State
from questwright.engine.table import Outcome, Table
from questwright.engine.worlds import settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.engine.deeds import Deed, Step
    from questwright.engine.document import QuestDocument

MOMENTS: Final = 5_000
"""Moments of play that are followed after one step."""
UNSURE: Final = "not all that could be so was followed"
"""How a reason ends where the line may be allowed all the same."""
_CLAIMED: Final = ("winnable", "can-strand")
"""Verdicts that claim that their line wins."""

Where = tuple[State, str]
"""A moment of play, and the square that the party stands on."""
Moments = dict[State, set[str]]
"""All that could be so: moments of play, with the squares that the party may stand on."""


class Replayed(NamedTuple):
    """What came of a line of play."""

    accepted: bool
    """Every step of it is allowed."""
    refused_at: int | None
    """The number of the step that is not allowed, counted from 0; of none if none can be."""
    reason: str
    """Why it is not, or nothing."""
    won: bool
    """The party can have won at the end, when it has walked as far as it likes."""
    lost: bool
    """Another side has won, wherever the party stands."""
    stuck: bool
    """The party can have played so that walking alone does not win."""


def replay_document(data: bytes) -> str:
    """Replay what the verdict of a document claims; the reason why it is refused, or nothing."""
    try:
        quest = load_quest(data)
        verdict = Node(dict(quest.data)).get("verdict")
        if verdict.raw is None:
            return ""
        worlds = verdict.get("worlds").items()
        if not worlds:
            return _refused_claims(quest, verdict, ())
        shown = verdict.get("shown").number()
        if shown >= len(worlds):
            verdict.get("shown").refuse("is no world of this document")
        refused = _refused_claims(quest, verdict, _ways(worlds[shown]), worlds[shown])
        for world in worlds:
            why = refused or _refused_claims(quest, world, _ways(world))
            if why:
                parts = ", ".join(part.text() for part in world.get("parts").items())
                return f"where {parts}: {why}" if not refused else why
    except UnreadableDocument as error:
        return str(error)
    return ""


def _ways(world: Node) -> tuple[int, ...]:
    return tuple(number.number() for number in world.get("ways").items())


def _refused_claims(
    quest: QuestDocument, told: Node, ways: tuple[int, ...], world: Node | None = None
) -> str:
    """Why what is claimed of a quest, or of one of its worlds, is refused, or nothing."""
    casts = read_casts(told.get("casts"), quest.board.cells)
    crossings = {**quest.board.crossings, **casts}
    quest = quest._replace(board=quest.board._replace(crossings=crossings))
    line = [read_step(node) for node in told.get("line").items()]
    stranded = [read_step(node) for node in told.get("stranded").items()]
    is_claimed = (world or told).get("kind").text() in _CLAIMED
    first = replay(quest, line, ways) if is_claimed else None
    second = replay(quest, stranded, ways) if stranded else None
    if first is not None and not first.won:
        return f"the winning line: {first.reason or 'it does not win'}"
    if second is not None and not second.stuck:
        return f"the stranding line: {second.reason or 'it wins'}"
    return ""


def replay(quest: QuestDocument, steps: Sequence[Step], ways: Sequence[int] = ()) -> Replayed:
    """Replay a line of play in the world in which each unknown is in the way of its number.

    An `UnreadableDocument` says what of the quest cannot be played.
    """
    quest, script = settle(quest, read_script(quest), ways)
    told = [step.target for step in steps if step.kind is StepKind.EVENT]
    table = Table(quest, script, told)
    if any(step.who for step in steps):
        return _replay_parted(table, steps)
    course = _Course(table)
    moments = course.begin()
    if not moments:
        return _refused(None, "the party begins apart, and no line says who does what")
    for number, step in enumerate(steps):
        after = course.after(step, moments)
        if isinstance(after, str) or not after:
            why = after if isinstance(after, str) else "nobody knows what comes of that"
            if course.is_cut:
                why += f"; {UNSURE}"
            return _refused(number, f"step {number + 1}, “{step.text or step.target}”: {why}")
        moments = after
    return course.ended(moments)


def _replay_parted(table: Table, steps: Sequence[Step]) -> Replayed:
    parted = Parted(table)
    for number, step in enumerate(steps):
        why = parted.take(step)
        if why:
            return _refused(number, f"step {number + 1}, “{step.text or step.target}”: {why}")
    outcome = parted.outcome()
    return Replayed(
        accepted=True,
        refused_at=None,
        reason="",
        won=outcome is Outcome.WON,
        lost=outcome is Outcome.LOST,
        stuck=outcome is not Outcome.WON,
    )


def _refused(number: int | None, reason: str) -> Replayed:
    return Replayed(
        accepted=False, refused_at=number, reason=reason, won=False, lost=False, stuck=False
    )


class _Course:
    """A line of play being followed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.is_cut = False
        """More could be so than was looked at."""
        self._parted = [
            event
            for event in table.events
            if sum(leaf.is_standing for leaf in leaves(event.condition)) > 1
        ]

    def begin(self) -> Moments:
        """All that could be so before the first step."""
        quest = self._table.quest
        first = self._table.begin()
        parts = self._table.parts(first, quest.board.cells.keys())
        begun = [[cell for cell in quest.starts if cell in part] for part in parts]
        left = len(self._table.left(first))
        together = [cells for cells in begun if len(cells) >= left]
        return self._walk(self._settled((first, cell) for cells in together for cell in cells))

    def ended(self, moments: Moments) -> Replayed:
        """What has come of the line after its last step."""
        winning = self._winning(moments)
        lost = all(self._table.outcome(*where) is Outcome.LOST for where in _each(moments))
        stuck = any(where not in winning for where in _each(moments))
        return Replayed(
            accepted=True, refused_at=None, reason="", won=bool(winning), lost=lost, stuck=stuck
        )

    def _winning(self, moments: Moments) -> set[Where]:
        """Where the party has won, or need only walk for it."""
        found = {one for one in _each(moments) if self._table.outcome(*one) is Outcome.WON}
        before: dict[Where, list[Where]] = {}
        for state, cells in self._going(moments).items():
            found.update((state, cell) for cell in self._winning_apart(state, cells))
            for cell in cells:
                for after in self._table.arrivals(state, cell):
                    before.setdefault(after, []).append((state, cell))
        waiting = list(found)
        while waiting:
            new = set(before.get(waiting.pop(), ())) - found
            found |= new
            waiting += new
        return found

    def after(self, step: Step, moments: Moments) -> Moments | str:
        """All that could be so after a step and what comes of it, or why it is not allowed."""
        if step.kind is StepKind.EVENT:
            return self._told(step, moments)
        if step.kind is StepKind.ENTER:
            return self._entered(step, moments)
        going = self._going(moments)
        if not going:
            return self._over(moments)
        return self._waited(step, going) if step.kind is StepKind.WAIT else self._done(step, going)

    def _over(self, moments: Moments) -> str:
        is_won = any(self._table.outcome(*one) is Outcome.WON for one in _each(moments))
        return "the quest is won before that" if is_won else "the quest is lost before that"

    # -- steps --------------------------------------------------------------------------------

    def _told(self, step: Step, moments: Moments) -> Moments | str:
        """Events happen by themselves: a step that tells of one does nothing, and must be true."""
        table = self._table
        if not step.target:
            lost = [one for one in _each(moments) if table.outcome(*one) is Outcome.LOST]
            return _gathered(lost) or "no other side has won"
        event = next((event for event in table.events if event.id == step.target), None)
        if event is None:
            return f"there is no event `{step.target}`"
        happened = [
            (state.minus(FactSort.UNTOLD, step.target), cell)
            for state, cell in _each(moments)
            if state.has(FactSort.UNTOLD, step.target)
        ]
        # What happens again and again may do so while the party walks to and fro.
        found = self._walk(happened) if event.is_repeated else _gathered(happened)
        return found or "that does not happen"

    def _entered(self, step: Step, moments: Moments) -> Moments | str:
        """The party has walked in already, and may have won by that."""
        area = self._table.quest.board.areas.get(step.target)
        if area is None:
            return f"there is no area `{step.target}`"
        inside = [(state, cell) for state, cell in _each(moments) if cell in area.cells]
        return self._walk(inside) or f"the party cannot come to {area.title}"

    def _waited(self, step: Step, moments: Moments) -> Moments | str:
        """Rounds pass one by one, and in each of them things may happen."""
        if step.round < 1:
            return "no round is named that is waited for"
        for number in sorted({*self._table.rounds, step.round}):
            going = self._going(moments)
            if number <= step.round and not going:
                return self._over(moments)
            if number <= step.round:
                later = (
                    (State(state.facts, max(state.round, number)), cell)
                    for state, cell in _each(going)
                )
                moments = self._walk(self._settled(later))
        return moments

    def _done(self, step: Step, moments: Moments) -> Moments | str:
        """What the party does by its own choice."""
        after: list[Where] = []
        reasons = []
        for state, cells in moments.items():
            deed = deed_of(self._table, step, state)
            if isinstance(deed, str):
                reasons.append(deed)
                continue
            places = deed.cells & cells
            allowed = self._allowed(deed, state, cells)
            after += [(deed.state, cell) for cell in sorted(allowed)]
            if not deed.cells:
                reasons.insert(0, "nobody can stand where that is done")
            elif not places:
                squares = " or ".join(sorted(deed.cells)[:3])
                reasons.insert(0, f"the party cannot come to where that is done, as {squares}")
            elif not allowed:
                reasons.insert(0, "it is not allowed yet")
        return self._walk(self._settled(after)) if after else reasons[0]

    def _allowed(self, deed: Deed, state: State, cells: set[str]) -> frozenset[str]:
        """The squares from which a deed can be done now, others standing where they must."""
        places, condition = deed.cells & cells, deed.condition
        if condition is None:
            return places
        table = self._table
        together = frozenset(
            cell for cell in places if table.holds(condition, state, table.as_one(cell))
        )
        apart = table.gatherings(condition, state, cells, places) if places else frozenset()
        return together | apart & places

    # -- walking ------------------------------------------------------------------------------

    def _walk(self, begun: Iterable[Where]) -> Moments:
        """All that could be so once the party has walked, as far as it likes."""
        found: Moments = {}
        waiting = deque(begun)
        while waiting and len(found) <= MOMENTS:
            while waiting and len(found) <= MOMENTS:
                state, cell = waiting.popleft()
                if cell in found.get(state, ()):
                    continue
                found.setdefault(state, set()).add(cell)
                if self._table.outcome(state, cell) is Outcome.OPEN:
                    waiting.extend(
                        (after, name)
                        for after, name in self._table.arrivals(state, cell)
                        if name not in found.get(after, ())
                    )
            waiting = deque(
                one for one in self._parting(found) if one[1] not in found.get(one[0], ())
            )
        self.is_cut |= len(found) > MOMENTS
        return found

    def _parting(self, moments: Moments) -> Iterator[Where]:
        """What comes of members going to several places at once, where an event asks for that."""
        table = self._table
        for event in self._parted:
            for state, cells in self._going(moments).items():
                if table.is_ready(event, state):
                    apart = table.gatherings(event.condition, state, cells)
                    after = table.happen(event, state)
                    yield from self._settled((after, cell) for cell in sorted(apart))

    def _settled(self, begun: Iterable[Where]) -> Iterator[Where]:
        """What follows of itself, without events that never come to rest."""
        for state, cell in begun:
            after = self._table.settle(state, cell)
            if after is not None:
                yield after, cell

    def _going(self, moments: Moments) -> Moments:
        """What could be so where nobody has won yet."""
        return _gathered(
            where for where in _each(moments) if self._table.outcome(*where) is Outcome.OPEN
        )

    def _winning_apart(self, state: State, cells: set[str]) -> Iterator[str]:
        """Squares from which the party can spread so that it has won."""
        script = self._table.script
        for victory in script.victories:
            if victory.side == script.party:
                yield from self._table.gatherings(victory.condition, state, cells)


def _each(moments: Moments) -> Iterator[Where]:
    for state, cells in moments.items():
        for cell in sorted(cells):
            yield state, cell


def _gathered(wheres: Iterable[Where]) -> Moments:
    found: Moments = {}
    for state, cell in wheres:
        found.setdefault(state, set()).add(cell)
    return found
