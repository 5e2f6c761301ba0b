"""One shape for every quest: found at once, kept for good, and never at the cost of a file."""

from __future__ import annotations

import os
import random
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from questwright.compiler.cli import format as fmt
from questwright.dsl.formatter import format_source, same_meaning
from questwright.dsl.parser import QuestParser
from questwright.dsl.prepare import decode
from questwright.dsl.source import Source
from support.more import amount
from support.paths import ROOT, SHIPPED
from support.strategies import QUEST, Kinds, child_environment, quests, random_quest, run

PARSER = QuestParser()
CASES = sorted((ROOT / "tests" / "cases").glob("**/*.quest"))
COMMENT = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|#[^\n]*')
DRAWN = re.compile(r'draw(?:[ \t]+[a-z0-9-]+)?[ \t]*"""\n((?:[^"]|"(?!""))*)"""')


def source_of(path):
    source, findings = decode(path.name, path.read_bytes())
    return None if findings else source


def parse(text):
    return PARSER.parse(Source("shaped.quest", text))


def comments(text):
    return [match[0].lstrip("#").strip() for match in COMMENT.finditer(text) if match[0][0] == "#"]


def drawings(text):
    """Each drawing without its margin."""
    found = []
    for match in DRAWN.finditer(text):
        rows = [row.rstrip() for row in match[1].split("\n")]
        margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
        found.append([row[margin:] for row in rows])
    return found


def shaped(text):
    """A text in its one shape, held to everything that this must keep."""
    before = parse(text)
    once = format_source(Source("shaped.quest", text))
    after = parse(once)
    assert after.findings == ()
    assert same_meaning(before.file, after.file)
    assert comments(once) == comments(text)
    assert drawings(once) == drawings(text)
    assert format_source(Source("shaped.quest", once)) == once
    assert once.endswith("\n")
    assert not re.search(r"[ \t]$|\n\n\n", once.replace('"""', ""), re.MULTILINE) or '"""' in once
    return once


# -- the shape -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_quests_have_their_shape(path):
    text = path.read_text(encoding="utf-8")
    shaped(text)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_cases_keep_their_meaning(path):
    source = source_of(path)
    if source is None or any(f.severity == "error" for f in PARSER.parse(source).findings):
        return
    shaped(source.text)


@pytest.mark.slow
@settings(max_examples=amount(80, 250), deadline=None)
@given(quests())
def test_random_quests_keep_their_meaning(text):
    shaped(text)


@pytest.mark.slow
@settings(max_examples=amount(60, 200), deadline=None)
@given(quests(), st.data())
def test_torn_quests_that_still_read_keep_their_meaning(text, data):
    start = data.draw(st.integers(0, len(text)))
    text = text[:start] + text[start + data.draw(st.integers(0, 40)) :]
    assume(not parse(text).findings)
    shaped(text)


def test_the_shape_of_a_quest():
    rough = (
        QUEST.replace("\n  ", "\n\t   ")
        .replace(" {", "   {")
        .replace("heroes orlaf, ", "heroes orlaf ,")
    )
    assert format_source(Source("", rough)) == QUEST
    assert format_source(Source("", QUEST)) == QUEST


