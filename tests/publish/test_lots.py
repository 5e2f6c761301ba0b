"""A die chooses among the quests of an objective: the tables of a bound book, and its numbers.

[WHQ-A1] An objective room has six adventures, and a die chooses among them.
[WHQ-B6] Whatever the die shows, there is an adventure, or it is rolled again.
"""

from __future__ import annotations

import re

import pikepdf
import pypdfium2
import pytest

from questwright.compiler import runs
from questwright.compiler.lots import Lot, in_order, lot_of, missing_numbers, pools
from questwright.compiler.publish.book.book import Cover
from questwright.compiler.publish.book.bound import Binding, lots_view
from questwright.compiler.publish.book.view.lots import LotRow
from support.kept import system_of
from support.one_text import compiler_of, without_proof
from support.paths import PACKS, ROOT, SHIPPED
from support.published import unproven
from support.strategies import run
from support.tithe import placed, visit


@pytest.fixture(scope="module")
def shipped():
    """Where the quests that come with the game stand, by the order of their files; and the game."""
    found = []
    for path in SHIPPED:
        if "system warhammer-quest" in path.read_text(encoding="utf-8"):
            result = unproven(path)
            found += [lot_of(each.quest, each.system, result.sources) for each in result.quests]
    return system_of("warhammer-quest"), list(
        {lot.quest: lot for lot in found if lot is not None}.values()
    )


def test_whq_a1_five_rooms_have_six_adventures_each_and_a_die_chooses(shipped):
    system, lots = shipped
    view = lots_view(lots, system)
    assert [lot.title for lot in view.tables] == [
        "The Drowned Altar",
        "The Bone Throne",
        "The Cold Forge",
        "The Star Well",
        "The Lamp House",
    ]
    assert view.dice == "d6"
    for lot in view.tables:
        assert [row.roll for row in lot.rows] == list("123456")
        assert all(row.title and row.chapter for row in lot.rows)
    altar = view.tables[0]
    assert altar.rows[0] == LotRow("1", "Low Tide", "low-tide")
    assert view.text == (
        "Draw the card of an objective room, or agree on one. Roll a d6: what it shows is played."
    )


def test_whq_b6_the_shipped_adventures_lack_no_number(shipped):
    system, lots = shipped
    assert missing_numbers(lots, system) == []
    (finding,) = missing_numbers([lot for lot in lots if lot.quest != "moths"], system)
    assert finding.code.name == "number-without-a-quest"
    assert finding.message == "no quest of The Lamp House has the number 4"
    assert "`adventure 4`" in finding.help


def test_whq_a1_quests_stand_by_room_and_number_whatever_they_are_named_in(shipped):
    system, lots = shipped
    there = ["moths", "low-tide", "lights-out", "last-ship"]
    some = [lot for lot in lots if lot.quest in there]
    for given in (some, some[::-1]):
        order = in_order(["unplaced", *there], given, system)
        assert order == ["low-tide", "lights-out", "moths", "last-ship", "unplaced"]


def test_another_die_chooses_in_another_game():
    text = visit("first", 1) + visit("third", 3) + visit("salted", 1, "salt-vault")
    system, lots = placed(text)
    view = lots_view(lots, system)
    (table,) = view.tables
    assert (view.dice, view.title, table.title) == ("d4", "Visit", "The Wine Vault")
    assert table.rows == (
        LotRow("1", "First", "first"),
        LotRow("2"),
        LotRow("3", "Third", "third"),
        LotRow("4"),
    )
    # With one table there is nothing to toss a coin for.
    assert view.text == "Roll a d4: what it shows is played."


def test_numbers_in_a_row_that_lead_to_no_quest_share_a_row():
    system, lots = placed(visit("second", 2) + visit("unsaid"))
    (table,) = lots_view(lots, system).tables
    assert [(row.roll, row.title) for row in table.rows] == [
        ("1", ""),
        ("2", "Second"),
        ("3–4", ""),
    ]
    (finding,) = missing_numbers(lots, system)
    assert finding.message == "no quest of The Wine Vault has the numbers 1, 3 and 4"
    assert "`unsaid` says no number" in finding.reason


def test_of_one_quest_there_is_nothing_to_choose():
    system, lots = placed(visit("first", 1) + visit("salted", 2, "salt-vault"))
    assert lots_view(lots, system) is None
    assert missing_numbers(lots, system) == []
    assert Binding(Cover(), system, 2).label_of("first", 1) == "Quest 1"


def test_a_section_that_a_quest_draws_is_an_objective_of_its_own():
    system, _ = placed(visit("first", 1))
    place = ("a.quest", 0, 1, 1)
    own = Lot("own", "Own", "hall", "The Hall", 1, *place)
    other = Lot("other", "Other", "hall", "The Other Hall", 1, *place)
    game = Lot("game", "Game", "salt-vault", "The Salt Vault", 1, *place)
    assert pools([own, other, game], system) == [[game], [own], [other]]


def test_in_other_games_no_die_chooses():
    path = ROOT / "content" / "quests" / "small-change" / "small-change.quest"
    from support.published import publications

    (quest,) = publications(path)
    assert lot_of(quest.quest, quest.system, quest.sources) is None
    assert lots_view([], quest.system) is None


# -- two quests of one number -----------------------------------------------------------------


@pytest.fixture
def tithe(monkeypatch, tmp_path):
    """A folder for quests of the made-up game; `write` puts one there."""
    monkeypatch.setattr(runs, "SYSTEMS", PACKS)

    def write(name, *said, **more):
        path = tmp_path / f"{name}.quest"
        path.write_text(visit(name, *said, **more), encoding="utf-8")
        return path

    write.folder = tmp_path
    return write


