package breath

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
//	> encounter                  an encounter, indented below; or > encounter ambush, a built-in one
//	> do horizontal cut > Kojiro a decision, as options words it
//	> dice 7 9                   what the dice on the table show
//	> options                    what may be decided, with its Energy
//	> sheet Kojiro               a combatant now
//	> count                      the count, highest first
//	> edit Kojiro energy=4       the GM's word
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
	if last && p.fight != nil && verb != "sheet" && verb != "count" && verb != "options" && verb != "rows" {
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
		return p.encounter(rest, block)
	case p.fight == nil:
		return "", fmt.Errorf("no encounter yet")
	}
	switch verb {
	case "do":
		return p.step(p.fight.Do(rest))
	case "dice":
		var faces []int
		for _, f := range strings.Fields(rest) {
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
	case "count":
		return p.count(), nil
	}
	return "", fmt.Errorf("no command %q", verb)
}

func (p *play) encounter(name, block string) (string, error) {
	data := []byte("version: 1\nsystem: breath\ntitle: A Playthrough\n" + block)
	if name != "" {
		var ok bool
		if data, ok = Encounter(name); !ok {
			return "", fmt.Errorf("no encounter %q", name)
		}
	}
	g, err := Load("encounter.yaml", data, p.book)
	if err != nil {
		return "", err
	}
	p.fight = rules.NewFight(g, rules.Header{System: System})
	return p.count(), nil
}

// waits words what comes next.
func (p *play) waits() string {
	f := p.fight
	switch t := f.Turn(); t.Kind {
	case rules.Over:
		return "= over\n"
	case rules.Chance:
		c := f.Check()
		if c.Contest {
			return fmt.Sprintf("= %s and %s throw for %s: 2d10%+d against 2d10%+d, %.2f%%\n", f.Name(c.Seat), f.Name(c.At), c.What, c.Mod, c.Need, 100*c.P)
		}
		if len(c.Dice) != 2 {
			return fmt.Sprintf("= %s draws a lot of %d\n", f.Name(t.Seat), c.Dice[0])
		}
		return fmt.Sprintf("= %s throws for %s: 2d10%+d against %d, %d%%\n", f.Name(t.Seat), c.What, c.Mod, c.Need, c.Num*100/c.Den)
	default:
		if t.Begins {
			return fmt.Sprintf("= round %d, the count is at %s\n", f.Round(), f.Name(t.Seat))
		}
		return fmt.Sprintf("= %s decides\n", f.Name(t.Seat))
	}
}

func (p *play) options() string {
	var b strings.Builder
	for _, o := range p.fight.Options() {
		fmt.Fprintf(&b, "%2d  %s", o.Cost, o.Words)
		if o.Phase == "overload" {
			b.WriteString("  (overload)")
		}
		b.WriteByte('\n')
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

// count lists who stands in it, highest first; a waiter's place is a fraction below another's.
func (p *play) count() string {
	sys, s, _ := rules.At[State](p.fight)
	g := sys.(*Game)
	var b strings.Builder
	next := -1
	for i := range g.n {
		if g.counts(&s, i) && (next < 0 || g.before(&s, i, next)) {
			next = i
		}
	}
	for next >= 0 {
		place := strconv.Itoa(int(s.seats[next].energy))
		if n := g.place(&s, next); n != int(s.seats[next].energy)*perEnergy {
			place = fmt.Sprintf("%s, at %.3f", place, float64(n)/perEnergy)
		}
		fmt.Fprintf(&b, "%s (%s)\n", g.name(next), place)
		next = g.below(&s, next)
	}
	return b.String()
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
		if line := eventLine(step, e); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String(), nil
}

// eventLine words an event; dice are in the step.
func eventLine(step rules.Step, e rules.Event) string {
	began := func(yes, no string) string { return oracleWord(e.OK, yes, no) }
	at := ""
	if e.At != "" {
		at = " > " + e.At
	}
	switch e.Kind {
	case "breath":
		return fmt.Sprintf("%s breathes, limit %d", e.Seat, e.N)
	case "declare":
		to := ""
		if e.To != "" {
			to = ", " + e.To
		}
		return fmt.Sprintf("%s: %s%s%s", e.Seat, e.What, at, to)
	case "spend":
		return fmt.Sprintf("  %s pays %d, has %d", e.Seat, e.N, e.Left)
	case "check":
		shown, mod := make([]string, len(step.Roll)), e.Total
		for i, face := range step.Roll {
			shown[i] = strconv.Itoa(face)
			mod -= face
		}
		double := ""
		if e.Double {
			double = ", a double"
		}
		return fmt.Sprintf("  %s: %s%+d = %d against %d, %s%s (%.0f%%)", e.What, strings.Join(shown, "+"), mod, e.Total, e.Need,
			began("success", "failure"), double, 100*step.P)
	case "react":
		if e.Paid == 0 {
			return fmt.Sprintf("%s: %s%s, held ready", e.Seat, e.What, at)
		}
		return fmt.Sprintf("%s: %s%s, in haste", e.Seat, e.What, at)
	case "wound":
		return fmt.Sprintf("  %s loses %d, Wounds left: %d", e.Seat, e.N, e.Left)
	case "down":
		return fmt.Sprintf("  %s is down", e.Seat)
	case "status":
		return fmt.Sprintf("  %s is %s %s", e.Seat, began("now", "no longer"), e.What)
	case "reserve":
		return fmt.Sprintf("  %s holds %s ready, %d in all", e.Seat, e.What, e.N)
	case "overload":
		return fmt.Sprintf("  %d over the limit", e.N)
	case "stance":
		return fmt.Sprintf("  %s %s %s", e.Seat, began("takes up", "drops"), e.What)
	case "counter":
		return fmt.Sprintf("%s strikes by stance: %s%s", e.Seat, e.What, at)
	case "move":
		return fmt.Sprintf("  %s goes from the %s to the %s", e.Seat, e.From, e.To)
	case "wait":
		return e.Seat + " waits"
	case "close":
		return fmt.Sprintf("%s closes the round with %d Energy", e.Seat, e.Left)
	case "lull":
		return fmt.Sprintf("-- the lull of round %d", e.N)
	case "round":
		return fmt.Sprintf("-- round %d, Energy returns", e.N)
	case "distance":
		return fmt.Sprintf("  from %s to %s (%s)", e.From, e.To, e.What)
	case "contest":
		return fmt.Sprintf("  %s: %v, %d against %d, %s %s (%.2f%%)", e.What, step.Roll, e.Total, e.Need, e.Seat, began("wins", "does not win"), 100*step.P)
	case "guard":
		return fmt.Sprintf("  %s %s %d guard, has %d (%s)", e.Seat, began("regains", "loses"), e.N, e.Left, e.What)
	case "break":
		return fmt.Sprintf("  the guard of %s is broken", e.Seat)
	case "opening":
		return fmt.Sprintf("  the opening of %s is %s, guard: %d", e.Seat, e.What, e.Left)
	case "location":
		return fmt.Sprintf("  %s is struck at the %s%s", e.Seat, e.What, began("", ", again"))
	case "point":
		return fmt.Sprintf("  %s scores %d, %s may concede %d more", e.Seat, e.N, e.At, e.Left)
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
