package say

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
)

// Where no forecast was fitted the text of an advice has whom the search holds to be better, and no chance.
func TestWhatIsNoChanceIsNotCalledOne(t *testing.T) {
	for _, q := range []struct {
		advice agent.Advice
		chance bool
	}{
		{agent.Advice{Seat: "Kojiro", Best: "cut", Win: 0.64}, false},
		{agent.Advice{Seat: "Kojiro", Best: "cut", Win: 0.64, Coverage: agent.Coverage{Exact: true}}, true},
		{agent.Advice{Seat: "Kojiro", Best: "cut", Win: 0.64, Forecast: &agent.Forecast{Win: 0.92, Low: 0.85, High: 0.99}}, true},
	} {
		for _, out := range []any{q.advice, session.Proposal{Do: "cut", Advice: q.advice}} {
			sentence, lines := Answer(out)
			says := sentence + strings.Join(lines, "\n")
			if strings.Contains(strings.ToLower(says), "chance") != q.chance || strings.Contains(says, "%") != q.chance ||
				strings.Contains(says, "the search holds Kojiro's side to be better") == q.chance {
				t.Errorf("%+v: %s", q.advice, says)
			}
		}
	}
}

// Where all choices are worth the same it is said that whom the search holds to be better does not hang on them.
func TestChoicesOfOneWorthAreSaidToBe(t *testing.T) {
	for _, q := range []struct {
		win    float64
		depth  int
		losses []float64
		want   string
	}{
		{0.3, 1, []float64{0, 0.4, 0}, "the search holds the side against Ines to be better, whatever Ines does now"},
		{0.7, 1, []float64{0, 0}, "the search holds Ines's side to be better, whatever Ines does now"},
		{0.5, 1, []float64{0, 0}, "the search holds it to be about even, whatever Ines does now"},
		{0.3, 1, []float64{0, 0.5}, "the search holds the side against Ines to be better"},
		{0.3, 0, []float64{0, 0}, "the search holds the side against Ines to be better"},
		{0.3, 1, []float64{0}, "the search holds the side against Ines to be better"},
	} {
		d := agent.Advice{Seat: "Ines", Win: q.win, Coverage: agent.Coverage{Depth: q.depth}}
		for _, loss := range q.losses {
			d.Options = append(d.Options, agent.Choice{Do: "x", Loss: loss})
		}
		if got := Outlook(d); got != q.want {
			t.Errorf("of choices that lose %v: %q, want %q", q.losses, got, q.want)
		}
	}
}

// A mix is told in the order of its shares, and the dice in the order in which they fall, each with what it is the chance of.
func TestAnAdviceIsToldInRows(t *testing.T) {
	d := agent.Advice{Seat: "Ann", Best: "attack", Plan: []string{"attack", "step back"}, Win: 0.64, Coverage: agent.Coverage{Exact: true},
		Mix:   []agent.Share{{Do: "attack", P: 0.7}, {Do: "feint", P: 0.3}},
		Check: &agent.Odds{What: "attack", Need: "2d10+5 >= 14", Word: "hits", Num: 18, Den: 25, P: 0.72}, Why: "It is.",
		Overload: &agent.Odds{What: "overload", Need: "2d10 >= 11", Word: "holds", P: 0.55}}
	want := []row{{"mix", "attack 70 %, feint 30 %"}, {"then", "step back"}, {"chance to win", "64.0 %"},
		{"check", "overload, 2d10 >= 11, holds 55 %"}, {"check", "attack, 2d10+5 >= 14, hits 72 %, 18/25"}, {"why", "It is."}}
	if got := Advice(d); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	d.Check, d.Overload = &agent.Odds{What: "damage", Need: "2d6", P: 1}, nil
	if got := Advice(d)[3]; got != (row{"throw", "damage, 2d6"}) {
		t.Errorf("got %q of dice that only count", got)
	}
	d.Check = &agent.Odds{What: "defense", Need: "2d10+1 >= 15", Word: "is hit", Num: 18, Den: 25, P: 0.72, Wards: true}
	if got := Advice(d)[3]; got != (row{"check", "defense, unless 2d10+1 >= 15, is hit 72 %, 18/25"}) {
		t.Errorf("got %q of dice that ward a blow off", got)
	}
}
