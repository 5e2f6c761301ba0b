"""Spoil inputs at random and see that each is answered: `make fuzz-inputs`.

Texts for the parser and for a whole check, files of packs, and documents for the engine. Each is a
good one with a few things changed. Whatever comes of it, it comes soon, as a finding or as a
result, and each finding points into the text. Each input has a number, so that what is found can
be tried again: `make fuzz-inputs FUZZ_ARGS='--only packs --from 4711 --count 1'`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import yaml

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.read import guard
from questwright.compiler.pipeline import Compiler
from questwright.compiler.products import data_of
from questwright.compiler.runs import new_compiler, publications
from questwright.compiler.verdict.budget import Budget
from questwright.dsl import limits
from questwright.dsl.formatter import format_source, same_meaning
from questwright.dsl.parser import QuestParser
from questwright.dsl.prepare import decode
from questwright.dsl.source import Source
from questwright.engine.document import load_quest
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay_document
from questwright.engine.simulator import TimeOverError
from support.one_text import OneText
from support.paths import CASES, PACKS, SHIPPED

CHUNK = 50
SECONDS = 20
"""How long one answer may take, in time of the processor."""
BUDGET = Budget(states=1_000, worlds=8)
ODD = (
    *"{}()\"'|+-.#:;,=<>*/\\!?%&$@~^`",
    "\n", "\t", "\r", "\0", "\x1b", "\x7f", "\u202e", "\u2028", "\ufeff", "\u0301", "é", "😀", "“",
    '"""', "..", "//", "/*", "0", "-1", "99999999999999999999", "NaN", "null", "[]", "{}", "---",
)  # fmt: skip
"""What is put into texts."""
_WORD = re.compile(r"[\w-]+")
_READ = {}
"""The data of good files of packs, by path and text."""


class Answer(NamedTuple):
    """What came of one input."""

    number: int
    kind: str
    """`taken` or `refused`, or what went wrong."""
    seconds: float
    words: str = ""
    """What went wrong, with the input; empty where nothing did."""


class WrongError(Exception):
    """An answer that is none."""


# -- spoiling ------------------------------------------------------------------------------------


