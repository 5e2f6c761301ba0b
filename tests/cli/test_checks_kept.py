"""A check does not prove again what it has found nothing in, where nothing has changed."""

from __future__ import annotations

import pytest

from questwright.compiler.cli import check as command
from support.strategies import QUEST, run

SECOND = QUEST.replace("last-lamp", "second-lamp")
CAMPAIGN = """\
include "first.quest"
include "second.quest"
campaign two-lamps "Two Lamps" {
  system dungeon-saga-origins
  quest last-lamp
  quest second-lamp
}
"""


@pytest.fixture(autouse=True)
def slow(monkeypatch, tmp_path):
    """Each check takes long enough to be kept; each test has a cache of its own."""
    from questwright.compiler import kept

    def folder(name):
        return str(tmp_path / "cache" / name)

    monkeypatch.setattr(command, "_SLOW", -1)
    monkeypatch.setattr(command, "cache_folder", folder)
    monkeypatch.setattr(kept, "cache_folder", folder)


@pytest.fixture
def proven(monkeypatch):
    """The files that a check compiles."""
    found = []
    real = command.compile_files

    def noted(paths, *rest):
        found.extend(path.rsplit("/", 1)[-1] for path in paths)
        return real(paths, *rest)

    monkeypatch.setattr(command, "compile_files", noted)

    def taken():
        now = sorted(found)
        found.clear()
        return now

    return taken


@pytest.fixture
def files(tmp_path):
    texts = {"first": QUEST, "second": SECOND, "whole": CAMPAIGN}
    paths = []
    for name, text in texts.items():
        paths.append(tmp_path / f"{name}.quest")
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def test_a_second_check_proves_nothing_and_says_the_same(files, proven):
    first = run("check", *files)
    assert proven() == ["first.quest", "second.quest", "whole.quest"]
    again = run("check", *files)
    assert proven() == []
    assert (first.code, first.out, first.err) == (again.code, again.out, again.err)
    assert "a campaign of 2 quests" in again.out
    run("check", "--no-cache", *files)
    assert proven() == ["first.quest", "second.quest", "whole.quest"]
    one = run("check", "--format", "junit", *files)
    assert one.out.count("<testcase") == 3


def test_only_what_has_changed_is_proven(files, proven):
    run("check", *files)
    proven()
    files[0].write_text(QUEST.replace("and it is moving", "and it is still"), encoding="utf-8")
    assert run("check", *files).code == 0
    assert proven() == ["first.quest", "whole.quest"]


def test_findings_are_told_each_time(files, proven):
    files[0].write_text(
        QUEST.replace("  board {", '  item spare "The Spare Wick" at A1\n  board {', 1),
        encoding="utf-8",
    )
    first = run("check", files[0], files[1])
    assert "QW" in first.out
    proven()
    assert run("check", files[0], files[1]).out == first.out
    assert proven() == ["first.quest"]


@pytest.mark.parametrize("change", [("--states", "19999"), ("--seconds", "90")])
def test_what_is_asked_counts(files, proven, change):
    run("check", files[0])
    proven()
    run("check", *change, files[0])
    assert proven() == ["first.quest"]


def test_a_change_of_questwright_counts(files, proven, monkeypatch):
    from questwright.compiler import kept

    run("check", files[0])
    proven()
    monkeypatch.setattr(kept, "_own_digest", lambda: "another one")
    run("check", files[0])
    assert proven() == ["first.quest"]


def test_two_quests_of_one_name_are_found_whatever_was_kept(files, proven):
    files[1].write_text(QUEST, encoding="utf-8")
    run("check", files[0])
    for paths in (files[:2], files[1::-1]):
        done = run("check", *paths)
        assert done.code == 1
        assert "two files have a quest or campaign called `last-lamp`" in done.out
    run("check", files[1])
    done = run("check", *files[:2])
    assert done.code == 1
    assert "two files have a quest" in done.out


def test_what_is_soon_checked_is_not_kept(files, proven, monkeypatch):
    monkeypatch.setattr(command, "_SLOW", 3600)
    run("check", files[0])
    proven()
    run("check", files[0])
    assert proven() == ["first.quest"]


DEALT = """quest {id} "{title}" {{
  system warhammer-quest
  adventure {number}
  deck {{
    objective drowned-altar
  }}
  board {{
    tile drowned-altar at A1
  }}
  start at A7..B7, D7..E7
  bone-sentry keeper "The Keeper" at B3
  victory warriors when keeper defeated
}}
"""


def test_two_adventures_of_one_number_are_found_whatever_was_kept(tmp_path):
    """WHQ-B6: a die chooses among those of an objective room."""
    paths = []
    for id_ in ("tea", "toast"):
        paths.append(tmp_path / f"{id_}.quest")
        paths[-1].write_text(DEALT.format(id=id_, title=id_, number=1), encoding="utf-8")
        run("check", paths[-1])
    done = run("check", *paths)
    assert done.code == 1
    assert "QW270" in done.out
