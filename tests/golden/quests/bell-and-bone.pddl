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
    place - object
    zone - object
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
    at-gatehouse - place ; The Gatehouse: A1, B1, C1, A2, B2, C2
    at-gallery - place ; Gallery: E1, F1, D2, E2, F2
    at-tunnel-1-g1 - place ; Tunnel 1: G1, H1
    at-tunnel-1-j1 - place ; Tunnel 1: J1, I2, J2, G3, H3, I3 and 5 more
    at-cellar - place ; Cellar: A3, B3, C3, B4
    at-pantry - place ; Pantry: D3, E3, F3, F4
    at-nest - place ; The Nest: F5, G5, H5, I5, F6, G6 and 2 more
    at-tunnel-1-i1 - place ; Tunnel 1: I1
    at-tunnel-1-h2 - place ; Tunnel 1: H2
    zone-cellar - zone ; cellar
    zone-open-the-iron-door - zone ; Open the “Iron” Door <&>
    zone-open-the-porch-door - zone ; Open the Porch door
    zone-search-tunnel-1 - zone ; Search Tunnel 1
    by-open-floor - way ; open floor
    by-the-iron-door - way ; The “Iron” Door <&>
    by-porch-door - way ; Porch door
    by-panel-1 - way ; Panel 1
    by-over-i1 - way ; over I1
    by-over-h2 - way ; over H2
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
    i1 - thing ; I1 clear
    h2 - thing ; H2 clear
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
    n-3 - thing ; round >= 3
    event-1 - thing ; either at least 2 Moths are defeated, or both the Gatekeeper has not been defeated and the “Iron” Door <&> has not been opened: happened
    after-bell - thing ; After bell: happened
    fallen - thing ; Fallen gone
    candle - thing ; A Candle
    silver-clapper - thing ; Silver Clapper
  )
  (:predicates
    (now ?moment - moment) ; what is to be done next, or asked
    (party-at ?place - place)
    (party-in ?zone - zone) ; at one of its places
    (at-least ?count - count) ; so many were counted in this round
    (joins ?way - way ?from ?to - place)
    (part-of ?place - place ?zone - zone)
    (shows ?place - place ?thing - thing) ; who steps there sees it
    (quest-won)
    (open ?thing - thing)
    (revealed ?thing - thing)
    (have ?thing - thing)
    (unlocked ?thing - thing)
    (found ?thing - thing)
    (defeated ?thing - thing)
    (clear ?thing - thing)
    (searched ?thing - thing)
    (taken ?thing - thing)
    (sprung ?thing - thing)
    (done ?thing - thing)
    (happened ?thing - thing)
    (set ?thing - thing)
    (later ?thing - thing)
    (gone ?thing - thing)
    (live ?thing - thing)
  )

  ; Walk: open floor, East mirror
  (:action walk-by-open-floor
    :parameters (?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (party-at ?from)
      (joins by-open-floor ?from ?to))
    :effect (and
      (not (party-at ?from))
      (party-at ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (party-in ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (party-in ?zone))))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Walk: The “Iron” Door <&>, round a corner
  (:action walk-by-the-iron-door
    :parameters (?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (party-at ?from)
      (joins by-the-iron-door ?from ?to)
      (open iron-door))
    :effect (and
      (not (party-at ?from))
      (party-at ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (party-in ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (party-in ?zone))))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Walk: Porch door
  (:action walk-by-porch-door
    :parameters (?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (party-at ?from)
      (joins by-porch-door ?from ?to)
      (open porch-door))
    :effect (and
      (not (party-at ?from))
      (party-at ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (party-in ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (party-in ?zone))))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Walk: Panel 1
  (:action walk-by-panel-1
    :parameters (?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (party-at ?from)
      (joins by-panel-1 ?from ?to)
      (open panel-1))
    :effect (and
      (not (party-at ?from))
      (party-at ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (party-in ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (party-in ?zone))))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Walk: over I1
  (:action walk-by-over-i1
    :parameters (?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (party-at ?from)
      (joins by-over-i1 ?from ?to)
      (clear i1))
    :effect (and
      (not (party-at ?from))
      (party-at ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (party-in ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (party-in ?zone))))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Walk: over H2
  (:action walk-by-over-h2
    :parameters (?from ?to - place)
    :precondition (and
      (now the-party-acts)
      (party-at ?from)
      (joins by-over-h2 ?from ?to)
      (clear h2))
    :effect (and
      (not (party-at ?from))
      (party-at ?to)
      (forall (?seen - thing) (when (shows ?to ?seen) (revealed ?seen)))
      (forall (?zone - zone) (when (part-of ?to ?zone) (party-in ?zone)))
      (forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (party-in ?zone))))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Open the “Iron” Door <&>
  (:action open-iron-door
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-in zone-open-the-iron-door) (or (not (open iron-door)) (not (revealed gatehouse)) (not (revealed cellar))) (unlocked iron-door)))
    :effect (and
      (open iron-door)
      (revealed gatehouse)
      (revealed cellar)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Open the “Iron” Door <&> with the Bell Rope
  (:action open-iron-door-2
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-in zone-open-the-iron-door) (not (open iron-door)) (have bell-rope)))
    :effect (and
      (open iron-door)
      (revealed gatehouse)
      (revealed cellar)
      (not (have bell-rope))
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Open the Porch door
  (:action open-porch-door
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-in zone-open-the-porch-door) (not (open porch-door))))
    :effect (and
      (revealed gatehouse)
      (open porch-door)
      (revealed gallery)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Explore the Pantry: Panel 1 is found
  (:action explore-panel-1-from-pantry
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-pantry) (or (not (open panel-1)) (not (revealed pantry)) (not (revealed nest)) (not (found panel-1)))))
    :effect (and
      (open panel-1)
      (revealed pantry)
      (revealed nest)
      (found panel-1)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Explore the Nest: Panel 1 is found
  (:action explore-panel-1-from-nest
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-nest) (or (not (open panel-1)) (not (revealed pantry)) (not (revealed nest)) (not (found panel-1))) (defeated grey)))
    :effect (and
      (open panel-1)
      (revealed pantry)
      (revealed nest)
      (found panel-1)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Search the Gatehouse
  (:action search-gatehouse
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-gatehouse) (not (searched gatehouse))))
    :effect (and
      (searched gatehouse)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Search the Gallery
  (:action search-gallery
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-gallery) (not (searched gallery))))
    :effect (and
      (searched gallery)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Search Tunnel 1
  (:action search-tunnel-1
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-in zone-search-tunnel-1) (not (searched tunnel-1))))
    :effect (and
      (searched tunnel-1)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Search the Cellar
  (:action search-cellar
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-cellar) (not (searched cellar))))
    :effect (and
      (searched cellar)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Search the Pantry and take the Rusty bell
  (:action search-pantry
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-pantry) (not (searched pantry)) (found panel-1)))
    :effect (and
      (searched pantry)
      (searched chest)
      (have rusty-bell)
      (taken rusty-bell)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Search the Nest
  (:action search-nest
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-nest) (not (searched nest)) (and (defeated grey) (found panel-1))))
    :effect (and
      (searched nest)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Defeat the Gatekeeper and take the Bell Rope
  (:action defeat-gatekeeper
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-gallery) (not (defeated gatekeeper))))
    :effect (and
      (have bell-rope)
      (defeated gatekeeper)
      (taken bell-rope)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Defeat the Moth
  (:action defeat-moth-1
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-tunnel-1-j1) (not (defeated moth-1))))
    :effect (and
      (defeated moth-1)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Defeat the Moth
  (:action defeat-moth-2
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-tunnel-1-j1) (not (defeated moth-2))))
    :effect (and
      (defeated moth-2)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Defeat the Grey
  (:action defeat-grey
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-nest) (not (defeated grey))))
    :effect (and
      (defeated grey)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Set off the Tripwire
  (:action spring-tripwire
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-pantry) (not (sprung tripwire))))
    :effect (and
      (sprung tripwire)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Take the Chalk
  (:action pick-up-chalk
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-gallery) (not (taken chalk))))
    :effect (and
      (have chalk)
      (taken chalk)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Ring the <bell>
  (:action act-ring-bell
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-tunnel-1-j1) (not (done ring-bell)) (have rusty-bell)))
    :effect (and
      (done ring-bell)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Free rope
  (:action act-free-rope
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (and (party-at at-tunnel-1-j1) (not (done free-rope))))
    :effect (and
      (done free-rope)
      (not (now the-party-acts))
      (now forgets-counts)))

  ; Wait until round 3
  (:action wait-wait-3
    :parameters ()
    :precondition (and
      (now the-party-acts)
      (not (later n-3)))
    :effect (and
      (later n-3)
      (not (now the-party-acts))
      (now forgets-counts)))

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
      (when (and (live event-1) (not (or (at-least count-1-has-2) (and (not (defeated gatekeeper)) (not (open iron-door)))))) (not (live event-1)))
      (not (now looks-back))
      (now asks-event-first-toll)))

  ; The First Toll: H2 is cleared
  (:action event-first-toll
    :parameters ()
    :precondition (and
      (now asks-event-first-toll)
      (and (not (happened first-toll)) (and (party-at at-gallery) (later n-3))))
    :effect (and
      (clear h2)
      (happened first-toll)
      (set tolled)
      (not (now asks-event-first-toll))
      (now forgets-counts)))

  ; Not now: The First Toll: H2 is cleared
  (:action no-event-first-toll
    :parameters ()
    :precondition (and
      (now asks-event-first-toll)
      (not (and (not (happened first-toll)) (and (party-at at-gallery) (later n-3)))))
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
      (now forgets-counts)))

  ; Not now: Either at least 2 Moths are defeated, or both the Gatekeeper has not been defeated and the “Iron” Door <&> has not been opened
  (:action no-event-event-1
    :parameters ()
    :precondition (and
      (now asks-event-event-1)
      (not (and (not (live event-1)) (or (at-least count-1-has-2) (and (not (defeated gatekeeper)) (not (open iron-door)))))))
    :effect (and
      (not (now asks-event-event-1))
      (now asks-event-after-bell)))

  ; After bell: the Nest is revealed, the “Iron” Door <&> is unlocked, the Fallen is cleared, gain a Candle, gain the Silver Clapper, lose the Chalk, I1 is blocked
  (:action event-after-bell
    :parameters ()
    :precondition (and
      (now asks-event-after-bell)
      (and (not (happened after-bell)) (and (done ring-bell) (set tolled) (party-in zone-cellar))))
    :effect (and
      (unlocked iron-door)
      (revealed nest)
      (clear h2)
      (happened after-bell)
      (gone fallen)
      (have candle)
      (taken candle)
      (have silver-clapper)
      (taken silver-clapper)
      (not (clear i1))
      (not (have chalk))
      (not (now asks-event-after-bell))
      (now forgets-counts)))

  ; Not now: After bell: the Nest is revealed, the “Iron” Door <&> is unlocked, the Fallen is cleared, gain a Candle, gain the Silver Clapper, lose the Chalk, I1 is blocked
  (:action no-event-after-bell
    :parameters ()
    :precondition (and
      (now asks-event-after-bell)
      (not (and (not (happened after-bell)) (and (done ring-bell) (set tolled) (party-in zone-cellar)))))
    :effect (and
      (not (now asks-event-after-bell))
      (now the-party-acts)))

  ; The goal is met
  (:action win
    :parameters ()
    :precondition (and
      (not (now forgets-counts))
      (and (or (happened after-bell) (at-least count-1-has-2)) (or (party-at at-tunnel-1-j1) (party-in zone-open-the-iron-door))))
    :effect (and
      (quest-won)))
)

