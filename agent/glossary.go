package agent

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// Meaning is what a word of the rules means: what its rows say, the laws about it, the rulings on those, and where the
// documents have it.
type Meaning struct {
	Word string   `json:"word"`
	Says string   `json:"says"`
	More []string `json:"more,omitempty"` // what further rows of this name say
	// Laws are laws with their numbers, "EB-31: …", first those whose subject it is: what it takes, what is rolled for it,
	// what it does.
	Laws    []string `json:"laws,omitempty"`
	Rulings []string `json:"rulings,omitempty"` // "R-17: …"
	Where   []string `json:"where,omitempty"`   // "document 000, Reservation"
}

// explain returns the meaning of a text, see [Catalogue.Explain]. A row says more than a law, and a law more than a
// kind of event, so all phrases are looked up in rows first, then in laws, then among the kinds of events.
func (g *glossary) explain(txt string) (Meaning, error) {
	explainEvent := func(phrase string) Meaning {
		kind, _ := rules.KindNamed(phrase)
		return Meaning{Word: phrase, Says: kind.Means}
	}
	for _, look := range []func(string) Meaning{g.explainRow, g.explainByLaws, explainEvent} {
		for _, phrase := range phrasesIn(txt) {
			if m := look(phrase); m.Says != "" {
				return m, nil
			}
		}
	}
	return Meaning{}, text.Problem{What: fmt.Sprintf("%q is no word of these rules", txt), Want: text.OneOf(txt, g.names)}
}

