"""Replay a line of play: whether every step of it is allowed, and who has won at its end.

Takes a document, or a quest and the steps of a line. Returns why the line is refused, or what holds
at its end. A line is followed square by square (`following`). Events happen when they are due,
whether or not the line mentions them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from questwright.engine.crossings import read_casts
from questwright.engine.deeds import StepKind, read_step
from questwright.engine.following import Following
from questwright.engine.load import load_quest
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.replayed import Replayed, refused
from questwright.engine.script import read_script
from questwright.engine.simulator import Outcome, Simulator
from questwright.engine.worlds import settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.engine.deeds import Step
    from questwright.engine.document import QuestDocument

UNSURE: Final = "not every possible position was followed"
"""The end of a reason where the line may be allowed all the same."""
_CLAIMED: Final = ("winnable", "can-strand")
"""The verdicts that claim that their line wins."""


def replay_document(data: bytes, until: float = math.inf) -> str:
    """Replay the lines of a document's verdict; return why one is refused, or an empty text.

    ``until`` is the moment of the monotonic clock, in seconds, at which it stops with a
    TimeOverError.
    """
    try:
        quest = load_quest(data)
        verdict = Node(dict(quest.data)).get("verdict")
        if verdict.raw is None:
            return ""
        worlds, ends = verdict.get("worlds").items(), verdict.get("dead_ends").items()
        if not worlds:
            return _refused_claims(quest, verdict, (), until, ends)
        shown = verdict.get("shown").number()
        if shown >= len(worlds):
            verdict.get("shown").refuse("is not a world of this document")
        why_shown = _refused_claims(quest, verdict, _ways(worlds[shown]), until, (), worlds[shown])
        for number, world in enumerate(worlds):
            own = [end for end in ends if end.get("world").maybe_number() == number]
            why = why_shown or _refused_claims(quest, world, _ways(world), until, own, world)
            if why:
                parts = ", ".join(part.text() for part in world.get("parts").items())
                return f"where {parts}: {why}" if not why_shown else why
    except UnreadableDocument as error:
        return str(error)
    return ""


def _ways(world: Node) -> tuple[int, ...]:
    return tuple(number.number() for number in world.get("ways").items())


def _refused_claims(
    quest: QuestDocument,
    claims: Node,
    ways: tuple[int, ...],
    until: float,
    ends: Iterable[Node],
    world: Node | None = None,
) -> str:
    """Return why a claim about a quest in one world is refused, or an empty text.

    ``claims`` has the lines: a verdict, or one of its worlds; ``ends`` are the dead ends. ``world``
    has the kind of verdict, where ``claims`` is the verdict of a quest with several worlds.
    """
    casts = read_casts(claims.get("casts"), quest.board.cells)
    crossings = {**quest.board.crossings, **casts}
    quest = quest._replace(board=quest.board._replace(crossings=crossings))
    if (world or claims).get("kind").text() in _CLAIMED:
        first = replay(quest, _steps(claims, "line"), ways, until)
        if not first.won:
            return f"the winning line: {first.reason or 'it does not win'}"
    stranded = [_steps(claims, "stranded"), *(_steps(end, "line") for end in ends)]
    for line in filter(None, stranded):
        second = replay(quest, line, ways, until)
        if not second.stuck:
            return f"the stranding line: {second.reason or 'a side has won at its end'}"
    # A way to lose may be one of another world, which tells it itself.
    losing = _steps(world or claims, "losing")
    if losing:
        third = replay(quest, losing, ways, until)
        if not third.lost:
            return f"the losing line: {third.reason or 'the party is not lost at its end'}"
    return ""


def _steps(claims: Node, key: str) -> list[Step]:
    return [read_step(node) for node in claims.get(key).items()]


def replay(
    quest: QuestDocument,
    steps: Sequence[Step],
    ways: Sequence[int] = (),
    until: float = math.inf,
) -> Replayed:
    """Replay a line of play in one world; ``ways`` has the index of the way of each unknown.

    Raises `UnreadableDocument` where the quest cannot be played, TimeOverError as
    `replay_document` does.
    """
    quest, script = settle(quest, read_script(quest), ways)
    mentioned = [step.target for step in steps if step.kind is StepKind.EVENT]
    following = Following(Simulator(quest, script, mentioned, until))
    for number, step in enumerate(steps):
        why = following.take(step)
        if why:
            why += f"; {UNSURE}" if following.is_cut else ""
            return refused(number, f"step {number + 1}, “{step.text or step.target}”: {why}")
    outcomes = following.outcomes()
    if isinstance(outcomes, str):
        return refused(None, outcomes)
    return Replayed(
        accepted=True,
        refused_at=None,
        reason="",
        won=Outcome.WON in outcomes,
        lost=Outcome.LOST in outcomes,
        stuck=Outcome.OPEN in outcomes,
    )
