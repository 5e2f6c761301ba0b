"""What attacks take: actions, and rounds of rest after some of them."""

from __future__ import annotations

from questwright.compiler.odds.best import dice_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.verdict.rounds.turns import Walker


class Rests:
    """When somebody attacks again, by what attacks cost and whether they take rest."""

    def __init__(self, fights: Fights | None, party: Sequence[Kind]) -> None:
        self._fights = fights
        self._party = party
        attacks = fights.attacks if fights is not None else ()
        self._rests = {attack.word: attack.rounds for attack in attacks if attack.rounds > 1}
        self._rested: dict[tuple[int, str], int] = {}
        """From which round on somebody attacks in a way again."""

    def cost(self, doer: Walker, attack: str) -> int:
        """The actions that somebody's attack takes.

        Who stands beside a figure attacks it as is best, with a shot too: the dearest is counted.
        """
        attacks = self._fights.attacks if self._fights is not None else ()
        able = (own for own in attacks if (own.word == attack if attack else not own.not_beside))
        kind = self._party[doer.number]
        return max((own.actions for own in able if dice_of(kind, own) is not None), default=1)

    def ready(self, doer: Walker, attack: str) -> int:
        """The round in which somebody can attack next."""
        rested = self._rested.get((doer.number, attack), 0)
        return max(doer.acts_in(self.cost(doer, attack)), rested)

    def attack(self, doer: Walker, attack: str) -> None:
        """Attack, with all the actions that this takes."""
        self.act(doer, attack, self.cost(doer, attack))

    def act(self, doer: Walker, attack: str, cost: int = 1) -> None:
        """Take an action; an attack that takes rounds of rest, when those are over."""
        doer.wait(self._rested.get((doer.number, attack), 0))
        doer.act(cost)
        if attack in self._rests:
            self._rested[doer.number, attack] = doer.round + self._rests[attack]
