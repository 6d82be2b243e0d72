package fair

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// changeSizes are how large the sorts of changes are for those at the table: a ruling. Two levels are twice as large as
// one, and so on.
var changeSizes = struct{ level, round, arms, place, combatant, goal int }{level: 1, round: 1,
	arms: 1, place: 1, combatant: 2, goal: 3}

// SizesSay says how large changes are, for people.
var SizesSay = fmt.Sprintf("a level of the foes, a round, a weapon, an armour or a place counts %d, a combatant %d, "+
	"another goal %d", changeSizes.level, changeSizes.combatant, changeSizes.goal)

// perSortMax is how many changes of one sort are tried at most.
const perSortMax = 8

// change is a change of an encounter that can be made at a table.
type change struct {
	says  string          // in words, for the GM
	size  int             // see changeSizes
	file  *Source         // with the change made
	apply func(s *Source) // makes it in another copy of the file, for pairs of changes
	sort  int             // the place of its sort among those of [Question.changes]
	// win is the party's chance with it, once it is known; of a pair that is to be tried, the log odds that are expected.
	win float64
}

// changeSorts are the sorts of changes in the order in which pairs of them are made: what removes a line comes after
// what changes one, since lines are found by their index.
var changeSorts = []func(*changer) []change{(*changer).changeLevels, (*changer).changeClock, (*changer).changeArmours,
	(*changer).changeWeapons, (*changer).changePlaces, (*changer).changeNumbers, (*changer).changeGoals}

// changer lists the changes of a file that can be made. Each change is a function of a copy of the file, in which it
// finds its line by side and index, so that two changes can be made in one copy.
type changer struct {
	q    *Question
	a    *Answer
	more bool       // the party is to win more often
	list [][]change // by sort
}

// changes returns the changes that may bring the party's chance nearer to a target, the smallest first; among those of
// one size the sorts alternate. more says that the party is to win more often.
func (q *Question) changes(a *Answer, more bool) (list []change) {
	c := &changer{q: q, a: a, more: more}
	for k, sort := range changeSorts {
		found := sort(c)
		for i := range found {
			found[i].sort = k
		}
		c.list = append(c.list, found[:min(len(found), perSortMax)])
	}
	for k := range perSortMax {
		for _, sort := range c.list {
			if k < len(sort) {
				list = append(list, sort[k])
			}
		}
	}
	slices.SortStableFunc(list, func(x, y change) int { return x.size - y.size })
	return list
}

// newChange returns a change with a copy of the file in which do has made it.
func (c *changer) newChange(size int, says string, do func(s *Source)) change {
	s := c.q.Source.clone()
	do(s)
	return change{says: says, size: size, file: s, apply: do}
}

// foes returns the side against the party.
func (c *changer) foes() rules.Side { return 1 - c.q.Party }

// changeLevels has the foes played one or two levels better or worse. If the question sets an agent or a level for
// them, that of the file does not matter and there is nothing to change.
func (c *changer) changeLevels() (list []change) {
	p := c.q.Players[1]
	if p.Agent != nil || p.Character.Level != 0 {
		return nil
	}
	for by := 1; by <= 2; by++ {
		step, word := by, "better"
		if c.more {
			step, word = -by, "worse"
		}
		changed := false
		says := fmt.Sprintf("%s are played %s %s", text.The(c.a.Foes), wordCount(by, "level"), word)
		next := c.newChange(by*changeSizes.level, says, func(s *Source) {
			side := s.sideKeys(c.foes())
			shift := func(group *yaml.Node, from int) {
				to := max(1, min(book.LevelMax, from+step))
				changed = changed || to != from
				setKey(group, "level", strconv.Itoa(to))
			}
			shift(side, numberOr(get(side, "level"), p.characterOf(rules.Fighter{}, 0).Level))
			for _, line := range s.lines(c.foes()).Content {
				if own := get(line, "level"); own != nil {
					shift(line, numberOr(own, book.LevelMax))
				}
			}
		})
		if changed {
			list = append(list, next)
		}
	}
	return list
}

// wordCount returns "a level", "2 levels".
func wordCount(n int, thing string) string {
	return text.Either(n == 1, "a "+thing, text.Count(n, thing))
}

// numberOr returns a number of the file, or otherwise if n is nil or no number.
func numberOr(n *yaml.Node, otherwise int) int {
	if n != nil {
		if k, err := strconv.Atoi(n.Value); err == nil {
			return k
		}
	}
	return otherwise
}

