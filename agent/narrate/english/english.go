// Package english tells a story in English. A beat of the plan becomes a clause: every row of clauses.yaml that fits it is said,
// and the one that costs least is taken (overgenerate and rank, after Langkilde and Knight, 1998). A clause begins a sentence or
// goes on with the last one.
//
//	which row, in which sentence   english.go
//	beats told together            several.go
//	slots                          slots.go
//	names, pronouns and features   phrases.go
//	the opening and the ending     frame.go
//	what there is to say           clauses.yaml, lexicon.yaml
package english

import (
	"cmp"
	_ "embed"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"kokyu/agent/narrate/story"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

var (
	//go:embed clauses.yaml
	clausesFile []byte
	//go:embed lexicon.yaml
	lexiconFile []byte
)

// clause is one way to say a beat, or what stands beside it.
type clause struct {
	Kind string   `yaml:"kind"`
	For  []string `yaml:"for" max:"20"` // outcomes
	If   []string `yaml:"if" max:"20"`  // features that the beat must have
	Not  []string `yaml:"not" max:"20"` // and may not have
	Cost float64  `yaml:"cost"`
	Wear float64  `yaml:"wear"` // what each time it has been told costs; [wears] where it is not said
	Like string   `yaml:"like"` // what it has in common with others: each that is told wears all of them
	Says string   `yaml:"says" max:"200"`
}

// outcome is what a blow comes to, as whoever strikes, whoever is struck, and the blow itself do it.
type outcome struct {
	Name string   `yaml:"name"`
	Of   []string `yaml:"of" max:"20"` // families of weapons; empty: all
	Once bool     `yaml:"once"`        // of one blow, not of several
	As   []string `yaml:"as" max:"20"` // last words of what the blow is called; empty: all
	More bool     `yaml:"more"`        // it is not the first that has been told
	Bare bool     `yaml:"bare"`        // by says what the blow is: {with} has only the weapon
	By   string   `yaml:"by"`
	To   string   `yaml:"to"`
	Blow string   `yaml:"blow"`
	Via  string   `yaml:"via"` // between what whoever is struck does and the blow: goes down under a cut
}

type grammar struct {
	Version     int                `yaml:"version"`
	Outcomes    []outcome          `yaml:"outcomes" max:"100"`
	Blows       []clause           `yaml:"blows" max:"300"`
	Vain        []clause           `yaml:"vain" max:"300"`
	Facts       []clause           `yaml:"facts" max:"300"`
	After       []clause           `yaml:"after" max:"300"`
	Worth       map[string]float64 `yaml:"worth"`
	UntoldCost  map[string]float64 `yaml:"tells"`
	UsualCauses []string           `yaml:"usual" max:"20"`
	Ends        []clause           `yaml:"ends" max:"300"`
}

var load = sync.OnceValues(func() (grammar, lexicon) {
	return strict.Carried[grammar]("agent/narrate/english/clauses.yaml", clausesFile), strict.Carried[lexicon]("agent/narrate/english/lexicon.yaml", lexiconFile)
})

// Teller tells one story, as a whole or as it grows.
type Teller struct {
	*story.Story
	grammar
	lexicon
	people map[string]*known
	seed   uint64
	told   int // scenes that have been told

	used         map[string]int  // how often a row, its outcome, or another thing has been told
	held         map[string]int  // by|to, who has been told to take hold of whom, until which step; 0: as long as it has been told
	disarmed     map[string]bool // who has been told to have lost a weapon
	floored      map[string]bool // who has been told to have been thrown down, and not to have got up
	fought       map[string]bool // by|to, who has struck at whom in the scene
	lastBlow     string          // the last blow told: by|to|noun
	last         sentence        // the one before, in the same scene
	prev         *story.Beat     // and the beat it told last
	rel          string          // how the beat under way follows that one
	ally         string          // whom it helps or avenges
	winded       string          // who has been told to be out of breath since they were struck last
	countingFall int             // the fall that says how many are left, of a finished story
}

// known is somebody, with what has been told of them.
type known struct {
	story.Person
	armed        string // the weapon named last
	wounds       int
	deep         bool // and one of them badly
	fallen       bool
	maimed       bool // they are out of the fight, or act yet: who reads it cannot know
	low          bool // and it has been told that the next blow would end it
	pronounKnown bool // he or she has been said of them
	met          bool // they have been named
}

// sentence is one that is being made.
type sentence struct {
	text      string
	named     []string // who is in it, the first one first
	asOwner   []string // who is in it only as whose something is
	subject   string   // who can go on with another verb; empty: nobody
	firstName string   // whose name it begins with
	goodFor   string   // the side that what was told last is good for
	fronts    bool     // a clause stands before who acts: "Too slow to parry it, Aki falls"
	clauses   int
	actor     string   // who acts at its end
	stateOf   string   // of whom it says how they are
	asPronoun []string // of whom it says he or she
	clause    *clause
	out       *outcome
}

// Passage is a paragraph of a tale, with the stretch of the record that it tells.
type Passage struct {
	Text  string
	Scene *story.Scene // nil: the opening, or the ending
	Beats []story.Beat // of the scene, that have words
	Ends  bool         // it is the ending
	Model bool         // sentences in it are a model's
}

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

// countingFallOf returns the fall of a finished story that says how many are left: one that leaves somebody alone, or as many on both sides; of
// several the one that moves the chances most. Other falls leave it to be seen. It is -1 where there is none.
func (t *Teller) countingFallOf() int {
	if t.End.Why == "" {
		return 0
	}
	best, most := -1, -1.0
	for _, sc := range t.Scenes {
		for _, b := range sc.Beats {
			weight := math.Abs(b.Swing)
			switch {
			case b.ID == t.lastBeat():
				continue
			case b.Alone != "" && b.Fate != "crippled":
				weight++
			case b.Own < 2 || b.Own != b.Other:
				continue
			}
			if weight > most {
				best, most = b.ID, weight
			}
		}
	}
	return best
}

// mayCount reports whether a fall may say how many are left; of a story that grows the first may, and the first that leaves somebody alone.
func (t *Teller) mayCount(b *story.Beat) bool {
	return t.countingFall == b.ID || t.countingFall == 0 && t.used["alone"] == 0 && (b.Alone != "" || t.used["even"]+t.used["counts"] == 0)
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
		p.Text, p.Beats = t.scene(&s.Scenes[i])
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

// scene returns the paragraph of a scene, and which of its beats are in it.
func (t *Teller) scene(sc *story.Scene) (words string, beats []story.Beat) {
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
			run := *b
			run.Foes = nil
			for _, more := range sc.Beats[k : k+n] {
				run.Foes = append(run.Foes, more.To)
			}
			beats = append(beats, sc.Beats[k:k+n-1]...)
			end()
			run.Alone, run.Winded = "", false
			t.last = t.pick(t.After, "run", &run, nil)
			k += n - 1
			b = &sc.Beats[k]
			beats = append(beats, *b)
			t.remember(t.last, b)
			t.last.clauses, t.last.subject = 9, ""
			t.addAfter(b, sc.Beats[k+1:], end)
			continue
		}
		if n := t.gang(sc.Beats[k:]); n > 1 { // nor is what several do to one
			end()
			t.last = t.tellGang(sc.Beats[k : k+n])
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
		s, goesOn := t.beat(b)
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

// addAfter adds what stands after a beat, to its sentence or behind it.
func (t *Teller) addAfter(b *story.Beat, next []story.Beat, end func()) {
	for _, a := range t.after(b, next) {
		if strings.HasPrefix(a.clause.Says, ",") {
			t.last.text += a.text
			t.last.subject, t.last.clauses = "", 9
		} else {
			end()
			t.last = a
		}
		t.countUse(&a)
	}
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

// beat returns the cheapest way to tell a beat, and whether it goes on with the last sentence.
func (t *Teller) beat(b *story.Beat) (best sentence, goesOn bool) {
	list := t.Facts
	if b.Tries > 0 && !slices.Contains([]string{"landed", "feint", "feint stopped"}, b.Kind) {
		if list = t.Vain; b.Hits > 0 {
			list = t.Blows
		}
	}
	name := t.Outcome(b)
	features := t.features(b)
	least, held := 1e9, 0.0 // held is what it costs not to say how somebody can act who has been held
	consider := func(s sentence, on bool) {
		for _, who := range []string{b.By, b.To} {
			if b.Tries > 0 && who != "" && !slices.Contains(s.named, who) {
				return
			}
		}
		cost := t.cost(&s, b, on) + held
		if cost < least {
			best, least, goesOn = s, cost, on
		}
		if state := t.state(s.firstName, b); state != "" && !on {
			if rest, is := strings.CutPrefix(s.text, t.Name(s.firstName)+" "); is {
				s.text, s.stateOf = t.Name(s.firstName)+", "+state+", "+rest, s.firstName
				if cost := t.cost(&s, b, on) + held - 1.5; cost < least {
					best, least, goesOn = s, cost, on
				}
			}
		}
	}
	for i := range list {
		c := &list[i]
		if !c.fits(b, name, features) {
			continue
		}
		held = 0
		if (features["captive"] || features["freed"]) && !slices.Contains(c.If, "captive") && !slices.Contains(c.If, "freed") {
			held = 9
		}
		for _, o := range t.outcomesOf(name, b, c) {
			consider(t.say(c, b, o), false)
			if s := t.goOn(c, b, o); s.text != "" {
				consider(s, true)
			}
		}
	}
	return best, goesOn
}

// mustBeNamed are features that a clause must name to tell a beat that has them.
var mustBeNamed = []string{"counter", "stray", "friend", "lying", "spell", "moving", "several"}

func (c *clause) fits(b *story.Beat, outcome string, features map[string]bool) bool {
	if c.Kind != "" && c.Kind != b.Kind || len(c.For) > 0 && !slices.Contains(c.For, outcome) {
		return false
	}
	has := func(f string) bool { return features[f] }
	if slices.ContainsFunc(c.Not, has) || slices.ContainsFunc(c.If, func(f string) bool { return !features[f] }) {
		return false
	}
	return !slices.ContainsFunc(mustBeNamed, func(f string) bool { return features[f] && !slices.Contains(c.If, f) })
}

// outcomesOf returns the wordings of an outcome that fit a beat; a nil one where the clause needs none.
func (t *Teller) outcomesOf(name string, b *story.Beat, c *clause) (list []*outcome) {
	if !strings.Contains(c.Says, "{does") && !strings.Contains(c.Says, "{gets}") && !strings.Contains(c.Says, "{ends}") {
		return []*outcome{nil}
	}
	for i := range t.Outcomes {
		if o := &t.Outcomes[i]; o.Name == name && !(slices.Contains(c.If, "first") && strings.Contains(o.By, "blood")) && // the clause has it
			(!o.More || t.used["hurt "+b.By+"|"+b.To] > 0) && (!o.Bare || b.Tries == 1 && strings.Contains(c.Says, "{with}")) &&
			(len(o.Of) == 0 || slices.Contains(o.Of, b.Family)) && (!o.Once || b.Tries == 1) &&
			(len(o.As) == 0 || slices.Contains(o.As, text.LastWord(t.Blow(b)))) {
			list = append(list, o)
		}
	}
	return list
}

// wordsMost is how long a sentence gets by going on.
const wordsMost = 24

// goOn returns the last sentence with a clause more: with another verb of who acts in it, or with a clause of its own.
func (t *Teller) goOn(c *clause, b *story.Beat, o *outcome) (s sentence) {
	says := c.Says
	if t.last.text == "" || t.last.clauses > 1 || t.rel == "" || t.rel == "meanwhile" || strings.Contains(t.last.text, ":") ||
		b.First || t.rel == "again" && strings.HasPrefix(says, "{by's") || !strings.HasPrefix(says, "{by") && !strings.HasPrefix(says, "{to") {
		return s
	}
	strange := func(who string) bool { return who != "" && !slices.Contains(t.last.named, who) }
	if (strange(b.By) || strange(b.To)) && !slices.Contains([]string{"helps", "avenges", "joins", "alike", "turns"}, t.rel) {
		return s
	}
	if t.prev.Kind == "fall" && t.rel != "alike" { // a fall ends its sentence
		return s
	}
	joint := ", and "
	if good := t.goodFor(b); good != t.last.goodFor {
		if joint = ", but "; strings.HasPrefix(t.last.text, "But ") || t.rel != "returns" && t.rel != "again" || t.prev.Tries == 0 {
			return s
		}
	}
	if t.rel == "returns" && b.Tries > 0 && b.Hits == 0 { // which fails
		if joint = ", but "; strings.HasPrefix(t.last.text, "But ") {
			return s
		}
	}
	if rest, is := strings.CutPrefix(says, "{by} "); is && t.last.subject == b.By && !strings.Contains(rest, "{by}") {
		if b.Hits == 0 || strings.Contains(rest, ", but ") {
			return s
		}
		if joint == ", and " && strings.Contains(t.last.text+rest, " and ") {
			return s
		}
		if joint == ", and " {
			joint = " and "
		}
		s = t.sayAfter(&t.last, joint, rest, c, b, o)
	} else if t.rel != "goes on" && t.last.subject != b.By {
		if t.rel != "joins" && (strings.Contains(says, " and ") || strings.Contains(says, ", then ")) { // two deeds of two people are two sentences
			return s
		}
		if strings.Contains(t.last.text+says, joint) || strings.Contains(t.last.text+says, ", but ") || strings.Contains(says, ", who ") {
			return s
		}
		s = t.sayAfter(&t.last, joint, says, c, b, o)
	}
	if len(strings.Fields(s.text)) > wordsMost {
		return sentence{}
	}
	return s
}

// statesMost is how often a tale says by the way how somebody is.
const statesMost = 2

// state returns how somebody is of whom a sentence begins: disarmed, where they strike all the same.
func (t *Teller) state(who string, b *story.Beat) string {
	switch p := t.people[who]; {
	case p == nil || t.used["state"] >= statesMost:
	case who == b.By && t.disarmed[who] && b.Family == "unarmed":
		return t.Disarmed
	}
	return ""
}

// losses are kinds of facts that are bad for By.
var losses = []string{"disarmed", "broke", "sunk", "hurt", "thrown back", "backlash", "spell failed", "chant broken", "shaken", "rout", "leaves", "yields",
	"flees", "taken out", "stance lost"}

// goodFor returns the side that a beat is good for; none where it is bad for whoever it is of.
func (t *Teller) goodFor(b *story.Beat) string {
	who := b.By
	switch {
	case slices.Contains(losses, b.Kind):
		return ""
	case b.Tries > 0 && b.Hits == 0 || b.Friend:
		who = b.To
	}
	return t.person(who).Side
}

// usualCost is what it costs to say of a wound that who is hit has not put anything against it: that is nothing new.
const usualCost = 1.5

// wearUsual is what it costs to tell something in a way in which it has been told before, and likens in one that has much in common with it.
const wearUsual, wearAlike = 2.2, 1.5

// cost returns how dear a sentence is: long, worn, or like the one before. Some of it is drawn by lot, by the seed: tales of one kind of
// fight are not told in one way.
func (t *Teller) cost(s *sentence, b *story.Beat, goesOn bool) float64 {
	c := s.clause
	cost := c.Cost + cmp.Or(c.Wear, wearUsual)*float64(t.used[c.Says])
	if c.Like != "" {
		cost += wearAlike * float64(t.used["like "+c.Like])
	}
	if s.out != nil {
		cost += 0.9 * float64(t.used[s.out.By+s.out.Blow])
		if s.out.More {
			cost -= 0.7
		}
	}
	words := len(strings.Fields(s.text))
	for _, f := range c.If {
		if slices.Contains(t.UsualCauses, f) && b.Kind != "fall" {
			cost += usualCost
		} else {
			cost -= t.Worth[f]
		}
	}
	if c == t.last.clause {
		cost += 3
	}
	if b.Hits > 0 {
		cost += t.unsaid(c, b)
	}
	switch {
	case goesOn:
		words -= len(strings.Fields(t.last.text))
		if cost -= 1.2; t.last.subject == b.By && t.rel != "again" {
			cost -= 2.5
		}
		if s.out != nil && s.out == t.last.out { // the same words twice
			cost += 3
		}
		if len(c.If) > 1 && len(t.last.clause.If) > 1 { // two reasons are two sentences
			cost += 1.5
		}
		if slices.ContainsFunc(t.last.clause.If, func(f string) bool { return t.Worth[f] > 1.9 && slices.Contains(c.If, f) }) { // twice the same reason
			cost += 3
		}
	case s.fronts && t.last.fronts: // one such sentence after the other is hard to read
		cost += 3
	case s.firstName != "" && b.Tries == 0:
		cost += 2.3
	case s.firstName != "":
		cost += 13.2
		if s.firstName == t.last.firstName {
			cost++
		}
	}
	if d := words - len(strings.Fields(t.last.text)); !goesOn && t.last.text != "" { // sentences of one length are a list
		switch {
		case max(d, -d) <= 2:
			cost += 0.8
		case max(d, -d) >= 6:
			cost -= 0.5
		}
	}
	if !goesOn && opener(s.text) == opener(t.last.text) && s.firstName == "" { // "Now … Now …"
		cost += 2
	}
	for _, who := range []string{b.By, b.To} {
		if who != "" && strings.Count(s.text, t.Name(who)) > 1 {
			cost += 1.8
		}
	}
	cost += 1.6 * float64(t.echoes(s.text, t.last.text, goesOn))
	h := fnv.New32a()
	h.Write([]byte(c.Says))
	h.Write([]byte{byte(t.seed), byte(t.variant("row", 251)), byte(b.ID)})
	noise := 0.8
	if b.Tries > 0 {
		noise = 2.6
	}
	return cost + float64(words)/10 + noise*float64(h.Sum32()%1000)/1000
}

// woundBears is how much of what a cause is worth a wound can do without, where a fall cannot.
const woundBears = 8

// unsaid returns what it costs that a blow is told without what has made it possible.
func (t *Teller) unsaid(c *clause, b *story.Beat) (cost float64) {
	for _, cause := range b.Causes {
		if slices.Contains(c.If, cause) {
			return 0
		}
		cost = max(cost, t.UntoldCost[cause])
	}
	if b.Kind != "fall" {
		return max(0, cost-woundBears)
	}
	return cost
}

// echoes returns how many words of a sentence sound like one before it in the sentence, or in the end of the last one.
func (t *Teller) echoes(s, last string, goesOn bool) (n int) {
	var heard []string
	if words := strings.Fields(last); !goesOn {
		heard = words[max(0, len(words)-6):]
	}
	for _, word := range strings.Fields(s) {
		word = strings.Trim(word, ",.:;“”")
		if len(word) < 4 || word != strings.ToLower(word) || slices.Contains(t.CommonWords, word) {
			continue
		}
		if slices.ContainsFunc(heard, func(h string) bool { return strings.HasPrefix(h, word[:min(4, len(word))]) }) {
			n++
		}
		heard = append(heard, word)
	}
	return n
}

// opener returns the first word of a sentence.
func opener(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return strings.ToLower(word)
}

// goesOn reports whether a sentence has room for what stands after it.
func (s *sentence) goesOn() bool {
	return s.text != "" && s.clauses <= 1 && !strings.Contains(s.text, ", and")
}

// pick returns the cheapest sentence of a kind in a list; it has no clause where none fits.
func (t *Teller) pick(list []clause, kind string, b *story.Beat, features map[string]bool) (best sentence) {
	least := 1e9
	for i := range list {
		c := &list[i]
		if c.Kind != kind || slices.ContainsFunc(c.Not, func(f string) bool { return features[f] }) ||
			slices.ContainsFunc(c.If, func(f string) bool { return !features[f] }) || strings.HasPrefix(c.Says, ",") && !t.last.goesOn() {
			continue
		}
		s := t.say(c, b, nil)
		if cost := t.cost(&s, b, false); cost < least {
			best, least = s, cost
		}
	}
	return best
}

// relation returns how a beat follows the one told before it, and whom it helps or avenges.
func (t *Teller) relation(b *story.Beat) (rel, ally string) {
	a := t.prev
	if a == nil || b.Tries == 0 && a.Tries == 0 && a.By != b.By {
		return b.Rel, ""
	}
	actor, foe := b.By, b.To
	if b.Into != nil {
		actor, foe = foe, actor
	}
	side := func(who string) string { return t.person(who).Side }
	switch {
	case a.By == foe && a.To != "" && a.To != actor && a.To != foe && side(a.To) == side(actor) && side(foe) != side(actor) && a.Round == b.Round && b.Tries > 0:
		if a.Kind == "fall" && b.Into == nil && b.Hits > 0 {
			return "avenges", a.To
		} else if a.Kind != "fall" {
			return "helps", a.To
		}
	case b.Rel == "joins" && t.fought[b.By+"|"+b.To]:
		return "", ""
	case b.Rel != "":
		return b.Rel, ""
	case a.By == b.To && a.To == b.By && a.Kind != "fall" && b.Tries > 0:
		return "returns", ""
	case a.By == b.By && a.Kind != "fall" && a.Into == nil && b.Into == nil:
		return "goes on", ""
	}
	return b.Rel, ""
}

// after returns what stands after a beat: what a fall means, what an effort has cost. What comes next makes some of it idle.
func (t *Teller) after(b *story.Beat, next []story.Beat) (list []sentence) {
	x := *b
	if b.Kind == "fall" {
		x.By, x.To = b.To, b.By
	}
	x.Tries = b.Own
	unsure := slices.ContainsFunc(t.Cast, func(p story.Person) bool { return t.person(p.Name).maimed })
	features := map[string]bool{"again": t.used["winded "+b.By] > 0, "unsure": unsure, "one": len(b.Foes) == 1, "vain": b.Tries > 0 && b.Hits == 0, "others' quarrel": t.saidOfAll() && t.quarrels(b.Alone)}
	add := func(kind string) {
		of := &x
		if kind == "winded" || kind == "fear" || kind == "low" {
			of = b
		}
		if s := t.pick(t.After, kind, of, features); s.clause != nil {
			s.subject, s.clauses = "", 9
			list = append(list, s)
			t.used[kind]++
			t.person(b.To).low = t.person(b.To).low || kind == "low"
			t.last.clauses = 9 // what stands after it is a sentence of its own
		}
	}
	last := t.End.Why != "" && b.ID == t.lastBeat()
	kind := t.meaning(b, next, unsure)
	if kind != "" && !last {
		add(kind)
		t.used[kind+" "+cmp.Or(b.Alone, b.To)]++
	}
	if b.Winded && !last && slices.ContainsFunc(next[:min(3, len(next))], func(o story.Beat) bool { return o.To == b.By && slices.Contains(o.Causes, "spent") }) {
		if named := t.last.named; len(list) > 0 { // behind a sentence about somebody else
			t.last.named = nil
			defer func() { t.last.named = named }()
		}
		add("winded")
		t.winded = b.By
		t.used["winded "+b.By]++
	}
	if p := t.person(b.To); p.Feared == b.ID && p.Out != "" && t.used["fears "+p.Name] > 0 {
		add("fear")
		delete(t.used, "fears "+p.Name)
	}
	if last && b.Kind == "fall" && b.Own == 0 && t.End.Why == "none stands" && !strings.Contains(t.last.text, " and ") {
		add("over")
	}
	if len(list) > 0 { // what comes next is a sentence of its own
		t.last.clauses = 9
	}
	return list
}

// meaning returns what a beat means that is worth a sentence: of a fall who is left, of a wound how little is left.
func (t *Teller) meaning(b *story.Beat, next []story.Beat, unsure bool) string {
	falls := len(next) > 0 && (next[0].Kind == "fall" || next[0].Kind == "sunk")
	switch {
	case b.Alone != "" && b.Fate != "crippled" && t.mayCount(b): // who may act yet
		return "alone"
	case unsure:
	case b.Own > 1 && b.Own == b.Other && !falls && t.mayCount(b):
		return "even"
	case b.Own > 1 && !falls && t.mayCount(b):
		return "counts"
	case t.low(b) && (len(next) == 0 || next[0].To != b.To):
		return "low"
	}
	return ""
}

// low reports whether a wound leaves so little that the next one fells, where that has not been said in the tale.
func (t *Teller) low(b *story.Beat) bool {
	return b.Kind == "wound" && b.Of > 2 && (b.Left == 1 || b.Left > 0 && 7*b.Left <= b.Of) && b.Depth > 0.2 && t.used["low"] == 0
}

// leader returns the first of a side who wants something, else its first; and nobody of a side that is not there.
func (t *Teller) leader(side string) string {
	for _, s := range t.Sides {
		if s.Name == side && len(s.Who) > 0 {
			return s.Who[max(0, slices.IndexFunc(s.Who, func(who string) bool { return t.person(who).Wants != "" }))]
		}
	}
	return ""
}

// leads reports whether somebody is the leader of a side, and wants something.
func (t *Teller) leads(who string) bool {
	return t.person(who).Wants != "" && t.leader(t.person(who).Side) == who
}

// quarrels reports whether somebody fights on for a leader who has fallen.
func (t *Teller) quarrels(who string) bool {
	leader := t.leader(t.person(who).Side)
	return leader != who && t.leads(leader) && t.person(leader).Out != ""
}

// situation returns what a scene begins with, where there is something to say: a clock.
func (t *Teller) situation(sc *story.Scene) (s sentence) {
	if left := t.Stake.Rounds - sc.Round + 1; t.Stake.Goal == "last" && t.Stake.Rounds > 3 && left > 0 && left <= 2 && t.used["clock"] == 0 && t.told > 0 {
		t.used["clock"]++
		s = t.pick(t.After, "clock", &story.Beat{Turns: t.Stake.For, Tries: left}, map[string]bool{"one": left == 1})
	}
	if s.clause != nil {
		t.countUse(&s)
	}
	return s
}

// say fills a clause.
func (t *Teller) say(c *clause, b *story.Beat, o *outcome) sentence {
	return t.sayAfter(&sentence{}, "", c.Says, c, b, o)
}

// sayAfter fills a clause that goes on with a sentence.
func (t *Teller) sayAfter(before *sentence, joint, says string, c *clause, b *story.Beat, o *outcome) sentence {
	if strings.HasPrefix(says, ",") { // it stands behind the last sentence
		before = &sentence{named: t.last.named, asOwner: t.last.asOwner, text: ""}
	}
	f := filler{t: t, b: b, out: o, begun: before.text != "", named: slices.Clone(before.named), asOwner: slices.Clone(before.asOwner), newClause: strings.HasPrefix(joint, ",")}
	if !strings.HasPrefix(says, "{by}") && !strings.HasPrefix(says, "{to}") && before.text != "" {
		f.actor = before.subject
	}
	s := sentence{text: before.text + joint + strings.TrimSpace(f.fill(says)), clause: c, out: o, clauses: before.clauses + 1, firstName: before.firstName, goodFor: t.goodFor(b)}
	if strings.Contains(c.Says, "{gets} {via}") { // whoever falls is its subject
		f.actor = ""
	}
	s.named, s.asOwner, s.actor, s.asPronoun = f.named, f.asOwner, f.actor, append(f.asPronoun, before.asPronoun...)
	if before.text == "" {
		first := opening(c.Says)
		s.fronts = first == "" && !strings.HasPrefix(c.Says, "{") && strings.Contains(c.Says, ", ")
		if who := map[string]string{"by": b.By, "to": b.To}[first[:min(2, len(first))]]; who != "" && strings.HasPrefix(s.text, t.Name(who)) {
			s.firstName = who
		}
	}
	if !slices.ContainsFunc(turnings, func(w string) bool { return strings.Contains(c.Says, w) }) {
		switch opening(c.Says) {
		case "by":
			s.subject = b.By
		case "to":
			s.subject = b.To
		}
	}
	return s
}

// turnings are what a row has behind which somebody else acts than at its beginning.
var turnings = []string{", ", "who", " when ", " while ", " before "}

// opening returns the slot of a person that a row begins with; empty where it begins otherwise.
func opening(says string) string {
	for _, slot := range []string{"by", "to", "by's", "to's", "by's strike", "by's blow", "by's weapon"} {
		if strings.HasPrefix(says, "{"+slot+"}") {
			return slot
		}
	}
	return ""
}

// person returns somebody of the cast; nobody in particular where they are not in it.
func (t *Teller) person(who string) *known { return cmp.Or(t.people[who], &known{}) }
