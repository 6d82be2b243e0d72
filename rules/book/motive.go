package book

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"kokyu/rules/text"
)

// Motive is why two sides fight, what the first of each wants and fears, and what it comes to if that side wins: told, and of no weight for
// anything else.
type Motive struct {
	About string   `yaml:"about"`
	Wants []string `yaml:"wants"`
	Fears []string `yaml:"fears"`
	Won   []string `yaml:"won"`
}

//go:embed motives.yaml
var motivesFile embed.FS

// motives are those of encounters that nobody planned.
var motives = sync.OnceValue(func() (file struct {
	Version int               `yaml:"version"`
	Motives []Motive          `yaml:"motives"`
	Goals   map[string]string `yaml:"goals"`
}) {
	decodeAny(motivesFile, "motives.yaml", &file)
	return file
})

// Motive returns one for these people, of teams of these names, with why one of them has a goal; nil where none has.
func (d Draw) Motive(teams [2]string, people [2][]string, goal *Objective) Motive {
	m := OneOf(d, motives().Motives)
	words := []string{"{one}", people[0][0], "{two}", people[1][0]}
	if goal != nil {
		m.About += " " + motives().Goals[goal.Goal]
		words = append(words, "{who}", goal.Who, "{for}", people[slices.Index(teams[:], goal.For)][0])
	}
	names := strings.NewReplacer(words...)
	m.About, m.Won = strings.TrimSpace(names.Replace(m.About)), []string{names.Replace(m.Won[0]), names.Replace(m.Won[1])}
	return m
}

// Give sets what the first of a side wants and fears, and what it comes to if they win.
func (m Motive) Give(side int, first *Person) {
	first.Wants, first.Fears, first.Won = m.Wants[side], m.Fears[side], m.Won[side]
}

// VersusTitle returns a title for a fight of these people: "Juro's Three against Tetsu".
func VersusTitle(people [2][]string) string {
	var sides [2]string
	for side, names := range people {
		switch len(names) {
		case 1, 2:
			sides[side] = text.List(names, "and")
		default:
			sides[side] = names[0] + "'s " + []string{"Three", "Four", "Five", "Six"}[min(len(names), 6)-3]
		}
	}
	return sides[0] + " against " + sides[1]
}
