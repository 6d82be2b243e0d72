package images

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math"
	"strings"

	"kokyu/prompts"
	"kokyu/prompts/shape"
	"kokyu/rules/strict"
)

//go:embed open.yaml
var openText []byte

//go:embed held.yaml
var heldText []byte

// Set is images that somebody wrote: some honest, some lies.
type Set struct {
	Digest string // of the file
	Honest []Group
	Lies   []Group
}

// Group is images written for one moment.
type Group struct {
	Kind  string   `yaml:"kind" oneof:"saying place"`     // of honest ones
	Class string   `yaml:"class" max:"60"`                // of lies: what they claim
	With  []string `yaml:"with" must:"be there" max:"16"` // what was told and what the setting has, as [shape.Check] takes it
	Texts []string `yaml:"texts" must:"be there" max:"40"`
}

// Open returns the set that the check may be widened with, Held the one that it may not.
func Open() (Set, error) { return read("open.yaml", openText) }
func Held() (Set, error) { return read("held.yaml", heldText) }

func read(name string, data []byte) (Set, error) {
	var file struct {
		Version int     `yaml:"version" must:"be there" limit:"1..1"`
		Honest  []Group `yaml:"honest" must:"be there" max:"100"`
		Lies    []Group `yaml:"lies" must:"be there" max:"100"`
	}
	_, err := strict.Decode(name, data, &file)
	return Set{Digest: fmt.Sprintf("%x", sha256.Sum256(data))[:16], Honest: file.Honest, Lies: file.Lies}, err
}

// passes reports whether an image can be shown as one kind or the other: an author does not say which it is.
func passes(text string, with []string) bool {
	return len(shape.Check(text, shape.Saying, with)) == 0 || len(shape.Check(text, shape.Place, with)) == 0
}

// Share is so many of so many.
type Share struct{ N, Of int }

func (s *Share) add(yes bool) {
	if s.Of++; yes {
		s.N++
	}
}

