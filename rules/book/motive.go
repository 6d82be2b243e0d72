package book

import (
	"embed"
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
var motives = sync.OnceValue(func() []Motive {
	var file struct {
		Version int      `yaml:"version"`
		Motives []Motive `yaml:"motives"`
	}
	decodeAny(motivesFile, "motives.yaml", &file)
	return file.Motives
})

// Motive returns one for these people.
func (d Draw) Motive(people [2][]string) Motive {
	m := OneOf(d, motives())
	names := strings.NewReplacer("{one}", people[0][0], "{two}", people[1][0])
	m.About, m.Won = names.Replace(m.About), []string{names.Replace(m.Won[0]), names.Replace(m.Won[1])}
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
