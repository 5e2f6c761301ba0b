"""TODO-DOC compiler/publish/document."""
