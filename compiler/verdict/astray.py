"""The kinds of dead ends of a task, as they are told: a line into each, and what went wrong."""

from __future__ import annotations

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.verdict import DeadEnd
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.explain.dead_end import dead_ends_of, shortened, went_wrong
from questwright.compiler.verdict.explain.names import quoted
from questwright.compiler.verdict.rules.state import Act

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Step
    from questwright.compiler.verdict.decide.explore import MoveLine
    from questwright.compiler.verdict.decide.model import Model
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span

Told = tuple["Step", ...]

_TOLD = 4
"""Of so many lines of one kind and length the one is taken that is told in the fewest steps."""


def dead_ends(
    model: Model,
    known: MoveLine,
    most: int,
    quest: Quest,
    told: Callable[[Sequence[MoveLine], str], tuple[Told, MoveLine]],
) -> tuple[tuple[DeadEnd, ...], str]:
    """Each kind of dead end once, and the limit that was met in search of others.

    ``known`` leads into one; so many states are looked at for others. Two are of one kind if what
    went wrong is written at the same place. ``told`` tells one of some lines step by step.
    """
    task, limit = model.task, ""
    try:
        known_ends = dead_ends_of(model, most)
        lines = [*known_ends.lines]
        if not known_ends.is_whole:
            limit = "states"
            lines.append(shortened(model, known, most))
    except TimeOverError:
        lines, limit = [known], "seconds"
    kinds: dict[Span, list[MoveLine]] = {}
    for line in lines:
        done = went_wrong(task, line)
        kinds.setdefault(quest.origin if done is None else done.origin, []).append(line)
    found = []
    for origin, alike in kinds.items():
        short = [line for line in alike if len(line.moves) == len(alike[0].moves)]
        steps, line = told(short[:_TOLD], "a line into a dead end")
        done = went_wrong(task, line)
        text = "Play begins" if done is None else quoted(done.title)
        blamed = _without_steps_clear(steps, line)
        names = tuple(dict.fromkeys(_names(task, line, origin, quest)))
        # What happened because of it is what a designer mends.
        place = blamed[-1].origin if blamed and blamed[-1].kind == "event" else origin
        if done is None and steps and steps[-1].kind == "begin":
            place = _begun_at(steps[-1], quest)
        found.append(DeadEnd(steps, _said(blamed) or text, names, place))
    return tuple(sorted(found, key=lambda end: (not end.line, len(end.line)))), limit


def _without_steps_clear(steps: Told, line: MoveLine) -> Told:
    """The steps up to what went wrong: whoever then steps clear has done nothing wrong."""
    if line.moves and line.moves[-1].events:
        last = max((n for n, step in enumerate(steps) if step.kind == "event"), default=-1)
        return steps[: last + 1] or steps
    return steps


def _begun_at(step: Step, quest: Quest) -> Span:
    """Where the start is written on which a member begins."""
    for start in quest.things_of(Category.START):
        if step.path and start.mask >> step.path[-1] & 1:
            return start.origin
    return quest.origin


def _said(steps: Told) -> str:
    """The last step of a line, with what happened because of it."""
    said: list[str] = []
    for step in reversed(steps):
        said.insert(0, step.text)
        if step.kind != "event":
            break
    return " → ".join(said)


def _holds(whole: Span, part: Span) -> bool:
    return whole.path == part.path and whole.start <= part.start and part.end <= whole.end


def _names(task: Task, line: MoveLine, origin: Span, quest: Quest) -> Iterator[str]:
    """The ids by which one may speak of what went wrong, the nearest first."""
    if not line.moves:
        return
    board, last = quest.board, line.moves[-1]
    groups = (board.gates, board.crossings, quest.things, quest.items, quest.actions, quest.events)
    known = {part.id: part.origin for group in groups for part in group if " " not in part.id}
    own = [last.move.deed] if isinstance(last.move, Act) else []
    done = [task.deeds[number].id.partition(" ")[0] for number in own]
    yield from (id_ for id_ in done if id_ in known)
    yield from (task.events[n].id for n in last.events if task.events[n].id in known)
    # A round is asked for within an event.
    yield from (id_ for id_, place in known.items() if _holds(place, origin))
    cells = sum(task.deeds[number].cells for number in own)
    if not isinstance(last.move, Act):
        cells = task.places[last.move.place].cells if last.move.place >= 0 else 0
    for cell in each_cell(cells):
        if (area := board.area_at(cell)) >= 0 and board.areas[area].is_named:
            yield board.areas[area].id
