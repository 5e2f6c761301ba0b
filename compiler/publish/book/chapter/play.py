"""Compose what happens in a quest: events, actions, special rules, and how each side wins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.analysis.needs import cards_set_aside
from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.special import granted_specials
from questwright.compiler.language import message, say, say_as, say_many
from questwright.compiler.model.conditions import Fact, FactKind, Quantity, Some, facts_of
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import drawn_deck
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.book.chapter.fighters import brought
from questwright.compiler.publish.book.desk.runs import listed_runs, split_title
from questwright.compiler.publish.book.view.book import ActionView, EventView
from questwright.compiler.publish.book.view.map import Tone
from questwright.compiler.publish.book.view.tables import RuleView, VictoryView
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run, prose, said
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.effects import say_effect
from questwright.compiler.wording.phrases import done_at_hidden, thing_in_words
from questwright.compiler.wording.pushes import pushers_in_words, pushing_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Action, Effect, Event, Quest, Thing, Victory
    from questwright.compiler.packs.system.system import Side
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.text import Line, Prose

_TOLD = (EffectKind.READ, EffectKind.NOTE)


# -- events and actions -----------------------------------------------------------------


def events_of(pieces: Pieces) -> tuple[EventView, ...]:
    """The events, without those that areas read out and those that only clear a thing away."""
    desk = pieces.desk
    elsewhere = desk.events.read_in_area.keys() | desk.clearings
    return tuple(_event(pieces, event) for event in desk.quest.events if event.id not in elsewhere)


def _event(pieces: Pieces, event: Event) -> EventView:
    desk = pieces.desk
    trigger: Line = ()
    if event.title:
        trigger = desk.generated.words(f"{desk.trigger(event)}.")
    return EventView(
        slug=event.id,
        title=desk.event_title(event),
        trigger=trigger,
        read_aloud=_texts(desk, event, EffectKind.READ),
        effects=tuple(_effects(desk, event)),
        notes=_texts(desk, event, EffectKind.NOTE),
        once=not event.repeats,
        fighters=brought(pieces, event.effects),
    )


def _texts(desk: Desk, event: Event, kind: EffectKind) -> Prose:
    return tuple(
        block
        for effect in event.effects
        if effect.kind is kind
        for block in desk.prose(effect.text)
    )


def _effects(desk: Desk, event: Event) -> Iterator[Line]:
    for effect in event.effects:
        if effect.kind in _TOLD:
            continue
        told = f"{say_effect(effect, desk.quest, desk.system)}."
        yield desk.generated.words(told) + _aside(desk, effect)


def _aside(desk: Desk, effect: Effect) -> Line:
    """The place of the gate that an effect changes; empty for other effects."""
    if effect.kind in (EffectKind.OPEN, EffectKind.UNLOCK, EffectKind.CLOSE, EffectKind.REVEAL):
        gate = next((gate for gate in desk.board.gates if gate.id == effect.target), None)
        if gate is not None:
            place = desk.board.gate_places(gate)[0]
            return (Run(" " + say("It is at {place}.", place=place)),)
    return ()


def actions_of(desk: Desk) -> tuple[ActionView, ...]:
    """The actions of the quest, and to push what is pushed.

    Clearing is printed once for each kind of thing.
    """
    actions = (
        _action(desk, action)
        for action in desk.quest.actions
        if desk.clearings.get(action.id, action.id) == action.id
    )
    return (*actions, *(_push(desk, thing) for thing in desk.quest.things if thing.pushers))


def _is_enough(condition: Condition, id_: str) -> bool:
    """Whether a condition asks for nothing besides what is done to, or by, this id."""
    if isinstance(condition, Fact):
        return condition.subjects == (id_,) or (
            condition.quantity is Quantity.ANY and id_ in condition.subjects
        )
    return isinstance(condition, Some) and any(_is_enough(part, id_) for part in condition.parts)


def _push(desk: Desk, thing: Thing) -> ActionView:
    form = message("beside {thing}, wherever it stands ({cells} on the map)")
    return ActionView(
        slug=f"push-{thing.id}",
        title=say("Push {thing}", thing=thing_in_words(thing)),
        who=pushers_in_words(thing, desk.quest, desk.system),
        where=say(form, thing=thing.title, cells=desk.cells(thing.mask)),
        cost=say_many("{count} action", "{count} actions", 1),
        text=(Paragraph((Run(pushing_in_words(desk.system)),)),),
    )


def _where(desk: Desk, action: Action, target: Thing | None) -> str:
    """Where an action is done; where a hidden thing is, is not told."""
    if target is not None and action.id in desk.clearings:
        is_beside = target.blocks or action.is_beside
        form = message("beside any {kind}" if is_beside else "at any {kind}")
        return say(form, kind=target.kind.title)
    if action.moving is not None:
        return done_at_hidden(action.moving, desk.quest)
    cells = desk.cells(action.cells)
    if target is None:
        return cells
    if desk.quest.followed(action) is not None:
        form = message("beside {thing}, wherever it stands ({cells} on the map)")
    else:
        form = message("beside {thing}, {cells}" if target.blocks else "at {thing}, on {cells}")
    return say(form, thing=target.title, cells=cells)


def _action(desk: Desk, action: Action) -> ActionView:
    target = desk.things.get(action.target)
    text: list[Paragraph] = []
    if action.condition is not None and action.id in desk.clearings:
        text.append(Paragraph((Run(say("Only once a search of its area has found it.")),)))
    elif action.condition is not None:
        condition = say_condition(action.condition, desk.quest, desk.system)
        text.append(
            Paragraph(desk.generated.words(say("Only while {condition}.", condition=condition)))
        )
    events = desk.events.triggered_by(action.id)
    certain = {event.id for event in events if _is_enough(event.condition, action.id)}
    links = [desk.link(event.id) for event in events if event.title and event.id in certain]
    perhaps = [desk.link(event.id) for event in events if event.title and event.id not in certain]
    if action.id in desk.clearings:
        blocked = target is not None and target.blocks
        then = "Then it is gone, and one may walk there." if blocked else "Then it is harmless."
        text.append(Paragraph((Run(say(message(then))),)))
        events = ()
    if links:
        text.append(Paragraph(tuple(said("Then: {events}.", events=listed_runs(links)))))
    if perhaps:
        form = message("Then look whether this happens: {events}.")
        text.append(Paragraph(tuple(said(form, events=listed_runs(perhaps, "or")))))
    for event in events:
        effects = tuple(run for effect in _effects(desk, event) for run in (*effect, Run(" ")))
        if not event.title and effects:
            head = say("Then") if event.id in certain else desk.trigger(event)
            text.append(Paragraph((desk.link(event.id, head), Run(": "), *effects[:-1])))
    cost = say_many("{count} action", "{count} actions", action.cost)
    is_counted = action.cost > desk.system.actions_per_turn
    if is_counted:
        cost = say("{cost}, of one or of several", cost=cost)
    return ActionView(
        slug=action.id,
        title=action.title,
        who=desk.system.sides[action.side].title
        if action.side
        else listed_in_words(
            [kind.title for kind in desk.quest.party if kind.word in action.by], "or"
        )
        or say_as(
            "who may act",
            "any {name}",
            name=desk.system.party.one_title,
            names=desk.system.party.many_title,
        ),
        where=_where(desk, action, target),
        cost=cost if action.cost else say("no action"),
        text=tuple(text),
        # What takes more than a turn is counted.
        boxes=action.cost if is_counted else 0,
    )


# -- rules ------------------------------------------------------------------------------


def rules_of(desk: Desk) -> tuple[RuleView, ...]:
    """The quest's own rules and gear, the options it uses, and reminders of rules of the game."""
    found: list[tuple[str, Prose]] = [rule for rule, _ in _own_rules(desk)]
    specials = tuple(
        titled(special.title, special.text) for special in granted_specials(desk.quest)
    )
    if specials:
        title = desk.pack.heading("specials")
        found.append((title, (ListBlock(specials),)))
    gear = _gear(desk)
    if gear:
        found.append((desk.pack.heading("gear"), (ListBlock(gear),)))
    options = options_of(desk)
    if options:
        title = desk.pack.heading("options")
        found.append((title, (ListBlock(options),)))
    reminders = reminders_of(desk)
    if reminders:
        found.append((desk.pack.heading("reminders"), (ListBlock(reminders),)))
    explored = desk.pack.heading("explored")
    if explored and desk.system.search is not None:
        labels = [desk.labels[number] for number in desk.order]
        boxes = (Run(f"{label}\u00a0", boxes=1) for label in labels)
        runs = (run for box in boxes for run in (box, Run("\u2003 ")))
        found.append((explored, (Paragraph((*runs,)[:-1]),)))
    taken = set(desk.anchors)
    views: list[RuleView] = []
    for number, (title, text) in enumerate(found, 1):
        slug = next(slug for slug in _slugs(number) if slug not in taken)
        taken.add(slug)
        views.append(RuleView(slug, title, text))
    return tuple(views)


