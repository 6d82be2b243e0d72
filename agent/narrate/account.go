package narrate

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/agent/narrate/story"
	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// account makes paragraphs of passages: a round or a fall ends one, what must be told is in it, and of the rest the most
// telling. Blows of the same two that came to nothing are told with the one that did not.
type account struct {
	ways    prompts.Ways
	setting setting
	scenery rules.Scenery
	people  map[string]book.Person
	they    map[string]string // she or he, where a file says which
	roster  []rules.Fighter
	letters map[string]string // by name
	squads  map[string]bool   // names of squads
	troops  map[string]bool   // of them, those that are plurals
	lasts   map[string]string // who is the last of a side, and which
	armed   map[string]string // the weapon that was named last, by whose it is
	had     map[string]bool   // weapons that somebody has been told to have: "by|weapon"
	yielded map[string]bool   // sides of which somebody has yielded or fled
	counted map[string]int    // how often what is counted has happened: "guard broken|by|to"
	feared  map[string]bool   // whose fear has been told
	lying   map[string]bool   // who has gone down and has not risen
	dead    map[string]bool   // who has been killed
	floored map[string]bool   // who has been thrown or knocked to the ground, and is there
	rose    map[string]bool   // who has got up again, and has not been told to
	gone    map[string]bool   // who has run or left
	risen   map[string]bool   // who has been called and has come
	lost    map[string]bool   // weapons told to have left somebody's hand: "by|weapon"
	holds   map[string]bool   // who holds or is held
	upper   map[string]string // who has the better of a hold, by the two
	fires   string            // the spell that left a fire, and whose
	burnt   map[string]string // by whom a spell wounded last, that spell and whose it is
	short   map[string]string // what somebody is called who has been introduced, if that is less than the name
	known   bool              // all have been introduced
	hurt    map[string]bool   // who has been wounded
	led     string            // the last to fall who was no squad
	cast    map[string]bool   // spells that have been told as cast: "by|spell"
	fearful string            // whose fear the opening tells
	blows   int               // that have been seen
	sides   map[string]string // what a side has been called by whose it is
	opened  string            // what the opening has told, to know who is named there
	reason  string            // why somebody's word has ended the fight

	facts []telling
	round int
	from  int // the first step of the paragraph under way
	to    int
}

// How much a paragraph holds, in words, as its facts are worded on average.
const (
	wordsFull    = 50 // it is complete with so many of what must be told
	wordsFew     = 34 // with fewer, other facts are told up to so many
	wordsFewer   = 24 // the same where many fight: there is enough to tell
	wordsLeast   = 28 // a fall or a round does not end it before it has so many
	wordsMost    = 62 // it is parted where it has more
	wishesMax    = 4  // of a tale, two of each side
	epithetWords = 5  // of what is told of who fights beside another
	wishesMany   = 5  // with more people, one of each side
	wishWords    = 14 // of a wish, with what they are called
	fearWords    = 4  // of a fear that comes true: a longer one says more than what has happened
	weakest      = 30 // the rank below which what need not be told is not
)

func newAccount(o Options, ways prompts.Ways) *account {
	a := &account{ways: ways, setting: o.Setting, scenery: o.Scenery, people: map[string]book.Person{}, they: map[string]string{},
		roster: o.Roster, letters: map[string]string{}, squads: map[string]bool{}, troops: map[string]bool{}, lasts: map[string]string{},
		armed: map[string]string{}, had: map[string]bool{}, counted: map[string]int{}, yielded: map[string]bool{}, feared: map[string]bool{},
		lying: map[string]bool{}, floored: map[string]bool{}, rose: map[string]bool{}, dead: map[string]bool{}, gone: map[string]bool{},
		risen: map[string]bool{}, sides: map[string]string{}, lost: map[string]bool{}, holds: map[string]bool{}, upper: map[string]string{},
		burnt: map[string]string{}, cast: map[string]bool{}, hurt: map[string]bool{}, short: map[string]string{}}
	for i, f := range o.Roster {
		a.letter(f.Name)
		if first, _, more := strings.Cut(f.Name, " the "); more && !strings.Contains(first, " ") && !slices.ContainsFunc(o.Roster, func(g rules.Fighter) bool {
			return g.Name != f.Name && strings.HasPrefix(g.Name, first)
		}) {
			a.short[f.Name] = first
		}
		a.squads[f.Name] = f.Several && !strings.ContainsAny(f.Name, "'’")
		a.troops[f.Name] = f.Several && strings.HasSuffix(f.Name, "s") && !strings.HasSuffix(f.Name, "ss")
		if i < len(o.People) {
			if a.people[f.Name] = o.People[i]; owner[o.People[i].They] != "" {
				a.they[f.Name] = o.People[i].They
			}
		}
	}
	return a
}

// take adds a passage, and gives the paragraphs that are complete before it and with it.
func (a *account) take(p *passage, survivor func(side string) (name, team string, against int)) (done []*Paragraph) {
	if p.round > a.round && a.heavy() >= wordsLeast {
		done = a.close()
	}
	if a.from == 0 {
		a.from = p.step
	}
	if g := a.scenery.Goal; g.Goal == "last" && g.Rounds > 2 && p.round == g.Rounds && a.round < p.round && p.end.Kind == "" {
		a.facts = append(a.facts, telling{Fact: rules.Fact{Kind: "turn", Step: p.step, What: lastRound}, side: g.For, steps: []int{p.step}, weight: 60})
	}
	a.round, a.to = p.round, p.step
	fell := false
	for _, t := range exchanges(p) {
		if t.lying = a.lying[t.To]; t.lying && t.Kind == "grip" { // nobody fights in that hold any more
			continue
		}
		if slices.Contains([]string{"guards", "let go", "over"}, t.Kind) { // of which nothing comes
			continue
		}
		if t.Kind == "up" { // it is told with what they do next
			a.rose[t.By] = a.rose[t.By] || a.floored[t.By]
			delete(a.floored, t.By)
			continue
		}
		if k := rules.KindOfFact(t.Kind); k != nil && k.Blow {
			a.blows++
		}
		if t.Kind == "effect" && !a.shows(&t) || t.Kind == "grip" && !a.turns(&t) {
			continue
		}
		t.steed = slices.ContainsFunc(a.roster, func(f rules.Fighter) bool { return f.Name == t.By && f.Steed })
		t.floored = a.floored[t.To]
		a.follow(&t)
		if side := a.sideOf(t.By); t.To != "" && t.To != t.By {
			t.friend = side != "" && side == a.sideOf(t.To) && t.blow() && len(t.tries) == 0
		}
		t.fallen = a.lying[t.By] && (t.To != "" || t.Kind == "armed") && t.Kind != "order"
		a.facts = append(a.facts, t)
		if fear, ok := a.fear(&t); ok {
			a.facts = append(a.facts, fear)
		}
		if t.Kind != "fall" && t.Kind != "sunk" {
			if turn, ok := a.turn(&t); ok {
				a.facts = append(a.facts, turn)
			}
			continue
		}
		if who := cmp.Or(t.To, t.By); !a.squads[who] {
			a.led = who
		}
		fell, a.lying[cmp.Or(t.To, t.By)], a.dead[cmp.Or(t.To, t.By)] = true, true, isKilled(t.Fate)
		if alone, ok := a.lastStanding(&t, survivor); ok {
			a.facts = append(a.facts, alone)
		} else if turn, ok := a.turn(&t); ok {
			a.facts = append(a.facts, turn)
		}
	}
	if fell && a.heavy() >= wordsLeast || a.heavy() >= wordsFull {
		done = append(done, a.close()...)
	}
	return done
}

