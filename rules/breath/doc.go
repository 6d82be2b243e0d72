// Package breath is the rule system of document 000, Energy and Breath: 2d10 against a number, Energy as resource and
// as time, a breath of up to five, reservations, reactions in haste at one and a half, overload, zones and stances; and
// of document 003, Ma and Blade: two alone on a ladder of distance, with a guard to break.
//
// Laws are cited by number (EB-33, MA-09), decided readings as rulings. The words of the document and where they live:
//
//	count, wait, close, lull      count.go    the place of a combatant, who breathes next, the round's end
//	one breath, limit, overload   onebreath.go
//	cost, floor, stacking         cost.go     worked out once a fight, per technique and zone
//	reservation, haste            reserve.go  how a blow is answered
//	technique, Combo Fatigue      strike.go   how a blow is struck, lands, and what it does
//	stance                        stance.go
//	zone, breakthrough, Core      zone.go
//	Domination                    zone.go
//	the ladder, half-step, reach  duel.go
//	guard, opening                guard.go
//	hit location, feint, points   location.go
//	tsubazeriai, empty hand       tsubazeriai.go
//
// state.go holds everything that changes, load.go everything that does not, turn.go the order of things, score.go the
// estimate of winning, words.go the names, data/ the numbers with their sources.
//
// How a fight is told stands in dialect.go and what it names: lawline.go the law line of each event, witness.go,
// duelwitness.go and blow.go the moments of a tale, tells.go, blowtells.go and dueltells.go what words must say of each.
package breath
