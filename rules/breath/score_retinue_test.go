package breath

import "testing"

// What helps a side never lowers its estimate: more heads, more Cohesion, gold and Faith to spend, a ward held, a blessing,
// a commander who stands, a master for the unit.
func TestTheEstimateKnowsWhatARetinueIsWorth(t *testing.T) {
	ford, paper := known(t, "tedori"), retinueGame(t, "paper")
	seat := func(g *Game, name string) int {
		for i := range g.n {
			if g.name(i) == name {
				return i
			}
		}
		t.Fatalf("nobody is called %s", name)
		return 0
	}
	for _, c := range []struct {
		what  string
		g     *Game
		worse func(s *State)
	}{
		{"two Spears fewer", ford, func(s *State) { s.seats[seat(ford, "Spears")].wounds -= 2 }},
		{"Cohesion 2", ford, func(s *State) { c := &s.seats[seat(ford, "Bows")]; c.setCommand(c.commander(), 2) }},
		{"guns that are empty", ford, func(s *State) { s.seats[seat(ford, "Guns")].lost |= lostUnloaded }},
		{"nobody to lead the Guns", ford, func(s *State) { c := &s.seats[seat(ford, "Guns")]; c.setCommand(nobody, 5) }},
		{"the commander down", ford, func(s *State) { ford.takeOut(s, seat(ford, "Shigeoki"), nil) }},
		{"no gold", ford, func(s *State) { s.purses[ford.fighters[seat(ford, "Chobei")].purse[0]] = 0 }},
		{"the Tiger down", paper, func(s *State) { paper.takeOut(s, seat(paper, "Tiger"), nil) }},
		{"the Tiger hurt", paper, func(s *State) { s.seats[seat(paper, "Tiger")].wounds-- }},
	} {
		s, u := c.g.Start(), c.g.Start()
		c.worse(&u)
		if a, b := c.g.Score(&s), c.g.Score(&u); b >= a {
			t.Errorf("%s: the score goes from %.4f to %.4f", c.what, a, b)
		}
		if a, b := c.g.Leaf(&s), c.g.Leaf(&u); b >= a {
			t.Errorf("%s: a leaf goes from %.4f to %.4f", c.what, a, b)
		}
	}
	for what, better := range map[string]func(s *State){
		"a ward of the Tiger's": func(s *State) { s.seats[seat(paper, "Tiger")].held[0] = 1 },
		"a blessing on Seimei":  func(s *State) { s.marks[seat(paper, "Seimei")] |= markBlessed },
	} {
		s, u := paper.Start(), paper.Start()
		better(&u)
		if a, b := paper.Score(&s), paper.Score(&u); b <= a {
			t.Errorf("%s: the score goes from %.4f to %.4f", what, a, b)
		}
	}
}
