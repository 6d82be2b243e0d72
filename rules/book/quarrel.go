package book

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// quarrel is why the two sides of a random encounter fight, for tales only. Wants, Fears and Won have an entry for each
// side: what its leader wants and fears, and what follows if it wins.
type quarrel struct {
	About string   `yaml:"about"`
	Wants []string `yaml:"wants"`
	Fears []string `yaml:"fears"`
	Won   []string `yaml:"won"`
	Runs  string   `yaml:"runs" oneof:"one two"` // who would get away; default two
}

//go:embed motives.yaml
var motivesYAML []byte

// quarrelsFile has the quarrels that random encounters draw from, and why a side has a goal, by the goal.
type quarrelsFile struct {
	Version int               `yaml:"version"`
	Motives []quarrel         `yaml:"motives"`     // of people
	Hunts   []quarrel         `yaml:"hunts"`       // of people and beasts
	Lands   []quarrel         `yaml:"territories"` // of beasts
	Goals   map[string]string `yaml:"goals"`
}

// quarrels reads the file once.
var quarrels = sync.OnceValue(func() quarrelsFile { return strict.Carried[quarrelsFile]("motives.yaml", motivesYAML) })

// Quarrel draws why two teams of people with these names fight, and returns the title of the fight and what it is
// about. It writes the motives of each side into the Person of its leader: the combatant that the goal is about, else
// the first person who is no beast or thing, else the first. of returns a combatant's Person and the Being of its row.
// goal is what one team wants besides winning; it may be nil.
func (d Draw) Quarrel(teams [2]string, people [2][]string, goal *Objective,
	of func(side, i int) (*Person, *Being)) (title, about string) {
	leaders, beasts := [2]int{}, [2]bool{}
	for side, names := range people {
		leads := -1
		for i, name := range names {
			_, is := of(side, i)
			person := is == nil || is.Is == "" || is.Is == "person"
			if person && (leads < 0 || goal != nil && name == goal.Who) {
				leads = i
			}
		}
		leaders[side] = max(0, leads)
		if _, is := of(side, leaders[side]); is != nil {
			beasts[side] = is.Is == "beast"
		}
		leader := names[leaders[side]]
		people[side] = append([]string{leader}, text.Keep(names, func(name string) bool { return name != leader })...)
	}
	list, one, two := quarrels().Motives, 0, 1
	switch {
	case beasts[0] && beasts[1]:
		list = quarrels().Lands
	case beasts[0]:
		list, one, two = quarrels().Hunts, 1, 0
	case beasts[1]:
		list = quarrels().Hunts
	}
	m := OneOf(d, list)
	isOneHunted := goal != nil && slices.Contains(people[one], goal.Who)
	if goal != nil && goal.Goal == "down" && isOneHunted != (m.Runs == "one") && !beasts[0] && !beasts[1] {
		one, two = two, one
	}
	words := []string{"{one}", people[one][0], "{two}", people[two][0]}
	if about = m.About; goal != nil {
		kind, leader := goal.Goal, people[slices.Index(teams[:], goal.For)][0]
		if kind == "protect" && goal.Who == leader {
			kind = "protect leader"
		}
		about += " " + quarrels().Goals[kind]
		words = append(words, "{who}", goal.Who, "{for}", leader)
	}
	names := strings.NewReplacer(words...)
	for role, side := range []int{one, two} {
		first, _ := of(side, leaders[side])
		first.Wants, first.Fears, first.Won = m.Wants[role], m.Fears[role], names.Replace(m.Won[role])
	}
	return versusTitle(people), strings.TrimSpace(names.Replace(about))
}

// versusTitle returns a title for a fight of these people: "Juro's Three against Tetsu".
func versusTitle(people [2][]string) string {
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