def told_rules(desk: Desk) -> tuple[RuleView, ...]:
    """The quest's own rules that the players know when play begins."""
    told = (rule for rule, is_told in _own_rules(desk) if is_told)
    return tuple(RuleView(f"told-{n}", title, text) for n, (title, text) in enumerate(told, 1))


def _own_rules(desk: Desk) -> Iterator[tuple[tuple[str, Prose], bool]]:
    """The rules that the quest states, each with its title, and whether it is told."""
    rules = desk.passages("rule")
    for number, passage in enumerate(rules, 1):
        default = say("Special rule")
        if len(rules) > 1:
            default = say("Special rule {number}", number=number)
        yield split_title(desk.prose(passage.blocks), default), passage.is_told


def titled(title: str, text: str) -> Line:
    """A rule: its title, and what it says."""
    return (Run(f"{title}. ", term=True), Run(text))


def _slugs(number: int) -> Iterator[str]:
    stem = f"rule-{number}"
    while True:
        yield stem
        stem += "-x"


def _gear(desk: Desk) -> tuple[Line, ...]:
    deck = drawn_deck(desk.system)
    found = [
        (item.title, desk.system.printed(item.gear.group), item.gear.text)
        for item in desk.quest.items
        if item.gear is not None
    ]
    found += [
        (card.title, deck.title if deck is not None else "", card.text)
        for card, _ in cards_set_aside(desk.quest, desk.system)
        if not card.gear
    ]
    return tuple(
        (Run(title, term=True), Run(f" ({group}). {text}".rstrip()))
        for title, group, text in dict.fromkeys(found)
    )


