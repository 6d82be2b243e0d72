package evals

import (
	"bytes"
	"compress/gzip"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/jobs/jobstest"
	"kokyu/agent/work"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// The report of a suite is that of one core, whoever did its jobs: decisions with exact values, forecasts, pairs of
// fights.
func TestASuiteIsTheSameWhoeverWorks(t *testing.T) {
	dir := folder(t, map[string]string{"small.yaml": strings.NewReplacer("measure: [", "measure: [way, pace, ",
		"best: 60, own: 40", "best: 6, own: 6", "fights: 12", "fights: 3").Replace(sampledSuite),
		"barn.yaml": skirmish})
	k := solved(t, begin(t, skirmish, 1))
	jobstest.Same(t, Kinds(nil), 12+3+3+3, func(p *jobs.Pool) any {
		s := suite(t, filepath.Join(dir, "small.yaml"))
		return measured(t, &Run{Suite: s, Question: Question{Agents: []agent.Agent{s.Agent}, Seed: 5, Jobs: p},
			Solve: func(Encounter) (Truth, error) { return k, nil }})
	})
}

// The same of an arena, in every system, with many encounters under one name, with characters, and with a test that
// ends it.
func TestAnArenaIsTheSameWhoeverWorks(t *testing.T) {
	rulestest.NeedsMore(t)
	jobstest.Same(t, Kinds(nil), 6, func(p *jobs.Pool) any {
		x := arena(t, &agent.Search{Limits: budget(60)}, agent.Greedy{}, 2, 0, "crossroads")
		for _, name := range []string{"random tempo 3..4", "random keep 5"} {
			e, err := DrawEncounter(agent.Builtin(), name)
			if err != nil {
				t.Fatal(err)
			}
			x.Encounters = append(x.Encounters, e)
		}
		x.LuckLimits, x.Jobs = budget(20), p
		return run(t, x)
	})
	bounds := sprtBounds{Low: 0, High: 300}
	jobstest.Same(t, Kinds(nil), 3, func(p *jobs.Pool) any {
		x := arena(t, agent.Greedy{}, agent.Random{}, 60, 0, "crossroads")
		x.SPRT, x.Jobs = &bounds, p
		return run(t, x)
	})
}

// What comes from the net may hold anything: it is refused with an error.
func TestHostileDocumentsAreRefused(t *testing.T) {
	var pair jobs.Kind
	for _, k := range Kinds(nil) {
		if k.Name == "pair" {
			pair = k
		}
		for _, doc := range []string{"", "{", "null", "[]", `{"fight":"{}"}`,
			`{"agents":["greedy","greedy"],"encounters":[{"name":"x","fights":["{\"kokyu\":1}\n"]}]}`,
			`{"agent":"greedy","items":[{"fight":""}]}`, `{"more":1}`} {
			open, err := k.Open(t.Context(), []byte(doc))
			if err != nil {
				continue
			}
			if got, err := open()(0); err == nil {
				t.Errorf("%s of %s: %v", k.Name, doc, got)
			}
		}
	}
	sent, err := work.Encode(begin(t, "oni", 2))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jobs.Encode(map[string]any{"agents": []string{"greedy", "greedy"}, "luck": 0, "seed": 1,
		"encounters": []any{map[string]any{"name": "x", "fights": []work.FightDoc{sent}}}})
	if err != nil {
		t.Fatal(err)
	}
	open, err := pair.Open(t.Context(), doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{-1, PairsMax} {
		if _, err := open()(n); err == nil {
			t.Errorf("job %d was done", n)
		}
	}
}

// The same of self-play, which is read back as it was written.
func TestSelfPlayIsTheSameWhoeverWorks(t *testing.T) {
	rulestest.NeedsMore(t)
	jobstest.Same(t, Kinds(nil), 3, func(p *jobs.Pool) any {
		var out bytes.Buffer
		x := SelfPlay{Agent: &agent.Search{Limits: budget(60)}, Encounters: []Encounter{{Name: "crossroads", Fights: []*fight.Fight{begin(t, "crossroads", 1)}}},
			Fights: 3, Seed: 4, Jobs: p}
		n, err := x.WriteDecisions(t.Context(), &out)
		if err != nil {
			t.Fatal(err)
		}
		read, positions := 0, 0
		head, err := readPlay("play.gz", bytes.NewReader(out.Bytes()), func(d Decision) {
			read++
			if d.Position != "" {
				positions++
				if _, err := agent.Builtin().NewFight("position", []byte(d.Position), agent.Setup{Seed: 1}); err != nil {
					t.Errorf("its position: %v", err)
				}
			}
		})
		if err != nil || read != n || positions == 0 || head.Agent != "search nodes=60" || head.Fights != 3 {
			t.Errorf("%d decisions written, %d read, %d with a position, %+v, %v", n, read, positions, head, err)
		}
		return out.Bytes()
	})
}

// A stream that is none, or damaged, or cut off, is refused with its place.
func TestSelfPlayIsReadStrictly(t *testing.T) {
	pack := func(lines string) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		_, _ = w.Write([]byte(lines))
		_ = w.Close()
		return out.Bytes()
	}
	const head = `{"kokyu_play":1,"agent":"greedy","encounters":["oni"],"fights":1,"seed":1}` + "\n"
	whole := pack(head + `{"value":0.5,"result":1}` + "\n")
	for _, c := range []struct {
		data []byte
		says string
	}{
		{[]byte("text"), "play.gz:1:1: this is no stream of self-play"}, {pack(""), "play.gz:1:1: the stream is empty"},
		{pack("{}\n"), "play.gz:1:1: this is no stream of self-play"},
		{pack(head + "{\n"), "play.gz:2:1: the line is no decision"}, {pack(head + `{"value":2}` + "\n"), "play.gz:2:1: the value is 2"},
		{pack(head + `{"more":2}` + "\n"), "play.gz:2:1: the line is no decision"}, {pack(head + strings.Repeat("x", 70_000)), "play.gz:2:1: the stream ends here"},
		{whole[:len(whole)-9], "the stream ends here"},
	} {
		if _, err := readPlay("play.gz", bytes.NewReader(c.data), func(Decision) {}); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %s", err, c.says)
		}
	}
}
