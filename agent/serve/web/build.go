package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/agent/serve"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// The builder is a form for the file of an encounter. Its fields, what they offer and what is said of them come from
// the schema of that file and the lists of the catalogue. Its mistakes are those that reading the file reports.

// builder is a form as it is filled in. The name of a field is its path in the file: sides/0/fighters/2/who
// is the row of the third combatant of the first side. The form's field "row" lists the rows of all lists,
// by their paths, so that an empty row stays in the form.
type builder struct {
	*blankForm
	form     url.Values
	mistakes map[string][]string // by the path of the field or the row
	words    []wordList          // those that the fields offer
	addedRow string              // the path of a row that was just added, whose first field gets the focus
}

// wordList is a list of words of the catalogue that fields offer.
type wordList struct {
	ID    string
	Words []offeredWord
}

type offeredWord struct{ Word, Says string }

// part is a group of fields, or a list of such groups. Its fields are names in the templates.
type part struct {
	Path, ID, Name, Says string
	Wrong                []string
	Fields               []field
	More                 []fieldGroup // fields that are folded, by heading
	Parts, Folded        []part
	Rows                 []part // of a list, see Many
	Many, Full           bool   // whether it is a list, and whether it takes no more rows
	One, Add             string // what a row is called, and what the button that adds one says
	Used, HasMistake     bool   // whether something in it is filled in, and whether something is wrong
	Depth                int    // how many levels of parts it has: 1 for fields alone
}

type fieldGroup struct {
	Name   string
	Fields []field
}

func addToGroup(groups []fieldGroup, f field) []fieldGroup {
	i := slices.IndexFunc(groups, func(g fieldGroup) bool { return g.Name == f.Group })
	if i < 0 {
		i, groups = len(groups), append(groups, fieldGroup{Name: f.Group})
	}
	groups[i].Fields = append(groups[i].Fields, f)
	return groups
}

// field is one field of the form.
type field struct {
	Path, ID, Name, Says string
	Label                string // what stands above it, in words
	Group                string // the heading it stands under where it is folded
	Kind                 string // of input: text, number, pick, lines, switch
	Options              []string
	List                 string // the id of the list of words it offers
	Value                string
	Hint                 string // what applies without a value
	Most                 int    // characters
	Wrong                []string
	Focus                bool
}

const (
	rowsMax    = 40  // of one list
	allRowsMax = 200 // of the whole form
)

// textKeys are the keys of a file without fields in the form: they stay text, in restField.
var textKeys = []string{"version", "system", "carry", "data", "since", "now", "rows", "rulings"}

// restField is the name of the field with the text of everything that the form has no fields for.
const restField = "rest"

// blankForm is what all forms of a system share. It is made once; only the rows that are kept change.
type blankForm struct {
	system string
	schema *jsonschema.Schema
	lists  []book.List
	rows   *sync.Map // what rowHints has returned, by name of a row
	sheet  func(system, name string) (book.Page, error)
}

// newBlankForm returns the form of encounters of a system; its fields are those of the schema, in that order.
func newBlankForm(c agent.Catalogue, system string) (*blankForm, error) {
	schema, err := c.Schema(system + ".encounter")
	if err != nil {
		return nil, noPageError()
	}
	lists, err := c.Lists(system)
	if err != nil {
		return nil, noPageError()
	}
	return &blankForm{system, schema, lists, new(sync.Map), c.Sheet}, nil
}

// blankFormOf returns the blank form of a system, which is made once.
func (p *Pages) blankFormOf(system string) (*blankForm, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if b := p.blankForms[system]; b != nil {
		return b, nil
	}
	b, err := newBlankForm(p.fights.Catalogue(), system)
	if err == nil {
		p.blankForms[system] = b
	}
	return b, err
}

// newBuilder returns the form of a system as form fills it in.
func newBuilder(of *blankForm, form url.Values) (*builder, error) {
	if len(form["row"]) > allRowsMax {
		return nil, serve.NewError(serve.TooLarge, fmt.Sprintf("the form has %d lines", len(form["row"])),
			fmt.Sprintf("at most %d", allRowsMax))
	}
	return &builder{blankForm: of, form: form, mistakes: map[string][]string{}}, nil
}

// rows returns the paths of the rows of a list, in order. A path ends with a number, which need not be the
// place of the row: other rows may have been removed.
func (b *builder) rows(path string) (rows []string) {
	for _, row := range b.form["row"] {
		last, ok := strings.CutPrefix(row, path+"/")
		if _, err := strconv.ParseUint(last, 10, 16); ok && err == nil && !slices.Contains(rows, row) && len(rows) < rowsMax {
			rows = append(rows, row)
		}
	}
	return rows
}

