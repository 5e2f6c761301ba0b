"""Check the names under which quests and campaigns are declared.

Takes declarations. Returns whether a name is new, and reports names that cannot be used.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.dsl.syntax import Declaration


def is_first_of_name(
    declaration: Declaration, seen: dict[str, Declaration], findings: Findings
) -> bool:
    """Tell whether no earlier declaration has this name; report it where one has.

    Quests and campaigns share their names, since both become folders of the output. ``seen`` has
    the first declaration of each name, and is filled.
    """
    name, word = declaration.name, declaration.word.text
    before = seen.setdefault(name.text, declaration)
    if before is declaration:
        return True
    same = before.word.text == word
    findings.add(
        codes.NAME_TWICE,
        f"two {word}s are called `{name.text}`"
        if same
        else f"a {before.word.text} and a {word} are called `{name.text}`",
        name.span,
        "the second one",
    )
    return False


def check_id(declaration: Declaration, findings: Findings) -> None:
    """Report a name that cannot be the name of a file."""
    id_ = declaration.name.text
    why = unusable(id_)
    if why:
        findings.add(
            codes.BAD_ID,
            f"`{id_[:70]}` cannot be a {declaration.word.text}'s name",
            declaration.name.span,
            "unusable",
            reason=why,
        )
