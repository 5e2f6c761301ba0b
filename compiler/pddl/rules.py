"""The rules of play in PDDL, alike for all quests: how members move, and what happens by itself."""

from __future__ import annotations

from typing import Final

TYPES: Final = ("member", "place", "zone", "way", "fact", "event", "setup")
PREDICATES: Final = """\
    (holds ?fact - fact)
    (unset) ; nobody has been set up
    (member-at ?who - member ?place - place)
    (carries ?who - member ?item - fact)
    (buried ?who - member) ; there was no way out of a place that has closed
    (passing ?who - member) ; on the way through a place that others fill
    (listed ?event - event) ; its condition has come to be met: it happens in its turn
    ; what stays as it is
    (begins ?setup - setup ?who - member ?place - place)
    (joins ?way - way ?from ?to - place)
    (clears ?way - way ?from ?to - place) ; one steps clear along it when a place closes
    (touches ?way - way ?here ?there - place) ; things are handed along it
    (barred ?way - way ?who - member)
    (counts ?way - way) ; who takes it does one of the deeds that count it
    (off-board ?place - place)
    (lane ?place - place) ; nobody passes whoever stands there
    (part-of ?place - place ?zone - zone)
    (shows ?place - place ?fact - fact) ; who stands there sees it
    (keeps-open ?fact - fact ?place - place) ; the place is closed while the fact does not hold
    (item ?fact - fact) ; somebody carries it while the fact holds
    (bound ?fact - fact) ; and hands it to nobody
    (repeats ?event - event ?fact - fact) ; its condition was met when it was last looked at
    (follows ?event ?earlier - event) ; at once, in the order of the text
    ; what the rest comes to
    (is-open ?way - way)
    (closed ?place - place) ; who is there is neither there nor elsewhere, for now
    (full ?place - place)
    (there ?who - member) ; not lost
    (member-in ?who - member ?zone - zone)
    (member-out ?who - member ?zone - zone) ; within the zone, or buried
    (near ?here ?there - place) ; things can be handed from one to the other
    (can-clear ?who - member ?from ?to - place)
    (must-clear ?who - member ?place - place) ; it has closed just now
    (loose ?item - fact) ; somebody has to take it now
    (seen ?fact - fact) ; for the first time, just now
    (due ?event - event) ; its condition is met, and it is not over
    (stale ?event - event) ; it has happened, and its condition is met no more
    (waits ?event - event) ; for its turn
    (busy) ; something is not done yet
    (changed) ; something is to be noticed
    (sweeping) ; some event is listed
    (stirred) ; some event is due
    (ended) ; nobody is left, or another side has won
    (calm) ; the party may do something
    (won)
"""
"""The statements of every domain."""
WALKER: Final = "?who - member ?way - way ?from ?to - place"
WALK_NEEDS: Final = (
    "(or (calm) (passing ?who))",
    "(member-at ?who ?from)",
    "(joins ?way ?from ?to)",
    "(is-open ?way)",
    "(not (barred ?way ?who))",
    "(not (closed ?from))",
    "(or (not (full ?to)) (not (or (off-board ?from) (lane ?to))))",
)
WALK_EFFECTS: Final = (
    "(not (member-at ?who ?from))",
    "(member-at ?who ?to)",
    "(when (full ?to) (passing ?who))",
    "(when (not (full ?to)) (not (passing ?who)))",
)
"""A step: on and on through places that others fill, until there is room."""
RULES: Final = """
  (:derived (closed ?place - place)
    (exists (?fact - fact) (and (keeps-open ?fact ?place) (not (holds ?fact)))))
  (:derived (there ?who - member)
    (exists (?place - place) (member-at ?who ?place)))
  (:derived (member-in ?who - member ?zone - zone)
    (exists (?place - place)
      (and (member-at ?who ?place) (part-of ?place ?zone) (not (closed ?place)))))
  (:derived (member-out ?who - member ?zone - zone)
    (exists (?place - place)
      (and (member-at ?who ?place) (or (part-of ?place ?zone) (closed ?place)))))
  (:derived (near ?here ?there - place)
    (or (= ?here ?there)
      (exists (?way - way) (and (touches ?way ?here ?there) (is-open ?way)))))
  (:derived (can-clear ?who - member ?from ?to - place)
    (exists (?way - way)
      (and (clears ?way ?from ?to) (is-open ?way) (not (barred ?way ?who))
        (not (closed ?to)) (not (full ?to)))))
  (:derived (must-clear ?who - member ?place - place)
    (and (member-at ?who ?place) (closed ?place) (not (buried ?who))))
  (:derived (loose ?item - fact)
    (and (item ?item) (holds ?item) (not (exists (?who - member) (carries ?who ?item)))))
  (:derived (seen ?fact - fact)
    (exists (?who - member ?place - place)
      (and (member-at ?who ?place) (shows ?place ?fact) (not (closed ?place))
        (not (holds ?fact)))))
  (:derived (waits ?event - event)
    (exists (?earlier - event)
      (and (follows ?event ?earlier) (or (listed ?earlier) (waits ?earlier)))))
  (:derived (busy)
    (or (unset) (exists (?who - member) (passing ?who)) (exists (?item - fact) (loose ?item))
      (exists (?who - member ?place - place) (must-clear ?who ?place))))
  (:derived (changed)
    (or (exists (?fact - fact) (seen ?fact)) (exists (?event - event) (stale ?event))))
  (:derived (sweeping) (exists (?event - event) (listed ?event)))
  (:derived (stirred) (exists (?event - event) (due ?event)))
  (:derived (calm)
    (and (not (busy)) (not (changed)) (not (sweeping)) (not (stirred)) (not (ended))))

  ; The party is set up.
  (:action set-up
    :parameters (?setup - setup)
    :precondition (unset)
    :effect (and (not (unset))
      (forall (?who - member ?place - place)
        (when (begins ?setup ?who ?place) (member-at ?who ?place)))
      (forall (?who - member ?place - place)
        (when (and (begins ?setup ?who ?place) (closed ?place)) (buried ?who)))))

  ; Hand something over.
  (:action hand-over
    :parameters (?item - fact ?from ?to - member ?here ?there - place)
    :precondition (and (calm) (carries ?from ?item) (not (bound ?item)) (not (= ?from ?to))
      (member-at ?from ?here) (member-at ?to ?there) (near ?here ?there))
    :effect (and (not (carries ?from ?item)) (carries ?to ?item)))

  ; Take what has come to the party, or what somebody had who is lost.
  (:action take
    :parameters (?who - member ?item - fact)
    :precondition (and (loose ?item) (there ?who))
    :effect (carries ?who ?item))

  ; Step clear of a place that closes, or be buried if there is no way.
  (:action step-clear
    :parameters (?who - member ?from ?to - place)
    :precondition (and (must-clear ?who ?from) (can-clear ?who ?from ?to))
    :effect (and (not (member-at ?who ?from)) (member-at ?who ?to)))
  (:action be-buried
    :parameters (?who - member ?from - place)
    :precondition (and (must-clear ?who ?from)
      (not (exists (?to - place) (can-clear ?who ?from ?to))))
    :effect (buried ?who))

  ; See what is to be seen; what is over may happen anew.
  (:action notice
    :parameters ()
    :precondition (and (changed) (not (busy)) (not (sweeping)))
    :effect (and
      (forall (?fact - fact) (when (seen ?fact) (holds ?fact)))
      (forall (?event - event ?fact - fact)
        (when (and (repeats ?event ?fact) (stale ?event)) (not (holds ?fact))))))

  ; Nobody has won: the events whose condition has come to be met happen, each in its turn.
  (:action go-on
    :parameters ()
    :precondition (and (stirred) (not (busy)) (not (changed)) (not (sweeping)) (not (ended)))
    :effect (forall (?event - event) (when (due ?event) (listed ?event))))
  (:action skip
    :parameters (?event - event)
    :precondition (and (listed ?event) (not (waits ?event)) (not (due ?event)) (not (busy)))
    :effect (not (listed ?event)))
"""
"""What play is, for each quest."""
