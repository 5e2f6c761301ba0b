"""Make unknowns of things and items that are in one of several places.

A tool of `place_things` and `place_items`. Takes `among` clauses. Returns Unknowns with a way for
each place.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.findings import Findings
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import message, say
from questwright.compiler.model.quest import Unknown, UnknownSort, Way
from questwright.compiler.packs.system.system import Category
from questwright.compiler.wording.phrases import cells_in_words, thing_in_words
from questwright.dsl.syntax import Name, Place, PlaceForm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Item, Thing
    from questwright.compiler.packs.system.system import Kind
    from questwright.dsl.syntax import Clause, Statement

Bodies = tuple[tuple["Cell", ...], ...]

_MOST = 100
"""How many places to choose from there may be: whoever sets the quest up reads them all."""
_CARRYING = {
    Category.FIGURE: message("carried by {place}"),
    Category.CONTAINER: message("in {place}"),
}


# -- things -----------------------------------------------------------------------------


def bodies_to_choose_from(
    among: Clause | None, cells: tuple[Cell, ...], board: Board
) -> list[tuple[Cell, ...]]:
    """Return the squares of each place behind `among`; where it names none, ``cells`` together."""
    places = [value for value in values_of(among) if type(value) is Place] if among else []
    # Places off the board have been reported before.
    ignored = Findings()
    bodies = [tuple(each_cell(squares(place, board, ignored))) for place in places]
    return bodies or [cells]


def has_choice(
    statement: Statement,
    kind: Kind,
    among: Clause,
    at: Clause | None,
    bodies: Bodies,
    findings: Findings,
) -> bool:
    """Tell whether a thing has several places to choose from; report it where it has not."""
    head = statement.head.text
    word = next((value for value in values_of(among) if type(value) is not Place), None)
    if kind.category is Category.START or at is not None:
        findings.add(
            codes.SURPLUS_PART,
            f"`{head}` does not take `among` here",
            among.span,
            "it stands at a place already" if at else "the party knows where it begins",
            help="write `at` for one place, `among` for one of several",
        )
    elif word is not None:
        findings.add(
            codes.WRONG_KIND,
            f"`{head}` stands on one of several {findings.cells}",
            word.span,
            f"not a {findings.cell}",
            help=f"name {findings.cells} like `C4`",
        )
    elif len(bodies) < 2:
        report_no_choice(head, among, findings)
    elif len(bodies) > _MOST:
        _report_too_many(head, len(bodies), among, findings)
    else:
        return True
    return False


def _report_too_many(head: str, count: int, among: Clause, findings: Findings) -> None:
    """Report that there are too many places to choose from."""
    findings.add(
        codes.BAD_NUMBER,
        f"this `{head}` has {count:,} places to choose from",
        among.span,
        f"{_MOST} at the most",
        help="name fewer",
    )


def report_no_choice(head: str, among: Clause, findings: Findings) -> None:
    """Report that there are fewer than two places to choose from."""
    findings.add(
        codes.NO_CHOICE,
        f"this `{head}` has fewer than two places to choose from",
        among.span,
        "one place, or none",
        help=f"name several places behind `among`, or draw its letter on several {findings.cells}; "
        "for one place write `at`",
    )


def unknown_place_of_thing(thing: Thing, bodies: Bodies, board: Board) -> Unknown:
    """Return the unknown of a thing that stands at one of several bodies of squares."""
    ways = []
    for body in bodies:
        cells = sum(1 << cell for cell in body)
        title = say("at {place}", place=cells_in_words(cells, board))
        ways.append(Way(title, None, cells=body, area=board.area_at(body[0])))
    return Unknown(thing.id, thing.title, UnknownSort.THING, tuple(ways), thing.origin)


# -- items ------------------------------------------------------------------------------


def unknown_place_of_item(
    item: Item,
    among: Clause,
    things: Mapping[str, Thing],
    board: Board,
    names: SymbolTable,
    findings: Findings,
) -> Unknown | None:
    """Return the unknown of an item that is in one of several places; None after a finding."""
    ways: list[Way] = []
    for value in values_of(among):
        found: Iterable[Way] = ()
        if type(value) is Place and value.form is not PlaceForm.EDGE:
            cells = squares(value, board, findings)
            if not cells:
                return None
            off = cells & ~board.floor
            if off:
                findings.add(
                    codes.NOT_ON_FLOOR,
                    f"`{item.id}` does not lie on the floor",
                    value.span,
                    f"no floor at {board.names(off)}",
                )
                return None
            found = (
                Way(say("at {place}", place=board.name(cell)), None, cell=cell)
                for cell in each_cell(cells)
            )
        elif type(value) is Name:
            symbol = names.find(value, SymbolSort.THING)
            if symbol is None:
                return None
            found = (_held(things[id_]) for id_ in symbol.ids if id_ in things)
        else:
            findings.add(
                codes.WRONG_KIND,
                f"`{item.id}` cannot be there",
                value.span,
                "not a place",
                help=f"name {findings.cells} like `C4`, or what it is in",
            )
            return None
        ways += found
    ways = list(dict.fromkeys(ways))
    if len(ways) < 2:
        report_no_choice("item", among, findings)
        return None
    if len(ways) > _MOST:
        _report_too_many("item", len(ways), among, findings)
        return None
    titles = [way.title for way in ways]
    ways = [
        way._replace(title=f"{way.title} ({way.holder})")
        if way.holder and titles.count(way.title) > 1
        else way
        for way in ways
    ]
    return Unknown(item.id, item.title, UnknownSort.ITEM, tuple(ways), item.origin)


def _held(thing: Thing) -> Way:
    how = _CARRYING.get(thing.kind.category, message("at {place}"))
    return Way(say(how, place=thing_in_words(thing)), None, holder=thing.id)
