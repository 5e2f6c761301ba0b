"""Describe changes of the board: its size, rock, ground, walls, tiles, areas and gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.tiles import tile_in_words
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.pairs import given_title, joined_areas
from questwright.compiler.publish.diff.tell.locks import Owner, opener, tell_lock
from questwright.compiler.publish.diff.tell.wording import a_or_an, change, the_area, the_gate
from questwright.compiler.wording.locks import (
    falls_shut,
    passing_in_words,
    way_in_words,
)
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Area, Board, Gate, Patch, Tier
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.ground import Spots
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording

_SIDES: Final = ("left", "right", "top", "bottom")


def tell_board(pairing: Pairing) -> Iterator[Change]:
    """The changes of the board as a whole."""
    yield from _size(pairing)
    was, now, ground = pairing.was, pairing.now, pairing.ground
    old, new = was.spots(was.board.solid), now.spots(now.board.solid)
    if old != new:
        parts = [f"there is rock now at {ground.say(new - old)}"] if new - old else []
        parts += [f"there is no rock any more at {ground.say(old - new)}"] if old - new else []
        before, after = was.names(was.board.solid), now.names(now.board.solid)
        yield change(Subject.BOARD, Edit.ROCK, "", before, after, listed_in_words(parts))
    old_tiles, new_tiles = (tuple(map(tile_in_words, words.board.tiles)) for words in (was, now))
    if old_tiles != new_tiles:
        text = f"the board is {_laid_from(new_tiles)} now; it was {_laid_from(old_tiles)}"
        yield change(Subject.BOARD, Edit.TILES, "", [*old_tiles], [*new_tiles], text)
    yield from _ground(pairing)
    yield from _walls(pairing)
    yield from _barriers(pairing)


def _ground(pairing: Pairing) -> Iterator[Change]:
    """The changes of terrain and levels, one for each kind."""
    was, now, ground = pairing.was, pairing.now, pairing.ground
    for find in (_patches, _tiers):
        kinds = dict.fromkeys(
            (part.kind.word, part.kind.title) for words in (was, now) for part in find(words.board)
        )
        for word, title in kinds:
            before, after = (
                sum(part.cells for part in find(words.board) if part.kind.word == word)
                for words in (was, now)
            )
            old, new = was.spots(before), now.spots(after)
            if old == new:
                continue
            parts = [f"there is {title} now at {ground.say(new - old)}"] if new - old else []
            gone = f"there is no {title} any more at {ground.say(old - new)}"
            parts += [gone] if old - new else []
            names = was.names(before), now.names(after)
            yield change(Subject.BOARD, Edit.GROUND, word, *names, listed_in_words(parts))


def _patches(board: Board) -> tuple[Patch, ...]:
    return board.terrain


def _tiers(board: Board) -> tuple[Tier, ...]:
    return board.levels


def _barriers(pairing: Pairing) -> Iterator[Change]:
    """The barriers that are new or gone, one change for each kind."""
    was, now, ground = pairing.was, pairing.now, pairing.ground
    kinds = {
        barrier.kind.word: barrier.kind for words in (was, now) for barrier in words.board.barriers
    }
    for kind in kinds.values():
        old, new = (
            frozenset(
                edge
                for barrier in words.board.barriers
                if barrier.kind.word == kind.word
                for edge in words.edges(barrier.edges)
            )
            for words in (was, now)
        )
        for edges, is_new in ((new - old, True), (old - new, False)):
            if edges:
                what = a_or_an(kind.title) if len(edges) == 1 else f"{len(edges)} {kind.plural}"
                is_there = "is" if len(edges) == 1 else "are"
                word = "new" if is_new else "gone"
                text = f"{what} {is_there} {word}, at {ground.say_edges(edges)}"
                data: Json = [ground.say_edges([edge]) for edge in sorted(edges, key=sorted)]
                before, after = (None, data) if is_new else (data, None)
                yield change(Subject.BOARD, Edit.WALLS, kind.word, before, after, text)


def _laid_from(laid: tuple[str, ...]) -> str:
    return f"laid from {listed_in_words(laid)}" if laid else "drawn"


def _size(pairing: Pairing) -> Iterator[Change]:
    """By how many rows and columns the board has grown or shrunk on each side."""
    old, new = pairing.was.board, pairing.now.board
    down, right = pairing.ground.shift
    grown = (right, new.columns - old.columns - right, down, new.rows - old.rows - down)
    if not any(grown):
        return
    sides = list(zip(_SIDES, grown, strict=True))
    more = [_lines(number, side) for side, number in sides if number > 0]
    less = [_lines(-number, side) for side, number in sides if number < 0]
    parts = [f"grew by {listed_in_words(more)}"] if more else []
    parts += [f"lost {listed_in_words(less)}"] if less else []
    text = f"the board {', and '.join(parts)}"
    if down or right:
        text += f"; {pairing.now.edition.system.grid.cells} go by their new names here"
    before: Json = {"columns": old.columns, "rows": old.rows}
    after: Json = {"columns": new.columns, "rows": new.rows, **dict(sides)}
    yield change(Subject.BOARD, Edit.RESIZED, "", before, after, text)


def _lines(number: int, side: str) -> str:
    """A number of columns or rows on one side of the board, in words."""
    word, where = ("column", "on") if side in ("left", "right") else ("row", "at")
    return f"{number} {word}{'s' * (number != 1)} {where} the {side}"


# -- walls ------------------------------------------------------------------------------


class _Between(NamedTuple):
    """The walls and gates between squares of a floor, each edge as its two squares."""

    walls: frozenset[Spots]
    gates: frozenset[Spots]


def _walls(pairing: Pairing) -> Iterator[Change]:
    """The walls that are new or gone between squares of both floors, apart from gates."""
    was, now, ground = pairing.was, pairing.now, pairing.ground
    floor = was.spots(was.board.floor) & now.spots(now.board.floor)
    for old_area, new_area in pairing.areas.both:
        if _has_moved(was.spots(old_area.cells), now.spots(new_area.cells)):
            # A moved area takes its walls along: they are no change of their own.
            floor -= now.spots(new_area.cells)
    before, after = _between(was), _between(now)
    gates = before.gates | after.gates
    drawn = [edge for edge in after.walls - before.walls - gates if edge <= floor]
    gone = [edge for edge in before.walls - after.walls - gates if edge <= floor]
    for edges, word in ((drawn, "new"), (gone, "gone")):
        if edges:
            walls = "a wall is" if len(edges) == 1 else f"{len(edges)} walls are"
            text = f"{walls} {word}, at {ground.say_edges(edges)}"
            data: Json = [ground.say_edges([edge]) for edge in sorted(edges, key=sorted)]
            lists = (None, data) if edges is drawn else (data, None)
            yield change(Subject.BOARD, Edit.WALLS, "", lists[0], lists[1], text)


def _between(words: EditionWording) -> _Between:
    """The walls and gates between the squares of a board's floor."""
    board = words.board
    walls = [
        words.spots(1 << first | 1 << second) for first, second in board.walls_within(board.floor)
    ]
    gates = [edge for gate in board.gates for edge in words.edges(gate.edges)]
    return _Between(frozenset(walls), frozenset(gates))


