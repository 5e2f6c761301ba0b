"""What conditions ask of the party, as needs."""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.geometry.openings import met_on, spawned_on
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.model.items import items_called
from questwright.compiler.model.musters import coming
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.round_words import round_words
from questwright.compiler.model.words import means_figure
from questwright.compiler.odds.best import is_driven_back
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    At,
    AtLeast,
    Carried,
    Has,
    Never,
    every,
    negated,
    some,
    transformed,
)
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.task.unjudged import ITS_OWN, Unjudged
from questwright.compiler.verdict.translate.builder import About
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.phrases import title_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Area
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Effect
    from questwright.compiler.verdict.task.need import Leaf, Members, Need
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.dsl.source import Span

_SORTS = {
    FactKind.OPENED: FactSort.OPEN,
    FactKind.FOUND: FactSort.FOUND,
    FactKind.REVEALED: FactSort.REVEALED,
    FactKind.SEARCHED: FactSort.SEARCHED,
    FactKind.DEFEATED: FactSort.DEFEATED,
    FactKind.TAKEN: FactSort.TAKEN,
    FactKind.CARRIED: FactSort.HAVE,
    FactKind.DONE: FactSort.DONE,
    FactKind.HAPPENED: FactSort.HAPPENED,
    FactKind.SPRUNG: FactSort.SPRUNG,
    FactKind.SET: FactSort.SET,
}


def need_of(condition: Condition, to: Builder) -> Need:
    """What a condition asks of the party; whoever leaves the board by a place has to stand there.

    As long as play goes on nobody has left.
    """
    return transformed(need_to_win(condition, to), _stays)


def _stays(leaf: Leaf) -> Need:
    return leaf._replace(leaves=False) if isinstance(leaf, At) and leaf.leaves else leaf


def need_to_win(condition: Condition, to: Builder, *, is_so: bool = True) -> Need:
    """What a victory of the party asks, or what the denial of a condition does."""
    match condition:
        case Every(parts, _) | Some(parts, _):
            needs = [need_to_win(part, to, is_so=is_so) for part in parts]
            return every(*needs) if isinstance(condition, Every) is is_so else some(*needs)
        case Not(part, _):
            return need_to_win(part, to, is_so=not is_so)
        case Fact():
            return _fact(condition, to, is_so=is_so)


def _fact(fact: Fact, to: Builder, *, is_so: bool) -> Need:
    match fact.kind:
        case FactKind.IS_IN | FactKind.LEAVES:
            return _standing(fact, to, is_so=is_so)
        case FactKind.ROUND:
            return _round(fact, to, is_so=is_so)
        case FactKind.CARRIES:
            return _carries(fact, to, is_so=is_so is (fact.quantity is not Quantity.NONE))
        case _:
            pass
    need = _quantified(fact, [_plain(fact, id_, to) for id_ in fact.subjects])
    if fact.kind is FactKind.DEFEATED and fact.quantity is Quantity.ALL:
        come = _come(lambda effect: _is_meant(fact, effect, to), to)
        need = every(need, *_bought(fact, to), *come)
        _leave_open_who_comes(fact, to)
    if fact.kind is FactKind.STATE and fact.quantity is Quantity.ALL:
        need = every(need, some(*(to.in_play(id_) for id_ in fact.subjects)))
    return need if is_so else negated(need)


def _bought(fact: Fact, to: Builder) -> Iterator[Need]:
    """That those are defeated who are bought in musters, of whom it cannot be judged."""
    for muster in to.quest.musters:
        kinds = [kind for ware in muster.wares for kind in coming(ware, muster, to.system)]
        if any(means_figure(fact.subject_word, kind, to.system) for kind in kinds):
            told = f"whether those are defeated whom `{muster.id}` buys"
            to.unjudged.append(Unjudged(told, fact.origin))
            yield to.has(FactSort.DEFEATED, About(muster.id, muster.title, muster.origin))


def _come(is_meant: Callable[[Effect], bool], to: Builder) -> Iterator[Need]:
    """That somebody gets at those who have come with an event, or been there from the first.

    They are got at from where nothing shut lies between, once somebody has been there.
    """
    brought: list[tuple[Sequence[Effect], Need]] = [(to.quest.before, IMPOSSIBLE)]
    for event in to.quest.events:
        has_come = to.has(FactSort.HAPPENED, About(event.id, event.title, event.origin))
        brought.append((event.effects, negated(has_come)))
    for effects, not_yet in brought:
        for effect in filter(is_meant, effects):
            if cells := met_on(effect, to.board, _fallen(effects, to)):
                yield some(not_yet, to.entered(cells, effect.origin))


