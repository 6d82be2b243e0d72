package narrate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kokyu/prompts"
	"kokyu/rules"
)

// linesMin is how many lines, openings and images a frame needs so that ten told ones leave a choice.
const linesMin = 12

// tongues are all there are.
var tongues = []*tongue{breaths, turns, rounds}

// scent is the lines written for a dialect.
func scent(t testing.TB, of *tongue) prompts.Lines {
	t.Helper()
	lines, err := prompts.Scent(append(slices.Clone(of.Script), rules.TaleScript)...)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// Each written line is in a file of some dialect, and in a frame of it.
func TestEveryLineIsOfADialect(t *testing.T) {
	all, err := prompts.Scent()
	if err != nil {
		t.Fatal(err)
	}
	known := prompts.Lines{}
	for _, of := range tongues {
		lines := scent(t, of)
		if _, err := NewScent(of.Dialect, lines, 1); err != nil {
			t.Error(err)
		}
		maps.Copy(known, lines)
	}
	for name := range all {
		if known[name] == nil {
			t.Errorf("no dialect has the lines of %s", name)
		}
	}
}

// Nothing is told that is not so: every line, in every moment its guards let it through, passes what any words must.
func TestEveryLineIsTrueWhereverItIsChosen(t *testing.T) {
	for _, of := range tongues {
		for name, lines := range scent(t, of) {
			for _, l := range lines {
				for _, fault := range of.verifyLine(name, l) {
					t.Errorf("%s: %s: %s\n\t%s", l.Source, name, fault, l.Text)
				}
			}
		}
	}
}

func TestEveryFrameHasEnoughToSay(t *testing.T) {
	for _, of := range tongues {
		lines := scent(t, of)
		for _, name := range of.frameNames() {
			if name == "scene" { // its words follow from the setting
				continue
			}
			openings, images := map[string]bool{}, map[string]bool{}
			for _, l := range lines[name] {
				openings[openingOf(l.Text)], images[strings.Replace(l.Image, plain, l.Text, 1)] = true, true
			}
			if n := len(lines[name]); n < linesMin || len(openings) < linesMin || len(images) < linesMin {
				t.Errorf("%s: %d lines, %d openings, %d images, want %d of each", name, n, len(openings), len(images), linesMin)
			}
			if n := len(lines[name]); len(openings) < n-n/10 {
				t.Errorf("%s: %d openings for %d lines, want nearly all distinct", name, len(openings), n)
			}
		}
	}
}

// exchanges are the frames that tell one exchange from another: a line of one is a lie in all others.
var exchanges = []string{"miss", "miss_shot", "held", "hasty", "broken_guard", "wound", "critical", "fall", "counter", "toppled", "stray",
	"feint", "feint_met", "feint_missed", "near_miss", "window", "wrist_kept", "wrist_lost", "arm", "leg", "torso", "face", "empty_hand", "point", "point_deep"}

// A line that stands in the wrong frame is caught, by its slots or by its words.
func TestALineInAWrongFrameIsCaught(t *testing.T) {
	every := &tongue{tells: map[string][]lexicon{}, places: breaths.places, distances: breaths.distances}
	lines := prompts.Lines{}
	for _, of := range tongues { // the frames of all dialects, each frame once
		for _, f := range of.Frames {
			if every.frame(f.Name) == nil {
				every.Frames = append(every.Frames, f)
			}
		}
		maps.Copy(every.tells, of.tells)
		maps.Copy(lines, scent(t, of))
	}
	count := func(among []string) (moves, missed int, examples []string) {
		for _, from := range among {
			for _, l := range lines[from] {
				r := every.read(l.Text)
				for _, to := range among {
					if to == from {
						continue
					}
					moves++
					if fr := every.frame(to); len(r.wordFaults(fr)) == 0 && len(every.verifyLine(to, l)) == 0 {
						missed++
						examples = append(examples, fmt.Sprintf("%s > %s: %s", from, to, l.Text))
					}
				}
			}
		}
		return moves, missed, examples
	}
	for name, among := range map[string][]string{"all frames": every.frameNames(), "exchanges": exchanges} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			moves, missed, examples := count(among)
			t.Logf("%d of %d moves caught, %.2f %%", moves-missed, moves, 100-100*float64(missed)/float64(moves))
			if 100*missed > moves {
				slices.Sort(examples)
				t.Errorf("%d of %d moves pass, want at most 1 %%:\n%s", missed, moves, examples)
			}
		})
	}
}

