"""Compile a campaign: its quests, what the party earns, and what happens between quests.

Takes the declaration of a campaign and the compiled quests of the same text. Returns a Campaign.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.frontend.passages import is_told_to_players
from questwright.compiler.model.campaign import Campaign, Stage
from questwright.compiler.model.quest import EffectKind, Passage
from questwright.compiler.passes.read_followings import (
    NEXT,
    FollowingReader,
    known_followings,
    with_equal_conditions,
)
from questwright.compiler.passes.read_pauses import report_pause, with_pause
from questwright.compiler.passes.read_rewards import RewardReader
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.prepare import ANYTHING
from questwright.dsl.prose import Style, read_prose
from questwright.dsl.source import Span
from questwright.dsl.syntax import Form, Name, Prose, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.campaign import Following, Reward
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl.syntax import Declaration, Node

_AROUND = ("story", "outro")
"""The texts that a campaign and each of its quests may have: read before, and after."""


def compile_campaign(
    declaration: Declaration,
    system: System,
    quests: Mapping[str, Quest],
    conditions: Mapping[str, ConditionResolver],
    lost: set[str],
    findings: Findings,
) -> Campaign:
    """Return a campaign; ``quests`` are those of the same text, by id.

    ``conditions`` read conditions on how each of them was won. ``lost`` has the names that could
    not be read; no finding says that they are missing.
    """
    return _CampaignReader(system, quests, conditions, lost, findings).read(declaration)


class _CampaignReader:
    def __init__(
        self,
        system: System,
        quests: Mapping[str, Quest],
        conditions: Mapping[str, ConditionResolver],
        lost: set[str],
        findings: Findings,
    ) -> None:
        self._system = system
        self._conditions = conditions
        self._quests = quests
        self._lost = lost
        self._findings = findings
        self._rewards = RewardReader(system, quests, findings)
        self._stages: list[Stage] = []
        self._passages: list[Passage] = []

    def read(self, declaration: Declaration) -> Campaign:
        last: Name | None = None
        for node in declaration.body:
            if isinstance(node, Prose):
                self._passages.append(self._passage(node))
            elif not isinstance(node, Statement):
                self._misplaced(node)
            elif node.form is Form.STAGE:
                self._stage(node)
                last = None
            elif node.form is Form.THING:
                before = self._stages[-1] if self._stages else None
                found = with_pause(before, node, self._system, self._findings)
                if found is not None:
                    self._stages[-1], last = found
            elif node.form is not Form.SYSTEM:
                self._misplaced(node)
        if last is not None and self._stages:
            report_pause(
                last, self._findings, "nothing follows it", "put a quest behind it, or delete it"
            )
            self._stages[-1] = self._stages[-1]._replace(pauses=())
        stated = sum(
            isinstance(node, Statement) and node.form is Form.STAGE for node in declaration.body
        )
        # Of a quest that is named and missing, another finding says so.
        if max(stated, len(self._stages)) < 2 and self._lost.isdisjoint(("quest", ANYTHING)):
            self._findings.add(
                codes.SHORT_CAMPAIGN,
                f"this campaign has {len(self._stages) or 'no'} quest",
                declaration.name.span,
                "fewer than two",
                help="name its quests in their order, a line like `quest my-quest` for each",
            )
        names = [stage.quest for stage in self._stages]
        self._stages = [
            stage._replace(
                followings=tuple(
                    known_followings(stage.followings, names, self._lost, self._findings)
                )
            )
            for stage in self._stages
        ]
        self._rewards.check_carried(self._stages)
        title = declaration.title.raw.strip() if declaration.title else ""
        return Campaign(
            id=declaration.name.text,
            title=title or declaration.name.text.replace("-", " ").capitalize(),
            system=self._system.id,
            party=self._party(),
            passages=tuple(self._passages),
            stages=tuple(self._stages),
            origin=declaration.span,
        )

    # -- quests ------------------------------------------------------------------------

    def _stage(self, statement: Statement) -> None:
        taken = StatementReader(statement, self._findings)
        name = taken.name()
        taken.finish("write it like `quest my-quest` or `quest my-quest { story … }`")
        assert name is not None, "the grammar asks for one"
        for text in statement.texts[:1]:
            self._findings.add(
                codes.SURPLUS_PART,
                "a campaign does not give titles to its quests",
                text.span,
                "not needed here",
                help="the quest has one already",
            )
        quest = self._quest(name)
        passages, rewards, followings = self._around(statement, quest)
        if quest is None:
            return
        self._rewards.check_gear(quest, rewards, name, self._stages)
        stage = Stage(quest.id, quest.title, passages, rewards, (), name.span, followings)
        self._stages.append(with_equal_conditions(stage))

    def _quest(self, name: Name) -> Quest | None:
        quest = self._quests.get(name.text)
        before = next((stage for stage in self._stages if stage.quest == name.text), None)
        if before is not None:
            self._findings.add(
                codes.TWICE_SAID,
                f"`{name.text}` is played twice",
                name.span,
                "the second time",
                related=(Label(before.origin, "first here"),),
                help="name each quest once",
            )
            return None
        if quest is None:
            if name.text not in self._lost and ANYTHING not in self._lost:
                way = f'a line like `include "{name.text}.quest"` at the top brings it in'
                self._unknown(name, way)
            return None
        if quest.system != self._system.id:
            self._findings.add(
                codes.MIXED_CAMPAIGN,
                f"`{name.text}` is for another game",
                name.span,
                f"for {quest.system}",
                reason=f"this campaign is for {self._system.id}, and members cannot change games",
                help="leave it out, or make it a quest of the campaign's game",
            )
            return None
        self._check_party(quest, name)
        return quest

    def _unknown(self, name: Name, way: str) -> None:
        known = sorted(self._quests)
        there = f"there is {listed(known)}" if known else ""
        self._findings.add(
            codes.UNKNOWN_NAME,
            f"there is no quest called `{name.text}`",
            name.span,
            "unknown",
            help=did_you_mean(name.text, known) or "; ".join(filter(None, (there, way))),
        )

    def _check_party(self, quest: Quest, name: Name) -> None:
        """Report members who are not in the first quest of the campaign."""
        first = next((self._quests[stage.quest] for stage in self._stages), None)
        if first is None:
            return
        known = {kind.word for kind in first.party}
        strangers = [kind.title for kind in quest.party if kind.word not in known]
        if not strangers:
            return
        self._findings.add(
            codes.STRANGERS,
            f"{listed(strangers)} {'joins' if len(strangers) == 1 else 'join'} later",
            name.span,
            "not in the first quest",
            reason="they begin with nothing, while the others have what they earned",
            help="let the same party begin, or say in a `story` where they come from",
        )

    # -- around a quest ------------------------------------------------------------------

    def _around(
        self, statement: Statement, quest: Quest | None
    ) -> tuple[tuple[Passage, ...], tuple[Reward, ...], tuple[Following, ...]]:
        passages: list[Passage] = []
        rewards: list[Reward] = []
        followings: list[Following] = []
        conditions = self._conditions.get(quest.id) if quest is not None else None
        reader = FollowingReader(conditions, self._system, self._findings)
        for node in statement.body or ():
            if isinstance(node, Prose) and node.word.text in _AROUND:
                passages.append(self._passage(node))
            elif isinstance(node, Statement) and node.head.text == EffectKind.GIVE:
                reward = self._rewards.reward(node, quest)
                condition = reader.condition(node)
                rewards.extend([reward._replace(condition=condition)] if reward else [])
            elif isinstance(node, Statement) and node.head.text in (NEXT, EffectKind.END):
                following = reader.following(node)
                followings.extend([following] if following else [])
            else:
                self._misplaced(node)
        reader.check_order(followings)
        return tuple(passages), tuple(rewards), tuple(followings)

    # -- the rest --------------------------------------------------------------------------

    def _passage(self, prose: Prose) -> Passage:
        blocks, marks = read_prose(prose.text)
        self._findings.extend(marks)
        if prose.word.text == "read":
            self._misplaced(prose)
        for run in (run for block in blocks for run in block.runs):
            if run.style is Style.REFERENCE and run.text not in {*self._quests, *self._lost}:
                span = Span(prose.span.path, run.offset, run.offset + len(run.text))
                self._unknown(Name(run.text, span), "")
        is_told = is_told_to_players(prose, self._findings)
        return Passage(prose.word.text, blocks, prose.span, is_told)

    def _misplaced(self, node: Node) -> None:
        word = node.head if isinstance(node, Statement) else getattr(node, "word", None)
        shown = f"`{word.text}`" if isinstance(word, Name) else "this"
        self._findings.add(
            codes.MISPLACED,
            f"{shown} does not belong in a campaign",
            word.span if isinstance(word, Name) else node.span,
            "misplaced",
            help="a campaign has `quest` lines, with `story`, `outro`, `give`, `next` and `end` in "
            "their blocks, and between them what happens between quests",
        )

    def _party(self) -> tuple[Kind, ...]:
        found: dict[str, Kind] = {}
        for stage in self._stages:
            for kind in self._quests[stage.quest].party:
                found.setdefault(kind.word, kind)
        return tuple(found.values())
