"""What a check does without: what takes longer to load than a small quest takes to check."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from support.paths import ROOT

HEAVY = {
    *("dataclasses", "hashlib", "inspect", "pathlib", "typing", "urllib.parse"),
    *(
        "jinja2",
        "jsonschema",
        "lark",
        "networkx",
        "pikepdf",
        "polib",
        "typer",
        "weasyprint",
        "yaml",
    ),
}
RARE = {
    *("checks.musters", "passes.play.read_musters", "passes.play.read_tables"),
    *("passes.things.add_crossings", "analysis.needs", "verdict.line.steps", "wording.effects"),
}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """Return the names of all modules that a check of a small quest loads, its pack being kept."""
    program = (
        "import sys\nfrom questwright.compiler.cli.main import main\n"
        "sys.argv = ['questwright', 'check', 'content/quests/small-change']\n"
        "assert main() == 0\nprint(*sys.modules)"
    )
    cache = tmp_path_factory.mktemp("cache")
    for _ in range(2):
        # What is checked soon is not kept: only reading its pack may have taken long enough.
        shutil.rmtree(cache / "questwright" / "checks", ignore_errors=True)
        done = subprocess.run(
            [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"],
            cwd=ROOT,
            env={"XDG_CACHE_HOME": str(cache)},
            capture_output=True,
            text=True,
            check=True,
        )
    return {*done.stdout.splitlines()[-1].split()}


def test_a_check_loads_nothing_heavy(loaded):
    assert "questwright.compiler.pipeline" in loaded
    assert loaded & HEAVY == set()


def test_a_check_loads_what_a_quest_has_and_no_more(loaded):
    assert loaded & {f"questwright.compiler.{name}" for name in RARE} == set()
