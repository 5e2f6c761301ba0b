"""`questwright prove`: verdicts as data, all chains, dead ends, ways to lose, one deadline."""

from __future__ import annotations

import json
import time
from functools import partial

import jsonschema
import pytest
from referencing import Registry, Resource

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.deadline import Deadline, check_time, is_time_over, time_left
from questwright.compiler.deadline import TimeOverError as DeadlineError
from questwright.compiler.products import TooLongError, books_of, data_of, replayed
from questwright.compiler.runs import compile_files, new_compiler, publications
from questwright.engine.replay import replay_document
from questwright.engine.simulator import TimeOverError
from support.strategies import run

HALLS = '''quest the-halls "The Halls" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw """
    +-+-+-+-+-+-+
    |s s .|. . .|
    + + + + + + +
    |. . .A. . .|
    +-+-+-+-+-+-+
    """
    s: start
    A: door arch "The Arch"{arch}
  }}
  room hall at A1..C2 "The Hall"
  room vault at D1..F2 "The Vault"
{rest}
}}
'''
TWO_LEVERS = """
  action red at A2 "Pull the red lever"
  action blue at B2 "Pull the blue lever"
  event flood when red done { block D1..D2 }
  event fall when blue done { block D1..D2 }
  victory heroes when any hero in F1
"""
BELL = """
  action ring at F2 "Ring the bell"
  victory heroes when any hero in F1
  victory overlord when ring done
"""


def halls(rest, heroes="orlaf", arch=""):
    return HALLS.format(rest=rest, heroes=heroes, arch=arch)