// lastStanding returns who is the only one left of a side by a fall, which is told once.
func (a *account) lastStanding(t *telling, survivor func(side string) (name, team string, against int)) (alone telling, ok bool) {
	name, team, against := survivor(cmp.Or(t.To, t.By))
	if !t.Last || name == "" || a.rides(team) || a.counted["alone|"+name] > 0 {
		return alone, false
	}
	a.counted["alone|"+name]++
	foes := a.facing(name)
	return telling{Fact: rules.Fact{Kind: "alone", Step: t.Step, By: name}, side: team,
		many: cmp.Or(len(foes), against), foes: foes, steps: t.steps, weight: 60}, true
}

// rides reports whether a horse of a side still stands: nobody is alone beside it.
func (a *account) rides(team string) bool {
	return slices.ContainsFunc(a.roster, func(f rules.Fighter) bool { return f.Steed && f.Team == team && !a.lying[f.Name] && !a.gone[f.Name] })
}

// follow notes what a fact changes: who is there, who holds whom, whose fire burns; and sets what the fact is told with.
func (a *account) follow(t *telling) {
	switch t.Kind {
	case "rises":
		delete(a.lying, t.By)
		delete(a.floored, t.By)
		a.risen[t.By] = true
	case "rout", "leaves", "taken out":
		a.gone[t.By] = true
	case "grapple", "pin":
		a.holds[t.By], a.holds[t.To] = true, true
	case "escape":
		a.holds = map[string]bool{}
	case "prone":
		a.floored[t.To] = true
		if a.holds[t.By] && a.holds[t.To] {
			t.Causes = append(slices.Clone(t.Causes), "grapple")
		}
	case "through", "thrown back":
		if a.counted[t.Kind+"|"+t.By]++; a.counted[t.Kind+"|"+t.By] == 1 { // nobody gets past the same one twice
			t.foes = a.facing(t.By)
		}
	case "mounts", "dismounts":
		t.word = a.steedOf(t.By)
	case "grip": // a horse does not wrestle
		t.steed = t.steed || slices.ContainsFunc(a.roster, func(f rules.Fighter) bool { return f.Name == t.To && f.Steed })
	case "hurt", "sunk":
		if t.Has("fire") {
			t.word = cmp.Or(a.burnt[t.By], a.fires, "a spell")
			if of, own := strings.CutPrefix(t.word, a.sayName(t.By)+"'s "); own {
				t.word = cmp.Or(owner[a.they[t.By]], a.sayName(t.By)+"'s") + " own " + of
			}
		}
	}
	for _, spell := range append(slices.Clone(t.also), t.Fact) {
		does, is := a.scenery.Does[spell.What]
		name := a.sayName(spell.By) + "'s spell “" + spell.What + "”"
		if spell.Kind == "spell" && strings.Contains(does, "fire is left burning") {
			a.fires = name
		}
		if is && spell.Wounds > 0 && spell.To != "" {
			a.burnt[spell.To] = name
		}
	}
}

// turns reports whether a hold has passed to the other one: who has the better of it already is not told to get it again.
func (a *account) turns(t *telling) bool {
	key := min(t.By, t.To) + "|" + max(t.By, t.To)
	was := a.upper[key]
	if a.upper[key] = t.By; was == t.By {
		return false
	}
	if was != "" {
		t.weight += 40
	}
	return true
}

// facing returns those who stand against somebody; none if that is not known.
func (a *account) facing(name string) (foes []string) {
	own := a.sideOf(name)
	for _, f := range a.roster {
		if own != "" && f.Team != own && !a.lying[f.Name] && !a.gone[f.Name] && (!f.Called || a.risen[f.Name]) {
			foes = append(foes, f.Name)
		}
	}
	return foes
}

// shows reports whether what a technique does is to be seen: on others, or on one that is named; once is enough.
func (a *account) shows(t *telling) bool {
	key := "effect|" + t.By + "|" + t.What
	if t.To == "" && strings.Contains(a.scenery.Does[t.What], "{to}") || a.counted[key] > 0 {
		return false
	}
	a.counted[key]++
	return true
}

// say adds what the GM said or did, which is told where it happened.
func (a *account) say(t telling) {
	if a.from == 0 {
		a.from = t.Step
	}
	a.to, t.steps = t.Step, []int{t.Step}
	a.facts = append(a.facts, t)
}

// heavy returns how many words what must be told of the paragraph under way takes, with what belongs to it.
func (a *account) heavy() (n int) {
	var last *telling
	for i := range a.facts {
		t := &a.facts[i]
		if !t.must() && !follows(t) {
			continue
		}
		if last == nil || !repeats(last, t) && !areInVain(last, t) && !barrage(last, t) { // else it is told with it
			n += t.words()
		}
		last = t
	}
	return n
}

// words is about how many words a telling takes.
func (t *telling) words() int {
	const plain, tried, small = 12, 7, 7
	n := plain + len(strings.Fields(t.word))
	switch {
	case follows(t):
		n = 4 + len(strings.Fields(t.word+" "+t.What+" "+t.side))
	case t.fixed != nil:
		n = len(strings.Fields(t.fixed[0]))
	case t.Kind == "loaded" || t.Kind == "rallied" || t.Kind == "rout" || t.Kind == "broke":
		n = small
	case t.Kind == "miss" && (t.with("order") != nil || len(t.also) == 0):
		n = 9
	case len(t.tries) > 0 && t.Kind != "wounds":
		n += 2
	case len(t.also) > 0:
		n += tried
	case t.To == "":
		n -= 4
	}
	return n
}