def _fallen(effects: Iterable[Effect], to: Builder) -> Cells:
    """The cells that some effects block, and that nothing clears again."""
    blocked = union(effect.cells for effect in effects if effect.kind is EffectKind.BLOCK)
    every = to.quest.every_effect() if blocked else ()
    return blocked & ~union(effect.cells for effect in every if effect.kind is EffectKind.CLEAR)


def come_anew(to: Builder) -> None:
    """Let somebody go to figures anew with each event that brings some, where ways are shut.

    Otherwise those who have been there can come there again, or the figures to them.
    """
    effects = [effect for event in to.quest.events for effect in event.effects]
    are_shut = any(effect.kind in (EffectKind.BLOCK, EffectKind.CLOSE) for effect in effects)
    if not are_shut and not any(gate.shuts_after for gate in to.board.gates):
        return
    for number, event in enumerate(to.quest.events):
        left, fallen = 0, _fallen(event.effects, to)
        for effect in event.effects:
            if effect.kind is EffectKind.SPAWN and (cells := met_on(effect, to.board, fallen)):
                left |= to.known_entered(cells)
        if left:
            happening = to.events[number]
            to.events[number] = happening._replace(removes=happening.removes | left)


def _leave_open_who_comes(fact: Fact, to: Builder) -> None:
    """Leave it open whether those are defeated whom events bring, and attacks only drive back."""
    fights = to.system.fights
    if fights is None or not fights.driven_back:
        return
    for effect in to.quest.every_effect():
        if _is_meant(fact, effect, to) and is_driven_back(to.system.kinds[effect.target], fights):
            who = with_article(to.system.kinds[effect.target].title)
            told = f"whether {who} is defeated, which attacks only drive back"
            to.unjudged.append(Unjudged(told, effect.origin))


def _is_meant(fact: Fact, effect: Effect, to: Builder) -> bool:
    """Whether a fact speaks of the figures that an effect brings, if it brings any."""
    if effect.kind is not EffectKind.SPAWN:
        return False
    kind = to.system.kinds[effect.target]
    is_figure = kind.category is Category.FIGURE
    return is_figure and means_figure(fact.subject_word, kind, to.system)


def _comes_into(area: Area, effect: Effect, to: Builder) -> bool:
    """Whether an effect brings enemies of the party into an area."""
    if effect.kind is not EffectKind.SPAWN or not spawned_on(effect, to.board) & area.cells:
        return False
    kind = to.system.kinds[effect.target]
    return kind.category is Category.FIGURE and kind.side != to.system.party.word


def _plain(fact: Fact, id_: str, to: Builder) -> Need:
    about = About(id_, id_, fact.origin)
    if fact.kind is FactKind.CLEARED:
        number = next(n for n, area in enumerate(to.board.areas) if area.id == id_)
        come = _come(lambda effect: _comes_into(to.board.areas[number], effect, to), to)
        return every(to.has(FactSort.REVEALED, about), to.all_beaten(number), *come)
    if fact.kind is FactKind.CLOSED:
        return negated(to.has(FactSort.OPEN, about))
    if fact.kind is FactKind.STATE:
        need, there = _in_state(fact, id_, to), to.in_play(id_)
        # What is asked of all is asked of those who are left.
        return some(need, negated(there)) if fact.quantity is Quantity.ALL else every(need, there)
    return to.has(_SORTS[fact.kind], about)


def _in_state(fact: Fact, id_: str, to: Builder) -> Need:
    def at_least(number: int) -> Need:
        return in_state(id_, fact.object, fact.origin, to, number) if number > 0 else NOTHING

    return (
        _compared(fact, at_least)
        if fact.comparison
        else in_state(id_, fact.object, fact.origin, to)
    )


