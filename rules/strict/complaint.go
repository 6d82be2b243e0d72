package strict

import (
	"fmt"
	"slices"
	"strconv"

	"kokyu/rules/text"
)

// Complaint is something wrong with what a file says, found once the file is read: where, what, and what would be
// right. Without a what it is a doubt.
type Complaint struct {
	Path       Path
	What, Want string

	rests []Path   // what it rests on besides its own place
	apart []string // of a doubt, the keys at its place that it does not touch
	value bool     // who judges goes on with another value than the one at its place
}

// Complaints gathers them, for those who judge what a file says. Who judges goes on after a mistake, with a value that
// could be, and says by a doubt what that leaves unknown.
type Complaints []Complaint

// Wrong complains. What is wrong only because of what else the file says rests on that: it is not told where there is
// something wrong, too. The path may be changed afterwards.
func (cs *Complaints) Wrong(path Path, what, want string, rests ...Path) {
	*cs = append(*cs, Complaint{Path: slices.Clone(path), What: what, Want: want, rests: rests})
}

// Unclean complains about a text that cannot be a name, with the error of [text.CleanName]; of is what it is
// called: "the title".
func (cs *Complaints) Unclean(path Path, of string, err error, rests ...Path) {
	p := text.Unclean(of, err)
	cs.Wrong(path, p.What, p.Want, rests...)
}

// Doubt says that nobody knows what the file says at a path, or of something that has a name in place of a path: what
// is wrong there from now on, other than at one of these keys, only follows from a mistake that is told already.
func (cs *Complaints) Doubt(path Path, apart ...string) {
	*cs = append(*cs, Complaint{Path: slices.Clone(path), apart: apart})
}

// AllKnown returns what a word outside a closed list rests on: that all words of its kind are known.
func AllKnown(what string) Path { return Path{"every " + what} }

// Rest says of all complaints but the first so many that they rest on something else, too.
func (cs Complaints) Rest(first int, on ...Path) {
	for k := first; k < len(cs); k++ {
		cs[k].rests = append(slices.Clone(cs[k].rests), on...)
	}
}

// Doubtful reports whether there is a doubt among them.
func (cs Complaints) Doubtful() bool {
	return slices.ContainsFunc(cs, func(c Complaint) bool { return c.What == "" })
}

// About returns whether one of them is about what stands at a path, or in that.
func (cs Complaints) About() func(path Path) bool {
	all := judged{at: map[string]verdict{}, above: map[string]bool{}}
	for _, c := range cs {
		all.add(c)
	}
	return func(path Path) bool {
		key, _ := path.key()
		_, at := all.at[key]
		return at || all.above[key]
	}
}

// Under returns the same complaints about a part of a file, which stands at the path.
func (cs Complaints) Under(path ...any) (under Complaints) {
	for _, c := range cs {
		c.Path = append(slices.Clone(Path(path)), c.Path...)
		under = append(under, c)
	}
	return under
}

// Single leaves out what is wrong only between several values of a part of a file, the first so many steps of a path,
// where not all of that part could be read.
func (cs Complaints) Single(d Document, steps int) Complaints {
	return slices.DeleteFunc(cs, func(c Complaint) bool {
		return len(c.Path) >= steps && !d.Read(c.Path[:steps]...) && !(c.value && d.Has(c.Path...))
	})
}

// independent returns the complaints that stand by themselves: each but those that only follow from a value that could
// not be read, from a doubt before them, or from another complaint about what they rest on.
func (cs Complaints) independent(d Document) (told Complaints) {
	before := judged{at: map[string]verdict{}, above: map[string]bool{}}
	for _, c := range cs {
		follows := d.isLost(c.Path, false) && len(c.Path) > 0 || before.touches(c.Path, false)
		for _, p := range c.rests {
			follows = follows || d.isLost(p, true) || before.touches(p, true)
		}
		if before.add(c); c.What != "" && !follows {
			told = append(told, c)
		}
	}
	return told
}

// judged are the complaints that were looked at, by what they are about: what touches a path is found at its
// beginnings, however many there are.
type judged struct {
	at    map[string]verdict
	above map[string]bool // there is one about something in it
}

// verdict is what there is about one path.
type verdict struct {
	any   bool       // a complaint or a doubt
	open  bool       // one that leaves open what the file says there
	apart [][]string // of the doubts that do not touch some keys, those
}