def spoiled(text, chance, others):
    """A text with one to six things changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        text = chance.choice(CHANGES)(text, chance, others)
    return text[: limits.FILE_BYTES]


def _cut(text, chance, _):
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + chance.choice((1, 1, 2, 5, 20, 200, 10**6)) :]


def _put(text, chance, _):
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(ODD) * chance.choice((1, 1, 1, 2, 40)) + text[at:]


def _lines(text, chance, _):
    lines = text.split("\n")
    first, second = (chance.randrange(len(lines)) for _ in range(2))
    what = chance.randrange(4)
    if what == 0:
        lines[first], lines[second] = lines[second], lines[first]
    elif what == 1:
        lines.insert(second, lines[first])
    elif what == 2:
        del lines[first]
    else:
        lines[first:first] = [lines[second]] * chance.choice((3, 30))
    return "\n".join(lines)


def _words(text, chance, _):
    words = list(_WORD.finditer(text))
    if not words:
        return text
    gone, come = chance.choice(words), chance.choice(words)[0]
    return text[: gone.start()] + come + text[gone.end() :]


def _number(text, chance, _):
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    gone = chance.choice(numbers)
    come = chance.choice(("0", "1", "2", "7", "120", "121", "1000", "-3", "4294967296"))
    return text[: gone.start()] + come + text[gone.end() :]


def _splice(text, chance, others):
    lines, more = text.split("\n"), chance.choice(others).split("\n")
    at, start = chance.randrange(len(lines) + 1), chance.randrange(len(more))
    lines[at:at] = more[start : start + chance.choice((1, 2, 8))]
    return "\n".join(lines)


CHANGES = (_cut, _put, _lines, _words, _number, _splice)


# -- answering -------------------------------------------------------------------------------------


@cache
def corpus():
    """The texts that are spoiled."""
    paths = [*SHIPPED, *PACKS.glob("*.quest"), *CASES.rglob("*.quest")]
    return tuple(path.read_text(encoding="utf-8") for path in sorted(paths))


def hold(findings, sources):
    """Raise WrongError if a finding points out of its text, or says nothing."""
    for finding in findings:
        span = finding.label.span
        source = sources.get(span.path)
        length = len(source.text) if source is not None else 0
        if not 0 <= span.start <= span.end <= length:
            raise WrongError(f"{finding.code.id} points at {span} of {length} characters")
        if not finding.message or "\n" in finding.message:
            raise WrongError(f"{finding.code.id} says {finding.message!r}")


def parser(chance):
    """Parse a text, and format it if it is good."""
    text = spoiled(chance.choice(corpus()), chance, corpus())
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        data = bytes(byte ^ (chance.random() < 0.01) << 7 for byte in data)
    yield data
    source, findings = decode("a", data)
    if not findings:
        parsed = _grammar().parse(source)
        findings = parsed.findings
        if len(findings) > limits.FINDINGS + 1:
            raise WrongError(f"{len(findings)} findings")
        if not findings:
            written = Source("a", format_source(source))
            after = _grammar().parse(written)
            if after.findings or not same_meaning(parsed.file, after.file):
                raise WrongError("the formatter changes what it means")
            if format_source(written) != written.text:
                raise WrongError("the formatter is not content with itself")
    hold(findings, {"a": source})
    yield not findings


def check(chance):
    """Compile a text, prove it and check it."""
    text = spoiled(chance.choice(corpus()), chance, corpus())
    yield text
    project, compiler = _compiler()
    source, findings = decode("a", text.encode("utf-8", "surrogatepass"))
    project.text = source.text
    result = compiler.compile("a.quest")
    hold(result.findings, result.sources)
    yield not findings and not any(map(_is_error, result.findings))


def packs(chance):
    """Load a pack of which a file or two are spoiled, as text or as data."""
    # A large pack takes twenty times as long as a small one.
    folder = chance.choice((*_small_packs() * 10, *sorted(SYSTEMS_DIR.iterdir())))
    texts = _texts_of(folder)
    changed = {}
    for name in {chance.choice(list(texts)) for _ in range(chance.choice((1, 1, 2)))}:
        if name.endswith(".yaml") and chance.random() < 0.6:
            tree = json.loads(_as_json(texts[name]))
            for _ in range(chance.choice((1, 1, 2, 4))):
                _spoil(tree, chance)
            changed[name] = json.dumps(tree, indent=1, ensure_ascii=False)
        else:
            changed[name] = spoiled(texts[name], chance, list(texts.values()))
    # The same place for each pack of this process, so that what was read can be remembered.
    place = Path(tempfile.gettempdir(), f"fuzz-inputs-{os.getpid()}")
    copy = place / folder.name
    yield changed
    try:
        shutil.copytree(folder, copy, copy_function=shutil.copyfile)
        for name, text in changed.items():
            Path(copy, name).write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        with _remembered({text for name, text in texts.items() if name not in changed}):
            loaded = load_system(copy)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    hold(loaded.findings, loaded.sources)
    if (loaded.system is None) is not bool(loaded.findings):
        raise WrongError("neither a game nor a finding")
    if len(loaded.findings) > limits.PACK_FINDINGS:
        raise WrongError(f"{len(loaded.findings)} findings")
    yield loaded.system is not None


@cache
def _small_packs():
    return tuple(sorted(path for path in PACKS.iterdir() if path.is_dir()))


@cache
def _texts_of(folder):
    files = sorted(path for path in folder.iterdir() if path.is_file())
    return {path.name: path.read_text(encoding="utf-8") for path in files}


@cache
def _as_json(text):
    """The data of a text in YAML, in JSON: which is YAML too."""
    return json.dumps(yaml.safe_load(text))


@contextmanager
def _remembered(good):
    """Read the YAML of good texts once: it takes longer than all the rest."""

    def read_yaml(source):
        if source.text not in good:
            return reading(source)
        key = source.path, source.text
        if key not in _READ:
            _READ[key] = reading(source)
        return _READ[key]

    reading, guard.read_yaml = guard.read_yaml, read_yaml
    try:
        yield
    finally:
        guard.read_yaml = reading


def engine(chance):
    """Load a document and replay its lines."""
    document = chance.choice(documents())
    if chance.random() < 0.3:
        data = spoiled(document, chance, documents()).encode("utf-8", "surrogatepass")
    else:
        tree = json.loads(document)
        for _ in range(chance.choice((1, 1, 2, 4))):
            _spoil(tree, chance)
        data = json.dumps(tree).encode()
    yield data
    try:
        load_quest(data)
        refused = replay_document(data, time.monotonic() + 2)
    except UnreadableDocument as error:
        refused = str(error)
        if not refused:
            raise WrongError("it is refused, and nothing is said") from error
    except TimeOverError:
        refused = "its lines are too long"
    yield not refused


def _spoil(tree, chance):
    """Change one value of a tree of JSON."""
    holders = [tree]
    for holder in holders:
        inner = holder.values() if isinstance(holder, dict) else holder
        holders.extend(value for value in inner if isinstance(value, dict | list) and value)
    holder, other = chance.choice(holders), chance.choice(holders)
    key, another = (
        chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        for place in (holder, other)
    )
    copied = json.loads(json.dumps(other[another]))
    odd = (None, True, 0, -1, 1, 10**9, "", "a", "A1", [], {}, [None], 1.5, *[copied] * 6)
    if chance.random() < 0.2:
        del holder[key]
    else:
        holder[key] = chance.choice(odd)


@cache
def _grammar():
    return QuestParser()


@cache
def _compiler():
    project = OneText()
    return project, Compiler(project, SYSTEMS_DIR, None, BUDGET)


@cache
def documents():
    """The documents that are spoiled: those of the smaller quests that ship, and of small cases."""
    compiler = new_compiler(uses_cache=False)
    paths = sorted(SHIPPED, key=lambda path: path.stat().st_size)[:3]
    for folder in ("events", "large", "members", "passages", "portals", "worlds"):
        paths += sorted(Path(CASES, folder).glob("*.quest"))
    found = []
    for path in paths:
        result = compiler.compile(str(path))
        if not any(map(_is_error, result.findings)):
            products = data_of(publications([result]), [])
            found += [files["quest.json"].decode() for _, files in sorted(products.items())]
    return tuple(found)


def _is_error(finding):
    return finding.severity == "error"


SORTS = {"parser": parser, "check": check, "packs": packs, "engine": engine}


# -- running ---------------------------------------------------------------------------------------


@contextmanager
def _alarm():
    def over(*_):
        raise WrongError(f"no answer within {SECONDS} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    # Seconds of this process, so that a busy machine is no fault.
    signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def chance_of(sort, number):
    """The chance that an input is made with, by its number."""
    return random.Random(f"{sort} {number}")


def answer(sort, number):
    """What comes of the input with a number."""
    steps = SORTS[sort](chance_of(sort, number))
    given = next(steps)
    began = time.process_time()
    try:
        with _alarm():
            is_taken = next(steps)
            steps.close()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        told = "".join(traceback.format_exception(error)[-3:])
        words = f"{sort} {number}: {told}\n{given!r:.4000}"
        return Answer(number, "WRONG", time.process_time() - began, words)
    kind = "taken" if is_taken else "refused"
    return Answer(number, kind, time.process_time() - began)


def answers(sort, numbers):
    return [answer(sort, number) for number in numbers]


def main():
    """Try as many of each sort as are asked for; the exit code is 1 if anything went wrong."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--count", type=int, default=20_000, help="how many of each sort")
    options.add_argument("--from", type=int, default=0, dest="first", help="the first number")
    options.add_argument("--only", choices=SORTS, action="append")
    options.add_argument("--jobs", type=int, default=2)
    asked = options.parse_args()
    wrong = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for sort in asked.only or SORTS:
            numbers = range(asked.first, asked.first + asked.count)
            chunks = [numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK)]
            kinds: Counter[str] = Counter()
            slowest = Answer(0, "", 0.0)
            began = time.perf_counter()
            for found in pool.map(partial(answers, sort), chunks):
                for each in found:
                    kinds[each.kind] += 1
                    slowest = max(slowest, each, key=lambda known: known.seconds)
                    if each.words:
                        sys.stdout.write(f"{each.words}\n")
            wrong += kinds["WRONG"]
            seconds = time.perf_counter() - began
            sys.stdout.write(
                f"{sort}: {kinds.total():,} tried in {seconds:.0f} s, {kinds['taken']:,} taken, "
                f"{kinds['refused']:,} refused, {kinds['WRONG']:,} wrong; "
                f"the slowest, {slowest.number}, took {slowest.seconds:.1f} s\n"
            )
            sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
