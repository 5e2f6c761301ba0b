"""Compose the annex for the designer: the verdict, lines of play, findings, graph of areas."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from questwright.compiler.analysis.reveal import boundaries
from questwright.compiler.english import capital, listed_in_words
from questwright.compiler.geometry.crossings import area_pairs
from questwright.compiler.language import say
from questwright.compiler.model.conditions import Every, Fact, FactKind, Some
from questwright.compiler.model.luck import luck_in_words
from questwright.compiler.model.round_words import round_words
from questwright.compiler.model.verdict import (
    each_world,
    in_worlds,
    is_lost_in_some,
    relied_in_words,
    verdict_in_words,
)
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.book.chapter.box import box_rows
from questwright.compiler.publish.book.chapter.deals import deals_view
from questwright.compiler.publish.book.chapter.movers import movers_table
from questwright.compiler.publish.book.desk.runs import in_sentence
from questwright.compiler.publish.book.map.overlay import (
    chains_in,
    ending_of,
    is_explained,
    overlays,
)
from questwright.compiler.publish.book.view.annex import (
    AnnexView,
    ChanceRow,
    FindingView,
    ShownSeverity,
    ShownVerdict,
    StepList,
    StepView,
    VerdictView,
)
from questwright.compiler.publish.book.view.graph import (
    GateStyle,
    GraphEdge,
    GraphNode,
    GraphView,
    NodeKind,
)
from questwright.compiler.publish.book.view.tables import FactRow
from questwright.compiler.publish.book.view.text import line, prose
from questwright.compiler.wording.locks import figures_in_words
from questwright.compiler.wording.rounds import spare_in_words
from questwright.compiler.wording.unknown import unknowns_in_area

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate, Lock
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.verdict import Step, Verdict
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.map import MapView
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.source import Span

_DETAILS = 3
_GRAVITY = {"error": 0, "warning": 1, "note": 2}


def annex_of(publication: Publication, pieces: Pieces, view: MapView) -> AnnexView | None:
    """The annex of a chapter; None if nothing was proven."""
    verdict = publication.verdict
    if verdict is None:
        return None
    desk = pieces.desk
    gravest_first = sorted(
        publication.findings, key=lambda finding: _GRAVITY[finding.severity.value]
    )
    findings = tuple(_finding(publication, finding) for finding in gravest_first)
    return AnnexView(
        verdict=_verdict(desk, verdict),
        facts=tuple(_facts(desk, verdict)),
        lines=tuple(_lines(publication, desk, verdict)),
        chances=tuple(_chances(desk, verdict)),
        chances_given=_given(verdict),
        box=box_rows(desk),
        deals=deals_view(publication),
        movers=movers_table(desk),
        findings=findings,
        maps=overlays(publication, pieces, view),
        graph=_shown_graph(desk, verdict),
    )


# -- the verdict ------------------------------------------------------------------------


def _verdict(desk: Desk, verdict: Verdict) -> VerdictView:
    party = in_sentence(desk.system.party.title)
    headline, explanation = {
        ShownVerdict.WINNABLE: (
            say("This quest can be won."),
            say(
                "There is a line of play by the rules that wins it for {party}: it stands below.",
                party=party,
            ),
        ),
        ShownVerdict.UNWINNABLE: (
            say("This quest cannot be won."),
            say(
                "No line of play wins it for {party}. What stands in the way stands below.",
                party=party,
            ),
        ),
        ShownVerdict.CAN_STRAND: (
            say("This quest can be won, and it can be played into a dead end."),
            say(
                "A line of play wins it for {party}; another, also below, ends where nothing wins.",
                party=party,
            ),
        ),
        ShownVerdict.UNDECIDED: (
            say("Whether this quest can be won is not decided."),
            say(
                "The proof met something that it cannot judge. Play it through before you print it."
            ),
        ),
        ShownVerdict.VACUOUS: (
            say("There was nothing to prove."),
            say(
                "{party} win as soon as play begins, or nothing says how they win.",
                party=desk.system.party.title,
            ),
        ),
    }[ShownVerdict(verdict.kind.value)]
    if (
        verdict.world is not None
        and verdict.kind.value == ShownVerdict.WINNABLE.value
        and verdict.total > 1
    ):
        explanation = say(
            "Whatever is chosen or rolled when it is set up, a line of play wins it for {party}: "
            "so it is in each of the {total} worlds, and one of the lines stands below.",
            party=party,
            total=verdict.total,
        )
    if is_lost_in_some(verdict):
        headline = say("This quest cannot be won in every world.")
        lost = len(verdict.worlds_of(verdict.kind))
        explanation = say(
            "In {lost} of its {total} worlds no line of play wins it for {party}. "
            "What stands in the way there stands below.",
            lost=lost,
            total=verdict.total,
            party=party,
        )
    assumptions = ""
    if verdict.assumptions:
        assumptions = say(
            "The verdict takes for granted that {what}.",
            what=listed_in_words(map(say, verdict.assumptions)),
        )
    undecided = ""
    if verdict.undecided:
        undecided = say("Not judged: {what}.", what=listed_in_words(verdict.undecided))
    return VerdictView(
        ShownVerdict(verdict.kind.value), headline, prose(explanation, assumptions, undecided)
    )


def _facts(desk: Desk, verdict: Verdict) -> Iterator[FactRow]:
    if verdict.line:
        steps = len(verdict.line) + bool(ending_of(desk))
        yield FactRow(say("Steps of the winning line"), line(str(steps)))
    if verdict.rounds is not None:
        low, high = verdict.rounds
        value = str(low)
        if low != high:
            value = say("{low} at the least, {high} if all goes well", low=low, high=high)
        spare = spare_in_words(verdict.rounds, desk.quest, desk.system)
        title = capital(say("{rounds} to win", **round_words(desk.system.turns)))
        yield FactRow(title, line(f"{value}; {spare}" if spare else value))
    if verdict.world is not None:
        value = f"{verdict_in_words(verdict.kind)}{in_worlds(verdict)}"
        yield FactRow(say("Worlds"), line(value))
        for number, world in enumerate(each_world(verdict)):
            yield FactRow("" if number else say("Of these"), line(world))
    for luck in luck_in_words(verdict, desk.quest.party):
        yield FactRow(say("The line relies on"), line(luck))
    if verdict.relies:
        value = say("{what}; lost before that, nothing wins", what=relied_in_words(verdict.relies))
        yield FactRow(say("The line relies on"), line(value))
    if verdict.required:
        yield FactRow(say("Every winning line enters"), line(_areas(desk, verdict.required)))
    if verdict.optional:
        yield FactRow(say("Optional"), line(_areas(desk, verdict.optional)))
    unreached = [
        area.id
        for area in desk.board.areas
        if not area.cells & verdict.reached and area.cells & ~desk.quest.blocked
    ]
    if unreached:
        yield FactRow(say("Never entered"), line(_areas(desk, unreached)))
    if verdict.states > 1:
        yield FactRow(say("States looked at"), line(f"{verdict.states:,}".replace(",", " ")))


def _areas(desk: Desk, ids: Iterable[str]) -> str:
    wanted = set(ids)
    numbers = [n for n in desk.order if desk.board.areas[n].id in wanted]
    return ", ".join(f"{desk.labels[n]}\u00a0{desk.area_heading(n)}" for n in numbers)


def _lines(publication: Publication, desk: Desk, verdict: Verdict) -> Iterator[StepList]:
    if verdict.line:
        steps = [_step(desk, step) for step in verdict.line]
        ending = ending_of(desk)
        if ending:
            steps.append(StepView(desk.generated.words(f"{ending}.")))
        is_doubtful = verdict.kind.value == ShownVerdict.UNDECIDED.value
        introduction = line(say("It wins if what was not judged allows it.")) if is_doubtful else ()
        introduction = (*line(_where(verdict)), *introduction)
        yield StepList(say("A winning line"), tuple(steps), introduction)
    if verdict.stranded:
        steps = [_step(desk, step) for step in verdict.stranded]
        yield StepList(
            say("How to come to a dead end"),
            tuple(steps),
            line(_where(verdict) + say("After the last step nothing wins.")),
        )
    for chain in chains_in(publication):
        causes = tuple(
            StepView(
                desk.generated.words(_sentence(cause.text)),
                where=_place(publication, cause.origin),
                label=label,
            )
            for label, cause in chain.causes
        )
        yield StepList(chain.title, causes)


def _where(verdict: Verdict) -> str:
    """The world of the lines and causes, as a sentence; empty if there is only one world."""
    if verdict.world is None:
        return ""
    return say("Where {world}.", world=verdict.world.title) + " "


def _step(desk: Desk, step: Step) -> StepView:
    where = desk.cells(step.cells) if step.cells else ""
    gate = next((gate for gate in desk.board.gates if gate.id == step.target), None)
    if gate is not None:
        where = desk.board.gate_places(gate)[0]
    return StepView(desk.generated.words(_sentence(step.text)), where=where)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _chances(desk: Desk, verdict: Verdict) -> Iterator[ChanceRow]:
    # Equal chances share a row: the third Zombie is no harder than the first.
    rows: dict[tuple[str, str], list[str]] = {}
    for chance in verdict.chances:
        step = verdict.line[chance.step - 1]
        means = ", ".join(
            f"{attempt.title} {float(attempt.mean):.1f}" for attempt in chance.attempts
        )
        is_several = len(chance.attempts) > 1
        odds = chance.text
        if is_several:
            odds = say("{odds}; each alone, on average: {means}", odds=chance.text, means=means)
        cells = rows.setdefault((desk.generated.renamed(step.text), odds), [])
        cells += [desk.cells(step.cells)] if step.cells else []
    for (what, odds), cells in rows.items():
        yield ChanceRow(what, ", ".join(cells), odds)


def _given(verdict: Verdict) -> str:
    """The assumptions behind the odds, as a sentence; empty if there are none."""
    given = dict.fromkeys(chance.given for chance in verdict.chances if chance.given)
    return say("Exact, where {what}.", what=listed_in_words(given)) if given else ""


def _finding(publication: Publication, finding: Diagnostic) -> FindingView:
    return FindingView(
        ShownSeverity(finding.severity.value),
        finding.code.id,
        _sentence(finding.message.replace("`", "")),
        ", ".join(_places(publication, finding)),
        _sentence(finding.help.replace("`", "")) if finding.help else "",
    )


def _places(publication: Publication, finding: Diagnostic) -> Iterator[str]:
    """The places of a finding and of its related labels, unless these are listed as causes."""
    yield _place(publication, finding.label.span)
    if not is_explained(finding):
        places = (_place(publication, label.span) for label in finding.related)
        yield from dict.fromkeys(filter(None, places))


def _place(publication: Publication, span: Span) -> str:
    source = publication.sources.get(span.path)
    if source is None:
        return ""
    at = source.position(span.start)
    # Only the file's name is printed: its folder is private.
    return f"{PurePath(span.path).name}:{at.line}:{at.column}"


# -- the graph --------------------------------------------------------------------------


def graph_of(desk: Desk, reached: Cells) -> GraphView:
    """The graph of areas and of the gates, portals and crossings between them."""
    nodes = tuple(_node(desk, number, reached) for number in desk.order)
    edges = (*_gates(desk), *_floors(desk), *_portals(desk), *_crossings(desk))
    return GraphView(nodes, edges, say("Areas and gates"))


def _shown_graph(desk: Desk, verdict: Verdict) -> GraphView | None:
    """The graph, where there is more to see than one area."""
    return graph_of(desk, verdict.reached) if len(desk.order) > 1 else None


def _node(desk: Desk, number: int, reached: Cells) -> GraphNode:
    area = desk.board.areas[number]
    kind = NodeKind.PLAIN
    if area.cells & desk.quest.starts:
        kind = NodeKind.START
    elif not area.cells & reached:
        kind = NodeKind.UNREACHED
    elif _is_goal(desk, area.cells):
        kind = NodeKind.GOAL
    return GraphNode(
        area.id, desk.labels[number], desk.area_heading(number), _details(desk, number), kind
    )


def _is_goal(desk: Desk, cells: int) -> bool:
    party = desk.system.party.word
    return any(
        place & cells == place
        for victory in desk.quest.victories
        if victory.side == party
        for place in places_of(victory.condition)
        if place
    )


def places_of(condition: Condition) -> Iterator[int]:
    """The places that a condition asks somebody to be in, each as a bit set of squares."""
    match condition:
        case Fact(kind=FactKind.IS_IN | FactKind.LEAVES, cells=cells):
            yield cells
        case Every(parts, _) | Some(parts, _):
            for part in parts:
                yield from places_of(part)
        case _:
            pass


def _details(desk: Desk, number: int) -> tuple[str, ...]:
    figures: dict[tuple[str, str], int] = {}
    for thing in desk.quest.things_of(Category.FIGURE):
        if thing.area == number and thing.id not in desk.hidden:
            key = (thing.kind.title, thing.kind.plural)
            figures[key] = figures.get(key, 0) + 1
    details = [
        f"{count} {plural}" if count > 1 else title for (title, plural), count in figures.items()
    ]
    held = {thing.id for thing in desk.quest.things if thing.area == number}
    cells = desk.board.areas[number].cells
    details += [
        item.title
        for item in desk.quest.items
        if item.id not in desk.hidden
        and (item.holder in held or (item.cell >= 0 and cells >> item.cell & 1))
    ]
    unknowns = unknowns_in_area(number, desk.quest)
    details += [f"{unknown.title.removesuffix('?')}?" for unknown in unknowns]
    if len(details) > _DETAILS:
        details = [
            *details[: _DETAILS - 1],
            say("and {count} more", count=len(details) - _DETAILS + 1),
        ]
    return tuple(details)


def _gates(desk: Desk) -> Iterator[GraphEdge]:
    for gate in desk.board.gates:
        is_one_way = gate.way_from >= 0
        ends = gate.ways[0] if is_one_way else sorted(gate.between, key=desk.order.index)
        first, second = (desk.board.areas[number].id for number in ends)
        label = gate.title if gate.is_named else ""
        if gate.lock is not None and not gate.is_open:
            label = f"{gate.title}: {_opener(desk, gate.lock)}"
        if gate.only:
            label = (
                f"{label or gate.title} ({figures_in_words(gate.only, desk.quest, desk.system)})"
            )
        yield GraphEdge(first, second, label, _style(gate), is_one_way)


def _opener(desk: Desk, lock: Lock) -> str:
    """What or who opens a lock, in as few words as possible."""
    if lock.is_barred:
        return say("an event")
    if lock.key:
        return desk.titles.get(lock.key, lock.key)
    who = figures_in_words(lock.by, desk.quest, desk.system)
    return who if lock.kind is None else lock.kind.title


def _style(gate: Gate) -> GateStyle:
    if gate.is_open or gate.kind.form is GateForm.WINDOW:
        return GateStyle.OPEN
    if gate.lock is not None:
        return GateStyle.LOCKED
    return GateStyle.SECRET if gate.kind.form is GateForm.PASSAGE else GateStyle.DOOR


def _floors(desk: Desk) -> Iterator[GraphEdge]:
    areas = desk.board.areas
    for boundary in boundaries(desk.quest):
        first, second = sorted(boundary.between, key=desk.order.index)
        style = GateStyle.OPEN if boundary.is_free else GateStyle.EVENT
        yield GraphEdge(
            areas[first].id, areas[second].id, "" if boundary.is_free else say("blocked"), style
        )


def _crossings(desk: Desk) -> Iterator[GraphEdge]:
    areas = desk.board.areas
    for crossing in desk.board.crossings:
        for ends in area_pairs(crossing, desk.board):
            way = ends if crossing.kind.is_one_way else sorted(ends, key=desk.order.index)
            first, second = (areas[number].id for number in way)
            yield GraphEdge(
                first, second, crossing.title, GateStyle.PORTAL, crossing.kind.is_one_way
            )


def _portals(desk: Desk) -> Iterator[GraphEdge]:
    areas = desk.board.areas
    done: set[str] = set()
    for thing in desk.quest.things_of(Category.PORTAL):
        partner = desk.things.get(thing.link)
        if partner is None or thing.id in done or thing.area == partner.area:
            continue
        is_one_way = partner.link != thing.id
        if not is_one_way:
            done.add(partner.id)
        ends = (thing.area, partner.area)
        first, second = ends if is_one_way else sorted(ends, key=desk.order.index)
        yield GraphEdge(
            areas[first].id, areas[second].id, thing.title, GateStyle.PORTAL, is_one_way
        )
