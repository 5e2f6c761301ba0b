"""Makes a small starter quest of a game's own words."""

from __future__ import annotations

from typing import Final, NamedTuple

from questwright.compiler.model.words import usual_foe
from questwright.compiler.packs.system.system import Category, GateForm, Kind, SettingShape, System
from questwright.dsl.drawing import DrawingKind


class _Form(NamedTuple):
    """A board of two areas with one way between them, as a grid draws it."""

    drawing: str
    note: str
    """What the author is told of the drawing; `{cells}` are the squares."""
    door: str
    """Where the door stands; empty where the drawing has it."""
    walls: str = ""
    """The statement that draws walls, where the drawing does not."""


_FORMS: Final = {
    DrawingKind.WALLS_BETWEEN: _Form(
        """\
    +-+-+-+-+-+-+-+
    |{s} {s} .|. . . .|
    + + + + + + + +
    |{s} {s} .{d}. . {f} .|
    + + + + + + + +
    |. . .|. . . {c}|
    +-+-+-+-+-+-+-+""",
        "{cells} stand under the dashes, walls between them.",
        "",
    ),
    DrawingKind.OPEN_SQUARES: _Form(
        """\
    {s}{s}.#...
    {s}{s}...{f}.
    ...#..{c}""",
        "each character is one of the {cells}; there is a wall where there is none.",
        "C2|D2",
    ),
    DrawingKind.HEXES: _Form(
        """\
    {s} {s} . . . . .
     {s} {s} . . . {f} .
    . . . . . . {c}""",
        "every second row is set in, walls are stated below.",
        "C2|D2",
        "wall at C1|D1, D1|C2, C2|D3, C3|D3",
    ),
}
_STARTS = 4
"""The most members of the party for whom these drawings have starts."""


_EASY = 2
"""What each number of a lock is: low enough for anybody who can break it at all."""


def starter_quest(id_: str, system: System) -> str:
    """The text of a commented quest of a game that compiles and can be won."""
    title = id_.replace("-", " ").title()
    start = _first(system, Category.START)
    foe = usual_foe(system)
    chest = _first(system, Category.CONTAINER) if system.search is not None else None
    doors = (gate for gate in system.gates.values() if gate.form is GateForm.DOOR)
    door = next((gate for gate in doors if system.party.word in gate.opened_by), None)
    first_door = f"first-{door.word}" if door is not None else ""
    # Without a door an area leads into the next over open floor.
    enclosed = (area.word for area in system.areas.values() if area.is_enclosed == bool(door))
    room = next(enclosed, system.default_area)
    party = system.party
    settings = [
        f"  {word} {_value(word, system)}"
        for word, setting in system.settings.items()
        if setting.is_required or setting.role == "party"
    ]
    form = _FORMS[DrawingKind(system.grid.drawing)]
    drawing = form.drawing.format(
        s="s", d="D" if door else " ", f="f" if foe else ".", c="c" if chest else "."
    )
    legend = [f"    s: {start.word if start else 'start'}"]
    locked = _locked(system)
    if door is not None and not form.door:
        legend.append(f"    D: {door.word} {first_door}{locked}")
    if foe:
        facings = system.grid.facings
        way = "west" if "west" in facings else next(iter(facings), "")
        legend.append(f"    f: {foe.word} guard" + (f" facing {way}" if way else ""))
    if chest:
        legend.append(f"    c: {chest.word} hoard")
        goal = "hoard searched"
    elif foe:
        goal = "guard defeated"
    else:
        goal = f"all {party.many} in store"
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
        f"  # The board: {form.note.format(cells=system.grid.cells)}",
        "  board {",
        '    draw """',
        drawing,
        '    """',
        *legend,
        "  }",
        *([f"  {form.walls}"] if form.walls else []),
        *([f"  {door.word} {first_door} at {form.door}{locked}"] if door and form.door else []),
        "",
        "  # Names for the parts of the board.",
        f'  {room} threshold at A1..C3 "The Threshold"',
        f'  {room} store at D1..G3 "The Store"',
        "",
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
        "  expect winnable",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _locked(system: System) -> str:
    """The clause for a lock that anybody breaks, in games that have such locks; or empty."""
    lock = next((lock for lock in system.locks.values() if not lock.by), None)
    if lock is None:
        return ""
    return " ".join([" locked", lock.word, *(f"{value} {_EASY}" for value in lock.values)])


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