def in_state(id_: str, word: str, origin: Span, to: Builder, least: int = 0) -> Has:
    """That a figure is in a state, or has so much of it at the ``least``.

    Whoever asks for it has to reckon with its coming.
    """
    to.befalling.setdefault((id_, word, least), origin)
    who, title = title_of(id_, to.quest, to.system), to.system.states[word].title
    if least:
        about = About(f"{id_} {word}>={least}", f"{who} has at least {least} {title}", origin)
    else:
        about = About(f"{id_} {word}", f"{who} is {title}", origin)
    return to.has(FactSort.STATE, about)


def _quantified(fact: Fact, parts: list[Need]) -> Need:
    if fact.quantity is Quantity.NONE:
        return every(*(negated(part) for part in parts))
    if fact.quantity is Quantity.ANY:
        return some(*parts)
    if fact.quantity is Quantity.AT_LEAST:
        if fact.least > len(parts):
            return Never(
                f"{fact.least} {fact.subject_word} are asked for, and there are {len(parts)}",
                fact.origin,
            )
        return AtLeast(fact.least, tuple(parts)) if fact.least < len(parts) else every(*parts)
    return every(*parts)


# -- who stands where ---------------------------------------------------------------------


def how_many(fact: Fact, party: int) -> int:
    """How many members of the party a fact asks for."""
    if fact.quantity is Quantity.ALL:
        return len(fact.subjects)
    return min(fact.least, party + 1) if fact.quantity is Quantity.AT_LEAST else 1


def _standing(fact: Fact, to: Builder, *, is_so: bool) -> Need:
    if set(fact.subjects) <= to.ground.pushed.things.keys():
        return _pushed_onto(fact, to, is_so=is_so)
    if not set(fact.subjects) & to.ground.members.keys():
        need = _come_by_themselves(fact, to)
        return need if is_so is (fact.quantity is not Quantity.NONE) else negated(need)
    if not set(fact.subjects) <= to.ground.members.keys():
        to.unjudged.append(Unjudged("where monsters stand", fact.origin, ITS_OWN))
        return Never("the proof does not move monsters", fact.origin)
    is_area = any(not area.cells & ~fact.cells for area in to.board.areas)
    is_there = is_area or fact.names_cells
    is_whole = not (is_so and fact.quantity is Quantity.ANY)
    ways: list[tuple[Cells, Need]] = [(fact.cells, NOTHING)]
    if not is_there:
        ways = reaching(fact.cells, to, is_whole=is_whole)
    return some(*(every(need, _stood(fact, cells, to, is_so=is_so)) for cells, need in ways))


def _come_by_themselves(fact: Fact, to: Builder) -> Need:
    """That figures of other sides stand somewhere, as they may at any moment or never.

    So it is as long as they are there: those of the map until they are beaten.
    """
    if fact.quantity is Quantity.NONE:
        fact = fact._replace(quantity=Quantity.ANY)
    about = About(f"{fact.subject_word} {fact.quantity} {fact.least} {fact.cells}", "", fact.origin)
    about = about._replace(title=say_condition(fact, to.quest, to.system))
    figures = (thing for thing in to.quest.things if thing.id in fact.subjects)
    here = [thing for thing in figures if thing.mask & fact.cells]
    wanted = fact.least if fact.quantity is Quantity.AT_LEAST else 1
    wanted = len(fact.subjects) if fact.quantity is Quantity.ALL else wanted
    is_there = len(here) >= max(1, wanted)
    come = any(_is_meant(fact, effect, to) for effect in to.quest.every_effect())
    left = NOTHING if come else some(*(to.in_play(id_) for id_ in fact.subjects))
    need = to.has(FactSort.STATE, about)
    if about.id not in to.roaming:
        to.roaming[about.id] = about, left
        to.given |= 1 << need.fact if is_there else 0
    return every(need, left)


def _pushed_onto(fact: Fact, to: Builder, *, is_so: bool) -> Need:
    """That things stand on some cells that are pushed about, or that they do not."""
    pushed = to.ground.pushed
    parts: list[Need] = []
    for id_ in fact.subjects:
        thing, cells = pushed.things[id_], [*each_cell(pushed.tracks[id_] & fact.cells)]
        never = Never(f"{thing.title} is never pushed there", fact.origin)
        parts.append(some(*(to.stands(thing, cell) for cell in cells)) if cells else never)
    need = _quantified(fact, parts)
    return need if is_so else negated(need)