;;;; the problem: what follows belongs in a file of its own

; Bell & Bone
(define (problem bell-and-bone-begins)
  (:domain bell-and-bone)
  (:init
    (now forgets-counts)
    (party-at at-gatehouse)
    (party-in zone-cellar)
    (party-in zone-open-the-iron-door)
    (party-in zone-open-the-porch-door)
    (revealed gatehouse)
    (open postern)
    (clear i1)
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
    (joins by-panel-1 at-pantry at-nest)
    (joins by-panel-1 at-nest at-pantry)
    (joins by-over-i1 at-tunnel-1-i1 at-tunnel-1-g1)
    (joins by-over-i1 at-tunnel-1-g1 at-tunnel-1-i1)
    (joins by-over-i1 at-tunnel-1-i1 at-tunnel-1-j1)
    (joins by-over-i1 at-tunnel-1-j1 at-tunnel-1-i1)
    (joins by-over-h2 at-tunnel-1-h2 at-tunnel-1-g1)
    (joins by-over-h2 at-tunnel-1-g1 at-tunnel-1-h2)
    (joins by-over-h2 at-tunnel-1-h2 at-tunnel-1-j1)
    (joins by-over-h2 at-tunnel-1-j1 at-tunnel-1-h2)
    (part-of at-gatehouse zone-cellar)
    (part-of at-gallery zone-cellar)
    (part-of at-tunnel-1-g1 zone-cellar)
    (part-of at-tunnel-1-j1 zone-cellar)
    (part-of at-pantry zone-cellar)
    (part-of at-nest zone-cellar)
    (part-of at-tunnel-1-i1 zone-cellar)
    (part-of at-tunnel-1-h2 zone-cellar)
    (part-of at-gatehouse zone-open-the-iron-door)
    (part-of at-cellar zone-open-the-iron-door)
    (part-of at-gatehouse zone-open-the-porch-door)
    (part-of at-gallery zone-open-the-porch-door)
    (part-of at-tunnel-1-g1 zone-search-tunnel-1)
    (part-of at-tunnel-1-j1 zone-search-tunnel-1)
    (part-of at-tunnel-1-i1 zone-search-tunnel-1)
    (part-of at-tunnel-1-h2 zone-search-tunnel-1)
    (shows at-gallery gallery)
    (shows at-tunnel-1-g1 tunnel-1)
    (shows at-tunnel-1-j1 tunnel-1)
    (shows at-tunnel-1-i1 tunnel-1)
    (shows at-tunnel-1-h2 tunnel-1)
    (shows at-cellar cellar)
    (shows at-pantry pantry)
    (shows at-nest nest)
  )
  (:goal (quest-won))
)
