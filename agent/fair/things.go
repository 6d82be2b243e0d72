package fair

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"kokyu/rules"
	"kokyu/rules/text"
)

// removable is a weapon of a side, or a rule of the encounter, and the file without it.
type removable struct {
	sort, says string  // weapon or rule; in words
	file       *Source // without it
}

// removables returns what can be removed from the file of the encounter besides combatants. A weapon is taken from all
// of a side who carry it: who carries nothing else has bare hands. A rule is what the encounter adds to the rule
// system. Not all of these files can be begun.
func (q *Question) removables() []removable { return append(q.removeWeapons(), q.removeRules()...) }

// removeWeapons takes away each weapon of both sides, the foes' first.
func (q *Question) removeWeapons() (list []removable) {
	data, err := q.Source.file()
	if err != nil {
		return nil
	}
	pages, err := q.Source.Catalogue.Sheets(q.Source.Name, data)
	if err != nil {
		return nil
	}
	// Weapons are read from the sheets, one for each line, since a line that names no weapon has those of its row.
	var carried [2][][]string // by side and line
	for side := range rules.Side(2) {
		for range q.Source.lines(side).Content {
			var names []string
			for _, l := range pages[0].Lines {
				if l.Topic == "weapons" && l.Says != "none" {
					names = strings.Split(l.Says, ", ")
				}
			}
			carried[side], pages = append(carried[side], names), pages[1:]
		}
	}
	for _, side := range []rules.Side{1 - q.Party, q.Party} {
		var seen []string
		for _, name := range slices.Concat(carried[side]...) {
			if slices.Contains(seen, name) || slices.Contains(bareHands, name) {
				continue
			}
			seen = append(seen, name)
			s := q.Source.clone()
			for i, names := range carried[side] {
				if slices.Contains(names, name) {
					others := text.Keep(names, func(n string) bool { return n != name })
					setNode(longForm(s.lines(side).Content[i]), "weapons", inlineList(others))
				}
			}
			list = append(list, removable{"weapon", fmt.Sprintf("%s without %s", text.The(q.team(side)), name), s})
		}
	}
	return list
}

// bareHands are rows of weapons that nobody can put down.
var bareHands = []string{"unarmed"}

// inlineList returns a list in one line.
func inlineList(names []string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, name := range names {
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name})
	}
	return n
}

// removeRules takes away each rule of the encounter: its goal, its last round (the cap), who wins there, its zones, a
// duel, a start on guard, and each house ruling. A map is not among them.
func (q *Question) removeRules() (list []removable) {
	root := q.Source.root
	without := func(says string, do func(s *Source)) {
		s := q.Source.clone()
		do(s)
		list = append(list, removable{"rule", says, s})
	}
	for _, rule := range []struct{ key, says string }{{"objective", "without the goal"}, {"rounds", "without the clock"},
		{"at the cap", "without a winner at the cap"}, {"duel", "without the ladder of the duel"}} {
		if get(root, rule.key) != nil {
			without(rule.says, func(s *Source) { drop(s.root, rule.key) })
		}
	}
	if get(root, "zones") != nil {
		without("without the zones", func(s *Source) {
			drop(s.root, "zones")
			s.dropFromLines("zone")
		})
	}
	for side := range rules.Side(2) {
		if status := get(q.Source.sideKeys(side), "status"); status != nil && status.Value == "on guard" {
			without(text.The(q.team(side))+" not on guard", func(s *Source) { drop(s.sideKeys(side), "status") })
		}
	}
	if house := get(root, "rulings"); house != nil && house.Kind == yaml.MappingNode {
		for k := 0; k+1 < len(house.Content); k += 2 {
			name, value := house.Content[k].Value, house.Content[k+1].Value
			without(fmt.Sprintf("without the ruling %s: %s", name, value), func(s *Source) {
				drop(get(s.root, "rulings"), name)
			})
		}
	} else if house != nil {
		without("without the rulings "+house.Value, func(s *Source) { drop(s.root, "rulings") })
	}
	return list
}

// dropFromLines takes a key out of all lines.
func (s *Source) dropFromLines(key string) {
	for _, line := range s.allLines() {
		drop(line.node, key)
	}
}
