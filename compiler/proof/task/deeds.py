"""Whether an action may be taken, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.proof.task.condition import (
    EVERYBODY,
    Facts,
    Members,
)

if TYPE_CHECKING:
    from questwright.compiler.proof.task.task import Deed


def may(doers: Members, who: Members) -> bool:
    """Whether a member is one of those who may do something."""
    return doers == EVERYBODY or bool(doers & who)


def may_do(deed: Deed, facts: Facts) -> bool:
    """Whether a deed is still to be done, and would change anything."""
    if deed.once and not deed.once & ~facts:
        return False
    return bool(deed.adds & ~facts or deed.removes & facts)
