package english

import (
	"math"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// addAfter tells what stands after a beat: a row that begins with a comma is added to its sentence, any other is a
// sentence of its own.
func (t *Teller) addAfter(b *story.Beat, next []story.Beat) {
	for _, a := range t.sentencesAfter(b, next) {
		if strings.HasPrefix(a.clause.Says, ",") {
			t.last.text += a.text
			t.last.close()
			t.last.actor, t.last.named, t.last.asOwner = a.actor, a.named, a.asOwner
		} else {
			t.endSentence()
			t.last = a
		}
		t.countUse(&a)
	}
}

// sentencesAfter returns what stands after a beat: after a fall who is left, after a wound that the next blow would
// fell, after an effort that whoever made it is out of breath. next are the beats that follow.
func (t *Teller) sentencesAfter(b *story.Beat, next []story.Beat) (list []sentence) {
	// For rows that count who is left: their {by} is who has fallen, their {count} how many are left on that side.
	left := *b
	if b.Kind == "fall" {
		left.By, left.To = b.To, b.By
	}
	left.Tries = b.Own
	features := map[string]bool{"one": len(b.Foes) == 1, "vain": b.Tries > 0 && b.Hits == 0,
		"others' quarrel": t.hasOthersQuarrel(b.Alone)}
	add := func(kind string, of *story.Beat) {
		if s := t.pick(kind, of, features); s.clause != nil {
			s.close()
			list = append(list, s)
			switch t.used[kind]++; kind {
			case "alone":
				t.used["alone "+b.Alone]++
			case "low":
				t.person(b.To).low = true
			}
			t.last.closed = true
		}
	}
	isLast := t.isLastBeat(b)
	if kind := t.meaningOf(b, next); kind != "" && !isLast {
		of := &left
		if kind == "low" || kind == "stands" {
			of = b
		}
		add(kind, of)
	}
	// Being winded is worth telling only if it comes to something.
	exploits := func(o story.Beat) bool { return o.To == b.By && slices.Contains(o.Causes, "spent") }
	if b.Winded && len(list) == 0 && slices.ContainsFunc(next[:min(3, len(next))], exploits) {
		if add("winded", b); len(list) > 0 {
			t.winded = b.By
		}
	}
	if p := t.person(b.To); p.Feared == b.ID && p.Out != "" && t.used["fears "+p.Name] > 0 {
		add("fear", b)
		delete(t.used, "fears "+p.Name)
	}
	// "…, and it is over" does not follow another "and".
	if isLast && b.Kind == "fall" && b.Own == 0 && t.End.Why == "none stands" && !strings.Contains(t.last.text, " and ") {
		add("over", &left)
	}
	return list
}

// woundsBorne is how many wounds of somebody a tale tells before it says that they do not fall; it says so once.
const woundsBorne = 4

// meaningOf returns the kind of the row that says what a beat means: alone, even or counts after a fall, low or stands
// after a wound; empty if none is worth a sentence. While somebody crippled may yet fight on, nobody is counted, and
// only alone is said.
func (t *Teller) meaningOf(b *story.Beat, next []story.Beat) string {
	fallsNext := len(next) > 0 && next[0].Falls()
	unsure := slices.ContainsFunc(t.Cast, func(p story.Person) bool { return t.person(p.Name).maimed })
	switch {
	case b.Alone != "" && b.Fate != "crippled" && t.mayCount(b):
		if t.isSaidNext(b) {
			t.standsAlone = b
			return ""
		}
		return "alone"
	case unsure:
	case b.Own > 1 && !fallsNext && t.mayCount(b):
		return text.Either(b.Own == b.Other, "even", "counts")
	case t.isNearlyDone(b) && t.fallsSoon(b):
		return "low"
	case b.Kind == "wound" && t.person(b.To).wounds >= woundsBorne && t.used["stands"] == 0 && !fallsNext:
		return "stands"
	}
	return ""
}

// fallsSoon reports whether the one whom a beat wounds is felled in the second beat after it: who can barely stand is
// worth a sentence only then, and one who is felled at once needs none.
func (t *Teller) fallsSoon(b *story.Beat) bool {
	next := t.beatAfter(b)
	if next == nil || next.To == b.To {
		return false
	}
	second := t.beatAfter(next)
	return second != nil && second.Kind == "fall" && second.To == b.To
}

// isSaidNext reports whether the sentence about the beat after a fall says who is alone. It does in two cases. They
// strike next, with one blow that needs no reason: "Alone against three, Aki cuts Bo". Or the fight ends with the blow
// that fells them, for one of lastReasons: "Aki, the last of them, is too slow to parry"; one tale in three says even
// then that they are alone before. A counter-attack is not told so, as its sentence begins with the attack.
func (t *Teller) isSaidNext(b *story.Beat) bool {
	next := t.beatAfter(b)
	switch {
	case t.End.Why == "" || next == nil || next.Tries != 1 || next.Hits != 1 || !isPlain(next) ||
		t.hasOthersQuarrel(b.Alone):
		return false
	case next.By == b.Alone: // a second blow of theirs would be told with the first
		then := t.beatAfter(next)
		hasReason := slices.ContainsFunc(next.Causes, func(c string) bool { return t.UntoldCost[c] > 0 })
		return len(b.Foes) > 1 && (then == nil || then.By != next.By) && !(next.Falls() && hasReason)
	}
	hasReason := slices.ContainsFunc(next.Causes, func(c string) bool { return slices.Contains(lastReasons, c) })
	return next.To == b.Alone && len(t.membersOf(t.person(b.Alone).Side)) > 2 && next.Kind == "fall" &&
		next.Fate != "crippled" && t.isLastBeat(next) && hasReason && t.answerTo(next).Name != "counter-attack" &&
		t.variant("last of them", 3) > 0
}

// lastReasons are the causes of a last fall that rows with "last of them" tell.
var lastReasons = []string{"late", "spent", "unanswered", "bare"}

// beatAfter returns the beat of the plan that follows one, in the same scene or the next; nil if it is the last, or the
// last so far of a story that grows.
func (t *Teller) beatAfter(b *story.Beat) *story.Beat {
	if i := slices.IndexFunc(t.beats, func(o *story.Beat) bool { return o.ID > b.ID }); i >= 0 {
		return t.beats[i]
	}
	return nil
}

// isLastBeat reports whether a beat is the last of a finished story.
func (t *Teller) isLastBeat(b *story.Beat) bool {
	return t.End.Why != "" && b.ID == t.beats[len(t.beats)-1].ID
}

// isNearlyDone reports whether a wound leaves one Wound, or at most a seventh of them, and was no graze (it has taken
// more than a fifth of what was left). A tale says so once.
func (t *Teller) isNearlyDone(b *story.Beat) bool {
	return b.Kind == "wound" && b.Of > 2 && (b.Left == 1 || b.Left > 0 && 7*b.Left <= b.Of) &&
		b.Depth > 0.2 && t.used["low"] == 0
}

// mayCount reports whether how many are left may be said after a fall. In a story that grows it may after the first
// fall, and after the first that leaves somebody alone.
func (t *Teller) mayCount(b *story.Beat) bool {
	if t.End.Why != "" {
		return b.ID == t.countingFall()
	}
	return t.used["alone"] == 0 && (b.Alone != "" || t.used["even"]+t.used["counts"] == 0)
}

// countingFall returns the number of the fall of a finished story that leaves somebody alone, of several the one that
// moves the chances most; 0 if none does.
func (t *Teller) countingFall() (id int) {
	most := -1.0
	for _, b := range t.beats {
		if w := math.Abs(b.Swing); w > most && !t.isLastBeat(b) && b.Alone != "" && b.Fate != "crippled" {
			id, most = b.ID, w
		}
	}
	return id
}

// hasOthersQuarrel reports whether somebody fights on although the leader of their side has fallen, and the tale has
// told whose quarrel it is.
func (t *Teller) hasOthersQuarrel(who string) bool {
	leader := t.leader(t.person(who).Side)
	return t.aboutNamesAll() && leader != who && t.isLeader(leader) && t.person(leader).Out != ""
}
