"""TODO-DOC compiler/proof/search."""
