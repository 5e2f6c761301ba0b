"""TODO-DOC compiler/proof/task."""
