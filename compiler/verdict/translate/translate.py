"""Translate a quest into one planning task."""

from __future__ import annotations

from functools import partial

from questwright.compiler.language import message, say
from questwright.compiler.model.conditions import (
    Every,
    Fact,
    FactKind,
    Not,
    alternatives,
    rounds_named,
)
from questwright.compiler.model.lowering import words_set
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.round_words import round_words
from questwright.compiler.model.spells import casters_of
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.lanes import needed_lanes
from questwright.compiler.verdict.task.need import (
    Carried,
    Either,
    Has,
    facts_asked,
    leaves,
    negated,
)
from questwright.compiler.verdict.task.task import (
    DeedSort,
    Ending,
    FactSort,
    Happening,
    Limit,
    Task,
)
from questwright.compiler.verdict.translate.asking import (
    come_anew,
    from_round,
    need_of,
    need_to_win,
)
from questwright.compiler.verdict.translate.attacks import Attacks
from questwright.compiler.verdict.translate.builder import About, Builder, done_on
from questwright.compiler.verdict.translate.deeds import add_deeds, befall, roam
from questwright.compiler.verdict.translate.effects import begun_with, changes
from questwright.compiler.verdict.translate.floor import Floor
from questwright.compiler.verdict.translate.lanes import Lanes, lanes_of
from questwright.compiler.verdict.translate.links import link_places
from questwright.compiler.verdict.translate.opening import (
    launch_crossings,
    open_containers,
    open_gates,
)
from questwright.compiler.verdict.translate.places import (
    come_in,
    find_places,
    leave_open_passing,
)
from questwright.compiler.verdict.translate.readings import readings
from questwright.compiler.verdict.translate.travels import leave_open_bridges, leave_open_travels
from questwright.compiler.verdict.translate.vessels import row_vessels
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.phrases import WINS, of_side
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Event as QuestEvent
    from questwright.compiler.model.quest import Quest, Victory
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Facts, Need
    from questwright.dsl.source import Span

_BEATABLE = message("figures in the way can be beaten")
_LUCK = message("dice and cards fall well enough once")
_PATIENCE = message("the party may wait and regroup")
_NO_SPELLS = message("nobody casts a spell")
_SPELLS = message("the spells of the line come off, and no others are cast")
_LARGE = message("members who cover several cells are in nobody's way on all of them but one")
_NOT_HELD = message("nobody is held up in front of a figure")
_LIT = message("whoever carries the light goes along, and nobody is lost in the dark")
_LAST = {"<": -1, "<=": 0, "=": 0}
_DENIED = {">": 0, ">=": -1}


class Translation(NamedTuple):
    """A quest as a task, with its cells; and the quest and the game that it comes from."""

    task: Task
    floor: Floor
    quest: Quest
    system: System
    finest: Callable[[], Translation]
    """The same with all lanes told apart, those too from which one comes to where all pass."""

    def changed(self, change: Callable[[Task], Task]) -> Translation:
        """The quest as another task, whether or not its lanes are told apart."""
        finest = self.finest
        return self._replace(task=change(self.task), finest=lambda: finest().changed(change))


def translation(quest: Quest, system: System, *, is_finest: bool = False) -> Translation:
    """The task that a quest sets its party, with the cells that members walk over.

    If it ``is_finest`` all lanes are told apart, otherwise those in which it matters who stands
    before whom.
    """
    to = Builder(quest, system)
    lanes = lanes_of(to.ground, is_finest=is_finest)
    if not is_finest and any(lanes):
        # No attack takes anything away, so it makes no difference to that; nor do steps elsewhere.
        task = _translated(lanes, Builder(quest, system), is_for_lanes=True).task
        lanes = lanes.within(task.cells_of(needed_lanes(task)))
    return _translated(lanes, to, is_finest=is_finest)


