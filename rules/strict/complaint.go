package strict

import (
	"fmt"
	"slices"

	"kokyu/rules/text"
)

// Complaint is something wrong with what a file says, found once the file is read: where, what, and what would be right.
type Complaint struct {
	Path       Path
	What, Want string
}

// Complaints gathers them, for those who judge what a file says.
type Complaints []Complaint

// Wrong complains. The path may be changed afterwards.
func (cs *Complaints) Wrong(path Path, what, want string) {
	*cs = append(*cs, Complaint{slices.Clone(path), what, want})
}

// Under is the same complaints about a part of a file, which stands at the path.
func (cs Complaints) Under(path ...any) (under Complaints) {
	for _, c := range cs {
		under.Wrong(append(slices.Clone(Path(path)), c.Path...), c.What, c.Want)
	}
	return under
}

// Within complains about a number out of range and answers with one in it.
func (cs *Complaints) Within(path Path, what string, n, least, most int) int {
	if n < least || n > most {
		cs.Wrong(path, fmt.Sprintf("%s %d", what, n), fmt.Sprintf("%d to %d", least, most))
		return least
	}
	return n
}

// OneOf complains about a word outside a closed list.
func (cs *Complaints) OneOf(path Path, what, word string, known []string) bool {
	if slices.Contains(known, word) {
		return true
	}
	cs.Wrong(path, fmt.Sprintf("unknown %s %q", what, word), text.OneOf(word, known))
	return false
}

// Index finds a word in a closed list, or complains and answers with the first.
func (cs *Complaints) Index(path Path, what, word string, known []string) int {
	cs.OneOf(path, what, word, known)
	return max(0, slices.Index(known, word))
}

// Bits finds words in a closed list of at most 16: the bits of their places. It complains about others.
func (cs *Complaints) Bits(path Path, what string, words, known []string) (bits uint16) {
	for k, word := range words {
		bits |= 1 << cs.Index(append(slices.Clone(path), k), what, word, known)
	}
	return bits
}

// In is the complaints as an error, each with its place in the file; nil when there are none.
func (cs Complaints) In(d Document) error {
	var ps text.Problems
	for _, c := range cs {
		ps = append(ps, d.Problem(c.Path, c.What, c.Want))
	}
	return ps.Err()
}

// Plain is the first complaint about what somebody has just said, who needs no place to find it; nil when there is none.
func (cs Complaints) Plain() error {
	if len(cs) == 0 {
		return nil
	}
	return text.Problem{What: cs[0].What, Want: cs[0].Want}
}

// Err is the first complaint about something that has no places; nil when there is none.
func (cs Complaints) Err(about string) error {
	if len(cs) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s, want %s", about, cs[0].What, cs[0].Want)
}
