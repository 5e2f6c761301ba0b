"""A quest file that is one text and never touches a disk, and the quest in it."""

from __future__ import annotations

import functools
from unittest.mock import patch

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Read
from questwright.dsl.prepare import decode
from support.kept import PACKS


class OneText:
    """A project that is one text, which may be another one the next time that it is read."""

    def __init__(self, text=""):
        self.text = text

    def read(self, path):
        return Read(*decode(path, self.text.encode()))

    def include(self, *_):
        return "", None, "there is no such file"


TEXT = OneText()


@functools.cache
def compiler_of(packs):
    """The compiler of quests of the games in a folder, which are read once."""
    return Compiler(TEXT, packs, PACKS)


COMPILER = compiler_of(SYSTEMS_DIR)


def without_checks():
    """Quests are proven here, and not looked through for all else that may be wrong with them."""
    return patch("questwright.compiler.pipeline.run_checks", lambda _, findings: findings)


def without_proof():
    """Quests are compiled here, and not proven."""
    return patch("questwright.compiler.pipeline.Proof", lambda *_: None)


def results(text, packs=SYSTEMS_DIR):
    """All that comes of a text; of games in another folder, if that does not change."""
    TEXT.text = text
    return compiler_of(packs).compile("one.quest")


def compiled(text):
    """The one quest of a text, proven; it is not looked through for all else that may be wrong."""
    with without_checks():
        (one,) = results(text).quests
    assert one.proof is not None, [(f.code.id, f.message) for f in one.findings]
    return one
