"""What becomes of figures comes at any moment or never: the verdict counts on neither."""

from __future__ import annotations

import json

import pytest

from oracle.witness import judge
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support.one_text import results, without_checks
from support.small import small_text

CELLAR = """
    +-+-+-+
    |s|. m|
    + + + +
    |s|. c|
    +-+-+-+
"""
LEGEND = "m: undead-dwarf-king othrek facing west\n    c: chest cask"
AREAS = (
    'door way "The Way" at A2|B2',
    'room yard at A1..A2 "The Yard"',
    'room press at B1..C2 "The Press"',
)
SEARCHED = "victory heroes when cask searched"


def compiled(*body, heroes="orlaf, danor"):
    legend = f"s: start\n    {LEGEND}"
    (made,) = results(small_text(CELLAR, *AREAS, *body, heroes=heroes, legend=legend)).quests
    return made


def verdict(*body, heroes="orlaf, danor"):
    with without_checks():
        made = compiled(*body, heroes=heroes)
    assert made.proof is not None, [(f.code.id, f.message) for f in made.findings]
    played = judge(made.quest, made.system)
    assert played.verdict == str(made.proof.kind)
    return str(made.proof.kind)


def test_what_nobody_asks_for_is_followed_by_nothing_dso_c32():
    """Wounds of the party are not followed but where a quest asks for them."""
    assert verdict(SEARCHED) == "winnable"
    assert verdict(SEARCHED, 'event when any hero crippled { read "Oh." }') == "winnable"


def test_a_dead_end_may_come_of_what_nobody_decides_dso_c32():
    body = (SEARCHED, "event shut when orlaf crippled { block B2 }")
    assert verdict(*body) == "can-strand"
    (end,) = compiled(*body).proof.dead_ends
    assert [step.kind for step in end.line][-2:] == ["befall", "event"]
    assert "Orlaf is Crippled" in end.text


def test_what_may_come_and_help_is_not_counted_on_dso_c32():
    """A way that only opens where somebody falls is no way: nor is the quest lost without it."""
    shut = "victory heroes when cask searched and lamp set"
    assert verdict(shut, "event when orlaf crippled { set lamp }") == "undecided"
    made = compiled(shut, "event when orlaf crippled { set lamp }")
    assert any("Orlaf is Crippled" in cause for cause in made.proof.undecided)


def test_what_chance_does_not_mend_is_lost_all_the_same_dso_c32():
    never = "victory heroes when lamp set and seal taken"
    assert verdict("item seal", "event when orlaf crippled { set lamp }", never) == "unwinnable"


def test_another_sides_victory_by_it_is_no_dead_end_dkq_a32():
    """In other games one who falls loses the adventure for all: play ends, and nobody is stuck."""
    assert verdict(SEARCHED, "victory overlord when any hero crippled") == "winnable"


def test_half_of_another_sides_victory_makes_a_dead_end():
    """Once it has come the last door loses: then nothing wins any more, and play goes on."""
    body = (SEARCHED, "victory overlord when orlaf crippled and press revealed")
    assert verdict(*body) == "can-strand"


def test_who_wins_by_it_wins_before_what_happens_because_of_it_dso_c33():
    """The usual victory of the other side counts where what it asks for is asked for."""
    body = (SEARCHED, "event when orlaf crippled { block B2 }")
    assert verdict(*body, heroes="orlaf") == "winnable"
    assert verdict(*body) == "can-strand"


@pytest.mark.parametrize(("state", "kind"), [("exhausted", "winnable"), ("injured", "can-strand")])
def test_what_surely_passes_can_be_waited_for_dso_c31(state, kind):
    """A hero revives; nobody knows whether one who is injured is healed (DSO-C53)."""
    assert verdict(f"victory heroes when cask searched and no hero {state}") == kind


def test_it_comes_again_after_it_has_passed_dso_c31():
    body = ("event whenever orlaf exhausted { close way }", SEARCHED)
    assert verdict(*body) == "winnable"


@pytest.mark.parametrize(
    ("who", "kind"),
    [("any hero", "can-strand"), ("all heroes", "can-strand"), ("2 heroes", "can-strand")],
)
def test_who_is_asked_for(who, kind):
    body = (SEARCHED, f"event when {who} injured {{ block B2 }}")
    assert verdict(*body) == kind


def test_of_all_are_asked_those_who_are_left():
    """One is lost: `all` are then the others."""
    lost = "event when way opened { remove danor }"
    shut = "event when all heroes injured and not danor injured { block B2 }"
    assert verdict(SEARCHED, lost, shut) == "can-strand"


def test_who_waits_off_the_board_comes_to_no_harm():
    begun = ("start at A1 for orlaf", "start at A2 for danor from round 3")
    shut = "event when danor injured and not round >= 3 { block B2 }"
    drawing = CELLAR.replace("|s|", "|.|")
    text = small_text(drawing, *AREAS, *begun, SEARCHED, shut, heroes="orlaf, danor", legend=LEGEND)
    (made,) = results(text).quests
    assert str(made.proof.kind) == judge(made.quest, made.system).verdict == "winnable"


def test_a_state_is_asked_only_of_those_who_can_be_in_it_dso_c28():
    """Minions are removed, and a boss has health: neither is ever Crippled."""
    made = compiled(SEARCHED, 'event when othrek crippled { read "Oh." }')
    (found,) = [f for f in made.findings if f.code.id == "QW110"]
    assert found.message == "`othrek` is never Crippled"
    assert "orlaf" in found.help
    assert "othrek" not in found.help


@pytest.mark.parametrize(
    "body",
    [
        ("event shut when orlaf crippled { block B2 }",),
        ("event shut when any hero injured { block B2 }",),
        ("event when orlaf exhausted { set lamp }", "event when lamp set { block B2 }"),
    ],
)
def test_the_line_into_the_dead_end_is_replayed(body):
    made = compiled(SEARCHED, *body, 'allow can-strand because "it is meant"')
    publication = Publication(made.quest, made.system, made.proof.verdict(), {}, ())
    data = dump(quest_document(publication))
    assert json.loads(data)["verdict"]["kind"] == "can-strand"
    assert replay_document(data) == ""
    spoiled = data.replace(b'"kind": "befall"', b'"kind": "recover"')
    assert "is not" in replay_document(spoiled)


NOIR = '''quest den "The Den" {{
  system dragon-noir
  adventurers konrad, godiva
  board {{
    draw """
    . . . .
     . . . .
    """
  }}
  start at A1, A2
  room den at A1..D2 "The Den"
  hunter hum at D2 facing west
  victory adventurers when any adventurer at C1 and not {asked}
}}
'''


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("konrad wounded", "can-strand"),
        ("konrad stunned", "winnable"),
        ("hum wounded", "winnable"),
    ],
)
def test_figures_of_another_game_have_the_states_of_their_pack_dn_c49(asked, kind):
    """Wounds heal perhaps, and a stun surely; who is beaten is wounded no longer."""
    (made,) = results(NOIR.format(asked=asked)).quests
    assert made.proof is not None, [(f.code.id, f.message) for f in made.findings]
    assert str(made.proof.kind) == kind


def test_a_krob_is_driven_back_and_never_stunned_dn_c76():
    (made,) = results(NOIR.format(asked="hum stunned")).quests
    assert [f.message for f in made.findings if f.code.id == "QW110"] == ["`hum` is never Stunned"]
