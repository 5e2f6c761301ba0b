"""Read the locks: which key opens each, who may open it, and which kind of the game it is.

Takes `lock` statements and the `locked` clauses of gates. Returns Locks.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.most import is_too_much
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.model.board import BARRED, Lock
from questwright.compiler.model.words import figures_called
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Name, Number, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.locks import LockKind
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Value

_LIKE = "write it like `lock great-lock on iron-door by iron-key`"
_OPENED = (
    "write `locked by iron-key`, and `spent` behind it if the key is used up; "
    "or name who alone can open it"
)


class _Opener(NamedTuple):
    """What opens a lock, as it is written."""

    key: Name | None
    by: tuple[str, ...]
    """The words of the kinds that may open it without a key."""
    spent: Name | None
    """The word `spent`, where the key is used up."""
    kind: LockKind | None
    values: dict[str, int]


def read_locks(
    outline: Outline, system: System, names: SymbolTable, findings: Findings
) -> dict[str, Lock]:
    """Return the locks of `lock` statements, by the name of the gate that each is on."""
    locks: dict[str, Lock] = {}
    for statement in outline.locks:
        taken = StatementReader(statement, findings)
        name = taken.name()
        on = taken.clause("on")
        by, key = taken.clause("by"), taken.clause("with")
        values = taken.rest()
        note = statement.texts[0].raw.strip() if statement.texts else ""
        opener = _opener(values, by, key, system, findings)
        targets = [v for v in values_of(on) if type(v) is Name] if on else []
        taken.finish(_LIKE)
        if name is None or not targets or (opener is not None and not _opens(opener)):
            if opener is not None:
                findings.add(
                    codes.MISSING_PART,
                    "this lock does not say what it is on and what opens it",
                    statement.span,
                    "unfinished",
                    help=_LIKE,
                )
            continue
        names.declare(SymbolSort.LOCK, name.text, (name.text,), name.span)
        for target in targets:
            lock = (
                _lock(name.text, opener, note, target.span, findings)
                if opener is not None
                else _not_understood(name.text, target.span)
            )
            before = locks.setdefault(target.text, lock)
            if before is not lock:
                findings.add(
                    codes.TWICE_SAID,
                    f"`{target.text}` is locked twice",
                    target.span,
                    "the second lock",
                    related=(Label(before.origin, "the first lock"),),
                    help="leave one of them out",
                )
    return locks


def states_at(
    at: Clause | None, states: Sequence[str], word: str, help_: str, findings: Findings
) -> Iterator[Name]:
    """Yield the words for states behind the places of a statement; report any other word there."""
    for value in values_of(at) if at is not None else ():
        if type(value) is Name and value.text in states:
            yield value
        elif type(value) is Name:
            findings.add(
                codes.SURPLUS_PART,
                f"`{word}` does not take this",
                value.span,
                "not needed here",
                help=help_,
            )


def read_lock(
    statement: Statement,
    taken: StatementReader,
    id_: str,
    states: Iterable[Name],
    system: System,
    findings: Findings,
) -> Lock | None:
    """Return the lock that a statement gives its gate or container; None where it gives none.

    A lock that was not understood is a lock all the same, and so is a bar: one of the ``states``.
    """
    lock = _own_lock(statement, taken, id_, system, findings)
    barred = next((state for state in states if state.text == BARRED), None)
    if barred is None:
        return lock
    if lock is not None:
        findings.add(
            codes.TWICE_SAID,
            f"this `{statement.head.text}` is locked twice",
            lock.origin,
            "the second lock",
            related=(Label(barred.span, "the first lock"),),
            help="leave one of them out: no key opens what is `barred`, only an event does",
        )
    return Lock(id_, BARRED, is_spent=False, note="", origin=barred.span)


def _own_lock(
    statement: Statement, taken: StatementReader, id_: str, system: System, findings: Findings
) -> Lock | None:
    locked = taken.clause("locked")
    if locked is None:
        spent = taken.word("spent")
        if spent is not None:
            findings.add(
                codes.SURPLUS_PART,
                f"`{statement.head.text}` has no lock that a key could be spent on",
                spent.span,
                "not needed here",
                help=_OPENED,
            )
        return None
    by, key = taken.clause("by"), taken.clause("with")
    spent = taken.word("spent")
    opener = _opener(values_of(locked), by, key, system, findings)
    if opener is None:
        return _not_understood(id_, locked.span)
    if not _opens(opener):
        findings.add(
            codes.MISSING_PART,
            "this lock does not say what opens it",
            locked.span,
            "no key",
            help=_OPENED,
        )
        return _not_understood(id_, locked.span)
    opener = opener._replace(spent=opener.spent or spent)
    span = opener.key.span if opener.key is not None else locked.span
    return _lock(id_, opener, "", span, findings)


def _opens(opener: _Opener) -> bool:
    return bool(opener.key or opener.by or opener.kind)


def _not_understood(id_: str, span: Span) -> Lock:
    """Return a lock of which a finding says what is wrong with it."""
    return Lock(id_, BARRED, is_spent=False, note="", origin=span)


def _lock(id_: str, opener: _Opener, note: str, span: Span, findings: Findings) -> Lock:
    key = opener.key.text if opener.key is not None else ""
    if opener.spent is not None and not key:
        findings.add(
            codes.SURPLUS_PART,
            "this lock has no key that could be spent",
            opener.spent.span,
            "not needed here",
            help=_OPENED,
        )
    is_spent = opener.spent is not None and bool(key)
    return Lock(id_, key, is_spent, note, span, opener.by, opener.kind, opener.values)


def _opener(
    stated: list[Value],
    by: Clause | None,
    key: Clause | None,
    system: System,
    findings: Findings,
) -> _Opener | None:
    """Return what opens a lock; None, with a finding, where its kind lacks a number."""
    kind, values = None, dict[str, int]()
    if stated and type(stated[0]) is Name and stated[0].text in system.locks:
        kind = system.locks[stated[0].text]
        read = _values(kind, stated[0], stated[1:], system, findings)
        if read is None:
            return None
        values, stated = read
    words = [*stated, *(values_of(by) if by is not None else ())]
    keys: list[Name] = []
    members: dict[str, None] = {}
    spent: Name | None = None
    for value in (*words, *(values_of(key) if key is not None else ())):
        if type(value) is not Name:
            findings.add(
                codes.SURPLUS_PART, "a lock does not take this", value.span, "no name", help=_OPENED
            )
        elif value.text == "spent":
            spent = value
        elif value.text == "open":
            findings.add(
                codes.SURPLUS_PART,
                "`open` stands before the lock",
                value.span,
                "too late here",
                help="write it like `open locked by iron-key`; an event has to shut the gate",
            )
        elif value in words and figures_called(value.text, system):
            members |= dict.fromkeys(figures_called(value.text, system))
        else:
            keys.append(value)
    for name in keys[1:]:
        findings.add(
            codes.SURPLUS_PART,
            "a lock takes one key",
            name.span,
            "a second one",
            help="give one gate one key, or let an event unlock it once both are there",
        )
    if kind is not None and not members:
        members = dict.fromkeys(
            member for word in kind.by for member in figures_called(word, system)
        )
    return _Opener(keys[0] if keys else None, tuple(members), spent, kind, values)


def _values(
    kind: LockKind, word: Name, numbers: list[Value], system: System, findings: Findings
) -> tuple[dict[str, int], list[Value]] | None:
    """Return the numbers that a kind of lock needs, and the values that are left over.

    Each number stands behind its name, ``power 4``; the name may be left out where there is one.
    None, with a finding, where a number is missing or is more than the game allows.
    """
    found: dict[str, int] = {}
    left = list(numbers)
    while left:
        name = left[0]
        if type(name) is Number and len(kind.values) == 1 and not found:
            found[kind.values[0]] = name.value
            left.pop(0)
        elif type(name) is Name and name.text in kind.values and name.text not in found:
            number = left[1] if len(left) > 1 else None
            if type(number) is not Number:
                break
            if is_too_much(name.text, number, system.columns, findings):
                return None
            found[name.text] = number.value
            left = left[2:]
        else:
            break
    missing = [name for name in kind.values if name not in found]
    if not missing:
        return found, left
    wrong = next((value for value in left if type(value) is Name), None)
    findings.add(
        codes.MISSING_PART,
        f"this {kind.title} does not say its {listed(missing)}",
        word.span,
        "a number is missing",
        help=(did_you_mean(wrong.text, missing) if wrong is not None else None)
        or f"write `locked {kind.word} {_example(kind.values)}`",
    )
    return None


def _example(values: Iterable[str]) -> str:
    return " ".join(f"{name} 3" for name in values)
