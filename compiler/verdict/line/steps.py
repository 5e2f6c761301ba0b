"""A told line as the steps of a verdict."""

from __future__ import annotations

from questwright.compiler.english import in_sentence, listed_in_words, with_article
from questwright.compiler.geometry.crossings import time_in_words
from questwright.compiler.language import message, say
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.verdict import Step
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.line import each_step, going_along
from questwright.compiler.verdict.task.need import asked_places
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.coming import waves_of
from questwright.compiler.verdict.translate.effects import gained
from questwright.compiler.wording.phrases import count_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Happening, Task
    from questwright.compiler.verdict.translate.translate import Translation


def steps_of(
    told: Sequence[Told], translated: Translation, earliest: Sequence[int] | None = None
) -> tuple[Step, ...]:
    """The steps of a line; ``earliest`` has for a deed the round before which it cannot be done."""
    task, quest, system = translated.task, translated.quest, translated.system
    along = [*going_along(told, quest)]
    waves = waves_of(told, task, quest, system)
    found = []
    for number, (step, cells) in enumerate(each_step(told)):
        before = cells.get(step.who, -1)
        together = dict.fromkeys(_together(step, cells, task), step.deed)
        whole = step._replace(joined=tuple({**together, **dict(step.joined)}.items()))
        made = _step(whole, before, task, quest, system, earliest)
        if beaten := waves.get(number):
            figures = listed_in_words([count_in_words(own.number, own.kind) for own in beaten])
            text = say("{event}, and the party beats {figures}", event=made.text, figures=figures)
            made = made._replace(text=text)
        if along[number]:
            made = made._replace(text=_along(step, quest))
        elif step.portals:
            made = made._replace(text=_led(step, quest))
        found.append(made)
    return tuple(found)


def _together(told: Told, cells: Mapping[int, Cell], task: Task) -> list[int]:
    """Those who have to attack with whoever does, for none of them is strong enough alone."""
    if told.deed < 0 or not task.deeds[told.deed].is_fight:
        return []
    for at in asked_places(task.deeds[told.deed].needs):
        beside = task.cells_of(at.places)
        group = [n for n in each_number(at.who) if n in cells and beside >> cells[n] & 1]
        if told.who in group and len(group) >= at.least:
            return [member for member in group if member != told.who]
    return []


def _step(
    told: Told,
    before: Cell,
    task: Task,
    quest: Quest,
    system: System,
    earliest: Sequence[int] | None,
) -> Step:
    who = quest.party[told.who] if told.who >= 0 else None
    if told.event >= 0:
        event = task.events[told.event]
        target = "" if " " in event.id else event.id
        title = _received(told, event, task, quest)
        return Step(title, "event", target, "", 0, event.cells, "", event.origin)
    if told.deed >= 0:
        step = _deed(told, task, quest)
        # Of those who fight together each may do it in a way of its own.
        ways = (told.deed, *(way for _, way in told.joined))
        late = min(earliest[way] for way in ways) if earliest is not None else 0
        if who is None:
            return step._replace(earliest=late)
        others = [quest.party[member] for member, _ in told.joined]
        every = listed_in_words([kind.title for kind in (who, *others)])
        text = say("{who}: {deed}", who=every, deed=step.text)
        joined = tuple(kind.word for kind in others)
        return step._replace(text=text, earliest=late, who=who.word, others=joined)
    assert who is not None
    if told.sort is DeedSort.HAND:
        to, id_ = quest.party[told.to], task.facts[told.item].id
        item = next(item for item in quest.items if item.id == id_)
        text = say(
            "{who} hands {item} to {whom}",
            who=who.title,
            item=item_in_words(item),
            whom=in_sentence(to.title),
        )
        step = Step(text, "hand", item.id, "", 0, 0, "", item.origin)
        return step._replace(who=who.word, to=to.word)
    return _moved(told, before, task, quest, system)


def _received(told: Told, event: Happening, task: Task, quest: Quest) -> str:
    """What happens, with whoever has got what it gives."""
    title = event.title
    for fact, member in told.gets:
        named = next((own for own in quest.items if own.id == task.facts[fact].id), None)
        if named is not None:
            item = item_in_words(named)
            getting = gained([quest.party[member].title], item)
            title = title.replace(say("gain {item}", item=item), getting, 1)
    for gift, members in zip(event.gifts, told.gains, strict=False):
        able = [kind.title for n, kind in enumerate(quest.party) if gift.who >> n & 1]
        got = [quest.party[member].title for member in members]
        title = title.replace(gained(able, gift.title), gained(got, gift.title))
    if told.buried:
        form = message("{event}, and {who} is buried")
        if len(told.buried) > 1:
            form = message("{event}, and {who} are buried")
        buried = [in_sentence(quest.party[member].title) for member in told.buried]
        title = say(form, event=title, who=listed_in_words(buried))
    return title


