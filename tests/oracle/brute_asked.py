"""What conditions ask for, as the player without wits weighs them: see `brute`.

By what holds, a condition comes to yes or no, or to what remains to be asked of where the members
stand: a form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.model.conditions import Quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Stand(NamedTuple):
    """So many of some members stand on some squares."""

    cells: int
    members: tuple[int, ...]
    number: int


class Each(NamedTuple):
    """Each of some forms."""

    parts: tuple


class Either(NamedTuple):
    """At least one of some forms."""

    parts: tuple


Form = bool | Stand | Each | Either


def is_so(form, places):
    """Whether a form holds where each stands on some squares, all within or all without."""
    match form:
        case bool():
            return form
        case Stand(cells, members, number):
            return sum(1 for member in members if places[member] & cells) >= number
        case Each(parts):
            return all(is_so(part, places) for part in parts)
        case Either(parts):
            return any(is_so(part, places) for part in parts)


def cells_of(form) -> Iterator[int]:
    """The squares of which a form asks."""
    match form:
        case Stand(cells):
            yield cells
        case Each(parts) | Either(parts):
            for part in parts:
                yield from cells_of(part)


class Asked(NamedTuple):
    """A condition: its form by what holds; and the facts that it reads."""

    holds: Callable[[int], Form]
    reads: int


FREELY = Asked(lambda _: True, 0)
NEVER = Asked(lambda _: False, 0)


def held(bit):
    return Asked(lambda facts: bool(facts & bit), bit)


def lacked(bit):
    return Asked(lambda facts: not facts & bit, bit)


def denied(asked):
    """What does not hold, of what no place decides."""
    return Asked(lambda facts: not asked.holds(facts), asked.reads)


def every(parts):
    def holds(facts):
        left = []
        for part in parts:
            form = part.holds(facts)
            if form is False:
                return False
            if form is not True:
                left.append(form)
        return together(left)

    return Asked(holds, read(parts))


def together(parts):
    """Forms that are to hold at one moment: where all are to stand, there must be room for all."""
    flat = []
    for part in parts:
        flat += part.parts if isinstance(part, Each) else [part]
    for number, part in enumerate(flat):
        if isinstance(part, Either) and any(cells_of(part)):
            rest = flat[:number] + flat[number + 1 :]
            ways = [together([*rest, way]) for way in part.parts]
            ways = [way for way in ways if way is not False]
            return False if not ways else ways[0] if len(ways) == 1 else Either(tuple(ways))
    common = {}
    for part in flat:
        if isinstance(part, Stand) and part.number == len(part.members):
            common[part.members] = common.get(part.members, part.cells) & part.cells
    if any(cells.bit_count() < len(members) for members, cells in common.items()):
        return False
    return True if not flat else flat[0] if len(flat) == 1 else Each(tuple(flat))


def some(parts):
    def holds(facts):
        left = []
        for part in parts:
            form = part.holds(facts)
            if form is True:
                return True
            if form is not False:
                left.append(form)
        return False if not left else left[0] if len(left) == 1 else Either(tuple(left))

    return Asked(holds, read(parts))


def read(parts):
    reads = 0
    for part in parts:
        reads |= part.reads
    return reads


def counted(fact, parts):
    """So many of some conditions of which no place decides."""
    if len(parts) == 1 and fact.quantity is not Quantity.NONE and fact.least == 1:
        return parts[0]

    def holds(facts):
        count = sum(1 for part in parts if part.holds(facts))
        if fact.quantity is Quantity.NONE:
            return count == 0
        return count >= number_of(fact)

    return Asked(holds, read(parts))


def number_of(fact):
    """How many of its subjects a fact wants, or does not want."""
    match fact.quantity:
        case Quantity.ANY | Quantity.NONE:
            return 1
        case Quantity.AT_LEAST:
            return fact.least
        case _:
            return len(fact.subjects)


def remembered(asked):
    """The same condition, worked out once for each way that its facts can be."""
    known = {}
    holds, reads = asked

    def recalled(facts):
        key = facts & reads
        form = known.get(key)
        if form is None:
            form = known[key] = holds(key)
        return form

    return Asked(recalled, reads)
