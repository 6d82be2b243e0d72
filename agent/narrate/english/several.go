package english

import (
	"slices"

	"kokyu/agent/narrate/story"
)

// Several beats are told in one sentence if one person fells several in a row (a run), strikes at the same one again
// (joined blows), or if several of a side wound the same one (a gang). Enemies who fall for one reason are never told
// together: a reader refused "Sayo and Kaede are both too slow", which couples them.

// tellSeveral tells the beats at the beginning of these that are a run or a gang, as a sentence of its own, and returns
// how many they are; 0 if they are neither.
func (t *Teller) tellSeveral(beats []story.Beat) (n int) {
	if n = t.runLength(beats); n > 1 {
		t.endSentence()
		t.tellRun(beats[:n])
		t.addAfter(&beats[n-1], beats[n:])
	} else if n = t.gangSize(beats); n > 0 {
		t.endSentence()
		t.tellGang(beats[:n])
	}
	return n
}

// runLength returns how many beats from the first on are a run: in each the same one fells another, with the same
// weapon, in the same way and round.
func (t *Teller) runLength(beats []story.Beat) (n int) {
	a := &beats[0]
	for n < len(beats) {
		b := &beats[n]
		if b.Kind != "fall" || b.By != a.By || b.With != a.With || b.What != a.What || b.Fate != a.Fate || b.Round != a.Round ||
			b.Into != nil || b.Spell || b.Friend || b.Floored || b.Tries > 1 || t.person(b.To).Wants != "" ||
			n > 0 && (beats[n-1].Winded || beats[n-1].Alone != "") {
			break
		}
		n++
	}
	return n
}

// tellRun tells a run as a sentence of its own: "One after the other Aki fells Ume and Ran with cuts".
func (t *Teller) tellRun(beats []story.Beat) {
	run := beats[0]
	run.Foes, run.Alone, run.Winded = nil, "", false
	for _, b := range beats {
		run.Foes = append(run.Foes, b.To)
	}
	t.remember(t.pick("run", &run, nil), &beats[len(beats)-1])
	t.last.close()
}

// canJoin reports whether two successive beats are blows of the same striker at the same one, and nothing else is to be
// said of the first.
func canJoin(a, b *story.Beat) bool {
	return isPlain(a) && isPlain(b) && a.Kind == "wound" && (b.Kind == "wound" || b.Kind == "fall") &&
		a.By == b.By && a.To == b.To && a.With == b.With && a.Use == b.Use && a.Round == b.Round &&
		!a.Winded && b.Came == "" && !b.Up &&
		!slices.ContainsFunc(a.Causes, func(c string) bool { return !slices.Contains(minorCauses, c) })
}

// isPlain reports whether nothing is to be said of a blow but who strikes whom with what.
func isPlain(b *story.Beat) bool {
	return b.Into == nil && !b.Spell && !b.Friend && !b.Lying && !b.First && b.Part == ""
}

// minorCauses are the causes of blows that may go unsaid if several are told together.
var minorCauses = []string{"spent", "late", "hurried", "overload", "critical", "unanswered"}

// joinBlows returns the first of the beats as one with those that can join it, and how many they are: the last of them,
// with the blows of all.
func joinBlows(beats []story.Beat) (b *story.Beat, n int) {
	b = &beats[0]
	for n = 1; n < len(beats) && canJoin(b, &beats[n]); n++ {
		sum, both := *b, beats[n]
		sum.Add(&beats[n])
		both.Tries, both.Hits, both.Order, both.Wounds, both.Depth, both.What = sum.Tries, sum.Hits, sum.Order,
			sum.Wounds, sum.Depth, sum.What
		both.Before, both.Rel, both.Came, both.Up, both.Nth = b.Before, b.Rel, b.Came, b.Up, 0
		if both.Kind == "wound" {
			both.Causes = nil
		}
		b = &both
	}
	return b, n
}

// gangSize returns how many beats from the first on are a gang: plain wounds of the same one by different people of a
// side, at least three.
func (t *Teller) gangSize(beats []story.Beat) (n int) {
	var strikers []string
	a := &beats[0]
	for n < len(beats) {
		b := &beats[n]
		if b.Kind != "wound" || !isPlain(b) || b.To != a.To || b.Round != a.Round || slices.Contains(strikers, b.By) ||
			t.person(b.By).Side != t.person(a.By).Side || t.person(b.By).Being == "squad" {
			break
		}
		strikers = append(strikers, b.By)
		n++
	}
	if n < 3 {
		return 0
	}
	return n
}

// tellGang tells a gang as a sentence of its own: "Ume, Ran and Kai set upon Aki and wound him".
func (t *Teller) tellGang(beats []story.Beat) {
	all, hits := beats[0], 0
	for _, b := range beats {
		all.Foes, hits = append(all.Foes, b.By), max(hits, b.Hits)
		t.noteWounds(&b)
		t.noteMeeting(b.By, b.To)
	}
	s := t.pick("gang", &all, map[string]bool{"more hits": hits > 1})
	t.countUse(&s)
	t.prevBeat, t.lastBlow = &beats[len(beats)-1], ""
	s.named = append(s.named, all.Foes...)
	t.last = s
}
