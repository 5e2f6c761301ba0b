"""What members of the party may do, besides walking and going through gates."""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.language import say
from questwright.compiler.model.conditions import Every, Fact, FactKind
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.odds.best import is_driven_back
from questwright.compiler.packs.system.fights import Resort
from questwright.compiler.packs.system.system import Category, Recovery
from questwright.compiler.verdict.task.need import NOTHING, At, every, negated
from questwright.compiler.verdict.task.task import DeedSort, FactSort, Find
from questwright.compiler.verdict.translate.asking import beside, in_state, need_of, reaching
from questwright.compiler.verdict.translate.builder import About, done_on
from questwright.compiler.verdict.translate.effects import gain
from questwright.compiler.verdict.translate.pushes import add_pushes
from questwright.compiler.verdict.translate.searching import undisturbed
from questwright.compiler.verdict.translate.values import variants
from questwright.compiler.verdict.translate.wounds import ask_amounts, blows
from questwright.compiler.wording.phrases import thing_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Action, Item, Thing
    from questwright.compiler.packs.system.fights import Attack
    from questwright.compiler.verdict.task.need import Facts, Need
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.attacks import Attacks
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.dsl.source import Span


def add_deeds(attacks: Attacks | None, to: Builder) -> None:
    """All of them; attacks only if there are any."""
    ways = to.ground.ways.values()
    hidden = [way.gate for way in ways if way.is_hidden and not way.gate.is_open]
    for area in range(len(to.board.areas)):
        to.show(to.board.areas[area].cells, to.bit(FactSort.REVEALED, to.board.areas[area]))
        _search(area, hidden, to)
    ask_amounts(to)
    if attacks is not None:
        for thing in to.ground.foes:
            _defeat(thing, attacks, to)
    for thing in to.quest.things_of(Category.TRAP):
        if thing.id not in to.quest.absent and not thing.kind.placing.springs:
            _spring(thing, to)
    for item in to.quest.items:
        _pick_up(item, to)
    for action in to.quest.actions:
        _act(action, to)
    add_pushes(to)


def _search(number: int, hidden: list[Gate], to: Builder) -> None:
    area = to.board.areas[number]
    search = to.system.search
    if search is None:
        return
    first = hidden if search.passages_first else []
    before = (to.has(FactSort.FOUND, gate) for gate in first if number in gate.between)
    searched = to.bit(FactSort.SEARCHED, area)
    finds: list[Find] = []
    cells = 0
    for thing in to.quest.things_of(Category.CONTAINER):
        if thing.area == number and thing.lock is None:
            cells |= thing.mask
            finds.append(Find(to.bit(FactSort.SEARCHED, thing), _lost_with(thing, to), ""))
            finds += held_by(thing, to)
    title = say("{verb} {where}", verb=say(search.verb), where=with_article(area.title))
    deed = done_on(area.cells, DeedSort.SEARCH, area, title, searched)
    deed = deed._replace(cells=cells, needs=every(*before), finds=tuple(finds))
    for own in undisturbed(deed._replace(actions=search.action_cost), number, to):
        to.do(own)


def held_by(thing: Thing, to: Builder) -> list[Find]:
    """What a thing holds: nothing that was had before."""
    found = []
    for item in to.quest.items:
        if item.holder == thing.id:
            unless = _lost_with(thing, to) if thing.kind.category is Category.CONTAINER else 0
            if item.id in to.targets[EffectKind.GIVE] or thing.id in to.ground.raised:
                unless |= to.bit(FactSort.TAKEN, item)
            found.append(Find(gain(item, to), unless, item_in_words(item)))
    return found


def _lost_with(thing: Thing, to: Builder) -> Facts:
    """What takes a thing out of the quest, and what it holds with it."""
    return to.bit(FactSort.GONE, thing) if thing.id in to.ground.removed else 0


