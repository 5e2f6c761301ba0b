"""The printed quest book: views, templates, drawings and the renderer."""
