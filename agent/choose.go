package agent

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/text"
	"kokyu/search"
)

// How a character chooses among the options that a search has found, see character.go: by their loss, and by what its
// temper adds to them for what each of them is for.

// chooseAs returns a search's result with the option first that a character chooses; at a level below the highest, with
// the chances by which the character draws, the likeliest first. A mixed strategy stays as it is, since a player who
// leaves it can be foreseen, and so does a result without a search, whose options have no values.
//
// The draw is a softmax of the losses. A system can have an option that does less than the search's count as worse by
// some temperatures (IdlePenalty): in keep a blow is worth a few thousandths of a win and level 1 errs by far more, so
// that a dozen squares to walk to outweighed the one foe to strike, and 15 of 27 fights had no winner.
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
		r.Options = moveToFront(r.Options, best)
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

// moveToFront returns a copy of the options with the i-th first, the others in their order.
func moveToFront(options []search.Option, i int) []search.Option {
	return slices.Insert(slices.Delete(slices.Clone(options), i, i+1), 0, options[i])
}

// drawAs returns the action that a character chooses. A level draws from its own stream of random numbers. The place in
// the stream depends on the step and on a hash of the values found, so that positions that are examined one by one do
// not all draw alike: they all stand at step 0 of one seed.
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
// below its value, see slack. The search's choice has a loss of 0, and none has less: otherwise the highest level would
// leave it for an option that is worth more by the last digit, as it did in random tempo 1, step 13.
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

// wantTests is the closed list of what a temper can want of a decision, with the test whether the decision is that.
var wantTests = []struct {
	name  string
	meets func(c *circumstances, m rules.Motive) bool
}{
	{"a blow", func(_ *circumstances, m rules.Motive) bool { return m.Strikes != rules.Nobody }},
	{"the weakest foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.leastLife < c.mostLife && c.plight(m.Strikes).LifeLeft == c.leastLife
	}},
	{"the strongest foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.leastLife < c.mostLife && c.plight(m.Strikes).LifeLeft == c.mostLife
	}},
	{"a helpless foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.plight(m.Strikes).Helpless
	}},
	{"a wounded foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.plight(m.Strikes).LifeLeft < c.plight(m.Strikes).LifeMax
	}},
	{"a foe who cannot strike back", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && !c.reaches(m.Strikes, c.seat)
	}},
	{"a foe who threatens a friend", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.threatens(m.Strikes)
	}},
	{"to help a friend", func(_ *circumstances, m rules.Motive) bool { return m.Helps != rules.Nobody }},
	{"to close in", func(_ *circumstances, m rules.Motive) bool { return m.Nears > 0 }},
	{"to get away", func(_ *circumstances, m rules.Motive) bool { return m.Nears < 0 }},
	{"a guard", func(_ *circumstances, m rules.Motive) bool { return m.Guards }},
	{"a gamble", func(_ *circumstances, m rules.Motive) bool { return m.Stakes }},
	{"to wait", func(_ *circumstances, m rules.Motive) bool { return m.Rests }},
}

// circumstances is how everybody stands when a combatant chooses: all that a want is tested by besides the motive of
// the decision.
type circumstances struct {
	seat                rules.Seat // who chooses
	plights             []rules.Plight
	friends             []rules.Seat // of that seat, still in the fight
	reaches             func(by, at rules.Seat) bool
	leastLife, mostLife int // of the foes that the options strike
}

func (c *circumstances) plight(seat rules.Seat) rules.Plight { return c.plights[seat] }

// threatens reports whether a foe could strike a friend.
func (c *circumstances) threatens(foe rules.Seat) bool {
	return slices.ContainsFunc(c.friends, func(friend rules.Seat) bool { return c.reaches(foe, friend) })
}

// sway is what a temper adds to an option: win chance, and the wants for which.
type sway struct {
	points float64
	why    []string
}

// sways returns what a character's temper adds to each option; nothing if the system does not tell what decisions are
// for.
func (v View) sways(r search.Result, of book.Character) []sway {
	list := make([]sway, len(r.Options))
	if of.Temper == "" {
		return list
	}
	c, wanted := motives(v.player, r.Options)
	for i, m := range wanted {
		for _, w := range temperOf(of).Wants {
			if !w.applies(c) || !wantTest(w.Want)(c, m) {
				continue
			}
			list[i].points += float64(w.Points) / 1000
			list[i].why = append(list[i].why, w.Want)
		}
	}
	return list
}

// applies reports whether the want applies to its seat as that stands.
func (w want) applies(c *circumstances) bool {
	return w.When == "" || (w.When == "hurt") == c.plight(c.seat).Hurt()
}

// wantTest returns the test of a want, by its name in character.yaml.
func wantTest(name string) func(c *circumstances, m rules.Motive) bool {
	for _, w := range wantTests {
		if w.name == name {
			return w.meets
		}
	}
	panic(fmt.Sprintf("agent: nobody wants %q", name)) // cannot be: a test reads the file
}

// inWords returns what a temper adds in words: "cruel +0.04: the weakest foe".
func (s sway) inWords(temper string) string {
	if len(s.why) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: %s", temper, text.Signed(s.points, 2), strings.Join(s.why, ", "))
}

// motives returns what the options are for, and how everybody stands. The weakest and the strongest foe are those among
// the foes that some option strikes: one who is out of reach is no choice.
func motives(p player, options []search.Option) (*circumstances, []rules.Motive) {
	c := &circumstances{seat: p.Turn().Seat, reaches: p.Reaches, leastLife: math.MaxInt, mostLife: math.MinInt}
	for i, r := range p.Roster() {
		seat := rules.Seat(i)
		c.plights = append(c.plights, p.Plight(seat))
		if seat != c.seat && r.Side == p.Side(c.seat) && !c.plights[i].Out {
			c.friends = append(c.friends, seat)
		}
	}
	var all []rules.Motive
	for _, o := range options {
		m := p.bearing(o.Action).Motive
		all = append(all, m)
		if m.Strikes != rules.Nobody {
			left := c.plight(m.Strikes).LifeLeft
			c.leastLife, c.mostLife = min(c.leastLife, left), max(c.mostLife, left)
		}
	}
	return c, all
}
