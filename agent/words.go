package agent

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// nearMost is how many of the nearest right words an error names.
const nearMost = 5

// OptionNamed returns the option with these words or, if only one option begins with them, that one. The error lists similar ones.
func OptionNamed(options []fight.Option, txt string) (fight.Option, error) {
	whole, err := OptionWorded(options, txt)
	if err == nil {
		return whole, nil
	}
	var begins []fight.Option
	for _, o := range options {
		if strings.HasPrefix(text.Fold(o.Words), text.Fold(txt)) {
			begins = append(begins, o)
		}
	}
	switch len(begins) {
	case 0:
		return fight.Option{}, err
	case 1:
		return begins[0], nil
	}
	return fight.Option{}, text.Problem{What: fmt.Sprintf("%q could be %d choices", txt, len(begins)), Want: nearest(txt, wordsOf(begins))}
}

// OptionWorded returns the option with these words, all of them. The error lists similar ones.
func OptionWorded(options []fight.Option, txt string) (fight.Option, error) {
	words := wordsOf(options)
	i, err := text.Which(txt, words)
	switch {
	case i >= 0:
		return options[i], nil
	case err != nil:
		return fight.Option{}, err
	case len(options) == 0:
		return fight.Option{}, fmt.Errorf("nobody decides now: there is nothing to choose")
	}
	return fight.Option{}, text.Problem{What: fmt.Sprintf("%q is not open now", txt), Want: nearest(txt, words)}
}

// nearest lists the words that are nearest to some.
func nearest(txt string, words []string) string {
	near := text.Near(txt, words)
	near = near[:min(nearMost, len(near))]
	for i, n := range near {
		near[i] = fmt.Sprintf("%q", text.Escape(n))
	}
	return strings.Join(near, ", or ")
}

func wordsOf(options []fight.Option) (words []string) {
	for _, o := range options {
		words = append(words, o.Words)
	}
	return words
}

// Meaning is what a word of the rules means: what its rows say, the laws that rule it, the rulings that read it, and where the
// documents have it.
type Meaning struct {
	Word    string   `json:"word"`
	Says    string   `json:"says"`
	More    []string `json:"more,omitempty"`    // what further rows of the same name say
	Laws    []string `json:"laws,omitempty"`    // "EB-31: …", in the order in which a player asks: what it takes, what it is rolled with, what comes of it
	Rulings []string `json:"rulings,omitempty"` // "R-17: …"
	Where   []string `json:"where,omitempty"`   // "document 000, Reservation"
}

// Explain returns the meaning of a word: a maneuver, a stance, a status, a term, a list, or a whole decision as a table prints
// it. The error lists similar words that have a meaning.
func (c Catalogue) Explain(system, txt string) (Meaning, error) {
	i, err := systemIndex(system)
	if err != nil {
		return Meaning{}, err
	}
	g := c.words[i]()
	for _, look := range []func(string) Meaning{g.row, g.law, g.event} {
		for _, phrase := range phrases(txt) {
			if m := look(phrase); m.Says != "" {
				return m, nil
			}
		}
	}
	return Meaning{}, text.Problem{What: fmt.Sprintf("%q is no word of these rules", txt), Want: text.OneOf(txt, g.names)}
}

// Knows reports whether a system's catalogue has a row of this name: a technique, a stance, a weapon.
func (c Catalogue) Knows(system, name string) bool {
	i, err := systemIndex(system)
	return err == nil && c.words[i]().rows[text.Fold(name)]
}

// phrases returns the parts of a text that could be a word of the rules, the longest first, and what stands before a target
// before what stands behind it. The sign before a state that an edit sets or takes away is no part of it.
func phrases(text string) (list []string) {
	head, _, _ := strings.Cut(text, " > ")
	words := strings.Fields(strings.ToLower(head))
	for i, w := range words {
		if len(w) > 1 {
			words[i] = strings.TrimLeft(w, "+-")
		}
	}
	for n := len(words); n > 0; n-- {
		for from := 0; from+n <= len(words); from++ {
			list = append(list, strings.Join(words[from:from+n], " "))
		}
	}
	return list
}