// add adds a row to a list, with a new number: one that was removed could still have fields.
func (b *builder) add(path string) {
	n := 0
	for _, row := range b.rows(path) {
		last, _ := strconv.Atoi(row[len(path)+1:])
		n = max(n, last+1)
	}
	b.addedRow = path + "/" + strconv.Itoa(n)
	b.form["row"] = append(b.form["row"], b.addedRow)
}

// drop removes a row with all that is in it.
func (b *builder) drop(path string) {
	b.form["row"] = slices.DeleteFunc(b.form["row"], func(row string) bool {
		return row == path || strings.HasPrefix(row, path+"/")
	})
}

// fullForm returns the schema of the long form of a value that a file may also write in a shorter one: a
// combatant may be a name alone. The form has fields for the long one.
func fullForm(s *jsonschema.Schema) *jsonschema.Schema {
	if i := slices.IndexFunc(s.AnyOf, func(form *jsonschema.Schema) bool { return len(form.Properties) > 0 }); i >= 0 {
		return s.AnyOf[i]
	}
	return s
}

// entrySchema returns the schema of the entries of a list or table if they are groups of fields, else nil.
func entrySchema(s *jsonschema.Schema) *jsonschema.Schema {
	if s.Type == "array" && s.Items != nil && len(fullForm(s.Items).Properties) > 0 {
		return fullForm(s.Items)
	}
	if s.Type == "object" && s.AdditionalProperties != nil && len(s.AdditionalProperties.Properties) > 0 {
		return s.AdditionalProperties
	}
	return nil
}

// isTable reports whether the entries of a list have names, which are their keys in the file.
func isTable(s *jsonschema.Schema) bool { return s.Type == "object" }

// keyOf returns the path of the field with the name of an entry of a table. No key of a file is =.
func keyOf(row string) string { return row + "/=" }

// parts returns the whole form. The parts with most levels, the sides with their combatants, come first.
func (b *builder) parts() part {
	p := b.part("", "", b.schema)
	slices.SortStableFunc(p.Parts, func(x, y part) int { return cmp.Compare(y.Depth, x.Depth) })
	return p
}

// part returns the part of the form for a schema at a path, with the parts in it. A list or table has a row for each
// entry. Of an object with required properties the first fields stand in one line, and the others are folded.
func (b *builder) part(name, path string, s *jsonschema.Schema) part {
	p := part{Path: path, ID: elementID(path), Name: name, Says: s.Description, Wrong: b.mistakes[path], Depth: 1}
	if len(s.Required) > 0 {
		p.Says = "" // a line says what its folded fields hold
	}
	if of := entrySchema(s); of != nil {
		one, is := strings.CutSuffix(name, "s")
		p.Many, p.One, p.Add = true, one, text.Either(is, "another "+one, "to "+name)
		for _, row := range b.rows(path) {
			r := b.part("", row, of)
			if len(of.Required) > 0 {
				hints := b.rowHints(b.form.Get(joinPath(row, of.Required[0])))
				for _, g := range append(r.More, fieldGroup{Fields: r.Fields}) {
					for i := range g.Fields {
						g.Fields[i].Hint = hints[g.Fields[i].Name]
					}
				}
			}
			if isTable(s) {
				key := b.field("name", keyOf(row), cmp.Or(s.PropertyNames, &jsonschema.Schema{Type: "string", MaxLength: new(64)}))
				r.Fields, r.More = append([]field{key}, r.Fields...), nil
			}
			p.Rows, p.Used, p.HasMistake = append(p.Rows, r), true, p.HasMistake || r.HasMistake
			p.Depth = max(p.Depth, r.Depth+1)
		}
		p.Full = len(p.Rows) == rowsMax || path == "sides" && len(p.Rows) >= 2 // a fight has two
		return p
	}
	for _, key := range s.PropertyOrder {
		of := s.Properties[key]
		if path == "" && slices.Contains(textKeys, key) {
			continue
		}
		at := joinPath(path, key)
		if entrySchema(of) != nil || len(fullForm(of).Properties) > 0 {
			inner := b.part(key, at, fullForm(of))
			inner.Says = of.Description
			p.Used, p.HasMistake = p.Used || inner.Used, p.HasMistake || inner.HasMistake || len(inner.Wrong) > 0
			if len(s.Required) > 0 {
				p.Folded = append(p.Folded, inner)
				continue
			}
			p.Parts, p.Depth = append(p.Parts, inner), max(p.Depth, inner.Depth+1)
			continue
		}
		f := b.field(key, at, of)
		f.Focus = path == b.addedRow && path != "" && len(p.Fields) == 0
		// The fields beside each other are the same in every line and have their names as headings.
		if len(s.Required) == 0 || len(p.Fields) >= fieldsMax {
			f.Label = labelOf(f)
		}
		p.Used, p.HasMistake = p.Used || f.Value != "", p.HasMistake || len(f.Wrong) > 0
		if len(s.Required) > 0 && len(p.Fields) >= fieldsMax { // folded
			if f.Value != "" {
				p.Says = strings.TrimPrefix(p.Says+", "+f.Name+" "+f.Value, ", ")
			}
			p.More = addToGroup(p.More, f)
			continue
		}
		p.Fields = append(p.Fields, f)
	}
	slices.SortStableFunc(p.More, func(a, b fieldGroup) int {
		return slices.Index(book.Groups, a.Name) - slices.Index(book.Groups, b.Name)
	})
	return p
}

