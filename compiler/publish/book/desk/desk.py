"""Look up what all sections of a chapter share: labels of areas, names, anchors and links.

Takes a quest and the pack of its game. Returns texts and runs of text for views.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from questwright.compiler.analysis.needs import kinds_in_play, specials_at_work
from questwright.compiler.english import after_article, listed_in_words
from questwright.compiler.language import message, say, say_as
from questwright.compiler.model.clearings import ids_by_rule
from questwright.compiler.model.quest import (
    EffectKind,
    Fact,
    FactKind,
    Quantity,
    UnknownSort,
    facts_of,
)
from questwright.compiler.model.words import title_from_id
from questwright.compiler.packs.system.system import SettingRole
from questwright.compiler.packs.system.texts import HEADINGS
from questwright.compiler.publish.book.desk.ways import AreaSteps
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run
from questwright.compiler.wording.phrases import cells_in_words, say_condition
from questwright.dsl.prose import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Event, Item, Passage, Quest, Thing, Unknown
    from questwright.compiler.packs.system.system import Kind, Special, System
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.publish.book.view.text import Line, Prose
    from questwright.dsl.prose import Block

_SHORTEST_LINK = 4
_LONGEST_RULE_TITLE = 60
_NUMBER = re.compile(r"-\d+\Z")


class Desk:
    """The lookups of one quest for all sections of its chapter; areas are given by index."""

    def __init__(
        self, quest: Quest, system: System, labels: Mapping[int, str] | None = None
    ) -> None:
        """The lookups; ``labels`` are those of the areas, if their order does not give them."""
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.ways = AreaSteps(quest)
        self.order = self.ways.order()
        self.reveals = tuple(
            sorted(self.ways.reveals, key=lambda reveal: self.order.index(reveal.area))
        )
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

    def text(self, key: str) -> str:
        """A standing passage of the pack; empty if it has none."""
        return self.system.texts.get(key, "")

    def heading(self, key: str) -> str:
        """What stands above a part of the book: the pack's words for it, or ours."""
        return self.system.texts.get(f"{key}_title", "") or say(HEADINGS[key])

    def setting_word(self, setting: str, word: str, part: str = "title") -> str:
        """The title, or another part, of a word that a setting takes."""
        tables = self.system.rules.get("setting_words")
        table = _inside(tables, setting)
        found = _inside(_inside(table, word), part)
        if isinstance(found, str):
            return found
        return title_from_id(word) if part == "title" else ""

    def gate_symbol(self, word: str, trait: str, default: str) -> str:
        """The symbol of a gate in the state that `trait` names, or the default."""
        found = _inside(_inside(self.system.rules.get("gate_traits"), word), trait)
        return found if isinstance(found, str) else default

    def rank_title(self, kind: Kind) -> str:
        """The title of a figure's rank; empty if it has none."""
        found = _inside(_inside(self.system.rules.get("ranks"), kind.rank), "title")
        return found if isinstance(found, str) else ""

    def passages(self, word: str) -> tuple[Passage, ...]:
        """The passages of the quest with this word."""
        return tuple(passage for passage in self.quest.passages if passage.word == word)

    def is_foe(self, kind: Kind) -> bool:
        """Whether a figure belongs to a side other than the party."""
        return bool(kind.side) and kind.side != self.system.party.word

    @cached_property
    def common_ranks(self) -> frozenset[str]:
        """The ranks of wanderers; a foe of any other rank is a boss."""
        return frozenset(
            rank
            for setting in self.system.settings.values()
            if setting.role is SettingRole.WANDERER
            for rank in setting.ranks
        )

    def at_work(self, specials: Iterable[Special]) -> tuple[Special, ...]:
        """Specials without those that speak of figures that take no part in the quest."""
        return specials_at_work(specials, self._figures, self.system)

    @cached_property
    def _figures(self) -> tuple[Kind, ...]:
        return kinds_in_play(self.quest, self.system)

    def is_boss(self, kind: Kind) -> bool:
        """Whether a figure is a foe whose rank is none of the common ones."""
        return self.is_foe(kind) and bool(self.common_ranks) and kind.rank not in self.common_ranks

    # -- anchors -------------------------------------------------------------------------

    def area_slug(self, index: int) -> str:
        """The anchor of an area."""
        return self.board.areas[index].id

    @cached_property
    def read_in_area(self) -> Mapping[str, int]:
        """The area of each event that only reads texts when its area is revealed, by event id."""
        areas = {}
        for event in self.quest.events:
            area = self.area_of_event(event)
            quiet = all(
                effect.kind in (EffectKind.READ, EffectKind.NOTE) for effect in event.effects
            )
            if area is not None and quiet and not event.repeats:
                areas[event.id] = area
        return areas

    def area_of_event(self, event: Event) -> int | None:
        """The area whose revealing triggers an event, or None if that is not exactly one."""
        fact = event.condition
        if not isinstance(fact, Fact) or fact.quantity is Quantity.NONE or len(fact.subjects) < 1:
            return None
        if fact.kind is FactKind.REVEALED and len(fact.subjects) == 1:
            return next(
                (n for n, area in enumerate(self.board.areas) if area.id == fact.subjects[0]), None
            )
        if fact.kind in (FactKind.OPENED, FactKind.FOUND) and len(fact.subjects) == 1:
            gates = (gate for gate in self.board.gates if gate.id == fact.subjects[0])
            gate = next(gates, None)
            return self._beyond(gate) if gate is not None else None
        members = {kind.word for kind in self.quest.party}
        if fact.kind is FactKind.IS_IN and set(fact.subjects) <= members:
            if fact.quantity is Quantity.ALL and len(members) > 1:
                return None
            return next(
                (n for n, area in enumerate(self.board.areas) if area.cells == fact.cells), None
            )
        return None

    def _beyond(self, gate: Gate) -> int | None:
        """The area that a gate reveals, or None if another gate may reveal it first."""
        area = max(gate.between, key=self.order.index)
        gates = {way.gate for way in self.ways.into(area)}
        return area if gates == {self.board.gates.index(gate)} else None

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
            event.id: self.area_slug(self.read_in_area[event.id])
            if event.id in self.read_in_area
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

    def triggered_by(self, id_: str) -> tuple[Event, ...]:
        """The events whose conditions name this id as a subject."""
        return self._triggers.get(id_, ())

    @cached_property
    def _triggers(self) -> Mapping[str, tuple[Event, ...]]:
        found: dict[str, list[Event]] = {}
        for event in self.quest.events:
            for id_ in dict.fromkeys(
                id_ for fact in facts_of(event.condition) for id_ in fact.subjects
            ):
                found.setdefault(id_, []).append(event)
        return {id_: tuple(events) for id_, events in found.items()}

    # -- text ----------------------------------------------------------------------------

    def link(self, id_: str, text: str = "") -> Run:
        """A run with a title (or `text`) that links to where the id is described."""
        return Run(text or self.titles.get(id_, id_), target=self.anchors.get(id_, ""))

    def area_link(self, index: int) -> Run:
        """A run with the number and the title of an area that links to its entry."""
        text = f"{self.labels[index]} {self.area_heading(index)}"
        return Run(text, target=self.area_slug(index))

    def renamed(self, text: str) -> str:
        """A generated text in which areas and events without a name go by number and by trigger."""
        return self._nameless.sub(lambda match: self._new_names[match[0]], text)

    @cached_property
    def _new_names(self) -> Mapping[str, str]:
        names = {
            area.title: self.area_name(number)
            for number, area in enumerate(self.board.areas)
            if not area.is_named
        }
        for event in self.quest.events:
            if not event.title:
                names[f"Event {event.id}"] = self.event_title(event)
        return names

    @cached_property
    def _nameless(self) -> re.Pattern[str]:
        return _any_of(self._new_names)

    def words(self, text: str) -> Line:
        """A generated text as a line, with links to the areas, events and actions that it names."""
        runs: list[Run] = []
        done = 0
        renamed = self.renamed(text)
        for match in self._linked.finditer(renamed):
            if match.start() > done:
                runs.append(Run(renamed[done : match.start()]))
            runs.append(Run(match[0], target=self._targets.get(match[0], "")))
            done = match.end()
        if done < len(renamed):
            runs.append(Run(renamed[done:]))
        return tuple(runs)

    @cached_property
    def _targets(self) -> Mapping[str, str]:
        areas = {self.area_name(number): area.id for number, area in enumerate(self.board.areas)}
        done = {event.title: self.anchors[event.id] for event in self.quest.events if event.title}
        done |= {action.title: self.anchors[action.id] for action in self.quest.actions}
        found = areas | done
        return {title: slug for title, slug in found.items() if len(title) >= _SHORTEST_LINK}

    @cached_property
    def _linked(self) -> re.Pattern[str]:
        # A gate that is called after an area is not that area.
        return _any_of({*self._targets, *(gate.title for gate in self.board.gates)})

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

    def split_title(self, passage: Passage, default: str) -> tuple[str, Prose]:
        """A passage as a title and a text; see `split_title`."""
        return split_title(self.prose(passage.blocks), default)


