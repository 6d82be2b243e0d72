package fair

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// FinishedFight is a fight that is over, whose combatants can go on to another encounter.
type FinishedFight struct {
	Carry agent.Carry  // of everybody
	Fight *fight.Fight // at its end

	// from is its last position as a file. It has a line for everybody, with weapons and levels as at the beginning, and
	// the rows that these need.
	from *Source
}

// FinishedFightOf returns the fight of a record, which must be over.
func FinishedFightOf(rec fight.Record) (*FinishedFight, error) {
	carry, err := agent.CarryOf(rec)
	if err != nil {
		return nil, err
	}
	l := &FinishedFight{Carry: carry}
	if l.Fight, err = agent.Begin(rec); err != nil {
		return nil, err
	}
	if err := agent.Replay(l.Fight, rec); err != nil {
		return nil, err
	}
	data, err := l.Fight.Position()
	if err == nil {
		l.from, err = parseSource(agent.Catalogue{}, "the fight before", data)
	}
	return l, err
}

// sceneKeys are the keys of a line that are about one fight and not about the combatant.
var sceneKeys = []string{"count", "at", "zone", "status", "initiative", "stance", "before", "wants", "fears", "won"}

// linesOf returns a line for each of some combatants, with its name and without sceneKeys. A line of several becomes
// several lines, since each combatant comes out of the fight in a state of its own.
func (l *FinishedFight) linesOf(names []string) (lines []*yaml.Node) {
	roster := l.Fight.Roster()
	gone := func(n *yaml.Node) bool {
		return n.Kind == yaml.ScalarNode && !slices.Contains(names, n.Value) &&
			slices.ContainsFunc(roster, func(r rules.Fighter) bool { return r.Name == n.Value })
	}
	for _, line := range l.from.allLines() {
		for _, f := range roster[line.first : line.first+countOf(line.node)] {
			if !slices.Contains(names, f.Name) {
				continue
			}
			one := longForm(copyNode(line.node))
			drop(one, sceneKeys...)
			for i := len(one.Content) - 2; i >= 0; i -= 2 { // who commanded them, or was to be called by them, may be gone
				value := one.Content[i+1]
				value.Content = slices.DeleteFunc(value.Content, gone)
				if gone(value) {
					drop(one, one.Content[i].Value)
				}
			}
			setKey(one, "name", f.Name)
			lines = append(lines, one)
		}
	}
	return lines
}

// Into returns an encounter of the same system in which the combatants of these names replace one of its sides, in the
// state that the carry has of them. What the encounter says of the replaced, such as its goal, it says of them. The
// result is begun once before it is returned: only the rules know whether all of it fits.
func (l *FinishedFight) Into(c agent.Catalogue, encounter []byte, names []string) (data []byte, err error) {
	lines, roster := l.linesOf(names), l.Fight.Roster()
	if len(lines) == 0 {
		return nil, text.Problem{What: "nobody goes on", Want: "one at least of those who still stand"}
	}
	s, err := NewSource(c, "encounter", encounter)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, text.Problem{What: "the encounter is a fight under way", Want: "one that has not begun"}
	}
	f, err := s.begin(1)
	if err != nil {
		return nil, err
	}
	side := sideFor(f, names)
	s.renameNamesakes(f, 1-side, names)
	s.placeLines(f, side, lines)
	first := slices.IndexFunc(roster, func(r rules.Fighter) bool { return r.Name == names[0] })
	s.rename(f, side, names, roster[first].Team)
	s.lines(side).Content = lines
	addRows(s, l.from)
	carry := l.Carry
	carry.Fighters = maps.Clone(carry.Fighters)
	maps.DeleteFunc(carry.Fighters, func(name string, _ book.CarryOver) bool { return !slices.Contains(names, name) })
	carried, err := carry.Encode()
	if err != nil {
		return nil, err
	}
	setNode(s.root, "carry", &yaml.Node{Kind: yaml.ScalarNode, Value: string(carried), Style: yaml.LiteralStyle})
	if _, err = s.begin(1); err != nil {
		return nil, err
	}
	return s.file()
}

// sideFor returns the side that is replaced: the one with most of the names, else the first.
func sideFor(f *fight.Fight, names []string) rules.Side {
	count := [2]int{} // of the names, by side
	for _, r := range f.Roster() {
		if slices.Contains(names, r.Name) {
			count[r.Side]++
		}
	}
	if count[1] > count[0] {
		return 1
	}
	return 0
}

// renameNamesakes renames combatants of a side who have one of the names: in a fight names are unique, and what the
// encounter says of the name is about who joins.
func (s *Source) renameNamesakes(f *fight.Fight, side rules.Side, names []string) {
	for _, line := range s.allLines() {
		of := f.Roster()[line.first : line.first+countOf(line.node)]
		isNamesake := func(r rules.Fighter) bool { return slices.Contains(names, r.Name) }
		if line.side == side && slices.ContainsFunc(of, isNamesake) {
			setKey(longForm(line.node), "name", "Other "+rowOf(line.node))
		}
	}
}

