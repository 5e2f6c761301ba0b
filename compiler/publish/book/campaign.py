"""Compose the view of a campaign's book.

Takes a campaign ready to be published. Returns a `BookView`: its quests as chapters, the texts
between them, and record sheets.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.english import in_words
from questwright.compiler.language import message, say
from questwright.compiler.odds.difficulty import in_figures
from questwright.compiler.packs.system.tables import rows_of
from questwright.compiler.packs.system.texts import HEADINGS
from questwright.compiler.publish.book.book import Cover, compose_book
from questwright.compiler.publish.book.chapter.aids import cell_text
from questwright.compiler.publish.book.chapter.branches import (
    rows_of_beginnings,
    ways_on,
    what_is_brought,
)
from questwright.compiler.publish.book.desk.runs import split_title
from questwright.compiler.publish.book.view.book import (
    AfterView,
    CampaignView,
    InterludeView,
    RecordRow,
)
from questwright.compiler.publish.book.view.tables import RuleView
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run, prose, said
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.phrases import texts_of
from questwright.dsl.prose import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.model.campaign import Campaign, Stage
    from questwright.compiler.model.publication import CampaignPublication, Publication
    from questwright.compiler.model.quest import Passage
    from questwright.compiler.packs.system.system import Interlude, System
    from questwright.compiler.publish.book.view.book import BookView
    from questwright.compiler.publish.book.view.text import Prose
    from questwright.dsl.prose import Block


def compose_campaign(publication: CampaignPublication, cover: Cover | None = None) -> BookView:
    """Compose one book of a campaign's quests, in their order."""
    campaign, system = publication.campaign, publication.system
    titles = {quest.quest.id: quest.quest.title for quest in publication.quests}
    composer = _Composer(campaign, system, titles)
    cover = replace(
        cover or Cover(),
        title=campaign.title,
        subtitle=say("A campaign of {count} quests", count=in_words(len(campaign.stages))),
    )
    book = compose_book(publication.quests, cover)
    following = [*(stage.title for stage in campaign.stages[1:]), ""]
    return replace(
        book,
        campaign=replace(
            composer.whole(),
            difficulty=in_figures(publication),
            rounds=say(system.turns.many),
            follows=tuple(rows_of_beginnings(publication)),
        ),
        chapters=tuple(
            replace(
                chapter,
                before=composer.texts(stage.passages, "story"),
                setup=(*chapter.setup, *what_is_brought(publication, number)),
                after=composer.after(stage, next_title, publication.quests[number]),
            )
            for number, (chapter, stage, next_title) in enumerate(
                zip(book.chapters, campaign.stages, following, strict=True)
            )
        ),
    )


class _Composer:
    def __init__(self, campaign: Campaign, system: System, titles: Mapping[str, str]) -> None:
        self._campaign = campaign
        self._system = system
        self._titles = titles

    def whole(self) -> CampaignView:
        campaign, system = self._campaign, self._system
        standing = system.texts.get("between_quests", "")
        title = system.texts.get("between_quests_title", "") or say(HEADINGS["between_quests"])
        rules = [RuleView("between", title, prose(standing))] if standing else []
        rules += [
            RuleView(
                f"campaign-{number}", *split_title(self._prose(passage.blocks), ""), passage.is_told
            )
            for number, passage in enumerate(campaign.passages)
            if passage.word in ("rule", "note")
        ]
        happening = {pause.word for stage in campaign.stages for pause in stage.pauses}
        return CampaignView(
            story=self.texts(campaign.passages, "story"),
            closing=self.texts(campaign.passages, "outro"),
            rules=tuple(rules),
            interludes=tuple(
                self._interlude(interlude)
                for interlude in system.interludes.values()
                if interlude.word in happening
            ),
            records=tuple(
                RecordRow(record.title, record.text, record.is_number)
                for record in system.records.values()
            ),
            members=tuple(kind.title for kind in campaign.party),
            quests=tuple(stage.title for stage in campaign.stages),
        )

    def after(self, stage: Stage, following: str, own: Publication) -> AfterView | None:
        """The page after a quest; None if nothing is read, earned or visited."""
        read = self.texts(stage.passages, "outro")
        interludes = [self._system.interludes[pause.word] for pause in stage.pauses]
        if not read and not stage.rewards and not interludes and not stage.followings:
            return None
        ways = ways_on(stage, following, own, self._titles)
        return AfterView(
            slug=f"after-{stage.quest}",
            title=say("After {quest}", quest=stage.title),
            read_aloud=read,
            earned=self._earned(stage, own),
            interludes=tuple(self._interlude(interlude) for interlude in interludes),
            next="" if ways else following,
            ways=ways,
        )

    def _earned(self, stage: Stage, own: Publication) -> Prose:
        party = self._system.party
        lines = []
        for reward in stage.rewards:
            if reward.condition is not None:
                if_so = say_condition(reward.condition, own.quest, own.system)
                what = [Run(reward.title, strong=True)]
                if reward.is_each:
                    what = [Run(f"{reward.amount} {reward.title}", strong=True)]
                    form = message("If {condition}, each {member} who is left receives {what}.")
                else:
                    form = message("If {condition}, the {members} receive {what}.")
                named = {"member": party.one_title, "members": party.many_title}
                lines.append(tuple(said(form, condition=if_so, what=what, **named)))
            elif reward.is_each:
                what = [Run(f"{reward.amount} {reward.title}", strong=True)]
                form = message("Each {member} who is left receives {what}.")
                lines.append(tuple(said(form, member=party.one_title, what=what)))
            else:
                what = [Run(reward.title, strong=True)]
                form = message("The {members} receive {what}.")
                lines.append(tuple(said(form, members=party.many_title, what=what)))
        return (ListBlock(tuple(lines)),) if lines else ()

    def _interlude(self, interlude: Interlude) -> InterludeView:
        rows = rows_of(self._system.rules, interlude.rows) if interlude.rows else []
        return InterludeView(
            slug=f"interlude-{interlude.word}",
            title=interlude.title,
            text=prose(interlude.text),
            columns=tuple(column.title for column in interlude.columns),
            rows=tuple(
                tuple(
                    cell_text(row.get(column.value), self._system) for column in interlude.columns
                )
                for row in rows
            ),
        )

    # -- texts ---------------------------------------------------------------------------

    def texts(self, passages: Iterable[Passage], word: str) -> Prose:
        """The passages with this word as one text."""
        return tuple(
            block
            for passage in passages
            if passage.word == word
            for block in self._prose(passage.blocks)
        )

    def _prose(self, blocks: Iterable[Block]) -> Prose:
        return tuple(
            ListBlock((self._line(block),)) if block.is_entry else Paragraph(self._line(block))
            for block in blocks
        )

    def _line(self, block: Block) -> tuple[Run, ...]:
        return tuple(
            Run(
                text,
                emphasis=run.style is Style.EMPHASIS,
                strong=run.style is Style.STRONG,
            )
            for run, text in zip(block.runs, texts_of(block, self._title), strict=True)
        )

    def _title(self, id_: str) -> str:
        return self._titles.get(id_, id_)