def split_title(prose: Prose, default: str) -> tuple[str, Prose]:
    """Split off the title: the strong run at the start of the first paragraph, or the default."""
    if not prose or not isinstance(prose[0], Paragraph) or not prose[0].runs:
        return default, prose
    head, *rest = prose[0].runs
    if not head.strong or len(head.text) > _LONGEST_RULE_TITLE:
        return default, prose
    is_ended = head.text.rstrip().endswith((".", ":", "!", "?"))
    if rest and not is_ended and rest[0].text.lstrip()[:1] not in (".", ":", "–", "—"):
        return default, prose  # a sentence that begins with it
    if rest:
        rest[0] = Run(
            rest[0].text.lstrip(" :.–—"), rest[0].emphasis, rest[0].strong, rest[0].target
        )
    first = (Paragraph(tuple(rest)),) if any(run.text for run in rest) else ()
    return head.text.rstrip(" .:"), (*first, *prose[1:])


def listed_runs(runs: list[Run], joint: str = "and") -> list[Run]:
    """Runs listed as in a sentence: ``a, b and c``."""
    found: list[Run] = []
    for position, run in enumerate(runs):
        if position:
            found.append(Run(_last_joint(joint) if position == len(runs) - 1 else ", "))
        found.append(run)
    return found


def _last_joint(joint: str) -> str:
    """What stands before the last of several links."""
    return say_as("before the last link of a list", " or " if joint == "or" else " and ")


def title_without_number(thing: Thing) -> str:
    """The title of a thing without its number: ``Pack`` for ``Pack 3``.

    A title that the author wrote is not changed.
    """
    return (
        title_from_id(_NUMBER.sub("", thing.id))
        if thing.title == title_from_id(thing.id)
        else thing.title
    )


def separated(notes: list[list[Run]]) -> Iterator[Run]:
    """Several notes in one line, with semicolons between them."""
    for position, note in enumerate(notes):
        if position:
            yield Run("; ")
        yield from note


def in_sentence(title: str) -> str:
    """A title with its article in lower case, for use in a sentence: ``the Heroes``."""
    head, _, rest = title.partition(" ")
    articles = say_as("words that begin a title and are small in a sentence", "The A An")
    return f"{head.lower()} {rest}" if head in articles.split() and rest else title


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")


def _inside(value: Plain, key: str) -> Plain:
    return value.get(key) if hasattr(value, "get") else None  # type: ignore[union-attr]
