"""Templates are compiled once, as Python's own modules are, and never taken for what they are not."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment

from questwright.compiler.publish.book.render import templates
from questwright.compiler.publish.book.render.templates import _KeptTemplates as KeptTemplates


def rendered(folder, text="{{ 1 }} door"):
    cache = KeptTemplates(str(folder))
    environment = Environment(loader=DictLoader({"a": text}), autoescape=True, bytecode_cache=cache)
    return environment.get_template("a").render()


@pytest.fixture
def compiled(monkeypatch):
    """The texts that were compiled."""
    every = []
    compile_one = Environment.compile

    def compile_and_note(environment, source, *given, **more):
        every.append(source)
        return compile_one(environment, source, *given, **more)

    monkeypatch.setattr(Environment, "compile", compile_and_note)
    return every


def test_a_template_is_compiled_once(tmp_path, compiled):
    assert {rendered(tmp_path / "kept") for _ in range(3)} == {"1 door"}
    assert len(compiled) == 1


def test_a_change_of_it_or_of_questwright_counts(tmp_path, compiled, monkeypatch):
    rendered(tmp_path)
    assert rendered(tmp_path, "{{ 2 }} doors") == "2 doors"
    monkeypatch.setattr(templates, "own_digest", lambda: "another one")
    assert rendered(tmp_path, "{{ 2 }} doors") == "2 doors"
    assert len(compiled) == 3


@pytest.mark.parametrize("content", [b"", b"not a template", bytes(200)])
def test_what_is_no_template_is_made_anew(tmp_path, content):
    rendered(tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(content)
    assert rendered(tmp_path) == "1 door"
    assert kept.read_bytes() != content


def test_where_nothing_can_be_kept_all_is_the_same(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert rendered(tmp_path / "file") == "1 door"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
