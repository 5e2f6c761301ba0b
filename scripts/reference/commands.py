"""The page of the commands, from the program itself."""

from __future__ import annotations

import re
from enum import EnumMeta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from questwright.compiler.cli.app import app
from scripts.reference.markdown import code, codes, fenced, sentence, table
from scripts.reference.markdown import page as made

if TYPE_CHECKING:
    from collections.abc import Mapping

_EXIT_CODES = re.compile(r"\n*Exit code 0:.*", re.DOTALL)


def page(introduction: str) -> str:
    """Every command with its arguments, options, and what each is if it is left out."""
    program: Any = typer.main.get_command(app)  # Typer keeps the types of a program to itself
    commands: Mapping[str, Any] = program.commands
    return made(
        introduction,
        table(
            ("command", "what it does"),
            (
                (f"[`{name}`](#{name})", _paragraphs(command.help)[0])
                for name, command in commands.items()
            ),
        ),
        "## Options of the program",
        table(
            ("option", "meaning"),
            [
                *((codes(option.opts), sentence(option.help)) for option in program.params),
                ("`--help`, `-h`", "Describe the program, or a command."),
            ],
        ),
        *(part for name, command in commands.items() for part in _command(name, command)),
    )


def _command(name: str, command: Any) -> list[str]:  # noqa: ANN401 - as above
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    asked = (_argument(one) for one in arguments)
    needed = (f"{one.opts[0]} {_takes(one)}" for one in options if one.required)
    usage = ["questwright", name, *asked, *needed, *(["[OPTIONS]"] * bool(options))]
    return [
        f"## {name}",
        fenced(" ".join(usage), "text"),
        *_paragraphs(command.help),
        table(
            ("argument", "meaning"),
            ((code(_argument(one)), sentence(one.help)) for one in arguments),
        ),
        table(
            ("option", "takes", "if left out", "meaning"),
            (
                (codes(one.opts), _choices(one), _default(one), sentence(one.help))
                for one in options
            ),
        ),
    ]


def _paragraphs(text: str) -> list[str]:
    """The help of a command; its exit codes are in the table of all."""
    return [" ".join(part.split()) for part in _EXIT_CODES.sub("", text).split("\n\n")]


def _argument(argument: Any) -> str:  # noqa: ANN401 - as above
    shown = argument.metavar or argument.name.upper()
    return shown if argument.required else f"[{shown}]"


def _takes(option: Any) -> str:  # noqa: ANN401 - as above
    """What stands behind an option."""
    if option.metavar:
        return str(option.metavar)
    if option.name in {"out", "folder"}:
        return "FOLDER"
    return str(option.name).upper()


def _choices(option: Any) -> str:  # noqa: ANN401 - as above
    if option.is_flag:
        return ""
    kind = option.type_descriptor.annotation
    if isinstance(kind, EnumMeta):
        return codes(choice.value for choice in list[Any](kind))
    least = f", at least {option.min}" if option.min is not None else ""
    return code(_takes(option)) + least


def _default(option: Any) -> str:  # noqa: ANN401 - as above
    if option.is_flag:
        return "off"
    if option.required:
        return "must be given"
    if option.default is None:
        return "none"
    if option.default == Path():
        return "this folder"
    return code(str(option.default))
