"""Chains of what is out of reach in words, each element at its place in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from questwright.compiler.english import listed_in_words
from questwright.compiler.verdict.explain.conflict import nearest
from questwright.compiler.verdict.task.bits import each_number, joined, union
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.verdict.explain.elements import Element
    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span

Said: TypeAlias = "tuple[str, Span]"


class ChainWords(NamedTuple):
    """The chains of one task as they are told."""

    task: Task
    names: Names
    reached: Places
    """The places to which anybody comes."""

    def told(self, chain: Sequence[Element]) -> list[Said]:
        """A chain in words, what is wanted first and then what leads to it."""
        ordered = list(dict.fromkeys((*nearest(chain), *chain)))
        return list(dict.fromkeys(self._each(ordered))) or self._joint(ordered)

    def _joint(self, chain: Sequence[Element]) -> list[Said]:
        """What a chain without words asks for: where members stand at one moment."""
        asked = [(at, own) for own in chain for at in own.stands if at.words]
        if not asked:
            return []
        words = listed_in_words(dict.fromkeys(at.words for at, _ in asked))
        told = f"members of the party have to stand there at one moment: {words}"
        first, element = asked[0]
        if len(asked) == 1:
            told = element.room or told
        return [(told, first.origin)]

    def _each(self, chain: Sequence[Element]) -> Iterator[Said]:
        """The elements in words; each place asked for is said to be behind what bars the way."""
        told: set[str] = set()
        barring = [element.asks for element in chain if element.behind is not None]
        for number, element in enumerate(chain):
            before = chain[:number]
            # What waits for that alone which bars a way as well is told with the way.
            is_told = element.asks and any(not element.asks & ~asks for asks in barring)
            if element.deed is not None:
                # What is brought with it and asked for later is told where it is asked for.
                asked = union(other.asks for other in before)
                facts = element.gives & asked or element.gives & -element.gives
                yield from self._confined(element, facts)
            elif element.text and element.behind is None and not is_told:
                joint = self._at_once(element, chain)
                if joint not in told:
                    yield joint or element.text, element.origin
                told |= {joint} - {""}
            parted = [told for other in before for told in self._parted(element, other)]
            yield from parted
            if element.behind is not None and not parted:
                yield element.text, element.origin
            for other in (*before, element):
                yield from self._confined(other, other.gives & element.asks)

    def _at_once(self, element: Element, chain: Sequence[Element]) -> str:
        """That members have to stand in several places at one moment; nothing if in one alone."""
        if element.together is None:
            return ""
        beside = [own.stands[-1] for own in chain if own.together == element.together]
        if len(beside) < 2 or any(at.is_away or at.leaves for at in beside):
            return ""
        who = union(at.who for at in beside)
        places = listed_in_words(dict.fromkeys(self.names.standing(at) for at in beside))
        begins = f"{element.text}:" if element.together[0] == "events" else "to win,"
        return f"{begins} {self.names.have(who)} to stand {places} at once"

    def _confined(self, element: Element, facts: Facts) -> Iterator[Said]:
        """That what brings some facts about can be done in one place alone."""
        if element.deed is not None:
            for fact in each_number(facts):
                info = self.task.facts[fact]
                told = self.names.confined(element.deed, info, self.reached)
                yield told, element.origin

    def _parted(self, element: Element, other: Element) -> Iterator[Said]:
        """That one of two elements bars the way to where the other asks somebody to come."""
        for way, goer in ((element, other), (other, element)):
            if way.behind is not None:
                # From where something would be seen is not told.
                asked = (at.places for at in goer.stands if at.words or goer.deed)
                far = union(places for places in asked if not places & self.reached)
                if far and self._bars(way, far):
                    yield way.behind(self.names.area(far)), way.origin

    def _bars(self, way: Element, places: Places) -> bool:
        """Whether all ways to some places lead over the links that an element closes."""
        links = enumerate(self.task.links)
        others = ((link.first, link.second) for n, link in links if n not in way.links)
        first = joined(len(self.task.places), others)
        near = {first[place] for place in each_number(self.reached)}
        return not any(first[place] in near for place in each_number(places))
