"""TODO-DOC compiler/publish/book/map."""
