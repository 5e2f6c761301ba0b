"""What lowers a lock: the spells that the party of a quest has for it, and how long that takes."""

from __future__ import annotations

from questwright.compiler.model.words import is_called
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.model.board import Lock
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.locks import Lowering
    from questwright.compiler.packs.system.system import Kind


class LockSpell(NamedTuple):
    """A spell of a member that lowers a lock."""

    member: Kind
    spell: Lowering


class LockCasting(NamedTuple):
    """What it takes whoever lowers a lock with one spell alone."""

    spell: Lowering
    members: tuple[Kind, ...]
    """Those who can."""
    times: int
    """How often it is cast."""
    rounds: int
    """How many rounds lie between the first cast and the last."""


def casts(lock: Lock, quest: Quest) -> Iterator[LockSpell]:
    """The spells that the party of a quest has to lower a lock."""
    return (cast for cast in _casts(lock, quest) if not cast.spell.is_spare)


def spare(lock: Lock, quest: Quest) -> int:
    """How far cards take a lock down once, before spells could be cast again."""
    return sum(cast.spell.amount for cast in _casts(lock, quest) if cast.spell.is_spare)


def _casts(lock: Lock, quest: Quest) -> Iterator[LockSpell]:
    how = lock.kind.lowered if lock.kind is not None else None
    for spell in how.spells if how is not None else ():
        if not spell.gear and (not spell.needs or spell.needs in words_set(quest)):
            for member in quest.party:
                is_named = not lock.by or member.word in lock.by
                if is_named and any(is_called(member, word) for word in spell.by):
                    yield LockSpell(member, spell)


def castings(lock: Lock, quest: Quest) -> tuple[LockCasting, ...]:
    """For each spell that lowers a lock what it takes alone, the soonest first."""
    able: dict[str, list[LockSpell]] = {}
    for cast in casts(lock, quest):
        able.setdefault(cast.spell.word, []).append(cast)
    found = []
    for every in able.values():
        spell = every[0].spell
        times = -(-power_of(lock) // spell.amount)
        rounds = (times - 1) * spell.rounds
        found.append(LockCasting(spell, tuple(cast.member for cast in every), times, rounds))
    return tuple(sorted(found, key=lambda casting: (casting.rounds, casting.times)))


def power_of(lock: Lock) -> int:
    """What is to be taken from a lock that is lowered; at least 1."""
    assert lock.kind is not None
    assert lock.kind.lowered is not None
    return max(1, lock.values[lock.kind.lowered.value])


def rounds_together(lock: Lock, every: Sequence[LockSpell], spare: int = 0) -> int:
    """The fewest rounds between the first cast and the last, if everybody casts all they have.

    What they have to ``spare`` is cast once more, in a round of its own.
    """
    left, late = power_of(lock), -1
    while left > 0:
        late += 1
        left -= sum(cast.spell.amount for cast in every if late % cast.spell.rounds == 0)
        left -= spare if late == 1 else 0
    return late


def casts_together(lock: Lock, every: Sequence[LockSpell]) -> int:
    """The fewest actions in which a lock is lowered, if one action casts all that a member has."""
    by_member: dict[str, int] = {}
    for cast in every:
        word = cast.member.word
        by_member[word] = by_member.get(word, 0) + cast.spell.amount
    return -(-power_of(lock) // max(by_member.values()))


def gear_for_locks(quest: Quest) -> tuple[Lowering, ...]:
    """The gear of a quest that lowers one of its locks, and that nobody counts on."""
    words = {item.gear.word for item in quest.items if item.gear is not None}
    kinds = {lock.kind.word: lock.kind for _, lock in quest.locked() if lock.kind is not None}
    spells = (spell for kind in kinds.values() if kind.lowered for spell in kind.lowered.spells)
    return tuple(dict.fromkeys(spell for spell in spells if spell.gear in words))


def counting_on(gear: Sequence[Lowering], quest: Quest) -> Quest:
    """The quest in which its gear lowers locks, as often as it takes."""

    def counted(lock: Lock | None) -> Lock | None:
        if lock is None or lock.kind is None or lock.kind.lowered is None:
            return lock
        spells = (
            spell._replace(gear="") if spell in gear else spell
            for spell in lock.kind.lowered.spells
        )
        lowered = lock.kind.lowered._replace(spells=tuple(spells))
        return lock._replace(kind=lock.kind._replace(lowered=lowered))

    gates = tuple(gate._replace(lock=counted(gate.lock)) for gate in quest.board.gates)
    things = tuple(thing._replace(lock=counted(thing.lock)) for thing in quest.things)
    return quest._replace(board=quest.board._replace(gates=gates), things=things)


def words_set(quest: Quest) -> set[str]:
    """The words that the settings of a quest have."""
    found: set[str] = set()
    for value in quest.settings.values():
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, tuple):
            found |= {word for word in value if isinstance(word, str)}
    return found
