package agent

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/text"
)

// printed is one thing that a document names, with the values it prints: a line of testdata/printed.
type printed struct {
	at, list, name string
	values         []string
}

// printedIn reads what the documents of a system name: nothing where it has none.
func printedIn(t *testing.T, system string) (all []printed) {
	t.Helper()
	if !documented(system) {
		t.Logf("%s has no documents", system)
		return nil
	}
	file := filepath.Join("testdata", "printed", system+".txt")
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		p := printed{at: fmt.Sprintf("%s:%d", file, n)}
		var ok bool
		if p.list, p.name, ok = strings.Cut(line, ": "); !ok {
			t.Fatalf("%s: %q, want list: name, or list: name: values", p.at, line)
		}
		if name, values, ok := cutLast(p.name); ok && p.list != "help" {
			p.name, p.values = name, strings.Split(values, "; ")
		}
		all = append(all, p)
	}
	return all
}

// documented reports whether a system is read from documents, with headings. One of its own has laws alone.
func documented(system string) bool {
	about, _ := About(system) // it is listed
	return len(about.Document.Sections) > 0
}

// cutLast cuts a name from its values. "Reduced AP Recovery: 4" is a name, "Weapon: Samurai" too.
func cutLast(line string) (name, values string, ok bool) {
	for _, whole := range []string{"Weapon: Samurai", "Reduced AP Recovery: "} {
		if rest, found := strings.CutPrefix(line, whole); found {
			number, values, ok := strings.Cut(rest, ": ")
			return whole + number, values, ok
		}
	}
	return strings.Cut(line, ": ")
}

// rowsNamed returns the rows of a list that have a name, as one text each: "energy 2s; check courage".
func rowsNamed(l book.List, name string) (rows []string) {
	key := text.Fold(name)
	also := slices.Index(l.Head, "also")
	for i := 0; i < len(l.Rows); {
		next := i + 1
		for next < len(l.Rows) && l.Rows[next][0] == "" {
			next++
		}
		names := []string{l.Rows[i][0]}
		if l.Entries != nil {
			names = append(names, l.Entries[i].Also...)
		} else if also > 0 {
			names = append(names, strings.Split(l.Rows[i][also], ", ")...)
		}
		if slices.ContainsFunc(names, func(n string) bool { return text.Fold(n) == key }) {
			var cells []string
			for _, row := range l.Rows[i:next] {
				for k, cell := range row[1:] {
					cells = append(cells, l.Head[k+1]+" "+cell)
				}
			}
			rows = append(rows, strings.Join(cells, "; "))
		}
		i = next
	}
	return rows
}

// Everything the documents name is in a list with the values they print, and is explained with its law.
func TestWhatTheDocumentsNameIsListedAndExplained(t *testing.T) {
	for _, system := range Systems() {
		lists, err := Builtin().Lists(system)
		if err != nil {
			t.Fatal(err)
		}
		all := printedIn(t, system)
		if len(all) < 60 && documented(system) {
			t.Errorf("%s: %d things are named, want the whole of its documents", system, len(all))
		}
		c := Builtin()
		for _, p := range all {
			isExplained(t, c, system, p.at, p.name)
			if p.list == "help" {
				continue
			}
			i := slices.IndexFunc(lists, func(l book.List) bool { return l.Name == p.list })
			if i < 0 {
				t.Errorf("%s: %s has no list of %s", p.at, system, p.list)
				continue
			}
			rows := rowsNamed(lists[i], p.name)
			if !slices.ContainsFunc(rows, func(row string) bool {
				return !slices.ContainsFunc(p.values, func(v string) bool { return !strings.Contains(row, v) })
			}) {
				t.Errorf("%s: the list of %s has for %q\n%q\nwant %q in it", p.at, p.list, p.name, rows, p.values)
			}
		}
	}
}

