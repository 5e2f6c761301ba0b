"""TODO-DOC compiler/publish/book/render."""
