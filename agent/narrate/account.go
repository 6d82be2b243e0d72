package narrate

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/book"
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
	troops  map[string]bool   // names of squads that are plurals
	lasts   map[string]string // who is the last of a side, and which
	wanting map[string]bool   // whose wish has been told
	spoken  int               // wishes told

	facts []telling
	round int
	from  int // the first step of the paragraph under way
	to    int
}

// How much a paragraph holds, in words, as its facts are worded on average.
const (
	wordsFull  = 50 // it is complete with so many of what must be told
	wordsFew   = 36 // with fewer, other facts are told up to so many
	wordsLeast = 28 // a fall or a round does not end it before it has so many
	wordsMost  = 62 // it is parted where it has more
	wishesMax  = 4  // of a tale
	wishWords  = 14 // of a wish, with what they are called
	weakest    = 30 // the rank below which what need not be told is not
)

func newAccount(o Options, ways prompts.Ways) *account {
	a := &account{ways: ways, setting: o.Setting, scenery: o.Scenery, people: map[string]book.Person{}, they: map[string]string{},
		roster: o.Roster, letters: map[string]string{}, troops: map[string]bool{}, lasts: map[string]string{}, wanting: map[string]bool{}}
	for i, f := range o.Roster {
		a.letter(f.Name)
		a.troops[f.Name] = f.Several && strings.HasSuffix(f.Name, "s") && !strings.HasSuffix(f.Name, "ss")
		if i < len(o.People) {
			a.people[f.Name], a.they[f.Name] = o.People[i], o.People[i].They
		}
	}
	return a
}

// take adds a passage, and gives the paragraphs that are complete before it and with it.
func (a *account) take(p *passage, survivor func(side string) (name, team string)) (done []*Paragraph) {
	if p.round > a.round && a.heavy() >= wordsLeast {
		done = a.close()
	}
	if a.from == 0 {
		a.from = p.step
	}
	a.round, a.to = p.round, p.step
	fell := false
	for _, t := range exchanges(p) {
		a.facts = append(a.facts, t)
		if wish, ok := a.wish(&t); ok {
			a.facts = append(a.facts, wish)
		}
		if t.Kind != "fall" && t.Kind != "sunk" {
			continue
		}
		fell = true
		if name, team := survivor(cmp.Or(t.To, t.By)); t.Last && name != "" {
			a.facts = append(a.facts, telling{Fact: rules.Fact{Kind: "alone", Step: t.Step, By: name}, side: The(team), steps: t.steps, weight: 60})
		}
	}
	if fell && a.heavy() >= wordsLeast || a.heavy() >= wordsFull {
		done = append(done, a.close()...)
	}
	return done
}

// say adds what the GM said or did, which is told where it happened.
func (a *account) say(t telling) {
	if a.from == 0 {
		a.from = t.Step
	}
	a.to, t.steps = t.Step, []int{t.Step}
	a.facts = append(a.facts, t)
}

// heavy is how many words what must be told of the paragraph under way takes, with what belongs to it.
func (a *account) heavy() (n int) {
	for i := range a.facts {
		if t := &a.facts[i]; t.must() || follows(t) {
			n += t.words()
		}
	}
	return n
}

// words is about how many words a telling takes.
func (t *telling) words() int {
	const plain, tried = 12, 9
	n := plain + len(strings.Fields(t.word))
	switch {
	case follows(t):
		n = 4 + len(strings.Fields(t.word+" "+t.What+" "+t.side))
	case t.fixed != "":
		n = len(strings.Fields(t.fixed))
	case len(t.tries) > 0 && t.Kind != "wounds":
		n += tried
	case t.To == "":
		n -= 4
	}
	return n
}

