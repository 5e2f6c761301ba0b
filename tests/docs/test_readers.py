"""The readers that the documentation shows follow every shipped quest, and notice a bad one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS, blocks_of

from questwright.compiler.publish.document.forms import dump_compact
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from support.more import some
from support.paths import SHIPPED
from support.published import documents

pytestmark = pytest.mark.slow  # these are no unit tests: each starts a process

PAGE = DOCS / "how-to" / "read-a-quest-in-an-engine.md"
PROGRAMS = {"reader.py": sys.executable, "reader.js": shutil.which("node")}


@pytest.fixture(params=PROGRAMS)
def read(request, tmp_path):
    """Run one of the readers of the page on a document; returns what it prints and complains of."""
    return reader(request.param, tmp_path)


def reader(name, tmp_path):
    if PROGRAMS[name] is None:
        pytest.skip("there is no Node here")
    (block,) = (block for block in blocks_of(PAGE) if block.title == name)
    program = tmp_path / name
    program.write_text(block.text, encoding="utf-8")

    def run(data):
        path = tmp_path / "quest.json"
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
        done = subprocess.run(
            [PROGRAMS[name], program, path],
            capture_output=True,
            encoding="utf-8",
            env={"LANG": "C.UTF-8", "PYTHONUTF8": "1"},
            check=False,
        )
        assert done.returncode == bool(done.stderr)
        return done.stdout, done.stderr.removeprefix(f"{path}: ").strip()

    return run


def document_of(path):
    (data,) = documents(path)
    return json.loads(data)


@pytest.mark.parametrize("path", some(SHIPPED, 6), ids=lambda path: path.stem)
def test_the_readers_follow_every_shipped_quest_and_draw_it_alike(path, tmp_path):
    document = document_of(path)
    line = document["verdict"]["line"]
    assert line
    told = [f"{number:3}. {step['text']}" for number, step in enumerate(line, start=1)]
    drawn = set()
    for name in PROGRAMS:
        read = reader(name, tmp_path)
        printed, wrong = read(document)
        assert wrong == ""
        assert printed.splitlines()[-len(told) :] == told
        assert read(dump_compact(document)) == (printed, "")
        drawn.add(printed)
    assert len(drawn) == 1


def shipped(name):
    (path,) = (path for path in SHIPPED if path.stem == name)
    return document_of(path)


def test_a_hidden_thing_is_drawn_at_each_of_its_places(read):
    printed, _ = read(shipped("three-cheeses"))
    assert "? Orb?: K3 or K8 or J9" in printed
    assert sum(line.count("?") for line in printed.splitlines() if "Orb" not in line) == 3


def walk(document):
    return next(step for step in document["verdict"]["line"] if len(step["path"]) > 2)


def wall_off(document):
    step = walk(document)
    document["board"]["walls"].append(step["path"][:2])


def lead_elsewhere(document):
    for crossing in document["board"]["crossings"]:
        crossing["ends"] = [["A1"], ["A2"]]


def turn_over(document):
    """Hexes whose odd rows are set in would be other neighbours."""
    lattice = document["board"]["lattice"]
    lattice["odd"], lattice["even"] = lattice["even"], lattice["odd"]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda quest: walk(quest)["path"].pop(1), "no step leads from"),
        (lambda quest: walk(quest)["path"].append("ZZ99"), "ZZ99 is no floor"),
        (lambda quest: quest["verdict"]["line"].pop(0), "has not begun"),
        (lead_elsewhere, "does not lead to"),
        (wall_off, "no step leads from"),
        (turn_over, "no step leads from"),
    ],
)
def test_a_line_that_cannot_be_followed_is_noticed(spoil, why, read):
    document = shipped("eight-bowls")
    spoil(document)
    assert why in read(document)[1]


# -- the version of a document ----------------------------------------------------------------


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_version_is_refused(version, read):
    document = shipped("small-change")
    document["version"] = version
    told = f"this reads version 1, and not {json.dumps(version)}"
    assert read(document) == ("", told)
    with pytest.raises(UnreadableDocument):
        load_quest(json.dumps(document).encode())


def test_keys_of_a_later_release_are_passed_over(read):
    document = shipped("small-change")
    printed = read(document)
    load_quest(json.dumps(later(document)).encode())
    assert read(later(document)) == printed


def later(data):
    """A document with a key more in each record."""
    if isinstance(data, dict):
        return {**{key: later(part) for key, part in data.items()}, "zz-later": "?"}
    return [*map(later, data)] if isinstance(data, list) else data
