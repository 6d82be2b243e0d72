package serve

import (
	"context"
	"errors"
	"os"

	"kokyu/agent/session"
	"kokyu/rules/fight"
)

// OldRulesFight is a fight whose record was written by another version of the rules: it can be read, and
// goes on once its GM calls [newRules].
type OldRulesFight struct {
	Record     fight.Record
	Difference string // which rules wrote the record, and where these differ
	GoesOn     bool   // whether these rules allow all its steps
}

// OldRulesFight returns a fight whose record another version of the rules wrote; ok is false if this
// version wrote it. It reads the file and changes nothing: such a fight is not loaded.
func (f *Fights) OldRulesFight(a Access) (old OldRulesFight, ok bool, err error) {
	if err := f.checkLink(a); err != nil {
		return old, false, err
	}
	rec, err := session.ReadRecord(f.path(a.Fight, recordExt))
	if err != nil {
		return old, false, errorFor(a, unusableError(f.path(a.Fight, recordExt), err))
	}
	other, ok := errors.AsType[session.OtherRulesError](session.CheckRules(rec))
	return OldRulesFight{rec, other.Error(), other.GoesOn()}, ok, nil
}

// Record returns the record of a fight as it is on disk. A record that can be loaded is read while nobody
// else uses the fight, so that it ends with a whole step. One that cannot, because other rules wrote it or
// it is damaged, is read as it is: nobody writes to it.
func (f *Fights) Record(ctx context.Context, a Access) (data []byte, err error) {
	read := func(path string) error {
		if data, err = os.ReadFile(path); err != nil {
			return codedError{err, Failed}
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

// resumeUnderNewRules carries out the operation [newRules] for the GM. Before it no table can be loaded.
func (f *Fights) resumeUnderNewRules(ctx context.Context, a Access) (out Answer, err error) {
	if _, err := f.deskForGM(a, newRules); err != nil {
		return out, err
	}
	s, _, err := session.ResumeUnderNewRules(f.path(a.Fight, recordExt), "none", f.readAgent)
	if err != nil {
		return out, codedError{err, session.NotNow}
	}
	if err := s.Close(); err != nil {
		return out, codedError{err, Failed}
	}
	f.options.Log.Info("fight goes on under new rules", "fight", a.Fight)
	err = f.use(ctx, a, func(t *table, c session.Client) error {
		// Going on is itself a step, the last one now, and is in the answer as other steps are.
		out.Steps = t.StepCount()
		out.Out = session.StepsMade{Steps: t.StepsAfter(out.Steps - 1), Question: c.Question()}
		f.news.add(a.Fight, out.Steps)
		return nil
	})
	return out, err
}
