package agent

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/search"
)

// How a character chooses among the options that a search has found, see character.go.

// chooseAs returns a search's result with the option first that a character chooses; at a level below the highest, with
// the chances by which the character draws, the likeliest first. A mixed strategy stays as it is, since a player who
// leaves it can be foreseen, and so does a result without a search, whose options have no values.
func (v View) chooseAs(r search.Result, c book.Character) search.Result {
	if len(r.Options) < 2 || r.IsMixed() || r.IsBlind() {
		return r
	}
	l := levelOf(c)
	about := v.player.aboutSystem()
	best, temperature := 0, l.temperature(about)
	if temperature == 0 && c.Temper == "" { // the search's choice comes first already
		return r
	}
	options := v.weighOptions(r, c)
	lossMax := l.lossMax(about) + float64(temperOf(c).Most)/1000
	idle := float64(temperature * float64(about.IdlePenalty)) // in win chance
	for i, o := range options {
		if o.loss <= lossMax && o.wish(idle) > options[best].wish(idle) {
			best = i
		}
	}
	r.Options = slices.Clone(r.Options)
	if temperature == 0 {
		chosen := r.Options[best]
		copy(r.Options[1:best+1], r.Options[:best])
		r.Options[0] = chosen
	} else {
		sum := 0.0
		for i, o := range options {
			if o.loss <= lossMax {
				r.Options[i].Mix = bitexact.Exp((o.wish(idle) - options[best].wish(idle)) / temperature)
				sum += r.Options[i].Mix
			}
		}
		for i := range r.Options {
			r.Options[i].Mix /= sum
		}
		slices.SortStableFunc(r.Options, func(a, b search.Option) int {
			return int(math.Round(b.Mix*1e9)) - int(math.Round(a.Mix*1e9))
		})
	}
	r.Best, r.Value = r.Options[0].Action, r.Options[0].Value
	return r
}

// drawAs returns the action that a character chooses. A level draws from its own stream of random numbers. The place in
// the stream depends on the step and on a hash of the values found, so that positions that are examined one by one do
// not all draw alike.
func (v View) drawAs(found search.Result, c book.Character) rules.Action {
	r := v.chooseAs(found, c)
	if found.IsMixed() || !r.IsMixed() {
		return v.drawOption(r)
	}
	h := fnv.New64a()
	for _, o := range found.Options {
		fmt.Fprint(h, o.Action, math.Round(o.Value*1e9))
	}
	draw := dice.Stream{Seed: v.seed, Name: "levels"}.Rand(int64(v.step) ^ int64(h.Sum64()))
	return r.Pick(float64(draw.Uint32N(drawSides)) / drawSides)
}

// characterOption is an option as a character sees it, in win chance.
type characterOption struct {
	loss  float64 // against the search's choice, at least 0
	sway  float64 // what the temper adds
	idles bool    // whether it does less than the search's choice, or next to nothing
}

// wish returns the value by which a character chooses; idle is subtracted for an option that idles.
func (w characterOption) wish(idle float64) float64 {
	if w.idles {
		return w.sway - w.loss - idle
	}
	return w.sway - w.loss
}

// weighOptions returns the options as a character sees them. Losses include by how much the search ranks an option
// below its value, see slack. The search's choice has a loss of 0.
func (v View) weighOptions(r search.Result, c book.Character) []characterOption {
	side := v.player.Roster()[v.Seat()].Side
	slack := make([]float64, len(r.Options))
	if !r.Solved {
		slack = v.player.slack(r.Options)
	}
	list := make([]characterOption, len(r.Options))
	for i, s := range v.sways(r, c) {
		list[i].loss = max(0, win(r.Options[0].Value, side)-win(r.Options[i].Value, side)+float64(v.player.ValueError()*(slack[i]-slack[0])))
		list[i].sway, list[i].idles = s.points, slack[i] > slack[0]
	}
	return list
}

// slack returns by how much a search ranks each option below its value, in units of Epsilon (see [rules.Hooks]):
// infinitely for an option without any effect; 1 for one that takes back what its seat has just done, or that hardly
// has a chance of an effect; up to 1 for one that does less than the first.
func (b *binding[S]) slack(options []search.Option) []float64 {
	slack := make([]float64, len(options))
	activity := b.hooks.Activity
	undoes := func(rules.Action) bool { return false }
	if b.path != nil && b.Turn().Kind == rules.Decide {
		if takesBack := b.path.Undoes(b.Sys, &b.Now); !takesBack(options[0].Action) {
			undoes = takesBack
		}
	}
	someHaveEffect := !comesToNothing(b, options[0].Action, 0)
	for i, o := range options {
		chance := 1.0
		if someHaveEffect {
			chance = b.effectChance(o.Action)
		}
		switch {
		case chance == 0:
			slack[i] = math.Inf(1)
		case chance < search.EffectChanceLeast, undoes(o.Action):
			slack[i] = 1
		case activity != nil && b.hooks.Epsilon > 0:
			// within this share of Epsilon a search prefers the more active of two options
			slack[i] = b.hooks.EpsilonShare(max(0, activity(&b.Now, options[0].Action)-activity(&b.Now, o.Action))) / b.hooks.Epsilon
		}
	}
	return slack
}
