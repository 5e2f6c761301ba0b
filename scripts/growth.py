"""Draws how the cost of a proof grows: a table and a picture, from figures that were measured.

``make growth`` measures and writes the figures; ``python -m scripts.growth`` only draws them anew.
"""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT: Final = Path(__file__).resolve().parent.parent
CSV: Final = ROOT / "docs" / "assets" / "proof-growth.csv"
SVG: Final = ROOT / "docs" / "assets" / "proof-growth.svg"
PAGE: Final = ROOT / "docs" / "explanation" / "how-the-proof-grows.md"
FIRST, LAST = "<!-- figures -->\n\n", "\n<!-- end of the figures -->"

_WIDE, _HIGH = 760, 460
_LEFT, _TOP, _RIGHT, _BOTTOM = 56, 20, 560, 400
_COLOURS: Final = ("#0b6e4f", "#b5443a", "#27569c", "#8a5a00", "#6b3fa0", "#3c3c3c")
_DASHES: Final = ("", "6 3", "2 3")
_SECONDS: Final = (0.1, 60.0)
_SIZES: Final = (1, 2000)


class Figure(NamedTuple):
    """What the check of one quest took."""

    family: str
    size: int
    verdict: str
    seconds: float
    megabytes: int


def read(path: Path = CSV) -> list[Figure]:
    """The figures that were written last; none if there are none."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Figure(row["family"], int(row["size"]), row["verdict"], float(row["seconds"]),
                   int(row["megabytes"]))
            for row in csv.DictReader(file)
        ]  # fmt: skip


def write(figures: Iterable[Figure], path: Path = CSV) -> None:
    """Write figures as a table of comma-separated values."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(Figure._fields)
    rows.writerows(figures)
    path.write_text(text.getvalue(), encoding="utf-8")


def show() -> None:
    """Draw the figures into the page and the picture."""
    figures = read()
    SVG.write_text(picture(figures), encoding="utf-8")
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")


def with_table(page: str, figures: Sequence[Figure]) -> str:
    """The page with the table of some figures in the place of the one that it has."""
    before, _, rest = page.partition(FIRST)
    _, _, after = rest.partition(LAST)
    return f"{before}{FIRST}{table(figures)}{LAST}{after}"


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table of Markdown."""
    lines = ["| family | size | verdict | CPU time | memory |", "|---|---|---|---|---|"]
    for figure in figures:
        is_over = figure.verdict == "over"
        spent = f"over {figure.seconds:.0f} s" if is_over else f"{figure.seconds:.2f} s"
        verdict = "not waited for" if is_over else figure.verdict
        lines.append(
            f"| {figure.family} | {figure.size:,} | {verdict} | {spent} | {figure.megabytes} MB |"
        )
    return "\n".join(lines) + "\n"


def picture(figures: Sequence[Figure]) -> str:
    """The figures as a picture: CPU time over size, both by powers of ten."""
    families = list(dict.fromkeys(figure.family for figure in figures))
    fonts = 'font-family="sans-serif" font-size="12"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" {fonts}>',
        "<title>CPU time of a check over the size of a quest</title>",
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/>',
        *_axes(),
    ]
    for number, family in enumerate(families):
        colour = _COLOURS[number % len(_COLOURS)]
        dashes = _DASHES[number // len(_COLOURS) % len(_DASHES)]
        style = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"'
        points = [_point(figure) for figure in figures if figure.family == family]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" {style}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        height = _TOP + 14 + 20 * number
        parts.append(
            f'<polyline points="{_RIGHT + 24},{height - 4} {_RIGHT + 54},{height - 4}" {style}/>'
        )
        parts.append(f'<text x="{_RIGHT + 60}" y="{height}">{family}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _axes() -> Iterable[str]:
    for seconds in (0.1, 1, 10, 60):
        y = _along(seconds, _SECONDS, _BOTTOM, _TOP)
        yield f'<path d="M{_LEFT} {y:.1f}H{_RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{seconds:g} s</text>'
    for size in (1, 10, 100, 1000):
        x = _along(size, _SIZES, _LEFT, _RIGHT)
        yield f'<path d="M{x:.1f} {_TOP}V{_BOTTOM}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{_BOTTOM + 18}" text-anchor="middle">{size:,}</text>'
    middle = (_LEFT + _RIGHT) // 2
    yield f'<text x="{middle}" y="{_BOTTOM + 40}" text-anchor="middle">size</text>'


def _point(figure: Figure) -> tuple[float, float]:
    return (
        _along(figure.size, _SIZES, _LEFT, _RIGHT),
        _along(figure.seconds, _SECONDS, _BOTTOM, _TOP),
    )


def _along(value: float, ends: tuple[float, float], first: float, last: float) -> float:
    """Where a value lies between two ends, by powers."""
    low, high = ends
    share = math.log(min(max(value, low), high) / low) / math.log(high / low)
    return first + share * (last - first)


if __name__ == "__main__":
    show()
