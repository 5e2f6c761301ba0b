"""Check that a quest needs no more than the box of the game holds [DSO-B1, DSO-B2, DSO-A39]."""

from __future__ import annotations

from collections import Counter

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.model.words import most_counters
from questwright.compiler.packs.system.tables import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.packs.system.system import Kind, System


def check_box(case: Case, findings: Findings) -> None:
    """Check that the box holds enough figures, gates and counters for the map."""
    quest, system = case.quest, case.system
    placed = Counter(thing.kind.word for thing in quest.things)
    for word, count in sorted(placed.items()):
        kind = system.kinds[word]
        if kind.box is not None and count > kind.box:
            last = [thing for thing in quest.things if thing.kind.word == word][kind.box]
            findings.add(
                codes.TOO_MANY,
                f"the map has {count} {kind.plural.lower()}, the box {kind.box}",
                last.origin,
                "more than the box holds",
                reason=f"all of them can stand on the table at once{_rules(kind.rules)}",
                help=f"take {count - kind.box} away",
            )
    _check_forms(case, placed, findings)
    _check_gates(case, findings)
    _check_crossings(case, findings)
    _check_locks(case, findings)


def _check_forms(case: Case, placed: Counter[str], findings: Findings) -> None:
    """Check kinds that share counters: together they take no more than the box has [DN-B34]."""
    quest, system = case.quest, case.system
    used = placed + Counter(kind.word for kind in quest.party)
    forms: dict[str, list[Kind]] = {}
    for word in used:
        if counters := system.kinds[word].placing.counters:
            forms.setdefault(counters, []).append(system.kinds[word])
    for counters, kinds in sorted(forms.items()):
        count = sum(used[kind.word] for kind in kinds)
        most = most_counters(counters, system)
        if most is None or count <= most or len(kinds) == 1:
            continue
        words = {kind.word for kind in kinds}
        things = [thing for thing in quest.things if thing.kind.word in words]
        origin = things[-1].origin if things else quest.origin
        who = listed_in_words(f"{used[kind.word]} {kind.title}" for kind in kinds)
        findings.add(
            codes.TOO_MANY,
            f"{who} take {count} counters, the box has {most}",
            origin,
            "more than the box holds",
            reason="they are sides of the same counters, or forms of the same characters",
            help="take one of them away",
        )


def _check_gates(case: Case, findings: Findings) -> None:
    quest, system = case.quest, case.system
    counts = Counter(gate.kind.word for gate in quest.board.gates)
    for word, total in sorted(counts.items()):
        kind = system.gates[word]
        if kind.box is None or total <= kind.box:
            continue
        # One that is taken away when it is opened stands elsewhere later. Loaded here: few maps
        # have that many.
        from questwright.compiler.analysis.moments import gate_moments

        count = gate_moments(quest)[word].total
        if count > kind.box:
            gates = [gate for gate in quest.board.gates if gate.kind.word == word]
            findings.add(
                codes.TOO_MANY,
                f"the map has {count} {kind.plural.lower()}, the box {kind.box}",
                gates[kind.box].origin,
                "more than the box holds",
                help=f"take {count - kind.box} away",
            )


def _check_crossings(case: Case, findings: Findings) -> None:
    """Check that no more boats are afloat at once than the box has [DN-B35]."""
    crossings = {own.kind.word: own for own in case.quest.board.crossings}
    if not crossings:
        return
    # Loaded here: few quests have crossings.
    from questwright.compiler.analysis.needs import crossings_at_once

    for word, count in sorted(crossings_at_once(case.quest).items()):
        kind = crossings[word].kind
        if kind.box is not None and count > kind.box:
            findings.add(
                codes.TOO_MANY,
                f"the map has {count} {kind.plural.lower()}, the box {kind.box}",
                crossings[word].origin,
                "more than the box holds",
                reason=f"all of them can be open at once{_rules(kind.rules)}",
                help=f"take {count - kind.box} away, or let a table open one of several",
            )


def _check_locks(case: Case, findings: Findings) -> None:
    """Check that the box has a counter with the values of each lock [DKQ-A10, DKQ-A11]."""
    for _, lock in case.quest.locked():
        kind = lock.kind
        if kind is None or not kind.counters:
            continue
        counters = [
            {value: row.get(value) for value in kind.values}
            for row in rows_of(case.system.rules, kind.counters)
        ]
        if dict(lock.values) in counters or not lock.values:
            continue
        had = listed_in_words(dict.fromkeys(_numbers(shown, case.system) for shown in counters))
        findings.add(
            codes.NO_COUNTER,
            f"the box has no {kind.title.lower()} with {_numbers(lock.values, case.system)}",
            lock.origin,
            "no counter shows this",
            reason="a counter beside it tells the players what it takes",
            help=f"choose one that the box has: {had}",
        )


def _numbers(values: Mapping[str, object], system: System) -> str:
    return ", ".join(f"{system.printed(name)} {number}" for name, number in values.items())


def _rules(rules: tuple[str, ...]) -> str:
    return f" [{', '.join(rules)}]" if rules else ""
