"""Quests and lines of play for the replayer."""

from __future__ import annotations

import functools

from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.deeds import Step, StepKind, read_step
from questwright.engine.load import load_quest
from questwright.engine.reading import Node
from questwright.engine.replay import replay
from support.one_text import compiled
from support.small import small_text


def published(text):
    """The one quest of a text, compiled and proven, and its document as bytes."""
    one = compiled(text)
    publication = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    return one, dump(quest_document(publication))


SHUT = """
    +-+-+-+-+-+-+
    |s s .D. . .|
    + + + + + + +
    |s s .|. . .|
    +-+-+-+-+-+-+
"""
"""Two rooms with a door between them."""
HALVES = "room a at A1..C2\n  room b at D1..F2\n  "
"""The areas of those two rooms."""


@functools.cache
def played(drawing, legend, body, heroes="orlaf"):
    """The document of a quest from its parts."""
    text = small_text(drawing, body, heroes=heroes, legend=f"s: start\n    {legend}", name="played")
    return load_quest(published(text)[1])


def refused(quest, line):
    """Why a line is not accepted."""
    done = replay(quest, steps(line))
    assert not done.accepted
    return done.reason


def lines_of(quest):
    """The winning and the stranding line of a document, and its verdict."""
    verdict = quest.data["verdict"]
    read = [[read_step(Node(step)) for step in verdict[key]] for key in ("line", "stranded")]
    return *read, verdict["kind"]


def ways_of(quest):
    """The world that those lines are of: for each thing that is unknown the number of its way."""
    verdict = quest.data["verdict"]
    return verdict["worlds"][verdict["shown"]]["ways"] if verdict["worlds"] else ()


def steps(written, who="orlaf"):
    """A line of play as one writes it: `begin A1; walk B1 C1; open d; danor: hand key to orlaf`.

    Where a step does not say who does it, ``who`` does; nobody does what befalls a figure.
    """
    found = []
    for part in filter(None, (part.strip() for part in written.split(";"))):
        doer, _, deed = part.rpartition(": ")
        kind, *rest = deed.split()
        step = Step(StepKind(kind), who=doer or who)
        if kind == "wait":
            step = Step(StepKind.WAIT, round=int(*rest))
        elif kind == "event":
            step = Step(StepKind.EVENT, *rest)
        elif kind in ("begin", "walk", "jump"):
            step = step._replace(path=tuple(rest))
        elif kind in ("cross", "bring"):
            step = step._replace(target=rest[0], path=tuple(rest[2:]))
        elif kind in ("hand", "wound", "push", "befall", "recover"):
            nobody = kind in ("befall", "recover")
            step = step._replace(target=rest[0], to=rest[2], who="" if nobody else step.who)
        else:
            step = step._replace(target=rest[0], area=rest[2] if len(rest) > 2 else "")
        found.append(step)
    return found


def assert_followed(text, kind):
    """The verdict of a quest is of a kind, and the engine follows its lines to where they lead."""
    one, document = published(text)
    assert one.proof.kind is kind
    quest = load_quest(document)
    won, stranded, told = lines_of(quest)
    assert told == kind.value
    assert bool(won) is (kind is not VerdictKind.UNWINNABLE)
    assert not won or replay(quest, won).won
    assert not stranded or replay(quest, stranded).stuck
