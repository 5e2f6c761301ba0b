"""Every mechanism that the pack of Dungeon Saga declares is used by one of its ten adventures.

What is declared is read from the pack: a word that is added to it is missing here at once, until an
adventure uses it.
"""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from questwright.compiler.model.conditions import facts_of
from questwright.compiler.packs.system.system import Category
from support.kept import system_of
from support.paths import ROOT
from support.published import unproven

LINE = ROOT / "content" / "quests" / "deep-line.quest"


@pytest.fixture(scope="module")
def saga():
    return system_of("dungeon-saga")


@pytest.fixture(scope="module")
def campaign():
    """The quests, and the campaign that they are joined to."""
    result = unproven(LINE)
    assert len(result.quests) == 10
    (joined,) = result.campaigns
    return SimpleNamespace(campaign=joined.campaign, quests=result.quests)


@pytest.fixture(scope="module")
def written():
    """The words of all ten adventures as they are written, without remarks and texts."""
    found: dict[str, int] = {}
    for name in re.findall(r'include "([^"]+)"', LINE.read_text(encoding="utf-8")):
        text = (LINE.parent / name).read_text(encoding="utf-8")
        text = re.sub(r'""".*?"""|"[^"\n]*"|#[^\n]*', "", text, flags=re.DOTALL)
        for word in re.findall(r"[a-z][a-z0-9-]*", text):
            found[word] = found.get(word, 0) + 1
    return found


def standing(campaign):
    """The kinds of what stands on the boards, is brought by an event, or may be raised."""
    for own in campaign.quests:
        yield from (thing.kind.word for thing in own.quest.things)
        for event in own.quest.events:
            yield from (effect.target for effect in event.effects)
        for setting in own.system.settings.values():
            if setting.brings and own.quest.settings.get(setting.word):
                yield setting.brings
        yield from (kind.word for kind in own.quest.party)


def missing(declared, used):
    return sorted(set(declared) - set(used))


def test_every_kind_stands_somewhere(saga, campaign):
    kinds = [word for word, kind in saga.kinds.items() if kind.category is not Category.START]
    assert missing(kinds, standing(campaign)) == []


def test_every_sort_of_gate_and_lock_is_opened(saga, campaign):
    gates = [gate for own in campaign.quests for gate in own.quest.board.gates]
    boxes = [thing for own in campaign.quests for thing in own.quest.things]
    locks = [own.lock.kind.word for own in (*gates, *boxes) if own.lock and own.lock.kind]
    assert missing(saga.gates, (gate.kind.word for gate in gates)) == []
    assert missing(saga.locks, locks) == []
    # What is locked by something else than its kinds of lock: a key, and a bar.
    assert any(own.lock and own.lock.key and not own.lock.is_barred for own in boxes)
    assert any(gate.lock and gate.lock.is_barred for gate in gates)


def test_every_area_word_is_used(saga, campaign):
    areas = (area.kind.word for own in campaign.quests for area in own.quest.board.areas)
    assert missing(saga.areas, areas) == []


def test_every_setting_is_written_and_each_of_its_words(saga, written):
    assert missing(saga.settings, written) == []
    words = [word for setting in saga.settings.values() for word in setting.words or ()]
    taken = {str(setting.default) for setting in saga.settings.values()}
    assert missing(words, {*written, *taken}) == []


def test_every_special_is_given(saga, campaign):
    given = [
        special.word
        for own in campaign.quests
        for thing in own.quest.things
        for special in thing.exceptions
    ]
    given += [special.word for kind in saga.kinds.values() for special in kind.specials]
    assert missing(saga.specials, given) == []


def test_every_card_that_is_granted_is_granted(saga, written):
    for deck in ("spells", "dark-spells"):
        cards = [card.word for card in saga.decks[deck].cards]
        assert missing(cards, written) == [], deck


def test_every_card_of_gear_is_found_or_earned(saga, campaign, written):
    earned = [reward.word for stage in campaign.campaign.stages for reward in stage.rewards]
    assert missing(saga.gear, {*written, *earned}) == []


def test_every_interlude_happens_and_every_record_is_kept(saga, campaign):
    stages = campaign.campaign.stages
    pauses = (pause.word for stage in stages for pause in stage.pauses)
    assert missing(saga.interludes, pauses) == []
    # Gear that stays with its hero is what the record of items is for.
    assert any(reward.word in saga.gear for stage in stages for reward in stage.rewards)


def test_every_clock_is_asked_for_and_every_state_counts(saga, campaign):
    facts = [
        fact
        for own in campaign.quests
        for condition in (
            *(victory.condition for victory in own.quest.victories),
            *(event.condition for event in own.quest.events),
        )
        for fact in facts_of(condition)
    ]
    asked = {(fact.subject_word, fact.object) for fact in facts}
    words = [(clock.word, word) for clock in saga.clocks.values() for word in clock.words]
    assert missing(words, asked) == []


def test_tiles_of_both_faces_and_drawn_boards_are_played_on(campaign):
    laid = [tile for own in campaign.quests for tile in own.quest.board.tiles]
    assert {tile.tile[-1] for tile in laid} == {"a", "b"}
    assert any(not own.quest.board.tiles for own in campaign.quests)