// exchanges returns the facts of a passage as they are told: what came to nothing between two goes with the blow of theirs that
// follows, or is told together.
func exchanges(p *passage) (told []telling) {
	for _, f := range p.Facts {
		k := rules.KindOfFact(f.Kind)
		if k == nil {
			continue
		}
		t := telling{Fact: f, steps: []int{f.Step}, weight: weightOf(&f, k)}
		last := len(told) - 1
		if k.Blow && last >= 0 && told[last].Kind == "spell" && told[last].By == f.By && told[last].What == f.What { // the spell is what it did
			t.steps, t.also = append(told[last].steps, f.Step), append(told[last].also, told[last].Fact)
			told[last] = t
			continue
		}
		if last >= 0 && f.Kind == "effect" && told[last].Kind == "spell" && told[last].By == f.By && told[last].What == f.What { // which says it
			told[last].steps = append(told[last].steps, f.Step)
			continue
		}
		if f.Kind == "rallied" && p.Seat != f.By { // a word that goes to several squads
			t.lead = p.Seat
		}
		if b := belongs(told, &f); b != nil { // the order, or the breath that broke, is told with what was done
			t.steps, t.also = append(b.steps, f.Step), append(b.also, b.Fact)
			told[last] = t
			continue
		}
		if k.Blow && last >= 0 && len(told[last].also) == 0 && vain(&told[last].Fact) && told[last].By == f.By && told[last].To == f.To && told[last].What == f.What {
			before := told[last]
			tries := append(slices.Clone(before.tries), before.Fact)
			if before.Kind == "vain" {
				tries = before.tries
			}
			if vain(&f) {
				t.tries, t.Kind, t.Causes = append(tries, f), "vain", nil
			} else {
				t.tries = tries
			}
			t.steps, t.also, t.weight = append(before.steps, f.Step), before.also, max(t.weight, before.weight)
			told[last] = t
			continue
		}
		told = append(told, t)
	}
	return told
}

// belongs returns the last telling, where it belongs into the sentence of a fact: an order, into that of what is done at it, and a
// breath that breaks, into that of the blow it was for.
func belongs(told []telling, f *rules.Fact) *telling {
	if len(told) == 0 {
		return nil
	}
	b, k := &told[len(told)-1], rules.KindOfFact(f.Kind)
	switch {
	case b.Kind == "order" && b.To == f.By && len(b.also) == 0 && (k.Blow && f.Has("order") || slices.Contains(story.Obeys, f.Kind)):
		return b
	case b.Kind == "order" && f.Kind == "shielded" && len(b.also) == 0: // what the blow came to
		return b
	case b.Kind == "broke" && b.To == "" && b.By == f.By && (f.Kind == "through" || f.Kind == "armed" && b.What == "pick up"): // that was what took the breath
		return b
	case b.Kind == "backlash" && b.By == f.By && f.Has("backlash"):
		return b
	case b.Kind == "broke" && b.To != "" && k.Blow && b.By == f.By && b.To == f.To && b.What == f.What && f.Kind != "feint":
		return b
	}
	return nil
}

// vain reports whether a blow came to nothing that must be told.
func vain(f *rules.Fact) bool {
	return isFoiled(f.Kind) && !f.Must() && !f.Has("fumble") && !f.Has("overreach")
}

// isFoiled reports whether a kind of fact is a blow, or several, that came to nothing.
func isFoiled(kind string) bool {
	return slices.Contains([]string{"miss", "stopped", "turned", "near", "vain"}, kind)
}

// weightOf returns how telling a fact is: its kind's rank, more if it was unlikely.
func weightOf(f *rules.Fact, k *rules.FactKind) float64 {
	w := float64(k.Rank)
	if w >= weakest {
		w += 10 * (1 - f.P)
	}
	if f.Has("overload") || f.Has("ready") {
		w += 5
	}
	return w
}

