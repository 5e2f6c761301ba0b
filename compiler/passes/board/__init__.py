"""TODO-DOC compiler/passes/board."""