def reaching(cells: Cells, to: Builder, *, is_whole: bool = False) -> list[tuple[Cells, Need]]:
    """The cells from which a thing on some cells can be reached, and when from there.

    What nobody can stand on from the first is reached from beside, until it is cleared. What a
    fall has buried is out of reach. Where it ``is_whole``, all of them at each moment.
    """
    inside = cells & to.ground.walkable
    if not cells or cells & ~to.ground.unstandable:
        return [(inside, NOTHING)]
    clear = [to.cleared(cell) for cell in each_cell(inside)]
    covered = every(*map(negated, clear))
    near = beside(cells, to, is_whole=is_whole)
    ways = [(own, every(covered, need)) for own, need in near]
    return [(inside, some(*clear)), *ways] if clear else ways


def beside(cells: Cells, to: Builder, *, is_whole: bool = False) -> list[tuple[Cells, Need]]:
    """The cells from which one reaches what stands on some cells, with what has to be open.

    Where it ``is_whole``, all of them at each moment.
    """
    ways = to.ground.beside(cells)
    around = {id_ for ids, _ in ways for id_ in ids}
    opened = [
        (gate.id, to.has(FactSort.OPEN, gate)) for gate in to.board.gates if gate.id in around
    ]
    found: list[tuple[Cells, Need]] = []
    for ids, own in ways:
        needs: list[Need] = [has for id_, has in opened if id_ in ids]
        if is_whole:
            needs += [negated(has) for id_, has in opened if id_ not in ids]
            found.append((own, every(*needs)))
            continue
        known = union(cells for fewer, cells in ways if fewer < ids)
        if not ids or own & ~known:
            found.append((own & ~known, every(*needs)))
    return found


def _stood(fact: Fact, cells: Cells, to: Builder, *, is_so: bool) -> Need:
    """So many there or, if that is denied, so many elsewhere that too few are left.

    What is asked of all, or denied of any, is asked of those who are left.
    """
    who = sum(bit for word, bit in to.ground.members.items() if word in fact.subjects)
    count = who.bit_count()
    is_there = is_so is (fact.quantity is not Quantity.NONE)
    wanted = how_many(fact, len(to.ground.members))
    if is_there:
        least, spare = wanted, 0 if fact.quantity is Quantity.ALL else -1
    else:
        least = count - wanted + 1
        spare = -1 if fact.quantity is Quantity.ALL else wanted - 1
    if least <= 0:
        return NOTHING
    if least > count:
        return Never(f"that asks for {least} and there are {count}", fact.origin)
    words = fact.place if is_there else f"outside {fact.place}"
    within = to.ground.walkable & (cells if is_there else ~cells)
    places = to.places_of(within) | (0 if is_there else to.outside)
    is_leaving = fact.kind is FactKind.LEAVES and is_there
    if not places and is_there:
        return Never(f"nobody can stand at {words}", fact.origin)
    return At(places, least, who, words, fact.origin, spare, not is_there, is_leaving)


# -- who carries what ---------------------------------------------------------------------


def _carries(fact: Fact, to: Builder, *, is_so: bool) -> Need:
    """Members carry an item, or a piece of several, whatever the fact says of how many of them."""
    items = items_called(fact.object, to.quest.items)
    has = [to.has(FactSort.HAVE, About(own.id, own.title, fact.origin)) for own in items]
    who = sum(bit for word, bit in to.ground.members.items() if word in fact.subjects)
    is_of_all = fact.quantity is Quantity.ALL and len(fact.subjects) > 1
    is_of_many = fact.quantity is Quantity.AT_LEAST and fact.least > 1
    if (is_of_all or is_of_many) and len(items) > 1:
        return _each_carries(fact, has, to, is_so=is_so)
    if is_of_all:
        return _carried_by_the_last(fact, has[0], to, is_so=is_so)
    need: Need
    if is_of_many:
        need = Never(f"{fact.least} are to carry {fact.object}, and there is one", fact.origin)
    elif who == to.ground.everybody:
        need = _somebody_left(fact, some(*has), to)
    elif is_so:
        return some(*(Carried(h.fact, who, _carrying(fact), fact.origin) for h in has))
    else:
        return every(*(_not_carried(h, who, fact, to) for h in has))
    return need if is_so else negated(need)


