"""The `allow` statements of a quest that accept a dead end."""

from __future__ import annotations

from questwright.compiler import codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import DeadEnd
    from questwright.dsl.syntax import Allow


def accepting(end: DeadEnd, quest: Quest) -> Iterator[Allow]:
    """The statements that accept it: those that name it, and those that accept all dead ends."""
    for allow in quest.allows:
        is_meant = allow.code.text in (codes.CAN_STRAND.id, codes.CAN_STRAND.name)
        if is_meant and (allow.by is None or allow.by.text in end.names):
            yield allow