// exchanges are the facts of a passage as they are told: what came to nothing between two goes with the blow of theirs that
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
		if k.Blow && last >= 0 && vain(&told[last].Fact) && told[last].By == f.By && told[last].To == f.To && told[last].What == f.What {
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

// vain reports whether a blow came to nothing that must be told.
func vain(f *rules.Fact) bool {
	switch f.Kind {
	case "miss", "stopped", "turned", "near", "vain":
		return !f.Must() && !f.Has("fumble") && !f.Has("overreach")
	}
	return false
}

// weightOf is how telling a fact is: its kind's rank, more if it was unlikely.
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

// wish is what somebody wants or fears, at their first deed of weight; some tell theirs, not all.
func (a *account) wish(t *telling) (wish telling, ok bool) {
	who := a.people[t.By]
	if a.wanting[t.By] || a.spoken >= wishesMax || !t.must() || slices.ContainsFunc(a.facts, func(f telling) bool { return follows(&f) && f.Kind != "alone" }) {
		return wish, false
	}
	wish = telling{Fact: rules.Fact{Kind: "wants", Step: t.Step, By: t.By}, word: who.Wants, steps: t.steps, weight: 45}
	if who.Fears != "" && (who.Wants == "" || a.spoken%3 == 2) {
		wish.Kind, wish.word = "fears", who.Fears
	}
	if wish.word == "" || len(strings.Fields(wish.word)) > wishWords {
		return wish, false
	}
	if len(strings.Fields(wish.word+" "+who.Epithet)) <= wishWords {
		wish.What = who.Epithet
	}
	a.wanting[t.By] = true
	a.spoken++
	return wish, true
}

// close ends the paragraph under way.
func (a *account) close() (done []*Paragraph) {
	facts := a.chosen()
	a.facts = nil
	for len(facts) > 0 {
		n := fitting(facts)
		for n < len(facts) && follows(&facts[n]) { // which belong to the fact before
			n++
		}
		done, facts = append(done, a.paragraph(facts[:n])), facts[n:]
	}
	a.from = 0
	return done
}

// fitting is how many of the facts make a paragraph: all of them, or as many as make parts of about the same length.
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

// chosen are the facts of a paragraph: those that must be told, and the most telling of the others, in their order.
func (a *account) chosen() (kept []telling) {
	room := max(0, wordsFew-a.heavy()+6) / 12
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
	return mended(kept)
}

// follows reports whether a fact is told only after the one it belongs to.
func follows(t *telling) bool { return t.Kind == "alone" || t.Kind == "wants" || t.Kind == "fears" }

// mended takes blows in a row of the same two as one: those that came to nothing, and those that wounded alike.
func mended(facts []telling) (told []telling) {
	for _, t := range facts {
		last := len(told) - 1
		if last >= 0 && alike(&told[last], &t) {
			before := &told[last]
			before.tries = append(triesOf(before), t.Fact)
			before.also = append(before.also, t.also...)
			before.Kind, before.Causes, before.Answer = "wounds", nil, ""
			before.Wounds, before.Depth = before.Wounds+t.Wounds, before.Depth+t.Depth
			before.steps = append(before.steps, t.steps...)
			continue
		}
		if last >= 0 && vain(&t.Fact) && vain(&told[last].Fact) && (told[last].By == t.To && told[last].To == t.By || told[last].By == t.By && told[last].To == t.To) {
			before := told[last]
			n := append(triesOf(&before), triesOf(&t)...)
			before.Kind, before.Causes, before.tries = "trade", nil, n
			if before.By == t.By && !slices.ContainsFunc(n, func(f rules.Fact) bool { return f.By != t.By }) {
				before.Kind = "vain"
			}
			before.steps, before.also = append(before.steps, t.steps...), append(before.also, t.also...)
			told[last] = before
			continue
		}
		told = append(told, t)
	}
	return told
}

// alike reports whether two tellings are wounds of the same kind, one after the other, of the same two.
func alike(x, y *telling) bool {
	return (x.Kind == "wound" && len(x.tries) == 0 || x.Kind == "wounds") && y.Kind == "wound" && len(y.tries) == 0 && x.By == y.By && x.To == y.To &&
		x.What == y.What && x.With == y.With && !y.First && !y.Has("stray") && !x.Has("stray")
}

// triesOf are the blows that a telling is of.
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
		p.Facts = append(p.Facts, s.fact(i+1, &facts[i]))
		if facts[i].Kind == "alone" {
			a.lasts[facts[i].By] = facts[i].side
		}
	}
	return p
}

// opening is the paragraph before the first fact: the place, what it is about, and what is at stake.
func (a *account) opening(step int) (done []*Paragraph) {
	p := &Paragraph{Setting: a.setting, From: step, To: step, slots: map[string]string{}}
	s := a.speaker(p)
	var parts []string
	if scene := a.setting.scene(); scene != "" {
		parts = append(parts, scene)
	}
	if about := brief(a.scenery.About); about != "" {
		parts = append(parts, s.free(about))
	}
	if stake := a.stake(s); stake != "" {
		parts = append(parts, stake)
	}
	if len(parts) == 0 {
		return nil
	}
	t := telling{Fact: rules.Fact{Kind: "word", Step: step}, steps: []int{step}, fixed: strings.Join(parts, " ")}
	p.Facts = []Fact{s.fact(1, &t)}
	p.Facts[0].Kind = "opening"
	return []*Paragraph{p}
}

