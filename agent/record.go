package agent

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// RulesDifference says in a sentence that a record was written under other rules than this program's. It is empty if it
// was not, and if the system has no digest of its rules.
func RulesDifference(rec fight.Record) string {
	about, err := About(rec.Header.System)
	digest, before := rec.Rules()
	if err != nil || about.RulesDigest == "" || digest == about.RulesDigest {
		return ""
	}
	by := ""
	if p := rec.Header.Program; p != "" && before == 0 {
		by = ", by kokyu " + text.Escape(p)
	}
	return fmt.Sprintf("The record was written under other rules of %s%s (digest %s; here %s).", about.Name, by,
		text.Escape(cmp.Or(digest, "none")), about.RulesDigest)
}

// FirstDifference returns the first difference between a record and its replay under this program's rules, nil if there
// is none. The error is that of a record whose fight cannot be begun.
func FirstDifference(rec fight.Record) (*fight.Difference, error) {
	f, err := Begin(rec)
	if err != nil {
		return nil, err
	}
	err = Replay(f, rec)
	diff, _ := errors.AsType[*fight.Difference](err)
	if diff != nil {
		err = nil
	}
	return diff, err
}

// Replay makes the steps of a record again in its fight, as [fight.Replay] does. Steps from before the record went on
// under these rules are not compared: their decisions and dice hold, but other rules made the events. The error is that
// of [ExplainDifference].
func Replay(f *fight.Fight, rec fight.Record) error {
	_, before := rec.Rules()
	return ExplainDifference(rec, fight.ReplayFrom(f, rec, before))
}

// ExplainDifference adds to a difference that a replay found the reason why it may be there. Other errors stay as they
// are.
func ExplainDifference(rec fight.Record, err error) error {
	if diff, ok := errors.AsType[*fight.Difference](err); ok {
		return explainedDifference{diff, WhyDifferent(rec)}
	}
	return err
}

// WhyDifferent says why these rules may disagree with a record, and what can be done about it. A record of the same
// rules can differ only if it was changed or if the program is at fault, for a replay is a function of both.
func WhyDifferent(rec fight.Record) string {
	other := RulesDifference(rec)
	if other == "" {
		return "These are the rules it says it was written under: it was changed since then, or kokyu has a fault."
	}
	return other + " kokyu tell, kokyu show and kokyu review --as-recorded read it as it is."
}

// explainedDifference is a difference with the reason why it may be there.
type explainedDifference struct {
	*fight.Difference
	why string
}

func (p explainedDifference) Unwrap() error { return p.Difference }

func (p explainedDifference) Error() string { return p.Difference.Error() + "\n" + p.why }

// Beginning returns the title of a record's fight and how everybody stands at its beginning, nil if these rules cannot
// begin it.
func Beginning(rec fight.Record) (title string, begin *fight.Snapshot) {
	f, err := Begin(rec)
	if err == nil {
		s := f.Snapshot()
		return Title(f), &s
	}
	var head struct{ Title string }
	_ = json.Unmarshal(rec.Header.Encounter, &head) // without an encounter there is no title
	return head.Title, nil
}

// RulesDigest returns the digest of a system's rules, empty if it has none.
func RulesDigest(system string) string {
	about, _ := About(system)
	return about.RulesDigest
}

// IsRecord reports whether a file is a record, by its name or its first bytes.
func IsRecord(name string, data []byte) bool {
	return strings.HasSuffix(name, ".jsonl") || bytes.HasPrefix(data, []byte(`{"kokyu"`))
}

// checkRecord replays a record. A torn last line is a mistake here; those who go on with the record are only warned of
// it.
func checkRecord(name string, data []byte) error {
	rec, torn, err := ReadRecord(name, bytes.NewReader(data))
	if err != nil {
		return err
	}
	f, err := Begin(rec)
	if err != nil {
		return err
	}
	return cmp.Or(Replay(f, rec), torn)
}

// ReadRecord reads a record. torn is the error for an incomplete last line, which is left out of the record, nil if the
// line is whole. The error for a file of another kind says which kind it is.
func ReadRecord(name string, from io.Reader) (rec fight.Record, torn, err error) {
	in := bufio.NewReader(from)
	if first, err := in.Peek(1); err == nil && first[0] != '{' && !IsRecord(name, first) {
		data, err := strict.ReadFrom(name, in, strict.SizeMax)
		if err != nil {
			return rec, nil, err
		}
		if kind := kindOf(strict.Parse(name, data)); kind != "catalogue" {
			return rec, nil, wrongKindError(name, kind, "the record of a fight, as fight --record and table write it")
		}
		in = bufio.NewReader(bytes.NewReader(data))
	}
	rec, warnings, err := fight.ReadRecord(name, in)
	for _, w := range warnings { // one at most
		torn = text.Problem{File: w.File, Line: w.Line, Col: 1, What: w.What,
			Want: "a whole line; kokyu fight --resume cuts it, keeps a copy and goes on"}
	}
	return rec, torn, err
}

// wrongKindError returns the error for a file of one kind where something else is wanted.
func wrongKindError(name, kind, want string) error {
	return text.Problem{File: name, What: text.Either(kind == "encounter", "this is an ", "this is a ") + kind, Want: want}
}

// kindOf returns what a file is, as its content tells: an encounter, a carry, a record or, if nothing else, a catalogue
// file.
func kindOf(file *strict.File) (kind string) {
	switch kind = "catalogue"; {
	case IsRecord(file.Name, file.Data):
		kind = "record"
	case file.Holds("fighters") && !file.Holds("sides"):
		kind = "carry"
	case isEncounter(file):
		kind = "encounter"
	}
	return kind
}

// Check returns everything that is wrong with a file, and whether it is an encounter, a catalogue file, a carry or a
// record, which its content tells.
func (c Catalogue) Check(name string, data []byte) (kind string, err error) {
	file := strict.Parse(name, data)
	switch kind = kindOf(file); kind {
	case "record":
		err = checkRecord(name, data)
	case "carry":
		_, err = ReadCarry(name, data)
	case "encounter":
		_, err = c.newFight(file, Setup{})
	default:
		_, err = c.With(name, data)
	}
	return kind, err
}

// Remarks returns what a GM should know of a file without mistakes: an encounter, or the rows of a catalogue file.
func (c Catalogue) Remarks(name string, data []byte) (lines []string, err error) {
	if file := strict.Parse(name, data); isEncounter(file) {
		f, err := c.newFight(file, Setup{})
		if err != nil {
			return nil, err
		}
		return systemOf(f).remarks(f, false), nil
	}
	c, sys, who, err := c.combatants(name, data)
	for _, one := range who {
		if f, err := c.NewFight(name, book.Mirror(sys.Name, one), Setup{}); err == nil {
			lines = append(lines, sys.remarks(f, true)...)
		} // else a row that cannot fight against itself, as a steed without a rider
	}
	return lines, err
}
