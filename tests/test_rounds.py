"""Rounds are counted right: a player without wits plays member by member [DN-A7, DN-B46]."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import brute_rounds
import pytest
from brute_party import TooManyStates
from fuzz import in_rounds, slowed
from one_text import OneText, results, without_checks
from random_entries import random_entries
from random_hexes import random_hexes, results_on_hexes
from random_quests import Kinds, random_quest

from compiler.pipeline import Compiler
from compiler.proof.prove import Proof

PACKS = Path(__file__).parent / "packs"
