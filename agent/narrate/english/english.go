// Package english tells a story in English. A beat of the plan becomes a clause: every row of clauses.yaml that fits it is said,
// and the one that costs least is taken (overgenerate and rank, after Langkilde and Knight, 1998). A clause begins a sentence or
// goes on with the last one.
//
//	english.go   a story, scene by scene; what is remembered of it
//	frame.go     its opening and its ending
//	choose.go    a beat: which row fits, whether it goes on with the last sentence
//	cost.go      which row is taken
//	after.go     what stands after a beat: who is left, who is out of breath
//	several.go   beats told together
//	features.go  what rows can ask for of a beat
//	slots.go     what rows are filled with: pronouns.go people, names.go their names, phrases.go blows and numbers
//	rows.go      clauses.yaml and lexicon.yaml, the rows themselves
package english

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// Tell returns the paragraphs of a story. The same story and seed have the same words.
func Tell(s *story.Story, seed uint64) []Passage {
	t := New(seed)
	return slices.Concat(t.TellOpening(s), t.TellScenes(s), t.TellEnding(s))
}

// New returns a teller that has told nothing.
func New(seed uint64) *Teller {
	t := &Teller{seed: seed, people: map[string]*known{}, used: map[string]int{}, held: map[string]int{}, disarmed: map[string]bool{}, floored: map[string]bool{}}
	t.grammar, t.lexicon = load()
	return t
}

// TellOpening returns where and why they fight.
func (t *Teller) TellOpening(s *story.Story) (all []Passage) {
	t.read(s)
	for _, p := range t.opening() {
		if p != "" {
			all = append(all, Passage{Text: p})
		}
	}
	return all
}

// TellScenes tells the scenes of a story. Those of one that grows are its next ones.
func (t *Teller) TellScenes(s *story.Story) (all []Passage) {
	t.read(s)
	for i := range s.Scenes {
		p := Passage{Scene: &s.Scenes[i]}
		p.Text, p.Beats = t.tellScene(&s.Scenes[i])
		if t.told++; p.Text != "" {
			all = append(all, p)
		}
	}
	return all
}

// TellEnding returns how a story ends; nothing while it goes on.
func (t *Teller) TellEnding(s *story.Story) []Passage {
	t.read(s)
	if s.End.Why == "" {
		return nil
	}
	return []Passage{{Text: t.ending(), Ends: true}}
}

// Passage is a paragraph of a tale, with the stretch of the record that it tells.
type Passage struct {
	Text  string
	Scene *story.Scene // nil: the opening, or the ending
	Beats []story.Beat // of the scene, that have words
	Ends  bool         // it is the ending
	Model bool         // sentences in it are a model's
}

// Teller tells one story, as a whole or as it grows, and remembers what it has told.
type Teller struct {
	*story.Story
	grammar
	lexicon
	people map[string]*known
	seed   uint64
	told   int // scenes that have been told
	// countingFall is the number of the beat that says how many are left: 0 while the fight goes on, when any fall may; -1 where none does.
	countingFall int

	// used is how often something has been told. Its keys are rows (by what they say), outcomes (by and blow), and words with whom they are of:
	// like ROW, blow BY WHAT, hurt BY|TO, held BY|TO, winded WHO, alone WHO, fears WHO, worry WHO; alone, even, counts, low, state, wanted, clock.
	used     map[string]int
	held     map[string]int  // by "holder|held": the step until which they hold them; 0: until something else is told
	disarmed map[string]bool // who has lost a weapon, and not been told to have another
	floored  map[string]bool // who is on the ground

	// Of the scene under way:
	fought   map[string]bool // "by|to": who has struck at whom
	last     sentence        // the one before, which the next may go on with
	prev     *story.Beat     // the last beat of it
	lastBlow string          // "by|to|noun" where that was a blow that hit
	rel      string          // how the beat under way follows prev, of [story.Rels], or helps, avenges, goes on
	ally     string          // whom it helps or avenges
	winded   string          // who has just been said to be out of breath
}

// known is somebody of the cast, with what has been told of them.
type known struct {
	story.Person
	armed        string // the weapon that was named last
	wounds       int    // blows that have wounded them
	deep         bool   // one of those was deep
	low          bool   // the next blow would end it
	fallen       bool
	maimed       bool // they have fallen crippled: who reads that cannot know whether they fight on
	pronounKnown bool // a pronoun has been used for them
	met          bool // they have been named
}

// sentence is one row or two, filled, with what the next one must know of it.
type sentence struct {
	text    string
	clause  *clause  // the last row of it
	out     *outcome // and its outcome, if it has one
	clauses int      // how many rows it is
	closed  bool     // no other goes on with it

	firstName string   // whose name it begins with; empty: it begins otherwise
	subject   string   // who can go on as the subject of another verb; empty: nobody
	actor     string   // who acts at its end
	named     []string // who is in it, the first one first
	asOwner   []string // of those, who is in it only as whose something is
	asPronoun []string // who is said by a pronoun
	goodFor   string   // the side that is better off by its last beat
	fronts    bool     // a clause stands before who acts: "Too slow to parry it, Aki falls"
	stateOf   string   // of whom it says by the way how they are: "Aki, without a weapon, …"
}

// close lets nothing go on with a sentence.
func (s *sentence) close() { s.closed, s.subject = true, "" }

// read takes a story as it stands.
func (t *Teller) read(s *story.Story) {
	t.Story = s
	for _, p := range s.Cast {
		if t.people[p.Name] == nil {
			t.people[p.Name] = &known{}
		}
		t.people[p.Name].Person = p
	}
	t.countingFall = t.countingFallOf()
}

// person returns somebody of the cast; nobody in particular where they are not in it.
func (t *Teller) person(who string) *known { return cmp.Or(t.people[who], &known{}) }

