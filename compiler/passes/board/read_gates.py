"""Read the gates of a board: their ids and titles, who may pass, and what keeps them shut.

Takes gates that have edges but no names yet. Returns Gates; `with_entry_sides` completes those that
can be passed from one side alone, once the areas are known.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.model.board import BARRED, Area, Board, Gate, Lock
from questwright.compiler.model.words import figures_called, party_words, title_from_id
from questwright.compiler.packs.system.system import GateForm
from questwright.compiler.passes.board.read_locks import read_lock, states_at
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Name, Number, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells, Edge
    from questwright.compiler.packs.system.system import GateKind, System
    from questwright.dsl.source import Span


_STATES: Final = ("open", "closed", BARRED)
"""The words for the state of a gate when play begins."""
_MOST = 20
"""Members who are counted before a gate falls shut."""


class PlacedGate(NamedTuple):
    """A gate with its edges, before it has a name."""

    statement: Statement
    edges: tuple[Edge, ...]
    span: Span
    suffix: int
    """The number behind a name that several gates share; 0 where the name belongs to one gate."""
    cells: Cells = 0
    """The cells of its own that it stands on; 0 if it stands on edges."""


def read_gates(
    placed: list[PlacedGate],
    board: Board,
    system: System,
    names: SymbolTable,
    locks: dict[str, Lock],
    findings: Findings,
    ways: dict[str, Clause],
) -> list[Gate]:
    """Return the gates with their ids, titles and locks.

    From ``locks`` those of gates are taken. ``ways`` is filled: by gate id, the `from` clause of
    each gate that can be passed from one side alone.
    """
    gates: list[Gate] = []
    taken_edges: dict[Edge, Gate] = {}
    groups: list[tuple[str, list[str], Span]] = []
    counts: dict[str, int] = {}
    for drawn in placed:
        gate = _read_gate(drawn, system, counts, names, findings, ways)
        if gate is None:
            continue
        for edge in drawn.edges:
            before = taken_edges.get(edge)
            if before is not None:
                findings.add(
                    codes.GATE_TWICE,
                    f"two gates stand at {board.edge_name(edge)}",
                    drawn.span,
                    "the second one",
                    related=(Label(before.origin, "the first one"),),
                    reason="each edge has one gate at the most",
                )
            taken_edges[edge] = gate
        if gate.is_named:
            written = gate.id if not drawn.suffix else gate.id.rpartition("-")[0]
            if drawn.suffix > 1 and groups and groups[-1][0] == written:
                groups[-1][1].append(gate.id)
            else:
                groups.append((written, [gate.id], _name_span(drawn.statement)))
            lock = locks.get(written)
            if lock is not None:
                gate = _locked(gate, lock, system, findings)
        gates.append(gate)
    for written, ids, span in groups:
        locks.pop(written, None)
        _declare(written, ids, span, names)
    return gates


def _declare(written: str, ids: list[str], span: Span, names: SymbolTable) -> None:
    """Declare the name of a gate; where several gates share it, also each with its number."""
    if names.declare(SymbolSort.GATE, written, tuple(ids), span) and ids != [written]:
        for id_ in ids:
            if names.is_free(id_):
                names.declare(SymbolSort.GATE, id_, (id_,), span)


def _name_span(statement: Statement) -> Span:
    if statement.items and type(statement.items[0][0]) is Name:
        return statement.items[0][0].span
    return statement.head.span


def _states(taken: StatementReader) -> Iterator[Name]:
    """Take the words for the state of a gate, as long as such come next: ``open barred``."""
    while (state := next(filter(None, map(taken.word, _STATES)), None)) is not None:
        yield state


def _before_states(clause: Clause | None, states: list[Name]) -> Clause | None:
    """A clause without the words for ``states`` that stand behind it: those are the gate's."""
    if clause is None or not clause.items:
        return clause
    *items, (first, *others) = clause.items
    while others and type(last := others[-1]) is Name and last.text in _STATES:
        states.append(last)
        others.pop()
    return clause._replace(items=(*items, (first, *others)))


def _read_gate(
    drawn: PlacedGate,
    system: System,
    counts: dict[str, int],
    names: SymbolTable,
    findings: Findings,
    ways: dict[str, Clause],
) -> Gate | None:
    statement = drawn.statement
    word = statement.head.text
    kind = system.gates.get(word)
    if kind is None:
        findings.add(
            codes.UNKNOWN_WORD,
            f"{system.title} has no `{word}`",
            statement.head.span,
            "unknown",
        )
        return None
    place = "C4|D4" if kind.footprint is None else "C4"
    taken = StatementReader(statement, findings)
    states = [*_states(taken)]
    name = taken.name()
    stands_open = f"`{word} my-{word} at {place} open` stands open"
    at = taken.clause("at", has_states=True)
    states += [*_states(taken), *states_at(at, _STATES, word, stands_open, findings)]
    # What is taken away when it is opened keeps nobody out then, and does not fall shut.
    stays = kind.footprint is None
    able = _before_states(taken.clause("for") if stays else None, states)
    way = _before_states(taken.clause("from") if stays else None, states)
    # Nobody opens a passage by hand that has fallen shut, nor explores for it anew.
    falls = stays and kind.form is GateForm.DOOR
    shuts = _before_states(taken.clause("shuts") if falls else None, states)
    is_open = any(state.text == "open" for state in states)
    lock_id = f"{name.text if name else word}-lock"
    lock = read_lock(statement, taken, lock_id, states, system, findings)
    lock = _fitting(lock, kind, system, findings)
    if kind.form is GateForm.DOOR and system.party.word not in kind.opened_by:
        # It is as if each were barred.
        lock = Lock(lock_id, BARRED, is_spent=False, note="", origin=drawn.span)
        lock = lock._replace(sides=kind.opened_by)
    only = _passing(able, kind, system, findings)
    taken.finish(
        f"write it like `{word} my-{word} at {place}`, with `open`, `barred` or "
        "`locked by iron-key`" + ("" if stays else "; it is taken away when it is opened")
    )
    title = statement.texts[0].raw.strip() if statement.texts else ""
    if name is not None:
        id_ = f"{name.text}-{drawn.suffix}" if drawn.suffix else name.text
    else:
        counts[word] = counts.get(word, 0) + 1
        id_ = f"{word}-{counts[word]}"
        while not names.is_free(id_):
            counts[word] += 1
            id_ = f"{word}-{counts[word]}"
    if way is not None:
        ways[id_] = way
    if not title:
        title = title_from_id(id_) if name is not None else f"{kind.title} {counts[word]}"
    return Gate(
        id_,
        title,
        kind,
        drawn.edges,
        is_open,
        lock,
        (-1, -1),
        name is not None,
        drawn.span,
        only,
        shuts_after=_shuts_after(shuts, findings),
        cells=drawn.cells,
    )