// changeClock changes the number of rounds: that of the objective, else that of the encounter. Only fights can tell
// which side more time helps, so both directions are tried.
func (c *changer) changeClock() (list []change) {
	for _, by := range []int{1, -1, 2, -2} {
		size, how := max(by, -by), text.Either(by < 0, "less", "more")
		for _, at := range []string{"objective", ""} {
			group := func(s *Source) *yaml.Node {
				if at == "" {
					return s.root
				}
				return get(s.root, at)
			}
			if n := numberOr(get(group(c.q.Source), "rounds"), 0); n > 0 && n+by > 0 {
				says := fmt.Sprintf("the clock runs for %s %s: %d", wordCount(size, "round"), how, n+by)
				list = append(list, c.newChange(size*changeSizes.round, says, func(s *Source) {
					setKey(group(s), "rounds", strconv.Itoa(n+by))
				}))
				break
			}
		}
	}
	return list
}

// eachLine calls do for every line of both sides with what people call it. The foes come first, since of each sort only
// perSortMax changes are tried, and those of the party are less welcome.
func (c *changer) eachLine(do func(called string, line fileLine)) {
	for _, side := range []rules.Side{c.foes(), c.q.Party} {
		for _, line := range c.q.Source.allLines() {
			switch {
			case line.side != side:
			case countOf(line.node) > 1:
				do("each "+rowOf(line.node), line)
			default:
				do(c.q.Fight.Name(rules.Seat(line.first)), line)
			}
		}
	}
}

// in returns this line in a copy of the file from which no line was removed, in its long form.
func (l fileLine) in(s *Source) *yaml.Node { return longForm(s.lines(l.side).Content[l.i]) }

// row is a row of the catalogue, by its name, and its family: what it can stand in for.
type row struct{ name, family string }

// catalogueRows returns the rows of a list of the fight's system.
func (c *changer) catalogueRows(name string) (rows []row) {
	lists, err := c.q.Source.Catalogue.Lists(c.q.Fight.Header().System)
	if err != nil {
		return nil
	}
	for _, l := range lists {
		if l.Name != name {
			continue
		}
		for _, cells := range l.Rows {
			if len(cells) > 1 && cells[0] != "" {
				rows = append(rows, row{cells[0], cells[1]})
			}
		}
	}
	return rows
}

// changeArmours gives one line another armour of the catalogue.
func (c *changer) changeArmours() (list []change) {
	for _, armour := range c.catalogueRows("armours") {
		c.eachLine(func(called string, line fileLine) {
			if own := get(line.node, "armour"); own != nil && own.Value == armour.name {
				return
			}
			says := fmt.Sprintf("%s wears %s armour", called, text.Either(armour.name == "none", "no", armour.name))
			list = append(list, c.newChange(changeSizes.arms, says, func(s *Source) {
				setKey(line.in(s), "armour", armour.name)
			}))
		})
	}
	return c.keepEffective(list)
}

// changeWeapons gives one line another weapon of the same family in place of its own.
func (c *changer) changeWeapons() (list []change) {
	all := c.catalogueRows("weapons")
	for _, weapon := range all {
		c.eachLine(func(called string, line fileLine) {
			held := ""
			for _, e := range c.q.Fight.Sheet(rules.Seat(line.first)) {
				if e.Name == "weapon" {
					held = e.Value
				}
			}
			at := slices.IndexFunc(all, func(r row) bool { return r.name == held })
			if at < 0 || all[at].family != weapon.family || weapon.name == held {
				return
			}
			says := fmt.Sprintf("%s carries a %s, not a %s", called, weapon.name, held)
			list = append(list, c.newChange(changeSizes.arms, says, func(s *Source) {
				setNode(line.in(s), "weapons", inlineList([]string{weapon.name}))
			}))
		})
	}
	return c.keepEffective(list)
}

// changePlaces lets one line begin elsewhere: in another zone, or two squares to either side.
func (c *changer) changePlaces() (list []change) {
	zones := get(c.q.Source.root, "zones")
	c.eachLine(func(called string, line fileLine) {
		if zones != nil {
			for k := 0; k+1 < len(zones.Content); k += 2 {
				zone := zones.Content[k].Value
				if own := get(line.node, "zone"); own == nil || own.Value != zone {
					list = append(list, c.newChange(changeSizes.place, fmt.Sprintf("%s begins in the %s", called, zone),
						func(s *Source) { setKey(line.in(s), "zone", zone) }))
				}
			}
		}
		if at := get(line.node, "at"); at != nil && len(at.Value) >= 2 {
			for _, by := range []int{2, -2} {
				to := string(rune(int(at.Value[0])+by)) + at.Value[1:]
				list = append(list, c.newChange(changeSizes.place, fmt.Sprintf("%s begins on %s", called, to),
					func(s *Source) { setKey(line.in(s), "at", to) }))
			}
		}
	})
	return c.keepEffective(list)
}

