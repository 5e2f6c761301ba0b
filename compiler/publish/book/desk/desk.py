"""What all parts of a chapter share: numbers of areas, names, anchors, codes and links."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from questwright.compiler.model.clearings import clearing_ids
from questwright.compiler.model.quest import EffectKind, Fact, FactKind, Quantity, UnknownSort
from questwright.compiler.model.words import title_from_id
from questwright.compiler.publish.book.desk.ways import AreaSteps, facts_of
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run
from questwright.compiler.wording.phrases import cells_in_words, say_condition
from questwright.dsl.prose import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Event, Passage, Quest, Thing, Unknown
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.publish.book.view.text import Line, Prose
    from questwright.dsl.prose import Block

_SHORTEST_LINK = 4
_LONGEST_RULE_TITLE = 60
_NUMBER = re.compile(r"-\d+\Z")


class Desk:
    """One quest on the compositor's desk."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.ways = AreaSteps(quest)
        self.order = self.ways.order()
        self.reveals = tuple(
            sorted(self.ways.reveals, key=lambda reveal: self.order.index(reveal.area))
        )
        self.labels: dict[int, str] = {
            area: str(number) for number, area in enumerate(self.order, 1)
        }
        self.things: dict[str, Thing] = {thing.id: thing for thing in quest.things}
        self.hidden: dict[str, Unknown] = {
            unknown.id: unknown
            for unknown in quest.unknowns
            if unknown.sort in (UnknownSort.ITEM, UnknownSort.THING)
        }
        """What is in one of several places, by its id."""

    # -- names ---------------------------------------------------------------------------

    def area_name(self, index: int) -> str:
        """What an area is called; one that the author did not name goes by its number."""
        area = self.board.areas[index]
        return area.title if area.is_named else f"{area.kind.title} {self.labels[index]}"

    def area_heading(self, index: int) -> str:
        """An area's name beside its number."""
        area = self.board.areas[index]
        return area.title if area.is_named else area.kind.title

    def event_title(self, event: Event) -> str:
        """An event's title, or its trigger where the author gave none."""
        return event.title or self.trigger(event)

    def trigger(self, event: Event) -> str:
        """When an event happens."""
        said = say_condition(event.condition, self.quest, self.system)
        return f"{'Each time' if event.repeats else 'When'} {said}"

    def cells(self, cells: Cells) -> str:
        """Squares in words."""
        return cells_in_words(cells, self.board)

    def text(self, key: str, default: str = "") -> str:
        """A heading or standing passage of the pack."""
        return self.system.texts.get(key, default)

    def setting_word(self, setting: str, word: str, part: str = "title") -> str:
        """The title or the text of a word that a setting takes."""
        tables = self.system.rules.get("setting_words")
        table = _inside(tables, setting)
        found = _inside(_inside(table, word), part)
        if isinstance(found, str):
            return found
        return title_from_id(word) if part == "title" else ""

    def gate_symbol(self, word: str, trait: str, default: str) -> str:
        """The symbol of a gate in some state."""
        found = _inside(_inside(self.system.rules.get("gate_traits"), word), trait)
        return found if isinstance(found, str) else default

    def rank_title(self, kind: Kind) -> str:
        """What the game calls a figure's rank."""
        found = _inside(_inside(self.system.rules.get("ranks"), kind.rank), "title")
        return found if isinstance(found, str) else ""

    def passages(self, word: str) -> tuple[Passage, ...]:
        """The texts of a sort."""
        return tuple(passage for passage in self.quest.passages if passage.word == word)

    def is_foe(self, kind: Kind) -> bool:
        """Whether a figure plays against the party."""
        return bool(kind.side) and kind.side != self.system.party.word

    @cached_property
    def common_ranks(self) -> frozenset[str]:
        """Ranks of figures that wander in: whoever plays against the party above is a boss."""
        return frozenset(
            rank
            for setting in self.system.settings.values()
            if setting.role == "wanderer"
            for rank in setting.ranks
        )

    def is_boss(self, kind: Kind) -> bool:
        """Whether a figure is more than the common ones."""
        return self.is_foe(kind) and bool(self.common_ranks) and kind.rank not in self.common_ranks

    def chosen(self, role: str) -> tuple[str, ...]:
        """The words that were set for the settings of a role."""
        found: list[str] = []
        for word, setting in self.system.settings.items():
            value = self.quest.settings.get(word)
            if setting.role == role:
                found += [value] if isinstance(value, str) else _strings(value)
        return tuple(found)

    # -- anchors -------------------------------------------------------------------------

    def area_slug(self, index: int) -> str:
        """An area's anchor."""
        return self.board.areas[index].id

    @cached_property
    def told_in_area(self) -> Mapping[str, int]:
        """Events that only read aloud or remind when an area is revealed, with that area."""
        told = {}
        for event in self.quest.events:
            area = self.area_of_event(event)
            quiet = all(
                effect.kind in (EffectKind.READ, EffectKind.NOTE) for effect in event.effects
            )
            if area is not None and quiet and not event.repeats:
                told[event.id] = area
        return told

    def area_of_event(self, event: Event) -> int | None:
        """The area whose revealing sets an event off, where there is just one."""
        fact = event.condition
        if not isinstance(fact, Fact) or fact.quantity is Quantity.NONE or len(fact.subjects) < 1:
            return None
        if fact.kind is FactKind.REVEALED and len(fact.subjects) == 1:
            return next(
                (n for n, area in enumerate(self.board.areas) if area.id == fact.subjects[0]), None
            )
        if fact.kind in (FactKind.OPENED, FactKind.FOUND) and len(fact.subjects) == 1:
            gate = next(gate for gate in self.board.gates if gate.id == fact.subjects[0])
            return self._beyond(gate)
        members = {kind.word for kind in self.quest.party}
        if fact.kind is FactKind.IS_IN and set(fact.subjects) <= members:
            if fact.quantity is Quantity.ALL and len(members) > 1:
                return None
            return next(
                (n for n, area in enumerate(self.board.areas) if area.cells == fact.cells), None
            )
        return None

    def _beyond(self, gate: Gate) -> int | None:
        """The area that a gate brings to light, where nothing else may have done so before."""
        area = max(gate.between, key=self.order.index)
        gates = {way.gate for way in self.ways.into(area)}
        return area if gates == {self.board.gates.index(gate)} else None

    @cached_property
    def clearings(self) -> Mapping[str, str]:
        """The action that is printed for all things of a kind that are taken away alike.

        By the id of each such action, and by that of the event that the thing is gone.
        """
        leads: dict[str, str] = {}
        found: dict[str, str] = {}
        for thing in self.quest.things:
            if thing.kind.placing.clearing is not None:
                ids = clearing_ids(thing)
                found |= dict.fromkeys(ids, leads.setdefault(thing.kind.word, ids[0]))
        return found

    @cached_property
    def anchors(self) -> Mapping[str, str]:
        """The anchor at which something of an id is described."""
        slugs = {area.id: area.id for area in self.board.areas}
        slugs |= {
            event.id: self.area_slug(self.told_in_area[event.id])
            if event.id in self.told_in_area
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
            holder = self.things.get(item.holder)
            area = self.board.area_at(item.cell) if item.cell >= 0 else -1
            area = holder.area if holder is not None else area
            if area >= 0:
                slugs[item.id] = self.area_slug(area)
        return slugs

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What everything with a name is called."""
        titles = {word: kind.title for word, kind in self.system.kinds.items()}
        titles |= {word: gear.title for word, gear in self.system.gear.items()}
        titles |= {unknown.id: unknown.title for unknown in self.quest.unknowns}
        titles |= {thing.id: thing.title for thing in self.quest.things}
        titles |= {item.id: item.title for item in self.quest.items}
        titles |= {gate.id: gate.title for gate in self.board.gates}
        titles |= {action.id: action.title for action in self.quest.actions}
        titles |= {event.id: self.event_title(event) for event in self.quest.events}
        titles |= {area.id: self.area_name(number) for number, area in enumerate(self.board.areas)}
        return titles

    def triggered_by(self, id_: str) -> tuple[Event, ...]:
        """The events whose condition speaks of something, and not of it among others."""
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
        """A run that names something and leads to where it is described."""
        return Run(text or self.titles.get(id_, id_), target=self.anchors.get(id_, ""))

    def renamed(self, text: str) -> str:
        """A text in which nameless areas go by their numbers and nameless events by triggers."""
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
        for match in self._known.finditer(renamed):
            if match.start() > done:
                runs.append(Run(renamed[done : match.start()]))
            runs.append(Run(match[0], target=self._targets[match[0]]))
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
    def _known(self) -> re.Pattern[str]:
        return _any_of(self._targets)

    def line(self, block: Block) -> Line:
        """A paragraph or an entry as the author wrote it, its references made links."""
        return tuple(self._runs(block))

    def _runs(self, block: Block) -> Iterator[Run]:
        for run in block.runs:
            match run.style:
                case Style.REFERENCE:
                    yield self.link(run.text)
                case Style.EMPHASIS:
                    yield Run(run.text, emphasis=True)
                case Style.STRONG:
                    yield Run(run.text, strong=True)
                case Style.PLAIN:
                    yield Run(run.text)

    def prose(self, blocks: Iterable[Block]) -> Prose:
        """A text of the author; entries that follow each other are one list."""
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

    def titled(self, passage: Passage, default: str) -> tuple[str, Prose]:
        """A title and a text: a first paragraph's strong opening is its title."""
        return titled(self.prose(passage.blocks), default)


def titled(prose: Prose, default: str) -> tuple[str, Prose]:
    """A title and a text: a first paragraph's strong opening is its title."""
    if not prose or not isinstance(prose[0], Paragraph) or not prose[0].runs:
        return default, prose
    head, *rest = prose[0].runs
    if not head.strong or len(head.text) > _LONGEST_RULE_TITLE:
        return default, prose
    if rest:
        rest[0] = Run(
            rest[0].text.lstrip(" :.–—"), rest[0].emphasis, rest[0].strong, rest[0].target
        )
    first = (Paragraph(tuple(rest)),) if any(run.text for run in rest) else ()
    return head.text.rstrip(" .:"), (*first, *prose[1:])


def joined(runs: list[Run], joint: str = "and") -> list[Run]:
    """Runs as a sentence lists them."""
    found: list[Run] = []
    for position, run in enumerate(runs):
        if position:
            found.append(Run(f" {joint} " if position == len(runs) - 1 else ", "))
        found.append(run)
    return found


def uncounted(thing: Thing) -> str:
    """What a thing is called among its like: ``Pack`` for ``Pack 3``, which has its name alone."""
    return (
        title_from_id(_NUMBER.sub("", thing.id))
        if thing.title == title_from_id(thing.id)
        else thing.title
    )


def parted(notes: list[list[Run]]) -> Iterator[Run]:
    """Several notes in one line."""
    for position, note in enumerate(notes):
        if position:
            yield Run("; ")
        yield from note


def within(title: str) -> str:
    """A title as it stands within a sentence: ``the Heroes``."""
    head, _, rest = title.partition(" ")
    return f"{head.lower()} {rest}" if head in ("The", "A", "An") and rest else title


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")


def _inside(value: Plain, key: str) -> Plain:
    return value.get(key) if hasattr(value, "get") else None  # type: ignore[union-attr]


def _strings(value: Plain) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, tuple) else []
