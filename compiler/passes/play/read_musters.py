"""Read the musters: points that a side spends on figures.

Takes the outline of a quest. Returns its musters, each with the figures for sale, the place where
they are set up, and the rounds in which they come.
"""

from __future__ import annotations

from itertools import pairwise

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.musters import Muster, Ware, bought
from questwright.compiler.model.words import is_called, title_from_id
from questwright.compiler.passes.play.places import ResolvedPlace
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Name, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.passes.play.places import PlaceResolver
    from questwright.dsl.syntax import Statement

CALENDAR: Final = "calendar"
"""The word for the rounds and the points that the game itself gives."""
_MOST = 9_999
_LAST = 999


class MusterContext(NamedTuple):
    """What a quest has to be read of it before its musters are."""

    board: Board
    things: tuple[Thing, ...]
    last: int
    """The last round of the quest; 0 where nothing ends it."""


def read_musters(
    outline: Outline,
    context: MusterContext,
    system: System,
    places: PlaceResolver,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Muster, ...]:
    """Return the musters in the order of the text; a calendar makes one for each sum of points."""
    return tuple(
        muster
        for statement in outline.musters
        for muster in _read(statement, context, system, places, names, findings)
    )


def _read(
    statement: Statement,
    context: MusterContext,
    system: System,
    places: PlaceResolver,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Muster, ...]:
    taken = StatementReader(statement, findings)
    name = taken.name(is_needed=True)
    points = taken.number()
    of, bought_for = taken.clause("of"), taken.clause("with")
    at, on = taken.clause("at", "in"), taken.clause("on")
    taken.finish(_like(system))
    days = _calendar(on, context, system, findings) if on is not None else None
    near = _births(context, system) if on is not None and at is None else None
    parts = (
        ("a name", name),
        ("points", points or days),
        ("`of`", of),
        ("a place", at or near),
    )
    missing = [word for word, part in parts if part is None]
    if name is None or of is None or missing:
        findings.add(
            codes.MISSING_PART,
            f"this muster lacks {', '.join(missing)}",
            statement.span,
            "unfinished",
            help=_like(system),
        )
        return ()
    if points is not None and (days is not None or not 1 <= points.value <= _MOST):
        said = "has the points of the calendar" if days is not None else f"1 to {_MOST:,}"
        message = f"a muster cannot have {points.value:,} points"
        findings.add(codes.BAD_NUMBER, message, points.span, said)
        return ()
    wares = _wares(of, bought_for, system, findings)
    spot = near if at is None else places.resolve(at, statement.span)
    if points is not None:
        rounds = _rounds(on, findings) if on is not None else ()
        days = ((rounds, points.value),) if rounds is not None else ()
    if not wares or spot is None or not days:
        return ()
    title = statement.texts[0].raw.strip() if statement.texts else title_from_id(name.text)
    side = bought(wares[0].word, system)[0].side
    growth = system.musters.growth
    grown_after = growth.rounds if growth is not None else 0
    found: list[Muster] = []
    for number, (rounds, sum_) in enumerate(days, 1):
        id_ = name.text if number == 1 else f"{name.text}-{number}"
        names.declare(SymbolSort.MUSTER, id_, (id_,), name.span)
        muster = Muster(
            id_, title, side, sum_, wares, spot.cells, spot.words, rounds, statement.span
        )
        found.append(muster._replace(grown_after=grown_after) if rounds else muster)
    return tuple(found)


def last_round(settings: Mapping[str, Plain], system: System) -> int:
    """Return the last round that the settings of a quest leave it; 0 where they set none."""
    limited = system.turn_limit(settings)
    return 0 if limited is None else limited[0]


