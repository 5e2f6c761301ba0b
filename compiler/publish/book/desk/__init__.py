"""TODO-DOC compiler/publish/book/desk."""
