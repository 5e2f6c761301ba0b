"""What has changed from one edition of a quest to another, in a designer's words.

Takes two editions, compiled from text or read from quest.json. Returns changes, each with its
subject, both values and a sentence. It never compares text line by line.
"""
