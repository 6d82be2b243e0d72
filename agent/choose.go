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

// chooseAs returns the result of a search with the option first that a character chooses. At a level below the highest
// the options have the chances with which the character draws, the likeliest first. Two results are returned unchanged:
// a mixed strategy, since a player who leaves it can be predicted, and one whose options have no values.
//
// The draw is a softmax of the losses. A system can add a penalty, in temperatures, to options that do less than the
// search's choice (IdlePenalty): in keep a blow is worth a few thousandths of a win and level 1 errs by far more, so
// that a dozen squares to walk to outweighed the one foe to strike, and 15 of 27 fights had no winner.
func (v View) chooseAs(r search.Result, c book.Character) search.Result {
	if len(r.Options) < 2 || r.IsMixed() || r.IsBlind() {
		return r
	}
	level, about := levelOf(c), v.player.about
	best, temperature := 0, level.temperature(about)
	if temperature == 0 && c.Temper == "" { // the search's choice comes first already
		return r
	}
	options := v.weighOptions(r, c)
	lossMax := level.lossMax(about) + float64(temperOf(c).Most)/1000
	idle := float64(temperature * float64(about.IdlePenalty)) // in win chance
	for i, o := range options {
		if o.loss <= lossMax && o.utility(idle) > options[best].utility(idle) {
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
				r.Options[i].Mix = bitexact.Exp((o.utility(idle) - options[best].utility(idle)) / temperature)
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

// drawAs returns the action that a character chooses. A level draws from its own stream of random numbers, at a place
// given by the step and a hash of the values found. By the step alone positions read from files would all draw the same
// number: each is at step 0.
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
	bonus float64 // of the temper
	idles bool    // whether it does less than the search's choice, or next to nothing
}

// utility returns the value by which a character chooses; idlePenalty is subtracted for an option that idles.
func (w characterOption) utility(idlePenalty float64) float64 {
	if w.idles {
		return w.bonus - w.loss - idlePenalty
	}
	return w.bonus - w.loss
}

// weighOptions returns the options as a character sees them. Losses include the rank penalties. The search's choice has
// a loss of 0, and none has less: otherwise the highest level would leave it for an option that is worth more by the
// last digit, as it did in random tempo 1, step 13.
func (v View) weighOptions(r search.Result, c book.Character) []characterOption {
	side := v.player.Roster()[v.Seat()].Side
	penalties := make([]float64, len(r.Options))
	if !r.Solved {
		penalties = v.player.rankPenalties(r.Options)
	}
	list := make([]characterOption, len(r.Options))
	for i, temper := range v.temperBonuses(r, c) {
		worse := penalties[i] - penalties[0]
		valueLoss := win(r.Options[0].Value, side) - win(r.Options[i].Value, side)
		list[i].loss = max(0, valueLoss+float64(v.player.ValueError()*worse))
		list[i].bonus, list[i].idles = temper.points, penalties[i] > penalties[0]
	}
	return list
}

// rankPenalties returns by how much the search ranks each option below its value, in units of Epsilon (see
// [rules.Hooks]): infinity for an option without any effect; 1 for one that takes back what its seat has just done or
// that hardly ever has an effect; up to 1 for one that does less than the first.
func (p *player) rankPenalties(options []search.Option) []float64 {
	penalties := make([]float64, len(options))
	undoes := func(rules.Action) bool { return false }
	if p.Turn().Kind == rules.Decide {
		if takesBack, _ := p.Backtracking(); takesBack != nil && !takesBack(options[0].Action) {
			undoes = takesBack
		}
	}
	epsilon, activity := p.EpsilonShare(math.MaxInt), p.Traits(options[0].Action).Activity
	someHaveEffect := !comesToNothing(p, options[0].Action, 0)
	for i, o := range options {
		chance := 1.0
		if someHaveEffect {
			chance = p.effectChance(o.Action)
		}
		switch {
		case chance == 0:
			penalties[i] = math.Inf(1)
		case chance < search.EffectChanceLeast, undoes(o.Action):
			penalties[i] = 1
		case epsilon > 0:
			// within this share of Epsilon a search prefers the more active of two options
			penalties[i] = p.EpsilonShare(activity-p.Traits(o.Action).Activity) / epsilon
		}
	}
	return penalties
}

// strikesFoeWho returns the test whether a decision strikes a foe who meets a condition.
func strikesFoeWho(meets func(c *circumstances, foe rules.Seat) bool) func(*circumstances, rules.Motive) bool {
	return func(c *circumstances, m rules.Motive) bool { return m.Strikes != rules.Nobody && meets(c, m.Strikes) }
}

// wantTests is the closed list of what a temper can want of a decision, with the test whether the decision is that.
var wantTests = []struct {
	name  string
	meets func(c *circumstances, m rules.Motive) bool
}{
	{"a blow", func(_ *circumstances, m rules.Motive) bool { return m.Strikes != rules.Nobody }},
	{"the weakest foe", strikesFoeWho(func(c *circumstances, foe rules.Seat) bool {
		return c.leastLife < c.mostLife && c.plights[foe].LifeLeft == c.leastLife
	})},
	{"the strongest foe", strikesFoeWho(func(c *circumstances, foe rules.Seat) bool {
		return c.leastLife < c.mostLife && c.plights[foe].LifeLeft == c.mostLife
	})},
	{"a helpless foe", strikesFoeWho(func(c *circumstances, foe rules.Seat) bool { return c.plights[foe].Helpless })},
	{"a wounded foe", strikesFoeWho(func(c *circumstances, foe rules.Seat) bool {
		return c.plights[foe].LifeLeft < c.plights[foe].LifeMax
	})},
	{"a foe who cannot strike back", strikesFoeWho(func(c *circumstances, foe rules.Seat) bool {
		return !c.reaches(foe, c.seat)
	})},
	{"a foe who threatens a friend", strikesFoeWho((*circumstances).threatens)},
	{"to help a friend", func(_ *circumstances, m rules.Motive) bool { return m.Helps != rules.Nobody }},
	{"to close in", func(_ *circumstances, m rules.Motive) bool { return m.Nears > 0 }},
	{"to get away", func(_ *circumstances, m rules.Motive) bool { return m.Nears < 0 }},
	{"a guard", func(_ *circumstances, m rules.Motive) bool { return m.Guards }},
	{"a gamble", func(_ *circumstances, m rules.Motive) bool { return m.Stakes }},
	{"to wait", func(_ *circumstances, m rules.Motive) bool { return m.Rests }},
}

// circumstances is the state of all combatants when one of them chooses: what wants are tested against.
type circumstances struct {
	seat                rules.Seat     // who chooses
	plights             []rules.Plight // by seat
	friends             []rules.Seat   // of that seat, still in the fight
	reaches             func(by, at rules.Seat) bool
	leastLife, mostLife int // of the foes that the options strike
}

// threatens reports whether a foe could strike a friend.
func (c *circumstances) threatens(foe rules.Seat) bool {
	return slices.ContainsFunc(c.friends, func(friend rules.Seat) bool { return c.reaches(foe, friend) })
}

// temperBonus is what a temper adds to the value of an option.
type temperBonus struct {
	points float64  // in win chance: 0.04 is told as 4.0 points
	why    []string // the wants that the option meets
}

// temperBonuses returns what a character's temper adds to each option; nothing if the system does not say what
// decisions are for.
func (v View) temperBonuses(r search.Result, of book.Character) []temperBonus {
	list := make([]temperBonus, len(r.Options))
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
	return w.When == "" || (w.When == "hurt") == c.plights[c.seat].Hurt()
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

// inWords returns what a temper adds in words: "cruel +4.0 points: the weakest foe".
func (s temperBonus) inWords(temper string) string {
	if len(s.why) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: %s", temper, text.Points(text.Signed(100*s.points, 1)), strings.Join(s.why, ", "))
}

// motives returns what the options are for, and how everybody stands. The weakest and the strongest foe are those among
// the foes that some option strikes: one who is out of reach is no choice.
func motives(p *player, options []search.Option) (*circumstances, []rules.Motive) {
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
		m := p.Traits(o.Action).Motive
		all = append(all, m)
		if m.Strikes != rules.Nobody {
			left := c.plights[m.Strikes].LifeLeft
			c.leastLife, c.mostLife = min(c.leastLife, left), max(c.mostLife, left)
		}
	}
	return c, all
}
