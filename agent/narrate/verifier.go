package narrate

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/clause"
	"kokyu/rules"
)

// Verifier says whether a passage somebody wrote may be told. It reads each sentence into claims and asks of each whether it
// follows from the facts the sentence cites; what it cannot read it refuses. What a frame means in claims is the dialect's.
type Verifier struct {
	tongue *tongue
	means  map[string]meaning
	lines  map[string]func() map[string]*line // by heart, by frame and text
}

// NewVerifier is the verifier for the fights of a dialect. It can be used by several at once.
func NewVerifier(d rules.Dialect) *Verifier {
	v := &Verifier{tongue: newTongue(d), means: map[string]meaning{}}
	for frame, text := range d.Means {
		m, err := meaningOf(text)
		if err != nil {
			panic(fmt.Sprintf("narrate: the meaning of %s: %v", frame, err)) // a mistake in a dialect
		}
		v.means[frame] = m
	}
	return v
}

// Verdict is what the verifier found.
type Verdict struct {
	OK        bool
	Reasons   []string // why it is refused, none if it is not
	Sentences []Judged
}

// Judged is a sentence with what was read in it.
type Judged struct {
	Text    string
	Claims  []clause.Claim
	Reasons []string // what is wrong with it
}

// Check reads a passage for a paragraph. It is pure, and refuses whatever it cannot read.
func (v *Verifier) Check(p Paragraph, d Draft) (verdict Verdict) {
	refuse := func(format string, args ...any) {
		verdict.Reasons = append(verdict.Reasons, fmt.Sprintf(format, args...))
	}
	if len(d) == 0 {
		refuse("nothing is said")
		return verdict
	}
	told := map[string]*telling{}
	var own []string // what is not by heart
	size := 0
	for i := 0; i < len(d); {
		if size += len(d[i].Text); size > bytesMax*max(1, len(p.Facts)) {
			refuse("more than %d bytes", bytesMax*max(1, len(p.Facts)))
			return verdict
		}
		if n, f := v.quoted(p, d[i:], told); n > 0 {
			told[f.ID] = &telling{true, true, true}
			for _, s := range d[i : i+n] {
				verdict.Sentences = append(verdict.Sentences, Judged{Text: s.Text})
			}
			i += n
			continue
		}
		judged := v.judge(p, d[i], told)
		verdict.Sentences = append(verdict.Sentences, judged)
		for _, r := range judged.Reasons {
			refuse("%q: %s", d[i].Text, r)
		}
		own = append(own, d[i].Text)
		i++
	}
	if len(own) > 0 {
		verdict.Reasons = append(verdict.Reasons, passageFaults(strings.Join(own, " "), len(p.Facts))...)
	}
	for _, f := range p.Facts {
		if t := told[f.ID]; f.Required && (t == nil || !t.whole(f, v.tongue.frame(f.Moment.Frame))) {
			refuse("%s is not told: %s", f.ID, v.says(f))
		}
	}
	verdict.OK = len(verdict.Reasons) == 0
	return verdict
}

// passageFaults is what is wrong with the style of a passage that tells so many facts.
func passageFaults(text string, facts int) (faults []string) {
	most := wordsMax + 15*max(facts-1, 0)
	plain := strings.NewReplacer("{", "", "}", "").Replace(text)
	words := wordsOf(text)
	for _, f := range styleFaults(plain, words) {
		if !strings.Contains(f, " words, want at most ") {
			faults = append(faults, f)
		}
	}
	if n := len(strings.Fields(text)); n > most {
		faults = append(faults, fmt.Sprintf("%d words, want at most %d", n, most))
	}
	return faults
}

// telling is how much of a fact has been told.
type telling struct {
	core   bool
	by, to bool
}

// whole says whether a fact is told with everybody its frame asks for.
func (t *telling) whole(f Fact, fr *rules.Frame) bool {
	if !t.core || fr == nil {
		return t.core
	}
	needs := fields(fr.Needs)
	return (f.By == "" || t.by || !slices.Contains(needs, "actor")) && (f.To == "" || t.to || !slices.Contains(needs, "target"))
}

// says is a fact in words.
func (v *Verifier) says(f Fact) string {
	m := v.means[f.Moment.Frame]
	if len(m.tells) == 0 {
		return f.Moment.Frame
	}
	return m.tells[0].about(f).String()
}

// judge reads one sentence and notes what it tells.
func (v *Verifier) judge(p Paragraph, s Sentence, told map[string]*telling) (j Judged) {
	j.Text = s.Text
	refuse := func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !slices.Contains(j.Reasons, text) {
			j.Reasons = append(j.Reasons, text)
		}
	}
	var cited []Fact
	for _, id := range s.Facts {
		i := slices.IndexFunc(p.Facts, func(f Fact) bool { return f.ID == id })
		if i < 0 {
			refuse("it cites %q, which is no fact of the paragraph", id)
			continue
		}
		cited = append(cited, p.Facts[i])
	}
	read := clause.Read(s.Text)
	for _, f := range read.Faults {
		refuse("cannot be read: %s", f)
	}
	if len(j.Reasons) > 0 {
		return j
	}
	j.Claims = read.Claims
	for _, who := range read.People {
		if !slices.ContainsFunc(cited, func(f Fact) bool { return f.By == who || f.To == who }) {
			refuse("{%s} has no part in it", who)
		}
	}
	for _, t := range read.Things {
		if why := v.there(p, cited, t); why != "" {
			refuse("%s", why)
		}
	}
	for _, c := range read.Claims {
		if !v.follows(p, cited, c, told) {
			refuse("it claims that %s (%q)", c, c.Text)
		}
	}
	for _, f := range cited { // the people of a fact that is told may be named anywhere in the sentence that tells it
		if t := told[f.ID]; t != nil {
			t.by = t.by || slices.Contains(read.People, f.By)
			t.to = t.to || slices.Contains(read.People, f.To)
		} else if len(v.means[f.Moment.Frame].tells) == 0 && len(read.Claims) == 0 {
			told[f.ID] = &telling{true, true, true}
		}
	}
	return j
}

