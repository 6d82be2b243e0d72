package session

import "slices"

// Rehearsal returns a client of a copy of the session, to see what an operation would do. Nothing that happens to the copy is
// recorded, and the session does not change.
func (c Client) Rehearsal() Client {
	s := *c.Session
	s.Fight = c.Copy()
	s.sink, s.path, s.Aside = nil, "", nil
	s.seats, s.asked = slices.Clone(c.seats), slices.Clone(c.asked)
	s.orders, s.heard, s.untold, s.applier = orders{}, 0, nil, Applier{Catalogue: c.applier.Catalogue}
	c.Session = &s
	return c
}
