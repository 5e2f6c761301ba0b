"""Prove a campaign: how each quest may begin, how it may be won, and what follows.

Takes a campaign and its quests with their proofs. A quest begins with what the party has by then,
and is proven so; each outcome that the campaign tells apart is a question about a changed quest:
whether it can be won with some conditions holding in that moment, and others not.
"""

from __future__ import annotations

from functools import cached_property
from itertools import compress, islice, product

from questwright.compiler.analysis.accepted import accepting, accepting_undecided
from questwright.compiler.analysis.brought import as_brought
from questwright.compiler.analysis.worlds import each_world
from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.campaign import Beginning, CampaignVerdict, StageOutcome
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, facts_of
from questwright.compiler.model.quest import EffectKind, UnknownSort, Victory
from questwright.compiler.model.verdict import Verdict, VerdictKind, worst
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.verdict.judge import WON, Judge
from questwright.compiler.verdict.prove import Proof, helped
from questwright.compiler.verdict.task.variants import by_any_chance
from questwright.compiler.verdict.translate.translate import translation
from questwright.compiler.verdict.world import WorldProof
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Final

    from questwright.compiler.model.campaign import Campaign, Following, Stage
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Effect, Item, Quest
    from questwright.compiler.model.verdict import Cause, DeadEnd, Step
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Allow

BEGINNINGS: Final = 256
"""The most beginnings of a campaign that are looked at."""
ASKED: Final = 6
"""The most conditions of one quest that are told apart."""

_Key = tuple[int, frozenset[str]]


class ProvenQuest(NamedTuple):
    """A quest with its game, and its proof as it stands in its text."""

    quest: Quest
    system: System
    proof: Proof


class _Won(NamedTuple):
    """A way in which a quest can be won."""

    holds: tuple[bool, ...]
    """Which of the stage's conditions hold."""
    kept: frozenset[str]
    """Which of the items that were brought the party has at the end."""
    proof: WorldProof | None
    """What shows it; None where nothing is asked but to win."""


class _Begun:
    """A beginning with its proof, and the outcomes that it can come to."""

    def __init__(self, stage: int, has: frozenset[str], quest: Quest, proof: Proof) -> None:
        self.stage = stage
        self.has = has
        """All items that the party has by then."""
        self.quest = quest
        self.proof = proof
        self.ways: list[tuple[_Won | None, frozenset[str], int]] = []
        """The outcomes: how it was won, None where it was lost; the items that the party goes on
        with; and the number of the beginning that follows, -1 at the end."""
        self.before = -1
        """The number of a beginning from which it follows; -1 for the first."""


