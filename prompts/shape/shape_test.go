package shape

import (
	"slices"
	"strings"
	"testing"
)

// Each rule refuses what it is for, says so, and lets the honest image beside it pass.
func TestARuleRefusesALieAndLetsAnImagePass(t *testing.T) {
	rain := "place:road ground:mud weather:rain light:dusk season:autumn roof:outdoors trees:cedars"
	for _, c := range []struct {
		rule, text string
		kind       Kind
		licences   string
		why        string // part of the first problem; empty if it passes
	}{
		{"1 text", "A late guard is slow", Saying, "late", "one plain sentence"},
		{"1 text", "A late guard is slow. So it is.", Saying, "late", "one plain sentence"},
		{"1 text", "Aki's guard is Late.", Saying, "late", "one plain sentence"},
		{"1 text", "A l\u0430te guard is slow.", Saying, "late", "one plain sentence"}, // a Cyrillic letter
		{"1 text", "A  late guard is slow.", Saying, "late", "one plain sentence"},
		{"1 text", "It waits.", Saying, "late", "2 words"},
		{"1 text", "A guard" + strings.Repeat(" that is slow", 6) + " is slow.", Saying, "late", "22 words"},
		{"2 forms", "A guard is glorpy.", Saying, "late", `"glorpy" is not a known word`},
		{"2 forms", "A guard is slowish.", Saying, "late", `"slowish" is not a known word`},
		{"2 forms", "A slower guard costs more.", Saying, "", ""},
		{"3 never", "A guard needs somebody behind it.", Saying, "", "a person"},
		{"3 never", "Two guards cost more.", Saying, "", "a number"},
		{"3 never", "A slow guard cost him more.", Saying, "", "a person"},
		{"3 never", "A slow guard was costly.", Saying, "", "the past"},
		{"3 never", "A slow guard will cost more.", Saying, "", "the future"},
		{"3 never", "A slow dog needs more.", Saying, "", "an animal"},
		{"3 never", "A hard edge can break.", Saying, "family:blade", "something broken"},
		{"3 never", "A slow heart needs less.", Saying, "", "a vital part"},
		{"3 never", "A slow guard moved.", Saying, "", "the past"},
		{"3 never", "A guard moved early costs less.", Saying, "late", ""},
		{"4 facts", "A quick blow hits more often.", Saying, "miss", "says that a blow lands"},
		{"4 facts", "A quick blow hits more often.", Saying, "hit", ""},
		{"4 facts", "A late guard costs more.", Saying, "feint overload", ""},
		{"4 facts", "A late guard costs more.", Saying, "reach", "says that it is late"},
		{"4 facts", "Haste costs more.", Saying, "hurried", ""},
		{"4 facts", "Haste costs more.", Saying, "spent", "says that it is hasty"},
		{"4 facts", "A quick blow hits nothing but air.", Saying, "hit", "says that a blow misses"},
		{"4 facts", "A long shaft needs room.", Saying, "family:spear", ""},
		{"4 facts", "A long shaft needs room.", Saying, "family:unarmed", `"shaft" is a shaft`},
		{"5 setting", "Rain stands in the ruts.", Place, rain, ""},
		{"5 setting", "Rain stands in the ruts.", Place, "place:road ground:mud weather:clear", `"rain" is not in the setting`},
		{"5 setting", "The cedars drip.", Place, "ground:mud", `"cedars" is not in the setting`},
		{"5 setting", "Rain hums like a rope.", Place, rain, ""},
		{"5 setting", "Rain runs down the rope.", Place, rain, `"rope" is not there`},
		{"5 setting", "Rain hums like a rope and like a bell.", Place, rain, "compares more than once"},
		{"6 sentence", "A slow arm parries no blow.", Saying, "parried", "denies what may have happened"},
		{"6 sentence", "A slow arm cannot parry a blow.", Saying, "parried", ""},
		{"6 sentence", "A slow arm gives way.", Saying, "", `"give way" says what happens`},
		{"6 sentence", "A long blade reaches a hand sooner than that.", Saying, "miss family:blade", "says that a blow lands"},
		{"6 sentence", "A sleeve is often warm.", Saying, "", `"warm"`},
		{"7 saying", "The guard is slow.", Saying, "", "does not begin a saying"},
		{"7 saying", "A blow needs the guard.", Saying, "", `"the guard" points at this fight; write a guard`},
		{"7 saying", "A blow needs its arm.", Saying, "", `"its arm" points at this fight; write an arm`},
		{"7 saying", "A slow blow comes again.", Saying, "", `"again" points at this fight`},
		{"7 saying", "A slow foot wants mud.", Saying, "ground:mud", `"mud" is of the place`},
		{"7 saying", "A foot slides away.", Saying, "", `"foot slides" tells what happens`},
		{"7 saying", "A slow foot slides away.", Saying, "", ""},
		{"7 saying", "An arm is turning.", Saying, "", "tells what goes on"},
		{"7 saying", "Bend a slow arm.", Saying, "", "does not begin a saying"},
		{"7 place", "The hand lies in the mud.", Place, rain, `"hand" is of a fighter`},
		{"7 place", "The mud gets up.", Place, rain, `"gets" is nothing that a place does`},
		{"7 place", "Rain is carried off.", Place, rain, "tells what was done to it"},
		{"7 place", "The road falls.", Place, rain, `"falls" is nothing that a place does`},
		{"7 place", "Rain falls.", Place, rain, "2 words"},
		{"7 place", "Rain falls on the road.", Place, rain, ""},
		{"7 place", "Something lies in the mud.", Place, rain, `"something" hides somebody`},
		{"7 place", "Nothing moves on the road.", Place, rain, "denies what may have happened"},
		{"7 place", "The mud closes over it.", Place, rain, `"it" stands for something that is not said`},
	} {
		problems := Check(c.text, c.kind, strings.Fields(c.licences))
		if c.why == "" && len(problems) > 0 || c.why != "" && !strings.Contains(strings.Join(problems, "; "), c.why) {
			t.Errorf("%s: %s (%v, %s): %q, want %q", c.rule, c.text, c.kind, c.licences, problems, c.why)
		}
	}
}

