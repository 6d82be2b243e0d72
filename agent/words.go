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

// Named returns the option with these words or, if only one option begins with them, that one. The error lists similar ones.
func Named(options []fight.Option, txt string) (fight.Option, error) {
	var begins []fight.Option
	var words []string
	plain := text.Folded(txt)
	for _, o := range options {
		words = append(words, o.Words)
		switch p := text.Folded(o.Words); {
		case p == plain:
			return o, nil
		case strings.HasPrefix(p, plain):
			begins = append(begins, o)
		}
	}
	near := text.Near(txt, words)
	if len(begins) > 0 {
		near = text.Near(txt, wordsOf(begins))
	}
	for i, n := range near {
		near[i] = fmt.Sprintf("%q", text.Escape(n))
	}
	want := strings.Join(near[:min(nearMost, len(near))], ", or ")
	switch {
	case len(begins) == 1:
		return begins[0], nil
	case len(options) == 0:
		return fight.Option{}, fmt.Errorf("nobody decides now: there is nothing to choose")
	case len(begins) > 1:
		return fight.Option{}, text.Problem{What: fmt.Sprintf("%q could be %d choices", txt, len(begins)), Want: want}
	}
	return fight.Option{}, text.Problem{What: fmt.Sprintf("%q is not open now", txt), Want: want}
}

func wordsOf(options []fight.Option) (words []string) {
	for _, o := range options {
		words = append(words, o.Words)
	}
	return words
}

// Meaning is the meaning of a word of a fight and its law.
type Meaning struct {
	Word string `json:"word"`
	Says string `json:"says"`
	Law  string `json:"law"` // "EB-31: …", empty if no law has the word
}

// Explain returns the meaning of a word: a maneuver, a stance, a status, a term, or a whole decision as a table prints it. The
// error lists similar words that have a meaning.
func (c Catalogue) Explain(system, txt string) (Meaning, error) {
	i, err := known(system)
	if err != nil {
		return Meaning{}, err
	}
	g := glossary{c: c, place: i}
	g.read()
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
	i, err := known(system)
	if err != nil {
		return false
	}
	g := glossary{c: c, place: i}
	g.read()
	_, ok := g.rows[text.Folded(name)]
	return ok
}

// phrases are the parts of a text that could be a word of the rules, the longest first, and what stands before a target
// before what stands behind it.
func phrases(text string) (list []string) {
	head, _, _ := strings.Cut(text, " > ")
	words := strings.Fields(strings.ToLower(head))
	for n := len(words); n > 0; n-- {
		for from := 0; from+n <= len(words); from++ {
			list = append(list, strings.Join(words[from:from+n], " "))
		}
	}
	return list
}

// glossary is the words of a system: the rows of its lists, its laws and the kinds of events.
type glossary struct {
	c     Catalogue
	place int
	rows  map[string]string // what a row says, by its name without case and space
	names []string
	laws  []book.Law
}

// named are the columns of a list that name something: the row, and what it gives one to do.
const named = 3

func (g *glossary) read() {
	g.rows = map[string]string{}
	g.laws = systems[g.place].facts().Laws()
	for _, list := range systems[g.place].lists(g.c.rows(g.place)) {
		carried := make([]string, named)
		for _, row := range list.Rows {
			for i, cell := range row[:min(named, len(row))] {
				if cell != "" {
					carried[i] = cell
				}
			}
			for i, cell := range row[:min(named, len(row))] {
				key := text.Folded(cell)
				if cell == "" || g.rows[key] != "" || i > 0 && !strings.Contains(list.Head[i], "technique") && !strings.Contains(list.Head[i], "action") {
					continue
				}
				g.rows[key] = says(list.Name, list.Head, row, carried, i)
				g.names = append(g.names, cell)
			}
		}
	}
	for _, k := range rules.Kinds {
		g.names = append(g.names, k.Name)
	}
}

// says words a row: "weapons: uchigatana, energy 2, check courage".
func says(list string, head, row, carried []string, at int) string {
	parts := []string{list}
	if at > 0 {
		parts[0] += ": " + carried[0]
	}
	for i := at + 1; i < len(row); i++ {
		if row[i] != "" {
			parts = append(parts, head[i]+" "+row[i])
		}
	}
	return strings.Join(parts, ", ")
}

// row explains the name of a row, with the law that has the name.
func (g *glossary) row(phrase string) Meaning {
	m := Meaning{Word: phrase, Says: g.rows[text.Folded(phrase)]}
	if laws := g.about(phrase); len(laws) > 0 && m.Says != "" {
		m.Law = laws[0]
	}
	return m
}

// law explains a term by the laws that have it.
func (g *glossary) law(phrase string) Meaning {
	words := strings.Fields(phrase)
	m := Meaning{Word: phrase}
	if small[words[0]] || small[words[len(words)-1]] {
		return m
	}
	laws := g.about(phrase)
	if len(laws) > 0 {
		m.Says = laws[0]
	}
	if len(laws) > 1 {
		m.Law = laws[1]
	}
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

// about are the laws that have a phrase, those that begin with it first, the shorter before the longer.
func (g *glossary) about(phrase string) (laws []string) {
	type found struct {
		law   string
		begin bool
	}
	var list []found
	for _, l := range g.laws {
		text := strings.ToLower(l.Says)
		if !whole(text, strings.ToLower(phrase)) {
			continue
		}
		list = append(list, found{l.ID + ": " + l.Says, strings.HasPrefix(text, strings.ToLower(phrase))})
	}
	slices.SortStableFunc(list, func(a, b found) int {
		if a.begin != b.begin {
			if a.begin {
				return -1
			}
			return 1
		}
		return len(a.law) - len(b.law)
	})
	for _, f := range list {
		laws = append(laws, f.law)
	}
	return laws
}

// whole says whether a text has a phrase between the ends of words; an s behind it is let pass.
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