def _translated(
    lanes: Lanes, to: Builder, *, is_for_lanes: bool = False, is_finest: bool = False
) -> Translation:
    quest, system = to.quest, to.system
    find_places(lanes, to)
    come_in(to)
    leave_open_passing(to)
    open_gates(to)
    open_containers(to)
    launch_crossings(to)
    row_vessels(to)
    floor = Floor(to)
    link_places(floor, to, lanes.cells | lanes.changing if is_for_lanes else -1)
    add_deeds(None if is_for_lanes else Attacks(to, floor.sights), to)
    for event in quest.events:
        _happen(event, to)
    leave_open_travels(to)
    leave_open_bridges(to)
    before = begun_with(quest.before, to)
    to.given = to.given & ~before.removes | before.adds
    victories = _victories(to)
    come_anew(to)
    befall(to)
    roam(to)
    _wait(to)
    party = to.ground.members
    absent = tuple(1 << to.fallen(word).fact if to.asks_for(word) else 0 for word in party)
    fallen = tuple(a if word in to.leaving else 0 for a, word in zip(absent, party, strict=True))
    task = Task(
        tuple(to.places),
        tuple(to.links),
        tuple(to.facts),
        to.given,
        tuple(to.deeds),
        tuple(to.events),
        tuple(to.sights),
        victories,
        len(quest.party),
        tuple(to.begins),
        fallen,
        limit=to.limit,
        gifts=before.gifts,
        unjudged=tuple(dict.fromkeys(to.unjudged)),
        is_finest=is_finest,
        friends_block=system.grid.friends_block,
        absent=absent,
    )
    asked = (leaf for need in task.asked() for leaf in leaves(need))
    carried = union(1 << leaf.fact for leaf in asked if isinstance(leaf, Carried))
    carried |= union(deed.carries for deed in task.deeds) | task.borne
    assumptions = (*_assumptions(quest, system), *readings(task))
    bound = union(to.bit(FactSort.HAVE, item) for item in quest.items if item.is_bound)
    task = task._replace(carried=carried, bound=bound & carried, assumptions=assumptions)
    finest = partial(translation, quest, system, is_finest=True)
    return Translation(task, floor, quest, system, finest)


def _assumptions(quest: Quest, system: System) -> tuple[str, ...]:
    found: tuple[str, ...] = (_LUCK, _BEATABLE, _PATIENCE)
    figures = quest.things_of(Category.FIGURE)
    has_foes = any(figure.kind.side != system.party.word for figure in figures)
    if system.grid.front_holds and has_foes:
        found = (*found, _NOT_HELD)
    if len(quest.party) > 1 and any(kind.footprint != (1, 1) or kind.base for kind in quest.party):
        found = (*found, _LARGE)
    uncounted = system.texts.get("uncounted", "")
    if uncounted and (has_foes or any(True for _ in quest.locked())):
        found = (*found, uncounted)
    words = words_set(quest)
    for setting in system.settings.values():
        rules = (setting.titles[word] for word in setting.uncounted if word in words)
        told = (
            say("the proof does not count the optional rule {rule}", rule=rule) for rule in rules
        )
        found = (*found, *told)
    if casters_of(quest, system):
        cast = any(crossing.cast for crossing in quest.board.crossings)
        found = (*found, _SPELLS if cast else _NO_SPELLS)
    light = system.party.light
    if light is not None and len(quest.party) > 1 and len(quest.board.areas) > light.areas + 1:
        found = (*found, _LIT)
    return found


def _happen(event: QuestEvent, to: Builder) -> None:
    title = event.title or say_condition(event.condition, to.quest, to.system)
    about = About(event.id, title, event.origin)
    happened = to.bit(FactSort.HAPPENED, about)
    live = to.bit(FactSort.LIVE, about) if event.repeats else 0
    change = changes(event.effects, to)
    need = need_of(event.condition, to)
    told = f"{title}: {', '.join(change.words)}" if change.words else title
    to.events.append(
        Happening(
            event.id,
            told[:1].upper() + told[1:],
            need,
            change.adds | happened | live,
            change.removes,
            change.cells,
            event.origin,
            happened,
            live,
            change.gifts,
        )
    )


def _wait(to: Builder) -> None:
    """Rounds come one after the other: of those that anything asks for, none is left out.

    To an event that repeats, a round that its condition names is a new moment.
    """
    before = 0
    repeating = [
        (rounds_named(event.condition), happening.live)
        for event, happening in zip(to.quest.events, to.events, strict=True)
        if happening.live
    ]
    for number, origin in sorted(to.rounds.items()):
        if to.limit is None or number <= to.limit.last:
            words = round_words(to.system.turns)
            about = About(str(number), f"{words['round']} {number}", origin)
            came = to.bit(FactSort.LATER, about)
            wait = say("Wait until {round} {number}", number=number, **words)
            deed = done_on(0, DeedSort.WAIT, about, wait, came)
            anew = union(live for named, live in repeating if number in named)
            needs = from_round(before, origin, to)
            to.deeds.append(deed._replace(needs=needs, removes=anew))
            before = number


# -- victories --------------------------------------------------------------------------------


