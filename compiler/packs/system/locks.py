"""Kinds of locks: how they are broken by attacks, or lowered by spells."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Broken(NamedTuple):
    """How a lock is broken by attacks."""

    attacks: tuple[str, ...]
    """The words of the ways to attack it."""
    dice: str
    """The lock's value that says how many dice it rolls."""
    armour: str
    """The lock's value that a die of the attacker has to show more than; or empty."""
    hits: int
    """How many hits of one attack it breaks at."""

    def guard(self, values: Mapping[str, int]) -> tuple[int, int]:
        """How many dice a lock with some values rolls, and its armour."""
        return values[self.dice], values[self.armour] if self.armour else 0


class Lowering(NamedTuple):
    """A spell, or the like, that takes a lock's value down."""

    word: str
    title: str
    amount: int
    """How far each cast takes it down."""
    by: tuple[str, ...]
    """Who casts it: words of kinds, ranks or traits."""
    rounds: int
    """From how many rounds after one cast on there is another: 1 for each round."""
    needs: str
    """The word of a setting without which nobody has it in a quest; or empty."""
    within: int
    """How many cells off it is cast at the most, whatever lies between; 1 for beside it."""
    gear: str
    """The gear that does it in place of a spell; or empty. Nobody counts on that: a quest that is
    won by it alone is undecided."""
    is_spare: bool
    """Whether this is a spell that a card of whoever casts lets be cast once before its time. No
    line counts on that; what is the soonest does."""
    rules: tuple[str, ...]


class Lowered(NamedTuple):
    """How a lock is opened by taking one of its values down to nothing."""

    value: str
    spells: tuple[Lowering, ...]


class LockKind(NamedTuple):
    """A word of the pack for what keeps a gate shut without a key: ``ward``."""

    word: str
    title: str
    text: str
    """How it is broken, for the book; our own words."""
    values: tuple[str, ...]
    """The numbers that a quest gives for each: ``power``."""
    by: tuple[str, ...]
    """Who alone breaks it: words of kinds, ranks or traits; empty where everybody does."""
    broken: Broken | None
    """How attacks break it; None where no odds of that are worked out."""
    lowered: Lowered | None
    """What takes its value down until it is open; None where nothing is said of that."""
    symbol: str
    action_cost: int
    """Actions that an attempt, or a cast, costs."""
    rules: tuple[str, ...]
    counters: tuple[str, ...] = ()
    """The keys that lead to the counters in the rules which show its values; empty without any."""
