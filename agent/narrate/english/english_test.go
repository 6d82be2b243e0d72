package english

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/agent/narrate/story"
	"kokyu/rules"
)

// Every row can be said: its slots are known, and so is what it asks for. A feature that nothing has would leave it unsaid for ever.
func TestEveryRowCanBeSaid(t *testing.T) {
	cast := []story.Person{{Name: "Aki", Spoken: "Aki", They: "he", Being: "person"}, {Name: "Ume", Spoken: "Ume", They: "she", Being: "person"}}
	b := &story.Beat{By: "Aki", To: "Ume", Lead: "Ume", Says: "so", Alone: "Ume", With: "katana", Family: "blade", Tries: 2, Hits: 1, Foes: []string{"Aki"},
		Into: &story.Into{With: "yari", Family: "spear"}}
	w := &Teller{Story: &story.Story{Cast: cast}, people: map[string]*known{"Aki": {Person: cast[0]}, "Ume": {Person: cast[1]}}, used: map[string]int{}}
	w.grammar, w.lexicon = load()
	// What is asked for elsewhere than of a beat.
	names := slices.Concat(rules.Causes, story.Relations, []string{"helps", "avenges", "toward", "past", "away", "one", "others' quarrel", "draw", "more hits",
		"vain", "goes on", "protected", "arrives", "needless", "says"})
	for f := range w.features(b) {
		names = append(names, f)
	}
	for n, list := range [][]clause{w.Blows, w.Vain, w.Facts, w.After, w.Ends} {
		for i := range list {
			isBlow := n < 2
			c := &list[i]
			if strings.Contains(c.Says, "and {to} {gets}") { // after a blow it would be him
				t.Errorf("%q has an object that acts", c.Says)
			}
			for _, f := range slices.Concat(c.If, c.Not) {
				if !slices.Contains(names, f) {
					t.Errorf("%q asks for %q, which nothing has", c.Says, f)
				}
			}
			if strings.Contains(c.Says, "{winner}") || slices.ContainsFunc(w.Ends, func(e clause) bool { return e.Says == c.Says }) {
				continue // of the end, which has slots of its own
			}
			for k := range w.Outcomes {
				s := w.say(c, b, &w.Outcomes[k])
				if strings.ContainsAny(s.text, "{}[]") || s.text == "" {
					t.Errorf("%q is said as %q", c.Says, s.text)
				}
				if isBlow && (!slices.Contains(s.named, "Aki") || !slices.Contains(s.named, "Ume")) {
					t.Errorf("%q is said as %q, which does not name both", c.Says, s.text)
				}
			}
		}
	}
}

// between returns a story of two sides, called one and other, of people who have all of 4 Wounds; the names of a side are
// separated by commas.
func between(one, other string) *story.Story {
	s := &story.Story{Length: "usual"}
	for i, names := range []string{one, other} {
		side := story.Side{Name: []string{"one", "other"}[i], Who: strings.Split(names, ", ")}
		for _, who := range side.Who {
			s.Cast = append(s.Cast, story.Person{Name: who, Spoken: who, Side: side.Name, Being: "person", Left: 4, Of: 4})
		}
		s.Sides = append(s.Sides, side)
	}
	return s
}

// endOf returns the last paragraph of a story with an end.
func endOf(s *story.Story, end story.End) string {
	s.End = end
	passages := Tell(s, 1)
	return passages[len(passages)-1].Text
}

// wonBy returns the end of a fight in which nobody of the other side is left standing.
func wonBy(stand ...string) story.End {
	return story.End{Why: "none stands", Winner: "one", Loser: "other", Stand: stand}
}

// Nobody is on the other side of a draw.
func TestADrawHasNoOtherSide(t *testing.T) {
	s := between("Aki", "Ume")
	s.Cast[0].Of, s.Cast[1].Of = 0, 0
	text := endOf(s, story.End{Why: "time", Rounds: 3, Round: 3, Others: []string{"Aki", "Ume"}})
	if strings.Contains(text, "other side") || !strings.Contains(text, "Aki and Ume are still standing.") {
		t.Error(text)
	}
}

// A sentence begins with who or what acts: few rows of a blow begin with anything else.
func TestASentenceBeginsWithWhoActs(t *testing.T) {
	g, _ := load()
	n := 0
	for _, c := range slices.Concat(g.Blows, g.Vain) {
		first, _, _ := strings.Cut(c.Says, " ")
		if !strings.HasPrefix(first, "{") && !slices.Contains([]string{"A", "The", "No", "Nothing", "Haste", "Two", "One"}, first) {
			n++
		}
	}
	if all := len(g.Blows) + len(g.Vain); 10*n > all {
		t.Errorf("%d of %d rows of a blow begin with something that does not act", n, all)
	}
}