// glossary is the words of a system, worked out once: the rows of its lists, the lists themselves, the headings of its
// documents, its laws and rulings, and the kinds of events.
type glossary struct {
	words    map[string][]entry // by its name without case and space
	rows     map[string]bool    // the names of the catalogue's rows and of what they give one to do
	names    []string
	laws     []book.Law
	rulings  []book.Ruling
	sections []book.Section
}

// entry is one row, list or heading.
type entry struct {
	says          string
	laws, rulings []string // by number
	where         string
	searched      bool // the laws and rulings that have its name belong to it too
	heading       bool // it only groups laws
}

// named are the columns of a list that name something: the row, and what it gives one to do.
const named = 3

// newGlossary reads the words of a system.
func newGlossary(place int, rows any) *glossary {
	about := systems[place].About
	g := &glossary{words: map[string][]entry{}, rows: map[string]bool{}, laws: about.Laws(), rulings: about.Rulings(), sections: about.Document.Sections}
	lists := systems[place].lists(rows)
	for _, list := range lists {
		g.list(list)
	}
	for _, list := range lists {
		of := entry{says: list.What + ": " + strings.Join(namesIn(list), ", "), where: list.In}
		of.laws, of.rulings = book.CitedIDs(list.Laws), book.CitedIDs(list.Rulings)
		for _, e := range list.Entries {
			of.laws = append(of.laws, book.CitedIDs(e.Laws)...)
		}
		g.add(of, list.Name)
	}
	for _, s := range g.sections {
		g.add(entry{heading: true, says: "a part of " + s.In, laws: book.CitedIDs(s.Laws), where: s.In + ", " + s.Name}, append([]string{s.Name}, s.Also...)...)
	}
	for _, k := range rules.Kinds {
		g.names = append(g.names, k.Name)
	}
	g.addOwn()
	return g
}

// addOwn adds the words of kokyu itself, which every screen shows and no document has.
func (g *glossary) addOwn() {
	var tempers []string
	for _, t := range Tempers() {
		tempers = append(tempers, t.Temper)
		g.add(entry{says: "a temper: " + t.Says}, t.Temper)
	}
	for _, w := range []struct{ names, says string }{
		{"level", "how well kokyu plays somebody, from 1, who errs often, to 6, the best it can: level: 3 in a line of an encounter. kokyu list levels has all"},
		{"temper", "what somebody may want besides winning, as temper: bold in a line of an encounter: " + text.List(tempers, "or") + ". kokyu list tempers has all"},
		{"chance to win, forecast", "how often a side wins if both go on to play at level 6, worked out from many fights"},
		{"node, nodes", "a position that the search looks at: more of them is better play, and slower"},
		{"seed", "the number that dice are drawn from: the same seed and choices give the same fight"},
	} {
		g.add(entry{says: w.says}, strings.Split(w.names, ", ")...)
	}
}

// namesIn returns the names of a list's rows.
func namesIn(list book.List) (names []string) {
	for _, row := range list.Rows {
		if row[0] != "" {
			names = append(names, row[0])
		}
	}
	return names
}

// add adds an entry under each of these names. Names are compared folded; the first spelling of one is shown.
func (g *glossary) add(e entry, names ...string) {
	for _, name := range names {
		if key := text.Fold(name); name != "" {
			if g.words[key] == nil {
				g.names = append(g.names, name)
			}
			g.words[key] = append(g.words[key], e)
		}
	}
}