// fieldsMax is how many fields of a line stand beside each other; more are folded.
const fieldsMax = 4

// clause finds the end of the first clause of what is said of a field.
var clause = regexp.MustCompile(`[;:] |\.( |$)|, (as in|\.)| where a block| in place of the row's`)

// labelOf returns a label in words: the first clause of what is said of a field.
func labelOf(f field) string {
	says := f.Says
	if end := clause.FindStringIndex(says); end != nil {
		says = says[:end[0]]
	}
	return cmp.Or(says, f.Name)
}

func joinPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "/" + key
}

// elementID returns the id of an element of the page for a path, or for another text: ids have no spaces.
func elementID(path string) string { return "f-" + strings.ReplaceAll(path, " ", "_") }

// field returns the field for a simple value; the schema says which kind of input it is.
func (b *builder) field(name, path string, s *jsonschema.Schema) field {
	f := field{Path: path, ID: elementID(path), Name: name, Label: name, Says: s.Description, Value: b.form.Get(path),
		Wrong: b.mistakes[path], Kind: "text", Most: 2048}
	f.Group, _ = s.Extra[agent.GroupKey].(string)
	if s.MaxLength != nil {
		f.Most = *s.MaxLength
	}
	switch words := closedWords(s); {
	case s.Type == "boolean":
		f.Kind = "switch"
	case s.Type == "integer":
		f.Kind = "number"
	case isLineList(s):
		f.Kind = "lines"
	case len(words) > 0 && s.Type == "string":
		f.Kind, f.Options = "pick", words
	case len(words) > 0:
		f.List = b.wordListID(words)
	}
	return f
}

// isLineList reports whether a list has a line for each text: where a text may hold anything, a comma too.
func isLineList(s *jsonschema.Schema) bool {
	return s.Type == "array" && s.Items != nil && s.Items.Type == "string" && len(s.Items.Enum) == 0
}

// closedWords returns the words that the schema of a value names; other values may be allowed, too.
func closedWords(s *jsonschema.Schema) (words []string) {
	if s.Type == "array" && s.Items != nil {
		return closedWords(s.Items)
	}
	for _, form := range append([]*jsonschema.Schema{s}, s.AnyOf...) {
		for _, word := range form.Enum {
			words = append(words, fmt.Sprint(word))
		}
	}
	return words
}

// wordListID returns the id of a list of words that fields offer, with what the catalogue says of each; it makes the
// list once.
func (b *builder) wordListID(words []string) string {
	for _, l := range b.words {
		if slices.EqualFunc(l.Words, words, func(o offeredWord, word string) bool { return o.Word == word }) {
			return l.ID
		}
	}
	l := wordList{ID: fmt.Sprintf("words%d", len(b.words))}
	says := map[string]string{}
	for _, list := range b.lists {
		for _, row := range list.Rows {
			if len(row) == 0 || says[row[0]] != "" || !slices.Contains(words, row[0]) {
				continue
			}
			var cells []string
			for i, cell := range row[1:] {
				if cell != "" && i+1 < len(list.Head) {
					cells = append(cells, list.Head[i+1]+" "+cell)
				}
			}
			says[row[0]] = strings.Join(cells, ", ")
		}
	}
	for _, word := range words {
		l.Words = append(l.Words, offeredWord{word, says[word]})
	}
	b.words = append(b.words, l)
	return l.ID
}

