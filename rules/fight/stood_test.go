package fight_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest/feint"
)

// What a record keeps of positions is what the rules came to, after undo, redo, edits and mended dice too.
func TestARecordKeepsHowEverybodyStood(t *testing.T) {
	f := newFight()
	var file bytes.Buffer
	if err := f.Record(fight.NewSink(&file)); err != nil {
		t.Fatal(err)
	}
	kept := map[int]string{} // after the step that stands last
	note := func() {
		n := 0
		if line := fight.StandingSteps(f.Steps()); len(line) > 0 {
			n = line[len(line)-1].N
		}
		kept[n] = fmt.Sprintf("%+v", f.Snapshot())
	}
	note()
	for n := 1; n <= 60 && f.Turn().Kind != rules.Over; n++ {
		var err error
		switch {
		case n%11 == 0:
			_, err = f.Undo(2)
		case n%7 == 0 && f.Turn().Begins:
			if _, err = f.Edit("Kojiro energy=3", "the test"); err != nil { // he is down
				err = nil
			}
		case n%17 == 0:
			if _, err = f.Mend("misread", 9, 9); err != nil { // no dice yet
				err = nil
			}
		case f.Turn().Kind == rules.Chance:
			_, err = f.Roll()
		default:
			options := f.Options()
			_, err = f.Do(options[n%len(options)].Words)
		}
		if err != nil {
			t.Fatal(err)
		}
		note()
	}
	checked := 0
	rec := read(t, file.Bytes())
	for step, stood := range rec.Past(nil) {
		if step.N > 0 && step.Now == nil {
			continue
		}
		checked++
		if is := fmt.Sprintf("%+v", stood); is != kept[step.N] {
			t.Errorf("after step %d the record has\n\t%s\nwant\n\t%s", step.N, is, kept[step.N])
		}
	}
	if checked < 5 {
		t.Errorf("only %d positions are kept", checked)
	}
}

// A record of before positions were kept is read, replayed and gone on with as it is, and its events say how everybody stood.
func TestARecordWithoutPositionsIsReadByItsEvents(t *testing.T) {
	old, err := os.ReadFile("testdata/toy-without-positions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rec := read(t, old)
	f := fight.New(feint.New(), rec.Header)
	begin := f.Snapshot()
	var file bytes.Buffer
	if err := f.Record(fight.NewSink(&file)); err != nil {
		t.Fatal(err)
	}
	if err := fight.Replay(f, rec); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.Bytes(), old) {
		t.Error("the replayed record has other bytes")
	}
	is, want := fmt.Sprintf("%+v", rec.Last(&begin).Stands), fmt.Sprintf("%+v", f.Snapshot().Stands)
	if is != want {
		t.Errorf("by its events they stand\n\t%s\nwant\n\t%s", is, want)
	}
	for n := 0; f.Turn().Kind != rules.Over && n < 200; n++ { // what comes later is kept
		if f.Turn().Kind == rules.Chance {
			do(t, f, "roll")
		} else {
			do(t, f, f.Options()[0].Words)
		}
	}
	if is, want := fmt.Sprintf("%+v", read(t, file.Bytes()).Last(&begin)), fmt.Sprintf("%+v", f.Snapshot()); is != want {
		t.Errorf("at the end they stand\n\t%s\nwant\n\t%s", is, want)
	}
}

// Positions that are none are damage with a place, and a ground larger than any map is not drawn.
func TestAPositionThatIsNoneIsDamage(t *testing.T) {
	rec := read(t, play(t, 7).Bytes())
	for now, want := range map[string]string{
		`7`:                               "no object",
		`[]`:                              "no object",
		`{"round":"x"}`:                   "the position",
		`{"who":{"Aka":{"n":{"e":"x"}}}}`: "the position",
		`{"count":[[1]]}`:                 "the position",
		`{"ground":{"kind":"squares","wide":1000000,"high":1000000,"places":[]}}`: "ground",
		"{\"seat\":\"\u202eAka\"}": "U+202E",
	} {
		steps := append([]rules.Step{}, rec.Steps...)
		steps[0].Now = []byte(now)
		var file bytes.Buffer
		if err := fight.WriteRecord(&file, rec.Header, steps); err != nil {
			t.Fatal(err)
		}
		if _, _, err := fight.ReadRecord("duel.jsonl", &file); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "duel.jsonl:2:") {
			t.Errorf("%s: %v, want %q", now, err, want)
		}
	}
}
