package narrate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kokyu/prompts"
	"kokyu/rules"
)

// What told words must keep to, measured on the passages of the rule text.
const (
	wordsMax     = 45
	sentencesMax = 4
	similesMax   = 1
)

// verify says what is wrong with a passage for a moment: words with slots still open, by a person or a model. Nothing
// is wrong with it if the answer is empty.
func (t *tongue) verify(text string, f Facts) (faults []string) {
	fr := t.frame(f.Frame)
	if fr == nil {
		return []string{fmt.Sprintf("no frame is called %q", f.Frame)}
	}
	r := t.read(text)
	return append(r.wordFaults(fr), r.momentFaults(fr, f)...)
}

// reading is a passage taken apart.
type reading struct {
	*tongue
	text   string
	words  []string
	things []mention
	wants  demand
}

// mention is a thing a passage names.
type mention struct {
	*thing
	found string
}

func (t *tongue) read(text string) (r reading) {
	r.tongue, r.text, r.words, r.wants = t, text, wordsOf(text), t.demandOf(text)
	for i := range things {
		if found, ok := things[i].words.in(r.words); ok {
			r.things = append(r.things, mention{&things[i], found})
		}
	}
	return r
}

// wordFaults is what is wrong with a passage in every moment of a frame.
func (r *reading) wordFaults(fr *rules.Frame) []string {
	return slices.Concat(styleFaults(r.text, r.words), slotFaults(r.text, fr), r.outcomeFaults(r.words, fr))
}

// momentFaults is what is wrong with it in one.
func (r *reading) momentFaults(fr *rules.Frame, f Facts) (faults []string) {
	if !seen(fr, f.Match) {
		faults = append(faults, "no moment of this fight: sparring, or not")
	}
	for _, slot := range r.wants.slots {
		if !f.has(slot) {
			faults = append(faults, fmt.Sprintf("the slot {%s} is empty here", slot))
		}
	}
	for _, n := range r.things { // weapons are what they are
		if n.loose && fr.Families == "" {
			continue
		}
		if !slices.Contains(fields(n.families), f.Family) {
			faults = append(faults, fmt.Sprintf("%q without a guard of its family", n.found))
		}
	}
	if len(faults) == 0 && !r.met(r.wants, f) {
		faults = append(faults, "it speaks of what is not so")
	}
	return faults
}

// verifyLine says what is wrong with a written line of a frame, in any moment it could be chosen for.
func (t *tongue) verifyLine(name string, l prompts.Line) (faults []string) {
	fr := t.frame(name)
	if fr == nil {
		return []string{fmt.Sprintf("no frame is called %q", name)}
	}
	if strings.TrimSpace(l.Image) == "" {
		faults = append(faults, "it has no image")
	}
	for _, family := range l.When.Family {
		if !slices.Contains(fields(fr.Families), family) {
			faults = append(faults, fmt.Sprintf("the weapon is never of the family %s here", family))
		}
	}
	r := t.read(l.Text)
	faults = append(faults, r.wordFaults(fr)...)
	made, chosen := line{Line: l, wants: r.wants}, false
	for f := range t.moments(fr) {
		if !t.fits(&made, f) {
			continue
		}
		chosen = true
		for _, fault := range r.momentFaults(fr, f) {
			if !slices.Contains(faults, fault) {
				faults = append(faults, fault)
			}
		}
	}
	if !chosen {
		faults = append(faults, "no moment ever fits it")
	}
	return faults
}

// moments enumerates every combination of what guards and words can ask for in a frame.
func (t *tongue) moments(fr *rules.Frame) func(yield func(Facts) bool) {
	return func(yield func(Facts) bool) {
		for _, w := range weaponsOf(fr) {
			for _, stage := range Stages {
				for bits := range 16 {
					f := Facts{Frame: fr.Name, Actor: true, Target: true, Weapon: w.there, Named: w.named, Family: w.family, Made: w.made, world: anywhere, Stage: stage,
						First: bits&1 != 0, Last: bits&2 != 0, Fallen: bits&4 != 0, Match: bits&8 != 0, Distance: fr.Rung, Times: 2}
					if !seen(fr, f.Match) {
						continue
					}
					if strings.Contains(fr.Slots, "epithet") {
						f.Epithet, f.Wants, f.Fears = bits&1 != 0, bits&2 != 0, bits&4 != 0
					}
					for _, where := range t.wheres(fr) {
						f.Where = where
						if !yield(f) {
							return
						}
					}
				}
			}
		}
	}
}

// wheres are the locations a frame's moments can be aimed at.
func (t *tongue) wheres(fr *rules.Frame) []string {
	if fr.Placed {
		return t.places.names()
	}
	return []string{""}
}

// armed says whether the words of a frame are of something that is done with a weapon.
func armed(fr *rules.Frame) bool {
	return fr.Families != "" || strings.Contains(fr.May, "blood")
}

// arm is a weapon as facts know it.
type arm struct {
	there  bool // it fills the slot: a natural one does not
	named  string
	family string
	made   string
}

// weaponsOf are those a frame's moments can have: none if none is known, and of each family one without a telling name and
// one for each name the lexicon asks for.
func weaponsOf(fr *rules.Frame) []arm {
	var arms []arm
	if !fr.Sure {
		arms = append(arms, arm{}, arm{there: true})
	}
	if fr.Families == "" && armed(fr) { // no slot for it, and still it is something
		for _, family := range Families {
			arms = append(arms, arm{made: makes[family]})
		}
	}
	for _, family := range fields(fr.Families) {
		there := family != "unarmed" && family != "claw"
		arms = append(arms, arm{there, "", family, makes[family]})
		for _, t := range things {
			for name := range strings.FieldsSeq(t.named) {
				if slices.Contains(fields(t.families), family) {
					arms = append(arms, arm{there, name, family, makes[family]})
				}
			}
		}
	}
	return arms
}

