"""What has changed on the board itself: its size, its rock and walls, its areas and gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.tiles import tile_in_words
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.pairs import given_title, joined
from questwright.compiler.publish.diff.tell.said import an, change, the_area, the_gate
from questwright.compiler.wording.locks import lock_in_words, passing_in_words, way_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Area, Board, Gate, Patch, Tier
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.ground import Spots
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.said import Words

_SIDES: Final = ("left", "right", "top", "bottom")


def tell_board(pairing: Pairing) -> Iterator[Change]:
    """What has become of the board as a whole."""
    yield from _size(pairing)
    was, now, ground = pairing.was, pairing.now, pairing.ground
    old, new = was.spots(was.board.solid), now.spots(now.board.solid)
    if old != new:
        said = [f"there is rock now at {ground.say(new - old)}"] if new - old else []
        said += [f"there is no rock any more at {ground.say(old - new)}"] if old - new else []
        before, after = was.names(was.board.solid), now.names(now.board.solid)
        yield change(Subject.BOARD, Edit.ROCK, "", before, after, listed_in_words(said))
    laid, lying = (tuple(map(tile_in_words, one.board.tiles)) for one in (was, now))
    if laid != lying:
        text = f"the board is {_tiles(lying)} now; it was {_tiles(laid)}"
        yield change(Subject.BOARD, Edit.TILES, "", [*laid], [*lying], text)
    yield from _ground(pairing)
    yield from _walls(pairing)
    yield from _barriers(pairing)


def _ground(pairing: Pairing) -> Iterator[Change]:
    """What the ground is now and how high it lies, and what it is no more."""
    was, now, ground = pairing.was, pairing.now, pairing.ground
    for find in (_patches, _tiers):
        words = dict.fromkeys(
            (one.kind.word, one.kind.title) for words in (was, now) for one in find(words.board)
        )
        for word, title in words:
            before, after = (
                sum(one.cells for one in find(words.board) if one.kind.word == word)
                for words in (was, now)
            )
            old, new = was.spots(before), now.spots(after)
            if old == new:
                continue
            said = [f"there is {title} now at {ground.say(new - old)}"] if new - old else []
            gone = f"there is no {title} any more at {ground.say(old - new)}"
            said += [gone] if old - new else []
            names = was.names(before), now.names(after)
            yield change(Subject.BOARD, Edit.GROUND, word, *names, listed_in_words(said))


def _patches(board: Board) -> tuple[Patch, ...]:
    return board.terrain


def _tiers(board: Board) -> tuple[Tier, ...]:
    return board.levels


def _barriers(pairing: Pairing) -> Iterator[Change]:
    """What stands between squares now, and what no more."""
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
                what = an(kind.title) if len(edges) == 1 else f"{len(edges)} {kind.plural}"
                is_there = "is" if len(edges) == 1 else "are"
                word = "new" if is_new else "gone"
                text = f"{what} {is_there} {word}, at {ground.say_edges(edges)}"
                data: Json = [ground.say_edges([edge]) for edge in sorted(edges, key=sorted)]
                before, after = (None, data) if is_new else (data, None)
                yield change(Subject.BOARD, Edit.WALLS, kind.word, before, after, text)


def _tiles(laid: tuple[str, ...]) -> str:
    return f"laid from {listed_in_words(laid)}" if laid else "drawn"


def _size(pairing: Pairing) -> Iterator[Change]:
    """How the board has grown or shrunk, on all its sides."""
    old, new = pairing.was.board, pairing.now.board
    down, right = pairing.ground.shift
    grown = (right, new.columns - old.columns - right, down, new.rows - old.rows - down)
    if not any(grown):
        return
    sides = list(zip(_SIDES, grown, strict=True))
    more = [_lines(number, side) for side, number in sides if number > 0]
    less = [_lines(-number, side) for side, number in sides if number < 0]
    said = [f"grew by {listed_in_words(more)}"] if more else []
    said += [f"lost {listed_in_words(less)}"] if less else []
    text = f"the board {', and '.join(said)}"
    if down or right:
        text += f"; {pairing.now.edition.system.grid.cells} go by their new names here"
    before: Json = {"columns": old.columns, "rows": old.rows}
    after: Json = {"columns": new.columns, "rows": new.rows, **dict(sides)}
    yield change(Subject.BOARD, Edit.RESIZED, "", before, after, text)


def _lines(number: int, side: str) -> str:
    """So many columns or rows on a side of the board."""
    word, where = ("column", "on") if side in ("left", "right") else ("row", "at")
    return f"{number} {word}{'s' * (number != 1)} {where} the {side}"


# -- walls ------------------------------------------------------------------------------


class _Between(NamedTuple):
    """The edges of a board between squares of its floor, each as the two squares beside it."""

    walls: frozenset[Spots]
    gates: frozenset[Spots]


def _walls(pairing: Pairing) -> Iterator[Change]:
    """Walls between squares that are floor in both editions, where no gate has to do with it."""
    was, now, ground = pairing.was, pairing.now, pairing.ground
    floor = was.spots(was.board.floor) & now.spots(now.board.floor)
    for one, other in pairing.areas.both:
        if _has_moved(was.spots(one.cells), now.spots(other.cells)):
            # It took its walls along.
            floor -= now.spots(other.cells)
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


def _between(words: Words) -> _Between:
    """What stands between the squares of a board."""
    board = words.board
    found = [words.spots(1 << wall | 1 << other) for wall, other in board.walls_within(board.floor)]
    gates = [edge for gate in board.gates for edge in words.edges(gate.edges)]
    return _Between(frozenset(found), frozenset(gates))


# -- areas ------------------------------------------------------------------------------


def _has_moved(old: Spots, new: Spots) -> bool:
    """Whether an area has the shape that it had, in another place."""
    if old == new or len(old) != len(new) or not old:
        return False
    first, second = min(old), min(new)
    down, right = second[0] - first[0], second[1] - first[1]
    return {(row + down, column + right) for row, column in old} == new


def tell_areas(pairing: Pairing) -> Iterator[Change]:
    """What has become of the areas."""
    was, now = pairing.was, pairing.now
    for one, other in pairing.areas.both:
        yield from _renamed(Subject.AREA, one, other)
        yield from _area(one, other, pairing)
    for area in pairing.areas.gone:
        text = f"{the_area(area)} is gone; it was {_kind(area)} at {was.say(area.cells)}"
        yield change(Subject.AREA, Edit.REMOVED, area.id, was.names(area.cells), None, text)
    for area in pairing.areas.new:
        text = f"{the_area(area)} is new: {_kind(area)} at {now.say(area.cells)}"
        yield change(Subject.AREA, Edit.ADDED, area.id, None, now.names(area.cells), text)


def _kind(area: Area) -> str:
    return an(area.kind.title.lower())


def _area(one: Area, other: Area, pairing: Pairing) -> Iterator[Change]:
    was, now, ground = pairing.was, pairing.now, pairing.ground
    if one.kind.word != other.kind.word:
        text = f"{the_area(other)} is {_kind(other)} now; it was {_kind(one)}"
        yield change(Subject.AREA, Edit.KIND, other.id, one.kind.word, other.kind.word, text)
    old, new = was.spots(one.cells), now.spots(other.cells)
    if old == new:
        return
    before, after = was.names(one.cells), now.names(other.cells)
    if _has_moved(old, new):
        text = f"{the_area(other)} moved from {ground.say(old)} to {ground.say(new)}"
        yield change(Subject.AREA, Edit.MOVED, other.id, before, after, text)
        return
    said = [f"gained {ground.say(new - old)}"] if new - old else []
    said += [f"lost {ground.say(old - new)}"] if old - new else []
    text = f"{the_area(other)} {listed_in_words(said)}"
    yield change(Subject.AREA, Edit.RESIZED, other.id, before, after, text)


def _renamed(subject: Subject, one: Area | Gate, other: Area | Gate) -> Iterator[Change]:
    """That something is called otherwise: its title, or the name that the author uses."""
    if (given_title(one) or given_title(other)) and one.title != other.title:
        text = f"{with_article(one.title)} is called “{other.title}” now"
        yield change(subject, Edit.RENAMED, other.id, one.title, other.title, text)
    elif one.id != other.id and (one.is_named or other.is_named):
        text = f"{with_article(other.title)} goes by the name `{other.id}` now, not by `{one.id}`"
        yield change(subject, Edit.RENAMED, other.id, one.id, other.id, text)


# -- gates ------------------------------------------------------------------------------


def tell_gates(pairing: Pairing) -> Iterator[Change]:
    """What has become of the gates."""
    was, now = pairing.was, pairing.now
    for one, other in pairing.gates.both:
        yield from _renamed(Subject.GATE, one, other)
        yield from _gate(one, other, pairing)
        yield from _lock(one, other, pairing)
    for gate in pairing.gates.gone:
        edges = was.edges(gate.edges)
        left = {"wall": "; there is a wall now", "open": "; the way is open now"}
        text = f"{_one_gate(gate, was)} is gone{left.get(_stands(edges, pairing), '')}"
        yield change(Subject.GATE, Edit.REMOVED, gate.id, was.edge_names(gate), None, text)
    for gate in pairing.gates.new:
        who = an(gate.kind.title)
        who = f"{the_gate(gate)}, {who}," if gate.is_named or given_title(gate) else who
        text = f"{who} is new, at {now.say_edges(gate)}, between {_joined(gate, now)}"
        text += ", open from the start" if gate.is_open else ""
        text += f", locked: {_key_opens(gate, now)}" if gate.lock is not None else ""
        yield change(Subject.GATE, Edit.ADDED, gate.id, None, now.edge_names(gate), text)


def _one_gate(gate: Gate, words: Words) -> str:
    """A gate with where it is; what one without a name is numbered as tells nobody anything."""
    name = the_gate(gate) if gate.is_named or given_title(gate) else f"the {gate.kind.title}"
    return f"{name} at {words.say_edges(gate)}"


def _stands(edges: frozenset[Spots], pairing: Pairing) -> str:
    """What stands now where a gate was: ``wall``, nothing (``open``), or something else."""
    now = pairing.now
    between, floor = _between(now), now.spots(now.board.floor)
    if edges <= between.walls:
        return "wall"
    closed = between.walls | between.gates
    return "open" if all(edge <= floor and edge not in closed for edge in edges) else ""


def _joined(gate: Gate, words: Words) -> str:
    return listed_in_words(words.title(id_) for id_ in joined(gate, words.board))


def _gate(one: Gate, other: Gate, pairing: Pairing) -> Iterator[Change]:
    was, now = pairing.was, pairing.now
    the = the_gate(other) if other.is_named else _one_gate(other, now)
    if one.kind.word != other.kind.word:
        text = f"{the} is {an(other.kind.title)} now; it was {an(one.kind.title)}"
        yield change(Subject.GATE, Edit.KIND, other.id, one.kind.word, other.kind.word, text)
    old, new = was.edges(one.edges), now.edges(other.edges)
    if old != new:
        text = f"{the_gate(other)} moved from {was.say_edges(one)} to {now.say_edges(other)}"
        if old - new and _stands(old - new, pairing) == "open":
            text += "; the way is open where it was"
        before, after = was.edge_names(one), now.edge_names(other)
        yield change(Subject.GATE, Edit.MOVED, other.id, before, after, text)
    areas, areas_now = joined(one, was.board), joined(other, now.board)
    if {pairing.same.name(id_) for id_ in areas} != set(areas_now):
        text = f"{the} joins {_joined(other, now)} now, not {_joined(one, was)}"
        yield change(Subject.GATE, Edit.JOINS, other.id, [*areas], [*areas_now], text)
    if one.is_open is not other.is_open:
        text = f"{the} stands open from the start now"
        text = text if other.is_open else f"{the} is shut at the start now; it stood open"
        yield change(Subject.GATE, Edit.OPEN, other.id, one.is_open, other.is_open, text)
    if one.only != other.only:
        passing = (
            passing_in_words(other, now.quest, now.edition.system) or "everybody can go through"
        )
        text = f"{passing} {the} now"
        yield change(Subject.GATE, Edit.PASSING, other.id, [*one.only], [*other.only], text)
    side, side_now = _side(one, was), _side(other, now)
    if (side and pairing.same.name(side)) != side_now:
        way = way_in_words(other, now.quest) or "one goes through from both sides"
        text = f"{the}: {way} now"
        yield change(Subject.GATE, Edit.WAY, other.id, side, side_now, text)


def _side(gate: Gate, words: Words) -> str | None:
    """The id of the area from which alone one goes through a gate."""
    return words.board.areas[gate.way_from].id if gate.way_from >= 0 else None


def _lock(one: Gate, other: Gate, pairing: Pairing) -> Iterator[Change]:
    was, now = pairing.was, pairing.now
    old, new = one.lock, other.lock
    the = the_gate(other) if other.is_named else _one_gate(other, now)
    if old is None and new is not None:
        text = f"{the} is locked now: {_key_opens(other, now)}"
        yield change(Subject.GATE, Edit.LOCKED, other.id, None, new.key or None, text)
    if old is not None and new is None:
        text = f"{the} is no longer locked"
        yield change(Subject.GATE, Edit.UNLOCKED, other.id, old.key or None, None, text)
    if old is None or new is None:
        return
    before = (pairing.same.name(old.key), old.by, old.kind, dict(old.values))
    after = (new.key, new.by, new.kind, dict(new.values))
    if before != after and not (old.key and new.key and before[1:] == after[1:]):
        text = f"the lock of {the} is another one now: {_key_opens(other, now)}"
        yield change(Subject.GATE, Edit.KEY, other.id, old.key or None, new.key or None, text)
    elif pairing.same.name(old.key) != new.key:
        text = f"{the} is opened by {now.title(new.key)} now, not by {was.title(old.key)}"
        yield change(Subject.GATE, Edit.KEY, other.id, old.key, new.key, text)
    if old.is_spent is not new.is_spent:
        fate = "used up" if new.is_spent else "kept"
        text = f"{now.title(new.key)} is {fate} now when it opens {the}"
        yield change(Subject.GATE, Edit.SPENT, other.id, old.is_spent, new.is_spent, text)
    if old.note != new.note:
        text = f"the note on the lock of {the} was reworded"
        yield change(Subject.GATE, Edit.REWORDED, other.id, old.note, new.note, text)


def _key_opens(gate: Gate, words: Words) -> str:
    assert gate.lock is not None
    if gate.lock.key and not gate.lock.by:
        spent = " and is used up" if gate.lock.is_spent else ""
        return f"{words.title(gate.lock.key)} opens it{spent}"
    return lock_in_words(gate.lock, words.quest, words.edition.system)
