"""Place the things: figures, furniture, portals, traps, tokens and starts.

Takes the outline of a quest, the letters on its board, and the board. Returns the things with their
squares, what they hold, and the unknowns of those that stand at one of several places.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.geometry.rectangles import rectangle, rectangles
from questwright.compiler.grid.cells import Cell, Cells, each_cell
from questwright.compiler.grid.lattice import directions, lattice_of
from questwright.compiler.model.quest import Thing, Unknown
from questwright.compiler.model.words import kind_of, title_from_id
from questwright.compiler.packs.system.system import Category, Kind, Special, System
from questwright.compiler.passes.things.bases import (
    base_bodies,
    base_in_words,
    check_closed_terrain,
)
from questwright.compiler.passes.things.fitting_words import FACED, fitting_words
from questwright.compiler.passes.things.keep_standing import keep_standing
from questwright.compiler.passes.things.link_portals import link_portals
from questwright.compiler.passes.things.locked_containers import (
    lock_of_container,
    with_stated_locks,
)
from questwright.compiler.passes.things.read_pushers import PUSHED
from questwright.compiler.passes.things.read_specials import read_specials
from questwright.compiler.passes.things.unknown_places import (
    bodies_to_choose_from,
    has_choice,
    unknown_place_of_thing,
)
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Name, Place, PlaceForm, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.board import Board, Lock
    from questwright.compiler.passes.board.build_board import DrawnLetter


_LATER = dict.fromkeys(PUSHED, ("pushed", "by")) | {Category.START: ("for", "from")}
"""The clauses that are read once the party is known."""


class _Placement(NamedTuple):
    """The things of one statement, before they have ids."""

    statement: Statement
    kind: Kind
    name: Name | None
    facing: str
    link: Name | None
    bodies: tuple[tuple[Cell, ...], ...]
    holds: tuple[Name, ...]
    specials: tuple[Special, ...]
    title: str
    lock: Lock | None
    is_hidden: bool
    """Whether this is one thing that stands at one of the bodies."""


class Placed(NamedTuple):
    """The things on a board."""

    things: tuple[Thing, ...]
    holds: dict[str, tuple[Name, ...]]
    """The names of the items that each thing holds, by its id."""
    unknowns: tuple[Unknown, ...]
    """For each thing whose place is unknown, the places where it may stand."""


def place_things(
    outline: Outline,
    drawn: tuple[DrawnLetter, ...],
    board: Board,
    locks: dict[str, Lock],
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> Placed:
    """Return the things of a quest, what they hold, and where the hidden ones may stand.

    ``locks`` are those of `lock` statements that no gate has taken.
    """
    placings, letters = _read_all(outline, drawn, board, system, names, findings)
    things: list[Thing] = []
    hidden: dict[str, tuple[tuple[Cell, ...], ...]] = {}
    holds: dict[str, tuple[Name, ...]] = {}
    counts: dict[str, int] = {}
    links: dict[str, Name] = {}
    by_placing: list[tuple[str, ...]] = []
    for placing in placings:
        ids = _ids(placing, counts, names)
        by_placing.append(ids)
        if placing.is_hidden:
            hidden[ids[0]] = placing.bodies
        for id_, body in zip(ids, placing.bodies, strict=not placing.is_hidden):
            title = placing.title or (
                title_from_id(id_) if placing.name is not None else placing.kind.title
            )
            area = board.area_at(body[0])
            things.append(
                Thing(
                    id_,
                    title,
                    placing.kind,
                    body,
                    placing.facing,
                    area,
                    "",
                    placing.specials,
                    placing.name is not None,
                    placing.statement.span,
                    lock=placing.lock,
                )
            )
            if placing.holds:
                holds[id_] = placing.holds
            if placing.link is not None:
                links[id_] = placing.link
    for letter, numbers in letters.items():
        ids = tuple(id_ for number in numbers for id_ in by_placing[number])
        if letter.islower() and names.is_free(letter):
            # A letter of the drawing is a name too, unless something else has that name.
            names.declare(SymbolSort.THING, letter, ids, placings[numbers[0]].statement.head.span)
    things = with_stated_locks(things, locks, names, findings)
    placed = keep_standing(things, hidden, board, findings)
    check_closed_terrain(placed, board, system, findings)
    unknowns = tuple(
        unknown_place_of_thing(thing, hidden[thing.id], board)
        for thing in placed
        if thing.id in hidden
    )
    return Placed(link_portals(placed, links, names, findings), holds, unknowns)


def _read_all(
    outline: Outline,
    drawn: tuple[DrawnLetter, ...],
    board: Board,
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[list[_Placement], dict[str, list[int]]]:
    """Return the placements of all statements, and by letter the indices of its placements."""
    placings: list[_Placement] = []
    letters: dict[str, list[int]] = {}
    for letter in drawn:
        placing = None
        if not _names_other_squares(letter, findings):
            placing = _read(letter.statement, letter.squares, letter.turns, board, system, findings)
        if placing is not None:
            letters.setdefault(letter.letter, []).append(len(placings))
            placings.append(placing)
        else:
            _poison(letter.statement, names)
    for statement in outline.things:
        cells = _written_squares(statement, board, findings)
        if cells:
            placing = _read(statement, cells, 0, board, system, findings)
            if placing is not None:
                placings.append(placing)
                continue
        _poison(statement, names)
    return placings, letters


def _names_other_squares(drawn: DrawnLetter, findings: Findings) -> bool:
    """Tell whether a drawn thing also names squares behind `among`; report it if so."""
    among = next(
        (clause for clause in drawn.statement.clauses if clause.word.text == "among"), None
    )
    if among is None or not among.items:
        return False
    findings.add(
        codes.SURPLUS_PART,
        f"the {findings.cells} of `{drawn.letter}` are drawn",
        among.span,
        "this names others",
        help=f"write `among` alone: it stands on one of the {findings.cells} with its letter",
    )
    return True


def _poison(statement: Statement, names: SymbolTable) -> None:
    """Note the names in a broken statement, so that no finding says that they are unknown."""
    for item in statement.items:
        names.poisoned.update(value.text for value in item if type(value) is Name)


def _written(statement: Statement) -> str:
    names = [value.text for item in statement.items for value in item if type(value) is Name]
    return " ".join([statement.head.text, *names])


def _written_squares(statement: Statement, board: Board, findings: Findings) -> tuple[Cell, ...]:
    at = next((clause for clause in statement.clauses if clause.word.text in ("at", "among")), None)
    head = statement.head.text
    places = [value for value in values_of(at) if type(value) is Place] if at else []
    if not places:
        findings.add(
            codes.MISSING_PART,
            f"this `{head}` stands nowhere",
            statement.span,
            f"no {findings.cell}",
            help=f"add `at C4`, or draw it and explain its letter: `x: {_written(statement)}`",
        )
        return ()
    cells: list[Cell] = []
    for place in places:
        if place.form is PlaceForm.EDGE:
            findings.add(
                codes.WRONG_KIND,
                f"`{head}` stands on a {findings.cell}, but `{place}` is the edge between two",
                place.span,
                f"not a {findings.cell}",
            )
            return ()
        found = squares(place, board, findings)
        if not found:
            return ()
        cells.extend(each_cell(found))
    return tuple(cells)


def _read(
    statement: Statement,
    cells: tuple[Cell, ...],
    turns: int,
    board: Board,
    system: System,
    findings: Findings,
) -> _Placement | None:
    kind, word = kind_of(statement, system)
    if kind is None:
        headline = f"{system.title} has no `{word.text}`"
        if word.text in system.kinds:
            headline = f"`{word.text}` is no `{statement.head.text}`"
        elif word.text == "item":
            headline = "no letter stands for an `item`"
        findings.add(
            codes.UNKNOWN_WORD,
            headline,
            word.span,
            "unknown",
            help=fitting_words(statement, word.text, system),
        )
        return None
    taken = StatementReader(statement, findings)
    if word is not statement.head:
        taken.name()
    name = taken.name()
    is_container = kind.category is Category.CONTAINER
    at, among = taken.clause("at", has_states=is_container), taken.clause("among")
    facing = facing_of(taken, kind, turns, system, findings)
    to = taken.clause("to")
    holds = taken.clause("holds")
    granted = taken.clause("with") if kind.category is Category.FIGURE else None
    specials = read_specials(granted, kind, system, findings)
    lock = None
    if is_container:
        lock = lock_of_container(statement, taken, name, at, system, findings)
    for later in _LATER.get(kind.category, ()):
        # `read_entries` and `read_pushers` read the members once the party is known.
        taken.clause(later)
    taken.finish(_example(kind, system))
    if statement.condition is not None:
        findings.add(
            codes.SURPLUS_PART,
            f"`{statement.head.text}` does not take a condition",
            statement.condition.span,
            "it stands there from the start",
            help="let an event bring it: `event when … { spawn … }`",
        )
    if not facing and kind.category in FACED and system.grid.facings:
        findings.add(
            codes.NO_FACING,
            f"`{word.text}` has no direction",
            statement.span,
            "which way does it face?",
            reason="the map shows where each figure looks, and where each trap points",
            help=f"add `facing` and one of {listed(system.grid.facings)}",
        )
    places = bodies_to_choose_from(among, cells, board)
    found = [bodies_of(kind, place, facing, statement, board, findings) for place in places]
    bodies = tuple(dict.fromkeys(body for group in found if group is not None for body in group))
    if None in found or (among and not has_choice(statement, kind, among, at, bodies, findings)):
        return None
    link = None
    if to is not None:
        link = next((v for v in values_of(to) if type(v) is Name), None)
    held = tuple(v for v in values_of(holds) if type(v) is Name) if holds else ()
    title = statement.texts[0].raw.strip() if statement.texts else ""
    hidden = among is not None
    given = (held, specials, title, lock)
    return _Placement(statement, kind, name, facing, link, bodies, *given, hidden)


def _example(kind: Kind, system: System) -> str:
    facings = system.grid.facings if kind.category in FACED else ()
    facing = f" facing {facings[-1]}" if facings else ""
    return f"write it like `{kind.word} my-{kind.word} at C4{facing}`"


def facing_of(
    taken: StatementReader, kind: Kind, turns: int, system: System, findings: Findings
) -> str:
    """Return the direction of the clause `facing`; empty, or after a finding any, without one."""
    clause = taken.clause("facing")
    if clause is None:
        return ""
    values = values_of(clause)
    word = values[0] if values else None
    allowed = system.grid.facings
    if type(word) is not Name or word.text not in allowed:
        findings.add(
            codes.UNKNOWN_WORD,
            f"`{kind.word}` cannot face that way",
            clause.span,
            "not a direction",
            help=(did_you_mean(word.text, allowed, 1) if type(word) is Name else None)
            or f"it may be {listed(allowed)}"
            if allowed
            else "in this game nothing has a direction",
        )
        return allowed[0] if allowed else ""
    ring = directions(lattice_of(system.grid.drawing))
    if word.text not in ring:
        return word.text
    # Quarter turns of the tile: on hexes, with six directions, a tile turns by halves only.
    return ring[(ring.index(word.text) + turns * len(ring) // 4) % len(ring)]


def bodies_of(
    kind: Kind,
    cells: tuple[Cell, ...],
    facing: str,
    statement: Statement,
    board: Board,
    findings: Findings,
) -> tuple[tuple[Cell, ...], ...] | None:
    """Return the squares of each thing; None, with a finding, where they do not fit the kind.

    A letter on six squares may stand for three tables of two squares.
    """
    if kind.base is not None:
        found = base_bodies(kind, cells, facing, board)
        if found is None:
            findings.add(
                codes.BAD_FOOTPRINT,
                f"`{kind.word}` has a base of {len(kind.base.beside) + 1} hexes",
                statement.span,
                f"at {board.names(_mask(cells))} it does not fit",
                help="name or draw its name hex alone, or all hexes of each as they lie"
                + (f" facing {facing}" if facing else ""),
                reason=f"{base_in_words(kind.base)}{_rules(kind)}",
            )
        return found
    width, height = kind.footprint
    if (width, height) == (1, 1):
        return tuple((cell,) for cell in cells)
    if len(cells) == 1:
        grown = rectangle(cells[0], *_turned(width, height, facing), board)
        if grown is not None:
            return (grown,)
    shapes = [_turned(width, height, facing)]
    if not facing and width != height:
        shapes.append((height, width))
    bodies = rectangles(_mask(cells), shapes, board)
    if bodies is None:
        findings.add(
            codes.BAD_FOOTPRINT,
            f"`{kind.word}` covers {width}x{height} {findings.cells}",
            statement.span,
            f"drawn at {board.names(_mask(cells))}",
            help=f"draw its letter on {width}x{height} {findings.cells} each",
            reason=f"that is its size{_rules(kind)}",
        )
    return bodies


def _rules(kind: Kind) -> str:
    return f" [{', '.join(kind.rules)}]" if kind.rules else ""


def _turned(width: int, height: int, facing: str) -> tuple[int, int]:
    return (height, width) if facing in ("east", "west") else (width, height)


def _mask(cells: tuple[Cell, ...]) -> Cells:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def _ids(placing: _Placement, counts: dict[str, int], names: SymbolTable) -> tuple[str, ...]:
    many = 1 if placing.is_hidden else len(placing.bodies)
    if placing.name is not None:
        name = placing.name
        ids = (
            (name.text,)
            if many == 1
            else tuple(f"{name.text}-{number}" for number in range(1, many + 1))
        )
        if names.declare(SymbolSort.THING, name.text, ids, name.span):
            if many > 1:
                for id_ in ids:
                    if names.is_free(id_):
                        names.declare_generated(SymbolSort.THING, id_, name.span)
            return ids
    word = placing.kind.word
    ids = ()
    for _ in range(many):
        number = counts.get(word, 0) + 1
        while not names.is_free(f"{word}-{number}"):
            number += 1
        counts[word] = number
        ids = (*ids, f"{word}-{number}")
        names.declare_generated(SymbolSort.THING, ids[-1], placing.statement.head.span)
    return ids
