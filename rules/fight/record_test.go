package fight_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/rulestest/feint"
	"kokyu/rules/text"
)

// play records a short fight with every shape of step.
func play(t testing.TB, seed uint64) *bytes.Buffer {
	t.Helper()
	h := toyHeader()
	h.Seed = seed
	var file bytes.Buffer
	f := fight.New(feint.New(), h)
	if err := f.Record(fight.NewSink(&file)); err != nil {
		t.Fatal(err)
	}
	do(t, f, "feint > Ao Oni", "low", "guard high", "cut > Kojiro", "roll")
	for _, err := range []error{
		second(f.Edit("Kojiro energy=4", "a <gift> of the GM")),
		second(f.Undo(2)),
		second(f.Redo(1)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return &file
}

func second(_ rules.Step, err error) error { return err }

func read(t testing.TB, file []byte) fight.Record {
	t.Helper()
	rec, warnings, err := fight.ReadRecord("duel.jsonl", bytes.NewReader(file))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	return rec
}

// The bytes of a record are a promise: other programs read them.
func TestRecordBytes(t *testing.T) {
	rulestest.Golden(t, filepath.Join("testdata", "toy.jsonl"), play(t, 7).String())
}

func TestReadRecordGivesBackWhatWasWritten(t *testing.T) {
	rec := read(t, play(t, 7).Bytes())
	want := toyHeader()
	want.Kokyu, want.Data, want.Now = fight.Version, []byte(`{"cut":{"energy":2}}`), rec.Header.Now
	if !reflect.DeepEqual(rec.Header, want) {
		t.Errorf("header %+v, want %+v", rec.Header, want)
	}
	if got := rec.Header.Seats.Value("Aka"); got != "human" {
		t.Errorf("Aka is played by %q", got)
	}
	if len(rec.Steps) != 8 || rec.Steps[5].Why != "a <gift> of the GM" {
		t.Errorf("steps %+v", rec.Steps)
	}
}

// Events have the fields of their kind, zero or not, and no other zero field; every kind comes back.
func TestEventsHaveTheFieldsOfTheirKind(t *testing.T) {
	for e, want := range map[rules.Event]string{
		{Kind: "check", Seat: "A", What: "cut"}:                           `{"k":"check","seat":"A","what":"cut","total":0,"need":0,"ok":false}`,
		{Kind: "down", Seat: "x > \"y\"\n\u2028\x1b", N: 3, Secret: true}: `{"k":"down","seat":"x > \"y\"\n\u2028\u001b","n":3,"secret":true}`,
		{Kind: "end"}:    `{"k":"end","what":""}`,
		{Kind: "sneeze"}: `{"k":"sneeze"}`,
	} {
		got, err := e.MarshalJSON()
		if err != nil || string(got) != want {
			t.Errorf("%+v: %s, %v; want %s", e, got, err, want)
		}
		var back rules.Event
		if err := json.Unmarshal(got, &back); err != nil || back != e {
			t.Errorf("%s comes back as %+v, %v", got, back, err)
		}
	}
	for _, k := range rules.Kinds {
		b, err := json.Marshal(rules.Event{Kind: k.Name})
		var have map[string]any
		if err = errors.Join(err, json.Unmarshal(b, &have)); err != nil || len(have) != 1+len(k.Fields) {
			t.Errorf("an empty %s event is %s (%v), want k and %v", k.Name, b, err, k.Fields)
		}
		for _, f := range k.Fields {
			if _, ok := have[f]; !ok {
				t.Errorf("an empty %s event has no %q: %s", k.Name, f, b)
			}
		}
	}
}

// A crash may cut the file anywhere: what was whole is read, and the torn line is named. Cut at a line's end, nothing
// shows that more was to come.
func TestTruncatedRecordIsReadUpToItsLastWholeLine(t *testing.T) {
	file := play(t, 7).Bytes()
	all := read(t, file)
	for n := range len(file) {
		whole := bytes.Count(file[:n], []byte("\n"))
		rec, warnings, err := fight.ReadRecord("duel.jsonl", bytes.NewReader(file[:n]))
		if whole == 0 {
			if d, ok := errors.AsType[text.Problem](err); !ok || d.Line != 1 {
				t.Fatalf("%d bytes: %v, want damage of line 1", n, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		if len(rec.Steps) != whole-1 || !reflect.DeepEqual(rec.Steps, all.Steps[:whole-1:whole-1]) && whole > 1 {
			t.Fatalf("%d bytes: %d steps, want the first %d", n, len(rec.Steps), whole-1)
		}
		torn := file[n-1] != '\n'
		if torn != (len(warnings) == 1) || torn && warnings[0].Line != whole+1 {
			t.Fatalf("%d bytes: warnings %v, torn %v", n, warnings, torn)
		}
	}
}

// One bit is enough: whatever is changed is refused with its line, or was the end of a torn last line.
func TestEveryFlippedBitIsFound(t *testing.T) {
	file := play(t, 7).Bytes()
	steps := len(read(t, file).Steps)
	for i := range file {
		for bit := range 8 {
			changed := bytes.Clone(file)
			changed[i] ^= 1 << bit
			rec, warnings, err := fight.ReadRecord("duel.jsonl", bytes.NewReader(changed))
			if i == len(file)-1 {
				if err != nil || len(warnings) != 1 || len(rec.Steps) != steps-1 {
					t.Fatalf("last newline, bit %d: %d steps, %v, %v", bit, len(rec.Steps), warnings, err)
				}
				continue
			}
			line := 1 + bytes.Count(file[:i], []byte("\n"))
			d, ok := errors.AsType[text.Problem](err)
			if !ok || d.Line != line || !strings.HasPrefix(err.Error(), fmt.Sprintf("duel.jsonl:%d:", line)) {
				t.Fatalf("byte %d (%q), bit %d: %v, want damage of line %d", i, file[i], bit, err, line)
			}
		}
	}
}

func TestDamageSaysWhatAndWhere(t *testing.T) {
	file := play(t, 7).String()
	lines := strings.SplitAfter(file, "\n")
	for name, c := range map[string]struct{ text, want string }{
		"digit":    {strings.Replace(file, `"left":3`, `"left":4`, 1), "duel.jsonl:2:176: the checksum is"},
		"missing":  {lines[0] + lines[1] + strings.Join(lines[3:], ""), "duel.jsonl:3:297: step 3 follows step 1: lines are missing, doubled or moved"},
		"doubled":  {lines[0] + lines[1] + strings.Join(lines[1:], ""), "step 1 follows step 1"},
		"crlf":     {strings.ReplaceAll(file, "\n", "\r\n"), "carriage return"},
		"empty":    {"", "duel.jsonl:1:1: the record ends before its header does: want a whole header line"},
		"no start": {strings.Join(lines[1:], ""), "duel.jsonl:1:"},
		"garbage":  {"hello\n", "not a line of a record"},
		"bom":      {"\ufeff" + file, "duel.jsonl:1:1: the line is not a line of a record"},
	} {
		_, _, err := fight.ReadRecord("duel.jsonl", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// sealed returns a record whose checksums fit, whatever its lines say.
func sealed(bodies ...string) string {
	var file strings.Builder
	crc := uint32(0)
	for _, b := range bodies {
		var line string
		line, crc = fight.Seal(strings.TrimSuffix(b, "}"), crc)
		file.WriteString(line)
	}
	return file.String()
}

const bareHeader = `{"kokyu":1,"system":"toy","seed":1,"seats":{}}`

// Right checksums make no record: fields, numbers, sizes and sense are checked too.
func TestRecordsThatMakeNoSenseAreRefused(t *testing.T) {
	deep := strings.Repeat("[", 40) + strings.Repeat("]", 40)
	for _, c := range []struct{ header, step, want string }{
		{`{"kokyu":2,"system":"toy","seed":1,"seats":{}}`, "", `the record has format 2: want "kokyu": 1`},
		{`{"kokyu":1,"system":"","seed":1,"seats":{}}`, "", "names no system"},
		{`{"kokyu":1,"system":"toy","colour":1}`, "", `the field "colour" is unknown: want one of crc, data`},
		{`{"kokyu":1,"System":"toy"}`, "", `the field "System" is unknown`},
		{`{"kokyu":1,"system":"toy","data":` + deep + `}`, "", "nested more than 32 deep"},
		{`{"kokyu":1,"system":"toy","data":{"a":1,"a":2}}`, "", `"a" is there twice`},
		{`{"kokyu":1,"system":"toy","seed":-1}`, "", `"seed" holds a number -1: want a whole number`},
		{`{"kokyu":1,"system":"toy","seats":["x"]}`, "", "not an object of names and texts"},
		{`{"kokyu":1,"system":"toy","seats":{"x":1}}`, "", `the value of "x" is not a text`},
		{bareHeader, `{"n":2,"seat":"A","do":"rest"}`, "the step has number 2: want 1"},
		{bareHeader, `{"n":1,"seat":"A","do":"rest","do":"cut"}`, `"do" is there twice`},
		{bareHeader, `{"n":1,"seat":"A","do":"rest","note":"x"}`, `duel.jsonl:2:31: the field "note" is unknown`},
		{bareHeader, `{"n":1,"seat":"A","do":"rest","events":[{"k":"down","age":4}]}`, `the field "age" of an event is unknown`},
		{bareHeader, `{"n":1,"seat":"A","do":"rest","events":[{"k":"sneeze"}]}`, `the event "sneeze" is unknown`},
		{bareHeader, `{"n":1}`, "the step has 0 of do, edit, word, undo and redo: want one"},
		{bareHeader, `{"n":1,"seat":"A","do":"rest","undo":1}`, "the step has 2 of do"},
		{bareHeader, `{"n":1,"do":"rest"}`, "nobody did this"},
		{bareHeader, `{"n":1,"undo":1}`, "takes back 1 steps: want 1 to 0"},
		{bareHeader, `{"n":1,"redo":-1}`, "returns -1 steps"},
		{bareHeader, `{"n":1,"seat":"A","do":"rest","p":0.5}`, "a chance without dice"},
		{bareHeader, `{"n":1,"seat":"A","roll":[1],"do":"hit","p":1.5}`, "the chance is 1.5: want 0 to 1"},
		{bareHeader, `{"n":1,"seat":"A","roll":[1.5],"do":"hit"}`, "want a whole number"},
		{bareHeader, `{"n":1,"word":"note","what":"x","throw":"1d6 >= 3"}`, `"throw" or "against" without a ruling`},
		{bareHeader, `{"n":1,"word":"note","what":"x","roll":[3]}`, `the word "note" beside what it does not go with`},
		{bareHeader, `{"n":1,"word":"ruling","for":"A","throw":"1d6 >= 3"}`, "a ruling without a combatant or without dice"},
		{bareHeader, `{"n":1,"word":"ruling","for":"A","throw":"1d6 >=","roll":[3]}`, "the ruling cannot be read"},
		{bareHeader, `{"n":1,"word":"ruling","for":"A","throw":"1d6 >= 3","roll":[7]}`, "die 1 of 1d6 shows 7, want 1 to 6"},
		{bareHeader, `{"n":1,"word":"ruling","seat":"A","for":"A","throw":"1d6 >= 3","roll":[3]}`, "with a seat or a secret"},
		{bareHeader, `{"n":1,"edit":"x","secret":true}`, "an edit, word, undo or redo with a seat or a secret"},
		{bareHeader, `{"n":1,"seat":"A","do":"rest"} {"n":2}`, "the line is not JSON"},
		{bareHeader, `{"n":1,"seat":"` + "\xff" + `","do":"rest"}`, "not UTF-8"},
		{bareHeader, `{"n":1,"seat":"A","do":"` + strings.Repeat("x", fight.RecordLineMax) + `"}`, "longer than 1 MiB"},
	} {
		file := sealed(c.header)
		if c.step != "" {
			file = sealed(c.header, c.step)
		}
		_, _, err := fight.ReadRecord("duel.jsonl", strings.NewReader(file))
		d, ok := errors.AsType[text.Problem](err)
		if !ok || !strings.Contains(err.Error(), c.want) || d.Want == "" || d.Line == 0 {
			t.Errorf("%.60s %.60s: %v, want damage that says %q", c.header, c.step, err, c.want)
		}
	}
	if _, _, err := fight.ReadRecord("duel.jsonl", strings.NewReader(sealed(bareHeader, `{"n":1,"seat":"A","do":"rest"}`))); err != nil {
		t.Errorf("a small record is refused: %v", err)
	}
}

// zeros is a file without end.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestRecordsAreLimited(t *testing.T) {
	_, _, err := fight.ReadRecord("duel.jsonl", zeros{})
	refused(t, err, "larger than 64 MiB")

	steps := []string{bareHeader}
	for n := range fight.RecordStepsMax + 1 {
		steps = append(steps, fmt.Sprintf(`{"n":%d,"seat":"A","do":"rest"}`, n+1))
	}
	_, _, err = fight.ReadRecord("duel.jsonl", strings.NewReader(sealed(steps...)))
	refused(t, err, "more than 100000 steps")

	f := newFight()
	h := f.Header()
	h.Data = []byte(`"` + strings.Repeat("x", fight.RecordLineMax) + `"`)
	refused(t, fight.New(feint.New(), h).Record(fight.NewSink(&bytes.Buffer{})), "want at most 1048576")
	refused(t, fight.New(feint.New(), fight.Header{}).Record(fight.NewSink(&bytes.Buffer{})), "names no system")
}

// FuzzRecord feeds lines with right checksums and raw bytes: reading never panics, and what it accepts it writes and
// reads again unchanged.
func FuzzRecord(f *testing.F) {
	f.Add(play(f, 7).Bytes())
	f.Add([]byte(bareHeader + "\n" + `{"n":1,"seat":"A","roll":[3],"do":"hit","p":0.5,"events":[{"k":"down","seat":"\u0041"}]}`))
	f.Add([]byte(bareHeader + "\n" + `{"n":1,"edit":"x","why":"y"}` + "\n" + `{"n":2,"undo":1}` + "\n" + `{"n":3,"redo":1}`))
	f.Add([]byte(`{"kokyu":1,"system":"t","data":[[[{"a":"\"{"}]]],"seats":{"a":"b"}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _, _ = fight.ReadRecord("raw", bytes.NewReader(b))
		rec, _, err := fight.ReadRecord("sealed", strings.NewReader(sealed(strings.Split(string(b), "\n")...)))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\x00\x1b") {
				t.Fatalf("control characters in a message: %q", err)
			}
			return
		}
		fight.StandingSteps(rec.Steps)
		fight.SeenBy(rec.Steps, "")
		var once, twice bytes.Buffer
		if err := fight.WriteRecord(&once, rec.Header, rec.Steps); err != nil {
			t.Fatal(err)
		}
		again := read(t, once.Bytes())
		if err := fight.WriteRecord(&twice, again.Header, again.Steps); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) || !reflect.DeepEqual(again.Steps, rec.Steps) {
			t.Fatalf("written once\n%s\ntwice\n%s", &once, &twice)
		}
	})
}