def _victories(to: Builder) -> tuple[Ending, ...]:
    """The ways in which play ends, the party's own first."""
    party = to.system.party.word
    own: list[Ending] = []
    others: list[Ending] = []
    numbered = [*enumerate(to.quest.victories)]
    for number, victory in sorted(numbered, key=lambda own: own[1].is_default):
        if victory.side == party:
            ways = [in_time(way) for way in alternatives(victory.condition)]
            if not any(last for _, last in ways):
                ways = [in_time(victory.condition)]
            own += [_ending(condition, victory, number, last, to) for condition, last in ways]
            continue
        # Each alternative by itself: one of them may come by time alone.
        for condition in alternatives(victory.condition):
            if victory.is_default and not (to.befalling or to.roaming or _asks_rounds(condition)):
                # What becomes of figures is nothing to a quest that does not ask for it.
                continue
            others.append(_ending(condition, victory, number, 0, to))
    if not all(ending.last for ending in own):
        # One without a last round may still be lost when that of another is over.
        own = [_timed(ending, to) if ending.last else ending for ending in own]
    for effect in to.quest.every_effect():
        if effect.kind is EffectKind.END:
            is_own = effect.target == party
            sort = FactSort.WON if is_own else FactSort.LOST
            title = of_side(to.system.sides[effect.target], *WINS)
            has = to.has(sort, About("", title, effect.origin))
            side = own if is_own else others
            if not any(known.number < 0 for known in side):
                side.append(Ending(has, is_own, title, effect.origin))
    if (limited := to.system.turn_limit(to.quest.settings)) is not None:
        _limit(limited[0], to.quest.said_at(limited[1].word), to)
    return (*own, *_in_time(own, others, to))


def _ending(condition: Condition, victory: Victory, number: int, last: int, to: Builder) -> Ending:
    is_own = victory.side == to.system.party.word
    need = need_to_win(condition, to) if is_own else need_of(condition, to)
    return Ending(need, is_own, victory.title, victory.origin, number, last)


def _timed(ending: Ending, to: Builder) -> Ending:
    return ending._replace(until=negated(from_round(ending.last + 1, ending.origin, to)))


def in_time(condition: Condition) -> tuple[Condition, int]:
    """A condition without the round that it names as the last, and that round; 0 if it has none.

    That it is a round alone is still asked: it may be missed.
    """
    parts = [*_asked(condition)]
    lasts = [last_round(part) for part in parts]
    found = [last for last in lasts if last is not None]
    if not found or min(found) < 1:
        # No round is before the first: that never holds.
        return condition, 0
    both = zip(parts, lasts, strict=True)
    kept = tuple(part for part, last in both if last is None or _is_alone(part))
    return Every(kept, condition.origin), min(found)


def _is_alone(condition: Condition) -> bool:
    """Whether a condition holds in one round alone."""
    return isinstance(condition, Fact) and condition.comparison == "="


def _asked(condition: Condition) -> Iterator[Condition]:
    """The parts of a condition of which each has to hold, however they are put in brackets."""
    for part in condition.parts if isinstance(condition, Every) else ():
        yield from _asked(part)
    if not isinstance(condition, Every):
        yield condition


def _in_time(own: Sequence[Ending], others: Sequence[Ending], to: Builder) -> list[Ending]:
    """The victories of another side but those that come by time alone: the party is done before.

    That is so where nothing by which the party wins comes about in the same moment.
    """
    wanted, grown = 0, -1
    while grown != wanted:
        grown = wanted
        helping = (event.needs for event in to.events if (event.adds | event.removes) & wanted)
        for need in (*(ending.needs for ending in own), *helping):
            wanted |= facts_asked(need)
    lost = 1 << to.numbers.get((FactSort.LOST, ""), len(to.facts))
    kept = [end for end in others if not _is_by_time(end.needs, end.origin, wanted, to)]
    for number, event in enumerate(to.events):
        ways = event.needs.parts if isinstance(event.needs, Either) else (event.needs,)
        timely = [_is_by_time(way, event.origin, wanted, to) for way in ways if event.adds & lost]
        if timely and all(timely):
            to.events[number] = event._replace(adds=event.adds & ~lost)
    return kept


def _asks_rounds(condition: Condition) -> bool:
    """Whether a condition speaks of nothing but rounds."""
    return isinstance(condition, Fact) and condition.kind is FactKind.ROUND


def _is_by_time(need: Need, origin: Span, wanted: Facts, to: Builder) -> bool:
    """Whether a loss comes by time alone; then the round before is the last one."""
    if not isinstance(need, Has) or to.facts[need.fact].sort is not FactSort.LATER:
        return False
    if not wanted >> need.fact & 1:
        _limit(int(to.facts[need.fact].id) - 1, origin, to)
    return not wanted >> need.fact & 1


def _limit(last: int, origin: Span, to: Builder) -> None:
    if to.limit is None or last < to.limit.last:
        to.limit = Limit(last, origin)


def last_round(condition: Condition) -> int | None:
    """The last round in which a condition holds; None where it does not speak of one."""
    fact = condition.part if isinstance(condition, Not) else condition
    if not isinstance(fact, Fact) or fact.kind is not FactKind.ROUND:
        return None
    shift = (_DENIED if isinstance(condition, Not) else _LAST).get(fact.comparison)
    return None if shift is None else fact.number + shift
