"""What has changed in play: events, actions, and how each side wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.quest import EffectKind
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.matching import Matching, nowhere
from questwright.compiler.publish.diff.tell.said import change
from questwright.compiler.wording.phrases import side_with_verb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Action, Effect, Event, Victory
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.said import Words


# -- events -----------------------------------------------------------------------------


def tell_events(pairing: Pairing) -> Iterator[Change]:
    """What has become of the events."""
    was, now = pairing.was, pairing.now
    for one, other in pairing.events.both:
        yield from _event(one, other, pairing)
        yield from _effects(one, other, pairing)
    for event in pairing.events.gone:
        text = f"{was.event(event)} is gone"
        yield change(Subject.EVENT, Edit.REMOVED, event.id, _event_part(event, was), None, text)
    for event in pairing.events.new:
        text = f"{now.event(event)} is new"
        text += f", {now.when(event)}" if event.title else ""
        text += f": {'; '.join(map(now.effect, event.effects))}" if event.effects else ""
        yield change(Subject.EVENT, Edit.ADDED, event.id, None, _event_part(event, now), text)


def _event_part(event: Event, words: Words) -> Json:
    return {
        "condition": words.condition(event.condition),
        "effects": [*map(words.effect, event.effects)],
        "repeats": event.repeats,
    }


def _event(one: Event, other: Event, pairing: Pairing) -> Iterator[Change]:
    """What has changed of an event but for its effects."""
    was, now, id_ = pairing.was, pairing.now, other.id
    the = now.event(other)
    if one.title != other.title:
        text = f"{was.event(one)} is called {the} now"
        text = text if other.title else f"“{one.title}” has no title now: it is {the}"
        yield change(Subject.EVENT, Edit.RENAMED, id_, one.title, other.title, text)
    elif one.id != id_ and (one.is_named or other.is_named):
        text = f"{the} goes by the name `{id_}` now, not by `{one.id}`"
        yield change(Subject.EVENT, Edit.RENAMED, id_, one.id, id_, text)
    if not pairing.same.condition(one.condition, other.condition):
        who = the if other.title else "an event"
        text = f"{who} happens {now.when(other)} now; before, {was.when(one)}"
        before, after = was.condition(one.condition), now.condition(other.condition)
        yield change(Subject.EVENT, Edit.CONDITION, id_, before, after, text)
    if one.repeats is not other.repeats:
        text = f"{the} happens {'each time' if other.repeats else 'only once'} now"
        yield change(Subject.EVENT, Edit.REPEATS, id_, one.repeats, other.repeats, text)


def _effects(one: Event, other: Event, pairing: Pairing) -> Iterator[Change]:
    """What an event does otherwise, effect by effect."""
    was, now, same = pairing.was, pairing.now, pairing.same
    the, id_ = now.event(other), other.id
    matching = Matching(nowhere(one.effects), nowhere(other.effects))
    matching.where(same.effect)
    kept = matching.pairs().both
    matching.where(same.aim)
    effects = matching.pairs()
    for before, after in effects.both:
        if not same.effect(before, after):
            yield _effect(before, after, other, pairing)
    for effect in effects.gone:
        said = was.effect(effect)
        yield change(Subject.EVENT, Edit.EFFECT, id_, said, None, f"in {the} no longer: {said}")
    for effect in effects.new:
        said = now.effect(effect)
        yield change(Subject.EVENT, Edit.EFFECT, id_, None, said, f"in {the} now also: {said}")
    is_all_there = len(kept) == len(one.effects) == len(other.effects)
    if is_all_there and not same.each(one.effects, other.effects, same.effect):
        lists: tuple[Json, Json] = (
            [*map(was.effect, one.effects)],
            [*map(now.effect, other.effects)],
        )
        text = f"what happens in {the} comes in another order"
        yield change(Subject.EVENT, Edit.ORDER, id_, lists[0], lists[1], text)


def _effect(before: Effect, after: Effect, event: Event, pairing: Pairing) -> Change:
    """An effect that is aimed at the same and has changed."""
    was, now = pairing.was, pairing.now
    the = now.event(event)
    if after.kind in (EffectKind.READ, EffectKind.NOTE):
        word = "text read aloud" if after.kind is EffectKind.READ else "note"
        text = f"the {word} in {the} was reworded"
        words = was.text(before.text), now.text(after.text)
        return change(Subject.EVENT, Edit.REWORDED, event.id, *words, text)
    did, does = was.effect(before), now.effect(after)
    text = f"in {the} now: {does}; before: {did}"
    return change(Subject.EVENT, Edit.EFFECT, event.id, did, does, text)


# -- actions ----------------------------------------------------------------------------


def tell_actions(pairing: Pairing) -> Iterator[Change]:
    """What has become of the actions of the quest."""
    was, now = pairing.was, pairing.now
    for one, other in pairing.actions.both:
        yield from _action(one, other, pairing)
    for action in pairing.actions.gone:
        text = f"“{action.title}” can no longer be done; it was {_at(action, was)}"
        yield change(
            Subject.ACTION,
            Edit.REMOVED,
            action.id,
            _action_part(action, was),
            None,
            text,
        )
    for action in pairing.actions.new:
        text = f"“{action.title}” can be done now, {_at(action, now)}"
        text += f", {_when(action, now)}" if action.condition is not None else ""
        yield change(Subject.ACTION, Edit.ADDED, action.id, None, _action_part(action, now), text)


def _at(action: Action, words: Words) -> str:
    return words.place(action.place, action.cells)


def _asked(action: Action, words: Words) -> str | None:
    return words.condition(action.condition) if action.condition is not None else None


def _when(action: Action, words: Words) -> str:
    asked = _asked(action, words)
    return f"when {asked}" if asked is not None else "at any time"


def _action_part(action: Action, words: Words) -> Json:
    return {
        "place": _at(action, words),
        "condition": _asked(action, words),
        "cost": action.cost,
    }


def _action(one: Action, other: Action, pairing: Pairing) -> Iterator[Change]:
    was, now, same = pairing.was, pairing.now, pairing.same
    the, id_ = f"“{other.title}”", other.id
    if one.title != other.title:
        text = f"“{one.title}” is called {the} now"
        yield change(Subject.ACTION, Edit.RENAMED, id_, one.title, other.title, text)
    elif one.id != id_:
        text = f"{the} goes by the name `{id_}` now, not by `{one.id}`"
        yield change(Subject.ACTION, Edit.RENAMED, id_, one.id, id_, text)
    if not same.place(one.place, one.cells, other.place, other.cells):
        before, after = _at(one, was), _at(other, now)
        text = f"{the} is done {after} now, not {before}"
        yield change(Subject.ACTION, Edit.MOVED, id_, before, after, text)
    if not _asks_alike(one, other, pairing):
        text = f"{the} can be done {_when(other, now)} now; before, {_when(one, was)}"
        asked, asks = _asked(one, was), _asked(other, now)
        yield change(Subject.ACTION, Edit.CONDITION, id_, asked, asks, text)
    if one.cost != other.cost:
        actions = f"{other.cost} action{'s' * (other.cost != 1)}"
        text = f"{the} costs {actions} now, not {one.cost}"
        yield change(Subject.ACTION, Edit.COST, id_, one.cost, other.cost, text)


def _asks_alike(one: Action, other: Action, pairing: Pairing) -> bool:
    if one.condition is None or other.condition is None:
        return one.condition is other.condition
    return pairing.same.condition(one.condition, other.condition)


# -- victory ----------------------------------------------------------------------------


def tell_victories(pairing: Pairing) -> Iterator[Change]:
    """How a side wins otherwise than before."""
    was, now, same = pairing.was, pairing.now, pairing.same

    def is_kept(one: Victory, other: Victory) -> bool:
        return one.side == other.side and same.condition(one.condition, other.condition)

    def is_heir(one: Victory, other: Victory) -> bool:
        return one.side == other.side and one.is_default is other.is_default

    matching = Matching(nowhere(was.quest.victories), nowhere(now.quest.victories))
    matching.where(is_kept)
    matching.where(is_heir)
    victories = matching.pairs()
    for one, other in victories.both:
        yield from _victory(one, other, pairing)
    for victory in victories.gone:
        when = was.condition(victory.condition)
        text = f"{_wins(victory, was)} no longer when {when}"
        yield change(Subject.VICTORY, Edit.REMOVED, victory.side, when, None, text)
    for victory in victories.new:
        when = now.condition(victory.condition)
        text = f"{_wins(victory, now)} now also when {when}"
        yield change(Subject.VICTORY, Edit.ADDED, victory.side, None, when, text)


def _victory(one: Victory, other: Victory, pairing: Pairing) -> Iterator[Change]:
    was, now = pairing.was, pairing.now
    wins = _wins(other, now)
    if not pairing.same.condition(one.condition, other.condition):
        before, after = was.condition(one.condition), now.condition(other.condition)
        text = f"{wins} when {after} now; before, when {before}"
        yield change(Subject.VICTORY, Edit.CONDITION, other.side, before, after, text)
    if one.degree != other.degree:
        text = (
            f"{wins} by another degree: {other.degree or 'none'} now, {one.degree or 'none'} before"
        )
        yield change(Subject.VICTORY, Edit.CONDITION, other.side, one.degree, other.degree, text)
    if one.title != other.title:
        text = f"what is said of how {wins} was reworded"
        yield change(Subject.VICTORY, Edit.REWORDED, other.side, one.title, other.title, text)


def _wins(victory: Victory, words: Words) -> str:
    said = side_with_verb(words.edition.system.sides[victory.side], "win", "wins")
    return said[:1].lower() + said[1:]
