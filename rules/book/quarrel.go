package book

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"kokyu/rules/text"
)

// Quarrel is why the two sides of a random encounter fight: for tales alone. Wants, Fears and Won have an entry for each side: what its
// first combatant wants and fears, and what follows if it wins.
type Quarrel struct {
	About string   `yaml:"about"`
	Wants []string `yaml:"wants"`
	Fears []string `yaml:"fears"`
	Won   []string `yaml:"won"`
}

//go:embed motives.yaml
var motivesFile embed.FS

// quarrels returns those that random encounters draw from, and why a side has a goal, by the goal.
var quarrels = sync.OnceValue(func() (file struct {
	Version int               `yaml:"version"`
	Motives []Quarrel         `yaml:"motives"`
	Goals   map[string]string `yaml:"goals"`
}) {
	decodeAny(motivesFile, "motives.yaml", &file)
	return file
})

// Quarrel returns a random quarrel, worded with the names of the first combatants of both sides. If a side has a goal it says why; teams
// are the names of the sides, and goal may be nil.
func (d Draw) Quarrel(teams [2]string, people [2][]string, goal *Objective) Quarrel {
	m := OneOf(d, quarrels().Motives)
	words := []string{"{one}", people[0][0], "{two}", people[1][0]}
	if goal != nil {
		m.About += " " + quarrels().Goals[goal.Goal]
		words = append(words, "{who}", goal.Who, "{for}", people[slices.Index(teams[:], goal.For)][0])
	}
	names := strings.NewReplacer(words...)
	m.About, m.Won = strings.TrimSpace(names.Replace(m.About)), []string{names.Replace(m.Won[0]), names.Replace(m.Won[1])}
	return m
}

// Give sets what a quarrel says of the first combatant of a side.
func (m Quarrel) Give(side int, first *Person) {
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
