"""Suggest words of the game for a statement that begins with an unknown one.

Takes the statement and its game. Returns a remedy: the nearest word that fits, or those that do.
"""

from __future__ import annotations

from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import did_you_mean, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.syntax import Statement

FACED = frozenset({Category.FIGURE, Category.TRAP})
"""The categories of things whose direction the map shows."""
_SHOWN = 6
"""The most words of a game that a finding lists."""


def fitting_words(statement: Statement, word: str, system: System) -> str:
    """Return the nearest word that fits a statement, or those that do: a figure is no chest."""
    head = statement.head.text
    other = system.kinds.get(word)
    if word != head and other is not None and not other.group:
        return f"write `{word}` without `{head}`"
    if word == "item":
        return "write it below the board, like `item iron-key at C4`"
    kinds = [k for k in system.kinds.values() if not k.group or k.group == head]
    clauses = {clause.word.text for clause in statement.clauses}
    if "facing" in clauses and system.grid.facings:
        kinds = [kind for kind in kinds if kind.category in FACED]
    elif "holds" in clauses:
        kinds = [k for k in kinds if k.category in (Category.FIGURE, Category.CONTAINER)]
    elif "to" in clauses:
        kinds = [kind for kind in kinds if kind.category is Category.PORTAL]
    known = [kind.word for kind in kinds]
    near = did_you_mean(word, [*known, *system.gates], 1)
    if near is not None:
        return near
    lists = f"`questwright systems {system.id}` lists its words"
    figures = [
        k.word for k in kinds if k.category is Category.FIGURE and k.side != system.party.word
    ]
    if "facing" in clauses and figures:
        return f"there is {listed(sorted(figures), _SHOWN)}; {lists}"
    return lists
