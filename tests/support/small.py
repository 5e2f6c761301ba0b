"""Small quests on a few squares: a drawing, what stands below it, and the heroes."""

from __future__ import annotations

from inspect import cleandoc

from support.one_text import results, without_checks

CORNER = """
    +-+-+
    |. .|
    + +-+
    |.|.|
    +-+-+"""
TWO_ROOMS = """
    +-+-+
    |. .|
    +-+-+
    |. .|
    +-+-+"""
NOOK = """
    +-+-+-+
    |. .|.|
    +-+ + +
    |.|.|.|
    +-+-+-+"""
TWO_ROWS = """
    +-+-+-+
    |. . .|
    +-+-+-+
    |. . .|
    +-+-+-+"""


def small_text(
    drawing,
    *body,
    heroes="orlaf",
    legend="s: start",
    settings=None,
    game="dungeon-saga-origins",
    name="small",
):
    """The text of a quest: a drawing with its legend, and the statements below them.

    With ``settings`` they stand instead of the heroes and their marauder.
    """
    settings = f"heroes {heroes}\n  marauder zombie" if settings is None else settings
    rows = "\n    ".join(cleandoc(drawing).split("\n"))
    statements = "\n  ".join(body)
    return f'''
quest {name} {{
  system {game}
  {settings}
  board {{
    draw """
    {rows}
    """
    {legend}
  }}
  {statements}
}}
'''


def small(drawing, body, heroes):
    """The compiled quest, with the starts among its statements."""
    (one,) = results(small_text(drawing, body, heroes=heroes, legend="")).quests
    return one


def verdict(drawing, body, heroes):
    """The verdict on a small quest, whatever the checks find in it."""
    with without_checks():
        compiled = small(drawing, body, heroes)
    assert compiled.proof is not None, [finding.message for finding in compiled.findings]
    return str(compiled.proof.kind)
