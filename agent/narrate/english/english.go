// Package english tells a story in English. A beat of the plan becomes a clause: every row of clauses.yaml that fits it
// is filled in, and the one that costs least is taken (overgenerate and rank, after Langkilde and Knight, 1998). A
// clause begins a sentence or continues the last one.
//
//	english.go   a story, scene by scene, and what the teller remembers of it
//	frame.go     its opening and its ending
//	choose.go    a beat: which rows fit, and whether they continue the last sentence
//	cost.go      the cost by which a row is taken
//	after.go     what stands after a beat: who is left, who is out of breath
//	several.go   beats told together in one sentence
//	features.go  the features of a beat that rows can ask for
//	slots.go     what the slots of rows are filled with: people (pronouns.go, names.go), blows and numbers (phrases.go)
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

// Sentences returns by its number how each beat is told on its own, with no word that refers to what was told before. A
// beat that no row tells is not in it.
func Sentences(s *story.Story, seed uint64) map[int]string {
	t := New(seed)
	t.update(s)
	t.used["clock"]++ // the sentence about the rounds left belongs to a scene, not to a beat
	told := map[int]string{}
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			for _, p := range t.people {
				p.armed = ""
			}
			b.Rel = ""
			if words, _ := t.tellScene(&story.Scene{Round: sc.Round, Beats: []story.Beat{b}}); words != "" {
				told[b.ID] = words
			}
		}
	}
	return told
}

// TellerOf returns a teller that tells nothing: it only answers what the sentences of a story call somebody or
// something.
func TellerOf(s *story.Story) *Teller {
	t := New(0)
	t.update(s)
	return t
}

// New returns a teller that has told nothing yet.
func New(seed uint64) *Teller {
	t := &Teller{seed: seed, people: map[string]*known{}, used: map[string]int{}, held: map[pair]hold{},
		fought: map[pair]bool{}}
	t.grammar, t.lexicon = load()
	return t
}

// TellOpening returns the paragraphs that say where and why they fight.
func (t *Teller) TellOpening(s *story.Story) (all []Passage) {
	t.update(s)
	for _, p := range t.opening() {
		if p != "" {
			all = append(all, Passage{Text: p})
		}
	}
	return all
}

// TellScenes tells the scenes of a story; of a story that grows, each call gets only the new ones.
func (t *Teller) TellScenes(s *story.Story) (all []Passage) {
	t.update(s)
	for i := range s.Scenes {
		p := Passage{Scene: &s.Scenes[i]}
		p.Text, p.Beats = t.tellScene(&s.Scenes[i])
		if t.scenesTold++; p.Text != "" {
			all = append(all, p)
		}
	}
	return all
}

// TellEnding returns the paragraph that says how a story ends; none while it goes on.
func (t *Teller) TellEnding(s *story.Story) []Passage {
	t.update(s)
	if s.End.Why == "" {
		return nil
	}
	return []Passage{{Text: t.ending(), Ends: true}}
}

// Passage is a paragraph of a tale, with the stretch of the record that it tells.
type Passage struct {
	Text  string
	Scene *story.Scene // nil for the opening and the ending
	Beats []story.Beat // the beats of the scene that the text tells
	Ends  bool         // it is the ending
	Model bool         // a language model wrote sentences in it
}

// Teller tells one story, as a whole or as it grows, and remembers what it has told.
type Teller struct {
	*story.Story
	grammar
	lexicon
	people     map[string]*known
	seed       uint64
	beats      []*story.Beat // those of the story, in order
	scenesTold int

	// used is how often something has been told, by one of these keys; capitals stand for a name or a text:
	//
	//	SAYS           a row, by its [clause.Says]
	//	BYBLOW         an outcome, by its By and Blow
	//	text SENTENCE  a sentence, word for word
	//	like LIKE      rows that sound alike, by [clause.Like]
	//	blow BYWHAT    a maneuver of somebody's: from the second time on it is only a "cut" ([Teller.Blow])
	//	hurt BY|TO     a blow of one that has hurt the other
	//	held BY|TO     a hold
	//	alone WHO      that somebody is left alone
	//	fears WHO      in the opening, what somebody fears; worry WHO, what the leader of the losers fears
	//	remark         a remark in passing; reaction, one of Reactions; caught, a sentence of [Teller.catches]
	//	clock          how few rounds are left; alone, even, counts, low and stands, rows of these kinds after a beat
	used   map[string]int
	held   map[pair]hold // those that were told, by who holds whom
	fought map[pair]bool // between whom a beat was told

	// Of the scene under way:
	told          []string       // its finished sentences
	foughtInScene map[pair]bool  // the same, of the scene
	last          sentence       // the last sentence, which the next beat may continue
	prevBeat      *story.Beat    // the last beat that it tells
	lastBlow      string         // its [Teller.blowKey] if that was a blow that hit
	relation      string         // how the beat under way follows prevBeat ([Teller.relationOf])
	ally          string         // whom it helps or avenges
	winded        string         // who has just been said to be out of breath
	likes         map[string]int // how often rows that are like one another were told in it, by [clause.Like]

	standsAlone *story.Beat // the fall that has left somebody alone, if the next sentence is to say so
	catching    bool        // the beat under way is a blow at whoever has just struck ([Teller.catches])
	missedFirst bool        // the beat under way is the last of all, and the second of two blows, of which the first missed
}

