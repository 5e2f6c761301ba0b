"""Say which braces are missing or misplaced, and put them where they belong.

Takes a text and its braces without a partner. Returns the findings, and the repairs after which
the parser finds each block closed.
"""

from __future__ import annotations

from questwright.dsl import codes
from questwright.dsl.braces import Slip, SlipKind, find_slips
from questwright.dsl.diagnostics import Diagnostic, Label, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

Repair = tuple[int, int, str]
"""Two offsets, and the text of the same length that stands between them instead."""


class Mending(NamedTuple):
    """What is to be done about the braces of a text."""

    missing: int
    """How many closing braces to add at the end."""
    findings: tuple[Diagnostic, ...] = ()
    repairs: tuple[Repair, ...] = ()
    told: frozenset[int] = frozenset()
    """The offsets at which the lines begin that the findings are about."""
    is_whole: bool = True
    """Whether there was room for all repairs, so that the text can be parsed."""


def mend_braces(
    source: Source, text: str, closed: str, opened: list[int], strays: list[int]
) -> Mending:
    """Return what to do about the braces of a text that is ``closed`` where its quotes are not.

    ``opened`` are the offsets of braces that nothing closes, ``strays`` those that close nothing.
    """
    findings: list[Diagnostic] = []
    repairs: list[Repair] = []
    slips = find_slips(closed)
    whole = True
    for slip in slips:
        findings.append(_finding(source, text, slip))
        found = _repairs(text, slip)
        repairs.extend(found)
        whole = whole and bool(found)
    shut = [slip.opened for slip in slips if slip.kind is SlipKind.NOT_CLOSED]
    begun = sum(slip.kind in (SlipKind.NOT_OPENED, SlipKind.BRACKET) for slip in slips)
    left = [at for at in opened if at not in shut]
    missing = max(0, len(opened) - len(shut))
    if missing:
        findings.append(_unclosed_block(source, left or opened[:1]))
    for start in strays[begun:]:
        findings.append(stray_brace(source.path, start))
        repairs.append((start, start + 1, " "))
    told = frozenset(text.rfind("\n", 0, slip.at) + 1 for slip in slips)
    return Mending(missing, tuple(findings), tuple(repairs), told, whole)


def repaired(text: str, repairs: list[Repair]) -> str:
    """Return a text with its repairs, which are sorted."""
    pieces: list[str] = []
    at = 0
    for start, end, instead in repairs:
        pieces.extend((text[at:start], instead))
        at = end
    return "".join((*pieces, text[at:]))


def stray_brace(path: str, start: int) -> Diagnostic:
    """Return what is said of a brace that closes nothing."""
    return Diagnostic(
        codes.STRAY_BRACE,
        "this `}` closes nothing",
        Label(Span(path, start, start + 1), "no block is open here"),
        help="delete it, or open the block that it should close",
    )


def _finding(source: Source, text: str, slip: Slip) -> Diagnostic:
    """Return what is said of a brace that is missing, or that stands alone."""
    path = source.path
    line = source.line(source.position(slip.opened if slip.opened >= 0 else slip.at - 1).line)
    head = line.strip().split("{")[0].split("#")[0].strip()
    if slip.kind is SlipKind.NOT_CLOSED:
        number = source.position(slip.opened).line
        end = text.find("\n", slip.at)
        end = len(text) if end < 0 else end
        return Diagnostic(
            codes.UNCLOSED_BLOCK,
            "a `}` is missing before this line",
            Label(
                Span(path, slip.at, min(end, slip.at + 60)),
                f"indented as if the block of line {number} had ended",
            ),
            related=(Label(Span(path, slip.opened, slip.opened + 1), "opened here"),),
            help=f"close `{_short(head)} {{` with `}}` on a line above",
        )
    if slip.kind is SlipKind.NOT_OPENED:
        return Diagnostic(
            codes.UNEXPECTED,
            "a `{` is missing at the end of this line",
            Label(Span(path, slip.at - 1, slip.at), "the lines below are indented as its block"),
            help=f"write `{_short(head)} {{`",
        )
    if slip.kind is SlipKind.BRACKET:
        return Diagnostic(
            codes.UNEXPECTED,
            f"`{text[slip.at]}` opens no block",
            Label(Span(path, slip.at, slip.at + 1), "a block stands in braces"),
            help=f"write `{_short(head.rstrip('[(< '))} {{`, and `}}` at its end",
        )
    above = source.line(source.position(slip.at - 1).line).split("#")[0].strip()
    return Diagnostic(
        codes.UNEXPECTED,
        "this `{` stands on a line of its own",
        Label(Span(path, slip.opened, slip.opened + 1), "a statement is one line, its `{` too"),
        help=f"put it at the end of the line above: `{_short(above)} {{`",
    )


def _repairs(text: str, slip: Slip) -> list[Repair]:
    """Return the repairs that put a brace where it is missing; empty where there is no room."""
    if slip.kind is SlipKind.NOT_CLOSED:
        before = text[max(0, slip.at - 2) : slip.at]
        # A brace at the end of the line above could stand in a remark.
        is_above = before.startswith("\n") and text[slip.at - 3 : slip.at - 2] not in ("\n", "}")
        if len(before) < 2 or not before.isspace() or is_above:
            return []
        return [(slip.at - 2, slip.at, "}\n")]
    if slip.kind is SlipKind.BRACKET:
        return [(slip.at, slip.at + 1, "{")]
    room = text[slip.at : slip.at + 1]
    if not room.isspace():
        return []
    found = [(slip.at, slip.at + 1, "{")]
    return found if slip.opened < 0 else [*found, (slip.opened, slip.opened + 1, " ")]


def _short(line: str) -> str:
    return line if len(line) <= 40 else line[:39] + "…"


def _unclosed_block(source: Source, opened: list[int]) -> Diagnostic:
    """Return what is said of blocks that are open where the text ends, the innermost first."""
    path, at = source.path, len(source.text.rstrip())
    heads = [source.line(source.position(start).line).strip()[:40] for start in reversed(opened)]
    verb = "is" if len(opened) == 1 else "are"
    return Diagnostic(
        codes.UNCLOSED_BLOCK,
        "this block is never closed" if len(opened) == 1 else "blocks are never closed",
        Label(
            Span(path, at - 1, at),
            f"the text ends, and {len(opened)} `}}` {verb} missing",
        ),
        related=tuple(Label(Span(path, start, start + 1), "opened here") for start in opened[:8]),
        help=f"close {listed(list(heads)[:3])} with `}}`",
    )
