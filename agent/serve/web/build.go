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

// The builder is a form for the file of an encounter. Its fields, what they offer and what is said of them come from the schema
// of that file and the lists of the catalogue; what is wrong with it the check of files says.

// builder is one form as it is filled in. A field is called by its path in the file, as in sides/0/fighters/2/who; the field row
// lists the lines there are, and rest is what the form has no fields for.
type builder struct {
	*blank
	form   url.Values
	wrong  map[string][]string // by path
	words  []wordList
	added  string   // the path of a line that was just added
	unread []string // of a stat block
}

// wordList is words of the catalogue that fields offer.
type wordList struct {
	ID    string
	Words []offered
}

type offered struct{ Word, Says string }

// part is a group of fields, or a list of such groups.
type part struct {
	Path, ID, Name, Says string
	Wrong                []string
	Fields               []field
	More                 []fieldGroup
	Parts, Folded        []part
	Rows                 []part
	Many, Full           bool   // a list, and one that takes no more
	One                  string // what is added to it
	Used, Amiss          bool   // something is filled in, something is wrong
	Step                 int    // how deep it is
}

// fieldGroup is fields under a heading.
type fieldGroup struct {
	Name   string
	Fields []field
}

// addToGroup adds a field to the group of its heading.
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
	Kind                 string // text, number, pick, lines, switch
	Options              []string
	List                 string // the id of the words it offers
	Value                string
	Hint                 string // what holds without a value
	Most                 int    // characters
	Wrong                []string
	Focus                bool
}

const (
	rowsMax = 40  // lines of one list
	allRows = 200 // lines of the whole form
)

// asText are the keys of a file that the form leaves to text.
var asText = []string{"version", "system", "carry", "data", "since", "now", "rows", "rulings"}

// rest is the field with what the form has no fields for.
const rest = "rest"

// blank is what all forms of a system share.
type blank struct {
	system string
	schema *jsonschema.Schema
	lists  []book.List
	rows   *sync.Map // what the rows of the catalogue say, by name and field
	sheet  func(system, name string) (book.Page, error)
}

// newBlank returns the form of encounters of a system: its fields are those of the schema, in the schema's order.
func newBlank(c agent.Catalogue, system string) (*blank, error) {
	name := "encounter"
	if system != agent.DefaultSystem {
		name = system + "." + name
	}
	schema, err := c.Schema(name)
	if err != nil {
		return nil, noPage()
	}
	lists, err := c.Lists(system)
	if err != nil {
		return nil, noPage()
	}
	return &blank{system, schema, lists, new(sync.Map), c.Sheet}, nil
}

// blank returns the blank form of a system, made once.
func (p *Pages) blank(system string) (*blank, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if b := p.blanks[system]; b != nil {
		return b, nil
	}
	b, err := newBlank(p.fights.Catalogue(), system)
	if err == nil {
		p.blanks[system] = b
	}
	return b, err
}

func newBuilder(of *blank, form url.Values) (*builder, error) {
	if len(form["row"]) > allRows {
		return nil, serve.NewError(serve.TooLarge, fmt.Sprintf("the form has %d lines", len(form["row"])), fmt.Sprintf("at most %d", allRows))
	}
	return &builder{blank: of, form: form, wrong: map[string][]string{}}, nil
}

// rows returns the paths of the lines of a list, in their order.
func (b *builder) rows(path string) (rows []string) {
	for _, row := range b.form["row"] {
		last, ok := strings.CutPrefix(row, path+"/")
		if _, err := strconv.ParseUint(last, 10, 16); ok && err == nil && !slices.Contains(rows, row) && len(rows) < rowsMax {
			rows = append(rows, row)
		}
	}
	return rows
}

// add adds a line to a list, and drop takes one out with all that is in it.
func (b *builder) add(path string) {
	n := 0
	for _, row := range b.rows(path) {
		last, _ := strconv.Atoi(row[len(path)+1:])
		n = max(n, last+1)
	}
	b.added = path + "/" + strconv.Itoa(n)
	b.form["row"] = append(b.form["row"], b.added)
}

func (b *builder) drop(path string) {
	b.form["row"] = slices.DeleteFunc(b.form["row"], func(row string) bool { return row == path || strings.HasPrefix(row, path+"/") })
}