def test_whq_b6_two_files_with_the_same_number_are_both_named(tithe):
    first, second = tithe("first", 3), tithe("second", 3)
    done = run("check", first, second)
    assert done.code == 1
    assert "error[QW270]: `first` and `second` are both number 3 of The Wine Vault" in done.out
    assert f"`first` ({first}:4) has this number, too" in done.out
    assert f"{second}:4:3" in done.out


def test_two_in_one_file_are_marked_there(tithe):
    both = tithe.folder / "both.quest"
    both.write_text(visit("first", 3) + visit("second", 3), encoding="utf-8")
    done = run("check", both)
    assert done.out.count("QW270") == 1
    assert "`first` has it here" in done.out


def test_whq_b6_is_named_where_the_game_upholds_it(tmp_path):
    text = (ROOT / "content/quests/moths/moths.quest").read_text(encoding="utf-8")
    for name in ("moths", "more-moths"):
        changed = text.replace("quest moths ", f"quest {name} ", 1)
        (tmp_path / f"{name}.quest").write_text(changed, encoding="utf-8")
    done = run("check", tmp_path)
    assert done.out.count("QW270") == 1
    assert "[WHQ-B6]" in done.out


@pytest.mark.parametrize(
    ("number", "vault"), [(2, "wine-vault"), (3, "salt-vault"), (0, "wine-vault")]
)
def test_other_numbers_other_objectives_and_none_are_no_slip(tithe, number, vault):
    done = run("check", tithe("first", 3), tithe("second", number, vault=vault))
    assert (done.code, "QW27" in done.out) == (0, False), done.out


def test_a_quest_that_two_files_have_is_one_quest(tithe):
    tithe("first", 3)
    tithe("second", 2)
    joined = tithe.folder / "joined.quest"
    includes = 'include "first.quest"\ninclude "second.quest"\n'
    stages = "quest first\n  quest second"
    joined.write_text(
        f'{includes}\ncampaign joined "Joined" {{\n  system tithe\n  {stages}\n}}\n',
        encoding="utf-8",
    )
    assert run("check", tithe.folder).code == 0


def test_nothing_is_said_of_a_number_that_could_not_be_read(tithe):
    first, second = tithe("first", 3), tithe("second", 3)
    for path in (first, second):
        text = path.read_text(encoding="utf-8").replace("visit 3", "visit 9")
        path.write_text(text, encoding="utf-8")
    assert "QW270" not in run("check", first, second).out


# -- the book ------------------------------------------------------------------------------------


def pages(file):
    with pypdfium2.PdfDocument(file) as document:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


@pytest.mark.slow
def test_the_bound_book_has_a_table_with_the_pages_of_its_quests(tithe):
    files = [
        tithe("aaa-last", 4),
        tithe("zzz-first", 1),
        tithe("salted", 2, vault="salt-vault"),
        tithe("pickled", 1, vault="salt-vault"),
        tithe("unsaid"),
    ]
    out = tithe.folder / "out"
    done = run("build", "--out", out, "--bind", "All Visits", *files)
    assert done.code == 0, done.out + done.err
    text = pages(out / "all-visits" / "book.pdf")
    front = text[1]
    assert "Toss a coin for the vault. Roll a d4: what it shows is played." in front
    wine, _, salt = front.partition("The Salt Vault")
    found = re.findall(r"(\d) (Zzz First|Aaa Last) (\d+)", wine)
    assert [(roll, title) for roll, title, _ in found] == [("1", "Zzz First"), ("4", "Aaa Last")]
    assert "2–3 Roll again" in wine
    found += re.findall(r"(\d) (Pickled|Salted) (\d+)", salt)
    assert [int(page) for _, _, page in found] == sorted(int(page) for _, _, page in found)
    for _, title, page in found:
        assert title in text[int(page) - 1]
    assert "THE WINE VAULT: VISIT 1" in text[int(found[0][2]) - 1]
    # A quest without a number stands in the contents, and in no table.
    assert re.search(r"Unsaid [. ]*\d+", front)
    with pikepdf.open(out / "all-visits" / "book.pdf") as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles[:4] == ["The Wine Vault", "The Salt Vault", "Zzz First", "Aaa Last"]
    assert "Zzz First" in pages(out / "all-visits" / "players.pdf")[1]
    assert "no quest of The Wine Vault has the numbers 2 and 3" in done.out
    assert "no quest of The Salt Vault has the numbers 3 and 4" in done.out
    # What is kept of a build says the same again, and is held to the numbers of others.
    again = run("build", "--out", out, "--bind", "All Visits", *files)
    assert again.out.count("QW271") == done.out.count("QW271") == 2
    assert pages(out / "all-visits" / "book.pdf") == text
    double = run("build", "--out", out, "--bind", "All Visits", *files, tithe("double", 4))
    assert double.code == 1
    assert "`aaa-last` and `double` are both number 4" in double.out


@pytest.mark.slow
def test_two_of_a_number_that_were_built_apart_are_not_bound(tithe):
    files = tithe("first", 3), tithe("second", 3)
    for file in files:
        assert run("build", "--no-book", "--out", tithe.folder / "out", file).code == 0
    done = run("build", "--no-book", "--out", tithe.folder / "out", *files)
    assert done.code == 1
    assert "QW270" in done.out


def test_the_made_up_game_is_sound():
    with without_proof():
        system, findings = compiler_of(PACKS).system("tithe")
    assert findings == ()
    assert system.settings["visit"].chosen_by.die == 4