// keepEffective returns the changes whose files can be begun and that change something: a change is made without asking
// the rules whether it is legal, and may set a line to what its row has anyway.
func (c *changer) keepEffective(list []change) (effective []change) {
	before := string(c.q.Fight.Header().Encounter)
	for _, x := range list {
		if len(effective) == perSortMax {
			break
		}
		if f, err := x.file.begin(c.q.Seed); err == nil && string(f.Header().Encounter) != before {
			effective = append(effective, x)
		}
	}
	return effective
}

// changeNumbers adds foes of a kind or takes them away.
func (c *changer) changeNumbers() (list []change) {
	seen := map[string]bool{}
	for _, line := range c.q.Source.lines(c.foes()).Content {
		kind := rowOf(line)
		if seen[kind] {
			continue
		}
		seen[kind] = true
		for by := 1; by <= 2; by++ {
			says := fmt.Sprintf("%d %s %s", by, kind, text.Either(c.more, "fewer", "more"))
			list = append(list, c.newChange(by*changeSizes.combatant, says, func(s *Source) {
				for range by {
					if c.more {
						s.removeOne(c.foes(), kind)
					} else {
						s.addOne(c.foes(), kind)
					}
				}
			}))
		}
	}
	slices.SortStableFunc(list, func(x, y change) int { return x.size - y.size })
	return c.keepEffective(list)
}

// removeOne takes the last combatant of a kind away.
func (s *Source) removeOne(side rules.Side, kind string) {
	lines := s.lines(side)
	if i := lastOf(lines, kind); i >= 0 {
		removeFromLine(lines, i)
	}
}

// lastOf returns the index of the last line of a kind, -1 for none.
func lastOf(lines *yaml.Node, kind string) int {
	for i, line := range slices.Backward(lines.Content) {
		if rowOf(line) == kind {
			return i
		}
	}
	return -1
}

// addOne adds a combatant of a kind, armed and placed as the last one, but without its name and what else is personal.
// In a line without a name the count is raised; a line with a name is copied, since a name is one combatant's.
func (s *Source) addOne(side rules.Side, kind string) {
	lines := s.lines(side)
	i := lastOf(lines, kind)
	if i < 0 {
		return
	}
	line := lines.Content[i]
	if get(line, "name") == nil {
		n := countOf(line)
		setKey(longForm(line), "count", strconv.Itoa(n+1))
		return
	}
	more := copyNode(line)
	drop(more, "name", "epithet", "wants", "fears", "won", "they")
	more.HeadComment, more.LineComment, more.FootComment = "", "", ""
	lines.Content = append(lines.Content, more)
}

// changeGoals gives the fight another goal: for the side that is to win more often, to last as long as the fight takes
// on average, or that one of the others is down. A goal of the others goes.
func (c *changer) changeGoals() (list []change) {
	own, party := get(c.q.Source.root, "objective"), c.q.Party
	gains := c.q.Party // the side that gains by the change
	if !c.more {
		gains = c.foes()
	}
	if own != nil && (get(own, "for") == nil || get(own, "for").Value != c.q.team(gains)) {
		says := "no goal but the fall of the other side"
		list = append(list, c.newChange(changeSizes.goal, says, func(s *Source) { drop(s.root, "objective") }))
	}
	goal := func(says string, pairs ...string) {
		list = append(list, c.newChange(changeSizes.goal, says, func(s *Source) {
			o := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
			for i := 0; i+1 < len(pairs); i += 2 {
				setKey(o, pairs[i], pairs[i+1])
			}
			setNode(s.root, "objective", o)
		}))
	}
	team := c.q.team(gains)
	lasts := max(2, int(math.Round(c.a.Rounds.Mean)))
	goal(fmt.Sprintf("%s win if they last %d rounds", text.The(team), lasts), "for", team, "goal", "last",
		"rounds", strconv.Itoa(lasts))
	for _, m := range c.a.Members {
		if m.Party != (gains == party) {
			goal(fmt.Sprintf("%s win when %s is down", text.The(team), m.Name), "for", team, "goal", "down", "who", m.Name)
		}
	}
	return c.keepEffective(list)
}
