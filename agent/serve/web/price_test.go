package web

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Where no forecast was fitted the GM's page has whom the search holds to be better, and neither a per cent nor the word chance; of
// an exact value and of a forecast it has the chance.
func TestWhatIsNoChanceIsNotCalledOne(t *testing.T) {
	fights, err := serve.Open(t.TempDir(), serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer fights.Close()
	pages := Mount(serve.NewServer(fights, serve.ServerOptions{}), Options{})
	for _, q := range []struct {
		advice agent.Advice
		chance bool
	}{
		{agent.Advice{Seat: "Kojiro", Best: "cut", Win: 0.64}, false},
		{agent.Advice{Seat: "Kojiro", Best: "cut", Win: 0.5}, false},
		{agent.Advice{Seat: "Kojiro", Best: "cut", Win: 0.64, Coverage: agent.Coverage{Exact: true}}, true},
		{agent.Advice{Seat: "Kojiro", Best: "cut", Win: 0.64, Forecast: &agent.Forecast{Win: 0.92, Low: 0.85, High: 0.99}}, true},
	} {
		l := livePart{Question: session.Question{Kind: session.Decision, Seat: "Kojiro", Proposal: true}}
		l.fillProposal(&session.Proposal{Do: "cut", Advice: q.advice})
		var page strings.Builder
		if err := pages.pages.ExecuteTemplate(&page, "decide", &l); err != nil {
			t.Fatal(err)
		}
		for _, says := range []string{page.String(), answerText(q.advice)} {
			chance := strings.Contains(strings.ToLower(says), "chance")
			if chance != q.chance || strings.Contains(says, "%") != q.chance || strings.Contains(says, "the search holds") == q.chance {
				t.Errorf("%+v: %s", q.advice, says)
			}
		}
	}
}

// Of what somebody else throws the screen has the word of the one who reads it, of an overload that it holds, and of dice that only
// count nothing.
func TestAPriceHasItsWord(t *testing.T) {
	o := priceOf(agent.PricedOption{Option: fight.Option{Words: "parry"},
		Against:  &agent.Odds{What: "melee attack", Need: "2d6", Word: "is hit", Num: 13, Den: 50, P: .26, Takes: true},
		Overload: &agent.Odds{What: "overload", Need: "2d10 >= 11", Word: "holds", Num: 11, Den: 20, P: .55, Else: "defenseless"}})
	if o.Chance != "is hit 26 %" || !o.Takes || !strings.HasSuffix(o.Risk, "holds 55 %, else defenseless") || !strings.HasSuffix(o.Thrown, "is hit 26 %, 13/50") {
		t.Errorf("got %+v", o)
	}
	if o := priceOf(agent.PricedOption{Check: &agent.Odds{What: "melee attack", Word: "hits", P: .5}}); o.Takes {
		t.Error("to hit is taken for to be hit")
	}
	if o := priceOf(agent.PricedOption{Check: &agent.Odds{What: "damage", Need: "2d6", P: 1}}); o.Chance != "" {
		t.Errorf("damage has the chance %q", o.Chance)
	}
}

// A chart marks what changed the chance most, the largest change first, and says what was done then; small changes it leaves alone.
func TestAChartSaysWhatTurnedIt(t *testing.T) {
	points := []serve.WinPoint{{Step: 0, Win: .97}, {Step: 3, Win: .95}, {Step: 6, Win: .85}, {Step: 9, Win: .02}, {Step: 12, Win: .10}, {Step: 15, Win: .16}}
	var steps []rules.Step
	for n := range 15 {
		steps = append(steps, rules.Step{N: n + 1, Seat: "Aki", Do: fmt.Sprint("act ", n+1)})
	}
	steps[6] = rules.Step{N: 7, Seat: "Aki", Roll: []int{3}}
	drawn := string(chartOf([]string{"four", "toll"}, points, steps, 15))
	_, legend, _ := strings.Cut(drawn, "</svg>")
	if want := `<ol class="marks">
<li>Aki: act 8, −83 points</li>
<li>Aki: act 4, −10 points</li>
<li>Aki: act 10, +8 points</li>
</ol>`; strings.TrimSpace(legend) != want {
		t.Errorf("below the chart stands\n%s\nwant\n%s", legend, want)
	}
	if n := strings.Count(drawn, "<circle"); n != marksMax {
		t.Errorf("%d marks on the line", n)
	}
}
