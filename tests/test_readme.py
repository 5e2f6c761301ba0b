"""The tutorial of README.md, done as it is written, and every example of docs/language.md.

A ``sh`` block is run, line by line, in a copy of the checkout's quests. The ``text`` block
behind it is what that printed; a ``quest`` block behind a ``cat`` is the file. The first
whole ``quest`` block after that replaces the file of the tutorial, each ``diff`` block
changes it, and the last whole one must be what has come of it. All other ``quest`` blocks
are examples: each is compiled and must be without findings.

``python tests/test_readme.py`` writes what commands print now into README.md; read the diff.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.load import load_system
from questwright.compiler.passes.play.conditions import _VERBS
from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Disk
from questwright.dsl.diagnostics import Severity

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
LANGUAGE = ROOT / "docs" / "language.md"
SYSTEMS = ROOT / "content" / "systems"
GAME = "dungeon-saga-origins"

TUTORIAL = Path("content/quests/dry-mill/dry-mill.quest")
"""The file that the tutorial writes, below the folder of the project."""

NOT_RUN = {
    "sudo apt-get update": "changes the machine",
    "sudo apt-get install git make python3": "changes the machine",
    "git clone ADDRESS questwright": "needs a network, and an address",
    "cd questwright": "the sandbox is that folder",
    "make books": "makes an environment of its own; test_packaging and CI do that",
    "make test": "would run this test",
    ". .venv/bin/activate": "the sandbox has `questwright` on its path",
}
"""Lines of shell blocks that are not run here, each with the reason."""

_FENCE = re.compile(r"(?ms)^(?P<ticks>`{3,})(?P<kind>\w*)\n(?P<text>.*?)^(?P=ticks)$")
_SECONDS = re.compile(r"in \d+\.\d s$", re.MULTILINE)
_HEAD = f"""\
quest example "Example" {{
  system {GAME}
  heroes orlaf
  marauder zombie
"""
_SETTLED = """\
  traps 1
  secret hollow-shelf at D3|E3
  trap first-trap at B3 facing south
  action pull at F3 "Pull"
  event alarm-raised when pull done {
    set alarm
  }
"""
"""What the tables of conditions and effects speak of and the tutorial's quest does not have."""


_TILE = '''\
tile cell {
  draw """
  +-+-+
  |. .|
  + + +
  |. .|
  +-+-+
  """
}
'''
"""The file that an example includes."""


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    text: str
    start: int
    end: int


class Told(NamedTuple):
    """What the page says and what came of it."""

    block: Block
    command: str
    got: str
    code: int


class Walk(NamedTuple):
    """The tutorial, done."""

    told: list[Told]
    run: list[str]
    codes: dict[str, int]
    file: str
    folder: Path


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(match["kind"], match["text"], match.start("text"), match.end("text"))
        for match in _FENCE.finditer(text)
    ]


def is_stage(block: Block) -> bool:
    return block.kind == "quest" and block.text.startswith("quest dry-mill ")


def whole_quest() -> str:
    """The last listing of the tutorial: the whole quest."""
    return [block.text for block in blocks_of(README) if is_stage(block)][-1]


def change(text: str, diff: str) -> str:
    """A text after a diff, whose old lines must be in it once, side by side."""
    lines = diff.splitlines()
    assert all(line[:1] in ("", " ", "+", "-") for line in lines), diff
    old = "".join(line[1:] + "\n" for line in lines if line[:1] != "+")
    new = "".join(line[1:] + "\n" for line in lines if line[:1] != "-")
    assert f"\n{text}".count(f"\n{old}") == 1, f"not to be found once:\n{old}"
    return f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]


