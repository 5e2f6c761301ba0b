"""Draw what a command shows in a terminal.

``python scripts/terminal_picture.py docs/assets/terminal.svg questwright check cellar.quest``
draws the picture of the README. Its quest is that of the README, with the key at E1.
"""

from __future__ import annotations

import io
import os
import pty
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

_THEME = TerminalTheme(
    (28, 25, 22),
    (222, 214, 200),
    [
        (60, 54, 47),
        (224, 108, 93),
        (143, 188, 143),
        (217, 178, 111),
        (124, 164, 208),
        (190, 140, 190),
        (130, 180, 180),
        (222, 214, 200),
    ],
)
_WIDTH = 108


def shown(command: list[str]) -> str:
    """What a command writes to a terminal, colours and all."""
    os.environ.pop("NO_COLOR", None)
    os.environ["TERM"] = "xterm-256color"
    written: list[bytes] = []

    def keep(handle: int) -> bytes:
        data = os.read(handle, 65536)
        written.append(data)
        return b"" if not data else b"\n"

    stdout = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    pty.spawn(command, keep)
    os.dup2(stdout, 1)
    return b"".join(written).decode().replace("\r\n", "\n")


def main() -> None:
    """Run the command, and write its picture."""
    picture, *command = sys.argv[1:]
    console = Console(record=True, width=_WIDTH, file=io.StringIO())
    console.print(Text("$ " + " ".join([Path(command[0]).name, *command[1:]]), style="bold"))
    console.print(Text.from_ansi(shown(command).rstrip("\n")), soft_wrap=False)
    console.print()
    drawing = console.export_svg(title="", theme=_THEME, unique_id="terminal")
    drawing = re.sub(r"\s*@font-face \{.*?\}", "", drawing, flags=re.DOTALL)
    drawing = drawing.replace("Fira Code", "ui-monospace, DejaVu Sans Mono, Menlo, Consolas")
    drawing = re.sub(r"\n\s*\n+", "\n", re.sub(r"[ \t]+$", "", drawing, flags=re.MULTILINE))
    Path(picture).write_text(drawing.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
