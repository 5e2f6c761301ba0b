"""Compile a campaign: its quests, what the party earns, and what happens between quests.

Takes the declaration of a campaign and the compiled quests of the same text. Returns a Campaign.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.campaign import Campaign, Pause, Reward, Stage
from questwright.compiler.model.quest import EffectKind, Passage, Quest
from questwright.compiler.passes.read_followings import (
    NEXT,
    FollowingReader,
    known_followings,
    with_equal_conditions,
)
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.prepare import ANYTHING
from questwright.dsl.prose import Style, read_prose
from questwright.dsl.source import Span
from questwright.dsl.syntax import Declaration, Form, Name, Node, Prose, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.campaign import Following
    from questwright.compiler.model.quest import Item
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.passes.play.conditions import ConditionResolver

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
                last = self._pause(node) or last
            elif node.form is not Form.SYSTEM:
                self._misplaced(node)
        if last is not None and self._stages:
            self._out_of_place(last, "nothing follows it", "put a quest behind it, or delete it")
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
        self._check_carried()
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
        self._check_gear(quest, rewards, name)
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

    def _check_gear(self, quest: Quest, rewards: tuple[Reward, ...], name: Name) -> None:
        """Report gear that a quest gives again: there is one of it, and a member keeps it."""
        kept: dict[str, tuple[str, Span]] = {}
        for stage in self._stages:
            for word, origin in _gear_of(self._quests[stage.quest], stage.rewards).items():
                kept.setdefault(word, (stage.title, origin))
        for word, origin in _gear_of(quest, rewards).items():
            gear = self._system.gear.get(word)
            if gear is None or not gear.is_unique or not gear.is_kept or word not in kept:
                continue
            before, first = kept[word]
            self._findings.add(
                codes.KEPT_ALREADY,
                f"{gear.title} can be had twice in this campaign",
                name.span,
                f"in this quest, and in {before}",
                related=(Label(first, "first here"), Label(origin, "then here")),
                reason="there is only one, and whoever has it keeps it",
                help="give something else in one of them",
            )

    def _check_carried(self) -> None:
        """Report items that a quest gives and no later one has, or that it uses up [DKQ-B36]."""
        for number, stage in enumerate(self._stages):
            items = _own_items(self._quests[stage.quest])
            later = [_own_items(self._quests[own.quest]) for own in self._stages[number + 1 :]]
            for reward in stage.rewards:
                if self._is_of_game(reward.word) or reward.word not in items:
                    continue
                spent = _spent_at(self._quests[stage.quest], reward.word)
                if not any(reward.word in own for own in later):
                    self._keeps_nothing(reward, "no later quest has it", items[reward.word].origin)
                elif spent is not None:
                    self._keeps_nothing(reward, "it is used up in this quest", spent)

    def _is_of_game(self, word: str) -> bool:
        return word in self._system.records or word in self._system.gear

    def _keeps_nothing(self, reward: Reward, why: str, origin: Span) -> None:
        self._findings.add(
            codes.NOTHING_TO_KEEP,
            f"`{reward.word}` is kept for nothing: {why}",
            reward.origin,
            "given here",
            related=(Label(origin, "this item"),),
            reason="what a quest gives goes on to the next ones, which know an item by its name",
            help="call the item of the later quest by the same name, or leave this out",
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
                reward = self._reward(node, quest)
                condition = reader.condition(node)
                rewards.extend([reward._replace(condition=condition)] if reward else [])
            elif isinstance(node, Statement) and node.head.text in (NEXT, EffectKind.END):
                following = reader.following(node)
                followings.extend([following] if following else [])
            else:
                self._misplaced(node)
        reader.check_order(followings)
        return tuple(passages), tuple(rewards), tuple(followings)

    def _reward(self, statement: Statement, quest: Quest | None) -> Reward | None:
        taken = StatementReader(statement, self._findings)
        number, name = taken.number(), taken.name()
        taken.finish("write it like `give 25 gold` or `give my-item`")
        numbers = {
            word: record for word, record in self._system.records.items() if record.is_number
        }
        gear = {word: gear for word, gear in self._system.gear.items() if gear.is_kept}
        items = _own_items(quest) if quest is not None else {}
        known = [*numbers, *gear, *items]
        if name is None or name.text not in known:
            self._findings.add(
                codes.UNKNOWN_WORD if name else codes.MISSING_PART,
                f"`{name.text}` cannot be kept" if name else "`give` needs what is given",
                name.span if name else statement.head.span,
                "not kept between quests" if name else "nothing follows",
                help=(did_you_mean(name.text, known) if name else None)
                or f"it may be {listed(known)}",
            )
            return None
        if name.text in gear or name.text not in numbers:
            if number is not None:
                what = "card" if name.text in gear else "item"
                self._findings.add(
                    codes.SURPLUS_PART, f"there is one of each {what}", number.span, "not needed"
                )
            title = gear[name.text].title if name.text in gear else items[name.text].title
            return Reward(name.text, title, 1, is_each=False, origin=name.span)
        if number is None or not number.value:
            self._findings.add(
                codes.MISSING_PART,
                f"`give {name.text}` needs a number",
                name.span,
                "how much?",
                help=f"write it like `give 2 {name.text}`",
            )
            return None
        title = numbers[name.text].title
        return Reward(name.text, title, number.value, is_each=True, origin=name.span)

    # -- between two quests --------------------------------------------------------------

    def _pause(self, statement: Statement) -> Name | None:
        word = statement.head
        interlude = self._system.interludes.get(word.text)
        StatementReader(statement, self._findings).finish(f"`{word.text}` stands alone on its line")
        if interlude is None:
            known = list(self._system.interludes)
            self._findings.add(
                codes.UNKNOWN_WORD,
                f"nothing called `{word.text}` happens between quests",
                word.span,
                "unknown",
                help=did_you_mean(word.text, [*known, "quest", "story", "outro"])
                or f"{self._system.title} has {listed(known) or 'nothing to put there'}",
            )
            return None
        if not self._stages:
            self._out_of_place(word, "no quest comes before it", "put it between two quests")
            return None
        stage = self._stages[-1]
        there = [pause.word for pause in stage.pauses]
        if there.count(word.text) >= interlude.most:
            self._out_of_place(
                word,
                "once too often",
                "keep one of them",
                f"between two quests it happens {'once' if interlude.most == 1 else interlude.most}"
                f"{'' if interlude.most == 1 else ' times'}",
            )
            return word
        late = [
            earlier for earlier in there if word.text in self._system.interludes[earlier].follows
        ]
        if late:
            self._out_of_place(
                word,
                f"behind `{late[0]}`",
                f"put it before `{late[0]}`",
                f"`{late[0]}` follows it",
            )
        pause = Pause(word.text, interlude.title, word.span)
        self._stages[-1] = stage._replace(pauses=(*stage.pauses, pause))
        return word

    def _out_of_place(self, word: Name, label: str, help_: str, reason: str | None = None) -> None:
        self._findings.add(
            codes.PAUSE_OUT_OF_PLACE,
            f"`{word.text}` does not belong here",
            word.span,
            label,
            reason=reason,
            help=help_,
        )

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
        return Passage(prose.word.text, blocks, prose.span)

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


def _own_items(quest: Quest) -> dict[str, Item]:
    """Return by name the items that a quest has made up, and of which there is one."""
    return {item.id: item for item in quest.items if item.gear is None and not item.alike}


def _spent_at(quest: Quest, item: str) -> Span | None:
    """Return where a quest uses an item up; None if it does not."""
    locks = [gate.lock for gate in quest.board.gates] + [thing.lock for thing in quest.things]
    spent = (lock for lock in locks if lock is not None and lock.key == item and lock.is_spent)
    return next((lock.origin for lock in spent), None)


def _gear_of(quest: Quest, rewards: tuple[Reward, ...]) -> dict[str, Span]:
    """Return by word the gear that a quest gives, each with where it is first given."""
    found: dict[str, Span] = {}
    for item in quest.items:
        if item.gear is not None:
            found.setdefault(item.gear.word, item.origin)
    for reward in rewards:
        found.setdefault(reward.word, reward.origin)
    for event in quest.events:
        for effect in event.effects:
            if effect.kind is EffectKind.GIVE:
                found.setdefault(effect.target, effect.origin)
    return found
