package keep

// The estimate of winning: what each side still has to lose, and what it can do.

// rated is what an estimate knows of a seat beforehand.
type rated struct{ worth float64 }

func (g *Game) rate() {
	for i := range g.n {
		g.rated[i] = rated{1}
	}
}

// Score is how side 0 stands, from -1 to 1.
func (g *Game) Score(s *State) float64 {
	if s.phase == phOver {
		return worth(s.over)
	}
	var left [2]float64
	for i := range g.n {
		f, c := &g.seats[i], &s.seats[i]
		if f.steed || g.lost(s, i) {
			continue
		}
		left[f.side] += 0.3 + float64(g.downedFrom(c, i)-c.wounds)/float64(g.downedFrom(c, i))
	}
	return 0.95 * (left[0] - left[1]) / (left[0] + left[1])
}

// worth is what an ending is worth.
func worth(over uint8) float64 {
	switch over {
	case endFirst:
		return 1
	case endSecond:
		return -1
	}
	return 0
}
