"""Name the gates of a board, and the locks that are on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compiler import codes
from compiler.model.board import Board, Edge, Gate, Lock
from compiler.model.names import Names, Sort
from compiler.model.outline import Outline, Taken, values_of
from compiler.model.words import spoken
from dsl.diagnostics import Label
from dsl.syntax import Clause, Name, Statement

if TYPE_CHECKING:
    from compiler.model.findings import Findings
    from compiler.packs.model import System
    from dsl.source import Span


class PlacedGate(NamedTuple):
    """A gate with its edges, before it has a name."""

    statement: Statement
    edges: tuple[Edge, ...]
    span: Span
    suffix: int
    """Behind a shared name: 0 where the name is the gate's alone."""


def read_locks(outline: Outline, names: Names, findings: Findings) -> dict[str, Lock]:
    """Locks stated on their own, by the name of the gate that they are on."""
    locks: dict[str, Lock] = {}
    for statement in outline.locks:
        taken = Taken(statement, findings)
        name = taken.name()
        on = taken.clause("on")
        by = taken.clause("by", "with")
        is_spent = _take_spent(taken)
        note = statement.texts[0].raw.strip() if statement.texts else ""
        key = _key_of(by)
        if by is not None:
            is_spent = is_spent or _spends(by)
        targets = [v for v in values_of(on) if type(v) is Name] if on else []
        taken.finish("write it like `lock great-lock on iron-door by iron-key`")
        if name is None or not targets or key is None:
            findings.add(
                codes.MISSING_PART,
                "this lock does not say what it is on and what opens it",
                statement.span,
                "unfinished",
                help="write it like `lock great-lock on iron-door by iron-key`",
            )
            continue
        names.declare(Sort.LOCK, name.text, (name.text,), name.span)
        for target in targets:
            locks[target.text] = Lock(name.text, key.text, is_spent, note, target.span)
    return locks


def _take_spent(taken: Taken) -> bool:
    return taken.word("spent") is not None


def _spends(clause: Clause) -> bool:
    return any(type(v) is Name and v.text == "spent" for v in values_of(clause))


def _key_of(clause: Clause | None) -> Name | None:
    if clause is None:
        return None
    return next(
        (v for v in values_of(clause) if type(v) is Name and v.text not in ("spent", "by")), None
    )


def name_gates(
    placed: list[PlacedGate],
    board: Board,
    system: System,
    names: Names,
    locks: dict[str, Lock],
    findings: Findings,
) -> list[Gate]:
    """The gates with their ids, titles and locks."""
    gates: list[Gate] = []
    taken_edges: dict[Edge, Gate] = {}
    groups: list[tuple[str, list[str], Span]] = []
    counts: dict[str, int] = {}
    for one in placed:
        gate = _read_gate(one, system, counts, names, findings)
        if gate is None:
            continue
        for edge in one.edges:
            other = taken_edges.get(edge)
            if other is not None:
                findings.add(
                    codes.GATE_TWICE,
                    f"two gates stand at {board.edge_name(edge)}",
                    one.span,
                    "the second one",
                    related=(Label(other.origin, "the first one"),),
                    reason="a secret passage never lies on a door",
                )
            taken_edges[edge] = gate
        if gate.is_named:
            written = gate.id if not one.suffix else gate.id.rpartition("-")[0]
            if one.suffix > 1 and groups and groups[-1][0] == written:
                groups[-1][1].append(gate.id)
            else:
                groups.append((written, [gate.id], _name_span(one.statement)))
            lock = locks.get(written)
            if lock is not None:
                gate = gate._replace(lock=lock)
        gates.append(gate)
    for written, ids, span in groups:
        locks.pop(written, None)
        _declare(written, ids, span, names)
    for target, lock in locks.items():
        names.unknown(Name(target, lock.origin), "there is no gate called", names.all(Sort.GATE))
    return gates


def _declare(written: str, ids: list[str], span: Span, names: Names) -> None:
    """Take a gate's name; where it stands for several, each of them has a number as well."""
    if names.declare(Sort.GATE, written, tuple(ids), span) and ids != [written]:
        for id_ in ids:
            if names.is_free(id_):
                names.declare(Sort.GATE, id_, (id_,), span)


def _name_span(statement: Statement) -> Span:
    if statement.items and type(statement.items[0][0]) is Name:
        return statement.items[0][0].span
    return statement.head.span


def _stands_open(at: Clause | None, word: str, findings: Findings) -> bool:
    """Whether `open` stands behind the edges of a gate; another word there means nothing."""
    is_open = False
    for value in values_of(at) if at is not None else ():
        if type(value) is Name and value.text == "open":
            is_open = True
        elif type(value) is Name and value.text != "closed":
            findings.add(
                codes.SURPLUS_PART,
                f"`{word}` does not take this",
                value.span,
                "not needed here",
                help=f"`{word} my-{word} at C4|D4 open` stands open",
            )
    return is_open


def _read_gate(
    one: PlacedGate, system: System, counts: dict[str, int], names: Names, findings: Findings
) -> Gate | None:
    statement = one.statement
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
    taken = Taken(statement, findings)
    is_open = taken.word("open") is not None
    if not is_open:
        taken.word("closed")
    name = taken.name()
    is_open = taken.word("open") is not None or is_open
    taken.word("closed")
    is_open = _stands_open(taken.clause("at"), word, findings) or is_open
    locked = taken.clause("locked")
    by = taken.clause("by", "with") if locked is not None and not locked.items else None
    is_spent = _take_spent(taken)
    taken.finish(f"write it like `{word} my-{word} at C4|D4`, with `open` or `locked by iron-key`")
    title = statement.texts[0].raw.strip() if statement.texts else ""
    lock = None
    if locked is not None:
        clause = by or locked
        key = _key_of(clause)
        if key is None:
            findings.add(
                codes.MISSING_PART,
                "this lock does not say what opens it",
                locked.span,
                "no key",
                help="write `locked by iron-key`, and `spent` behind it if the key is used up",
                reason="the rulebook leaves locks and keys to each quest",
            )
        else:
            is_spent = is_spent or _spends(clause)
            lock_id = f"{name.text if name else word}-lock"
            lock = Lock(lock_id, key.text, is_spent, "", key.span)
    if lock is not None and is_open:
        findings.add(
            codes.SURPLUS_PART,
            f"this `{word}` stands open and is locked",
            lock.origin,
            "an open gate has no lock",
            help="leave out `open`, or the lock",
        )
    if name is not None:
        id_ = f"{name.text}-{one.suffix}" if one.suffix else name.text
    else:
        counts[word] = counts.get(word, 0) + 1
        id_ = f"{word}-{counts[word]}"
        while not names.is_free(id_):
            counts[word] += 1
            id_ = f"{word}-{counts[word]}"
    if not title:
        title = spoken(id_) if name is not None else f"{kind.title} {counts[word]}"
    return Gate(id_, title, kind, one.edges, is_open, lock, (-1, -1), name is not None, one.span)
