"""From a task to the reasons for its verdict: why something never comes about, and where it ends.

Takes a Task, and a Quest for the names of what is on its board. It decides nothing by itself: what
stands in the way is lifted from the task, and the task decided again. What has been told stays
lifted, so that nothing is told that merely follows from it.
"""