// inFile writes a file that names a thing of a list, for each list whose things a file can name. What the others hold a file
// cannot say: costs, orders and maneuvers are played, statuses and parts of the body are set by positions and edits.
var inFile = map[string]func(name string) string{
	"keep stances":   func(name string) string { return bout("keep", "", "stance: "+name) },
	"keep weapons":   func(name string) string { return bout("keep", "", "weapons: ["+name+"]") },
	"tempo statuses": func(name string) string { return bout("tempo", "", "status: "+name) },
	"breath armours": func(name string) string { return bout("breath", "", "armour: "+name) },
	"breath rungs":   func(name string) string { return bout("breath", "duel: {start: "+name+"}\n", "weapons: [tanto]") },
	"breath traits":  func(name string) string { return ownRow("weapons: [unarmed], traits: [" + name + "]") },
	"breath skills":  func(name string) string { return ownRow("weapons: [unarmed], skills: {" + name + ": 3}") },
	"breath stances": func(name string) string { return "version: 1\ntraits: {held: {stance: " + name + "}}\n" },
	"breath bands":   func(name string) string { return armed(name) },
	"breath weapons": func(name string) string { return armed(name) },
	"breath schools": func(name string) string { return caster("school: " + name) },
	"breath classes": func(name string) string { return caster("class: " + name) },
	"breath terrain": func(name string) string {
		side := ""
		if slices.Contains([]string{"high ground", "stairs", "backlight", "sunset"}, name) {
			side = ", side: here"
		}
		return bout("breath", "duel: {terrain: "+name+side+"}\n", "weapons: [tanto]")
	},
}

func armed(weapon string) string {
	if weapon == "shield" {
		weapon = "uchigatana, shield"
	}
	return bout("breath", "", "weapons: ["+weapon+"]")
}

func ownRow(row string) string {
	return "version: 1\ncombatants: {one: {grade: lord, gold: 3, faith: 3, " + row + "}}\n"
}

func caster(of string) string {
	return "version: 1\ncombatants: {one: {grade: lord, weapons: [unarmed], skills: {sorcery: 3}, caster: {mode: spells, dan: 9, lists: [{skill: sorcery}], " + of + "}}}\n"
}

