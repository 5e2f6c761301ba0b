"""The Python face: what a script or a notebook gets."""

from __future__ import annotations

import dataclasses
import inspect
import json
import subprocess
import sys
import typing

import pytest

import questwright
from questwright.compiler.starter import starter_quest
from support.kept import system_of
from support.more import more
from support.paths import ROOT

QUESTS = ROOT / "content" / "quests"
GAME = "dungeon-saga-origins"


@pytest.fixture
def quest(tmp_path):
    path = tmp_path / "dry-mill.quest"
    path.write_text(starter_quest("dry-mill", system_of(GAME)), encoding="utf-8")
    return path


def test_a_sound_quest_is_ok(quest):
    report = questwright.check(quest)
    assert report.ok
    assert report.findings == ()
    (summary,) = report.quests
    assert (summary.id, summary.game, summary.verdict) == ("dry-mill", GAME, "winnable")
    assert summary.path == str(quest)


def test_a_mistake_is_a_finding_with_its_place(quest):
    quest.write_text(quest.read_text("utf-8").replace("marauder zombie", "marauder zombi"), "utf-8")
    report = questwright.check(quest)
    assert not report.ok
    assert report.errors == report.findings
    (finding,) = report.findings
    assert (finding.code, finding.name, finding.severity) == ("QW103", "unknown-word", "error")
    line = quest.read_text("utf-8").splitlines()[finding.place.line - 1]
    assert line[finding.place.column - 1 : finding.place.end_column - 1] == "zombi"
    assert "zombie" in finding.help
    assert str(finding) == f"{quest}:{finding.place.line}:12: error[QW103]: {finding.message}"
    assert report.quests[0].verdict is None


def test_several_paths_are_one_run(quest, tmp_path):
    again = tmp_path / "again.quest"
    again.write_bytes(quest.read_bytes())
    found = questwright.check([str(quest), again]).findings
    assert [finding.name for finding in found] == ["same-quest-id"]
    assert len(questwright.check(tmp_path).findings) == 1


def test_what_cannot_be_read_is_a_finding(tmp_path):
    report = questwright.check(tmp_path / "nowhere.quest")
    assert [finding.name for finding in report.errors] == ["unreadable-file"]


def test_a_proof_has_its_line(quest):
    proofs = questwright.prove(quest)
    assert proofs.ok
    verdict = proofs.verdicts["dry-mill"]
    assert verdict.kind == "winnable"
    assert verdict.quest == proofs.report.quests[0]
    between = {"begin", "walk", "hand", "event"}
    deeds = [step.kind for step in verdict.line if step.kind not in between]
    assert deeds == ["open", "defeat", "search"]
    for step in verdict.line:
        assert step.place.path == str(quest)
        # What happens by itself happens to nobody, and nowhere.
        assert bool(step.who) is bool(step.squares) is (step.kind != "event")
    assert verdict.causes == ()
    low, high = verdict.rounds
    assert 1 <= low <= high


def test_a_proof_says_why_a_quest_cannot_be_won(quest):
    text = quest.read_text("utf-8")
    door = "D: door first-door"
    text = text.replace(door, f"{door} locked by iron-key")
    text = text.replace("  victory ", "  item iron-key in hoard\n  victory ")
    quest.write_text(text, "utf-8")
    proofs = questwright.prove(quest)
    assert not proofs.ok
    verdict = proofs.verdicts["dry-mill"]
    assert verdict.kind == "unwinnable"
    assert verdict.line == ()
    assert verdict.causes
    assert {cause.chain for cause in verdict.causes} == {0}


def test_a_budget_is_kept(quest):
    few, many = (questwright.prove(quest, states=n).verdicts["dry-mill"] for n in (1, 20_000))
    assert (few.kind, many.kind) == ("undecided", "winnable")
    assert few.undecided
    assert many.undecided == ()


def test_a_quest_that_is_not_whole_has_no_verdict(quest):
    quest.write_text(quest.read_text("utf-8").replace("s: start", "s: strt"), "utf-8")
    proofs = questwright.prove(quest)
    assert not proofs.ok
    assert dict(proofs.verdicts) == {}


@pytest.mark.parametrize("compact", [False, True])
def test_a_build_writes_what_the_command_writes(compact, quest, tmp_path):
    built = questwright.build(quest, tmp_path / "ours", book=False, compact=compact)
    assert built.ok
    assert built.problem is None
    assert built.folders == {"dry-mill": tmp_path / "ours" / "dry-mill"}
    command = [sys.executable, "-m", "questwright.compiler.cli.main", "build", "--no-book"]
    command += ["--compact"] * compact
    subprocess.run([*command, "-o", tmp_path / "theirs", quest], check=True, cwd=ROOT)
    for file in built.folders["dry-mill"].iterdir():
        assert file.read_bytes() == (tmp_path / "theirs" / "dry-mill" / file.name).read_bytes()
    document = json.loads((built.folders["dry-mill"] / "quest.json").read_bytes())
    assert document["id"] == "dry-mill"


def test_a_build_with_errors_writes_nothing(quest, tmp_path):
    quest.write_text(quest.read_text("utf-8").replace("s: start", "s: strt"), "utf-8")
    built = questwright.build(quest, tmp_path / "out", book=False)
    assert not built.ok
    assert dict(built.folders) == {}
    assert not (tmp_path / "out").exists()


def test_a_build_says_why_it_could_not_write(quest, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "diary.txt").write_text("mine")
    built = questwright.build(quest, tmp_path / "out", book=False)
    assert built.report.ok
    assert not built.ok
    assert "diary.txt" in built.problem
    assert dict(built.folders) == {}


@pytest.mark.slow
@more
def test_a_build_prints_the_book(quest, tmp_path):
    built = questwright.build(quest, tmp_path / "out")
    assert (built.folders["dry-mill"] / "book.pdf").read_bytes().startswith(b"%PDF-")


VALUES = [getattr(questwright, name) for name in questwright.__all__ if name[0].isupper()]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_values_are_frozen_and_documented(value):
    assert value.__dataclass_params__.frozen
    assert inspect.getdoc(value)
    assert not inspect.getdoc(value).startswith(f"{value.__name__}(")
    assert typing.get_type_hints(value, vars(sys.modules["questwright.api"]) | NAMES)
    assert dataclasses.fields(value)


NAMES = {"Mapping": typing.Mapping}


def test_the_face_is_what_it_says():
    assert set(questwright.__all__) <= set(dir(questwright))
    for name in ("check", "prove", "build"):
        assert inspect.getdoc(getattr(questwright, name))
    with pytest.raises(AttributeError, match="no attribute 'chek'"):
        _ = questwright.chek


def test_the_command_does_not_load_the_face():
    code = (
        "import sys\nimport questwright.compiler.cli.main\n"
        "assert 'questwright.api' not in sys.modules\n"
        "import questwright\nquestwright.check\nassert 'questwright.api' in sys.modules\n"
        "assert not {'weasyprint', 'jinja2', 'typer', 'networkx'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_it_prints_nothing(quest, capfd):
    questwright.check([quest, QUESTS / "nowhere"])
    questwright.prove(quest)
    assert capfd.readouterr() == ("", "")