# -- areas ------------------------------------------------------------------------------


def _has_moved(old: Spots, new: Spots) -> bool:
    """Whether an area has the same shape in another place."""
    if old == new or len(old) != len(new) or not old:
        return False
    first, second = min(old), min(new)
    down, right = second[0] - first[0], second[1] - first[1]
    return {(row + down, column + right) for row, column in old} == new


def tell_areas(pairing: Pairing) -> Iterator[Change]:
    """The changes of areas: renamed, added, removed, moved, resized."""
    was, now = pairing.was, pairing.now
    for old, new in pairing.areas.both:
        yield from _renamed(Subject.AREA, old, new)
        yield from _area(old, new, pairing)
    for area in pairing.areas.gone:
        text = f"{the_area(area)} is gone; it was {_kind(area)} at {was.say(area.cells)}"
        yield change(Subject.AREA, Edit.REMOVED, area.id, was.names(area.cells), None, text)
    for area in pairing.areas.new:
        text = f"{the_area(area)} is new: {_kind(area)} at {now.say(area.cells)}"
        yield change(Subject.AREA, Edit.ADDED, area.id, None, now.names(area.cells), text)


def _kind(area: Area) -> str:
    return a_or_an(area.kind.title.lower())


def _area(old: Area, new: Area, pairing: Pairing) -> Iterator[Change]:
    was, now, ground = pairing.was, pairing.now, pairing.ground
    if old.kind.word != new.kind.word:
        text = f"{the_area(new)} is {_kind(new)} now; it was {_kind(old)}"
        yield change(Subject.AREA, Edit.KIND, new.id, old.kind.word, new.kind.word, text)
    old_spots, new_spots = was.spots(old.cells), now.spots(new.cells)
    if old_spots == new_spots:
        return
    before, after = was.names(old.cells), now.names(new.cells)
    if _has_moved(old_spots, new_spots):
        text = f"{the_area(new)} moved from {ground.say(old_spots)} to {ground.say(new_spots)}"
        yield change(Subject.AREA, Edit.MOVED, new.id, before, after, text)
        return
    parts = [f"gained {ground.say(new_spots - old_spots)}"] if new_spots - old_spots else []
    parts += [f"lost {ground.say(old_spots - new_spots)}"] if old_spots - new_spots else []
    text = f"{the_area(new)} {listed_in_words(parts)}"
    yield change(Subject.AREA, Edit.RESIZED, new.id, before, after, text)


def _renamed(subject: Subject, old: Area | Gate, new: Area | Gate) -> Iterator[Change]:
    """The change of a title, or of the name that the author uses."""
    if (given_title(old) or given_title(new)) and old.title != new.title:
        text = f"{with_article(old.title)} is called “{new.title}” now"
        yield change(subject, Edit.RENAMED, new.id, old.title, new.title, text)
    elif old.id != new.id and (old.is_named or new.is_named):
        text = f"{with_article(new.title)} goes by the name `{new.id}` now, not by `{old.id}`"
        yield change(subject, Edit.RENAMED, new.id, old.id, new.id, text)


