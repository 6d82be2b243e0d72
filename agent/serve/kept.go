package serve

import (
	"context"
	"errors"
	"os"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// newRules is the operation with which a GM lets a fight go on whose record other rules wrote.
const newRules = "new rules"

// otherRules is the error for whoever would use a fight that other rules wrote before its GM has called [newRules].
type otherRules struct {
	text.Problem
	of session.OtherRules
}

func (o otherRules) Unwrap() []error { return []error{o.Problem, o.of} }

// otherRulesError returns the error of a record that other rules wrote, with its code.
func otherRulesError(o session.OtherRules) error {
	want := "the GM's word that it goes on under these: new rules"
	if !o.GoesOn() {
		want = "a new fight: these rules do not allow that step"
	}
	return coded{otherRules{text.Problem{What: strings.TrimSuffix(o.Error(), "."), Want: want + "; its record can be read as it is"}, o}, session.NotNow}
}

// OldRulesFight is a fight whose record rules of another version wrote: it can be read, and goes on once its GM calls
// [newRules].
type OldRulesFight struct {
	Record     fight.Record
	Difference string // which rules wrote the record, and where these differ
	GoesOn     bool   // whether these rules allow all its steps
}

// OldRulesFight returns a fight whose record other rules wrote; ok is false if these wrote it. It reads the file and
// changes nothing.
func (f *Fights) OldRulesFight(a Access) (old OldRulesFight, ok bool, err error) {
	if err := f.checkLink(a); err != nil {
		return old, false, err
	}
	rec, err := session.ReadRecord(f.path(a.Fight, recordExt))
	if err != nil {
		return old, false, errorFor(a, unusable(f.path(a.Fight, recordExt), err))
	}
	other, ok := errors.AsType[session.OtherRules](session.CheckRules(rec))
	return OldRulesFight{rec, other.Error(), other.GoesOn()}, ok, nil
}

// checkLink returns an error unless the fight exists and the link that opened it has not been revoked.
func (f *Fights) checkLink(a Access) error {
	d, err := f.desk(a.Fight)
	if err == nil && !d.isValid(a.Link) {
		err = unknownFight()
	}
	return err
}

// Record returns the record of a fight as it is on disk, even if other rules wrote it or it is damaged. A healthy
// record is read while nobody else uses the fight, so that it ends with a whole step.
func (f *Fights) Record(ctx context.Context, a Access) (data []byte, err error) {
	read := func(path string) error {
		if data, err = os.ReadFile(path); err != nil {
			return coded{err, Failed}
		}
		return nil
	}
	err = f.With(ctx, a, func(c session.Client) error { return read(c.RecordPath()) })
	if _, other := errors.AsType[otherRules](err); !other && CodeOf(err) != UnusableFiles {
		return data, err
	}
	if err := f.checkLink(a); err != nil {
		return nil, err
	}
	return data, read(f.path(a.Fight, recordExt))
}

// underNewRules carries out the operation [newRules] for the GM. It needs a path of its own because no table can be
// loaded before.
func (f *Fights) underNewRules(ctx context.Context, a Access) (out Answer, err error) {
	if _, err := f.deskForGM(a, newRules); err != nil {
		return out, err
	}
	s, _, err := session.ResumeUnderNewRules(ctx, f.path(a.Fight, recordExt), "none", f.readAgent)
	if err != nil {
		return out, coded{err, session.NotNow}
	}
	if err := s.Close(); err != nil {
		return out, coded{err, Failed}
	}
	f.options.Log.Info("fight goes on under new rules", "fight", a.Fight)
	err = f.use(ctx, a, func(t *table, c session.Client) error {
		out.Steps = len(t.StepsAfter(0))
		out.Out = session.Made{Steps: t.StepsAfter(out.Steps - 1), Question: c.Question()}
		f.news.add(a.Fight, out.Steps)
		return nil
	})
	return out, err
}
