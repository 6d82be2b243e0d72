package book

// List is one kind of row of a system's catalogue as people read it.
type List struct {
	Name  string // weapons
	What  string // what they are
	Head  []string
	Rows  [][]string
	Items any // the rows as they are, by name
}
