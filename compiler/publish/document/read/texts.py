"""Read what a designer has written for people: texts, and what is expected and allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.document.read.lookup import NOWHERE
from questwright.dsl.prose import Block, Run, Style
from questwright.dsl.syntax import Allow, Claim, Expect, Name, Range, Text

if TYPE_CHECKING:
    from questwright.compiler.publish.document.read.part import Part


def read_blocks(part: Part, key: str) -> tuple[Block, ...]:
    """A text: its paragraphs and entries."""
    return tuple(
        Block(block.flag("entry"), tuple(map(_run, block.parts("runs"))))
        for block in part.parts(key)
    )


def _run(part: Part) -> Run:
    style = Style(part.text("style"))
    # Of a reference, `text` is the title and `target` the name that the author wrote.
    written = part.text("target") if style is Style.REFERENCE else part.text("text")
    return Run(written, style, 0)


def read_expect(part: Part) -> Expect:
    """What the designer expects of the proof."""
    subject, rounds = part.text("subject"), part.part_or_none("rounds")
    return Expect(
        claim=Claim(part.text("claim")),
        subject=Name(subject, NOWHERE) if subject else None,
        without=tuple(Name(word, NOWHERE) for word in part.words("without")),
        rounds=None
        if rounds is None
        else Range(rounds.number("low"), rounds.number("high"), NOWHERE),
        span=NOWHERE,
    )


def read_allow(part: Part) -> Allow:
    """A finding that the designer allows."""
    reason = Text(part.text("reason"), NOWHERE, is_prose=False)
    by = part.text("by")
    given = Name(by, NOWHERE) if by else None
    return Allow(Name(part.text("finding"), NOWHERE), reason, NOWHERE, given)