// aboutMax is how many words of what a fight is about are told.
const aboutMax = 32

// brief is the first sentences of a text, as many as are few words.
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

// stake is what one side wants of the fight besides standing.
func (a *account) stake(s *speaker) string {
	g := a.scenery.Goal
	if g.For == "" {
		return ""
	}
	side, win, lose, have, want, stands := s.free(plurally(g.For)), " win", " lose", " have ", " want", " win if any of them still stands after "
	if name := a.single(g.For); name != "" {
		side, win, lose, have, want, stands = s.person(name), " wins", " loses", " has ", " wants", " wins by still standing after "
	}
	who := s.account.said(g.Who)
	if g.Who != "" {
		who = s.person(g.Who)
	}
	switch {
	case g.Goal == "last" && g.Rounds > 0:
		return side + stands + count(g.Rounds) + " rounds."
	case g.Goal == "down" && g.Rounds > 0:
		return side + have + count(g.Rounds) + " rounds to bring " + who + " down."
	case g.Goal == "down":
		return side + win + " when " + who + " is down."
	case g.Goal == "protect":
		return side + lose + " when " + who + " is down."
	case g.Goal == "escape":
		return side + want + " to get away."
	}
	return ""
}

// ending is the last paragraph: how the fight came out, why, and who stands.
func (a *account) ending(p *passage, standing []string) []*Paragraph {
	a.from, a.to, a.round = p.step, p.step, p.round
	t := telling{Fact: rules.Fact{Kind: "end", Step: p.step, By: p.end.Seat, What: p.end.What, Match: p.Match}, steps: []int{p.step}}
	par := &Paragraph{Setting: a.setting, Round: a.round, From: p.step, To: p.step, slots: map[string]string{}, end: true}
	s := a.speaker(par)
	why := a.why(s, p.end)
	var parts []string
	switch {
	case p.end.Seat == "":
		parts = append(parts, "Nobody has won: "+why+".")
	case len(standing) == 1 && a.alone(p.end.Seat):
		parts = append(parts, s.person(standing[0])+" has won: "+why+".")
	default:
		parts = append(parts, s.free(plurally(p.end.Seat))+" have won: "+why+".")
	}
	if n := len(standing); n > 0 && !a.alone(p.end.Seat) {
		var names []string
		for _, name := range standing {
			names = append(names, s.slot(a.letter(name), a.said(name)))
		}
		verb := "are still standing."
		if n == 1 {
			verb = "is still standing."
		}
		parts = append(parts, listed(names)+" "+verb)
	}
	t.fixed = strings.Join(parts, " ")
	par.Facts = []Fact{s.fact(1, &t)}
	a.from = 0
	return []*Paragraph{par}
}

// why is the reason of an end, as a tale says it.
func (a *account) why(s *speaker, end rules.Event) string {
	one := a.alone(end.Seat)
	switch g := a.scenery.Goal; {
	case end.What == "nobody stands against them" && one:
		return "nobody else is left standing"
	case end.What == "nobody stands against them":
		return "nobody is left standing against them"
	case end.What == "they held to the last":
		return "the last round is over, and the stand has held"
	case end.What == "the rounds are over" && g.Goal == "down" && end.Seat != "" && end.Seat != g.For:
		return "the rounds are over, and " + s.slot(a.letter(g.Who), a.said(g.Who)) + " is not down"
	}
	return s.free(end.What)
}

// alone reports whether a side is one person.
func (a *account) alone(side string) bool { return a.single(side) != "" }

// single is the only one of a side; nobody if there are more.
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

// letter is what a name is called in paragraphs.
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

// troop stands before a squad's name that is a plural: a sentence is about one, "the troop of Guns gives ground".
const troop = "the troop of "

// said is a name as a sentence says it.
func (a *account) said(name string) string {
	if a.troops[name] {
		return troop + name
	}
	return name
}

// alias is what somebody may be called besides their name, nothing where it could be another: their kind, if it is a plain
// word or two that nobody else here is called by and that is not their name.
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
	for _, f := range a.roster {
		if f.Name != name && (f.Kind == kind || strings.EqualFold(f.Name, kind)) {
			return ""
		}
	}
	return "the " + kind
}

// row is the weapon that is used, and how: ways to use one are named after it, "long sword cut".
func (a *account) row(name string) (weapon, use string) {
	for row := name; row != ""; row = row[:max(0, strings.LastIndexByte(row, ' '))] {
		if _, ok := a.scenery.Made[row]; ok {
			return row, strings.TrimSpace(name[len(row):])
		}
	}
	return name, ""
}
