package agent

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
	"kokyu/search"
)

// What a temper adds to the options that a search has found, by what each of them is for.

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

// circumstances is how everybody stands when a combatant chooses.
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

// wantTest returns the test of a want.
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

// motives returns what the options are for, and how everybody stands.
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
