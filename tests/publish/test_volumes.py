"""The books of a quest: each has what it is for, and the players' one holds no secret."""

from __future__ import annotations

import ast
import io
import re
from dataclasses import replace
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.chapter.areas import areas_of
from questwright.compiler.publish.book.chapter.handouts import handouts_of
from questwright.compiler.publish.book.chapter.needs import figures_of
from questwright.compiler.publish.book.chapter.play import events_of
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.compose import map_of
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.view.book import BookView, Volume
from questwright.compiler.publish.book.volumes import volumes_of
from questwright.compiler.publish.document.quest_json import quest_document
from support.more import some
from support.one_text import results
from support.paths import SHIPPED
from support.published import publications, set_quests

LEAKY = '''
quest hush "The Open House" {
  system dungeon-saga-origins
  heroes orlaf, danor
  marauder skeleton-archer
  traps 1
  story """Come in, says the door."""
  rule """**The hush.** The hushed panel is behind the hushed stone."""
  note """Hush: the chest bites."""
  outro """Hush now."""
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
    D: door side-door "The Hushed Side Door"
    E: door iron-door locked by hushed-bell spent "The Hushed Iron Door"
    S: secret hushed-panel "The Hushed Panel"
    p: portal east-portal "The Hushed East Stone" to west-portal
    q: portal west-portal "The Hushed West Stone"
    t: trap hushed-dart facing east
    r: rubble hushed-rubble
    m: zombie-troll grum "Hushed Grum" facing west with rooted
    c: chest coffer "The Hushed Coffer"
    g: goal way-out "The Way Out"
    y: zombie hushed-one "The Hushed One" facing north
    o: spawn-point hushed-drain "The Hushed Drain"
  }
  room gatehouse at A1..C2 "The Gatehouse"
  room nook at D1..F2 "The Nook"
  room cellar at A3..F5 "The Cellar"
  room pit at G1..I5 "The Pit"
  item hushed-bell "The Hushed Bell" in coffer
  item rusty-bell "The Rusty Bell" at F2
  item hushed-ring "The Hushed Ring" among coffer, B4
  action hushed-pull at way-out "Pull the hushed rope" when grum defeated
  event when nook revealed { read """A rope hangs here.""" }
  event hushed-toll "It Tolls" when pit revealed {
    read """It tolls."""
    note """Hush: the toll is false."""
    spawn 2 skeleton-warrior near G1 facing west
    set hushed
  }
  event when hushed-pull done { end heroes }
  victory heroes "The bell is taken" when any hero carries rusty-bell
  victory overlord when round > 12
}
'''


