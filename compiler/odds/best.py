"""What an attack is made with, and what it comes to at the best roll: no chances, no fractions."""

from __future__ import annotations

from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.fights import LESS, WOUNDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.packs.system.fights import Attack, Fights
    from questwright.compiler.packs.system.system import Kind


def value_of(kind: Kind, name: str) -> int | None:
    """A value of a figure; None where it has none that is a number from 0."""
    found = kind.values.get(name)
    if found is None or type(found.value) is not int or found.value < 0:
        return None
    return found.value


def dice_of(member: Kind, attack: Attack) -> int | None:
    """The dice or the strength of an attack of a member; None where it does not attack so."""
    if attack.by and not any(is_called(member, word) for word in attack.by):
        return None
    return value_of(member, attack.dice) if isinstance(attack.dice, str) else attack.dice


def can_attack(member: Kind, kind: Kind | None, attack: Attack) -> bool:
    """Whether a member attacks a kind so; a lock is None."""
    is_barred = kind is not None and any(is_called(kind, word) for word in attack.not_against)
    return not is_barred and dice_of(member, attack) is not None


def is_driven_back(kind: Kind, fights: Fights) -> bool:
    """Whether attacks never beat a kind, and only drive it back."""
    return any(is_called(kind, word) for word in fights.driven_back)


def strength_of(
    member: Kind, fights: Fights, attacks: Sequence[Attack] | None = None, *, is_large: bool = False
) -> int:
    """The dice or the strength of a member's strongest attack, of all or of some; 0 without any."""
    found = [
        value + attack.against_large * is_large
        for attack in (fights.attacks if attacks is None else attacks)
        if (value := dice_of(member, attack)) is not None
    ]
    return max(fights.fewest, *found) if found else 0


def most_hits(
    member: Kind,
    kind: Kind,
    fights: Fights,
    attacks: Sequence[Attack] | None = None,
    *,
    more: int = 0,
    is_large: bool = False,
) -> int:
    """The hits that a member scores on a kind at the best roll, by the best of some attacks.

    With as many dice ``more`` as said.
    """
    return max(
        (
            best_hits(strong + more, member, kind, fights, attack)
            for attack in (fights.attacks if attacks is None else attacks)
            if can_attack(member, kind, attack)
            and (strong := strength_of(member, fights, (attack,), is_large=is_large)) + more > 0
        ),
        default=0,
    )


def best_hits(
    strong: int, member: Kind, kind: Kind, fights: Fights, attack: Attack | None = None
) -> int:
    """The hits that an attack of a member with so many dice scores on a kind at the best roll."""
    defence = value_of(kind, fights.defence) or 0
    armour = value_of(kind, fights.armour) or 0
    guard = defence, armour
    return hits_at_best(strong, member, attack or fights.attacks[0], fights, guard, kind)


def hits_at_best(
    strong: int,
    member: Kind,
    attack: Attack,
    fights: Fights,
    guard: tuple[int, int],
    kind: Kind | None,
) -> int:
    """The same against a defence and an armour; of a kind, or of a lock, which is None."""
    defence, armour = guard
    if attack.hits:
        return attack.hits
    if fights.roll == LESS:
        saved = min(saves_by_face(kind, fights)) * defence
        return max(0, strong * max(hits_by_face(member, fights)) - saved)
    if fights.roll == WOUNDS:
        added = value_of(member, attack.strength) or 0
        return strong * max(0, max(map(int, fights.faces)) + added - defence - armour)
    return strong if armour < max(map(int, fights.faces)) else 0


def hits_by_face(member: Kind | None, fights: Fights) -> tuple[int, ...]:
    """How many hits each face of the die scores for an attacker."""
    return _by_face(member, fights.faces, fights.hits, fights.hits_of)


def saves_by_face(kind: Kind | None, fights: Fights) -> tuple[int, ...]:
    """How many hits each face of the defender's die takes away for a kind; None for a lock."""
    return _by_face(kind, fights.defence_faces, fights.saves, fights.saves_of)


def _by_face(
    kind: Kind | None,
    faces: tuple[str, ...],
    usual: Mapping[str, int],
    own: Mapping[str, Mapping[str, int]],
) -> tuple[int, ...]:
    found = (counts for word, counts in own.items() if kind is not None and is_called(kind, word))
    counts = next(found, usual)
    return tuple(counts.get(face, 0) for face in faces)


def lowest_defence(kind: Kind, fights: Fights) -> int | None:
    """The lowest defence of an unhurt kind against attacks from any side; None if it has none."""
    values = (value_of(kind, name) for name in (fights.defence, fights.behind))
    return min((value for value in values if value is not None), default=None)
