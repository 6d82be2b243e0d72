package agent

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// OtherRules says of a record that goes on under other rules than this program's, in a sentence, that it does. It is empty for
// one of the same rules, and where a system has no digest of them.
func OtherRules(rec fight.Record) string {
	about, err := About(rec.Header.System)
	digest, before := rec.Rules()
	if err != nil || about.RulesDigest == "" || digest == about.RulesDigest {
		return ""
	}
	by := ""
	if p := rec.Header.Program; p != "" && before == 0 {
		by = ", by kokyu " + text.Escape(p)
	}
	return fmt.Sprintf("The record was written under other rules of %s%s (digest %s; here %s).", about.Name, by, text.Escape(cmp.Or(digest, "none")), about.RulesDigest)
}

// FirstDifference returns where this program's rules make something else of a record than it has; nil if nowhere. The error is that of a
// record whose fight cannot be begun.
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

// Replay makes the steps of a record again in its fight, as [fight.Replay] does; what was made under other rules before the record
// went on under these is not compared. The error is [ExplainDifference].
func Replay(f *fight.Fight, rec fight.Record) error {
	_, before := rec.Rules()
	return ExplainDifference(rec, fight.ReplayFrom(f, rec, before))
}

// ExplainDifference returns the error of a replay with why a difference may be.
func ExplainDifference(rec fight.Record, err error) error {
	if diff, ok := errors.AsType[*fight.Difference](err); ok {
		return partedError{diff, WhyDifferent(rec)}
	}
	return err
}

// WhyDifferent says why these rules may make something else of a record, and what is to be done about it.
func WhyDifferent(rec fight.Record) string {
	other := OtherRules(rec)
	if other == "" {
		return "These are the rules it says it was written under: it was changed since then, or kokyu has a fault."
	}
	return other + " kokyu tell, kokyu show and kokyu review --as-recorded read it as it is."
}

// partedError is a difference with why it may be.
type partedError struct {
	*fight.Difference
	why string
}

func (p partedError) Unwrap() error { return p.Difference }

func (p partedError) Error() string { return p.Difference.Error() + "\n" + p.why }

// Beginning returns the title of a record's fight and how everybody stands at its beginning, nil where these rules cannot begin it.
func Beginning(rec fight.Record) (title string, begin *fight.Snapshot) {
	f, err := Begin(rec)
	if err == nil {
		s := f.Snapshot()
		return Title(f), &s
	}
	var head struct{ Title string }
	_ = json.Unmarshal(rec.Header.Encounter, &head) // what is no encounter has no title
	return head.Title, nil
}

// Rules returns the digest of a system's rules, empty if it has none.
func Rules(system string) string {
	about, _ := About(system)
	return about.RulesDigest
}
