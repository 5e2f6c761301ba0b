"""What members open and beat on their way though a line does not speak of it."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import AtLeast, Either, Has, parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.task.need import Facts, Need
    from questwright.compiler.verdict.task.task import Task


class Openers:
    """The deeds that take away what is in the way, by the facts that they bring about."""

    def __init__(self, task: Task, harmless: Facts, asked: Facts) -> None:
        """Only what is ``harmless`` is brought about, and none of what is ``asked`` for."""
        self._bringing: dict[int, list[int]] = {}
        for number, deed in enumerate(task.deeds):
            is_free = not deed.removes and not deed.carries
            if is_free and deed.where and not deed.adds & ~harmless:
                for fact in each_number(deed.adds & ~asked):
                    self._bringing.setdefault(fact, []).append(number)

    def of(self, need: Need) -> Iterator[int]:
        """The deeds that do what a need asks for, or a part of it."""
        for part in parts_of(need):
            ways = part.parts if isinstance(part, Either | AtLeast) else (part,)
            for leaf in ways:
                if isinstance(leaf, Has):
                    yield from self._bringing.get(leaf.fact, ())
