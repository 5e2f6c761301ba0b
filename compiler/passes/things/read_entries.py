"""Read the entries: which members come into play at which start, from which round on; and groups.

Takes start statements, `group` statements and the party. Returns the things with completed starts,
and the groups.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.model.quest import Group
from questwright.compiler.model.words import is_called, title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Name, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Statement, Value

_LAST = 999
"""The latest round in which members may come into play."""


class _EntryClauses(NamedTuple):
    """Which members come in at a start, and from which round on."""

    who: tuple[str, ...]
    round: int


def is_start(statement: Statement, system: System) -> bool:
    """Tell whether a statement is a start, whether or not it has a place."""
    kind = system.kinds.get(statement.head.text)
    return kind is not None and kind.category is Category.START


def read_groups(
    outline: Outline, party: tuple[Kind, ...], names: SymbolTable, findings: Findings
) -> tuple[Group, ...]:
    """Return the groups of the party; a member may be in none, and in several."""
    groups = []
    for statement in outline.groups:
        taken = StatementReader(statement, findings)
        name = taken.name(is_needed=True)
        of = taken.clause("of")
        taken.finish(_like_group(party))
        if name is None or of is None or not of.items:
            findings.add(
                codes.MISSING_PART,
                f"this group has no {'name' if name is None else 'members'}",
                statement.span,
                "unfinished",
                help=_like_group(party),
            )
            if name is not None:
                names.poisoned.add(name.text)
            continue
        who = read_members(values_of(of), party, names, findings)
        if not who:
            names.poisoned.add(name.text)
        elif names.declare(SymbolSort.MEMBER, name.text, who, name.span):
            title = statement.texts[0].raw.strip() if statement.texts else title_from_id(name.text)
            groups.append(Group(name.text, title, who, statement.span))
    return tuple(groups)


def read_entries(
    statements: Iterable[Statement],
    things: tuple[Thing, ...],
    party: tuple[Kind, ...],
    names: SymbolTable,
    findings: Findings,
) -> tuple[Thing, ...]:
    """Return the things of a quest; each start has its members, and the round when they come."""
    entries: dict[Span, _EntryClauses] = {}
    starts = {thing.origin for thing in things if thing.kind.category is Category.START}
    for statement in statements:
        if statement.span in starts:
            clauses = {clause.word.text: clause for clause in statement.clauses}
            who: tuple[str, ...] = ()
            if "for" in clauses:
                who = read_members(values_of(clauses["for"]), party, names, findings)
            entries[statement.span] = _EntryClauses(who, _round(clauses.get("from"), findings))
    return tuple(
        thing._replace(who=entry.who, round=entry.round)
        if (entry := entries.get(thing.origin)) is not None
        else thing
        for thing in things
    )


def read_members(
    values: Iterable[Value], party: tuple[Kind, ...], names: SymbolTable, findings: Findings
) -> tuple[str, ...]:
    """Return the members of the party that kinds, ranks, traits and groups name, in its order."""
    found: dict[str, None] = {}
    for value in values:
        word = value.text if type(value) is Name else ""
        group = names.get(word)
        if group is not None and group.sort is SymbolSort.MEMBER:
            found |= dict.fromkeys(group.ids)
            continue
        called = [kind.word for kind in party if is_called(kind, word)] if word else []
        if not called and word not in names.poisoned:
            known = [*(kind.word for kind in party), *names.all(SymbolSort.MEMBER)]
            findings.add(
                codes.UNKNOWN_NAME,
                f"no member of the party is called `{word}`" if word else "this is not a name",
                value.span,
                "unknown",
                help=did_you_mean(word, known) or f"in the party are {listed(known)}",
            )
        found |= dict.fromkeys(called)
    return tuple(kind.word for kind in party if kind.word in found)


def _round(clause: Clause | None, findings: Findings) -> int:
    if clause is None:
        return 1
    values = values_of(clause)
    match values:
        case [Name(text="round"), Number(value=number)] if 1 <= number <= _LAST:
            return number
    findings.add(
        codes.BAD_NUMBER,
        "this does not say from which round the members come",
        clause.span,
        "no round",
        help=f"write it like `from round 3`; the last one may be {_LAST}",
    )
    return 1


def _like_group(party: tuple[Kind, ...]) -> str:
    members = ", ".join(kind.word for kind in party[:2])
    return f"write it like `group rearguard of {members}`"