class CampaignProof:
    """The proofs of a campaign's quests as they may begin."""

    def __init__(
        self, campaign: Campaign, quests: Mapping[str, ProvenQuest], budget: Budget = USUAL
    ) -> None:
        self._campaign = campaign
        self._quests = [quests[stage.quest] for stage in campaign.stages]
        self._budget = budget
        self._judge = Judge(budget)
        self._open: dict[str, None] = {}
        given = (reward.word for stage in campaign.stages for reward in stage.rewards)
        items = {item.id for own in self._quests for item in own.quest.items if not item.alike}
        self.carried: tuple[str, ...] = tuple(
            word for word in dict.fromkeys(given) if word in items
        )
        """The items that some quest gives and some quest knows, by id."""
        self.each: list[_Begun] = []
        """Each beginning that play can come to, the first one first."""
        stages = range(len(campaign.stages))
        before = campaign.given_before
        self._known = [self._known_at(stage, before[stage]) for stage in stages]
        """For each stage, by id, the items that stages before it may give."""
        self._wanted = [
            frozenset(
                id_ for later in (stage, *campaign.later(stage)) for id_ in self._known[later]
            )
            for stage in stages
        ]
        """For each stage the items that matter from there on."""
        self._follow()

    def _follow(self) -> None:
        numbers: dict[_Key, int] = {}
        waiting: list[_Key] = [(0, frozenset())]
        numbers[waiting[0]] = 0
        before = [-1]
        for number, (stage, has) in enumerate(waiting):
            begun = self._begin(stage, has)
            begun.before = before[number]
            self.each.append(begun)
            for won, following, owned in self._outcomes(begun):
                after = self._campaign.after(stage, following)
                kept = owned & self._wanted[after] if after >= 0 else owned
                key = (after, kept)
                if after >= 0 and key not in numbers:
                    if len(numbers) >= BEGINNINGS:
                        self._open[f"more than {BEGINNINGS} ways for its quests to begin"] = None
                        continue
                    numbers[key] = len(waiting)
                    waiting.append(key)
                    before.append(number)
                begun.ways.append((won, kept, numbers[key] if after >= 0 else -1))

    # -- how a quest begins ------------------------------------------------------------------

    def _begin(self, stage: int, has: frozenset[str]) -> _Begun:
        own = self._quests[stage]
        brought, lacking = self._split(stage, has)
        quest = as_brought(own.quest, brought, lacking)
        proof = own.proof if quest == own.quest else Proof(quest, own.system, self._budget)
        return _Begun(stage, has, quest, proof)

    def _known_at(self, stage: int, given: frozenset[str]) -> dict[str, Item]:
        items = self._quests[stage].quest.items
        return {item.id: item for item in items if item.id in self.carried and item.id in given}

    def _split(self, stage: int, has: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The items that a party with some items brings to a quest, and those that it lacks."""
        known = self._known[stage]
        return tuple(id_ for id_ in known if id_ in has), tuple(
            id_ for id_ in known if id_ not in has
        )

    # -- how it ends -------------------------------------------------------------------------

    def _outcomes(
        self, begun: _Begun
    ) -> Iterator[tuple[_Won | None, Following | None, frozenset[str]]]:
        stage = self._campaign.stages[begun.stage]
        for won in self._won(begun, stage):
            given = {
                reward.word
                for reward in stage.rewards
                if reward.word in self.carried
                if stage.is_met(reward.condition, won.holds)
            }
            followings = (own for own in stage.followings if not own.is_lost)
            following = next(
                (own for own in followings if stage.is_met(own.condition, won.holds)), None
            )
            rest = begun.has.difference(self._known[begun.stage])
            yield won, following, rest | won.kept | given
        lost = next((own for own in stage.followings if own.is_lost), None)
        if lost is not None:
            for kept in self._left_when_lost(begun):
                yield None, lost, kept

    def _left_when_lost(self, begun: _Begun) -> Iterator[frozenset[str]]:
        """What the party may have in some moment in which it has not won: it may be lost then."""
        brought, _ = self._split(begun.stage, begun.has)
        spent = [id_ for id_ in brought if is_used_up(id_, begun.quest)]
        carried = [_carried(id_, begun.quest) for id_ in spent]
        system = self._quests[begun.stage].system
        for gone in product((False, True), repeat=len(spent)):
            asked = [Not(c, c.origin) if so else c for c, so in zip(carried, gone, strict=True)]
            quest = won_before(begun.quest, system, asked) if asked else None
            if quest is None or self._can_be_won(quest, system)[0] is not False:
                yield begun.has.difference(compress(spent, gone))

    def _won(self, begun: _Begun, stage: Stage) -> Iterator[_Won]:
        """The ways in which a quest can be won that the campaign tells apart."""
        if begun.proof.kind is VerdictKind.UNWINNABLE:
            return
        brought, _ = self._split(begun.stage, begun.has)
        sure = frozenset(id_ for id_ in brought if not is_used_up(id_, begun.quest))
        watched = [id_ for id_ in brought if id_ not in sure]
        conditions = [*stage.asked, *(_carried(id_, begun.quest) for id_ in watched)]
        if not conditions:
            yield _Won((), sure, None)
            return
        if len(conditions) > ASKED:
            self._open[f"more than {ASKED} conditions on how {stage.title} is won"] = None
            return
        for holds in product((True, False), repeat=len(conditions)):
            own = [c if so else Not(c, c.origin) for c, so in zip(conditions, holds, strict=True)]
            system = self._quests[begun.stage].system
            is_possible, proof = self._can_be_won(won_so(begun.quest, system, own), system)
            if is_possible is None:
                self._open[f"how {stage.title} can be won"] = None
            if is_possible is not False:
                asked = len(stage.asked)
                yield _Won(holds[:asked], sure.union(compress(watched, holds[asked:])), proof)

    def _can_be_won(self, quest: Quest, system: System) -> tuple[bool | None, WorldProof | None]:
        """Whether a quest can be won in some world."""
        is_open = False
        for world in islice(each_world(quest, system), self._budget.worlds):
            try:
                proof = WorldProof(translation(world.quest, system), self._judge, wins_only=True)
                # What nobody decides may happen or not: the question is what may come about.
                proof = helped(proof.changed(by_any_chance, wins_only=True))
                kind = proof.kind
            except TimeOverError:
                return None, None
            if kind in WON or kind is VerdictKind.VACUOUS:
                return True, proof
            is_open |= kind is VerdictKind.UNDECIDED
        return (None if is_open else False), None

    # -- all of it -----------------------------------------------------------------------------

    @property
    def kind(self) -> VerdictKind:
        """The worst verdict of all beginnings.

        Where one of them cannot be won, and the campaign can be won by others, it can strand.
        """
        kind = worst([begun.proof.kind for begun in self.each])
        if kind is VerdictKind.UNWINNABLE and self._is_won:
            kind = VerdictKind.CAN_STRAND
        if self._open and kind in WON:
            return VerdictKind.UNDECIDED
        return kind

    @property
    def _is_won(self) -> bool:
        """Whether the campaign can be played to an end that is won."""
        ways = (way for begun in self.each for way in begun.ways)
        return any(won is not None and after < 0 for won, _, after in ways)

    @property
    def left_open(self) -> tuple[str, ...]:
        """What was not judged, besides the quests themselves."""
        return tuple(self._open)

    def why_unwinnable(self, number: int) -> tuple[Cause, ...]:
        """The causes for which a beginning cannot be won."""
        return self.each[number].proof.why_unwinnable()

    def dead_ends(self, number: int) -> tuple[DeadEnd, ...]:
        """The kinds of dead ends of a beginning that are told nowhere before, nor accepted."""
        begun = self.each[number]
        quest, _, proof = self._quests[begun.stage]
        before = (own for own in self.each[:number] if own.stage == begun.stage)
        known = [*proof.dead_ends, *(end for own in before for end in self._dead_ends(own))]
        told = {end.origin for end in known if not any(accepting(end, quest))}
        ends = (end for end in self._dead_ends(begun) if not any(accepting(end, quest)))
        return tuple(end for end in ends if end.origin not in told)

    def accepted_in(self, quest: Quest) -> Iterator[Allow]:
        """The `allow` statements of a quest that accept what is found as it may begin."""
        for begun in (own for own in self.each if own.quest.id == quest.id):
            for end in self._dead_ends(begun):
                yield from accepting(end, quest)
            if begun.proof.kind is VerdictKind.UNDECIDED:
                yield from accepting_undecided(quest)

    def _dead_ends(self, begun: _Begun) -> tuple[DeadEnd, ...]:
        """Those of a beginning; none where it begins as it is written."""
        return () if self._is_as_written(begun) else begun.proof.dead_ends

    @cached_property
    def beginnings(self) -> tuple[Beginning, ...]:
        """Each beginning that play can come to, with its outcomes; no lines are told."""
        return tuple(self._told(begun, tells_lines=False) for begun in self.each)

    def verdict(self) -> CampaignVerdict:
        """The whole verdict, with a line for each outcome."""
        told = tuple(self._told(begun, tells_lines=True) for begun in self.each)
        return CampaignVerdict(self.kind, told, self.left_open)

    def _told(self, begun: _Begun, *, tells_lines: bool) -> Beginning:
        brought, lacking = self._split(begun.stage, begun.has)
        return Beginning(
            begun.stage,
            brought,
            lacking,
            begun.proof.kind,
            tuple(
                StageOutcome(
                    won.holds if won is not None else (),
                    won is None,
                    tuple(id_ for id_ in self.carried if id_ in has),
                    after,
                    _line(won.proof) if tells_lines and won is not None else (),
                )
                for won, has, after in begun.ways
            ),
            begun.before,
            self._is_as_written(begun),
            _line(begun.proof.shown) if tells_lines and not self._is_as_written(begun) else (),
        )

    def _is_as_written(self, begun: _Begun) -> bool:
        return begun.quest == self._quests[begun.stage].quest

    def variants(self) -> Iterator[tuple[Quest, System, Verdict]]:
        """Each quest that is not as it is written, with the lines that win it, to be followed."""
        for begun in self.each:
            system = self._quests[begun.stage].system
            if not self._is_as_written(begun):
                yield begun.quest, system, begun.proof.verdict()
            for won, _, _ in begun.ways:
                # What tables say at set-up is told by worlds alone, and not by the quest of one.
                has_tables = any(own.sort is UnknownSort.TABLE for own in begun.quest.unknowns)
                if won is not None and won.proof is not None and not has_tables:
                    yield won.proof.quest, system, _shown_by(won.proof)


def _line(proof: WorldProof | None) -> tuple[Step, ...]:
    return proof.lines.steps[0] if proof is not None else ()


def _shown_by(proof: WorldProof) -> Verdict:
    """A verdict that is nothing but the line that wins."""
    return Verdict(proof.kind, _line(proof), casts=proof.lines.casts)


def is_used_up(id_: str, quest: Quest) -> bool:
    """Whether the party can come to lose an item in a quest."""
    if any(lock.is_spent and lock.key == id_ for _, lock in quest.locked()):
        return True
    effects = quest.every_effect()
    return any(own.kind is EffectKind.TAKE and own.target == id_ for own in effects)


def _carried(id_: str, quest: Quest) -> Fact:
    origin = next(item.origin for item in quest.items if item.id == id_)
    return _fact(FactKind.CARRIED, id_, origin)


def _fact(kind: FactKind, id_: str, origin: Span) -> Fact:
    return Fact(kind, Quantity.ONE, 1, (id_,), id_, "", 0, "", "", 0, origin)


# -- a quest that is won in one way only -------------------------------------------------------


def won_so(quest: Quest, system: System, conditions: Sequence[Condition]) -> Quest:
    """The quest that is won only with conditions holding in that moment; otherwise it is lost."""
    quest, own = _with_own_victories(quest, system)
    won = (own_._replace(condition=_all([own_.condition, *conditions])) for own_ in own)
    return _won_by(won, quest, own, system)


def won_before(quest: Quest, system: System, conditions: Sequence[Condition]) -> Quest | None:
    """The quest that is won as soon as conditions hold, and lost where it is won otherwise.

    None where nothing wins it, or it is won by leaving: those who stand there have not left.
    """
    quest, own = _with_own_victories(quest, system)
    asked = [own_.condition for own_ in own]
    facts = (fact for condition in asked for fact in facts_of(condition))
    if not own or any(fact.kind is FactKind.LEAVES for fact in facts):
        return None
    before = _all([*conditions, *(Not(condition, condition.origin) for condition in asked)])
    won = own[0]._replace(condition=before, is_default=False)
    return _won_by([won], quest, own, system)


def _won_by(won: Iterable[Victory], quest: Quest, own: Sequence[Victory], system: System) -> Quest:
    """The quest that the party wins in some ways, and another side by the party's ``own``."""
    other = next((word for word, side in system.sides.items() if not side.is_party), "")
    lost = (victory._replace(side=other, is_default=False) for victory in own)
    others = (victory for victory in quest.victories if victory.side != system.party.word)
    return quest._replace(victories=(*won, *lost, *others))


def _with_own_victories(quest: Quest, system: System) -> tuple[Quest, list[Victory]]:
    """The quest in which no effect of an event wins, with all by which the party wins."""
    party = system.party.word
    # An effect that ends play is a fact to ask for.
    flag = f"{party} win"
    ended = [own for own in quest.every_effect() if _ends(own, party)]
    events = tuple(
        event._replace(
            effects=tuple(
                effect._replace(kind=EffectKind.SET, target=flag)
                if _ends(effect, party)
                else effect
                for effect in event.effects
            )
        )
        for event in quest.events
    )
    own = [victory for victory in quest.victories if victory.side == party]
    for effect in ended[:1]:
        is_set = _fact(FactKind.SET, flag, effect.origin)
        title, origin = effect.target_title, effect.origin
        own.append(Victory(party, title, is_set, is_default=False, origin=origin))
    return quest._replace(events=events, flags=(*quest.flags, flag) if ended else quest.flags), own


def _ends(effect: Effect, party: str) -> bool:
    return effect.kind is EffectKind.END and effect.target == party


def _all(conditions: Iterable[Condition]) -> Every:
    """All of some conditions, as one that names its parts."""
    parts: list[Condition] = []
    for condition in conditions:
        parts += condition.parts if isinstance(condition, Every) else (condition,)
    return Every(tuple(parts), parts[0].origin)