def _carrying(fact: Fact) -> str:
    return f"{fact.subject_word} carries {fact.object}"


def _not_carried(has: Has, who: Members, fact: Fact, to: Builder) -> Need:
    """None of some members carries an item: nobody does, or others do."""
    others = to.ground.everybody & ~who
    return some(
        negated(has), Carried(has.fact, others, f"{fact.subject_word} does not", fact.origin)
    )


def _each_carries(fact: Fact, has: list[Has], to: Builder, *, is_so: bool) -> Need:
    """So many members carry a piece each; or, if that is denied, too few do.

    What is asked of all is asked of those who are left. Nobody who is lost carries anything.
    """
    do: list[Need] = []
    do_not: list[Need] = []
    for word in fact.subjects:
        who = to.ground.members[word]
        lost = [to.fallen(word)] if fact.quantity is Quantity.ALL else []
        own = (Carried(h.fact, who, _carrying(fact), fact.origin) for h in has)
        do.append(some(*lost, *own))
        lacks = (_not_carried(h, who, fact, to) for h in has)
        do_not.append(every(*map(negated, lost), *lacks))
    if fact.quantity is Quantity.ALL:
        if is_so:
            return _somebody_left(fact, every(*do), to)
        return some(*do_not, negated(_somebody_left(fact, NOTHING, to)))
    if min(len(do), len(has)) < fact.least:
        need = Never(f"{fact.least} are to carry {fact.object}", fact.origin)
        return need if is_so else NOTHING
    if is_so:
        return AtLeast(fact.least, tuple(do))
    return AtLeast(len(do) - fact.least + 1, tuple(do_not))


def _carried_by_the_last(fact: Fact, has: Has, to: Builder, *, is_so: bool) -> Need:
    """All of several carry an item, of which there is one: all but one of them are lost.

    Or they were never there, where fewer play.
    """
    if len({*fact.subjects} - to.leaving) > 1:
        never = Never("only one can carry it at a time", fact.origin)
        return never if is_so else NOTHING
    lost = {word: to.fallen(word) for word in fact.subjects}
    do: list[Need] = []
    do_not: list[Need] = []
    for left in fact.subjects:
        alone = [negated(own) if word == left else own for word, own in lost.items()]
        who = to.ground.members[left]
        is_all = len(lost) == len(to.ground.members)
        own = has if is_all else Carried(has.fact, who, _carrying(fact), fact.origin)
        lacks = negated(has) if is_all else _not_carried(has, who, fact, to)
        do.append(every(*alone, own))
        do_not.append(some(*map(negated, alone), lacks))
    return some(*do) if is_so else every(*do_not)


def _somebody_left(fact: Fact, need: Need, to: Builder) -> Need:
    """A need that also takes that somebody whom a fact speaks of is still in the quest."""
    if len(fact.subjects) == len(to.ground.members) and {*fact.subjects} - to.leaving:
        # As long as play goes on somebody is.
        return need
    return every(need, some(*(negated(to.fallen(word)) for word in fact.subjects)))


# -- time ---------------------------------------------------------------------------------


def _round(fact: Fact, to: Builder, *, is_so: bool) -> Need:
    """What a condition on rounds asks for: rounds come one after the other."""
    need = _compared(fact, lambda number: from_round(number, fact.origin, to))
    need = need if is_so else negated(need)
    if need == IMPOSSIBLE:
        form = "play begins in {round} 1, and no {round} is before it"
        return Never(form.format(**round_words(to.system.turns)), fact.origin)
    return need


def _compared(fact: Fact, at_least: Callable[[int], Need]) -> Need:
    """What a comparison with a number asks for, where it can be asked for a least one."""
    number, comparison = fact.number, fact.comparison
    if comparison in ("=", "!="):
        need = every(at_least(number), negated(at_least(number + 1)))
        return need if comparison == "=" else negated(need)
    need = at_least(number + (comparison in (">", "<=")))
    return negated(need) if comparison in ("<", "<=") else need


def from_round(number: int, origin: Span, to: Builder) -> Need:
    """That a round has come; play begins in the first."""
    if number <= 1:
        return NOTHING
    to.rounds.setdefault(number, origin)
    title = f"{round_words(to.system.turns)['round']} {number}"
    return to.has(FactSort.LATER, About(str(number), title, origin))