// there says why a thing cannot be named, empty if it can.
func (v *Verifier) there(p Paragraph, cited []Fact, t clause.Thing) string {
	switch t.Kind {
	case "weapon":
		if len(t.Is) == 0 && !strings.HasPrefix(t.Word, "{") || slices.ContainsFunc(cited, func(f Fact) bool { return f.armed(t) }) {
			return ""
		}
		return fmt.Sprintf("%q is no weapon of this", t.Word)
	case "body":
		struck := t.Hit || !handy[t.Word] && slices.ContainsFunc(cited, func(f Fact) bool { return v.holds(f, clause.Claim{Class: "strikes"}) })
		if !struck || slices.ContainsFunc(cited, func(f Fact) bool { return slices.Contains(t.Is, f.Moment.Where) }) {
			return ""
		}
		return fmt.Sprintf("%q is not where it struck", t.Word)
	case "order", "magic":
		if slices.ContainsFunc(cited, func(f Fact) bool { return v.about(f, t.Kind) }) {
			return ""
		}
		return fmt.Sprintf("%q has no part in this", t.Word)
	case "scene":
		for _, is := range t.Is {
			aspect, word, _ := strings.Cut(is, "=")
			if p.Setting[aspect] == word {
				return ""
			}
		}
		return fmt.Sprintf("%q is not known of this place", t.Word)
	}
	return ""
}

// spoken are the claims of facts in which there are orders, and those in which there is magic.
var spoken = map[string][]string{"order": {"commands", "rallies"}, "magic": {"chants", "unchants", "casts", "rebounds"}}

// about says whether a fact is of something spoken: an order, a chant.
func (v *Verifier) about(f Fact, kind string) bool {
	return slices.ContainsFunc(v.means[f.Moment.Frame].holds, func(m claimed) bool { return slices.Contains(spoken[kind], m.class) })
}

// handy are parts of the body people do things with: to name them is not to say that they were struck.
var handy = map[string]bool{"hand": true, "hands": true, "finger": true, "fingers": true, "thumb": true, "palm": true, "foot": true, "feet": true, "heel": true, "heels": true}

// armed says whether a weapon a sentence names is the fact's.
func (f Fact) armed(t clause.Thing) bool {
	owner := t.Of == "" || t.Of == f.By || t.Of == f.To && f.By != "" && lost(f.Moment.Frame)
	if strings.HasPrefix(t.Word, "{") {
		return owner && f.Weapon != ""
	}
	return owner && slices.Contains(t.Is, f.Moment.Family)
}

// lost says whether a frame's weapon is the target's, struck out of the hand.
func lost(frame string) bool { return frame == "struck" }

// follows says whether a claim follows from the facts cited, and notes which it tells.
func (v *Verifier) follows(p Paragraph, cited []Fact, c clause.Claim, told map[string]*telling) (ok bool) {
	if c.Class == "waits" || c.Class == "readies" || c.Class == "steps" || c.Class == "backs" { // whoever has a weapon holds it, and nobody stands rooted
		ok = true
	}
	if c.Class == "stands" && !slices.ContainsFunc(p.Facts, func(f Fact) bool { return v.holds(f, clause.Claim{Class: "fells", To: c.By}) }) {
		ok = true
	}
	if v.belied(cited, c) {
		return false
	}
	for _, f := range cited {
		if !v.holds(f, c) {
			continue
		}
		ok = true
		t := told[f.ID]
		if t == nil {
			t = &telling{}
			told[f.ID] = t
		}
		t.core = t.core || v.tells(f, c)
	}
	return ok
}

// belied says whether a claim of how somebody is, by whoever's doing, is not so by one of the facts: of one wounded lightly
// and then gravely it is not true that the wound is small, and of the fallen not that they are only hurt.
func (v *Verifier) belied(cited []Fact, c clause.Claim) bool {
	if c.Class == "unhurt" { // whoever is meant, if it is nobody by name
		return slices.ContainsFunc(cited, func(f Fact) bool { return v.holds(f, clause.Claim{Class: "hurt", To: c.To}) })
	}
	if c.Class != "merely" && (c.Class != "hurt" && c.Class != "bleeds" || c.Weight == 0) {
		return false
	}
	who := c.To
	if c.Class == "bleeds" {
		who = c.By
	}
	return slices.ContainsFunc(cited, func(f Fact) bool {
		return (v.holds(f, clause.Claim{Class: "hurt", To: who}) || v.holds(f, clause.Claim{Class: "fells", To: who})) && !v.holds(f, c)
	})
}

// holds says whether a claim is so by a fact.
func (v *Verifier) holds(f Fact, c clause.Claim) bool {
	return slices.ContainsFunc(v.means[f.Moment.Frame].holds, func(m claimed) bool { return m.fits(f, c) })
}

// tells says whether it is what the fact is about.
func (v *Verifier) tells(f Fact, c clause.Claim) bool {
	return slices.ContainsFunc(v.means[f.Moment.Frame].tells, func(m claimed) bool { return m.fits(f, c) })
}