// known is somebody of the cast, with what has been told of them.
type known struct {
	story.Person
	armed        string // the weapon that was named last
	armedFamily  string // and its family
	wounds       int    // blows that have wounded them, and not only grazed
	deep         bool   // one of those was deep
	low          bool   // the tale has said that the next blow would end it
	nearly       bool   // the next blow would, and the tale has not said so
	disarmed     bool   // they have lost a weapon, and have not been told to have another
	floored      bool   // they are on the ground
	fallen       bool
	maimed       bool // they have fallen crippled: who reads that cannot know whether they fight on
	pronounKnown bool // a pronoun has been used for them
	met          bool // they have been named
	shoots       bool // the plan has a shot of theirs: who shoots does not charge
	strikes      bool // it has a blow of theirs with a weapon that does not shoot
}

// pair is who acts in a beat, and whom it is done to.
type pair struct{ by, to string }

// hold is a hold that was told.
type hold struct {
	until int    // the step until which it lasts; 0: until something else is told
	ends  string // how it ends ([story.Beat.Ends])
}

// sentence is one row or more, filled in, with what the next one must know of it.
type sentence struct {
	text    string
	clause  *clause  // the last row in it
	out     *outcome // the outcome of that row; nil if it has no slot for one
	clauses int      // how many rows are in it
	goesOn  bool     // the last row goes on with the sentence before
	closed  bool     // nothing may be added to it

	firstName string   // whose name it begins with; empty: it begins otherwise
	subject   string   // who can be the subject of another verb added to it; empty: nobody
	actor     string   // who does what its last verb says
	named     []string // who is mentioned in it, in order
	asOwner   []string // of those, who is mentioned only as an owner: Aki of "Aki's katana"
	asPronoun []string // who is mentioned by a pronoun
	goodFor   string   // the side that is better off after its last beat
	fronts    bool     // a phrase stands before who acts: "Too slow to parry it, Aki falls"
	reacts    bool     // it has one of Reactions
	hasRemark bool     // it has a remark in passing about who acts: "Aki, without a weapon, …"
}

// isFull reports whether nothing may be added to a sentence.
func (s *sentence) isFull() bool { return s.text == "" || s.closed || s.clauses > 1 }

// close ends a sentence: nothing may be added to it, and no verb may go on with its subject.
func (s *sentence) close() { s.closed, s.subject = true, "" }

// update makes a story, as it stands now, the one that is told. A story that grows is a new value each time; what is
// known of its people is kept, by name.
func (t *Teller) update(s *story.Story) {
	t.Story = s
	for _, p := range s.Cast {
		if t.people[p.Name] == nil {
			t.people[p.Name] = &known{}
		}
		t.people[p.Name].Person = p
	}
	t.beats = nil
	for i := range s.Scenes {
		for k := range s.Scenes[i].Beats {
			b := &s.Scenes[i].Beats[k]
			t.beats = append(t.beats, b)
			by, isShot := t.person(b.By), isShot(b)
			by.shoots = by.shoots || isShot
			by.strikes = by.strikes || b.Tries > 0 && !isShot && b.Family != "unarmed"
		}
	}
}

// person returns what is known of somebody of the cast; an empty value, which is not kept, for anybody else.
func (t *Teller) person(who string) *known { return cmp.Or(t.people[who], &known{}) }

// tellScene returns the paragraph of a scene, and the beats that it tells.
func (t *Teller) tellScene(sc *story.Scene) (words string, beats []story.Beat) {
	t.told, t.last, t.lastBlow, t.prevBeat = nil, sentence{}, "", nil
	t.foughtInScene, t.likes = map[pair]bool{}, map[string]int{}
	left := t.Stake.Rounds - sc.Round + 1
	if t.Stake.Goal == "last" && t.Stake.Rounds > 3 && (left == 1 || left == 2) && t.used["clock"] == 0 && t.scenesTold > 0 {
		t.used["clock"]++ // once in a tale it says how few rounds a side has still to last
		s := t.pick("clock", &story.Beat{}, nil)
		t.countUse(&s)
		t.told = append(t.told, text.Capital(s.text)+".")
	}
	for rest := sc.Beats; len(rest) > 0; {
		n, isTold := t.tellNext(rest)
		if isTold {
			beats = append(beats, rest[:n]...)
		}
		rest = rest[n:]
	}
	t.endSentence()
	return strings.Join(t.told, " "), beats
}