// told returns the scenes of a fight of these beats, of Aki and Ume with others, that goes on.
func told(they string, beats ...story.Beat) string { return ended(story.End{}, they, beats...) }

// ended is told of a fight with an end.
func ended(end story.End, they string, beats ...story.Beat) string {
	s := between("Aki, Bo", "Ume, Ran, Kai")
	s.End = end
	for i := range s.Cast {
		s.Cast[i].They, s.Cast[i].Left = "he", 1
	}
	s.Cast[2].They, s.Cast[2].Wants = they, "to win"
	for i := range beats {
		b := &beats[i]
		b.ID, b.Round = i+1, 1
		if b.Kind != "grapple" && b.Kind != "disarmed" {
			b.Tries, b.Hits, b.Order, b.Of = 1, 1, "h", cmp.Or(b.Of, 4)
			if b.Family == "" {
				b.With, b.Family = "katana", "blade"
			}
		}
	}
	s.Scenes = []story.Scene{{Round: 1, Beats: beats}}
	text := ""
	for _, p := range Tell(s, 1)[1:] {
		text += p.Text + "\n"
	}
	return text
}

// Somebody is said by a pronoun only where nobody else of this sentence and the last can be meant.
func TestAPronounMeansOnePerson(t *testing.T) {
	beats := func() []story.Beat {
		return []story.Beat{{Kind: "wound", By: "Aki", To: "Ume", Wounds: 1}, {Kind: "wound", By: "Ume", To: "Aki", Wounds: 1, Rel: "returns"},
			{Kind: "wound", By: "Aki", To: "Ume", Wounds: 1, Rel: "returns"}, {Kind: "wound", By: "Ume", To: "Aki", Wounds: 1, Rel: "returns"},
			{Kind: "wound", By: "Ume", To: "Aki", Wounds: 1, Rel: "again"}}
	}
	begins := func(text string) bool {
		return slices.ContainsFunc(strings.Split(text, ". "), func(s string) bool {
			return slices.Contains([]string{"she", "he", "it", "they", "her", "his", "its", "their"}, opener(s))
		})
	}
	if text := told("she", beats()...); !begins(text) {
		t.Error(text)
	}
	for _, they := range []string{"he", ""} {
		if text := told(they, beats()...); begins(text) {
			t.Errorf("of two he, or of one of whom that is not known: %s", text)
		}
	}
}