# -- gates ------------------------------------------------------------------------------


def tell_gates(pairing: Pairing) -> Iterator[Change]:
    """The changes of gates and their locks."""
    was, now = pairing.was, pairing.now
    for old, new in pairing.gates.both:
        yield from _renamed(Subject.GATE, old, new)
        yield from _gate(old, new, pairing)
        name = the_gate(new) if new.is_named else _gate_with_place(new, now)
        yield from tell_lock(Owner(Subject.GATE, new.id, name), (old.lock, new.lock), pairing)
    for gate in pairing.gates.gone:
        edges = was.edges(gate.edges)
        sequel = {"wall": "; there is a wall now", "open": "; the way is open now"}
        text = (
            f"{_gate_with_place(gate, was)} is gone{sequel.get(_replaced_by(edges, pairing), '')}"
        )
        yield change(Subject.GATE, Edit.REMOVED, gate.id, was.gate_places(gate), None, text)
    for gate in pairing.gates.new:
        name = a_or_an(gate.kind.title)
        name = f"{the_gate(gate)}, {name}," if gate.is_named or given_title(gate) else name
        text = f"{name} is new, at {now.say_gate(gate)}, between {_areas_in_words(gate, now)}"
        text += ", open from the start" if gate.is_open else ""
        once = ", once shut" if gate.is_open else ""
        text += f"{once}, locked: {opener(gate.lock, now)}" if gate.lock is not None else ""
        yield change(Subject.GATE, Edit.ADDED, gate.id, None, now.gate_places(gate), text)


def _gate_with_place(gate: Gate, words: EditionWording) -> str:
    """A gate with its place. The number of a gate without a name is left out: it means nothing."""
    name = the_gate(gate) if gate.is_named or given_title(gate) else f"the {gate.kind.title}"
    return f"{name} at {words.say_gate(gate)}"


def _replaced_by(edges: frozenset[Spots], pairing: Pairing) -> str:
    """What is now in the place of a gate: ``wall``, ``open``, or empty for anything else."""
    now = pairing.now
    between, floor = _between(now), now.spots(now.board.floor)
    if edges <= between.walls:
        return "wall"
    closed = between.walls | between.gates
    return "open" if all(edge <= floor and edge not in closed for edge in edges) else ""


def _areas_in_words(gate: Gate, words: EditionWording) -> str:
    return listed_in_words(words.title(id_) for id_ in joined_areas(gate, words.board))


def _gate(old: Gate, new: Gate, pairing: Pairing) -> Iterator[Change]:
    was, now = pairing.was, pairing.now
    name = the_gate(new) if new.is_named else _gate_with_place(new, now)
    if old.kind.word != new.kind.word:
        text = f"{name} is {a_or_an(new.kind.title)} now; it was {a_or_an(old.kind.title)}"
        yield change(Subject.GATE, Edit.KIND, new.id, old.kind.word, new.kind.word, text)
    old_edges, new_edges = was.edges(old.edges), now.edges(new.edges)
    if old_edges != new_edges:
        text = f"{the_gate(new)} moved from {was.say_gate(old)} to {now.say_gate(new)}"
        if old_edges - new_edges and _replaced_by(old_edges - new_edges, pairing) == "open":
            text += "; the way is open where it was"
        before, after = was.gate_places(old), now.gate_places(new)
        yield change(Subject.GATE, Edit.MOVED, new.id, before, after, text)
    areas, areas_now = joined_areas(old, was.board), joined_areas(new, now.board)
    if {pairing.same.name(id_) for id_ in areas} != set(areas_now):
        text = f"{name} joins {_areas_in_words(new, now)} now, not {_areas_in_words(old, was)}"
        yield change(Subject.GATE, Edit.JOINS, new.id, [*areas], [*areas_now], text)
    if old.is_open is not new.is_open:
        text = f"{name} stands open from the start now"
        text = text if new.is_open else f"{name} is shut at the start now; it stood open"
        yield change(Subject.GATE, Edit.OPEN, new.id, old.is_open, new.is_open, text)
    if old.only != new.only:
        passing = passing_in_words(new, now.quest, now.edition.system) or "everybody can go through"
        text = f"{passing} {name} now"
        yield change(Subject.GATE, Edit.PASSING, new.id, [*old.only], [*new.only], text)
    if old.shuts_after != new.shuts_after:
        fate = falls_shut(new.shuts_after) if new.shuts_after else "falls shut behind nobody"
        counts = (old.shuts_after or None, new.shuts_after or None)
        yield change(Subject.GATE, Edit.PASSING, new.id, *counts, f"{name} {fate} now")
    side, side_now = _side(old, was), _side(new, now)
    if (side and pairing.same.name(side)) != side_now:
        way = way_in_words(new, now.quest) or "one goes through from both sides"
        text = f"{name}: {way} now"
        yield change(Subject.GATE, Edit.WAY, new.id, side, side_now, text)


def _side(gate: Gate, words: EditionWording) -> str | None:
    """The id of the area from which alone a gate can be passed, or None."""
    return words.board.areas[gate.way_from].id if gate.way_from >= 0 else None
