package review

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// The scale of every system that the reports have measured is what they have measured.
func TestTheScaleIsMeasured(t *testing.T) {
	var reports [2]string
	for i, name := range []string{"reviews", "levels"} {
		data, err := os.ReadFile("../../evals/reports/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		reports[i] = string(data)
	}
	for _, system := range agent.Systems() {
		t.Run(system, func(t *testing.T) {
			scale, known := scales()[system]
			if !known && row(reports[0], "| "+system+", 1 |") == nil {
				t.Skipf("nobody has measured the levels of %s", system)
			}
			if len(scale.Lost) != book.LevelMax || len(scale.Steps) != book.LevelMax-1 {
				t.Fatalf("the scale is %+v", scale)
			}
			for i, lost := range scale.Lost {
				row := row(reports[0], fmt.Sprintf("| %s, %d |", system, i+1))
				if len(row) < 4 || row[3] != fmt.Sprintf("%.2f", lost) {
					t.Errorf("level %d loses %.2f, the report has %v", i+1, lost, row)
				}
			}
			for i, step := range scale.Steps {
				_, section, _ := strings.Cut(reports[1], fmt.Sprintf("## Level %d against %d", i+2, i+1))
				row := row(section, "| "+system+" |")
				if len(row) < 6 || row[5] != fmt.Sprintf("%.3f", step) {
					t.Errorf("level %d scores %.3f against the one below, the report has %v", i+2, step, row)
				}
			}
		})
	}
}

// row returns the first row of a table that begins so, in cells.
func row(page, head string) []string {
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, head) {
			var cells []string
			for cell := range strings.SplitSeq(line, "|") {
				cells = append(cells, strings.TrimSpace(cell))
			}
			return cells
		}
	}
	return nil
}

// Over a few fights level 1 is said to play worse than level 6, and to lose to it.
func TestAWeakLevelPlaysLikeOne(t *testing.T) {
	rulestest.NeedsMore(t)
	for _, name := range []string{"crossroads", "brawl", "sake-house"} {
		means := map[int]float64{}
		for _, level := range []int{1, 6} {
			lost, counted := 0.0, 0
			for seed := range uint64(rulestest.Few(1, 2)) {
				mind := agent.WithCharacter(&agent.Search{Limits: search.Limits{Nodes: 600}}, book.Character{Level: level})
				f := fought(t, begin(t, name, seed), mind)
				r := reviewed(t, Question{Start: begin(t, name, seed), Steps: fight.StandingSteps(f.Steps()), Nodes: 600})
				for _, s := range r.Steps {
					if s.Counts() {
						lost, counted = lost+s.Loss, counted+1
					}
				}
				for _, p := range r.People {
					if p.Level != nil && (p.Level.Low > p.Level.Mean || p.Level.Mean > p.Level.High || p.Level.Wins[0] < p.Level.Wins[5]) {
						t.Errorf("%s: %+v", name, p.Level)
					}
				}
			}
			means[level] = lost / float64(max(1, counted))
		}
		if means[1] < 2*means[6] || means[1] == 0 {
			t.Errorf("%s: level 1 loses %.1f a decision, level 6 %.1f", name, means[1], means[6])
		}
	}
}
