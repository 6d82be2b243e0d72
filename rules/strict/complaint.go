package strict

import (
	"fmt"
	"slices"
	"strconv"

	"kokyu/rules/text"
)

// Complaint is a mistake that is found after a file was decoded: where it is, what is wrong, and what would be right. A
// Complaint without a What is a doubt: see [Complaints.Doubt].
type Complaint struct {
	Path       Path
	What, Want string

	dependsOn []Path   // what it rests on besides its own place
	except    []string // of a doubt, the keys at its place that it does not touch
	replaced  bool     // the caller goes on with another value than the one at its place
}

// Complaints collects mistakes while the rules check a file. The caller goes on after a mistake, with a possible value
// in place of the wrong one, so that a person sees all mistakes at once. It doubts what is unknown then. A complaint
// that rests on a wrong or doubted value is not reported, since it may only follow from that.
type Complaints []Complaint

// Wrong adds a complaint. rests are the paths of other values on which it rests: if one of them is wrong or doubted,
// the complaint is not reported. The caller may change path afterwards.
func (cs *Complaints) Wrong(path Path, what, want string, rests ...Path) {
	*cs = append(*cs, Complaint{Path: slices.Clone(path), What: what, Want: want, dependsOn: rests})
}

// Unclean complains about a text that cannot be a name, with the error of [text.CleanName]; of is what messages call
// it, "the title".
func (cs *Complaints) Unclean(path Path, of string, err error, rests ...Path) {
	p := text.NameProblem(of, err)
	cs.Wrong(path, p.What, p.Want, rests...)
}

// Doubt records that the value at a path is unknown because of a mistake that is reported already. Later complaints
// there are not reported, but for those about the keys except. The path may also be an invented one, such as that of
// [AllKnown], for something that has no place in the file.
func (cs *Complaints) Doubt(path Path, except ...string) {
	*cs = append(*cs, Complaint{Path: slices.Clone(path), except: except})
}

// AllKnown returns the path on which complaints about unknown words of a kind rest: that all words of it are known.
func AllKnown(what string) Path { return Path{"every " + what} }

// Rest makes the complaints from number first on rest on further paths.
func (cs Complaints) Rest(first int, on ...Path) {
	for k := first; k < len(cs); k++ {
		cs[k].dependsOn = append(slices.Clone(cs[k].dependsOn), on...)
	}
}

// Doubtful reports whether anything is doubted.
func (cs Complaints) Doubtful() bool {
	return slices.ContainsFunc(cs, func(c Complaint) bool { return c.What == "" })
}

// About returns a function that reports whether a complaint or doubt is about a path or about something in it.
func (cs Complaints) About() func(path Path) bool {
	all := complaintIndex{at: map[string]pathState{}, above: map[string]bool{}}
	for _, c := range cs {
		all.add(c)
	}
	return func(path Path) bool {
		key, _ := path.key()
		_, at := all.at[key]
		return at || all.above[key]
	}
}

// Under returns the complaints of a part of a file with the paths that they have in the whole file, where the part is
// at path.
func (cs Complaints) Under(path ...any) (under Complaints) {
	for _, c := range cs {
		c.Path = append(slices.Clone(Path(path)), c.Path...)
		under = append(under, c)
	}
	return under
}

// Single leaves out complaints about parts of a file that could not be read completely, as they may follow from what is
// missing. A part is a value at the end of the first steps elements of a path. Complaints about a single value that is
// there stay.
func (cs Complaints) Single(d Document, steps int) Complaints {
	return slices.DeleteFunc(cs, func(c Complaint) bool {
		return len(c.Path) >= steps && !d.Read(c.Path[:steps]...) && !(c.replaced && d.Has(c.Path...))
	})
}

