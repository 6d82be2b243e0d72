package narrate

import (
	"strings"

	"kokyu/rules"
)

// threads are what people of a fight have to do with one another by now: who has wounded whom, who has felled whose friend.
type threads struct {
	side    map[string]rules.Side
	wounded map[[2]string]bool // by, whom
	felled  map[string]string  // the fallen, by whom
	lies    map[string]bool    // the fallen who have done nothing since
}

func newThreads(roster []rules.Fighter) threads {
	t := threads{map[string]rules.Side{}, map[[2]string]bool{}, map[string]string{}, map[string]bool{}}
	for _, f := range roster {
		t.side[f.Name] = f.Side
	}
	return t
}

// see takes a moment of a frame, and names the frame of what ties it to an earlier one, if anything does.
func (t threads) see(m rules.Moment, f *rules.Frame) (tie string) {
	by, at := m.Actor, m.Target
	delete(t.lies, by) // a GM's edit has raised them
	if m.Reserved && by != "" && at != "" {
		return "kept"
	}
	fall := f.Rank >= fortuneRank
	if by == "" || at == "" || by == at || !fall && !(m.Wounds > 0 && strings.Contains(f.May, "blood")) {
		return ""
	}
	switch {
	case fall && t.avenges(by, at):
		tie = "avenged"
	case fall: // no thread is as strong
	case t.wounded[[2]string{by, at}]:
		tie = "again"
	case t.wounded[[2]string{at, by}]:
		tie = "returned"
	}
	t.wounded[[2]string{by, at}] = true
	if fall {
		t.felled[at], t.lies[at] = by, true
	}
	return tie
}

// avenges says whether one has felled a friend of the other's. Whose side is not known, as of somebody who joined the fight,
// avenges nobody.
func (t threads) avenges(by, at string) bool {
	own, known := t.side[by]
	theirs, met := t.side[at]
	if !known || !met || own == theirs {
		return false
	}
	for fallen, who := range t.felled {
		if side, ok := t.side[fallen]; ok && who == at && fallen != by && side == own {
			return true
		}
	}
	return false
}
