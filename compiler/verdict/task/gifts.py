"""Gifts: items that go to one of some members, whoever has them, and what comes of that."""

from __future__ import annotations

from itertools import product

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.verdict.task.need import Facts, Members


class Gift(NamedTuple):
    """What goes to one of some members, as they choose; nobody gets it if all of them are lost."""

    item: Facts
    """The fact that the party has the item; 0 if the item is taken away again at once."""
    adds: Facts
    """What holds only if somebody gets it."""
    who: Members
    title: str
    """The item in words."""

    def among(self, there: Sequence[object]) -> tuple[int, ...]:
        """Those who may get it; all for whom ``there`` has nothing are lost."""
        return tuple(n for n, own in enumerate(there) if own and self.who >> n & 1)

    def less(self, facts: Facts) -> Gift:
        """The gift without some facts."""
        return self._replace(item=self.item & ~facts, adds=self.adds & ~facts)


class Had(NamedTuple):
    """What comes of gifts."""

    adds: Facts
    """What holds because of them."""
    lacks: Facts
    """What does not, as nobody is left to get it."""
    items: Facts
    """What has gone to somebody."""


def had(gifts: Iterable[Gift], there: Sequence[object]) -> Had:
    """What comes of gifts; all members for whom ``there`` has nothing are lost."""
    adds = lacks = items = 0
    for gift in gifts:
        if gift.among(there):
            adds |= gift.adds
            items |= gift.item
        else:
            lacks |= gift.adds
    return Had(adds, lacks & ~adds, items)


def passed(hold: Sequence[Facts], items: Facts, taker: int) -> tuple[Facts, ...]:
    """What members hold when some items have come to one of them."""
    return tuple(own | items if n == taker else own & ~items for n, own in enumerate(hold))


def handed(
    gifts: Iterable[Gift], hold: Sequence[Facts], there: Sequence[object], carried: Facts
) -> Iterator[tuple[Facts, ...]]:
    """Each way in which members may hold what they held, and gifts of what is ``carried``."""
    left = [(gift.item & carried, gift.among(there)) for gift in gifts]
    left = [(item, able) for item, able in left if item and able]
    for chosen in product(*(able for _, able in left)):
        held = tuple(hold)
        for (item, _), taker in zip(left, chosen, strict=True):
            held = passed(held, item, taker)
        yield held
