"""What a figure has had before it is beaten: of its wounds one attack makes so many at the most."""

from __future__ import annotations

from questwright.compiler.model.conditions import FactKind, facts_of
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.verdict.task.need import every
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.asking import in_state, need_of
from questwright.compiler.wording.phrases import thing_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import HitLimit
    from questwright.compiler.verdict.task.need import Has, Members
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.builder import Builder


def ask_amounts(to: Builder) -> None:
    """Learn of how much of what conditions ask, before it is said how figures are beaten."""
    foes = {thing.id for thing in to.ground.foes}
    for condition in to.quest.conditions():
        for fact in facts_of(condition):
            if (
                fact.kind is FactKind.STATE
                and fact.comparison
                and not foes.isdisjoint(fact.subjects)
            ):
                need_of(fact, to)


def blows(beats: Deed, figure: Thing, to: Builder) -> Iterator[Deed]:
    """The attacks by which a figure comes to have each amount that is asked for, and the last one.

    Each takes that it has had all that is left when one attack at its best has been made less.
    """
    fall = _fall_of(figure, to)
    asked = _amounts(figure, fall, to) if fall is not None else {}
    if not asked:
        yield beats
        return
    # Loaded here: few quests ask for it.
    from questwright.compiler.odds.hits import health

    total = health(figure, to.system.fights)
    amounts = [number for number in sorted(asked) if number < total]
    for most, who in _by_most(beats, figure, to).items():
        for number in (*amounts, total):
            before = [own for own in amounts if own <= number - most]
            needs = every(beats.needs, *(asked[own] for own in before))
            left = number - (before[-1] + most - 1) if before else number
            blow = beats._replace(needs=needs, who=who, hits=number, left=left)
            if number == total:
                yield blow
                continue
            info = to.facts[asked[number].fact]
            _, has, much = info.title.rpartition(" has at least ")
            yield blow._replace(
                sort=DeedSort.WOUND,
                id=info.id,
                title=f"Attack {thing_in_words(figure)} until it{has}{much}",
                adds=sum(1 << asked[own].fact for own in amounts if own <= number),
                once=1 << asked[number].fact,
                finds=(),
                actions=-(-left // most),
            )


def _by_most(beats: Deed, figure: Thing, to: Builder) -> Mapping[int, Members]:
    """Who of those who beat a figure make how many of its wounds by one attack at the most."""
    from questwright.compiler.odds.best import most_hits
    from questwright.compiler.odds.hits import most_hits as most_by_table

    fights = to.system.fights
    fights = None if fights is None else fights.made_from(beats.shot)
    if fights is None or fights.roll == ODDS:
        system = to.system._replace(fights=fights)
        kinds = to.quest.party
        return {max(most_by_table(figure, kind, system) for kind in kinds): beats.who}
    counted = fights.falls[figure.kind.rank].most
    found: dict[int, Members] = {}
    for number, kind in enumerate(to.quest.party):
        is_large = len(figure.cells) > 1
        hits = most_hits(kind, figure.kind, fights, is_large=is_large)
        most = min(hits, counted) if counted else hits
        if beats.who >> number & 1 and most:
            found[most] = found.get(most, 0) | 1 << number
    return found or {1: beats.who}


def _fall_of(figure: Thing, to: Builder) -> HitLimit | None:
    """How many hits a figure falls at, where those of several attacks add up."""
    fights = to.system.fights
    fall = fights.falls.get(figure.kind.rank) if fights is not None else None
    return fall if fall is not None and fall.is_kept else None


def _amounts(figure: Thing, fall: HitLimit, to: Builder) -> Mapping[int, Has]:
    """How much a figure is asked to have of what it falls at."""
    return {
        least: in_state(id_, word, origin, to, least)
        for (id_, word, least), origin in [*to.befalling.items()]
        if id_ == figure.id and least and to.system.states[word].counts == fall.value
    }