@pytest.fixture
def written(tmp_path):
    def write(text, name="halls.quest"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def valid(text):
    """The document, once its schema is met."""
    document = json.loads(text)
    schemas = [json.loads(path.read_bytes()) for path in SCHEMAS_DIR.glob("*.schema.json")]
    registry = Registry().with_resources(
        [(schema["$id"], Resource.from_contents(schema)) for schema in schemas if "$id" in schema]
    )
    own = next(schema for schema in schemas if schema.get("$id") == document["$schema"])
    jsonschema.Draft202012Validator(own, registry=registry).validate(document)
    return document


# -- as data -----------------------------------------------------------------------------------


def test_a_verdict_as_data_is_that_of_quest_json(written, tmp_path):
    path = written(halls("  victory heroes when any hero in F1"))
    code, out, err = run("prove", "--format", "json", path)
    assert (code, err) == (0, "")
    (quest,) = valid(out)["quests"]
    assert (quest["id"], quest["verdict"]["kind"]) == ("the-halls", "winnable")
    assert run("build", "--no-book", "--out", tmp_path / "out", path).code == 0
    built = json.loads((tmp_path / "out" / "the-halls" / "quest.json").read_bytes())
    assert built["verdict"] == quest["verdict"]


def test_several_verdicts_as_data(written):
    bare = halls("  victory heroes when any hero in F1")
    locked = bare.replace("the-halls", "locked").replace('"The Arch"', "locked by key")
    locked = locked.replace("room hall", "item key at E1\n  room hall")
    code, out, err = run("prove", "--format=json", written(bare), written(locked, "locked.quest"))
    assert code == 1
    assert "QW301" in err
    kinds = {quest["id"]: quest["verdict"]["kind"] for quest in valid(out)["quests"]}
    assert kinds == {"the-halls": "winnable", "locked": "unwinnable"}


def test_a_quest_that_cannot_be_proven_is_no_verdict(written):
    code, out, err = run("prove", "--format", "json", written(halls("  rom x")))
    assert code == 1
    assert valid(out)["quests"] == []
    assert "error[" in err


def test_a_campaign_as_data_is_that_of_campaign_json(written, tmp_path):
    bare = halls("  victory heroes when any hero in F1")
    campaign = """campaign both "Both Halls" {
  system dungeon-saga-origins
  quest the-halls {}
  quest other {}
}
"""
    path = written(campaign + bare + bare.replace("the-halls", "other"))
    code, out, err = run("prove", "--format", "json", path)
    assert (code, err) == (0, "")
    (proven,) = valid(out)["campaigns"]
    assert (proven["id"], proven["proof"]["kind"]) == ("both", "winnable")
    assert run("build", "--no-book", "--out", tmp_path / "out", path).code == 0
    built = json.loads((tmp_path / "out" / "both" / "campaign.json").read_bytes())
    assert (built["proof"], built["winnable"]) == (proven["proof"], proven["winnable"])


# -- all chains --------------------------------------------------------------------------------


def test_all_chains_of_causes_with_their_lines(written):
    two = """
  item iron at F1
  item brass at A1
  victory heroes when any hero carries iron and any hero carries brass
"""
    drawn = halls(two, arch=" locked by iron").replace("|s s .|. . .|", "|. .|s .|. .|")
    drawn = drawn.replace("|. . .A. . .|", "|. .B. .A. .|")
    drawn = drawn.replace("room hall at A1..C2", "room left at A1..B2\n  room hall at C1..D2")
    drawn = drawn.replace("room vault at D1..F2", "room vault at E1..F2")
    path = written(
        drawn.replace(
            "  room left", "    B: door bow locked by brass\n  }\n  room left", 1
        ).replace("iron\n  }\n", "iron\n", 1)
    )
    code, out, _ = run("prove", path)
    assert code == 1
    brief = out.partition("The Halls: unwinnable")[2]
    assert "a1. the Iron is in the Vault\n" in brief
    assert "there is another reason, enough by itself: `--explain`" in brief
    assert "Brass" not in brief
    code, out, _ = run("prove", "--explain", path)
    assert code == 1
    whole = out.partition("The Halls: unwinnable")[2]
    assert f"a1. the Iron is in the Vault  ({path}:" in whole
    assert "and, apart from that, because:\n   b1. the Brass is in the Left" in whole
    assert run("prove", "--explain", "--states", "20000", path).out == out


def test_what_is_so_at_several_places_is_said_once(written):
    body = """
  victory overlord when any hero at D1
  victory overlord when any hero at D2
  victory heroes when any hero at F1
"""
    path = written(halls(body))
    _, out, _ = run("prove", path)
    first = "another side, the overlord, wins first"
    assert f"  because:\n  1, 2. {first}\n" in out
    assert out.count(f"{first};") == 0
    _, out, _ = run("prove", "--explain", path)
    assert out.count(f"{first}  (") == 2


def test_rounds_are_those_of_the_world_that_is_shown(written):
    body = "  goal bowl among A2, F2\n  action look at bowl\n  victory heroes when look done"
    _, out, _ = run("prove", written(halls(body)))
    assert "\n  rounds in this world: not before round" in out
    _, out, _ = run("prove", written(halls(body.replace("among A2, F2", "at F2"))))
    assert "\n  rounds: not before round" in out


# -- dead ends ---------------------------------------------------------------------------------


def findings(path):
    code, out, _ = run("check", "--format", "json", path)
    return code, json.loads(out)


def test_each_kind_of_dead_end_is_told_once(written):
    path = written(halls(TWO_LEVERS, heroes="orlaf, madriga"))
    code, found = findings(path)
    assert code == 1
    ends = [one for one in found if one["code"] == "QW307"]
    assert [one["place"]["line"] for one in ends] == [21, 22]
    assert "allow can-strand by red" in ends[0]["help"]
    assert "Pull the blue lever" in ends[1]["place"]["text"]
    _, out, _ = run("prove", path)
    assert "`--explain` shows the line into each" in out
    _, out, _ = run("prove", "--explain", path)
    assert out.count("the quest can no longer be won:") == 2
    verdict = valid(run("prove", "--format", "json", path).out)["quests"][0]["verdict"]
    assert [end["names"][0] for end in verdict["dead_ends"]] == ["red", "blue"]
    assert verdict["stranded"] == verdict["dead_ends"][0]["line"]


@pytest.mark.parametrize(
    ("allowed", "left"),
    [
        (["red"], ["QW307"]),
        (["red", "blue"], []),
        (["flood", "fall"], []),
        (["red", "blue", "ring"], ["QW321"]),
    ],
)
def test_a_dead_end_is_allowed_by_what_causes_it(written, allowed, left):
    allows = "".join(f'  allow can-strand by {name} because "so it is"\n' for name in allowed)
    code, found = findings(written(halls(TWO_LEVERS + allows)))
    assert [one["code"] for one in found] == left
    assert code == bool(left)


def test_all_dead_ends_are_allowed_at_once(written):
    text = halls(TWO_LEVERS + '  allow can-strand because "levers are levers"')
    assert findings(written(text)) == (0, [])


@pytest.mark.parametrize("line", ["can-strand of red", "unused-item by red"])
def test_what_is_allowed_by_a_name_is_a_dead_end(written, line):
    code, found = findings(written(halls(TWO_LEVERS + f'  allow {line} because "so"')))
    assert code == 1
    stale = [one for one in found if one["code"] == "QW321"]
    assert [one["place"]["text"] for one in stale] == ["not understood"]


def test_a_one_way_door_is_named_where_it_is_written(written):
    path = written(
        halls(
            "  item key at B2\n  victory heroes when any hero carries key and all heroes in F1"
        ).replace('A: door arch "The Arch"', 'A: door arch "The Arch" from hall')
    )
    _, found = findings(path)
    (end,) = [one for one in found if one["code"] == "QW307"]
    assert end["place"]["line"] == 14
    assert "by arch" in end["help"]


# -- ways to lose ------------------------------------------------------------------------------


def test_a_way_to_lose_is_a_note_with_a_line(written):
    path = written(halls(BELL))
    code, found = findings(path)
    assert code == 0
    (note,) = found
    assert (note["code"], note["severity"]) == ("QW314", "note")
    assert note["reason"].endswith("Orlaf: Ring the bell")
    code, out, err = run("check", path)
    assert (code, err) == (0, "")
    assert out.startswith("note[QW314]")
    assert "The Halls, winnable" in out
    assert run("check", "--strict", path).code == 0
    _, out, _ = run("prove", path)
    assert "and after this line the party has lost:" in out
    assert "   - Orlaf: Ring the bell" in out


def test_a_way_to_lose_that_is_meant_is_not_told(written):
    assert findings(written(halls(BELL + '  allow can-lose because "it is a bell"'))) == (0, [])


def test_a_way_to_lose_in_one_of_the_worlds(written):
    path = written(
        halls(
            """
  item gem among D1, E1
  action ring at E1 "Ring the bell" when any hero carries gem
  victory heroes when any hero in F1
  victory overlord when ring done
"""
        )
    )
    code, out, _ = run("prove", path)
    assert code == 0
    assert "and after this line the party has lost" in out
    (quest,) = valid(run("prove", "--format", "json", path).out)["quests"]
    assert [bool(world["losing"]) for world in quest["verdict"]["worlds"]] == [True, True]


# -- one deadline ------------------------------------------------------------------------------


def ring(count):
    lines = ["  action pull at C1"]
    for number in range(count):
        when = f"f{number - 1} set" if number else "pull done"
        lines.append(f"  event e{number} when {when} {{ set f{number} }}")
    lines.append(f"  victory heroes when f{count - 1} set and any hero in vault")
    return halls("\n".join(lines), heroes="orlaf, madriga")


def test_no_book_and_no_replay_without_time(written, tmp_path):
    (result,) = [file.result for file in compile_files([str(written(ring(3)))], new_compiler())]
    (ready,) = publications([result])
    document = data_of([ready], [])
    assert replayed(document, [ready]) == {}
    late = ready._replace(clock=Deadline(0))
    for make in (partial(data_of, [late], []), partial(replayed, document, [late])):
        with pytest.raises(TooLongError, match="the seconds were over while"):
            make()
    with pytest.raises(TooLongError, match="the book of `the-halls`"):
        books_of([late], [])
    with pytest.raises(TimeOverError):
        replay_document(document["the-halls"]["quest.json"], time.monotonic())


def test_the_seconds_of_a_quest_pass_only_while_it_is_worked_on():
    clock, other = Deadline(100), Deadline(50)
    with clock.running():
        with other.running(), clock.running():
            assert 49 < time_left() <= 50
        assert 99 < time_left() <= 100
        assert not is_time_over()
    assert time_left() == float("inf")
    with Deadline(0).running(), pytest.raises(DeadlineError):
        check_time()


def test_one_deadline_goes_through_everything(written, tmp_path):
    path, out = written(ring(1_000)), tmp_path / "out"
    code, printed, err = run("build", "--no-book", "--seconds", "1", "--out", out, path)
    assert code == 1
    assert "more than 1 seconds" in printed or "the seconds were over" in err
    assert "nothing was built" in err
    assert not out.exists()


def test_without_a_deadline_states_decide(written):
    code, out, _ = run(
        "prove", "--states", "1", written(halls(TWO_LEVERS, heroes="orlaf, madriga"))
    )
    assert code == 1
    assert "seconds" not in out


def test_whatever_has_no_time_left_is_undecided(written, monkeypatch):
    monkeypatch.setattr("questwright.compiler.deadline.is_time_over", lambda: True)
    code, out, err = run("build", "--no-book", "--seconds", "5", written(halls(TWO_LEVERS)))
    assert code == 1
    assert "more than 5 seconds (look longer with --seconds" in out
    assert "nothing was built" in err


def test_a_line_that_cannot_be_told_is_no_silent_pass(written, tmp_path, monkeypatch):
    from questwright.compiler.verdict.line.table import LostWayError

    def lose(*_, **__):
        raise LostWayError

    monkeypatch.setattr("questwright.compiler.verdict.line.tell.tell", lose)
    path = written(halls("  victory heroes when any hero in F1"))
    code, out, _ = run("prove", path)
    assert code == 1
    assert "error[QW306]" in out
    assert "not judged: the line that wins, step by step" in out
    code, _, err = run("build", "--no-book", "--out", tmp_path / "out", path)
    assert code == 1
    assert "nothing was built" in err


# -- help that does not go in a circle -----------------------------------------------------------


def test_what_was_not_judged_names_the_statement_that_makes_it_so(written):
    path = written(
        halls(
            "  rounds 3\n  victory heroes when any hero in F1\n  expect cannot strand\n",
            heroes="orlaf, madriga",
        ).replace('A: door arch "The Arch"', 'A: door arch "The Arch" from hall')
    )
    _, out, _ = run("check", path)
    assert "--states" not in out


@pytest.mark.parametrize(
    ("event", "verdict"),
    [
        # Whoever goes at once is past it before it falls.
        ("event when round >= 2 { block C2 }", "can strand"),
        ("event when round >= 9 { block C2 }", "can strand"),
        ('event when round >= 2 { read "It is late." }', "winnable"),
    ],
)
def test_a_round_that_may_spoil_the_line_is_not_passed_over(written, event, verdict):
    long = halls(f"  {event}\n  victory heroes when any hero in F1")
    long = long.replace("+-+-+-+-+-+-+", "+-+-+-+-+-+-+" + "-+" * 12)
    long = long.replace("+ + + + + + +", "+ + + + + + +" + " +" * 12)
    long = long.replace("|s s .|. . .|", "|s s .|. . ." + " ." * 12 + "|")
    long = long.replace("|. . .A. . .|", "|. . .A. . ." + " ." * 12 + "|")
    long = long.replace("D1..F2", "D1..R2").replace("hero in F1", "hero in R1")
    code, out, _ = run("prove", written(long))
    assert f"The Halls: {verdict}" in out
    assert code == (verdict != "winnable")


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
def test_a_graph_that_shows_no_verdict_proves_nothing(written, form, monkeypatch):
    def refuse(*_):
        raise AssertionError("a search was begun")

    monkeypatch.setattr("questwright.compiler.verdict.judge.Judge.judged", refuse)
    path = written(halls(TWO_LEVERS))
    code, out, err = run("graph", "--format", form, path)
    assert (code, err) == (0, "")
    assert "Arch" in out


def test_a_campaign_one_of_whose_quests_is_broken_is_not_looked_at(written):
    quest = halls("  victory heroes when any hero at {goal}\n").replace("{goal}", "F2")
    broken = quest.replace("the-halls", "the-gap").replace("F2", "X9")
    joined = "campaign both {\n  system dungeon-saga-origins\n  quest the-halls\n  quest the-gap\n}"
    code, out, err = run("prove", written(f"{quest}{broken}{joined}\n"))
    assert code == 1
    assert "The Halls: winnable" in out
    assert "QW901" not in out + err
    assert "whether `the-gap` and `both` can be won was not looked at: mend the errors first" in err
