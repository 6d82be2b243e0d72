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

// temper is what a combatant wants besides winning, and how much win chance it gives up for each want.
type temper struct {
	Temper string `yaml:"temper" must:"be there" json:"temper" doc:"The temper."`
	Says   string `yaml:"says" must:"be there" json:"says" doc:"What it is like, a sentence."`
	Wants  []want `yaml:"wants" must:"be there" json:"wants" doc:"What it wants, and below which chances to win and to be standing at the end it yields."`
	Yields *nerve `yaml:"yields,omitempty" json:"yields,omitempty" doc:"When it stops fighting; never, if this is left out."`
	Most   int    `yaml:"most" must:"be there" json:"most_mwp" limit:"1..200" doc:"The largest loss per decision that it ever takes for all of that, by its own sight, in thousandths of a win."`
	Score  int    `yaml:"score" must:"be there" json:"score_percent" limit:"1..99" doc:"What a side of such scores in a hundred games against one without a temper that is played alike, as measured in random encounters of all systems; 50 costs nothing."`
	Source string `yaml:"source" must:"be there" json:"source" oneof:"ruling" doc:"Where the row comes from."`
}

// want is one thing that a temper likes or shuns.
type want struct {
	Want   string `yaml:"want" must:"be there" json:"want" doc:"What it is: a word of the list of wants."`
	Points int    `yaml:"points" must:"be there" json:"points_mwp" limit:"-100..100" doc:"What it is worth to it, in thousandths of a win; below 0 it is shunned."`
	When   string `yaml:"when,omitempty" json:"when,omitempty" oneof:"hurt whole" doc:"Only when it has lost half of what it can bear, or only until then."`
}

// nerve is when a combatant stops fighting: in its own turn, if all of this holds.
type nerve struct {
	Win    int    `yaml:"win" must:"be there" json:"win" limit:"1..100" doc:"Its side's chance to win, in percent, is below this."`
	Stand  int    `yaml:"stand" must:"be there" json:"stand" limit:"1..100" doc:"Its own chance to be standing at the end, in percent, is below this."`
	When   string `yaml:"when,omitempty" json:"when,omitempty" oneof:"leaderless bloodless" doc:"Only when no leader of its side stands besides it, or when no foe who stands is wounded: its prize is gone."`
	Source string `yaml:"source" must:"be there" json:"source" oneof:"ruling" doc:"Where the numbers come from."`
}

// Characters returns the lists of levels and of tempers for display.
func Characters() []book.List {
	levels := book.List{Name: "levels", What: "how well kokyu plays those who are not to play their best",
		Head:  []string{"level", "word", "nodes", "heat", "most", "source"},
		Means: []string{"", book.Says(Level{}, "word"), book.Says(Level{}, "nodes"), book.Says(Level{}, "heat"), book.Says(Level{}, "most"), book.Says(Level{}, "source")}, Items: Levels()}
	for _, l := range Levels() {
		row := []string{fmt.Sprint(l.Level), l.Word, fmt.Sprint(l.Nodes), fmt.Sprint(l.Temperature), fmt.Sprint(l.LossMax), l.Source}
		if l.Nodes == 0 {
			row = []string{fmt.Sprint(l.Level), l.Word, "", "", "", l.Source}
		}
		levels.Rows = append(levels.Rows, row)
	}
	tempers := book.List{Name: "tempers", What: "what those may want besides winning",
		Head: []string{"temper", "wants", "points", "when", "most", "score", "source"},
		Means: []string{"", book.Says(temper{}, "wants"), book.Says(want{}, "points"),
			book.Says(want{}, "when") + whenItYields, book.Says(temper{}, "most"),
			book.Says(temper{}, "score"), book.Says(temper{}, "source")}, Items: characterRows().Tempers}
	for _, t := range characterRows().Tempers {
		tempers.Rows = append(tempers.Rows, []string{t.Temper, t.Says, "", "", fmt.Sprint(t.Most), fmt.Sprint(t.Score), t.Source})
		for _, w := range t.Wants {
			tempers.Rows = append(tempers.Rows, []string{"", w.Want, text.Signed(float64(w.Points), 0), w.When, "", "", ""})
		}
		if y := t.Yields; y != nil {
			tempers.Rows = append(tempers.Rows, []string{"", y.String(), "", y.When, "", "", y.Source})
		} else {
			tempers.Rows = append(tempers.Rows, []string{"", "never yields", "", "", "", "", t.Source})
		}
	}
	return []book.List{levels, tempers}
}

// temperOf returns the temper of a character; the zero value if it has none.
func temperOf(c book.Character) (t temper) {
	tempers := characterRows().Tempers
	if i := slices.IndexFunc(tempers, func(row temper) bool { return row.Temper == c.Temper }); i >= 0 {
		t = tempers[i]
	}
	return t
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
