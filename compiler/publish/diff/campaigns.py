"""Compare two editions of a campaign: its quests, what they give, and which one follows.

Takes campaigns, compiled or read from `campaign.json`. Returns differences. The quests themselves
are compared apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.publish.diff.changes import Edit, QuestDiff, Subject
from questwright.compiler.publish.diff.matching import moved
from questwright.compiler.publish.diff.tell.verdict import NOT_PROVEN, changed_findings
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.publish.document.read.edition import compared_finding
from questwright.compiler.wording.campaigns import campaign_in_words
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.model.publication import CampaignPublication
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.document.read.edition import ComparedFinding

Document: TypeAlias = "dict[str, Any]"
"""A campaign as `campaign.json` has it, with nothing left out."""


class CampaignEdition(NamedTuple):
    """A campaign at one point in time."""

    document: Document
    words: str
    """What was proven of it as a whole."""
    findings: tuple[ComparedFinding, ...] | None = None
    """Its own; None if it was read from a document, which has none."""


def compiled_edition(publication: CampaignPublication) -> CampaignEdition:
    """The edition of a compiled campaign, with its findings."""
    words = campaign_in_words(publication) or NOT_PROVEN
    findings = tuple(compared_finding(own) for own in publication.findings)
    return CampaignEdition(campaign_document(publication), words, findings)


def written_edition(document: Document) -> CampaignEdition:
    """The edition of a campaign that was read from a document, which has no findings."""
    return CampaignEdition(document, _verdict(document))


def compare_campaigns(
    before: Mapping[str, CampaignEdition], after: Mapping[str, CampaignEdition]
) -> tuple[QuestDiff, ...]:
    """Compare two sets of campaigns, each by id; those without changes are left out."""
    pairs: list[tuple[CampaignEdition | None, CampaignEdition | None]]
    if len(before) == len(after) == 1:
        # Two single campaigns are meant to be compared, even if their ids differ.
        pairs = [(next(iter(before.values())), next(iter(after.values())))]
    else:
        pairs = [(before.get(id_), after.get(id_)) for id_ in sorted({*before, *after})]
    found = []
    for was, now in pairs:
        if was is not None and now is not None:
            found.append(_compared(was, now))
        elif now is not None:
            found.append(_whole(now, Edit.ADDED))
        elif was is not None:
            found.append(_whole(was, Edit.REMOVED))
    return tuple(diff for diff in found if diff.changes)


def _whole(edition: CampaignEdition, sort: Edit) -> QuestDiff:
    """The difference for a campaign that is in only one of the sets."""
    document = edition.document
    id_, title, is_new = str(document["id"]), str(document["title"]), sort is Edit.ADDED
    text = f"the campaign “{title}” is {'new' if is_new else 'gone'}"
    old, new = (None, title) if is_new else (title, None)
    whole = change(Subject.CAMPAIGN, sort, id_, old, new, text)
    verdict = _verdict(document)
    before, after = ("", verdict) if is_new else (verdict, "")
    words = ("", edition.words) if is_new else (edition.words, "")
    return QuestDiff(id_, title, before, after, (whole,), (), words)


def _verdict(document: Document) -> str:
    proof = document["proof"]
    return str(proof["kind"]).replace("-", " ") if proof is not None else NOT_PROVEN


def _compared(old: CampaignEdition, new: CampaignEdition) -> QuestDiff:
    was, now, words = old.document, new.document, (old.words, new.words)
    verdicts = _verdict(was), _verdict(now)
    found: list[Change] = []
    for key, sort, told in (("id", Edit.RENAMED, "id"), ("title", Edit.RENAMED, "title")):
        if was[key] != now[key]:
            text = f"its {told} is “{now[key]}” now; it was “{was[key]}”"
            found.append(change(Subject.CAMPAIGN, sort, now["id"], was[key], now[key], text))
    if was["system"]["id"] != now["system"]["id"]:
        titles = was["system"]["title"], now["system"]["title"]
        text = f"it is for {titles[1]} now, and was for {titles[0]}"
        ids = was["system"]["id"], now["system"]["id"]
        found.append(change(Subject.CAMPAIGN, Edit.GAME, now["id"], *ids, text))
    if words[0] != words[1]:
        text = f"as its quests follow each other it is now {words[1]}; it was {words[0]}"
        found.append(change(Subject.VERDICT, Edit.VERDICT, now["id"], *verdicts, text))
    found += _beginnings(was, now)
    found += changed_findings(old.findings, new.findings)
    found += _texts(was["texts"], now["texts"], "of the campaign")
    found += _stages(was, now)
    order = list(Subject)
    ordered = sorted(found, key=lambda own: order.index(own.subject))
    return QuestDiff(now["id"], now["title"], *verdicts, tuple(ordered), (), words)


# -- how quests begin --------------------------------------------------------------------------


def _beginnings(was: Document, now: Document) -> Iterator[Change]:
    """Ways in which quests begin that are new or gone, and those with another verdict."""
    if was["proof"] is None or now["proof"] is None:
        return
    before, after = _begun(was), _begun(now)
    common = {stage["quest"] for stage in was["stages"]} & {
        stage["quest"] for stage in now["stages"]
    }
    for key, kind in after.items():
        old = before.get(key)
        words = _begins(key, now)
        if old is None and key[0] in common:
            text = f"{words} may come about now, and is {_told(kind)}"
            yield change(Subject.VERDICT, Edit.REACHABLE, key[0], None, kind, text)
        elif old is not None and old != kind:
            text = f"{words} is {_told(kind)} now; it was {_told(old)}"
            yield change(Subject.VERDICT, Edit.VERDICT, key[0], old, kind, text)
    for key, kind in before.items():
        if key not in after and key[0] in common:
            text = f"{_begins(key, was)} comes about no more; it was {_told(kind)}"
            yield change(Subject.VERDICT, Edit.UNREACHABLE, key[0], kind, None, text)


def _told(kind: str) -> str:
    """The word of a verdict as it is told."""
    return kind.replace("-", " ")


_Begun: TypeAlias = "tuple[str, tuple[str, ...], tuple[str, ...]]"


def _begun(document: Document) -> dict[_Begun, str]:
    """The verdict on each beginning, by its quest, and by what is brought and what is lacking."""
    return {
        (own["quest"], tuple(own["brought"]), tuple(own["lacking"])): str(own["kind"])
        for own in document["proof"]["beginnings"]
    }


def _begins(key: _Begun, document: Document) -> str:
    quest, brought, lacking = key
    items = {
        reward["word"]: with_article(reward["title"])
        for stage in document["stages"]
        for reward in stage["rewards"]
    }
    words = f"{_titles(document)[quest]}, begun"
    parts = [f"with {listed_in_words(items[id_] for id_ in brought)}"] if brought else []
    parts += (
        [f"without {listed_in_words((items[id_] for id_ in lacking), 'or')}"] if lacking else []
    )
    return f"{words} {' and '.join(parts) or 'as it is written'}"


def _titles(document: Document) -> dict[str, str]:
    return {stage["quest"]: stage["title"] for stage in document["stages"]}


# -- texts ---------------------------------------------------------------------------------------


def _texts(was: Sequence[Document], now: Sequence[Document], of: str) -> Iterator[Change]:
    """Texts that are new, reworded or gone; those with the same word are paired in their order."""
    for word in dict.fromkeys(text["word"] for text in (*was, *now)):
        before = [_plain(text) for text in was if text["word"] == word]
        after = [_plain(text) for text in now if text["word"] == word]
        told = f"the {'special rule' if word == 'rule' else word}"
        told = f"{told} {of}" if len(before) < 2 > len(after) else f"a {told[4:]} {of}"
        before, after = (
            [text for text in before if text not in after],
            [text for text in after if text not in before],
        )
        for old, new in zip(before, after, strict=False):
            yield change(Subject.TEXT, Edit.REWORDED, word, old, new, f"{told} was reworded")
        for text in after[len(before) :]:
            yield change(Subject.TEXT, Edit.ADDED, word, None, text, f"{told} is new")
        for text in before[len(after) :]:
            yield change(Subject.TEXT, Edit.REMOVED, word, text, None, f"{told} is gone")


def _plain(text: Document) -> str:
    return "\n".join("".join(run["text"] for run in block["runs"]) for block in text["blocks"])


# -- the quests in their order -------------------------------------------------------------------


def _stages(was: Document, now: Document) -> Iterator[Change]:
    """Quests that are new, gone or moved; and what has changed around the others."""
    before = {stage["quest"]: stage for stage in was["stages"]}
    after = {stage["quest"]: stage for stage in now["stages"]}
    for id_, stage in before.items():
        if id_ not in after:
            text = f"{stage['title']} is not played any more"
            yield change(Subject.STAGE, Edit.REMOVED, id_, stage["title"], None, text)
    for number, (id_, stage) in enumerate(after.items(), 1):
        if id_ not in before:
            text = f"{stage['title']} is new, as number {number}"
            yield change(Subject.STAGE, Edit.ADDED, id_, None, stage["title"], text)
    for id_ in moved(
        [id_ for id_ in before if id_ in after], [id_ for id_ in after if id_ in before]
    ):
        numbers = [*before].index(id_) + 1, [*after].index(id_) + 1
        text = f"{after[id_]['title']} is number {numbers[1]} now; it was number {numbers[0]}"
        yield change(Subject.STAGE, Edit.MOVED, id_, *numbers, text)
    for id_, stage in after.items():
        if id_ in before:
            yield from _texts(before[id_]["texts"], stage["texts"], f"around {stage['title']}")
            yield from _rewards(before[id_], stage)
            yield from _order(before[id_], stage, was, now)


def _rewards(was: Document, now: Document) -> Iterator[Change]:
    before, after = _by_word(was), _by_word(now)
    for word in dict.fromkeys((*before, *after)):
        old, new = before.get(word), after.get(word)
        if old == new:
            continue
        title, sort = now["title"], Edit.VALUE
        if new is None:
            text, sort = f"{title} no longer gives {old}", Edit.REMOVED
        elif old is None:
            text, sort = f"{title} gives {new} now", Edit.ADDED
        else:
            text = f"{title} gives {new} now, and gave {old} before"
        yield change(Subject.STAGE, sort, word, old, new, text)


def _by_word(stage: Document) -> dict[str, str]:
    """What a quest gives, in words, by its word."""
    return {
        reward["word"]: f"{reward['amount']} {reward['title']}{_if(reward['when'])}"
        if reward["each"]
        else f"{reward['title']}{_if(reward['when'])}"
        for reward in stage["rewards"]
    }


def _if(when: Document | None) -> str:
    return f" if {when['text']}" if when is not None else ""


def _order(was: Document, now: Document, before: Document, after: Document) -> Iterator[Change]:
    """What happens after a quest: interludes, and which quest is next."""
    id_, title = now["quest"], now["title"]
    if was["interludes"] != now["interludes"]:
        told = [listed_in_words(stage["interludes"]) or "nothing" for stage in (now, was)]
        text = f"after {title} there is {told[0]} now; there was {told[1]}"
        yield change(Subject.STAGE, Edit.ORDER, id_, was["interludes"], now["interludes"], text)
    ways = _ways(was, before), _ways(now, after)
    if ways[0] != ways[1]:
        text = f"after {title}: {ways[1]}; before that {ways[0]}"
        yield change(Subject.STAGE, Edit.WAY, id_, *ways, text)


def _ways(stage: Document, campaign: Document) -> str:
    """Which quests may be next, in words."""
    titles = _titles(campaign)
    told = []
    for way in stage["followings"]:
        name = titles.get(way["quest"], "the end") if way["quest"] else "the end"
        told.append(f"{name}{' if it is lost' if way['lost'] else _if(way['when'])}")
    return ", ".join(told) or "the next quest in order"
