"""Render a view as HTML, and HTML as PDF.

Takes a book view. Returns HTML and the bytes of a PDF, or the reason why there is none. Only the
child process imports WeasyPrint; its memory and time are limited, and it reads only the fonts.
"""
