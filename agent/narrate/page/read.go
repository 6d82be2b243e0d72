package page

import (
	"context"
	"slices"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// PlanOf returns the plan of a record's tale; c may be nil.
func PlanOf(o narrate.Options, rec fight.Record, c *Chances) *story.Story {
	win := map[int]float64{}
	if c != nil {
		for _, after := range c.After {
			win[after.Step] = after.Win
		}
	}
	return narrate.Plan(o, agent.Dialect(rec.Header.System), rec.Steps, win)
}

// NewTale returns the tale of a record. words tell its plan, voice says whose words they are ([Tale.Voice]), and c may
// be nil.
func NewTale(o narrate.Options, rec fight.Record, c *Chances, plan *story.Story,
	words []english.Passage, voice string) *Tale {
	t := &Tale{Title: o.Title, Steps: len(rec.Steps), Chances: c, Cast: plan.Cast, Voice: voice}
	for _, f := range o.Roster {
		i := slices.IndexFunc(t.Sides, func(s side) bool { return s.Name == f.Team })
		if i < 0 {
			i, t.Sides = len(t.Sides), append(t.Sides, side{Name: f.Team})
		}
		t.Sides[i].Who = append(t.Sides[i].Who, f.Name)
	}
	t.Passages = narrate.Prose(o, agent.Dialect(rec.Header.System), rec.Steps, plan, words)
	t.readRecord(rec)
	return t
}

// readRecord sets what only the record shows: when rounds begin, who goes down when, how it ended, and, unless the
// ground is a single place, where everybody stands at the end of each passage.
func (t *Tale) readRecord(rec fight.Record) {
	t.Fallen, t.Began, t.Rounds = map[int][]string{}, map[int]int{1: 0}, 1
	_, begin := agent.Beginning(rec)
	field := &field{After: make([][]picture.Seat, len(t.Passages))}
	for step, now := range rec.Past(begin) {
		for _, e := range step.Events {
			switch e.Kind {
			case "down":
				t.Fallen[step.N] = append(t.Fallen[step.N], e.Seat)
			case "round":
				t.Began[e.N], t.Rounds = step.N, max(1, e.N)
			case "end":
				t.Over, t.Winner = true, e.Seat
			}
		}
		if step.N == 0 { // the position before the first step
			field.Ground = picture.From(now, "").Ground
		}
		for i := range t.Passages {
			if lastStepOf(t.Passages[i]) != step.N { // of a passage, only how it ends is drawn
				continue
			}
			for _, s := range picture.From(now, "").Seats {
				if s.Stand = (rules.Stand{At: s.At, Out: s.Out}); s.At != "" {
					field.After[i] = append(field.After[i], s)
				}
			}
		}
	}
	if len(field.Ground.Places) != 1 {
		t.Field = field
	}
}

// ChancesOf returns forecasts for the beginning of a record, the beginning of each breath, and the end. It returns nil
// if the rules of this version make something else of the steps, or forecasts were never fitted for the system. A
// record has only decisions, dice and events, so the fight is played again, step by step, for the positions in between.
func ChancesOf(ctx context.Context, rec fight.Record) *Chances {
	if agent.RulesDifference(rec) != "" {
		if diff, err := agent.FirstDifference(rec); diff != nil || err != nil {
			return nil
		}
	}
	f, err := agent.Begin(rec)
	if err != nil {
		return nil
	}
	var finder agent.FightSearcher
	c := &Chances{Of: f.Roster()[0].Team, From: "a forecast where each breath or turn begins"}
	for _, step := range append([]rules.Step{{}}, fight.StandingSteps(rec.Steps)...) {
		if step.N > 0 {
			if _, err := f.Repeat(step); err != nil {
				return nil
			}
			if turn := f.Turn(); turn.Kind != rules.Over && !(turn.Begins && turn.Kind == rules.Decide) { // within a breath
				continue
			}
		}
		p, err := finder.Forecast(ctx, f)
		if err != nil || p == nil {
			return nil
		}
		c.After = append(c.After, chanceAfter{Step: step.N, Win: p.Win, Says: p.Says()})
	}
	return c
}