// list takes the rows of a list. A row without a name goes on with the one above it.
func (g *glossary) list(list book.List) {
	for i := 0; i < len(list.Rows); {
		next := i + 1
		for next < len(list.Rows) && list.Rows[next][0] == "" {
			next++
		}
		of := entry{laws: book.CitedIDs(list.Laws), rulings: book.CitedIDs(list.Rulings), where: list.In, searched: true}
		whole := of
		names := []string{list.Rows[i][0]}
		if list.Entries != nil {
			e := list.Entries[i]
			names = append(names, e.Also...)
			whole.laws, whole.rulings, whole.searched = book.CitedIDs(e.Laws), book.CitedIDs(e.Rulings), false
			if len(whole.laws) > 0 {
				if s, ok := g.under(whole.laws[0]); ok {
					whole.where = s.In + ", " + s.Name
				}
			}
		} else {
			g.rows[text.Fold(names[0])] = true
			if k := slices.Index(list.Head, "also"); k >= 0 && list.Rows[i][k] != "" {
				names = append(names, strings.Split(list.Rows[i][k], ", ")...)
			}
		}
		var lines []string
		for _, row := range list.Rows[i:next] {
			lines = append(lines, says(list, row, 1))
		}
		whole.says = strings.Join(lines, "; ")
		if list.Name != terms {
			whole.says = list.Name + ": " + whole.says
		}
		g.add(whole, names...)
		for _, row := range list.Rows[i:next] {
			for k, cell := range row[:min(named, len(row))] {
				if k > 0 && cell != "" && (strings.Contains(list.Head[k], "technique") || strings.Contains(list.Head[k], "action")) {
					part := of
					part.says = fmt.Sprintf("%s: %s: %s", list.Name, names[0], says(list, row, k+1))
					g.add(part, cell)
					g.rows[text.Fold(cell)] = true
				}
			}
		}
		i = next
	}
}

// terms is the list of what a document has a word for and no table.
const terms = "terms"

// says words the cells of a row from a column on: "energy 2s, check courage". What a thing is and does needs no head.
func says(list book.List, row []string, from int) string {
	var parts []string
	for i := from; i < len(row); i++ {
		switch head := list.Head[i]; {
		case row[i] == "":
		case slices.Contains([]string{"is", "does", "besides", "gives", "technique", "with", "notes", "for"}, head):
			parts = append(parts, row[i])
		default:
			parts = append(parts, head+" "+row[i])
		}
	}
	return strings.Join(parts, ", ")
}

// row explains the name of a row, of a list or of a heading; of several of one name the first most.
func (g *glossary) row(phrase string) Meaning {
	m := Meaning{Word: phrase}
	found := g.words[text.Fold(phrase)]
	for _, also := range []string{phrase + "s", strings.TrimSuffix(phrase, "s")} {
		if len(found) == 0 {
			found = g.words[text.Fold(also)]
		}
	}
	var laws, rulings []string
	for _, e := range found {
		if m.Says == "" {
			m.Says = e.says
		} else if !e.heading && !slices.Contains(m.More, e.says) && e.says != m.Says {
			m.More = append(m.More, e.says)
		}
		if e.searched {
			for _, l := range g.about(phrase) {
				laws = append(laws, l.ID)
			}
			rulings = append(rulings, g.asks(phrase)...)
		}
		laws, rulings = append(laws, e.laws...), append(rulings, e.rulings...)
		if e.where != "" && !slices.Contains(m.Where, e.where) {
			m.Where = append(m.Where, e.where)
		}
	}
	g.cite(&m, laws, rulings)
	return m
}

// lawsMost is how many laws are told one by one; a whole document has a command of its own.
const lawsMost = 40

// cite puts laws and rulings into a meaning, each once: those of a law that reads it against its letter too.
func (g *glossary) cite(m *Meaning, laws, rulings []string) {
	told := map[string]bool{}
	var of []book.Law
	for _, id := range laws {
		i := slices.IndexFunc(g.laws, func(l book.Law) bool { return l.ID == id })
		if i < 0 || told[id] {
			continue
		}
		told[id] = true
		of = append(of, g.laws[i])
		rulings = append(rulings, g.laws[i].ReadBy)
	}
	for _, l := range of[:min(lawsMost, len(of))] {
		m.Laws = append(m.Laws, l.ID+": "+l.Says)
	}
	if n := len(of) - lawsMost; n > 0 {
		m.Laws = append(m.Laws, fmt.Sprintf("%d more to %s, in kokyu laws", n, of[len(of)-1].ID))
	}
	for _, id := range rulings {
		if !told[id] {
			told[id] = true
			m.Rulings = append(m.Rulings, g.rulingWords(id, m.Word)...)
		}
	}
	if len(m.Where) == 0 && len(of) > 0 {
		if s, ok := g.under(of[0].ID); ok {
			m.Where = append(m.Where, s.In+", "+s.Name)
		}
	}
}

