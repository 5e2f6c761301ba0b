"""A press that begins books ahead: whoever asks for them later gets what `set` alone would give."""

from __future__ import annotations

import sys
from itertools import chain
from types import SimpleNamespace
from typing import ClassVar

import pytest

from questwright.compiler import ahead as early
from questwright.compiler.publish.book.render import press as presses
from questwright.compiler.publish.book.render.child import RendererProcess, Reply
from questwright.compiler.publish.book.render.press import Press
from questwright.compiler.publish.book.render.source import (
    Asset,
    BookSource,
    RenderFailure,
    RenderReason,
)
from support.pages import FONTS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nobody can look without waiting")


class Child:
    """A child that is done with a book when the test says so, or when somebody waits for one."""

    every: ClassVar[list[Child]] = []

    def __init__(self, *_given):
        self.is_busy, self.is_usable = False, True
        self.began: list[bytes] = []
        self.result = None
        Child.every.append(self)

    def has_room_for(self, data):
        return not data.startswith(b"long") or not self.began

    def begin(self, data, seconds):
        self.began.append(data)
        self.is_busy = True

    def seconds_left(self):
        return 60.0

    def done(self, result=None):
        self.result = result or b"%PDF of " + self.began[-1]

    def replies(self):
        self.is_busy, result, self.result = False, self.result, None
        return [Reply(1), Reply(1, result)]

    def end(self):
        pass


def waited(busy, _writing, _failing, seconds):
    """Those that are done; the first is done now where somebody waits."""
    if seconds > 0:
        busy[0].done()
    return [child for child in busy if child.result], [], []


@pytest.fixture
def press(monkeypatch):
    monkeypatch.setattr(Child, "every", [])
    monkeypatch.setattr(presses, "RendererProcess", Child)
    monkeypatch.setattr(presses.select, "select", waited)
    monkeypatch.setattr(presses, "job_data", lambda source: source.html.encode())
    monkeypatch.setattr(presses, "_checked", lambda result: result)
    with Press(jobs=2) as press:
        yield press


def book(name):
    return BookSource(name)


def begun():
    return [[data.decode() for data in child.began] for child in Child.every]


def test_what_was_begun_ahead_is_not_set_again(press):
    for name in "abc":
        press.begin(book(name))
    assert begun() == [["a"], ["b"]]
    Child.every[1].done()
    press.look()
    assert begun() == [["a"], ["b", "c"]]
    assert press.set(map(book, "dcba")) == [b"%PDF of " + name.encode() for name in "dcba"]
    assert sorted(chain(*begun())) == ["a", "b", "c", "d"]


def test_what_still_waits_is_set_in_the_order_in_which_it_is_asked_for(press):
    for name in "abcde":
        press.begin(book(name))
    press.set(map(book, "edcba"))
    first, second = begun()
    assert (first[0], second[0]) == ("a", "b")
    assert sorted(first[1:] + second[1:]) == ["c", "d", "e"]
    assert "e" in (first[1], second[1])


def test_a_book_is_begun_once(press):
    for _ in range(2):
        press.begin(book("a"))
    Child.every[0].done()
    press.look()
    press.begin(book("a"))
    assert begun() == [["a"]]


def test_it_is_hungry_until_as_much_waits_as_two_children_can_do_next(press):
    seen = []
    for name in "abcdefg":
        seen.append(press.is_hungry)
        press.begin(book(name))
    assert seen == [True] * 6 + [False]


def test_what_nobody_asks_for_changes_no_answer(press):
    press.begin(book("a"))
    press.begin(book("b"))
    Child.every[0].done()
    told = []
    press._tell = lambda *step: told.append(step)
    assert press.set([book("c")]) == [b"%PDF of c"]
    assert told[-1][:2] == (1, 1)


def test_a_book_that_fails_ahead_fails_where_it_is_asked_for_and_ends_the_rest(press):
    for name in "abc":
        press.begin(book(name))
    failure = RenderFailure(RenderReason.MISSING_LIBRARY, "no Pango")
    Child.every[0].done(failure)
    press.look()
    assert begun() == [["a"], ["b"]]
    assert press.set([book("a"), book("d")]) == [failure, failure]


