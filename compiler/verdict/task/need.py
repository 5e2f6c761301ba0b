"""Needs: what an action, a link, an event or a victory asks for.

There is one way to walk a need, `leaves`; one to change it, `transformed`; one to make something
else of it, `folded`; and one to say whether it holds, `holds`.
"""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Final, Literal, TypeVar

    from questwright.dsl.source import Span

    T = TypeVar("T")

_WAYS = 64
"""In more ways than so many to meet a need nobody looks."""

Places = int
"""A set of places: bit n is the place with index n."""
Facts = int
"""A set of facts."""
Members = int
"""A set of members of the party."""


BURIED: Final[Places] = -1
"""Where a member stands who is buried: in no place."""


class Has(NamedTuple):
    """A fact holds."""

    fact: int
    origin: Span
    is_so: Literal[True] = True
    """Tuples are equal if their fields are: this tells it from `Lacks`."""


class Lacks(NamedTuple):
    """A fact does not hold."""

    fact: int
    origin: Span
    is_so: Literal[False] = False


class At(NamedTuple):
    """So many members stand in some places."""

    places: Places
    least: int
    who: Members
    words: str
    origin: Span
    spare: int = -1
    """All but so many of those of ``who`` who are left; -1 where ``least`` is meant."""
    is_away: bool = False
    """They stand elsewhere than was denied. So do those who are buried, and it is so when none of
    ``who`` is left."""
    leaves: bool = False
    """They leave the board there, by a victory of the party: last of all, one after the other."""

    @property
    def counts_left(self) -> bool:
        """Whether it may come to be met as somebody is lost."""
        return self.spare >= 0 or self.is_away

    def wanted(self, left: int) -> int:
        """How many have to stand there if so many of ``who`` are left."""
        return self.least if self.spare < 0 else left - self.spare


class Carried(NamedTuple):
    """A member of some carries an item."""

    fact: int
    """The fact that the party has the item."""
    who: Members
    words: str
    origin: Span


class Never(NamedTuple):
    """Cannot be met, and why."""

    why: str
    origin: Span


class All(NamedTuple):
    """Each of several needs."""

    parts: tuple[Need, ...]
    asks: Literal["all"] = "all"
    """This tells it from `Either`."""


class Either(NamedTuple):
    """At least one of several needs."""

    parts: tuple[Need, ...]
    asks: Literal["any"] = "any"


class AtLeast(NamedTuple):
    """So many of several needs."""

    least: int
    parts: tuple[Need, ...]


_NESTED: Final = (All, Either, AtLeast)
"""The needs that have parts."""
Leaf = Has | Lacks | At | Carried | Never
Need = Leaf | All | Either | AtLeast

NOTHING = All(())
"""The need that is always met."""
IMPOSSIBLE = Either(())
"""The need that is never met."""


def leaves(need: Need) -> Iterator[Leaf]:
    """The leaves of a need, in order."""
    if isinstance(need, _NESTED):
        for part in need.parts:
            if isinstance(part, _NESTED):
                yield from leaves(part)
            else:
                yield part
    else:
        yield need


def transformed(need: Need, change: Callable[[Leaf], Need]) -> Need:
    """A need with each leaf changed, and what is then always or never met left out."""
    parts: list[Need] = []
    if isinstance(need, All | Either):
        kind, settled = (All, IMPOSSIBLE) if isinstance(need, All) else (Either, NOTHING)
        for part in need.parts:
            new = transformed(part, change)
            if new == settled:
                return settled
            parts += new.parts if isinstance(new, kind) else (new,)
        return parts[0] if len(parts) == 1 else kind(tuple(parts))
    if isinstance(need, AtLeast):
        least = need.least
        for part in need.parts:
            new = transformed(part, change)
            least -= new == NOTHING
            if new not in (NOTHING, IMPOSSIBLE):
                parts.append(new)
        if least <= 0:
            return NOTHING
        if least > len(parts):
            return IMPOSSIBLE
        return AtLeast(least, tuple(parts)) if least < len(parts) else every(*parts)
    return change(need)


