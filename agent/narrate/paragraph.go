package narrate

// Paragraph is what one passage of a tale has to tell: moments in their order, and what is known of the world they happen
// in. It holds no name and no free text of anybody's; people are letters, the same all through a fight.
type Paragraph struct {
	Facts   []Fact            `json:"facts"`
	Setting map[string]string `json:"setting,omitempty"` // by aspect, a word of that aspect's closed list: weather, rain
	Before  []string          `json:"before,omitempty"`  // the passages told last, at most two, slots open: for variety only
	Lines   [][]string        `json:"lines,omitempty"`   // for each fact, lines of the grammar that would tell it, slots open
}

// Fact is one moment of a paragraph.
type Fact struct {
	ID       string `json:"id"`               // "f1", its own in the paragraph
	By       string `json:"by,omitempty"`     // the letter of who acts; a sentence calls them {A}
	To       string `json:"to,omitempty"`     // of the other one
	Required bool   `json:"required"`         // must be told
	Steps    []int  `json:"steps,omitempty"`  // of the record
	Moment   Facts  `json:"moment"`           // what happened, without names
	Weapon   string `json:"weapon,omitempty"` // a slot for the weapon in use, named after its bearer: {A's weapon}
}

// Draft is a passage somebody wrote for a paragraph: not told before it is verified.
type Draft []Sentence

// Sentence is one of its sentences, slots open, with the facts it tells.
type Sentence struct {
	Text  string   `json:"text"`
	Facts []string `json:"facts"` // by ID
}
