"""`questwright deal`: deals the board of a quest by a seed, and shows its cards and its map."""

from __future__ import annotations

import sys

from questwright.compiler import codes
from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import compile_all
from questwright.compiler.deals import deal_board, shuffled
from questwright.compiler.publish.deal import DealtQuest, deal_document, deal_lines
from questwright.compiler.publish.document.quest_json import dump
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import unproven
from questwright.dsl.diagnostics import Diagnostic, Label


def deal_quests(paths: list[str], seed: int, form: str, *, uses_cache: bool) -> int:
    """Show the board that a seed deals for each quest; findings go to standard error."""
    reporter = Reporter("text", sys.stderr)
    results, good = compile_all(paths, uses_cache=uses_cache, reporter=reporter, proves=False)
    dealt = []
    for publication in unproven(results, only_whole=True):
        deck = publication.quest.deck
        if deck is None:
            missing = Diagnostic(
                codes.NOT_DEALT,
                f"nothing is dealt in `{publication.quest.id}`",
                Label(publication.quest.origin, "no deck"),
                help="add a `deck`, in a game that has sections; or look at the board itself",
            )
            reporter.findings((missing,), publication.sources)
            good = False
            continue
        board = deal_board(deck, shuffled(deck, seed))
        dealt.append(DealtQuest(publication, seed, board))
    if form == "svg":
        if dealt:
            # Loaded here: only a drawing needs colours and letters.
            from questwright.compiler.publish.book.view.theme import palette_of
            from questwright.compiler.publish.deal_svg import deal_svg

            system = dealt[0].publication.system
            palette = palette_of(system.theme, system.symbols)
            sys.stdout.write(deal_svg(dealt, palette))
    elif form == "json":
        sys.stdout.write(dump(deal_document(dealt)).decode())
    else:
        for quest in dealt:
            sys.stdout.write("".join(f"{safe(line)}\n" for line in deal_lines(quest)))
    return 0 if good and dealt else 1
