// Package tempo is the rule system of document 004: action points as a pool and as time, a proactive action answered by a
// reaction, a reaction answered by a counter-tempo, five statuses, and feints that stay secret until they are answered.
//
// Laws are cited by number (TP-33), decided readings as rulings (R-TP-13). The words of the document and where they live:
//
//	round, turn, action points       turn.go      who acts, what a turn waits for, the order of an action
//	status                           state.go     off guard, on guard, bound, grappled, pinned
//	proactive action                 declare.go   what may be declared, at whom, and what it costs
//	reactive action                  react.go     who may answer what
//	counter-tempo action, feint      tempo.go     replacing an action, the larger price, the secret
//	check, outcome table             check.go     results, opposition, and their exact odds
//	hit, damage, wound               wound.go     armour, categories, boxes, out of the fight
//	what an outcome does             resolve.go   binds, grapples, pins, movement after a result
//	square, path, threatened area    ground.go    the map
//	Recover Stamina                  stamina.go
//	initiative                       opening.go   once a fight, and what the first turn has to spend
//
// What a position field is in the document:
//
//	seat.ap       action points in hand (TP-02, R-TP-28)
//	seat.status   the combat status (TP-21)
//	seat.boxes    filled boxes of the wound chart: minor, moderate, severe (R-TP-37)
//	seat.partner  the other one of a bind, grapple or pin (TP-22, TP-23, TP-26)
//	State.do      the proactive action declared (TP-05)
//	seat.answer   the reactive action declared to it (TP-06)
//	State.tempo   the counter-tempo action that replaces it (TP-07)
//	State.feint   what the declarer wrote down privately (TP-50)
//
// state.go holds everything that changes, load.go everything that does not, score.go the estimate of winning, words.go the
// names, data/ the numbers with their sources.
//
// How a fight is told stands in dialect.go and what it names: lawline.go the law line of each event, witness.go the
// moments of a tale, tells.go what words must say of each.
package tempo
