"""Read the victories: the conditions under which each side wins.

Takes the outline of a quest, with every name declared, and the default victories of the game.
Returns victories with resolved conditions.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.model.quest import Victory
from questwright.dsl.diagnostics import did_you_mean, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl import syntax


def read_victories(outline: Outline, conditions: ConditionResolver) -> tuple[Victory, ...]:
    """Return the victories that the quest states, in the order of the text."""
    victories = []
    for victory in outline.victories:
        side = conditions.system.sides.get(victory.side.text)
        if side is None:
            known = list(conditions.system.sides)
            conditions.findings.add(
                codes.UNKNOWN_WORD,
                f"{conditions.system.title} has no side `{victory.side.text}`",
                victory.side.span,
                "unknown",
                help=did_you_mean(victory.side.text, known) or f"there is {listed(known)}",
            )
            continue
        condition = conditions.resolve(victory.condition)
        title = victory.title.raw.strip() if victory.title else ""
        if condition is not None:
            victories.append(
                Victory(
                    side.word,
                    title,
                    condition,
                    is_default=False,
                    origin=victory.span,
                    degree=_degree(victory, conditions),
                    is_told=victory.told is not None,
                )
            )
    return tuple(victories)


def _degree(victory: syntax.Victory, conditions: ConditionResolver) -> str:
    """Return the degree of a victory, a word of the game; empty where the quest gives none."""
    if victory.degree is None:
        return ""
    known = conditions.system.degrees
    if victory.degree.text in known:
        return victory.degree.text
    conditions.findings.add(
        codes.UNKNOWN_WORD,
        f"{conditions.system.title} has no degree of victory called `{victory.degree.text}`",
        victory.degree.span,
        "unknown",
        help=did_you_mean(victory.degree.text, known)
        or (f"there is {listed(known)}" if known else "leave it out: a side wins, or not"),
    )
    return ""


def default_victory(
    side: str, parsed: syntax.Condition, text: str, conditions: ConditionResolver
) -> Victory | None:
    """Return how a side wins in every quest of the game; None where a name in it is unknown."""
    condition = conditions.resolve(parsed)
    if condition is None:
        return None
    return Victory(side, text, condition, is_default=True, origin=parsed.span)
