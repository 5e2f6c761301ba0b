"""Write quests for tabletop dungeon games as text; prove them; publish JSON and a printed book.

    >>> import questwright
    >>> report = questwright.check("content/quests/small-change")
    >>> report.ok
    True

`check` finds mistakes, `prove` gives the verdict with the winning line, and `build` writes
`quest.json`, a graph, an outline and the book. They return frozen values. A mistake in a quest is a
`Finding` among them, never an exception.

The language, the compiler and the engine are the packages `questwright.dsl`, `questwright.compiler`
and `questwright.engine`. They may change with any version. The names below change only with a note
in the changelog.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the command starts sooner without the module that has it
if TYPE_CHECKING:
    from questwright.api import (
        Build,
        Cause,
        Finding,
        Place,
        Proofs,
        QuestSummary,
        Report,
        Step,
        Verdict,
        build,
        check,
        prove,
    )

__all__ = (
    "Build",
    "Cause",
    "Finding",
    "Place",
    "Proofs",
    "QuestSummary",
    "Report",
    "Step",
    "Verdict",
    "build",
    "check",
    "prove",
)


def __getattr__(name: str) -> object:
    # The command imports this package as well, and starts sooner without the face.
    if name in __all__:
        from questwright import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
