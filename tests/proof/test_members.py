"""Members of the party who can do what others cannot, and who are lost."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction

import jsonschema
import pytest

from oracle import brute
from oracle.planner import disagreement, needs_planner
from oracle.replays import published
from questwright.compiler.assets import SCHEMAS_DIR, SYSTEMS_DIR
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.odds.dice import hits_by_pairs
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.outline.write import outline
from questwright.engine.replay import replay_document
from support.halls import three_halls
from support.one_text import results

ALL = "orlaf, rordin, danor"


def halls(body="", goal="any hero in c", heroes=ALL, first="", second=""):
    return three_halls(goal, body, heroes, first, second)


def proven(*parts, **more):
    """The proof of a quest of three halls in a row; the engine follows all its lines."""
    one, document = published(halls(*parts, **more))
    assert replay_document(document) == ""
    return one


def kind_of(*parts, **more):
    """A verdict in which the proof and the player without wits agree."""
    one = proven(*parts, **more)
    found = brute.play(one.quest, one.system)
    kind = one.proof.kind
    assert found.can_win is (kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND))
    assert found.can_strand is (kind is VerdictKind.CAN_STRAND)
    return kind


def told(one):
    return [step.text for step in one.proof.verdict().line]


# -- who goes through ------------------------------------------------------------------------


def test_one_who_fits_goes_through_and_no_other():
    one = proven(first="for rordin", goal="any hero in b")
    assert [step.who for step in one.proof.verdict().line if step.kind == "walk"][-1] == "rordin"
    assert kind_of(first="for rordin", goal="any hero in b") is VerdictKind.WINNABLE
    assert kind_of(first="for rordin", goal="danor in b") is VerdictKind.UNWINNABLE
    assert kind_of(first="for rordin, danor", goal="danor in b") is VerdictKind.WINNABLE
    assert kind_of(first="for rordin, danor", goal="all heroes in b") is VerdictKind.UNWINNABLE


def test_a_gate_for_all_of_the_party_is_for_everybody():
    one = proven(first="for orlaf, rordin, danor, madriga", goal="all heroes in b")
    assert one.proof.kind is VerdictKind.WINNABLE
    assert {step.who for step in one.proof.verdict().line if step.kind == "walk"} == set(
        ALL.split(", ")
    )


def test_people_are_named_by_what_they_have_in_common():
    (gate, _) = proven(first="for dwarf").quest.board.gates
    assert gate.only == ("rordin",)
    (gate, _) = proven(first="for hero").quest.board.gates
    assert set(gate.only) == {"orlaf", "rordin", "madriga", "danor"}


def test_a_gate_for_nobody_who_is_there_is_shut():
    one = proven(first="for madriga", goal="any hero in b")
    assert one.proof.kind is VerdictKind.UNWINNABLE
    causes = [cause.text for cause in one.proof.why_unwinnable()]
    assert any(
        "nobody of the party goes through the First: that takes Madriga" in c for c in causes
    )


def test_one_who_does_not_fit_is_told_as_the_cause():
    one = proven(first="for rordin", second="locked by danor")
    assert one.proof.kind is VerdictKind.UNWINNABLE
    assert {cause.text for cause in one.proof.why_unwinnable()} >= {
        "only Rordin goes through the First",
        "only Danor opens the Second",
    }


def test_things_are_handed_through_a_gap_by_whoever_could_step_there():
    body = 'item k "Key" at A2'
    second = "locked by danor with k"
    for first in ("for danor", "open for danor", "for rordin, danor"):
        assert kind_of(body, first=first, second=second) is VerdictKind.WINNABLE


def test_the_engine_refuses_whoever_does_not_fit():
    _, document = published(halls(first="for rordin", goal="any hero in b"))
    changed = json.loads(document)
    for step in changed["verdict"]["line"]:
        if step["who"] in ("rordin", "danor"):
            step["who"] = {"rordin": "danor", "danor": "rordin"}[step["who"]]
    assert "can step from" in replay_document(json.dumps(changed).encode())


def test_the_engine_refuses_whoever_cannot_open():
    _, document = published(halls(first="locked by danor", goal="2 heroes in b and orlaf in a"))
    assert replay_document(document) == ""
    changed = json.loads(document)
    (opening,) = (step for step in changed["verdict"]["line"] if step["kind"] == "open")
    assert opening["who"] in ("danor", None)
    opening["who"] = "rordin"
    assert "cannot do that" in replay_document(json.dumps(changed).encode())


# -- who opens -------------------------------------------------------------------------------


def test_a_lock_that_one_of_them_opens():
    assert kind_of(second="locked by danor") is VerdictKind.WINNABLE
    assert kind_of(second="locked by danor", heroes="orlaf, rordin") is VerdictKind.UNWINNABLE
    assert kind_of(second="locked by danor, rordin", heroes="rordin") is VerdictKind.WINNABLE


def test_a_key_that_only_one_of_them_can_turn():
    body = 'item k "Key" at C1'
    assert kind_of(body, second="locked by danor with k spent") is VerdictKind.WINNABLE
    away = f"{body}\n  action pull at C1 when k taken\n  event e when pull done {{ remove danor }}"
    assert kind_of(away, second="locked by danor with k spent") is VerdictKind.CAN_STRAND


def test_it_is_settled_who_carries_it_before_anything_asks_for_that():
    """Nobody asks before the door is open; then it is asked of the moment in which it opens."""
    body = 'item k "Key" at A2\n  victory overlord when first opened and not danor carries k'
    assert kind_of(body, goal="any hero in b") is VerdictKind.WINNABLE
    gone = body.replace("danor", "orlaf") + "\n  event e when k taken {\n    remove orlaf\n  }"
    assert kind_of(gone, goal="any hero in b") is VerdictKind.UNWINNABLE


# -- who is lost -----------------------------------------------------------------------------

FALL = "action pull at C1\n  event chasm when pull done {{ remove {} }}"


@pytest.mark.parametrize(
    ("goal", "kind"),
    [
        ("chasm happened and all heroes in a", VerdictKind.WINNABLE),
        ("chasm happened and 2 heroes in a", VerdictKind.WINNABLE),
        ("chasm happened and 3 heroes in a", VerdictKind.UNWINNABLE),
        ("chasm happened and danor in a", VerdictKind.UNWINNABLE),
        ("chasm happened and not danor in a and any hero in b", VerdictKind.WINNABLE),
        ("chasm happened and no hero in b and not 2 heroes in c", VerdictKind.WINNABLE),
        ("danor in c", VerdictKind.CAN_STRAND),
        ("any hero in c", VerdictKind.WINNABLE),
        ("all heroes in c", VerdictKind.WINNABLE),
    ],
)
def test_all_means_all_who_are_left(goal, kind):
    assert kind_of(FALL.format("danor"), goal) is kind


def test_what_somebody_had_who_is_lost_is_with_the_others():
    body = FALL.format("danor") + '\n  item k "Key" at C2'
    assert kind_of(body, "chasm happened and any hero in c", second="locked by k") is (
        VerdictKind.WINNABLE
    )


def test_a_party_of_nobody_has_lost():
    assert kind_of(FALL.format("orlaf"), "chasm happened", heroes="orlaf") is (
        VerdictKind.UNWINNABLE
    )


def test_one_who_is_lost_closes_a_way():
    one = proven(FALL.format("danor"), second="locked by danor")
    assert one.proof.kind is VerdictKind.CAN_STRAND
    assert told_stranded(one)[-1] == "Chasm: Danor is lost"


def told_stranded(one):
    return [step.text for step in one.proof.verdict().stranded]


# -- on whom a line relies -----------------------------------------------------------------------


def relied(one):
    verdict = one.proof.verdict()
    return [(rely.member, verdict.line[rely.step - 1].kind) for rely in verdict.relies]


def test_a_line_relies_on_who_alone_opens_dkq_b10():
    assert relied(proven(second="locked by danor")) == [("danor", "open")]
    assert relied(proven(second="locked by danor, rordin")) == []
    assert relied(proven()) == []


def test_a_line_says_who_of_the_party_can_do_what_not_everybody_can():
    one = proven(second="locked by danor, rordin", heroes="orlaf, rordin, danor")
    (opening,) = (step for step in told(one) if "Open the Second" in step)
    assert opening in ("Rordin: Open the Second", "Danor: Open the Second")


def test_a_line_relies_on_who_is_named_to_its_end():
    one = proven(goal="rordin in c")
    assert [member for member, _ in relied(one)] == ["rordin"]
    assert one.proof.verdict().relies[0].step == len(one.proof.verdict().line)


def test_a_line_relies_on_all_of_those_who_are_counted():
    assert {member for member, _ in relied(proven(goal="3 heroes in b"))} == {
        "orlaf",
        "rordin",
        "danor",
    }


# -- an oracle, and what is published ---------------------------------------------------------

SCENES = (
    halls(first="for rordin", goal="any hero in b"),
    halls(first="for rordin", goal="danor in b"),
    halls(first="for rordin", second="locked by danor"),
    halls('item k "Key" at A2', first="for danor", second="locked by danor with k"),
    halls('item k "Key" at A2', first="for rordin", second="locked by danor with k"),
    halls(FALL.format("danor"), "chasm happened and all heroes in a"),
    halls(FALL.format("danor"), "chasm happened and 3 heroes in a"),
    halls(FALL.format("danor"), "chasm happened and danor in a"),
    halls(FALL.format("danor"), "chasm happened and not danor in a and any hero in b"),
    halls(
        FALL.format("danor") + '\n  item k "Key" at C2',
        "chasm happened and any hero in c",
        second="locked by k",
    ),
    halls(FALL.format("orlaf"), "chasm happened", heroes="orlaf"),
)


@pytest.mark.slow
@needs_planner
@pytest.mark.parametrize("text", SCENES)
def test_a_planner_agrees_about_members(text):
    one, _ = published(text)
    assert disagreement(one.quest, one.proof.shown) == ""


def test_what_is_published_is_by_the_schema_and_says_it_all():
    text = halls(FALL.format("danor"), first="for rordin, danor", second="locked by danor")
    one, document = published(text)
    schema = json.loads((SCHEMAS_DIR / "quest.schema.json").read_text(encoding="utf-8"))
    told = json.loads(document)
    jsonschema.validate(told, schema)
    first, second = told["gates"]
    assert (first["only"], second["lock"]["by"]) == (["rordin", "danor"], ["danor"])
    assert told["events"][0]["effects"][0]["of"] == "member"
    assert told["verdict"]["relies"][0]["member"] == "danor"
    publication = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    shown = " ".join(outline(publication).split())
    assert "only Rordin and Danor can go through" in shown
    assert "only Danor can open it" in shown


# -- locks that a game has ------------------------------------------------------------------------

LOCKS = """
source: own

