package trial

import (
	"kokyu/agent"
	breathrows "kokyu/rules/breath/rows"
)

// Worth says what a system's rows of one kind bring for what they take, beside the plainest thing that could be done for the
// same: each row in a small scene of what it is for, gone through whole.
type Worth struct {
	Name  string // among its system's: a word for a flag
	Says  string // a paragraph for people
	Title string // of a report
	Lines []string
	Rows  func() []string // in the order of a report
	// Row is all that makes a difference of a row: equal rows, equal worth.
	Row   func(row string) string
	Weigh func(row string) (Weighed, error)
}

// The bounds within which the worth of a row should lie, in that of a horizontal cut.
const (
	WorthLeast = 0.7
	WorthMost  = 1.4
)

// Weighed is what one row brings.
type Weighed struct {
	Row    string  `json:"row"`
	Of     string  `json:"of"`            // what it is beside: "3 dan"
	Scene  string  `json:"scene"`         // what it is for
	Takes  float64 `json:"takes"`         // Energy
	Kept   float64 `json:"kept"`          // how often it comes to its end, 0 to 1
	Gains  float64 `json:"gains"`         // Wounds, when it does
	Cut    float64 `json:"cut"`           // what a horizontal cut gains for each Energy
	Beside float64 `json:"beside"`        // its gain for each Energy in that of a cut
	Why    string  `json:"why,omitempty"` // it lies where it does, where somebody has asked
}

// Outside says whether it lies outside the bounds.
func (w Weighed) Outside() bool { return w.Beside < WorthLeast || w.Beside > WorthMost }

// Worths are what the rows of a system are weighed by, a kind of rows each; none if none are. The error names the systems
// there are.
func Worths(c agent.Catalogue, system string) ([]Worth, error) {
	if _, err := agent.About(system); err != nil {
		return nil, err
	}
	if system == breathrows.System {
		return breathWorths(c), nil
	}
	return nil, nil
}
