"""Spoil inputs at random and see that each is answered: `make fuzz-inputs`.

Texts for the parser and for a whole check, files of packs, and documents for the engine. Each is a
good one with a few things changed: some so that little of it can be read, more so that it still
says something, which another part has to judge. Whatever comes of it, it comes soon, as a finding
or as a result, and each finding points into the text. Each input has a number, so that what is
found can be tried again: `make fuzz-inputs FUZZ_ARGS='--only packs --from 4711 --count 1'`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
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

from oracle.spoiling import GENTLE, spoil, spoiled
from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.read import guard
from questwright.compiler.pipeline import Compiler
from questwright.compiler.products import data_of
from questwright.compiler.runs import new_compiler, publications
from questwright.compiler.verdict.budget import Budget
from questwright.dsl import limits
from questwright.dsl.formatter import format_source, same_meaning
from questwright.dsl.parser import QuestParser
from questwright.dsl.prepare import decode, prepare
from questwright.dsl.source import Source
from questwright.engine.load import load_quest
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay_document
from questwright.engine.simulator import TimeOverError
from support.one_text import OneText
from support.paths import CASES, PACKS, SHIPPED

CHUNK = 50
SECONDS = 20
"""How long one answer may take, in time of the processor."""
BUDGET = Budget(states=1_000, worlds=8)
_READ = {}
"""The data of good files of packs, by path and text."""


class Answer(NamedTuple):
    """What came of one input."""

    number: int
    kind: str
    """`WRONG`, or how far it came: not `unread` by what reads it, `refused` by what judges that, a
    verdict on it though something is an error (`judged`), or `taken`."""
    seconds: float
    words: str = ""
    """What went wrong, with the input; empty where nothing did."""


class WrongError(Exception):
    """An answer that is none."""


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
    is_text = not findings and prepare(source).readable
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
    yield "unread" if not is_text else "refused" if findings else "taken"


def check(chance):
    """Compile a text, prove it and check it."""
    if chance.random() < 0.3:
        text = spoiled(chance.choice(corpus()), chance, corpus())
    else:
        text = spoiled(chance.choice(_sound()), chance, _sound(), GENTLE)
    yield text
    project, compiler = _compiler()
    source, findings = decode("a", text.encode("utf-8", "surrogatepass"))
    project.text = source.text
    result = compiler.compile("a.quest")
    hold(result.findings, result.sources)
    if findings or _grammar().parse(source).findings:
        yield "unread"
    elif not any(map(_is_error, result.findings)):
        yield "taken"
    else:
        yield "judged" if any(quest.proof for quest in result.quests) else "refused"


@cache
def _sound():
    """Those of the texts in which no error is expected."""
    return tuple(text for text in corpus() if "error[" not in text)


def packs(chance):
    """Load a pack of which a file or two are spoiled, as text or as data."""
    # A large pack takes twenty times as long as a small one.
    folder = chance.choice((*_small_packs() * 20, *sorted(SYSTEMS_DIR.iterdir())))
    texts = _texts_of(folder)
    changed = {}
    for name in {chance.choice(list(texts)) for _ in range(chance.choice((1, 1, 2)))}:
        if name.endswith(".yaml") and chance.random() < 0.6:
            tree = json.loads(_as_json(texts[name]))
            for _ in range(chance.choice((1, 1, 2, 4))):
                spoil(tree, chance)
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
    unread = {codes.UNREADABLE_PACK, codes.BAD_PACK_YAML, codes.PACK_KEY_TWICE, codes.PACK_FORM}
    if loaded.system is not None:
        yield "taken"
    else:
        yield "unread" if any(f.code in unread for f in loaded.findings) else "refused"


@cache
def _small_packs():
    return tuple(sorted(path for path in PACKS.iterdir() if path.is_dir()))


@cache
def _texts_of(folder):
    whole = (path for path in folder.iterdir() if path.is_file())
    files = sorted(path for path in whole if path.suffix != ".ttf")
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
            # The lines are what the engine follows: they are a small part of all.
            spoil(tree.get("verdict") or tree if chance.random() < 0.4 else tree, chance)
        data = json.dumps(tree).encode()
    yield data
    is_read = False
    try:
        load_quest(data)
        is_read = True
        refused = replay_document(data, time.monotonic() + 2)
    except UnreadableDocument as error:
        refused = str(error)
        if not refused:
            raise WrongError("it is refused, and nothing is said") from error
    except TimeOverError:
        refused = "its lines are too long"
    yield "taken" if not refused else "refused" if is_read else "unread"


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


KINDS = ("unread", "refused", "judged", "taken", "WRONG")
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
            kind = next(steps)
            steps.close()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        told = "".join(traceback.format_exception(error)[-3:])
        words = f"{sort} {number}: {told}\n{given!r:.4000}"
        return Answer(number, "WRONG", time.process_time() - began, words)
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
            told = ", ".join(f"{kinds[kind]:,} {kind}" for kind in KINDS)
            sys.stdout.write(
                f"{sort}: {kinds.total():,} tried in {seconds:.0f} s, {told}; "
                f"the slowest, {slowest.number}, took {slowest.seconds:.1f} s\n"
            )
            sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
