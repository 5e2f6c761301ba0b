"""TODO-DOC compiler/publish/document/read."""
