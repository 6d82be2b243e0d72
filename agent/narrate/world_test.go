package narrate

import (
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/prompts"
	"kokyu/rules/book"
)

// aspects are those of a setting and their words, as the encounter files know them.
func aspects() (names []string, lists [][]string) {
	for f := range reflect.TypeFor[book.Scene]().Fields() {
		names = append(names, f.Tag.Get("yaml")[:strings.IndexByte(f.Tag.Get("yaml"), ',')])
		lists = append(lists, append([]string{""}, strings.Fields(f.Tag.Get("oneof"))...))
	}
	return names, lists
}

// worlds are all there are: every setting there can be, each world once.
func worlds() iter.Seq[world] {
	names, lists := aspects()
	seen := map[world]bool{}
	s := setting{}
	var walk func(i int)
	walk = func(i int) {
		if i == len(names) {
			seen[s.world()] = true
			return
		}
		for _, word := range lists[i] {
			s[names[i]] = word
			walk(i + 1)
		}
	}
	seasons := slices.Index(names, "season") // only its own sights and snow follow from it
	for i, list := range lists {
		if i == seasons {
			lists[i] = list[:1]
		}
	}
	walk(0)
	for w := range seen {
		for _, season := range []string{"", "winter"} {
			seen[w|setting{"season": season}.world()] = true
		}
	}
	return func(yield func(world) bool) {
		for w := range seen {
			if !yield(w) {
				return
			}
		}
	}
}

// Every line against every world: where a line can be chosen, all it speaks of is there, or it says that it only likens
// something to it.
func TestNoLineIsChosenWhereItsWorldIsNotSo(t *testing.T) {
	all := slices.Collect(worlds())
	t.Logf("%d worlds", len(all))
	if len(all) < 500 {
		t.Errorf("%d worlds, want hundreds", len(all))
	}
	for _, of := range tongues {
		for name, lines := range scent(t, of) {
			for _, l := range lines {
				needs, spoken, likened := worldOf(l.When.World), spokenOf(wordsOf(l.Text)), worldOf(l.Likens)
				chosen := false
				for _, w := range all {
					if w&needs != needs {
						continue
					}
					chosen = true
					if lies := spoken &^ likened &^ w; lies != 0 {
						t.Errorf("%s: %s: it speaks of %v, which need not be there: say so under world or likens\n\t%s", l.Source, name, lies.names(), l.Text)
						break
					}
				}
				if !chosen {
					t.Errorf("%s: %s: no world has %v", l.Source, name, l.When.World)
				}
				if idle := likened &^ spoken; idle != 0 {
					t.Errorf("%s: %s: it likens nothing to %v", l.Source, name, idle.names())
				}
			}
		}
	}
}

// fitting are the lines of a frame that could tell a moment.
func fittingLines(t *testing.T, of *tongue, f Facts) (texts []string) {
	t.Helper()
	for _, l := range scent(t, of)[f.Frame] {
		if made := of.line(f.Frame, l); of.fits(&made, f) {
			texts = append(texts, l.Text)
		}
	}
	if len(texts) == 0 {
		t.Errorf("nothing tells %+v", f)
	}
	return texts
}

// A blow of the fist, a kanabo, a cedar road in the rain, a tavern: each has been told with what it had not.
func TestWhatIsNotThereIsNotTold(t *testing.T) {
	blow := func(frame, made string) Facts {
		return Facts{Frame: frame, Actor: true, Target: true, Stage: Middle, P: 1, Wounds: 1, Fallen: true, Made: made}
	}
	road := setting{"place": "road", "ground": "mud", "weather": "rain", "light": "dusk", "season": "autumn", "roof": "outdoors", "trees": "cedars"}
	tavern := setting{"place": "tavern", "ground": "planks", "light": "lamps", "roof": "indoors"}
	in := func(s setting, frame string) Facts {
		return Facts{Frame: frame, Actor: true, Target: true, Stage: Middle, P: 1, Fallen: true, world: s.world()}
	}
	kanabo := Facts{Frame: "held", Actor: true, Target: true, Weapon: true, Family: "staff", Made: arsenal{"kanabo": {"iron", "weight"}}.made("kanabo", "staff"), Stage: Middle, P: 1}
	for _, c := range []struct {
		what  string
		of    *tongue
		facts Facts
		never string
	}{
		{"an unarmed blow", turns, blow("grievous", makes["unarmed"]), "cuts to the root, has cut, the cord is cut, ploughed"},
		{"an unarmed fall", turns, blow("felled", makes["unarmed"]), "is cut, cuts"},
		{"a kanabo", breaths, kanabo, "staff, wood"},
		{"a road in the rain", breaths, in(road, "opening"), "drying, dust, sun, gravel"},
		{"a pause on it", breaths, in(road, "lull"), "dust"},
		{"a tavern", turns, in(tavern, "muster"), "rain, grass, gravel, crow, sky"},
		{"steps in it", turns, in(tavern, "pace"), "stones, grass, sun, shade"},
		{"the end of it", turns, in(tavern, "won_field"), "rain, crow"},
	} {
		for _, text := range fittingLines(t, c.of, c.facts) {
			if found, ok := lexiconOf(c.never).in(wordsOf(text)); ok {
				t.Errorf("%s: %q is told: %s", c.what, found, text)
			}
		}
	}
}

// Where nothing is said of a world, nothing of it is told.
func TestAnUnknownWorldHasNothing(t *testing.T) {
	if w := (setting)(nil).world(); w != 0 {
		t.Errorf("it has %v", w.names())
	}
}

// The closed lists of the files are those of the program.
func TestTheWorldHasTheWordsOfTheLines(t *testing.T) {
	var names []string
	for _, s := range sights {
		names = append(names, s.name)
	}
	for of, field := range map[reflect.Type]string{reflect.TypeFor[prompts.Line](): "Likens", reflect.TypeFor[prompts.When](): "World"} {
		f, _ := of.FieldByName(field)
		if got := strings.Fields(f.Tag.Get("oneof")); !slices.Equal(got, names) {
			t.Errorf("%s takes %v, want %v", field, got, names)
		}
	}
	if n := len(sights); n > 64 {
		t.Errorf("%d sights have no bits", n)
	}
}