// A file may name what the documents name, and is sound; the same with a letter wrong is not.
func TestWhatTheDocumentsNameIsGoodInAFile(t *testing.T) {
	c := Builtin()
	asked := map[string]bool{}
	for _, system := range Systems() {
		for _, p := range printedIn(t, system) {
			file := inFile[system+" "+p.list]
			name := strings.ToLower(p.name)
			if file == nil || system == "tempo" && p.list == "statuses" && !strings.HasSuffix(name, "guard") {
				continue
			}
			asked[system+" "+p.list] = true
			if _, err := c.Check("house.yaml", []byte(file(name))); err != nil {
				t.Errorf("%s: %v\n%s", p.at, err, file(name))
			}
			if _, err := c.Check("house.yaml", []byte(file(name+"x"))); err == nil {
				t.Errorf("%s: %q is taken for %q", p.at, name+"x", name)
			}
		}
	}
	for list := range inFile {
		if !asked[list] {
			t.Errorf("the documents name no %s", list)
		}
	}
	for _, name := range []string{"actions.yaml"} { // whose rows are names themselves
		data, err := os.ReadFile(filepath.Join("..", "rules", "tempo", "data", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Check(name, data); err != nil {
			t.Error(err)
		}
		for _, p := range printedIn(t, "tempo") {
			if row := "\n  " + strings.ToLower(p.name) + ":"; p.list == "actions" && !strings.Contains(string(data), row) {
				t.Errorf("%s: no row of %s", p.at, name)
			} else if p.list == "actions" {
				wrong := strings.Replace(string(data), row, strings.TrimSuffix(row, ":")+"x:", 1)
				if _, err := c.Check(name, []byte(wrong)); err == nil {
					t.Errorf("%s: a row %q is sound", p.at, p.name+"x")
				}
			}
		}
	}
}

// Every name of every list is explained: what its row says, and of documents a law that rules it, and where they have that.
func TestEveryNameOfAListIsExplained(t *testing.T) {
	c := Builtin()
	for _, system := range Systems() {
		lists, err := c.Lists(system)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lists {
			isExplained(t, c, system, "the list", l.Name)
			for i, row := range l.Rows {
				if row[0] != "" {
					isExplained(t, c, system, l.Name, row[0])
				}
				if l.Entries != nil {
					for _, also := range l.Entries[i].Also {
						isExplained(t, c, system, l.Name, also)
					}
				}
			}
		}
		for _, s := range systems[slices.Index(Systems(), system)].Document.Sections {
			for _, name := range append([]string{s.Name}, s.Also...) {
				isExplained(t, c, system, "the heading", name)
			}
		}
	}
}

// silent is what no document speaks of: rulings say what it is.
var silent = []string{"yield", "yielded", "flee", "fled", "gone"}

func isExplained(t *testing.T, c Catalogue, system, at, name string) {
	t.Helper()
	m, err := c.Explain(system, name)
	switch {
	case err != nil:
		t.Errorf("%s, %s: %v", system, at, err)
	case m.Says == "" || text.Fold(m.Word) != text.Fold(name):
		t.Errorf("%s, %s: %q is explained as %q: %q", system, at, name, m.Word, m.Says)
	case slices.Contains(silent, name):
		if len(m.Rulings) == 0 {
			t.Errorf("%s, %s: %q has no rulings", system, at, name)
		}
	case documented(system) && (len(m.Laws) == 0 || len(m.Where) == 0):
		t.Errorf("%s, %s: %q has laws %q, found in %q", system, at, name, m.Laws, m.Where)
	}
}

// A law or a ruling that a table cites is there, and so is what a cell of it names.
func TestTablesCiteWhatThereIs(t *testing.T) {
	for i, sys := range systems {
		about := sys.About
		lists, err := Builtin().Lists(Systems()[i])
		if err != nil {
			t.Fatal(err)
		}
		law := func(at, cited string) {
			for _, id := range book.CitedIDs(cited) {
				if !slices.ContainsFunc(about.Laws(), func(l book.Law) bool { return l.ID == id }) {
					t.Errorf("%s %s: no law is numbered %s", about.Name, at, id)
				}
			}
		}
		ruling := func(at, cited string) {
			for _, id := range book.CitedIDs(cited) {
				if !slices.ContainsFunc(about.Rulings(), func(r book.Ruling) bool { return r.ID == id }) {
					t.Errorf("%s %s: no ruling is numbered %s", about.Name, at, id)
				}
			}
		}
		for _, l := range lists {
			law(l.Name, l.Laws)
			ruling(l.Name, l.Rulings)
			for _, e := range l.Entries {
				law(l.Name+" "+e.Name, e.Laws)
				ruling(l.Name+" "+e.Name, e.Rulings)
			}
		}
		under := map[string]bool{}
		for _, s := range about.Document.Sections {
			law(s.Name, s.Laws)
			for _, id := range book.CitedIDs(s.Laws) {
				under[id] = true
			}
		}
		for _, l := range about.Laws() {
			if !under[l.ID] && documented(about.Name) {
				t.Errorf("%s: no heading has law %s", about.Name, l.ID)
			}
		}
	}
}

// A number of a table is the one the rules count with: the engine has asked for it by its row and name as the program started.
func TestEveryNumberOfATableIsCountedWith(t *testing.T) {
	for _, sys := range systems {
		about := sys.About
		for _, table := range about.Document.Tables {
			for _, name := range table.UnusedNumbers() {
				t.Errorf("no rule asks for %s %s, %s", about.Name, table.Name, name)
			}
		}
	}
}

// Whatever a player asks about in the middle of a decision is told in the order of the questions: the row, its laws from the
// price on, the rulings, the place.
func TestAWordIsExplainedFromItsRowToItsPlace(t *testing.T) {
	c := Builtin()
	for _, q := range []struct {
		system, asked, word, says string
		laws                      []string // the first, each by its beginning
		ruling, where             string
	}{
		{"keep", "knockdown", "knockdown", "raises 2s, 4s against four legs, contest Strength", []string{"RK-124: ", "RK-125: ", "RK-126: "},
			"R-RK-13: ", "document 001, Attacking and Maneuvers, Default Maneuvers"},
		{"keep", "Guard > Aki", "guard", "Simple; Free in Earth", []string{"RK-157: ", "RK-158: ", "RK-159: ", "RK-160: "},
			"R-RK-23: ", "document 001, Other Actions, Guard"},
		{"keep", "void", "void", "-2s Simple Actions", []string{"RK-91: ", "RK-92: ", "RK-93: ", "RK-94: "}, "R-RK-04: ", "document 001, Stances"},
		{"keep", "aim at the eye", "aim at", "strikes a part of the body", []string{"RK-119: "}, "R-RK-62: ",
			"document 001, Attacking and Maneuvers, Default Maneuvers"},
		{"breath", "overload", "overload", "2d10 + Physique - the excess against 11s", []string{"EB-40: ", "EB-41: ", "EB-42: "}, "R-02: ", "document 000, Overload"},
		{"breath", "half-step in", "half-step in", "energy 1s", []string{"MA-07: ", "MA-08: ", "MA-09: "}, "R-64: ", "document 003, Half-Step"},
		{"breath", "guard", "guard", "maximum guard", []string{"MA-25: "}, "K-08: ", "document 003, Guard"},
		{"breath", "+state", "state", "hidden", nil, "", ""},
		{"breath", "+hidden", "hidden", "unseen", []string{"EB-112: "}, "R-123: ", "document 000, Energy Cost Reference"},
		{"tempo", "bound", "bound", "allows disarm, grapple, press, withdraw, double, wind", []string{"TP-22: "}, "R-TP-15: ", "document 004, Combat Statuses"},
		{"tempo", "parry > Bertran", "parry", "bind from 0s", []string{"TP-119: ", "TP-120: ", "TP-121: "}, "R-TP-05: ", "document 004, Actions"},
	} {
		m, err := c.Explain(q.system, q.asked)
		if err != nil {
			t.Errorf("%s %s: %v", q.system, q.asked, err)
			continue
		}
		if m.Word != q.word || !strings.Contains(m.Says, q.says) {
			t.Errorf("%s %s: got %q: %q, want %q: … %s", q.system, q.asked, m.Word, m.Says, q.word, q.says)
		}
		for i, law := range q.laws {
			if i >= len(m.Laws) || !strings.HasPrefix(m.Laws[i], law) {
				t.Errorf("%s %s: laws %q, want %q first", q.system, q.asked, m.Laws, q.laws)
				break
			}
		}
		if !slices.ContainsFunc(m.Rulings, func(r string) bool { return strings.HasPrefix(r, q.ruling) }) && q.ruling != "" {
			t.Errorf("%s %s: rulings %q, want %s", q.system, q.asked, m.Rulings, q.ruling)
		}
		if q.where != "" && !slices.Contains(m.Where, q.where) {
			t.Errorf("%s %s: found in %q, want %q", q.system, q.asked, m.Where, q.where)
		}
	}
}

// What is asked again is looked up and not read again, and a table's own rows are words too.
func TestAGlossaryIsReadOnce(t *testing.T) {
	c := Builtin()
	if c.glossaries[systems[0]]() != c.glossaries[systems[0]]() {
		t.Error("two questions have read two glossaries")
	}
	own, err := c.With("house.yaml", []byte("version: 1\nstances:\n  crane watch: {energy: 2}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if m, err := own.Explain("breath", "crane watch"); err != nil || !strings.Contains(m.Says, "energy 2h") {
		t.Errorf("got %+v, %v", m, err)
	}
	if _, err := c.Explain("breath", "crane watch"); err == nil {
		t.Error("the built-in rules know a table's own stance")
	}
	if !own.Knows("breath", "crane watch") || c.Knows("breath", "crane watch") || c.Knows("keep", "prone") {
		t.Error("what a ban may name is not what the catalogue has")
	}
}
