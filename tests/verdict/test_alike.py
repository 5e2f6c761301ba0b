"""Items of which several are alike: known verdicts, counted by symmetry, told and played."""

from __future__ import annotations

import json

import pytest

from oracle.replays import played, published, steps
from oracle.witness_run import compare
from questwright.compiler.publish.diff.compare import compare as differences
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.translate.translate import translation
from questwright.engine.replay import replay, replay_document
from support.editions import edition
from support.more import amount
from support.one_text import compiled, results
from support.small import small_text


def hall(doors, keys, *, spent=" spent"):
    """A hall in which keys lie, with a closet behind each door."""
    side = doors + 2
    wall = "+" + "-+" * side
    closets = "\n".join(
        f"  room r{n} at {chr(65 + n)}2\n"
        f"  door d{n} at {chr(65 + n)}1|{chr(65 + n)}2 locked by key{spent}"
        for n in range(doors)
    )
    last = chr(64 + side)
    drawing = f"""
    {wall}
    |{". " * (side - 1)}.|
    {wall}
    |{".|" * doors}
    +{"-+" * doors}
    """
    return small_text(
        drawing,
        f"start at {last}1",
        f"room hall at A1..{last}1",
        closets,
        f"item {keys} key at A1..{chr(64 + keys)}1",
        "victory heroes when any hero at A2",
        legend="",
    )


def kind(text):
    (quest,) = results(text).quests
    return str(quest.proof.kind)


@pytest.mark.parametrize(
    ("doors", "keys", "spent", "expected"),
    [
        (3, 3, " spent", "winnable"),
        (3, 2, " spent", "can-strand"),
        (3, 2, "", "winnable"),
        (2, 3, " spent", "winnable"),
    ],
)
def test_keys_that_are_used_up_are_counted(doors, keys, spent, expected):
    assert kind(hall(doors, keys, spent=spent)) == expected


@pytest.mark.parametrize("doors", [2, 3, 4])
def test_which_of_them_is_spent_does_not_matter(doors, monkeypatch):
    """A search that takes symmetric states for one has the same verdict, and looks at fewer."""
    quest = compiled(hall(doors, doors))
    simple = simplified(translation(quest.quest, quest.system).task)
    found = Search(simple.task, 20_000).run()
    monkeypatch.setattr("questwright.compiler.verdict.decide.alike.Alike.__bool__", lambda _: False)
    whole = Search(simple.task, 20_000).run()
    assert found.kind == whole.kind
    assert found.states < whole.states


def coins(count, places, won):
    """The verdict of two heroes in a row of four squares, with coins on some of them."""
    text = small_text(
        "+-+-+-+-+\n|s s . .|\n+-+-+-+-+",
        "room hall at A1..D1",
        f'item {count} coin "Coin" at {places}',
        f"victory heroes when {won}",
        heroes="orlaf, madriga",
    )
    return kind(text)


def test_a_member_carries_one_and_another_carries_another():
    both = "all heroes carry coin"
    assert coins(2, "C1, D1", both) == "winnable"
    assert coins(2, "C1, D1", "2 heroes carry coin") == "winnable"
    assert coins(2, "C1, D1", "orlaf carries coin and madriga carries coin") == "winnable"
    assert coins(2, "C1, D1", "3 coin carried") == "unwinnable"
    assert coins(3, "B1, C1, D1", "3 coin carried and no coin taken") == "unwinnable"
    assert coins(3, "B1, C1, D1", "all coin taken") == "winnable"


@pytest.mark.parametrize("who", ["all heroes carry", "2 heroes carry"])
def test_of_one_item_only_one_member_carries_it(who):
    text = small_text(
        "+-+-+-+\n|s s .|\n+-+-+-+",
        "room hall at A1..C1",
        'item coin "Coin" at C1',
        f"victory heroes when {who} coin",
        heroes="orlaf, madriga",
    )
    assert kind(text) == "unwinnable"


@pytest.mark.parametrize("seed", range(amount(6, 400)))
def test_the_second_player_comes_to_the_same_verdict(seed):
    found = compare(50_000 + seed, 1_500, family="alike")
    assert [kind for kind, _ in found.differences if "rounds are not counted" not in kind] == []


# -- told, written and played -----------------------------------------------------------------

TWO_HEROES = (
    hall(3, 3)
    .replace("heroes orlaf", "heroes orlaf, madriga")
    .replace("start at E1", "start at E1, D1")
)


def test_the_document_has_the_pieces_and_the_engine_plays_its_lines():
    _, data = published(TWO_HEROES)
    document = json.loads(data)
    assert [(item["id"], item["alike"]) for item in document["items"]] == [
        (f"key-{number}", "key") for number in (1, 2, 3)
    ]
    assert {gate["lock"]["key"] for gate in document["gates"]} == {"key"}
    assert replay_document(data) == ""
    _, stranding = published(hall(3, 2))
    assert json.loads(stranding)["verdict"]["stranded"]
    assert replay_document(stranding) == ""


KEYS = """
    +-+-+-+
    |s .|.|
    + + +D+
    |s . .|
    +-+-+-+
"""


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("pick-up key-1; walk B2 C2; open d; walk C1", ""),
        ("walk B2 C2; open d", "nobody has"),
        ("pick-up key-1; danor: walk B2 C2; danor: open d", "does not carry what it takes"),
        ("pick-up key-1; hand key-1 to danor; danor: walk B2 C2; danor: open d", ""),
        ("pick-up key-1; hand key-2 to danor; danor: walk B2 C2; danor: open d", ""),
        ("hand key-2 to danor", "does not carry that"),
    ],
)
def test_any_piece_that_somebody_carries_will_do(line, refused):
    quest = played(
        KEYS,
        "D: door d locked by key spent",
        "room a at A1..B2, C2\n  room b at C1\n  item 2 key at A1, B1\n"
        "  victory heroes when danor carries key and any hero in b",
        "orlaf, danor",
    )
    found = replay(quest, steps(f"begin A1; danor: begin A2; {line}"))
    assert refused in found.reason
    assert found.accepted is not bool(refused)


def test_words_say_how_many():
    text = hall(2, 2).replace(
        "victory heroes when any hero at A2",
        'event when 2 key taken { note "x" }\n  victory heroes when any key carried and d0 opened',
    )
    one = compiled(text)
    lines = outline_of(one)
    assert "at least 2 of the 2 items “Key” are taken" in lines
    assert "any of the 2 items “Key” is carried" in lines
    assert "a Key opens it and is used up" in lines


def outline_of(one):
    from questwright.compiler.model.publication import Publication

    return outline(Publication(one.quest, one.system, one.proof.verdict(), {}, ()))


def test_a_difference_names_one_of_them():
    told = [
        change.text
        for change in differences(edition(hall(2, 2)), edition(hall(2, 3))).changes
        if "Key" in change.text
    ]
    assert told == ["A Key is new, at C1", "3 items “Key” now, 2 before"]


def test_a_line_to_lose_is_told_to_its_own_end():
    """Who steps clear to one side wins and to the other loses: the line says how it is lost."""
    assert not compare(80000770, 400, "alike").differences
