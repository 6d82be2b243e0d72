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

// newRules is the operation by which a GM lets a fight that other rules wrote go on.
const newRules = "new rules"

// otherRules is the error for whoever would use a fight that other rules wrote before its GM lets it go on under these.
type otherRules struct {
	text.Problem
	of session.OtherRules
}

func (o otherRules) Unwrap() []error { return []error{o.Problem, o.of} }

// ofOtherRules returns the error of a record that other rules have written, with its code.
func ofOtherRules(o session.OtherRules) error {
	want := "the GM's word that it goes on under these: new rules"
	if !o.GoesOn() {
		want = "a new fight: these rules do not allow that step"
	}
	return coded{otherRules{text.Problem{What: strings.TrimSuffix(o.Error(), "."), Want: want + "; its record can be read as it is"}, o}, session.NotNow}
}

// OldRulesFight is a fight whose record other rules wrote: it can be read, and goes on when its GM says so.
type OldRulesFight struct {
	Record fight.Record
	Says   string // by which rules, and where these part from them
	GoesOn bool   // these allow all its steps
}

// OldRulesFight returns a fight whose record other rules wrote; no other one is kept so. It reads the file and changes nothing.
func (f *Fights) OldRulesFight(a Access) (k OldRulesFight, is bool, err error) {
	if err := f.standing(a); err != nil {
		return k, false, err
	}
	rec, err := session.ReadRecord(f.path(a.Fight, recordExt))
	if err != nil {
		return k, false, forWhom(a, unusable(f.path(a.Fight, recordExt), err))
	}
	other, is := errors.AsType[session.OtherRules](session.RulesOf(rec))
	return OldRulesFight{rec, other.Error(), other.GoesOn()}, is, nil
}

// standing returns an error unless a fight is there and the link that opened it stands.
func (f *Fights) standing(a Access) error {
	d, err := f.desk(a.Fight)
	if err == nil && !d.stands(a.Link) {
		err = unknownFight()
	}
	return err
}

// Record returns the record of a fight as it is on disk, also of one that other rules wrote, or that is damaged.
func (f *Fights) Record(ctx context.Context, a Access) (data []byte, err error) {
	read := func(path string) error {
		if data, err = os.ReadFile(path); err != nil {
			return coded{err, Failed}
		}
		return nil
	}
	err = f.With(ctx, a, func(c session.Client) error { return read(c.Record()) })
	if _, other := errors.AsType[otherRules](err); !other && CodeOf(err) != Unusable {
		return data, err
	}
	if err := f.standing(a); err != nil {
		return nil, err
	}
	return data, read(f.path(a.Fight, recordExt))
}

// underNewRules lets a fight that other rules wrote go on under these, for its GM.
func (f *Fights) underNewRules(ctx context.Context, a Access) (out Answer, err error) {
	if _, err := f.gms(a, newRules); err != nil {
		return out, err
	}
	s, _, err := session.ResumeUnderNewRules(ctx, f.path(a.Fight, recordExt), "none", f.mind)
	if err != nil {
		return out, coded{err, session.NotNow}
	}
	if err := s.Close(); err != nil {
		return out, coded{err, Failed}
	}
	f.o.Log.Info("fight goes on under new rules", "fight", a.Fight)
	err = f.use(ctx, a, func(t *table, c session.Client) error {
		out.Steps = len(t.Steps(0))
		out.Out = session.Made{Steps: t.Steps(out.Steps - 1), Question: c.Question()}
		f.news.add(a.Fight, out.Steps)
		return nil
	})
	return out, err
}