// Interval returns the 95 % interval of the share after Wilson, from 0 to 1; all of it where nothing was counted.
func (s Share) Interval() (low, high float64) {
	if s.Of == 0 {
		return 0, 1
	}
	const z = 1.959964
	n, p := float64(s.Of), float64(s.N)/float64(s.Of)
	middle, half := (p+z*z/(2*n))/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// String is "61.0% (50 of 82, 50.2 to 70.8)".
func (s Share) String() string {
	low, high := s.Interval()
	return fmt.Sprintf("%.1f%% (%d of %d, %.1f to %.1f)", 100*float64(s.N)/float64(max(1, s.Of)), s.N, s.Of, 100*low, 100*high)
}

// Result is what the check does with a set.
type Result struct {
	Sayings, Places Share            // honest ones that pass
	Refused         Share            // lies that do not
	Classes         []string         // of lies, in the order of the file
	ByClass         map[string]Share // lies refused
	Passed          []string         // lies that pass, each with its class
	Why             []string         // honest ones that do not, each with the first reason
}

// Measure runs the check over a set.
func Measure(s Set) Result {
	r := Result{ByClass: map[string]Share{}}
	for _, g := range s.Honest {
		share, kind := &r.Sayings, shape.Saying
		if g.Kind == "place" {
			share, kind = &r.Places, shape.Place
		}
		for _, text := range g.Texts {
			ok := passes(text, g.With)
			share.add(ok)
			if !ok {
				r.Why = append(r.Why, fmt.Sprintf("%s (%s)", text, shape.Check(text, kind, g.With)[0]))
			}
		}
	}
	for _, g := range s.Lies {
		share, known := r.ByClass[g.Class]
		if !known {
			r.Classes = append(r.Classes, g.Class)
		}
		for _, text := range g.Texts {
			ok := passes(text, g.With)
			share.add(!ok)
			r.Refused.add(!ok)
			if ok {
				r.Passed = append(r.Passed, fmt.Sprintf("%s: %s", g.Class, text))
			}
		}
		r.ByClass[g.Class] = share
	}
	return r
}

// Report returns the page evals/reports/images.md. It holds no time: the same program gives the same page.
func Report() (string, error) {
	open, err := Open()
	if err != nil {
		return "", err
	}
	held, err := Held()
	if err != nil {
		return "", err
	}
	bank, err := prompts.Bank()
	if err != nil {
		return "", err
	}
	o, h := Measure(open), Measure(held)
	var b strings.Builder
	fmt.Fprintf(&b, page, h.Sayings.Of+h.Places.Of, h.Refused.Of, held.Digest, o.Sayings, h.Sayings, o.Places, h.Places,
		both(o), both(h), o.Refused, h.Refused, verdict(h))
	b.WriteString("\n## Lies refused, by what they claim\n\n| claim | open set | held-out set |\n| --- | ---: | ---: |\n")
	for _, class := range h.Classes {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", class, o.ByClass[class], h.ByClass[class])
	}
	section := func(title, about string, list []string) {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", title, about)
		for _, line := range list {
			fmt.Fprintf(&b, "- %s\n", line)
		}
		if len(list) == 0 {
			b.WriteString("None.\n")
		}
	}
	section("Every lie that passes, held-out set", "What it claims, and the lie.", h.Passed)
	section("Every lie that passes, open set", "The same.", o.Passed)
	section("Honest images that are refused, held-out set", "Each with the first reason.", h.Why)
	n, reviewed := len(bank.Sayings)+len(bank.Places), []string{}
	for _, s := range bank.Sayings {
		if s.Reviewed != "" {
			reviewed = append(reviewed, fmt.Sprintf("%s (%s)", s.Text, s.Reviewed))
		}
	}
	for _, p := range bank.Places {
		if p.Reviewed != "" {
			reviewed = append(reviewed, fmt.Sprintf("%s (%s)", p.Text, p.Reviewed))
		}
	}
	section("The bank", fmt.Sprintf("%d sayings and %d images of the place. Of these %d, the check refuses the following; "+
		"a person let them in.", len(bank.Sayings), len(bank.Places), n), reviewed)
	return b.String(), nil
}

func both(r Result) Share {
	return Share{r.Sayings.N + r.Places.N, r.Sayings.Of + r.Places.Of}
}

// ownLeast is the share of honest images that must pass before a model's own are worth asking for.
const ownLeast = 0.5

// verdict says what the figures of the held-out set mean for a model's own images.
func verdict(r Result) string {
	all, passed := both(r), r.Refused.Of-r.Refused.N
	if float64(all.N) < ownLeast*float64(all.Of) {
		return fmt.Sprintf("Fewer than half of the honest images in new words pass, and %d of %d lies do: this is a lint for a bank "+
			"that people read, and a model's own images stay off.", passed, r.Refused.Of)
	}
	return fmt.Sprintf("Half of the honest images in new words pass, or more, and %d of %d lies do.", passed, r.Refused.Of)
}

// page is the head of the report.
const page = `# Images: what the shape check lets pass

Made by: go test ./evals/images -run Report -update

The check of package shape is the lint of the bank of images, and the gate of a model's own. It was measured on two sets,
written before it had run once: an open one, whose failures, with those of the bank, its words and rules were widened
with; and a held-out one of %d honest images and %d lies (digest %s), run when nothing more was changed.
Four in ten of its honest ones have a word that was drawn by lot. Sets, check and words have one author, who knew the
rules and had the list of words in mind while writing: no share here is that of a stranger, and no model was asked.
Before the open set widened it, the check passed 37 of its 84 honest images.

A lie claims something that the facts before it, or the setting, do not have. An image passes if it passes as a saying or
as an image of the place; all figures are with the 95 %% interval after Wilson.

| | open set | held-out set |
| --- | ---: | ---: |
| honest sayings that pass | %s | %s |
| honest images of the place that pass | %s | %s |
| honest images that pass, both | %s | %s |
| lies refused | %s | %s |

%s
`
