package evals

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// What tales must keep to.
const (
	namesMost = 0.5 // share of the sentences of a fight that may begin with a name
	sameMost  = 0.3 // share of the tales that may have the same [sentenceForm]
	taleLeast = 30  // words of the shortest tale, which is of a fight of one blow
	taleMost  = 360
)

// narrationSeries tells fights and counts, by program: whether every beat that must be told is told once, how long
// tales are, and how much is said in the same way.
var narrationSeries = Series{Name: "narration", Short: "Measure tales: beats told, words, sameness",
	Flags:  []ownFlag{{"fights", "tell `N` fights of each encounter", 14, 1, 100}, {"random", "tell fights of `N` random encounters", 300, 0, 1000}},
	NoSeed: true, take: takeNarration}

// proportion is N of Of, with the 95 % interval of the share that it estimates.
type proportion struct {
	N    int     `json:"n"`
	Of   int     `json:"of"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// share returns the proportion, 0 to 1.
func (s proportion) share() float64 { return float64(s.N) / float64(max(1, s.Of)) }

// add counts one more, and whether it is one of the N. The interval is Wilson's, which holds for small samples and for
// shares near 0 and 1.
func (s *proportion) add(ok bool) {
	if ok {
		s.N++
	}
	s.Of++
	const z = 1.959964
	n, p := float64(s.Of), s.share()
	middle, half := (p+z*z/(2*n))/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	s.Low, s.High = max(0, middle-half), min(1, middle+half)
}

// String returns the share, what it is of, and its interval, in hundredths.
func (s proportion) String() string {
	return fmt.Sprintf("%.1f %% (%d of %d, %.1f to %.1f)", 100*s.share(), s.N, s.Of, 100*s.Low, 100*s.High)
}

// narrationReport is what was counted in tales. It holds no times: the same program gives the same report.
type narrationReport struct {
	Command string         `json:"command"`
	Fights  int            `json:"fights"`
	Planned int            `json:"planned"` // of the built-in encounters
	Musts   proportion     `json:"musts"`   // beats that were told once, of those that must be told
	Missing []string       `json:"missing"` // those that were not, at most twenty
	Names   proportion     `json:"names"`   // sentences of a fight that begin with a name
	Words   [3]int         `json:"words"`   // of a tale: the tenth, the middle and the ninetieth hundredth
	Outside []string       `json:"outside"` // tales shorter or longer than they may be, at most twenty
	Same    []sameSentence `json:"same"`    // the sentences that stand in most tales, at most ten
	Kinds   map[string]int `json:"kinds"`   // beats told, by kind
	Gzip    float64        `json:"gzip"`    // size of all tales packed, as a share of their size
	Misses  []string       `json:"misses"`
	Passed  bool           `json:"passed"`

	words []int          // of each tale
	text  bytes.Buffer   // all tales, to see how far they can be packed
	forms map[string]int // tales with a sentence, by its form: see [sentenceForm]
}

// sameSentence is the form of a sentence, without its people and weapons, and in how many tales it stands.
type sameSentence struct {
	Form string `json:"form"`
	In   int    `json:"in"`
}

// fightTold is a whole fight, with what a tale of it needs.
type fightTold struct {
	name, system string
	narrate.Options
	steps []rules.Step
}

// takeNarration fights, tells and counts: first the fights of each built-in encounter, then random ones, in which the
// systems take turns.
func takeNarration(ctx context.Context, q Question) (Finding, error) {
	report := narrationReport{Command: q.line(), Kinds: map[string]int{}, forms: map[string]int{}}
	encounters, systems := agent.Encounters(), agent.Systems()
	planned := q.Fights * len(encounters)
	err := sampled(ctx, q, "fights", planned+q.Random, func() func(int) (fightTold, error) {
		return func(k int) (fightTold, error) {
			if k < planned {
				return fightBuiltin(ctx, encounters[k/q.Fights], uint64(k%q.Fights+1))
			}
			k -= planned
			return fightRandom(ctx, systems[k%len(systems)], uint64(k+1))
		}
	}, func(k int, f fightTold) {
		report.addTale(f)
		if k < planned {
			report.Planned++
		}
	})
	if err != nil {
		return Finding{StoppedAfter: "before all was told"}, err
	}
	report.judge()
	found := Finding{Report: &report, Measured: report.Fights > 0}
	if !report.Passed {
		found.Unmet = text.Count(len(report.Misses), "threshold") + " not met"
	}
	return found, nil
}

// fightBuiltin fights a built-in encounter out, by an agent that does the first sensible thing.
func fightBuiltin(ctx context.Context, encounter string, seed uint64) (fightTold, error) {
	name, data, err := agent.ReadEncounter(encounter)
	if err != nil {
		return fightTold{}, err
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: seed})
	if err != nil {
		return fightTold{}, err
	}
	return fightToTell(ctx, encounter, f)
}

// fightRandom fights a random encounter out.
func fightRandom(ctx context.Context, system string, seed uint64) (fightTold, error) {
	_, f, err := agent.Builtin().DrawEncounter(system, seed)
	if err != nil {
		return fightTold{}, err
	}
	return fightToTell(ctx, fmt.Sprintf("random %s %d", system, seed), f)
}

// fightToTell fights to the end and returns what a tale needs. The greedy agent fights: it takes no time, and tales are
// measured here and not play.
func fightToTell(ctx context.Context, name string, f *fight.Fight) (fightTold, error) {
	h := f.Header()
	if err := fightOut(ctx, f, agent.Greedy{}); err != nil {
		return fightTold{}, fmt.Errorf("%s, seed %d: %w", name, h.Seed, err)
	}
	return fightTold{name, h.System, narrate.Options{Title: agent.Title(f), Roster: f.Roster(), Scenery: f.Scenery(), Seed: h.Seed,
		Match: agent.IsSparring(f)}, f.Steps()}, nil
}

// addTale tells a fight and counts what is in the tale.
func (r *narrationReport) addTale(f fightTold) {
	plan := narrate.Plan(f.Options, agent.Dialect(f.system), f.steps, nil)
	told, forms, words := map[int]int{}, map[string]bool{}, 0
	for _, p := range english.Tell(plan, f.Seed) {
		words += len(strings.Fields(p.Text))
		r.text.WriteString(p.Text + "\n")
		for _, b := range p.Beats {
			told[b.ID]++
			r.Kinds[b.Kind]++
		}
		// The opening and the ending have no scene. Their sentences are not those of a fight.
		if p.Scene == nil {
			continue
		}
		for _, sentence := range strings.SplitAfter(p.Text, ". ") {
			form := sentenceForm(sentence, plan, p.Beats)
			forms[form] = true
			r.Names.add(strings.HasPrefix(form, "N "))
		}
	}
	for form := range forms {
		r.forms[form]++
	}
	of := fmt.Sprintf("%s, seed %d", f.name, f.Seed)
	for _, sc := range plan.Scenes {
		for _, b := range sc.Beats {
			if !b.Must {
				continue
			}
			if r.Musts.add(told[b.ID] == 1); told[b.ID] != 1 && len(r.Missing) < 20 {
				r.Missing = append(r.Missing, fmt.Sprintf("%s: %s of %s at %s in round %d, told %d times", of, b.Kind,
					b.By, b.To, b.Round, told[b.ID]))
			}
		}
	}
	r.Fights++
	if r.words = append(r.words, words); (words < taleLeast || words > taleMost) && len(r.Outside) < 20 {
		r.Outside = append(r.Outside, fmt.Sprintf("%s: %d words", of, words))
	}
}

// sentenceForm returns a sentence with N in the place of everybody in it and W in that of weapons, places and names of
// blows. Two sentences that a reader would call the same have the same form.
func sentenceForm(sentence string, plan *story.Story, beats []story.Beat) string {
	for _, p := range plan.Cast {
		sentence = strings.ReplaceAll(sentence, text.Escape(p.Spoken), "N")
	}
	for _, b := range beats {
		for _, name := range []string{b.With, b.What, b.Use, b.Spot} {
			if name != "" {
				sentence = strings.ReplaceAll(sentence, name, "W")
			}
		}
	}
	sentence = strings.TrimSpace(strings.NewReplacer("N's", "N", "the N", "N", "The N", "N").Replace(sentence))
	for _, ordinal := range []string{"first", "second", "third", "fourth", "fifth"} {
		sentence = strings.NewReplacer("the "+ordinal+" N", "N", "The "+ordinal+" N", "N").Replace(sentence)
	}
	return sentence
}

// judge makes the figures and compares them with what is asked of tales.
func (r *narrationReport) judge() {
	r.Words = percentiles(r.words)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(r.text.Bytes()) // a buffer takes everything
	_ = w.Close()
	r.Gzip = float64(packed.Len()) / float64(max(1, r.text.Len()))
	for _, form := range slices.Sorted(maps.Keys(r.forms)) {
		r.Same = append(r.Same, sameSentence{form, r.forms[form]})
	}
	slices.SortStableFunc(r.Same, func(a, b sameSentence) int { return cmp.Compare(b.In, a.In) })
	r.Same = r.Same[:min(10, len(r.Same))]
	miss := func(bad bool, format string, args ...any) {
		if bad {
			r.Misses = append(r.Misses, fmt.Sprintf(format, args...))
		}
	}
	miss(r.Musts.N < r.Musts.Of, "%d of %d beats that must be told are not told once", r.Musts.Of-r.Musts.N, r.Musts.Of)
	miss(len(r.Outside) > 0, "tales have fewer than %d or more than %d words", taleLeast, taleMost)
	miss(r.Names.share() > namesMost, "%.1f %% of the sentences begin with a name, want at most %.0f %%",
		100*r.Names.share(), 100*namesMost)
	if len(r.Same) > 0 {
		share := float64(r.Same[0].In) / float64(r.Fights)
		miss(share > sameMost, "%q stands in %.1f %% of the tales, want at most %.0f %%",
			r.Same[0].Form, 100*share, 100*sameMost)
	}
	r.Passed = len(r.Misses) == 0
}

// percentiles returns the tenth, the fiftieth and the ninetieth percentile.
func percentiles(list []int) (at [3]int) {
	if len(list) == 0 {
		return at
	}
	sorted := slices.Sorted(slices.Values(list))
	for i, p := range []int{10, 50, 90} {
		at[i] = sorted[min(len(sorted)-1, len(sorted)*p/100)]
	}
	return at
}

// bullet returns a line as an item of a list.
func bullet(line string) string { return "- " + line }

// Sections returns the report for people.
func (r *narrationReport) Sections() []Section {
	verdict := []string{"All that is asked for is met."}
	if !r.Passed {
		verdict = append([]string{"Not met:"}, mapped(r.Misses, bullet)...)
	}
	first := Section{Title: "Narration: what is told", Lines: append([]string{
		fmt.Sprintf("Made by %s: %d fights, %d of them of the built-in encounters, the others of random ones, played by the greedy agent. The sentences are our own: how a tale reads is not measured here.",
			r.Command, r.Fights, r.Planned)}, verdict...)}
	beats := Section{Title: "Beats", Head: []string{"kind", "told"},
		Lines: append([]string{"Beats that must be told, told once: " + r.Musts.String() + "."}, mapped(r.Missing, bullet)...),
		Rows: mapped(slices.Sorted(maps.Keys(r.Kinds)),
			func(kind string) []string { return []string{kind, fmt.Sprint(r.Kinds[kind])} })}
	words := Section{Title: "Words", Lines: append([]string{
		fmt.Sprintf("A tale has %d words (the tenth hundredth has %d, the ninetieth %d).", r.Words[1], r.Words[0], r.Words[2]),
		"Sentences of a fight that begin with a name: " + r.Names.String() + ".",
		fmt.Sprintf("Packed by gzip, the tales have %.1f %% of their size.", 100*r.Gzip)}, mapped(r.Outside, bullet)...)}
	same := Section{Title: "Sameness", Lines: []string{"The sentences that stand in most tales, with N for who is in them and W for weapons and blows."}, Head: []string{"sentence", "tales"},
		Rows: mapped(r.Same, func(s sameSentence) []string { return []string{s.Form, fmt.Sprint(s.In)} })}
	return []Section{first, beats, words, same}
}