def options_of(desk: Desk) -> tuple[Line, ...]:
    """The optional rules that a quest chooses, each with what it says."""
    lines: list[Line] = []
    for setting in desk.system.settings.values():
        if setting.role is not SettingRole.OPTIONS:
            continue
        value = desk.quest.settings.get(setting.word)
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str):
                title = Run(desk.pack.setting_word(setting.word, word), strong=True)
                lines.append(
                    (title, Run(f". {desk.pack.setting_word(setting.word, word, 'text')}"))
                )
    return tuple(lines)


def reminders_of(desk: Desk) -> tuple[Line, ...]:
    """The pack's reminders of the rules that this quest uses."""
    quest, system = desk.quest, desk.system
    used: dict[str, bool] = {
        "acting": any(action.id not in desk.clearings for action in quest.actions),
        "explore": system.search is not None,
        "locks": any(True for _ in quest.locked())
        or any(gate.kind.is_locked for gate in desk.board.gates),
        "traps": bool(quest.things_of(Category.TRAP)),
        "passages": any(gate.kind.form is GateForm.PASSAGE for gate in desk.board.gates),
        "furniture": bool(quest.things_of(Category.FURNITURE)),
        "portals": bool(quest.things_of(Category.PORTAL)),
        "spawn": bool(quest.things_of(Category.SPAWN_POINT)),
    }
    for word, setting in system.settings.items():
        # These settings are printed at the head of the quest.
        if setting.role not in (SettingRole.PARTY, SettingRole.OPPOSED):
            used[word] = used.get(word, False) or bool(quest.settings.get(word))
    broken = {lock.kind.word: lock.kind for _, lock in quest.locked() if lock.kind is not None}
    ground = {patch.kind.word: patch.kind for patch in desk.board.terrain}
    ways = {crossing.kind.word: crossing.kind for crossing in desk.board.crossings}
    texts = [(kind.title, kind.text) for kind in broken.values()]
    texts += [(kind.title, kind.text) for kind in ground.values()]
    texts += [(kind.title, kind.text) for kind in ways.values()]
    found = [titled(title, text) for title, text in texts if text]
    for key, is_used in used.items():
        text = desk.pack.text(key)
        if not is_used or not text:
            continue
        named = system.settings.get(key)
        title = desk.pack.text(f"{key}_title") or (named.title if named else key.capitalize())
        found.append(titled(title, text))
    return tuple(found)