// tellScene returns the paragraph of a scene, and which of its beats are in it.
func (t *Teller) tellScene(sc *story.Scene) (words string, beats []story.Beat) {
	var told []string
	end := func() {
		if t.last.text != "" {
			told = append(told, text.Capital(t.last.text)+".")
			t.last.text = ""
		}
	}
	t.last, t.lastBlow, t.prev, t.fought = sentence{}, "", nil, map[string]bool{}
	if c := t.situation(sc); c.text != "" {
		told = append(told, text.Capital(c.text)+".")
	}
	for k := 0; k < len(sc.Beats); k++ {
		b := &sc.Beats[k]
		t.rel, t.ally = t.relation(b)
		if n := t.run(sc.Beats[k:]); n > 1 { // what one does to several is one sentence
			end()
			t.tellRun(sc.Beats[k : k+n])
			beats = append(beats, sc.Beats[k:k+n]...)
			k += n - 1
			t.addAfter(&sc.Beats[k], sc.Beats[k+1:], end)
			continue
		}
		if n := t.gang(sc.Beats[k:]); n > 1 { // and so is what several do to one
			end()
			t.tellGang(sc.Beats[k : k+n])
			beats = append(beats, sc.Beats[k:k+n]...)
			k += n - 1
			continue
		}
		for k+1 < len(sc.Beats) && canJoin(b, &sc.Beats[k+1]) {
			beats = append(beats, sc.Beats[k])
			k++
			b = joinBlows(b, &sc.Beats[k])
		}
		if b.Hits > 0 { // what misses beside what hits is not told
			b = allHit(b, b.Hits)
		}
		s, goesOn := t.tellBeat(b)
		if s.clause == nil {
			continue
		}
		if beats = append(beats, sc.Beats[k]); !goesOn {
			end()
		}
		t.remember(s, b)
		t.addAfter(b, sc.Beats[k+1:], end)
	}
	end()
	return strings.Join(told, " "), beats
}

// situation returns what a scene begins with, where there is something to say: a clock.
func (t *Teller) situation(sc *story.Scene) (s sentence) {
	if left := t.Stake.Rounds - sc.Round + 1; t.Stake.Goal == "last" && t.Stake.Rounds > 3 && left > 0 && left <= 2 && t.used["clock"] == 0 && t.told > 0 {
		t.used["clock"]++
		s = t.pick("clock", &story.Beat{}, nil)
	}
	if s.clause != nil {
		t.countUse(&s)
	}
	return s
}

// countUse notes in which way something has been told.
func (t *Teller) countUse(s *sentence) {
	t.used[s.clause.Says]++
	t.used["like "+s.clause.Like]++
	if s.out != nil {
		t.used[s.out.By+s.out.Blow]++
	}
	for _, who := range s.asPronoun {
		t.person(who).pronounKnown = true
	}
	for _, who := range s.named {
		t.person(who).met = true
	}
}

// remember makes a sentence the last one, and remembers what it has told.
func (t *Teller) remember(s sentence, b *story.Beat) {
	t.countUse(&s)
	if b.Tries > 0 && b.With != "" && !t.saidBefore(b, &s) {
		t.person(b.By).armed = b.With
	}
	if b.Tries > 0 {
		t.used["blow "+b.By+b.What]++
		if b.Family != "unarmed" {
			delete(t.disarmed, b.By) // it has another
		}
	}
	t.lastBlow = ""
	if b.Hits > 0 && b.Into == nil {
		t.lastBlow = b.By + "|" + b.To + "|" + text.LastWord(t.Blow(b))
	}
	if b.Wounds > 0 {
		t.person(b.To).wounds += b.Hits
	}
	if s.stateOf != "" {
		t.used["state"]++
		delete(t.disarmed, s.stateOf)
	}
	if s.clause != nil && slices.Contains(s.clause.If, "up") || b.To == "" {
		delete(t.floored, b.By)
	}
	if b.Kind == "prone" {
		t.floored[b.To] = true
	}
	if b.To == t.Stake.Who && b.Tries > 0 {
		t.used["wanted"]++
	}
	t.person(b.To).deep = t.person(b.To).deep || strings.HasSuffix(t.Outcome(b), "deep")
	if b.Kind == "fall" {
		t.person(b.To).fallen, t.person(b.To).maimed = true, b.Fate == "crippled"
	}
	if who, still := t.captor(b); !still {
		delete(t.held, who+"|"+b.By)
	}
	t.fought[b.By+"|"+b.To] = true
	if b.Hits > 0 {
		t.used["hurt "+b.By+"|"+b.To]++
	}
	switch b.Kind {
	case "disarmed":
		t.disarmed[b.By] = true
	case "armed":
		delete(t.disarmed, b.By)
	case "grapple":
		t.held[b.By+"|"+b.To] = b.Until
		t.used["held "+b.By+"|"+b.To]++
		delete(t.floored, b.By)
	case "escape", "prone", "fall", "sunk":
		for _, p := range []string{b.By, b.To} {
			if p != "" && !(b.Kind == "fall" && p == b.By) {
				maps.DeleteFunc(t.held, func(pair string, _ int) bool {
					return strings.HasPrefix(pair, p+"|") || strings.HasSuffix(pair, "|"+p)
				})
			}
		}
	}
	if t.winded == b.To {
		t.winded = ""
	}
	t.last, t.prev = s, b
}

// saidBefore reports whether a blow has been told without its weapon, as another's of the same kind had just been named.
func (t *Teller) saidBefore(b *story.Beat, s *sentence) bool {
	return t.person(b.By).armed != b.With && t.prev != nil && t.prev.With == b.With && !strings.Contains(s.text, text.Escape(b.With))
}