// rowHints returns what a row of the catalogue says, by name of a field: what its file has and, for numbers
// that are worked out, what the lists show. A field without a value shows it, for it is what applies then.
func (b *builder) rowHints(name string) map[string]string {
	if known, ok := b.blankForm.rows.Load(name); ok {
		return known.(map[string]string)
	}
	cells := map[string]string{}
	page, err := b.sheet(b.system, name)
	if name == "" || err != nil {
		return cells
	}
	for _, l := range page.Lines {
		cells[l.Topic] = strings.TrimPrefix(cells[l.Topic]+", "+l.Says, ", ")
	}
	for _, list := range b.lists {
		i := slices.IndexFunc(list.Rows, func(row []string) bool { return len(row) > 0 && row[0] == page.Row })
		if i < 0 {
			continue
		}
		for k, cell := range list.Rows[i][1:] {
			if k+1 < len(list.Head) && cells[list.Head[k+1]] == "" {
				cells[list.Head[k+1]] = cell
			}
		}
	}
	if name == page.Row { // other spellings are not kept: there are too many
		b.blankForm.rows.Store(name, cells)
	}
	return cells
}

// builderPage is the data of build.html.
type builderPage struct {
	System  string
	Systems []string
	From    []string // built-in encounters
	Form    part
	Rest    field
	Lists   []wordList
	Text    string
	Wrong   []string // mistakes without a field
	Wrongs  []mistake
	Count   int // of mistakes
	Picture *picture.Picture
	Without bool // the picture leaves out what is wrong
	Asked   setupForm
	Lines   []string // the paths of the lists that a stat block can be read into, one for each side
}

// mistake is a mistake in the form, with the id of its field.
type mistake struct{ ID, Says string }

// withoutMistakes returns the fight of the form without the lines and values that the mistakes in err are
// about, so that the page has a picture while something is still wrong. It returns nil if there are
// mistakes even then. Without a value that a row must have, the whole row is left out.
func (b *builder) withoutMistakes(err error, begin func(text string) (*fight.Fight, error)) *fight.Fight {
	rest := &builder{blankForm: b.blankForm, form: maps.Clone(b.form), mistakes: map[string][]string{}}
	rest.form["row"] = slices.Clone(b.form["row"])
	for range withoutTries {
		file := rest.write()
		for _, fault := range serve.FaultsOf(err) {
			path, _ := file.pathAt(fault.Line)
			row, key := "", path
			if i := strings.LastIndex(path, "/"); i > 0 {
				row, key = path[:i], path[i+1:]
			}
			switch {
			case slices.Contains(rest.form["row"], path):
				rest.drop(path)
			case row != "" && slices.Contains(rest.schemaAt(row).Required, key):
				rest.drop(row)
			default:
				rest.form.Del(path)
			}
		}
		var f *fight.Fight
		if f, err = begin(rest.write().String()); err == nil {
			return f
		}
	}
	return nil
}

// withoutTries is how often withoutMistakes tries: without some mistakes the file may have others.
const withoutTries = 3

// page reads the file that the form makes, and returns the page of the form with its mistakes. A mistake is
// shown at the field whose line it is in, a mistake without such a line above the form.
func (b *builder) page(begin func(text string) (*fight.Fight, error)) builderPage {
	w := b.write()
	out := builderPage{System: b.system, Systems: agent.Systems(), From: agent.Encounters(), Text: w.String(),
		Asked: setupForm{Form: b.form, Levels: agent.Levels()}}
	f, err := begin(out.Text)
	if err != nil {
		for _, fault := range serve.FaultsOf(err) {
			says := message{What: fault.What, Want: fault.Want}.String()
			path, known := w.pathAt(fault.Line)
			b.mistakes[path] = append(b.mistakes[path], says)
			out.Count++
			switch {
			case !known:
				out.Wrong = append(out.Wrong, says)
			case path != "":
				out.Wrongs = append(out.Wrongs, mistake{elementID(path), says})
			}
		}
		out.Asked.recallSides()
		f, out.Without = b.withoutMistakes(err, begin), true
	} else {
		out.Asked.Sides = sidesOf(f)
	}
	if f != nil {
		out.Picture = new(picture.Of(f, ""))
	}
	out.Form = b.parts()
	out.Form.Wrong = nil // the page has them in Wrong
	out.Rest = field{Path: restField, ID: elementID(restField), Label: "other lines, as text",
		Says: "What this form has no fields for: rulings, rows of its own, what is carried from the fight before, a fight under way.",
		Kind: "lines", Value: b.form.Get(restField), Most: formMax, Wrong: b.mistakes[restField]}
	out.Lists = b.words
	for _, side := range b.rows("sides") {
		out.Lines = append(out.Lines, side+"/fighters")
	}
	return out
}