// add notes a complaint that stands, so that others about the same values can be held back.
func (j judged) add(c Complaint) {
	key, ends := c.Path.key()
	for _, end := range ends[:len(c.Path)] {
		j.above[key[:end]] = true
	}
	v := j.at[key]
	switch {
	case c.apart == nil:
		v.any, v.open = true, v.open || c.What == "" || c.value
	case !slices.ContainsFunc(v.apart, func(keys []string) bool { return slices.Equal(keys, c.apart) }):
		v.apart = append(v.apart, c.apart)
	}
	j.at[key] = v
}

// touches reports whether one is about what stands at a path, and leaves it open; of what rests on that, whether one is
// about it or something in it.
func (j judged) touches(path Path, rests bool) bool {
	key, ends := path.key()
	for k, end := range ends {
		v := j.at[key[:end]]
		if v.open || rests && v.any {
			return true
		}
		for _, keys := range v.apart {
			if k == len(path) || !slices.Contains(keys, fmt.Sprint(path[k])) {
				return true
			}
		}
	}
	return rests && j.above[key]
}

// key returns a path as a word, and where in it each of its beginnings ends, from none of its steps to all. A key is
// the same as its value.
func (p Path) key() (word string, ends []int) {
	var b []byte
	ends = append(ends, 0)
	for _, step := range p {
		switch step := step.(type) {
		case int:
			b = strconv.AppendInt(append(b, 1), int64(step), 10)
		case Key:
			b = append(append(b, 0), step...)
		default:
			b = append(append(b, 0), step.(string)...)
		}
		ends = append(ends, len(b))
	}
	return string(b), ends
}

// Within complains about a number out of range and answers with one in it.
func (cs *Complaints) Within(path Path, what string, n, least, most int, rests ...Path) int {
	if n < least || n > most {
		cs.instead(path, fmt.Sprintf("%s %d", what, n), fmt.Sprintf("%d to %d", least, most), rests...)
		return least
	}
	return n
}

// OneOf complains about a word outside a closed list.
func (cs *Complaints) OneOf(path Path, what, word string, known []string) bool {
	if slices.Contains(known, word) {
		return true
	}
	cs.instead(path, fmt.Sprintf("unknown %s %q", what, word), text.OneOf(word, known), AllKnown(what))
	return false
}

// instead complains about a value in place of which another is taken: what else is wrong there, is so of that one.
func (cs *Complaints) instead(path Path, what, want string, rests ...Path) {
	cs.Wrong(path, what, want, rests...)
	_, isKey := path.And(nil)[max(0, len(path)-1)].(Key)
	(*cs)[len(*cs)-1].value = !isKey
}

// Index finds a word in a closed list, or complains and answers with the first.
func (cs *Complaints) Index(path Path, what, word string, known []string) int {
	cs.OneOf(path, what, word, known)
	return max(0, slices.Index(known, word))
}

// Bits finds words in a closed list of at most 16: the bits of their places. It complains about others.
func (cs *Complaints) Bits(path Path, what string, words, known []string) (bits uint16) {
	for k, word := range words {
		bits |= 1 << cs.Index(path.And(k), what, word, known)
	}
	return bits
}

// In returns everything wrong with a file as an error, each mistake with its place: what could not be read, and the
// complaints that do not only follow from that or from each other; nil when there is nothing.
func (cs Complaints) In(d Document) error {
	ps := slices.Clone(d.problems)
	if d.root == nil && len(ps) > 0 {
		return ps.Err() // there was nothing to judge
	}
	for _, c := range cs.independent(d) {
		ps = append(ps, d.Problem(c.Path, c.What, c.Want))
	}
	return ps.Err()
}

// Plain returns the first complaint about what somebody has just said, who needs no place to find it; nil when there is
// none.
func (cs Complaints) Plain() error {
	for _, c := range cs.independent(Document{}) {
		return text.Problem{What: c.What, Want: c.Want}
	}
	return nil
}

// Err returns the first complaint about something that has no places; nil when there is none.
func (cs Complaints) Err(about string) error {
	for _, c := range cs.independent(Document{}) {
		return fmt.Errorf("%s: %s, want %s", about, c.What, c.Want)
	}
	return nil
}
