"""What opens gates, launches vessels, and makes ways by spells; and who takes a crossing."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.crossings import can_take, may_be_closed
from questwright.compiler.geometry.gates import opened_from
from questwright.compiler.geometry.ranges import within
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.board import Gate
from questwright.compiler.model.items import item_in_words, items_called
from questwright.compiler.model.lowering import (
    castings,
    casts,
    casts_together,
    rounds_together,
    spare,
)
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.odds.locks import breakers
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import NOTHING, At, Never, every, negated, some
from questwright.compiler.verdict.task.task import DeedSort, Effort, FactSort
from questwright.compiler.verdict.translate.asking import reaching
from questwright.compiler.verdict.translate.builder import About, done_on
from questwright.compiler.verdict.translate.deeds import held_by
from questwright.compiler.verdict.translate.effects import revealed_by
from questwright.compiler.verdict.translate.ground import Access
from questwright.compiler.verdict.translate.searching import undisturbed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Crossing, Lock
    from questwright.compiler.model.lowering import LockCasting, LockSpell
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.locks import LockKind
    from questwright.compiler.verdict.task.need import Facts, Has, Need
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.builder import Builder


def open_gates(to: Builder) -> None:
    """What opens each gate."""
    for gate in to.board.gates:
        opened = to.has(FactSort.OPEN, gate)
        if gate.is_open:
            to.given |= 1 << opened.fact
        way = to.ground.ways.get(gate.id)
        is_steady = gate.is_open and gate.lock is None and gate.id not in to.ground.kept_apart
        if way is not None and not is_steady:
            (_find_passage if way.is_hidden else _open_door)(gate, opened, to)


def _open_door(gate: Gate, opened: Has, to: Builder) -> None:
    """Open a door: one that is locked with its key, or by whoever can open or break it."""
    cells = opened_from(gate, to.board)
    name = with_article(gate.title)
    adds = 1 << opened.fact | revealed_by(gate, to)
    deed = done_on(cells, DeedSort.OPEN, gate, say("Open {what}", what=name), adds)
    moves, actions = gate.kind.move_cost, gate.kind.action_cost
    deed = deed._replace(once=1 << opened.fact, moves=moves, actions=actions)
    if gate.shuts_after:
        deed = deed._replace(needs=_count(gate, opened, deed, to))
    _unlock(deed, gate, to)
    # What stands on squares is taken away once nothing locks it; in a wall it still stands shut.
    far = deed if gate.cells else deed._replace(adds=0, once=0, needs=NOTHING)
    _unlock_from_afar(gate, gate.cells or gate.sides, far, to)


def open_containers(to: Builder) -> None:
    """What opens each container that is locked: whoever does has what is in it."""
    for thing in to.quest.things_of(Category.CONTAINER):
        if thing.lock is None or thing.id in to.quest.absent:
            continue
        opened = to.bit(FactSort.OPEN, thing)
        adds = opened | to.bit(FactSort.SEARCHED, thing)
        name = with_article(thing.title)
        deed = done_on(thing.mask, DeedSort.OPEN, thing, say("Open {what}", what=name), adds)
        deed = deed._replace(once=opened, finds=tuple(held_by(thing, to)))
        for cells, need in reaching(thing.mask, to):
            needs = every(to.still_there(thing), need)
            _unlock(deed._replace(needs=needs, stands=cells), thing, to)
        far = deed._replace(needs=to.still_there(thing))
        _unlock_from_afar(thing, thing.mask, far, to)


def _unlock(deed: Deed, owner: Gate | Thing, to: Builder) -> None:
    """Open what is locked with its key, or by whoever can open or break it; or what is not."""
    lock, name, adds = owner.lock, with_article(owner.title), deed.adds
    if lock is None:
        to.do(deed)
        return
    unlocked = None
    # What was unlocked stays so when something shuts it, and is opened by whoever comes there.
    changed = to.targets[EffectKind.UNLOCK] | to.targets[EffectKind.CLOSE]
    if owner.id in changed or any(True for _ in _far_castings(lock, to)):
        unlocked = to.has(FactSort.UNLOCKED, owner)
        to.do(deed._replace(needs=every(deed.needs, unlocked)))
    title = deed.title
    if lock.kind is not None:
        title = say("{deed} by breaking the {lock}", deed=title, lock=lock.kind.title)
    access = to.ground.only(lock.by, f"opens {name}", lock.origin)
    deed = deed._replace(adds=adds if unlocked is None else adds | 1 << unlocked.fact)
    if not lock.key:
        needs = every(deed.needs, access.need)
        done = deed._replace(title=title, needs=needs, who=access.who)
        for way in _broken(done, deed.title, lock, name, to):
            to.do(way)
        return
    if lock.is_spent and unlocked is not None:
        # Nobody spends a key on what is no longer locked.
        access = access.also(Access(negated(unlocked)))
    keys = items_called(lock.key, to.quest.items)
    for key in keys:
        have = to.has(FactSort.HAVE, About(key.id, key.title, lock.origin))
        carries = 1 << have.fact
        done = deed._replace(
            title=say("{deed} with {key}", deed=deed.title, key=item_in_words(key)),
            needs=every(deed.needs, have, access.need),
            who=access.who,
            removes=carries if lock.is_spent else 0,
            carries=carries,
        )
        for way in _broken(done, done.title, lock, name, to):
            to.do(way)
    if not keys:
        why = f"nothing opens {name}" if lock.sides is None else f"nobody of the party opens {name}"
        to.do(deed._replace(needs=Never(why, lock.origin)))


def _broken(deed: Deed, opened: str, lock: Lock, name: str, to: Builder) -> Iterator[Deed]:
    """The ways to open a lock: one of the game by attacks that can break it, by each spell alone.

    ``opened`` is what is opened, without how.
    """
    kind = lock.kind
    if kind is None or not Access(deed.needs, deed.who).is_to_be_had:
        yield deed
        return
    # The hits of one attack have to be enough for a lock, so the best one does it.
    once = deed._replace(actions=deed.actions + kind.action_cost)
    if kind.lowered is None:
        able = breakers(lock, to.quest.party, to.system.fights)
        words = [member.word for member in able if not lock.by or member.word in lock.by]
        why = f"nobody of the party breaks the {kind.title} of {name}, whatever they roll"
        needs = NOTHING if words else Never(why, lock.origin)
        who = deed.who & to.ground.only(words, "", lock.origin).who
        yield once._replace(needs=every(deed.needs, needs), who=who)
        return
    all_casts = [*casts(lock, to.quest)]
    if not all_casts:
        spells = listed_in_words((spell.title for spell in kind.lowered.spells), "or")
        why = f"nobody of the party lowers the {kind.title} of {name}: that takes {spells}"
        yield once._replace(needs=every(deed.needs, Never(why, lock.origin)))
        return
    sooner: set[str] = set()
    for casting in castings(lock, to.quest):
        words = [member.word for member in casting.members]
        if sooner >= {*words}:
            continue
        sooner |= {*words}
        title = _by_lowering(opened, casting, kind)
        yield _lowering(deed._replace(title=title), casting, all_casts, lock, to)


def _by_lowering(opened: str, casting: LockCasting, kind: LockKind) -> str:
    """What is opened, and how often which spell is cast for that."""
    return say_many(
        "{deed} by lowering the {lock} with {spell}, once",
        "{deed} by lowering the {lock} with {spell}, {count} times",
        casting.times,
        deed=opened,
        lock=kind.title,
        spell=casting.spell.title,
    )


def _lowering(
    deed: Deed, casting: LockCasting, every: Sequence[LockSpell], lock: Lock, to: Builder
) -> Deed:
    """A deed that takes the casts of a spell that lower a lock, or those of several together."""
    assert lock.kind is not None
    cost = lock.kind.action_cost
    words = [member.word for member in casting.members]
    fewest = deed.actions + casts_together(lock, every) * cost
    soonest = rounds_together(lock, every, spare(lock, to.quest))
    return deed._replace(
        who=deed.who & to.ground.only(words, "", lock.origin).who,
        actions=deed.actions + casting.times * cost,
        effort=Effort(soonest, casting.rounds, fewest),
    )


def _far_castings(lock: Lock | None, to: Builder) -> Iterator[LockCasting]:
    """The spells that lower a lock from further off than from beside it."""
    if (
        lock is not None
        and not lock.key
        and lock.kind is not None
        and lock.kind.lowered is not None
    ):
        yield from (own for own in castings(lock, to.quest) if own.spell.within > 1)


def _unlock_from_afar(owner: Gate | Thing, cells: Cells, opening: Deed, to: Builder) -> None:
    """Lower the lock of what stands on some cells from afar, and do what ``opening`` does.

    It has to be set out for that. What stays shut is opened by anybody then.
    """
    lock = owner.lock
    beside = owner.between if isinstance(owner, Gate) else (owner.area,)
    shown = (to.has(FactSort.REVEALED, to.board.areas[n]) for n in beside if n >= 0)
    needs = every(opening.needs, some(*shown))
    for casting in _far_castings(lock, to):
        assert lock is not None
        assert lock.kind is not None
        kind, spell = lock.kind, casting.spell
        if opening.adds:
            title = _by_lowering(opening.title, casting, kind)
        else:
            title = say_many(
                "Lower the {lock} of {what} with {spell}, once",
                "Lower the {lock} of {what} with {spell}, {count} times",
                casting.times,
                lock=kind.title,
                what=with_article(owner.title),
                spell=spell.title,
            )
        near = within(cells, spell.within, to.board, ruler=to.system.grid.ruler)
        adds = opening.adds | to.bit(FactSort.UNLOCKED, owner)
        deed = done_on(cells, DeedSort.UNLOCK, owner, title, adds)
        deed = deed._replace(
            needs=needs,
            stands=near & to.ground.walkable,
            once=opening.once,
            finds=opening.finds,
        )
        to.do(_lowering(deed, casting, [*casts(lock, to.quest)], lock, to))


def _count(gate: Gate, opened: Has, deed: Deed, to: Builder) -> Need:
    """Count those who go through, up to the last: then it falls shut. What opening it takes."""
    name, before = with_article(gate.title), opened
    passed: Facts = 0
    for number in range(1, gate.shuts_after + 1):
        after = to.passed(gate, number)
        count = deed._replace(
            sort=DeedSort.GO_THROUGH,
            title=say("Go through {what}", what=name),
            where=to.places_of(deed.stands),
            once=0,
            adds=1 << after.fact,
            stands=0,
            moves=0,
            actions=0,
        )
        is_last = number == gate.shuts_after
        # An event may open it again: then they are counted anew.
        needs = every(opened, before) if is_last else every(opened, before, negated(after))
        removes = passed | 1 << opened.fact if is_last else 0
        to.do(count._replace(needs=needs, removes=removes))
        passed |= 1 << after.fact
        before = after
    return negated(before)


def _find_passage(gate: Gate, opened: Has, to: Builder) -> None:
    cells = gate.sides
    found = to.bit(FactSort.FOUND, gate)
    for number in gate.between:
        area = to.board.areas[number]
        if not to.places_of(area.cells):
            continue
        once = 1 << opened.fact | found
        verb, what = gate.kind.verb, with_article(gate.title)
        form = message("{verb} {where}: {what} is found")
        title = say(form, verb=say(verb), where=with_article(area.title), what=what)
        adds = once | revealed_by(gate, to)
        deed = done_on(area.cells, DeedSort.EXPLORE, gate, title, adds)
        deed = deed._replace(id=f"{gate.id} from {area.id}", cells=cells, once=once)
        actions = max(1, gate.kind.action_cost)
        for own in undisturbed(deed._replace(actions=actions), number, to):
            to.do(own)


# -- crossings ------------------------------------------------------------------------------


def launch_crossings(to: Builder) -> None:
    """What makes crossings: vessels are launched from their first ends, spells are cast."""
    for crossing in to.board.crossings:
        opened = to.has(FactSort.OPEN, crossing)
        if crossing.is_open:
            to.given |= 1 << opened.fact
        cast = crossing.cast
        if cast is None and not crossing.kind.is_vessel:
            continue
        access, cells = _open(crossing, to), crossing.ends[0]
        sort, title = DeedSort.LAUNCH, say("Launch {what}", what=with_article(crossing.title))
        launched = 1 << _launched(crossing, to).fact
        if cast is not None:
            if cast.caster not in to.ground.members:
                continue  # nobody is there who casts it
            access = Access(who=to.ground.members[cast.caster])
            sort = DeedSort.CAST
            form = message("Cast {spell}, for {points} of {stock} points")
            title = say(form, spell=cast.title, points=cast.points, stock=cast.stock)
            if cast.is_once and cast.caster not in crossing.only:
                # Who is brought somewhere is there as it is cast.
                who = union(to.ground.members[word] for word in crossing.only)
                words, start = to.board.names(cells := crossing.ends[0]), to.places_of(cells)
                access = access.also(Access(At(start, 1, who, words, crossing.origin)))
            cells = cast.cells
        deed = done_on(cells, sort, crossing, title, launched)
        actions = len(cast.spells) if cast is not None else 0
        to.do(deed._replace(needs=access.need, who=access.who, actions=actions))


def takes(crossing: Crossing, to: Builder) -> Access:
    """What it takes to take a crossing, and to have launched it."""
    access = _open(crossing, to)
    if crossing.cast is not None or crossing.kind.is_vessel:
        access = access.also(Access(_launched(crossing, to)))
    return access


def _launched(crossing: Crossing, to: Builder) -> Has:
    title = crossing.cast.title if crossing.cast is not None else f"{crossing.title} launched"
    return to.has(FactSort.LAUNCHED, About(crossing.id, title, crossing.origin))


def _open(crossing: Crossing, to: Builder) -> Access:
    """That a crossing is open, and who of the party takes it."""
    able = [m for m in to.quest.party if can_take(crossing, m, to.system.move_value)]
    if able:
        access = to.ground.by(sum(to.ground.members[member.word] for member in able))
    elif crossing.only:
        does = f"takes {with_article(crossing.title)}"
        access = to.ground.only(crossing.only, does, crossing.origin)
    else:
        why = f"nobody of the party takes {with_article(crossing.title)}: that takes a move of"
        access = Access(Never(f"{why} {crossing.kind.cost}", crossing.origin))
    if may_be_closed(crossing, to.quest):
        access = Access(to.has(FactSort.OPEN, crossing)).also(access)
    return access