// showBuilder shows the builder with a small encounter of a system, or with a built-in one.
func (p *Pages) showBuilder(w http.ResponseWriter, r *http.Request, q url.Values) error {
	system, from := cmp.Or(q.Get("system"), agent.DefaultSystem), q.Get("from")
	var data []byte
	var err error
	switch {
	case from == "":
		data, err = smallestEncounter(system)
	case slices.Contains(agent.Encounters(), from):
		_, data, err = agent.ReadEncounter(from)
	default:
		err = noPageError()
	}
	if err != nil {
		return err
	}
	return p.showFile(w, r, system, data, nil)
}

// showFile shows the builder with the encounter of a file; people are the names that people play.
func (p *Pages) showFile(w http.ResponseWriter, r *http.Request, system string, data []byte, people []string) error {
	b, err := readForm(p.blankFormOf, system, data)
	if err != nil {
		return err
	}
	if people != nil {
		b.form["people"] = people
	}
	return p.show(w, r, http.StatusOK, "build.html", b.page(p.fightReader(r)))
}

// fightReader returns a function that begins the fight of a text.
func (p *Pages) fightReader(r *http.Request) func(text string) (*fight.Fight, error) {
	return func(text string) (*fight.Fight, error) { return p.readFight(r.Context(), text) }
}

func (p *Pages) readForm(r *http.Request) (*builder, error) {
	form, err := p.openerForm(r)
	if err != nil {
		return nil, err
	}
	of, err := p.blankFormOf(form.Get("system"))
	if err != nil {
		return nil, err
	}
	return newBuilder(of, form)
}

// updateBuilder shows the form with its mistakes, as the browser asks after each change. If the form asks for
// that, it adds or removes a row or reads a stat block before.
func (p *Pages) updateBuilder(w http.ResponseWriter, r *http.Request, b *builder) error {
	if path := b.form.Get("add"); path != "" {
		b.add(path)
	}
	if path := b.form.Get("drop"); path != "" {
		b.drop(path)
	}
	if path := b.form.Get("read"); path != "" {
		b.readStatBlock(path)
	}
	page := "build.html"
	if isSwap(r) {
		page = "built.html"
		w.Header().Set("HX-Trigger", "checked")
	}
	return p.show(w, r, http.StatusOK, page, b.page(p.fightReader(r)))
}

// useBuilt does what the form asks with the encounter that was built: it begins the fight, sends the file,
// or shows the text on the start page.
func (p *Pages) useBuilt(w http.ResponseWriter, r *http.Request, b *builder) error {
	text := b.write().String()
	switch r.PathValue("then") {
	case "file":
		return sendFile(w, r, "application/yaml; charset=utf-8", fileName(b.form.Get("title")), []byte(text))
	case "text":
		_, err := p.readFight(r.Context(), text)
		return p.showStart(w, r, http.StatusOK, startPage{Text: text, Checked: true, Problems: textMistakes(text, err)})
	case "open":
		b.form.Set("text", text) // as if the encounter had been written on the start page
		b.form.Del("system")
		in, _, err := beginFromForm(r, b.form)
		if err != nil {
			return err
		}
		begun, err := p.fights.Begin(r.Context(), in)
		if err != nil {
			out := b.page(p.fightReader(r))
			if out.Count == 0 { // the mistake is not in the encounter but in how it is to be played
				out.Wrong, out.Count = append(out.Wrong, messageOf(err).String()), 1
			}
			return p.show(w, r, http.StatusUnprocessableEntity, "build.html", out)
		}
		return p.goToFight(w, r, begun)
	}
	return noPageError()
}

// notInNames finds the characters that fileName replaces.
var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// fileName returns a name for the file of an encounter: its title in characters that every file system takes.
func fileName(title string) string {
	name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(title), "-"), "-")
	return cmp.Or(strings.TrimRight(name[:min(len(name), 60)], "-"), "encounter") + ".yaml"
}

// quote returns a text in quotation marks, as JSON and YAML write it.
func quote(s string) string {
	b, _ := text.JSON(s) // cannot fail
	return string(b)
}
