"""Measure the proof: locks in a row, against plain networkx on the same graph; shipped quests."""

from __future__ import annotations

import statistics
import sys
import time
import tracemalloc
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from questwright.compiler.assets import SYSTEMS_DIR  # noqa: E402
from questwright.compiler.pipeline import Compiler  # noqa: E402
from questwright.compiler.project import Disk  # noqa: E402
from questwright.compiler.verdict.across import prove  # noqa: E402
from questwright.compiler.verdict.decide.relaxed import Relaxed  # noqa: E402
from questwright.compiler.verdict.decide.simplify import all_begun  # noqa: E402
from questwright.compiler.verdict.translate.translate import translate  # noqa: E402
from support.one_text import OneText  # noqa: E402
from support.row import row_of_rooms  # noqa: E402

ROUNDS = 7


def compiled(text: str) -> object:
    """The quest of a text and its game."""
    (one,) = Compiler(OneText(text), SYSTEMS_DIR, None).compile("row.quest").quests
    assert one.quest is not None, one.findings
    return one


def middle(work: object) -> float:
    """Milliseconds in the middle of several tries, nothing being kept from one for the next."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()  # type: ignore[operator]
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def plain_networkx(one: object) -> float:
    """A fix-point over the areas and gates of the same quest with networkx alone."""
    import networkx as nx

    quest = one.quest  # type: ignore[attr-defined]
    graph = nx.Graph()
    for gate in quest.board.gates:
        graph.add_edge(*gate.between, key=gate.lock.key if gate.lock else None)
    lying = {item.id: quest.board.area_at(item.cell) for item in quest.items}

    def solve() -> None:
        had: set[str] = set()

        def is_free(one: int, other: int) -> bool:
            return graph.edges[one, other]["key"] in {None, *had}

        while True:
            free = nx.subgraph_view(graph, filter_edge=is_free)
            reached = nx.node_connected_component(free, 0)
            more = {key for key, area in lying.items() if area in reached} - had
            if not more:
                return
            had |= more

    return middle(solve)


def main() -> None:
    """Run every measurement and print a line for each."""
    for locks, kinds, what in (
        (10, "k", "10 locks with kept keys"),
        (10, "s", "10 locks with spent keys"),
        (20, "kspdt", "20 gates of mixed kinds"),
    ):
        one = compiled(row_of_rooms(locks, kinds))
        quest, system = one.quest, one.system  # type: ignore[attr-defined]
        task = translate(quest, system)
        begun = all_begun(task)
        solved = middle(lambda task=task, begun=begun: Relaxed(task).reach(begun))
        tracemalloc.start()
        whole = middle(lambda quest=quest, system=system: prove(quest, system).kind)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        whole = middle(lambda quest=quest, system=system: prove(quest, system).kind)
        proof = prove(quest, system)
        states = proof.verdict().states
        print(
            f"{what}: {proof.kind}, fix-point {solved:.2f} ms, whole proof {whole:.1f} ms, "
            f"{states:,} states, {peak:.1f} MB; plain networkx {plain_networkx(one):.2f} ms"
        )
    compiler = Compiler(Disk(), SYSTEMS_DIR, None)
    for path in sorted(ROOT.glob("content/quests/*/*.quest")):
        (one,) = compiler.compile(str(path)).quests
        assert one.quest is not None
        assert one.system is not None
        quest, system = one.quest, one.system
        proven = middle(lambda quest=quest, system=system: prove(quest, system).kind)
        told = middle(lambda quest=quest, system=system: prove(quest, system).verdict())
        print(f"{path.stem}: verdict {proven:.1f} ms, with line, rounds and all else {told:.1f} ms")


if __name__ == "__main__":
    main()
