"""Read the specials that a quest grants to a single figure: `with sure-footed`.

A tool of the passes that place and spawn figures. Takes a `with` clause. Returns Specials.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import values_of
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import Kind, Special, System
    from questwright.dsl.syntax import Clause


def read_specials(
    clause: Clause | None, kind: Kind, system: System, findings: Findings
) -> tuple[Special, ...]:
    """Return the specials that a clause grants; report those the kind cannot have or has anyway."""
    if clause is None:
        return ()
    fitting = [
        word
        for word, special in system.specials.items()
        if special not in kind.specials and (not special.ranks or kind.rank in special.ranks)
    ]
    help_ = f"there is {listed(fitting)}" if fitting else "in this game there is none to grant"
    values = values_of(clause)
    if not values:
        findings.add(
            codes.MISSING_PART, "`with` does not say what", clause.span, "no special", help=help_
        )
    granted: dict[str, Name] = {}
    for value in values:
        if type(value) is not Name:
            findings.add(
                codes.SURPLUS_PART, "`with` takes words", value.span, "not a word", help=help_
            )
        elif value.text not in system.specials:
            findings.add(
                codes.UNKNOWN_WORD,
                f"{system.title} has no special `{value.text}`",
                value.span,
                "unknown",
                help=did_you_mean(value.text, fitting) or help_,
            )
        elif _is_fit(value, kind, system.specials[value.text], granted, help_, findings):
            granted[value.text] = value
    return tuple(system.specials[word] for word in granted)


def _is_fit(
    name: Name,
    kind: Kind,
    special: Special,
    granted: dict[str, Name],
    help_: str,
    findings: Findings,
) -> bool:
    if name.text in granted:
        findings.add(
            codes.TWICE_SAID,
            f"`{name.text}` is named twice",
            name.span,
            "the second time",
            related=(Label(granted[name.text].span, "first here"),),
        )
        return False
    if special in kind.specials:
        findings.add(
            codes.TWICE_SAID,
            f"every `{kind.word}` has `{name.text}` anyway",
            name.span,
            "nothing new",
            help="leave it out",
        )
        return False
    if special.ranks and kind.rank not in special.ranks:
        findings.add(
            codes.UNKNOWN_WORD,
            f"`{kind.word}` cannot have `{name.text}`",
            name.span,
            f"it is for {listed(special.ranks)}",
            help=help_,
        )
        return False
    return True
