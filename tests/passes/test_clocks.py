"""What runs out as rounds go by: a deck from which a card is drawn at the end of each round."""

from __future__ import annotations

import json
import shutil

import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.system.clocks import ClockKind, RunsOut
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.diff.compare import compare as compare_editions
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.engine.replay import replay_document
from support import one_text
from support.paths import PACKS

# Nineteen squares at a pace of five: the deed is carried in round 4.
HALL = """quest candle "By Candle" {
  system vault
  gang cracker
  SETTING
  board {
    draw \"\"\"
    s...................
    \"\"\"
    s: rope
  }
  office hall at A1..T1 "The Hall"
  item deed "The Deed" at T1
  victory burglars when any burglar carries deed
  victory clerks when CLOCK
}
"""


def compiled(setting, clock="candles gone", packs=PACKS):
    text = HALL.replace("SETTING", setting).replace("CLOCK", clock)
    (quest,) = one_text.results(text, packs).quests
    return quest


def publication(quest):
    return Publication(quest.quest, quest.system, quest.proof.verdict(), {}, ())


def drawn(stock, at_first, each_round, asked):
    """The round at the end of which a deck has run out, card by card."""
    left, late = max(0, stock - at_first), 0
    if not left and asked is RunsOut.LAST:
        return 0
    while True:
        late += 1
        for _ in range(each_round):
            if not left and asked is RunsOut.MISSING:
                return late
            left -= 1 if left else 0
        if not left and asked is RunsOut.LAST:
            return late


def test_a_deck_of_d_cards_runs_out_in_round_d_less_three_dkq_b24():
    words = {"empty": RunsOut.LAST, "exhausted": RunsOut.MISSING}
    clock = ClockKind("deck", "The Deck", 3, 1, words, ())
    assert [clock.last_round({"deck": d}, "empty") for d in (3, 4, 12)] == [0, 1, 9]
    # The first draw that fails is one round later [DKQ-E2].
    assert [clock.last_round({"deck": d}, "exhausted") for d in (3, 4, 12)] == [1, 2, 10]


@pytest.mark.parametrize("asked", RunsOut)
@pytest.mark.parametrize("each_round", [1, 2, 3])
def test_the_round_is_that_of_drawing_card_by_card(asked, each_round):
    for at_first in range(4):
        clock = ClockKind("deck", "The Deck", at_first, each_round, {"out": asked}, ())
        for stock in range(1, 20):
            counted = drawn(stock, at_first, each_round, asked)
            assert clock.last_round({"deck": stock}, "out") == counted, (stock, at_first)
            named = clock._replace(at_first="hand")
            settings = {"deck": stock, "hand": at_first}
            assert named.last_round(settings, "out") == counted, settings


@pytest.mark.parametrize(
    ("candles", "clock", "verdict"),
    [
        (7, "candles gone", "winnable"),
        (6, "candles gone", "winnable"),
        (5, "candles gone", "unwinnable"),
        (5, "candles wanting", "winnable"),
        (4, "candles wanting", "unwinnable"),
        (5, "candles are gone", "unwinnable"),
    ],
)
def test_a_quest_is_won_in_time_or_not_at_all_dkq_a33(candles, clock, verdict):
    quest = compiled(f"candles {candles}", clock)
    assert str(quest.proof.kind) == verdict
    if verdict == "unwinnable":
        (cause,) = quest.proof.verdict().causes
        assert cause.text.startswith("the quest takes 4 rounds at the least, and ends with 3")


def test_what_is_close_says_by_how_much():
    told = {n: " ".join(outline(publication(compiled(f"candles {n}"))).split()) for n in (6, 7, 9)}
    assert "no round to spare, as round 4 is the last" in told[6]
    assert "1 round to spare, as round 5 is the last" in told[7]
    assert "to spare" not in told[9]
    assert "the Box of Candles is gone (at the end of round 5)" in told[7]
    html = book_source(compose_book([publication(compiled("candles 7"))])).html
    assert "1 round to spare, as round 5 is the last" in html


