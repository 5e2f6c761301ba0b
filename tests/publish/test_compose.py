"""What a quest says stands in its book, each thing once and where one looks for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from questwright.compiler.english import with_article
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.render.anchors import anchors_of
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.graph import NodeKind
from questwright.compiler.publish.book.view.text import ListBlock
from questwright.compiler.publish.book.volumes import volumes_of
from support.more import MORE, some
from support.paths import ROOT, SHIPPED
from support.published import SYSTEMS, compiler_of, publications

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

EVERYTHING = '''
quest toll-of-bone "Toll of Bone & <Salt>" {
  system dungeon-saga-origins
  heroes orlaf, danor
  marauder skeleton-archer
  options swift-monsters, extra-gold
  traps 1
  gold 25
  story """Someone tolls below [[gatehouse]].

  - bring **light**
  - bring *rope*
  """
  rule """**The toll.** No [[bell-rope]] may be cut."""
  rule """Silence is golden."""
  note """Speak softly."""
  outro """It is quiet."""
  board {
    draw """
    +-+-+-+-+-+-+-+-+-+
    |s s .|p . .|. . .|
    + + + + + + + + + +
    |. . .D. . .|. r .|
    +-+E+-+-+-+-+ + + +
    |. . . . . .S. m m|
    + + + + + + + + + +
    |q . t . . .|. m m|
    + + + + + + + + + +
    |c . g . . y|. . o|
    +-+-+-+-+-+-+-+-+-+
    """
    s: start
    D: door side-door
    E: door iron-door locked by bell-rope spent "Iron Door"
    S: secret panel "Panel"
    p: portal east-portal "East Stone" to west-portal
    q: portal west-portal
    t: trap dart facing east
    r: rubble fallen
    m: zombie-troll grum "Grum" facing west
    c: chest coffer
    g: goal way-out
    y: zombie facing north
    o: spawn-point drain
  }
  room gatehouse at A1..C2 "The Gatehouse"
  room nook at D1..F2 "The Nook"
  room cellar at A3..F5 "The Cellar"
  room pit at G1..I5 "The Pit"
  item bell-rope "Bell Rope" at F2
  item rusty-bell "Rusty Bell" in coffer
  action ring-bell at way-out "Ring the bell" when grum defeated
  event when nook revealed { read """A rope hangs here.""" }
  event first-toll "The First Toll" when pit revealed {
    read """It tolls."""
    spawn 2 skeleton-warrior near G1 facing west
  }
  event when ring-bell done { end heroes }
  event whenever coffer searched { note """Empty, but for the bell.""" }
  victory heroes "The bell is taken" when any hero carries rusty-bell and all heroes in gatehouse
  victory overlord when round > 12
}
'''

LOST = '''
quest lost-key "The Lost Key" {
  system dungeon-saga-origins
  marauder zombie
  board {
    draw """
    +-+-+-+-+-+-+-+
    |s s . .D. . .|
    + + + + + + + +
    |s s . .|. . .|
    +-+-+-+-+-+-+-+
    """
    s: start
    D: door vault-door locked by vault-key
  }
  corridor hall at A1..D2 "The Hall"
  room vault at E1..G2 "The Vault"
  item vault-key "Vault Key" at F1
  victory heroes when any hero in vault
}
'''


GRANTED = '''
quest drawn-blades "Drawn Blades" {
  system dungeon-saga-origins
  heroes orlaf, danor
  marauder skeleton-warrior
  board {
    draw """
    +-+-+-+-+-+-+
    |s s . .|. c|
    + + + + + + +
    |t t . .Dm m|
    + + + + + + +
    |t t . .|m m|
    +-+-+-+-+-+-+
    """
    s: start
    D: door way
    t: furniture table
    m: zombie-troll lump "Lump" facing west with rooted
    c: chest box
  }
  room hall at A1..D3
  room den at E1..F3 "The Den"
  item healing-draught in box
  zombie climber "The Climber" at A2 facing east with sure-footed
  ghost twin at E1 facing south with sure-footed
  event tripped "Tripped" when den revealed {
    give 2 exploration, burial-hoard
    spawn skeleton-archer at E1 facing west with shoulder-to-shoulder
  }
  victory heroes when lump defeated
}
'''


@pytest.fixture(scope="module")
def compiler():
    return compiler_of(SYSTEMS[ROOT])


def publications_of(compiler, path):
    result = compiler.compile(str(path))
    return [
        Publication(
            quest.quest,
            quest.system,
            quest.proof.verdict() if quest.proof is not None else None,
            result.sources,
            quest.findings,
        )
        for quest in result.quests
    ]


@pytest.fixture(scope="module")
def written(compiler, tmp_path_factory):
    folder = tmp_path_factory.mktemp("quests")

    def publish(text):
        path = folder / f"q{abs(hash(text))}.quest"
        path.write_text(text, encoding="utf-8")
        (publication,) = publications_of(compiler, path)
        assert publication.verdict is not None, [
            finding.message for finding in publication.findings
        ]
        return publication

    return publish


@pytest.fixture(
    scope="module", params=[*some(SHIPPED, 10), EVERYTHING, LOST], ids=lambda one: str(one)[-24:]
)
def publication(request, compiler, written):
    if isinstance(request.param, Path):
        return publications(request.param)[0]
    return written(request.param)


@pytest.fixture(scope="module")
def chapter(publication):
    return compose_book([publication]).chapters[0]


def said(view):
    """All the words of a view."""
    return repr(view).replace("\\'", "'")


def words(line):
    return "".join(run.text for run in line)


def test_every_area_has_an_entry_and_a_label_on_the_map(publication, chapter):
    ids = {area.id for area in publication.quest.board.areas}
    assert {area.slug for area in chapter.areas} == ids
    labels = [area.label for area in chapter.areas]
    assert labels == [str(number) for number in range(1, len(ids) + 1)]
    assert [area.label for area in chapter.maps[0].areas] == labels


def test_every_thing_is_drawn_and_listed(publication, chapter):
    quest = publication.quest
    view = chapter.maps[0]
    lying = [item for item in quest.items if item.cell >= 0]
    loose = len(lying)
    # Ground, and the ends of crossings, are drawn as things are.
    drawn = {terrain.title for terrain in publication.system.terrains.values()}
    drawn |= {crossing.kind.title for crossing in quest.board.crossings}
    things = [thing for thing in view.things if thing.name not in drawn]
    # What may be in one of several places is drawn in each, if it is in no container.
    ids = {placed.id for placed in (*quest.things, *lying)}
    hidden = sum(len(unknown.ways) - 1 for unknown in quest.unknowns if unknown.id in ids)
    # So are the gates that stand on squares.
    gates = sum(bool(gate.cells) for gate in quest.board.gates)
    assert len(things) + len(view.figures) == len(quest.things) + loose + hidden + gates
    rows = [row for area in chapter.areas for row in rows_of(area)]
    assert sum(row.count for row in rows) >= len(quest.things) + loose
    for thing in quest.things:
        area = next(a for a in chapter.areas if a.slug == quest.board.areas[thing.area].id)
        names = {row.name.removeprefix("Perhaps ") for row in rows_of(area)}
        titles = {thing.title, with_article(thing.title), thing.kind.title, thing.kind.plural}
        assert names & titles or "Portal" in str(names), thing.id


def rows_of(area):
    """All that stands and lies in an area."""
    fighters = area.fighters.rows if area.fighters else ()
    return (*(fighter.row for fighter in fighters), *area.contents)


def events_in(chapter):
    return (*chapter.events, *(event for area in chapter.areas for event in area.events))


def actions_in(chapter):
    return (*chapter.actions, *(action for area in chapter.areas for action in area.actions))


def test_every_gate_and_item_is_told(publication, chapter):
    board = publication.quest.board
    entries = {area.slug: said(area) for area in chapter.areas}
    for gate in board.gates:
        where = board.gate_places(gate)[0]
        # On both sides.
        for number in gate.between:
            assert where in entries[board.areas[number].id], gate.id
    for item in publication.quest.items:
        told = said((chapter.areas, chapter.events, chapter.rules)).lower()
        assert item.title.lower() in told


def test_every_event_and_action_is_told(publication, chapter):
    desk = Desk(publication.quest, publication.system)
    for event in publication.quest.events:
        assert (event.id in desk.events.read_in_area) != (
            event.id in {event.slug for event in events_in(chapter)}
        )
        for effect in event.effects:
            for block in effect.text:
                for run in block.runs:
                    if run.style == "plain":
                        assert repr(run.text)[1:-1] in said((chapter.areas, chapter.events))
    assert {action.slug for action in actions_in(chapter)} == {
        action.id for action in publication.quest.actions
    }


def test_codes_name_one_thing_each(chapter):
    meant = {}
    view = chapter.maps[0]
    for piece in view.things:
        if piece.code:
            meant.setdefault(piece.code, set()).add(piece.name)
    for piece in view.figures:
        if piece.code:
            name = piece.name.rpartition("(")[2].rstrip(")")
            meant.setdefault(piece.code, set()).add(name)
    if chapter.order is None:
        rows = chapter.figures.rows
    else:
        rows = [row for side in chapter.order.sides for group in side.groups for row in group.rows]
    for row in rows:
        # Members of the party stand on no map; who has a title of its own has its kind behind it.
        if row.code or chapter.order is None:
            name = row.name.rpartition("(")[2].rstrip(")")
            meant.setdefault(row.code, set()).add(name)
    assert all(len(names) == 1 for names in meant.values()), meant
    assert "" not in meant


def test_the_legend_has_what_is_on_the_map_and_nothing_else(chapter):
    view = chapter.maps[0]
    drawn = {piece.name for piece in (*view.things, *view.figures, *view.openings)}
    drawn |= {piece.name for piece in (*view.levels, *view.barriers, *view.crossings)}
    drawn |= {"Cliff"} if view.cliffs else set()
    # Who jumps down is no piece.
    names = {entry.name for entry in chapter.legend if not re.search(" jumps?$", entry.name)}
    assert names == drawn


def test_every_link_leads_somewhere(chapter):
    anchors = anchors_of(chapter)

    def targets(value):
        if hasattr(value, "target") and hasattr(value, "emphasis"):
            yield value.target
        elif isinstance(value, tuple):
            for one in value:
                yield from targets(one)
        elif hasattr(value, "__slots__"):
            for name in value.__slots__:
                yield from targets(getattr(value, name))

    for target in targets(chapter):
        assert not target or f"{chapter.slug}.{target}" in anchors


def test_anchors_are_unique(chapter):
    slugs = [
        *(area.slug for area in chapter.areas),
        *(event.slug for event in events_in(chapter)),
        *(rule.slug for rule in chapter.rules),
        *(action.slug for action in actions_in(chapter)),
    ]
    assert len(slugs) == len(set(slugs))


def test_what_is_played_from_does_not_know_of_the_proof(publication, chapter):
    played = volumes_of(compose_book([publication]))[Volume.BOOK].chapters[0]
    assert played.annex is None
    assert chapter.annex is not None
    left_out = ("annex", "sheets", "handouts")
    told = {name: getattr(chapter, name) for name in chapter.__slots__ if name not in left_out}
    for name, value in told.items():
        assert getattr(played, name) == value
    words = said(list(told.values())).lower()
    for word in ("winnable", "verdict", "proof", "proven", "hatched=(cell"):
        assert word not in words
    assert not chapter.maps[0].overlay.routes


def test_the_same_quests_make_the_same_book(publication):
    assert compose_book([publication]) == compose_book([publication])


def test_the_route_goes_step_by_step(publication, chapter):
    quest = publication.quest
    columns = [*(portal.id for portal in quest.things if portal.link), *quest.board.crossings]
    for route in (route for view in chapter.annex.maps for route in view.overlay.routes):
        leaps = 0
        for here, there in zip(route.cells, route.cells[1:], strict=False):
            far = max(abs(here.column - there.column), abs(here.row - there.row)) > 1
            leaps += far
        assert not leaps or columns


def test_a_book_with_everything(written):
    chapter = compose_book([written(EVERYTHING)]).chapters[0]
    assert chapter.tagline == "A quest for two Heroes"
    assert chapter.facts[0].value[0].text == "Orlaf and Danor"
    links = {run.text: run.target for run in chapter.story[0].runs if run.target}
    assert links == {"The Gatehouse": "gatehouse"}
    assert isinstance(chapter.story[1], ListBlock)
    assert [rule.title for rule in chapter.rules][:3] == [
        "The toll",
        "Special rule 2",
        "Optional rules in this quest",
    ]
    areas = {area.slug: area for area in chapter.areas}
    assert areas["nook"].read_aloud
    assert [area.slug for area in chapter.areas][:2] == ["gatehouse", "nook"]
    assert "first toll" in words(areas["pit"].notes[0].runs).lower()
    panel = next(row for row in areas["cellar"].contents if row.name == "Panel")
    assert panel.secret
    titles = {event.slug: event.title for event in events_in(chapter)}
    assert titles["first-toll"] == "The First Toll"
    assert any(title.startswith("When ") for title in titles.values())
    heroes, overlord = chapter.victory
    assert len(heroes.conditions) == 2
    assert len(overlord.conditions) == 2
    assert heroes.read_aloud
    assert "25" in said(chapter.closing)


def test_specials_are_named_where_they_are_and_explained_once(written):
    chapter = compose_book([written(GRANTED)]).chapters[0]
    notes = {row.name: words(row.note) for area in chapter.areas for row in rows_of(area)}
    assert notes["The Climber"] == "Zombie; facing east; with Sure-Footed"
    # Who never leaves its square fits through nothing.
    assert notes["Lump"] == "Zombie Troll; facing west; with Rooted"
    effects = [words(effect) for effect in events_in(chapter)[0].effects]
    assert effects[-1].endswith("on E1, facing west, with Shoulder to Shoulder.")
    (special,) = (rule for rule in chapter.rules if rule.title == "Monsters that keep other rules")
    told = [words(line) for line in special.text[0].items]
    assert [one.partition(".")[0] for one in told] == [
        "Rooted",
        "Sure-Footed",
        "Shoulder to Shoulder",
    ]
    ghost = next(row for row in chapter.figures.rows if row.name.endswith("(Ghost)"))
    assert words(ghost.note).startswith("Incorporeal. It moves through furniture")


def test_cards_that_a_quest_hands_out_are_taken_out_of_the_deck(written):
    chapter = compose_book([written(GRANTED)]).chapters[0]
    steps = [words(item) for item in chapter.setup[-1].items]
    assert steps[-1] == (
        'Exploration deck. Take out "Burial Hoard" and "Healing Draught" before it is shuffled: '
        "this quest hands them out."
    )
    assert [words(effect) for effect in events_in(chapter)[0].effects][:2] == [
        "The Heroes draw 2 Exploration cards.",
        "The Heroes draw “Burial Hoard” from the Exploration deck.",
    ]
    (gear,) = (rule for rule in chapter.rules if rule.title == "Gear found in this quest")
    assert [item[0].text for item in gear.text[0].items] == ["Healing Draught", "Burial Hoard"]


def test_degrees_of_victory_are_printed_with_what_they_ask_for_dn_a8(compiler):
    path = ROOT / "content/quests/dry-wheel/dry-wheel.quest"
    adventurers, foes = compose_book(publications_of(compiler, path)).chapters[0].victory
    assert adventurers.introduction.endswith("by the best that is:")
    told = [words(line) for line in adventurers.conditions]
    assert [one.partition(".")[0] for one in told] == [
        "Marginal victory",
        "Clear victory",
        "Decisive victory",
    ]
    assert words(foes.conditions[0]).startswith("Marginal victory. Enough is ground: turn")


def test_an_unwinnable_quest_says_why(written):
    annex = compose_book([written(LOST)]).chapters[0].annex
    assert annex.verdict.kind == "unwinnable"
    assert annex.lines[0].title == "Why it cannot be won"
    (view,) = annex.maps
    assert view.overlay.hatched
    assert not view.overlay.routes
    kinds = {node.slug: node.kind for node in annex.graph.nodes}
    assert kinds == {"hall": NodeKind.START, "vault": NodeKind.UNREACHED}


def test_where_a_file_lies_is_not_printed(written):
    publication = written(LOST)
    book = compose_book([publication])
    assert str(Path(publication.quest.origin.path).parent) not in said(book)


def test_quests_of_one_name_get_anchors_of_their_own(written):
    publication = written(LOST)
    book = compose_book([publication, publication])
    assert len({chapter.slug for chapter in book.chapters}) == 2
    assert book.front
    assert [chapter.label for chapter in book.chapters] == ["Quest 1", "Quest 2"]


@pytest.mark.slow
def test_books_are_set_without_complaint(press, written):
    """All that stands in the books of both stands in that of both together."""
    quests = [written(EVERYTHING), written(LOST)]
    books = [compose_book(quests)]
    if MORE:
        quests += (own for path in SHIPPED for own in publications(path))
        books += (compose_book([one]) for one in quests)
    results = press.set(book_source(book) for book in books)
    assert [type(result) for result in results] == [bytes] * len(books), results
