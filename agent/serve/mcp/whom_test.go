package mcp

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
)

// whom says of every operation who may call it about whom. The input has ? where a target stands. A letter of a word is what comes of
// one target, in the order of targets, or of the only input: y done, or refused for another reason than who asks; n not theirs; u
// there is nobody, or no side, of this name; t as y for the seat that is asked, as n for others.
var whom = map[string]struct{ in, player, watcher, gm string }{
	"state": {`{}`, "y", "y", "y"}, "board": {`{}`, "y", "y", "y"}, "events": {`{}`, "y", "y", "y"}, "tale": {`{}`, "y", "y", "y"},
	"position": {`{}`, "y", "y", "y"}, "apply": {`{"position":"x"}`, "y", "y", "y"}, "help": {`{"words":?}`, "yyyyyyy", "yyyyyyy", "yyyyyyy"},
	"sheet": {`{"name":?}`, "yyyuuuy", "yyyuuuy", "yyyuuuy"}, "view": {`{"name":?}`, "ynnuuuy", "nnnuuuy", "yyyuuuu"},
	"options": {`{}`, "t", "n", "y"}, "do": {`{"words":"thrust > Masamune"}`, "t", "n", "y"},
	"roll": {`{}`, "t", "n", "y"}, "dice": {`{"faces":[2,2]}`, "t", "n", "y"},
	"advise": {`{"nodes":20}`, "t", "n", "y"}, "why": {`{"words":"dance"}`, "t", "n", "y"}, "play": {`{}`, "y", "n", "y"},
	"undo": {`{}`, "y", "n", "y"}, "cancel": {`{}`, "n", "n", "y"}, // of a player none waits
	"yield": {`{"name":?}`, "ynnuuuy", "nnnnnnn", "yyyuuuy"}, "concede": {`{"side":?}`, "uuuynuy", "nnnnnnn", "uuuyyuu"},
	"end": {`{"side":?,"why":"dawn"}`, "nnnnnnn", "nnnnnnn", "uuuyyuy"}, "remove": {`{"name":?}`, "nnnnnnn", "nnnnnnn", "yyyuuuu"},
	"edit": {`{"name":?,"changes":["energy=5"]}`, "nnnnnnn", "nnnnnnn", "yyyyyuu"}, "force": {`{"name":?,"do":"dance"}`, "nnnnnnn", "nnnnnnn", "yyyuuuu"},
	"add": {`{"line":"bandit","side":?}`, "nnnnnnn", "nnnnnnn", "uuuyyuy"}, "seat": {`{"name":?,"plays":"human dice=hand"}`, "nnnnnnn", "nnnnnnn", "yyyyyuy"},
	"ban": {`{"do":"thrust","for":?}`, "nnnnnnn", "nnnnnnn", "yyyyyuy"}, "allow": {`{"do":"thrust","for":?}`, "nnnnnnn", "nnnnnnn", "yyyyyuy"},
	"auto": {`{"name":?}`, "nnnnnnn", "nnnnnnn", "yyyyyuy"}, "ask": {`{"name":?}`, "nnnnnnn", "nnnnnnn", "yyyyyuy"},
	"plans": {`{"name":?}`, "nnnnnnn", "nnnnnnn", "yyyyyuy"}, "all": {`{"name":?}`, "nnnnnnn", "nnnnnnn", "yyyyyuy"},
	"ruling odds": {`{"name":?,"throw":"2d10 >= 9"}`, "nnnnnnn", "nnnnnnn", "yyyuuuu"},
	"ruling":      {`{"name":?,"throw":"2d10 >= 9"}`, "nnnnnnn", "nnnnnnn", "yyyuuuu"},
	"propose":     {`{}`, "n", "n", "y"}, "take": {`{}`, "n", "n", "y"}, "dice again": {`{"faces":[2,2]}`, "n", "n", "y"}, "redo": {`{}`, "n", "n", "y"},
	"note": {`{"words":"rain"}`, "n", "n", "y"}, "players": {`{"hint":true,"undo":true}`, "n", "n", "y"},
	"new rules": {`{}`, "n", "n", "y"}, "save": {`{"file":"x.jsonl"}`, "n", "n", "y"},
}