def test_it_is_asked_for_wherever_conditions_are():
    text = "candles 9\n  event dark when candles gone { set pitch-black }"
    text += "\n  event out when pitch-black set { end clerks }"
    quest = compiled(text, "all burglars defeated")
    assert quest.proof is not None
    facts = [event.condition for event in quest.quest.events]
    assert (facts[0].comparison, facts[0].number) == (">", 7)
    # While there is light: the party's own condition names its last round.
    own = HALL.replace("carries deed", "carries deed and not (candles gone)")
    own = own.replace("SETTING", "candles 5").replace("  victory clerks when CLOCK\n", "")
    (found,) = one_text.results(own, PACKS).quests
    assert str(found.proof.kind) == "unwinnable"


def test_a_clock_that_nobody_has_set_is_found():
    (finding,) = [own for own in compiled("").findings if own.code.name == "missing-part"]
    assert finding.message == "this quest does not say its `candles`"
    assert "unknown" in compiled("candles 7", "candles bright").findings[0].code.name


def with_a_hand(tmp_path, setting="", asked="hand"):
    """The vault, where a setting says what is taken from the candles at first."""
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    words = tmp_path / "vault" / "words.yaml"
    text = words.read_text(encoding="utf-8")
    text = text.replace("at_first: 2", f"at_first: {asked}")
    text = text.replace("\nclocks:\n", f"{setting}\nclocks:\n", 1)
    words.write_text(text, encoding="utf-8")
    return tmp_path


HAND = "  hand: {title: Hand, shape: number, minimum: 0, maximum: 60, text: Lit at once.}\n"


def test_a_setting_says_what_is_taken_at_first_dkq_a18(tmp_path):
    packs = with_a_hand(tmp_path, HAND)
    for hand, verdict in ((2, "winnable"), (3, "unwinnable"), (0, "winnable")):
        quest = compiled(f"candles 6\n  hand {hand}", packs=packs)
        assert str(quest.proof.kind) == verdict
    (finding,) = [
        own
        for own in compiled("candles 6", packs=packs).findings
        if own.code.name == "missing-part"
    ]
    assert finding.message == "this quest does not say its `hand`"


def test_a_clock_names_no_setting_without_a_number(tmp_path):
    for asked in ("hand", "songs"):
        packs = with_a_hand(tmp_path / asked, asked=asked)
        findings = load_system(packs / "vault").findings
        assert [own.message for own in findings] == [f"there is no setting with a number `{asked}`"]


def test_documents_have_it_as_a_round():
    quest = compiled("candles 7")
    data = dump(quest_document(publication(quest)))
    assert replay_document(data) == ""
    (lost,) = [
        own
        for own in json.loads(data)["victories"]
        if own["side"] == "clerks" and not own["default"]
    ]
    condition = lost["condition"]
    assert (condition["fact"], condition["comparison"], condition["number"]) == ("round", ">", 5)
    read = read_edition(data, lambda _: quest.system)
    assert [*compare_editions(edition_of(publication(quest)), read).changes] == []


def test_a_victory_of_the_game_by_time_alone_is_no_less_a_limit(tmp_path):
    shutil.copytree(PACKS / "vault", tmp_path / "vault")
    game = tmp_path / "vault" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert "default_victory: all burglars defeated" in text
    game.write_text(text.replace("all burglars defeated", "candles gone"), encoding="utf-8")
    hall = HALL.replace("  victory clerks when CLOCK\n", "")
    for candles, verdict in ((6, "winnable"), (5, "unwinnable")):
        (quest,) = one_text.results(hall.replace("SETTING", f"candles {candles}"), tmp_path).quests
        assert str(quest.proof.kind) == verdict


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  candles: {title: The Box", "  candle: {title: The Box", "candle"),
        ("  candles: {title: The Box", "  songs: {title: The Box", "songs"),
        ("gone: last", "gone: never", "gone"),
        ("at_first: 2", "at_first: 2, each_round: 0", "each_round"),
    ],
)
def test_a_pack_with_a_strange_clock_is_refused(old, new, told, tmp_path):
    folder = tmp_path / "vault"
    shutil.copytree(PACKS / "vault", folder)
    words = folder / "words.yaml"
    text = words.read_text(encoding="utf-8")
    assert old in text
    words.write_text(text.replace(old, new, 1), encoding="utf-8")
    findings = load_system(folder).findings
    assert any(told in f"{finding.message} {finding.label.text}" for finding in findings)
