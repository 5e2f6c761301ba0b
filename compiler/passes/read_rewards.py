"""Read what a campaign gives for a quest that is won, and what the party keeps of it.

A tool of the pass that compiles campaigns. Takes statements of a quest's block, and the quests.
Returns rewards; what is kept for nothing, or can be had twice, is a finding.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.analysis.brought import gear_of
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.campaign import Reward
from questwright.compiler.packs.system.coins import is_payable, nearest_sum
from questwright.compiler.packs.system.settings import SettingRole
from questwright.dsl.diagnostics import Label, did_you_mean, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.campaign import Stage
    from questwright.compiler.model.quest import Item, Quest
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Name, Number, Statement


class RewardReader:
    """Reads what the quests of one campaign give, and tells whether the party has use for it."""

    def __init__(self, system: System, quests: Mapping[str, Quest], findings: Findings) -> None:
        self._system = system
        self._quests = quests
        self._findings = findings

    def reward(self, statement: Statement, quest: Quest | None) -> Reward | None:
        """What a statement gives; None, after a finding, where nothing of it is kept."""
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
            label, help_ = "nothing follows", f"it may be {listed(known)}"
            if name and quest is not None and name.text in _alike(quest):
                label = "several pieces are alike"
                help_ = "write an `item` with a name of its own for each, and `give` each of them"
            elif name:
                label, help_ = "not kept between quests", did_you_mean(name.text, known) or help_
            self._findings.add(
                codes.UNKNOWN_WORD if name else codes.MISSING_PART,
                f"`{name.text}` cannot be kept" if name else "`give` needs what is given",
                name.span if name else statement.head.span,
                label,
                help=help_,
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
        self._check_sum(number, name)
        title = numbers[name.text].title
        return Reward(name.text, title, number.value, is_each=True, origin=name.span)

    def _check_sum(self, number: Number, name: Name) -> None:
        """Report a sum of money that cannot be counted out."""
        setting, coins = self._system.settings.get(name.text), self._system.coins
        is_money = setting is not None and setting.role is SettingRole.REWARD_GOLD
        if is_money and coins and not is_payable(number.value, coins):
            self._findings.add(
                codes.UNPAYABLE,
                f"{number.value} cannot be paid",
                number.span,
                f"{number.value} {name.text} for each",
                reason=f"the coins are {', '.join(map(str, coins))}",
                help=f"give {nearest_sum(number.value, coins)}",
            )

    def check_gear(
        self, quest: Quest, rewards: tuple[Reward, ...], name: Name, before: Iterable[Stage]
    ) -> None:
        """Report gear that a quest gives again: there is one of it, and a member keeps it.

        ``before`` are the quests that come first, and ``name`` is how the campaign names this one.
        """
        kept: dict[str, tuple[str, Span]] = {}
        for stage in before:
            for word, origin in gear_of(self._quests[stage.quest], stage.rewards).items():
                kept.setdefault(word, (stage.title, origin))
        for word, origin in gear_of(quest, rewards).items():
            gear = self._system.gear.get(word)
            if gear is None or not gear.is_unique or not gear.is_kept or word not in kept:
                continue
            earlier, first = kept[word]
            self._findings.add(
                codes.KEPT_ALREADY,
                f"{gear.title} can be had twice in this campaign",
                name.span,
                f"in this quest, and in {earlier}",
                related=(Label(first, "first here"), Label(origin, "then here")),
                reason="there is only one, and whoever has it keeps it",
                help="give something else in one of them",
            )

    def check_carried(self, stages: Sequence[Stage]) -> None:
        """Report items that a quest gives and no later one has [DKQ-B36]."""
        for number, stage in enumerate(stages):
            items = _own_items(self._quests[stage.quest])
            later = [_own_items(self._quests[own.quest]) for own in stages[number + 1 :]]
            for reward in stage.rewards:
                if self._is_of_game(reward.word) or reward.word not in items:
                    continue
                if not any(reward.word in own for own in later):
                    self._keeps_nothing(reward, items[reward.word].origin)

    def _is_of_game(self, word: str) -> bool:
        return word in self._system.records or word in self._system.gear

    def _keeps_nothing(self, reward: Reward, origin: Span) -> None:
        self._findings.add(
            codes.NOTHING_TO_KEEP,
            f"`{reward.word}` is kept for nothing: no later quest has it",
            reward.origin,
            "given here",
            related=(Label(origin, "this item"),),
            reason="what a quest gives goes on to the next ones, which know an item by its name",
            help="call the item of the later quest by the same name, or leave this out",
        )


def _alike(quest: Quest) -> set[str]:
    """The names of the items of a quest that are several pieces, and the names of the pieces."""
    return {name for item in quest.items if item.alike for name in (item.id, item.alike)}


def _own_items(quest: Quest) -> dict[str, Item]:
    """Return by name the items that a quest has made up, and of which there is one."""
    return {item.id: item for item in quest.items if item.gear is None and not item.alike}
