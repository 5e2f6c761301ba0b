"""The printed quest book.

Takes compiled quests and a theme. `desk`, `chapter` and `map` compose a view of plain values;
`render` turns the view into HTML with Jinja and into PDF with WeasyPrint, in a child process
without access to files. Templates see the view and never the model.
"""
