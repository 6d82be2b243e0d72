package narrate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
)

// passages returns those of a told fight.
func passages(t testing.TB, f enacted, steps []rules.Step) []narrate.Passage {
	t.Helper()
	told, err := narrate.Passages(t.Context(), f.Options, agent.Dialect(f.System), steps)
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// paragraphs returns those of a fight.
func paragraphs(t testing.TB, f enacted, steps []rules.Step) []narrate.Paragraph {
	t.Helper()
	all, err := narrate.Paragraphs(t.Context(), f.Options, agent.Dialect(f.System), steps)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Whatever must be told of a fight is told once, in its order, and no way of any fact has a name in it.
func TestWhatMustBeToldIsToldOnceAndInOrder(t *testing.T) {
	n := 0
	fights(t, rulestest.Few(1, 9), func(o enacted, steps []rules.Step) {
		musts := slices.DeleteFunc(o.facts(steps), func(f rules.Fact) bool { return !f.Must() })
		key := func(f rules.Fact) string {
			return fmt.Sprint(f.Step, " ", f.Kind, " of ", f.By, " at ", f.To, " ", f.What)
		}
		var want, got []string
		for _, f := range musts {
			want = append(want, key(f))
		}
		for _, p := range paragraphs(t, o, steps) {
			for _, f := range p.Facts {
				for _, told := range f.Tells() {
					if told.Must() && told.Kind != "end" && told.Kind != "word" {
						got = append(got, key(told))
					}
				}
				for _, way := range f.Ways {
					if slices.ContainsFunc(o.Roster, func(r rules.Fighter) bool { return strings.Contains(way, r.Name) }) {
						t.Errorf("a name in %q", way)
					}
				}
			}
		}
		n += len(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s, seed %d: told\n%s\nwant\n%s", o.Title, o.Seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
	if n < 300 {
		t.Errorf("%d facts must be told, want hundreds: nothing was shown", n)
	}
}

// What is told of somebody names them: each passage has the names of all who act and fall in it, or what they are.
func TestWhoFallsIsNamed(t *testing.T) {
	fights(t, 1, func(o enacted, steps []rules.Step) {
		for _, p := range paragraphs(t, o, steps) {
			for _, f := range p.Facts {
				if f.Kind != "fall" {
					continue
				}
				for _, way := range f.Ways {
					said := p.Fill(way)
					if !strings.Contains(said, strings.TrimSuffix(f.Of.To, " the Cur")) && !strings.Contains(said, "the last of") ||
						!slices.ContainsFunc([]string{"goes down", " down with ", " down.", "brings down", "kills", "go down", "falls dead", "counts as"},
							func(falls string) bool { return strings.Contains(said, falls) }) {
						t.Errorf("%s: %q of the fall of %s", o.Title, said, f.Of.To)
					}
				}
			}
		}
	})
}

// Where only the law is told, nothing else is: not even where the fight is.
func TestTheLawAloneHasNoTale(t *testing.T) {
	f, steps := played(t, "ambush", 1, agent.Greedy{})
	f.Voice = "law"
	for _, l := range told(t, f, steps) {
		if l.Kind == narrate.Tale {
			t.Errorf("told: %s", l.Text)
		}
	}
}

// The plain voice tells the same facts without an image; with images, at most half of the passages have one, and none
// comes twice.
func TestImagesStandBetweenFacts(t *testing.T) {
	bank, err := prompts.Bank()
	if err != nil {
		t.Fatal(err)
	}
	texts := bank.Texts()
	adorned, all := 0, 0
	fights(t, 2, func(o enacted, steps []rules.Step) {
		o.Voice = "plain"
		for _, p := range passages(t, o, steps) {
			for _, image := range texts {
				if p.Image != 0 || strings.Contains(p.Text, image) {
					t.Errorf("%s: a plain tale says %q", o.Title, image)
				}
			}
		}
		o.Voice = "scent"
		seen := map[int]bool{}
		for _, p := range passages(t, o, steps) {
			all++
			if p.Image == 0 {
				continue
			}
			adorned++
			if seen[p.Image] || !strings.Contains(p.Text, texts[p.Image]) {
				t.Errorf("%s: image %d twice or not there: %q", o.Title, p.Image, p.Text)
			}
			seen[p.Image] = true
		}
	})
	if adorned == 0 || 2*adorned > all {
		t.Errorf("%d of %d passages have an image, want some, and half at most", adorned, all)
	}
}

// Of sayings a tale tells one at most, and one that anybody understands at once.
func TestATaleHasOnePlainSaying(t *testing.T) {
	bank, err := prompts.Bank()
	if err != nil {
		t.Fatal(err)
	}
	plain := map[int]bool{}
	for _, s := range bank.Sayings {
		plain[s.ID] = s.Plain
	}
	all, tales := 0, 0
	fights(t, 3, func(o enacted, steps []rules.Step) {
		o.Voice = "scent"
		tales++
		var told []string
		for _, p := range passages(t, o, steps) {
			if is, saying := plain[p.Image]; saying {
				told = append(told, bank.Texts()[p.Image])
				if !is {
					t.Errorf("%s: %q is no plain saying", o.Title, told[len(told)-1])
				}
			}
		}
		if all += len(told); len(told) > 1 {
			t.Errorf("%s: %d sayings: %q", o.Title, len(told), told)
		}
	})
	if all == 0 || 3*all > tales {
		t.Errorf("%d of %d tales have a saying, want some, and one of three at most", all, tales)
	}
}

// What a table has heard lately does not come again.
func TestATableHearsNoImageTwice(t *testing.T) {
	o, steps := played(t, "ambush", 3, agent.Greedy{})
	for range 5 {
		for _, p := range passages(t, o, steps) {
			if p.Image == 0 {
				continue
			}
			if slices.Contains(o.Told, p.Image) {
				t.Errorf("image %d comes again", p.Image)
			}
			o.Told = append(o.Told, p.Image)
		}
	}
	if len(o.Told) < 5 {
		t.Errorf("%d images in five tales: nothing was shown", len(o.Told))
	}
}

// told as a whole: what a blow, its hurried answer and a fall come to.
func TestABreathIsToldPlainly(t *testing.T) {
	o := table()
	o.Voice = "plain"
	lines := told(t, o, breath())
	tale := lines[len(lines)-1].Text
	for _, want := range []string{"Masamune", "Sute", "horizontal cut", "uchigatana", "parry", "goes down", "first blood"} {
		if !strings.Contains(tale, want) {
			t.Errorf("%q does not say %q", tale, want)
		}
	}
	if !slices.ContainsFunc([]string{"haste", "hurried", "unready", "rushes"}, func(why string) bool { return strings.Contains(tale, why) }) {
		t.Errorf("%q does not say why", tale)
	}
}

// she and he stand at the head of a sentence after one that begins with the same person and names nobody else who is so
// called, and only where the file says which.
func TestAPronounIsAsked(t *testing.T) {
	o, steps := played(t, "ambush", 101, agent.Greedy{})
	people := o.People
	o.People = slices.Clone(people)
	for i := range o.People {
		o.People[i].They = ""
	}
	plain := passages(t, o, steps)
	for _, p := range plain {
		if strings.Contains(p.Text, "She ") || strings.Contains(p.Text, "He ") {
			t.Errorf("nobody said so: %q", p.Text)
		}
	}
	n := 0
	for seed := range uint64(12) {
		o, steps := played(t, "ambush", seed, agent.Greedy{})
		for i, p := range passages(t, o, steps) {
			if strings.Contains(p.Text, "e's ") && (strings.Contains(p.Text, "She's") || strings.Contains(p.Text, "He's")) {
				t.Errorf("passage %d: %q", i, p.Text)
			}
			for _, head := range []string{"She ", "Her ", "He ", "His "} {
				n += strings.Count(p.Text, ". "+head)
			}
		}
	}
	if n == 0 {
		t.Error("she and he are never said")
	}
}

// Who wants what is said once, with a deed, in the words of the file; never more often than a few times in a tale.
func TestWishesAreToldOnce(t *testing.T) {
	fights(t, 1, func(o enacted, steps []rules.Step) {
		text := ""
		for _, p := range passages(t, o, steps) {
			text += p.Text + "\n"
		}
		told := 0
		for _, who := range o.People {
			if who.Wants == "" {
				continue
			}
			n := strings.Count(text, " wants "+who.Wants)
			told += n
			if n > 1 && slices.Index(o.People, book.Person{Epithet: who.Epithet, Wants: who.Wants, Fears: who.Fears, Won: who.Won, They: who.They}) >= 0 {
				t.Errorf("%s: %q is told %d times", o.Title, who.Wants, n)
			}
		}
		if told > 4 {
			t.Errorf("%s: %d wishes are told", o.Title, told)
		}
	})
}

// The word of the GM is part of the tale: notes, rulings with their reasons, who joins and who is taken out.
func TestTheWordOfTheGMIsTold(t *testing.T) {
	o := table()
	o.Voice = "plain"
	steps := append(breath(), rules.Step{N: 7, Word: "note", What: "the bell rings"},
		rules.Step{N: 8, Edit: "Gonta leaves", Why: "he has seen enough", Events: []rules.Event{{Kind: "edit", Seat: "Gonta", What: rules.EditLeaves}}},
		rules.Step{N: 9, Edit: "a third", Why: "reinforcements",
			Events: []rules.Event{{Kind: "edit", Seat: "Hana", At: "bandits", What: rules.EditJoins, With: "bandit"}}},
		rules.Step{N: 10, Edit: "Tomoe wounds=2", Why: "she was hurt before", Events: []rules.Event{{Kind: "edit", Seat: "Tomoe", What: "wounds=2"}}})
	text := ""
	for _, l := range told(t, o, steps) {
		if l.Kind == narrate.Tale {
			text += l.Text + "\n"
		}
	}
	for _, want := range []string{"the bell rings", "is out of the fight", "he has seen enough",
		"Hana joins the bandits", "Tomoe wounds=2", "because she was hurt before"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told in\n%s", want, text)
		}
	}
}

// A text of ten thousand characters in a file does not make a tale of them.
func TestLongTextsOfAFileAreNotTold(t *testing.T) {
	o, steps := played(t, "ambush", 1, agent.Greedy{})
	o.About = strings.Repeat("very ", 2000) + "long."
	for _, p := range passages(t, o, steps) {
		if strings.Contains(p.Text, "very very") {
			t.Errorf("told: %.80q", p.Text)
		}
	}
}

// A record of sixty steps is told within 50 ms.
func BenchmarkTell(b *testing.B) {
	f, steps := played(b, "ambush", 1, agent.Greedy{})
	steps = steps[:min(60, len(steps))]
	if _, err := prompts.Bank(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := narrate.Passages(b.Context(), f.Options, agent.Dialect(f.System), steps); err != nil {
			b.Fatal(err)
		}
	}
}
