"""Translations: the texts of a quest as gettext PO, and a quest with translated texts.

Takes sources of quests, packs and catalogs (`*.po`). Returns what is to be translated, and sources
in another language. It never judges a translation's words, and `check` does not load it.
"""
