"""Write a compiled quest as plain text, for reviewers and for line-by-line comparison.

Takes a publication. Returns one text with a section for each part of the quest and its verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.analysis.needs import needed_pieces
from questwright.compiler.english import listed_in_words
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.publish.outline.board import (
    area_lines,
    ground_lines,
    map_lines,
    way_lines,
)
from questwright.compiler.publish.outline.lines import WIDTH, headed, paragraph
from questwright.compiler.publish.outline.play import action_lines, event_lines, victory_lines
from questwright.compiler.publish.outline.proof import expectation_lines, verdict_lines
from questwright.compiler.publish.outline.setup import (
    card_lines,
    deck_lines,
    muster_lines,
    table_lines,
    unknown_lines,
)
from questwright.compiler.publish.outline.things import item_lines, special_lines
from questwright.compiler.wording.phrases import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.packs.system.values import Plain


def outline(publication: Publication) -> str:
    """The outline of a quest as text, from its title to what it needs from the box."""
    sections = (
        _head,
        _texts,
        map_lines,
        ground_lines,
        area_lines,
        way_lines,
        special_lines,
        item_lines,
        unknown_lines,
        table_lines,
        muster_lines,
        deck_lines,
        card_lines,
        action_lines,
        event_lines,
        victory_lines,
        verdict_lines,
        expectation_lines,
        _needs,
    )
    told = ("\n".join(section(publication)) for section in sections)
    return "\n\n".join(filter(None, told)) + "\n"


def _head(publication: Publication) -> Iterator[str]:
    """The title, the game, the party and the settings."""
    quest, system = publication.quest, publication.system
    yield quest.title
    yield "=" * min(len(quest.title), WIDTH)
    yield f"{quest.id}, for {system.title} {system.version}"
    yield ""
    members = listed_in_words(kind.title for kind in quest.party)
    yield f"{system.party.title}: {members}"
    for word, setting in system.settings.items():
        if setting.role is not SettingRole.PARTY:
            value = _value(quest.settings.get(word, setting.default), system)
            usual = "" if word in quest.set_here else " (as usual)"
            yield f"{setting.title}: {value}{usual}"


def _value(value: Plain, system: System) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_value(part, system) for part in value)
    kind = system.kinds.get(value) if isinstance(value, str) else None
    return kind.title if kind is not None else str(value)


def _texts(publication: Publication) -> Iterator[str]:
    """The texts that are read or known before play."""
    quest, system = publication.quest, publication.system
    for number, passage in enumerate(quest.passages):
        if number:
            yield ""
        told = " (told to the players)" if passage.is_told else ""
        yield from headed(passage.word.capitalize() + told)
        for block in passage.blocks:
            text = plain_text((block,), quest, system)
            yield from paragraph(text, "- " if block.is_entry else "")


def _needs(publication: Publication) -> Iterator[str]:
    """The pieces that the quest needs from the box."""
    quest, system = publication.quest, publication.system
    rows = needed_pieces(quest, system)
    if not rows:
        return
    yield from headed("Needs: at the start, at most, in the box")
    for row in rows:
        box = "-" if row.box is None else str(row.box)
        title = row.title if row.most == 1 else row.plural
        yield f"{row.start:>3} {row.most:>3} {box:>3}  {row.sort}: {title}"