// phrasesIn returns the parts of a text that could be a word of the rules, the longest first, those of one length from
// left to right. The target of a decision is left out, and so is the sign before a state in an edit.
func phrasesIn(text string) (list []string) {
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

// glossary holds the words of a system: the rows of its lists, the lists themselves, the headings of its documents, its
// laws and rulings, and the kinds of events.
type glossary struct {
	words map[string][]glossaryEntry // by the name as text.Fold has it
	// rowNames has the names of the catalogue's rows, and of the techniques and actions in them, as text.Fold has them.
	rowNames map[string]bool
	names    []string // as errors list them
	laws     []book.Law
	rulings  []book.Ruling
	sections []book.Section
}

// glossaryEntry is what one row, list or heading says of a name.
type glossaryEntry struct {
	says          string
	laws, rulings []string // by number
	where         string
	isSearched    bool // laws and rulings that contain the name belong to it, too
	isHeading     bool // it is a heading, which only groups laws
}

// nameColumns is how many columns of a list may contain names: that of the row, and those of techniques and actions.
const nameColumns = 3

// newGlossary returns the glossary of a system with these rows.
func newGlossary(sys *system, rows any) *glossary {
	about := sys.About
	g := &glossary{words: map[string][]glossaryEntry{}, rowNames: map[string]bool{}, laws: about.Laws(),
		rulings: about.Rulings(), sections: about.Document.Sections}
	lists := sys.lists(rows)
	for _, list := range lists {
		g.addList(list)
	}
	for _, list := range lists {
		names := slices.DeleteFunc(text.Each(list.Rows, func(row []string) string { return row[0] }),
			func(name string) bool { return name == "" })
		e := glossaryEntry{says: list.What + ": " + strings.Join(names, ", "), where: list.In}
		e.laws, e.rulings = book.CitedIDs(list.Laws), book.CitedIDs(list.Rulings)
		for _, row := range list.Entries {
			e.laws = append(e.laws, book.CitedIDs(row.Laws)...)
		}
		g.addEntry(e, list.Name)
	}
	for _, s := range g.sections {
		e := glossaryEntry{isHeading: true, says: "a part of " + s.In, laws: book.CitedIDs(s.Laws),
			where: s.In + ", " + s.Name}
		g.addEntry(e, append([]string{s.Name}, s.Also...)...)
	}
	g.names = append(g.names, text.Each(rules.Kinds, func(k rules.EventKind) string { return k.Name })...)
	g.addProgramWords()
	return g
}

// addProgramWords adds the words of the program itself, which every screen shows and no document has.
func (g *glossary) addProgramWords() {
	var tempers []string
	for _, t := range characterRows().Tempers {
		tempers = append(tempers, t.Temper)
		g.addEntry(glossaryEntry{says: "a temper: " + t.Says}, t.Temper)
	}
	for _, w := range []struct{ names, says string }{
		{"level", "how well kokyu plays somebody, from 1, who errs often, to 6, the best it can: level: 3 in a line of an encounter. kokyu list levels has all"},
		{"temper", "what somebody may want besides winning, as temper: bold in a line of an encounter: " + text.List(tempers, "or") + ". kokyu list tempers has all"},
		{"chance to win, forecast", "how often a side wins if both go on to play at level 6, worked out from many fights"},
		{"node, nodes", "a position that the search looks at: more of them is better play, and slower"},
		{"seed", "the number that dice are drawn from: the same seed and choices give the same fight"},
	} {
		g.addEntry(glossaryEntry{says: w.says}, strings.Split(w.names, ", ")...)
	}
}

// addEntry adds an entry under some names, whatever their case. The first spelling of a name is the one that errors
// list.
func (g *glossary) addEntry(e glossaryEntry, names ...string) {
	for _, name := range names {
		if key := text.Fold(name); name != "" {
			if g.words[key] == nil {
				g.names = append(g.names, name)
			}
			g.words[key] = append(g.words[key], e)
		}
	}
}

// addList adds the rows of a list. A row without a name continues the one above it: a weapon of three techniques has
// three rows, of which the first has the weapon's name. Each technique is a word of its own, too, without the laws and
// the other names of its weapon.
func (g *glossary) addList(list book.List) {
	for i := 0; i < len(list.Rows); {
		next := i + 1
		for next < len(list.Rows) && list.Rows[next][0] == "" {
			next++
		}
		shared := glossaryEntry{laws: book.CitedIDs(list.Laws), rulings: book.CitedIDs(list.Rulings),
			where: list.In, isSearched: true}
		whole := shared
		names := []string{list.Rows[i][0]}
		if list.Entries != nil {
			e := list.Entries[i]
			names = append(names, e.Also...)
			whole.laws, whole.rulings, whole.isSearched = book.CitedIDs(e.Laws), book.CitedIDs(e.Rulings), false
			if len(whole.laws) > 0 {
				if s, ok := g.sectionOf(whole.laws[0]); ok {
					whole.where = s.In + ", " + s.Name
				}
			}
		} else {
			g.rowNames[text.Fold(names[0])] = true
			if k := slices.Index(list.Head, "also"); k >= 0 && list.Rows[i][k] != "" {
				names = append(names, strings.Split(list.Rows[i][k], ", ")...)
			}
		}
		lines := text.Each(list.Rows[i:next], func(row []string) string { return rowWords(list, row, 1) })
		whole.says = text.Either(list.Name != terms, list.Name+": ", "") + strings.Join(lines, "; ")
		g.addEntry(whole, names...)
		for _, row := range list.Rows[i:next] {
			for k, cell := range row[:min(nameColumns, len(row))] {
				head := list.Head[k]
				if k > 0 && cell != "" && (strings.Contains(head, "technique") || strings.Contains(head, "action")) {
					part := shared
					part.says = fmt.Sprintf("%s: %s: %s", list.Name, names[0], rowWords(list, row, k+1))
					g.addEntry(part, cell)
					g.rowNames[text.Fold(cell)] = true
				}
			}
		}
		i = next
	}
}

// terms is the name of the list of words that a document explains but has no table for.
const terms = "terms"

// rowWords returns the cells of a row from a column on: "energy 2s, check courage". Cells that are sentences of their
// own come without the name of the column.
func rowWords(list book.List, row []string, from int) string {
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

// explainRow explains the name of a row, of a list or of a heading. If several have the name, the first one's text
// comes first.
func (g *glossary) explainRow(phrase string) Meaning {
	m := Meaning{Word: phrase}
	var found []glossaryEntry
	for _, name := range []string{phrase, phrase + "s", strings.TrimSuffix(phrase, "s")} {
		if found = g.words[text.Fold(name)]; len(found) > 0 {
			break
		}
	}
	var laws, rulings []string
	for _, e := range found {
		if m.Says == "" {
			m.Says = e.says
		} else if !e.isHeading && !slices.Contains(m.More, e.says) && e.says != m.Says {
			m.More = append(m.More, e.says)
		}
		if e.isSearched {
			laws = append(laws, text.Each(g.lawsAbout(phrase), func(l book.Law) string { return l.ID })...)
			rulings = append(rulings, g.rulingsAbout(phrase)...)
		}
		laws, rulings = append(laws, e.laws...), append(rulings, e.rulings...)
		if e.where != "" && !slices.Contains(m.Where, e.where) {
			m.Where = append(m.Where, e.where)
		}
	}
	g.cite(&m, laws, rulings)
	return m
}

// lawsShown is how many laws a meaning lists; the command laws lists all.
const lawsShown = 40

// cite adds laws and rulings to a meaning, each once, and also the rulings that change how one of the laws is read.
func (g *glossary) cite(m *Meaning, laws, rulings []string) {
	seen := map[string]bool{}
	var cited []book.Law
	for _, id := range laws {
		i := slices.IndexFunc(g.laws, func(l book.Law) bool { return l.ID == id })
		if i < 0 || seen[id] {
			continue
		}
		seen[id] = true
		cited = append(cited, g.laws[i])
		rulings = append(rulings, g.laws[i].ReadBy)
	}
	m.Laws = text.Each(cited[:min(lawsShown, len(cited))], func(l book.Law) string { return l.ID + ": " + l.Says })
	if n := len(cited) - lawsShown; n > 0 {
		m.Laws = append(m.Laws, fmt.Sprintf("%d more to %s, in kokyu laws", n, cited[len(cited)-1].ID))
	}
	for _, id := range rulings {
		if !seen[id] {
			seen[id] = true
			m.Rulings = append(m.Rulings, g.rulingWords(id, m.Word)...)
		}
	}
	if len(m.Where) == 0 && len(cited) > 0 {
		if s, ok := g.sectionOf(cited[0].ID); ok {
			m.Where = append(m.Where, s.In+", "+s.Name)
		}
	}
}

// rulingWords returns what the rulings with an id say. If some of their questions contain the phrase, only those are
// returned.
func (g *glossary) rulingWords(id, phrase string) (says []string) {
	var all, own []string
	for _, r := range g.rulings {
		if r.ID != id {
			continue
		}
		choice := fmt.Sprintf(" The switch %q is %s unless a table chooses otherwise.", r.Name, r.Default)
		line := r.ID + ": " + r.Open + " " + r.Decided + text.Either(r.Name != "", choice, "")
		all = append(all, line)
		if hasPhrase(strings.ToLower(r.Open+" "+r.Decided), strings.ToLower(phrase)) {
			own = append(own, line)
		}
	}
	if len(own) > 0 {
		return own
	}
	return all
}

// sectionOf returns the heading under which a document has a law; of several, the one with the fewest laws.
func (g *glossary) sectionOf(law string) (best book.Section, ok bool) {
	least := 0
	for _, s := range g.sections {
		if laws := book.CitedIDs(s.Laws); slices.Contains(laws, law) && (!ok || len(laws) < least) {
			best, least, ok = s, len(laws), true
		}
	}
	return best, ok
}

// explainByLaws explains a phrase by the laws that contain it. A phrase that begins or ends with a stop word has no
// meaning: phrasesIn returns such phrases for every sentence, and some law has "of the".
func (g *glossary) explainByLaws(phrase string) Meaning {
	words := strings.Fields(phrase)
	m := Meaning{Word: phrase}
	if slices.Contains(stopWords, words[0]) || slices.Contains(stopWords, words[len(words)-1]) {
		return m
	}
	ids := text.Each(g.lawsAbout(phrase), func(l book.Law) string { return l.ID })
	if len(ids) == 0 {
		return m
	}
	g.cite(&m, ids, g.rulingsAbout(phrase))
	m.Says, m.Laws = m.Laws[0], m.Laws[1:]
	return m
}

// stopWords are in many sentences and have no meaning by themselves.
var stopWords = strings.Fields("a an at the in to of with and or is for on no it one not by be up let take")

// lawsAbout returns the laws that contain a phrase: first those that begin with it, as their subject, then the others,
// each in the order of the documents.
func (g *glossary) lawsAbout(phrase string) (laws []book.Law) {
	var others []book.Law
	phrase = strings.ToLower(phrase)
	for _, l := range g.laws {
		text := strings.ToLower(l.Says)
		switch {
		case strings.HasPrefix(text, phrase+":"):
			laws = append(laws, l)
		case hasPhrase(text, phrase):
			others = append(others, l)
		}
	}
	return append(laws, others...)
}

// rulingsAbout returns the rulings whose question contains a phrase.
func (g *glossary) rulingsAbout(phrase string) []string {
	about := text.Keep(g.rulings, func(r book.Ruling) bool {
		return hasPhrase(strings.ToLower(r.Open), strings.ToLower(phrase))
	})
	return text.Each(about, func(r book.Ruling) string { return r.ID })
}

// hasPhrase reports whether a text contains a phrase as whole words; the last one may have an s behind it.
func hasPhrase(text, phrase string) bool {
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
