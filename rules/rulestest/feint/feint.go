// Package feint is a small rule system for tests, with every kind of turn. Combatants have Energy and Wounds. A cut is
// 2d10+2 against 12; a parry, held ready or improvised, is thrown against the total of the cut; a feint, high or low,
// is a secret choice that the other side answers without seeing it. Whoever has the most Energy acts next. Like the
// real systems it has an About, so that code for any system can be tested with one that is not built in.
package feint

import (
	"embed"
	"slices"

	"kokyu/rules"
	"kokyu/rules/stage"
	"kokyu/rules/strict"
)

// Game is a fight, State a position of it, Book its catalogue.
type (
	Game  = stage.Game[Row]
	State = stage.State
	Book  = stage.Rows[Row]
)

// Row is a combatant of the catalogue.
type Row struct {
	Wounds int `yaml:"wounds" json:"wounds" limit:"1..9"`
	Energy int `yaml:"energy" json:"energy" limit:"1..6"`
}

// The values of a combatant: Wounds it can still take, Energy of this round, and parries it holds ready.
const (
	wounds = stage.Life + iota
	energy
	held
)

// The phases besides a turn.
const (
	swing  = 1 + iota // the actor throws a cut
	answer            // the target decides whether to parry
	block             // the target throws a parry
	choose            // the actor chooses a feint in secret
	guess             // the target chooses a guard
)

// What is under way, by the index of State.Notes.
const (
	target = iota // the seat that is cut at, or that guesses the feint
	total         // of the cut, which a parry has to reach
	low           // the feint: 0 high or none, 1 low
)

// EnergyMax is the Energy of the first seat in a round of the built-in fights.
const EnergyMax = 6

// The totals that a cut has to reach, to hit and to take two Wounds.
const (
	needCut  = 12
	needHard = 20
)

//go:embed data
var embedded embed.FS

// spec is the system.
var spec = stage.NewSpec(stage.Spec[Row]{
	Name: "feint", Files: embedded, Encounters: []string{"feint-three", "feint-two"}, OddsDice: cut,
	Values: []stage.Value[Row]{
		wounds: {Name: "wounds", Short: "W", Means: "how many it can still take",
			Start: func(r Row) int { return r.Wounds }},
		energy: {Name: "energy", Short: "E", Means: "what is left of it in this round", Pays: true,
			Start: func(r Row) int { return r.Energy }},
		held: {Name: "held", Short: "H", Means: "parries held ready", Most: func(Row) int { return 2 }},
	},
	Deeds: deeds, Casts: casts,
	// Whoever has the most Energy acts, the first in the order of the file among equals; without any the round is over.
	NextActor: func(g *Game, s *State) int {
		next := 0
		for i := range g.Seats {
			if s.Seats[i].Values[energy] > s.Seats[next].Values[energy] {
				next = i
			}
		}
		if s.Seats[next].Values[energy] == 0 {
			return -1
		}
		return next
	},
	BeginRound: func(g *Game, s *State) {
		for i := range g.Seats {
			if g.IsUp(s, i) {
				s.Seats[i].Values[energy] = g.Seats[i].Most[energy]
			}
		}
	},
	Decider: func(_ *Game, s *State) int {
		if s.Phase == swing || s.Phase == choose {
			return int(s.Actor)
		}
		return int(s.Notes[target])
	},
	Veil: func(_ *Game, s *State) State {
		// While the guard is chosen, everybody but the feinter sees the position before the feint was chosen.
		veiled := *s
		if s.Phase == guess {
			veiled.Phase, veiled.Notes[low] = choose, 0
		}
		return veiled
	},
})

// About returns this system as it describes itself.
func About() rules.About[State, *Game, Book] { return spec.About() }

// DefaultBook returns the built-in catalogue.
func DefaultBook() Book { return spec.Rows() }

// Read reads an encounter or a position.
func Read(file *strict.File, rows Book) (*Game, error) { return spec.Read(file, rows) }

// New returns the built-in fight of one against two.
func New() *Game {
	about := About()
	text, _ := about.Encounter(spec.Encounters[0])
	g, err := Read(strict.Parse("feint.yaml", text), DefaultBook())
	if err != nil {
		panic(err)
	}
	return g
}

