"""Check what a side may bring into play besides what is on the map: its box, and its sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.analysis.moments import bringing, has_source, model_moments
from questwright.compiler.analysis.needs import drawn_and_rolled

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.packs.system.system import Setting


def check_brought(case: Case, findings: Findings) -> None:
    """Check that figures can be brought, and that the box has them [DKQ-B2, DKQ-B20]."""
    quest, system = case.quest, case.system
    for setting, many in bringing(quest, system):
        for other, words in setting.not_with.items():
            if quest.settings.get(other) in words:
                _refuse(setting, many, other, case, findings)
        if setting.out_of and not has_source(setting.out_of, quest, system):
            token = system.kinds[setting.out_of]
            findings.add(
                codes.NO_SOURCE,
                f"`{setting.word} {many}` brings nobody: no {token.title} ever lies on the board",
                quest.origin,
                f"no `{token.word}`",
                reason=f"each of them comes in the place of a {token.title}{_rules(setting)}",
                help=f"set out `{token.word}`, or a figure that leaves one, or bring none",
            )
        _check_box(setting, many, case, findings)


def _refuse(setting: Setting, many: int, other: str, case: Case, findings: Findings) -> None:
    word = case.quest.settings[other]
    findings.add(
        codes.CONFLICTING_OPTIONS,
        f"`{setting.word} {many}` and `{other} {word}` cannot both hold",
        case.quest.origin,
        "this quest says both",
        reason=f"{case.system.settings[other].title} `{word}` brings nobody{_rules(setting)}",
        help="keep one of them",
    )


def _check_box(setting: Setting, many: int, case: Case, findings: Findings) -> None:
    kind = case.system.kinds[setting.brings]
    moments, _ = model_moments(case.quest, case.system, drawn_and_rolled(case.quest, case.system))
    moment = moments.get(kind.word)
    if kind.box is None or moment is None or moment.total <= kind.box:
        return
    there = moment.total - moment.brought
    findings.add(
        codes.BOX_MAY_RUN_OUT,
        f"{moment.brought} more {kind.plural.lower()} may not be in the box",
        case.quest.origin,
        f"`{setting.word} {many}`",
        reason=f"{there} may stand on the table besides, the box holds {kind.box}{_rules(setting)}",
        help="let fewer come, or set out another figure",
    )


def _rules(setting: Setting) -> str:
    return f" [{', '.join(setting.rules)}]" if setting.rules else ""
