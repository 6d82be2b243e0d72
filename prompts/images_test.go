package prompts

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/prompts/shape"
	"kokyu/rules"
	"kokyu/rules/text"
)

// The bank has at least 150 sayings over at least 14 causes, six for each that comes often, and 120
// images of the place.
func TestTheBankIsLargeEnough(t *testing.T) {
	all, err := Bank()
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for _, s := range all.Sayings {
		for _, cause := range s.Needs {
			by[cause]++
		}
	}
	if len(all.Sayings) < 150 || len(by) < 14 || len(all.Places) < 120 {
		t.Errorf("%d sayings over %d causes, %d places", len(all.Sayings), len(by), len(all.Places))
	}
	for _, cause := range []string{"late", "hurried", "feint", "overload", "reach", "spent", "outnumbered", "grapple"} {
		if by[cause] < 6 {
			t.Errorf("%d sayings for %s, want 6", by[cause], cause)
		}
	}
}

// The bank holds nothing that is wrong, and is used as it was checked.
func TestTheBankPassesItsCheck(t *testing.T) {
	checked, err := readImages(bankName, bankFile)
	if err != nil {
		t.Fatal(err)
	}
	if used, err := Bank(); err != nil || !reflect.DeepEqual(used, checked) {
		t.Errorf("the bank differs from what was checked: %v", err)
	}
}

// Every cause has a saying that fits whatever the weapons are, and every word of a setting an image that needs it.
func TestTheBankLeavesNoCauseAndNoSettingOut(t *testing.T) {
	all, err := Bank()
	if err != nil {
		t.Fatal(err)
	}
	for _, cause := range causes {
		if !slices.ContainsFunc(all.Sayings, func(s saying) bool { return s.Fits(cause, "hit", "unarmed") }) {
			t.Errorf("no saying for %s between unarmed people", cause)
		}
	}
	for aspect, words := range aspects {
		for _, word := range words {
			if !slices.ContainsFunc(all.Places, func(p place) bool { return slices.Contains(p.Setting[aspect], word) }) {
				t.Errorf("no image of %s %s", aspect, word)
			}
		}
	}
}

// Two in three sayings, and as many images of the place, have eight words or fewer; none has more than twelve.
func TestTheBankIsShort(t *testing.T) {
	all, err := Bank()
	if err != nil {
		t.Fatal(err)
	}
	for kind, texts := range map[string][]string{"sayings": all.sayings(), "places": all.places()} {
		short := 0
		for _, s := range texts {
			switch n := len(strings.Fields(s)); {
			case n > 12:
				t.Errorf("%d words: %s", n, s)
			case n <= 8:
				short++
			}
		}
		if 3*short < 2*len(texts) {
			t.Errorf("%s: %d of %d have eight words or fewer", kind, short, len(texts))
		}
	}
}

func (all Images) sayings() (texts []string) {
	for _, s := range all.Sayings {
		texts = append(texts, s.Text)
	}
	return texts
}

func (all Images) places() (texts []string) {
	for _, p := range all.Places {
		texts = append(texts, p.Text)
	}
	return texts
}

// A family, a cause and a word of a setting that an image may ask for is a licence of its check, or no word could stand for
// it.
func TestTheCheckKnowsEveryCauseFamilyAndSetting(t *testing.T) {
	want := slices.Clone(causes)
	for _, family := range rules.Families {
		want = append(want, "family:"+family)
	}
	for aspect, words := range aspects {
		for _, word := range words {
			want = append(want, aspect+":"+word)
		}
	}
	for _, name := range want {
		if !slices.Contains(shape.Licences(), name) {
			t.Errorf("shape has no licence %s", name)
		}
	}
}

func TestASayingFollowsItsCause(t *testing.T) {
	s := saying{Needs: []string{"late", "hurried"}, With: []string{"blade", "short"}, Never: []string{"deep"}}
	for _, c := range []struct {
		cause string
		tags  string
		want  bool
	}{
		{"late", "hit blade", true},
		{"hurried", "short spear", true},
		{"feint", "hit blade", false},
		{"late", "hit", false},
		{"late", "hit spear", false},
		{"late", "wound deep blade", false},
		{"late", "wound fall blade", false},
		{"late", "wound killed blade", false},
		{"", "blade", false},
	} {
		if got := s.Fits(c.cause, strings.Fields(c.tags)...); got != c.want {
			t.Errorf("%q, %s: %v, want %v", c.cause, c.tags, got, c.want)
		}
	}
}

