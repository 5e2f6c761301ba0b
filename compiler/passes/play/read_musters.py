"""Read the musters: points that a side spends on figures.

Takes the outline of a quest. Returns its musters, each with the figures for sale, the place where
they are set up, and the rounds in which they come.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.model.musters import Muster, Ware, bought
from questwright.compiler.model.words import title_from_id
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import Clause, Name, Number

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.play.places import PlaceResolver
    from questwright.dsl.syntax import Statement

_LIKE = "write it like `muster nest 30 of hunter, warrior at C4..F6`, and `on 3, 6` for rounds"
_MOST = 9_999
_LAST = 999


def read_musters(
    outline: Outline,
    system: System,
    places: PlaceResolver,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Muster, ...]:
    """Return the musters of a quest, in the order of the text."""
    found = (_read(muster, system, places, names, findings) for muster in outline.musters)
    return tuple(muster for muster in found if muster is not None)


def _read(
    statement: Statement,
    system: System,
    places: PlaceResolver,
    names: SymbolTable,
    findings: Findings,
) -> Muster | None:
    taken = StatementReader(statement, findings)
    name = taken.name(is_needed=True)
    points = taken.number()
    of, bought_for = taken.clause("of"), taken.clause("with")
    at, on = taken.clause("at", "in"), taken.clause("on")
    taken.finish(_LIKE)
    missing = [
        word
        for word, part in (("a name", name), ("points", points), ("`of`", of), ("a place", at))
        if part is None
    ]
    if name is None or points is None or of is None or at is None:
        findings.add(
            codes.MISSING_PART,
            f"this muster lacks {', '.join(missing)}",
            statement.span,
            "unfinished",
            help=_LIKE,
        )
        return None
    if not 1 <= points.value <= _MOST:
        findings.add(
            codes.BAD_NUMBER,
            f"a muster cannot have {points.value:,} points",
            points.span,
            f"1 to {_MOST:,}",
        )
        return None
    wares = _wares(of, bought_for, system, findings)
    spot = places.resolve(at, statement.span)
    rounds = _rounds(on, findings) if on is not None else ()
    if not wares or spot is None or rounds is None:
        return None
    names.declare(SymbolSort.MUSTER, name.text, (name.text,), name.span)
    title = statement.texts[0].raw.strip() if statement.texts else title_from_id(name.text)
    side = bought(wares[0].word, system)[0].side
    cells, place = spot.cells, spot.words
    return Muster(name.text, title, side, points.value, wares, cells, place, rounds, statement.span)


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
                    help="write it like `with 2 guard, 4 hunter`",
                )
    found: dict[str, Ware] = {}
    for value in values_of(of):
        word = value.text if type(value) is Name else ""
        if word not in system.prices:
            findings.add(
                codes.UNKNOWN_WORD,
                f"{system.title} has no price for `{word}`" if word else "this is not a word",
                value.span,
                "not for sale",
                help=did_you_mean(word, system.prices)
                or (f"there is {listed(system.prices)}" if system.prices else None),
            )
            continue
        found[word] = Ware(word, system.prices[word], counts.pop(word, 0))
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
