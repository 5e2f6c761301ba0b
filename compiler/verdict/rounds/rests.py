"""The rounds of rest that some attacks take."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.packs.system.fights import Attack
    from questwright.compiler.verdict.rounds.turns import Walker


class Rests:
    """When somebody attacks again in a way that takes rest."""

    def __init__(self, attacks: Sequence[Attack]) -> None:
        self._rests = {attack.word: attack.rounds for attack in attacks if attack.rounds > 1}
        self._rested: dict[tuple[int, str], int] = {}
        """From which round on somebody attacks in a way again."""

    def ready(self, doer: Walker, attack: str) -> int:
        """The round in which somebody can attack next."""
        return max(doer.acts_in, self._rested.get((doer.number, attack), 0))

    def act(self, doer: Walker, attack: str) -> None:
        """Take an action; an attack that takes rounds of rest, when those are over."""
        doer.wait(self._rested.get((doer.number, attack), 0))
        doer.act()
        if attack in self._rests:
            self._rested[doer.number, attack] = doer.round + self._rests[attack]
