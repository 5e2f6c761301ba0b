"""Makes a small starter quest of a game's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.grid.lattice import Lattice, lattice_of
from questwright.compiler.model.words import usual_foe
from questwright.compiler.packs.decode.tile_files import drawn_tiles
from questwright.compiler.packs.system.settings import SettingRole, SettingShape
from questwright.compiler.packs.system.system import Category, GateForm, GateKind, Kind, System
from questwright.dsl.drawing import Drawing, DrawingKind, cell_name, read_drawing
from questwright.dsl.parser import QuestParser
from questwright.dsl.syntax import Draw, Name, Statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.dsl.syntax import Declaration

_WALLS_BETWEEN = """\
    +-+-+-+-+-+-+-+
    |{s} {s} .|. . . .|
    + + + + + + + +
    |{s} {s} .{d}. . {f} .|
    + + + + + + + +
    |. . .|. . . {c}|
    +-+-+-+-+-+-+-+"""
_HEXES = """\
    {s} {s} . . . . .
     {s} {s} . . . {f} .
    . . . . . . {c}"""
_SQUARES = """\
    {s}{s}.....
    {s}{s}...{f}.
    ......{c}"""
_SQUARES_AND_DOOR = """\
    {s}{s}.#....
    {s}{s}.{d}..{f}.
    ...#...{c}"""
_STARTS = 4
"""The most members of the party for whom these drawings have starts."""
_EDGES = "wall at C1|D1, C3|D3"
_HEX_WALLS = "wall at C1|D1, D1|C2, C2|D3, C3|D3"