// fear returns what somebody fears, where it turns out true: they are wounded or felled by what their fear names.
func (a *account) fear(t *telling) (fear telling, ok bool) {
	who := a.people[t.To]
	if a.fearful != t.To && len(a.roster) != 2 { // it has not been told at the beginning
		return fear, false
	}
	if t.Wounds == 0 && t.Kind != "fall" || who.Fears == "" || a.feared[t.To] || !t.must() || len(strings.Fields(who.Fears)) > fearWords {
		return fear, false
	}
	words := strings.FieldsFunc(strings.ToLower(who.Fears), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	named := append(strings.Fields(strings.ToLower(t.By)), story.Dreaded[t.Family]...)
	if t.Kind != "fall" && strings.HasPrefix(strings.ToLower(who.Fears), "losing") { // which a wound is not
		return fear, false
	}
	if !slices.ContainsFunc(named, func(name string) bool { return slices.Contains(words, name) }) {
		return fear, false
	}
	a.feared[t.To] = true
	return telling{Fact: rules.Fact{Kind: "fears", Step: t.Step, By: t.To}, word: who.Fears, steps: t.steps, weight: 45}, true
}

// close ends the paragraph under way.
func (a *account) close() (done []*Paragraph) {
	facts := a.chooseTellings()
	a.facts = nil
	for len(facts) > 0 {
		n := fitting(facts)
		for n < len(facts) && (follows(&facts[n]) || a.spreads(&facts[n-1], &facts[n])) { // which belong to the fact before
			n++
		}
		done, facts = append(done, a.paragraph(facts[:n])), facts[n:]
	}
	a.from = 0
	return done
}

// fitting returns how many of the facts make a paragraph: all of them, or as many as make parts of about the same length.
func fitting(facts []telling) int {
	all := 0
	for i := range facts {
		all += facts[i].words()
	}
	if all <= wordsMost {
		return len(facts)
	}
	parts, sum := (all+wordsMost-1)/wordsMost, 0
	for i := range facts {
		if sum += facts[i].words(); sum*parts >= all {
			return i + 1
		}
	}
	return len(facts)
}

// chooseTellings returns the facts of a paragraph: those that must be told, and the most telling of the others, in their order.
func (a *account) chooseTellings() (kept []telling) {
	few := wordsFew
	if len(a.roster) > wishesMany {
		few = wordsFewer
	}
	room := max(0, few-a.heavy()+6) / 12
	var weights []float64
	for i := range a.facts {
		if t := &a.facts[i]; !t.must() && t.weight >= weakest && !follows(t) {
			weights = append(weights, t.weight)
		}
	}
	slices.SortFunc(weights, func(x, y float64) int { return cmp.Compare(y, x) })
	least := 1000.0
	if room > 0 && len(weights) > 0 {
		least = weights[min(room, len(weights))-1]
	}
	last := false // the fact before is told
	for i := range a.facts {
		t := a.facts[i]
		switch {
		case !t.must() && a.between(i):
			last = false
			continue
		case follows(&t):
			if last {
				kept = append(kept, t)
			}
			continue
		case t.must():
			last = true
		case slices.ContainsFunc(kept, func(k telling) bool { return !k.must() && k.Kind == t.Kind && k.By == t.By && !vain(&k.Fact) }):
			last = false // once is enough
			continue
		case room > 0 && t.weight >= least && t.weight >= weakest:
			last = true
			room--
		default:
			last = false
			continue
		}
		kept = append(kept, t)
	}
	if n := len(kept) - 1; n >= 0 && kept[n].Kind == "turn" && kept[n].What == lastRound { // of which nothing is told
		kept = kept[:n]
	}
	return mergeBlows(kept)
}

// between reports whether a fact stands between two breaks of the same guard, which are told in one sentence.
func (a *account) between(i int) bool {
	before, after := -1, -1
	for k := i - 1; k >= 0 && before < 0; k-- {
		if a.facts[k].must() {
			before = k
		}
	}
	for k := i + 1; k < len(a.facts) && after < 0; k++ {
		if a.facts[k].must() {
			after = k
		}
	}
	return before >= 0 && after >= 0 && a.facts[before].Kind == "guard broken" && repeats(&a.facts[before], &a.facts[after])
}

// follows reports whether a fact is told only after the one it belongs to.
func follows(t *telling) bool {
	return t.Kind == "alone" || t.Kind == "wants" || t.Kind == "fears" || t.Kind == "turn" && t.What != lastRound
}

// What a turn of the fight is.
const (
	lastRound = "the last round" // of those that a side has to hold out for
	evenNow   = "even"           // as many stand on one side as on the other
	bothHurt  = "both wounded"   // of a duel
)

// turn returns how the fight stands after a fact, where that has changed: it is told once.
func (a *account) turn(t *telling) (turn telling, ok bool) {
	what := ""
	switch {
	case t.Kind == "fall" && len(a.roster) > 2:
		now := map[string]int{}
		for _, f := range a.roster {
			if f.Several || f.Steed || f.Called {
				return turn, false
			}
			if !a.lying[f.Name] && !a.gone[f.Name] {
				now[f.Team]++
			}
		}
		if own := now[a.sideOf(t.To)]; a.sideOf(t.To) != "" && own >= 2 && own == now[a.against(a.sideOf(t.To))] {
			what, turn.many = evenNow, own
		}
	case t.Kind == "wound" && !t.Match && t.Depth > grazeMost && len(a.roster) == 2:
		if a.hurt[t.To] = true; len(a.hurt) == 2 {
			what = bothHurt
		}
	}
	if what == "" || a.counted["turn|"+what] > 0 {
		return turn, false
	}
	a.counted["turn|"+what]++
	turn.Fact, turn.steps, turn.weight = rules.Fact{Kind: "turn", Step: t.Step, What: what}, t.steps, 45
	return turn, true
}

// mergeBlows takes blows in a row of the same two as one: those that came to nothing, and those that wounded alike; and what
// somebody does again at once.
func mergeBlows(facts []telling) (told []telling) {
	for _, t := range facts {
		last := len(told) - 1
		switch {
		case last < 0:
		case barrage(&told[last], &t):
			before := told[last]
			t.tries, t.also = append(blowsOf(&before), blowsOf(&t)...), append(before.also, t.also...)
			t.Wounds, t.Depth = before.Wounds+t.Wounds, before.Depth+t.Depth
			t.Kind, t.Causes, t.Answer, t.Part, t.steps = "wounds", nil, "", "", append(before.steps, t.steps...)
			told[last] = t
			continue
		case areInVain(&told[last], &t):
			before := told[last]
			t.tries, t.also = append(blowsOf(&before), blowsOf(&t)...), append(before.also, t.also...)
			t.Kind, t.Causes, t.Answer, t.steps = "vain", nil, "", append(before.steps, t.steps...)
			told[last] = t
			continue
		case fallsUnder(&told[last], &t):
			t.tries, t.steps = []rules.Fact{told[last].Fact}, append(told[last].steps, t.steps...)
			told[last] = t
			continue
		case told[last].Kind == "backlash" && (t.Kind == "hurt" || t.Kind == "sunk") && t.By == told[last].By && t.Has("backlash"):
			t.also, t.steps = append(t.also, told[last].Fact), append(told[last].steps, t.steps...)
			told[last] = t
			continue
		case each(&told[last], &t):
			t.each, t.tries, t.steps = true, []rules.Fact{told[last].Fact}, append(told[last].steps, t.steps...)
			if told[last] = t; last > 0 && told[last-1].each && min(t.By, t.To) == min(told[last-1].By, told[last-1].To) { // and once more
				before := told[last-1]
				t.tries = slices.Concat(before.tries, []rules.Fact{before.Fact}, t.tries)
				t.steps = append(before.steps, t.steps...)
				told = append(told[:last-1], t)
			}
			continue
		case repeats(&told[last], &t):
			t.tries, t.also = append(told[last].tries, told[last].Fact), append(told[last].also, t.also...)
			t.steps = append(told[last].steps, t.steps...)
			told[last] = t
			continue
		case alike(&told[last], &t):
			before := &told[last]
			before.tries = append(triesOf(before), t.Fact)
			before.Kind, before.Causes, before.Answer = "wounds", nil, ""
			before.Wounds, before.Depth = before.Wounds+t.Wounds, before.Depth+t.Depth
			before.steps = append(before.steps, t.steps...)
			continue
		case vain(&t.Fact) && vain(&told[last].Fact) && len(t.also)+len(told[last].also) == 0 &&
			(told[last].By == t.To && told[last].To == t.By || told[last].By == t.By && told[last].To == t.To):
			before := &told[last]
			n := append(triesOf(before), triesOf(&t)...)
			before.Kind, before.Causes, before.tries = "trade", nil, n
			if !slices.ContainsFunc(n, func(f rules.Fact) bool { return f.By != t.By }) {
				before.Kind = "vain"
			}
			before.steps = append(before.steps, t.steps...)
			continue
		}
		told = append(told, t)
	}
	return told
}

// barrage reports whether two tellings are shots in a row of the same two, of which some wound and some do not.
func barrage(x, y *telling) bool {
	hits := func(t *telling) bool { return t.Kind == "wound" || t.Kind == "wounds" }
	shots := func(t *telling) bool {
		other := func(f rules.Fact) bool {
			return f.First || !(f.Kind == "wound" && !f.Has("stray") || isFoiled(f.Kind) && !f.Has("fumble"))
		}
		return (hits(t) || isFoiled(t.Kind)) && isLoosed(t.Family) && !slices.ContainsFunc(blowsOf(t), other) && isUnled(t)
	}
	return shots(x) && shots(y) && x.By == y.By && x.To == y.To && x.With == y.With && x.What == y.What && (hits(x) || hits(y))
}

// areInVain reports whether two tellings are blows in a row of the same two that came to nothing and took more than a breath
// has.
func areInVain(x, y *telling) bool {
	fails := func(t *telling) bool {
		other := func(f rules.Fact) bool {
			return !isFoiled(f.Kind) || f.Has("fumble") && !f.Has("overload") || f.Has("overreach")
		}
		return isFoiled(t.Kind) && !slices.ContainsFunc(blowsOf(t), other) && isUnled(t)
	}
	return fails(x) && fails(y) && x.By == y.By && x.To == y.To && x.With == y.With && (x.must() || y.must())
}

// isUnled reports whether nothing is told with a telling but that a breath broke: neither an order nor a spell.
func isUnled(t *telling) bool {
	return !slices.ContainsFunc(t.also, func(f rules.Fact) bool { return f.Kind != "broke" })
}

// fallsUnder reports whether somebody falls under the second of two like blows, of which the first wounded them.
func fallsUnder(x, y *telling) bool {
	return x.Kind == "wound" && y.Kind == "fall" && x.By == y.By && x.To == y.To && x.What == y.What && x.With == y.With && !x.First &&
		len(x.tries)+len(y.tries)+len(x.also)+len(y.also) == 0 && !x.Has("stray") && y.Answer == "" && !slices.ContainsFunc(y.Causes, tells)
}

// tells reports whether a cause says more than a sentence about two blows can.
func tells(cause string) bool { return !slices.Contains(rules.Circumstances, cause) }

// repeats reports whether somebody does the same again, which is told with it: a guard that breaks again, a weapon changed
// for another.
func repeats(x, y *telling) bool {
	return x.Kind == y.Kind && x.By == y.By && x.To == y.To && !x.each && (x.Kind == "guard broken" || x.Kind == "armed" ||
		x.Kind == "through" || x.Kind == "rallied" || (x.Kind == "chant broken" || x.Kind == "broke") && x.What == y.What)
}

// each reports whether two break each other's guard, one after the other.
func each(x, y *telling) bool {
	return x.Kind == "guard broken" && y.Kind == "guard broken" && x.By == y.To && x.To == y.By && len(x.tries)+len(y.tries) == 0
}

// alike reports whether two tellings are wounds of the same kind, one after the other, of the same two.
func alike(x, y *telling) bool {
	return (x.Kind == "wound" && len(x.tries) == 0 || x.Kind == "wounds") && y.Kind == "wound" && len(y.tries) == 0 && x.By == y.By && x.To == y.To &&
		x.What == y.What && x.With == y.With && len(x.also)+len(y.also) == 0 && !x.First && !y.First && !y.Has("stray") && !x.Has("stray")
}

// blowsOf returns the blows that a telling is of, with those told before it in its sentence.
func blowsOf(t *telling) []rules.Fact {
	if t.Kind == "vain" || t.Kind == "wounds" {
		return slices.Clone(t.tries)
	}
	return append(slices.Clone(t.tries), t.Fact)
}

// triesOf returns the blows that a telling is of.
func triesOf(t *telling) []rules.Fact {
	if len(t.tries) > 0 {
		return slices.Clone(t.tries)
	}
	return []rules.Fact{t.Fact}
}

// paragraph makes these facts one.
func (a *account) paragraph(facts []telling) *Paragraph {
	p := &Paragraph{Setting: a.setting, Round: a.round, From: a.from, To: a.to, slots: map[string]string{}}
	s := a.speaker(p)
	for i := range facts {
		a.count(&facts[i])
		if by := facts[i].By; facts[i].To != "" && a.rose[by] {
			facts[i].rose = true
			delete(a.rose, by)
		}
		p.Facts = append(p.Facts, s.fact(i+1, &facts[i]))
		if i > 0 {
			s.spreads(&p.Facts[i], &facts[i-1], &facts[i])
		}
		if of := a.folk(facts[i].side); facts[i].Kind == "alone" && of != "" {
			a.lasts[facts[i].By] = of
		}
	}
	for _, lead := range s.led {
		a.counted["order|"+lead]++
	}
	return p
}

// spreads reports whether a casting that has hit one hits another.
func (a *account) spreads(before, t *telling) bool {
	_, spell := a.scenery.Does[t.What]
	hit := func(t *telling) bool { return t.Kind == "wound" || t.Kind == "fall" && t.Fate == "" }
	return spell && hit(before) && hit(t) && before.Step == t.Step && before.By == t.By && before.What == t.What && before.To != t.To
}

// spreads words the wound of a spell that has just wounded another: the spell is told once.
func (s *speaker) spreads(f *Fact, before, t *telling) {
	if !s.account.spreads(before, t) ||
		before.with("order") != nil || t.with("order") != nil || before.with("broke") != nil || t.with("broke") != nil ||
		len(before.tries)+len(t.tries) > 0 || t.First || t.friend != before.friend || t.Answer != "" {
		return
	}
	words := "The spell also wounds " + s.plainly(t.To) + "."
	switch {
	case t.Kind == "fall":
		words = "The spell also brings down " + s.plainly(t.To) + "."
	case t.Depth >= deepLeast:
		words = "The spell also wounds " + s.plainly(t.To) + " badly."
	case t.Depth <= grazeMost:
		words = "The spell also grazes " + s.plainly(t.To) + "."
	}
	f.Ways, f.made = []string{words}, []string{words}
}

// count notes which time it is that what is counted happens: it is not told in the same words again.
func (a *account) count(t *telling) {
	key := t.Kind + "|" + t.By
	switch {
	case t.Kind == "locked" || t.Kind == "lock broken": // whether it has been told that they are
		key = "locked|" + min(t.By, t.To) + "|" + max(t.By, t.To)
		t.nth, a.counted[key] = a.counted[key], map[bool]int{true: 1}[t.Kind == "locked"]
		return
	case t.with("broke") != nil:
		key = "broke|" + t.By
	case t.Kind == "guard broken" || t.Kind == "grapple":
		key += "|" + t.To
	case t.Kind == "spell" || t.Kind == "chant broken":
		key += "|" + t.What
	case t.Kind != "broke" && t.Kind != "disarmed":
		return
	}
	a.counted[key] += 1
	switch {
	case t.each:
		a.counted["guard broken|"+t.To+"|"+t.By]++
	case t.Kind == "guard broken", t.Kind == "broke", t.Kind == "chant broken":
		a.counted[key] += len(t.tries)
	}
	if t.nth = a.counted[key]; t.each { // both of them have broken it before, or it is not again
		t.nth = min(t.nth, a.counted["guard broken|"+t.To+"|"+t.By])
	}
}

// opening returns what stands before the first fact: the place, what it is about, and what is at stake; then who wants what.
func (a *account) opening(step int) (done []*Paragraph) {
	begin := func(kind string, s *speaker, parts []string) {
		if len(parts) == 0 {
			return
		}
		t := telling{Fact: rules.Fact{Kind: "word", Step: step}, steps: []int{step}, fixed: []string{strings.Join(parts, " ")}}
		s.Facts = append(s.Facts, s.fact(len(s.Facts)+1, &t))
		s.Facts[len(s.Facts)-1].Kind = kind
		if len(s.Facts) == 1 {
			done = append(done, s.Paragraph)
		}
	}
	var parts []string
	s := a.speaker(&Paragraph{Setting: a.setting, From: step, To: step, slots: map[string]string{}, many: len(a.roster) > wishesMany})
	if scene := a.setting.scene(); scene != "" {
		begin("opening", s, []string{scene})
	}
	if about := brief(a.scenery.About); about != "" {
		parts = append(parts, s.free(about))
	}
	if stake := a.stake(s); stake != "" {
		parts = append(parts, stake)
	}
	begin("about", s, parts)
	if s.Facts != nil {
		a.opened = s.Fill(strings.Join(parts, " "))
	}
	s = a.speaker(&Paragraph{Setting: a.setting, From: step, To: step, slots: map[string]string{}})
	begin("people", s, a.wishes(s))
	a.known = len(s.Facts) > 0
	return done
}

// wishes returns what people of each side want, a sentence each; some tell theirs, not all. Of a duel it is told what both fear
// as well.
func (a *account) wishes(s *speaker) (parts []string) {
	told, others := map[rules.Side]int{}, false
	rest := func(side rules.Side) {
		if with := a.with(s, side, strings.Join(parts, " ")); with != "" {
			parts = append(parts, with)
		}
	}
	for i, f := range a.roster {
		if i > 0 && f.Side != a.roster[i-1].Side {
			rest(a.roster[i-1].Side)
		}
		who := a.people[f.Name]
		words := len(strings.Fields(who.Wants))
		if words == 0 || words > wishWords || told[f.Side] == a.wishesOf() {
			continue
		}
		told[f.Side]++
		text, fears := s.plainly(f.Name), ""
		if who.Epithet != "" && words+len(strings.Fields(who.Epithet)) <= wishWords {
			text += ", " + s.free(who.Epithet) + ","
		}
		text += " wants " + s.free(who.Wants)
		if len(a.roster) == 2 && who.Fears != "" && len(strings.Fields(who.Fears)) <= wishWords/2 { // there is room
			fears = ", and fears " + s.free(who.Fears)
		} else if len(a.roster) <= fearMany && a.dreads(f.Name) {
			a.fearful, fears = f.Name, ", but fears "+s.free(who.Fears)
		}
		text += fears
		text += "."
		if !others && len(parts) > 0 && f.Side != a.roster[0].Side {
			others = true
			if !a.alone(f.Team) {
				text = "On the other side, " + text
			}
		}
		parts = append(parts, text)
	}
	if n := len(a.roster); n > 0 {
		rest(a.roster[n-1].Side)
	}
	return parts
}

// wishesOf returns how many wishes of a side are told: of many people it is one, for the tale has much else to tell.
func (a *account) wishesOf() int {
	if len(a.roster) > wishesMany {
		return 1
	}
	return wishesMax / 2
}

// fearMany is how many people there are at most where the fear of one is told.
const fearMany = 7

// dreads reports whether somebody has a fear that can come true in a blow, where nobody's has been told.
func (a *account) dreads(name string) bool {
	words := strings.Fields(strings.ToLower(a.people[name].Fears))
	if a.fearful != "" || len(words) == 0 || len(words) > fearWords {
		return false
	}
	if slices.ContainsFunc(a.facing(name), func(foe string) bool { return strings.EqualFold(foe, a.people[name].Fears) }) {
		return true
	}
	for _, of := range story.Dreaded {
		if slices.ContainsFunc(of, func(word string) bool { return slices.Contains(words, word) }) {
			return true
		}
	}
	return false
}

// steedOf returns the horse of somebody's side; none if there are more, or it is theirs to ride who is one.
func (a *account) steedOf(name string) (steed string) {
	for _, f := range a.roster {
		if f.Team != a.sideOf(name) || !f.Steed {
			continue
		}
		if steed != "" || f.Name == name {
			return ""
		}
		steed = f.Name
	}
	return steed
}

// comes returns what it comes to that a side has won, as one of them says it.
func (a *account) comes(side string) string {
	for _, f := range a.roster {
		if who := a.people[f.Name]; f.Team == side && who.Won != "" {
			return strings.TrimSuffix(who.Won, ".") + "."
		}
	}
	return ""
}

// with names those of a side who have not been named yet: whoever acts later has been introduced.
func (a *account) with(s *speaker, side rules.Side, told string) string {
	var names []string
	first, steeds, of := "", "", 0
	for _, f := range a.roster {
		if f.Side != side {
			continue
		}
		of++
		switch slot := s.plainly(f.Name); {
		case f.Called:
		case f.Steed && !strings.Contains(told, slot):
			if who := a.people[f.Name].Epithet; who != "" && len(strings.Fields(who)) <= epithetWords {
				steeds += " " + slot + " is " + s.free(who) + "."
			} else {
				steeds += " " + slot + " is a horse."
			}
		case strings.Contains(told, slot) || mentions(a.opened, f.Name):
			if short := a.short[f.Name]; first == "" && short != "" {
				slot = s.slot(a.letter(f.Name)+" short", short)
			}
			first = cmp.Or(first, slot)
		default:
			names = append(names, slot)
		}
	}
	for i, slot := range names { // of a few it is told who they are
		if who := a.people[s.name(slot)].Epithet; (len(names) == 1 || len(names) == 2 && len(a.roster) <= wishesMany) &&
			who != "" && len(strings.Fields(who)) <= epithetWords {
			names[i] += ", " + s.free(who) + ","
		}
	}
	switch {
	case of == 1 || first == "":
		return ""
	case len(names) == 0:
		return strings.TrimSpace(steeds)
	case len(names) == 1 && !a.troops[s.name(strings.SplitAfter(names[0], "}")[0])]:
		if name := s.name(strings.SplitAfter(names[0], "}")[0]); len(a.roster) <= fearMany && a.dreads(name) {
			a.fearful = name
			who := names[0][:strings.Index(names[0], "}")+1]
			if a.they[name] != "" {
				who = "{" + a.letter(name) + " they}"
			}
			return names[0] + " fights beside " + first + ". " + who + " fears " + s.free(a.people[name].Fears) + "." + steeds
		}
		return names[0] + " fights beside " + first + "." + steeds
	}
	return text.List(names, "and") + " fight beside " + first + "." + steeds
}

// mentions reports whether a text has a name in it as a word of its own.
func mentions(text, name string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }), name) ||
		strings.Contains(name, " ") && strings.Contains(text, name)
}