// independent returns the complaints to report: those that cannot follow from a value that could not be read, from an
// earlier doubt, or from an earlier complaint about something on which they rest.
func (cs Complaints) independent(d Document) (independent Complaints) {
	before := complaintIndex{at: map[string]pathState{}, above: map[string]bool{}}
	for _, c := range cs {
		follows := d.isLost(c.Path, false) && len(c.Path) > 0 || before.touches(c.Path, false)
		for _, p := range c.dependsOn {
			follows = follows || d.isLost(p, true) || before.touches(p, true)
		}
		if before.add(c); c.What != "" && !follows {
			independent = append(independent, c)
		}
	}
	return independent
}

// complaintIndex has the complaints so far, by the keys of their paths. It finds a path by its beginnings, so that the
// time does not grow with the square of the mistakes.
type complaintIndex struct {
	at    map[string]pathState
	above map[string]bool // a complaint is about something in the value at this path
}

// pathState is what is known of one path.
type pathState struct {
	any    bool       // there is a complaint or a doubt
	open   bool       // one of them leaves the value unknown
	except [][]string // of each doubt that spares keys: these keys
}

// add adds a complaint.
func (j complaintIndex) add(c Complaint) {
	key, ends := c.Path.key()
	for _, end := range ends[:len(c.Path)] {
		j.above[key[:end]] = true
	}
	v := j.at[key]
	switch {
	case c.except == nil:
		v.any, v.open = true, v.open || c.What == "" || c.replaced
	case !slices.ContainsFunc(v.except, func(keys []string) bool { return slices.Equal(keys, c.except) }):
		v.except = append(v.except, c.except)
	}
	j.at[key] = v
}

// touches reports whether a complaint that leaves the value unknown is about a path or a beginning of it. With rests,
// for a path on which something rests, every complaint counts, and also those about something in the value.
func (j complaintIndex) touches(path Path, rests bool) bool {
	key, ends := path.key()
	for k, end := range ends {
		v := j.at[key[:end]]
		if v.open || rests && v.any {
			return true
		}
		for _, keys := range v.except {
			if k == len(path) || !slices.Contains(keys, fmt.Sprint(path[k])) {
				return true
			}
		}
	}
	return rests && j.above[key]
}

// key returns a path as one string, and where in it each beginning of the path ends, from the empty one to the whole. A
// path to a key has the same string as one to its value.
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
		cs.wrongReplaced(path, fmt.Sprintf("%s %d", what, n), fmt.Sprintf("%d to %d", least, most), rests...)
		return least
	}
	return n
}

// OneOf reports whether a word is in a closed list, and complains if it is not.
func (cs *Complaints) OneOf(path Path, what, word string, known []string) bool {
	if slices.Contains(known, word) {
		return true
	}
	cs.wrongReplaced(path, fmt.Sprintf("unknown %s %q", what, word), text.OneOf(word, known), AllKnown(what))
	return false
}

// wrongReplaced complains about a value that the caller replaces by another. Further complaints there are about the
// other value, so they are reported too.
func (cs *Complaints) wrongReplaced(path Path, what, want string, rests ...Path) {
	cs.Wrong(path, what, want, rests...)
	_, isKey := path.And(nil)[max(0, len(path)-1)].(Key)
	(*cs)[len(*cs)-1].replaced = !isKey
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
// complaints that cannot follow from that or from each other. It returns nil if nothing is wrong.
func (cs Complaints) In(d Document) error {
	ps := slices.Clone(d.problems)
	if d.root == nil && len(ps) > 0 {
		return ps.Err() // nothing was decoded
	}
	for _, c := range cs.independent(d) {
		ps = append(ps, d.Problem(c.Path, c.What, c.Want))
	}
	return ps.Err()
}

// Plain returns the first complaint without its place, for a value that somebody has just typed; nil if there is none.
func (cs Complaints) Plain() error {
	for _, c := range cs.independent(Document{}) {
		return text.Problem{What: c.What, Want: c.Want}
	}
	return nil
}

// Err returns the first complaint as a message that begins with about, for data without places; nil if there is none.
func (cs Complaints) Err(about string) error {
	for _, c := range cs.independent(Document{}) {
		return fmt.Errorf("%s: %s, want %s", about, c.What, c.Want)
	}
	return nil
}
