package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// speak sends lines to a program's table and gives back what it answers, line by line.
func speak(t *testing.T, s *session.Session, as string, lines ...string) (back []map[string]any) {
	t.Helper()
	var out bytes.Buffer
	if err := Lines(t.Context(), session.Client{Session: s, As: as}, strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		var v map[string]any
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		back = append(back, v)
	}
	return back
}

// practising returns a session of the practice fight: Aki against Boku, greedy unless seats say otherwise.
func practising(t *testing.T, seats map[string]agent.Agent) *session.Session {
	t.Helper()
	c, err := agent.Builtin().With("rows.yaml", []byte(rulestest.PracticeRows))
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(c, "practice.yaml", []byte(rulestest.Practice), session.Setup{Seed: 1, Standard: agent.Greedy{}, Agents: seats, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	s.Advice = search.Limits{Nodes: 300}
	return s
}

// mistakes returns what was wrong with each request, by its place among the answers.
func mistakes(back []map[string]any) (list []string) {
	for _, v := range back {
		if _, happened := v["event"]; happened {
			continue
		}
		what := ""
		if e, wrong := v["error"].(map[string]any); wrong {
			what = fmt.Sprint(e["what"])
		}
		list = append(list, what)
	}
	return list
}

// Whatever is sent, each request has one answer, nothing is lost and the next one is heard.
func TestNothingAClientSendsEndsTheTable(t *testing.T) {
	s := practising(t, map[string]agent.Agent{"Aki": session.Person{}})
	back := speak(t, s, "",
		`{"id":1,"op":"options"}`,
		`{"id":1,"op":"options"}`,
		"\x00\x01\xff\x7fELF",
		`{"id":2,"op":"note","in":{"words":"`+strings.Repeat("x", 5<<20)+`"}}`,
		`{"id":3,"op":"options","protocol":2}`,
		`{"id":4,"op":"optoins"}`,
		`{"id":5,"op":"do","in":{"do":"cut > Boku"}}`,
		`{"id":6,"op":"do","in":[1]}`,
		`{"id":7}{"id":8}`,
		`{"id":9,"op":"edit","in":{"name":"Boku","changes":["wounds=60"]}}`,
		`{"id":10,"op":"dice","in":{"faces":[11,1]}}`,
		``,
		`{"id":11,"op":"do","in":{"words":"cut > Boku"}}`)
	want := []string{"", "the id 1 was used before", "a line is no request", "longer than 1 MiB", "no version 2",
		`no operation "optoins"`, "the input of do is wrong", "the input of do is wrong",
		"a line holds more than a request", "wounds cannot be", "nothing to roll", ""}
	got := mistakes(back)
	if len(got) != len(want) {
		t.Fatalf("%d answers, want %d: %q", len(got), len(want), got)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) || got[i] != "" && want[i] == "" {
			t.Errorf("answer %d: got %q, want %q", i, got[i], want[i])
		}
	}
	ids := map[any]bool{}
	for _, v := range back {
		id, has := v["id"]
		if has && (ids[id] || id.(float64) < 1 || slices.Contains([]float64{8}, id.(float64))) {
			t.Errorf("an answer has the id %v, which was not asked or was answered before", id)
		}
		if e, wrong := v["error"].(map[string]any); wrong && !slices.Contains(allCodes(), session.Code(e["code"].(string))) {
			t.Errorf("the error %v has no code of the list", e)
		}
		ids[id] = has
	}
	if steps := s.StepsAfter(0); len(steps) < 2 || steps[0].Do != "cut > Boku" {
		t.Errorf("the steps are %+v", steps)
	}
}

// A request with a wrong member is answered under its id, and the answer says which it is.
func TestAWrongMemberOfARequestIsNamed(t *testing.T) {
	s := practising(t, map[string]agent.Agent{"Aki": session.Person{}})
	for _, c := range [][2]string{{`{"id":1,"op":"state","x":1}`, `unknown field "x"`}, {`{"id":1,"op":5}`, `"op" holds a number, not a text`},
		{`{"Id":1,"Op":"state"}`, `the field "Id" is unknown`}} {
		got := speak(t, s, "", c[0])
		fault, _ := got[len(got)-1]["error"].(map[string]any)
		if got[len(got)-1]["id"] != 1.0 || !strings.Contains(fmt.Sprint(fault["what"]), c[1]) {
			t.Errorf("%s: %v, want %s", c[0], got[len(got)-1], c[1])
		}
	}
}

// No line uses up the ids, or is heard as another one: after each the next good request is answered.
func TestJunkEndsNoTable(t *testing.T) {
	s := practising(t, map[string]agent.Agent{"Aki": session.Person{}})
	var lines []string
	n := 0
	for _, id := range []string{`9223372036854775807`, `9007199254740991`, `123456789012345678901234567890`,
		`2.5`, `1e300`, `1e3`, `-1`, `0`, `true`, `null`, `"1"`, `[]`, `{}`} {
		for _, rest := range []string{`"op":"options"`, `"op":1`, `"op":null`, `"op":"options","in":{"x":1}`, `"protocol":"x"`, `"unknown":1`} {
			lines = append(lines, `{"id":`+id+`,`+rest+`}`)
		}
	}
	lines = append(lines, `[]`, `[{"id":1,"op":"options"}]`, `{`, `}`, `]`, `"x"`, `1`, `null`, `{}`, "\x00", "\xff\xfe",
		"\ufeff{}", strings.Repeat("[", 20_000), `{"id":`, `{"op":"options"}`)
	var sent []string
	for _, line := range lines {
		n++
		sent = append(sent, line, fmt.Sprintf(`{"id":%d,"op":"state"}`, n+1000))
	}
	answered := map[float64]bool{}
	for _, v := range speak(t, s, "", sent...) {
		if id, has := v["id"].(float64); has && v["out"] != nil {
			answered[id] = true
		}
	}
	for i := range n {
		if !answered[float64(i+1001)] {
			t.Fatalf("after %.100q no request is answered", lines[i])
		}
	}
}

// A client that sends nothing is greeted and asked, and nothing is wrong.
func TestASilentClientIsGreeted(t *testing.T) {
	back := speak(t, practising(t, map[string]agent.Agent{"Aki": session.Person{}}), "")
	if len(back) != 2 || back[0]["event"] != "hello" || back[1]["event"] != "question" || back[0]["protocol"] != float64(version) {
		t.Errorf("%v", back)
	}
}

// Every operation is in the protocol: greeted with, in the schema, and what is sent and comes back fits the schema.
func TestTheProtocolFitsItsSchema(t *testing.T) {
	schema, err := ProtocolSchema()
	if err != nil {
		t.Fatal(err)
	}
	fits := func(s *jsonschema.Schema, v any) error {
		s = s.CloneSchemas()
		s.Defs = schema.CloneSchemas().Defs
		r, err := s.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Validate(v)
	}
	s := practising(t, map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}})
	lines, position := []string{}, `"version: 1\nsystem: breath\ntitle: T\nsides:\n- {name: a, fighters: [{who: ronin}]}\n- {name: b, fighters: [{who: bandit}]}\n"`
	inputs := map[string]string{"do": `{"words":"cut > Boku"}`, "dice": `{"faces":[7,9]}`,
		"dice again": `{"faces":[2,3],"why":"misread"}`, "help": `{"words":"parry"}`,
		"ban": `{"do":"stab"}`, "allow": `{"do":"stab"}`, "edit": `{"name":"Boku","changes":["energy=3"]}`, "note": `{"words":"rain"}`,
		"ruling odds": `{"name":"Aki","throw":"7k3 >= 25"}`, "ruling": `{"name":"Aki","throw":"2d10+3 >= 14","what":"to jump"}`, "why": `{"words":"end the breath"}`,
		"apply": `{"position":` + position + `}`, "view": `{"name":"Aki"}`,
		"add": `{"line":"{who: pupil, name: Chie}","why":"a late one"}`, "remove": `{"name":"Chie"}`,
		"plans": `{"name":"teachers"}`, "end": `{"side":"draw","why":"the bell"}`}
	for _, o := range session.Operations() {
		in := inputs[o.Name]
		if in == "" {
			in = "{}"
		}
		lines = append(lines, fmt.Sprintf(`{"id":%d,"op":%q,"in":%s}`, len(lines)+1, o.Name, in))
	}
	for i, o := range session.Operations() {
		var v any
		if err := json.Unmarshal([]byte(lines[i]), &v); err != nil {
			t.Fatal(err)
		}
		if title := schema.Properties["sent"].AnyOf[i].Title; title != o.Name {
			t.Errorf("the schema has %q where %q should be", title, o.Name)
		}
		if in := v.(map[string]any); len(in["in"].(map[string]any)) > 0 {
			if err := errors.Join(fits(schema.Properties["sent"].AnyOf[i], v), fits(schema.Properties["sent"], v)); err != nil {
				t.Errorf("%s does not fit: %v", lines[i], err)
			}
			in["protocol"], in["op"] = 1, o.Name+"x"
			if fits(schema.Properties["sent"], v) == nil {
				t.Errorf("%v fits", v)
			}
		}
	}
	back := speak(t, s, "", lines...)
	if n := len(back[0]["operations"].([]any)); n != len(session.Operations()) {
		t.Errorf("%d operations are greeted with, want %d", n, len(session.Operations()))
	}
	works, words := 0, 0
	for _, v := range back {
		words += closedWords(v, func(words map[string]any, key string) {
			was := words[key]
			if words[key] = "no such word"; fits(schema.Properties["back"], v) == nil {
				t.Errorf("%s may be no word of its list: %.200v", key, words)
			}
			words[key] = was
		})
		if err := fits(schema.Properties["back"], v); err != nil {
			t.Errorf("%.300v does not fit: %.300v", v, err)
		}
		if v["out"] != nil {
			works++
		}
	}
	if works < 20 || words < 20 {
		t.Errorf("%d operations answer, with %d words of lists: %q", works, words, mistakes(back))
	}
}