// deeds are what may be decided, those of a turn first.
var deeds = []stage.Deed[Row]{
	{Name: "cut", Kind: "attack", Strikes: true, Means: "Throw 2d10+2 against 12.",
		Offer: offerAtFoes(2), Cost: costs(2), Play: playDeclare("cut", 2, swing)},
	{Name: "feint", Kind: "attack", Strikes: true, Means: "Choose in secret where to strike.",
		Offer: offerAtFoes(3), Cost: costs(3), Play: playDeclare("feint", 3, choose)},
	{Name: "reserve parry", Kind: "reserve", Means: "Hold a parry ready.", Cost: costs(1),
		Offer: func(_ *Game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			if s.Seats[s.Actor].Values[held] < 2 {
				buf = append(buf, a)
			}
			return buf
		},
		Play: func(g *Game, s *State, _ rules.Action, log *rules.Log) {
			n := int(s.Seats[s.Actor].Values[held]) + 1
			pay(g, s, int(s.Actor), 1, log)
			g.Set(s, int(s.Actor), held, n, nil)
			log.Add(rules.Event{Kind: "reserve", Seat: g.Name(int(s.Actor)), What: "parry", N: n})
			g.EndAction(s, log)
		}},
	{Name: "rest", Kind: "wait", Idle: true, Means: "Let all Energy go.",
		Cost: func(_ *Game, s *State, _ rules.Action) int { return int(s.Seats[s.Actor].Values[energy]) },
		Play: func(g *Game, s *State, _ rules.Action, log *rules.Log) {
			g.Set(s, int(s.Actor), energy, 0, log)
			g.EndAction(s, log)
		}},
	// The two parries are thrown alike. One takes a parry held ready and costs nothing now, the other costs 2 Energy.
	{Phase: answer, Name: "parry (reserved)", Kind: "reaction", Means: "Throw against the total of the cut.",
		Offer: offerParry(held, 1), Play: playParry(held, 1, 0)},
	{Phase: answer, Name: "parry", Kind: "reaction", Means: "The same, paid now.",
		Offer: offerParry(energy, 2), Cost: costs(2), Play: playParry(energy, 2, 2)},
	{Phase: answer, Name: "take it", Kind: "reaction", Plain: true, Idle: true, Means: "Be hit.",
		Play: func(g *Game, s *State, _ rules.Action, log *rules.Log) { hit(g, s, log) }},
	{Phase: choose, Name: "high", Kind: "feint", Secret: true, Means: "Strike high.", Play: playFeint(0)},
	{Phase: choose, Name: "low", Kind: "feint", Secret: true, Means: "Strike low.", Play: playFeint(1)},
	{Phase: guess, Name: "guard high", Kind: "reaction", Means: "It is as good as it is right.", Play: playGuard(0)},
	{Phase: guess, Name: "guard low", Kind: "reaction", Means: "It is as good as it is right.", Play: playGuard(1)},
}

var (
	cut     = stage.Dice{N: 2, Sides: 10, Mod: 2}
	heights = []string{"high", "low"}
)

// casts are what is thrown: the cut, and a parry.
var casts = []stage.Cast[Row]{
	// A class is a total, 22 at most (2d10+2), or 0 for a miss.
	{Phase: swing, Name: "cut", Verb: "hits", Passive: "is hit",
		ClassWords: append([]string{"miss"}, slices.Repeat([]string{"hit"}, 22)...),
		Against:    func(_ *Game, s *State) int { return int(s.Notes[target]) },
		Dice:       func(*Game, *State) stage.Dice { return cut },
		Need:       func(*Game, *State) int { return needCut },
		// The total matters only if the target can parry it: then each total that hits is a class of its own. Otherwise it
		// matters only whether the cut is a hard one.
		Class: func(_ *Game, s *State, total, _ int) uint8 {
			at := &s.Seats[s.Notes[target]].Values
			switch {
			case total < needCut:
				return 0
			case at[held] > 0 || at[energy] >= 2:
				return uint8(total)
			case total < needHard:
				return needCut
			}
			return needHard
		},
		Play: func(g *Game, s *State, class uint8, log *rules.Log) {
			at := &s.Seats[s.Notes[target]].Values
			s.Notes[total] = class
			switch {
			case class == 0:
				g.EndAction(s, log)
			case at[held] > 0 || at[energy] >= 2:
				s.Phase = answer
			default:
				hit(g, s, log)
			}
		}},
	{Phase: block, Name: "parry", Verb: "parries", Passive: "is parried", ClassWords: []string{"through", "parried"},
		Against: func(_ *Game, s *State) int { return int(s.Actor) },
		Dice:    func(*Game, *State) stage.Dice { return cut },
		Need:    func(_ *Game, s *State) int { return int(s.Notes[total]) },
		Play: func(g *Game, s *State, class uint8, log *rules.Log) {
			if class == 1 {
				g.EndAction(s, log)
			} else {
				hit(g, s, log)
			}
		}},
}

// costs returns the Cost of a deed that always costs n.
func costs(n int) func(*Game, *State, rules.Action) int {
	return func(*Game, *State, rules.Action) int { return n }
}

// pay takes n Energy from seat i.
func pay(g *Game, s *State, i, n int, log *rules.Log) {
	g.Set(s, i, energy, int(s.Seats[i].Values[energy])-n, log)
}

// offerAtFoes returns the Offer of a deed that has a foe as its target and is legal with n Energy or more.
func offerAtFoes(n uint8) func(*Game, *State, rules.Action, []rules.Action) []rules.Action {
	return func(g *Game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
		for at := range g.Seats {
			if a.At = rules.Seat(at); s.Seats[s.Actor].Values[energy] >= n && g.AreFoes(at, int(s.Actor)) && g.IsUp(s, at) {
				buf = append(buf, a)
			}
		}
		return buf
	}
}

// playDeclare returns the Play of a deed that costs Energy and goes on with a phase.
func playDeclare(what string, cost int, phase uint8) func(*Game, *State, rules.Action, *rules.Log) {
	return func(g *Game, s *State, a rules.Action, log *rules.Log) {
		s.Notes[target], s.Phase = uint8(a.At), phase
		pay(g, s, int(s.Actor), cost, log)
		log.Add(rules.Event{Kind: "declare", Seat: g.Name(int(s.Actor)), What: what, At: g.Name(int(a.At))})
	}
}

// offerParry returns the Offer of a parry that is legal with n or more of a value: one held ready, or Energy.
func offerParry(with int, n uint8) func(*Game, *State, rules.Action, []rules.Action) []rules.Action {
	return func(_ *Game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
		if s.Seats[s.Notes[target]].Values[with] >= n {
			buf = append(buf, a)
		}
		return buf
	}
}

// playParry returns the Play of a parry that takes n of a value; paid is what the event says it cost.
func playParry(with, n, paid int) func(*Game, *State, rules.Action, *rules.Log) {
	return func(g *Game, s *State, _ rules.Action, log *rules.Log) {
		at, told := int(s.Notes[target]), log
		// The react event tells that a parry held ready is used; the lowered value needs no event of its own.
		if with == held {
			told = nil
		}
		g.Set(s, at, with, int(s.Seats[at].Values[with])-n, told)
		log.Add(rules.Event{Kind: "react", Seat: g.Name(at), At: g.Name(int(s.Actor)), What: "parry", Paid: paid})
		s.Phase = block
	}
}

// playFeint returns the Play of the secret choice of a height, 0 high and 1 low.
func playFeint(height uint8) func(*Game, *State, rules.Action, *rules.Log) {
	return func(g *Game, s *State, _ rules.Action, log *rules.Log) {
		s.Notes[low], s.Phase = height, guess
		log.Add(rules.Event{Kind: "declare", Seat: g.Name(int(s.Actor)), What: heights[height], Secret: true})
	}
}

// playGuard returns the Play of a guard at a height, which wards the blow off if the feint was to the same height.
func playGuard(height uint8) func(*Game, *State, rules.Action, *rules.Log) {
	return func(g *Game, s *State, _ rules.Action, log *rules.Log) {
		log.Add(rules.Event{Kind: "reveal", Seat: g.Name(int(s.Actor)), What: heights[s.Notes[low]]})
		if s.Notes[low] != height {
			hit(g, s, log)
		} else {
			g.EndAction(s, log)
		}
	}
}

// hit takes Wounds from the target, one, or two for a hard cut, and ends the action.
func hit(g *Game, s *State, log *rules.Log) {
	n := 1
	if s.Notes[total] >= needHard {
		n = 2
	}
	g.Hurt(s, int(s.Notes[target]), n, int(s.Actor), log)
	g.EndAction(s, log)
}
