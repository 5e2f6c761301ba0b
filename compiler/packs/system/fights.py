"""What a pack says of fights, typed: as much as the odds of them are worked out from."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Final

ODDS: Final = "odds-columns"
"""The way to resolve an attack that divides strengths and reads a column of a table."""


LESS: Final = "hits-less-saves"
"""The way to resolve an attack that takes the defender's saves from the attacker's hits."""
WOUNDS: Final = "hit-then-wound"
"""The way to resolve an attack that rolls to hit, and then for how many hits that counts."""


NOWHERE: Final = "none"
"""What ground is to those who never attack from there, nor are attacked there."""


class Die(NamedTuple):
    """A die, by what its faces show."""

    word: str
    title: str
    faces: tuple[str, ...]
    """Words or numbers, each as often as the die has it."""
    rules: tuple[str, ...]


class Reach(StrEnum):
    """How far an attack carries."""

    BESIDE = "beside"
    """To the cells around the attacker."""
    SIGHT = "sight"
    """As far as the attacker sees."""


class Resort(StrEnum):
    """When the proof looks at a way to attack."""

    USUAL = "usual"
    """Always."""
    LAST = "last"
    """Where nothing usual wins, or the party can strand."""
    UNSURE = "unsure"
    """Where nothing else wins. Nobody knows before play whether the party has it, or how often: a
    quest that is won by it alone is undecided."""


class Attack(NamedTuple):
    """A way in which figures attack: ``fight``, ``shoot``."""

    word: str
    title: str
    dice: int | str
    """The figures' value that says how many dice the attacker rolls, or how strong it is; or the
    number of dice itself."""
    against_large: int
    """Dice more, or fewer, against a figure larger than one square."""
    reach: Reach
    not_beside: bool
    """Nobody is attacked so who stands beside the attacker."""
    skill: str
    """The figures' value by whose row of the table an attack hits; or empty."""
    needs: str
    """The figures' value that says from which roll on it hits, where no table does; or empty."""
    strength: str
    """The figures' value that is added to the roll for what a hit counts; or empty."""
    by: tuple[str, ...] = ()
    """Who alone attacks so, by words of kinds, ranks and traits; empty for everybody."""
    not_against: tuple[str, ...] = ()
    """Who is never attacked so."""
    within: int = 0
    """How many cells off a figure is attacked along sight at the most; 0 for any number."""
    only_with: tuple[str, ...] = ()
    """Words of settings without one of which nobody has it in a quest; empty where all have."""
    rounds: int = 1
    """From how many rounds after one such attack on there is another: 1 for each round."""
    hits: int = 0
    """The hits of its best roll, where the game rolls it in a way of its own: then nothing else is
    known of its odds. 0 for what is rolled as ``Fights.roll`` says."""
    resort: Resort = Resort.USUAL
    actions: int = 1
    """How many actions it takes, or points where the same pay for steps and actions."""


class Stun(NamedTuple):
    """What it is to be stunned, which lasts until the round is over."""

    by: tuple[str, ...]
    """The results of a table that stun."""
    defence: str
    """The figures' value by which an attack on who is stunned is divided; of a kind without it that
    is not known."""
    falls_by: tuple[str, ...]
    """The results by which who is stunned falls at once."""
    hurt_fall: bool
    """Who has been hit before falls instead of being stunned."""
    never: tuple[str, ...]
    """Who is never stunned, by words of kinds, ranks and traits."""


class GroundShift(NamedTuple):
    """The columns by which an attack shifts because of the ground of both sides."""

    shifts: Mapping[tuple[str, str], int]
    """By what the ground is to the attacker, and to the defender."""
    state: str
    """The trait of a terrain that says what it is to who stands there: `NOWHERE` for no attacks."""
    favoured: str
    """The trait that says so for single peoples, by words of kinds, ranks and traits; or empty."""
    plain: str
    """The terrain of floor of which a quest says nothing; or empty."""
    spares: tuple[str, ...]
    """Against whom the ground does nothing, by words of kinds, ranks and traits."""


class HitLimit(NamedTuple):
    """How many hits a figure of some rank falls at."""

    value: str
    """The figures' value that says so."""
    is_kept: bool
    """Hits of several attacks add up, rather than those of one attack having to be enough."""
    marks: Mapping[str, int]
    """Hits that a result of a table scores here, where that is not what the table says."""
    most: int
    """How many hits of one attack count; 0 where all of them do."""
    cornered: Mapping[str, int]
    """Hits that a result of a table scores here on whoever has no room to be driven back."""
    stunned: Stun | None = None
    """What it is to be stunned; None where nobody is."""