// whole returns the schema of what is written in full, where a file may be shorter.
func whole(s *jsonschema.Schema) *jsonschema.Schema {
	for _, form := range s.AnyOf {
		if len(form.Properties) > 0 {
			return form
		}
	}
	return s
}

// entries returns the schema of what a list or a table of groups holds, nil if it is none.
func entries(s *jsonschema.Schema) *jsonschema.Schema {
	if s.Type == "array" && s.Items != nil && len(whole(s.Items).Properties) > 0 {
		return whole(s.Items)
	}
	if s.Type == "object" && s.AdditionalProperties != nil && len(s.AdditionalProperties.Properties) > 0 {
		return s.AdditionalProperties
	}
	return nil
}

// isTable reports whether the entries of a list have names.
func isTable(s *jsonschema.Schema) bool { return s.Type == "object" }

// keyOf returns the path of the name of an entry of a table.
func keyOf(row string) string { return row + "/=" }

// parts returns the whole form.
func (b *builder) parts() part {
	p := b.part("", "", b.schema)
	slices.SortStableFunc(p.Parts, func(x, y part) int { return cmp.Compare(y.Step, x.Step) }) // what holds most comes first
	return p
}

// part returns the part of the form for a schema at a path, with the parts in it. A list or table has a row for each entry. An object with
// required properties is a line: its first fields stand beside each other, the others are folded.
func (b *builder) part(name, path string, s *jsonschema.Schema) part {
	p := part{Path: path, ID: idOf(path), Name: name, Says: s.Description, Wrong: b.wrong[path], Step: 1}
	if len(s.Required) > 0 {
		p.Says = "" // of a line its folded fields are said
	}
	if of := entries(s); of != nil {
		p.Many, p.One = true, "to "+name
		if one, is := strings.CutSuffix(name, "s"); is {
			p.One = "another " + one
		}
		for _, row := range b.rows(path) {
			r := b.part("", row, of)
			if len(of.Required) > 0 {
				hints := b.rowOf(b.form.Get(under(row, of.Required[0])))
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
			p.Rows, p.Used, p.Amiss = append(p.Rows, r), true, p.Amiss || r.Amiss
			p.Wrong = append(p.Wrong, r.Wrong...)
			p.Step = max(p.Step, r.Step+1)
		}
		p.Full = len(p.Rows) == rowsMax
		return p
	}
	for _, key := range s.PropertyOrder {
		of := s.Properties[key]
		if path == "" && slices.Contains(asText, key) {
			continue
		}
		at := under(path, key)
		if entries(of) != nil || len(whole(of).Properties) > 0 {
			inner := b.part(key, at, whole(of))
			inner.Says = of.Description
			p.Used, p.Amiss = p.Used || inner.Used, p.Amiss || inner.Amiss || len(inner.Wrong) > 0
			if len(s.Required) > 0 {
				p.Folded = append(p.Folded, inner)
				continue
			}
			p.Parts, p.Step = append(p.Parts, inner), max(p.Step, inner.Step+1)
			continue
		}
		f := b.field(key, at, of)
		f.Focus = path == b.added && path != "" && len(p.Fields) == 0
		if len(s.Required) == 0 || len(p.Fields) >= fieldsMax { // those beside each other are what every line has
			f.Label = labelOf(f)
		}
		p.Used, p.Amiss = p.Used || f.Value != "", p.Amiss || len(f.Wrong) > 0
		if len(s.Required) > 0 && len(p.Fields) >= fieldsMax { // a line of many fields
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

// clause is where the first clause of what is said of a field ends.
var clause = regexp.MustCompile(`[;:] |\.( |$)|, (as in|\.)| where a block| in place of the row's`)

// labelOf returns what a field is in words: the first clause of what is said of it.
func labelOf(f field) string {
	says := f.Says
	if end := clause.FindStringIndex(says); end != nil {
		says = says[:end[0]]
	}
	return cmp.Or(says, f.Name)
}

func under(path, key string) string {
	if path == "" {
		return key
	}
	return path + "/" + key
}

func idOf(path string) string { return "f-" + strings.ReplaceAll(path, " ", "_") }

// field returns the field for a simple value: what kind of input it is follows from the schema.
func (b *builder) field(name, path string, s *jsonschema.Schema) field {
	f := field{Path: path, ID: idOf(path), Name: name, Label: name, Says: s.Description, Value: b.form.Get(path), Wrong: b.wrong[path], Kind: "text", Most: 2048}
	f.Group, _ = s.Extra[agent.GroupKey].(string)
	if s.MaxLength != nil {
		f.Most = *s.MaxLength
	}
	switch of := closedWords(s); {
	case s.Type == "boolean":
		f.Kind = "switch"
	case s.Type == "integer":
		f.Kind = "number"
	case isLines(s):
		f.Kind = "lines"
	case len(of) > 0 && s.Type == "string":
		f.Kind, f.Options = "pick", of
	case len(of) > 0:
		f.List = b.list(of)
	}
	return f
}

// isLines reports whether a list is written one below the other: what it holds may be any text.
func isLines(s *jsonschema.Schema) bool {
	return s.Type == "array" && s.Items != nil && s.Items.Type == "string" && len(s.Items.Enum) == 0
}

// closedWords returns the words that a value is one of, or most likely one of.
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

// list returns the id of a list of words, with what the catalogue says of them.
func (b *builder) list(words []string) string {
	for _, l := range b.words {
		if slices.EqualFunc(l.Words, words, func(o offered, word string) bool { return o.Word == word }) {
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
		l.Words = append(l.Words, offered{word, says[word]})
	}
	b.words = append(b.words, l)
	return l.ID
}

// rowOf returns what a row of the catalogue says, by field: what its block has and, where that leaves a number to be worked out, what the
// lists have of it.
func (b *builder) rowOf(name string) map[string]string {
	if known, ok := b.blank.rows.Load(name); ok {
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
	if name == page.Row { // and not one of the many ways to type it
		b.blank.rows.Store(name, cells)
	}
	return cells
}

// building is the page of the builder.
type building struct {
	System  string
	Systems []string
	From    []string // built-in encounters
	Form    part
	Rest    field
	Lists   []wordList
	Text    string
	Wrong   []string // that stands nowhere else
	Wrongs  []mistake
	Count   int // of mistakes
	Picture *picture.Picture
	Without bool // the picture is without what is wrong
	Asked   asked
	Unread  []string // of a stat block
	Lines   []string // the lists that one can be read into, a side each
}

// mistake is one in the form, and the field it stands at.
type mistake struct{ ID, Says string }

// without returns the fight of what is filled in without what is wrong with it: without the lines and values that the mistakes are about.
// There is none where too much is wrong.
func (b *builder) without(err error, begin func(text string) (*fight.Fight, error)) *fight.Fight {
	rest := &builder{blank: b.blank, form: maps.Clone(b.form), wrong: map[string][]string{}}
	rest.form["row"] = slices.Clone(b.form["row"])
	for range withoutMost {
		at := rest.write().at
		for _, fault := range serve.FaultsOf(err) {
			path := at[fault.Line]
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

// withoutMost is how often what is wrong is left out, to see whether anything is wrong with what is left.
const withoutMost = 3

// show checks what is filled in and makes the page of it.
func (b *builder) show(begin func(text string) (*fight.Fight, error)) building {
	w := b.write()
	out := building{System: b.system, Systems: agent.Systems(), From: agent.Encounters(), Text: w.String(),
		Asked: asked{Form: b.form, Levels: agent.Levels()}}
	f, err := begin(out.Text)
	if err != nil {
		for _, fault := range serve.FaultsOf(err) {
			says := said{What: fault.What, Want: fault.Want}.String()
			path, known := w.at[fault.Line]
			if !known {
				out.Wrong = append(out.Wrong, says)
			}
			b.wrong[path] = append(b.wrong[path], says)
			out.Count++
			if known && path != "" {
				out.Wrongs = append(out.Wrongs, mistake{idOf(path), says})
			}
		}
		out.Asked.recall()
		f, out.Without = b.without(err, begin), true
	} else {
		out.Asked.Sides = sidesOf(f)
	}
	if f != nil {
		out.Picture = new(picture.Of(f, ""))
	}
	out.Form = b.parts()
	out.Form.Wrong = nil // they stand above
	out.Rest = field{Path: rest, ID: idOf(rest), Label: "other lines, as text",
		Says: "What this form has no fields for: rulings, rows of its own, what is carried from the fight before, a fight under way.",
		Kind: "lines", Value: b.form.Get(rest), Most: formMax, Wrong: b.wrong[rest]}
	out.Lists, out.Unread = b.words, b.unread
	for _, side := range b.rows("sides") {
		out.Lines = append(out.Lines, side+"/fighters")
	}
	return out
}

// build shows the builder: empty fields for a system, or those of a built-in encounter.
func (p *Pages) build(w http.ResponseWriter, r *http.Request, q url.Values) error {
	system, from := cmp.Or(q.Get("system"), agent.DefaultSystem), q.Get("from")
	var data []byte
	var err error
	switch {
	case from == "":
		data, err = smallest(system)
	case slices.Contains(agent.Encounters(), from):
		_, data, err = agent.ReadEncounter(from)
	default:
		err = noPage()
	}
	if err != nil {
		return err
	}
	return p.showFile(w, r, system, data, nil)
}

// showFile shows the form of a file, and whom people play.
func (p *Pages) showFile(w http.ResponseWriter, r *http.Request, system string, data []byte, people []string) error {
	b, err := readForm(p.blank, system, data)
	if err != nil {
		return err
	}
	if people != nil {
		b.form["people"] = people
	}
	return p.show(w, r, http.StatusOK, "build.html", b.show(p.reader(r)))
}

// reader returns what begins the fight of a text.
func (p *Pages) reader(r *http.Request) func(text string) (*fight.Fight, error) {
	return func(text string) (*fight.Fight, error) { return p.readFight(r.Context(), text) }
}

// readForm reads the form of the builder.
func (p *Pages) readForm(r *http.Request) (*builder, error) {
	form, err := p.opening(r)
	if err != nil {
		return nil, err
	}
	of, err := p.blank(form.Get("system"))
	if err != nil {
		return nil, err
	}
	return newBuilder(of, form)
}

// rebuild checks what is filled in, and adds or takes out a line.
func (p *Pages) rebuild(w http.ResponseWriter, r *http.Request, b *builder) error {
	if path := b.form.Get("add"); path != "" {
		b.add(path)
	}
	if path := b.form.Get("drop"); path != "" {
		b.drop(path)
	}
	if path := b.form.Get("read"); path != "" {
		b.unread = b.paste(path)
	}
	page := "build.html"
	if isSwap(r) {
		page = "built.html"
		w.Header().Set("HX-Trigger", "checked")
	}
	return p.show(w, r, http.StatusOK, page, b.show(p.reader(r)))
}

// useBuilt does what the form asks with the encounter that was built: it begins the fight, sends the file, or shows its text to go on with.
func (p *Pages) useBuilt(w http.ResponseWriter, r *http.Request, b *builder) error {
	text := b.write().String()
	switch r.PathValue("then") {
	case "file":
		return sendFile(w, r, "application/yaml; charset=utf-8", fileName(b.form.Get("title")), []byte(text))
	case "text":
		_, err := p.readFight(r.Context(), text)
		return p.begin(w, r, http.StatusOK, starting{Text: text, Checked: true, Problems: places(text, err)})
	case "open":
		b.form.Set("text", text)
		b.form.Del("system")
		in, _, err := beginning(r, b.form)
		if err != nil {
			return err
		}
		begun, err := p.fights.New(r.Context(), in)
		if err != nil {
			out := b.show(p.reader(r))
			if out.Count == 0 { // it is not the encounter
				out.Wrong, out.Count = append(out.Wrong, sentence(err).String()), 1
			}
			return p.show(w, r, http.StatusUnprocessableEntity, "build.html", out)
		}
		p.enter(w, r, begun)
		return nil
	}
	return noPage()
}

// notInNames is what the name of a file does not have.
var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// fileName returns what the file of an encounter is saved as: its title in letters that every file system takes.
func fileName(title string) string {
	name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(title), "-"), "-")
	return cmp.Or(strings.TrimRight(name[:min(len(name), 60)], "-"), "encounter") + ".yaml"
}

// quote returns a text in quotation marks, as JSON and YAML have it.
func quote(s string) string {
	b, _ := text.JSON(s) // a text can be written
	return string(b)
}
