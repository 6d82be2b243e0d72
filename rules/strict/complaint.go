package strict

import (
	"fmt"
	"slices"
	"strconv"

	"kokyu/rules/text"
)

// Complaint is a mistake in what a file says, found after the file was read: where it is, what is wrong, and what would
// be right. A Complaint without a What is a doubt, see [Complaints.Doubt].
type Complaint struct {
	Path       Path
	What, Want string

	rests []Path   // what it rests on besides its own place
	apart []string // of a doubt, the keys at its place that it does not touch
	value bool     // who judges goes on with another value than the one at its place
}

// Complaints collects mistakes while a file is judged. Whoever judges goes on after a mistake, with a possible value in
// the place of the wrong one, so that a person sees all mistakes at once. What this leaves unknown is doubted: a
// complaint that rests on a wrong or doubted value is not reported, since it may only follow from that.
type Complaints []Complaint

// Wrong adds a complaint. rests are the paths of other values without which it would be no mistake: if one of them is
// wrong or doubted, the complaint is not reported. The caller may change path afterwards.
func (cs *Complaints) Wrong(path Path, what, want string, rests ...Path) {
	*cs = append(*cs, Complaint{Path: slices.Clone(path), What: what, Want: want, rests: rests})
}

// Unclean complains about a text that cannot be a name, with the error of [text.CleanName]; of is what messages call
// it, "the title".
func (cs *Complaints) Unclean(path Path, of string, err error, rests ...Path) {
	p := text.NameProblem(of, err)
	cs.Wrong(path, p.What, p.Want, rests...)
}

// Doubt says that nobody knows what the file means at a path, because of a mistake that is reported already. Complaints
// there are not reported from now on, except about the keys apart. A path can also be an invented name, such as that of
// [AllKnown], for something that has no place in the file.
func (cs *Complaints) Doubt(path Path, apart ...string) {
	*cs = append(*cs, Complaint{Path: slices.Clone(path), apart: apart})
}

// AllKnown returns what a complaint about a word outside a closed list rests on: that all words of its kind are known.
func AllKnown(what string) Path { return Path{"every " + what} }

// Rest makes all complaints but the first so many rest on something more.
func (cs Complaints) Rest(first int, on ...Path) {
	for k := first; k < len(cs); k++ {
		cs[k].rests = append(slices.Clone(cs[k].rests), on...)
	}
}

// Doubtful reports whether anything is doubted.
func (cs Complaints) Doubtful() bool {
	return slices.ContainsFunc(cs, func(c Complaint) bool { return c.What == "" })
}

// About returns a function that reports whether a complaint or doubt is about a path or about something in it.
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

// Under returns the complaints about a file that stands, as a part of a larger one, at a path.
func (cs Complaints) Under(path ...any) (under Complaints) {
	for _, c := range cs {
		c.Path = append(slices.Clone(Path(path)), c.Path...)
		under = append(under, c)
	}
	return under
}

// Single leaves out complaints about parts of a file that could not be read completely, where a part is a value at the
// end of the first so many steps of a path: what is wrong only between several values of such a part may follow from
// what is missing. Complaints about one value that is there stay.
func (cs Complaints) Single(d Document, steps int) Complaints {
	return slices.DeleteFunc(cs, func(c Complaint) bool {
		return len(c.Path) >= steps && !d.Read(c.Path[:steps]...) && !(c.value && d.Has(c.Path...))
	})
}

// independent returns the complaints to report: those that do not only follow from a value that could not be read, from
// a doubt before them, or from another complaint about something that they rest on.
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

// judged has the complaints looked at so far, by the keys of their paths. A path is found by its beginnings, so that a
// file of thousands of mistakes takes no longer than its size.
type judged struct {
	at    map[string]verdict
	above map[string]bool // there is one about something in it
}

// verdict is what is known of one path.
type verdict struct {
	any   bool       // a complaint or a doubt
	open  bool       // one that leaves open what the file says there
	apart [][]string // of the doubts that do not touch some keys, those
}

// add adds a complaint. Others about the same values are then held back.
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

// touches reports whether a complaint that leaves open what the file means is about a path or a beginning of it. For a
// path on which something rests, any complaint counts, also one about something in it.
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

// key returns a path as one string, and where in it each beginning of the path ends, from the empty one to the whole. A
// path to a key has the same string as the path to its value.
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

// Within returns a number that is in its range. It complains about any other, and returns the least instead.
func (cs *Complaints) Within(path Path, what string, n, least, most int, rests ...Path) int {
	if n < least || n > most {
		cs.instead(path, fmt.Sprintf("%s %d", what, n), fmt.Sprintf("%d to %d", least, most), rests...)
		return least
	}
	return n
}

// OneOf reports whether a word is in a closed list, and complains if it is not.
func (cs *Complaints) OneOf(path Path, what, word string, known []string) bool {
	if slices.Contains(known, word) {
		return true
	}
	cs.instead(path, fmt.Sprintf("unknown %s %q", what, word), text.OneOf(word, known), AllKnown(what))
	return false
}

// instead complains about a value in the place of which another is used. What else is wrong there is wrong with the
// other value, so it is reported too.
func (cs *Complaints) instead(path Path, what, want string, rests ...Path) {
	cs.Wrong(path, what, want, rests...)
	_, isKey := path.And(nil)[max(0, len(path)-1)].(Key)
	(*cs)[len(*cs)-1].value = !isKey
}

// Index returns the index of a word in a closed list. It complains about a word that is not there, and returns 0.
func (cs *Complaints) Index(path Path, what, word string, known []string) int {
	cs.OneOf(path, what, word, known)
	return max(0, slices.Index(known, word))
}

// Bits returns the bits of words in a closed list of at most 16, by their indices. It complains about other words.
func (cs *Complaints) Bits(path Path, what string, words, known []string) (bits uint16) {
	for k, word := range words {
		bits |= 1 << cs.Index(path.And(k), what, word, known)
	}
	return bits
}

// In returns everything wrong with a file as an error, each mistake with its place: what could not be read, and the
// complaints that do not only follow from that or from each other. It returns nil if there is nothing.
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

// Plain returns the first complaint without a place, for somebody who has just typed what is wrong; nil if there is
// none.
func (cs Complaints) Plain() error {
	for _, c := range cs.independent(Document{}) {
		return text.Problem{What: c.What, Want: c.Want}
	}
	return nil
}

// Err returns the first complaint about something that has no places, whose name about begins the message; nil if there
// is none.
func (cs Complaints) Err(about string) error {
	for _, c := range cs.independent(Document{}) {
		return fmt.Errorf("%s: %s, want %s", about, c.What, c.Want)
	}
	return nil
}
