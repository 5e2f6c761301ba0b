"""Conditions of a quest: facts about the state of play, joined and denied."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cells
    from questwright.dsl.source import Span


class Moving(NamedTuple):
    """The place of a fact, effect or action whose cells depend on where hidden things are."""

    fixed: Cells
    """The cells that it always has."""
    things: tuple[str, ...]
    """The ids of the hidden things whose cells are added."""


class FactKind(StrEnum):
    """The facts that conditions ask for."""

    OPENED = "opened"
    """A gate has been opened."""
    CLOSED = "closed"
    FOUND = "found"
    """A passage has been found."""
    REVEALED = "revealed"
    """The contents of an area have been set up on the board."""
    SEARCHED = "searched"
    """An area or a container has been searched."""
    CLEARED = "cleared"
    """No enemy is left in an area."""
    DEFEATED = "defeated"
    """A figure has been removed from play."""
    STATE = "state"
    """A figure is in a state that the pack names: ``crippled``."""
    TAKEN = "taken"
    """Some member of the party has, or had, an item."""
    CARRIES = "carries"
    CARRIED = "carried"
    """Some member of the party has an item now."""
    IS_IN = "is-in"
    """Figures stand on given cells."""
    LEAVES = "leaves"
    """Figures leave the board over given cells."""
    DONE = "done"
    """A quest action has been taken."""
    HAPPENED = "happened"
    """An event has happened."""
    SPRUNG = "sprung"
    """A trap has been set off."""
    SET = "set"
    """A flag is set."""
    ROUND = "round"
    """The round, compared with a number."""


class Quantity(StrEnum):
    """For how many of its subjects a fact has to hold."""

    ONE = "one"
    """For the only subject."""
    ANY = "any"
    ALL = "all"
    NONE = "none"
    AT_LEAST = "at-least"


class Fact(NamedTuple):
    """An atomic condition about the state of play."""

    kind: FactKind
    quantity: Quantity
    least: int
    """With AT_LEAST, how many."""
    subjects: tuple[str, ...]
    """Ids of things, gates, areas, items, actions, events or flags; or words of members."""
    subject_word: str
    """How the author named them: ``hero``, ``zombie``, ``well-door``."""
    object: str
    """The id of the item carried or the name of alike ones, the word of the state, or empty."""
    cells: Cells
    """The cells that the place means, or 0."""
    place: str
    """How the author wrote that place, or empty."""
    comparison: str
    """With ROUND, and with a STATE of which figures have a number, ``=``, ``!=``, ``<``, ``<=``,
    ``>`` or ``>=``; otherwise empty."""
    number: int
    """The number that the round, or that of each subject, is compared with."""
    origin: Span
    moving: Moving | None = None
    """The place, if it depends on where hidden things are."""

    @property
    def names_cells(self) -> bool:
        """Whether the author named cells, and no thing that may stand there: ids are lower-case."""
        return self.place.isupper()


class Every(NamedTuple):
    """A conjunction: all of its parts hold."""

    parts: tuple[Condition, ...]
    origin: Span


class Some(NamedTuple):
    """A disjunction: at least one of its parts holds."""

    parts: tuple[Condition, ...]
    origin: Span


class Not(NamedTuple):
    """A negation: its part does not hold."""

    part: Condition
    origin: Span


Condition = Fact | Every | Some | Not


def alternatives(condition: Condition) -> tuple[Condition, ...]:
    """The conditions of which one is enough."""
    return condition.parts if isinstance(condition, Some) else (condition,)


def rounds_named(condition: Condition) -> frozenset[int]:
    """The rounds that a condition names with ``=``.

    Each of them is a moment of its own to an event that happens ``whenever``: it happens again in
    that round, though its condition may have held before.
    """
    facts = (fact for fact in facts_of(condition) if fact.kind is FactKind.ROUND)
    return frozenset(fact.number for fact in facts if fact.comparison == "=")


def facts_of(condition: Condition) -> Iterator[Fact]:
    """All facts in a condition, denied ones too, in order."""
    match condition:
        case Fact():
            yield condition
        case Not(part, _):
            yield from facts_of(part)
        case Every(parts, _) | Some(parts, _):
            for part in parts:
                yield from facts_of(part)
