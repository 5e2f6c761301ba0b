"""Preflight: a PDF is held to a print profile, and what is wrong is said with page and place.

Takes the path of any PDF, also of one that means harm, and a profile. Returns findings. The PDF is
opened in a process of its own, whose memory and time are limited.
"""
