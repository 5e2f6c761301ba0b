"""Compile a campaign: its quests, what the party earns, and what happens between quests.

Takes the declaration of a campaign and the compiled quests of the same text. Returns a Campaign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.campaign import Campaign, Pause, Reward, Stage
from questwright.compiler.model.quest import EffectKind, Passage, Quest
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.prepare import ANYTHING
from questwright.dsl.prose import Style, read_prose
from questwright.dsl.source import Span
from questwright.dsl.syntax import Declaration, Form, Name, Node, Prose, Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import Kind, System

_AROUND = ("story", "outro")
"""The texts that a campaign and each of its quests may have: read before, and after."""


def compile_campaign(
    declaration: Declaration,
    system: System,
    quests: Mapping[str, Quest],
    lost: set[str],
    findings: Findings,
) -> Campaign:
    """Return a campaign; ``quests`` are those of the same text, by id.

    ``lost`` has the names that could not be read; no finding says that they are missing.
    """
    return _CampaignReader(system, quests, lost, findings).read(declaration)


class _CampaignReader:
    def __init__(
        self, system: System, quests: Mapping[str, Quest], lost: set[str], findings: Findings
    ) -> None:
        self._system = system
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
        passages, rewards = self._around(statement)
        if quest is None:
            return
        self._check_gear(quest, rewards, name)
        self._stages.append(Stage(quest.id, quest.title, passages, rewards, (), name.span))

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

    # -- around a quest ------------------------------------------------------------------

    def _around(self, statement: Statement) -> tuple[tuple[Passage, ...], tuple[Reward, ...]]:
        passages: list[Passage] = []
        rewards: list[Reward] = []
        for node in statement.body or ():
            if isinstance(node, Prose) and node.word.text in _AROUND:
                passages.append(self._passage(node))
            elif isinstance(node, Statement) and node.head.text == EffectKind.GIVE:
                reward = self._reward(node)
                rewards.extend([reward] if reward else [])
            else:
                self._misplaced(node)
        return tuple(passages), tuple(rewards)

    def _reward(self, statement: Statement) -> Reward | None:
        taken = StatementReader(statement, self._findings)
        number, name = taken.number(), taken.name()
        taken.finish("write it like `give 25 gold` or `give my-item`")
        numbers = {
            word: record for word, record in self._system.records.items() if record.is_number
        }
        gear = {word: gear for word, gear in self._system.gear.items() if gear.is_kept}
        known = [*numbers, *gear]
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
        if name.text in gear:
            if number is not None:
                self._findings.add(
                    codes.SURPLUS_PART, "there is one of each card", number.span, "not needed"
                )
            return Reward(name.text, gear[name.text].title, 1, is_each=False, origin=name.span)
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
            help="a campaign has `quest` lines, with `story`, `outro` and `give` in their blocks, "
            "and between them what happens between quests",
        )

    def _party(self) -> tuple[Kind, ...]:
        found: dict[str, Kind] = {}
        for stage in self._stages:
            for kind in self._quests[stage.quest].party:
                found.setdefault(kind.word, kind)
        return tuple(found.values())


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
