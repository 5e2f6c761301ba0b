"""Read the locks of containers, which are written like those of gates.

Takes statements of containers, and `lock` statements. Returns Locks, and things that have them.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.board import BARRED, Lock
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.board.read_locks import read_lock, states_at
from questwright.dsl.diagnostics import Label
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.frontend.outline import StatementReader
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.syntax import Clause, Statement


def lock_of_container(
    statement: Statement,
    taken: StatementReader,
    name: Name | None,
    at: Clause | None,
    system: System,
    findings: Findings,
) -> Lock | None:
    """Return the lock that a container's own statement gives it; None where it gives none."""
    word = statement.head.text
    named = name.text if name is not None else word
    barred = f"`{word} my-{word} at C4 {BARRED}` is opened by an event alone"
    states = [
        *filter(None, [taken.word(BARRED)]),
        *states_at(at, (BARRED,), word, barred, findings),
    ]
    return read_lock(statement, taken, f"{named}-lock", states, system, findings)


def with_stated_locks(
    things: list[Thing], locks: dict[str, Lock], names: SymbolTable, findings: Findings
) -> list[Thing]:
    """Return the things; containers have the locks that `lock` statements put on them."""
    for target, lock in locks.items():
        name = Name(target, lock.origin)
        symbol = names.get(target)
        if symbol is None or symbol.sort is not SymbolSort.THING:
            known = [*names.all(SymbolSort.GATE), *names.all(SymbolSort.THING)]
            names.unknown(name, "there is no gate or container called", known)
            continue
        for number, thing in enumerate(things):
            if thing.id in symbol.ids:
                things[number] = thing._replace(lock=_put_on(thing, lock, findings))
    return things


def _put_on(thing: Thing, lock: Lock, findings: Findings) -> Lock | None:
    if thing.kind.category is not Category.CONTAINER:
        findings.add(
            codes.SURPLUS_PART,
            f"a `{thing.kind.word}` has no lock",
            lock.origin,
            "nothing is in it",
            related=(Label(thing.origin, "it stands here"),),
            help="leave the lock out, or put a container there",
        )
        return None
    if thing.lock is not None:
        findings.add(
            codes.TWICE_SAID,
            f"`{thing.id}` is locked twice",
            lock.origin,
            "the second lock",
            related=(Label(thing.lock.origin, "the first lock"),),
            help="leave one of them out",
        )
        return thing.lock
    return lock
