"""The input of the renderer, its limits, and its failures."""

from __future__ import annotations

from dataclasses import dataclass

from questwright.dsl.choices import StrEnum


@dataclass(frozen=True, slots=True)
class Asset:
    """A resource that the HTML may refer to as `asset:<name>`."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class BookSource:
    """The renderer's input, and all that it may read: HTML, style sheets and assets."""

    html: str
    assets: tuple[Asset, ...] = ()
    sheets: tuple[str, ...] = ()
    is_for_screen: bool = True
    """Whether it is tagged, for PDF/UA and PDF/A; else it is for paper."""
    name: str = ""
    """Of a gathering that is joined to others: a name that no other one has."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for rendering one book; times are in seconds, sizes in bytes.

    What counts is the time of the processor, so that a busy machine prints what an idle one does.
    The time on the wall is for a renderer that waits for something that never comes.
    """

    cpu_seconds: int = 60
    wall_seconds: float = 3600.0
    memory: int = 1 << 30
    output: int = 64 << 20


class RenderReason(StrEnum):
    """Why a book was not rendered."""

    TIMEOUT = "timeout"
    MEMORY = "memory"
    MISSING_LIBRARY = "missing-library"
    WARNING = "warning"
    DENIED = "denied"
    CRASH = "crash"


class RenderFailure(Exception):  # noqa: N818 - it is returned at least as often as it is raised
    """A book could not be rendered: the reason, and a detail in words."""

    def __init__(self, reason: RenderReason, detail: str) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail
