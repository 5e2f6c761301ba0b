"""TODO-DOC compiler/passes/text."""
