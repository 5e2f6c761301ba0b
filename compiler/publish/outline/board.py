"""The board in an outline: its map, its ground, its areas and the ways between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.analysis.reveal import RevealKind, boundaries, reveal_order
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.cliffs import barrier_in_words, drops, jump_in_words, jumpers
from questwright.compiler.geometry.crossings import crossing_in_words
from questwright.compiler.geometry.terrain import costs_in_words, steps_in_words
from questwright.compiler.model.tiles import tile_in_words
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.ascii_map import ascii_map
from questwright.compiler.publish.outline.lines import headed
from questwright.compiler.publish.outline.things import locked_told, thing_told
from questwright.compiler.wording.entries import (
    has_restricted_starts,
    members_in_words,
    when_in_words,
)
from questwright.compiler.wording.locks import passing_in_words, way_in_words
from questwright.compiler.wording.phrases import cells_in_words, of_side, thing_in_words, title_of
from questwright.compiler.wording.unknown import unknown_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.heights import Level
    from questwright.compiler.packs.system.system import System


def map_lines(publication: Publication) -> Iterator[str]:
    """The map in letters, with what each letter stands for."""
    quest, system = publication.quest, publication.system
    yield from headed("The map")
    drawn = ascii_map(quest)
    yield from drawn.lines
    if drawn.things or drawn.gates:
        yield ""
    yield from (f"  {letter}  {system.kinds[word].title}" for letter, word in drawn.things)
    yield from (f"  {letter}  {system.gates[word].title}" for letter, word in drawn.gates)
    if quest.board.tiles:
        yield "Laid from:"
        yield from (f"- {tile_in_words(tile)}" for tile in quest.board.tiles)


def ground_lines(publication: Publication) -> Iterator[str]:
    """The terrain, the levels and the barriers of the board."""
    quest, system = publication.quest, publication.system
    board = quest.board
    if not board.terrain and not board.levels and not board.barriers:
        return
    yield from headed("The ground")
    for patch in board.terrain:
        costs = costs_in_words(patch.kind, quest, system)
        steps = steps_in_words(patch.kind, quest.party, system)
        at = cells_in_words(patch.cells, board)
        yield f"- {patch.kind.title} at {at}: {costs}{steps}"
    levels: dict[Level, int] = {}
    for tier in board.levels:
        levels[tier.kind] = levels.get(tier.kind, 0) | tier.cells
    for level, cells in levels.items():
        yield f"- {level.title} (height {level.height:+d}) at {cells_in_words(cells, board)}"
    for barrier in board.barriers:
        edges = ", ".join(board.edge_name(edge) for edge in sorted(barrier.edges))
        yield f"- {barrier.kind.title} at {edges}: {barrier_in_words(barrier.kind)}"
    if any(True for _ in drops(board)):
        for kind in jumpers(quest.party, system):
            yield f"- {kind.title} may jump down: {jump_in_words(kind, system)}"


def area_lines(publication: Publication) -> Iterator[str]:
    """The areas in the order in which they are revealed, each with what stands and lies in it."""
    quest, system = publication.quest, publication.system
    yield from headed("Areas, in the order in which they are revealed")
    for number, revealed in enumerate(reveal_order(quest), 1):
        area = quest.board.areas[revealed.area]
        where = cells_in_words(area.cells, quest.board)
        yield f"{number}. {area.title} ({area.id}): {area.kind.title}, {where}"
        yield f"   {_revealed(revealed, quest, system)}"
        yield from _starts(area.cells, quest, system)
        for thing in quest.things:
            if thing.area == revealed.area and thing.kind.category is not Category.START:
                yield f"   - {thing_told(thing, quest, system)}"
        for item in quest.items:
            is_known = unknown_position(item.id, quest) is None
            if is_known and item.cell >= 0 and area.cells >> item.cell & 1:
                yield f"   - {item.title} ({item.id}) at {quest.board.name(item.cell)}"


def _starts(cells: Cells, quest: Quest, system: System) -> Iterator[str]:
    """The starts in an area, with the members who begin there if the quest names them."""
    if not has_restricted_starts(quest):
        starts = cells & quest.starts
        if starts:
            yield f"   - starts: {cells_in_words(starts, quest.board)}"
        return
    for entry in quest.entries:
        if entry.cells & cells:
            where = cells_in_words(entry.cells & cells, quest.board)
            late = f", {when_in_words(entry, system.turns)}" if entry.round > 1 else ""
            yield f"   - starts: {where}: {members_in_words(entry, quest)}{late}"


def _revealed(revealed: RevealedArea, quest: Quest, system: System) -> str:
    behind = listed_in_words(quest.board.areas[number].title for number in revealed.behind)
    gates = [with_article(quest.board.gates[number].title) for number in revealed.gates]
    things = {thing.id: thing for thing in quest.things}
    crossings = {crossing.id: with_article(crossing.title) for crossing in quest.board.crossings}
    portals = [crossings.get(id_) or thing_in_words(things[id_]) for id_ in revealed.portals]
    events = [f"“{title_of(id_, quest, system)}”" for id_ in revealed.events]
    through = f" through {listed_in_words(gates, 'or')}" if gates else ""
    sentence = {
        RevealKind.START: of_side(system.party, "{side} begin here", "{side} begins here"),
        RevealKind.FLOOR: f"Seen together with {behind}{through}",
        RevealKind.GATE: f"Revealed from {behind} by {listed_in_words(gates, 'or')}",
        RevealKind.PORTAL: f"Reached from {behind} by {listed_in_words(portals, 'or')}",
        RevealKind.CLEARED: f"Reached from {behind} once the way is clear",
        RevealKind.EVENT: f"Revealed by {listed_in_words(events, 'or')}",
        RevealKind.NEVER: "Nothing leads here",
    }[revealed.how]
    if events and revealed.how is not RevealKind.EVENT:
        sentence += f", or by {listed_in_words(events, 'or')}"
    return sentence


def way_lines(publication: Publication) -> Iterator[str]:
    """The gates and crossings, and where areas meet on open floor."""
    quest, system = publication.quest, publication.system
    open_floor = boundaries(quest)
    if not quest.board.gates and not quest.board.crossings and not open_floor:
        return
    yield from headed("Ways between areas")
    for gate in quest.board.gates:
        yield f"- {_gate(gate, quest, system)}"
    for crossing in quest.board.crossings:
        ends = " – ".join(cells_in_words(end, quest.board) for end in crossing.ends)
        description = crossing_in_words(crossing, quest.party, system)
        kind = "" if crossing.title == crossing.kind.title else f", {crossing.kind.title}"
        yield f"- {crossing.title} ({crossing.id}){kind} at {ends}: {description}"
    for boundary in open_floor:
        first, second = (quest.board.areas[number].title for number in boundary.between)
        edges = ", ".join(quest.board.edge_name(edge) for edge in boundary.edges)
        state = "open floor" if boundary.is_free else "open floor, blocked"
        yield f"- {first} – {second}: {state} at {edges}"


def _gate(gate: Gate, quest: Quest, system: System) -> str:
    first, second = (quest.board.areas[number].title for number in gate.between)
    at = ", ".join(quest.board.gate_places(gate))
    words = f"{first} – {second}: {gate.title} ({gate.id}), {gate.kind.title} at {at}"
    if gate.is_open:
        words += ", open"
    elif gate.kind.form is GateForm.PASSAGE:
        words += ", hidden"
    if gate.lock is not None:
        once = "once shut, " if gate.is_open else ""
        words += f", {once}{locked_told(gate.lock, quest, system)}"
    passing = passing_in_words(gate, quest, system)
    way = way_in_words(gate, quest)
    return "; ".join(filter(None, (words, passing, way)))
