package agent

import (
	"context"
	"encoding/json"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// ForecastNodes is the budget of the searches that forecasts are made of, whatever else was searched: what was fitted are the
// values of such searches.
const ForecastNodes = 2_000

// Prospect is what a forecast knows of a position. Chances are those of side 0.
type Prospect struct {
	System string     `json:"system"`
	Value  float64    `json:"value"`          // by a search of [ForecastNodes] against best reply
	Leaf   float64    `json:"leaf"`           // by the leaf evaluation alone
	Round  int        `json:"round"`          // under way, from 1
	Rounds int        `json:"rounds"`         // that it may last; 0 if its encounter does not say it
	Seats  [2]int     `json:"seats"`          // of each side, who are still in the fight
	Of     [2]int     `json:"of"`             // of each side, in all
	Left   [2]float64 `json:"left"`           // of each side, the share left of what its combatants could bear at first
	Decide rules.Side `json:"decide"`         // whose decision it is
	Goal   string     `json:"goal,omitempty"` // what one side wants besides the other side's fall
	For    rules.Side `json:"for,omitempty"`  // and which side

	Builtin string `json:"builtin,omitempty"` // the built-in encounter that the fight is of, as it is shipped
}

// Prospect is what a forecast knows of the position of the fight, which is not over: what is secret there is no part of it.
// The errors are those of the search.
func (x *Finder) Prospect(ctx context.Context, f *fight.Fight) (p Prospect, err error) {
	if err := x.at(f); err != nil {
		return p, err
	}
	return prospect(ctx, x.last)
}

// prospect searches the position of a player and says how far its fight has come.
func prospect(ctx context.Context, of player) (Prospect, error) {
	r, err := of.search(ctx, search.Limits{Nodes: ForecastNodes, Threads: 1})
	if err != nil {
		return Prospect{}, err
	}
	p := of.prospect()
	p.Value = win(r.Value, 0)
	return p, nil
}

// prospect is all of it but the value.
func (b *binding[S]) prospect() Prospect {
	s := b.now
	file := b.file()
	p := Prospect{System: b.header.System, Builtin: file.builtin, Rounds: file.Rounds, Leaf: win(b.hooks.Leaf(&s), 0), Round: b.sys.Round(&s), Decide: b.sys.Side(b.turn().Seat)}
	goal := b.sys.Scenery().Goal
	p.Goal = goal.Goal
	var could [2]int
	for seat, who := range b.sys.Roster() {
		if who.Team == goal.For {
			p.For = who.Side
		}
		plight := b.sys.Plight(&s, rules.Seat(seat))
		p.Of[who.Side]++
		if !plight.Out {
			p.Seats[who.Side]++
			p.Left[who.Side] += float64(plight.Left)
		}
		could[who.Side] += plight.Of
	}
	for side := range p.Left {
		p.Left[side] /= float64(max(1, could[side]))
	}
	return p
}

// encounterFile is what a forecast reads in the encounter of a fight.
type encounterFile struct {
	Title   string `json:"title"`
	Rounds  int    `json:"rounds"`
	builtin string
}

// file is that of the fight, read once: a prospect is asked for at many positions of one.
func (b *binding[S]) file() *encounterFile {
	if b.read == nil {
		b.read = new(encounterFile)
		if json.Unmarshal(b.header.Encounter, b.read) == nil {
			b.read.builtin = builtinOf(b.header, b.read.Title)
		}
	}
	return b.read
}