func TestAPlaceFitsASettingThatHasIt(t *testing.T) {
	p := place{At: []string{"open", "end"}, Never: []string{"snow"}}
	p.Setting = map[string][]string{"ground": {"mud", "earth"}, "roof": {"outdoors"}}
	for _, c := range []struct {
		at, setting string
		want        bool
	}{
		{"open", "ground=mud roof=outdoors", true},
		{"end", "ground=earth roof=outdoors weather=rain", true},
		{"fall", "ground=mud roof=outdoors", false},
		{"open", "ground=sand roof=outdoors", false},
		{"open", "ground=mud", false},
		{"open", "ground=mud roof=outdoors weather=snow", false},
		{"open", "", false},
	} {
		setting := map[string]string{}
		for _, pair := range strings.Fields(c.setting) {
			aspect, word, _ := strings.Cut(pair, "=")
			setting[aspect] = word
		}
		if got := p.Fits(c.at, setting); got != c.want {
			t.Errorf("%s in %q: %v, want %v", c.at, c.setting, got, c.want)
		}
	}
}

// A mistake in a file of images is a sentence with its line and column.
func TestMistakesInImagesAreNamedWithTheirPlace(t *testing.T) {
	for line, want := range map[string]string{
		`sayings: [{id: 1, needs: [late], text: "A late guard is late.", kind: saying}]`:                     `a.yaml:2:65: unknown key "kind"`,
		`sayings: [{id: 1, needs: [latte], text: "A late guard is late."}]`:                                  `a.yaml:2:27: unknown cause "latte"`,
		`sayings: [{id: 1, needs: [late], never: [depe], text: "A late guard is late."}]`:                    `a.yaml:2:42: unknown tag "depe"`,
		`sayings: [{id: 1, needs: [late], with: [sword], text: "A late guard is late."}]`:                    `a.yaml:2:41: unknown weapon family "sword"`,
		`sayings: [{id: 1, needs: [late], text: "Aki is late."}, {id: 1, needs: [late], text: "Late."}]`:     `a.yaml:2:62: 1 is the number of "Aki is late."`,
		`sayings: [{id: 1, needs: [late], text: "So it is."}, {id: 2, needs: [late], text: "So It is."}]`:    `a.yaml:2:83: "So it is." is there already`,
		`sayings: [{id: 1, needs: [late], text: "A late guard is Aki's."}]`:                                  `a.yaml:2:40: the text is not one plain sentence`,
		`sayings: [{id: 1, needs: [late, late], text: "A late guard is late."}]`:                             `a.yaml:2:33: the cause "late" is there already`,
		`sayings: [{id: 1, text: "A late guard is late."}]`:                                                  `needs is missing`,
		`places: [{id: 1, setting: {floor: [mud]}, at: [open], text: "The mud lies flat."}]`:                 `a.yaml:2:28: unknown aspect of a setting "floor"`,
		`places: [{id: 1, setting: {ground: [mut]}, at: [open], text: "The mud lies flat."}]`:                `a.yaml:2:37: unknown ground "mut": want one of earth, mud`,
		`places: [{id: 1, setting: {ground: [mud]}, at: [close], text: "The mud lies flat."}]`:               `a.yaml:2:49: unknown position "close"`,
		`places: [{id: 1, setting: {ground: []}, at: [open], text: "The mud lies flat."}]`:                   `a.yaml:2:36: the setting has no word for its ground`,
		`places: [{id: 1, setting: {ground: [mud]}, at: [open], never: [hail], text: "The mud lies flat."}]`: `a.yaml:2:64: unknown word of a setting "hail"`,
		`places: [{id: 1, setting: {weather: [rain]}, at: [open], text: "The rain falls."}]`:                 `a.yaml:2:37: an image of the weather says nothing of the roof`,
		`sayings: [{id: 1, needs: [late], text: "A feint is quicker than a guard."}]`:                        `a.yaml:2:40: with late: "feint" says that it is a feint`,
		`sayings: [{id: 1, needs: [late, feint], text: "A late feint is a slow feint."}]`:                    `a.yaml:2:47: with late: "feint" says`,
		`sayings: [{id: 1, needs: [late], text: "A late guard is slow.", reviewed: "so"}]`:                   `passes its check and needs no review`,
		`places: [{id: 1, setting: {ground: [mud, sand]}, at: [open], text: "The mud lies flat."}]`:          `with ground:sand: "mud" is not in the setting`,
		`places: [{id: 1, setting: {place: [road, gate, alley, hall, yard, roof, beach, pass, bridge, ford], ground: [mud, sand, earth, grass, stone], light: [day, dawn, dusk, night, lamps]}, at: [open], text: "The mud lies flat."}]`: `too many settings`,
	} {
		_, err := readImages("a.yaml", []byte("version: 1\n"+line+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", line, err, want)
			continue
		}
		if ps := (text.Problems{}); !errors.As(err, &ps) || ps[0].Line != 2 || ps[0].Col == 0 {
			t.Errorf("%s: %#v has no place", line, err)
		}
	}
}
