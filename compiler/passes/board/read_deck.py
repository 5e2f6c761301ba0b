"""Read the deck of a quest whose board is dealt.

Takes the `deck` statement of a quest. Returns a SectionDeck: the objective, and the cards that are
drawn from besides it, as the quest lists them or as the game has them.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import with_indefinite
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.model.sections import Section, SectionCards, SectionDeck
from questwright.compiler.passes.board.read_sections import NamedTile, each_of_sort, read_section
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Form, Name, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.dealing import SectionSort
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Source
    from questwright.dsl.syntax import Clause, Declaration, Node, Number

_MOST: Final = 60
"""The most cards of a deck, and of one section."""
_LIKE: Final = "write it like `deck { objective far-vault; top 6; below 6; 4 long-passage }`"


class _DeckParts(NamedTuple):
    """The statements of a deck's block."""

    objectives: list[tuple[Name, Clause | None]]
    numbers: dict[str, Number]
    cards: list[tuple[int, Name, Clause | None]]


def read_deck(
    outline: Outline,
    board: Board,
    system: System,
    sources: Mapping[str, Source],
    tiles: Mapping[str, Declaration],
    findings: Findings,
) -> SectionDeck | None:
    """Return the deck of a quest; None where it has none, or none that can be read."""
    for second in outline.decks[1:]:
        findings.add(codes.TWICE_SAID, "this quest has two decks", second.head.span, "the second")
    if not outline.decks:
        return None
    statement = outline.decks[0]
    if system.dealing is None:
        findings.add(
            codes.MISPLACED,
            f"{system.title} deals no boards",
            statement.head.span,
            "no deck",
            help="lay the board: `board { … }`",
        )
        return None
    return _DeckReader(system, sources, tiles, findings).read(statement, board)


