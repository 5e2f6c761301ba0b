"""Look up what all sections of a chapter share: labels of areas, names, anchors and links.

Takes a quest and the pack of its game. Returns texts and runs of text for views.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from questwright.compiler.analysis.needs import kinds_in_play, specials_at_work
from questwright.compiler.english import after_article, listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.model.clearings import ids_by_rule
from questwright.compiler.model.quest import UnknownSort
from questwright.compiler.publish.book.desk.event_areas import EventAreas
from questwright.compiler.publish.book.desk.generated import GeneratedTexts
from questwright.compiler.publish.book.desk.pack_texts import PackTexts
from questwright.compiler.publish.book.desk.ways import AreaSteps
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.phrases import cells_in_words
from questwright.dsl.prose import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Event, Item, Passage, Quest, Thing, Unknown
    from questwright.compiler.packs.system.system import Kind, Special, System
    from questwright.compiler.publish.book.view.text import Line, Prose
    from questwright.dsl.prose import Block


class Desk:
    """The lookups of one quest for all sections of its chapter; areas are given by index."""

    def __init__(
        self, quest: Quest, system: System, labels: Mapping[int, str] | None = None
    ) -> None:
        """The lookups; ``labels`` are those of the areas, if their order does not give them."""
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.pack = PackTexts(system)
        self.ways = AreaSteps(quest)
        self.order = self.ways.order()
        self.reveals = tuple(
            sorted(self.ways.reveals, key=lambda reveal: self.order.index(reveal.area))
        )
        self.events = EventAreas(quest, self.ways, self.order)
        """The areas in which events happen, and the events that something triggers."""
        numbers = {area: str(number) for number, area in enumerate(self.order, 1)}
        self.labels: Mapping[int, str] = numbers if labels is None else labels
        self.things: dict[str, Thing] = {thing.id: thing for thing in quest.things}
        self.items: dict[str, Item] = {item.id: item for item in quest.items}
        self.gates: dict[str, Gate] = {gate.id: gate for gate in quest.board.gates}
        self.hidden: dict[str, Unknown] = {
            unknown.id: unknown
            for unknown in quest.unknowns
            if unknown.sort in (UnknownSort.ITEM, UnknownSort.THING)
        }
        """The unknowns that are in one of several places, by id."""

    # -- names ---------------------------------------------------------------------------

    def area_name(self, index: int) -> str:
        """The title of an area; without a name of its own, its kind with its number."""
        area = self.board.areas[index]
        return area.title if area.is_named else f"{area.kind.title} {self.labels[index]}"

    def area_heading(self, index: int) -> str:
        """The title of an area for use beside its number."""
        area = self.board.areas[index]
        return area.title if area.is_named else area.kind.title

    def places(self, gate: Gate) -> str:
        """The edges of a gate, or its cells, in words."""
        return listed_in_words(self.board.gate_places(gate))

    def held_items(self, thing: Thing) -> list[Item]:
        """The items that a thing holds in every world."""
        items = self.quest.items
        return [item for item in items if item.holder == thing.id and item.id not in self.hidden]

    def event_title(self, event: Event) -> str:
        """An event's title, or its trigger if the author gave none."""
        return event.title or self.trigger(event)

    def trigger(self, event: Event) -> str:
        """When an event happens: ``When the door is opened``."""
        condition = say_condition(event.condition, self.quest, self.system)
        form = message("Each time {condition}" if event.repeats else "When {condition}")
        return say(form, condition=condition)

    def cells(self, cells: Cells) -> str:
        """Squares in words."""
        return cells_in_words(cells, self.board)

    def passages(self, word: str) -> tuple[Passage, ...]:
        """The passages of the quest with this word."""
        return tuple(passage for passage in self.quest.passages if passage.word == word)

    def at_work(self, specials: Iterable[Special]) -> tuple[Special, ...]:
        """Specials without those that speak of figures that take no part in the quest."""
        return specials_at_work(specials, self._figures, self.system)

    @cached_property
    def _figures(self) -> tuple[Kind, ...]:
        return kinds_in_play(self.quest, self.system)

    # -- anchors -------------------------------------------------------------------------

    def area_slug(self, index: int) -> str:
        """The anchor of an area."""
        return self.board.areas[index].id

    @cached_property
    def clearings(self) -> Mapping[str, str]:
        """The id of the action that is printed for all things of one kind that can be cleared.

        The keys are the ids of all clearing actions, and of the events that follow them or that the
        game's rules say of such things.
        """
        leads: dict[str, str] = {}
        found: dict[str, str] = {}
        for thing in self.quest.things:
            ids = ids_by_rule(thing)
            found |= dict.fromkeys(ids, leads.setdefault(thing.kind.word, ids[0])) if ids else {}
        return found

    @cached_property
    def anchors(self) -> Mapping[str, str]:
        """The anchor at which whatever has an id is described, by id."""
        slugs = {area.id: area.id for area in self.board.areas}
        slugs |= {
            event.id: self.area_slug(self.events.read_in_area[event.id])
            if event.id in self.events.read_in_area
            else event.id
            for event in self.quest.events
        }
        slugs |= {action.id: action.id for action in self.quest.actions}
        slugs |= self.clearings
        for thing in self.quest.things:
            if thing.area >= 0:
                slugs[thing.id] = self.area_slug(thing.area)
        for gate in self.board.gates:
            first = min(gate.between, key=self.order.index)
            slugs[gate.id] = self.area_slug(first)
        for item in self.quest.items:
            area = self.area_of_item(item)
            if area >= 0:
                slugs[item.id] = self.area_slug(area)
        return slugs

    def area_of_item(self, item: Item) -> int:
        """The area in which an item lies or is held; -1 if it is in none."""
        holder = self.things.get(item.holder)
        if holder is not None:
            return holder.area
        return self.board.area_at(item.cell) if item.cell >= 0 else -1

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The title of everything that has an id, by id."""
        titles = {word: kind.title for word, kind in self.system.kinds.items()}
        titles |= {word: gear.title for word, gear in self.system.gear.items()}
        titles |= {unknown.id: unknown.title for unknown in self.quest.unknowns}
        titles |= {thing.id: thing.title for thing in self.quest.things}
        titles |= {item.alike or item.id: item.title for item in self.quest.items}
        titles |= {item.id: item.title for item in self.quest.items}
        titles |= {gate.id: gate.title for gate in self.board.gates}
        titles |= {action.id: action.title for action in self.quest.actions}
        titles |= {event.id: self.event_title(event) for event in self.quest.events}
        titles |= {area.id: self.area_name(number) for number, area in enumerate(self.board.areas)}
        return titles

    # -- text ----------------------------------------------------------------------------

    def link(self, id_: str, text: str = "") -> Run:
        """A run with a title (or `text`) that links to where the id is described."""
        return Run(text or self.titles.get(id_, id_), target=self.anchors.get(id_, ""))

    def area_link(self, index: int) -> Run:
        """A run with the number and the title of an area that links to its entry."""
        text = f"{self.labels[index]} {self.area_heading(index)}"
        return Run(text, target=self.area_slug(index))

    def line(self, block: Block) -> Line:
        """A paragraph or an entry of the author; references become links."""
        return tuple(self._runs(block))

    def _runs(self, block: Block) -> Iterator[Run]:
        before = ""
        for run in block.runs:
            match run.style:
                case Style.REFERENCE:
                    title = self.titles.get(run.text, run.text)
                    yield self.link(run.text, after_article(before, title))
                case Style.EMPHASIS:
                    yield Run(run.text, emphasis=True)
                case Style.STRONG:
                    yield Run(run.text, strong=True)
                case Style.PLAIN:
                    yield Run(run.text)
            before = run.text

    def prose(self, blocks: Iterable[Block]) -> Prose:
        """A text of the author; consecutive entries become one list."""
        found: list[Paragraph | ListBlock] = []
        entries: list[Line] = []
        for block in blocks:
            if block.is_entry:
                entries.append(self.line(block))
                continue
            if entries:
                found.append(ListBlock(tuple(entries)))
                entries = []
            found.append(Paragraph(self.line(block)))
        if entries:
            found.append(ListBlock(tuple(entries)))
        return tuple(found)

    @cached_property
    def generated(self) -> GeneratedTexts:
        """What finds the names of the quest in generated texts."""
        return GeneratedTexts(self.quest, self.titles, self.anchors)
