// Train teaches the tiny model our own lines and writes its snapshots: one early, that babbles, and one at the end. The same
// seed on the same kind of processor gives the same snapshots.
//
//	nice -n 19 go run ./evals/narration/tiny/train
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/evals/narration/tiny"
	"kokyu/prompts"
	"kokyu/rules"
)

var (
	seed   = flag.Uint64("seed", 1, "what weights, lessons and their order fall by")
	steps  = flag.Int("steps", 1000, "how many steps to learn")
	early  = flag.Int("early", 60, "after how many of them the first snapshot is taken")
	batch  = flag.Int("batch", 8, "lessons a step")
	aFrame = flag.Int("lines", 8, "lines a frame")
	rate   = flag.Float64("rate", 3e-3, "of learning, at its height")
	out    = flag.String("out", "evals/narration/tiny/snapshots", "where the snapshots go")
)

// between is how many steps lie between two reports.
const between = 25

func main() {
	flag.Parse()
	if err := train(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func train() error {
	lines, err := chosen()
	if err != nil {
		return err
	}
	school, err := newSchool(lines)
	if err != nil {
		return err
	}
	words := tiny.Vocabulary(school.all())
	l := tiny.NewLearner(words, *seed)
	fmt.Printf("%d lines of %d frames, %d words, %d weights\n", school.lines, len(tiny.Frames), len(words), l.Weights())
	loss := 0.0
	for step := 1; step <= *steps; step++ {
		loss += l.Step(school.lessons(*batch), pace(step))
		if step%between == 0 {
			fmt.Printf("step %d: %.3f nats a word\n", step, loss/between)
			loss = 0
		}
		if step == *early {
			if err := keep(l.Model, "babbling", step); err != nil {
				return err
			}
		}
	}
	return keep(l.Model, "good", *steps)
}

// pace rises for the first steps and then falls as a cosine does.
func pace(step int) float64 {
	const warm = 30
	if step < warm {
		return *rate * float64(step) / warm
	}
	done := float64(step-warm) / float64(max(1, *steps-warm))
	return *rate * (0.05 + 0.95*(1+math.Cos(math.Pi*done))/2)
}

func keep(m *tiny.Model, name string, step int) error {
	made := fmt.Sprintf("go run ./evals/narration/tiny/train -seed %d -steps %d -early %d -batch %d -lines %d -rate %g, step %d", *seed, *steps, *early, *batch, *aFrame, *rate, step)
	data := m.Write(made)
	fmt.Printf("%s: %d bytes\n", name, len(data))
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(*out, name+".tiny"), data, 0o644)
}

// chosen are so many lines of each frame, always the one that brings the fewest new words: weights are dear.
func chosen() (prompts.Lines, error) {
	every, err := prompts.Scent(agent.Dialect("breath").Script...)
	if err != nil {
		return nil, err
	}
	known, picked := map[string]bool{}, prompts.Lines{}
	news := func(text string) (n int) {
		for _, w := range slices.Compact(slices.Sorted(slices.Values(tiny.Split(text)))) {
			if !known[w] {
				n++
			}
		}
		return n
	}
	for range *aFrame {
		for _, frame := range tiny.Frames {
			best, least := -1, math.MaxInt
			for i, line := range every[frame] {
				if !slices.Contains(texts(picked[frame]), line.Text) && tiny.Join(tiny.Split(line.Text)) == plain(line.Text) && news(line.Text) < least {
					best, least = i, news(line.Text)
				}
			}
			if best < 0 {
				continue
			}
			picked[frame] = append(picked[frame], every[frame][best])
			for _, w := range tiny.Split(every[frame][best].Text) {
				known[w] = true
			}
		}
	}
	return picked, nil
}

// plain is a line with the apostrophe the model knows.
func plain(text string) string { return strings.ReplaceAll(text, "’", "'") }

func texts(lines []prompts.Line) (list []string) {
	for _, l := range lines {
		list = append(list, l.Text)
	}
	return list
}

// school makes lessons: it thinks up a moment and asks the template voice, which knows the chosen lines only.
type school struct {
	dialect rules.Dialect
	voice   *narrate.Scent
	draw    *rand.Rand
	lines   int
	sources prompts.Lines
}

func newSchool(lines prompts.Lines) (*school, error) {
	d := agent.Dialect("breath")
	v, err := narrate.NewScent(d, lines, 0)
	s := &school{dialect: d, voice: v, draw: rand.New(rand.NewPCG(*seed, 2)), sources: lines}
	for _, l := range lines {
		s.lines += len(l)
	}
	return s, err
}

func (s *school) lessons(n int) (list []tiny.Lesson) {
	for len(list) < n {
		f := s.moment()
		text, err := s.voice.Anew(s.draw.Uint64()).Word(context.Background(), f)
		if err == nil && text != "" {
			list = append(list, tiny.Lesson{Facts: tiny.Asked(f), Line: plain(text)})
		}
	}
	return list
}

// moment is one such as fights have.
func (s *school) moment() narrate.Facts {
	frame := tiny.Frames[s.draw.IntN(len(tiny.Frames))]
	f := narrate.Facts{Frame: frame, Step: s.draw.IntN(1000), Actor: true, Target: true, P: 1,
		Stage: narrate.Stages[s.draw.IntN(len(narrate.Stages))], First: s.draw.IntN(6) == 0, Last: s.draw.IntN(6) == 0, Fallen: s.draw.IntN(2) == 0}
	i := slices.IndexFunc(s.dialect.Frames, func(fr rules.Frame) bool { return fr.Name == frame })
	if families := strings.Fields(s.dialect.Frames[i].Families); len(families) > 0 {
		f.Family = families[s.draw.IntN(len(families))]
		f.Weapon = f.Family != "unarmed" && f.Family != "claw"
	}
	return f
}

// all is every line once, and every word facts can have: what the vocabulary is made of.
func (s *school) all() (list []tiny.Lesson) {
	for _, frame := range tiny.Frames {
		for _, l := range s.sources[frame] {
			list = append(list, tiny.Lesson{Facts: tiny.Asked(narrate.Facts{Frame: frame, First: true, Last: true}), Line: plain(l.Text)})
		}
	}
	for _, family := range append(narrate.Families, "") {
		for _, stage := range narrate.Stages {
			list = append(list, tiny.Lesson{Facts: tiny.Asked(narrate.Facts{Frame: tiny.Frames[0], Family: family, Stage: stage})})
		}
	}
	return list
}
