"""Whoever is there first does it: the line is told with those who move furthest in a round."""

from __future__ import annotations

import json
import shutil

import pytest

from oracle.replays import published
from questwright.compiler.packs.load import load_system
from questwright.compiler.publish.document.quest_json import dump
from questwright.compiler.verdict.rounds.blows import often_in_round
from questwright.engine.replay import replay_document
from support.one_text import results
from support.paths import PACKS

LANE = """quest lane "The Lane" {
  system vault
  gang cracker, hummer
  night 4
  board {
    draw \"\"\"
    ss..................
    \"\"\"
    s: rope
  }
  office lane at A1..T1 "The Lane"
  victory burglars when any burglar at T1
}
"""


def test_the_quicker_of_two_goes_though_the_other_is_nearer():
    """A Cracker has 19 squares to go and a pace of 5, a Hummer 18 and a pace of 4."""
    (quest,) = results(LANE, PACKS).quests
    assert quest.proof.kind == "winnable"
    assert quest.proof.rounds == (4, 4)
    assert quest.proof.verdict().line[-1].who == "cracker"


FIGHT = """quest fight "The Fight" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    s: start
    z: zombie uncle "The Uncle" facing west
  }}
  victory heroes when uncle defeated
}}
"""


@pytest.mark.parametrize("heroes", ["orlaf, madriga", "madriga, orlaf"])
def test_the_strongest_fights_of_those_who_are_there_in_the_same_round(heroes):
    """Orlaf has a Combat of 5, Madriga one of 3, and both come beside it in the first round."""
    rows = "+-+-+-+-+-+\n    |s s . z .|\n    +-+-+-+-+-+"
    (quest,) = results(FIGHT.format(heroes=heroes, rows=rows)).quests
    assert quest.proof.rounds == (1, 1)
    assert quest.proof.verdict().line[-1].text == "Orlaf: Defeat the Uncle"


def test_nobody_waits_a_round_for_the_strongest():
    row = "s" + " ." * 6 + " s z ."
    rows = f"+{'-+' * 10}\n    |{row}|\n    +{'-+' * 10}"
    text = FIGHT.format(heroes="madriga, orlaf", rows=rows).replace(
        "s: start", "s: start for orlaf", 1
    )
    text = text.replace("s z", "m z").replace("z: zombie", "m: start for madriga\n    z: zombie")
    (quest,) = results(text).quests
    assert quest.proof.rounds == (1, 1)
    assert quest.proof.verdict().line[-1].text == "Madriga: Defeat the Uncle"


HALL = """quest hall "The Hall" {{
  system dungeon-saga
  heroes {heroes}
  overlord necromancer
  commands 1
  deck 12
  hand 2
  board {{
    draw \"\"\"
    ss......#...
    ss......D...
    ss..b...#...
    \"\"\"
    s: start
    D: door far locked mundane dice 2 armour 2
    b: mortibris b facing west
  }}
  room hall at A1..H3 "The Hall"
  room back at J1..L3 "The Back"
  {won}
}}
"""
FOUR = "orlaf, rordin, madriga, danor"
BEATEN = "victory heroes when b defeated"


@pytest.mark.parametrize(
    ("heroes", "rounds", "last"),
    [
        ("danor", (3, 5), "Danor: Defeat the B"),  # a wound at each blow, DKQ-F19
        (FOUR, (1, 2), "Orlaf, Madriga and Danor: Defeat the B"),
    ],
)
def test_as_many_attack_a_boss_of_five_wounds_as_make_it_quicker(heroes, rounds, last):
    (quest,) = results(HALL.format(heroes=heroes, won=BEATEN)).quests
    assert quest.proof.rounds == rounds
    assert quest.proof.verdict().line[-1].text == last


TWO = """quest two "Two" {
  system dungeon-saga
  heroes orlaf, rordin, madriga, danor
  board {
    draw \"\"\"
    s.........
    s..b....c.
    s.........
    s.........
    \"\"\"
    s: start
    b: mortibris b facing west
    c: hoggar c facing west
  }
  room hall at A1..J4 "The Hall"
  victory heroes when b defeated and c defeated
}
"""


def test_each_of_two_fights_is_joined():
    """One alone at each of them takes five rounds: a wound at each blow, DKQ-F19."""
    (quest,) = results(TWO).quests
    line = quest.proof.verdict().line
    assert [bool(step.others) for step in line if step.kind == "defeat"] == [True, True]
    assert quest.proof.rounds[1] < 5