// placeLines gives each of the lines a place: that of one of the replaced, and when these are used up a free one near
// the first.
func (s *Source) placeLines(f *fight.Fight, side rules.Side, lines []*yaml.Node) {
	stood := f.Snapshot()
	key := map[string]string{"squares": "at", "zones": "zone"}[stood.Ground.Kind]
	if key == "" || get(s.root, "map") == nil && get(s.root, "zones") == nil {
		return
	}
	var own, taken []string
	for i, stand := range stood.Stands {
		switch {
		case stand.At == "" || key == "at" && slices.Contains(own, stand.At): // one who is called later, or who rides
		case stood.Roster[i].Side == side:
			own = append(own, stand.At)
		default:
			taken = append(taken, stand.At)
		}
	}
	if len(own) == 0 {
		return
	}
	for _, p := range stood.Ground.Places {
		taken = append(taken, p.At) // squares with a feature
	}
	for i, line := range lines {
		if get(line, "rides") != nil {
			continue
		}
		at := own[min(i, len(own)-1)]
		if i >= len(own) && key == "at" {
			at = nearest(stood.Ground, own[0], slices.Concat(own, taken))
			taken = append(taken, at)
		}
		setKey(line, key, at)
	}
}

// nearest returns the square nearest to another that is not taken. A square is a letter and a number: its column and
// its row.
func nearest(g rules.Ground, from string, taken []string) (at string) {
	fromX, fromY, _ := g.Square(from) // it is one
	least := math.MaxInt              // of the squares of the distances
	for y := range g.High {
		for x := range g.Wide {
			square, far := fmt.Sprintf("%c%d", 'a'+x, y+1), (x-fromX)*(x-fromX)+(y-fromY)*(y-fromY)
			if far < least && !slices.Contains(taken, square) {
				least, at = far, square
			}
		}
	}
	return at
}

// rename replaces the names of one side by those of who joins, outside the lines of the combatants: in the goal and in
// other keys whose values are names. If the sentence about: contains a name that was replaced it is dropped, and a
// title that does is replaced, for no program can reword either.
func (s *Source) rename(f *fight.Fight, side rules.Side, names []string, team string) {
	newNames := map[string]string{} // by the old name
	other := teamOf(f, 1-side)
	mentions := func(key, name string) bool {
		value := get(s.root, key)
		return value != nil && strings.Contains(value.Value, name)
	}
	for _, r := range f.Roster() {
		if r.Side != side {
			continue
		}
		newNames[r.Name] = names[len(newNames)%len(names)]
		if slices.Contains(names, r.Name) {
			continue
		}
		if mentions("about", r.Name) {
			drop(s.root, "about")
		}
		if mentions("title", r.Name) {
			setKey(s.root, "title", text.Capital(text.The(team))+" against "+text.The(other))
		}
	}
	if own := get(s.sideKeys(side), "name"); own != nil && team != other {
		newNames[own.Value] = team
		own.Value = team
	}
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		if name, ok := newNames[n.Value]; ok && n.Kind == yaml.ScalarNode {
			n.Value = name
		}
		for _, child := range n.Content {
			walk(child)
		}
	}
	for i := 0; i+1 < len(s.root.Content); i += 2 {
		if slices.Contains([]string{"objective", "at the cap", "tests", "duel"}, s.root.Content[i].Value) {
			walk(s.root.Content[i+1])
		}
	}
}

// addRows adds to an encounter the rows of another that it lacks: a combatant may be of a row that only the encounter
// before has. Of two rows of one name the new encounter's stays, which its own combatants need.
func addRows(to, from *Source) {
	rows := get(from.root, "rows")
	if rows == nil {
		return
	}
	own := get(to.root, "rows")
	if own == nil {
		setNode(to.root, "rows", copyNode(rows))
		return
	}
	for i := 0; i+1 < len(rows.Content); i += 2 {
		key, group := rows.Content[i].Value, rows.Content[i+1]
		mine := get(own, key)
		if mine == nil {
			setNode(own, key, copyNode(group))
			continue
		}
		for k := 0; k+1 < len(group.Content); k += 2 {
			if get(mine, group.Content[k].Value) == nil {
				setNode(mine, group.Content[k].Value, copyNode(group.Content[k+1]))
			}
		}
	}
}

// Limits of DrawEncounter.
const (
	drawsMax         = 40  // encounters that are tried
	balancedScoreMax = 0.4 // the largest estimate for either side, of at most 1, for which a fight is balanced
)

// DrawEncounter returns a random encounter in which the combatants of these names replace one side. Of the draws of a
// seed it returns the first that is balanced by the estimate, else the one that is nearest to that. No fights are
// fought, as [agent.Catalogue.DrawEven] does.
func (l *FinishedFight) DrawEncounter(c agent.Catalogue, seed uint64, names []string) (data []byte, err error) {
	least := math.Inf(1)
	var unfit error // why the last draw did not fit
	for k := range drawsMax {
		drawn, _, err := c.DrawEncounter(l.Carry.System, dice.Series(seed, k))
		if err != nil {
			return nil, err
		}
		one, err := l.Into(c, drawn, names)
		if err != nil {
			unfit = err
			continue
		}
		f, err := c.NewFight("encounter", one, agent.Setup{Seed: 1})
		if err != nil {
			return nil, err
		}
		if score := math.Abs(f.Score()); score < least {
			least, data = score, one
		}
		if least <= balancedScoreMax {
			return data, nil
		}
	}
	if data == nil {
		return nil, unfit
	}
	return data, nil
}