def _there(cell: Cell, quest: Quest) -> str:
    board = quest.board
    number = board.area_at(cell)
    if number < 0:
        return board.name(cell)
    area = with_article(board.areas[number].title)
    return say("{cell} in {area}", cell=board.name(cell), area=area)


def _moved(told: Told, before: Cell, task: Task, quest: Quest, system: System) -> Step:
    """A member is set up, walks, jumps down or takes a crossing."""
    board, who = quest.board, quest.party[told.who]
    end, origin = told.path[-1], quest.origin
    there = _there(end, quest)
    if told.sort is DeedSort.BEGIN:
        text = say("{who} begins at {there}", who=who.title, there=there)
        has = [with_article(task.facts[item].title) for item in told.has]
        if has:
            form = message("{who} begins at {there} with {things}")
            text = say(form, who=who.title, there=there, things=listed_in_words(has))
    elif told.sort is DeedSort.JUMP:
        form = message("{who} jumps down from {cell} to {there}")
        text = say(form, who=who.title, cell=board.name(before), there=there)
        ends = (1 << end, 1 << before)
        tiers = (tier for cell in ends for tier in board.levels if tier.cells & cell)
        origin = next((tier.origin for tier in tiers), quest.origin)
    elif told.sort is DeedSort.CROSS:
        crossing = next(own for own in board.crossings if own.id == told.crossing)
        origin = crossing.origin
        form = message("{who} takes {crossing} to {there}")
        text = say(form, who=who.title, crossing=with_article(crossing.title), there=there)
        if told.rounds:
            text += f", {time_in_words(told.rounds, 0, system.turns)}"
    else:
        form = message("{who} walks to {there}")
        if told.is_clear:
            form = message("{who} steps clear to {there}")
        text = say(form, who=who.title, there=there)
    step = Step(text, str(told.sort), told.crossing, "", 0, 1 << end, "", origin)
    return step._replace(who=who.word, path=told.path)


def _led(told: Told, quest: Quest) -> str:
    """Who walks through portals, and where those are: nobody sees that way on the board."""
    portals = map(quest.thing, told.portals)
    form = message("{portal} at {cell}")
    named = [
        say(form, portal=with_article(own.title), cell=quest.board.name(own.cells[0]))
        for own in portals
    ]
    return say(
        "{who} walks through {portals} to {there}",
        who=quest.party[told.who].title,
        portals=listed_in_words(named),
        there=_there(told.path[-1], quest),
    )


def _along(told: Told, quest: Quest) -> str:
    """Who goes aboard a vessel that another rows."""
    crossing = next(own for own in quest.board.crossings if own.id == told.crossing)
    return say(
        "{who} goes along, aboard {crossing}, to {there}",
        who=quest.party[told.who].title,
        crossing=with_article(crossing.title),
        there=_there(told.path[-1], quest),
    )


def _deed(told: Told, task: Task, quest: Quest) -> Step:
    deed = task.deeds[told.deed]
    # No name has a space in it: only what stands before one is the name of something.
    target, _, more = deed.id.partition(" ")
    area, late, cells = "", 0, deed.cells
    if deed.sort in (DeedSort.BEFALL, DeedSort.RECOVER):
        return Step(deed.title, str(deed.sort), target, "", 0, 0, "", deed.origin, to=more)
    if deed.sort is DeedSort.EXPLORE:
        area = more.removeprefix("from ")
    elif deed.sort is DeedSort.WAIT:
        late, target = int(deed.id), ""
    elif deed.sort is DeedSort.CAST:
        # On the map is where it takes effect, and not wherever its caster may stand.
        made = next(own for own in quest.board.crossings if own.id == deed.id)
        cells = sum(1 << cell for cell in made.over) or made.cells
    elif more and deed.sort not in (DeedSort.PUSH, DeedSort.WOUND):
        target = ""
    title = deed.title
    finds = [deed.finds[n].title for n in told.finds if deed.finds[n].title]
    if finds:
        title = say("{deed} and take {things}", deed=title, things=_joined(finds))
    to = more if deed.sort in (DeedSort.PUSH, DeedSort.WOUND) else ""
    return Step(title, str(deed.sort), target, area, late, cells, "", deed.origin, to=to)


def _joined(words: Sequence[str]) -> str:
    """Words with nothing but *and* between them."""
    joined = words[0]
    for word in words[1:]:
        joined = say("{words} and {last}", words=joined, last=word)
    return joined