// rulingWords returns what a ruling says; where it holds several questions, those that have the word, if any has.
func (g *glossary) rulingWords(id, phrase string) (says []string) {
	var all, own []string
	for _, r := range g.rulings {
		if r.ID != id {
			continue
		}
		line := r.ID + ": " + r.Open + " " + r.Decided
		if r.Name != "" {
			line += fmt.Sprintf(" The switch %q is %s unless a table chooses otherwise.", r.Name, r.Default)
		}
		all = append(all, line)
		if whole(strings.ToLower(r.Open+" "+r.Decided), strings.ToLower(phrase)) {
			own = append(own, line)
		}
	}
	if len(own) > 0 {
		return own
	}
	return all
}

// under returns the heading under which a document has a law: of several the one with the fewest.
func (g *glossary) under(law string) (best book.Section, ok bool) {
	least := 0
	for _, s := range g.sections {
		if laws := book.CitedIDs(s.Laws); slices.Contains(laws, law) && (!ok || len(laws) < least) {
			best, least, ok = s, len(laws), true
		}
	}
	return best, ok
}

// law explains a term by the laws that have it.
func (g *glossary) law(phrase string) Meaning {
	words := strings.Fields(phrase)
	m := Meaning{Word: phrase}
	if small[words[0]] || small[words[len(words)-1]] {
		return m
	}
	var ids []string
	for _, l := range g.about(phrase) {
		ids = append(ids, l.ID)
	}
	if len(ids) == 0 {
		return m
	}
	g.cite(&m, ids, g.asks(phrase))
	m.Says, m.Laws = m.Laws[0], m.Laws[1:]
	return m
}

// event explains a kind of event.
func (g *glossary) event(phrase string) Meaning {
	k, _ := rules.KindNamed(phrase)
	return Meaning{Word: phrase, Says: k.Means}
}

// small are words that are in many sentences and say nothing by themselves.
var small = map[string]bool{"a": true, "an": true, "at": true, "the": true, "in": true, "to": true, "of": true, "with": true, "and": true, "or": true,
	"is": true, "for": true, "on": true, "no": true, "it": true, "one": true, "not": true, "by": true, "be": true, "up": true, "let": true, "take": true}

// about returns the laws that have a phrase: those whose subject it is, then the others, each in the order of the documents, which
// is what it costs, what it is rolled with, what comes of it.
func (g *glossary) about(phrase string) (laws []book.Law) {
	var others []book.Law
	phrase = strings.ToLower(phrase)
	for _, l := range g.laws {
		text := strings.ToLower(l.Says)
		switch {
		case strings.HasPrefix(text, phrase+":"):
			laws = append(laws, l)
		case whole(text, phrase):
			others = append(others, l)
		}
	}
	return append(laws, others...)
}

// asks returns the rulings whose question has a phrase.
func (g *glossary) asks(phrase string) (ids []string) {
	for _, r := range g.rulings {
		if whole(strings.ToLower(r.Open), strings.ToLower(phrase)) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// whole reports whether a text has a phrase between the ends of words; an s behind it is let pass.
func whole(text, phrase string) bool {
	letter := func(b byte) bool { return b >= 'a' && b <= 'z' }
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(phrase)
		if end < len(text) && text[end] == 's' {
			end++
		}
		if (i == 0 || !letter(text[i-1])) && (end == len(text) || !letter(text[end])) {
			return true
		}
		from = i + 1
	}
}
