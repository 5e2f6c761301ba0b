"""What an attack is made with, and what it comes to at the best roll: no chances, no fractions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.packs.system.fights import Attack, Fights
    from questwright.compiler.packs.system.system import Kind


def value_of(kind: Kind, name: str) -> int | None:
    """A value of a figure; None where it has none that is a number from 0."""
    found = kind.values.get(name)
    if found is None or type(found.value) is not int or found.value < 0:
        return None
    return found.value


def strength_of(
    member: Kind, fights: Fights, attacks: Sequence[Attack] | None = None, *, is_large: bool = False
) -> int:
    """The dice or the strength of a member's strongest attack, of all or of some; 0 without any."""
    found = [
        value + attack.against_large * is_large
        for attack in (fights.attacks if attacks is None else attacks)
        if (value := value_of(member, attack.dice)) is not None
    ]
    return max(fights.fewest, *found) if found else 0


def pierces(kind: Kind, fights: Fights) -> bool:
    """Whether a die can show more than the armour of a kind."""
    return (value_of(kind, fights.armour) or 0) < fights.die


def lowest_defence(kind: Kind, fights: Fights) -> int | None:
    """The lowest defence of an unhurt kind against attacks from any side; None if it has none."""
    values = (value_of(kind, name) for name in (fights.defence, fights.behind))
    return min((value for value in values if value is not None), default=None)
