"""What comes of it that a member is on the square of another, on its way.

Takes a simulator and a moment. Gates open and shut as the member leaves where it was; where more
would come of it, it may not go there. Two on one square are not two in a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.engine.script import EffectKind
from questwright.engine.simulator import Outcome
from questwright.engine.state import FactSort

if TYPE_CHECKING:
    from questwright.engine.script import Event
    from questwright.engine.simulator import Simulator
    from questwright.engine.state import Moment

_OF_GATES: Final = frozenset({EffectKind.OPEN, EffectKind.CLOSE})


def passing(simulator: Simulator, moment: Moment, number: int) -> Moment | None:
    """Return the moment with the gates as they are then; None where more comes of it.

    ``number`` is the index of the member who is on the square of another.
    """
    is_due, away, at = simulator.is_due, _without(moment, number), moment.at
    friend = next(n for n, own in enumerate(at) if own == at[number] and n != number)
    both = moment, _without(moment, friend)
    if all(simulator.outcome(own) is not Outcome.OPEN for own in both):
        return None
    due = [own for own in simulator.events if is_due(own, moment) and is_due(own, away)]
    for event in due:
        if not _changes(simulator, event, moment):
            continue
        if any(effect.kind not in _OF_GATES for effect in event.effects):
            return None
        found = [*simulator.happened(event, moment)]
        if len(found) != 1 or found[0].at != at:
            return None
        moment = found[0]
    moments = moment, _without(moment, friend)
    return None if all(_comes_of(simulator, own) for own in moments) else moment


def _comes_of(simulator: Simulator, moment: Moment) -> bool:
    """Return whether play ends at a moment, or an event is due that changes anything."""
    if simulator.outcome(moment) is not Outcome.OPEN:
        return True
    due = (event for event in simulator.events if simulator.is_due(event, moment))
    return any(_changes(simulator, event, moment) for event in due)


def _changes(simulator: Simulator, event: Event, moment: Moment) -> bool:
    """Return whether an event changes anything at a moment, if it is due."""
    return any(
        _unmarked(after, event) != _unmarked(moment, event)
        for after in simulator.happened(event, moment)
    )


def _without(moment: Moment, number: int) -> Moment:
    """Return a moment with a member on no square, who has not left."""
    return moment._replace(at=(*moment.at[:number], "", *moment.at[number + 1 :]))


def _unmarked(moment: Moment, event: Event) -> Moment:
    """Return a moment in which it does not count that an event has just happened again."""
    return moment._replace(state=moment.state.minus(FactSort.LIVE, event.id), untold=())