// aboutMax is how many words of what a fight is about are told.
const aboutMax = 37

// brief returns the first sentences of a text, as many as are few words.
func brief(txt string) string {
	txt = strings.Join(strings.Fields(txt), " ")
	end, words := 0, 0
	for i, r := range txt {
		if r == ' ' {
			words++
		}
		if words > aboutMax {
			break
		}
		if strings.ContainsRune(".!?", r) && (i+1 == len(txt) || txt[i+1] == ' ') {
			end = i + 1
		}
	}
	return txt[:end]
}

// stake returns what one side wants of the fight besides standing.
func (a *account) stake(s *speaker) string {
	g := a.scenery.Goal
	if g.For == "" {
		return ""
	}
	side, several := s.ofSide(g.For)
	have, want, stands := " has ", " wants", " will win if any of them is still standing after "
	switch name := a.single(g.For); {
	case name != "":
		stands = " will win by holding out for "
		if they := a.they[name]; they != "" {
			stands = " will win if " + they + " is still standing after "
		}
	case several:
		have, want = " have ", " want"
	}
	if a.pair(g.For) {
		if names := a.of(s, g.For); !several && len(names) == 2 {
			side, have, want = text.List(names, "and"), " have ", " want"
		}
		stands = strings.Replace(stands, "any of", "either of", 1)
	}
	who := s.plainly(g.Who)
	switch {
	case g.Goal == "last" && g.Rounds > 0:
		return side + stands + count(g.Rounds) + " rounds" + a.uncountedWords(g.For) + "."
	case g.Goal == "down" && a.scenery.Rounds > 0:
		return side + have + count(a.scenery.Rounds) + " rounds to put " + who + " out of the fight."
	case g.Goal == "down":
		return side + " will win if " + who + " is put out of the fight."
	case g.Goal == "protect":
		return side + " will lose if " + who + " is put out of the fight."
	case g.Goal == "escape":
		if a.scenery.Rounds > 0 {
			return side + want + " to get away within " + count(a.scenery.Rounds) + " rounds."
		}
		return side + want + " to get away."
	}
	return ""
}

