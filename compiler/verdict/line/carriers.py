"""Who carries what in a line: things get to who needs them, or has them afterwards."""

from __future__ import annotations

from questwright.compiler.verdict.line.outcomes import acted, is_among
from questwright.compiler.verdict.line.standing import bring
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.gifts import had

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.decide.explore import Turn
    from questwright.compiler.verdict.line.table import Fits, TableTop
    from questwright.compiler.verdict.rules.play import Play
    from questwright.compiler.verdict.rules.state import Act, End, State
    from questwright.compiler.verdict.task.gifts import Gift
    from questwright.compiler.verdict.task.task import Task


class Carriers:
    """Those who carry things at a table, as the moves of a line ask for it."""

    def __init__(self, task: Task, rules: Play, table: TableTop, end: End | None) -> None:
        """The ``task`` and its ``rules`` are those of the moves, and ``end`` is the line's."""
        self._task = task
        self._rules = rules
        self._table = table
        self._end = end

    def spots(self, state: State) -> list[Cells]:
        """The cells over which each member walks with nothing coming of it."""
        return [self._task.cells_of(own) for own in state.where]

    def misplaced(self, held: State, meant: State, then: State) -> Iterator[tuple[int, int]]:
        """The items that others, or none, have than are meant to, each with who is to have it.

        Those left out that are at hand as all stand ``then``, where nobody asks who has them.
        """
        groups = self._rules.handing.groups(then)
        watch = self._rules.grounds.watch
        named = watch(meant.facts).named | watch(then.facts).named
        for item in each_number(self._task.carried):
            has, wants = (
                {n for n, own in enumerate(state.hold) if own >> item & 1}
                for state in (held, meant)
            )
            is_at_hand = bool(has) and any(has | wants <= {*group} for group in groups)
            if wants and has != wants and (named >> item & 1 or not is_at_hand):
                yield item, min(wants)

    def share(self, before: State, after: State, then: State, fits: Fits | None = None) -> None:
        """Before members part, what they carry goes to those who have it afterwards."""
        for item, holder in self.misplaced(self._table.state, after, then):
            self.bring(item, holder, before, fits)

    def share_for(self, act: Act, arrival: Turn) -> None:
        """Before a deed things go to those who have them afterwards, if anything hangs on it.

        That is so where members part because of it, or somebody is asked for what they carry.
        """
        carried = self._task.carried
        held = act.begin._replace(hold=tuple(own & carried for own in self._table.state.hold))
        if not any(held.hold):
            return
        outcomes = [own for _, own in acted(self._rules, act, held, is_shared=False)]
        is_over = self._end is not None and any(outcome.end == self._end for outcome in outcomes)
        if not is_over and not is_among(arrival, outcomes, self._rules):
            known = arrival.events, arrival.end, arrival.state.facts
            is_same = any((o.events, o.end, o.state.facts) == known for o in outcomes)
            # Something may ask for it right after the deed, and no longer once that has happened.
            asked = act.before.facts | (0 if is_same else self._task.deeds[act.deed].adds)
            pairs = zip(act.before.hold, arrival.state.hold, strict=True)
            moved = had(self._gifts(arrival), act.before.where).items
            later = sum({*arrival.state.hold}) & ~moved
            hold = tuple(own & ~later | then & ~moved for own, then in pairs)
            self.share(act.before, act.before._replace(facts=asked, hold=hold), arrival.state)

    def bring(
        self,
        item: int,
        taker: int,
        state: State,
        fits: Fits | None,
        wishes: Mapping[int, Cells] | None = None,
    ) -> None:
        """An item comes to a member from hand to hand, all walking as they can in a state."""
        holds = self._table.state.hold
        giver = next((n for n, own in enumerate(holds) if own >> item & 1), taker)
        hands = self._rules.handing.between(giver, taker, state)
        bring(self._table, item, hands, self.spots(state), fits, wishes)

    def _gifts(self, arrival: Turn) -> list[Gift]:
        """What somebody is given because of a move."""
        return [gift for number in arrival.events for gift in self._task.events[number].gifts]