def _births(context: MusterContext, system: System) -> ResolvedPlace | None:
    """Return where those are born whom nobody gives a place: near a figure, as the game says."""
    growth = system.musters.growth
    mothers = [
        thing
        for thing in context.things
        if growth is not None and growth.near and is_called(thing.kind, growth.near)
    ]
    if growth is None or not mothers:
        return None
    board, mother = context.board, mothers[0]
    reached = edge = mother.mask
    for _ in range(growth.within):
        beside: Cells = 0
        for cell in each_cell(edge):
            beside |= sum(1 << neighbour for neighbour in board.beside(cell))
        edge = beside & ~reached
        reached |= edge
    return ResolvedPlace(reached & ~mother.mask, f"near {mother.id}", None)


def _calendar(
    on: Clause, context: MusterContext, system: System, findings: Findings
) -> tuple[tuple[tuple[int, ...], int], ...] | None:
    """Return the rounds and points of the game's calendar; None where a quest has its own."""
    values = values_of(on)
    if not any(type(value) is Name and value.text == CALENDAR for value in values):
        return None
    days = [(day.until(context.last), day.points) for day in system.musters.calendar]
    found = tuple((rounds, points) for rounds, points in days if rounds)
    if len(values) > 1 or not found:
        findings.add(
            codes.BAD_NUMBER,
            "this muster has no rounds",
            on.span,
            "no round of a calendar",
            help="write `on calendar` alone, and set how many rounds the quest has"
            if system.musters.calendar
            else "this game has no calendar: write it like `on 3, 6, 9`",
        )
        return ()
    return found


def _wares(
    of: Clause, bought_for: Clause | None, system: System, findings: Findings
) -> tuple[Ware, ...]:
    """Return the figures for sale at the game's prices, with how many the quest has bought."""
    counts: dict[str, int] = {}
    for item in bought_for.items if bought_for is not None else ():
        match item:
            case (Number(value=number), Name(text=word)) if number > 0:
                counts[word] = counts.get(word, 0) + number
            case _:
                findings.add(
                    codes.WRONG_KIND,
                    "this does not say what is bought",
                    item[0].span,
                    "no number of figures",
                    help=f"write it like `with 2 {next(iter(system.musters.prices))}`",
                )
    found: dict[str, Ware] = {}
    for value in values_of(of):
        word = value.text if type(value) is Name else ""
        if word not in system.musters.prices:
            findings.add(
                codes.UNKNOWN_WORD,
                f"{system.title} has no price for `{word}`" if word else "this is not a word",
                value.span,
                "not for sale",
                help=did_you_mean(word, system.musters.prices)
                or (f"there is {listed(system.musters.prices)}" if system.musters.prices else None),
            )
            continue
        found[word] = Ware(word, system.musters.prices[word], counts.pop(word, 0))
    for word in counts:
        assert bought_for is not None
        findings.add(
            codes.UNKNOWN_NAME,
            f"`{word}` is bought, but it is not for sale",
            bought_for.span,
            "not listed behind `of`",
            help=did_you_mean(word, found) or f"there is {listed(found)}",
        )
    sides = {kind.side for word in found for kind in bought(word, system)}
    if len(sides) > 1:
        findings.add(
            codes.WRONG_KIND,
            "a muster buys figures of one side only",
            of.span,
            f"these are of {listed(sorted(sides))}",
            help="write a muster for each side",
        )
        return ()
    return tuple(found.values())


def _rounds(on: Clause, findings: Findings) -> tuple[int, ...] | None:
    values = values_of(on)
    numbers = tuple(value.value for value in values if type(value) is Number)
    is_rising = all(earlier < later for earlier, later in pairwise((0, *numbers)))
    if numbers and len(numbers) == len(values) and is_rising and numbers[-1] <= _LAST:
        return numbers
    findings.add(
        codes.BAD_NUMBER,
        "these are not the rounds of a muster",
        on.span,
        "rounds, each later than the one before",
        help="write it like `on 3, 6, 9`",
    )
    return None


def _like(system: System) -> str:
    wares = ", ".join([*system.musters.prices][:2])
    return f"write it like `muster band 30 of {wares} at C4..F6`, and `on 3, 6` for rounds"