@pytest.mark.parametrize(
    ("rough", "fine"),
    [
        ("quest a{\n}", "quest a {\n}\n"),
        ("quest a {\n\n\n}\n\n\n", "quest a {\n}\n"),
        ("#   hi  \nquest a {\n}\n", "# hi\nquest a {\n}\n"),
        ("quest a {\n#x\n}\n", "quest a {\n  # x\n}\n"),
        ("quest a {\nroom b at A1   #x\n}\n", "quest a {\n  room b at A1  # x\n}\n"),
        ("quest a {\nx :start\n}\n", "quest a {\n  x: start\n}\n"),
        ("quest a {\nX:start\n}\n", "quest a {\n  X: start\n}\n"),
        ("quest a {\nx  :  start\n}\n", "quest a {\n  x: start\n}\n"),
        ("quest a {\nroom b at A1,A2 ,A3\n}\n", "quest a {\n  room b at A1, A2, A3\n}\n"),
        (
            "quest a {\nevent when(a b)and not( c d ){ give e;set f }\n}\n",
            "quest a {\n  event when (a b) and not (c d) { give e; set f }\n}\n",
        ),
        (
            "quest a {\ndoor b  from  c   at D1|E1\nA:door open from  c\n}\n",
            "quest a {\n  door b from c at D1|E1\n  A: door open from c\n}\n",
        ),
        ("quest a {\nvictory b when c>=3\n}\n", "quest a {\n  victory b when c >= 3\n}\n"),
        ('quest a"A" {\nnote"x"\n}\n', 'quest a "A" {\n  note "x"\n}\n'),
        (
            'quest a {\nstory """\n Once.\n\n   Twice.\n """\n}\n',
            'quest a {\n  story """\n  Once.\n\n    Twice.\n  """\n}\n',
        ),
        (
            'quest a {\nstory """Once.  \n  Twice."""\n}\n',
            'quest a {\n  story """Once.\n  Twice."""\n}\n',
        ),
        # A quote before the closing quotes stays apart from them.
        (
            'quest a {\nstory """\nHe said "Once"   """\n}\n',
            'quest a {\n  story """\n  He said "Once" """\n}\n',
        ),
        (
            'quest a {\nstory """\nHe said “Once”  """\n}\n',
            'quest a {\n  story """\n  He said “Once” """\n}\n',
        ),
        (
            "quest a {\n\n\n  room b at A1\n\n\n  room c at A2\n\n}\n",
            "quest a {\n  room b at A1\n\n  room c at A2\n}\n",
        ),
    ],
)
def test_one_shape(rough, fine):
    assert shaped(rough) == fine


def test_other_meanings_are_told_apart():
    one = parse("quest a {\n  room b at A1\n}\n")
    for other in (
        "quest a {\n  room c at A1\n}\n",
        "quest a {\n  room b at A2\n}\n",
        "quest a {\n  room b at A1\n  room b at A1\n}\n",
        'quest a "A" {\n  room b at A1\n}\n',
    ):
        assert not same_meaning(one.file, parse(other).file)
    prose = parse('quest a {\n  story """\n  x\n   y\n  """\n}\n')
    assert not same_meaning(prose.file, parse('quest a {\n  story """\n  x\n  y\n  """\n}\n').file)


# -- the command -----------------------------------------------------------------------------


ROUGH = QUEST.replace("  room adit", "room   adit")


def fingerprint(path):
    """What changes when a file is written; reading it may change when it was last read."""
    now = path.stat()
    return now.st_ino, now.st_mode, now.st_size, now.st_mtime_ns


def test_a_file_is_put_into_its_shape_once(tmp_path):
    path = tmp_path / "last-lamp.quest"
    path.write_text(ROUGH, encoding="utf-8")
    path.chmod(0o640)
    assert run("fmt", path) == (0, f"{path}: formatted\n", "")
    assert path.read_text(encoding="utf-8") == QUEST
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = fingerprint(path)
    assert run("fmt", path) == (0, "", "1 file: nothing to change\n")
    assert fingerprint(path) == before
    assert os.listdir(tmp_path) == ["last-lamp.quest"]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends_are_put_into_shape(tmp_path, end):
    path = tmp_path / "last-lamp.quest"
    path.write_bytes(b"\xef\xbb\xbf" + QUEST.replace("\n", end).encode())
    assert run("fmt", "--check", path).code == 1
    assert run("fmt", path).code == 0
    assert path.read_bytes() == QUEST.encode()


