"""Dependencies run one way, and a check does not pay for the book."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
QUESTS = sorted(ROOT.glob("content/quests/*/*.quest"))

HEAVY = {"jinja2", "networkx", "typer", "weasyprint", "yaml"}
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
    for _ in range(2):
        # Who comes first reads the packs, and leaves them in the cache.
        done = subprocess.run(
            [sys.executable, "-c", RUN, report, command, *QUESTS],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    seen = json.loads(report.read_text(encoding="utf-8"))
    assert seen["codes"] == {str(quest): 0 for quest in QUESTS} != {}, done.stdout + done.stderr
    assert HEAVY.isdisjoint(seen["modules"]), HEAVY.intersection(seen["modules"])
