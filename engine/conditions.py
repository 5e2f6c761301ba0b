"""Read the conditions of a document: trees whose leaves are predicates on the state of play."""

from __future__ import annotations

import operator
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from questwright.engine.reading import Node

DEPTH: Final = 128
"""How deep conditions may be nested."""
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


class PredicateKind(StrEnum):
    """What a predicate says of its subjects, as `quest.json` spells it."""

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
    CARRIED = "carried"
    IS_IN = "is-in"
    LEAVES = "leaves"
    DONE = "done"
    HAPPENED = "happened"
    SPRUNG = "sprung"
    SET = "set"
    ROUND = "round"


class Quantity(StrEnum):
    """For how many of its subjects a predicate has to be true."""

    ONE = "one"
    ANY = "any"
    ALL = "all"
    NONE = "none"
    AT_LEAST = "at-least"


class Moving(NamedTuple):
    """A place that depends on where hidden things stand."""

    fixed: tuple[str, ...]
    """The squares that belong to it in every world."""
    things: tuple[str, ...]
    """The ids of the hidden things whose squares belong to it."""


def read_moving(node: Node, squares: Container[str]) -> Moving | None:
    """Read a place that depends on hidden things; None for null."""
    if node.raw is None:
        return None
    parts = node.mapping("fixed things")
    for cell in parts["fixed"].items():
        if cell.text() not in squares:
            cell.refuse("is not a square of the floor")
    return Moving(
        tuple(part.text() for part in parts["fixed"].items()),
        tuple(part.text() for part in parts["things"].items()),
    )


class Predicate(NamedTuple):
    """A leaf of a condition: what has to be true, and for how many of its subjects."""

    kind: PredicateKind
    quantity: Quantity
    least: int
    """With AT_LEAST, the number of subjects."""
    subjects: tuple[str, ...]
    """The ids of things, gates, areas, items, events …, or the words of members."""
    object: str
    """The id of the item that is carried or the name of alike ones, or the word of a state;
    otherwise empty."""
    cells: frozenset[str]
    """The squares of the place that it asks for."""
    comparison: str
    """With ROUND, and with a STATE of which figures have a number, a key of COMPARISONS."""
    number: int
    """What to compare with."""
    moving: Moving | None = None
    names_squares: bool = False
    """The designer named squares, and no thing that may stand there."""

    def is_met_by(self, count: int, left: int) -> bool:
        """Tell whether it is met if it is true for ``count`` of the ``left`` subjects."""
        match self.quantity:
            case Quantity.ALL | Quantity.ONE:
                return count >= left
            case Quantity.ANY:
                return count > 0
            case Quantity.NONE:
                return count == 0
            case Quantity.AT_LEAST:
                return count >= self.least


class Every(NamedTuple):
    """A condition that holds if all of its parts do."""

    parts: tuple[Condition, ...]


class Some(NamedTuple):
    """A condition that holds if at least one of its parts does."""

    parts: tuple[Condition, ...]


class Not(NamedTuple):
    """A condition that holds if its part does not."""

    part: Condition


Condition = Predicate | Every | Some | Not


def leaves(condition: Condition) -> Iterator[Predicate]:
    """Yield the predicates of a condition, from left to right."""
    match condition:
        case Every(parts) | Some(parts):
            for part in parts:
                yield from leaves(part)
        case Not(part):
            yield from leaves(part)
        case Predicate():
            yield condition


def read_condition(node: Node, squares: Container[str], depth: int = DEPTH) -> Condition:
    """Read a condition; ``squares`` has the names of the board's squares.

    ``depth`` is how much deeper it may be nested.
    """
    if not depth:
        node.refuse("is nested too deeply")
    match node.get("is").one_of(_ConditionForm):
        case _ConditionForm.EVERY:
            return Every(_parts(node, squares, depth))
        case _ConditionForm.SOME:
            return Some(_parts(node, squares, depth))
        case _ConditionForm.NOT:
            return _negation(node, squares, depth)
        case _ConditionForm.FACT:
            return _predicate(node, squares)


def _negation(node: Node, squares: Container[str], depth: int) -> Condition:
    """Read a negation; several in a row are read in a loop, for the stack is not deep enough."""
    is_negated, part = True, node.mapping("is part origin")["part"]
    while part.get("is").raw == "not":
        is_negated, part = not is_negated, part.mapping("is part origin")["part"]
    condition = read_condition(part, squares, depth - 1)
    return Not(condition) if is_negated else condition


def _parts(node: Node, squares: Container[str], depth: int) -> tuple[Condition, ...]:
    parts = node.mapping("is parts origin")["parts"].items()
    return tuple(read_condition(part, squares, depth - 1) for part in parts)


def _predicate(node: Node, squares: Container[str]) -> Predicate:
    parts = node.mapping(
        "is fact quantity count of subjects subject_word object cells place moving comparison "
        "number origin"
    )
    kind = parts["fact"].one_of(PredicateKind)
    comparison, number = "", 0
    is_counted = kind is PredicateKind.STATE and parts["comparison"].maybe_text() is not None
    if kind is PredicateKind.ROUND or is_counted:
        comparison, number = parts["comparison"].text(), parts["number"].number()
        if comparison not in COMPARISONS:
            parts["comparison"].refuse("is not a comparison")
    for cell in parts["cells"].items():
        if cell.text() not in squares:
            cell.refuse("is not a square of the floor")
    return Predicate(
        kind=kind,
        quantity=parts["quantity"].one_of(Quantity),
        least=parts["count"].number(),
        subjects=tuple(part.text() for part in parts["subjects"].items()),
        object=parts["object"].maybe_text() or "",
        cells=frozenset(part.text() for part in parts["cells"].items()),
        comparison=comparison,
        number=number,
        moving=read_moving(parts["moving"], squares),
        # The ids of things are in small letters.
        names_squares=(parts["place"].maybe_text() or "").isupper(),
    )
