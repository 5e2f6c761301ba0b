"""The formats in which commands write, as they are named on the command line."""

from __future__ import annotations

from enum import StrEnum


class ReportFormat(StrEnum):
    """The formats of findings."""

    TEXT = "text"
    BRIEF = "brief"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


class DealFormat(StrEnum):
    """How `deal` writes what is dealt."""

    TEXT = "text"
    JSON = "json"
    SVG = "svg"


class ProofFormat(StrEnum):
    """The formats of verdicts."""

    TEXT = "text"
    JSON = "json"


class GraphFormat(StrEnum):
    """The formats of the graph of areas and gates."""

    GRAPHML = "graphml"
    DOT = "dot"
    MERMAID = "mermaid"
    JSON = "json"
    SVG = "svg"
    MAP = "map"
    PDDL = "pddl"


class DiffFormat(StrEnum):
    """The formats of changes."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
