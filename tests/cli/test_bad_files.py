"""Includes that lead elsewhere, quests that are no files, and names that are no file names."""

from __future__ import annotations

import os

import pytest

from questwright.compiler.cli.main import EXIT_CLEAN
from support.strategies import POSIX, QUEST, run

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

# -- includes -----------------------------------------------------------------------------------

CANARY = "questwright-canary"


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        ".",
        "./",
        "..",
        "/",
        "/etc/passwd",
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/environ",
        "../secret.quest",
        "sub/../../secret.quest",
        "sub/../bad.quest",
        "..\\secret.quest",
        "C:\\secret.quest",
        "C:secret.quest",
        "~/secret.quest",
        "~root",
        "file:///etc/passwd",
        "https://example.org/x.quest",
        "//host/share.quest",
        "missing.quest",
        "sub",
        "sub/",
        "bad.quest/x.quest",
        "a" * 300,
        "sub/" * 300 + "x.quest",
        "%2e%2e/secret.quest",
        "sub/./../../secret.quest",
        "secret.quest ",
        "*.quest",
        "é/ü.quest",
        "bad.quest",
    ],
)
def test_includes_stay_in_their_folder(refused, tmp_path, written):
    (tmp_path / "project" / "sub").mkdir(parents=True)
    (tmp_path / "secret.quest").write_text(f"tile {CANARY} {{\n}}\n", encoding="utf-8")
    done = refused(f'include "{written}"\n{QUEST}', "QW113", name="project/bad.quest")
    assert CANARY not in done.out + done.err
    assert "root:" not in done.out + done.err


@POSIX
@pytest.mark.parametrize("kind", ["file", "folder", "loop", "fifo", "device", "dangling"])
def test_includes_follow_no_links_and_wait_for_nothing(refused, tmp_path, kind):
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.quest").write_text(f"tile {CANARY} {{\n}}\n", encoding="utf-8")
    written = "x.quest"
    if kind == "file":
        (project / "x.quest").symlink_to(tmp_path / "elsewhere" / "x.quest")
    elif kind == "folder":
        (project / "sub").symlink_to(tmp_path / "elsewhere")
        written = "sub/x.quest"
    elif kind == "loop":
        (project / "x.quest").symlink_to("x.quest")
    elif kind == "fifo":
        os.mkfifo(project / "x.quest")
    elif kind == "device":
        (project / "x.quest").symlink_to("/dev/zero")
    else:
        (project / "x.quest").symlink_to("nowhere")
    done = refused(f'include "{written}"\n{QUEST}', "QW113", name="project/bad.quest")
    assert CANARY not in done.out + done.err


def test_a_cycle_of_includes(refused, tmp_path):
    (tmp_path / "one.quest").write_text('include "two.quest"\n', encoding="utf-8")
    (tmp_path / "two.quest").write_text('include "one.quest"\n', encoding="utf-8")
    refused(f'include "one.quest"\n{QUEST}', "QW113")


@pytest.mark.parametrize(("files", "refuses"), [(15, False), (16, True), (400, True)])
def test_a_chain_of_includes(refused, tmp_path, files, refuses):
    for number in range(1, files):
        (tmp_path / f"{number}.quest").write_text(
            f'include "{number + 1}.quest"\n', encoding="utf-8"
        )
    (tmp_path / f"{files}.quest").write_text("# the last one\n", encoding="utf-8")
    text = f'include "1.quest"\n{QUEST}'
    if refuses:
        refused(text, "QW113")
    else:
        (tmp_path / "good.quest").write_text(text, encoding="utf-8")
        assert run("check", tmp_path / "good.quest").code == EXIT_CLEAN


def test_many_includes(refused, tmp_path):
    for number in range(300):
        (tmp_path / f"{number}.quest").write_text("# one of many\n", encoding="utf-8")
    lines = "".join(f'include "{number}.quest"\n' for number in range(300))
    refused(lines + QUEST, "QW113")


def test_a_broken_include_is_told_where_it_is(refused, tmp_path):
    (tmp_path / "tiles.quest").write_text("tile a {\n  %\n}\n", encoding="utf-8")
    done = refused(f'include "tiles.quest"\n{QUEST}', "QW010")
    assert f"{tmp_path / 'tiles.quest'}:2:3" in done.out
    (tmp_path / "tiles.quest").write_bytes(b"\xff")
    refused(f'include "tiles.quest"\n{QUEST}', "QW001")


@POSIX
@pytest.mark.parametrize("kind", ["missing", "fifo", "zero", "unreadable", "folder"])
def test_quests_that_are_no_files(refused, tmp_path, kind):
    path = tmp_path / "bad.quest"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    elif kind == "unreadable":
        path.symlink_to("bad.quest")
    elif kind == "folder":
        path.mkdir()
    refused(None, "QW601")


# -- names ---------------------------------------------------------------------------------------

IDS = {
    "../x": "QW010",
    "/elsewhere/x": "QW010",
    "a/b": "QW010",
    "a\\b": "QW010",
    "..": "QW010",
    ".": "QW010",
    ".hidden": "QW010",
    "a.b": "QW010",
    "a:b": "QW010",
    "a b": "QW010",
    "A": "QW010",
    "é": "QW010",
    "e\u0301": "QW010",
    "日本": "QW010",
    "a_b": "QW010",
    "-a": "QW010",
    "a-": "QW010",
    "a--b": "QW010",
    "1a": "QW010",
    "1": "QW010",
    "con": "QW112",
    "nul": "QW112",
    "aux": "QW112",
    "prn": "QW112",
    "com1": "QW112",
    "lpt9": "QW112",
    "a" * 65: "QW112",
    "a" * 300: "QW112",
}


@pytest.mark.parametrize(("id_", "code"), IDS.items(), ids=lambda value: value[:20])
def test_names_that_are_no_file_names(refused, tmp_path, id_, code):
    before = sorted(tmp_path.parent.iterdir())
    refused(QUEST.replace("quest last-lamp", f"quest {id_}"), code)
    assert sorted(tmp_path.parent.iterdir()) == before


def test_a_name_at_the_limit(tmp_path):
    path = tmp_path / "long.quest"
    path.write_text(QUEST.replace("last-lamp", "a" * 64), encoding="utf-8")
    done = run("build", "--no-book", "-o", tmp_path / "out", path)
    assert done.code == EXIT_CLEAN
    assert (tmp_path / "out" / ("a" * 64) / "quest.json").is_file()


def test_two_files_with_one_quest(refused, tmp_path):
    for name in ("folder/one.quest", "folder/two.quest"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(QUEST, encoding="utf-8")
    refused(None, "QW604", name="folder")
