package narrate

import (
	"slices"
	"testing"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/book"
)

// threeFacts returns a paragraph of three facts with two ways each and two images.
func threeFacts() *Paragraph {
	p := &Paragraph{slots: map[string]string{"A": "Aki", "B": "Bo"}, To: 9}
	for i, kind := range []string{"stopped", "wound", "fall"} {
		p.Facts = append(p.Facts, Fact{ID: i + 1, Kind: kind, Ways: []string{"{A} does " + kind + ".", "{B} has " + kind + "."},
			made: []string{kind + "1", kind + "2"},
			Of:   rules.Fact{Kind: kind, Causes: []string{"late"}}})
	}
	p.Images = []Image{{ID: 14, Text: "What is late is late.", After: []int{1, 2}}, {ID: 20, Text: "Rain fills the ruts.", After: []int{3}, kind: place}}
	return p
}

// Whatever somebody chooses, every fact is told once and in its order; what they chose stands where it can.
func TestAChoiceIsRepaired(t *testing.T) {
	f := func(fact, way int) Piece { return Piece{Fact: fact, Way: way} }
	im := func(id int) Piece { return Piece{Image: id} }
	for name, c := range map[string]struct{ said, want []Piece }{
		"as asked":             {[]Piece{f(1, 2), im(14), f(2, 1), f(3, 2)}, []Piece{f(1, 2), im(14), f(2, 1), f(3, 2)}},
		"nothing":              {nil, []Piece{f(1, 1), f(2, 1), f(3, 1)}},
		"a fact missing":       {[]Piece{f(1, 2), f(3, 2)}, []Piece{f(1, 2), f(2, 1), f(3, 2)}},
		"another order":        {[]Piece{f(3, 2), f(1, 2), f(2, 2)}, []Piece{f(1, 2), f(2, 2), f(3, 2)}},
		"a fact twice":         {[]Piece{f(1, 2), f(1, 1), f(2, 1), f(3, 1)}, []Piece{f(1, 2), f(2, 1), f(3, 1)}},
		"no such way":          {[]Piece{f(1, 9), f(2, -1), f(3, 0)}, []Piece{f(1, 1), f(2, 1), f(3, 1)}},
		"no such fact":         {[]Piece{f(7, 1), f(-2, 1)}, []Piece{f(1, 1), f(2, 1), f(3, 1)}},
		"no such image":        {[]Piece{f(1, 1), im(99), f(2, 1), f(3, 1)}, []Piece{f(1, 1), f(2, 1), f(3, 1)}},
		"an image out of turn": {[]Piece{f(1, 1), im(20), f(2, 1), f(3, 1)}, []Piece{f(1, 1), f(2, 1), f(3, 1)}},
		"an image first":       {[]Piece{im(14), f(1, 1), f(2, 1), f(3, 1)}, []Piece{f(1, 1), f(2, 1), f(3, 1)}},
		"two images":           {[]Piece{f(1, 1), im(14), f(2, 1), f(3, 1), im(20)}, []Piece{f(1, 1), im(14), f(2, 1), f(3, 1)}},
	} {
		c2 := newComposer(1, prompts.Images{}, false, nil)
		got := c2.repair(threeFacts(), c.said, nil)
		if !slices.EqualFunc(got, c.want, func(x, y Piece) bool { return x.Fact == y.Fact && x.Way == y.Way && x.Image == y.Image }) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// An image that has been told is not told again, whoever asks for it, and no saying follows the passage of another.
func TestAnImageIsToldOnce(t *testing.T) {
	c := newComposer(1, prompts.Images{}, false, nil)
	said := []Piece{{Fact: 1, Way: 1}, {Image: 14}, {Fact: 2, Way: 1}, {Fact: 3, Way: 1}}
	pieces := c.repair(threeFacts(), said, nil)
	if _, image := c.word(threeFacts(), pieces); image != 14 {
		t.Fatalf("image %d is told, want 14", image)
	}
	again := threeFacts()
	again.Images[0].ID = 15
	said[1].Image = 15
	pieces = c.repair(again, said, nil)
	if _, image := c.word(again, pieces); image != 0 {
		t.Errorf("the saying %d follows the passage of another", image)
	}
	said[1].Image = 14
	pieces = c.repair(threeFacts(), said, nil)
	if _, image := c.word(threeFacts(), pieces); image != 0 {
		t.Errorf("the image %d is told twice", image)
	}
}

// Between the facts of one tale the ways change: none is told again before the others have been.
func TestWaysTakeTurns(t *testing.T) {
	c := newComposer(7, prompts.Images{}, true, nil)
	used := map[string]int{}
	for n := range 6 {
		p := threeFacts()
		p.Images, p.To = nil, n
		for _, piece := range c.choose(p) {
			used[p.Facts[piece.Fact-1].made[piece.Way-1]]++
		}
		c.word(p, c.choose(p))
	}
	for way, n := range used {
		if n > 4 {
			t.Errorf("%s is told %d times of six", way, n)
		}
	}
	if len(used) != 6 {
		t.Errorf("%d ways are told, want all six", len(used))
	}
}

// What somebody is stands for their name only where nobody else could be meant: nobody else is so called, the word is a plain
// one that the opening says of them, and the sentence before was of them alone, or the tale has said it.
func TestAnAliasIsUnmistakable(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Oyuki", Kind: "bandit archer", Team: "bandits"}, {Name: "Sute", Kind: "bandit", Team: "bandits"},
		{Name: "Gonta", Kind: "bandit", Team: "bandits"}, {Name: "Ann", Kind: "Ann"}, {Name: "Bea", Kind: "the third of four"},
		{Name: "Guns", Kind: "gunners", Several: true}, {Name: "Toku", Kind: "old soldier"}},
		Scenery: rules.Scenery{People: []book.Person{{Epithet: "a bandit archer"}, {Epithet: "the youngest bandit"}}}}, nil)
	for name, want := range map[string]string{"Oyuki": "the bandit archer", "Sute": "", "Gonta": "", "Ann": "", "Bea": "", "Guns": "", "Nobody": "", "Toku": ""} {
		if got := a.alias(name); got != want {
			t.Errorf("%s may be called %q, want %q", name, got, want)
		}
	}
	s := a.speaker(&Paragraph{slots: map[string]string{}})
	if called := s.person("Oyuki") + s.person("Oyuki"); called != "{A}{A}" {
		t.Errorf("she is called %s before anybody has said what she is", called)
	}
	s.only = "Oyuki"
	if called := s.person("Oyuki") + s.person("Oyuki"); called != "{A the}{A}" {
		t.Errorf("she is called %s after a sentence of her alone, want it once", called)
	}
	if said := s.Fill("{A the} waits, and {A the}'s arrow flies."); said != "The bandit archer waits, and Oyuki's arrow flies." {
		t.Errorf("filled: %q", said)
	}
	a.lasts["Sute"], s.only = "the bandits", "Sute"
	if called := s.person("Sute") + s.person("Sute"); called != "{B the}{B}" || s.slots["B the"] != "the last of the bandits" {
		t.Errorf("the last is called %s", called)
	}
}

