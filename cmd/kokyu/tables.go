package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/config"
)

// shelf is one kind of thing that can be listed.
type shelf struct {
	name string
	what string // it is
	head []string
	rows func(agent.Catalogue) ([][]string, any, error)
}

func (a *app) list() *cobra.Command {
	var names []string
	for _, s := range shelves {
		names = append(names, s.name)
	}
	cmd := &cobra.Command{
		Use:       "list [" + strings.Join(names, "|") + "]",
		Short:     "What there is: encounters, weapons, combatants ...",
		Long:      "Lists the rows of the catalogue. The letter behind a number is its source: s the rule document, w the wider canon,\nr this engine's own ruling, h your house's. Without a letter it follows from other numbers.",
		Args:      arguments(0, 1, "one of "+strings.Join(names, ", ")),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.catalogue()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.listAll(c)
			}
			i := slices.IndexFunc(shelves, func(s shelf) bool { return s.name == args[0] })
			if i < 0 {
				return unknown("list", args[0], names)
			}
			rows, object, err := shelves[i].rows(c)
			if err != nil {
				return err
			}
			if a.json {
				return a.object(map[string]any{args[0]: object})
			}
			a.table(shelves[i].head, rows)
			return nil
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

func (a *app) listAll(c agent.Catalogue) error {
	var table [][]string
	counts := map[string]int{}
	for _, s := range shelves {
		_, all, err := s.rows(c)
		if err != nil {
			return err
		}
		counts[s.name] = reflect.ValueOf(all).Len()
		table = append(table, []string{s.name, fmt.Sprint(counts[s.name]), s.what})
	}
	if a.json {
		return a.object(counts)
	}
	a.table([]string{"list", "", ""}, table, 1)
	return nil
}

// source is the letter that says where a number comes from.
var source = map[string]string{"seed": "s", "site": "w", "ruling": "r", "house": "h"}

// shelves are all lists, in the order they are shown.
var shelves = []shelf{
	{"encounters", "fights ready to be fought", []string{"encounter", "title", "who"}, encounterRows},
	{"weapons", "weapons and natural arms with their techniques", []string{"weapon", "family", "technique", "energy", "check", "notes"}, weaponRows},
	{"combatants", "stat blocks", []string{"combatant", "grade", "energy", "wounds", "defense", "armour", "weapons", "traits"}, combatantRows},
	{"armours", "what lifts Defense", []string{"armour", "defense", "energy", "limit"}, armourRows},
	{"stances", "what is held until it is dropped", []string{"stance", "energy", "defense", "for"}, stanceRows},
	{"traits", "aptitudes, licences and Kata", []string{"trait", "gives"}, traitRows},
}

// encounterRow is an encounter in a list.
type encounterRow struct {
	Name  string     `json:"name"`
	Title string     `json:"title"`
	Sides [][]string `json:"sides"`
}

func encounterRows(c agent.Catalogue) (rows [][]string, object any, err error) {
	var list []encounterRow
	for _, name := range agent.Encounters() {
		file, data, err := agent.ReadEncounter(name)
		if err != nil {
			return nil, nil, err
		}
		f, err := c.NewFight(file, data, agent.Setup{})
		if err != nil {
			return nil, nil, err
		}
		row := encounterRow{Name: name, Title: agent.Title(f), Sides: make([][]string, 2)}
		for _, r := range f.Roster() {
			row.Sides[r.Side] = append(row.Sides[r.Side], r.Name)
		}
		list = append(list, row)
		rows = append(rows, []string{name, row.Title, strings.Join(row.Sides[0], ", ") + " against " + strings.Join(row.Sides[1], ", ")})
	}
	return rows, list, nil
}

func weaponRows(c agent.Catalogue) (rows [][]string, object any, err error) {
	weapons := c.Book().Weapons
	for _, name := range slices.Sorted(maps.Keys(weapons)) {
		w := weapons[name]
		first, family := name, w.Family
		add := func(technique, energy, check, notes string) {
			rows = append(rows, []string{first, family, technique, energy, check, notes})
			first, family = "", ""
		}
		for _, t := range w.Attack {
			add(t.Name, num(t.Energy.N, t.Energy.Source), t.Check+bonus(t.Bonus.N, t.Bonus.Source), technique(t))
		}
		for _, t := range w.Defense {
			add(t.Name, num(t.Energy.N, t.Energy.Source), t.Check+bonus(t.Bonus.N, t.Bonus.Source), "defends")
		}
		for _, t := range w.Upkeep {
			add(t.Name, num(t.Energy.N, t.Energy.Source), t.Check, t.Does)
		}
	}
	return rows, weapons, nil
}

func combatantRows(c agent.Catalogue) (rows [][]string, object any, err error) {
	list := c.Book().Combatants
	for _, name := range slices.Sorted(maps.Keys(list)) {
		r := list[name]
		sheet := worked(c, name)
		letter := func(n *agent.Num) string {
			if n == nil {
				return ""
			}
			return source[n.Source]
		}
		energy, wounds, defense := sheet["energy"]+letter(r.Energy), sheet["wounds"]+letter(r.Wounds), sheet["defense"]+letter(r.Defense)
		rows = append(rows, []string{name, r.Grade, energy, wounds, defense, r.Armour, strings.Join(r.Weapons, ", "), strings.Join(r.Traits, ", ")})
	}
	return rows, list, nil
}

// worked is what a row comes to in a fight: Energy, Wounds and Defense with armour and traits.
func worked(c agent.Catalogue, row string) map[string]string {
	file := fmt.Sprintf("version: 1\nsystem: %s\ntitle: Row\nsides:\n- {name: a, fighters: [{who: %q}]}\n- {name: b, fighters: [{who: %[2]q}]}\n",
		agent.Systems()[0], row)
	sheet := map[string]string{}
	f, err := c.NewFight(row, []byte(file), agent.Setup{})
	if err != nil {
		return sheet // the row alone makes no fight
	}
	for _, e := range f.Sheet(0) {
		sheet[e.Name], _, _ = strings.Cut(e.Value, " ")
	}
	return sheet
}

func armourRows(c agent.Catalogue) (rows [][]string, object any, err error) {
	list := c.Book().Armours
	for _, name := range slices.Sorted(maps.Keys(list)) {
		r := list[name]
		rows = append(rows, []string{name, num(r.Defense.N, r.Defense.Source), bonus(r.Energy.N, r.Energy.Source), bonus(r.Limit.N, r.Limit.Source)})
	}
	return rows, list, nil
}

func stanceRows(c agent.Catalogue) (rows [][]string, object any, err error) {
	list := c.Book().Stances
	for _, name := range slices.Sorted(maps.Keys(list)) {
		r := list[name]
		rows = append(rows, []string{name, num(r.Energy.N, r.Energy.Source), bonus(r.Defense.N, r.Defense.Source), strings.Join(r.Grade, ", ")})
	}
	return rows, list, nil
}

func traitRows(c agent.Catalogue) (rows [][]string, object any, err error) {
	list := c.Book().Traits
	for _, name := range slices.Sorted(maps.Keys(list)) {
		rows = append(rows, []string{name, strings.Join(gifts(list[name]), "; ")})
	}
	return rows, list, nil
}

func num(n int, from string) string { return fmt.Sprintf("%d%s", n, source[from]) }

// bonus is a number that is added, empty for none.
func bonus(n int, from string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d%s", n, source[from])
}

// technique is what a technique does besides hitting for one Wound.
func technique(t agent.Technique) string {
	var notes []string
	add := func(word string, n *agent.Num) {
		if n != nil {
			notes = append(notes, word+" "+num(n.N, n.Source))
		}
	}
	plain := func(word string, n agent.Num) {
		if n.N != 0 {
			add(word, &n)
		}
	}
	add("wounds", t.Wounds)
	add("critical", t.Critical)
	add("at 20", t.Twenty)
	plain("pierce", t.Pierce)
	plain("direct", t.Direct)
	plain("against", t.Against)
	plain("expose", t.Expose)
	notes = append(notes, t.Effects...)
	return strings.Join(notes, ", ")
}

// gifts are the keys of a row that say something, in the file's words.
func gifts(row any) (list []string) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		field := v.Field(i)
		if field.IsZero() || key == "source" {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field = field.Elem()
		}
		switch value := field.Interface().(type) {
		case bool:
			list = append(list, key)
		case agent.Num:
			list = append(list, key+" "+num(value.N, value.Source))
		case agent.Technique:
			list = append(list, key+" "+value.Name)
		default:
			list = append(list, fmt.Sprintf("%s %v", key, value))
		}
	}
	return list
}
