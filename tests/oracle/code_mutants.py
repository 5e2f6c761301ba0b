"""Change the code at random, one place at a time, and see whether the tests nearest to it notice.

    make code-mutants MUTANTS_ARGS='solver --count 40 --seed 1'

The changes are those of cosmic-ray, which has to be installed beside the project (it is no
dependency of it). They are made in a copy of the checkout, so that nothing here is touched. Of all
changes a sample is drawn by the seed, so that it can be drawn again; changes in annotations, which
nothing runs, are left out. What survives is printed as a diff: either it makes no difference, or a
test is missing. A test file named with `--tests` stands for those of the group. Instead of a sample
every change of some lines is tried with `--at compiler/verdict/rules/room.py:90`.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from support.paths import ROOT

GROUPS = {
    "solver": (
        ("compiler/verdict/decide", "compiler/verdict/rules"),
        (
            "tests/verdict/test_room_and_hands.py",
            "tests/verdict/test_seen_at_once.py",
            "tests/verdict/test_no_difference.py",
            "tests/verdict/test_tasks.py",
            "tests/verdict/test_readings.py",
            "tests/verdict/test_second_player.py",
            "tests/verdict/test_resorts.py",
            "tests/verdict/test_handing_over.py",
            "tests/verdict/test_followed_lines.py",
            "tests/verdict/test_alike.py",
            "tests/verdict/test_capabilities.py",
            "tests/verdict/test_falling_gates.py",
            "tests/verdict/test_explain.py",
            "tests/verdict/test_woken.py",
            "tests/verdict/test_always_wins.py",
            "tests/verdict/test_pushed_about.py",
            "tests/proof/test_pushed.py",
            "tests/proof/test_members.py",
            "tests/proof/test_states.py",
            "tests/proof/test_parted.py",
        ),
    ),
    "replay": (
        ("engine",),
        (
            "tests/engine/test_lattice.py",
            "tests/engine/test_lookup.py",
            "tests/engine/test_steps_read.py",
            "tests/engine/test_conditions_read.py",
            "tests/engine/test_crossings_read.py",
            "tests/engine/test_heights_read.py",
            "tests/engine/test_parts_read.py",
            "tests/engine/test_set_up_played.py",
            "tests/engine/test_vessels_played.py",
            "tests/engine/test_deeds.py",
            "tests/engine/test_shots.py",
            "tests/engine/test_effects.py",
            "tests/engine/test_replay_documents.py",
            "tests/engine/test_parts_of_play.py",
            "tests/engine/test_replay_party.py",
            "tests/engine/test_replay_rules.py",
            "tests/engine/test_worlds_replayed.py",
            "tests/verdict/test_casters.py",
            "tests/engine/test_sight.py",
            "tests/engine/test_two_players.py",
            "tests/verdict/test_falling_gates.py",
            "tests/verdict/test_spells.py",
            "tests/verdict/test_resorts.py",
            "tests/engine/test_replay.py",
            "tests/engine/test_engine_document.py",
        ),
    ),
}
"""For each group where its code stands, and the tests nearest to it, the quickest first."""
NEARER = {
    "engine/abilities.py": (
        "tests/passes/test_terrain.py",
        "tests/passes/test_levels.py",
        "tests/passes/test_crossings.py",
    ),
    "engine/crossings.py": ("tests/passes/test_crossings.py", "tests/verdict/test_vessels.py"),
    "engine/deeds.py": (
        "tests/proof/test_parted.py",
        "tests/passes/test_locked_containers.py",
        "tests/proof/test_amounts.py",
        "tests/proof/test_states.py",
        "tests/proof/test_pushed.py",
    ),
    "engine/following.py": ("tests/proof/test_entries.py", "tests/verdict/test_vessels.py"),
    "engine/ground.py": (
        "tests/verdict/test_lanes.py",
        "tests/passes/test_bases.py",
        "tests/passes/test_terrain.py",
        "tests/passes/test_levels.py",
        "tests/passes/test_crossings.py",
    ),
    "engine/heights.py": ("tests/passes/test_terrain.py", "tests/passes/test_levels.py"),
    "engine/movement.py": ("tests/passes/test_square_gates.py", "tests/passes/test_levels.py"),
    "engine/shots.py": ("tests/verdict/test_sight.py",),
    "engine/successors.py": ("tests/verdict/test_lanes.py", "tests/passes/test_crossings.py"),
    "engine/walking.py": ("tests/verdict/test_lanes.py", "tests/passes/test_crossings.py"),
    "engine/worlds.py": ("tests/proof/test_worlds.py",),
}
"""The tests of what one module alone is for: the engine is held to the lines of their quests."""
SLOWER = 10
"""How many times as long as without a change the tests may take, before they count as hung."""
LEFT_OUT = (
    *("core/VariableInserter", "core/VariableReplacer"),
    *("core/ReplaceComparisonOperator_Is_Eq", "core/ReplaceComparisonOperator_IsNot_NotEq"),
)
"""Operators that ask for the names of variables, or that make no difference: here words of an
enumeration and None are asked for with `is`."""


class Mutant(NamedTuple):
    """One change of one file."""

    path: str
    operator: str
    occurrence: int
    line: int
    column: int


def mutants_of(root: Path, path: str) -> list[Mutant]:
    """Every change of a file that runs."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    text = (root / path).read_text(encoding="utf-8")
    idle = _idle_lines(text)
    tree = get_ast(text)
    found = []
    for name in sorted(operator_names()):
        if name in LEFT_OUT:
            continue
        operator = get_operator(name)()
        places = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
        for number, ((line, column), _) in enumerate(places):
            if (line, column) not in idle and line not in idle:
                found.append(Mutant(path, name, number, line, column))
    return found


