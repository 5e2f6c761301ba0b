"""What members of the party may do, besides walking and going through gates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.verdict.task.need import NOTHING, every
from questwright.compiler.verdict.task.task import DeedSort, FactSort, Find, Sight
from questwright.compiler.verdict.translate.asking import need_of, reaching
from questwright.compiler.verdict.translate.attacks import Attacks
from questwright.compiler.verdict.translate.builder import done_on
from questwright.compiler.verdict.translate.effects import gain
from questwright.compiler.wording.phrases import thing_in_words

if TYPE_CHECKING:
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Action, Item, Thing
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.builder import Builder


def add_deeds(to: Builder) -> None:
    """All of them."""
    hidden = [
        gate for gate in to.board.gates if gate.kind.form is GateForm.PASSAGE and not gate.is_open
    ]
    for area in range(len(to.board.areas)):
        _see(area, to)
        _search(area, hidden, to)
    attacks = Attacks(to)
    for thing in to.ground.foes:
        _defeat(thing, attacks, to)
    for thing in to.quest.things_of(Category.TRAP):
        if thing.id not in to.quest.absent:
            _spring(thing, to)
    for item in to.quest.items:
        _pick_up(item, to)
    for action in to.quest.actions:
        _act(action, to)


def _see(number: int, to: Builder) -> None:
    area = to.board.areas[number]
    where = to.places_of(area.cells)
    revealed = 1 << to.fact(FactSort.REVEALED, area.id, area.title, area.origin)
    begun = to.quest.begun
    spare = begun.bit_count() - sum(len(e.who) for e in to.quest.entries if e.round == 1)
    if (begun & area.cells).bit_count() > max(0, spare):
        to.given |= revealed
    elif where:
        to.sights.append(Sight(where, revealed))


def _search(number: int, hidden: list[Gate], to: Builder) -> None:
    area = to.board.areas[number]
    if to.system.search is None or not to.places_of(area.cells):
        return
    needs = [to.calm(number)]
    # A hidden passage is found before any treasure [DSO-C39].
    needs += [
        to.has(FactSort.FOUND, gate.id, f"{gate.title} found", gate.origin)
        for gate in hidden
        if number in gate.between
    ]
    searched = 1 << to.fact(FactSort.SEARCHED, area.id, f"{area.title} searched", area.origin)
    finds: list[Find] = []
    cells = 0
    for thing in to.quest.things_of(Category.CONTAINER):
        if thing.area == number:
            title = f"{thing.title} searched"
            emptied = 1 << to.fact(FactSort.SEARCHED, thing.id, title, thing.origin)
            cells |= thing.mask
            finds.append(Find(emptied, _lost_with(thing, to), ""))
            finds += _held_by(thing, to)
    title = f"Search {with_article(area.title)}"
    deed = done_on(area.cells, DeedSort.SEARCH, area.id, title, searched, area.origin)
    deed = deed._replace(cells=cells, needs=every(*needs), finds=tuple(finds))
    to.do(deed._replace(actions=to.system.search.action_cost))


def _held_by(thing: Thing, to: Builder) -> list[Find]:
    """What a thing holds: nothing that was had before."""
    found = []
    for item in to.quest.items:
        if item.holder == thing.id:
            unless = _lost_with(thing, to) if thing.kind.category is Category.CONTAINER else 0
            if item.id in to.targets[EffectKind.GIVE]:
                unless |= 1 << to.fact(FactSort.TAKEN, item.id, f"{item.title} taken", item.origin)
            found.append(Find(gain(item, to), unless, item.title))
    return found


def _lost_with(thing: Thing, to: Builder) -> Facts:
    """What takes a thing out of the quest, and what it holds with it."""
    if thing.id not in to.ground.removed:
        return 0
    return 1 << to.gone(thing.id, thing.title, thing.origin).fact


def _defeat(thing: Thing, attacks: Attacks, to: Builder) -> None:
    defeated = 1 << to.defeated(thing).fact
    title = f"Defeat {thing_in_words(thing)}"
    deed = done_on(thing.mask, DeedSort.DEFEAT, thing.id, title, defeated, thing.origin)
    deed = deed._replace(finds=tuple(_held_by(thing, to)))
    for cells, access, past in attacks.on(thing):
        needs = every(to.still_there(thing), access.need)
        to.do(deed._replace(stands=cells, needs=needs, who=access.who, past=past))


def _spring(thing: Thing, to: Builder) -> None:
    sprung = 1 << to.fact(FactSort.SPRUNG, thing.id, f"{thing.title} sprung", thing.origin)
    title = f"Set off {with_article(thing.title)}"
    deed = done_on(thing.mask, DeedSort.SPRING, thing.id, title, sprung, thing.origin)
    to.do(deed._replace(needs=to.still_there(thing)))


def _pick_up(item: Item, to: Builder) -> None:
    thing = next((thing for thing in to.quest.things if thing.id == item.holder), None)
    if thing is not None and thing.kind.category in (Category.FIGURE, Category.CONTAINER):
        return
    cells = thing.mask if thing is not None else (1 << item.cell if item.cell >= 0 else 0)
    if not cells:
        return
    title, origin = f"Take {with_article(item.title)}", item.origin
    taken = to.fact(FactSort.TAKEN, item.id, f"{item.title} taken", origin)
    deed = done_on(cells, DeedSort.PICK_UP, item.id, title, gain(item, to), origin)
    _do_at(deed._replace(once=1 << taken), to)


def _act(action: Action, to: Builder) -> None:
    needs = need_of(action.condition, to) if action.condition is not None else NOTHING
    id_, title, origin = action.id, action.title, action.origin
    done = 1 << to.fact(FactSort.DONE, id_, f"{title}: done", origin)
    deed = done_on(action.cells, DeedSort.ACT, id_, title, done, origin)
    _do_at(deed._replace(needs=needs, actions=action.cost), to)


def _do_at(deed: Deed, to: Builder) -> None:
    """Do a deed on its cells, or from beside them."""
    for cells, need in reaching(deed.cells, to):
        to.do(deed._replace(needs=every(deed.needs, need), stands=cells))