// of returns those of a side, besides horses.
func (a *account) of(s *speaker, side string) (names []string) {
	for _, f := range a.roster {
		if f.Team == side && !f.Steed {
			names = append(names, s.plainly(f.Name))
		}
	}
	return names
}

// uncountedWords says of the horses of a side that it does not matter whether they stand.
func (a *account) uncountedWords(side string) string {
	switch _, horses := a.strength(side); horses {
	case 0:
		return ""
	case 1:
		return "; their horse does not count"
	}
	return "; their horses do not count"
}

// pair reports whether a side is two, besides horses.
func (a *account) pair(side string) bool {
	people, _ := a.strength(side)
	return people == 2
}

// strength returns how many fight for a side, and how many horses they have.
func (a *account) strength(side string) (people, horses int) {
	for _, f := range a.roster {
		switch {
		case f.Team != side:
		case f.Steed:
			horses++
		default:
			people++
		}
	}
	return people, horses
}

// ending returns the last paragraph: why the fight is over, who has won, and who stands of them, and of the others is left.
func (a *account) ending(p *passage, standing, left []string) []*Paragraph {
	a.from, a.to, a.round = p.step, p.step, p.round
	t := telling{Fact: rules.Fact{Kind: "end", Step: p.step, By: p.end.Seat, What: p.end.What, Match: p.Match}, steps: []int{p.step}}
	par := &Paragraph{Setting: a.setting, Round: a.round, From: p.step, To: p.step, slots: map[string]string{}, end: true}
	s := a.speaker(par)
	side, have := "", " has won"
	if p.end.Seat != "" {
		var several bool
		if side, several = s.ofSide(p.end.Seat); several {
			have = " have won"
		}
	}
	why, rest := a.why(s, p.end, left), ""
	if n := len(standing); n > 0 && !a.alone(p.end.Seat) {
		var names []string
		for _, name := range standing {
			names = append(names, s.plainly(name))
		}
		switch {
		case n == 1 && len(left) == 0:
			rest = " Only " + names[0] + " is still standing."
		case n == 1 && a.folk(p.end.Seat) == "":
			rest = " Only " + names[0] + " is still standing on that side."
		case n == 1 && !a.troops[standing[0]]:
			rest = " " + names[0] + " is the only one of them still standing."
		case n == 2:
			rest = " " + text.List(names, "and") + " are both still standing."
		default:
			rest = " " + text.List(names, "and") + " are still standing."
		}
	}
	if comes := a.comes(p.end.Seat); p.end.Seat != "" && comes != "" {
		rest += " " + s.free(comes)
	}
	switch {
	case p.end.What == "they held to the last" && a.scenery.Goal.Rounds > 0:
		rounds := count(a.scenery.Goal.Rounds)
		if a.blows == 0 {
			t.fixed = []string{"The " + rounds + " rounds pass without a blow, and " + side + have + " by holding out." + rest}
			break
		}
		t.fixed = []string{side + have + " by holding out for " + rounds + " rounds." + rest,
			"The " + rounds + " rounds are over, and " + side + have + " by holding out." + rest}
	case p.end.Seat == "":
		t.fixed = []string{why + ", and nobody has won."}
	case strings.Contains(why, ", and ") || strings.Contains(why, " and cannot ") || strings.Contains(why, "because"):
		t.fixed = []string{side + have + ": " + why + "." + rest}
	default:
		t.fixed = []string{side + have + ": " + why + "." + rest, why + ", and " + side + have + "." + rest}
	}
	par.Facts = []Fact{s.fact(1, &t)}
	a.from = 0
	return []*Paragraph{par}
}

