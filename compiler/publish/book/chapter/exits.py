"""Compose the rows of an area's exits: its gates and its crossings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.geometry.crossings import areas_at
from questwright.compiler.language import message, say
from questwright.compiler.packs.system.system import GateForm
from questwright.compiler.publish.book.desk.runs import listed_runs
from questwright.compiler.publish.book.map.crossings import crossing_note, crossings_of
from questwright.compiler.publish.book.view.tables import ContentRow
from questwright.compiler.publish.book.view.text import Run, said
from questwright.compiler.wording.locks import boxes_of, lock_in_words, passing_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.model.board import Gate, Lock
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces


_MOST_BOXES: Final = 20
"""More of them would not be counted at a glance."""


def exits_of(pieces: Pieces, reveal: RevealedArea) -> Iterator[ContentRow]:
    """The rows of an area's gates, then those of its crossings."""
    yield from _gates(pieces, reveal)
    yield from _crossings(pieces, reveal.area)


def _gates(pieces: Pieces, reveal: RevealedArea) -> Iterator[ContentRow]:
    desk, number = pieces.desk, reveal.area
    for index, gate in enumerate(desk.board.gates):
        if number not in gate.between:
            continue
        neighbour = gate.between[1] if gate.between[0] == number else gate.between[0]
        is_hidden = gate.kind.form is GateForm.PASSAGE and not gate.is_open
        is_later = desk.order.index(number) > desk.order.index(neighbour)
        # A gate by which alone one comes here has been opened, or found, when it is read here.
        is_only = desk.ways.only_gate_into(number) == index
        is_opened = is_only and not is_hidden
        yield ContentRow(
            gate.title if gate.is_named else gate.kind.title,
            desk.places(gate),
            tuple(_gate_note(desk, gate, neighbour, has_boxes=not is_later, is_opened=is_opened)),
            sample=pieces.gate(gate),
            secret=is_hidden and not is_only,
        )


def gates_in_sight(pieces: Pieces, areas: Sequence[int]) -> Iterator[ContentRow]:
    """Rows of the gates that some areas, by index, have on their map; alike gates share a row."""
    desk = pieces.desk
    within = sum(desk.board.areas[number].cells for number in areas)
    sorts: dict[str, list[Gate]] = {}
    for gate in desk.board.gates:
        if gate.cells & within if gate.cells else {*gate.between} & {*areas}:
            sorts.setdefault(pieces.gate(gate).name, []).append(gate)
    for name, gates in sorts.items():
        kind, count = gates[0].kind, len(gates)
        yield ContentRow(
            kind.plural if count > 1 and name == kind.title else name,
            ", ".join(map(desk.places, gates)),
            count=count,
            sample=pieces.gate(gates[0]),
        )


def boxes_to_tick(lock: Lock) -> Iterator[Run]:
    """Boxes for what is left of a lock; none for one that gives way at once."""
    boxes = boxes_of(lock)
    if boxes:
        yield Run(" ", boxes=min(boxes, _MOST_BOXES))


def _gate_note(
    desk: Desk, gate: Gate, neighbour: int, *, has_boxes: bool, is_opened: bool
) -> Iterator[Run]:
    """The state of a gate, its lock, who may pass, where it leads, and the events about it."""
    if gate.kind.form is GateForm.WINDOW:
        leads = message("one sees through to {area}")
    else:
        if gate.is_open:
            yield Run(say("open") + "; ")
        if is_opened and gate.lock is not None and not gate.is_open:
            yield Run(say("open by now") + "; ")
        elif gate.lock is not None:
            words = lock_in_words(gate.lock, desk.quest, desk.system)
            form = message("once shut, locked: {lock}") if gate.is_open else "locked: {lock}"
            yield from said(form, lock=[Run(words, strong=True)])
            # What is left of a lock is ticked in one place.
            if has_boxes:
                yield from boxes_to_tick(gate.lock)
            yield Run("; ")
        passing = passing_in_words(gate, desk.quest, desk.system)
        if passing:
            yield Run(passing, strong=True)
            yield Run("; ")
        if gate.way_from == neighbour:
            yield Run(say("nobody goes through from here"), strong=True)
            yield Run("; ")
            leads = message("one comes through it from {area}")
        elif gate.way_from >= 0:
            yield Run(say("nobody comes back through it"), strong=True)
            yield Run("; ")
            leads = message("leads to {area}")
        else:
            leads = message("leads to {area}")
    yield from said(leads, area=[desk.area_link(neighbour)])
    if gate.lock is not None and gate.lock.note and not is_opened:
        yield Run(f". {gate.lock.note}")
    links = [
        desk.link(event.id)
        for event in desk.events.triggered_by(gate.id)
        if event.id not in desk.events.read_in_area and desk.events.area_of(event) != neighbour
    ]
    if links:
        yield Run("; ")
        yield from said("see {places}", places=listed_runs(links))


def _crossings(pieces: Pieces, area: int) -> Iterator[ContentRow]:
    """The rows of the crossings that have an end in this area."""
    desk = pieces.desk
    cells = desk.board.areas[area].cells
    for crossing, view in zip(desk.board.crossings, crossings_of(pieces), strict=True):
        here = crossing.cells & cells
        if not here:
            continue
        beyond = sum(end for end in crossing.ends if not end & here)
        note = [Run(crossing_note(crossing, desk))]
        if beyond:
            areas = [desk.area_link(number) for number in areas_at(beyond, desk.board)]
            note.append(Run("; "))
            form = message("to {cells} in {areas}")
            note += said(form, cells=desk.cells(beyond), areas=listed_runs(areas))
        yield ContentRow(crossing.title, desk.cells(here), tuple(note), sample=view)
