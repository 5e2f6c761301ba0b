"""Packs that are wrong: what is found in them, each finding in words and at its line."""

from __future__ import annotations

import time

from questwright.compiler.packs.load import load_system


def findings_of(folder):
    """The findings about a pack that is refused, quickly and in words."""
    start = time.process_time()
    loaded = load_system(folder)
    assert time.process_time() - start < 1
    assert loaded.system is None
    assert loaded.findings
    for finding in loaded.findings:
        span = finding.label.span
        source = loaded.sources[span.path]
        assert 0 <= span.start <= span.end <= len(source.text)
        assert finding.message
        assert "\n" not in finding.message
        assert len(finding.message) < 300
        assert finding.help
    return loaded.findings
