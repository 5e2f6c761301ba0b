"""TODO-DOC compiler/passes/play."""