def _idle_lines(text: str) -> set[object]:
    """Lines, and places of them, that make no difference: annotations, and imports for types."""
    idle: set[object] = set()

    def leave_out(node: ast.expr | None) -> None:
        if node is None:
            return
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
            first = node.col_offset if line == node.lineno else 0
            last = node.end_col_offset if line == node.end_lineno else 1_000
            idle.update((line, column) for column in range(first, (last or 0) + 1))

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            leave_out(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            leave_out(node.annotation)
        elif isinstance(node, ast.keyword) and node.arg == "strict":
            leave_out(node.value)  # it makes a difference to mistakes alone
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            idle.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return idle


def changed(text: str, mutant: Mutant) -> str | None:
    """The text with the change; None if it is none."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    operator = get_operator(mutant.operator)()
    new: str | None = mutate_code(text, operator, mutant.occurrence)
    return None if new == text else new


def sample(every: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some changes, each of another place: what has ten changes counts no more for that."""
    chance = random.Random(seed)
    places: dict[object, list[Mutant]] = {}
    for mutant in every:
        places.setdefault((mutant.path, mutant.line, mutant.column), []).append(mutant)
    drawn = chance.sample(sorted(places.values()), min(count, len(places)))
    return [chance.choice(mutants) for mutants in drawn]


def run(root: Path, tests: list[str], most: float | None = None) -> bool:
    """Whether tests pass in a copy of the checkout; not if they take too long."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    # The copy, and not the checkout that is installed.
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, timeout=most, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def copied(folder: str) -> Path:
    """A copy of the checkout's files, with what is not committed yet."""
    root = Path(folder, "copy")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if Path(ROOT, name).exists():
            Path(root, name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(Path(ROOT, name), Path(root, name), follow_symlinks=False)
    return root


def main() -> int:
    """Try a sample; the exit code is 1 where fewer than nine in ten are noticed."""
    options = argparse.ArgumentParser(prog="code_mutants", description=__doc__.splitlines()[0])
    options.add_argument("group", choices=GROUPS)
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="", help="only files whose path has this in it")
    options.add_argument("--at", nargs="*", default=[], help="every change of these lines instead")
    options.add_argument("--tests", nargs="*")
    asked = options.parse_args()
    folders, nearest = GROUPS[asked.group]
    tests = asked.tests or [*nearest]
    with tempfile.TemporaryDirectory() as folder:
        root = copied(folder)
        paths = sorted(
            path.relative_to(root).as_posix()
            for place in folders
            for path in Path(root, place).rglob("*.py")
            if asked.only in path.as_posix()
        )
        every = [mutant for path in paths for mutant in mutants_of(root, path)]
        drawn = [mutant for mutant in every if f"{mutant.path}:{mutant.line}" in asked.at]
        drawn = drawn or sample(every, asked.count, asked.seed)
        began = time.monotonic()
        if not run(root, tests):
            sys.exit("The tests fail without any change.")
        taken = time.monotonic() - began
        most = 5 + SLOWER * taken
        print(f"{len(every):,} changes, {len(drawn)} drawn; the tests take {taken:.1f} s")
        noticed = 0
        for number, mutant in enumerate(drawn):
            file = root / mutant.path
            text = file.read_text(encoding="utf-8")
            new = changed(text, mutant)
            if new is None:
                print(f"{number}: no change: {mutant}")
                continue
            file.write_text(new, encoding="utf-8")
            is_noticed = not run(root, [*tests, *NEARER.get(mutant.path, ())], most)
            file.write_text(text, encoding="utf-8")
            noticed += is_noticed
            print(f"{number}: {'noticed' if is_noticed else 'SURVIVED'} {mutant}", flush=True)
            if not is_noticed:
                lines = difflib.unified_diff(text.splitlines(), new.splitlines(), lineterm="", n=2)
                print("\n".join([*lines][2:]), flush=True)
        print(f"{noticed} of {len(drawn)} noticed by {' '.join(tests)}")
    return int(noticed < 0.9 * len(drawn))


if __name__ == "__main__":
    sys.exit(main())
