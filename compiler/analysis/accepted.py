"""The `allow` statements of a quest that accept what its proof finds."""

from __future__ import annotations

from questwright.compiler import codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import DeadEnd
    from questwright.dsl.diagnostics import Code
    from questwright.dsl.syntax import Allow


def accepting(end: DeadEnd, quest: Quest) -> Iterator[Allow]:
    """The statements that accept it: those that name it, and those that accept all dead ends."""
    for allow in _allowing(codes.CAN_STRAND, quest):
        if allow.by is None or allow.by.text in end.names:
            yield allow


def accepting_undecided(quest: Quest) -> Iterator[Allow]:
    """The statements that accept that it is not decided whether the quest is won."""
    return _allowing(codes.UNDECIDED, quest)


def _allowing(code: Code, quest: Quest) -> Iterator[Allow]:
    return (own for own in quest.allows if own.code.text in (code.id, code.name))