def folded(need: Need, of: Callable[[Leaf], T], least: Callable[[int, list[T]], T]) -> T:
    """What is made of a need: of each leaf, and of at least so many of several parts."""
    if isinstance(need, All | Either | AtLeast):
        parts = [folded(part, of, least) for part in need.parts]
        if isinstance(need, AtLeast):
            return least(need.least, parts)
        return least(len(parts) if isinstance(need, All) else 1, parts)
    return of(need)


def can_be_met(
    need: Need,
    of: Callable[[Leaf], bool],
    stand: Callable[[Sequence[At]], bool],
    *,
    otherwise: bool,
) -> bool:
    """Whether a need can be met: its leaves ``of`` facts, and where members can ``stand``.

    What it asks of where they stand is met at once. ``otherwise`` is what is said where there are
    too many ways to meet it.
    """
    known = _by_facts(need, of)
    if known is not None:
        return known
    ways = ways_to_meet(need, of)
    return otherwise if ways is None else any(not asked or stand(asked) for asked in ways)


def _by_facts(need: Need, of: Callable[[Leaf], bool]) -> bool | None:
    """Whether a need is met, by its facts alone; None where it depends on who stands where."""
    if isinstance(need, At):
        return None
    if not isinstance(need, All | Either | AtLeast):
        return of(need)
    least = len(need.parts)
    if not isinstance(need, All):
        least = need.least if isinstance(need, AtLeast) else 1
    met, left = 0, len(need.parts)
    for part in need.parts:
        is_met = _by_facts(part, of)
        met += is_met is True
        left -= is_met is False
        if met >= least or left < least:
            return met >= least
    return None


def ways_to_meet(need: Need, of: Callable[[Leaf], bool]) -> Collection[tuple[At, ...]] | None:
    """What is asked of where members stand, in each way to meet a need; None for too many."""
    if isinstance(need, At):
        return [(need,)]
    if not isinstance(need, All | Either | AtLeast):
        return [()] if of(need) else []
    least = len(need.parts)
    if not isinstance(need, All):
        least = need.least if isinstance(need, AtLeast) else 1
    found: list[dict[frozenset[tuple[int, ...]], tuple[At, ...]]] = [{frozenset(): ()}]
    found += [{} for _ in range(least)]
    """For each number of parts the ways to meet so many of them."""
    for number, part in enumerate(need.parts):
        ways = ways_to_meet(part, of)
        if ways is None:
            return None
        missing = len(need.parts) - number
        for met in range(least, 0, -1):
            for known in [*found[met - 1].values()] if met + missing > least else ():
                for way in ways:
                    both = {_asked(at): at for at in (*known, *way)}
                    found[met].setdefault(frozenset(both), tuple(both.values()))
            if len(found[met]) > _WAYS:
                return None
    return found[least].values()


def _asked(at: At) -> tuple[int, ...]:
    """What is asked, however and wherever that is written."""
    return at.places, at.least, at.who, at.spare, at.is_away, at.leaves


def every(*needs: Need) -> Need:
    """The need of all of these."""
    asked = [need for need in needs if need is not NOTHING]
    if len(asked) < 2:
        return asked[0] if asked else NOTHING
    return transformed(All(needs), _itself)


def some(*needs: Need) -> Need:
    """The need of any of these."""
    return transformed(Either(needs), _itself)


def _itself(leaf: Leaf) -> Need:
    return leaf


def negated(need: Need) -> Need:
    """The need that is met where this one is not; it may ask for facts only."""
    match need:
        case Has(fact, origin):
            return Lacks(fact, origin)
        case Lacks(fact, origin):
            return Has(fact, origin)
        case All(parts):
            return Either(tuple(negated(part) for part in parts))
        case Either(parts):
            return All(tuple(negated(part) for part in parts))
        case AtLeast(least, parts):
            return AtLeast(len(parts) - least + 1, tuple(negated(part) for part in parts))
        case Never():
            return NOTHING
        case At() | Carried():
            raise ValueError(need)


