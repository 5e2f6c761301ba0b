"""Members gather for a deed that asks where several of them stand.

They walk there with nothing coming of it, so nobody need tell beforehand who of them stands where.
"""

from __future__ import annotations

from itertools import combinations

from questwright.compiler.verdict.task.need import (
    BURIED,
    At,
    holds,
    ways_to_meet,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.rules.standing import Standing
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Leaf
    from questwright.compiler.verdict.task.task import Deed


class Gatherers:
    """How members stand who gather for a deed."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._grounds = standing.grounds

    def ways(self, deed: Deed, state: State, *, by_each: bool) -> Iterator[State]:
        """The state as members may stand so that the needs of a deed are met.

        As few as are asked for come to where they are; of members in the same case the first ones,
        or any of them, if asked ``by_each``.
        """

        def is_met(leaf: Leaf) -> bool:
            return not isinstance(leaf, At) and holds(leaf, state.facts, (), state.hold)

        for asked in ways_to_meet(deed.needs, is_met) or ():
            ways = [state]
            for at in asked:
                ways = [then for way in ways for then in self._met(at, way, by_each=by_each)]
            yield from (way for way in ways if self._grounds.has_room(way.where))

    def _met(self, at: At, state: State, *, by_each: bool) -> Iterator[State]:
        """The state as so many stand in some places; nothing if they cannot."""
        standing = self._standing.standing(state.facts, state.where)
        left = [n for n, own in enumerate(standing) if own and at.who >> n & 1]
        if not left:
            if at.is_away:
                yield state
            return
        missing, able = at.wanted(len(left)), list[int]()
        for member in left:
            own = standing[member]
            if own == BURIED:
                missing -= at.is_away
            elif not own & ~at.places:
                missing -= 1
            elif own & at.places:
                able.append(member)
        for group in combinations(able, max(missing, 0)):
            if by_each or self._is_first(group, able, state):
                yield state._replace(
                    where=tuple(
                        own & at.places if n in group else own for n, own in enumerate(state.where)
                    )
                )

    def _is_first(self, group: tuple[int, ...], able: list[int], state: State) -> bool:
        """Whether of members in the same case those come who are first."""
        return not any(
            self._grounds.are_alike(member, other, state)
            for member in group
            for other in able
            if other < member and other not in group
        )
