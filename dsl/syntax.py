"""The nodes of the syntax tree, one class for each construct of the language.

The parser makes them without knowing the game of a quest; each has its span in the text.
"""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.dsl.source import Span


TOLD: Final = "told"
"""The word before what the players know when play begins."""


class Name(NamedTuple):
    """A word as it is written."""

    text: str
    span: Span


class Number(NamedTuple):
    """A whole number."""

    value: int
    span: Span


class Range(NamedTuple):
    """A range of whole numbers with both its ends: ``5..12``."""

    low: int
    high: int
    span: Span


class Text(NamedTuple):
    """A quoted text: the characters between its quotes, unchanged."""

    raw: str
    span: Span
    is_prose: bool
    """Whether it is triple-quoted."""

    @property
    def content_start(self) -> int:
        """The offset of the first character between the quotes."""
        return self.span.start + (3 if self.is_prose else 1)


class PlaceForm(StrEnum):
    """The ways to write a place."""

    CELL = "cell"
    """``C4``"""
    EDGE = "edge"
    """``C4|D4``"""
    BLOCK = "block"
    """``C4..F6``"""
    SIDE = "side"
    """``jails:X``, ``jails:west``: the edge of a tile"""


class Place(NamedTuple):
    """A place as it is written: ``C4``, ``C4|D4``, ``C4..F6``, ``crypt:C4``, ``jails:west``."""

    form: PlaceForm
    first: str
    second: str
    """The second cell of an edge, the last of a block; otherwise empty."""
    instance: str
    """The laid tile that the place is on; empty for a place on the board."""
    span: Span

    def __str__(self) -> str:
        inside = f"{self.instance}:" if self.instance else ""
        joint = {PlaceForm.EDGE: "|", PlaceForm.BLOCK: ".."}.get(self.form, "")
        return f"{inside}{self.first}{joint}{self.second}"


Value = Name | Number | Range | Place
Item = tuple[Value, ...]
"""Values without a comma between them."""


class Clause(NamedTuple):
    """A small word and its items: ``at C4``, ``facing west``."""

    word: Name
    items: tuple[Item, ...]
    texts: tuple[Text, ...]
    span: Span


CLAUSES: Final = (
    "at",
    "near",
    "in",
    "from",
    "to",
    "by",
    "with",
    "without",
    "of",
    "on",
    "for",
    "among",
    "facing",
    "turned",
    "locked",
    "holds",
    "held",
    "behind",
    "takes",
    "shuts",
    "around",
    "pushed",
)
"""The small words of the language that begin a clause."""


class Form(StrEnum):
    """The kind of a statement, by the word that begins it."""

    SYSTEM = "system"
    BOARD = "board"
    TILE = "tile"
    DOOR = "door"
    LOCK = "lock"
    SPAWN = "spawn"
    ACTION = "action"
    EFFECT = "effect"
    COUNTED = "counted"
    ROW = "row"
    """A row of a table, which begins with its results."""
    STAGE = "stage"
    """A quest's turn in a campaign."""
    THING = "thing"
    """A statement that begins with a word of the game's pack."""


class Statement(NamedTuple):
    """One line: a head word, its items, clauses and texts, and the block behind it."""

    form: Form
    head: Name
    items: tuple[Item, ...]
    clauses: tuple[Clause, ...]
    texts: tuple[Text, ...]
    condition: Condition | None
    body: tuple[Node, ...] | None
    span: Span


class Prose(NamedTuple):
    """A text for people: ``story``, ``read``, ``note``, ``rule``, ``outro``."""

    word: Name
    text: Text
    span: Span
    told: Name | None = None
    """The word between the two: `told` of a rule that the players know."""


class Draw(NamedTuple):
    """A drawing of a board or a tile."""

    word: Name
    name: Name | None
    text: Text
    span: Span


class Legend(NamedTuple):
    """A line below a drawing that says what a letter stands for."""

    key: Name
    thing: Statement
    span: Span


class Event(NamedTuple):
    """A block that happens once, ``when``, or each time, ``whenever``, a condition comes true."""

    word: Name
    name: Name | None
    title: Text | None
    repeats: bool
    condition: Condition
    body: tuple[Node, ...]
    span: Span


class Victory(NamedTuple):
    """A condition under which a side wins."""

    word: Name
    side: Name
    degree: Name | None
    """How well the side wins, in games that have degrees of victory."""
    title: Text | None
    condition: Condition
    span: Span
    told: Name | None = None
    """The word `told`, where the players know of it."""


class Claim(StrEnum):
    """The kinds of expectation that a designer may state."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNREACHABLE = "unreachable"
    MUST_FACE = "must-face"
    OPTIONAL = "optional"
    CANNOT_STRAND = "cannot-strand"


class Expect(NamedTuple):
    """An expectation of the designer; the compiler reports a quest that does not meet it."""

    claim: Claim
    subject: Name | None
    without: tuple[Name, ...]
    rounds: Range | None
    span: Span


class Allow(NamedTuple):
    """A finding that the designer accepts, with the reason."""

    code: Name
    reason: Text
    span: Span
    by: Name | None = None
    """What brings the finding about, where only what that brings is accepted."""
    word: Name | None = None
    """The word that stands before it; it should be ``by``."""


class Include(NamedTuple):
    """The path of another file whose declarations belong to this one."""

    path: Text
    span: Span


class AnyOf(NamedTuple):
    """At least one of several conditions."""

    parts: tuple[Condition, ...]
    span: Span


class AllOf(NamedTuple):
    """Each of several conditions."""

    parts: tuple[Condition, ...]
    span: Span


class NoneOf(NamedTuple):
    """A condition that must not hold."""

    part: Condition
    span: Span


class Predicate(NamedTuple):
    """A fact about the play: ``any hero carries sun-blade``, ``all heroes in well``."""

    quantifier: Name | Number | None
    subject: Name
    verb: tuple[Name, ...]
    clause: Clause | None
    comparison: str
    number: Number | None
    span: Span
    numbers: Range | None = None
    """In place of one number: ``round = 2..8``."""


Condition = AnyOf | AllOf | NoneOf | Predicate
Node = Statement | Prose | Draw | Legend | Event | Victory | Expect | Allow | Include


class Declaration(NamedTuple):
    """A whole quest, tile or campaign."""

    word: Name
    name: Name
    title: Text | None
    body: tuple[Node, ...]
    span: Span


class File(NamedTuple):
    """The includes and declarations of one text."""

    path: str
    includes: tuple[Include, ...]
    declarations: tuple[Declaration, ...]
