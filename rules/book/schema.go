package book

// Word is which words a field of a system's files takes, for editors to offer.
type Word struct {
	Among []string
	Open  bool // others may be right too: a table's own rows
}

// Form is a way to write a value that is not as its Go type has it, for editors to check.
type Form struct {
	Itself  bool     // as the Go type has it, with these keys needed
	Needs   []string // of a group
	Number  bool     // a whole number from Least to Most
	Pattern string   // a text that looks like this
	Key     string   // a group of one key, which is what this field takes, and a number from Least to Most
	Least   int
	Most    int
	Says    string // an example for people
}

// Written is a type of a system's files that is written in forms of its own: it reads them itself.
type Written interface {
	Forms() []Form
}

// Schemas returns the Go types of a system's files, by the name of the schema that editors ask for.
func Schemas(encounter, catalogue any) map[string]any {
	return map[string]any{"encounter": encounter, "catalogue": catalogue, "rulings": rulingsFile{}, "laws": lawsFile{}, "tables": tables{}}
}
