package book

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"kokyu/rules/text"
)

// quarrel is why the two sides of a random encounter fight: for tales alone. Wants, Fears and Won have an entry for each side: what its
// leader wants and fears, and what follows if it wins.
type quarrel struct {
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
	Motives []quarrel         `yaml:"motives"`
	Goals   map[string]string `yaml:"goals"`
}) {
	decodeAny(motivesFile, "motives.yaml", &file)
	return file
})

// Quarrel draws why teams of these names and people fight, and gives it to the first person of each, who is no beast or thing if there
// is such a one: of returns somebody of a side, with what their row says of them. goal is what one team wants besides; nil where
// neither does. It returns the title of the fight and what it is about.
func (d Draw) Quarrel(teams [2]string, people [2][]string, goal *Objective, of func(side, i int) (*Person, *Being)) (title, about string) {
	m, leaders := OneOf(d, quarrels().Motives), [2]int{}
	for side, names := range people {
		for i := range names {
			if _, is := of(side, i); is == nil || is.Is == "" || is.Is == "person" {
				leaders[side] = i
				break
			}
		}
		leader := names[leaders[side]]
		people[side] = append([]string{leader}, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == leader })...)
	}
	words := []string{"{one}", people[0][0], "{two}", people[1][0]}
	if about = m.About; goal != nil {
		about += " " + quarrels().Goals[goal.Goal]
		words = append(words, "{who}", goal.Who, "{for}", people[slices.Index(teams[:], goal.For)][0])
	}
	names := strings.NewReplacer(words...)
	for side, i := range leaders {
		first, _ := of(side, i)
		first.Wants, first.Fears, first.Won = m.Wants[side], m.Fears[side], names.Replace(m.Won[side])
	}
	return VersusTitle(people), strings.TrimSpace(names.Replace(about))
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
