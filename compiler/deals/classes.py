"""Sort the cards of a deck into classes of which nothing tells one card from another."""

from __future__ import annotations

from collections import Counter

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from questwright.compiler.model.sections import Section, SectionCards


class CardClass(NamedTuple):
    """Cards that are alike: what holds for one of them holds for each."""

    section: Section
    """Any of their sections."""
    divides: bool
    words: tuple[str, ...]
    """The section of each card."""
    sorts: Mapping[str, int]
    """How many cards are of each sort of section."""

    @property
    def many(self) -> int:
        """How many cards there are."""
        return len(self.words)


def classes_of(cards: Iterable[SectionCards], *, by_outline: bool) -> tuple[CardClass, ...]:
    """Return the classes of some cards; `by_outline` where it matters what a section covers."""
    found: dict[Hashable, list[SectionCards]] = {}
    for each in cards:
        if each.many:
            found.setdefault(_likeness(each.section, by_outline=by_outline), []).append(each)
    return tuple(
        CardClass(
            alike[0].section,
            alike[0].section.sort.divides,
            tuple(each.section.word for each in alike for _ in range(each.many)),
            _sorts(alike),
        )
        for alike in found.values()
    )


def _sorts(alike: list[SectionCards]) -> Counter[str]:
    sorts: Counter[str] = Counter()
    for each in alike:
        sorts[each.section.sort.word] += each.many
    return sorts


def _likeness(section: Section, *, by_outline: bool) -> Hashable:
    """Return what is equal for sections that are alike."""
    if by_outline:
        return section.sort.divides, section.squares, section.way_in, section.further
    widths = tuple([door.width for door in section.further])
    return section.sort.divides, section.way_in.width, widths
