package book

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"unicode"
	"unicode/utf8"

	"kokyu/rules/strict"
)

// What the catalogues and encounters of all systems have in common, for their loaders.

// Catalogue lays embedded files over each other; that they are right is a test's business.
func Catalogue[B any](files fs.FS, names []string, book B, overlay func(book B, name string, rows []byte) (B, error)) B {
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		if book, err = overlay(book, path.Base(name), data); err != nil {
			panic(err)
		}
	}
	return book
}

// EncounterHead says what is wrong with what every encounter file begins with.
func EncounterHead(doc strict.Document, version int, system, title, want string) error {
	var bad strict.Complaints
	switch _, err := strict.CleanName(title); {
	case version != 1:
		bad.Wrong(strict.Path{"version"}, fmt.Sprintf("version %d", version), "1")
	case system != want:
		bad.Wrong(strict.Path{"system"}, fmt.Sprintf("system %q", strict.Escape(system)), want)
	case err != nil:
		bad.Wrong(strict.Path{"title"}, "the title: "+err.Error(), "a plain title")
	}
	return bad.In(doc)
}

// FromHeader reads what a record embeds: the encounter and the rows it uses.
func FromHeader(encounter, data json.RawMessage, file, book any) error {
	if err := json.Unmarshal(encounter, file); err != nil {
		return fmt.Errorf("the encounter in the header: %w", err)
	}
	if err := json.Unmarshal(data, book); err != nil {
		return fmt.Errorf("the rows in the header: %w", err)
	}
	return nil
}

// TeamNames reads the names of the n sides, of each of which the file has a name and so many lines of combatants.
func TeamNames(n int, of func(side int) (name string, lines int), bad *strict.Complaints) (teams [2]string, ok bool) {
	if n != len(teams) {
		bad.Wrong(strict.Path{"sides"}, fmt.Sprintf("%d sides", n), "two sides, the allied one first")
		return teams, false
	}
	for side := range teams {
		called, lines := of(side)
		name, err := strict.CleanName(called)
		if err != nil {
			bad.Wrong(strict.Path{"sides", side, "name"}, "the side's name: "+err.Error(), "a plain name")
		}
		teams[side] = name
		if lines == 0 {
			bad.Wrong(strict.Path{"sides", side, "fighters"}, "nobody fights for "+strict.Escape(name), "at least one combatant")
		}
	}
	if teams[0] == teams[1] {
		bad.Wrong(strict.Path{"sides", 1, "name"}, "both sides are called "+strict.Escape(teams[0]), "two different names")
	}
	return teams, true
}

// Taken is the names of combatants so far.
type Taken map[string]bool

// Name names combatant k, from 0, of a line of count alike: as the file says, or after the row ("bandit chief" is called
// Bandit chief), with numbers where one name would be two combatants'.
func (t Taken) Name(path strict.Path, called, row string, count, k int, bad *strict.Complaints) (name string, ok bool) {
	path = append(slices.Clone(path), "name")
	name = called
	if name == "" {
		first, size := utf8.DecodeRuneInString(row)
		name = string(unicode.ToUpper(first)) + row[size:]
	}
	if count > 1 || called == "" && t[name] {
		n := k + 1
		for t[fmt.Sprintf("%s %d", name, n)] {
			n++
		}
		name = fmt.Sprintf("%s %d", name, n)
	}
	name, err := strict.CleanName(name)
	switch {
	case err != nil:
		bad.Wrong(path, "the name: "+err.Error(), "a plain name of at most 64 letters")
		return "", false
	case t[name]:
		bad.Wrong(path, fmt.Sprintf("two combatants are called %q", name), "a name of its own for each")
		return "", false
	}
	t[name] = true
	return name, true
}

// ReadGoal finds the side and the kind of an objective; goals begins with the word for none.
func ReadGoal(who, goal string, teams, goals []string, bad *strict.Complaints) (side int, kind uint8, ok bool) {
	i, k := slices.Index(teams, who), slices.Index(goals, goal)
	switch {
	case i < 0:
		bad.Wrong(strict.Path{"objective", "for"}, fmt.Sprintf("no side is called %q", strict.Escape(who)), strict.OneOf(who, teams))
		return 0, 0, false
	case k <= 0:
		bad.Wrong(strict.Path{"objective", "goal"}, fmt.Sprintf("no goal is called %q", strict.Escape(goal)), strict.OneOf(goal, goals[1:]))
		return 0, 0, false
	}
	return i, uint8(k), true
}
