"""Makes a small starter quest of a game's own words."""

from __future__ import annotations

from questwright.compiler.grid.lattice import Lattice, lattice_of
from questwright.compiler.packs.system.system import Category, GateForm, Kind, SettingShape, System

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
_STARTS = 4
"""The most members of the party for whom these drawings have starts."""
_HEX_WALLS = "wall at C1|D1, D1|C2, C2|D3, C3|D3"


def starter_quest(id_: str, system: System) -> str:
    """The text of a commented quest of a game that compiles and can be won."""
    title = id_.replace("-", " ").title()
    start = _first(system, Category.START)
    foe = _usual_foe(system)
    chest = _first(system, Category.CONTAINER) if system.search is not None else None
    door = next((g.word for g in system.gates.values() if g.form is GateForm.DOOR), "door")
    room = next((a.word for a in system.areas.values() if a.is_enclosed), system.default_area)
    party = system.party
    settings = [
        f"  {word} {_value(word, system)}"
        for word, setting in system.settings.items()
        if setting.is_required or setting.role == "party"
    ]
    is_hex = lattice_of(system.grid.drawing) is Lattice.HEXES
    form = _HEXES if is_hex else _WALLS_BETWEEN
    drawing = form.format(s="s", d="D", f="f" if foe else ".", c="c" if chest else ".")
    legend = [f"    s: {start.word if start else 'start'}"]
    if not is_hex:
        legend.append(f"    D: {door} first-door")
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
        "  # The board: every second row is set in, walls and doors are stated below."
        if is_hex
        else f"  # The board: {system.grid.cells} stand under the dashes, "
        "walls and doors between them.",
        "  board {",
        '    draw """',
        drawing,
        '    """',
        *legend,
        "  }",
        *([f"  {_HEX_WALLS}", f"  {door} first-door at C2|D2"] if is_hex else []),
        "",
        "  # Names for the parts of the board.",
        f'  {room} threshold at A1..C3 "The Threshold"',
        f'  {room} store at D1..G3 "The Store"',
        "",
        "  event when first-door opened {",
        '    read """The door swings open."""',
        "  }",
        "",
        f"  victory {party.word} when {goal}",
        "  expect winnable",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _first(system: System, category: Category) -> Kind | None:
    return next((k for k in system.kinds.values() if k.category is category), None)


def _usual_foe(system: System) -> Kind | None:
    """The foe of one cell of which the box has most; None if the game has none."""
    foes = (
        kind
        for kind in system.kinds.values()
        if kind.category is Category.FIGURE
        and kind.side != system.party.word
        and kind.footprint == (1, 1)
        and kind.base is None
    )
    return max(foes, key=lambda kind: kind.box or 0, default=None)


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
