"""TODO-DOC compiler/publish/book/chapter."""
