"""Play a compiled quest; this package knows only the document that a compiler writes."""
