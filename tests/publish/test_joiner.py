"""What a process of its own joins is what is joined here, and no process is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial

import pikepdf
import pytest

from questwright.compiler.press.binding import joiner
from questwright.compiler.press.binding.join import BoundGathering, join
from questwright.compiler.press.binding.joiner import Joint
from questwright.compiler.publish.book.book import Cover
from questwright.compiler.publish.book.bound import Binding, compose_part
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.view.book import Volume
from support.lamps import lamp
from support.published import publications

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def chapter(tmp_path_factory, printed):
    """The PDF of what players get of a chapter, as the gathering of a book."""
    path = tmp_path_factory.mktemp("joiner") / "last-lamp.quest"
    path.write_text(lamp("last-lamp"), encoding="utf-8")
    (quest,) = publications(path)
    part = compose_part(quest, 1, Binding(Cover(title="Lamps"), quest.system, 2))
    pdf = printed(book_source(part.volumes[Volume.PLAYERS]))
    return BoundGathering("key", partial(bytes, pdf), is_chapter=True)


@pytest.fixture
def refuse(monkeypatch):
    """Have nothing joined here from now on."""

    def forbid():
        def forbidden(*_):
            raise AssertionError("joined here")

        monkeypatch.setattr(joiner, "join", forbidden)

    return forbid


def test_it_is_what_is_joined_here(chapter, refuse):
    every = [chapter, chapter._replace(elsewhere=frozenset({"a", "b"}))]
    expected = join(every)
    refuse()
    with Joint(every, b"") as aside:
        assert aside.joined() == expected
        assert aside.joined() == expected


def test_no_process_is_left_behind(chapter):
    with Joint([chapter] * 20, b"") as aside:
        process = aside._process
        assert process.poll() is None
    assert process.returncode == -signal.SIGKILL if os.name != "nt" else process.returncode


def test_where_there_is_no_other_process_it_is_joined_here(chapter, monkeypatch):
    def refused(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refused)
    with Joint([chapter], b"") as aside:
        assert aside.joined() == join([chapter])


@pytest.mark.skipif(sys.platform == "win32", reason="processes there end otherwise")
def test_where_the_other_one_ends_early_it_is_joined_here(chapter):
    with Joint([chapter], b"") as aside:
        os.kill(aside._process.pid, signal.SIGKILL)
        assert aside.joined() == join([chapter])


def test_what_goes_wrong_there_goes_wrong_here(chapter):
    broken = chapter._replace(read=partial(bytes, b"%PDF-1.7 and no more"))
    with Joint([broken], b"") as aside, pytest.raises(pikepdf.PdfError, match="trailer"):
        aside.joined()
