"""Describe changes of events, actions and victories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.matching import Matching, moved, unlocated
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.phrases import WINS, of_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Action, Effect, Event, Victory
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording


# -- events -----------------------------------------------------------------------------


def tell_events(pairing: Pairing) -> Iterator[Change]:
    """The changes of events and their effects."""
    was, now = pairing.was, pairing.now
    for old, new in pairing.events.both:
        yield from _event(old, new, pairing)
        yield from _effects(old, new, pairing)
    for event in pairing.events.gone:
        text = f"{was.event(event)} is gone"
        yield change(Subject.EVENT, Edit.REMOVED, event.id, _event_part(event, was), None, text)
    for event in pairing.events.new:
        text = f"{now.event(event)} is new"
        text += f", {now.when(event)}" if event.title else ""
        text += f": {'; '.join(map(now.effect, event.effects))}" if event.effects else ""
        yield change(Subject.EVENT, Edit.ADDED, event.id, None, _event_part(event, now), text)
    yield from _order(pairing)


def _order(pairing: Pairing) -> Iterator[Change]:
    """The events that come elsewhere among the others: of one moment, the first happens first."""
    both = {new.id: (old, new) for old, new in pairing.events.both}
    before = [old.id for old in pairing.was.edition.quest.events]
    after = [*both]
    old_order = sorted(both, key=lambda id_: before.index(both[id_][0].id))
    for id_ in moved(old_order, after):
        at, was_at = after.index(id_), old_order.index(id_)
        passed = {*old_order[was_at + 1 :]} & {*after[:at]}
        word = "after" if passed else "before"
        passed = passed or {*old_order[:was_at]} & {*after[at + 1 :]}
        other = min(passed, key=lambda own: abs(after.index(own) - at))
        name, told = pairing.now.event(both[id_][1]), pairing.now.event(both[other][1])
        text = f"{name} now comes {word} {told} where both come true at once"
        yield change(Subject.EVENT, Edit.ORDER, id_, was_at + 1, at + 1, text)


def _event_part(event: Event, words: EditionWording) -> Json:
    return {
        "condition": words.condition(event.condition),
        "effects": [*map(words.effect, event.effects)],
        "repeats": event.repeats,
    }


def _event(old: Event, new: Event, pairing: Pairing) -> Iterator[Change]:
    """The changes of an event apart from its effects."""
    was, now, id_ = pairing.was, pairing.now, new.id
    name = now.event(new)
    if old.title != new.title:
        text = f"{was.event(old)} is called {name} now"
        text = text if new.title else f"“{old.title}” has no title now: it is {name}"
        yield change(Subject.EVENT, Edit.RENAMED, id_, old.title, new.title, text)
    elif old.id != id_ and (old.is_named or new.is_named):
        text = f"{name} goes by the name `{id_}` now, not by `{old.id}`"
        yield change(Subject.EVENT, Edit.RENAMED, id_, old.id, id_, text)
    if not pairing.same.condition(old.condition, new.condition):
        subject = name if new.title else "an event"
        text = f"{subject} happens {now.when(new)} now; before, {was.when(old)}"
        before, after = was.condition(old.condition), now.condition(new.condition)
        yield change(Subject.EVENT, Edit.CONDITION, id_, before, after, text)
    if old.repeats is not new.repeats:
        text = f"{name} happens {'each time' if new.repeats else 'only once'} now"
        yield change(Subject.EVENT, Edit.REPEATS, id_, old.repeats, new.repeats, text)


def _effects(old: Event, new: Event, pairing: Pairing) -> Iterator[Change]:
    """The changes of an event's effects, one by one, and of their order."""
    was, now, same = pairing.was, pairing.now, pairing.same
    name, id_ = now.event(new), new.id
    matching = Matching(unlocated(old.effects), unlocated(new.effects))
    matching.where(same.effect)
    kept = matching.pairs().both
    matching.where(same.target)
    effects = matching.pairs()
    for before, after in effects.both:
        if not same.effect(before, after):
            yield _effect(before, after, new, pairing)
    for effect in effects.gone:
        words = was.effect(effect)
        yield change(Subject.EVENT, Edit.EFFECT, id_, words, None, f"in {name} no longer: {words}")
    for effect in effects.new:
        words = now.effect(effect)
        yield change(Subject.EVENT, Edit.EFFECT, id_, None, words, f"in {name} now also: {words}")
    is_all_there = len(kept) == len(old.effects) == len(new.effects)
    if is_all_there and not same.each(old.effects, new.effects, same.effect):
        lists: tuple[Json, Json] = (
            [*map(was.effect, old.effects)],
            [*map(now.effect, new.effects)],
        )
        text = f"what happens in {name} comes in another order"
        yield change(Subject.EVENT, Edit.ORDER, id_, lists[0], lists[1], text)


def _effect(before: Effect, after: Effect, event: Event, pairing: Pairing) -> Change:
    """The change of an effect that has kept its target."""
    was, now = pairing.was, pairing.now
    name = now.event(event)
    if after.kind in (EffectKind.READ, EffectKind.NOTE):
        word = "text read aloud" if after.kind is EffectKind.READ else "note"
        text = f"the {word} in {name} was reworded"
        words = was.text(before.text), now.text(after.text)
        return change(Subject.EVENT, Edit.REWORDED, event.id, *words, text)
    old_words, new_words = was.effect(before), now.effect(after)
    text = f"in {name} now: {new_words}; before: {old_words}"
    return change(Subject.EVENT, Edit.EFFECT, event.id, old_words, new_words, text)


