package book

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"kokyu/rules/text"
)

// Draw draws random encounters. It draws the same on every machine, since it takes 32 bits at a time from its source;
// IntN and Shuffle of package rand take as many bits as an int has there.
type Draw struct{ *rand.Rand }

// Between returns a random whole number from lo to hi.
func (d Draw) Between(lo, hi int) int { return lo + int(d.Uint32N(uint32(hi-lo+1))) }

// Chance returns true with a chance in percent.
func (d Draw) Chance(percent int) bool { return d.Between(1, 100) <= percent }

// OneOf returns a random element of a list, all equally likely.
func OneOf[T any](d Draw, list []T) T { return list[d.Between(0, len(list)-1)] }

// Some returns n random elements of a list in random order, no element twice.
func Some[T any](d Draw, list []T, n int) []T {
	list = slices.Clone(list)
	for i := range n {
		k := d.Between(i, len(list)-1)
		list[i], list[k] = list[k], list[i]
	}
	return list[:n]
}

// Sides returns random sizes of two sides: 1 to most each, at least three combatants in all.
func (d Draw) Sides(most int) (sides [2]int) {
	for sides[0]+sides[1] < 3 {
		sides = [2]int{d.Between(1, most), d.Between(1, most)}
	}
	return sides
}

// Alteration has the parts of [Alter] that depend on the system. A line is one combatant: random encounters have a line
// for each.
type Alteration[L any] struct {
	Most    int                       // the most combatants of a side
	Add     func(side int, all []L) L // returns a new combatant for a side; all are the lines of both sides
	Adjust  func(line *L) bool        // makes a combatant a little better or worse, and reports whether it could
	Replace func(side int, was L) L   // returns a combatant of another row in place of one
}

// Alter returns the sides of a random encounter with one random change on one side: a combatant is replaced by one of
// another row, adjusted a little, added or removed. The combatant that the goal is about and the first of a side are
// never removed, as the title and the text of the fight name them.
func Alter[S, L any, PS hasTeam[S, L], PL hasLine[L]](d Draw, sides []S, goal *Objective, to Alteration[L]) []S {
	const adjust, add, remove = 1, 2, 3 // 0: replace
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
	stays := k == 0 || goal != nil && goal.Who == *PL(line).Line().Name
	switch change := d.Between(0, remove); {
	case change == add && n < to.Most:
		*lines = append(*lines, to.Add(side, all))
	case change == remove && n > 1 && len(all) > 3 && !stays:
		*lines = slices.Delete(*lines, k, k+1)
	case change == adjust && to.Adjust(line):
	default:
		*line = to.Replace(side, *line)
	}
	return sides
}

// PersonNamed returns a Person with the pronoun she if its name is among women, else he.
func PersonNamed(women []string, name string) Person {
	return Person{They: text.Either(slices.Contains(women, name), "she", "he")}
}

// Other returns a random word of a list that no element of all has.
func Other[T any](d Draw, list []string, all []T, has func(T) string) string {
	return OneOf(d, text.Keep(list, func(x string) bool {
		return !slices.ContainsFunc(all, func(one T) bool { return has(one) == x })
	}))
}

// Ground returns the rows of a random map of at most 26 columns, in which a square is a wall with a chance of walls
// percent. The first two and the last two columns, where the sides begin, and one row have no walls, so that everybody
// can reach everybody.
func (d Draw) Ground(wide, high, walls int) (rows []string) {
	open := d.Between(0, high-1)
	for y := range high {
		row := slices.Repeat([]byte{'.'}, wide)
		for x := 2; x < wide-2 && y != open; x++ {
			if d.Chance(walls) {
				row[x] = '#'
			}
		}
		rows = append(rows, string(row))
	}
	return rows
}

// Squares returns the names of n different random squares of the columns x and x+1 of a map, counted from 0.
func (d Draw) Squares(x, high, n int) []string { return d.squares(x, 2, high, n) }

// Row returns the names of n different random squares of a map of one row, wide columns long (at most 26).
func (d Draw) Row(wide, n int) []string { return d.squares(0, wide, 1, n) }

// squares returns the names of n different random squares of a rectangle: wide columns from x on, and the first high
// rows.
func (d Draw) squares(x, wide, high, n int) []string {
	var all []string
	for k := range wide * high {
		all = append(all, fmt.Sprintf("%c%d", 'a'+x+k%wide, 1+k/wide))
	}
	return Some(d, all, n)
}

// Few returns random sizes of two sides with seats combatants in all, at least one each.
func (d Draw) Few(seats int) [2]int {
	first := d.Between(1, seats-1)
	return [2]int{first, seats - first}
}

// Goal returns a random objective of one of two sides with these names and combatants. A side that has to last has to
// for 3 to 6 rounds, so the fight must have at least 6.
func (d Draw) Goal(sides [2]string, people [2][]string) *Objective {
	return d.GoalWithin(sides, people, 3, 6)
}

// GoalWithin is Goal with other bounds for the rounds that a side has to last.
func (d Draw) GoalWithin(sides [2]string, people [2][]string, least, most int) *Objective {
	own := d.Between(0, 1)
	o := &Objective{For: sides[own]}
	switch goal := OneOf(d, []uint8{GoalLast, GoalDown, GoalProtect}); {
	case goal == GoalDown && len(people[1-own]) > 1:
		o.Goal, o.Who = GoalNames[GoalDown], OneOf(d, people[1-own])
	case goal == GoalProtect && len(people[own]) > 1:
		o.Goal, o.Who = GoalNames[GoalProtect], OneOf(d, people[own])
	default: // with one combatant on a side, to take it out or to protect it is no other goal than to win
		o.Goal, o.Rounds = GoalNames[GoalLast], d.Between(least, most)
	}
	return o
}

// Scene returns a random scene for tales, whose aspects fit together: no weather indoors.
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