def test_a_long_book_is_given_to_a_child_that_has_set_little(press):
    for name in ["a", "b", "long one", "long two", "c"]:
        press.begin(book(name))
    Child.every[1].done()
    press.look()
    Child.every[0].done()
    press.look()
    assert begun() == [["a"], ["b"], ["long one"], ["long two"]]
    Child.every[2].done()
    press.look()
    assert begun() == [["a"], ["b"], ["long one", "c"], ["long two"]]


def test_the_machine_may_refuse_a_child_ahead(press, monkeypatch):
    def refused(*_given):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(presses, "RendererProcess", refused)
        press.begin(book("a"))
    assert begun() == []
    assert press.set([book("a")]) == [b"%PDF of a"]


def test_a_child_that_takes_no_book_is_ended_and_another_one_takes_it(press, monkeypatch):
    def full(*_given):
        raise OSError(28, "No space left on device")

    def end(child):
        ended.append(child)

    ended = []
    with monkeypatch.context() as patch:
        patch.setattr(Child, "begin", full)
        patch.setattr(Child, "end", end)
        press.begin(book("a"))
    assert ended == Child.every
    assert press.set([book("a"), book("b")]) == [b"%PDF of a", b"%PDF of b"]


def test_books_begun_ahead_have_the_same_bytes():
    head = '<html lang="en"><title>x</title><link rel="stylesheet" href="asset:fonts.css">'
    style = "<style>body{font-family:Alegreya}</style>"
    fonts = (Asset("fonts.css", "text/css", FONTS),)
    sources = [BookSource(f"{head}{style}<p>{name}", fonts) for name in ("a", "b", "c")]
    with Press(jobs=2) as press:
        alone = press.set(sources)
    with Press(jobs=2) as press:
        for source in sources[1:]:
            press.begin(source)
        assert press.set(sources) == alone
    assert all(isinstance(pdf, bytes) for pdf in alone)


@pytest.fixture
def offered(monkeypatch, press):
    """Quests that are offered to a press; of each there are two volumes."""

    def volumes(quests, _bound, _press, _author="", *, true_scale=False):
        id_ = quests[0].quest.id
        return [SimpleNamespace(id=id_, source=book(f"{id_}-{n}-{true_scale}")) for n in (1, 2)]

    monkeypatch.setattr(early, "volumes", volumes)
    return early.Ahead(press, without={"kept"}, true_scale=True)


def quest(id_):
    return SimpleNamespace(quest=SimpleNamespace(id=id_))


def test_quests_are_begun_as_long_as_there_is_time(offered):
    for id_ in ("kept", "a", "b", "c", "d", "e"):
        offered.offer(quest(id_))
    assert [*offered.begun] == ["a", "b", "c"]
    assert [*offered.ready] == ["kept", "a", "b", "c", "d", "e"]
    assert begun() == [["a-1-True"], ["a-2-True"]]


def test_files_are_made_ready_only_if_there_is_time(offered, monkeypatch):
    asked = []

    def publications(results, known, then):
        asked.extend(results)
        for result in results:
            then(quest(result))

    monkeypatch.setattr(early, "publications", publications)
    for name in "abcd":
        offered.compiled(name)
    assert asked == ["a", "b", "c"]


def test_without_a_press_nothing_is_made_ahead(monkeypatch):
    monkeypatch.setattr(early, "publications", pytest.fail)
    nobody = early.Ahead(None)
    nobody.compiled("a")
    nobody.offer(quest("a"))
    assert nobody.begun == {}
    assert [*nobody.ready] == ["a"]


def test_a_child_has_room_for_one_long_book_and_for_any_that_are_short():
    long = bytes(2 << 20)
    rooms = [
        [RendererProcess.has_room_for(SimpleNamespace(_done=done), data) for data in (b"", long)]
        for done in (0, 1)
    ]
    assert rooms == [[True, True], [True, False]]
