; A domain and a problem. Planners want a file for each:
;   csplit THIS '/^;;;;/'
; A plan is a way for the party to win. Without one, the quest cannot be won.

; Bell & Bone
; Taken for granted: dice and cards fall well enough once
; Taken for granted: figures in the way can be beaten
; Taken for granted: the party may wait and regroup
(define (domain bell-and-bone)
  (:requirements :adl)
  (:types
    moment - object
    member - object
    place - object
    zone - object
    spot - object
    way - object
    count - object
    thing - object
  )
  (:constants
    the-party-acts - moment ; the party may do something
    forgets-counts - moment ; what was counted is forgotten
    counts-count-1-1 - moment ; count-1 goes on
    counts-count-1-2 - moment ; count-1 goes on
    counts-count-1-3 - moment ; count-1 goes on
    counts-count-1-4 - moment ; count-1 goes on
    looks-back - moment ; what is over may happen anew
    asks-event-first-toll - moment ; The First Toll: H2 is cleared
    asks-event-event-1 - moment ; Either at least 2 Moths are defeated, or both the Gatekeeper has not been defeated and the “Iron” Door <&> has not been opened
    asks-event-after-bell - moment ; After bell: the Nest is revealed, the “Iron” Door <&> is unlocked, the Fallen is cleared, gain a Candle, gain the Silver Clapper, lose the Chalk, I1 is blocked
    ada - member ; Ada
    bram - member ; Bram
    at-gatehouse - place ; The Gatehouse: A1, B1, C1, A2, B2, C2
    at-gallery - place ; Gallery: E1, F1, D2, E2, F2
    at-tunnel-1-g1 - place ; Tunnel 1: G1, H1
    at-tunnel-1-j4 - place ; Tunnel 1: J4
    at-tunnel-1-j1 - place ; Tunnel 1: J1, I2, J2, G3, H3, I3 and 4 more
    at-cellar - place ; Cellar: A3, B3, C3, B4
    at-pantry - place ; Pantry: D3, E3, F3, F4
    at-nest - place ; The Nest: F5, G5, H5, I5, F6, G6 and 2 more
    at-tunnel-1-i1 - place ; Tunnel 1: I1
    at-tunnel-1-h2 - place ; Tunnel 1: H2
    zone-gallery - zone ; gallery
    zone-outside-cellar - zone ; outside cellar
    zone-great-bell - zone ; great-bell
    zone-gatehouse-cellar - zone ; gatehouse, cellar
    spot-open-the-iron-door - spot ; Open the “Iron” Door <&>
    spot-open-the-porch-door - spot ; Open the Porch door
    spot-search-tunnel-1 - spot ; Search Tunnel 1
    spot-defeat-the-moth - spot ; Defeat the Moth
    spot-defeat-the-moth-2 - spot ; Defeat the Moth
    by-open-floor - way ; open floor
    by-the-iron-door - way ; The “Iron” Door <&>
    by-porch-door - way ; Porch door
    by-panel-1 - way ; Panel 1
    by-over-i1 - way ; over I1
    by-over-h2 - way ; over H2
    by-round-a-corner - way ; round a corner
    count-1-has-1 - count ; 1 of 4
    count-1-has-2 - count ; 2 of 4
    iron-door - thing ; The “Iron” Door <&>
    gatehouse - thing ; The Gatehouse
    cellar - thing ; Cellar
    bell-rope - thing ; Bell Rope
    porch-door - thing ; Porch door
    gallery - thing ; Gallery
    postern - thing ; Postern
    panel-1 - thing ; Panel 1
    pantry - thing ; Pantry
    nest - thing ; The Nest
    grey - thing ; Grey defeated
    slit-1 - thing ; Slit 1
    tunnel-1 - thing ; Tunnel 1
    chest - thing ; Chest searched
    rusty-bell - thing ; Rusty bell
    gatekeeper - thing ; Gatekeeper defeated
    moth-1 - thing ; Moth defeated
    moth-2 - thing ; Moth defeated
    tripwire - thing ; Tripwire sprung
    chalk - thing ; Chalk
    ring-bell - thing ; Ring the <bell>: done
    free-rope - thing ; Free rope: done
    first-toll - thing ; The First Toll: happened
    tolled - thing ; tolled set
    fallen - thing ; Fallen gone
    n-3 - thing ; round 3
    event-1 - thing ; either at least 2 Moths are defeated, or both the Gatekeeper has not been defeated and the “Iron” Door <&> has not been opened: happened
    after-bell - thing ; After bell: happened
    candle - thing ; A Candle
    silver-clapper - thing ; Silver Clapper
  )
  (:predicates
    (now ?moment - moment) ; what is to be done next, or asked
    (member-at ?who - member ?place - place)
    (member-in ?who - member ?zone - zone) ; at one of its places that are open
    (carried-by ?item - thing ?who - member)
    (closed ?place - place) ; who is there is neither there nor elsewhere, for now
    (at-least ?count - count) ; so many were counted in this round
    (joins ?way - way ?from ?to - place)
    (part-of ?place - place ?zone - zone)
    (serves ?place - place ?spot - spot) ; there it can be done
    (shows ?place - place ?thing - thing) ; who steps there sees it
    (quest-won)
    (open ?thing - thing)
    (revealed ?thing - thing)
    (unlocked ?thing - thing)
    (have ?thing - thing)
    (found ?thing - thing)
    (defeated ?thing - thing)
    (searched ?thing - thing)
    (taken ?thing - thing)
    (sprung ?thing - thing)
    (done ?thing - thing)
    (happened ?thing - thing)
    (set ?thing - thing)
    (gone ?thing - thing)
    (later ?thing - thing)
    (live ?thing - thing)
  )

  ; Walk: open floor, East mirror
  (:action walk-by-open-floor
    :parameters (?who - member ?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?from)
      (joins by-open-floor ?from ?to))
    :effect (and
      (not (member-at ?who ?from))
      (member-at ?who ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (member-in ?who ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (member-in ?who ?zone))))
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Walk: The “Iron” Door <&>
  (:action walk-by-the-iron-door
    :parameters (?who - member ?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?from)
      (joins by-the-iron-door ?from ?to)
      (open iron-door))
    :effect (and
      (not (member-at ?who ?from))
      (member-at ?who ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (member-in ?who ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (member-in ?who ?zone))))
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Walk: Porch door, East mirror
  (:action walk-by-porch-door
    :parameters (?who - member ?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?from)
      (joins by-porch-door ?from ?to)
      (open porch-door))
    :effect (and
      (not (member-at ?who ?from))
      (member-at ?who ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (member-in ?who ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (member-in ?who ?zone))))
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Walk: Panel 1
  (:action walk-by-panel-1
    :parameters (?who - member ?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?from)
      (joins by-panel-1 ?from ?to)
      (open panel-1))
    :effect (and
      (not (member-at ?who ?from))
      (member-at ?who ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (member-in ?who ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (member-in ?who ?zone))))
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Walk: over I1, round a corner
  (:action walk-by-over-i1
    :parameters (?who - member ?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?from)
      (joins by-over-i1 ?from ?to)
      (not (closed at-tunnel-1-i1)))
    :effect (and
      (not (member-at ?who ?from))
      (member-at ?who ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (member-in ?who ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (member-in ?who ?zone))))
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Walk: over H2, round a corner
  (:action walk-by-over-h2
    :parameters (?who - member ?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?from)
      (joins by-over-h2 ?from ?to)
      (not (closed at-tunnel-1-h2)))
    :effect (and
      (not (member-at ?who ?from))
      (member-at ?who ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (member-in ?who ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (member-in ?who ?zone))))
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Walk: round a corner
  (:action walk-by-round-a-corner
    :parameters (?who - member ?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?from)
      (joins by-round-a-corner ?from ?to)
      (and (not (closed at-tunnel-1-i1)) (not (closed at-tunnel-1-h2))))
    :effect (and
      (not (member-at ?who ?from))
      (member-at ?who ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (member-in ?who ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (member-in ?who ?zone))))
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Hand something over
  (:action hand-over
    :parameters (?item - thing ?from ?to - member ?here - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?here)
      (not (= ?from ?to))
      (not (closed ?here)))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Hand something over: open floor
  (:action hand-over-by-open-floor
    :parameters (?item - thing ?from ?to - member ?here ?there - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?there)
      (joins by-open-floor ?here ?there))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Hand something over: The “Iron” Door <&>
  (:action hand-over-by-the-iron-door
    :parameters (?item - thing ?from ?to - member ?here ?there - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?there)
      (joins by-the-iron-door ?here ?there)
      (open iron-door))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Hand something over: Porch door
  (:action hand-over-by-porch-door
    :parameters (?item - thing ?from ?to - member ?here ?there - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?there)
      (joins by-porch-door ?here ?there)
      (open porch-door))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Hand something over: Panel 1
  (:action hand-over-by-panel-1
    :parameters (?item - thing ?from ?to - member ?here ?there - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?there)
      (joins by-panel-1 ?here ?there)
      (open panel-1))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Hand something over: over I1
  (:action hand-over-by-over-i1
    :parameters (?item - thing ?from ?to - member ?here ?there - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?there)
      (joins by-over-i1 ?here ?there)
      (not (closed at-tunnel-1-i1)))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Hand something over: over H2
  (:action hand-over-by-over-h2
    :parameters (?item - thing ?from ?to - member ?here ?there - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?there)
      (joins by-over-h2 ?here ?there)
      (not (closed at-tunnel-1-h2)))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Hand something over: round a corner
  (:action hand-over-by-round-a-corner
    :parameters (?item - thing ?from ?to - member ?here ?there - place)
    :precondition (and
      (now the-party-acts)
      (carried-by ?item ?from)
      (member-at ?from ?here)
      (member-at ?to ?there)
      (joins by-round-a-corner ?here ?there)
      (and (not (closed at-tunnel-1-i1)) (not (closed at-tunnel-1-h2))))
    :effect (and
      (not (carried-by ?item ?from))
      (carried-by ?item ?to)))

  ; Open the “Iron” Door <&>
  (:action open-iron-door
    :parameters (?who - member ?where - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?where)
      (serves ?where spot-open-the-iron-door)
      (and (not (open iron-door)) (unlocked iron-door)))
    :effect (and
      (open iron-door)
      (revealed gatehouse)
      (revealed cellar)
      (not (now the-party-acts))
      (now looks-back)))

  ; Open the “Iron” Door <&> with the Bell Rope
  (:action open-iron-door-2
    :parameters (?who - member ?where - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?where)
      (serves ?where spot-open-the-iron-door)
      (carried-by bell-rope ?who)
      (and (not (open iron-door)) (and (have bell-rope) (not (unlocked iron-door)))))
    :effect (and
      (open iron-door)
      (revealed gatehouse)
      (revealed cellar)
      (not (have bell-rope))
      (forall (?each - member) (not (carried-by bell-rope ?each)))
      (not (now the-party-acts))
      (now looks-back)))

  ; Open the Porch door
  (:action open-porch-door
    :parameters (?who - member ?where - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?where)
      (serves ?where spot-open-the-porch-door)
      (not (open porch-door)))
    :effect (and
      (revealed gatehouse)
      (open porch-door)
      (revealed gallery)))

  ; Explore the Pantry: Panel 1 is found
  (:action explore-panel-1-from-pantry
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-pantry)
      (or (not (open panel-1)) (not (found panel-1))))
    :effect (and
      (open panel-1)
      (revealed pantry)
      (revealed nest)
      (found panel-1)
      (not (now the-party-acts))
      (now asks-event-after-bell)))

  ; Explore the Nest: Panel 1 is found
  (:action explore-panel-1-from-nest
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-nest)
      (and (or (not (open panel-1)) (not (found panel-1))) (defeated grey)))
    :effect (and
      (open panel-1)
      (revealed pantry)
      (revealed nest)
      (found panel-1)
      (not (now the-party-acts))
      (now asks-event-after-bell)))

  ; Search the Gatehouse
  (:action search-gatehouse
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-gatehouse)
      (not (searched gatehouse)))
    :effect (and
      (searched gatehouse)))

  ; Search the Gallery
  (:action search-gallery
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-gallery)
      (not (searched gallery)))
    :effect (and
      (searched gallery)))

  ; Search Tunnel 1
  (:action search-tunnel-1
    :parameters (?who - member ?where - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?where)
      (serves ?where spot-search-tunnel-1)
      (not (closed ?where))
      (not (searched tunnel-1)))
    :effect (and
      (searched tunnel-1)))

  ; Search the Cellar
  (:action search-cellar
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-cellar)
      (not (searched cellar)))
    :effect (and
      (searched cellar)))

  ; Search the Pantry and take the Rusty bell
  (:action search-pantry
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-pantry)
      (and (not (searched pantry)) (found panel-1)))
    :effect (and
      (searched pantry)
      (searched chest)
      (have rusty-bell)
      (taken rusty-bell)))

  ; Search the Nest
  (:action search-nest
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-nest)
      (and (not (searched nest)) (and (defeated grey) (found panel-1))))
    :effect (and
      (searched nest)))

  ; Defeat the Gatekeeper and take the Bell Rope
  (:action defeat-gatekeeper
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-gallery)
      (not (defeated gatekeeper)))
    :effect (and
      (have bell-rope)
      (defeated gatekeeper)
      (taken bell-rope)
      (when (not (have bell-rope)) (carried-by bell-rope ?who))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Defeat the Moth
  (:action defeat-moth-1
    :parameters (?who - member ?where - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?where)
      (serves ?where spot-defeat-the-moth)
      (not (closed ?where))
      (not (defeated moth-1)))
    :effect (and
      (defeated moth-1)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Defeat the Moth
  (:action defeat-moth-2
    :parameters (?who - member ?where - place)
    :precondition (and
      (now the-party-acts)
      (member-at ?who ?where)
      (serves ?where spot-defeat-the-moth-2)
      (not (closed ?where))
      (not (defeated moth-2)))
    :effect (and
      (defeated moth-2)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Defeat the Grey
  (:action defeat-grey
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-nest)
      (not (defeated grey)))
    :effect (and
      (defeated grey)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Set off the Tripwire
  (:action spring-tripwire
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-pantry)
      (not (sprung tripwire)))
    :effect (and
      (sprung tripwire)))

  ; Take the Chalk
  (:action pick-up-chalk
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-gallery)
      (not (taken chalk)))
    :effect (and
      (have chalk)
      (taken chalk)
      (not (now the-party-acts))
      (now asks-event-after-bell)))

  ; Ring the <bell>
  (:action act-ring-bell
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-tunnel-1-j4)
      (and (not (done ring-bell)) (have rusty-bell)))
    :effect (and
      (done ring-bell)
      (not (now the-party-acts))
      (now asks-event-after-bell)))

  ; Free rope
  (:action act-free-rope
    :parameters (?who - member)
    :precondition (and
      (now the-party-acts)
      (member-at ?who at-tunnel-1-j1)
      (not (done free-rope)))
    :effect (and
      (done free-rope)))

  ; Wait until round 3
  (:action wait-wait-3
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (not (later n-3)))
    :effect (and
      (later n-3)
      (not (now the-party-acts))
      (now asks-event-first-toll)))

  ; Count anew
  (:action forget-counts
    :parameters ()
    :precondition (and
      (now forgets-counts))
    :effect (and
      (not (at-least count-1-has-1))
      (not (at-least count-1-has-2))
      (not (now forgets-counts))
      (now counts-count-1-1)))

  ; Count one more
  (:action count-1-1
    :parameters ()
    :precondition (and
      (now counts-count-1-1))
    :effect (and
      (when (defeated gatekeeper) (at-least count-1-has-1))
      (when (and (defeated gatekeeper) (at-least count-1-has-1)) (at-least count-1-has-2))
      (not (now counts-count-1-1))
      (now counts-count-1-2)))

  ; Count one more
  (:action count-1-2
    :parameters ()
    :precondition (and
      (now counts-count-1-2))
    :effect (and
      (when (defeated moth-1) (at-least count-1-has-1))
      (when (and (defeated moth-1) (at-least count-1-has-1)) (at-least count-1-has-2))
      (not (now counts-count-1-2))
      (now counts-count-1-3)))

  ; Count one more
  (:action count-1-3
    :parameters ()
    :precondition (and
      (now counts-count-1-3))
    :effect (and
      (when (defeated moth-2) (at-least count-1-has-1))
      (when (and (defeated moth-2) (at-least count-1-has-1)) (at-least count-1-has-2))
      (not (now counts-count-1-3))
      (now counts-count-1-4)))

  ; Count one more
  (:action count-1-4
    :parameters ()
    :precondition (and
      (now counts-count-1-4))
    :effect (and
      (when (defeated grey) (at-least count-1-has-1))
      (when (and (defeated grey) (at-least count-1-has-1)) (at-least count-1-has-2))
      (not (now counts-count-1-4))
      (now looks-back)))

  ; Be ready again for what is over
  (:action look-back
    :parameters ()
    :precondition (and
      (now looks-back))
    :effect (and
      (when (and (live event-1) (and (not (at-least count-1-has-2)) (or (defeated gatekeeper) (open iron-door)))) (not (live event-1)))
      (not (now looks-back))
      (now asks-event-first-toll)))

  ; The First Toll: H2 is cleared
  (:action event-first-toll
    :parameters ()
    :precondition (and
      (now asks-event-first-toll)
      (and (not (happened first-toll)) (and (or (member-in ada zone-gallery) (member-in bram zone-gallery)) (later n-3))))
    :effect (and
      (not (closed at-tunnel-1-h2))
      (happened first-toll)
      (set tolled)
      (gone fallen)
      (forall (?each - member) (when (member-at ?each at-tunnel-1-h2) (member-in ?each zone-outside-cellar)))))

  ; Not now: The First Toll: H2 is cleared
  (:action no-event-first-toll
    :parameters ()
    :precondition (and
      (now asks-event-first-toll)
      (or (happened first-toll) (or (and (not (member-in ada zone-gallery)) (not (member-in bram zone-gallery))) (not (later n-3)))))
    :effect (and
      (not (now asks-event-first-toll))
      (now asks-event-event-1)))

  ; Either at least 2 Moths are defeated, or both the Gatekeeper has not been defeated and the “Iron” Door <&> has not been opened
  (:action event-event-1
    :parameters ()
    :precondition (and
      (now asks-event-event-1)
      (and (not (live event-1)) (or (at-least count-1-has-2) (and (not (defeated gatekeeper)) (not (open iron-door))))))
    :effect (and
      (happened event-1)
      (live event-1)
      (not (now asks-event-event-1))
      (now looks-back)))

  ; Not now: Either at least 2 Moths are defeated, or both the Gatekeeper has not been defeated and the “Iron” Door <&> has not been opened
  (:action no-event-event-1
    :parameters ()
    :precondition (and
      (now asks-event-event-1)
      (or (live event-1) (and (not (at-least count-1-has-2)) (or (defeated gatekeeper) (open iron-door)))))
    :effect (and
      (not (now asks-event-event-1))
      (now asks-event-after-bell)))

  ; After bell: the Nest is revealed, the “Iron” Door <&> is unlocked, the Fallen is cleared, gain a Candle, gain the Silver Clapper, lose the Chalk, I1 is blocked
  (:action event-after-bell
    :parameters ()
    :precondition (and
      (now asks-event-after-bell)
      (and (not (happened after-bell)) (and (done ring-bell) (set tolled) (and (member-in ada zone-outside-cellar) (member-in bram zone-outside-cellar)))))
    :effect (and
      (not (closed at-tunnel-1-h2))
      (unlocked iron-door)
      (revealed nest)
      (gone fallen)
      (happened after-bell)
      (have candle)
      (taken candle)
      (have silver-clapper)
      (taken silver-clapper)
      (closed at-tunnel-1-i1)
      (not (have chalk))
      (forall (?each - member) (when (member-at ?each at-tunnel-1-i1) (not (member-in ?each zone-outside-cellar))))
      (forall (?each - member) (when (member-at ?each at-tunnel-1-h2) (member-in ?each zone-outside-cellar)))
      (not (now asks-event-after-bell))
      (now asks-event-first-toll)))

  ; Not now: After bell: the Nest is revealed, the “Iron” Door <&> is unlocked, the Fallen is cleared, gain a Candle, gain the Silver Clapper, lose the Chalk, I1 is blocked
  (:action no-event-after-bell
    :parameters ()
    :precondition (and
      (now asks-event-after-bell)
      (or (happened after-bell) (or (not (done ring-bell)) (not (set tolled)) (or (not (member-in ada zone-outside-cellar)) (not (member-in bram zone-outside-cellar))))))
    :effect (and
      (not (now asks-event-after-bell))
      (now the-party-acts)))

  ; The goal is met
  (:action win
    :parameters ()
    :precondition (and
      (not (now forgets-counts))
      (and (or (happened after-bell) (at-least count-1-has-2)) (or (and (member-in ada zone-great-bell) (member-in bram zone-great-bell)) (member-in ada zone-gatehouse-cellar))))
    :effect (and
      (quest-won)))
)

