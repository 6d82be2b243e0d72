package toy

import (
	"kokyu/rules"
	"kokyu/rules/stage"
)

// The phases of an action besides phase 0, in which the actor decides on its turn. A phase waits for a decision (deeds)
// or for dice (casts).
const (
	attackRoll = 1 + iota
	damageRoll
	leaving // a foe in the room that the actor leaves decides whether to strike
	blastRoll
	saveRoll
	healRoll
)

// The indices of State.Notes, which hold what the action under way has to remember. All are 0 again when it ends.
const (
	attacker    = iota // the seat that attacks, or that may strike at the actor who leaves
	target             // the seat that is attacked, or that saves
	weapon             // the attack that is used, an index in the attacker's Row.Attacks
	isTrip             // 1 if a hit trips the target and takes no hit points
	destination        // the room that the actor goes to, or casts its spell into
	blastDamage        // what the spell takes from a combatant that does not save
	isLeaving          // 1 while the actor is on its way out of a room
)

// deeds are the decisions. Of equally good ones a search takes the first, so attacks come first in a turn and its end
// last.
var deeds = []stage.Deed[Row]{
	{Name: "attack", Kind: "attack", Strikes: true, Cost: costOne, Offer: offerAttacks, Play: playAttack,
		Words: attackName, Means: "Throw a d20 with the attack's bonus against the foe's armour class, then the damage."},
	{Name: "trip", Kind: "control", Strikes: true, Cost: costOne, Offer: offerTrips, Play: playTrip,
		Means: "Throw as for the first attack: a foe in the same room falls prone instead of losing hit points."},
	{Name: "blast the", Kind: "cast", Strikes: true, NamesPlace: true, Cost: costOne, Offer: offerBlasts, Play: playBlast,
		Means: "Cast the spell into a room: all who are there throw to save, or are dazed and take all of the damage."},
	{Name: "drink", Kind: "gift", Cost: costOne, Offer: offerIf(canDrink), Play: playDraught,
		Means: "Drink a draught: 2d4+2 hit points come back."},
	{Name: "dodge", Kind: "defence", Cost: costOne, Offer: offerIf(canDodge), Play: playDodge,
		Means: "Until its next turn it is struck worse and saves better."},
	{Name: "get up", Kind: "move", Cost: costOne, Offer: offerIf(canRise), Play: playRise,
		Means: "Spend the move to stand."},
	{Name: "go to the", Kind: "move", Moves: true, Cost: costOne, Offer: offerRooms, Play: playGo,
		Means: "Go to the next room. Foes in the one that is left may strike first."},
	{Name: "end turn", Kind: "end", Idle: true, Play: playEndTurn,
		Means: "The next one's turn begins."},
	{Phase: leaving, Name: "strike", Kind: "reaction", Strikes: true, Offer: offerStrike, Play: playStrike,
		Means: "Strike at who leaves the room, with the first attack."},
	{Phase: leaving, Name: "let it go", Kind: "reaction", Plain: true, Idle: true, Play: playLetGo,
		Means: "It leaves, and the reaction is kept."},
}

// costOne returns what a deed costs: one move or one action.
func costOne(*game, *State, rules.Action) int { return 1 }

// actor returns the combatant whose turn it is.
func actor(s *State) *stage.SeatState { return &s.Seats[s.Actor] }

// beginTurn gives back the move, the action and the reaction (TY-02, TY-07) and ends dodging (TY-10). A dazed combatant
// has no move, and leaveRoom does not ask for its reaction (TY-09).
func beginTurn(_ *game, s *State, seat int) {
	c := &s.Seats[seat].Values
	c[move], c[action], c[reaction], c[dodging] = 1, 1, 1, 0
	if c[dazed] > 0 {
		c[move] = 0
	}
}

// decider returns the seat that decides or throws in the middle of an action.
func decider(_ *game, s *State) int {
	switch s.Phase {
	case attackRoll, damageRoll, leaving:
		return int(s.Notes[attacker])
	case saveRoll:
		return int(s.Notes[target])
	}
	return int(s.Actor)
}

