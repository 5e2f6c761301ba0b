"""TODO-DOC compiler/publish/diff/tell."""