def test_check_changes_nothing_and_says_what_would(tmp_path):
    rough, fine = tmp_path / "rough.quest", tmp_path / "fine.quest"
    rough.write_text(ROUGH, encoding="utf-8")
    fine.write_text(QUEST, encoding="utf-8")
    before = fingerprint(rough)
    done = run("fmt", "--check", tmp_path)
    assert done.code == 1
    assert "error[QW605]" in done.out
    assert str(rough) in done.out
    assert str(fine) not in done.out
    assert fingerprint(rough) == before
    assert run("fmt", "--check", fine).code == 0


def test_a_quest_that_cannot_be_read_is_left_alone(tmp_path):
    path = tmp_path / "torn.quest"
    for text in (ROUGH.replace("room   adit", "room   %"), "", "\0", "quest a {\n"):
        path.write_text(text, encoding="utf-8")
        before = fingerprint(path)
        done = run("fmt", path)
        assert done.code == 1
        assert "error[QW0" in done.out
        assert fingerprint(path) == before
    path.write_bytes(b"\xff\xfe")
    assert run("fmt", path).code == 1
    assert path.read_bytes() == b"\xff\xfe"
    assert run("fmt", tmp_path / "missing.quest").code == 1
    assert run("fmt", tmp_path / "missing.quest", path).code == 1


def test_standard_input_comes_out_in_its_shape():
    assert run("fmt", "-", stdin=ROUGH.encode()) == (0, QUEST, "")
    assert run("fmt", "-", stdin=QUEST.encode()).out == QUEST
    assert run("fmt", "--check", "-", stdin=QUEST.encode()).code == 0
    done = run("fmt", "--check", "-", stdin=ROUGH.encode())
    assert done.code == 1
    assert "QW605" in done.out
    assert "Last Lamp" not in done.out


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "rough.quest", tmp_path / "link.quest"
    path.write_text(ROUGH, encoding="utf-8")
    link.symlink_to(path.name)
    assert run("fmt", link).code == 0
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == QUEST


# -- nothing is lost ---------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="folders there have no such mode")
def test_a_folder_that_may_not_be_written_loses_nothing(tmp_path, monkeypatch):
    path = tmp_path / "rough.quest"
    path.write_text(ROUGH, encoding="utf-8")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", str(tmp_path))

    # Who runs the tests may be allowed everything: say so instead of the folder.
    monkeypatch.setattr(fmt.tempfile, "mkstemp", refuse)
    done = run("fmt", path)
    assert done.code == 1
    assert "QW603" in done.out + done.err
    assert "QW901" not in done.err
    assert path.read_text(encoding="utf-8") == ROUGH


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails_loses_nothing(tmp_path, monkeypatch, step):
    path = tmp_path / "rough.quest"
    path.write_text(ROUGH, encoding="utf-8")

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    done = run("fmt", path)
    assert done.code == 1
    assert "QW603" in done.out + done.err
    assert path.read_text(encoding="utf-8") == ROUGH
    assert os.listdir(tmp_path) == ["rough.quest"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_death_while_writing_loses_nothing(tmp_path):
    many = []
    for seed in range(25):
        path = tmp_path / f"rough-{seed}.quest"
        text = random_quest(random.Random(seed), Kinds(texts=True)) + "# long\n" * 3_000
        path.write_text(text, encoding="utf-8")
        many.append((path, text, format_source(Source("", text))))
    chance = random.Random(7)
    for _ in range(4):
        for path, text, _ in many:
            path.write_text(text, encoding="utf-8")
        child = subprocess.Popen(
            [sys.executable, "-m", "questwright.compiler.cli.main", "fmt", tmp_path],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
        )
        time.sleep(0.25 + chance.random() * 0.25)
        child.send_signal(signal.SIGKILL)
        child.wait()
        for path, text, fine in many:
            assert path.read_text(encoding="utf-8") in (text, fine)
    assert run("fmt", tmp_path).code == 0
    for path, _, fine in many:
        assert path.read_text(encoding="utf-8") == fine
