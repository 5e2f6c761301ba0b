"""An edition: one of the two states of a quest that are compared."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler import codes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import VerdictKind
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.diagnostics import Diagnostic


class ProofSummary(NamedTuple):
    """What was proven of an edition, as far as it is compared."""

    kind: VerdictKind
    steps: int
    """How many steps its way to win has; 0 where there is none."""
    rounds: tuple[int, int] | None
    """The rounds in which it can be won at the soonest, and on the way that is shown."""
    causes: tuple[str, ...]
    reached: Cells
    required: tuple[str, ...]
    optional: tuple[str, ...]
    undecided: tuple[str, ...]
    degrees: Mapping[str, VerdictKind] = MappingProxyType({})
    """What was proven of each degree of victory, by its title."""


class Found(NamedTuple):
    """A finding, as far as it is compared: wherever it stands, it is the same."""

    severity: str
    code: str
    name: str
    message: str
    about: str
    """What it is about, where the message does not say so; otherwise empty."""


class Edition(NamedTuple):
    """A quest as it stood at some time, wherever it was read from."""

    quest: Quest
    system: System
    proof: ProofSummary | None
    """None where the text has mistakes, so that nothing was proven."""
    rules_version: str
    """The version of the game's rules that it was compiled with."""
    digest: str
    """Of these rules; the same digest means the same rules."""
    findings: tuple[Found, ...] | None = None
    """What is found in it; None where it comes from a document, which has no findings."""

    @property
    def is_broken(self) -> bool:
        """Whether its text has mistakes, so that what it says is partly a guess."""
        return self.proof is None


def edition_of(publication: Publication) -> Edition:
    """The edition that a compiled quest is."""
    quest, system, verdict = publication.quest, publication.system, publication.verdict
    proof = None
    if verdict is not None:
        proof = ProofSummary(
            kind=verdict.kind,
            steps=len(verdict.line),
            rounds=verdict.rounds,
            causes=tuple(cause.text for cause in verdict.causes),
            reached=verdict.reached,
            required=verdict.required,
            optional=verdict.optional,
            undecided=verdict.undecided,
            degrees={degree.title: degree.kind for degree in publication.degrees},
        )
    found = tuple(
        Found(
            finding.severity.value,
            finding.code.id,
            finding.code.name,
            finding.message,
            _about(finding, quest),
        )
        for finding in publication.findings
    )
    return Edition(quest, system, proof, system.version, system.digest, found)


def _about(finding: Diagnostic, quest: Quest) -> str:
    """What a finding is about that a message shares with others of its kind."""
    if finding.code is codes.DEAD_EVENT:
        here = (event for event in quest.events if event.origin == finding.label.span)
        return next((f"“{one.title}”" if one.title else one.id for one in here), "")
    return finding.label.text if finding.code is codes.STALE_EXPECT else ""