class Several(NamedTuple):
    """Columns more where several attack together."""

    against: tuple[str, ...]
    """Whom they attack, by words of kinds, ranks and traits; empty for everybody."""
    not_against: tuple[str, ...]
    """Against whom it does not hold."""
    by: tuple[str, ...]
    """Of whom at least two attack, by words of kinds, ranks and traits; empty for anybody."""
    columns: int
    is_each: bool
    """So many columns for each of those, rather than for all of them."""


class Fights(NamedTuple):
    """How attacks are resolved, as far as the odds of them are worked out."""

    roll: str
    """The named way in which an attack is resolved: ``pairs-high-to-high``, ``odds-columns``,
    ``hits-less-saves``, ``hit-then-wound``."""
    die: int
    """The number of a die's faces."""
    faces: tuple[str, ...]
    """What those show: numbers from 1 on, or the faces of a die of the pack."""
    defence_faces: tuple[str, ...]
    """What the faces of the defender's die show."""
    hits: Mapping[str, int]
    """How many hits each face scores for the attacker; nothing for others."""
    hits_of: Mapping[str, Mapping[str, int]]
    """The same for those who are called so, by words of kinds, ranks and traits."""
    saves: Mapping[str, int]
    """How many hits each face takes away for the defender; nothing for others."""
    saves_of: Mapping[str, Mapping[str, int]]
    """The same for those who are called so, by words of kinds, ranks and traits."""
    fewest: int
    """Nobody rolls fewer dice, whatever is against them."""
    table: str
    """The subject of the pack's rules that an attack is rolled on; or empty."""
    to_hit: Mapping[int, tuple[int, ...]]
    """By the attacker's skill, the least roll that hits against each skill of a defender."""
    skill: str
    """The figures' value that is the defender's skill; or empty."""
    always_fails: int
    """The highest roll that never hits."""
    always_succeeds: int
    """The lowest roll that always hits; 0 where none does."""
    tables: Mapping[str, str]
    """The same against those who are called so, by words of kinds, ranks and traits."""
    several: tuple[Several, ...]
    """Columns more where several attack together; of those that hold, the most."""
    against: Mapping[str, int]
    """What is added to the die against those who are called so."""
    advance: int
    """How many cells victors of a fight go on at the most; no line counts on that."""
    enters: bool
    """Only those attack who could step to where the figure stands."""
    attacks: tuple[Attack, ...]
    """The usual ways to attack figures."""
    resorts: tuple[Attack, ...]
    """The ways to attack figures that are a last resort, or that nobody can be sure of."""
    tools: tuple[Attack, ...]
    """The ways to attack locks alone."""
    defence: str
    """The figures' value that says how many dice the defender rolls, or what an attack is divided
    by."""
    behind: str
    """The figures' value that takes its place from behind; or empty."""
    worn: tuple[str, ...]
    """The figures' values that take its place after one hit, after two …"""
    worn_behind: tuple[str, ...]
    """The same from behind."""
    ground: GroundShift | None
    """The columns by which the ground shifts an attack; None where it shifts none."""
    armour: str
    """The figures' value that a die of the attacker has to show more than, or that is added to the
    defence; or empty."""
    falls: Mapping[str, HitLimit]
    """By rank; who is of another rank is not fought."""
    driven_back: tuple[str, ...]
    """Whom attacks never beat and only drive back, by words of kinds, ranks and traits."""
    given: str
    """What the odds take for granted, as a clause: ``fights are one against one``."""
    rules: tuple[str, ...]
    clears: bool = False
    """In the proof: whoever is driven back and has room for it is out of the way."""
    clears_all: bool = False
    """The same of those whom some of the party beat, but may find no room for that."""

    def made_from(self, shot: str) -> Fights:
        """With the attacks of one word alone; of an empty one, with those from beside a figure."""
        found = (a for a in self.attacks if (a.word == shot if shot else a.reach is Reach.BESIDE))
        return self._replace(attacks=tuple(found))

    def on_lock(self, words: Collection[str]) -> tuple[Attack, ...]:
        """The ways to attack a lock that are called so; where none is, those to attack figures."""
        found = tuple(own for own in (*self.attacks, *self.tools) if own.word in words)
        return found or self.attacks
