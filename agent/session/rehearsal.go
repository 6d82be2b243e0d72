package session

import "slices"

// Rehearsal returns a client of a copy of the session, for seeing what an operation would do. The copy is not recorded,
// and the session does not change.
func (c Client) Rehearsal() Client {
	s := *c.Session
	s.Fight = c.Copy()
	s.recordFile, s.path, s.Aside = nil, "", nil
	s.startAgents, s.chosenSteps = slices.Clone(c.startAgents), slices.Clone(c.chosenSteps)
	s.orders, s.ordersUpTo, s.untold, s.applier = orders{}, 0, nil, Applier{Catalogue: c.applier.Catalogue}
	c.Session = &s
	return c
}