// targets returns who and what an input can name, from a seat: itself, somebody of its side, a foe, its side, the other, nobody, none.
func targets(seat string) []string {
	bandits := []string{"Jubei the Cur", "Gonta", "Masamune", "bandits", "travellers", "Nemo", ""}
	switch seat {
	case "Gonta":
		bandits[0], bandits[1] = "Gonta", "Sute"
	case "Masamune":
		return []string{"Masamune", "Tomoe", "Gonta", "travellers", "bandits", "Nemo", ""}
	}
	return bandits
}

// Every operation is done or refused, over HTTP and by a tool, as who asks and about whom it is say, and nothing else has a say: for
// the GM and the owner, for a seat that is asked and two that are not, for who watches, and for strangers. Who holds several links
// may do with each what that link may. What is refused makes no step.
func TestWhoMayDoWhatToWhom(t *testing.T) {
	f := folder(t)
	everybody := map[string]string{"travellers": "human", "bandits": "human"}
	id, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 3, Seats: everybody, Dice: []string{"all"}, Voice: "none"})
	_, others := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`)})
	s := serve.NewServer(f, serve.ServerOptions{Rate: 1 << 20, RateLink: 1 << 20})
	Mount(s, Options{})
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	post := func(key, op, in string) (code session.Code, body []byte) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/fights/"+id+"/"+serve.PathOf(op), strings.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		if key != "" {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		back, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer back.Body.Close()
		if body, err = io.ReadAll(back.Body); err != nil {
			t.Fatal(err)
		}
		var p serve.ProblemDetails
		_ = json.Unmarshal(body, &p) // an answer has no code
		return p.Code, body
	}
	steps := func(since int) (list []rules.Step) {
		t.Helper()
		if err := f.With(t.Context(), serve.FullAccess(id), func(c session.Client) error {
			list = slices.Clone(c.StepsAfter(since))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	gm := func(op, in string) {
		t.Helper()
		if code, body := post(keys["gm"], op, in); code != "" {
			t.Fatalf("%s %s of the GM: %s", op, in, body)
		}
	}
	before := 0
	mend := func() { // the fight is as it was
		t.Helper()
		gm("play", "")
		for _, step := range slices.Backward(steps(before)) {
			switch {
			case step.Undo > 0:
				gm("redo", fmt.Sprintf(`{"n":%d}`, step.Undo))
			case step.Redo > 0:
				gm("undo", fmt.Sprintf(`{"steps":%d}`, step.Redo))
			default:
				gm("undo", `{"steps":1}`)
			}
		}
		before += len(steps(before))
	}
	gm("players", `{"hint":true,"undo":true}`)
	before = len(steps(0))
	for _, who := range []string{"gm", "owner", "Jubei the Cur", "Gonta", "Masamune", "watcher", "stranger", ""} {
		key := map[string]string{"owner": s.Owner(), "stranger": others["gm"]}[who]
		if key == "" {
			key = keys[who]
		}
		var tools assistant
		role := serve.Role(who)
		if strings.ToLower(who) != who {
			role = serve.Player
		}
		if slices.Contains([]string{"gm", "Jubei the Cur", "Masamune", "watcher"}, who) {
			tools = linked(t, f, key, Options{})
		}
		for _, o := range session.Operations() {
			w := whom[o.Name]
			may := w.player
			switch who {
			case "gm", "owner":
				may = w.gm
			case "watcher":
				may = w.watcher
			case "stranger", "":
				may = strings.Repeat("f", len(w.player))
			case "Jubei the Cur":
				may = strings.ReplaceAll(may, "t", "y")
			default:
				may = strings.ReplaceAll(may, "t", "n")
			}
			if len(may) != 1+6*strings.Count(w.in, "?") {
				t.Fatalf("%s: %q is not for all targets", o.Name, may)
			}
			if keys[who] == "" { // the owner is as the GM, and a stranger is refused whatever it asks
				may = may[:1]
			}
			for i, want := range may {
				target := targets(who)[i]
				in := strings.ReplaceAll(w.in, "?", rules.JSONText(target))
				check := func(face string, code session.Code, said string) {
					t.Helper()
					if got := map[session.Code]rune{session.NotYours: 'n', session.UnknownName: 'u', serve.UnknownFight: 'f'}[code]; got != want && (got != 0 || want != 'y') {
						t.Errorf("%s: %s %s of %q is %c (%s), want %c: %.300s", face, o.Name, in, who, max(got, '-'), code, want, said)
					}
					if made := steps(before); code != "" && len(made) > 0 || o.Asks && len(made) > 0 {
						t.Fatalf("%s: %s %s of %q is refused, or asks, and makes %v", face, o.Name, in, who, made)
					} else if len(made) > 0 {
						n := made[0]
						if own := n.Do != "" && n.Seat == who || n.Edit == who+" yields" && n.Why == "its own choice"; role == serve.Player && (!own || len(made) > 1) {
							t.Errorf("%s: %s %s of %q makes %+v", face, o.Name, in, who, made)
						}
						mend()
					}
				}
				code, body := post(key, o.Name, in)
				check("HTTP", code, string(body))
				offered := toolOf(o.Name) != nil && role.May(findOperation(o.Name).Operation)
				if tools.s == nil || toolOf(o.Name) == nil || i > 0 && (!offered || role == serve.GM) {
					continue
				}
				args := arguments(t, id, o.Name, in)
				delete(args, "confirm")
				out, err := tools.s.CallTool(t.Context(), &sdk.CallToolParams{Name: toolOf(o.Name).Name, Arguments: args})
				if err != nil || !offered && out.IsError { // there is no such tool, or no such operation of it
					check("tools", session.NotYours, fmt.Sprint(err))
					continue
				}
				var a answer
				structure, err := json.Marshal(out.StructuredContent)
				if err == nil {
					err = json.Unmarshal(structure, &a)
				}
				if err != nil {
					t.Fatal(err)
				}
				if code = ""; out.IsError {
					code = a.Errors[0].Code
				}
				check("tools", code, a.Text)
			}
		}
	}
	gm("do", `{"words":"thrust > Masamune"}`)
	at := len(steps(0))
	for _, c := range []struct {
		who, op, in string
		code        session.Code
	}{
		{"Gonta", "concede", `{"side":"bandits"}`, ""}, {"Sute", "yield", `{"why":" The GM's word "}`, ""},
		{"Masamune", "cancel", fmt.Sprintf(`{"n":%d}`, at+1), session.NotYours},
		{"Sute", "cancel", fmt.Sprintf(`{"n":%d}`, at+1), session.NotYours}, {"Gonta", "cancel", `{}`, ""}, {"Sute", "cancel", fmt.Sprintf(`{"n":%d}`, at+2), ""},
	} { // in the middle of a blow a yield waits
		if code, body := post(keys[c.who], c.op, c.in); code != c.code {
			t.Errorf("%s %s of %s: %s, want code %q", c.op, c.in, c.who, body, c.code)
		}
	}
	for i, step := range steps(at) {
		if who := []string{"Gonta", "Sute"}[i%2]; i >= 4 || step.Word != []string{"later", "dropped"}[i/2] ||
			step.Changes[0] != who+" yields" || step.Why != "its own choice" {
			t.Errorf("step %d is %+v", i, step)
		}
	}
	gm("undo", `{"steps":5}`)
	bandits := []string{"Oyuki", "Gonta", "Jubei the Cur", "Sute"}
	for i, name := range bandits { // who holds all links of a side gives it up with the last
		if code, body := post(keys[name], "concede", ``); code != "" {
			t.Fatalf("%s concedes: %s", name, body)
		}
		gm("play", "")
		_, body := post(keys["gm"], "state", "")
		if st := read[session.State](t, body); (st.Winner == "travellers") != (i == len(bandits)-1) || (st.Question.Kind == session.Over) != (st.Winner != "") {
			t.Errorf("when %v have conceded the winner is %q, and asked is %+v", bandits[:i+1], st.Winner, st.Question)
		}
	}
}
