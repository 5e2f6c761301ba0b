"""What has changed from one edition of a quest to another, in a designer's words."""
