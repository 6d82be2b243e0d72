package english

import (
	"slices"

	"kokyu/agent/narrate/story"
)

// Several beats are told in one sentence where one fells others one after the other (a run), where one strikes on at the same (joined), and
// where several of a side wound the same one (a gang).

// run returns how many beats from the first on are a run: each fells another with the same weapon, in the same way, in one round.
func (t *Teller) run(beats []story.Beat) (n int) {
	a := &beats[0]
	for n < len(beats) {
		b := &beats[n]
		if b.Kind != "fall" || b.By != a.By || b.With != a.With || b.What != a.What || b.Into != nil || b.Spell || b.Friend || b.Fate != a.Fate || b.Floored ||
			t.person(b.To).Wants != "" || b.Tries > 1 || n > 0 && (beats[n-1].Winded || beats[n-1].Alone != "" || b.Round != a.Round) {
			break
		}
		n++
	}
	return n
}

// tellRun makes a run the last sentence: "One after the other Aki fells Ume and Ran with cuts".
func (t *Teller) tellRun(beats []story.Beat) {
	run := beats[0]
	run.Foes, run.Alone, run.Winded = nil, "", false
	for _, b := range beats {
		run.Foes = append(run.Foes, b.To)
	}
	t.remember(t.pick("run", &run, nil), &beats[len(beats)-1])
	t.last.close()
}

// canJoin reports whether two beats that are told one after the other are blows of one at the same, with nothing to be said of the first.
func canJoin(a, b *story.Beat) bool {
	return isPlain(a) && isPlain(b) && a.Kind == "wound" && (b.Kind == "wound" || b.Kind == "fall") &&
		a.By == b.By && a.To == b.To && a.With == b.With && a.Use == b.Use && a.Round == b.Round &&
		!a.Winded && b.Came == "" && !b.Up && !slices.ContainsFunc(a.Causes, func(c string) bool { return !slices.Contains(slight, c) })
}

// isPlain reports whether no more is to be said of a blow than who strikes whom with what.
func isPlain(b *story.Beat) bool {
	return b.Into == nil && !b.Spell && !b.Friend && !b.Lying && !b.First && b.Part == ""
}

// slight are causes that are left out where several blows are told together.
var slight = []string{"spent", "late", "hurried", "overload", "critical", "unanswered"}

// joinBlows returns two such beats as one: the later one, with the blows of both.
func joinBlows(a, b *story.Beat) *story.Beat {
	whole, both := *a, *b
	whole.Add(b)
	both.Tries, both.Hits, both.Order, both.Wounds, both.Depth, both.What = whole.Tries, whole.Hits, whole.Order, whole.Wounds, whole.Depth, whole.What
	both.Before, both.Rel, both.Came, both.Up, both.Nth = a.Before, a.Rel, a.Came, a.Up, 0
	if b.Kind == "wound" {
		both.Causes = nil
	}
	return &both
}

// gang returns how many beats from the first on are a gang, three at least: plain wounds of one by different people of a side.
func (t *Teller) gang(beats []story.Beat) (n int) {
	var by []string
	a := &beats[0]
	for n < len(beats) {
		b := &beats[n]
		if b.Kind != "wound" || !isPlain(b) || b.To != a.To || b.Round != a.Round || slices.Contains(by, b.By) ||
			t.person(b.By).Side != t.person(a.By).Side || t.person(b.By).Being == "squad" {
			break
		}
		by = append(by, b.By)
		n++
	}
	if n == 2 { // who sees two blows wants to see them
		return 0
	}
	return n
}

// tellGang makes a gang the last sentence: "Ume, Ran and Kai set upon Aki and wound him".
func (t *Teller) tellGang(beats []story.Beat) {
	all := beats[0]
	for _, b := range beats {
		all.Foes = append(all.Foes, b.By)
		all.Hits = max(all.Hits, b.Hits)
		t.person(b.To).wounds += b.Hits
		t.fought[b.By+"|"+b.To] = true
	}
	each := all.Hits > 1 && !slices.ContainsFunc(beats, func(b story.Beat) bool { return b.Hits != all.Hits })
	s := t.pick("gang", &all, map[string]bool{"more hits": all.Hits > 1, "each": each})
	all.Hits = beats[0].Hits
	s = t.say(s.clause, &all, nil)
	t.countUse(&s)
	t.prev, t.lastBlow = &beats[len(beats)-1], ""
	s.named = append(s.named, all.Foes...)
	t.last = s
}