// Words are found in all their forms, and no form that nobody says is made of them by accident.
func TestFormsAreMadeOfLemmas(t *testing.T) {
	for form, lemma := range map[string]string{
		"feet": "foot", "carries": "carry", "begun": "begin", "beginning": "begin", "slower": "slow", "heavily": "heavy",
		"closes": "close", "lying": "lie", "gripping": "grip", "bigger": "big", "leaves": "leaf", "stillness": "stillness",
	} {
		if !slices.ContainsFunc(lexicon()[form], func(r reading) bool { return r.lemma == lemma }) {
			t.Errorf("%s is not a form of %s: %v", form, lemma, lexicon()[form])
		}
	}
	for _, none := range []string{"foots", "beginned", "taked", "lieing", "griping", "runed"} {
		if readings, ok := lexicon()[none]; ok {
			t.Errorf("%s is a form of %v", none, readings)
		}
	}
}

// What a licence names is a word or a class there is, and what restricts a verb is a licence or an aspect.
func TestLicencesNameWordsThereAre(t *testing.T) {
	classes, lemmas := map[string]bool{}, map[string]bool{}
	for _, readings := range lexicon() {
		for _, r := range readings {
			classes[r.class], lemmas[r.lemma] = true, true
		}
	}
	aspects := map[string]bool{}
	for name, l := range rights().by {
		aspect, _, _ := strings.Cut(name, ":")
		aspects[aspect] = true
		for class := range l.classes {
			if !classes[class] {
				t.Errorf("%s licenses %s: there is no such class", name, class)
			}
			if never[class] != "" {
				t.Errorf("%s licenses %s, which nothing does", name, class)
			}
		}
		for lemma := range l.lemmas {
			if !lemmas[lemma] {
				t.Errorf("%s licenses %q, which is no lemma of words.txt", name, lemma)
			}
		}
	}
	for verb, names := range rights().only {
		if !lemmas[verb] {
			t.Errorf("only %s: no such verb", verb)
		}
		for _, name := range names {
			if _, known := rights().by[name]; !known && !aspects[name] {
				t.Errorf("only %s: %q is no licence", verb, name)
			}
		}
	}
	for _, p := range rights().phrases {
		for _, lemma := range p.lemmas {
			if !lemmas[lemma] && lemma != "be" && len(lexicon()[lemma]) == 0 {
				t.Errorf("phrase %v: %q is not a word", p.lemmas, lemma)
			}
		}
	}
}

// Whatever the text: no panic, the same answer twice, only plain sentences pass; a saying is not let in by a setting, nor an
// image of the place by a fact.
func FuzzCheck(f *testing.F) {
	f.Add("A slow foot slides away.", uint64(5))
	f.Add("Rain stands in the ruts.", ^uint64(0))
	f.Add("The point's-edge, of it; and 'tis as a bell.", uint64(1))
	all := Licences()
	var facts, settings []string
	for _, name := range all {
		if aspect, _, ok := strings.Cut(name, ":"); ok && aspect != "family" {
			settings = append(settings, name)
		} else {
			facts = append(facts, name)
		}
	}
	f.Fuzz(func(t *testing.T, text string, bits uint64) {
		some := func(names []string) (chosen []string) {
			for i, name := range names {
				if bits>>(i%64)&1 == 1 {
					chosen = append(chosen, name)
				}
			}
			return chosen
		}
		for _, kind := range []Kind{Saying, Place} {
			given := slices.Concat(some(facts), some(settings))
			problems := Check(text, kind, given)
			if !slices.Equal(problems, Check(text, kind, given)) {
				t.Errorf("%q: two answers", text)
			}
			if len(problems) == 0 && !Sentence(text) {
				t.Errorf("%q is no sentence and passes", text)
			}
			own := some(facts)
			if kind == Place {
				own = some(settings)
			}
			if alone := Check(text, kind, own); (len(alone) == 0) != (len(problems) == 0) {
				t.Errorf("%v %q: %q with %v, %q with %v", kind, text, problems, given, alone, own)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	for b.Loop() {
		Check("A guard that answers a feint is busy when a blow comes.", Saying, []string{"feint"})
	}
}
