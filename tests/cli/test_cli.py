"""The command line: help, exit codes, and what each command says."""

from __future__ import annotations

import json
import re
import sys

import pytest

from questwright.compiler.cli import check as check_module
from questwright.compiler.cli.app import app
from questwright.compiler.cli.check import CheckOptions, plain_options
from support.kept import system_of
from support.strategies import QUEST, run

SYSTEM = "dungeon-saga-origins"
BAD = QUEST.replace("room adit", "rom adit")
WARNED = QUEST.replace(
    "  expect winnable", '  note "Once *and" \n  note "**twice"\n  expect winnable'
)
COMMANDS = (
    "check", "build", "prove", "fmt", "graph", "movers", "diff", "explain", "systems", "new",
    "deal", "preflight", "messages",
)  # fmt: skip


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.quest"
    path.write_text(BAD, encoding="utf-8")
    return path


@pytest.fixture
def warned(tmp_path):
    path = tmp_path / "warned.quest"
    path.write_text(WARNED, encoding="utf-8")
    return path


# -- help --------------------------------------------------------------------------------------


def test_help_names_every_command():
    for flag in ("--help", "-h"):
        code, out, err = run(flag)
        assert (code, err) == (0, "")
        for command in COMMANDS:
            assert re.search(rf"^  {command} ", out, re.MULTILINE), command
    assert set(COMMANDS) == {
        command.name or command.callback.__name__ for command in app.registered_commands
    }