locks:
  ward: {title: Ward, text: "A spell wears it down.", values: [power], by: [danor]}
  bolt:
    title: Bolt
    text: Fight it as you would fight a figure.
    values: [dice, armour]
    broken: {attacks: [fight], dice: dice, armour: armour, hits: 1}
"""


@pytest.fixture(scope="module")
def locksmith(tmp_path_factory):
    """The compiler of a game that has locks of its own."""
    systems = tmp_path_factory.mktemp("systems")
    shutil.copytree(SYSTEMS_DIR / "dungeon-saga-origins", systems / "dungeon-saga-origins")
    (systems / "dungeon-saga-origins" / "locks.yaml").write_text(LOCKS, encoding="utf-8")

    def compiled(text):
        (one,) = results(text, systems).quests
        return one

    return compiled


def test_a_ward_is_broken_by_those_whom_the_game_names_dkq_b9(locksmith):
    one = locksmith(halls(second="locked ward 4"))
    assert one.proof.kind is VerdictKind.WINNABLE
    # Who can do it is said, where not everybody can.
    assert "Danor: Open the Second by breaking the Ward" in told(one)
    lock = one.quest.board.gates[1].lock
    assert (lock.by, dict(lock.values)) == (("danor",), {"power": 4})
    assert locksmith(halls(second="locked ward 4", heroes="orlaf")).proof.kind is (
        VerdictKind.UNWINNABLE
    )
    assert locksmith(halls(second="locked ward power 4 by orlaf", heroes="orlaf")).proof.kind is (
        VerdictKind.WINNABLE
    )
    publication = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    document = dump(quest_document(publication))
    assert replay_document(document) == ""
    assert json.loads(document)["gates"][1]["lock"]["values"] == {"power": 4}
    assert "the Ward (power 4) keeps it shut, and only Danor can break it" in " ".join(
        outline(publication).split()
    )


def test_a_lock_that_is_fought_has_odds_dkq_c60(locksmith):
    one = locksmith(halls(second="locked bolt dice 3 armour 2", heroes="orlaf, danor"))
    (chance,) = one.proof.verdict().chances
    (orlaf, _) = chance.attempts
    hits = hits_by_pairs(5, 3, 2, 6)
    assert orlaf.hits == hits
    assert orlaf.chances[0] == 1 - hits[0] > Fraction(1, 2)
    assert chance.text.startswith("an attack on the lock, by Orlaf: 1 attempt is enough in")


def test_a_lock_without_its_numbers_is_told(locksmith):
    for words, missing in (("ward", "`power`"), ("bolt dice 3", "`armour`")):
        one = locksmith(halls(second=f"locked {words}"))
        (finding,) = (finding for finding in one.findings if finding.code.id == "QW106")
        assert missing in finding.message


# -- who carries what ---------------------------------------------------------------------------

KEY = 'item k "Key" at A2'


def test_who_is_to_carry_something_is_handed_it():
    one = proven(KEY, "rordin carries k and any hero in c")
    assert one.proof.kind is VerdictKind.WINNABLE


def test_who_carries_what_is_judged_where_members_part():
    one = proven(KEY, "rordin carries k and danor in c", first="for danor")
    assert one.proof.kind is VerdictKind.WINNABLE
    lost = proven(KEY, "rordin carries k and rordin in c", first="for danor")
    assert lost.proof.kind is VerdictKind.UNWINNABLE
    assert proven(KEY, "any hero carries k and danor in c", first="for danor").proof.kind is (
        VerdictKind.WINNABLE
    )


def test_a_lock_that_an_event_has_taken_off_has_no_odds(locksmith):
    body = {"body": "event off when round >= 1 { unlock second }"}
    text = halls(second="locked bolt dice 3 armour 2", heroes="orlaf, danor", **body)
    one = locksmith(text)
    assert one.proof.verdict().chances == ()
