"""Read who pushes things: the clause `pushed`.

A tool of the pass over things. Takes the things of a quest and their statements. Returns the things
with the members who push them.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.things.read_entries import read_members
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.model.quest import Item, Thing, Unknown
    from questwright.compiler.packs.system.system import Kind
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Clause, Statement

PUSHED = (Category.FURNITURE, Category.OBSTACLE)
"""The categories of things that can be pushed."""


def read_pushers(
    statements: Iterable[Statement],
    things: tuple[Thing, ...],
    items: Iterable[Item],
    unknowns: Sequence[Unknown],
    party: tuple[Kind, ...],
    names: SymbolTable,
    findings: Findings,
) -> tuple[Thing, ...]:
    """Return the things of a quest; each that is pushed has the words of those who push it.

    ``items`` may be held by none of them, and ``unknowns`` are none of them.
    """
    hidden = {unknown.id for unknown in unknowns}
    able: dict[Span, tuple[str, ...]] = {}
    clauses: dict[Span, Clause] = {}
    for statement in statements:
        own = {clause.word.text: clause for clause in statement.clauses}
        if "pushed" not in own:
            if (
                "by" in own
                and "locked" not in own
                and any(
                    thing.origin == statement.span and thing.kind.category in PUSHED
                    for thing in things
                )
            ):
                findings.add(
                    codes.SURPLUS_PART,
                    f"`{statement.head.text}` does not take this",
                    own["by"].span,
                    "what does somebody do to it?",
                    help="write `pushed by …` if they push it",
                )
            continue
        clauses[statement.span] = own["pushed"]
        who = tuple(kind.word for kind in party)
        if "by" in own:
            who = read_members(values_of(own["by"]), party, names, findings)
        able[statement.span] = who
    found = []
    for thing in things:
        who = able.get(thing.origin, ())
        if who and thing.kind.category in PUSHED:
            why = _unfit(thing, hidden, findings)
            if why:
                findings.add(
                    codes.WRONG_KIND,
                    f"`{thing.id}` cannot be pushed",
                    clauses[thing.origin].span,
                    why,
                    reason="what is pushed stands on one square and holds nothing".replace(
                        "square", findings.cell
                    ),
                    help="leave `pushed` out, or take another thing for it",
                )
                who = ()
        found.append(thing._replace(pushers=who) if thing.kind.category in PUSHED else thing)
    _check_nothing_held(found, items, unknowns, findings)
    return tuple(found)


def _check_nothing_held(
    things: Iterable[Thing],
    items: Iterable[Item],
    unknowns: Iterable[Unknown],
    findings: Findings,
) -> None:
    """Report items that are, or may be, in what is pushed about."""
    pushed = {thing.id: thing for thing in things if thing.pushers}
    holders = {(item.holder, item.id, item.origin) for item in items}
    holders |= {(way.holder, own.id, own.origin) for own in unknowns for way in own.ways}
    for holder, id_, origin in sorted(holders, key=lambda own: (own[2].start, own[0])):
        if holder in pushed:
            findings.add(
                codes.WRONG_KIND,
                f"`{id_}` is in `{holder}`, which is pushed about",
                origin,
                "nothing is kept in it",
                related=(Label(pushed[holder].origin, "it is pushed here"),),
                help=f"let it lie beside `{holder}`, or leave `pushed` out",
            )


def _unfit(thing: Thing, hidden: Collection[str], findings: Findings) -> str:
    """Why a thing cannot be pushed; empty if it can."""
    if len(thing.cells) > 1:
        return f"it covers {len(thing.cells)} {findings.cells}"
    return "it is hidden" if thing.id in hidden else ""