;;;; the problem: what follows belongs in a file of its own

; Bell & Bone
(define (problem bell-and-bone-begins)
  (:domain bell-and-bone)
  (:init
    (now forgets-counts)
    (member-at ada at-gatehouse)
    (member-in ada zone-outside-cellar)
    (member-in ada zone-gatehouse-cellar)
    (member-at bram at-gatehouse)
    (member-in bram zone-outside-cellar)
    (member-in bram zone-gatehouse-cellar)
    (revealed gatehouse)
    (open postern)
    (closed at-tunnel-1-h2)
    (joins by-open-floor at-tunnel-1-j4 at-tunnel-1-j1)
    (joins by-open-floor at-tunnel-1-j1 at-tunnel-1-j4)
    (joins by-open-floor at-tunnel-1-j1 at-pantry)
    (joins by-open-floor at-pantry at-tunnel-1-j1)
    (joins by-open-floor at-cellar at-pantry)
    (joins by-open-floor at-pantry at-cellar)
    (joins by-open-floor at-gallery at-cellar)
    (joins by-open-floor at-cellar at-gallery)
    (joins by-the-iron-door at-gatehouse at-cellar)
    (joins by-the-iron-door at-cellar at-gatehouse)
    (joins by-porch-door at-gatehouse at-gallery)
    (joins by-porch-door at-gallery at-gatehouse)
    (joins by-porch-door at-gatehouse at-cellar)
    (joins by-porch-door at-cellar at-gatehouse)
    (joins by-panel-1 at-pantry at-nest)
    (joins by-panel-1 at-nest at-pantry)
    (joins by-over-i1 at-tunnel-1-i1 at-tunnel-1-g1)
    (joins by-over-i1 at-tunnel-1-g1 at-tunnel-1-i1)
    (joins by-over-i1 at-tunnel-1-i1 at-tunnel-1-j1)
    (joins by-over-i1 at-tunnel-1-j1 at-tunnel-1-i1)
    (joins by-over-i1 at-tunnel-1-g1 at-tunnel-1-j1)
    (joins by-over-i1 at-tunnel-1-j1 at-tunnel-1-g1)
    (joins by-over-h2 at-tunnel-1-h2 at-tunnel-1-g1)
    (joins by-over-h2 at-tunnel-1-g1 at-tunnel-1-h2)
    (joins by-over-h2 at-tunnel-1-h2 at-tunnel-1-j1)
    (joins by-over-h2 at-tunnel-1-j1 at-tunnel-1-h2)
    (joins by-over-h2 at-tunnel-1-j1 at-tunnel-1-g1)
    (joins by-over-h2 at-tunnel-1-g1 at-tunnel-1-j1)
    (joins by-round-a-corner at-tunnel-1-i1 at-tunnel-1-h2)
    (joins by-round-a-corner at-tunnel-1-h2 at-tunnel-1-i1)
    (part-of at-gallery zone-gallery)
    (part-of at-gatehouse zone-outside-cellar)
    (part-of at-gallery zone-outside-cellar)
    (part-of at-tunnel-1-g1 zone-outside-cellar)
    (part-of at-tunnel-1-j4 zone-outside-cellar)
    (part-of at-tunnel-1-j1 zone-outside-cellar)
    (part-of at-pantry zone-outside-cellar)
    (part-of at-nest zone-outside-cellar)
    (part-of at-tunnel-1-i1 zone-outside-cellar)
    (part-of at-tunnel-1-h2 zone-outside-cellar)
    (part-of at-tunnel-1-j4 zone-great-bell)
    (part-of at-gatehouse zone-gatehouse-cellar)
    (part-of at-cellar zone-gatehouse-cellar)
    (serves at-gatehouse spot-open-the-iron-door)
    (serves at-cellar spot-open-the-iron-door)
    (serves at-gatehouse spot-open-the-porch-door)
    (serves at-gallery spot-open-the-porch-door)
    (serves at-tunnel-1-g1 spot-search-tunnel-1)
    (serves at-tunnel-1-j4 spot-search-tunnel-1)
    (serves at-tunnel-1-j1 spot-search-tunnel-1)
    (serves at-tunnel-1-i1 spot-search-tunnel-1)
    (serves at-tunnel-1-h2 spot-search-tunnel-1)
    (serves at-tunnel-1-j1 spot-defeat-the-moth)
    (serves at-pantry spot-defeat-the-moth)
    (serves at-tunnel-1-h2 spot-defeat-the-moth)
    (serves at-tunnel-1-j1 spot-defeat-the-moth-2)
    (serves at-tunnel-1-h2 spot-defeat-the-moth-2)
    (shows at-gallery gallery)
    (shows at-tunnel-1-g1 tunnel-1)
    (shows at-tunnel-1-j4 tunnel-1)
    (shows at-tunnel-1-j1 tunnel-1)
    (shows at-tunnel-1-i1 tunnel-1)
    (shows at-tunnel-1-h2 tunnel-1)
    (shows at-cellar cellar)
    (shows at-pantry pantry)
    (shows at-nest nest)
  )
  (:goal (quest-won))
)
