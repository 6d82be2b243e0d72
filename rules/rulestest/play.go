package rulestest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Plays plays the playthroughs of a system whose catalogue is B. A playthrough is a file of testdata/play: a fight told
// in prose and, between the prose, in commands with what they print. The fields carry out the commands and word the
// events. The commands of every system:
//
//	> rows                       more rows for the catalogue, indented below
//	> encounter                  an encounter, indented below; or > encounter ambush, a built-in one
//	> do horizontal cut > Kojiro a decision, as options words it
//	> dice 7 9                   the faces of dice
//	> sheet Kojiro               the sheet of a combatant
//	> edit Kojiro energy=4       a change by the GM
//	> undo 2                     takes steps back
//
// Results are between ---- and the next empty line; everything else is prose. A mistake prints its error.
type Plays[B any] struct {
	System    string
	Book      B
	Overlay   func(book B, name string, rows []byte) (B, error)
	Encounter func(name string) ([]byte, bool)
	Load      func(encounter []byte, book B) (*fight.Fight, error)
	Begun     func(f *fight.Fight) string                  // what a loaded encounter prints; nil for nothing
	Waits     func(f *fight.Fight, turn rules.Turn) string // what a fight waits for, unless it is over
	Event     func(step rules.Step, e rules.Event) string  // words an event; empty prints nothing
	Ask       map[string]func(f *fight.Fight) string       // the system's own commands, which change nothing, by name
}

// Run plays all files.
func (ps Plays[B]) Run(t *testing.T) {
	files, err := filepath.Glob("testdata/play/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no playthroughs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			Golden(t, file, ps.file(string(data)))
		})
	}
}

// file plays the commands of a file and returns it with the results that they have now.
func (ps Plays[B]) file(text string) string {
	var out strings.Builder
	p := &play[B]{Plays: ps}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "> ") {
			out.WriteString(lines[i])
			if i < len(lines)-1 {
				out.WriteByte('\n')
			}
			continue
		}
		// A block is some commands in a row and one result below them.
		var commands []string
		for ; i < len(lines) && lines[i] != "----" && lines[i] != ""; i++ { // a command and what is indented below it
			out.WriteString(lines[i] + "\n")
			if below, ok := strings.CutPrefix(lines[i], "    "); ok {
				commands[len(commands)-1] += "\n" + below
				continue
			}
			commands = append(commands, strings.TrimPrefix(lines[i], "> "))
		}
		for i < len(lines) && lines[i] != "" { // the old result
			i++
		}
		out.WriteString("----\n")
		for k, c := range commands {
			out.WriteString(p.run(c, k == len(commands)-1))
		}
		if i < len(lines) {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// play is the state of one file: the catalogue so far and the fight under way.
type play[B any] struct {
	Plays[B]
	fight *fight.Fight
}

// run carries out a command and returns what it prints; after the last command of a block also what the fight waits
// for.
func (p *play[B]) run(command string, last bool) string {
	head, block, _ := strings.Cut(command, "\n")
	verb, rest, _ := strings.Cut(head, " ")
	said, err := p.obey(verb, rest, block)
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	// These commands change nothing, so the fight still waits for the same.
	if !last || p.fight == nil || verb == "rows" || verb == "sheet" || p.Ask[verb] != nil {
		return said
	}
	turn := p.fight.Turn()
	if turn.Kind == rules.Over {
		return said + "= over\n"
	}
	return said + "= " + p.Waits(p.fight, turn) + "\n"
}

// obey carries out one command and returns what it prints.
func (p *play[B]) obey(verb, rest, block string) (said string, err error) {
	switch {
	case verb == "rows":
		p.Book, err = p.Overlay(p.Book, "rows.yaml", []byte("version: 1\n"+block))
		return "", err
	case verb == "encounter":
		return p.begin(rest, block)
	case p.fight == nil:
		return "", fmt.Errorf("no encounter yet")
	case p.Ask[verb] != nil:
		return p.Ask[verb](p.fight), nil
	}
	switch verb {
	case "do":
		return p.stepText(p.fight.Do(rest))
	case "dice":
		var faces []int
		for f := range strings.FieldsSeq(rest) {
			n, err := strconv.Atoi(f)
			if err != nil {
				return "", err
			}
			faces = append(faces, n)
		}
		return p.stepText(p.fight.Dice(faces...))
	case "edit":
		return p.stepText(p.fight.Edit(rest, "the table says so"))
	case "undo":
		n, err := strconv.Atoi(rest)
		if err != nil {
			return "", err
		}
		return p.stepText(p.fight.Undo(n))
	case "sheet":
		return p.sheetText(rest)
	}
	return "", fmt.Errorf("no command %q", verb)
}

// begin begins the fight of a playthrough: a built-in encounter, or one from a block without the lines that every
// encounter begins with.
func (p *play[B]) begin(name, block string) (string, error) {
	data := []byte("version: 1\nsystem: " + p.System + "\ntitle: A Playthrough\n" + block)
	if name != "" {
		var ok bool
		if data, ok = p.Encounter(name); !ok {
			return "", fmt.Errorf("no encounter %q", name)
		}
	}
	f, err := p.Load(data, p.Book)
	if err != nil {
		return "", err
	}
	p.fight = f
	if p.Begun == nil {
		return "", nil
	}
	return p.Begun(f), nil
}

// sheetText returns a combatant's sheet, as a playthrough shows it.
func (p *play[B]) sheetText(name string) (string, error) {
	seat, err := rules.SeatNamed(p.fight.Roster(), name)
	if err != nil {
		return "", fmt.Errorf("nobody is called %q", name)
	}
	var b strings.Builder
	for _, e := range p.fight.Sheet(seat) {
		fmt.Fprintf(&b, "%s: %s\n", e.Name, e.Value)
	}
	return b.String(), nil
}

// stepText returns the events of a step, a line each, as a playthrough shows them.
func (p *play[B]) stepText(step rules.Step, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if step.Undo > 0 {
		fmt.Fprintf(&b, "%d steps taken back\n", step.Undo)
	}
	for _, e := range step.Events {
		if line := p.Event(step, e); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String(), nil
}
