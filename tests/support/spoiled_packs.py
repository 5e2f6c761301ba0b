"""Packs that are wrong: what is found in them, each finding in words and at its line."""

from __future__ import annotations

import time

from questwright.compiler.packs.load import load_system

FIGHTS = """
fights:
  source: own
  roll: pairs-high-to-high
  die: 4
  attacks: {glare: {title: Glare, dice: oil}}
  defence: stride
  armour: dread
  falls: {terror: {at: dread, kept: true}}
  given: nobody blinks
"""
FIGHTS_LESS = """
source: own
dice:
  bone: {title: Bone, faces: [skull, skull, shield]}
fights:
  roll: hits-less-saves
  die: bone
  hits: {skull: 1}
  saves: {shield: 1}
  attacks: {poke: {title: Poke, dice: oil}}
  defence: dread
  falls: {terror: {at: dread, kept: true}}
  given: it is dark
"""
"""Fights that the made-up pack may have, by two rolls."""


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
