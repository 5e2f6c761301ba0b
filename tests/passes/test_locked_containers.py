"""Locks on containers, and what is left of a lock as a value that spells lower."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction

import pytest

from oracle.witness_run import compare
from questwright.compiler.model.lowering import (
    castings,
    casts,
    casts_together,
    power_of,
    rounds_together,
)
from questwright.compiler.model.publication import Publication
from questwright.compiler.odds.dice import hits_by_pairs
from questwright.compiler.packs.load import load_system
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.diff.compare import compare as compare_editions
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.starter import starter_quest
from questwright.engine.replay import replay_document
from support import one_text
from support.more import some
from support.paths import PACKS

BOX = """quest deed-box "The Deed Box" {
  system vault
  gang cracker, hummer

  board {
    draw \"\"\"
    s....
    s...c
    \"\"\"
    s: rope
    c: strongbox deed-box "The Deed Box" LOCK
  }
  office den at A1..E2 "The Den"
  item deed "The Deed" in deed-box
  BODY
  victory burglars when any burglar carries deed
  allow not-for-fewer because "the two are a pair"
  allow unlocked because "some of them are"
  allow unused-item because "keys are tried"
}
"""


def compiled(lock, body="", gang="cracker, hummer"):
    text = BOX.replace(" LOCK", f" {lock}".rstrip()).replace("BODY", body)
    (quest,) = one_text.results(text.replace("gang cracker, hummer", f"gang {gang}"), PACKS).quests
    return quest


def kind(lock, body="", gang="cracker, hummer"):
    return str(compiled(lock, body, gang).proof.kind)


def publication(quest):
    return Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())


def told(quest):
    return [step.text for step in quest.proof.verdict().line]


KEY = 'item small-key "The Small Key" at C1'


@pytest.mark.parametrize(
    ("lock", "body", "verdict"),
    [
        ("", "", "winnable"),
        ("locked by small-key", KEY, "winnable"),
        ("locked by small-key spent", KEY, "winnable"),
        ("locked by small-key", "item small-key in deed-box", "unwinnable"),
        ("barred", "", "unwinnable"),
        ("barred", "event e when any burglar at C1 { unlock deed-box }", "winnable"),
        ("locked padlock dice 3 iron 5", "", "winnable"),
        # A six is not more than six, so nobody ever hits it.
        ("locked padlock dice 3 iron 6", "", "unwinnable"),
        ("", f"{KEY}\n  lock tight on deed-box by small-key", "winnable"),
    ],
)
def test_a_container_is_locked_in_the_words_of_gates_dkq_a9(lock, body, verdict):
    assert kind(lock, body) == verdict


def test_a_search_does_not_find_what_is_locked_up_dkq_a13():
    locked = compiled("locked padlock dice 3 iron 4")
    steps = [step.kind for step in locked.proof.verdict().line]
    assert "open" in steps
    assert "search" not in steps
    assert any(
        "Open the Deed Box by breaking the Padlock and take the Deed" in t for t in told(locked)
    )
    asked = "event e when deed-box opened { give small-key }\n  item small-key"
    assert kind("locked padlock dice 3 iron 4", asked) == "winnable"


def test_whoever_opens_it_has_what_is_in_it_dkq_c63():
    quest = compiled("locked by hummer")
    (opened,) = [step for step in quest.proof.verdict().line if step.kind == "open"]
    assert opened.who == "hummer"


def test_a_lock_is_broken_with_exact_odds_dkq_b7():
    quest = compiled("locked padlock dice 3 iron 4")
    (chance,) = quest.proof.verdict().chances
    first = next(own for own in chance.attempts if own.member == "cracker")
    assert first.hits == hits_by_pairs(4, 3, 4, tuple(range(1, 7)))
    assert 0 < first.chances[0] < Fraction(1)


@pytest.mark.parametrize(
    ("lock", "body", "code"),
    [
        ("locked by nothing-like-it", "", "unknown-name"),
        ("locked padlock dice 3", "", "missing-part"),
        ("locked by small-key", f"{KEY}\n  lock tight on deed-box by small-key", "statement-twice"),
        ("", f"{KEY}\n  lock tight on den by small-key", "unknown-name"),
        ("", f"{KEY}\n  lock tight on desk-1 by small-key\n  desk at C2", "surplus-part"),
        ("", "event e when any burglar at C1 { unlock deed-box }", "wrong-kind"),
        ("", "event e when deed-box opened { give small-key }\n  item small-key", "wrong-kind"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_lock_of_a_container_is_found(lock, body, code):
    assert code in [finding.code.name for finding in compiled(lock, body).findings]


def test_a_chest_without_a_lock_is_found_where_each_has_one_dkq_b6(tmp_path):
    folder = tmp_path / "vault"
    shutil.copytree(PACKS / "vault", folder)
    words = folder / "words.yaml"
    text = words.read_text(encoding="utf-8")
    assert "symbol: chest, box: 4" in text
    words.write_text(
        text.replace("symbol: chest,", "symbol: chest, locked: true,"), encoding="utf-8"
    )
    quest = BOX.replace(" LOCK", "").replace("BODY", "").replace("  allow unlocked", "  # allow")
    (found,) = one_text.results(quest, tmp_path).quests
    assert [finding.code.name for finding in found.findings if finding.code.id == "QW226"]


# -- what is left of it -----------------------------------------------------------------------


def test_a_seal_is_lowered_by_the_amount_of_each_spell_dkq_c61():
    quest = compiled("locked seal power 5")
    assert "by lowering the Seal with Low Hum, 3 times" in " ".join(told(quest))
    lock = quest.quest.things_of("container")[0].lock
    assert [(own.spell.word, own.times, own.rounds) for own in castings(lock, quest.quest)] == [
        ("low-hum", 3, 2)
    ]


def test_a_spell_has_to_be_had_in_the_quest_dkq_b9():
    assert kind("locked seal power 5", gang="cracker") == "unwinnable"
    assert kind("locked seal power 5", "songs whistle", gang="cracker") == "winnable"
    quest = compiled("locked seal power 5", gang="cracker")
    causes = " ".join(finding.message + str(finding.related) for finding in quest.findings)
    assert "nobody of the party lowers the Seal of the Deed Box" in causes
    assert kind("locked seal power 5 by cracker") == "unwinnable"


def test_a_slower_spell_may_be_the_sooner_one():
    quest = compiled("locked seal power 5", "songs long-note")
    assert "with Long Note, once" in " ".join(told(quest))
    # Twice five, with two rounds in between in which it cannot be cast.
    longer = compiled("locked seal power 7", "songs long-note")
    lock = longer.quest.things_of("container")[0].lock
    rounds = {own.spell.word: (own.times, own.rounds) for own in castings(lock, longer.quest)}
    assert rounds == {"low-hum": (4, 3), "long-note": (2, 3)}


def test_rounds_of_a_seal_are_counted():
    alone, both = (compiled("locked seal power 8", body) for body in ("", "songs whistle"))
    # Four hums take four rounds, of which the first may be the one in which the hummer comes.
    assert alone.proof.verdict().rounds == (4, 4)
    # With somebody who whistles along, three rounds may be enough: 3 + 3 + 2.
    assert both.proof.verdict().rounds[0] == 3


def test_together_it_never_takes_longer_than_alone():
    for power in range(1, 30):
        quest = compiled("locked seal power 8", "songs long-note, whistle").quest
        lock = quest.things_of("container")[0].lock._replace(values={"power": power})
        every = [*casts(lock, quest)]
        alone = [own.rounds for own in castings(lock, quest)]
        assert rounds_together(lock, every) <= min(alone)
        assert casts_together(lock, every) <= min(own.times for own in castings(lock, quest))
        left, late = power_of(lock), 0
        while left > 0:
            left -= 2 + 1 + (5 if late % 3 == 0 else 0)
            late += 1
        assert rounds_together(lock, every) == late - 1


def test_the_book_has_boxes_to_tick():
    quest = compiled("locked seal power 5")
    html = book_source(compose_book([publication(quest)])).html
    assert html.count('<span class="box"></span>') >= 5
    assert "lowers it by 2 with Low Hum" in html
    assert "locked; the Seal (power 5) keeps it shut" in " ".join(
        outline(publication(quest)).split()
    )


@pytest.mark.parametrize("lock", ["locked seal power 5", "locked by small-key spent", "barred"])
def test_documents_of_locked_containers_are_played_and_read_back(lock):
    body = f"{KEY}\n  event e when any burglar at D1 {{ unlock deed-box }}"
    quest = compiled(lock, body)
    data = dump(quest_document(publication(quest)))
    assert replay_document(data) == ""
    part = next(thing for thing in json.loads(data)["things"] if thing["id"] == "deed-box")
    assert part["lock"]["id"] == "deed-box-lock"
    read = read_edition(data, lambda _: quest.system)
    assert [*compare_editions(edition_of(publication(quest)), read).changes] == []


def test_the_engine_refuses_a_key_that_nobody_has():
    quest = compiled("locked by small-key", KEY)
    document = json.loads(dump(quest_document(publication(quest))))
    line = document["verdict"]["line"]
    document["verdict"]["line"] = [step for step in line if step["kind"] != "pick-up"]
    assert "nobody has The Small Key" in replay_document(json.dumps(document).encode())


def test_a_changed_lock_is_told():
    before, after = compiled("locked by small-key", KEY), compiled("locked seal power 5", KEY)
    changes = compare_editions(
        *(edition_of(publication(quest)) for quest in (before, after))
    ).changes
    assert any("The lock of the Deed Box is another one now" in change.text for change in changes)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("value: power", "value: strength", "strength"),
        ("by: [hummer]}", "by: [nobody]}", "nobody"),
        ("needs: whistle", "needs: flute", "flute"),
        ("amount: 2", "amount: 0", "amount"),
    ],
)
def test_a_pack_with_a_strange_spell_for_locks_is_refused(old, new, told, tmp_path):
    folder = tmp_path / "vault"
    shutil.copytree(PACKS / "vault", folder)
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert old in text
    game.write_text(text.replace(old, new, 1), encoding="utf-8")
    findings = load_system(folder).findings
    assert any(told in f"{finding.message} {finding.label.text}" for finding in findings)


@pytest.mark.slow
def test_two_players_agree_on_locked_chests():
    for seed in some(range(1000), 7):
        outcome = compare(seed, 3000, "locked-chests")
        verdicts = [kind for kind, _ in outcome.differences if kind.startswith("player")]
        assert not verdicts, seed


@pytest.mark.parametrize("has_search", [True, False])
@pytest.mark.parametrize("has_edges", [True, False])
def test_a_first_quest_of_such_a_game_is_clean(has_edges, has_search, tmp_path):
    folder = tmp_path / "vault"
    shutil.copytree(PACKS / "vault", folder)
    game, words = folder / "game.yaml", folder / "words.yaml"
    text = game.read_text(encoding="utf-8")
    if not has_edges:
        text = re.sub(r"(?m)^(  flap: {form: )door(.*), opened_by.*$", r"\1window\2}", text)
    if not has_search:
        text = re.sub(r"(?m)^search:\n(?:  .*\n)+", "", text)
    game.write_text(text, encoding="utf-8")
    own = words.read_text(encoding="utf-8")
    words.write_text(own.replace("chest,", "chest, locked: true,"), encoding="utf-8")
    system = load_system(folder).system
    assert system is not None
    quest = starter_quest("first-job", system)
    (found,) = one_text.results(quest, tmp_path).quests
    assert found.findings == ()
    assert str(found.proof.kind) == "winnable"
    assert ("slab" in quest) is not has_edges


def test_what_is_for_locks_alone_beats_nobody(tmp_path):
    folder = tmp_path / "vault"
    shutil.copytree(PACKS / "vault", folder)
    game = folder / "game.yaml"
    pick = "pick: {title: Pick, dice: pace, locks_only: true}"
    text = game.read_text(encoding="utf-8").replace(
        "broken: {attacks: [hit]", "broken: {attacks: [pick]"
    )
    game.write_text(text.replace("  attacks:\n", f"  attacks:\n    {pick}\n", 1), encoding="utf-8")
    system = load_system(folder).system
    assert [attack.word for attack in system.fights.attacks] == ["hit"]
    assert [attack.word for attack in system.fights.on_lock(("pick",))] == ["pick"]
    body = "scribe clerk at E1 facing south\n  expect winnable"
    box = BOX.replace("LOCK", "locked padlock dice 3 iron 4").replace("BODY", body)
    box = box.replace("carries deed\n", "carries deed and clerk defeated\n")
    (quest,) = one_text.results(box, tmp_path).quests
    dice = {
        quest.proof.verdict().line[chance.step - 1].kind: attempt.hits
        for chance in quest.proof.verdict().chances
        for attempt in chance.attempts
        if attempt.member == "cracker"
    }
    # The lock is picked with 5 dice, and whoever guards it is hit with 4.
    assert dice["open"] == hits_by_pairs(5, 3, 4, tuple(range(1, 7)))
    assert dice["defeat"] == hits_by_pairs(4, 2, 1, tuple(range(1, 7)))