def test_who_has_joined_a_fight_goes_on_from_there():
    """Orlaf fights beside Rordin, and breaks the lock of the far door in the round after."""
    won = "action pull at K2\n  victory heroes when b defeated and pull done"
    (quest,) = results(HALL.format(heroes=FOUR, won=won)).quests
    line = quest.proof.verdict().line
    fight = next(n for n, step in enumerate(line) if step.kind == "defeat")
    assert (line[fight].who, line[fight].others) == ("rordin", ("orlaf",))
    assert {step.who for step in line[fight + 1 :]} == {"orlaf"}
    assert quest.proof.rounds == (2, 4)


def test_a_replay_holds_those_who_join_a_fight_to_where_they_stand():
    document = json.loads(published(HALL.format(heroes=FOUR, won=BEATEN))[1])
    *_, walk, fight = document["verdict"]["line"]
    assert fight["others"] == ["madriga", "danor"]
    assert walk["who"] == "danor"
    assert replay_document(dump(document)) == ""
    walk["path"] = walk["path"][:1]
    assert "danor stands on" in replay_document(dump(document))


POINTS = """quest store "The Store" {
  system vault
  gang cracker
  board {
    draw \"\"\"
    s....
    \"\"\"
    s: rope
  }
  office room at A1..E1 "The Room"
  bell gong at D1
  bell buzzer at B1
  action press at buzzer "Press"
  action ring at gong "Ring"
  victory burglars when press done and ring done
}
"""


@pytest.mark.parametrize(("points", "rounds"), [("", 2), (", action_points: true", 1)])
def test_points_pay_for_steps_and_actions_alike(tmp_path, points, rounds):
    """A step, an action, two steps, an action: five points, and a Cracker has five in a round."""
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    with (tmp_path / "vault" / "game.yaml").open("a", encoding="utf-8") as game:
        game.write(f"turns: {{of: member{points}}}\n")
    (quest,) = results(POINTS, tmp_path).quests
    assert quest.proof.kind == "winnable"
    assert quest.proof.rounds[1] == rounds


DOOR = """quest lodge "The Lodge" {
  system vault
  gang GANG
  board {
    draw \"\"\"
    START.....
    \"\"\"
    s: rope
  }
  WAY
  office hall at HALL "The Hall"
  office room at ROOM "The Room"
  victory burglars when any burglar at END
}
"""
SOLO = {"GANG": "cracker", "START": "s", "HALL": "A1..C1", "ROOM": "D1..F1", "END": "F1"}
PAIR = {"GANG": "cracker, hummer", "START": "ss", "HALL": "A1..C1", "ROOM": "D1..G1", "END": "G1"}


@pytest.mark.parametrize(
    ("words", "way", "points", "rounds"),
    [
        # Five steps, and a Cracker has five points.
        (SOLO, "flap way at C1|D1 open", True, (1, 1)),
        (SOLO, "flap way at C1|D1", True, (2, 2)),
        (SOLO, "panel way at C1|D1", True, (2, 2)),
        (SOLO, "flap way at C1|D1 locked padlock dice 1 iron 0", True, (2, 2)),
        (SOLO, "flap way at C1|D1", False, (1, 2)),
        # Somebody else may open it.
        (PAIR, "flap way at C1|D1", True, (1, 2)),
    ],
)
def test_who_opens_a_door_alone_pays_for_it(tmp_path, words, way, points, rounds):
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    path = tmp_path / "vault" / "game.yaml"
    text = path.read_text(encoding="utf-8") + f"turns: {{of: side, action_points: {points}}}\n"
    text = text.replace("door-closed, opened_by", "door-closed, action_cost: 1, opened_by", 1)
    path.write_text(text.replace("True", "true").replace("False", "false"), encoding="utf-8")
    text = DOOR.replace("WAY", way)
    for word, told in words.items():
        text = text.replace(word, told)
    (quest,) = results(text, tmp_path).quests
    assert quest.proof.kind == "winnable"
    assert quest.proof.rounds[:2] == rounds


