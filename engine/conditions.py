"""Conditions of a document: trees whose leaves ask something of the play."""

from __future__ import annotations

import operator
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from questwright.engine.reading import Node

DEPTH: Final = 128
"""Conditions that may stand within each other."""
COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


class _ConditionForm(StrEnum):
    EVERY = "every"
    SOME = "some"
    NOT = "not"
    FACT = "fact"


class Matter(StrEnum):
    """What a condition can ask for."""

    OPENED = "opened"
    CLOSED = "closed"
    FOUND = "found"
    REVEALED = "revealed"
    SEARCHED = "searched"
    CLEARED = "cleared"
    DEFEATED = "defeated"
    STATE = "state"
    TAKEN = "taken"
    CARRIES = "carries"
    IS_IN = "is-in"
    LEAVES = "leaves"
    DONE = "done"
    HAPPENED = "happened"
    SPRUNG = "sprung"
    SET = "set"
    ROUND = "round"


class Quantity(StrEnum):
    """Of how many subjects it is to be so."""

    ONE = "one"
    ANY = "any"
    ALL = "all"
    NONE = "none"
    AT_LEAST = "at-least"


class Moving(NamedTuple):
    """A place of which something hidden is a part: its squares are where that is."""

    fixed: tuple[str, ...]
    things: tuple[str, ...]


def read_moving(node: Node, squares: Container[str]) -> Moving | None:
    """What a document says of a place that is not the same in each world."""
    if node.raw is None:
        return None
    parts = node.mapping("fixed things")
    for cell in parts["fixed"].items():
        if cell.text() not in squares:
            cell.refuse("is no square of the floor")
    return Moving(
        tuple(part.text() for part in parts["fixed"].items()),
        tuple(part.text() for part in parts["things"].items()),
    )


class Asked(NamedTuple):
    """What a condition asks of the play."""

    matter: Matter
    quantity: Quantity
    least: int
    """With AT_LEAST, of how many."""
    subjects: tuple[str, ...]
    object: str
    """The item that is carried, the state, or nothing."""
    cells: frozenset[str]
    """The squares to stand on."""
    comparison: str
    number: int
    """The round that is compared with."""
    moving: Moving | None = None

    @property
    def is_standing(self) -> bool:
        """Whether it asks where somebody stands."""
        return self.matter in (Matter.IS_IN, Matter.LEAVES)

    def is_met_by(self, count: int) -> bool:
        """Whether it is met where it is so of that many of the subjects."""
        match self.quantity:
            case Quantity.ALL | Quantity.ONE:
                return count >= len(self.subjects)
            case Quantity.ANY:
                return count > 0
            case Quantity.NONE:
                return count == 0
            case Quantity.AT_LEAST:
                return count >= self.least


class Every(NamedTuple):
    """Each of several conditions."""

    parts: tuple[Condition, ...]


class Some(NamedTuple):
    """At least one of several conditions."""

    parts: tuple[Condition, ...]


class Not(NamedTuple):
    """A condition that must not hold."""

    part: Condition


Condition = Asked | Every | Some | Not


def holds(condition: Condition, is_so: Callable[[Asked], bool]) -> bool:
    """Whether a condition holds, where it is known of each leaf."""
    match condition:
        case Every(parts):
            return all(holds(part, is_so) for part in parts)
        case Some(parts):
            return any(holds(part, is_so) for part in parts)
        case Not(part):
            return not holds(part, is_so)
        case Asked():
            return is_so(condition)


def leaves(condition: Condition) -> Iterator[Asked]:
    """All that a condition asks."""
    match condition:
        case Every(parts) | Some(parts):
            for part in parts:
                yield from leaves(part)
        case Not(part):
            yield from leaves(part)
        case Asked():
            yield condition


def read_condition(node: Node, squares: Container[str], depth: int = DEPTH) -> Condition:
    """The condition of a document; its squares are some of these."""
    if not depth:
        node.refuse("is nested too deeply")
    match node.get("is").one_of(_ConditionForm):
        case _ConditionForm.EVERY:
            return Every(_parts(node, squares, depth))
        case _ConditionForm.SOME:
            return Some(_parts(node, squares, depth))
        case _ConditionForm.NOT:
            return _denied(node, squares, depth)
        case _ConditionForm.FACT:
            return _asked(node, squares)


def _denied(node: Node, squares: Container[str], depth: int) -> Condition:
    """What is denied; a line has room for more denials of denials than a stack has."""
    is_denied, part = True, node.mapping("is part origin")["part"]
    while part.get("is").raw == "not":
        is_denied, part = not is_denied, part.mapping("is part origin")["part"]
    condition = read_condition(part, squares, depth - 1)
    return Not(condition) if is_denied else condition


def _parts(node: Node, squares: Container[str], depth: int) -> tuple[Condition, ...]:
    parts = node.mapping("is parts origin")["parts"].items()
    return tuple(read_condition(part, squares, depth - 1) for part in parts)


def _asked(node: Node, squares: Container[str]) -> Asked:
    parts = node.mapping(
        "is fact quantity count of subjects subject_word object cells place moving comparison "
        "number origin"
    )
    matter = parts["fact"].one_of(Matter)
    comparison, number = "", 0
    if matter is Matter.ROUND:
        comparison, number = parts["comparison"].text(), parts["number"].number()
        if comparison not in COMPARISONS:
            parts["comparison"].refuse("is no comparison")
    for cell in parts["cells"].items():
        if cell.text() not in squares:
            cell.refuse("is no square of the floor")
    return Asked(
        matter=matter,
        quantity=parts["quantity"].one_of(Quantity),
        least=parts["count"].number(),
        subjects=tuple(part.text() for part in parts["subjects"].items()),
        object=parts["object"].maybe_text() or "",
        cells=frozenset(part.text() for part in parts["cells"].items()),
        comparison=comparison,
        number=number,
        moving=read_moving(parts["moving"], squares),
    )
