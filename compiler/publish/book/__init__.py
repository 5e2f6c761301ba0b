"""The printed quest book.

Takes compiled quests and a theme. `chapter`, `map` and `desk` compose a view of plain values;
`render` turns the view into HTML with Jinja and into PDF with WeasyPrint, in a child process
that can read nothing. No template ever sees the model.
"""
