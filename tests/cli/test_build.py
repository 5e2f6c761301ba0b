"""What a build writes, where it writes it, and that it writes the same again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from questwright.compiler.build import MANIFEST
from questwright.engine.replay import replay_document
from support.builds import assert_whole, build, contents, fingerprint, leftovers
from support.more import amount, more, some
from support.paths import SHIPPED
from support.strategies import POSIX, QUEST, child_environment, run

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

FILES = {"quest.json", "graph.graphml", "outline.txt"}


# -- what a build leaves ---------------------------------------------------------------------------


def test_a_build_writes_everything(quest, out, tmp_path):
    code, said, told = build(quest, out)
    assert code == 0
    assert said == f"{out / 'last-lamp'}: The Last Lamp, winnable\n"
    assert "1 quest built in" in told
    assert set(assert_whole(out)) == {"last-lamp"}
    assert {one.name for one in (out / "last-lamp").iterdir()} == FILES
    assert leftovers(tmp_path) == []


def test_the_folder_is_one_that_others_may_read(quest, out):
    build(quest, out)
    assert out.stat().st_mode & 0o777 == 0o755
    assert (out / "last-lamp").stat().st_mode & 0o500 == 0o500
    assert (out / "last-lamp" / "quest.json").stat().st_mode & 0o400


def test_the_default_folder_is_out(quest, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("build", "--no-book", quest).code == 0
    assert_whole(tmp_path / "out")


def test_folders_above_are_made(quest, tmp_path):
    assert build(quest, tmp_path / "a" / "b" / "out").code == 0
    assert_whole(tmp_path / "a" / "b" / "out")


def test_documents_are_canonical(quest, out):
    build(quest, out)
    for name in ("last-lamp/quest.json", MANIFEST):
        data = (out / name).read_bytes()
        assert data.endswith(b"}\n")
        assert b"\r" not in data

        def pairs(found):
            assert [key for key, _ in found] == sorted(key for key, _ in found)
            return dict(found)

        json.loads(data, object_pairs_hook=pairs)
    text = (out / "last-lamp" / "outline.txt").read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert "\r" not in text


def test_a_compact_document_is_smaller_and_changes_nothing(quest, out, tmp_path):
    build(quest, out)
    light = tmp_path / "light"
    assert run("build", "--no-book", "--compact", "--out", light, quest).code == 0
    whole, small = (folder / "last-lamp" / "quest.json" for folder in (out, light))
    assert len(small.read_bytes()) < 0.7 * len(whole.read_bytes())
    assert json.loads(small.read_bytes()).keys() < json.loads(whole.read_bytes()).keys()
    for pair in ((whole, small), (small, whole), (quest, small)):
        assert run("diff", *pair) == (0, "nothing has changed\n", "")
    assert replay_document(small.read_bytes()) == ""


def test_quests_built_earlier_stay(quest, out, tmp_path):
    build(quest, out)
    before = fingerprint(out / "last-lamp")
    other = tmp_path / "other.quest"
    other.write_text(QUEST.replace("last-lamp", "other-lamp"), encoding="utf-8")
    build(other, out)
    assert fingerprint(out / "last-lamp") == before
    assert set(assert_whole(out)) == {"last-lamp", "other-lamp"}


def test_a_quest_is_built_anew(quest, out):
    build(quest, out)
    quest.write_text(QUEST.replace("The Last Lamp", "The First Lamp"), encoding="utf-8")
    build(quest, out)
    assert_whole(out)
    assert b"The First Lamp" in (out / "last-lamp" / "quest.json").read_bytes()


def test_what_keeps_the_folder_in_a_repository_stays(quest, out):
    out.mkdir()
    (out / ".gitkeep").write_bytes(b"")
    (out / ".gitignore").write_bytes(b"*\n")
    assert build(quest, out).code == 0
    assert (out / ".gitignore").read_bytes() == b"*\n"
    assert (out / ".gitkeep").is_file()
    assert build(quest, out).code == 0
    assert (out / ".gitkeep").is_file()


def test_a_failing_quest_leaves_everything(quest, out, tmp_path):
    build(quest, out)
    before = fingerprint(out)
    other = tmp_path / "other.quest"
    for wrong in (
        QUEST.replace("last-lamp", "other-lamp").replace("room adit", "rom adit"),
        QUEST.replace("last-lamp", "other-lamp").replace("carries lamp", "carries lamps"),
        QUEST.replace('door pit-door "The Pit Door"', "door pit-door locked by lamp"),
        QUEST,
        "",
    ):
        other.write_text(wrong, encoding="utf-8")
        code, _, told = build(quest, out, other)
        assert code == 1
        assert "nothing was built" in told
        assert fingerprint(out) == before
    assert build(tmp_path / "missing.quest", out).code == 1
    assert fingerprint(out) == before


def test_a_failing_quest_makes_no_folder(tmp_path, out):
    other = tmp_path / "other.quest"
    other.write_text("quest a {\n}\n", encoding="utf-8")
    assert build(other, out).code == 1
    assert not out.exists()


# -- folders that are not ours ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["notes.txt", ".hidden", "last-lamp", ".git"])
def test_a_foreign_folder_is_refused(quest, out, name):
    out.mkdir()
    (out / name).mkdir() if name == "last-lamp" else (out / name).write_text("mine")
    before = fingerprint(out)
    code, said, told = build(quest, out)
    assert (code, said) == (1, "")
    assert "QW603" in told
    assert name in told
    assert fingerprint(out) == before


@pytest.mark.parametrize(
    "manifest", [b"", b"{}", b"[]", b"null", b'{"version": 1}', b"\xff", b"[" * 100_000]
)
def test_a_manifest_that_is_not_ours(quest, out, manifest):
    out.mkdir()
    (out / MANIFEST).write_bytes(manifest)
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    before = fingerprint(out)
    code, _, told = build(quest, out)
    assert code == 1, told
    assert "QW603" in told
    assert fingerprint(out) == before


@pytest.mark.parametrize("name", ["notes.txt", "last-lamp/notes.txt", "photos/one.jpg"])
def test_files_beside_ours_are_not_lost(quest, out, name):
    build(quest, out)
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).write_text("mine", encoding="utf-8")
    before = fingerprint(out)
    code, _, told = build(quest, out)
    assert code == 1
    assert name.partition("/")[0] in told
    assert fingerprint(out) == before


def test_what_systems_drop_everywhere_is_no_hindrance(quest, out):
    build(quest, out)
    (out / ".DS_Store").write_bytes(b"")
    (out / "last-lamp" / "Thumbs.db").write_bytes(b"")
    assert build(quest, out).code == 0
    assert_whole(out)


def test_files_that_somebody_deleted_do_not_hinder(quest, out, tmp_path):
    build(quest, out)
    other = tmp_path / "other.quest"
    other.write_text(QUEST.replace("last-lamp", "other-lamp"), encoding="utf-8")
    (out / "last-lamp" / "outline.txt").unlink()
    assert build(other, out).code == 0
    assert set(assert_whole(out)["last-lamp"]) == FILES - {"outline.txt"}
    shutil.rmtree(out / "last-lamp")
    assert build(other, out).code == 0
    assert set(assert_whole(out)) == {"other-lamp"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "id_", ["../elsewhere", "..", ".", "/tmp/elsewhere", "a/../../elsewhere", "missing", ""]
)
def test_a_manifest_that_leads_elsewhere(quest, out, tmp_path, id_):
    build(quest, out)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret.txt").write_text("secret", encoding="utf-8")
    held = json.loads((out / MANIFEST).read_bytes())
    for names in ({"secret.txt": "0"}, {"../secret.txt": "0"}, {}, [], None):
        held["quests"][id_] = names
        (out / MANIFEST).write_text(json.dumps(held), encoding="utf-8")
        assert build(quest, out).code == 0
        assert set(assert_whole(out)) == {"last-lamp"}
    assert contents(tmp_path / "elsewhere") == {"secret.txt": b"secret"}


@POSIX
@pytest.mark.parametrize("target", ["elsewhere", "nowhere", "file"])
def test_a_link_is_refused(quest, out, tmp_path, target):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    out.symlink_to(tmp_path / target)
    code, _, told = build(quest, out)
    assert code == 1
    assert "QW603" in told
    assert out.is_symlink()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_file_is_refused(quest, out):
    out.write_text("mine", encoding="utf-8")
    assert build(quest, out).code == 1
    assert out.read_text(encoding="utf-8") == "mine"
    assert build(quest, out / "below").code == 1


@POSIX
def test_links_among_the_outputs_are_not_followed(quest, out, tmp_path):
    build(quest, out)
    other = tmp_path / "other.quest"
    other.write_text(QUEST.replace("last-lamp", "other-lamp"), encoding="utf-8")
    assert build(other, out).code == 0
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    for name in ("quest.json", "outline.txt"):
        (out / "last-lamp" / name).unlink()
        (out / "last-lamp" / name).symlink_to(secret)
    build(other, out)
    assert secret.read_text(encoding="utf-8") == "secret"
    for data in contents(out).values():
        assert data != b"secret"
    assert build(quest, out).code == 0
    shutil.rmtree(out / "last-lamp")
    (tmp_path / "elsewhere").mkdir()
    (out / "last-lamp").symlink_to(tmp_path / "elsewhere")
    assert build(quest, out).code == 1
    assert list((tmp_path / "elsewhere").iterdir()) == []


# -- the same again --------------------------------------------------------------------------------


@pytest.mark.slow
@more
def test_the_same_quests_give_the_same_bytes(tmp_path):
    seen, quests = set(), some(SHIPPED, 4)
    places = (("0", "a"), ("12345", "b/c"), ("1", "a"))
    for number, (seed, folder) in enumerate(places[: amount(2, 3)]):
        here = tmp_path / folder
        here.mkdir(parents=True, exist_ok=True)
        for path in quests:
            shutil.copyfile(path, here / path.name)
        out = tmp_path / f"out-{number}"
        done = subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "questwright.compiler.cli.main",
                    "build",
                    "--no-book",
                    "-o",
                    out,
                ),
                *(path.name for path in quests),
            ],
            cwd=here,
            capture_output=True,
            env=child_environment(PYTHONHASHSEED=seed),
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        seen.add(json.dumps({name: data.hex() for name, data in contents(out).items()}))
    assert len(seen) == 1


@pytest.mark.slow
def test_the_same_quest_gives_the_same_book(tmp_path):
    small = tmp_path / "last-lamp.quest"
    small.write_text(QUEST, encoding="utf-8")
    quests = (small, *SHIPPED[:2])[: amount(1, 3)]
    assert run("build", *quests, "--out", tmp_path / "here").code == 0
    seen = {json.dumps({name: data.hex() for name, data in contents(tmp_path / "here").items()})}
    for number, seed in enumerate(("12345", "1")[: amount(1, 2)]):
        here = tmp_path / f"here-{number}"
        names = [quest.name for quest in quests]
        here.mkdir()
        for quest in quests:
            shutil.copyfile(quest, here / quest.name)
        done = subprocess.run(
            [sys.executable, "-m", "questwright.compiler.cli.main", "build", "--no-cache", *names],
            cwd=here,
            capture_output=True,
            env=child_environment(PYTHONHASHSEED=seed),
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        found = contents(here / "out")
        assert all(f"{quest.stem}/book.pdf" in found for quest in quests)
        seen.add(json.dumps({name: data.hex() for name, data in found.items()}))
    assert len(seen) == 1


def test_where_a_quest_lies_does_not_matter(quest, tmp_path):
    far = tmp_path / "far" / "away" / "last-lamp.quest"
    far.parent.mkdir(parents=True)
    far.write_text(QUEST, encoding="utf-8")
    assert build(quest, tmp_path / "one").code == 0
    assert build(far, tmp_path / "two").code == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    for data in contents(tmp_path / "one").values():
        assert str(tmp_path).encode() not in data


def test_the_cache_does_not_matter(quest, tmp_path):
    assert build(quest, tmp_path / "one").code == 0
    assert build(quest, tmp_path / "two", "--no-cache").code == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_folder_with_other_files_is_refused_before_anything_is_made(tmp_path, monkeypatch):
    from questwright.compiler.cli import build as command

    quest = tmp_path / "lamp.quest"
    quest.write_text(QUEST, encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.txt").write_text("mine", encoding="utf-8")
    monkeypatch.setattr(command, "_made", None)
    done = run("build", quest, "--out", tmp_path / "out")
    assert done.code == 1
    assert "holds 'notes.txt', which no build of ours made" in done.err
