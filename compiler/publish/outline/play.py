"""What happens in play, in an outline: actions, events and victories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.publish.outline.lines import headed, paragraph
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.effects import say_effect
from questwright.compiler.wording.phrases import (
    WINS,
    cells_in_words,
    done_at_hidden,
    of_side,
    thing_in_words,
    title_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Action, Event, Quest
    from questwright.compiler.packs.system.system import System


def action_lines(publication: Publication) -> Iterator[str]:
    """The actions that only this quest has."""
    quest, system = publication.quest, publication.system
    if quest.actions:
        yield from headed("Actions of this quest")
    for action in quest.actions:
        yield f"- {_action(action, quest, system)}"


def _action(action: Action, quest: Quest, system: System) -> str:
    things = {thing.id: thing for thing in quest.things}
    target = things.get(action.target)
    cells = cells_in_words(action.cells, quest.board)
    where = f"at {thing_in_words(target)} ({cells})" if target is not None else f"at {cells}"
    if action.moving is not None:
        where = done_at_hidden(action.moving, quest)
    cost = "1 action" if action.cost == 1 else f"{action.cost} actions"
    if action.side:
        cost += f", for {with_article(system.sides[action.side].title)}"
    words = f"{action.title} ({action.id}): {where}, for {cost}"
    able = [kind.title for kind in quest.party if kind.word in action.by]
    words += f", by {listed_in_words(able, 'or')}" if able else ""
    if action.condition is not None:
        words += f", when {say_condition(action.condition, quest, system)}"
    return words


def event_lines(publication: Publication) -> Iterator[str]:
    """The events, each with its effects."""
    quest, system = publication.quest, publication.system
    for number, event in enumerate(quest.events):
        if number:
            yield ""
        else:
            yield from headed("Events")
        yield from _event(event, quest, system)


def _event(event: Event, quest: Quest, system: System) -> Iterator[str]:
    title = f"{title_of(event.id, quest, system)} ({event.id})"
    often = "each time" if event.repeats else "once"
    condition = say_condition(event.condition, quest, system)
    yield from paragraph(f"{title}, {often} when {condition}:")
    for effect in event.effects:
        yield from paragraph(say_effect(effect, quest, system), "- ")


def victory_lines(publication: Publication) -> Iterator[str]:
    """What each side wins by."""
    quest, system = publication.quest, publication.system
    yield from headed("Victory")
    for victory in quest.victories:
        side = of_side(system.sides[victory.side], *WINS)
        condition = say_condition(victory.condition, quest, system)
        title = f" ({victory.title})" if victory.title and not victory.is_default else ""
        usual = " (as usual)" if victory.is_default else ""
        if victory.degree:
            side += f", {system.degrees[victory.degree].title.lower()},"
        told = " (told to the players)" if victory.is_told else ""
        yield from paragraph(f"{side} when {condition}{title}{usual}{told}", "- ")
