"""Compose how an area comes to light: by which ways, seen from where, by which events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.analysis.laying import tiles_by_area
from questwright.compiler.analysis.reveal import RevealKind
from questwright.compiler.english import with_article
from questwright.compiler.language import message, say, say_as
from questwright.compiler.packs.system.system import GateForm
from questwright.compiler.publish.book.chapter.setup import tiles_in_words
from questwright.compiler.publish.book.chapter.traits import is_titled, portal_name
from questwright.compiler.publish.book.desk.runs import listed_runs
from questwright.compiler.publish.book.view.text import Run, said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces

_OPENING = message("opening {way} ({place})")
_FINDING = message("finding {way} ({place})")
_LOOKING = message("seeing it through {way} ({place})")
_ARRIVING = message("the first to arrive by {way} ({place})")


def revealed_of(pieces: Pieces, reveal: RevealedArea) -> Iterator[Run]:
    """How an area comes to light, and what is laid then."""
    yield from _brought_to_light(pieces, reveal)
    yield from _laid(pieces.desk, reveal)


def _brought_to_light(pieces: Pieces, reveal: RevealedArea) -> Iterator[Run]:
    desk = pieces.desk
    match reveal.how:
        case RevealKind.START:
            if desk.quest.deck is not None:
                yield Run(say("Set it out when its card is turned over."))
            else:
                yield Run(say("Set it out before play begins."))
            return
        case RevealKind.FLOOR:
            behind = [desk.area_link(number) for number in reveal.behind]
            yield from said("Seen together with {areas}.", areas=listed_runs(behind))
        case RevealKind.GATE | RevealKind.PORTAL:
            ways = list(_ways_in(pieces, reveal.area))
            if ways:
                yield from said("Revealed by {ways}.", ways=ways)
            else:
                yield Run(say("Nobody can come here."))
        case RevealKind.CLEARED:
            behind = [desk.area_link(number) for number in reveal.behind]
            form = message("Revealed when the way from {areas} is clear.")
            yield from said(form, areas=listed_runs(behind))
        case RevealKind.EVENT | RevealKind.NEVER:
            pass
    if reveal.events:
        events = listed_runs([desk.link(id_) for id_ in reveal.events], "or")
        if reveal.how is RevealKind.EVENT:
            yield from said("Revealed by the event {events}.", events=events)
        else:
            yield from (Run(" "), *said("Also revealed by the event {events}.", events=events))
    elif reveal.how is RevealKind.NEVER:
        yield Run(say("Nothing reveals it."))


def _ways_in(pieces: Pieces, number: int) -> Iterator[Run]:
    desk = pieces.desk
    area = desk.board.areas[number]
    crossings = {crossing.id: crossing for crossing in desk.board.crossings}
    ways: list[list[Run]] = []
    for way in desk.ways.into(number):
        if way.gate >= 0:
            gate = desk.board.gates[way.gate]
            form = _OPENING
            if gate.is_open:
                form = _LOOKING
            elif gate.kind.form is GateForm.PASSAGE:
                form = _FINDING
            name = with_article(gate.title)
            place = desk.places(gate)
        elif way.portal in crossings:
            crossing = crossings[way.portal]
            form, name = _ARRIVING, with_article(crossing.title)
            place = desk.cells(crossing.cells & area.cells)
        elif way.portal:
            portal = desk.things[way.portal]
            form = _ARRIVING
            title = portal.title if is_titled(portal) else portal_name(pieces, portal)
            name = with_article(title)
            place = desk.cells(portal.mask)
        else:
            continue
        ways.append(said(form, way=[Run(name, strong=True)], place=place))
    for position, runs in enumerate(ways):
        if position:
            is_last = position == len(ways) - 1
            yield Run(say_as("ways in", " or by ") if is_last else say_as("ways in", ", by "))
        yield from runs


def _laid(desk: Desk, reveal: RevealedArea) -> Iterator[Run]:
    """The tiles that are laid with it, where a board is laid as it is revealed."""
    if not desk.system.is_laid_as_revealed or reveal.depth == 0:
        return
    tiles = tiles_by_area(desk.quest).get(reveal.area, ())
    if tiles:
        yield Run(" " + say("Lay {tiles}.", tiles=tiles_in_words(tiles)))
