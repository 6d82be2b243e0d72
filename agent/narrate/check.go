package narrate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kokyu/prompts"
)

// What told words must keep to, measured on the passages of the rule text.
const (
	wordsMax     = 45
	sentencesMax = 4
	similesMax   = 1
)

// Verify says what is wrong with a passage for a moment: words with slots still open, by a person or a model. Nothing
// is wrong with it if the answer is empty.
func Verify(text string, f Facts) (faults []string) {
	fr := frameNamed(f.Frame)
	if fr == nil {
		return []string{fmt.Sprintf("no frame is called %q", f.Frame)}
	}
	r := read(text)
	return append(r.wordFaults(fr), r.momentFaults(fr, f)...)
}

// reading is a passage taken apart.
type reading struct {
	text  string
	words []string
	named []named
	wants demand
}

// named is a thing a passage names.
type named struct {
	*thing
	found string
}

func read(text string) (r reading) {
	r.text, r.words, r.wants = text, wordsOf(text), demandOf(text)
	for i := range things {
		if found, ok := things[i].words.in(r.words); ok {
			r.named = append(r.named, named{&things[i], found})
		}
	}
	return r
}

// wordFaults is what is wrong with a passage in every moment of a frame.
func (r *reading) wordFaults(fr *frame) []string {
	return slices.Concat(styleFaults(r.text, r.words), slotFaults(r.text, fr), outcomeFaults(r.words, fr))
}

// momentFaults is what is wrong with it in one.
func (r *reading) momentFaults(fr *frame, f Facts) (faults []string) {
	if !fr.sees(f.Match) {
		faults = append(faults, "no moment of this fight: sparring, or not")
	}
	for _, slot := range r.wants.slots {
		if f.slot(slot) == "" {
			faults = append(faults, fmt.Sprintf("the slot {%s} is empty here", slot))
		}
	}
	for _, n := range r.named { // weapons are what they are
		if n.loose && fr.families == "" {
			continue
		}
		if !slices.Contains(fields(n.families), f.Family) {
			faults = append(faults, fmt.Sprintf("%q without a guard of its family", n.found))
		}
	}
	if len(faults) == 0 && !r.wants.met(f) {
		faults = append(faults, "it speaks of what is not so")
	}
	return faults
}

// VerifyLine says what is wrong with a written line of a frame, in any moment it could be chosen for.
func VerifyLine(name Frame, l prompts.Line) (faults []string) {
	fr := frameNamed(name)
	if fr == nil {
		return []string{fmt.Sprintf("no frame is called %q", name)}
	}
	if strings.TrimSpace(l.Image) == "" {
		faults = append(faults, "it has no image")
	}
	for _, family := range l.When.Family {
		if !slices.Contains(fr.weapons(), family) {
			faults = append(faults, fmt.Sprintf("the weapon is never of the family %s here", family))
		}
	}
	r := read(l.Text)
	faults = append(faults, r.wordFaults(fr)...)
	made, chosen := line{Line: l, wants: r.wants}, false
	for f := range moments(fr) {
		if !made.fits(f) {
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
func moments(fr *frame) func(yield func(Facts) bool) {
	return func(yield func(Facts) bool) {
		for _, w := range weaponsOf(fr) {
			for _, stage := range Stages {
				for bits := range 16 {
					f := Facts{Frame: fr.name, Actor: "A", Target: "B", Weapon: w.weapon, Grown: w.grown, Family: w.family, Stage: stage,
						First: bits&1 != 0, Last: bits&2 != 0, Fallen: bits&4 != 0, Match: bits&8 != 0, Distance: fr.rung}
					if !fr.sees(f.Match) {
						continue
					}
					for _, where := range fr.wheres() {
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
func (f *frame) wheres() []string {
	if f.placed {
		return places
	}
	return []string{""}
}

// arm is a weapon as facts name it.
type arm struct{ weapon, grown, family string }

// weaponsOf are those a frame's moments can have: none if none is known, and of each family one without a telling name and one for each
// name the lexicon asks for.
func weaponsOf(fr *frame) []arm {
	var arms []arm
	if fr.families != ranged && fr.families != guns { // a gun that did not go off is of no family
		arms = append(arms, arm{}, arm{weapon: "thing"})
	}
	for _, family := range fr.weapons() {
		arms = append(arms, armOf(family, "thing"))
		for _, t := range things {
			for name := range strings.FieldsSeq(t.named) {
				if slices.Contains(fields(t.families), family) {
					arms = append(arms, armOf(family, name))
				}
			}
		}
	}
	return arms
}

// armOf sorts a weapon's name into the fact it belongs to.
func armOf(family, name string) arm {
	if family == "unarmed" || family == "claw" {
		return arm{grown: name, family: family}
	}
	return arm{weapon: name, family: family}
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
func slotFaults(text string, fr *frame) (faults []string) {
	allowed, used := fields(fr.slots), slotsOf(text)
	for _, slot := range used {
		if !slices.Contains(allowed, slot) {
			faults = append(faults, fmt.Sprintf("the slot {%s} is none of this frame", slot))
		}
	}
	for _, slot := range fields(fr.needs) {
		if !slices.Contains(used, slot) {
			faults = append(faults, fmt.Sprintf("no slot {%s}", slot))
		}
	}
	if rest := strings.NewReplacer("{actor}", "", "{target}", "", "{weapon}", "").Replace(text); strings.ContainsAny(rest, "{}") {
		faults = append(faults, "a brace that is no slot")
	}
	return faults
}

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
func outcomeFaults(words []string, fr *frame) (faults []string) {
	for i, l := range tellsOf(fr.name) {
		if _, ok := l.in(words); !ok {
			faults = append(faults, fmt.Sprintf("nothing in it tells %s (list %d)", fr.name, i+1))
		}
	}
	for _, c := range claims {
		if found, ok := c.words.in(words); ok && !slices.Contains(fields(fr.may), c.name) {
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

	earnest  bool     // this is no sparring match
	places   []string // the blow is aimed at one of these, where the moment has a location
	distance []string // this is the distance entered
}

// demandOf reads it off the words.
func demandOf(text string) (d demand) {
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
	for _, where := range places {
		if _, ok := placeWords[where].in(words); ok {
			d.places = append(d.places, where)
		}
	}
	for _, rung := range distances {
		if _, ok := distanceWords[rung].in(words); ok {
			d.distance = append(d.distance, rung)
		}
	}
	return d
}

func (d demand) met(f Facts) bool {
	for _, slot := range d.slots {
		if f.slot(slot) == "" {
			return false
		}
	}
	if d.earnest && f.Match || len(d.distance) > 0 && !slices.Equal(d.distance, []string{f.Distance}) {
		return false
	}
	if fr := frameNamed(f.Frame); fr != nil && fr.placed && len(d.places) > 0 && !slices.Equal(d.places, []string{f.Where}) {
		return false
	}
	named := func(part string) bool { return strings.Contains(f.Weapon+f.Grown, part) }
	return (len(d.named) == 0 || slices.ContainsFunc(d.named, named)) && (!d.fallen || f.Fallen || f.Frame == "fall") && (!d.first || f.First)
}