// A fall says what it means: so many are left, one is alone.
func TestAFallSaysWhatItMeans(t *testing.T) {
	for name, c := range map[string]struct {
		beat story.Beat
		want []string
	}{
		"as many": {story.Beat{Kind: "fall", By: "Aki", To: "Ran", Own: 2, Other: 2}, []string{"two against two", "have two left"}},
		"fewer":   {story.Beat{Kind: "fall", By: "Aki", To: "Ran", Own: 2, Other: 1}, []string{"two"}},
		"alone":   {story.Beat{Kind: "fall", By: "Aki", To: "Ran", Own: 1, Other: 2, Alone: "Kai", Foes: []string{"Aki", "Bo"}}, []string{"Kai"}},
	} {
		if text := told("she", c.beat); !slices.ContainsFunc(c.want, func(want string) bool { return strings.Contains(text, want) }) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// A finished tale counts who is left at one fall: where somebody is left alone, before where as many stand on both sides.
func TestOneFallSaysHowManyAreLeft(t *testing.T) {
	falls := func() []story.Beat {
		return []story.Beat{{Kind: "fall", By: "Ume", To: "Bo", Own: 2, Other: 2, Swing: -.3}, {Kind: "wound", By: "Aki", To: "Kai", Wounds: 1},
			{Kind: "fall", By: "Aki", To: "Kai", Own: 2, Other: 2, Swing: .2}, {Kind: "wound", By: "Aki", To: "Ran", Wounds: 1},
			{Kind: "fall", By: "Aki", To: "Ran", Own: 1, Other: 2, Swing: .1, Alone: "Ume", Foes: []string{"Aki", "Bo"}},
			{Kind: "wound", By: "Aki", To: "Ume", Wounds: 1}, {Kind: "fall", By: "Aki", To: "Ume"}}
	}
	counts := func(text string) (n int) {
		for _, count := range []string{"wo against two", "two left", "two of", "alone against", "is left against", "to face now"} {
			n += strings.Count(text, count)
		}
		return n
	}
	text := ended(story.End{Why: "stands", Winner: "one"}, "she", falls()...)
	if counts(text) != 1 || !strings.Contains(text, "Ume is left against") && !strings.Contains(text, "Ume alone") {
		t.Errorf("a finished tale:\n%s", text)
	}
	if growing := told("she", falls()...); counts(growing) < 2 {
		t.Errorf("one that goes on cannot know what comes:\n%s", growing)
	}
}

// What three do to one is one sentence; what two do is two.
func TestWhatSeveralDoToOneIsOneSentence(t *testing.T) {
	beats := []story.Beat{{Kind: "wound", By: "Ume", To: "Aki", Wounds: 1}, {Kind: "wound", By: "Ran", To: "Aki", Wounds: 1}, {Kind: "wound", By: "Kai", To: "Aki", Wounds: 1}}
	if text := told("she", beats...); !strings.Contains(text, "Ume, Ran and Kai set upon Aki and wound him.") {
		t.Error(text)
	}
	if text := told("she", beats[:2]...); strings.Contains(text, "set upon") {
		t.Errorf("only two: %s", text)
	}
}

// One after the other somebody fells others in one round only, and not past what leaves one of them alone.
func TestARunIsOfOneRound(t *testing.T) {
	run := func(alone string) string {
		return told("she", story.Beat{Kind: "fall", By: "Aki", To: "Ran", Own: 2, Other: 2, Alone: alone, Foes: []string{"Aki", "Bo"}}, story.Beat{Kind: "fall", By: "Aki", To: "Kai", Own: 1, Other: 2})
	}
	both := func(text string) bool {
		return strings.Contains(text, "Ran and Kai") || strings.Contains(text, ", then Kai")
	}
	if text := run(""); !both(text) {
		t.Error(text)
	}
	if text := run("Kai"); both(text) {
		t.Error(text)
	}
}

// A reader is told how somebody can do what they do: who let go of whom, what weapon is in hand now, why an archer kicks, what a
// breath was spent on, that somebody who is crippled fights on, and that many wounds have not felled somebody.
func TestATaleSaysHowItCameAbout(t *testing.T) {
	hold := func(ends string) story.Beat {
		return story.Beat{Kind: "grapple", By: "Aki", To: "Ume", Ends: ends, Until: 1, Steps: []int{1}}
	}
	blow := func(b story.Beat) story.Beat {
		b.Kind, b.Wounds, b.Steps = cmp.Or(b.Kind, "wound"), 1, []int{2}
		return b
	}
	many := blow(story.Beat{By: "Aki", To: "Ume", Of: 9})
	for want, beats := range map[string][]story.Beat{
		"lets Ume go":                      {hold("let go"), blow(story.Beat{By: "Aki", To: "Ran"})},
		"loses hold of Ume":                {hold("escape"), blow(story.Beat{By: "Aki", To: "Ran"})},
		"out of Aki's grip":                {hold("escape"), blow(story.Beat{By: "Ume", To: "Aki"})},
		"has his yari in hand now":         {blow(story.Beat{By: "Aki", To: "Ume", With: "yumi", Family: "bow"}), blow(story.Beat{By: "Aki", To: "Ran", With: "yari", Family: "spear"})},
		"Too near to shoot, Aki":           {blow(story.Beat{By: "Aki", To: "Ume", With: "yumi", Family: "bow"}), blow(story.Beat{By: "Aki", To: "Ran", Family: "unarmed"})},
		"no breath left for another parry": {blow(story.Beat{Kind: "fall", By: "Aki", To: "Ran", Own: 2, Causes: []string{"spent"}, Fended: "parry"})},
		"on Bo, who ":                      {blow(story.Beat{By: "Ran", To: "Bo"}), blow(story.Beat{By: "Aki", To: "Ume"}), blow(story.Beat{Kind: "fall", By: "Bo", To: "Ran", Own: 2, Causes: []string{"spent"}, Spent: "Bo"})},
		"though crippled,":                 {blow(story.Beat{Kind: "fall", By: "Aki", To: "Ume", Fate: "crippled"}), blow(story.Beat{By: "Ume", To: "Bo"})},
		"not ":                             {many, many, many, many, blow(story.Beat{By: "Bo", To: "Ran"})},
		"drops her katana again":           {{Kind: "disarmed", By: "Ume", With: "katana"}, {Kind: "disarmed", By: "Ume", With: "katana", Nth: 2}},
	} {
		if text := told("she", beats...); !strings.Contains(text, want) {
			t.Errorf("no %q: %s", want, text)
		}
	}
}

// Somebody who was struck last is struck again as him or her by who is named, even where both are he.
func TestWhoIsStruckAgainIsHim(t *testing.T) {
	text := told("he", story.Beat{Kind: "wound", By: "Aki", To: "Ran", Wounds: 1}, story.Beat{Kind: "wound", By: "Bo", To: "Ran", Wounds: 1, Rel: "joins"})
	if strings.Count(text, "Ran") != 1 || !strings.Contains(text, " him") {
		t.Error(text)
	}
}

// Who strikes with bare hands has no weapon in them for that: only who has one kicks.
func TestWhoPunchesPunchesAgain(t *testing.T) {
	punch := func() story.Beat {
		return story.Beat{Kind: "wound", By: "Aki", To: "Ran", Wounds: 1, With: "unarmed", Family: "unarmed"}
	}
	cut := story.Beat{Kind: "wound", By: "Aki", To: "Ume", Wounds: 1}
	if text := told("she", punch(), story.Beat{Kind: "wound", By: "Bo", To: "Ume", Wounds: 1}, punch()); strings.Contains(text, "kick") {
		t.Error(text)
	}
	if text := told("she", cut, punch()); !strings.Contains(text, "kick") {
		t.Error(text)
	}
}

// A sentence does not say the same word of a blow twice.
func TestASentenceHasNoEcho(t *testing.T) {
	for s, want := range map[string]int{"Aki cuts Ume down with a cut": 0, "Ume strikes at Aki, and the second strike strikes him down": 2, "Aki fells Ume with a thrust": 0} {
		if n := New(1).countEchoes(s, "", false); n != want {
			t.Errorf("%q: %d", s, n)
		}
	}
}

// A name is not taken for words of the sentence that it stands in.
func TestANameMayHaveAVerb(t *testing.T) {
	s := between("Aki, Who is Who", "Ume")
	s.Cast[1].Left, s.Cast[2].Left = 2, 0
	if text := endOf(s, wonBy("Aki", "Who is Who")); !strings.Contains(text, "Aki is unhurt and Who is Who is wounded.") {
		t.Error(text)
	}
}

// The winners are named with those they have lost and how the others are.
func TestAnEndSaysWhoHasWonAndHow(t *testing.T) {
	s, end := between("Aki, Bo, Dan", "Ume"), wonBy("Aki", "Dan")
	end.Comes = "the road is free"
	s.Cast[1].Out, s.Cast[2].Left, s.Cast[0].Wants = "down", 1, "to pass"
	if text := endOf(s, end); text != "Aki's side has won. Aki is unhurt, Dan is badly hurt, and Bo is down. The road is free." {
		t.Error(text)
	}
	for _, who := range []string{"Kai", "Mu", "Ran"} { // who are more than the winners, though two of them came later
		s.Cast = append(s.Cast, story.Person{Name: who, Spoken: who, Side: "other", Being: "person", Of: 4, Out: "down"})
	}
	s.Sides[1].Who = append(s.Sides[1].Who, "Kai")
	if text := endOf(s, end); !strings.HasPrefix(text, "Aki's side has won, three against four. ") {
		t.Error(text)
	}
	end.OneSided = true
	words, _ := load()
	if text := endOf(s, end); !slices.ContainsFunc(words.OneSided, func(says string) bool {
		return strings.HasPrefix(text, strings.ReplaceAll(says, "{loser}", "Ume's side")+". Aki's side has won, ")
	}) {
		t.Error(text)
	}
}

// A fall that others fight on after does not end a tale, though it be the last that is told.
func TestItIsOverWhereNobodyFightsOn(t *testing.T) {
	over := func(own int) bool {
		end := story.End{Why: "none stands", Winner: "one", Loser: "other"}
		return strings.Contains(ended(end, "she", story.Beat{Kind: "wound", By: "Aki", To: "Ran", Wounds: 1},
			story.Beat{Kind: "fall", By: "Aki", To: "Ume", Causes: []string{"late"}, Answer: "parry", Own: own}), "it is over")
	}
	if !over(0) || over(2) {
		t.Errorf("it is over of the last fall %v, of one of three %v", over(0), over(2))
	}
}

// Where nobody who is left is hurt, on either side, that is one sentence.
func TestNobodyElseIsHurt(t *testing.T) {
	s := between("Aki", "Ume, Ran")
	end := story.End{Why: "out", Winner: "one", Loser: "other", Who: "Ume", Stand: []string{"Aki"}, Others: []string{"Ran"}}
	s.Cast[1].Out = "down"
	for left, want := range map[int]string{4: "With Ume down, Aki has won. Nobody else is hurt.", 1: "With Ume down, Aki has won, unhurt. Ran gives up, badly hurt."} {
		s.Cast[2].Left = left
		if text := endOf(s, end); text != want {
			t.Error(text)
		}
	}
}

// A sentence begins with a capital and has the verb of who it is about, also if that is no name: the guns want something.
func TestWhoeverIsCalledByANounWantsSomething(t *testing.T) {
	s := between("Guns", "Gaki, Ume")
	guns, gaki := &s.Cast[0], &s.Cast[1]
	guns.Spoken, guns.Noun, guns.Being, guns.Wants, guns.Fears = "guns", true, "squad", "to hold the gate", "that it falls"
	gaki.Spoken, gaki.Noun, gaki.Wants = "gaki", true, "to eat"
	s.Cast[2].Epithet = "a nun"
	if text := Tell(s, 1)[0].Text; text != "The guns want to hold the gate, but fear that it falls. The gaki wants to eat. Beside the gaki stands Ume, a nun." {
		t.Error(text)
	}
	s.About, guns.Wants, guns.Fears, gaki.Fears = "The gaki has come.", "", "", "that nothing is left"
	s.End = wonBy("Guns")
	s.End.Comes = "nothing is left"
	for title := range 60 {
		s.Title = fmt.Sprint(title)
		if text := Tell(s, 1)[0].Text; strings.Contains(text, ". the gaki") {
			t.Error(text)
		}
	}
}

// Whoever stands with a leader is told with what they are, those of one kind together, by the word for a woman where they are one.
func TestWhatSomebodyIsStandsBesideTheirName(t *testing.T) {
	s := between("Aki, Bo, Dan", "Ume")
	s.About = "Aki has come for Ume."
	for i, kind := range []string{"yojimbo", "ronin", "ronin", "swordsman"} {
		s.Cast[i].Kind, s.Cast[i].They = kind, "she"
	}
	for _, want := range []string{"the two ronin Bo and Dan", "Aki the bodyguard", "Ume the swordswoman has come alone"} {
		if text := Tell(s, 1)[0].Text; !strings.Contains(text, want) {
			t.Errorf("no %q: %s", want, text)
		}
	}
	s.Sides[0].Who, s.Cast = []string{"Aki"}, []story.Person{s.Cast[0], s.Cast[3]}
	if text := Tell(s, 1)[0].Text; !strings.Contains(text, "Aki is a bodyguard, Ume a swordswoman.") {
		t.Error(text)
	}
	for one, want := range map[string]string{"wolf": "wolves", "spearman": "spearmen", "fox": "foxes", "cut": "cuts", "ogre-beast": "ogre-beasts"} {
		if got := plural(one); got != want {
			t.Errorf("several of %s are %s, want %s", one, got, want)
		}
	}
}

// Who was struck opens the next sentence by name where he or she might be the striker to who has not been told what either is.
func TestAPronounIsOfWhoIsKnown(t *testing.T) {
	text := told("she", story.Beat{Kind: "wound", By: "Aki", To: "Ume", Wounds: 1}, story.Beat{Kind: "wound", By: "Ume", To: "Bo", Wounds: 1})
	if _, next, _ := strings.Cut(text, ". "); strings.HasPrefix(next, "She") {
		t.Error(text)
	}
}

// Nobody parries a shot.
func TestAShotIsNotParried(t *testing.T) {
	for family, want := range map[string]string{"gun": "get out of the way", "staff": "parry"} {
		f := filler{t: New(1), b: &story.Beat{To: "Ume", Answer: "parry", Family: family}}
		if got := f.defenceWords(); got != want {
			t.Errorf("against a %s: %s", family, got)
		}
	}
}

// What the leader of the losers fears, and what comes true, stands in the opening and in the end, of some tales: a beast's does not.
func TestAFearIsToldAndComesBack(t *testing.T) {
	tale := func(title, being, winner string) string {
		s := between("Aki", "Ume")
		s.Title, s.About, s.Follow = title, "Aki has come for Ume.", []string{"Ume"}
		s.Cast[1].Being, s.Cast[1].Wants, s.Cast[1].Fears = being, "peace", "that Aki will stay"
		s.End = story.End{Why: "none stands", Winner: winner, Loser: "other", Stand: []string{"Aki"}, Comes: "Aki stays"}
		if winner == "other" {
			s.End.Loser, s.End.Comes = "one", "Aki goes home"
		}
		var all []string
		for _, p := range Tell(s, 1) {
			all = append(all, p.Text)
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		being, winner string
		told          bool
	}{{"person", "one", true}, {"person", "other", false}, {"beast", "one", false}} {
		n := 0
		for title := range 60 {
			text := tale(fmt.Sprint(title), c.being, c.winner)
			told, back := strings.Contains(text, "Ume fears that Aki will stay."), strings.Contains(text, "Aki stays, as Ume feared.")
			if told != back {
				t.Errorf("a %s, won by %s: %s", c.being, c.winner, text)
			}
			if told {
				n++
			}
		}
		if (n > 5 && n < 40) != c.told || !c.told && n > 0 {
			t.Errorf("a %s, won by %s: told in %d of 60 tales", c.being, c.winner, n)
		}
	}
}

// Of somebody who is felled in the beat after the next a tale says that they can barely stand, and not that the wound is a bad one
// as well; a graze leaves nobody barely standing.
func TestHowLittleIsLeft(t *testing.T) {
	hit := func(depth float64) string {
		return told("she", story.Beat{Kind: "wound", By: "Ume", To: "Aki", Wounds: 3, Left: 1, Depth: depth},
			story.Beat{Kind: "wound", By: "Bo", To: "Kai", Wounds: 1, Left: 3}, story.Beat{Kind: "fall", By: "Ume", To: "Aki"})
	}
	if text := hit(0.5); !strings.Contains(text, "barely standing") && !strings.Contains(text, "barely stand") || strings.Contains(text, "badly") || strings.Contains(text, "deep") {
		t.Error(text)
	}
	if text := hit(0.1); strings.Contains(text, "barely") {
		t.Error(text)
	}
}

// Of two blows that say the same in the same words the second is not said behind the first.
func TestASentenceDoesNotSayTheSameTwice(t *testing.T) {
	s := between("Aki", "Bo")
	s.Cast[0].They, s.Cast[1].They = "he", "he"
	for seed := range uint64(50) {
		beats := []story.Beat{{ID: 1, Kind: "wound", By: "Aki", To: "Bo", With: "katana", Family: "blade", Tries: 1, Hits: 1, Wounds: 2, Of: 9, Left: 7, Depth: 0.4, Round: 1,
			Causes: []string{"counter"}, Into: &story.Into{What: "cut", Family: "blade"}}}
		for i, n := range []int{2, 3} {
			beats = append(beats, story.Beat{ID: i + 2, Kind: "wound", By: "Aki", To: "Bo", With: "katana", Family: "blade", Tries: n, Hits: n, Wounds: 3, Of: 6, Left: 2, Depth: 0.6, Round: i + 1})
		}
		beats[2].Rel = "again"
		s.Scenes = []story.Scene{{Round: 1, Beats: beats}}
		if text := New(seed).TellScenes(s)[0].Text; slices.ContainsFunc(strings.SplitAfter(text, "."), func(s string) bool { return strings.Count(s, "badly") > 1 }) {
			t.Errorf("seed %d: %s", seed, text)
		}
	}
}

// A name is no part of how somebody is: one whose last word is a state is hurt all the same.
func TestANameIsNoState(t *testing.T) {
	s := between("Aki, Bo the unhurt", "Ume")
	s.Cast[0].Left, s.Cast[1].Left = 3, 3
	if text := endOf(s, wonBy("Aki", "Bo the unhurt")); strings.Contains(text, "scratch") {
		t.Error(text)
	}
	s.Cast[0].Left, s.Cast[1].Left = 4, 4
	if text := endOf(s, s.End); text != "Aki and Bo the unhurt have won without a scratch." {
		t.Error(text)
	}
}

// Who has run is not said to be standing still.
func TestWhoHasRunIsNotStanding(t *testing.T) {
	s := between("Aki, Guns", "Ume")
	guns := &s.Cast[1]
	guns.Spoken, guns.Noun, guns.Being, guns.Of, guns.Out = "guns", true, "squad", 0, "routed"
	s.Cast[2].Out = "down"
	if text := endOf(s, wonBy("Aki")); !strings.Contains(text, "Aki is unhurt and the guns are in flight.") {
		t.Error(text)
	}
}

// Nobody goes back to themselves: who is alone goes back to the rear.
func TestWhoIsAloneGoesBackToAPlace(t *testing.T) {
	s := between("Aki", "Bo, Cid")
	for by, want := range map[string]string{"Aki": "Aki fights free and goes back to the rear.", "Bo": "Bo gets behind Aki."} {
		s.Scenes = []story.Scene{{Beats: []story.Beat{{ID: 1, Kind: "through", By: by, Spot: "the rear of one"}}}}
		if text := New(1).TellScenes(s)[0].Text; text != want {
			t.Errorf("%s: %s", by, text)
		}
	}
}

// Whoever is felled by somebody who has struck them before left themselves open; they are not taken unawares.
func TestWhoWasStruckIsNotUnaware(t *testing.T) {
	s := between("Aki", "Bo")
	s.Cast[0].They, s.Cast[1].They = "he", "he"
	blow := func(kind string, n int, causes ...string) story.Beat {
		return story.Beat{Kind: kind, By: "Aki", To: "Bo", With: "katana", Family: "blade", Tries: n, Hits: n, Wounds: 1, Of: 6, Left: 2, Depth: 0.3, Round: n, Causes: causes}
	}
	for seed := range uint64(20) {
		for n := range 2 {
			beats := []story.Beat{blow("wound", 1), blow("prone", 0), blow("fall", n+1, "unanswered")}
			beats[1], beats[2].Before = story.Beat{Kind: "disarmed", By: "Bo", With: "yari"}, 1
			for i := range beats {
				beats[i].ID = i + 1
			}
			s.Scenes = []story.Scene{{Beats: beats}}
			text := New(seed).TellScenes(s)[0].Text
			if strings.Contains(text, "unawares") || strings.Contains(text, "off guard") || !strings.Contains(text, "open") && !strings.Contains(text, "gap") && !strings.Contains(text, "no weapon") && !strings.Contains(text, "nothing to stop") {
				t.Errorf("%d blows: %s", n+1, text)
			}
		}
	}
}

// Where nobody has said why they fight, who meets whom is told once, with what they are.
func TestWhoMeetsWhomIsToldOnce(t *testing.T) {
	s := between("Fang, Claw", "Mu")
	s.End = story.End{Why: "time", Rounds: 1, Others: []string{"Fang", "Claw", "Mu"}}
	for i, kind := range []string{"wolf", "wolf", "outlaw of the marsh"} {
		s.Cast[i].Kind, s.Cast[i].Being = kind, []string{"beast", "person"}[i/2]
	}
	told := Tell(s, 1)
	if text := told[0].Text; text != "The wolves Fang and Claw meet Mu the outlaw of the marsh." {
		t.Error(text)
	}
	if text := told[len(told)-1].Text; !strings.HasPrefix(text, "In the end they let it be") {
		t.Error(text)
	}
}

// A place has a time of its own where nothing but the light is known of it.
func TestALightAloneIsAnHour(t *testing.T) {
	for light, want := range map[string]string{"night": "They meet in a narrow alley, at night.", "day": "They meet in a narrow alley.", "lamps": "They meet in a narrow alley, by lamplight."} {
		s := &story.Story{Length: "usual", About: "Aki has come for Ume.", Place: map[string]string{"place": "alley", "light": light}}
		if text := Tell(s, 1)[0].Text; text != "Aki has come for Ume. "+want {
			t.Errorf("%s: %s", light, text)
		}
	}
}

// A place that the encounter's text names is not named again: the time alone stands before the text, with what grows there.
func TestAPlaceIsNamedOnce(t *testing.T) {
	for want, place := range map[string]map[string]string{
		"It is a foggy evening, among pines. ":  {"light": "dusk", "weather": "fog", "trees": "pines"},
		"It is winter, and the lamps are lit. ": {"light": "lamps", "season": "winter"},
		"It is night. ":                         {"light": "night"},
		"It is autumn. ":                        {"season": "autumn"},
		"":                                      {"light": "day"},
	} {
		place["place"] = "alley"
		s := &story.Story{Length: "usual", About: "Aki waits in the alley.", Place: place}
		if text := Tell(s, 1)[0].Text; text != want+"Aki waits in the alley." {
			t.Errorf("%v: %s", place, text)
		}
	}
}

// What one scratches, catches and misses several scratch, catch and miss.
func TestSeveralDoWhatOneDoes(t *testing.T) {
	tell := New(1)
	for one, many := range map[string]string{"scratches": "scratch", "catches hold": "catch hold", "misses": "miss", "pushes": "push", "closes": "close",
		"goes": "go", "tries to parry": "try to parry", "wounds": "wound", "dodges": "dodge"} {
		if got := tell.inNumber(one, true); got != many {
			t.Errorf("%s: several %s", one, got)
		}
	}
}

// Whose weapon alone the last sentence has named is not he in the next where that could be another: "Ume's katana misses Aki.
// Then he ..." might be Aki.
func TestAWeaponIsNotWhoStrikesOn(t *testing.T) {
	for they, want := range map[string]bool{"he": false, "she": true} {
		tell := New(1)
		tell.update(&story.Story{Cast: []story.Person{{Name: "Aki", They: "he"}, {Name: "Ume", They: they}}})
		tell.last = sentence{text: "Ume's katana misses Aki", actor: "Ume", named: []string{"Ume", "Aki"}, asOwner: []string{"Ume"}}
		tell.prevBeat = &story.Beat{Kind: "miss", By: "Ume", To: "Aki", Tries: 1}
		f := filler{t: tell, b: &story.Beat{Kind: "wound", By: "Ume", To: "Aki", Tries: 1, Hits: 1}}
		if f.strikesOn("Ume") != want {
			t.Errorf("Ume, of whom one says %s, strikes on as such: want %v", they, want)
		}
	}
}

// What belongs together is one sentence: a blow and what its striker is caught by, a hold and the blow that it made possible, a
// fall that leaves somebody alone and what that one does; but who does two things is said to be alone before.
func TestWhatBelongsTogetherIsOneSentence(t *testing.T) {
	won := story.End{Why: "none stands", Winner: "one", Loser: "other"}
	for want, got := range map[string]string{
		"wounds Ume, but Ran cuts Aki down": told("she",
			story.Beat{Kind: "wound", By: "Kai", To: "Bo", Wounds: 1}, story.Beat{Kind: "wound", By: "Aki", To: "Ume", Wounds: 1},
			story.Beat{Kind: "fall", By: "Ran", To: "Aki", Causes: []string{"late"}, Answer: "parry"}),
		"Bo grabs Ume and holds on, and Aki": told("she", story.Beat{Kind: "grapple", By: "Bo", To: "Ume"},
			story.Beat{Kind: "wound", By: "Aki", To: "Ume", Wounds: 1, Causes: []string{"held"}}),
		"leaves Kai alone against Aki and Bo. Kai": ended(won, "she", story.Beat{Kind: "fall", By: "Aki", To: "Ran", Alone: "Kai", Foes: []string{"Aki", "Bo"}, Own: 1},
			story.Beat{Kind: "wound", By: "Kai", To: "Aki", Wounds: 1}, story.Beat{Kind: "wound", By: "Kai", To: "Aki", Wounds: 1},
			story.Beat{Kind: "fall", By: "Aki", To: "Kai"}),
		"Alone against two, Kai": ended(won, "she", story.Beat{Kind: "fall", By: "Aki", To: "Ran", Alone: "Kai", Foes: []string{"Aki", "Bo"}, Own: 1},
			story.Beat{Kind: "wound", By: "Kai", To: "Aki", Wounds: 1}, story.Beat{Kind: "fall", By: "Aki", To: "Kai"}),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
}

// An end says that what a side has held out for has come, and whom somebody was to keep alive.
func TestAnEndSaysWhatThePromiseCameTo(t *testing.T) {
	end := func(about, why, side, goal, who string, rounds int) string {
		s := between("Aki, Bo", "Ume")
		s.About, s.End = about, story.End{Why: why, Who: who, Winner: "one", Loser: "other", Stand: []string{"Aki"}, Round: 2}
		s.Stake.For, s.Stake.Goal, s.Stake.Who, s.Stake.Rounds = side, goal, who, rounds
		if goal == "protect" {
			s.End.Winner, s.End.Loser = "other", "one"
		}
		return endOf(s, s.End)
	}
	help := "Help is on its way to Aki."
	for want, got := range map[string]string{
		"Help comes, and Aki":                  end(help, "held", "one", "last", "", 4),
		"Help comes too late: Aki":             end(help, "none stands", "other", "last", "", 9),
		"Aki and Bo have won before help come": end(help, "none stands", "one", "last", "", 9),
		"Bo, whom Aki was to keep alive, is ":  end("", "out", "one", "protect", "Bo", 0),
	} {
		if !strings.HasPrefix(got, want) {
			t.Errorf("want %q first in %q", want, got)
		}
	}
}

// The same sentence is not told twice running, and who shoots does not charge.
func TestABlowIsToldInOtherWordsTheSecondTime(t *testing.T) {
	blow := func(by, to string) story.Beat { return story.Beat{Kind: "wound", By: by, To: to, Wounds: 1, Left: 3} }
	text := told("she", blow("Aki", "Ume"), blow("Kai", "Bo"), blow("Aki", "Ume"), blow("Kai", "Bo"), blow("Aki", "Ume"))
	for _, sentence := range strings.Split(text, ". ") {
		if strings.Count(text, sentence+".") > 1 {
			t.Errorf("%q comes twice in %s", sentence, text)
		}
	}
	shot := blow("Kai", "Bo")
	counter := story.Beat{Kind: "wound", By: "Aki", To: "Kai", Wounds: 1, Causes: []string{"counter", "moving"}, Into: &story.Into{Way: "toward"}}
	s := &story.Story{Cast: []story.Person{{Name: "Kai"}}, Scenes: []story.Scene{{Beats: []story.Beat{shot, counter}}}}
	w := New(1)
	if w.update(s); w.person("Kai").shoots {
		t.Error("Kai, with a sword, shoots")
	}
	s.Scenes[0].Beats[0].Family = "bow"
	if w.update(s); !w.person("Kai").shoots {
		t.Error("Kai, with a bow, does not shoot")
	}
}
