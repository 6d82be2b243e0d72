package agent

import (
	"fmt"
	"math"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
	"kokyu/search"
)

// Temper is what a combatant wants besides winning, and how much win chance it gives up for each want.
type Temper struct {
	Temper string `yaml:"temper" must:"be there" json:"temper" doc:"The temper."`
	Says   string `yaml:"says" must:"be there" json:"says" doc:"What it is like, a sentence."`
	Wants  []Want `yaml:"wants" must:"be there" json:"wants" doc:"What it wants, and below which chances to win and to be standing at the end it yields."`
	Yields *Nerve `yaml:"yields,omitempty" json:"yields,omitempty" doc:"When it stops fighting; never, if this is left out."`
	Most   int    `yaml:"most" must:"be there" json:"most_mwp" limit:"1..200" doc:"The largest loss a decision that it ever takes for all of that, by its own sight, in thousandths of a win."`
	Score  int    `yaml:"score" must:"be there" json:"score_percent" limit:"1..99" doc:"What a side of such scores in a hundred games against one without a temper that is played alike, as measured in random encounters of all systems; 50 costs nothing."`
	Source string `yaml:"source" must:"be there" json:"source" oneof:"ruling" doc:"Where the row comes from."`
}

// Want is one thing that a temper wants or shuns.
type Want struct {
	Want   string `yaml:"want" must:"be there" json:"want" doc:"What it is: a word of the list of wants."`
	Points int    `yaml:"points" must:"be there" json:"points_mwp" limit:"-100..100" doc:"What it is worth to it, in thousandths of a win; below 0 it is shunned."`
	When   string `yaml:"when,omitempty" json:"when,omitempty" oneof:"hurt whole" doc:"Only when it has lost half of what it can bear, or only until then."`
}

// Nerve is when a temper stops fighting: in its own turn, when all of this holds.
type Nerve struct {
	Win    int    `yaml:"win" must:"be there" json:"win" limit:"1..100" doc:"Its side's chance to win, in percent, is below this."`
	Stand  int    `yaml:"stand" must:"be there" json:"stand" limit:"1..100" doc:"Its own chance to be standing at the end, in percent, is below this."`
	When   string `yaml:"when,omitempty" json:"when,omitempty" oneof:"leaderless bloodless" doc:"Only when no leader of its side stands besides it, or when no foe who stands is wounded: its prize is gone."`
	Source string `yaml:"source" must:"be there" json:"source" oneof:"ruling" doc:"Where the numbers come from."`
}

// Tempers returns the tempers, in the order of their file.
func Tempers() []Temper { return characterRows().Tempers }

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
		Means: []string{"", book.Says(Temper{}, "wants"), book.Says(Want{}, "points"), whenSays(), book.Says(Temper{}, "most"),
			book.Says(Temper{}, "score"), book.Says(Temper{}, "source")}, Items: Tempers()}
	for _, t := range Tempers() {
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

// temperOf returns the row of a character, none if it has no temper.
func temperOf(c book.Character) (t Temper) {
	for _, row := range characterRows().Tempers {
		if row.Temper == c.Temper {
			return row
		}
	}
	return t
}

// wants is the closed list: what a temper can want of a decision.
var wants = []struct {
	name  string
	meets func(c *circumstances, m rules.Motive) bool
}{
	{"a blow", func(_ *circumstances, m rules.Motive) bool { return m.Strikes != rules.Nobody }},
	{"the weakest foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.least < c.most && c.of(m.Strikes).LifeLeft == c.least
	}},
	{"the strongest foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.least < c.most && c.of(m.Strikes).LifeLeft == c.most
	}},
	{"a helpless foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.of(m.Strikes).Helpless
	}},
	{"a wounded foe", func(c *circumstances, m rules.Motive) bool {
		return m.Strikes != rules.Nobody && c.of(m.Strikes).LifeLeft < c.of(m.Strikes).LifeMax
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

// circumstances are how everybody stands where somebody chooses.
type circumstances struct {
	seat        rules.Seat // who chooses
	plights     []rules.Plight
	friends     []rules.Seat // of it, who still fight
	reaches     func(by, at rules.Seat) bool
	least, most int // of what those can bear whom the options strike
}

func (c *circumstances) of(seat rules.Seat) rules.Plight { return c.plights[seat] }

// threatens reports whether a foe could strike a friend.
func (c *circumstances) threatens(foe rules.Seat) bool {
	for _, friend := range c.friends {
		if c.reaches(foe, friend) {
			return true
		}
	}
	return false
}

// sway is what a temper adds to an option: win chance, and what for.
type sway struct {
	points float64
	why    []string
}

// sways returns what a character's temper adds to each option; nothing in a system that does not tell what its decisions are for.
func (v View) sways(r search.Result, of book.Character) []sway {
	list := make([]sway, len(r.Options))
	if of.Temper == "" {
		return list
	}
	c, wanted := motives(v.player, r.Options)
	for i, m := range wanted {
		for _, w := range temperOf(of).Wants {
			if !w.counts(c) || !meets(w.Want)(c, m) {
				continue
			}
			list[i].points += float64(w.Points) / 1000
			list[i].why = append(list[i].why, w.Want)
		}
	}
	return list
}

// counts reports whether the want counts as its seat stands.
func (w Want) counts(c *circumstances) bool {
	return w.When == "" || (w.When == "hurt") == c.of(c.seat).Hurt()
}

// meets finds a want of the closed list.
func meets(name string) func(c *circumstances, m rules.Motive) bool {
	for _, w := range wants {
		if w.name == name {
			return w.meets
		}
	}
	panic(fmt.Sprintf("agent: nobody wants %q", name)) // a test reads the file
}

// words say what a temper adds: "cruel +0.04: the weakest foe".
func (s sway) words(temper string) string {
	if len(s.why) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: %s", temper, text.Signed(s.points, 2), strings.Join(s.why, ", "))
}

// motives returns what the options are for and how everybody stands.
func motives(p player, options []search.Option) (*circumstances, []rules.Motive) {
	c := &circumstances{seat: p.Turn().Seat, reaches: p.Reaches, least: math.MaxInt, most: math.MinInt}
	for i, r := range p.Roster() {
		seat := rules.Seat(i)
		c.plights = append(c.plights, p.Plight(seat))
		if seat != c.seat && r.Side == p.Side(c.seat) && !c.plights[i].Out {
			c.friends = append(c.friends, seat)
		}
	}
	var all []rules.Motive
	for _, o := range options {
		m := p.describe(o.Action).Motive
		all = append(all, m)
		if m.Strikes != rules.Nobody {
			left := c.of(m.Strikes).LifeLeft
			c.least, c.most = min(c.least, left), max(c.most, left)
		}
	}
	return c, all
}
