"""Read which quest of a campaign comes next, and when: `next`, `end`, and the `when` of rewards.

A tool of the pass that compiles campaigns. Takes statements of a quest's block. Returns conditions
on how that quest was won, and what follows from them.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.campaign import Following, affirmed
from questwright.compiler.model.conditions import Every, Fact, Not, Some
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.source import Span
from questwright.dsl.syntax import Predicate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.campaign import Stage
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl.syntax import Statement

NEXT: Final = "next"
"""The word that names the quest that follows."""
_NOWHERE: Final = Span("", 0, 0)
_WINS: Final = ("wins", "win")


class FollowingReader:
    """Reads what follows a quest; ``conditions`` are those of that quest, None if it is broken."""

    def __init__(
        self, conditions: ConditionResolver | None, system: System, findings: Findings
    ) -> None:
        self._conditions = conditions
        self._system = system
        self._findings = findings

    def condition(self, statement: Statement) -> Condition | None:
        """The condition of a reward; None if it has none, or a broken one."""
        if statement.condition is None or self._conditions is None:
            return None
        if self._is_loss(statement):
            self._findings.add(
                codes.SURPLUS_PART,
                "nothing is given to who has lost",
                statement.condition.span,
                "not won",
                help="let the next quest give it: `next my-quest when …` leads to one of its own",
            )
            return None
        return self._conditions.resolve(statement.condition)

    def following(self, statement: Statement) -> Following | None:
        """What a `next` or an `end` says; None after a finding."""
        taken = StatementReader(statement, self._findings)
        name = taken.name() if statement.head.text == NEXT else None
        taken.finish("write it like `next my-quest when any hero carries my-key`, or `end`")
        if name is None and statement.head.text == NEXT:
            self._findings.add(
                codes.MISSING_PART,
                "`next` does not say which quest",
                statement.head.span,
                "nothing follows",
                help="write it like `next my-quest`; where the campaign is over, write `end`",
            )
            return None
        target = name.text if name is not None else ""
        origin = name.span if name is not None else statement.head.span
        if statement.condition is None:
            return Following(target, None, is_lost=False, origin=origin)
        if self._is_loss(statement):
            return Following(target, None, is_lost=True, origin=origin)
        if self._conditions is None:
            return None
        condition = self._conditions.resolve(statement.condition)
        if condition is None:
            return None
        return Following(target, condition, is_lost=False, origin=origin)

    def _is_loss(self, statement: Statement) -> bool:
        """Whether a condition is that another side wins: `when overlord wins`."""
        asked = statement.condition
        if not isinstance(asked, Predicate) or len(asked.verb) != 1:
            return False
        if asked.verb[0].text not in _WINS or asked.quantifier is not None:
            return False
        side = self._system.sides.get(asked.subject.text)
        return side is not None and not side.is_party

    def check_order(self, followings: Iterable[Following]) -> None:
        """Report what stands behind a line that holds in any case."""
        for is_lost in (False, True):
            own = [following for following in followings if following.is_lost is is_lost]
            sure = next((n for n, following in enumerate(own) if following.condition is None), None)
            for following in own[sure + 1 :] if sure is not None else ():
                self._findings.add(
                    codes.NO_BRANCH,
                    "this is never read: the line before it holds in any case",
                    following.origin,
                    "comes too late",
                    help="put the line without a condition last",
                )


def known_followings(
    followings: Iterable[Following],
    stages: Collection[str],
    lost: Collection[str],
    findings: Findings,
) -> Iterator[Following]:
    """Yield those that lead to a quest of the campaign, or end it; report the others."""
    for following in followings:
        if not following.quest or following.quest in stages:
            yield following
        elif following.quest not in lost:
            findings.add(
                codes.UNKNOWN_NAME,
                f"this campaign has no quest called `{following.quest}`",
                following.origin,
                "unknown",
                help=did_you_mean(following.quest, [*stages]) or f"there is {listed([*stages])}",
            )


def with_equal_conditions(stage: Stage) -> Stage:
    """The stage in which conditions that ask for the same, wherever they stand, are one."""
    first: dict[Condition, Condition] = {}

    def same(condition: Condition | None) -> Condition | None:
        if condition is None:
            return None
        asked, is_so = affirmed(condition)
        known = first.setdefault(_bare(asked), asked)
        return known if is_so else Not(known, condition.origin)

    return stage._replace(
        rewards=tuple(own._replace(condition=same(own.condition)) for own in stage.rewards),
        followings=tuple(own._replace(condition=same(own.condition)) for own in stage.followings),
    )


def _bare(condition: Condition) -> Condition:
    """A condition without where it is written."""
    match condition:
        case Every(parts, _):
            return Every(tuple(map(_bare, parts)), _NOWHERE)
        case Some(parts, _):
            return Some(tuple(map(_bare, parts)), _NOWHERE)
        case Not(part, _):
            return Not(_bare(part), _NOWHERE)
        case Fact():
            return condition._replace(origin=_NOWHERE)
