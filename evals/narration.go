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
	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// What a tale must keep to.
const (
	imagesAgain = 5   // tales of one table within which no image comes again
	adornedMost = 0.5 // of passages, with an image
	wordsLeast  = 20  // of a passage
	wordsMost   = 70
	inRange     = 0.75 // of passages have so many words
)

// narrationSeries tells fights and counts, by program: whether every fact that must be told is told once and in its order, what images
// stand where, how long passages are, and how much is said twice.
var narrationSeries = Series{Name: "narration", Short: "Measure tales: facts told, images, words",
	Long: `Tells fights of all encounters, and of random ones, and counts: whether every fact that must be told is told once and in
its order, whether an image comes again or names what the setting has not, how long passages are. The exit code is 1 if
anything falls short.

  kokyu-lab eval narration
  kokyu-lab eval narration --fights 2 --random 20 --report md`,
	Asks:    []Ask{{"fights", "tell `N` fights of each encounter", 14, 1, 100}, {"random", "tell fights of `N` random encounters", 300, 0, 1000}},
	Settled: true, take: takeNarration}

// counted is so many of so many, with the 95 % interval after Wilson.
type counted struct {
	N    int     `json:"n"`
	Of   int     `json:"of"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func (s counted) share() float64 { return float64(s.N) / float64(max(1, s.Of)) }

func (s *counted) add(ok bool) {
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
func (s counted) String() string {
	return fmt.Sprintf("%.1f%% (%d of %d, %.1f to %.1f)", 100*s.share(), s.N, s.Of, 100*s.Low, 100*s.High)
}

// tales is what was counted. It holds no times: the same program gives the same report.
type tales struct {
	Command  string         `json:"command"`
	Fights   int            `json:"fights"`
	Planned  int            `json:"planned"`
	Passages int            `json:"passages"`
	Musts    counted        `json:"musts"`    // facts that must be told, told once and in order
	Missing  []string       `json:"missing"`  // what was not, at most twenty
	Repeated []string       `json:"repeated"` // images told twice in a tale, or within five of a table
	Strange  []string       `json:"strange"`  // words of the world that the setting has not
	Adorned  counted        `json:"adorned"`  // passages with an image
	Right    counted        `json:"right"`    // passages of 20 to 70 words, but for the first and the last
	Words    [3]int         `json:"words"`    // of a passage: the tenth, the middle and the ninetieth hundredth
	Tale     [3]int         `json:"tale"`     // of a tale
	Ambush   [3]int         `json:"ambush"`   // of a tale of ambush
	Kinds    map[string]int `json:"kinds"`    // facts told, by kind
	Gzip     float64        `json:"gzip"`     // size packed, as a share
	Misses   []string       `json:"misses"`
	Passed   bool           `json:"passed"`

	words, tales, ambushes []int
	text                   bytes.Buffer
	lately                 [][]int // images of the table's last tales
	table                  string
}

// fought is a whole fight.
type fought struct {
	name, system string
	narrate.Options
	steps []rules.Step
}

// takeNarration plays, tells and counts: fights of each built-in encounter, then of random ones, as many of each system.
func takeNarration(ctx context.Context, q Question) (Finding, error) {
	r := tales{Command: q.line(), Kinds: map[string]int{}}
	encounters, systems := agent.Encounters(), agent.Systems()
	planned := q.Fights * len(encounters)
	var failed error
	err := sampled(ctx, q, "fights", planned+q.Random, func() func(int) (fought, error) {
		return func(k int) (fought, error) {
			if k < planned {
				return playBuiltin(ctx, encounters[k/q.Fights], uint64(k%q.Fights+1))
			}
			k -= planned
			return playRandom(ctx, systems[k%len(systems)], uint64(k+1))
		}
	}, func(k int, f fought) {
		if failed == nil {
			failed = r.tell(ctx, f)
		}
		if k < planned {
			r.Planned++
		}
	})
	if err = cmp.Or(failed, err); err != nil {
		return Finding{Came: "before all was told"}, err
	}
	r.sum()
	found := Finding{Report: &r, Samples: r.Fights}
	if !r.Passed {
		found.Missed = text.Count(len(r.Misses), "threshold") + " not met"
	}
	return found, nil
}

// playBuiltin plays a fight of a built-in encounter, by an agent that does the first sensible thing.
func playBuiltin(ctx context.Context, encounter string, seed uint64) (fought, error) {
	name, data, err := agent.ReadEncounter(encounter)
	if err != nil {
		return fought{}, err
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: seed})
	if err != nil {
		return fought{}, err
	}
	return playOut(ctx, encounter, f)
}

// playRandom plays a fight that nobody planned.
func playRandom(ctx context.Context, system string, seed uint64) (fought, error) {
	_, f, err := agent.Builtin().Unplanned(system, seed)
	if err != nil {
		return fought{}, err
	}
	return playOut(ctx, fmt.Sprintf("random %s %d", system, seed), f)
}

func playOut(ctx context.Context, name string, f *fight.Fight) (fought, error) {
	h := f.Header()
	seats, err := agent.Seat(f.Roster(), agent.Greedy{}, nil)
	if err == nil {
		err = agent.Run(ctx, f, seats, func(rules.Step) error { return nil })
	}
	if err != nil {
		return fought{}, fmt.Errorf("%s, seed %d: %w", name, h.Seed, err)
	}
	return fought{name, h.System, narrate.Options{Title: agent.Title(f), Roster: f.Roster(), Scenery: f.Scenery(), Seed: h.Seed,
		Match: agent.Sparring(f)}, f.Steps()}, nil
}

// tell tells a fight and counts what is in it. Fights of one encounter are those of one table.
func (r *tales) tell(ctx context.Context, f fought) error {
	if f.name != r.table {
		r.table, r.lately = f.name, nil
	}
	f.Told = slices.Concat(r.lately...)
	d := agent.Dialect(f.system)
	musts := slices.DeleteFunc(narrate.Facts(f.Options, d, f.steps), func(t rules.Fact) bool { return !t.Must() })
	told, err := narrate.Passages(ctx, f.Options, d, f.steps)
	if err != nil {
		return err
	}
	paragraphs, err := narrate.Paragraphs(ctx, f.Options, d, f.steps)
	if err != nil {
		return err
	}
	r.Fights++
	r.exact(f, musts, paragraphs)
	var images []int
	total := 0
	for i, p := range told {
		n := len(strings.Fields(p.Text))
		if n == 0 {
			continue
		}
		r.Passages++
		total += n
		r.words = append(r.words, n)
		r.Adorned.add(p.Image > 0)
		if i > 0 && i < len(told)-1 {
			r.Right.add(n >= wordsLeast && n <= wordsMost)
		}
		for _, kind := range p.Facts {
			r.Kinds[kind]++
		}
		if p.Image > 0 {
			if slices.Contains(images, p.Image) || slices.Contains(f.Told, p.Image) {
				r.Repeated = append(r.Repeated, fmt.Sprintf("%s, seed %d: image %d", f.name, f.Seed, p.Image))
			}
			images = append(images, p.Image)
		}
		r.text.WriteString(p.Text + "\n")
	}
	if err := r.strange(f, told); err != nil {
		return err
	}
	r.tales = append(r.tales, total)
	if f.name == "ambush" {
		r.ambushes = append(r.ambushes, total)
	}
	if r.lately = append(r.lately, images); len(r.lately) > imagesAgain {
		r.lately = r.lately[1:]
	}
	return nil
}

// exact holds the facts of a tale against those that its events say must be told.
func (r *tales) exact(f fought, musts []rules.Fact, paragraphs []narrate.Paragraph) {
	key := func(t rules.Fact) string { return fmt.Sprint(t.Step, t.Kind, "|", t.By, "|", t.To, "|", t.What) }
	var told []string
	for _, p := range paragraphs {
		for _, fact := range p.Facts {
			for _, t := range fact.Tells() {
				told = append(told, key(t))
			}
		}
	}
	last := -1
	for _, m := range musts {
		at, times := -1, 0
		for i, k := range told {
			if k == key(m) {
				at, times = i, times+1
			}
		}
		ok := times == 1 && at > last
		if r.Musts.add(ok); !ok && len(r.Missing) < 20 {
			r.Missing = append(r.Missing, fmt.Sprintf("%s, seed %d, step %d: %s of %s at %s, told %d times", f.name, f.Seed, m.Step, m.Kind, m.By, m.To, times))
		}
		last = max(last, at)
	}
}

// worldWords are words that a tale may only say where the setting has what they name, by aspect.
var worldWords = []struct {
	words  string
	aspect string
	of     string
}{
	{"rain rains raining puddle puddles", "weather", "rain"},
	{"snow snows snowflakes", "weather", "snow"},
	{"fog mist", "weather", "fog"},
	{"mud mire", "ground", "mud"},
	{"sand", "ground", "sand"},
	{"gravel pebbles", "ground", "gravel"},
	{"tiles", "ground", "tiles"},
	{"sea surf tide waves", "water", "sea"},
	{"river", "water", "river"},
	{"paddy paddies", "water", "paddy"},
	{"pines", "trees", "pines"},
	{"cedars cedar", "trees", "cedars"},
	{"bamboo", "trees", "bamboo"},
	{"spring blossom blossoms", "season", "spring"},
	{"autumn", "season", "autumn"},
	{"winter", "season", "winter"},
	{"dawn", "light", "dawn"},
	{"dusk", "light", "dusk"},
	{"moon stars", "light", "night"},
}

// strange notes words of the world in the images of a tale that its setting has not.
func (r *tales) strange(f fought, told []narrate.Passage) error {
	bank, err := prompts.Bank()
	if err != nil {
		return err
	}
	texts := bank.Texts()
	for _, p := range told {
		words := strings.FieldsFunc(strings.ToLower(texts[p.Image]), func(c rune) bool { return c < 'a' || c > 'z' })
		for _, w := range worldWords {
			for _, word := range strings.Fields(w.words) {
				if slices.Contains(words, word) && f.Setting[w.aspect] != w.of {
					r.Strange = append(r.Strange, fmt.Sprintf("%s, seed %d: %q where %s is %q", f.name, f.Seed, texts[p.Image], w.aspect, f.Setting[w.aspect]))
				}
			}
		}
	}
	return nil
}

// sum makes the figures and holds them against what they must be.
func (r *tales) sum() {
	r.Words, r.Tale, r.Ambush = percentiles(r.words), percentiles(r.tales), percentiles(r.ambushes)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(r.text.Bytes()) // a buffer takes everything
	_ = w.Close()
	r.Gzip = float64(packed.Len()) / float64(max(1, r.text.Len()))
	miss := func(bad bool, format string, args ...any) {
		if bad {
			r.Misses = append(r.Misses, fmt.Sprintf(format, args...))
		}
	}
	miss(r.Musts.N < r.Musts.Of, "%d of %d facts that must be told are not told once and in order", r.Musts.Of-r.Musts.N, r.Musts.Of)
	miss(len(r.Repeated) > 0, "%d images come again too soon", len(r.Repeated))
	miss(len(r.Strange) > 0, "%d images speak of what the setting has not", len(r.Strange))
	miss(r.Adorned.share() > adornedMost, "%.1f%% of passages have an image, want at most %.0f%%", 100*r.Adorned.share(), 100*adornedMost)
	miss(r.Right.share() < inRange, "%.1f%% of passages have %d to %d words, want %.0f%%", 100*r.Right.share(), wordsLeast, wordsMost, 100*inRange)
	r.Passed = len(r.Misses) == 0
}

// percentiles returns the tenth, the fiftieth and the ninetieth hundredth of a list.
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

// Sections returns the report in words, in order.
func (r *tales) Sections() []Section {
	verdict := []string{"All that is asked for is met."}
	if !r.Passed {
		verdict = []string{"Not met:"}
		for _, m := range r.Misses {
			verdict = append(verdict, "- "+m)
		}
	}
	first := Section{Title: "Narration: what is told", Lines: append([]string{
		fmt.Sprintf("Made by %s: %d fights, %d of them of the built-in encounters, the others of random ones, played by the greedy agent; %d passages. The sentences are our own: how a tale reads is not measured here.",
			r.Command, r.Fights, r.Planned, r.Passages)}, verdict...)}
	facts := Section{Title: "Facts", Lines: []string{"Facts that their events say must be told, told once and in their order: " + r.Musts.String() + "."}}
	for _, m := range r.Missing {
		facts.Lines = append(facts.Lines, "- "+m)
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Kinds)) {
		facts.Rows = append(facts.Rows, []string{kind, fmt.Sprint(r.Kinds[kind])})
	}
	facts.Head = []string{"kind", "told"}
	images := Section{Title: "Images", Lines: []string{"Passages with an image: " + r.Adorned.String() + ".",
		fmt.Sprintf("Told twice in a tale, or within %d of a table: %d. Of what the setting has not: %d.", imagesAgain, len(r.Repeated), len(r.Strange))}}
	images.Lines = append(images.Lines, slices.Concat(r.Repeated[:min(10, len(r.Repeated))], r.Strange[:min(10, len(r.Strange))])...)
	words := Section{Title: "Words", Lines: []string{
		fmt.Sprintf("Passages of %d to %d words, the first and the last of a tale left out: %s.", wordsLeast, wordsMost, r.Right),
		fmt.Sprintf("Packed by gzip, the tales have %.1f%% of their size.", 100*r.Gzip)},
		Head: []string{"words", "10 %", "50 %", "90 %"}}
	for _, row := range []struct {
		of string
		at [3]int
	}{{"a passage", r.Words}, {"a tale", r.Tale}, {"a tale of ambush", r.Ambush}} {
		words.Rows = append(words.Rows, []string{row.of, fmt.Sprint(row.at[0]), fmt.Sprint(row.at[1]), fmt.Sprint(row.at[2])})
	}
	return []Section{first, facts, images, words}
}