def away_from(need: Need, places: Places) -> Need:
    """A need to which whoever is in some places is away from wherever it asks."""

    def counted(leaf: Leaf) -> Need:
        if isinstance(leaf, At) and leaf.is_away:
            return leaf._replace(places=leaf.places | places)
        return leaf

    return transformed(need, counted)


def parts_of(need: Need) -> tuple[Need, ...]:
    """The needs of which each has to be met."""
    return need.parts if isinstance(need, All) else (need,)


def holds(need: Need, facts: Facts, standing: Sequence[Places], carrying: Sequence[Facts]) -> bool:
    """Whether a need is met.

    ``standing`` has for each member the places that it may be taken to stand in, all of them
    within or without what the need asks for, or that it is buried; ``carrying`` the items that it
    carries.
    """
    # By class, most frequent first: a `match` costs three times as much, in the hottest loop.
    if isinstance(need, Has):
        return bool(facts >> need.fact & 1)
    if isinstance(need, All):
        return all(holds(part, facts, standing, carrying) for part in need.parts)
    if isinstance(need, Lacks):
        return not facts >> need.fact & 1
    if isinstance(need, At):
        return _stand(need, standing)
    if isinstance(need, Either):
        return any(holds(part, facts, standing, carrying) for part in need.parts)
    if isinstance(need, AtLeast):
        return sum(holds(part, facts, standing, carrying) for part in need.parts) >= need.least
    if isinstance(need, Carried):
        item = 1 << need.fact
        return any(need.who >> n & 1 and own & item for n, own in enumerate(carrying))
    return False


def _stand(at: At, standing: Sequence[Places]) -> bool:
    count = left = 0
    for number, places in enumerate(standing):
        if places and at.who >> number & 1:
            left += 1
            count += at.is_away if places == BURIED else bool(places & at.places)
    if not left:
        return at.is_away
    return count >= at.wanted(left)


def facts_named(*needs: Need) -> tuple[Facts, Facts]:
    """The facts that needs name: those to hold, and those not to hold."""
    held = lacked = 0
    for need in needs:
        for leaf in leaves(need):
            if isinstance(leaf, Has | Carried):
                held |= 1 << leaf.fact
            elif isinstance(leaf, Lacks):
                lacked |= 1 << leaf.fact
    return held, lacked


def facts_asked(*needs: Need) -> Facts:
    """All facts that needs name."""
    held, lacked = facts_named(*needs)
    return held | lacked


def lasts(need: Need, held: Facts, lacked: Facts = 0) -> bool:
    """Whether a need stays met once it is: of facts alone, those ``held`` last.

    And those ``lacked`` never come to hold.
    """
    return all(
        (isinstance(leaf, Has) and held >> leaf.fact & 1)
        or (isinstance(leaf, Lacks) and lacked >> leaf.fact & 1)
        for leaf in leaves(need)
    )


def asked_places(need: Need) -> Iterator[At]:
    """All that a need asks of where members stand."""
    return (leaf for leaf in leaves(need) if isinstance(leaf, At))


def by_leaving(need: Need) -> Need:
    """A need without the ways to meet it for which nobody leaves the board; if there are others."""
    if isinstance(need, All):
        return All(tuple(map(by_leaving, need.parts)))
    if isinstance(need, Either):
        parts = [part for part in need.parts if any(at.leaves for at in asked_places(part))]
        return Either(tuple(map(by_leaving, parts))) if parts else need
    return need


def with_facts(need: Need, held: Facts, lacked: Facts) -> Need:
    """A need with facts that hold and facts that do not hold put in."""

    def known(leaf: Leaf) -> Need:
        if isinstance(leaf, Has | Lacks):
            bit = 1 << leaf.fact
            if bit & (held | lacked):
                return NOTHING if bool(bit & held) is isinstance(leaf, Has) else IMPOSSIBLE
        elif (isinstance(leaf, Carried) and 1 << leaf.fact & lacked) or isinstance(leaf, Never):
            return IMPOSSIBLE
        return leaf

    return transformed(need, known)
