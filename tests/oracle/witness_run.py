"""Holds the verdict against the second player on many random quests, and plays its lines.

Run it as ``PYTHONPATH=tests python -m oracle.witness_run --from 0 --to 1000 --jobs 2``.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from functools import partial
from multiprocessing import Pool
from typing import TYPE_CHECKING, NamedTuple

from oracle import (
    closing_lanes,
    counted,
    falls,
    gathered,
    leaving,
    locked_chests,
    plates,
    slammed,
    square_doors,
)
from oracle.alike_quests import alike_quest
from oracle.witness import judge
from oracle.witness.player import CAP
from oracle.witness_quests import compiled, random_quest
from oracle.witness_replay import IllegalError, Replay
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.budget import STATES
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.line.tell import tell
from questwright.compiler.verdict.prove import Proof, told_apart
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.task.variants import by_any_chance, fated
from questwright.compiler.verdict.translate.translate import translation
from questwright.compiler.verdict.world import WorldProof

if TYPE_CHECKING:
    from oracle.witness import Judgement
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.pipeline import Compiled
    from questwright.compiler.verdict.decide.explore import MoveLine
    from questwright.compiler.verdict.decide.search import Found
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.translate.translate import Translation

_UNFIT = ("refused", "too big")


class Core:
    """What the verdict says of one quest."""

    def __init__(self, quest: Quest, system: System) -> None:
        # As the verdict does: cell by cell, where a line cannot be told otherwise.
        translated = told_apart(WorldProof(translation(quest, system))).translated
        self.translated: Translation = translated
        self.simple: Simple = simplified(self.translated.task)
        self.search = Search(self.simple.task, STATES)
        self.found: Found | None = None
        self.verdict = "vacuous"
        if not self.simple.is_hopeless:
            self.found = self.search.run()
            self.verdict = str(self.found.kind)
        elif self.translated.task.own:
            self.verdict = "unwinnable"
        if self.translated.task.unjudged:
            self.verdict = "undecided"
        elif self.verdict == "unwinnable" and fated(self.translated.task):
            # Where what nobody decides would win, it is neither won nor lost.
            lucky = simplified(by_any_chance(self.translated.task))
            is_lucky = not lucky.is_hopeless and Search(lucky.task, STATES).can_win() is not False
            self.verdict = "undecided" if is_lucky else self.verdict
        self.is_open = bool(self.translated.task.unjudged)
        """It is left open by name."""

    def lines(self) -> dict[str, MoveLine]:
        """The lines that it has found, by what they show."""
        if self.found is None or self.found.is_vacuous or self.is_open:
            return {}
        strand = self.found.strand if self.found.win is not None else None
        win = self.found.win
        end = win.moves[-1].end if win is not None and win.moves else None
        if end is not None and self.simple.task.victories[end.victory].last:
            win = None  # Whether it is in time is not looked at here.
        lines = {"win": win, "strand": strand, "lose": self.found.lose}
        return {name: line for name, line in lines.items() if line is not None}

    def told(self, line: MoveLine) -> tuple[Told, ...]:
        """A line, step by step."""
        explorer = self.search.model.explorer
        return tell(self.translated, self.simple, explorer, line, STATES)


class Outcome(NamedTuple):
    """What the player and the verdict say of the quest of a seed."""

    seed: int
    player: str
    core: str
    differences: tuple[tuple[str, str], ...]
    """Of what kind each is, and what it is in words."""
    seconds: tuple[float, float]
    """How long the player and the verdict took."""


def usual(seed: int) -> Compiled:
    """The usual quest of a seed."""
    made = compiled(random_quest(seed))
    assert made is not None
    return made


def alike(seed: int) -> Compiled:
    """A quest with items that are alike."""
    made = compiled(alike_quest(seed))
    assert made is not None
    return made


def raised(seed: int) -> Compiled:
    """A quest in which figures stand again elsewhere."""
    made = compiled(random_quest(seed, elsewhere=True))
    assert made is not None
    return made


def pushed(seed: int) -> Compiled:
    """A quest in which things are pushed about."""
    made = compiled(random_quest(seed, pushed=True))
    assert made is not None
    return made


def crowded(seed: int) -> Compiled:
    """A quest of several members on a few squares, in which much happens."""
    made = compiled(random_quest(seed, crowded=True))
    assert made is not None
    return made


def crowded_in_file(seed: int) -> Compiled:
    """The same, in a game in which nobody passes a friend."""
    return _blocked(crowded(seed))


def in_file(seed: int) -> Compiled:
    """The same as usual, in a game in which nobody passes a friend."""
    return _blocked(usual(seed))


def leaving_in_file(seed: int) -> Compiled:
    """A quest that is won by leaving the board, in such a game."""
    return _blocked(leaving.quest_of(seed))


def counted_in_file(seed: int) -> Compiled:
    """A quest with gates that fall shut once so many have gone through, in such a game."""
    return _blocked(counted.quest_of(seed))


def _blocked(made: Compiled) -> Compiled:
    assert made.system is not None
    grid = made.system.grid._replace(friends_block=True)
    return made._replace(system=made.system._replace(grid=grid))


FAMILIES = {
    "usual": usual,
    "in-file": in_file,
    "pushed": pushed,
    "raised": raised,
    "alike": alike,
    "square-doors": square_doors.quest_of,
    "locked-chests": locked_chests.quest_of,
    "slammed": slammed.quest_of,
    "gathered": gathered.quest_of,
    "closing-lanes": closing_lanes.quest_of,
    "plates": plates.quest_of,
    "falls": falls.quest_of,
    "counted": counted.quest_of,
    "crowded": crowded,
    "crowded-in-file": crowded_in_file,
    "counted-in-file": counted_in_file,
    "leaving": leaving.quest_of,
    "leaving-in-file": leaving_in_file,
}
"""What makes the quests, by the word for it."""


def compare(seed: int, cap: int = CAP, family: str = "usual") -> Outcome:
    """Make the quest of a seed, play it, judge it, and compare."""
    made = FAMILIES[family](seed)
    assert made.quest is not None
    assert made.system is not None
    begun = time.perf_counter()
    played = judge(made.quest, made.system, cap)
    middle = time.perf_counter()
    try:
        core = Core(made.quest, made.system)
    except Exception as error:  # noqa: BLE001 - the next seed may be judged all the same
        seconds = (middle - begun, time.perf_counter() - middle)
        return Outcome(seed, played.verdict, "crash", (("crash", _told(error)),), seconds)
    seconds = (middle - begun, time.perf_counter() - middle)
    differences = (
        *_verdicts(played, core),
        *_lines(made.quest, made.system, played, core),
        *_whole(made.quest, made.system, played),
    )
    return Outcome(seed, played.verdict, core.verdict, differences, seconds)


def _verdicts(played: Judgement, core: Core) -> list[tuple[str, str]]:
    if played.verdict in _UNFIT or core.is_open:
        return []
    if core.verdict != played.verdict:
        clock = ", rounds are not counted" if played.by_the_clock else ""
        return [(f"player {played.verdict}, core {core.verdict}{clock}", "")]
    if core.verdict == "winnable" and core.found is not None:
        can_lose = core.found.lose is not None
        if can_lose != played.can_lose:
            return [(f"ways to lose: player {played.can_lose}, core {can_lose}", "")]
    return []


def _lines(quest: Quest, system: System, played: Judgement, core: Core) -> list[tuple[str, str]]:
    """What is wrong with the lines as they are told."""
    wrong = []
    party = system.party.word
    for name, line in core.lines().items():
        try:
            told = core.told(line)
        except Exception as error:  # noqa: BLE001 - other lines may be told all the same
            wrong.append((f"a line to {name} cannot be told", _told(error)))
            continue
        if played.verdict == "refused":
            continue
        try:
            ends = Replay(quest, system, core.translated.task).run(told)
        except IllegalError as error:
            wrong.append((f"a line to {name} is not legal", str(error)))
            continue
        is_claimed = {
            "win": any(state.winner == party for state in ends),
            "lose": any(state.winner not in ("", party) for state in ends),
            "strand": any(not state.winner for state in ends)
            and (played.verdict in _UNFIT or bool(ends & played.dead)),
        }
        if not is_claimed[name]:
            wrong.append((f"a line to {name} does not end so", ""))
    return wrong


def _whole(quest: Quest, system: System, played: Judgement) -> list[tuple[str, str]]:
    """What is wrong with the verdict as it is printed, with its line or its causes.

    It also looks at rounds and last resorts, of which the player knows nothing: it may leave open
    what the player decides, and find too slow what the player wins in some round. What strands the
    party in a round may have come, as it finds, before anybody can be where that does harm.
    """
    if played.verdict in _UNFIT:
        return []
    proof = Proof(quest, system)
    try:
        verdict = proof.verdict()
    except Exception as error:  # noqa: BLE001 - the next seed may be judged all the same
        return [("the whole verdict: crash", _told(error))]
    kind = verdict.kind
    allowed = {played.verdict, VerdictKind.UNDECIDED}
    task = translation(quest, system).task
    locks = [gate.lock.kind for gate in quest.board.gates if gate.lock and gate.lock.kind]
    is_slow = any(kind.lowered for kind in locks) and bool(task.of_sorts(FactSort.LATER))
    if played.by_the_clock or is_slow or any(victory.last for victory in task.own):
        allowed.add(VerdictKind.UNWINNABLE)
    if played.verdict == "can-strand" and task.of_sorts(FactSort.LATER):
        allowed.add(VerdictKind.WINNABLE)
    wrong = []
    if kind not in allowed:
        wrong.append((f"player {played.verdict}, the whole verdict {kind}", ""))
    if kind is VerdictKind.WINNABLE and not verdict.line:
        wrong.append(("winnable without a line", ""))
    if kind is VerdictKind.UNWINNABLE and not verdict.causes:
        wrong.append(("unwinnable without a cause", ""))
    if kind is VerdictKind.UNDECIDED and not verdict.undecided:
        wrong.append(("undecided without a reason", ""))
    # Its order may be another than that in which it was found.
    told = proof.shown.lines.winning.told
    try:
        ends = Replay(quest, system, proof.shown.translated.task).run(told) if told else set()
    except IllegalError as error:
        return [*wrong, ("the line as it is printed is not legal", str(error))]
    if told and not any(state.winner == system.party.word for state in ends):
        wrong.append(("the line as it is printed does not win", ""))
    return wrong


def _told(error: Exception) -> str:
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} {error} in {where.name}, line {where.lineno}"


def main() -> None:
    """Compare a range of seeds, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="last", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cap", type=int, default=CAP, help="the most states of a quest")
    parser.add_argument("--family", choices=FAMILIES, default="usual", help="what makes the quests")
    options = parser.parse_args()
    FAMILIES[options.family](options.first)  # what it needs is made once, for all processes
    begun = time.perf_counter()
    seeds = range(options.first, options.last)
    counts: Counter[str] = Counter()
    times: list[tuple[float, float]] = []
    with Pool(options.jobs) as pool:
        for found in pool.imap(
            partial(compare, cap=options.cap, family=options.family), seeds, chunksize=8
        ):
            times.append(found.seconds)
            counts[f"player: {found.player}"] += 1
            if found.player not in _UNFIT:
                counts["the same" if not found.differences else "DIFFERENT"] += 1
            for kind, text in found.differences:
                counts[f"- {kind}"] += 1
                print(f"seed {found.seed}: {kind} {text}", flush=True)
    for name, count in sorted(counts.items()):
        print(f"{count:7}  {name}")
    for who, spent in zip(("player", "verdict"), zip(*times, strict=True), strict=True):
        ordered = sorted(spent)
        middle, longest = ordered[len(ordered) // 2], ordered[-1]
        print(f"the {who} took {middle:.3f} s in the median, {longest:.1f} s at most")
    print(f"{len(times) / (time.perf_counter() - begun):.1f} seeds a second")


if __name__ == "__main__":
    main()