STRAIGHT = str.maketrans("‘’“”", "''\"\"")
RUN = re.compile(r"""Run\(text=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


def said(view):
    """All the words of a view, and its runs of text again as they are read."""
    runs = "".join(ast.literal_eval(text) for text in RUN.findall(repr(view)))
    return f"{view!r} {runs}"


class Composed(NamedTuple):
    """A quest, its whole book, and the volumes of that."""

    publication: Publication
    book: BookView
    volumes: dict[Volume, BookView]

    @property
    def quest(self):
        return self.publication.quest

    @property
    def handouts(self):
        return self.volumes[Volume.PLAYERS].chapters[0].handouts


def composed(publication):
    book = compose_book([publication])
    return Composed(publication, book, volumes_of(book))


@pytest.fixture(scope="module", params=some(SHIPPED, 10), ids=lambda path: path.stem)
def shipped(request):
    return composed(publications(request.param)[0])


@pytest.fixture(scope="module")
def leaky():
    result = results(LEAKY)
    (one,) = result.quests
    assert one.proof is not None, [finding.message for finding in result.findings]
    return composed(Publication(one.quest, one.system, one.proof.verdict(), result.sources))


# -- each its own ----------------------------------------------------------------------------------


def test_each_volume_has_what_it_is_for(shipped):
    whole = shipped.book.chapters[0]
    volumes = {name: book.chapters for name, book in shipped.volumes.items()}
    (played,), (given,) = volumes[Volume.BOOK], volumes[Volume.PLAYERS]
    (proven,) = volumes[Volume.DESIGNER]
    assert (played.areas, played.annex, played.sheets) == (whole.areas, None, None)
    assert (given.handouts, given.areas, given.annex) == (whole.handouts, (), None)
    assert (proven.annex, proven.areas, proven.handouts) == (whole.annex, (), None)
    sheets = [chapter.sheets for chapter in volumes.get(Volume.SHEETS, ())]
    assert sheets == [whole.sheets] * (whole.sheets is not None)


def test_an_volume_with_nothing_in_it_is_left_out(leaky):
    book = leaky.book
    bare = replace(
        book, aids=(), chapters=tuple(replace(c, sheets=None, annex=None) for c in book.chapters)
    )
    assert {*volumes_of(bare)} == {Volume.BOOK, Volume.PLAYERS}
    assert not volumes_of(bare)[Volume.BOOK].has_sheets


def test_the_book_says_how_the_party_comes_to_each_area_that_it_reaches(shipped):
    reached = shipped.publication.verdict.reached
    for area, view in zip(
        sorted(shipped.quest.board.areas, key=lambda own: own.id),
        sorted(shipped.book.chapters[0].areas, key=lambda own: own.slug),
        strict=True,
    ):
        if area.cells & reached:
            assert "Nobody can come here." not in said(view.revealed), view.slug


def test_every_area_is_on_one_handout(shipped):
    given = shipped.handouts
    named = [title for one in (given.start, *given.later) if one for title in one.titles]
    assert sorted(named) == sorted(
        (area.label, area.name) for area in shipped.book.chapters[0].areas
    )


def test_a_handout_lists_the_gates_on_its_map(shipped):
    given = shipped.handouts
    gates = {gate.kind.title for gate in shipped.quest.board.gates if not gate.cells}
    for one in (given.start, *given.later):
        if one is not None:
            shown = {opening.name for opening in one.map.openings if opening.name in gates}
            listed = {row.sample.name for row in one.contents if row.sample is not None}
            assert shown <= listed


def test_a_handout_shows_its_own_areas_and_nothing_beside_them(shipped):
    given = shipped.handouts
    areas = {area.title: area.cells.bit_count() for area in shipped.quest.board.areas}
    for one in given.later:
        assert len(one.map.floor) == sum(
            areas[name] for _, name in one.titles if name in areas
        ) or not all(name in areas for _, name in one.titles)
        labels = {label for label, _ in one.titles}
        assert {area.label for area in one.map.areas} == labels


def test_what_stands_open_is_shown(leaky):
    given = leaky.handouts
    (pit,) = (one for one in given.later if one.titles == (("4", "The Pit"),))
    assert [figure.name for figure in pit.map.figures] == ["Zombie Troll"]
    assert [one.text for one in given.readings] == [
        event.read_aloud
        for event in events_of(Pieces(Desk(leaky.quest, leaky.publication.system), ()))
        if event.read_aloud
    ]
    nook = next(one for one in given.later if one.titles[0][1] == "The Nook")
    assert "A rope hangs here." in said(nook.read_aloud)
    assert "The Rusty Bell" in said(nook.contents)


def titles_of(rules):
    return [line[0].text.rstrip(". ") for line in rules]


def test_players_are_told_the_rules_of_the_game_that_are_no_secret(leaky):
    given = leaky.handouts
    told = titles_of(given.rules)
    assert {"Exploring", "Marauding Monster"} <= {*told}
    # That a door is locked, that tokens lie unseen and whence figures come is found out in play.
    assert not {"Locked doors", "Floor traps", "Spawn Points"} & {*told}
    later = {title: titles_of(one.rules) for one in given.later for _, title in one.titles}
    assert not any({*titles} & {*told} for titles in later.values())
    # Of traps and hidden passages nothing is told that the game does not say of every search.
    words = [*told, *(title for titles in later.values() for title in titles)]
    assert not any("trap" in title.lower() or "passage" in title.lower() for title in words)


def test_the_rules_of_a_figure_are_told_where_it_stands():
    text = LEAKY.replace("y: zombie hushed-one", "y: ghost hushed-one")
    (one,) = results(text).quests
    book = composed(Publication(one.quest, one.system, one.proof.verdict(), {}))
    assert "Incorporeal" not in titles_of(book.handouts.rules)
    (cellar,) = (own for own in book.handouts.later if own.titles[0][1] == "The Cellar")
    assert "Incorporeal" in titles_of(cellar.rules)


TOLD = LEAKY.replace("victory overlord when", 'victory overlord told "Midnight" when').replace(
    'rule """**The hush.**', 'rule told """**The bell.** It is rusty."""\n  rule """**The hush.**'
)


def test_what_is_told_is_given_to_players_and_nothing_else_is(leaky):
    (one,) = results(TOLD).quests
    book = composed(Publication(one.quest, one.system, one.proof.verdict(), {}))
    (rule,) = book.handouts.own_rules
    assert (rule.title, said(rule.text).count("It is rusty.")) == ("The bell", 2)
    heroes, overlord = book.handouts.victory
    assert (heroes.side, overlord.side) == ("The Heroes", "The Overlord")
    assert "Midnight" in said(overlord.conditions)
    assert "hush" not in repr(book.handouts).lower()
    # In the book that is played from it stands as before.
    assert [own.title for own in book.book.chapters[0].rules][:2] == ["The bell", "The hush"]
    # Unless it is told, a victory of another side is that of the game alone.
    assert leaky.handouts.own_rules == ()
    assert [len(side.conditions) for side in leaky.handouts.victory] == [1, 1]
    assert "round" not in said(leaky.handouts.victory)


def test_what_is_told_is_a_rule_or_a_victory():
    wrong = {
        'note told "Hush."': "`note` is not `told`",
        'story told "Come."': "`story` is not `told`",
        'event when nook revealed { rule told "Hush." }': "`rule` of an event is not `told`",
    }
    for written, message in wrong.items():
        found = results(LEAKY.replace("  traps 1\n", f"  traps 1\n  {written}\n")).findings
        assert any(message in finding.message for finding in found), written


# -- no secret is in the players' one --------------------------------------------------------------


def test_a_hidden_passage_is_wall_to_players(leaky):
    given = leaky.handouts
    hidden = next(gate for gate in leaky.quest.board.gates if gate.kind.word == "secret")
    rows = {divmod(cell, leaky.quest.board.stride)[0] for edge in hidden.edges for cell in edge}
    cellar = next(one for one in given.later if one.titles[0][1] == "The Cellar")
    assert {opening.name for opening in cellar.map.openings} == {"Door"}
    walls = {(wall.first.row, wall.second.column) for wall in cellar.map.walls}
    for row in rows:
        assert (row - 2, 6) in walls


def test_no_word_of_a_secret_is_given_to_players(leaky):
    assert "hush" in said(leaky.book.chapters[0]).lower()
    given = leaky.volumes[Volume.PLAYERS]
    words = repr(replace(given, chapters=())) + repr(given.chapters[0].handouts)
    assert "hush" not in words.lower()


def unlike(quest):
    """The same quest with other secrets: what is hidden, held, locked or yet to happen."""
    board = quest.board
    gates = tuple(
        gate._replace(title="Another", lock=None, only=(), way_from=-1) for gate in board.gates
    )
    seen = (Category.START, Category.TOKEN)
    things = [
        thing
        if thing.kind.category in seen
        else thing._replace(title="Another", specials=(), link="")
        for thing in quest.things
        if thing.kind.category not in (Category.TRAP, Category.SPAWN_POINT)
    ]
    items = [
        item if item.cell >= 0 else item._replace(title="Another", holder="")
        for item in quest.items
    ]
    return quest._replace(
        board=board._replace(gates=gates),
        things=tuple(things),
        items=tuple(items),
        passages=tuple(p for p in quest.passages if p.word == "story" or p.is_told),
        actions=(),
        musters=(),
        tables=(),
    )


def given_by(quest, system):
    desk = Desk(quest, system)
    pieces = Pieces(desk, figures_of(desk))
    return desk.labels, replace(
        handouts_of(desk, areas_of(pieces, map_of(pieces)), events_of(pieces)),
        victory=(),
        own_rules=(),
    )


def test_whatever_the_secrets_are_the_handouts_are_the_same(shipped):
    """No reading of what a secret is: where other secrets make no difference, none is told."""
    labels, given = given_by(shipped.quest, shipped.publication.system)
    other_labels, other = given_by(unlike(shipped.quest), shipped.publication.system)
    if labels == other_labels:
        assert other == given


def secrets_of(publication):
    """The words by which the secrets of a quest go, as an engine reads them from quest.json."""
    document = quest_document(publication)
    found = {item["title"] for item in document["items"] if item["cell"] is None}
    kinds = {kind.title for kind in publication.system.kinds.values()}
    found |= {thing["title"] for thing in document["things"] if thing["title"]} - kinds
    found |= {gate["title"] for gate in document["gates"] if gate["title"]}
    found |= {action["title"] for action in document["actions"]}
    found |= {crossing["title"] for crossing in document["board"]["crossings"]}
    found |= {step["text"] for step in document["verdict"]["line"]}
    return {re.sub(r"\s+", " ", word) for word in found if len(word) > 3}


def told_to_players(composed):
    """What is read to players, how they win, and what lies open before them."""
    given, quest = composed.handouts, composed.quest
    lies_open = [item.title for item in quest.items if item.cell >= 0]
    lies_open += [
        t.title for t in quest.things if t.kind.category in (Category.START, Category.TOKEN)
    ]
    told = [given.story, given.victory, given.readings, [a.title for a in quest.board.areas]]
    told += [rule.text for rule in given.own_rules]
    told += [one.read_aloud for one in (given.start, *given.later) if one]
    gates = [gate.kind.title for gate in quest.board.gates]
    return re.sub(r"\s+", " ", said([*told, lies_open, gates, quest.title]))


def everything_in(pdf):
    """All words of a PDF: pages, outline, about itself, and whatever strings its objects hold."""
    document = pypdfium2.PdfDocument(pdf)
    words = [page.get_textpage().get_text_bounded() for page in document]
    words += [item.get_title() for item in document.get_toc()]
    words += document.get_metadata_dict().values()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert not opened.attachments
        for item in opened.objects:
            if isinstance(item, pikepdf.Dictionary):
                words += [
                    str(value) for value in item.values() if isinstance(value, pikepdf.String)
                ]
    straight = " ".join(words).translate(STRAIGHT)
    # A word may be parted at the end of a line: it is looked for as it is, and put together.
    whole = re.sub(r"[-\x02\ufffe]\s+", "", straight)
    return re.sub(r"\s+", " ", f"{straight} {whole}")


@pytest.mark.slow
@pytest.mark.parametrize("path", set_quests(8), ids=lambda path: path.stem)
def test_no_secret_is_anywhere_in_the_finished_file(path, printed):
    shipped = composed(publications(path)[0])
    pdf = printed(book_source(shipped.volumes[Volume.PLAYERS]))
    words, told = everything_in(pdf).lower(), told_to_players(shipped).lower()
    assert shipped.quest.title.lower() in words
    leaked = {word for word in secrets_of(shipped.publication) if word.lower() in words}
    assert {word for word in leaked if word.lower() not in told} == set()


@pytest.mark.slow
def test_no_secret_of_a_quest_made_to_leak_is_in_the_finished_file(leaky, printed):
    volumes = leaky.volumes
    assert "hush" in everything_in(printed(book_source(volumes[Volume.BOOK]))).lower()
    given = everything_in(printed(book_source(volumes[Volume.PLAYERS]))).lower()
    # The initial is drawn apart from the rest of its word.
    assert "ome in, says the door" in given
    assert "hush" not in given.replace("the open house", "")
