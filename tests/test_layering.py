"""Dependencies run one way, and a check does not pay for the book."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import find_systems
from support.code import PACKAGES, nodes, trees
from support.kept import system_of
from support.more import some
from support.strategies import child_environment

ROOT = Path(__file__).resolve().parent.parent
QUESTS = some(sorted(ROOT.glob("content/quests/*/*.quest")), 3)

LEFT_TO_THE_NEXT_ISSUE = "questwright.compiler.verdict."
"""The inside of the proof is being rebuilt; its names come then."""

HEAVY = {"jinja2", "networkx", "pikepdf", "typer", "weasyprint", "yaml"}
"""What a check never loads: each costs more than the check of a whole quest."""

RUN = """
import json
import sys

from questwright.compiler.cli.main import main

report, command, *quests = sys.argv[1:]
codes = {}
for quest in quests:
    sys.argv = ["questwright", command, quest]
    try:
        codes[quest] = main() or 0
    except SystemExit as leave:
        codes[quest] = leave.code or 0
with open(report, "w", encoding="utf-8") as file:
    json.dump({"codes": codes, "modules": sorted(sys.modules)}, file)
"""


def test_the_house_stands_on_its_layers():
    script = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [script, "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["check", "prove"])
def test_what_is_asked_most_loads_nothing_heavy(tmp_path, command):
    report = tmp_path / "report.json"
    for game in find_systems(SYSTEMS_DIR):
        system_of(game)  # packs that have been read are in the cache
    done = subprocess.run(
        [sys.executable, "-c", RUN, report, command, *QUESTS],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env=child_environment(),
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    seen = json.loads(report.read_text(encoding="utf-8"))
    assert seen["codes"] == {str(quest): 0 for quest in QUESTS} != {}, done.stdout + done.stderr
    assert HEAVY.isdisjoint(seen["modules"]), HEAVY.intersection(seen["modules"])


def imports_of(module: str, modules: frozenset[str]) -> set[str]:
    """The modules of ours that a module imports anywhere, also for types alone."""
    found: set[str] = set()
    for node in nodes()[module]:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & modules or {node.module}
    return (found & modules) - {module}


def test_nothing_is_imported_in_a_circle():
    modules = frozenset(trees())
    graph = nx.DiGraph((name, other) for name in modules for other in imports_of(name, modules))
    assert len(graph) > 300
    circles = nx.strongly_connected_components(graph)
    assert [sorted(circle) for circle in circles if len(circle) > 1] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_class_name_stands_twice_in_a_package(package):
    places: dict[str, list[str]] = {}
    for module, inside in nodes().items():
        if module.split(".")[1] == package:
            for node in inside:
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name.strip("_"), []).append(module)
    assert places
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


MUTATORS = {
    *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem"),
    *("popleft", "remove", "setdefault", "update"),
}


def changed_names(tree: ast.Module) -> set[str]:
    """Names of a module that something inside it changes: state that outlives a call."""
    own = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    found: set[str] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        inside = [*ast.walk(function)]
        local = {
            node.id
            for node in inside
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        } | {node.arg for node in inside if isinstance(node, ast.arg)}
        for node in inside:
            if isinstance(node, ast.Global):
                found.update(node.names)
            holder = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                holder = node.func.value if node.func.attr in MUTATORS else None
            elif isinstance(node, ast.Subscript | ast.Attribute):
                holder = node.value if isinstance(node.ctx, ast.Store | ast.Del) else None
            if isinstance(holder, ast.Name) and holder.id in own - local:
                found.add(holder.id)
    return found


def test_no_module_has_state():
    assert {name: found for name, tree in trees().items() if (found := changed_names(tree))} == {}


def test_state_of_a_module_is_found():
    kept = ast.parse("KEPT = []\ndef keep(x):\n    KEPT.append(x)\n")
    counted = ast.parse("COUNT = 0\ndef count():\n    global COUNT\n    COUNT += 1\n")
    known = ast.parse("KNOWN = {}\ndef know(x):\n    KNOWN[x] = 1\n")
    harmless = ast.parse("NAMES = ()\ndef read(x):\n    names = []\n    names.append(NAMES)\n")
    assert [changed_names(tree) for tree in (kept, counted, known, harmless)] == [
        {"KEPT"},
        {"COUNT"},
        {"KNOWN"},
        set(),
    ]


def test_a_local_is_named_for_what_it_holds():
    called_one = {
        f"{module}:{node.lineno}"
        for module, inside in nodes().items()
        if not module.startswith(LEFT_TO_THE_NEXT_ISSUE)
        for function in inside
        if isinstance(function, ast.FunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if (isinstance(node, ast.Name) and node.id == "one")
        or (isinstance(node, ast.arg) and node.arg == "one")
    }
    assert called_one == set()


def test_every_folder_says_what_comes_in_and_what_goes_out():
    packages = [
        folder
        for package in PACKAGES
        for folder in (ROOT / package, *(ROOT / package).rglob("*"))
        if folder.is_dir() and any(folder.glob("*.py"))
    ]
    assert len(packages) > 40
    for folder in packages:
        file = folder / "__init__.py"
        assert file.is_file(), f"{folder} is no package"
        told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        assert len(told.split("\n\n")) > 1, f"{file} says too little"
