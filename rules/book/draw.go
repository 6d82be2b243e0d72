package book

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Draw is what an encounter that nobody planned is drawn with. What it gives is the same on every machine: it asks its source
// for 32 bits at a time, as a source's own IntN and Shuffle do not everywhere.
type Draw struct{ *rand.Rand }

// Between returns one of the whole numbers from lo to hi.
func (d Draw) Between(lo, hi int) int { return lo + int(d.Uint32N(uint32(hi-lo+1))) }

// Often returns true so many times in a hundred.
func (d Draw) Often(percent int) bool { return d.Between(1, 100) <= percent }

// OneOf returns one of a list, each as likely as any other.
func OneOf[T any](d Draw, list []T) T { return list[d.Between(0, len(list)-1)] }

// Some are n different ones of a list, in any order.
func Some[T any](d Draw, list []T, n int) []T {
	list = slices.Clone(list)
	for i := range n {
		k := d.Between(i, len(list)-1)
		list[i], list[k] = list[k], list[i]
	}
	return list[:n]
}

// Sides returns the numbers of two sides of at most so many each, three and more in all.
func (d Draw) Sides(most int) (sides [2]int) {
	for sides[0]+sides[1] < 3 {
		sides = [2]int{d.Between(1, most), d.Between(1, most)}
	}
	return sides
}

// Alteration says how one thing about an encounter that nobody planned may be changed, whose combatants have a line each.
type Alteration[L any] struct {
	Most  int                       // combatants of a side
	More  func(side int, all []L) L // one more on a side, where these are in the fight
	Means func(line *L) bool        // makes one a little better or worse, if it can
	Row   func(side int, was L) L   // one of another row in the place of one of a side
}

// Alter returns the sides of an encounter with one thing changed about one of them: a combatant is of another row, a little better or
// worse, more than there were, or one of those there were is gone. Who the goal is about stays.
func Alter[S, L any, PS sided[S, L], PL lined[L]](d Draw, sides []S, goal *Objective, to Alteration[L]) []S {
	const means, more, less = 1, 2, 3
	sides = slices.Clone(sides)
	side := d.Between(0, 1)
	var all []L
	for i := range sides {
		_, lines := PS(&sides[i]).Team()
		*lines = slices.Clone(*lines)
		all = append(all, *lines...)
	}
	_, lines := PS(&sides[side]).Team()
	n := len(*lines)
	k := d.Between(0, n-1)
	line := &(*lines)[k]
	stays := k == 0 || goal != nil && goal.Who == *PL(line).Line().Name // who leads a side is in its title, and in what the fight is about
	switch change := d.Between(0, less); {
	case change == more && n < to.Most:
		*lines = append(*lines, to.More(side, all))
	case change == less && n > 1 && len(all) > 3 && !stays:
		*lines = slices.Delete(*lines, k, k+1)
	case change == means && to.Means(line):
	default:
		*line = to.Row(side, *line)
	}
	return sides
}

// Given returns what a tale calls somebody of a random encounter after the name: she of these, he of any other.
func Given(women []string, name string) Person {
	return Person{They: map[bool]string{true: "she", false: "he"}[slices.Contains(women, name)]}
}

// Other returns one of a list, each as likely as any other, that none of these has.
func Other[T any](d Draw, list []string, all []T, has func(T) string) string {
	return OneOf(d, slices.DeleteFunc(slices.Clone(list), func(x string) bool {
		return slices.ContainsFunc(all, func(one T) bool { return has(one) == x })
	}))
}

// Ground returns a map of free squares and some walls, wide columns and high rows of them, at most 26 columns. The two first and
// the two last columns are free, where the sides begin, and so is one row from end to end: everybody can come to everybody.
func (d Draw) Ground(wide, high, walls int) (rows []string) {
	open := d.Between(0, high-1)
	for y := range high {
		row := slices.Repeat([]byte{'.'}, wide)
		for x := 2; x < wide-2 && y != open; x++ {
			if d.Often(walls) {
				row[x] = '#'
			}
		}
		rows = append(rows, string(row))
	}
	return rows
}

// Squares are n different ones of the two columns that begin at column x of a ground, the left one 0.
func (d Draw) Squares(x, high, n int) []string {
	var all []string
	for y := range high {
		all = append(all, fmt.Sprintf("%c%d", 'a'+x, y+1), fmt.Sprintf("%c%d", 'a'+x+1, y+1))
	}
	return Some(d, all, n)
}

// Row returns the names of n different squares of one row of so many, at most 26, in any order.
func (d Draw) Row(wide, n int) []string {
	var all []string
	for x := range wide {
		all = append(all, fmt.Sprintf("%c1", 'a'+x))
	}
	return Some(d, all, n)
}

// Few returns the numbers of two sides of so many in all, even or not.
func (d Draw) Few(seats int) [2]int {
	first := d.Between(1, seats-1)
	return [2]int{first, seats - first}
}

// Goal returns what one of two sides may want besides the other's fall, each with the names of its people, in a fight of no fewer
// than six rounds.
func (d Draw) Goal(sides [2]string, people [2][]string) *Objective {
	return d.GoalWithin(sides, people, 3, 6)
}

// GoalWithin returns a goal in which nobody has to last for fewer or more rounds than said.
func (d Draw) GoalWithin(sides [2]string, people [2][]string, least, most int) *Objective {
	own := d.Between(0, 1)
	o := &Objective{For: sides[own]}
	switch goal := OneOf(d, []uint8{GoalLast, GoalDown, GoalProtect}); {
	case goal == GoalDown && len(people[1-own]) > 1:
		o.Goal, o.Who = GoalNames[GoalDown], OneOf(d, people[1-own])
	case goal == GoalProtect && len(people[own]) > 1:
		o.Goal, o.Who = GoalNames[GoalProtect], OneOf(d, people[own])
	default: // to down or to protect the only one is the fight itself
		o.Goal, o.Rounds = GoalNames[GoalLast], d.Between(least, most)
	}
	return o
}

// Scene is somewhere to fight.
func (d Draw) Scene() *Scene {
	s := OneOf(d, []Scene{
		{Place: "road", Ground: "earth", Roof: "outdoors"}, {Place: "crossroads", Ground: "earth", Roof: "outdoors"},
		{Place: "gate", Ground: "stone", Roof: "outdoors"},
		{Place: "yard", Ground: "gravel", Roof: "outdoors"}, {Place: "beach", Ground: "sand", Roof: "outdoors", Water: "sea"},
		{Place: "pass", Ground: "rock", Roof: "outdoors", Trees: "pines"},
		{Place: "ford", Ground: "gravel", Roof: "outdoors", Water: "river"}, {Place: "field", Ground: "grass", Roof: "outdoors"},
		{Place: "hall", Ground: "planks", Roof: "indoors"}})
	if s.Roof == "indoors" {
		s.Light = "lamps"
		return &s
	}
	s.Weather = OneOf(d, []string{"clear", "cloud", "rain", "fog", "wind"})
	s.Light = OneOf(d, []string{"day", "dawn", "dusk"})
	s.Season = OneOf(d, []string{"spring", "summer", "autumn"})
	return &s
}
