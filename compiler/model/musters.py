"""Musters: a side spends points on figures, in secret before play begins or in some rounds."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.model.round_words import count_of_rounds, round_words
from questwright.compiler.model.words import is_called, title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.dsl.source import Span


class Ware(NamedTuple):
    """A figure on offer in a muster."""

    word: str
    """A kind, a rank or a trait, as in the pack's price list."""
    price: int
    """Its price in points."""
    many: int
    """How many of it the quest buys; 0 if the player chooses."""


class Muster(NamedTuple):
    """Points that a side spends on figures, with the figures on offer."""

    id: str
    title: str
    side: str
    points: int
    wares: tuple[Ware, ...]
    cells: Cells
    """The cells on which the figures are placed."""
    place: str
    """How the author wrote that place."""
    rounds: tuple[int, ...]
    """The rounds in which the points are spent; empty if in secret before play begins."""
    origin: Span
    grown_after: int = 0
    """Who is bought is born then, and is grown so many rounds later; 0 where nobody is born."""

    @property
    def is_chosen(self) -> bool:
        """Whether the quest itself says what is bought."""
        return any(ware.many for ware in self.wares)

    @property
    def spent(self) -> int:
        """The points that the quest itself spends."""
        return sum(ware.price * ware.many for ware in self.wares)


def bought(word: str, system: System) -> tuple[Kind, ...]:
    """The kinds of figures, not of the party's side, that a word of the price list means."""
    return tuple(
        kind
        for kind in system.kinds.values()
        if kind.category is Category.FIGURE
        and kind.side != system.party.word
        and is_called(kind, word)
    )


def coming(ware: Ware, muster: Muster, system: System) -> tuple[Kind, ...]:
    """The kinds that come for a ware of a muster: those who are bought, or who are born as these.

    Who is born has the counters of a grown kind, and is called as the game calls the young.
    """
    kinds = bought(ware.word, system)
    growth = system.musters.growth
    if not muster.grown_after or growth is None:
        return kinds
    counters = {kind.placing.counters for kind in kinds} - {""}
    born = tuple(
        kind
        for kind in system.kinds.values()
        if kind.placing.counters in counters and is_called(kind, growth.called)
    )
    return born or kinds


def ware_title(word: str, system: System) -> str:
    """The title of a word of the price list."""
    kind = system.kinds.get(word)
    return kind.title if kind is not None else system.printed(title_from_id(word))


def wares_in_words(muster: Muster, system: System) -> str:
    """What a muster is: ``30 points for Guard (7), Slayer (4) and Hunter (1)``."""
    if muster.is_chosen:
        wares = listed_in_words(
            f"{ware.many} {ware_title(ware.word, system)}" for ware in muster.wares if ware.many
        )
        form = message("{wares}, for {spent} of {points} points")
        return say(form, wares=wares, spent=muster.spent, points=muster.points)
    wares = listed_in_words(
        f"{ware_title(ware.word, system)} ({ware.price})" for ware in muster.wares
    )
    return say("{points} points for {wares}", points=muster.points, wares=wares)


def muster_in_words(muster: Muster, system: System) -> str:
    """``30 points for Guard (7), Slayer (4) and Hunter (1), in secret before play begins``."""
    what = wares_in_words(muster, system)
    if not muster.rounds:
        return say("{what}, in secret before play begins", what=what)
    every = listed_in_words(str(number) for number in muster.rounds)
    many = len(muster.rounds)
    form = message("{what}, in {round} {numbers}" if many == 1 else "{what}, in {rounds} {numbers}")
    when = say(form, what=what, numbers=every, **round_words(system.turns))
    return f"{when}{born_in_words(muster, system)}"


def born_in_words(muster: Muster, system: System) -> str:
    """``; born as baby, grown 3 rounds later``; empty where nobody is born."""
    growth = system.musters.growth
    if not muster.grown_after or growth is None:
        return ""
    return say(
        "; each is born a {young} and is grown {time} later",
        young=system.printed(growth.called.replace("-", " ")),
        time=count_of_rounds(muster.grown_after, system.turns),
    )
