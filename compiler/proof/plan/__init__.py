"""TODO-DOC compiler/proof/plan."""