def walk(folder: Path) -> Walk:
    """Do what the page says, in order."""
    shutil.copytree(ROOT / "content" / "quests", folder / "content" / "quests")
    programs = folder / "programs"
    programs.mkdir()
    command = programs / "questwright"
    command.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m questwright.compiler.cli.main "$@"\n'
    )
    command.chmod(0o755)
    environment = {
        "HOME": str(folder / "home"),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "TERMINAL_WIDTH": "80",
    }
    file = folder / TUTORIAL
    told: list[Told] = []
    run: list[str] = []
    codes: dict[str, int] = {}
    printed, last, was_cat, is_begun = "", "", False, False
    for block in blocks_of(README):
        if block.kind == "sh":
            printed = ""
            for line in block.text.splitlines():
                if line in NOT_RUN:
                    continue
                done = subprocess.run(
                    ["/bin/sh", "-c", line],
                    cwd=folder,
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    check=False,
                )
                printed += done.stdout
                run.append(line)
                codes[line] = done.returncode
                last, was_cat = line, line.startswith("cat ")
        elif block.kind == "text" or (block.kind == "quest" and was_cat):
            told.append(Told(block, last, printed, codes[last]))
            was_cat = False
        elif block.kind == "diff":
            file.write_text(change(file.read_text(encoding="utf-8"), block.text), encoding="utf-8")
        elif is_stage(block) and not is_begun:
            file.write_text(block.text, encoding="utf-8")
            is_begun = True
    return Walk(told, run, codes, file.read_text(encoding="utf-8"), folder)


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    return walk(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="module")
def compiler(tmp_path_factory):
    return Compiler(Disk(), SYSTEMS, tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    system, _, _ = load_system(SYSTEMS / GAME, tmp_path_factory.mktemp("cache"))
    assert system is not None
    return system


def findings_of(compiler, folder, text):
    path = folder / "example.quest"
    path.write_text(text, encoding="utf-8")
    return compiler.compile(str(path)).findings


def as_quest(example: str, game) -> str:
    """An example as a whole quest: as it stands, with a head, or added to the tutorial's."""
    lines = example.splitlines()
    if any(line.startswith("campaign ") for line in lines):
        # Its quests lie in other files.
        lines = [line for line in lines if not line.startswith("include ")]
        stages = re.findall(r"^  quest (\S+)", example, re.MULTILINE)
        quests = [
            re.sub(r"^quest \S+", f"quest {stage}", whole_quest(), count=1) for stage in stages
        ]
        return "\n".join(("\n".join(lines), *quests))
    if any(line.startswith(("quest ", "campaign ", "tile ", "include ")) for line in lines):
        return example
    if any(line.strip().startswith("draw ") for line in lines):
        area = re.search(r"^(?:room|corridor) (\S+)", example, re.MULTILINE)
        assert area is not None
        won = f"  victory heroes when {area[1]} searched\n" if "victory" not in example else ""
        return f"{_HEAD}{example}{won}}}\n"
    said = {line.split()[0] for line in lines if line.strip()} & {*game.settings, "system"}
    said |= {"expect", "allow"}  # they are held by the tutorial, and an example may change them
    kept = [
        line
        for line in whole_quest().splitlines()
        if not line.strip() or line.split()[0] not in said
    ]
    return "\n".join(kept).rstrip().removesuffix("}") + example + "}\n"


def section(page: Path, heading: str) -> str:
    """What stands below a heading."""
    text = page.read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    return re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]


def table(page: Path, heading: str) -> list[str]:
    """What stands in the first column of the tables of a section."""
    rows = [line for line in section(page, heading).splitlines() if line.startswith("| `")]
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row.split(" | ")[0])]


def test_a_reader_who_follows_the_readme_sees_what_it_shows(walked):
    for told in walked.told:
        assert _SECONDS.sub("in … s", told.got) == _SECONDS.sub("in … s", told.block.text), (
            f"`{told.command}` prints something else; python tests/test_readme.py writes it anew"
        )


def shows_a_failure(told: Told) -> bool:
    """Whether a reader sees why a command fails: an error, or that something has changed."""
    return "error[" in told.block.text or told.command.startswith("questwright diff ")


def test_commands_fail_only_where_the_readme_shows_why(walked):
    shown = {told.command: shows_a_failure(told) for told in walked.told}
    assert all(told.code == shows_a_failure(told) for told in walked.told)
    assert [line for line, code in walked.codes.items() if code and line not in shown] == []