SHELF = """
quest shelf "The Shelf" {
  system warhammer-quest
  warriors elf, dwarf, wizard
  board {
    draw \"\"\"
    +-+-+-+-+-+-+
    |x x x . . .|
    + + + + + + +
    |s s s . . .|
    +-+-+-+E+-+-+
    |. . . . . .|
    + + + + + + +
    |. . . . . l|
    +-+-+-+-+-+-+
    \"\"\"
    s: start
    x: way-out quay
    E: portcullis strong-gate locked by key spent
    l: furniture bookcase shelf
  }
  room office at A1..F2
  room strongroom at A3..F4
  item key at F2
  item ledger at shelf
  victory warriors when any warrior carries ledger and all warriors at quay
}
"""


def test_who_has_made_way_for_others_need_not_come_back():
    """Once the Wizard has opened the gate it goes on, and does not step aside for anybody."""
    (quest,) = results(SHELF).quests
    assert quest.proof.rounds == (3, 5)
    told = [step.text for step in quest.proof.verdict().line]
    opened = told.index("The Wizard: Open the Strong gate with the Key")
    walks = [text for text in told[opened:] if text.startswith("The Wizard walks")]
    inside, home = (text.split()[4] for text in walks)
    assert (inside, home[1]) == ("E3", "1")


SWAP = """quest swap "The Swap" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw \"\"\"
    +-+-+-+-+
    |a b . .|
    +-+-+-+-+
    \"\"\"
    a: start left for orlaf
    b: start right for madriga
  }
  corridor yard at A1..D1
  victory heroes when orlaf at C1 and madriga at A1
  victory overlord when round > 1
}
"""


def test_who_passes_a_friend_steps_aside_for_nobody():
    """Each walks once, and so both are there in the only round there is."""
    (quest,) = results(SWAP).quests
    assert quest.proof.kind == "winnable"
    walks = [step.text for step in quest.proof.verdict().line if step.kind == "walk"]
    assert walks == ["Orlaf walks to C1 in the Yard", "Madriga walks to A1 in the Yard"]


SHOTS = """quest store "The Store" {
  system vault
  gang cracker
  board {
    draw \"\"\"
    s.zzz
    \"\"\"
    s: rope
    z: scribe facing west
  }
  office room at A1..E1 "The Room"
  victory burglars when all clerks defeated
}
"""


@pytest.mark.parametrize(
    ("cost", "rounds"),
    [
        # Step, blow, step, blow, step: five points. Then the third blow.
        (1, 2),
        # Step, blow, step: four, and one is left. Then blow, step, blow.
        (2, 2),
        # Step, blow, step. Then blow, step, and one is left. Then the third blow.
        (3, 3),
        # A step and a blow in each round.
        (4, 3),
    ],
)
def test_an_attack_costs_what_the_game_says(tmp_path, cost, rounds):
    """Three Scribes in a row, and a Cracker with five points in a round."""
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    pack = tmp_path / "vault" / "game.yaml"
    dear = pack.read_text().replace("{title: Hit,", f"{{title: Hit, action_cost: {cost},")
    pack.write_text(f"{dear}turns: {{of: member, action_points: true}}\n")
    (quest,) = results(SHOTS, tmp_path).quests
    assert quest.proof.kind == "winnable"
    assert quest.proof.rounds[1] == rounds


@pytest.mark.parametrize(("cost", "often"), [(1, 5), (2, 2), (3, 1), (5, 1), (9, 1)])
def test_nobody_attacks_more_often_in_a_round_than_they_can_pay_for(tmp_path, cost, often):
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    pack = tmp_path / "vault" / "game.yaml"
    dear = pack.read_text().replace("{title: Hit,", f"{{title: Hit, action_cost: {cost},")
    pack.write_text(f"{dear}turns: {{of: member, action_points: true}}\n")
    system = load_system(tmp_path / "vault").system
    assert often_in_round(system.kinds["cracker"], system.fights, 5) == often


def test_who_may_take_a_dearer_attack_is_timed_by_it(tmp_path):
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    pack = tmp_path / "vault" / "game.yaml"
    thrown = "throw: {title: Throw, dice: fists, reach: sight, action_cost: 3}"
    text = pack.read_text().replace("  attacks:\n", f"  attacks:\n    {thrown}\n")
    pack.write_text(f"{text}turns: {{of: member, action_points: true}}\n")
    (quest,) = results(SHOTS, tmp_path).quests
    assert quest.proof.rounds == (1, 3)
