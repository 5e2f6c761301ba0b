"""Bring the catalogs up to date that Questwright ships: its own words, and those of its games.

Run it after a message has changed, or the words of a pack: `python scripts/catalogs.py`. It writes
`templates/language/*.po` and `content/systems/*/*.po`; what is translated stays. A catalog for
another language begins as an empty file with its name.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, nodes

from questwright.compiler.assets import SYSTEMS_DIR, TEMPLATES_DIR
from questwright.compiler.packs.load import load_system
from questwright.compiler.translation.messages import Message, catalog
from questwright.compiler.translation.packs import texts_of_pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent
_SAYING = {"say": 0, "say_as": 1, "say_many": 0, "message": 0, "said": 0, "of_side": 1}
"""The functions that take messages, and which argument is the first of them."""


def own_messages() -> list[Message]:
    """Every message of the code and of the templates, in the order of the alphabet.

    Where it stands is not said, so that a catalog stays as it is when code is moved.
    """
    found: list[Message] = []
    for path in sorted((ROOT / "compiler").rglob("*.py")):
        if path.name != "language.py":
            found += _in_code(path)
    environment = Environment(autoescape=True)
    for path in sorted((TEMPLATES_DIR / "book").glob("*.j2")):
        tree = environment.parse(path.read_text(encoding="utf-8"))
        found += _in_template(tree)
    return sorted(
        (message for message in found if message.text),
        key=lambda message: (message.text.casefold(), message.text, message.role, message.plural),
    )


def _in_code(path: Path) -> Iterator[Message]:
    name = path.relative_to(ROOT).as_posix()
    code = path.read_text(encoding="utf-8")
    if not any(f"{called}(" in code for called in _SAYING):
        return  # most say nothing, and to read them takes longest
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called not in _SAYING or len(node.args) <= _SAYING[called]:
            continue
        first = node.args[_SAYING[called]]
        texts = [part.value for part in _choices(first) if isinstance(part.value, str)]
        if called == "say_many" and len(node.args) > 1 and texts:
            plural = node.args[1]
            assert isinstance(plural, ast.Constant), f"{name}:{node.lineno}"
            yield Message(texts[0], "", "", "", 0, str(plural.value))
            continue
        role = ""
        if called == "say_as":
            context = node.args[0]
            assert isinstance(context, ast.Constant), f"{name}:{node.lineno}"
            role = str(context.value)
        for text in texts:
            yield Message(text, role, "", "", 0, is_own_role=bool(role))


def _choices(node: ast.expr) -> Iterator[ast.Constant]:
    """The texts that an argument may be."""
    if isinstance(node, ast.IfExp):
        yield from (*_choices(node.body), *_choices(node.orelse))
    elif isinstance(node, ast.Constant):
        yield node


def _in_template(tree: nodes.Template) -> Iterator[Message]:
    for call in tree.find_all(nodes.Call):
        called = call.node.name if isinstance(call.node, nodes.Name) else ""
        texts = [arg.value for arg in call.args if isinstance(arg, nodes.Const)]
        if called not in _SAYING or not texts:
            continue
        if called == "say_many":
            yield Message(texts[0], "", "", "", 0, texts[1])
        elif called == "say_as":
            yield Message(texts[1], texts[0], "", "", 0, is_own_role=True)
        else:
            yield Message(texts[0], "", "", "", 0)


def pack_messages(folder: Path) -> list[Message]:
    """Every printed text of a pack."""
    found: list[Message] = []

    def note(plain: Mapping[str, object]) -> Mapping[str, object]:
        found.extend(
            Message(text.text, text.role, text.place, "", 0) for text in texts_of_pack(plain)
        )
        return plain

    load_system(folder, None, note)
    return found


def main() -> int:
    """Write all catalogs."""
    own = own_messages()
    for path in sorted((TEMPLATES_DIR / "language").glob("*.po")):
        _write(path, own, "questwright")
    for path in sorted(SYSTEMS_DIR.glob("*/*.po")):
        _write(path, pack_messages(path.parent), path.parent.name)
    return 0


def _write(path: Path, messages: list[Message], title: str) -> None:
    before = path.read_text(encoding="utf-8")
    path.write_text(catalog(messages, title, path.stem, before), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