# -- victory ----------------------------------------------------------------------------


def public_victories(desk: Desk, known: Quest) -> tuple[VictoryView, ...]:
    """How each side wins, the party first, by what is known of the quest; others are left out."""
    views = []
    for side in _sides(desk):
        conditions, is_graded = _conditions(desk, side, known.victories)
        if conditions:
            views.append(_wins(desk, side, conditions, is_graded=is_graded))
    return tuple(views)


def victory_of(desk: Desk) -> tuple[VictoryView, ...]:
    """How each side wins, the party first; sides without a victory are left out."""
    views = (_victory(desk, side) for side in _sides(desk))
    return tuple(view for view in views if view.conditions or view.read_aloud)


def _sides(desk: Desk) -> list[Side]:
    return sorted(desk.system.sides.values(), key=lambda side: not side.is_party)


def _victory(desk: Desk, side: Side) -> VictoryView:
    conditions, is_graded = _conditions(desk, side, desk.quest.victories)
    conditions += [
        tuple(said("the event {event} says so.", event=[desk.link(event.id)]))
        if event.title
        else desk.generated.words(f"{say_condition(event.condition, desk.quest, desk.system)}.")
        for event in desk.quest.events
        if any(
            effect.kind is EffectKind.END and effect.target == side.word for effect in event.effects
        )
    ]
    outro = desk.passages("outro") if side.is_party else ()
    read_aloud = tuple(block for passage in outro for block in desk.prose(passage.blocks))
    return replace(_wins(desk, side, conditions, is_graded=is_graded), read_aloud=read_aloud)


def _conditions(desk: Desk, side: Side, victories: Iterable[Victory]) -> tuple[list[Line], bool]:
    """The conditions by which a side wins, and whether they are of different degrees."""
    conditions: list[Line] = []
    is_graded = False
    for victory in victories:
        if victory.side != side.word:
            continue
        condition = say_condition(victory.condition, desk.quest, desk.system)
        if victory.is_default and victory.title:
            condition = victory.title
        runs = desk.generated.words(f"{condition}.")
        if victory.title and not victory.is_default:
            runs = (Run(victory.title, strong=True), Run(": "), *runs)
        if victory.degree:
            degree = desk.system.degrees[victory.degree].title
            runs = (Run(f"{degree}. ", emphasis=True), *runs)
            is_graded = True
        conditions.append(runs)
    return conditions, is_graded


def _is_said_of_all(desk: Desk, side: Side) -> bool:
    """Whether a side wins by what is so of all members, of whom some may be lost before."""
    members = {kind.word for kind in desk.quest.party}
    falls = FactKind.DEFEATED, FactKind.STATE
    found = [
        (victory.side == side.word, fact)
        for victory in desk.quest.victories
        for fact in facts_of(victory.condition)
        if len(members) > 1 and {*fact.subjects} and {*fact.subjects} <= members
    ]
    ends_with_one = any(
        not own and fact.kind in falls and fact.quantity is Quantity.ANY for own, fact in found
    )
    return not ends_with_one and any(
        own and fact.kind not in falls and fact.quantity is Quantity.ALL for own, fact in found
    )


def _wins(desk: Desk, side: Side, conditions: list[Line], *, is_graded: bool) -> VictoryView:
    introduction = say("At once when")
    if is_graded and len(conditions) > 1:
        introduction = say("At once when any of these is so, and by the best that is:")
    elif len(conditions) > 1:
        introduction = say("At once when any of these is so:")
    return VictoryView(
        side=side.title,
        conditions=tuple(conditions),
        introduction=introduction if conditions else "",
        note=say("“All” are all who are left.") if _is_said_of_all(desk, side) else "",
        tone=Tone.FRIEND if side.is_party else Tone.FOE,
    )


def closing_of(desk: Desk) -> Prose:
    """The rewards at the end of the quest."""
    rewards = [
        f"{setting.title}: {desk.quest.settings[word]}."
        for word, setting in desk.system.settings.items()
        if setting.role is SettingRole.REWARD_GOLD and desk.quest.settings.get(word)
    ]
    return prose(*rewards, desk.pack.text("rewards"))
