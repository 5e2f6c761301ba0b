"""What comes of a move of a line, as the rules say."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.verdict.decide.explore import Turn
    from questwright.compiler.verdict.rules.play import Play
    from questwright.compiler.verdict.rules.state import Act, Settled, State


def acted(
    rules: Play, act: Act, state: State, *, is_shared: bool = True
) -> Iterator[tuple[Act, Settled]]:
    """All that comes of a deed, all standing as in a state, with how it is done.

    They carry what they do then, or what they can hand each other before, if it ``is_shared``.
    """
    ways = rules.done if is_shared else rules.acts
    for done, after in ways(act.deed, state, by_each=True):
        if done.member == act.member:
            yield from ((done, outcome) for outcome in rules.settled(after))


def is_among(arrival: Turn, outcomes: Iterable[Settled], rules: Play) -> bool:
    """Whether what comes of a move is one of some outcomes."""
    meant = arrival.state
    return any(
        outcome.events == arrival.events
        and outcome.end == arrival.end
        and outcome.state.facts == meant.facts
        and rules.pooled(outcome.state).hold == rules.pooled(meant).hold
        and all(
            not own & ~there and bool(own) == bool(there)
            for own, there in zip(outcome.state.where, meant.where, strict=True)
        )
        for outcome in outcomes
    )