# -- actions ----------------------------------------------------------------------------


def tell_actions(pairing: Pairing) -> Iterator[Change]:
    """The changes of the actions of the quest."""
    was, now = pairing.was, pairing.now
    for old, new in pairing.actions.both:
        yield from _action(old, new, pairing)
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


def _at(action: Action, words: EditionWording) -> str:
    return words.place(action.place, action.cells)


def _asked(action: Action, words: EditionWording) -> str | None:
    return words.condition(action.condition) if action.condition is not None else None


def _when(action: Action, words: EditionWording) -> str:
    asked = _asked(action, words)
    return f"when {asked}" if asked is not None else "at any time"


def _action_part(action: Action, words: EditionWording) -> Json:
    return {
        "place": _at(action, words),
        "condition": _asked(action, words),
        "cost": action.cost,
        "by": [action.side] if action.side else list(action.by),
    }


def _by(action: Action, words: EditionWording) -> str:
    if action.side:
        return with_article(words.edition.system.sides[action.side].title)
    able = [kind.title for kind in words.quest.party if kind.word in action.by]
    return listed_in_words(able, "or") or f"all {words.edition.system.party.many}"


def _action(old: Action, new: Action, pairing: Pairing) -> Iterator[Change]:
    was, now, same = pairing.was, pairing.now, pairing.same
    name, id_ = f"“{new.title}”", new.id
    if old.title != new.title:
        text = f"“{old.title}” is called {name} now"
        yield change(Subject.ACTION, Edit.RENAMED, id_, old.title, new.title, text)
    elif old.id != id_:
        text = f"{name} goes by the name `{id_}` now, not by `{old.id}`"
        yield change(Subject.ACTION, Edit.RENAMED, id_, old.id, id_, text)
    if not same.place(old.place, old.cells, new.place, new.cells):
        before, after = _at(old, was), _at(new, now)
        text = f"{name} is done {after} now, not {before}"
        yield change(Subject.ACTION, Edit.MOVED, id_, before, after, text)
    if not _asks_alike(old, new, pairing):
        text = f"{name} can be done {_when(new, now)} now; before, {_when(old, was)}"
        condition, new_condition = _asked(old, was), _asked(new, now)
        yield change(Subject.ACTION, Edit.CONDITION, id_, condition, new_condition, text)
    if (old.side, {*old.by}) != (new.side, {*new.by}):
        before, after = _by(old, was), _by(new, now)
        text = f"{name} is done by {after} now, not by {before}"
        yield change(Subject.ACTION, Edit.BY, id_, list(old.by), list(new.by), text)
    if old.cost != new.cost:
        actions = f"{new.cost} action{'s' * (new.cost != 1)}"
        text = f"{name} costs {actions} now, not {old.cost}"
        yield change(Subject.ACTION, Edit.COST, id_, old.cost, new.cost, text)


def _asks_alike(old: Action, new: Action, pairing: Pairing) -> bool:
    if old.condition is None or new.condition is None:
        return old.condition is new.condition
    return pairing.same.condition(old.condition, new.condition)


# -- victory ----------------------------------------------------------------------------


def tell_victories(pairing: Pairing) -> Iterator[Change]:
    """The changes of how each side wins."""
    was, now, same = pairing.was, pairing.now, pairing.same

    def is_kept(old: Victory, new: Victory) -> bool:
        return old.side == new.side and same.condition(old.condition, new.condition)

    def is_heir(old: Victory, new: Victory) -> bool:
        return old.side == new.side and old.is_default is new.is_default

    matching = Matching(unlocated(was.quest.victories), unlocated(now.quest.victories))
    matching.where(is_kept)
    matching.where(is_heir)
    victories = matching.pairs()
    for old, new in victories.both:
        yield from _victory(old, new, pairing)
    for victory in victories.gone:
        when = was.condition(victory.condition)
        text = f"{_wins(victory, was)} no longer when {when}"
        yield change(Subject.VICTORY, Edit.REMOVED, victory.side, when, None, text)
    for victory in victories.new:
        when = now.condition(victory.condition)
        text = f"{_wins(victory, now)} now also when {when}"
        yield change(Subject.VICTORY, Edit.ADDED, victory.side, None, when, text)


def _victory(old: Victory, new: Victory, pairing: Pairing) -> Iterator[Change]:
    was, now = pairing.was, pairing.now
    wins = _wins(new, now)
    if not pairing.same.condition(old.condition, new.condition):
        before, after = was.condition(old.condition), now.condition(new.condition)
        text = f"{wins} when {after} now; before, when {before}"
        yield change(Subject.VICTORY, Edit.CONDITION, new.side, before, after, text)
    if old.degree != new.degree:
        text = (
            f"{wins} by another degree: {new.degree or 'none'} now, {old.degree or 'none'} before"
        )
        yield change(Subject.VICTORY, Edit.CONDITION, new.side, old.degree, new.degree, text)
    if old.is_told is not new.is_told:
        text = f"the players {'know now' if new.is_told else 'no longer know'} how {wins}"
        yield change(Subject.VICTORY, Edit.TOLD, new.side, old.is_told, new.is_told, text)
    if old.title != new.title:
        text = f"the description of how {wins} was reworded"
        yield change(Subject.VICTORY, Edit.REWORDED, new.side, old.title, new.title, text)


def _wins(victory: Victory, words: EditionWording) -> str:
    sentence = of_side(words.edition.system.sides[victory.side], *WINS)
    return sentence[:1].lower() + sentence[1:]
