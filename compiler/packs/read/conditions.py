"""Read a condition of a pack: it is written as that of a victory in a quest."""

from __future__ import annotations

from questwright.dsl.source import Source
from questwright.dsl.syntax import Victory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.dsl.parser import QuestParser
    from questwright.dsl.syntax import Condition


def read_condition(text: str, side: str, path: str, parser: QuestParser) -> Condition | None:
    """Return the condition under which a side wins; None if the text is none."""
    quest = f"quest defaults {{\nvictory {side} when {text}\n}}\n"
    parsed = parser.parse(Source(path, quest))
    nodes = [node for declaration in parsed.file.declarations for node in declaration.body]
    if parsed.findings or len(nodes) != 1 or not isinstance(nodes[0], Victory):
        return None
    return nodes[0].condition
