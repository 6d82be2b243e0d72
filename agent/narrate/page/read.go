package page

import (
	"context"

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

// Of returns the tale of a record by its plan, with the forecasts, if there are any, and where everybody stood. Words puts the plan into
// words, and says whose they are.
func Of(o narrate.Options, rec fight.Record, c *Chances, words func(*story.Story) ([]english.Passage, string, error)) (*Tale, error) {
	t := &Tale{Title: o.Title, Sides: narrate.Sides(o.Roster), Steps: len(rec.Steps), Chances: c}
	plan := PlanOf(o, rec, c)
	t.Cast = plan.Cast
	told, voice, err := words(plan)
	if err != nil {
		return nil, err
	}
	if t.Passages, err = narrate.Prose(o, agent.Dialect(rec.Header.System), rec.Steps, plan, told); err != nil {
		return nil, err
	}
	t.Voice = voice
	t.Follow(rec)
	t.Field = fieldOf(rec, t)
	return t, nil
}

// ChancesOf returns the forecasts where the record begins and each breath does, and the end; none if the rules do not make of the record
// what it says, or nothing was fitted for its system.
func ChancesOf(ctx context.Context, rec fight.Record) *Chances {
	f, err := agent.Begin(rec)
	if err != nil || differs(rec) {
		return nil
	}
	var finder agent.Finder
	c := &Chances{Of: f.Roster()[0].Team, From: "a forecast where each breath or turn begins"}
	note := func(step int) bool {
		if turn := f.Turn(); step > 0 && turn.Kind != rules.Over && !(turn.Begins && turn.Kind == rules.Decide) {
			return true
		}
		p, err := finder.Forecast(ctx, f)
		if err != nil || p == nil {
			return false
		}
		c.After = append(c.After, Stood{Step: step, Win: p.Win, Says: p.Says()})
		return true
	}
	if !note(0) {
		return nil
	}
	for _, step := range fight.Standing(rec.Steps) {
		if _, err := f.Repeat(step); err != nil || !note(step.N) {
			return nil
		}
	}
	return c
}

// differs reports whether these rules make something else of a record of other rules.
func differs(rec fight.Record) bool {
	if agent.OtherRules(rec) == "" {
		return false
	}
	diff, err := agent.Parts(rec)
	return diff != nil || err != nil
}

// fieldOf returns where everybody stands at the end of each passage, as the record says; nothing where all are in one place.
func fieldOf(rec fight.Record, t *Tale) *Field {
	_, begin := agent.Beginning(rec)
	var field *Field
	for step, now := range rec.Past(begin) {
		if field == nil {
			field = &Field{Ground: now.Ground, After: make([][]picture.Seat, len(t.Passages))}
		}
		for i := range t.Passages {
			if Through(t.Passages[i]) == step.N {
				field.After[i] = seatsOf(now)
			}
		}
	}
	if len(field.Ground.Places) == 1 {
		return nil
	}
	return field
}

// seatsOf returns who stands where, as far as a tale shows it.
func seatsOf(now fight.Stood) (seats []picture.Seat) {
	for _, s := range picture.From(now, "").Seats {
		if s.At == "" {
			continue
		}
		s.Stand = rules.Stand{At: s.At, Out: s.Out}
		seats = append(seats, s)
	}
	return seats
}