// why returns the reason of an end, as a tale says it.
func (a *account) why(s *speaker, end rules.Event, left []string) string {
	reason, _, _ := strings.Cut(end.What, ": ") // what follows says how each of them is, which the tale has told
	other, loser := a.against(end.Seat), ""
	if loser = a.single(other); loser != "" {
		loser = s.plainly(loser)
	}
	g := a.scenery.Goal
	switch {
	case end.What == "nobody stands against them" || strings.HasPrefix(reason, "nobody of ") && end.Seat != "":
		if loser != "" {
			if a.dead[a.single(other)] {
				return loser + " is dead"
			}
			return loser + " cannot go on"
		}
		var squads, steeds []string
		for _, f := range a.roster {
			switch {
			case !slices.Contains(left, f.Name):
			case f.Several:
				squads = append(squads, s.plainly(f.Name))
			case f.Steed:
				steeds = append(steeds, s.plainly(f.Name))
			}
		}
		switch {
		case len(squads) > 0:
			return text.List(squads, "and") + " have no leader left and cannot fight on"
		case len(steeds) > 0:
			side, _ := s.ofSide(other)
			if len(steeds) > 1 {
				return "of " + side + " only the horses " + text.List(steeds, "and") + " are left standing"
			}
			return "of " + side + " only the horse " + steeds[0] + " is left standing"
		}
		if a.yielded[other] {
			return s.nobodyOf(other) + " is left in the fight"
		}
		return s.nobodyOf(other) + " is left standing"
	case end.What == "the points are made":
		return "the bout is over on points"
	case end.What == "the rounds are over" && g.Rounds == 0:
		if g.Goal == "down" && end.Seat != "" && end.Seat != g.For {
			return "after " + count(end.N) + " rounds the fight ends with " + s.plainly(g.Who) + " still in it"
		}
		return "after " + count(end.N) + " rounds the fight ends"
	case end.What == "the rounds are over" && g.Goal == "down" && end.Seat != "" && end.Seat != g.For:
		return "the rounds are over, and " + s.plainly(g.Who) + " is still in the fight"
	case g.Who != "" && end.What == g.Who+" is down":
		return s.plainly(g.Who) + " is out of the fight"
	case a.gaveIn(end.What) != "":
		switch {
		case g.Who == a.gaveIn(end.What):
			return s.plainly(g.Who) + " is out of the fight"
		case loser != "":
			return loser + " has given up"
		}
		return s.nobodyOf(other) + " is left in the fight"
	case a.isConceded(end) && a.reason != "":
		return s.gaveUp(other) + ", because " + s.free(strings.TrimSuffix(a.reason, "."))
	case a.isConceded(end):
		return s.gaveUp(other)
	}
	return s.free(end.What)
}

