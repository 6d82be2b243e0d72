package session

import (
	"kokyu/agent/narrate"
	"kokyu/rules"
)

// Heard is a step as a client may know it, with the lines of the tale that it completes.
type Heard struct {
	Step rules.Step
	Tale []narrate.Line
}

// Follower delivers each step of a session to one client once, in order, with the tale of these steps.
type Follower struct {
	client Client
	teller *narrate.Teller
	steps  int // how many were delivered
}

// Follow returns a follower that begins after the first n steps, or after all steps if there are fewer.
func (c Client) Follow(n int) (*Follower, error) {
	t, err := c.newTeller()
	if err != nil {
		return nil, err
	}
	f := &Follower{client: c, teller: t, steps: min(max(n, 0), len(c.StepsAfter(0)))}
	for _, step := range c.stepsSince(0)[:f.steps] {
		t.Step(step)
	}
	return f, nil
}

// Hear returns the steps since the last call.
func (f *Follower) Hear() (list []Heard) {
	if f.steps == len(f.client.StepsAfter(0)) {
		return nil
	}
	for _, step := range f.client.stepsSince(f.steps) {
		list = append(list, Heard{step, f.teller.Step(step)})
	}
	f.steps += len(list)
	return list
}
