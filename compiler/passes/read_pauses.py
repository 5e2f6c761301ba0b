"""Read what happens between two quests of a campaign.

A tool of the pass that compiles campaigns. Takes statements between its quests. Returns stages with
their pauses.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.campaign import Pause
from questwright.dsl.diagnostics import did_you_mean, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.campaign import Stage
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.syntax import Name, Statement


def with_pause(
    stage: Stage | None, statement: Statement, system: System, findings: Findings
) -> tuple[Stage, Name] | None:
    """Return a stage with the pause that follows it, and the word of it.

    The stage is as it was, after a finding, where the pause cannot be there. None, after a finding,
    where nothing is called so, or no stage comes before it.
    """
    word = statement.head
    interlude = system.interludes.get(word.text)
    StatementReader(statement, findings).finish(f"`{word.text}` stands alone on its line")
    if interlude is None:
        known = list(system.interludes)
        findings.add(
            codes.UNKNOWN_WORD,
            f"nothing called `{word.text}` happens between quests",
            word.span,
            "unknown",
            help=did_you_mean(word.text, [*known, "quest", "story", "outro"])
            or f"{system.title} has {listed(known) or 'nothing to put there'}",
        )
        return None
    if stage is None:
        report_pause(word, findings, "no quest comes before it", "put it between two quests")
        return None
    there = [pause.word for pause in stage.pauses]
    if there.count(word.text) >= interlude.most:
        report_pause(
            word,
            findings,
            "once too often",
            "keep one of them",
            f"between two quests it happens {'once' if interlude.most == 1 else interlude.most}"
            f"{'' if interlude.most == 1 else ' times'}",
        )
        return stage, word
    late = [earlier for earlier in there if word.text in system.interludes[earlier].follows]
    if late:
        report_pause(
            word,
            findings,
            f"behind `{late[0]}`",
            f"put it before `{late[0]}`",
            f"`{late[0]}` follows it",
        )
    pause = Pause(word.text, interlude.title, word.span)
    return stage._replace(pauses=(*stage.pauses, pause)), word


def report_pause(
    word: Name, findings: Findings, label: str, help_: str, reason: str | None = None
) -> None:
    """Report a pause that stands where it cannot be."""
    findings.add(
        codes.PAUSE_OUT_OF_PLACE,
        f"`{word.text}` does not belong here",
        word.span,
        label,
        reason=reason,
        help=help_,
    )
