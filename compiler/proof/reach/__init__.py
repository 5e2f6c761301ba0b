"""TODO-DOC compiler/proof/reach."""