// endSentence finishes the sentence under way, if there is one.
func (t *Teller) endSentence() {
	if t.last.text != "" {
		t.told = append(t.told, text.Capital(t.last.text)+".")
		t.last.text = ""
	}
}

// tellNext tells the first of the beats that are left of a scene, with those that are told in one sentence with it, and
// what stands after it. It returns how many beats that is, and whether a row tells them.
func (t *Teller) tellNext(rest []story.Beat) (n int, isTold bool) {
	t.relation, t.ally = t.relationOf(&rest[0])
	if n = t.tellSeveral(rest); n > 0 {
		return n, true
	}
	b, n := joinBlows(rest)
	t.missedFirst = b.Order == "mh" && b.Kind == "fall" && t.isLastBeat(b)
	// What misses beside what hits is not told: of three stabs of which two reach, "stabs Aki twice". Readers marked
	// "two of Klara's three stabs".
	if b.Hits > 0 {
		b = withHits(b, b.Hits)
	}
	t.catching = t.catches(b)
	s := t.tellBeat(b)
	if s.clause == nil {
		if b.Kind == "grapple" { // it is a hold that is told already
			t.held[pair{b.By, b.To}] = hold{b.Until, b.Ends}
		}
		return n, false
	}
	if !s.goesOn {
		t.endSentence()
	}
	t.remember(s, b)
	t.addAfter(b, rest[n:])
	return n, true
}

// countUse counts the row and outcome of a sentence as told once more, and notes whom it has named.
func (t *Teller) countUse(s *sentence) {
	t.used[s.clause.Says]++
	t.used["text "+s.text]++
	t.used["like "+s.clause.Like]++
	t.likes[s.clause.Like]++
	if s.reacts {
		t.used["reaction"]++
	}
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

// noteMeeting remembers that a beat between two was told.
func (t *Teller) noteMeeting(by, to string) {
	t.foughtInScene[pair{by, to}], t.fought[pair{by, to}] = true, true
}

// noteWounds counts the blows of a beat that have wounded somebody, and not only grazed.
func (t *Teller) noteWounds(b *story.Beat) {
	if b.Wounds > 0 && t.Outcome(b) != "graze" {
		t.person(b.To).wounds += b.Hits
	}
}

// remember makes a sentence the last one, and remembers what it has told. It runs once for each beat, in the order of
// the tale, and after the cost of everything that was considered: [Teller.cost] reads what it counts.
func (t *Teller) remember(s sentence, b *story.Beat) {
	t.countUse(&s)
	by, to := t.person(b.By), t.person(b.To)
	// Else it has not been told what they have in hand.
	if b.Tries > 0 && hasWeapon(b) && strings.Contains(s.text, text.Escape(b.With)) {
		by.armed, by.armedFamily = b.With, b.Family
	}
	if b.Tries > 0 {
		t.used["blow "+b.By+b.What]++
		by.disarmed = by.disarmed && b.Family == "unarmed" // else it has another weapon
		by.maimed = false
	}
	if s.goesOn && t.catching {
		t.used["caught"]++
	}
	t.standsAlone = nil
	t.lastBlow = ""
	if b.Hits > 0 && b.Into == nil {
		t.lastBlow = t.blowKey(b)
	}
	t.noteWounds(b)
	if s.hasRemark {
		t.used["remark"]++
		by.disarmed = false
	}
	if slices.Contains(s.clause.If, "up") || b.To == "" {
		by.floored = false
	}
	to.floored = to.floored || b.Kind == "prone"
	to.deep = to.deep || strings.HasSuffix(t.Outcome(b), "deep")
	to.nearly = t.isNearlyDone(b)
	if b.Kind == "fall" {
		to.fallen, to.maimed = true, b.Fate == "crippled"
	}
	if who, lasts := t.captor(b); !lasts {
		delete(t.held, pair{who, b.By})
	}
	escaped, _ := t.escaped(b)
	delete(t.held, pair{b.By, escaped})
	t.noteMeeting(b.By, b.To)
	if b.Hits > 0 {
		t.used["hurt "+b.By+"|"+b.To]++
	}
	switch b.Kind {
	case "disarmed", "armed":
		by.disarmed = b.Kind == "disarmed"
	case "grapple":
		t.held[pair{b.By, b.To}] = hold{b.Until, b.Ends}
		t.used["held "+b.By+"|"+b.To]++
		by.floored = false
	case "escape", "prone", "fall", "sunk":
		// Whoever fells somebody may still hold another.
		ends := func(who string) bool { return who == b.To || who == b.By && b.Kind != "fall" }
		maps.DeleteFunc(t.held, func(p pair, _ hold) bool { return ends(p.by) || ends(p.to) })
	}
	if t.winded == b.To {
		t.winded = ""
	}
	t.last, t.prevBeat = s, b
}
