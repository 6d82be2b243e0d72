package english

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
)

// addAfter adds what stands after a beat: a row that begins with a comma to its sentence, another behind it. End finishes a sentence.
func (t *Teller) addAfter(b *story.Beat, next []story.Beat, end func()) {
	for _, a := range t.after(b, next) {
		if strings.HasPrefix(a.clause.Says, ",") {
			t.last.text += a.text
			t.last.close()
		} else {
			end()
			t.last = a
		}
		t.countUse(&a)
	}
}

// after returns what stands after a beat: of a fall who is left, of a wound that the next one would fell, of an effort what it has cost. Next
// are the beats that follow.
func (t *Teller) after(b *story.Beat, next []story.Beat) (list []sentence) {
	left := *b // as rows ask for it that count who is left: by is who has fallen, count how many are left on that side
	if b.Kind == "fall" {
		left.By, left.To = b.To, b.By
	}
	left.Tries = b.Own
	features := map[string]bool{"again": t.used["winded "+b.By] > 0, "one": len(b.Foes) == 1, "vain": b.Tries > 0 && b.Hits == 0,
		"others' quarrel": t.saidOfAll() && t.quarrels(b.Alone)}
	add := func(kind string, of *story.Beat) {
		if s := t.pick(kind, of, features); s.clause != nil {
			s.close()
			list = append(list, s)
			t.used[kind]++
			t.person(b.To).low = t.person(b.To).low || kind == "low"
			t.last.closed = true
		}
	}
	last := t.End.Why != "" && b.ID == t.lastBeat()
	if kind := t.meaning(b, next); kind != "" && !last {
		add(kind, map[bool]*story.Beat{true: b, false: &left}[kind == "low"])
		t.used[kind+" "+cmp.Or(b.Alone, b.To)]++
	}
	paid := func(o story.Beat) bool { return o.To == b.By && slices.Contains(o.Causes, "spent") }
	if b.Winded && !last && slices.ContainsFunc(next[:min(3, len(next))], paid) { // else it comes to nothing
		if named := t.last.named; len(list) > 0 { // behind a sentence about somebody else
			t.last.named = nil
			defer func() { t.last.named = named }()
		}
		add("winded", b)
		t.winded = b.By
		t.used["winded "+b.By]++
	}
	if p := t.person(b.To); p.Feared == b.ID && p.Out != "" && t.used["fears "+p.Name] > 0 {
		add("fear", b)
		delete(t.used, "fears "+p.Name)
	}
	if last && b.Kind == "fall" && b.Own == 0 && t.End.Why == "none stands" && !strings.Contains(t.last.text, " and ") {
		add("over", &left)
	}
	return list
}

// meaning returns the kind of row that says what a beat means: alone, even or counts of a fall, low of a wound; empty where none is worth
// it. While somebody crippled may fight on, only alone is said.
func (t *Teller) meaning(b *story.Beat, next []story.Beat) string {
	fallsNext := len(next) > 0 && (next[0].Kind == "fall" || next[0].Kind == "sunk")
	unsure := slices.ContainsFunc(t.Cast, func(p story.Person) bool { return t.person(p.Name).maimed })
	switch {
	case b.Alone != "" && b.Fate != "crippled" && t.mayCount(b):
		return "alone"
	case unsure:
	case b.Own > 1 && !fallsNext && t.mayCount(b):
		return map[bool]string{true: "even", false: "counts"}[b.Own == b.Other]
	case t.isNearlyDone(b) && (len(next) == 0 || next[0].To != b.To):
		return "low"
	}
	return ""
}

// isNearlyDone reports whether a wound leaves one Wound, or at most a seventh of them, where no tale has said so of anybody yet.
func (t *Teller) isNearlyDone(b *story.Beat) bool {
	return b.Kind == "wound" && b.Of > 2 && (b.Left == 1 || b.Left > 0 && 7*b.Left <= b.Of) && b.Depth > 0.2 && t.used["low"] == 0
}

// countingFallOf returns what [Teller.countingFall] is: of a finished story the fall that leaves somebody alone, else one that leaves as many on
// both sides; of several the one that moves the chances most.
func (t *Teller) countingFallOf() int {
	if t.End.Why == "" {
		return 0
	}
	best, most := -1, -1.0
	for _, sc := range t.Scenes {
		for _, b := range sc.Beats {
			weight := math.Abs(b.Swing)
			switch {
			case b.ID == t.lastBeat():
				continue
			case b.Alone != "" && b.Fate != "crippled":
				weight++
			case b.Own < 2 || b.Own != b.Other:
				continue
			}
			if weight > most {
				best, most = b.ID, weight
			}
		}
	}
	return best
}

// mayCount reports whether a fall may say how many are left; of a story that grows the first may, and the first that leaves somebody alone.
func (t *Teller) mayCount(b *story.Beat) bool {
	return t.countingFall == b.ID || t.countingFall == 0 && t.used["alone"] == 0 && (b.Alone != "" || t.used["even"]+t.used["counts"] == 0)
}

// quarrels reports whether somebody fights on for a leader who has fallen.
func (t *Teller) quarrels(who string) bool {
	leader := t.leader(t.person(who).Side)
	return leader != who && t.leads(leader) && t.person(leader).Out != ""
}

// lastBeat returns the number of the last beat told.
func (t *Teller) lastBeat() int {
	last := t.Scenes[len(t.Scenes)-1].Beats
	return last[len(last)-1].ID
}