// After its first words a tale takes the shorter of two ways, though it begins as the sentence before; but not one that has been
// told more often.
func TestALongTaleIsShort(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ words, used, want int }{{shortAfter - 1, 0, 1}, {shortAfter, 0, 0}, {shortAfter, 1, 1}} {
		k := newComposer(1, prompts.Images{}, true, nil)
		k.words = c.words
		f := &Fact{ID: 1, Ways: []string{"{A} hits {B}.", "Then {A} lifts it once more, aims at {B} and at last finds {B}'s shoulder."},
			made: []string{"short", "long"}}
		if got := k.way(&Paragraph{}, f, "{A} waits.", map[string]int{"short": c.used}); got != c.want {
			t.Errorf("after %d words, the short way told %d times: it takes way %d, want %d", c.words, c.used, got, c.want)
		}
	}
}

// A paragraph tells two facts of one kind in two ways, where there are two.
func TestAParagraphDoesNotRepeatAWay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		p := &Paragraph{slots: map[string]string{"A": "Aki"}}
		for i := range 2 {
			p.Facts = append(p.Facts, Fact{ID: i + 1, Ways: []string{"{A} hits.", "{A} lands a blow."}, made: []string{"one", "other"}})
		}
		if pieces := newComposer(seed, prompts.Images{}, true, nil).choose(p); pieces[0].Way == pieces[1].Way {
			t.Errorf("seed %d: way %d twice", seed, pieces[0].Way)
		}
	}
}
