"""`questwright movers`: prints the areas that each mover reaches, and its earliest turns there."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import compile_all
from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.terrain import closed_in_words
from questwright.compiler.model.publication import Publication
from questwright.compiler.movers import Mover, movers_of
from questwright.compiler.movers.model import NEVER
from questwright.compiler.publish.document.movers_json import mover_part
from questwright.compiler.publish.document.terms import Terms
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import unproven

_WIDEST = 34


def print_movers(paths: list[str], *, as_json: bool, uses_cache: bool) -> int:
    """Print the movers of each quest, as text or as JSON; findings go to standard error."""
    reporter = Reporter("text", sys.stderr)
    results, good = compile_all(paths, uses_cache=uses_cache, reporter=reporter)
    ready = unproven(results)
    if as_json:
        document = {
            "quests": [
                {
                    "id": publication.quest.id,
                    "title": publication.quest.title,
                    "movers": [
                        mover_part(mover, publication.quest, Terms(publication))
                        for mover in movers_of(publication.quest, publication.system)
                    ],
                }
                for publication in ready
            ]
        }
        sys.stdout.write(f"{json.dumps(document, ensure_ascii=False, indent=1)}\n")
    else:
        for publication in ready:
            sys.stdout.write("".join(f"{safe(line)}\n" for line in _mover_lines(publication)))
    return 0 if good and ready else 1


def _mover_lines(publication: Publication) -> Iterator[str]:
    word = publication.system.turns.one
    yield f"{publication.quest.title}: who gets where, and in which {word} at the earliest"
    every = movers_of(publication.quest, publication.system)
    if not every:
        yield "  nobody has a value to move by"
    for mover in every:
        yield ""
        yield from _lines_of(mover, publication)
    yield ""
    yield "  taken for granted: gates stand open, and no figure is in the way"


def _lines_of(mover: Mover, publication: Publication) -> Iterator[str]:
    board = publication.quest.board
    side = publication.system.sides[mover.side].title
    size = f", {mover.size} {publication.system.grid.cells} each" if mover.size > 1 else ""
    comes = ", from when they come" if mover.comes else ""
    titles = listed_in_words(kind.title for kind in mover.kinds)
    yield f"{titles} ({side}{size}{comes})"
    heads = [f"{state.state.title} {state.move}".strip() for state in mover.states]
    wide = [max(len(head), 6) for head in heads]
    yield f"  {'':{_WIDEST}}  {_row(heads, wide)}"
    for number, area in enumerate(board.areas):
        turns = [_turn(state.areas[number]) for state in mover.states]
        yield f"  {area.title[:_WIDEST]:{_WIDEST}}  {_row(turns, wide)}"
    counts = [str(state.reached.bit_count()) for state in mover.states]
    label = f"{publication.system.grid.cells}, of {board.floor.bit_count()}"
    yield f"  {label:{_WIDEST}}  {_row(counts, wide)}".rstrip()
    for state in mover.states:
        name = f" when {state.state.title}" if state.state.title else ""
        if state.closed:
            is_to_party = mover.side == publication.system.party.word
            closed = listed_in_words(
                closed_in_words(terrain, publication.quest, is_to_party=is_to_party)
                for terrain in state.closed
            )
            yield f"  closed to them{name}: {closed}"
        if state.kept:
            yield f"  kept{name}, once there: {board.names(state.kept, 12)}"


def _turn(turn: int) -> str:
    return "-" if turn == NEVER else "begins" if not turn else str(turn)


def _row(words: list[str], wide: list[int]) -> str:
    return "  ".join(word.rjust(width) for word, width in zip(words, wide, strict=True)).rstrip()
