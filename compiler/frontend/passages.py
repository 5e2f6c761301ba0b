"""Read the passages of a quest, and check the references in all its texts."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.quest import Passage
from questwright.dsl.prose import Style, read_prose
from questwright.dsl.source import Span
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.prose import Block
    from questwright.dsl.syntax import Prose


def read_passages(outline: Outline, findings: Findings) -> tuple[Passage, ...]:
    """The texts of the book that a quest states, with their markup parsed."""
    passages = []
    for prose in outline.prose:
        blocks, broken = read_prose(prose.text)
        findings.extend(broken)
        is_told = is_told_to_players(prose, findings)
        passages.append(Passage(prose.word.text, blocks, prose.span, is_told))
    return tuple(passages)


def is_told_to_players(prose: Prose, findings: Findings) -> bool:
    """Whether a rule is told to the players; report any other text of which that is said."""
    if prose.told is None:
        return False
    if prose.word.text == "rule":
        return True
    who = "of whoever runs the game" if prose.word.text == "note" else "told anyway"
    findings.add(
        codes.SURPLUS_PART,
        f"`{prose.word.text}` is not `told`",
        prose.told.span,
        f"it is {who}",
        help='leave `told` out; what players know is a `rule told "…"`',
    )
    return False


def check_references(
    blocks: Iterable[Block], path: str, names: SymbolTable, system: System
) -> None:
    """Report each `[[reference]]` in a text that names nothing of the quest or of its game."""
    for block in blocks:
        for run in block.runs:
            if run.style is not Style.REFERENCE or names.get(run.text) is not None:
                continue
            if run.text in system.kinds or run.text in system.gear:
                continue
            span = Span(path, run.offset, run.offset + len(run.text))
            known = [word for sort in SymbolSort for word in names.all(sort)]
            names.unknown(Name(run.text, span), "there is nothing called", known)