def _defeat(thing: Thing, attacks: Attacks, to: Builder) -> None:
    fights = to.system.fights
    if fights is not None and fights.clears and is_driven_back(thing.kind, fights):
        _drive_back(thing, attacks, to)
        return
    title = say("Defeat {whom}", whom=thing_in_words(thing))
    defeated = to.bit(FactSort.DEFEATED, thing)
    deed = done_on(thing.mask, DeedSort.DEFEAT, thing, title, defeated)
    there: Need = NOTHING
    if thing.id in to.ground.raised:
        deed = deed._replace(adds=defeated | 1 << to.down(thing).fact)
    if len(to.ground.stations[thing.id]) > 1:
        there, deed = negated(to.down(thing)), deed._replace(once=deed.adds)
    deed = deed._replace(finds=tuple(held_by(thing, to)))
    for so, figure in variants(thing, to):
        for own in attacks.on(figure):
            needs = every(to.still_there(thing), there, so, own.access.need)
            way = deed._replace(stands=own.cells, needs=needs, who=own.access.who)
            way = way._replace(helped=own.helped, past=own.past)
            way = way._replace(shot=own.shot.word if own.shot is not None else "")
            for blow in blows(way, figure, to):
                to.do(blow if own.shot is None else _by(own.shot, blow))


def _drive_back(thing: Thing, attacks: Attacks, to: Builder) -> None:
    """Drive a figure out of the way: it is there no longer, and has not been beaten."""
    gone = to.bit(FactSort.GONE, thing)
    if thing.id in to.ground.raised:
        gone |= 1 << to.down(thing).fact
    title = say("Drive back {whom}", whom=thing_in_words(thing))
    deed = done_on(thing.mask, DeedSort.DEFEAT, thing, title, gone)
    for own in attacks.on(thing):
        needs = every(to.still_there(thing), own.access.need)
        to.do(deed._replace(stands=own.cells, needs=needs, who=own.access.who, past=own.past))


def _by(attack: Attack, blow: Deed) -> Deed:
    """An attack along sight: what is no usual one is told."""
    if attack.resort is Resort.USUAL:
        return blow
    return blow._replace(title=say("{deed} by {attack}", deed=blow.title, attack=attack.title))


def _spring(thing: Thing, to: Builder) -> None:
    title = say("Set off {what}", what=with_article(thing.title))
    sprung = to.bit(FactSort.SPRUNG, thing)
    deed = done_on(thing.mask, DeedSort.SPRING, thing, title, sprung)
    to.do(deed._replace(needs=to.still_there(thing)))


def _pick_up(item: Item, to: Builder) -> None:
    thing = next((thing for thing in to.quest.things if thing.id == item.holder), None)
    if thing is not None and thing.kind.category in (Category.FIGURE, Category.CONTAINER):
        return
    cells = thing.mask if thing is not None else (1 << item.cell if item.cell >= 0 else 0)
    if not cells:
        return
    title = say("Take {what}", what=item_in_words(item))
    deed = done_on(cells, DeedSort.PICK_UP, item, title, gain(item, to))
    _do_at(deed._replace(once=to.bit(FactSort.TAKEN, item)), to)


def _act(action: Action, to: Builder) -> None:
    needs = need_of(action.condition, to) if action.condition is not None else NOTHING
    done = to.bit(FactSort.DONE, action)
    deed = done_on(action.cells, DeedSort.ACT, action, action.title, done)
    if action.side:
        # Nobody of the party decides it: it may be done at any moment, once, or never.
        side = with_article(to.system.sides[action.side].title)
        who = f"{side[:1].upper()}{side[1:]}"
        title = say("{who}: {deed}", who=who, deed=action.title)
        deed = done_on(0, DeedSort.ACT, action, title, done)
        to.deeds.append(deed._replace(needs=needs, once=done, who=0, is_fate=True))
        return
    access = to.ground.only(action.by, f"does “{action.title}”", action.origin)
    needs = every(needs, access.need)
    deed = deed._replace(needs=needs, who=access.who, actions=action.cost)
    figure = to.quest.followed(action)
    done_to = [thing for thing in to.quest.things if thing.id == action.target]
    if figure is None and done_to and not _only_goes_by(action, done_to[0], to):
        # Nothing is done to what an event has taken away.
        needs = every(needs, to.still_there(done_to[0]))
        deed = deed._replace(needs=needs)
    if figure is None and not action.is_beside:
        _do_at(deed, to)
        return
    ways = [(action.cells, needs)]
    if figure is not None:
        # As an attack on it: from beside where it stands, while it is there.
        stations = to.ground.stations.get(figure.id, (figure,))
        ways = [(own.mask, every(needs, negated(to.beaten(own)))) for own in stations]
    for cells, need in ways:
        for stands, opened in beside(cells, to):
            to.do(deed._replace(cells=cells, stands=stands, needs=every(need, opened)))


