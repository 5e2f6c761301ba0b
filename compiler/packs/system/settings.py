"""What an author may set in a quest of a game: its party, its last round, its variants."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.system.values import Plain


class SettingShape(StrEnum):
    """What a setting takes."""

    NUMBER = "number"
    KIND = "kind"
    KINDS = "kinds"
    WORD = "word"
    WORDS = "words"
    FLAG = "flag"


class SettingRole(StrEnum):
    """What the compiler does with a setting."""

    NONE = ""
    """It is printed and handed on."""
    PARTY = "party"
    OPPOSED = "opposed"
    TURN_LIMIT = "turn-limit"
    LAID_TRAPS = "laid-traps"
    WANDERER = "wanderer"
    REWARD_GOLD = "reward-gold"
    REMOVED_CARDS = "removed-cards"
    OPTIONS = "options"


class Choice(NamedTuple):
    """That a die chooses among the quests of an objective, each of which has one of its numbers."""

    die: int
    """How many faces it has."""
    text: str
    """What is done before it is rolled, such as how an objective is drawn; for the book."""


class Setting(NamedTuple):
    """A switch that an author may set in a quest: ``marauder zombie``, ``interrupts 4``."""

    word: str
    title: str
    shape: SettingShape
    role: SettingRole
    side: str
    """The side that the kinds named here play for in the quest; empty where it is their own."""
    category: str
    """Kinds must be of this category, where not empty."""
    ranks: tuple[str, ...]
    """Kinds must be of one of these ranks, where not empty."""
    words: tuple[str, ...]
    """The words it may take, where it takes words."""
    minimum: int
    maximum: int
    step: int
    """Numbers must be multiples of this."""
    default: Plain
    conflicts: Mapping[str, tuple[str, ...]]
    """Words that cannot be set together with a word."""
    figures: Mapping[str, tuple[str, ...]]
    """Which figures alone there are where a word is set, by words of kinds, ranks and traits."""
    brings: str
    """The kind of which the number says how many a side may bring into play; or empty."""
    out_of: str
    """The kind of token in the place of which each of them comes; empty where none is needed."""
    not_with: Mapping[str, tuple[str, ...]]
    """By other settings, the words with which it is not set."""
    tables_for: Mapping[str, tuple[str, ...]]
    """The sides for which a quest has tables to roll on in play, where a word is set."""
    titles: Mapping[str, str]
    """What its words are called."""
    spares: Mapping[str, tuple[str, ...]]
    """Whom nobody attacks where a word is set, by words of kinds, ranks and traits."""
    spares_not_on: tuple[str, ...]
    """The tiles on which they are attacked all the same."""
    uncounted: tuple[str, ...]
    """Words of rules that the proof does not follow: it says so where one is set."""
    is_required: bool
    is_told: bool
    """Its value is no secret: players read it before they begin."""
    is_by_tile: bool
    """A word of it may be set for one tile alone: ``maze:ground-spells``."""
    is_whole: bool
    """Of a party: all who are named play; players leave nobody at home."""
    chosen_by: Choice | None
    """Quests of the same objective are told apart by it, and a die chooses among them."""
    text: str
    """What it does, for the book and for help; our own words."""
    rules: tuple[str, ...]
