"""Compose overlays of what was proven: lines of play, chains of causes, unreached squares.

Takes a publication with its verdict and the map of its chapter. Returns copies of the map with
overlays.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.analysis.settle import settled_quest
from questwright.compiler.english import with_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import say
from questwright.compiler.model.verdict import Cause, chains_of
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.desk.runs import in_sentence
from questwright.compiler.publish.book.map.compose import with_overlay
from questwright.compiler.publish.book.map.line import walk_of, walks_of_members
from questwright.compiler.publish.book.view.map import (
    KeyRow,
    KeySign,
    MarkView,
    Overlay,
    RouteView,
    Sign,
    Tone,
)
from questwright.compiler.publish.sites import Sites
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.phrases import title_of
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.verdict import Step, Verdict
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.map import MapView
    from questwright.compiler.publish.sites import Site
    from questwright.dsl.diagnostics import Diagnostic

_SIGNS = (Sign.DISC, Sign.BOX, Sign.SHADE, Sign.BLOCK)
_NAME = re.compile(r"`([^`]*)`")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LOST = (codes.UNWINNABLE, codes.NOT_IN_EVERY_WORLD)
_EXPLAINED = frozenset(
    {
        *_LOST,
        codes.UNREACHABLE_AREA,
        codes.UNREACHABLE_ITEM,
        codes.DEAD_EVENT,
        codes.DEAD_ACTION,
        codes.UNSEARCHABLE,
    }
)
"""The codes of findings that have chains of causes of their own."""


class Chain(NamedTuple):
    """A chain of causes: its title, its sign on the map, and its causes with their labels."""

    title: str
    sign: Sign
    causes: tuple[tuple[str, Cause], ...]


def is_explained(finding: Diagnostic) -> bool:
    """Whether a finding has chains of causes, which are listed and drawn by themselves."""
    return finding.code in _EXPLAINED


def chains_in(publication: Publication) -> tuple[Chain, ...]:
    """Every chain of causes of a quest: of its verdict and of its findings.

    If there are several chains, the labels of each begin with its own letter.
    """
    titled: list[tuple[str, Sequence[Cause]]] = []
    if publication.verdict is not None:
        for number, chain in enumerate(chains_of(publication.verdict.causes)):
            title = say("Why not, apart from that") if number else say("Why it cannot be won")
            titled.append((title, chain))
    for finding in publication.findings:
        if finding.related and is_explained(finding) and finding.code not in _LOST:
            linked = [Cause(label.text, label.span) for label in finding.related]
            why = say("Why {what}", what=_message_with_titles(finding, publication))
            titled.append((why, linked))
    chains = []
    for number, (title, causes) in enumerate(titled):
        letter = _LETTERS[number % len(_LETTERS)] if len(titled) > 1 else ""
        numbered = tuple((f"{letter}{n}", cause) for n, cause in enumerate(causes, 1))
        chains.append(Chain(title, _SIGNS[number % len(_SIGNS)], numbered))
    return tuple(chains)


def _message_with_titles(finding: Diagnostic, publication: Publication) -> str:
    """The message of a finding, with titles in place of ids."""
    quest, system = publication.quest, publication.system
    if finding.code is codes.DEAD_EVENT:
        titles = (event.title for event in quest.events if event.origin == finding.label.span)
        title = next(titles, "")
        return say("“{title}” never happens", title=title) if title else finding.message
    return _NAME.sub(lambda name: with_article(title_of(name[1], quest, system)), finding.message)


def ending_of(desk: Desk) -> str:
    """The last step of a winning line in words; empty if there is not exactly one victory."""
    party = desk.system.party
    ways = [victory for victory in desk.quest.victories if victory.side == party.word]
    if len(ways) != 1:
        return ""
    condition = say_condition(ways[0].condition, desk.quest, desk.system)
    return say("{condition}: the quest is won", condition=condition[:1].upper() + condition[1:])


def overlays(
    publication: Publication, pieces: Pieces, view: MapView, *, is_alone: bool = False
) -> tuple[MapView, ...]:
    """A copy of the map for each line of play, and one for all chains of causes.

    If `is_alone`, the key explains each number; otherwise it refers to the lists in the annex.
    """
    verdict = publication.verdict
    assert verdict is not None
    drawn = _OverlayBuilder(pieces, verdict, is_alone=is_alone)
    found = []
    if verdict.line:
        ending = ending_of(pieces.desk)
        texts = [*(step.text for step in verdict.line), *filter(None, [ending])]
        title = say("The winning line on the map")
        found.append(with_overlay(view, title, drawn.line(verdict.line, texts, Tone.GOAL)))
    if verdict.stranded:
        texts = [step.text for step in verdict.stranded]
        title = say("The way into a dead end")
        found.append(with_overlay(view, title, drawn.line(verdict.stranded, texts, Tone.FOE)))
    chains = chains_in(publication)
    if chains or not found:
        title = say("What stands in the way") if chains else say("What can be reached")
        found.append(with_overlay(view, title, drawn.chains(chains)))
    return tuple(found)


class _OverlayBuilder:
    """Builds the overlays of one quest."""

    def __init__(self, pieces: Pieces, verdict: Verdict, *, is_alone: bool) -> None:
        self._pieces = pieces
        self._desk = pieces.desk
        self._verdict = verdict
        self._is_alone = is_alone
        unreached = each_cell(_unreached(pieces.desk, verdict))
        self._hatched = tuple(pieces.at(cell) for cell in unreached)

    def line(self, steps: Sequence[Step], texts: Sequence[str], tone: Tone) -> Overlay:
        """A line of play as a route with numbered stops."""
        wins = tone is Tone.GOAL
        name = say("The winning line") if wins else say("A line after which nothing wins")
        routes, stops = self._routes(name, steps, tone)
        marks = []
        number = 1
        for cell, same in groupby(stops):
            last = number + len(tuple(same)) - 1
            label = _range(number, last)
            marks.append(MarkView(label, Sign.STOP, (self._pieces.at(cell),)))
            number = last + 1
        key = [
            KeyRow(KeySign.ROUTE, route.name, tone=tone, stroke=route.stroke) for route in routes
        ]
        if self._is_alone:
            key += [
                KeyRow(Sign.STOP, self._desk.generated.renamed(text), str(number))
                for number, text in enumerate(texts, 1)
            ]
        elif marks:
            key.append(KeyRow(Sign.STOP, say("its steps, by their numbers in the list"), "1"))
        return Overlay(routes, self._hatched, tuple(marks), (*key, *self._hatching()))

    def _routes(
        self, name: str, steps: Sequence[Step], tone: Tone
    ) -> tuple[tuple[RouteView, ...], tuple[Cell, ...]]:
        """The routes of a line (one for each member if the line names them), and its stops."""
        wins = tone is Tone.GOAL
        if not any(step.who for step in steps):
            walk = walk_of(self._desk, steps, wins=wins)
            way = tuple(self._pieces.at(cell) for cell in walk.cells)
            title = say("{line}, as one would walk who takes every step alone", line=name)
            return (RouteView(title, way, tone),) if len(way) > 1 else (), walk.stops
        walks, stops = walks_of_members(steps)
        routes = [
            RouteView(
                say("{line}: the way of {member}", line=name, member=in_sentence(member.title)),
                tuple(self._pieces.at(cell) for cell in walks[member.word]),
                tone,
                number,
            )
            for number, member in enumerate(self._desk.quest.party)
            if len(walks.get(member.word, ())) > 1
        ]
        return tuple(routes), (*stops, stops[-1]) if wins and ending_of(self._desk) else stops

    def chains(self, chains: Sequence[Chain]) -> Overlay:
        """Chains of causes as numbers, each at the site of its cause."""
        quest, verdict = self._desk.quest, self._verdict
        if verdict.world is not None:
            # The causes are those of one world, so things are placed as in that world.
            quest = settled_quest(quest, verdict.world.choices)
        sites = Sites(quest)
        marks: list[MarkView] = []
        key: list[KeyRow] = []
        for chain in chains:
            placed = {label: sites.of(cause.text, cause.origin) for label, cause in chain.causes}
            marks += self._marks(chain, placed)
            if self._is_alone:
                key.append(KeyRow(KeySign.HEADING, chain.title))
                for label, cause in chain.causes:
                    sentence = self._desk.generated.renamed(cause.text)
                    text = f"{sentence[:1].upper()}{sentence[1:]}"
                    where = "" if placed[label] else say(" (nowhere on the map)")
                    key.append(KeyRow(chain.sign, f"{text}{where}", label))
            else:
                title = chain.title[:1].lower() + chain.title[1:]
                sentence = say("{chain}, by the numbers in the list", chain=title)
                key.append(KeyRow(chain.sign, sentence, chain.causes[0][0]))
        hatching = self._hatching()
        if hatching and self._is_alone and chains:
            hatching = (KeyRow(KeySign.HEADING, say("On the map")), *hatching)
        # Cells with a number are not hatched, so that what is there stays visible.
        clear = {cell for mark in marks if not mark.wide for cell in mark.cells}
        hatched = tuple(cell for cell in self._hatched if cell not in clear)
        return Overlay((), hatched, tuple(marks), (*key, *hatching))

    def _marks(self, chain: Chain, placed: dict[str, tuple[Site, ...]]) -> Iterator[MarkView]:
        """One number for each site, with the labels of all causes about it."""
        labels: dict[Site, list[str]] = {}
        for label, sites in placed.items():
            for site in sites:
                labels.setdefault(site, []).append(label)
        for site, own_labels in labels.items():
            yield MarkView(
                joined_labels(own_labels),
                chain.sign,
                tuple(self._pieces.at(cell) for cell in each_cell(site.cells)),
                tuple(self._pieces.edge(edge) for edge in site.edges),
                site.is_wide,
            )

    def _hatching(self) -> tuple[KeyRow, ...]:
        if not self._hatched:
            return ()
        return (KeyRow(KeySign.HATCHING, say("where nobody can come")),)


def joined_labels(labels: Iterable[str]) -> str:
    """The labels of one chain as one label: ``a1–3, 5``."""
    all_labels = list(labels)
    letter = all_labels[0].rstrip("0123456789")
    numbers = [int(label.removeprefix(letter)) for label in all_labels]
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return letter + ", ".join(_range(run[0], run[-1]) for run in runs)


def _range(first: int, last: int) -> str:
    """A run of numbers in words: ``1``, ``1, 2`` or ``1–3``."""
    if first == last:
        return str(first)
    return f"{first}, {last}" if last == first + 1 else f"{first}–{last}"


def _unreached(desk: Desk, verdict: Verdict) -> int:
    """The squares that are never reached, as a bit set; of a wholly unreached area, all squares."""
    # In an area that is not reached at all, squares under furniture are hatched as well.
    portals = sum(thing.mask for thing in desk.quest.things_of(Category.PORTAL))
    unreached = desk.board.floor & ~verdict.reached & ~desk.quest.blocked & ~portals
    for area in desk.board.areas:
        if not area.cells & verdict.reached:
            unreached |= area.cells
    return unreached
