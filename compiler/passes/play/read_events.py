"""Read the events of a quest.

Takes the outline of a quest, with every name declared. Returns its events: each with the condition
that triggers it and the effects that it has.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.model.quest import Event
from questwright.compiler.model.words import title_from_id
from questwright.compiler.passes.play.effects import ALLOWED_IN_EVENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.compiler.passes.play.effects import EffectResolver


def read_events(
    outline: Outline, conditions: ConditionResolver, resolver: EffectResolver
) -> tuple[Event, ...]:
    """Return the events in the order of the text; one with a broken condition is left out."""
    events = []
    number = 0
    for event in outline.events:
        condition = conditions.resolve(event.condition)
        effects = resolver.block(event.body)
        if event.name is not None:
            id_ = event.name.text
        else:
            number += 1
            while not conditions.names.is_free(f"event-{number}"):
                number += 1
            id_ = f"event-{number}"
        if not event.body:
            conditions.findings.add(
                codes.MISSING_PART,
                "nothing happens in this event",
                event.span,
                "an empty block",
                help=ALLOWED_IN_EVENTS,
            )
        title = event.title.raw.strip() if event.title else ""
        if not title and event.name is not None:
            title = title_from_id(id_)
        if condition is not None:
            events.append(
                Event(
                    id_,
                    title,
                    event.repeats,
                    condition,
                    effects,
                    event.name is not None,
                    event.span,
                )
            )
    return tuple(events)