BUDGET = ("--states", "--seconds", "--worlds")
OPTIONS = {
    "check": ("--format", "text|brief|json", "--strict", "--quiet", "-q", *BUDGET, "--no-cache"),
    "build": (
        *("--out", "-o", "--no-book", "--compact", "--print", "--wait", "--bind", "--author"),
        *("--jobs", "-j", "--language", "-l", "--book-seconds", "--true-scale"),
        *BUDGET,
        "--no-cache",
    ),
    "prove": ("--format", "text|json", "--explain", *BUDGET, "--no-cache"),
    "fmt": ("--check",),
    "graph": ("--format", "-f", "graphml|dot|mermaid|json|svg|map|pddl", "--no-cache"),
    "messages": ("--out", "-o", "--update"),
    "movers": ("--json", "--no-cache"),
    "diff": ("--format", "text|json|markdown", "--no-cache"),
    "explain": (),
    "systems": ("--limits",),
    "new": ("--system", "-s", "--in"),
    "preflight": ("--profile", "-p", "--format", "text|brief|json", "--strict"),
    "deal": ("--seed", "--format", "text|json", "--no-cache"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_tells_its_options(command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: questwright {command} ")
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    for option in OPTIONS[command]:
        assert option in out
    told = set(re.findall(r"(?<![\w-])--[a-z-]+", out)) - {"--help"}
    assert told == {option for option in OPTIONS[command] if option.startswith("--")}
    # A sentence of help ends, and speaks to the designer.
    paragraphs = out.split("\n\n")
    assert paragraphs[1].rstrip().endswith(".")
    assert "None" not in re.sub(r"None: list them", "", out)


def test_nothing_is_misuse_and_shows_help():
    code, out, err = run()
    assert code == 2
    assert "Usage: questwright" in out + err


@pytest.mark.parametrize(
    "arguments",
    [
        ("bogus",),
        ("--bogus",),
        ("check",),
        ("check", "--strict"),
        ("check", "--bogus", "x.quest"),
        ("check", "--format=xml", "x.quest"),
        ("check", "--format", "x.quest"),
        ("build",),
        ("build", "--out"),
        ("prove",),
        ("fmt",),
        ("graph",),
        ("graph", "-f", "xml", "x.quest"),
        ("graph", "x.quest", "y.quest"),
        ("diff",),
        ("diff", "x.quest"),
        ("diff", "x.quest", "y.quest", "z.quest"),
        ("diff", "--format", "xml", "x.quest", "y.quest"),
        ("diff", "-", "-"),
        ("explain", "no-such-finding"),
        ("explain", "QW000"),
        ("systems", "no-such-game"),
        ("new",),
        ("new", "x"),
        ("new", "x", "--system", "no-such-game"),
        ("new", "../x", "--system", SYSTEM),
        ("new", "con", "--system", SYSTEM),
        ("new", "X", "--system", SYSTEM),
    ],
    ids=" ".join,
)
def test_misuse(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


# -- check ----------------------------------------------------------------------------------------


def test_check_of_a_sound_quest(quest):
    assert run("check", quest) == (0, f"{quest}: The Last Lamp, winnable, 2 areas\n", "")
    assert run("check", "--quiet", quest) == run("check", "-q", quest) == (0, "", "")
    assert run("check", "--format=brief", quest) == (0, "", "")
    assert run("check", "--format=json", quest) == (0, "[]\n", "")


def test_check_of_a_quest_with_a_mistake(bad):
    code, out, err = run("check", bad)
    assert code == 1
    assert out.startswith("error[QW103]")
    assert f"{bad}:26:3" in out
    assert "help: did you mean `room`?" in out
    assert err == (
        "1 file: 1 error, 0 warnings\n`questwright explain CODE` says more about any of them\n"
        "whether `last-lamp` can be won was not looked at: mend the errors first\n"
    )
    code, out, err = run("check", "--format=brief", bad)
    assert code == 1
    assert re.fullmatch(rf"{re.escape(str(bad))}:26:3: error\[QW103\] [^\n]+\n", out)
    assert err == "1 file: 1 error, 0 warnings\n"


def test_warnings_fail_where_they_are_to(warned):
    assert "warning[QW015]" in run("check", warned).out
    assert run("check", warned).code == 0
    assert run("check", "--strict", warned).code == 1
    assert "warning[QW015]" in run("check", "--quiet", warned).out


def test_findings_as_data(bad, warned):
    code, out, err = run("check", "--format=json", bad, warned)
    assert (code, err) == (1, "")
    unsorted = []

    def pairs(found):
        names = [name for name, _ in found]
        unsorted.extend(names if names != sorted(names) else ())
        return dict(found)

    document = json.loads(out, object_pairs_hook=pairs)
    assert unsorted == []
    assert {one["code"] for one in document} == {"QW103", "QW015", "QW604"}
    for one in document:
        assert set(one) == {
            "code",
            "name",
            "severity",
            "message",
            "place",
            "related",
            "reason",
            "help",
        }
        place = one["place"]
        assert place["path"] in (str(bad), str(warned))
        assert (place["line"], place["column"]) >= (1, 1)
        assert (place["line"], place["column"]) <= (place["end_line"], place["end_column"])
    assert out.endswith("]\n")


def test_json_of_what_cannot_be_read(tmp_path):
    code, out, err = run("check", "--format=json", tmp_path / "missing.quest", tmp_path)
    assert (code, err) == (1, "")
    assert [load["code"] for load in json.loads(out)] == ["QW601", "QW601"]


@pytest.mark.parametrize(
    "options", [(), ("--strict",), ("-q",), ("--no-cache",), ("--format=json",)]
)
def test_the_quick_way_and_the_long_way_say_the_same(options, quest, bad, warned, monkeypatch):
    arguments = [*options, str(quest), str(bad), str(warned)]
    assert plain_options(arguments) is not None
    quick = run("check", *arguments)
    monkeypatch.setattr(check_module, "plain_options", lambda _: None)
    assert run("check", *arguments) == quick


def test_the_quick_way_knows_when_it_is_not_enough():
    for arguments in (
        [],
        ["--help"],
        ["--format", "json", "x"],
        ["--bogus", "x"],
        ["-qx"],
        ["--"],
        ["--", "-x"],
        ["--strict"],
    ):
        assert plain_options(arguments) is None, arguments
    assert plain_options(["-"]) == CheckOptions(("-",))
    assert plain_options(["a", "-q", "b"]) == CheckOptions(("a", "b"), is_quiet=True)


def test_a_path_that_looks_like_an_option(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-q.quest").write_text(QUEST, encoding="utf-8")
    assert run("check", "--", "-q.quest").code == 0
    assert run("check", "./-q.quest").code == 0


# -- where quests come from -----------------------------------------------------------------------


def test_standard_input():
    code, out, err = run("check", "-", stdin=QUEST.encode())
    assert (code, err) == (0, "")
    assert out.startswith("<standard input>: The Last Lamp")
    code, out, _ = run("check", "--format=brief", "-", stdin=BAD.encode())
    assert code == 1
    assert out.startswith("<standard input>:26:3: error[QW103]")
    assert run("prove", "-", stdin=QUEST.encode()).code == 0
    assert run("graph", "-", stdin=QUEST.encode()).code == 0
    assert "QW008" in run("check", "-").out
    assert "QW002" in run("check", "-", stdin=b"#" * 300_000).out
    assert "QW113" in run("check", "-", stdin=b'include "x.quest"\n' + QUEST.encode()).out


def test_folders(tmp_path):
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    for name in ("b.quest", "a.quest", "deep/c.quest", "deep/deeper/d.quest", ".hidden/e.quest"):
        id_ = name.rpartition("/")[2][0] * 3
        (tmp_path / name).write_text(QUEST.replace("last-lamp", id_), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a quest", encoding="utf-8")
    if sys.platform != "win32":
        (tmp_path / "link.quest").symlink_to("a.quest")
        (tmp_path / "loop").symlink_to(tmp_path)
    code, out, err = run("check", tmp_path)
    assert (code, err) == (0, "4 files: 0 errors, 0 warnings\n")
    names = [line.partition(": ")[0] for line in out.splitlines()]
    assert names == [
        str(tmp_path / name)
        for name in ("a.quest", "b.quest", "deep/c.quest", "deep/deeper/d.quest")
    ]
    # A file that is named twice is read once.
    assert run("check", tmp_path, tmp_path / "a.quest").out == out


def test_a_folder_without_quests(tmp_path):
    code, out, _ = run("check", tmp_path)
    assert code == 1
    assert "QW601" in out
    assert str(tmp_path) in out


# -- the other commands ---------------------------------------------------------------------------


def test_prove(quest, bad):
    code, out, err = run("prove", quest)
    assert (code, err) == (0, "")
    assert out.startswith("The Last Lamp: winnable\n   1. Orlaf begins at A1 in the Adit\n")
    assert re.search(r"^ +\d+\. \w+: Open the Pit Door", out, re.MULTILINE)
    assert "taken for granted" in out
    code, out, _ = run("prove", bad)
    assert code == 1
    assert "QW103" in out


def test_prove_says_why_not(tmp_path):
    path = tmp_path / "shut.quest"
    path.write_text(
        QUEST.replace('door pit-door "The Pit Door"', "door pit-door locked by lamp"),
        encoding="utf-8",
    )
    code, out, _ = run("prove", path)
    assert code == 1
    assert "unwinnable" in out
    assert "because:" in out
    assert "QW301" in out


@pytest.mark.parametrize("form", ["graphml", "dot", "mermaid", "json", "svg", "map", "pddl"])
def test_graph(quest, form):
    code, out, err = run("graph", "--format", form, quest)
    assert (code, err) == (0, "")
    # A map has letters for what is on it, and its quest's title.
    assert ("<title>" if form == "map" else "Adit") in out
    if form == "json":
        json.loads(out)
    assert run("graph", "-f", form, quest).out == out


def test_graph_keeps_its_stream_for_the_graph(bad):
    code, out, err = run("graph", bad)
    assert code == 1
    assert "QW103" in err
    assert "QW103" not in out


def test_explain():
    code, every, err = run("explain")
    assert (code, err) == (0, "")
    for line in every.splitlines():
        assert re.fullmatch(r"QW\d{3}  (error  |warning|note   ) +[a-z0-9-]+", line), line
    code, page, err = run("explain", "QW301")
    assert (code, err) == (0, "")
    assert "unwinnable" in page
    assert run("explain", "qw301").out == run("explain", "Unwinnable").out == page
    assert "did you mean" in run("explain", "unwinable").err


def test_systems():
    listed = (
        "dragon-noir  Dragon Noir — Quests for two sides on hexes\n"
        "dungeon-saga  Dungeon Saga: The Dwarf King's Quest — "
        "Adventures for one Overlord and four Heroes\n"
        f"{SYSTEM}  Dungeon Saga Origins — Quests for one Overlord and up to four Heroes\n"
        "warhammer-quest  Warhammer Quest — Adventures for four Warriors and a lantern\n"
    )
    assert run("systems") == (0, listed, "")
    code, words, err = run("systems", SYSTEM)
    assert (code, err) == (0, "")
    for word in ("room", "door", "zombie", "heroes", "chest"):
        assert re.search(rf"^  {word} ", words, re.MULTILINE)
    code, limits, _ = run("systems", "--limits")
    assert code == 0
    assert "262,144" in limits


@pytest.mark.parametrize("system", ["dragon-noir", "dungeon-saga", SYSTEM, "warhammer-quest"])
def test_systems_list_the_sides_that_may_win_and_how_figures_move(system):
    words = run("systems", system).out
    sides = words.partition("Sides, behind `victory`:\n")[2].partition("\n\n")[0].splitlines()
    assert sum("the party, whose winning is proven" in side for side in sides) == 1
    for side in sides:
        assert side.split()[0] in system_of(system).sides
    assert len(sides) == len(system_of(system).sides)
    moves = words.partition("How figures move:\n")[2].partition("\n\n")[0]
    assert moves.startswith("  As far as their `move` says\n")
    for special in system_of(system).specials.values():
        is_told = f"  {special.word} " in moves
        assert is_told == bool(
            special.stays or special.passes or special.shares or special.width > 1
        )
    if system == "dragon-noir":
        assert "  When wounded, as far as their `wounded-move` says\n" in moves
        assert "corner" not in moves
    else:
        assert "  Over a corner where " in moves


def test_new_writes_a_quest_that_is_sound_and_in_shape(tmp_path):
    folder = tmp_path / "a" / "b"
    code, out, err = run("new", "first-try", "--system", SYSTEM, "--in", folder)
    path = folder / "first-try.quest"
    assert (code, err) == (0, "")
    assert out == f"{path}: now `questwright check {path}`\n"
    assert run("check", "--strict", path).code == 0
    assert run("fmt", "--check", path).code == 0
    assert run("prove", path).code == 0
    path.write_text("mine", encoding="utf-8")
    code, out, err = run("new", "first-try", "-s", SYSTEM, "--in", folder)
    assert (code, out) == (1, "")
    assert "there already" in err
    assert path.read_text(encoding="utf-8") == "mine"
    code, out, err = run("new", "second-try", "-s", SYSTEM, "--in", path)
    assert (code, out) == (1, "")
    assert "Traceback" not in err
