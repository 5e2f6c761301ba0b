"""From a view to HTML, and from HTML to PDF.

Takes a book view. Returns HTML and the bytes of a PDF, or the reason why there is none. Only
the child process imports WeasyPrint; it has limits of memory and time, and reads nothing but
the fonts.
"""
