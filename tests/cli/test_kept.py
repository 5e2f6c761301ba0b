"""What an earlier build has made is taken again, and only where nothing has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from questwright.compiler.cli import build as command
from support.paths import ROOT
from support.strategies import QUEST, run

SHIPPED = ROOT / "content" / "quests"
SECOND = QUEST.replace("last-lamp", "second-lamp")


@pytest.fixture
def made(monkeypatch, tmp_path):
    """The ids that a build makes anew; each test has a cache of its own."""
    from questwright.compiler import kept

    found = []
    real = command.data_of

    def noted(ready, bound, **options):
        found.extend(publication.quest.id for publication in ready)
        found.extend(joined.campaign.id for joined in bound)
        return real(ready, bound, **options)

    monkeypatch.setattr(command, "data_of", noted)
    monkeypatch.setattr(kept, "cache_folder", lambda name: tmp_path / "cache" / name)

    def taken():
        now = sorted(found)
        found.clear()
        return now

    return taken


@pytest.fixture
def files(tmp_path):
    first, second = tmp_path / "first.quest", tmp_path / "second.quest"
    first.write_text(QUEST, encoding="utf-8")
    second.write_text(SECOND, encoding="utf-8")
    return first, second


def build(out, *arguments):
    return run("build", "--no-book", "--out", out, *arguments)


def contents(out):
    return {
        str(path.relative_to(out)): path.read_bytes() for path in sorted(Path(out).rglob("*.*"))
    }


def test_a_second_build_makes_nothing_and_says_the_same(files, made, tmp_path):
    first = build(tmp_path / "one", *files)
    assert made() == ["last-lamp", "second-lamp"]
    again = build(tmp_path / "two", *files)
    assert made() == []
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert (first.code, again.code) == (0, 0)
    assert first.out.replace("one", "two") == again.out
    build(tmp_path / "three", "--no-cache", *files)
    assert made() == ["last-lamp", "second-lamp"]
    assert contents(tmp_path / "one") == contents(tmp_path / "three")


def test_only_what_has_changed_is_made(files, made, tmp_path):
    out = tmp_path / "out"
    build(out, *files)
    made()
    inode = (out / "second-lamp" / "quest.json").stat().st_ino
    files[0].write_text(QUEST.replace("and it is moving", "and it is still"), encoding="utf-8")
    assert build(out, *files).code == 0
    assert made() == ["last-lamp"]
    assert b"and it is still" in (out / "last-lamp" / "quest.json").read_bytes()
    assert (out / "second-lamp" / "quest.json").stat().st_ino == inode


@pytest.mark.parametrize(
    "change", [("--compact",), ("--states", "19999"), ("--worlds", "7"), ("--seconds", "90")]
)
def test_what_is_asked_counts(files, made, tmp_path, change):
    build(tmp_path / "out", files[0])
    made()
    build(tmp_path / "out", *change, files[0])
    assert made() == ["last-lamp"]


def test_a_change_of_questwright_counts(files, made, tmp_path, monkeypatch):
    from questwright.compiler import kept

    build(tmp_path / "out", files[0])
    made()
    monkeypatch.setattr(kept, "_own_digest", lambda: "another one")
    build(tmp_path / "out", files[0])
    assert made() == ["last-lamp"]


def test_findings_are_told_each_time(files, made, tmp_path):
    files[0].write_text(
        QUEST.replace("  board {", '  item spare "The Spare Wick" at A1\n  board {', 1),
        encoding="utf-8",
    )
    first = build(tmp_path / "out", files[0])
    assert "QW" in first.out
    made()
    assert build(tmp_path / "out", files[0]).out == first.out
    assert made() == ["last-lamp"]


def test_two_quests_of_one_name_are_found_whatever_was_kept(files, made, tmp_path):
    build(tmp_path / "one", files[0])
    files[1].write_text(QUEST, encoding="utf-8")
    for paths in (files, files[::-1]):
        done = build(tmp_path / "out", *paths)
        assert done.code == 1
        assert "QW607" not in done.err
        assert "two files have a quest or campaign called `last-lamp`" in done.out
    build(tmp_path / "two", files[1])
    done = build(tmp_path / "out", *files)
    assert done.code == 1
    assert "two files have a quest" in done.out


def test_a_campaign_is_made_anew_when_one_of_its_quests_changes(made, tmp_path):
    (tmp_path / "a.quest").write_text(QUEST, encoding="utf-8")
    (tmp_path / "b.quest").write_text(SECOND, encoding="utf-8")
    whole = tmp_path / "whole.quest"
    whole.write_text(
        'include "a.quest"\ninclude "b.quest"\n'
        'campaign two-lamps "Two Lamps" {\n  system dungeon-saga-origins\n'
        "  quest last-lamp\n  quest second-lamp\n}\n",
        encoding="utf-8",
    )
    done = build(tmp_path / "out", tmp_path)
    assert done.code == 0, done.out
    assert made() == ["last-lamp", "second-lamp", "two-lamps"]
    assert build(tmp_path / "out", tmp_path).out == done.out
    assert made() == []
    (tmp_path / "b.quest").write_text(SECOND.replace("moving", "still"), encoding="utf-8")
    build(tmp_path / "out", tmp_path)
    assert made() == ["second-lamp", "two-lamps"]


def test_a_bound_book_asks_for_every_quest(files, made, tmp_path):
    build(tmp_path / "out", *files)
    made()
    refused = build(tmp_path / "out", "--bind", "Two Lamps", *files)
    assert refused.code == 2
    assert "cannot be without a book" in refused.err
    assert run("build", "--bind", "…", "--out", tmp_path / "out", *files).code == 2


def test_a_spoiled_cache_is_no_matter(files, made, tmp_path):
    build(tmp_path / "one", *files)
    made()
    for path in (tmp_path / "cache" / "builds").iterdir():
        head, _, rest = path.read_bytes().partition(b"\n")
        path.write_bytes(head + b"\n" + rest[:-1] + b"x")
    assert build(tmp_path / "two", *files).code == 0
    assert made() == ["last-lamp", "second-lamp"]
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_note_of_another_shape_is_a_miss(files, made, tmp_path):
    from questwright.compiler.files import Bounds, Store

    build(tmp_path / "one", files[0])
    made()
    folder = tmp_path / "cache" / "builds"
    store = Store(folder, ".kept", Bounds(1 << 20, 100, 1 << 30))
    (note,) = [path for path in folder.iterdir() if b'"made_by"' in path.read_bytes()]
    for odd in (
        [],
        {},
        {"sources": 1},
        {"sources": {}, "told": [1], "products": {}, "made_by": ""},
    ):
        store.keep(note.stem, json.dumps(odd).encode())
        assert build(tmp_path / "one", files[0]).code == 0
        assert made() == ["last-lamp"]


# -- in another language -----------------------------------------------------------------


@pytest.fixture
def hymn(tmp_path):
    """A quest with a German catalog beside it, in a folder of its own."""
    for name in ("wrong-hymn.quest", "wrong-hymn.de.po"):
        text = (SHIPPED / "wrong-hymn" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "wrong-hymn.quest"


def test_a_translated_quest_is_kept_until_its_catalog_changes(hymn, made, tmp_path):
    first = build(tmp_path / "one", "--language", "de", hymn)
    assert first.code == 0, first.out
    assert made() == ["wrong-hymn"]
    again = build(tmp_path / "two", "--language", "de", hymn)
    assert made() == []
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert first.out.replace("one", "two") == again.out
    build(tmp_path / "three", hymn)
    assert made() == ["wrong-hymn"]
    assert contents(tmp_path / "three") != contents(tmp_path / "two")
    catalog = hymn.with_name("wrong-hymn.de.po")
    text = catalog.read_text(encoding="utf-8")
    catalog.write_text(
        text.replace('msgstr "Der falsche', 'msgstr "Ein falscher'), encoding="utf-8"
    )
    assert catalog.read_text(encoding="utf-8") != text
    build(tmp_path / "four", "--language", "de", hymn)
    assert made() == ["wrong-hymn"]
    assert contents(tmp_path / "four") != contents(tmp_path / "two")


def test_a_quest_without_a_catalog_is_told_each_time(hymn, made, tmp_path):
    hymn.with_name("wrong-hymn.de.po").unlink()
    first = build(tmp_path / "one", "--language", "de", hymn)
    assert "QW621" in first.out
    made()
    again = build(tmp_path / "one", "--language", "de", hymn)
    assert made() == ["wrong-hymn"]
    assert again.out == first.out