// closedWords calls with each object whose member is a word of a closed list, the first few of each, and says how many.
func closedWords(v any, with func(words map[string]any, key string)) (n int) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range []string{"k", "code", "phase", "event", "waits"} {
			if _, is := v[key].(string); is {
				with(v, key)
				n++
			}
		}
		for _, part := range v {
			n += closedWords(part, with)
		}
	case []any:
		for _, part := range v[:min(len(v), 2)] {
			n += closedWords(part, with)
		}
	}
	return n
}

// The protocol's schema says each form once.
func TestTheProtocolIsShort(t *testing.T) {
	schema, err := ProtocolSchema()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := WriteObject(&text, schema); err != nil {
		t.Fatal(err)
	}
	if n := text.Len(); n > 68_700 {
		t.Errorf("the schema of the protocol has %d bytes, want at most 68,700", n)
	}
}

// A record's lines fit the schema of records.
func TestARecordFitsItsSchema(t *testing.T) {
	schema, err := RecordSchema()
	if err != nil {
		t.Fatal(err)
	}
	r, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := practising(t, map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}})
	speak(t, s, "", `{"id":1,"op":"ban","in":{"do":"stab","for":"Boku","why":"tired"}}`,
		`{"id":2,"op":"do","in":{"words":"cut > Boku"}}`, `{"id":3,"op":"dice","in":{"faces":[7,9]}}`,
		`{"id":4,"op":"dice again","in":{"faces":[2,3]}}`, `{"id":5,"op":"undo"}`, `{"id":6,"op":"redo"}`,
		`{"id":7,"op":"edit","in":{"name":"Boku","changes":["energy=3"]}}`)
	path := t.TempDir() + "/r.jsonl"
	if err := s.Save(path); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rec, _, err := fight.ReadRecord(path, file)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := fight.WriteRecord(&text, rec.Header, rec.Steps); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text.Bytes()) {
		var v any
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if err := r.Validate(v); err != nil {
			t.Errorf("%.200s does not fit: %v", line, err)
		}
	}
}