// offerAt appends a deed against each foe that the actor reaches, with each of its first so many attacks.
func offerAt(g *game, s *State, a rules.Action, buf []rules.Action, attacks int) []rules.Action {
	if actor(s).Values[action] == 0 {
		return buf
	}
	for a.With = 0; int(a.With) < attacks; a.With++ {
		for at := range g.Seats {
			if a.At = rules.Seat(at); canHit(g, s, int(s.Actor), at, int(a.With)) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

// canHit reports whether an attack of seat by reaches seat at, a foe: from the same room, or from afar if it is ranged.
func canHit(g *game, s *State, by, at, attack int) bool {
	near := s.Seats[by].Place == s.Seats[at].Place
	return g.AreFoes(by, at) && g.IsUp(s, at) && (near || g.Seats[by].Row.Attacks[attack].Ranged)
}

// reaches reports whether any attack of seat by reaches seat at.
func reaches(g *game, s *State, by, at int) bool {
	for attack := range g.Seats[by].Row.Attacks {
		if canHit(g, s, by, at, attack) {
			return true
		}
	}
	return false
}

// offerAttacks offers each attack at each foe that it reaches.
func offerAttacks(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
	return offerAt(g, s, a, buf, len(g.Seats[s.Actor].Row.Attacks))
}

// attackName words an attack on a turn: the name of the attack instead of that of the deed.
func attackName(g *game, s *State, a rules.Action) string {
	return g.Seats[s.Actor].Row.Attacks[a.With].Name
}

// playAttack spends the action on an attack (TY-03).
func playAttack(g *game, s *State, a rules.Action, log *rules.Log) {
	actor(s).Values[action] = 0
	declareAttack(g, s, int(s.Actor), a, log)
}

// offerTrips offers the first attack at each standing foe in the same room.
func offerTrips(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
	n := len(buf)
	for _, b := range offerAt(g, s, a, buf, 1)[n:] { // filters in place: what is kept never overtakes what is read
		if c := &s.Seats[b.At]; c.Place == actor(s).Place && c.Values[prone] == 0 {
			buf = append(buf, b)
		}
	}
	return buf
}

// playTrip spends the action on an attack that trips (TY-13).
func playTrip(g *game, s *State, a rules.Action, log *rules.Log) {
	s.Notes[isTrip] = 1
	playAttack(g, s, a, log)
}

// declareAttack begins an attack of seat by and waits for its die.
func declareAttack(g *game, s *State, by int, a rules.Action, log *rules.Log) {
	s.Phase = attackRoll
	s.Notes[attacker], s.Notes[target], s.Notes[weapon] = uint8(by), uint8(a.At), a.With
	what := g.Seats[by].Row.Attacks[a.With].Name
	log.Add(rules.Event{Kind: "declare", Seat: g.Name(by), At: g.Name(int(a.At)), What: what})
}

// endAttack ends an attack. If it struck at an actor on its way out of a room, the next foe there is asked.
func endAttack(g *game, s *State, log *rules.Log) {
	if s.Notes[isLeaving] == 0 {
		g.EndAction(s, log)
		return
	}
	by := int(s.Notes[attacker])
	s.Notes[attacker], s.Notes[target], s.Notes[weapon] = 0, 0, 0
	leaveRoom(g, s, by+1, log)
}

// offerBlasts offers the spell at each room where a foe is. The caster's friends there do not stop it.
func offerBlasts(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
	if actor(s).Values[action] == 0 || actor(s).Values[blasts] == 0 {
		return buf
	}
	for a.To = 0; int(a.To) < len(places); a.To++ {
		for at := range g.Seats {
			if g.IsUp(s, at) && s.Seats[at].Place == a.To && g.AreFoes(int(s.Actor), at) {
				buf = append(buf, a)
				break // once for a room, however many foes are there
			}
		}
	}
	return buf
}

// playBlast casts the spell (TY-11): its damage is thrown first, once for all, then each one in the room saves.
func playBlast(g *game, s *State, a rules.Action, log *rules.Log) {
	actor(s).Values[action] = 0
	g.Set(s, int(s.Actor), blasts, int(actor(s).Values[blasts])-1, log)
	s.Phase, s.Notes[destination] = blastRoll, a.To
}

// askNextSave waits for the saving throw of the next one in the room, from seat from on, or ends the action after the
// last.
func askNextSave(g *game, s *State, from int, log *rules.Log) {
	for k := from; k < len(g.Seats); k++ {
		if g.IsUp(s, k) && s.Seats[k].Place == s.Notes[destination] {
			s.Phase, s.Notes[target] = saveRoll, uint8(k)
			return
		}
	}
	g.EndAction(s, log)
}

// offerIf returns the Offer of a deed without a target or place.
func offerIf(legal func(*game, *State) bool) func(*game, *State, rules.Action, []rules.Action) []rules.Action {
	return func(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
		if legal(g, s) {
			buf = append(buf, a)
		}
		return buf
	}
}

// canDrink reports whether the actor has a draught and has lost hit points.
func canDrink(g *game, s *State) bool {
	c := actor(s).Values
	return c[action] > 0 && c[draughts] > 0 && c[hitPoints] < g.Seats[s.Actor].Most[hitPoints]
}

// playDraught drinks a draught (TY-12).
func playDraught(g *game, s *State, _ rules.Action, log *rules.Log) {
	actor(s).Values[action], s.Phase = 0, healRoll
	g.Set(s, int(s.Actor), draughts, int(actor(s).Values[draughts])-1, log)
}

func canDodge(_ *game, s *State) bool { return actor(s).Values[action] > 0 }

// playDodge dodges (TY-10).
func playDodge(g *game, s *State, _ rules.Action, log *rules.Log) {
	actor(s).Values[action] = 0
	g.Set(s, int(s.Actor), dodging, 1, log)
}

func canRise(_ *game, s *State) bool { return actor(s).Values[move] > 0 && actor(s).Values[prone] > 0 }

// playRise gets up (TY-08).
func playRise(g *game, s *State, _ rules.Action, log *rules.Log) {
	actor(s).Values[move] = 0
	g.Set(s, int(s.Actor), prone, 0, log)
}

// offerRooms offers the room before and the room after that of the actor. A prone actor has to get up first.
func offerRooms(_ *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
	c := actor(s)
	if c.Values[move] == 0 || c.Values[prone] > 0 {
		return buf
	}
	if a.To = c.Place - 1; c.Place > 0 {
		buf = append(buf, a)
	}
	if a.To = c.Place + 1; int(a.To) < len(places) {
		buf = append(buf, a)
	}
	return buf
}

// playGo sets out for another room (TY-07).
func playGo(g *game, s *State, a rules.Action, log *rules.Log) {
	actor(s).Values[move] = 0
	s.Notes[destination], s.Notes[isLeaving] = a.To, 1
	leaveRoom(g, s, 0, log)
}

// leaveRoom asks the next foe in the actor's room that has its reaction, from seat from on, whether it strikes. After
// the last one the actor goes to its destination, unless it has fallen.
func leaveRoom(g *game, s *State, from int, log *rules.Log) {
	me := int(s.Actor)
	for k := from; k < len(g.Seats) && g.IsUp(s, me); k++ {
		c := &s.Seats[k]
		canReact := g.IsUp(s, k) && c.Values[reaction] > 0 && c.Values[dazed] == 0
		if canReact && g.AreFoes(k, me) && c.Place == s.Seats[me].Place {
			s.Phase, s.Notes[attacker] = leaving, uint8(k)
			return
		}
	}
	if g.IsUp(s, me) {
		g.MoveTo(s, me, int(s.Notes[destination]), log)
	}
	g.EndAction(s, log)
}

// playEndTurn ends the turn, and with it the daze of the actor (TY-09).
func playEndTurn(g *game, s *State, _ rules.Action, log *rules.Log) {
	g.Set(s, int(s.Actor), dazed, 0, log)
	g.EndTurn(s, log)
}

// offerStrike offers the first attack at the actor who leaves.
func offerStrike(_ *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
	a.At = rules.Seat(s.Actor)
	return append(buf, a)
}

// playStrike spends the reaction on an attack.
func playStrike(g *game, s *State, a rules.Action, log *rules.Log) {
	by := int(s.Notes[attacker])
	s.Seats[by].Values[reaction] = 0
	what := g.Seats[by].Row.Attacks[0].Name
	log.Add(rules.Event{Kind: "react", Seat: g.Name(by), At: g.Name(int(s.Actor)), What: what, Paid: 1})
	declareAttack(g, s, by, a, log)
}

// playLetGo declines to strike.
func playLetGo(g *game, s *State, _ rules.Action, log *rules.Log) {
	leaveRoom(g, s, int(s.Notes[attacker])+1, log)
}