def test_every_command_is_run_or_excused(walked):
    shell = [block.text for block in blocks_of(README) if block.kind == "sh"]
    lines = [line for text in shell for line in text.splitlines()]
    assert sorted(lines) == sorted([*walked.run, *NOT_RUN])


def test_the_steps_of_the_tutorial_lead_to_the_whole_quest(walked):
    assert walked.file == whole_quest()


def test_the_whole_quest_has_no_findings(compiler, tmp_path):
    assert findings_of(compiler, tmp_path, whole_quest()) == ()


def test_the_tutorial_ends_with_a_book(walked):
    made = walked.folder / "out" / "dry-mill"
    assert (made / "book.pdf").read_bytes().startswith(b"%PDF-")
    assert (made / "quest.json").stat().st_size


EXAMPLES = [
    pytest.param(block.text, id=f"{page.stem}-{number}")
    for page in (README, LANGUAGE)
    for number, block in enumerate(blocks_of(page), 1)
    if block.kind == "quest" and not is_stage(block) and not block.text.startswith("# Dry Mill")
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_compiles_without_findings(example, compiler, game, tmp_path):
    tiles = tmp_path / "tiles"
    tiles.mkdir()
    (tiles / "cells.quest").write_text(_TILE)
    found = findings_of(compiler, tmp_path, as_quest(example, game))
    told = [f"{one.code.id} {one.message} ({one.label.text})" for one in found]
    # The lantern of the tutorial is good for nothing, on purpose.
    assert [one for one in told if "needs `lantern`" not in one] == []


def test_every_verb_and_state_is_in_the_table_of_conditions(game):
    codes = re.findall(r"`([^`]+)`", section(README, "## All conditions"))
    words = {word for code in codes for word in code.split()}
    assert {*_VERBS, *game.states, "round", "in", "at"} <= words


def test_every_effect_is_in_the_table_of_effects():
    heads = {code.split()[0] for code in table(README, "## All effects")}
    # `give 25 gold` and `give 2 exploration` are kinds of their own in the model.
    assert {str(kind) for kind in EffectKind} - {"reward", "draw"} <= heads


def is_understood(text, compiler, folder):
    """Whether every word is known; whether it can be won is another matter."""
    found = findings_of(compiler, folder, text)
    return not any(one.severity is Severity.ERROR and one.code.id < "QW3" for one in found)


@pytest.mark.parametrize("page", [README, LANGUAGE], ids=["readme", "language"])
def test_what_the_tables_show_is_understood(page, compiler, tmp_path):
    base = whole_quest().rstrip().removesuffix("}") + _SETTLED
    conditions = [code for code in table(page, "## All conditions") if " " in code]
    effects = table(page, "## All effects")
    for condition in conditions:
        text = f'{base}  event when {condition} {{\n    note "So."\n  }}\n}}\n'
        assert is_understood(text, compiler, tmp_path), condition
    for effect in effects:
        text = f"{base}  event when mill-door opened {{\n    {effect}\n  }}\n}}\n"
        assert effect == "rule" or is_understood(text, compiler, tmp_path), effect


def test_every_setting_is_in_the_reference(game):
    text = LANGUAGE.read_text(encoding="utf-8")
    assert [word for word in game.settings if f"| `{word}" not in text] == []


@pytest.mark.parametrize("page", [README, LANGUAGE], ids=["readme", "language"])
def test_links_lead_somewhere(page):
    text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.replace(" ", "").partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
            assert anchor in anchors, target


def rewrite(folder: Path) -> None:
    """Write what the commands print now into the page."""
    text = README.read_text(encoding="utf-8")
    done = walk(folder)
    last = [block for block in blocks_of(README) if is_stage(block)][-1]
    text = text[: last.start] + done.file + text[last.end :]
    for told in reversed(done.told):
        if _SECONDS.sub("", told.got) != _SECONDS.sub("", told.block.text):
            text = text[: told.block.start] + told.got + text[told.block.end :]
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        rewrite(Path(name))
