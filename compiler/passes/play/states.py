"""Tell which figures can be in the states of a game that conditions ask for: bound, wounded."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import FigureState, Kind
    from questwright.dsl.syntax import Predicate


def able_to_be(
    state: FigureState,
    ids: tuple[str, ...],
    predicate: Predicate,
    kinds: Mapping[str, Kind],
    findings: Findings,
) -> tuple[str, ...]:
    """Those of some figures who can be in the state that a predicate asks for.

    Empty, after a finding, where none of them can. ``kinds`` has every figure of the quest.
    """
    able = tuple(id_ for id_ in ids if _can_be(kinds[id_], state))
    if not able:
        others = [id_ for id_, kind in kinds.items() if _can_be(kind, state)]
        findings.add(
            codes.WRONG_KIND,
            f"`{predicate.subject.text}` is never {state.title}",
            predicate.span,
            f"nobody who can be {state.title}",
            help=f"of those in this quest, {listed(others)} can be"
            if others
            else "nobody here can be",
        )
        return ()
    if predicate.number is None or not state.counts:
        return able
    at_number = tuple(id_ for id_ in able if _can_have(kinds[id_], state, predicate))
    if not at_number:
        findings.add(
            codes.WRONG_KIND,
            f"`{predicate.subject.text}` never has {predicate.number.value} {state.title}",
            predicate.span,
            "never comes true",
            reason=f"a figure falls at as many as its `{state.counts}` says",
            help="ask for fewer, or ask whether it is `defeated`",
        )
    return at_number


def _can_be(kind: Kind, state: FigureState) -> bool:
    """Whether a figure can be in a state of the game."""
    counts = state.counts
    is_figure = kind.category is Category.FIGURE and (not counts or counts in kind.values)
    is_of = not state.of or any(is_called(kind, called) for called in state.of)
    return is_figure and is_of and not any(is_called(kind, called) for called in state.never)


def _can_have(kind: Kind, state: FigureState, predicate: Predicate) -> bool:
    """Whether a figure can have a number of what it falls at a number of."""
    own = kind.values.get(state.counts)
    most = own.value if own is not None else None
    if type(most) is not int or predicate.number is None:
        return True
    least = predicate.number.value + (predicate.comparison == ">")
    return predicate.comparison not in (">", ">=", "=") or least < most
