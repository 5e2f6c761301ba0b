"""TODO-DOC compiler/proof/explain."""