def starter_quest(id_: str, system: System) -> str:
    """The text of a commented quest of a game that compiles and can be won."""
    title = id_.replace("-", " ").title()
    body = _dealt(system) or _drawn(system)
    settings = [
        f"  {word} {_value(word, system)}"
        for word, setting in system.settings.items()
        if setting.is_required or setting.role is SettingRole.PARTY
    ]
    lines = [
        f"# {title}: a quest for {system.title}. A line that begins with # is for you alone.",
        f'quest {id_} "{title}" {{',
        f"  system {system.id}",
        *settings,
        "",
        "  # Read aloud when the game begins.",
        '  story """',
        "  Write here what the players hear first. *Stress* a word like this.",
        '  """',
        "",
        *body,
        "  expect winnable",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _dealt(system: System) -> list[str]:
    """The statements of a quest whose board is dealt up to an objective; none if none is."""
    found = next(_objectives(system), None) if system.dealing is not None else None
    if found is None:
        return []
    tile, drawing = found
    last = drawing.rows - 1
    plain = [square for square, mark in sorted(drawing.cells.items()) if mark.char == "."]
    # The way in is in the south.
    way_in = [column for row, column in drawing.cells if row == last]
    way_in = [column for column in way_in if (last, column) not in drawing.south]

    def far(square: tuple[int, int]) -> int:
        row, column = square
        return last - row + min(abs(column - other) for other in way_in)

    plain.sort(key=far)
    starts = ", ".join(cell_name(*square) for square in plain[:_STARTS])
    title = system.tiles[tile.name.text].title if tile.name.text in system.tiles else ""
    party, foe = system.party, usual_foe(system)
    areas = (n for n in tile.body if isinstance(n, Statement) and n.head.text in system.areas)
    named = (each for area in areas for item in area.items[:1] for each in item[:1])
    names = (each.text for each in named if isinstance(each, Name))
    area = next((f"{tile.name.text}-{name}" for name in names), "")
    entered = [
        f"  event when {area} revealed {{",
        f'    read """The door of {with_article(title or "last room")} opens."""',
        "  }",
        "",
    ]
    return [
        "  # What leads to the objective is dealt from the cards of the game.",
        "  deck {",
        f"    objective {tile.name.text}",
        "  }",
        "",
        "  # The objective itself, and where the party comes in.",
        "  board {",
        f"    tile {tile.name.text} at A1",
        "  }",
        f"  start at {starts}",
        "",
        *([f"  {foe.word} guard at {cell_name(*plain[-1])}{_facing(system)}", ""] if foe else []),
        *(entered if area else []),
        f"  victory {party.word} when {'guard defeated' if foe else f'any {party.one} in {area}'}",
    ]


def _objectives(system: System) -> Iterator[tuple[Declaration, Drawing]]:
    """The tiles on which a quest of a dealt board is decided, with their drawings."""
    tiles, sources = drawn_tiles(system, system.id, QuestParser())
    for printed in system.tiles.values():
        sort = system.sections.get(printed.section)
        tile = tiles.get(printed.word)
        if tile is not None and sort is not None and sort.is_objective:
            draw = next(node for node in tile.body if isinstance(node, Draw))
            kind = DrawingKind(system.grid.drawing)
            yield tile, read_drawing(draw, kind, sources[draw.text.span.path])[0]


def _facing(system: System) -> str:
    """How a figure is said to look west, or some other way of the game; empty if it has none."""
    facings = system.grid.facings
    way = "west" if "west" in facings else next(iter(facings), "")
    return f" facing {way}" if way else ""


def _drawn(system: System) -> list[str]:
    """The statements of a quest whose board is drawn: two areas, and a door between them."""
    start = _first(system, Category.START)
    foe = usual_foe(system)
    chest = _first(system, Category.CONTAINER)
    if chest is not None and system.search is None and not chest.is_locked:
        chest = None
    is_open = system.grid.drawing == "open-squares"
    doors = (gate for gate in system.gates.values() if gate.form is GateForm.DOOR)
    fitting = (gate for gate in doors if _is_drawn(gate, is_open=is_open))
    door = next((gate for gate in fitting if system.party.word in gate.opened_by), None)
    first_door = f"first-{door.word}" if door is not None else ""
    stands = door is not None and door.footprint is not None
    locked = " locked by first-key"
    needs_key = (door is not None and door.is_locked) or (chest is not None and chest.is_locked)
    # Without a door an area leads into the next over open floor.
    enclosed = (area.word for area in system.areas.values() if area.is_enclosed == bool(door))
    room = next(enclosed, system.default_area)
    party = system.party
    is_hex = lattice_of(system.grid.drawing) is Lattice.HEXES
    form = _HEXES if is_hex else _WALLS_BETWEEN
    if is_open:
        form = _SQUARES_AND_DOOR if stands else _SQUARES
    # Where walls are not drawn, the door on an edge is not drawn either.
    is_stated = is_hex or (is_open and not stands)
    drawing = form.format(
        s="s", d="D" if door else " ", f="f" if foe else ".", c="c" if chest else "."
    )
    legend = [f"    s: {start.word if start else 'start'}"]
    door_lock = locked if door is not None and door.is_locked else ""
    if door is not None and not is_stated:
        legend.append(f"    D: {door.word} {first_door}{door_lock}")
    if foe:
        legend.append(f"    f: {foe.word} guard{_facing(system)}")
    if chest:
        legend.append(f"    c: {chest.word} hoard{locked if chest.is_locked else ''}")
        goal = "hoard opened" if chest.is_locked else "hoard searched"
    elif foe:
        goal = "guard defeated"
    else:
        goal = f"all {party.many} in store"
    return [
        f"  # The board: {_explained(system)}.",
        "  board {",
        '    draw """',
        drawing,
        '    """',
        *legend,
        "  }",
        *([f"  {_HEX_WALLS}"] if is_hex else []),
        *([f"  {_EDGES}"] if is_stated and not is_hex and door is not None else []),
        *([f"  {door.word} {first_door} at C2|D2{door_lock}"] if door and is_stated else []),
        "",
        "  # Names for the parts of the board.",
        f'  {room} threshold at A1..C3 "The Threshold"',
        f'  {room} store at {"E1..H3" if stands else "D1..G3"} "The Store"',
        "",
        *(['  item first-key "The First Key" at A3', ""] if needs_key else []),
        *(
            [
                f"  event when {first_door} opened {{",
                f'    read """The {door.title.lower()} swings open."""',
                "  }",
                "",
            ]
            if door is not None
            else []
        ),
        f"  victory {party.word} when {goal}",
    ]


def _is_drawn(gate: GateKind, *, is_open: bool) -> bool:
    """Whether a drawing has such gates: on an edge, or on a square of an open board."""
    return gate.footprint is None or (is_open and gate.footprint == (1, 1))


def _explained(system: System) -> str:
    cells = system.grid.cells
    return {
        "hexes": "every second row is set in, walls are stated below",
        "open-squares": f"each sign is one of the {cells}, and walls are around them",
    }.get(system.grid.drawing, f"{cells} stand under the dashes, walls between them")


def _first(system: System, category: Category) -> Kind | None:
    return next((k for k in system.kinds.values() if k.category is category), None)


def _value(word: str, system: System) -> str:
    setting = system.settings[word]
    if setting.shape is SettingShape.NUMBER:
        return str(max(setting.minimum, 1))
    if isinstance(setting.default, tuple) and setting.default:
        return ", ".join(map(str, setting.default))
    if setting.shape in (SettingShape.WORD, SettingShape.WORDS):
        return setting.words[0]
    fitting = [
        kind.word
        for kind in system.kinds.values()
        if (not setting.category or kind.category == setting.category)
        and (not setting.ranks or kind.rank in setting.ranks)
    ]
    if setting.shape is SettingShape.KINDS:
        return ", ".join(fitting[: max(1, min(setting.maximum, _STARTS))])
    return fitting[0] if fitting else ""
