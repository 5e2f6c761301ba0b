"""An edition: one of the two states of a quest that are compared.

Takes a publication. Returns the parts of it that a comparison looks at; a document gives the same.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import VerdictKind
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.diagnostics import Diagnostic


class ProofSummary(NamedTuple):
    """The parts of a verdict that are compared."""

    kind: VerdictKind
    steps: int
    """The length of its winning line; 0 if it has none."""
    rounds: tuple[int, int] | None
    """The earliest round in which it can be won, and the round in which its line wins."""
    causes: tuple[str, ...]
    reached: Cells
    required: tuple[str, ...]
    optional: tuple[str, ...]
    undecided: tuple[str, ...]
    degrees: Mapping[str, tuple[VerdictKind, tuple[int, int] | None]] = MappingProxyType({})
    """The verdict on each degree of victory with the rounds that it takes, by its title."""


class ComparedFinding(NamedTuple):
    """The parts of a finding that are compared; its place in the source is not among them."""

    severity: str
    code: str
    name: str
    message: str
    about: str
    """What it is about, if several findings may share its message; otherwise empty."""


class Edition(NamedTuple):
    """A quest at one point in time, compiled from source or read from a document."""

    quest: Quest
    system: System
    proof: ProofSummary | None
    """None if the text has mistakes, because then nothing was proven."""
    rules_version: str
    """The version of the game's rules that it was compiled with."""
    digest: str
    """The digest of these rules; equal digests mean equal rules."""
    findings: tuple[ComparedFinding, ...] | None = None
    """Its findings; None if it was read from a document, which has none."""

    @property
    def is_broken(self) -> bool:
        """Whether its text has mistakes; its quest is then only partly what the text says."""
        return self.proof is None


def edition_of(publication: Publication) -> Edition:
    """The edition of a compiled quest, with its findings."""
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
            degrees={own.title: (own.kind, own.rounds) for own in publication.degrees},
        )
    findings = tuple(compared_finding(own, _about(own, quest)) for own in publication.findings)
    return Edition(quest, system, proof, system.version, system.digest, findings)


def compared_finding(finding: Diagnostic, about: str = "") -> ComparedFinding:
    """The parts of a finding that are compared."""
    code = finding.code
    return ComparedFinding(finding.severity.value, code.id, code.name, finding.message, about)


def _about(finding: Diagnostic, quest: Quest) -> str:
    """What tells a finding from others with the same message: its event, or its label."""
    if finding.code is codes.DEAD_EVENT:
        events = (event for event in quest.events if event.origin == finding.label.span)
        return next((f"“{event.title}”" if event.title else event.id for event in events), "")
    return finding.label.text if finding.code is codes.STALE_EXPECT else ""