// A line that names a weapon is caught under the guard of any weapon that is none, and under no guard.
func TestAWrongGuardIsCaught(t *testing.T) {
	for _, of := range tongues {
		for name, lines := range scent(t, of) {
			fr := of.frame(name)
			for _, l := range lines {
				for _, other := range append(fields(fr.Families), "") {
					if other == "" && !slices.ContainsFunc(weaponsOf(fr), func(a arm) bool { return !names(l.Text, a.family) && suits(of, l.Text, a) }) {
						continue
					}
					if fr.Families == "" || other != "" && names(l.Text, other) {
						continue
					}
					l.When.Family = nil
					if other != "" {
						l.When.Family = []string{other}
					}
					if len(of.verifyLine(name, l)) == 0 {
						t.Errorf("%s: %s with the guard %q passes: %s", l.Source, name, other, l.Text)
					}
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

// suits says whether a weapon has the name a text asks for, and is what it speaks of.
func suits(of *tongue, text string, a arm) bool {
	if slices.ContainsFunc(deedsOf(wordsOf(text)), func(of string) bool { return !slices.Contains(fields(a.made), of) }) {
		return false
	}
	return of.met(of.demandOf(text), Facts{Actor: true, Target: true, Weapon: true, Named: a.named, First: true, Fallen: true})
}

// Each kind of event is told by some dialect or silent in it, and none says both of one.
func TestEveryKindIsToldOrSilent(t *testing.T) {
	known := map[string]bool{}
	for _, of := range tongues {
		told := map[string]bool{}
		for _, f := range of.Frames {
			for _, kind := range fields(f.Kinds) {
				told[kind], known[kind] = true, true
				if _, ok := rules.KindNamed(kind); !ok {
					t.Errorf("the frame %s is decided from %q, which is no kind of event", f.Name, kind)
				}
			}
		}
		for kind, why := range of.Silent {
			known[kind] = true
			if _, ok := rules.KindNamed(kind); !ok || why == "" || told[kind] {
				t.Errorf("%q is silent because %q; want a kind of event no frame is decided from, and why", kind, why)
			}
		}
	}
	for _, k := range rules.Kinds {
		if !known[k.Name] {
			t.Errorf("no dialect tells the kind %s or says why not", k.Name)
		}
	}
}

func TestTheTablesAgree(t *testing.T) {
	for _, of := range tongues {
		for _, f := range of.Frames {
			if len(of.tells[f.Name]) == 0 {
				t.Errorf("nothing says how %s is told", f.Name)
			}
			for _, name := range fields(f.May) {
				if !slices.ContainsFunc(claims, func(c claim) bool { return c.name == name }) {
					t.Errorf("%s may claim %s, which no words do", f.Name, name)
				}
			}
			for _, family := range fields(f.Families) {
				if !slices.Contains(Families, family) {
					t.Errorf("%s: %q is no family", f.Name, family)
				}
			}
		}
		for name := range of.Tells {
			if of.frame(name) == nil {
				t.Errorf("%q is told and no frame", name)
			}
		}
		for _, p := range []rules.Pieces{of.Fight, of.Duel, of.Match} {
			for _, name := range []string{p.Opening, p.Lull, p.Turning, p.Draw, p.Won, p.WonBy} {
				if name != "" && of.frame(name) == nil {
					t.Errorf("the piece %q is no frame", name)
				}
			}
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
func fitting(t *testing.T, words lexicon, each func(fr *rules.Frame, l prompts.Line, f Facts)) {
	t.Helper()
	for _, of := range tongues {
		for name, lines := range scent(t, of) {
			for _, l := range lines {
				if _, ok := words.in(wordsOf(l.Text)); !ok {
					continue
				}
				made := of.line(name, l)
				for f := range of.moments(of.frame(name)) {
					if of.fits(&made, f) {
						each(of.frame(name), l, f)
					}
				}
			}
		}
	}
}

// holds refuses words in the moments that are asked for.
func holds(t *testing.T, words string, where func(*rules.Frame, Facts) bool) {
	t.Helper()
	seen := map[string]bool{}
	fitting(t, lexiconOf(words), func(fr *rules.Frame, l prompts.Line, f Facts) {
		if where(fr, f) && !seen[l.Text] {
			seen[l.Text] = true
			t.Errorf("%s: %s: told in %+v: %s", l.Source, fr.Name, f, l.Text)
		}
	})
}

// MA-46: sparring is points and guard; nobody is hurt, nobody goes down, nobody is an enemy.
func TestNobodyBleedsInSparring(t *testing.T) {
	holds(t, "blood*, bleed*, bled, wound*, red, redden*, hurt*, corpse*, dead, death, kill*, enem*, war, banner*, {target} goes down, {actor} goes down, "+
		"{target} lies, {target} folds, steel, blade, blades", func(_ *rules.Frame, f Facts) bool { return f.Match })
	voice := newScent(t, scent(t, breaths), 1)
	for _, name := range []string{"wound", "critical", "fall", "bled_out", "bleeding", "broken_guard", "window", "arm", "face", "end_won", "duel_won"} {
		f := Facts{Frame: name, Actor: true, Target: true, Match: true}
		if text := word(voice.Anew(1), f); text != "" {
			t.Errorf("%s in sparring: %s", name, text)
		}
		if faults := breaths.verify("{actor} and {target}.", f); !slices.Contains(faults, "no moment of this fight: sparring, or not") {
			t.Errorf("%s in sparring: %q", name, faults)
		}
	}
}

// A wooden sword has no edge and no steel.
func TestWoodDoesNotCut(t *testing.T) {
	holds(t, "cut, cuts, cutting, slice*, sever*, steel, blade, blades, the edge, {actor} edge", func(_ *rules.Frame, f Facts) bool { return f.Family == "wooden" })
}

// a feint never wounds; nor does a near miss, a step or an empty hand.
func TestAFeintDrawsNoBlood(t *testing.T) {
	holds(t, "blood*, bleed*, wound*, red, redden*, hurt*, stain*, {target} goes down", func(fr *rules.Frame, _ Facts) bool {
		return fr.May == "" && slices.ContainsFunc(fields(fr.Kinds), func(k string) bool { return slices.Contains([]string{"guard", "contest", "distance", "break"}, k) }) ||
			slices.Contains([]string{"feint_met", "feint_missed"}, fr.Name)
	})
}

// A line about one location is told of a blow at that location.
func TestALocationIsToldWhereItIs(t *testing.T) {
	for _, where := range breaths.places {
		told := 0
		fitting(t, where.words, func(fr *rules.Frame, l prompts.Line, f Facts) {
			switch {
			case fr.Name != "near_miss":
			case f.Where != where.name:
				t.Errorf("%s: told of the %s: %s", l.Source, f.Where, l.Text)
			default:
				told++
			}
		})
		if told == 0 {
			t.Errorf("nothing names a near miss at the %s", where.name)
		}
	}
}

// The name of a distance is told where it is entered.
func TestADistanceIsNamedWhereItIs(t *testing.T) {
	for _, rung := range breaths.distances {
		fitting(t, rung.words, func(fr *rules.Frame, l prompts.Line, f Facts) {
			if f.Distance != rung.name {
				t.Errorf("%s: %s: %s is named at %q: %s", l.Source, fr.Name, rung.name, f.Distance, l.Text)
			}
		})
	}
}

// Every place and distance of a duel has its frame.
func TestEveryPlaceAndDistanceIsAFrame(t *testing.T) {
	for _, where := range breaths.places.names() {
		if where != "wrist" && breaths.frame(where) == nil {
			t.Errorf("no frame tells of the %s", where)
		}
	}
	for _, rung := range breaths.distances.names() {
		if !slices.ContainsFunc(breaths.Frames, func(f rules.Frame) bool { return f.Rung == rung }) {
			t.Errorf("no frame tells of %s", rung)
		}
	}
}