def _shuts_after(clause: Clause | None, findings: Findings) -> int:
    """Return how many go through before a gate falls shut; 0 where it never does."""
    if clause is None:
        return 0
    match values_of(clause):
        case [Name(text="after"), Number(value=value)] if 0 < value <= _MOST:
            return value
    findings.add(
        codes.MISSING_PART,
        "this does not say after how many the gate falls shut",
        clause.span,
        "not understood",
        help=f"write `shuts after 2`; no more than {_MOST} are counted",
    )
    return 0


def _locked(gate: Gate, lock: Lock, system: System, findings: Findings) -> Gate:
    """Return a gate with the lock of a `lock` statement."""
    fitting = _fitting(lock, gate.kind, system, findings)
    if fitting is None:
        return gate
    if gate.lock is not None:
        findings.add(
            codes.TWICE_SAID,
            f"`{gate.id}` is locked twice",
            lock.origin,
            "the second lock",
            related=(Label(gate.lock.origin, "the first lock"),),
            help="leave one of them out",
        )
        return gate
    return gate._replace(lock=fitting)


def _fitting(lock: Lock | None, kind: GateKind, system: System, findings: Findings) -> Lock | None:
    """Return a lock, or None, with a finding, where gates of this kind have none."""
    if lock is None:
        return None
    if kind.form is not GateForm.DOOR:
        findings.add(
            codes.SURPLUS_PART,
            f"a `{kind.word}` has no lock",
            lock.origin,
            "nobody opens it with a key",
            help="leave the lock out, or put a door there",
        )
        return None
    if system.party.word not in kind.opened_by and not lock.is_barred:
        findings.add(
            codes.SURPLUS_PART,
            f"nobody of the party opens a `{kind.word}`, with or without a key",
            lock.origin,
            "not needed here",
            reason=_opened_by(kind, system),
            help="leave the lock out, and let an event `open` it",
        )
        return None
    return lock


def _opened_by(kind: GateKind, system: System) -> str:
    """Return who opens gates of a kind, by the rules of the game."""
    rules = f" [{', '.join(kind.rules)}]" if kind.rules else ""
    if not kind.opened_by:
        return f"in this game events alone open a {kind.title}{rules}"
    sides = listed_in_words([system.sides[word].title for word in kind.opened_by], "and")
    return f"in this game only {sides} and events open a {kind.title}{rules}"


def with_entry_sides(
    gates: list[Gate], ways: dict[str, Clause], areas: tuple[Area, ...], findings: Findings
) -> list[Gate]:
    """Return the gates; one with a `from` clause can be passed from that area alone."""
    return [
        gate._replace(way_from=_way_from(gate, ways[gate.id], areas, findings))
        if gate.id in ways
        else gate
        for gate in gates
    ]


def _way_from(gate: Gate, clause: Clause, areas: tuple[Area, ...], findings: Findings) -> int:
    """Return the index of the area that a `from` clause names.

    It is -1, with a finding, where that is not one of the gate's two areas.
    """
    values = values_of(clause)
    named = values[0] if len(values) == 1 else None
    sides = [areas[number].id for number in gate.between]
    if type(named) is Name and named.text in sides:
        return gate.between[sides.index(named.text)]
    findings.add(
        codes.MISSING_PART,
        f"this `{gate.kind.word}` does not say from which side it can be passed",
        clause.span,
        "not one of its two areas",
        help=f"name one of its areas: `from {sides[0]}`",
    )
    return -1


def _passing(
    clause: Clause | None, kind: GateKind, system: System, findings: Findings
) -> tuple[str, ...]:
    """Return the words of the kinds that may pass; empty where everybody may.

    The quest's `for` replaces what the game says of the kind of gate.
    """
    if clause is None:
        return tuple(
            dict.fromkeys(figure for word in kind.only for figure in figures_called(word, system))
        )
    found: dict[str, None] = {}
    for value in values_of(clause):
        called = figures_called(value.text, system) if type(value) is Name else ()
        if not called:
            known = [kind.word for kind in system.kinds.values() if kind.side == system.party.word]
            word = value.text if type(value) is Name else ""
            findings.add(
                codes.UNKNOWN_NAME,
                f"no {system.party.one} is called `{word}`" if word else "this is not a name",
                value.span,
                "unknown",
                help=did_you_mean(word, party_words(system))
                or f"name those who may pass: {listed(known)}",
            )
        found |= dict.fromkeys(called)
    return tuple(found)
