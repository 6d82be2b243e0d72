package tempo

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// Playthroughs: each file of testdata/play is a fight told twice, in prose and in commands with what they print.
//
//	> rows                       more rows for the catalogue, indented below
//	> encounter                  an encounter, indented below; or > encounter crossing, a built-in one
//	> do long sword cut > Bea    a decision, as options words it
//	> dice 7 3                   what the table throws: prismatic results, or the faces of damage dice
//	> options                    what may be decided, with its AP; moves are counted, not listed
//	> sheet Ann                  a combatant now
//	> edit Ann ap=4              the GM's word
//	> undo 2                     takes steps back
//
// Results stand between ---- and the next empty line; everything else is prose. A mistake prints as its error.
func TestPlay(t *testing.T) {
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
			rulestest.Golden(t, file, playFile(string(data)))
		})
	}
}

// playFile plays a file's commands and answers with the file as it should be.
func playFile(text string) string {
	var out strings.Builder
	p := &play{book: DefaultBook()}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "> ") {
			out.WriteString(lines[i])
			if i < len(lines)-1 {
				out.WriteByte('\n')
			}
			continue
		}
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

// play is one file's table.
type play struct {
	book  Book
	fight *rules.Fight
}

// run obeys a command and words what came of it; the last of a block says what the fight waits for.
func (p *play) run(command string, last bool) string {
	head, block, _ := strings.Cut(command, "\n")
	verb, rest, _ := strings.Cut(head, " ")
	said, err := p.obey(verb, rest, block)
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	if last && p.fight != nil && verb != "sheet" && verb != "options" && verb != "rows" {
		said += p.waits()
	}
	return said
}

func (p *play) obey(verb, rest, block string) (string, error) {
	switch {
	case verb == "rows":
		book, err := p.book.Overlay("rows.yaml", []byte("version: 1\n"+block))
		p.book = book
		return "", err
	case verb == "encounter":
		data := []byte("version: 1\nsystem: tempo\ntitle: A Playthrough\n" + block)
		if rest != "" {
			var ok bool
			if data, ok = Encounter(rest); !ok {
				return "", fmt.Errorf("no encounter %q", rest)
			}
		}
		g, err := Load("encounter.yaml", data, p.book)
		if err != nil {
			return "", err
		}
		p.fight = rules.NewFight[State](g, rules.Header{System: System})
		return "", nil
	case p.fight == nil:
		return "", fmt.Errorf("no encounter yet")
	}
	switch verb {
	case "do":
		return p.step(p.fight.Do(rest))
	case "dice":
		var faces []int
		for f := range strings.FieldsSeq(rest) {
			n, err := strconv.Atoi(f)
			if err != nil {
				return "", err
			}
			faces = append(faces, n)
		}
		return p.step(p.fight.Dice(faces...))
	case "edit":
		return p.step(p.fight.Edit(rest, "the table says so"))
	case "undo":
		n, err := strconv.Atoi(rest)
		if err != nil {
			return "", err
		}
		return p.step(p.fight.Undo(n))
	case "options":
		return p.options(), nil
	case "sheet":
		return p.sheet(rest)
	}
	return "", fmt.Errorf("no command %q", verb)
}

// waits words what comes next.
func (p *play) waits() string {
	f := p.fight
	switch t := f.Turn(); t.Kind {
	case rules.Over:
		return "= over\n"
	case rules.Chance:
		c := f.Check()
		if c.What == "damage" {
			return fmt.Sprintf("= %s rolls damage: %s\n", f.Name(t.Seat), c.Says)
		}
		chance := fmt.Sprintf("%.1f%%", 100*c.P)
		return fmt.Sprintf("= %s checks %s: %+d against %d, %d thrown, %s\n", f.Name(t.Seat), c.What, c.Mod, c.Need, len(c.Dice), chance)
	case rules.Commit:
		return fmt.Sprintf("= %s decides in secret\n", f.Name(t.Seat))
	default:
		if t.Begins {
			return fmt.Sprintf("= round %d, %s's turn\n", f.Round(), f.Name(t.Seat))
		}
		return fmt.Sprintf("= %s decides\n", f.Name(t.Seat))
	}
}