// teamOf returns the side of somebody.
func (a *account) teamOf(name string) string {
	for _, f := range a.roster {
		if f.Name == name {
			return f.Team
		}
	}
	return ""
}

// gaveIn returns who ended the fight by yielding or fleeing, empty if nobody did.
func (a *account) gaveIn(end string) string {
	for _, f := range a.roster {
		if end == rules.YieldedWords(f.Name, rules.EditYields) || end == rules.YieldedWords(f.Name, rules.EditFlees) {
			return f.Name
		}
	}
	return ""
}

// gaveUp says that a side has.
func (s *speaker) gaveUp(team string) string {
	side, several := s.ofSide(team)
	if several {
		return side + " have given up"
	}
	return side + " has given up"
}

// nobodyOf returns nobody of a side, as a subject.
func (s *speaker) nobodyOf(team string) string {
	side, several := s.ofSide(team)
	switch {
	case several && s.account.pair(team):
		return "neither of " + side
	case several:
		return "none of " + side
	}
	return "nobody on " + side
}

// ofSide returns a side as a subject, and whether it is a plural: the bandits; Hana's side, where a side's name is no word for
// people; the only one of it.
func (s *speaker) ofSide(team string) (side string, several bool) {
	if name := s.account.single(team); name != "" {
		return s.plainly(name), s.account.troops[name]
	}
	if plural := s.account.folk(team); plural != "" {
		return s.free(plural), true
	}
	leader := s.account.sides[team]
	for _, f := range s.account.roster { // whom the opening tells of
		wants := len(strings.Fields(s.account.people[f.Name].Wants))
		if leader == "" && f.Team == team && !f.Steed && !f.Several && !f.Called && wants > 0 && wants <= wishWords {
			leader = f.Name
		}
	}
	for _, f := range s.account.roster {
		if leader == "" && f.Team == team && !f.Steed && !f.Several {
			leader = f.Name
		}
	}
	if leader != "" {
		s.account.sides[team] = leader
		return s.plainly(leader) + "'s side", false
	}
	return s.free(plurally(team)), true
}

// mounted are the names of sides that have a horse each.
var mounted = []string{"riders", "horsemen"}

// folk returns what people calls a side, where it is true of all of it: who is on foot is none of the riders.
func (a *account) folk(team string) string {
	if people, horses := a.strength(team); slices.Contains(mounted, team) && horses < people {
		return ""
	}
	return people(team)
}

// people returns a side whose name is a word for people, with its article: the bandits. It is empty for other names.
func people(team string) string {
	bare := strings.TrimPrefix(team, "the ")
	if r, _ := utf8.DecodeRuneInString(bare); unicode.IsUpper(r) || !strings.HasSuffix(bare, "s") || strings.HasSuffix(bare, "ss") {
		return ""
	}
	return text.The(team)
}

// sideOf returns the side of somebody; empty if nobody has this name.
func (a *account) sideOf(name string) string {
	for _, f := range a.roster {
		if f.Name == name {
			return f.Team
		}
	}
	return ""
}

// isConceded reports whether a fight ended by the word of the side that lost it.
func (a *account) isConceded(end rules.Event) bool {
	return end.Seat != "" && end.What == fight.Concedes(a.against(end.Seat))
}

// against returns the other side; empty if there is none.
func (a *account) against(side string) string {
	for _, f := range a.roster {
		if side != "" && f.Team != side {
			return f.Team
		}
	}
	return ""
}

// alone reports whether a side is one person.
func (a *account) alone(side string) bool { return a.single(side) != "" }

// single returns the only one of a side; nobody if there are more.
func (a *account) single(side string) (name string) {
	for _, f := range a.roster {
		if f.Team != side {
			continue
		}
		if name != "" {
			return ""
		}
		name = f.Name
	}
	return name
}

// letter returns what a name is called in paragraphs.
func (a *account) letter(name string) string {
	if name == "" {
		return ""
	}
	if _, ok := a.letters[name]; !ok {
		n := len(a.letters)
		l := string(rune('A' + n%26))
		if n >= 26 {
			l += count(n / 26)
		}
		a.letters[name] = l
	}
	return a.letters[name]
}

// nameOf returns whose letter it is; nobody's is empty.
func (a *account) nameOf(letter string) string {
	letter, _, _ = strings.Cut(letter, " ")
	for name, l := range a.letters {
		if l == letter {
			return name
		}
	}
	return ""
}

// calls returns a name as a sentence says it of whom the tale has introduced: Jubei, who is Jubei the Cur.
func (a *account) calls(name string) string {
	if short := a.short[name]; a.known && short != "" {
		return short
	}
	return a.sayName(name)
}

// sayName returns a name as a sentence says it: squads whose names are plurals are several, "the Guns waver".
func (a *account) sayName(name string) string {
	if a.squads[name] && !text.Determined(name) {
		return "the " + name
	}
	return name
}

// alias returns what somebody may be called besides their name, nothing where it could be another: their kind, if it is a plain
// word or two of what the opening says of them, that nobody else here is called by and that is not their name.
func (a *account) alias(name string) string {
	kind := ""
	for _, f := range a.roster {
		if f.Name == name && !f.Several {
			kind = f.Kind
		}
	}
	plain := func(r rune) bool { return r == ' ' || r >= 'a' && r <= 'z' }
	if kind == "" || strings.EqualFold(kind, name) || len(strings.Fields(kind)) > 2 || strings.ContainsFunc(kind, func(r rune) bool { return !plain(r) }) {
		return ""
	}
	if !strings.Contains(a.people[name].Epithet, kind) {
		return "" // nobody has been told who that is
	}
	for _, f := range a.roster {
		if f.Name != name && (f.Kind == kind || strings.EqualFold(f.Name, kind)) {
			return ""
		}
	}
	return text.The(kind)
}