func styleFaults(text string, words []string) (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if n := len(strings.Fields(text)); n > wordsMax {
		say("%d words, want at most %d", n, wordsMax)
	}
	if n := sentences(text); n < 1 || n > sentencesMax {
		say("%d sentences, want 1 to %d", n, sentencesMax)
	}
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			say("the digit %c", r)
		case strings.ContainsRune("!\"“”«»<>[]()*_`#|\\/@", r):
			say("the sign %c", r)
		case !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r):
			say("the character U+%04X", r)
		}
	}
	if n := similes(words); n > similesMax {
		say("%d similes, want at most %d", n, similesMax)
	}
	for _, b := range banned {
		if found, ok := b.words.in(words); ok {
			say("%s: %q", b.why, found)
		}
	}
	return faults
}

// sentences counts ends of sentences; the text must end with one.
func sentences(text string) (n int) {
	text = strings.TrimRight(text, " ’'")
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "…") {
		return 0
	}
	ended := false
	for _, r := range text {
		end := strings.ContainsRune(".?…", r)
		if end && !ended {
			n++
		}
		ended = end
	}
	return n
}

// similes counts comparisons: like, as if, as … as.
func similes(words []string) (n int) {
	for i, w := range words {
		switch {
		case w == "like":
			n++
		case w == "as" && i+1 < len(words) && (words[i+1] == "if" || words[i+1] == "though"):
			n++
		case w == "as" && slices.Contains(words[i+1:min(len(words), i+4)], "as"):
			n++
		}
	}
	return n
}

// slotFaults checks that a passage's slots are the frame's, and the needed ones among them.
func slotFaults(text string, fr *rules.Frame) (faults []string) {
	allowed, used := fields(fr.Slots), slotsOf(text)
	if fr.Must {
		allowed = append(allowed, "times")
	}
	for _, slot := range used {
		if !slices.Contains(allowed, slot) {
			faults = append(faults, fmt.Sprintf("the slot {%s} is none of this frame", slot))
		}
	}
	for _, slot := range fields(fr.Needs) {
		if !slices.Contains(used, slot) {
			faults = append(faults, fmt.Sprintf("no slot {%s}", slot))
		}
	}
	if rest := noSlots.Replace(text); strings.ContainsAny(rest, "{}") {
		faults = append(faults, "a brace that is no slot")
	}
	return faults
}

var noSlots = strings.NewReplacer("{actor}", "", "{target}", "", "{weapon}", "", "{times}", "", "{epithet}", "", "{wants}", "", "{fears}", "")

// slotsOf lists what stands in braces.
func slotsOf(text string) (slots []string) {
	for {
		_, after, ok := strings.Cut(text, "{")
		if !ok {
			return slots
		}
		slot, rest, _ := strings.Cut(after, "}")
		slots, text = append(slots, slot), rest
	}
}

// outcomeFaults checks that a passage says what its frame says, and claims nothing else that happens in fights.
func (t *tongue) outcomeFaults(words []string, fr *rules.Frame) (faults []string) {
	for i, l := range t.tells[fr.Name] {
		if _, ok := l.in(words); !ok {
			faults = append(faults, fmt.Sprintf("nothing in it tells %s (list %d)", fr.Name, i+1))
		}
	}
	for _, c := range claims {
		if found, ok := c.words.in(words); ok && !slices.Contains(fields(fr.May), c.name) {
			faults = append(faults, fmt.Sprintf("it claims %s: %q", c.name, found))
		}
	}
	return faults
}

// demand is what the words of a line need to be so, besides its guards.
type demand struct {
	slots  []string
	named  []string // the weapon's name has one of these in it
	fallen bool     // somebody has fallen
	first  bool     // this is first blood

	made     []string // what was done was done with something of all these
	world    world    // all of this can be seen
	earnest  bool     // this is no sparring match
	places   []string // the blow is aimed at one of these, where the moment has a location
	distance []string // this is the distance entered
}

// demandOf reads it off the words.
func (t *tongue) demandOf(text string) (d demand) {
	words := wordsOf(text)
	d.slots = slotsOf(text)
	for _, t := range things {
		if _, ok := t.words.in(words); ok && t.named != "" {
			d.named = append(d.named, fields(t.named)...)
		}
	}
	_, d.fallen = fallWords.in(words)
	_, d.first = firstWords.in(words)
	_, d.earnest = earnestWords.in(words)
	d.made = deedsOf(words)
	d.places, d.distance = t.places.in(words), t.distances.in(words)
	return d
}

// met says whether what words need is so.
func (t *tongue) met(d demand, f Facts) bool {
	for _, slot := range d.slots {
		if !f.has(slot) {
			return false
		}
	}
	if d.earnest && f.Match || len(d.distance) > 0 && !slices.Equal(d.distance, []string{f.Distance}) {
		return false
	}
	if fr := t.frame(f.Frame); fr != nil && fr.Placed && len(d.places) > 0 && !slices.Equal(d.places, []string{f.Where}) {
		return false
	}
	if f.world&d.world != d.world {
		return false
	}
	if fr := t.frame(f.Frame); fr != nil && armed(fr) && slices.ContainsFunc(d.made, func(of string) bool { return !slices.Contains(fields(f.Made), of) }) {
		return false
	}
	named := func(word string) bool { return slices.Contains(fields(f.Named), word) }
	return (len(d.named) == 0 || slices.ContainsFunc(d.named, named)) && (!d.fallen || f.Fallen) && (!d.first || f.First)
}
