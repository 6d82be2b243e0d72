package narrate

import (
	"fmt"
	"slices"
	"testing"

	"kokyu/prompts"
	"kokyu/rules"
)

// linesMin is how many lines, openings and images a frame needs so that ten told ones leave a choice.
const linesMin = 12

func scent(t testing.TB) prompts.Lines {
	t.Helper()
	lines, err := prompts.Scent()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// Nothing is told that is not so: every line, in every moment its guards let it through, passes what any words must.
func TestEveryLineIsTrueWhereverItIsChosen(t *testing.T) {
	for name, lines := range scent(t) {
		for _, l := range lines {
			for _, fault := range VerifyLine(Frame(name), l) {
				t.Errorf("%s: %s: %s\n\t%s", l.Source, name, fault, l.Text)
			}
		}
	}
}

func TestEveryFrameHasEnoughToSay(t *testing.T) {
	lines := scent(t)
	for _, name := range Frames() {
		openings, images := map[string]bool{}, map[string]bool{}
		for _, l := range lines[string(name)] {
			openings[openingOf(l.Text)], images[l.Image] = true, true
		}
		if n := len(lines[string(name)]); n < linesMin || len(openings) < linesMin || len(images) < linesMin {
			t.Errorf("%s: %d lines, %d openings, %d images, want %d of each", name, n, len(openings), len(images), linesMin)
		}
		if n := len(lines[string(name)]); len(openings) < n-n/10 {
			t.Errorf("%s: %d openings for %d lines, want nearly all distinct", name, len(openings), n)
		}
	}
}

// blows are the frames that tell one exchange from another: a line of one is a lie in all others.
var exchanges = []Frame{"miss", "miss_shot", "held", "hasty", "broken_guard", "wound", "critical", "fall", "counter", "toppled", "stray",
	"feint", "feint_met", "feint_missed", "near_miss", "window", "wrist_kept", "wrist_lost", "arm", "leg", "torso", "face", "empty_hand", "point", "point_deep"}

// A line that stands in the wrong frame is caught, by its slots or by its words.
func TestALineInAWrongFrameIsCaught(t *testing.T) {
	count := func(among []Frame) (moves, missed int, examples []string) {
		lines := scent(t)
		for _, from := range among {
			for _, l := range lines[string(from)] {
				for _, to := range among {
					if to == from {
						continue
					}
					moves++
					if len(VerifyLine(to, l)) == 0 {
						missed++
						examples = append(examples, fmt.Sprintf("%s > %s: %s", from, to, l.Text))
					}
				}
			}
		}
		return moves, missed, examples
	}
	for name, among := range map[string][]Frame{"all frames": Frames(), "exchanges": exchanges} {
		moves, missed, examples := count(among)
		t.Logf("%s: %d of %d moves caught, %.2f %%", name, moves-missed, moves, 100-100*float64(missed)/float64(moves))
		if 100*missed > moves {
			slices.Sort(examples)
			t.Errorf("%s: %d of %d moves pass, want at most 1 %%:\n%s", name, missed, moves, examples)
		}
	}
}

// A line that names a weapon is caught under the guard of any weapon that is none, and under no guard.
func TestAWrongGuardIsCaught(t *testing.T) {
	for name, lines := range scent(t) {
		fr := frameNamed(Frame(name))
		for _, l := range lines {
			for _, other := range append(fr.weapons(), "") {
				if other == "" && !slices.ContainsFunc(weaponsOf(fr), func(a arm) bool { return !names(l.Text, a.family) && suits(l.Text, a) }) {
					continue
				}
				if fr.families == "" || other != "" && names(l.Text, other) {
					continue
				}
				l.When.Family = nil
				if other != "" {
					l.When.Family = []string{other}
				}
				if len(VerifyLine(fr.name, l)) == 0 {
					t.Errorf("%s: %s with the guard %q passes: %s", l.Source, name, other, l.Text)
				}
			}
		}
	}
}

// names says whether everything a text names can be of a family; of none if family is empty.
func names(text, family string) bool {
	words := wordsOf(text)
	for _, th := range things {
		if _, ok := th.words.in(words); ok && !slices.Contains(fields(th.families), family) {
			return false
		}
	}
	return true
}

// suits says whether a weapon has the name a text asks for.
func suits(text string, a arm) bool {
	return demandOf(text).met(Facts{Actor: "A", Target: "B", Weapon: a.weapon + "thing", Grown: a.grown, First: true, Fallen: true})
}

func TestEveryKindIsToldOrSilent(t *testing.T) {
	told := map[string]bool{}
	for _, f := range frames {
		for _, kind := range fields(f.kinds) {
			told[kind] = true
			if _, ok := rules.KindNamed(kind); !ok {
				t.Errorf("the frame %s is decided from %q, which is no kind of event", f.name, kind)
			}
		}
	}
	for _, k := range rules.Kinds {
		why := silent[k.Name]
		if told[k.Name] == (why != "") {
			t.Errorf("the kind %s: told %v, silent because %q; want one of both", k.Name, told[k.Name], why)
		}
	}
	for kind := range silent {
		if _, ok := rules.KindNamed(kind); !ok {
			t.Errorf("%q is silent and no kind of event", kind)
		}
	}
}

func TestTheTablesAgree(t *testing.T) {
	for _, f := range frames {
		if len(tellsOf(f.name)) == 0 {
			t.Errorf("nothing says how %s is told", f.name)
		}
		for _, name := range fields(f.may) {
			if !slices.ContainsFunc(claims, func(c claim) bool { return c.name == name }) {
				t.Errorf("%s may claim %s, which no words do", f.name, name)
			}
		}
	}
	for _, name := range tellers() {
		if frameNamed(name) == nil {
			t.Errorf("%q is told and no frame", name)
		}
	}
	for _, th := range things {
		for _, family := range fields(th.families) {
			if !slices.Contains(Families, family) {
				t.Errorf("%q is no family", family)
			}
		}
	}
}

// fitting calls each with the lines that have any of the words, in every moment they could be chosen for.
func fitting(t *testing.T, words lexicon, each func(name Frame, l prompts.Line, f Facts)) {
	t.Helper()
	for name, lines := range scent(t) {
		for _, l := range lines {
			if _, ok := words.in(wordsOf(l.Text)); !ok {
				continue
			}
			made := line{Line: l, wants: demandOf(l.Text)}
			for f := range moments(frameNamed(Frame(name))) {
				if made.fits(f) {
					each(Frame(name), l, f)
				}
			}
		}
	}
}

// holds refuses words in the moments that are asked for.
func holds(t *testing.T, words string, where func(Frame, Facts) bool) {
	t.Helper()
	seen := map[string]bool{}
	fitting(t, lexiconOf(words), func(name Frame, l prompts.Line, f Facts) {
		if where(name, f) && !seen[l.Text] {
			seen[l.Text] = true
			t.Errorf("%s: %s: told in %+v: %s", l.Source, name, f, l.Text)
		}
	})
}

// MA-46: sparring is points and guard; nobody is hurt, nobody goes down, nobody is an enemy.
func TestNobodyBleedsInSparring(t *testing.T) {
	holds(t, "blood*, bleed*, bled, wound*, red, redden*, hurt*, corpse*, dead, death, kill*, enem*, war, banner*, {target} goes down, {actor} goes down, "+
		"{target} lies, {target} folds, steel, blade, blades", func(_ Frame, f Facts) bool { return f.Match })
	for _, name := range []Frame{"wound", "critical", "fall", "bled_out", "bleeding", "broken_guard", "window", "arm", "face", "end_won", "duel_won"} {
		if text := newScent(t, scent(t), 1).Word(Facts{Frame: name, Actor: "A", Target: "B", Match: true}); text != "" {
			t.Errorf("%s in sparring: %s", name, text)
		}
		if faults := Verify("{actor} and {target}.", Facts{Frame: name, Actor: "A", Target: "B", Match: true}); !slices.Contains(faults, "no moment of this fight: sparring, or not") {
			t.Errorf("%s in sparring: %q", name, faults)
		}
	}
}

// A wooden sword has no edge and no steel.
func TestWoodDoesNotCut(t *testing.T) {
	holds(t, "cut, cuts, cutting, slice*, sever*, steel, blade, blades, the edge, {actor} edge", func(_ Frame, f Facts) bool { return f.Family == "wooden" })
}

// a feint never wounds; nor does a near miss, a step or an empty hand.
func TestAFeintDrawsNoBlood(t *testing.T) {
	holds(t, "blood*, bleed*, wound*, red, redden*, hurt*, stain*, {target} goes down", func(name Frame, _ Facts) bool {
		fr := frameNamed(name)
		return fr.may == "" && slices.ContainsFunc(fields(fr.kinds), func(k string) bool { return slices.Contains([]string{"guard", "contest", "distance", "break"}, k) }) ||
			slices.Contains([]Frame{"feint_met", "feint_missed"}, name)
	})
}

// A line about one location is told of a blow at that location.
func TestALocationIsToldWhereItIs(t *testing.T) {
	for _, where := range places {
		told := 0
		fitting(t, placeWords[where], func(name Frame, l prompts.Line, f Facts) {
			switch {
			case name != "near_miss":
			case f.Where != where:
				t.Errorf("%s: told of the %s: %s", l.Source, f.Where, l.Text)
			default:
				told++
			}
		})
		if told == 0 {
			t.Errorf("nothing names a near miss at the %s", where)
		}
	}
}

// The name of a distance is told where it is entered.
func TestADistanceIsNamedWhereItIs(t *testing.T) {
	for _, rung := range distances {
		fitting(t, distanceWords[rung], func(name Frame, l prompts.Line, f Facts) {
			if f.Distance != rung {
				t.Errorf("%s: %s: %s is named at %q: %s", l.Source, name, rung, f.Distance, l.Text)
			}
		})
	}
}

// Every place and distance of a duel has its frame.
func TestEveryPlaceAndDistanceIsAFrame(t *testing.T) {
	for _, where := range places {
		if where != "wrist" && frameNamed(Frame(where)) == nil {
			t.Errorf("no frame tells of the %s", where)
		}
	}
	for _, rung := range distances {
		if !slices.ContainsFunc(frames, func(f frame) bool { return f.rung == rung }) {
			t.Errorf("no frame tells of %s", rung)
		}
	}
}
