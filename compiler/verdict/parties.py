"""Who of the party can be missing: the smaller parties that cannot win."""

from __future__ import annotations

from itertools import combinations

from questwright.compiler.model.spells import casters_of
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import asked_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.world import WorldProof

_ASKED = "whether fewer can win"


def losing_parties(proof: WorldProof) -> list[tuple[str, ...]]:
    """The smaller parties that cannot win, each by the titles of its members.

    Only the largest: what is too few for one is too few without another.
    """
    settings = [s for s in proof.system.settings.values() if s.role is SettingRole.PARTY]
    is_lost = proof.judged.simple.is_hopeless or not proof.task.own
    if is_lost or any(setting.is_whole for setting in settings):
        return []
    party = proof.quest.party
    fewest = min((setting.minimum for setting in settings), default=len(party))
    return proof.left_open.in_time(_ASKED, lambda: _losing(proof, fewest), [])


def _losing(proof: WorldProof, fewest: int) -> list[tuple[str, ...]]:
    foot, party = proof.on_foot, proof.quest.party
    fights, models = proof.system.fights, [_model(foot)]
    words = {caster.kind.word for caster in casters_of(proof.quest, proof.system)}
    casters = sum(1 << n for n, kind in enumerate(party) if kind.word in words)

    def loses(there: Members) -> bool:
        found = _wins(proof, models[0], there)
        if found is False and fights is not None and fights.resorts:
            # Loaded here and below: few quests need it.
            from questwright.compiler.verdict.resorts import armed

            if len(models) == 1:
                models.append(_model(armed(foot)))
            found = _wins(proof, models[1], there)
        if found is False and there & casters:
            from questwright.compiler.verdict.spells import win_with_spells

            found = win_with_spells(foot, there)
        return found is False

    late = _Late(proof)
    losing: list[int] = []
    for size in range(len(party) - 1, max(1, fewest) - 1, -1):
        for group in combinations(range(len(party)), size):
            there = sum(1 << number for number in group)
            if any(not there & ~other for other in losing):
                continue
            if loses(there) or late.is_late(there, fewest):
                losing.append(there)
    return [tuple(kind.title for n, kind in enumerate(party) if there >> n & 1) for there in losing]


class _Late:
    """Which smaller parties need more rounds than there are."""

    def __init__(self, proof: WorldProof) -> None:
        self._proof = proof
        task = proof.task
        self._is_limited = task.limit is not None or all(own.last for own in task.own)
        self._known: dict[Members, bool] = {}
        """Whether some may be in time; and so may all who are more."""

    def is_late(self, there: Members, fewest: int) -> bool:
        """Whether some members need more rounds than there are.

        That is soon known where the fewest of them do not.
        """
        if not self._is_limited:
            return False
        groups = combinations(each_number(there), max(1, fewest))
        few = (sum(1 << number for number in group) for group in groups)
        return not any(self._is_early(group) for group in (*few, there))

    def _is_early(self, there: Members) -> bool:
        if any(is_early and not known & ~there for known, is_early in self._known.items()):
            return True
        if there not in self._known:
            self._known[there] = not self._takes_too_long(there)
        return self._known[there]

    def _takes_too_long(self, there: Members) -> bool:
        # Loaded here: most quests have no limit.
        from questwright.compiler.verdict.rounds.earliest import earliest
        from questwright.compiler.verdict.rounds.spread import spread_of

        proof, limit = self._proof, self._proof.task.limit
        spread = spread_of(proof.translated, there=there)
        clock = None if spread is None else earliest(spread, proof.task)
        is_late = clock is not None and (
            clock.is_late or (limit is not None and clock.win > limit.last)
        )
        if is_late and proof.last_round.hurries:
            proof.left_open.note(_ASKED, f"{proof.last_round.hurries} them quick enough, perhaps")
            return False
        return is_late


def _model(proof: WorldProof) -> Model | Task | None:
    """What a proof has searched; None where it is seen at once that nobody wins.

    Or its task, where it depends on who is there what comes about at all.
    """
    simple, task = proof.judged.simple, proof.task
    left = {*range(len(task.events))}.difference(simple.events)
    gone = {*range(len(task.deeds))}.difference(simple.deeds)
    needs = [task.events[n].needs for n in left] + [task.deeds[n].needs for n in gone]
    if any(at.counts_left for need in needs for at in asked_places(need)):
        return task
    return None if simple.is_hopeless else Model(simple.task)


def _wins(proof: WorldProof, task: Model | Task | None, there: Members) -> bool | None:
    return task is not None and proof.questions.can_win(task, _ASKED, there=there)
