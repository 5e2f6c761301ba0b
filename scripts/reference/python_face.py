"""The page of the Python face, from its signatures and docstrings."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any

import questwright
from scripts.reference.markdown import code, fenced, sentence, table
from scripts.reference.markdown import page as made

if TYPE_CHECKING:
    from collections.abc import Iterator

_DOUBLE = re.compile(r"``(.+?)``")
_WIDTH = 80


def page(introduction: str) -> str:
    """Every name that `import questwright` gives: the functions first, then the values."""
    offered = ((name, getattr(questwright, name)) for name in questwright.__all__)
    names = dict(sorted(offered, key=lambda one: inspect.getsourcelines(one[1])[1]))
    functions = {name: one for name, one in names.items() if inspect.isfunction(one)}
    values = {name: one for name, one in names.items() if is_dataclass(one)}
    assert len(functions) + len(values) == len(names)
    return made(
        introduction,
        "## Functions",
        "`Paths` is the path of a quest file or of a folder that is searched for `*.quest`, or "
        "several of these: text, `pathlib.Path`, or a list of them.",
        *(part for name, one in functions.items() for part in _function(name, one)),
        "## Values",
        "All values are frozen dataclasses.",
        *(part for name, one in values.items() for part in _value(name, one)),
    )


def _function(name: str, function: Any) -> Iterator[str]:  # noqa: ANN401 - whatever is offered
    yield f"### {name}"
    yield fenced(_signature(name, function), "python")
    yield _doc(function)


def _signature(name: str, function: Any) -> str:  # noqa: ANN401 - as above
    """As it is written, over several lines if it is long."""
    signature = inspect.signature(function)
    defaults = {
        parameter.name: parameter.replace(annotation=parameter.annotation)
        for parameter in signature.parameters.values()
    }
    shown = [str(parameter).replace("'", "") for parameter in defaults.values()]
    kinds = [parameter.kind for parameter in defaults.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds:
        shown.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    result = str(signature.return_annotation).replace("'", "")
    line = f"{name}({', '.join(shown)}) -> {result}"
    if len(line) <= _WIDTH:
        return line
    inside = "".join(f"    {one},\n" for one in shown)
    return f"{name}(\n{inside}) -> {result}"


def _value(name: str, kind: Any) -> Iterator[str]:  # noqa: ANN401 - as above
    yield f"### {name}"
    yield _doc(kind)
    told = _told_of_fields(kind)
    fields = kind.__dataclass_fields__
    yield table(
        ("field", "type", "meaning"),
        (
            (code(field), _type(fields[field].type), sentence(told.get(field, "")))
            for field in fields
        ),
    )
    properties = {
        word: one.fget for word, one in vars(kind).items() if isinstance(one, property) and one.fget
    }
    yield table(
        ("property", "type", "meaning"),
        (
            (code(word), _type(inspect.get_annotations(one)["return"]), _doc(one))
            for word, one in properties.items()
        ),
    )


def _type(name: str) -> str:
    """A type, which leads to its section if it is one of ours."""
    ours = next((one for one in questwright.__all__ if re.search(rf"\b{one}\b", name)), None)
    return code(name) if ours is None else f"[{code(name)}](#{ours.lower()})"


def _told_of_fields(kind: type) -> dict[str, str]:
    """What stands below the fields of a class, by field."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = _single(" ".join(text.split()))
            case _:
                pass
    return found


def _doc(one: object) -> str:
    return _single(inspect.getdoc(one) or "")


def _single(text: str) -> str:
    """A docstring with code as Markdown has it."""
    return _DOUBLE.sub(r"`\1`", text)