class _DeckReader:
    """Reads a deck; each section is read once."""

    def __init__(
        self,
        system: System,
        sources: Mapping[str, Source],
        tiles: Mapping[str, Declaration],
        findings: Findings,
    ) -> None:
        self.system = system
        self.sources = sources
        self.tiles = tiles
        self.findings = findings

    def read(self, statement: Statement, board: Board) -> SectionDeck | None:
        """Return a deck; None, with findings, where it cannot be read."""
        rules = self.system.dealing
        assert rules is not None
        StatementReader(statement, self.findings).finish(_LIKE)
        parts = self._parts(statement.body or ())
        objective = self._objective(parts, statement)
        top, below = [
            parts.numbers[word].value if word in parts.numbers else usual
            for word, usual in (("top", rules.top), ("below", rules.below))
        ]
        cards = self._cards(parts, statement)
        if objective is None or cards is None:
            return None
        deck = SectionDeck(objective, cards, top, below, rules, bool(parts.cards), statement.span)
        self._check(deck, board)
        return deck

    def _check(self, deck: SectionDeck, board: Board) -> None:
        """Report a deck with too few cards, and an objective that is not the board."""
        wanted = deck.top + deck.below
        has = "has" if deck.is_listed else "the box has"
        top = deck.supply * deck.top // max(1, wanted)
        if deck.supply < wanted:
            self.findings.add(
                codes.TOO_FEW_CARDS,
                f"this deck deals {wanted} cards besides the objective, and {has} {deck.supply}",
                deck.origin,
                "too few",
                reason=f"{deck.top} lie on top, and the objective is shuffled into {deck.below}",
                help=("list more cards, or " if deck.is_listed else "")
                + f"let {deck.supply} lie there together: `top {top}`, `below {deck.supply - top}`",
            )
        if board.tiles and all(tile.tile != deck.objective.word for tile in board.tiles):
            self.findings.add(
                codes.OBJECTIVE_NOT_LAID,
                f"the board of this quest is not its objective, `{deck.objective.word}`",
                deck.origin,
                "decided elsewhere",
                reason="what happens in the objective is proven square by square, on the board; "
                "what lies before it is dealt",
                help=f"lay it: `board {{ tile {deck.objective.word} at A1 }}`",
            )

    def _parts(self, body: tuple[Node, ...]) -> _DeckParts:
        """Sort the statements of a deck's block, and report those that do not belong there."""
        found = _DeckParts([], {}, [])
        for node in body:
            if not isinstance(node, Statement):
                self._misplaced(node)
                continue
            taken = StatementReader(node, self.findings)
            sort = taken.clause("as")
            if node.form is Form.COUNTED:
                name = taken.name(is_needed=True)
                taken.finish(_LIKE)
                if name is not None and self._is_fit(node, int(node.head.text)):
                    found.cards.append((int(node.head.text), name, sort))
            elif node.head.text == "objective":
                name = taken.name(is_needed=True)
                taken.finish(_LIKE)
                if name is not None:
                    found.objectives.append((name, sort))
            elif node.head.text in ("top", "below"):
                number = taken.number()
                taken.finish(_LIKE)
                if number is None:
                    self._missing(node, "a number of cards")
                elif self._is_fit(node, number.value):
                    found.numbers[node.head.text] = number
            else:
                self._misplaced(node)
        return found

    def _is_fit(self, node: Statement, number: int) -> bool:
        if number <= _MOST:
            return True
        self.findings.add(
            codes.BAD_NUMBER,
            f"a deck cannot have {number:,} cards of this",
            node.head.span,
            f"{_MOST} at the most",
        )
        return False

    def _misplaced(self, node: Node) -> None:
        self.findings.add(
            codes.MISPLACED,
            "this does not belong in a deck",
            node.head.span if isinstance(node, Statement) else node.span,
            "misplaced",
            help=_LIKE,
        )

    def _missing(self, statement: Statement, what: str) -> None:
        self.findings.add(
            codes.MISSING_PART,
            f"`{statement.head.text}` lacks {what}",
            statement.head.span,
            "unfinished",
            help=_LIKE,
        )

    def _objective(self, parts: _DeckParts, statement: Statement) -> Section | None:
        if not parts.objectives:
            known = listed(list(each_of_sort(self.system, is_objective=True)), 6)
            self.findings.add(
                codes.MISSING_PART,
                "this deck has no objective",
                statement.head.span,
                "leads nowhere",
                help=f"name one: {known}" if known else _LIKE,
            )
            return None
        for name, _ in parts.objectives[1:]:
            self.findings.add(
                codes.TWICE_SAID,
                "this deck has two objectives",
                name.span,
                "the second one",
                related=(Label(parts.objectives[0][0].span, "the first one"),),
            )
        return self._section(*parts.objectives[0], is_objective=True)

    def _cards(self, parts: _DeckParts, statement: Statement) -> tuple[SectionCards, ...] | None:
        """Return the cards that a quest lists, or those of the game where it lists none."""
        listed_ = parts.cards
        if not listed_:
            listed_ = [
                (tile.cards, Name(word, statement.head.span), None)
                for word, tile in self.system.tiles.items()
                if tile.cards
            ]
        found = []
        for many, name, sort in listed_:
            section = self._section(name, sort, is_objective=False)
            if section is None:
                return None
            found.append(SectionCards(section, many, name.span if parts.cards else None))
        return tuple(found)

    def _section(self, name: Name, clause: Clause | None, *, is_objective: bool) -> Section | None:
        declaration = self.tiles.get(name.text)
        if declaration is None:
            known = [*self.tiles]
            self.findings.add(
                codes.UNKNOWN_NAME,
                f"there is no tile called `{name.text}`",
                name.span,
                "not declared",
                help=did_you_mean(name.text, known) or f"there is {listed(known) or 'none'}",
            )
            return None
        sort = self._sort(name, clause, is_objective=is_objective)
        if sort is None:
            return None
        tile = NamedTile(name.text, declaration, sort, name.span)
        return read_section(tile, self.system, self.sources, self.findings)

    def _sort(self, name: Name, clause: Clause | None, *, is_objective: bool) -> SectionSort | None:
        """Return the sort of a section: as the quest says, as the game does, or the only one."""
        sorts = self.system.sections
        fitting = [word for word, sort in sorts.items() if sort.is_objective == is_objective]
        printed = self.system.tiles.get(name.text)
        word = printed.section if printed is not None else ""
        if clause is not None:
            values = values_of(clause)
            word = values[0].text if len(values) == 1 and type(values[0]) is Name else ""
        elif not word and len(fitting) == 1:
            word = fitting[0]
        if word in fitting:
            return sorts[word]
        span = clause.span if clause is not None else name.span
        help_ = f"say it behind the name: `{name.text} as {fitting[0]}`; there is {listed(fitting)}"
        message = f"it is not said what sort of section `{name.text}` is"
        if word in sorts:
            sort = with_indefinite(sorts[word].title.lower())
            what = "no objective" if is_objective else "no card besides the objective"
            message = f"`{name.text}` is {sort}, and {what}"
        if printed is not None and clause is None:
            known = listed(list(each_of_sort(self.system, is_objective=is_objective)), 6)
            help_ = f"name another section: {known}"
            if not is_objective:
                help_ = f"leave it out, or make it the objective: `objective {name.text}`"
        self.findings.add(
            codes.WRONG_KIND if word in sorts else codes.MISSING_PART,
            message,
            span,
            "not understood" if clause is not None else "of another sort",
            help=help_,
        )
        return None