def _only_goes_by(action: Action, thing: Thing, to: Builder) -> bool:
    """Whether a thing is taken away by nothing that has not asked for an action at it."""
    if any(thing in to.ground.taken_away(effect) for effect in to.quest.before):
        return False
    for event in to.quest.events:
        if any(thing in to.ground.taken_away(effect) for effect in event.effects):
            condition = event.condition
            parts = condition.parts if isinstance(condition, Every) else (condition,)
            facts = (part for part in parts if isinstance(part, Fact))
            if not any(f.kind is FactKind.DONE and action.id in f.subjects for f in facts):
                return False
    return True


def _do_at(deed: Deed, to: Builder) -> None:
    """Do a deed on its cells, or from beside them."""
    for cells, need in reaching(deed.cells, to):
        to.do(deed._replace(needs=every(deed.needs, need), stands=cells))


# -- what nobody of the party decides ------------------------------------------------------


def befall(to: Builder) -> None:
    """What may become of figures at any moment or never: of that which anything asks for.

    Who has so much of something has less of it as well.
    """
    alike: dict[tuple[str, str], dict[int, int]] = {}
    for (id_, word, least), origin in [*to.befalling.items()]:
        alike.setdefault((id_, word), {})[least] = in_state(id_, word, origin, to, least).fact
    for (id_, word, least), origin in to.befalling.items():
        state, facts = to.system.states[word], alike[id_, word]
        comes = in_state(id_, word, origin, to, least)
        title = to.facts[comes.fact].title
        about = About(to.facts[comes.fact].id, title, origin)
        fewer = sum(1 << fact for number, fact in facts.items() if number <= least)
        fact = sum(1 << fact for number, fact in facts.items() if number >= least)
        deed = done_on(0, DeedSort.BEFALL, about, title, fewer)
        needs = every(to.in_play(id_), _has_come(id_, origin, to))
        to.deeds.append(deed._replace(needs=needs, who=0, is_fate=True))
        if state.passes is not Recovery.NEVER:
            told = f"{title.removesuffix(state.title)}no longer {state.title}"
            if least:
                told = title.replace("has at least", "no longer has")
            deed = done_on(0, DeedSort.RECOVER, about, told, 0)
            needs = every(comes, to.in_play(id_))
            is_fate = state.passes is Recovery.PERHAPS
            to.deeds.append(deed._replace(needs=needs, removes=fact, who=0, is_fate=is_fate))


def roam(to: Builder) -> None:
    """Where figures of other sides may come at any moment, and go again, of what is asked for."""
    for about, left in to.roaming.values():
        there = to.has(FactSort.STATE, about)
        come = done_on(0, DeedSort.BEFALL, about, about.title, 1 << there.fact)
        to.deeds.append(come._replace(needs=left, who=0, is_fate=True))
        told = f"{about.title}, no longer"
        gone = done_on(0, DeedSort.RECOVER, about, told, 0)
        to.deeds.append(gone._replace(needs=there, removes=1 << there.fact, who=0, is_fate=True))


def _has_come(id_: str, origin: Span, to: Builder) -> Need:
    """That a figure has come into play: who waits off the board comes to no harm."""
    who = to.ground.members.get(id_, 0)
    if not who or not to.outside:
        return NOTHING
    inside = (1 << len(to.places)) - 1 & ~to.outside
    return At(inside, 1, who, "on the board", origin, is_away=True)