// BenchmarkApplyAtATable is one apply call of a program that goes on from the answer before, over the lines of a table: the
// time of both ends of the pipe, on one core.
func BenchmarkApplyAtATable(b *testing.B) {
	_, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		b.Fatal(err)
	}
	s, err := session.Open(agent.Builtin(), "ambush", data, session.Setup{Seed: 1, Standard: session.Person{}, Voice: "none"})
	if err != nil {
		b.Fatal(err)
	}
	toTable, requests := io.Pipe()
	answers, fromTable := io.Pipe()
	go func() {
		fromTable.CloseWithError(Lines(b.Context(), session.Client{Session: s}, toTable, fromTable))
	}()
	defer requests.Close()
	lines := bufio.NewReader(answers)
	for range 2 { // the greeting, and what is asked
		if _, err := lines.ReadBytes('\n'); err != nil {
			b.Fatal(err)
		}
	}
	start := session.Apply{Position: string(data)}
	in, id := start, 0
	for b.Loop() {
		id++
		request, err := json.Marshal(map[string]any{"id": id, "op": "apply", "in": in})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := requests.Write(append(request, '\n')); err != nil {
			b.Fatal(err)
		}
		line, err := lines.ReadBytes('\n')
		if err != nil {
			b.Fatal(err)
		}
		var answer struct {
			Out session.ApplyResult
		}
		if err := json.Unmarshal(line, &answer); err != nil || answer.Out.Position == "" {
			b.Fatalf("%s, %v", line, err)
		}
		switch in = (session.Apply{Position: answer.Out.Position}); answer.Out.Waits {
		case session.Dice:
			in.Dice = []int{3, 7}
		case session.Over:
			in = start
		default:
			in.Do = answer.Out.Options[id%len(answer.Out.Options)].Words
		}
	}
}
