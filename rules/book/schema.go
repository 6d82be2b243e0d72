package book

// WordList is a list of words that fields of a system's files take. A tag names it: among:"grades" if [Checker.Fields]
// checks the words, words:"grades" if something else does. Editors offer the words of both, but not with words:""
// beside among.
type WordList struct {
	Words []string
	Open  bool // other words may be right too: rows of a file
}

// Words returns the lists of words of a system by their names: closed ones, those of rows, and those of all systems.
func (s Shipped) Words(system string, closed, rows map[string][]string) map[string]WordList {
	all := map[string]WordList{"system": {Words: []string{system}},
		"rulings": {Words: append(rulingNames(s.Rulings()), Preset)},
		"goals":   {Words: GoalNames[1:]}, "ends": {Words: EndNames[1:]}}
	for name, words := range closed {
		all[name] = WordList{Words: words}
	}
	for name, words := range rows {
		all[name] = WordList{Words: words, Open: true}
	}
	return all
}

// Form is one of the ways to write a value in a file, for types whose values are not written as their Go type is. From
// the forms come the JSON schemas with which editors check files. One of Itself, Number, Pattern and Key is set.
type Form struct {
	Itself  bool     // as the Go type has it
	Needs   []string // with Itself: the keys of a group that must be there
	Number  bool     // a whole number from Least to Most
	Pattern string   // a text that matches this regular expression
	Key     string   // a group of one key, a value of the field Key of the Go type, with a whole number from Least to Most
	Least   int
	Most    int
	Says    string // an example for people
}

// HasForms is a type with forms of its own, which it parses itself.
type HasForms interface {
	Forms() []Form
}

// Schemas returns a value of the Go type of each kind of a system's files, by the name of its schema.
func Schemas(encounter, catalogue any) map[string]any {
	return map[string]any{"encounter": encounter, "catalogue": catalogue, "rulings": rulingsFile{},
		"laws": lawsFile{}, "tables": tables{}}
}