func (p *play) options() string {
	var b strings.Builder
	moves := 0
	for _, o := range p.fight.Options() {
		if strings.HasPrefix(o.Words, "move > ") || strings.HasPrefix(o.Words, "combat move > ") {
			moves++
			continue
		}
		fmt.Fprintf(&b, "%2d  %s\n", o.Cost, o.Words)
	}
	if moves > 0 {
		fmt.Fprintf(&b, "    and %d moves\n", moves)
	}
	return b.String()
}

func (p *play) sheet(name string) (string, error) {
	for i, f := range p.fight.Roster() {
		if f.Name == name {
			var b strings.Builder
			for _, e := range p.fight.Sheet(rules.Seat(i)) {
				fmt.Fprintf(&b, "%s: %s\n", e.Name, e.Value)
			}
			return b.String(), nil
		}
	}
	return "", fmt.Errorf("nobody is called %q", name)
}

func (p *play) step(step rules.Step, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if step.Undo > 0 {
		fmt.Fprintf(&b, "%d steps taken back\n", step.Undo)
	}
	for _, e := range step.Events {
		b.WriteString(eventLine(e) + "\n")
	}
	return b.String(), nil
}

// eventLine words an event.
func eventLine(e rules.Event) string {
	at := ""
	if e.At != "" {
		at = " > " + e.At
	}
	with := ""
	if e.With != "" {
		with = " with " + e.With
	}
	switch e.Kind {
	case "initiative":
		return e.Seat + " wins the initiative"
	case "turn":
		return fmt.Sprintf("-- %s's turn, %d AP", e.Seat, e.Left)
	case "round":
		return fmt.Sprintf("-- round %d", e.N)
	case "declare":
		if e.To != "" {
			at += ", " + e.To
		}
		return fmt.Sprintf("%s: %s%s%s", e.Seat, e.What, with, at)
	case "intent":
		return fmt.Sprintf("  (only %s knows: %s)", e.Seat, e.What)
	case "reveal":
		return fmt.Sprintf("  %s's attack was a %s", e.Seat, e.What)
	case "react":
		return fmt.Sprintf("%s answers: %s%s", e.Seat, e.What, with)
	case "tempo":
		return fmt.Sprintf("%s in counter-tempo: %s%s, %d AP more", e.Seat, e.What, with, e.Paid)
	case "spend":
		if e.What != "" {
			return fmt.Sprintf("  %s loses %d AP, has %d", e.Seat, e.N, e.Left)
		}
		return fmt.Sprintf("  %s pays %d, has %d", e.Seat, e.N, e.Left)
	case "gain":
		return fmt.Sprintf("  %s regains %d, has %d", e.Seat, e.N, e.Left)
	case "check":
		of := e.Of
		if of == "" {
			of = map[bool]string{true: "success", false: "failure"}[e.OK]
		}
		return fmt.Sprintf("  %s, %s: %d thrown, result %d against %d, %s", e.Seat, e.What, e.N, e.Total, e.Need, of)
	case "outcome":
		return fmt.Sprintf("  %s, %s: %s", e.Seat, e.What, e.Of)
	case "foil":
		return fmt.Sprintf("  %s's %s stops it", e.Seat, e.What)
	case "harm":
		return fmt.Sprintf("  %s takes %d damage, %s, a %s wound", e.Seat, e.Total, e.What, e.Of)
	case "wound":
		return fmt.Sprintf("  %s has a %s wound, %d boxes left", e.Seat, e.Of, e.Left)
	case "down":
		return fmt.Sprintf("  %s is out of the fight", e.Seat)
	case "status":
		return fmt.Sprintf("  %s is %s%s", e.Seat, e.What, at)
	case "move":
		return fmt.Sprintf("  %s goes from %s to %s", e.Seat, e.From, e.To)
	case "drop":
		return fmt.Sprintf("  %s loses %s on %s", e.Seat, e.With, e.To)
	case "take":
		return fmt.Sprintf("  %s has %s in hand", e.Seat, e.With)
	case "reload":
		return fmt.Sprintf("  %s loads %s for %d, %d to go", e.Seat, e.With, e.N, e.Left)
	case "edit":
		return fmt.Sprintf("GM: %s %s", e.Seat, e.What)
	case "end":
		if e.Seat == "" {
			return "-- nobody wins: " + e.What
		}
		return fmt.Sprintf("-- %s win: %s", e.Seat, e.What)
	}
	return fmt.Sprintf("%+v", e)
}
