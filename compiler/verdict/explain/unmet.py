"""What of a task is not met where nothing is ever lost, and why it never is, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.explain.names import gate_of, of_event, quoted
from questwright.compiler.verdict.rules.room import can_stand
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Either,
    Has,
    Never,
    facts_named,
    leaves,
    parts_of,
)
from questwright.compiler.verdict.task.task import Deed, DeedSort, FactSort, Happening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.task.need import Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Ending, Task
    from questwright.dsl.source import Span


_FEW: Final = 2
"""So many squares are named on one of which something is done."""


class Unmet:
    """The needs of a task against all that can come about if nothing is ever lost."""

    def __init__(self, task: Task, reach: Reached, names: Names) -> None:
        self._task = task
        self.reach = reach
        self._names = names
        self._relaxed = Relaxed(task)

    def met(self, need: Need) -> bool:
        """Whether a need can be met."""
        return self._relaxed.possible(need, self.reach.facts, self.reach.where)

    def parts(self, need: Need) -> list[tuple[int, Need, bool]]:
        """The parts of a need that are not met, or that cannot be met at one moment."""
        parts = parts_of(need)
        missed = [n for n, part in enumerate(parts) if not self.met(part)]
        if not missed and self.met(need):
            return []
        # Where members can stand by turns, they may not be able to stand at once.
        ats = [n for n, part in enumerate(parts) if not missed or isinstance(part, At)]
        joint = [n for n in ats if n not in missed]
        return [(n, parts[n], n in joint) for n in (*missed, *joint)]

    def missed(self, need: Need) -> Iterator[Leaf]:
        """The leaves of a need that are not met, and all that it asks of where members stand."""
        if isinstance(need, All | Either | AtLeast):
            for part in need.parts:
                if not self.met(part) or isinstance(part, At):
                    yield from self.missed(part)
        elif isinstance(need, At) or not self.met(need):
            yield need

    def why(self, need: Need, origin: Span) -> tuple[str, Span]:
        """Why a need can never be met, whatever happens; without words where it could be."""
        match need:
            case Never(why, where):
                return why, where
            case At(0, words=words, origin=where):
                there = words if need.is_away else f"at {words or 'that place'}"
                return f"nobody can stand {there}", where
            case At():
                return self._crowded(need), need.origin
            case All(parts):
                every = (self.why(part, origin) for part in parts)
                return next((told for told in every if told[0]), ("", origin))
            case _:
                return "", origin

    def _crowded(self, at: At) -> str:
        """That there is no room for so many of those who can come."""
        where = self.reach.where
        able = sum(1 for n, own in enumerate(where) if at.who >> n & 1 and own & at.places)
        if able < self._wanted(at) or can_stand([at], where, self._relaxed.rooms):
            return ""
        there = at.places & self.reach.places
        words = at.words if there == at.places else self._names.squares(self._names.cells(there))
        return self.room(at, words, there)

    def room(self, at: At, words: str, there: Places) -> str:
        """That some places are too few for those who are asked to stand there; or nothing."""
        count, wanted = self._names.cells(there).bit_count(), self._wanted(at)
        has = "have" if " and " in words else "has"
        return f"{words} {has} room for {count} of {wanted}" if count < wanted else ""

    def _wanted(self, at: At) -> int:
        """How many have to stand there, if nobody is lost."""
        where = enumerate(self.reach.where)
        return at.wanted(sum(1 for n, own in where if at.who >> n & 1 and own))

    def needed(
        self, asker: Deed | Happening | Ending, need: Need, *, is_joint: bool
    ) -> tuple[str, Span]:
        """That a need is not met by which something asks for it; without words if it is no news."""
        text, where = self.why(need, asker.origin)
        if text:
            return text, where
        if isinstance(asker, Deed):
            return self._needed(asker, need, where, is_joint=is_joint)
        if isinstance(asker, Happening):
            return f"{of_event(asker.title)} never happens", where
        if is_joint and isinstance(need, At):
            has = self._names.have(need.who)
            return f"to win, {has} to stand there: {need.words}", need.origin
        return "", where

    def _needed(self, deed: Deed, need: Need, where: Span, *, is_joint: bool) -> tuple[str, Span]:
        """What a deed asks for, and has not."""
        if is_joint:
            words = dict.fromkeys(leaf.words for leaf in leaves(need) if isinstance(leaf, At))
            told = f"asks where members of the party stand: {listed_in_words(words)}"
            if 0 < deed.stands.bit_count() <= _FEW:
                told = f"is done at {self._names.squares(deed.stands, 'or')}, and {told}"
            return f"{quoted(deed.title)} {told}", where
        held = [self._task.facts[n] for n in each_number(facts_named(need)[0] & ~self.reach.facts)]
        if not held:
            return "", where
        first, gate = held[0], gate_of(deed)
        if isinstance(need, Has) and deed.sort is DeedSort.OPEN:
            if first.sort is FactSort.HAVE:
                return f"{gate} needs {self._names.fact(first)}", need.origin
            return f"nobody can open {gate} before {self._names.so(first)}", need.origin
        if deed.sort in (DeedSort.EXPLORE, DeedSort.SEARCH) and first.sort is FactSort.DEFEATED:
            return f"{quoted(deed.title)} asks that no enemy is left there", deed.origin
        return f"nobody can {quoted(deed.title)} before {self._names.so(first)}", deed.origin
