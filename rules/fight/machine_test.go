package fight_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"kokyu/rules"
	odds "kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest/feint"
)

// model is a slow fight: what stands and what was taken back, played from the start whenever anybody asks.
type model struct {
	sys            *feint.Game
	standing, back []func(*feint.State)
}

func (m *model) add(change func(*feint.State)) { m.standing, m.back = append(m.standing, change), nil }

func (m *model) state() feint.State {
	s := m.sys.Start()
	for _, change := range m.standing {
		change(&s)
	}
	return s
}

// machine is a fight, its record on a disk, and the model that must agree.
type machine struct {
	*model
	fight *fight.Fight
	disk  *badDisk
}

// Whatever is done, undone, redone, edited, saved and torn: the fight is where playing it from the start leads, and the
// file replays to the same fight and the same bytes.
func TestFightAgreesWithPlayingFromTheStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{model: &model{sys: feint.New()}, fight: newFight(), disk: &badDisk{}}
		must(t, m.fight.Record(fight.NewFileOn(m.disk, "duel.jsonl")))
		t.Repeat(map[string]func(*rapid.T){
			"":      m.agrees,
			"do":    m.do,
			"do2":   m.do, // decisions and dice are most of a fight
			"roll":  m.roll,
			"roll2": m.roll,
			"undo":  m.undo,
			"redo":  m.redo,
			"edit":  m.edit,
			"say":   m.say,
			"rule":  m.rule,
			"mend":  m.mend,
			"crash": m.crash,
		})
		m.replays(t)
	})
}

func must(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (m *machine) agrees(t *rapid.T) {
	_, got, _ := fight.At[feint.State](m.fight)
	if want := m.state(); got != want {
		t.Fatalf("the fight is at %+v, playing it from the start leads to %+v", got, want)
	}
	if n := len(fight.StandingSteps(m.fight.Steps())); n != len(m.standing) {
		t.Fatalf("%d steps stand, want %d", n, len(m.standing))
	}
}

func (m *machine) do(t *rapid.T) {
	options := m.fight.Options()
	if len(options) == 0 {
		t.Skip("nothing to decide")
	}
	o := rapid.SampledFrom(options).Draw(t, "option")
	must(t, second(m.fight.Do(o.Words)))
	m.add(func(s *feint.State) { m.sys.Play(s, o.Action, nil) })
}

func (m *machine) roll(t *rapid.T) {
	if m.fight.Turn().Kind != rules.Chance {
		t.Skip("nothing to roll")
	}
	var step rules.Step
	var err error
	if rapid.Bool().Draw(t, "own dice") {
		step, err = m.fight.Roll()
	} else {
		face := rapid.IntRange(1, 10)
		step, err = m.fight.Dice(face.Draw(t, "die"), face.Draw(t, "die"))
	}
	must(t, err)
	m.add(func(s *feint.State) {
		a, _ := m.sys.Read(s, step.Roll)
		m.sys.Play(s, a, nil)
	})
}

func (m *machine) undo(t *rapid.T) {
	n := rapid.IntRange(0, 4).Draw(t, "n")
	_, err := m.fight.Undo(n)
	if n < 1 || n > len(m.standing) {
		if err == nil {
			t.Fatalf("%d of %d steps are taken back", n, len(m.standing))
		}
		return
	}
	must(t, err)
	for range n {
		last := len(m.standing) - 1
		m.back, m.standing = append(m.back, m.standing[last]), m.standing[:last:last]
	}
}

func (m *machine) redo(t *rapid.T) {
	n := rapid.IntRange(0, 3).Draw(t, "n")
	_, err := m.fight.Redo(n)
	if n < 1 || n > len(m.back) {
		if err == nil {
			t.Fatalf("%d of %d steps return", n, len(m.back))
		}
		return
	}
	must(t, err)
	for range n {
		last := len(m.back) - 1
		m.standing, m.back = append(m.standing, m.back[last]), m.back[:last:last]
	}
}

func (m *machine) edit(t *rapid.T) {
	change := fmt.Sprintf("%s energy=%d", m.sys.Name(rapid.IntRange(0, 2).Draw(t, "who")), rapid.IntRange(0, feint.EnergyMax).Draw(t, "energy"))
	if err := second(m.fight.Edit(change, "fate")); err != nil {
		return // the fallen have no Energy
	}
	m.add(func(s *feint.State) { _ = m.sys.Edit(s, change, nil) })
}

func (m *machine) say(t *rapid.T) {
	must(t, second(m.fight.Say(rules.Step{Word: fight.WordNote, What: "rain"})))
	m.add(func(*feint.State) {})
}

func (m *machine) rule(t *rapid.T) {
	asked, err := odds.ParseTest("2d10+1 vs 2d10")
	must(t, err)
	ruling := fight.Ruling{Who: m.sys.Name(0), Against: m.sys.Name(1), What: "the rope", Test: asked}
	if rapid.Bool().Draw(t, "own dice") {
		must(t, second(m.fight.Rule(ruling)))
	} else {
		must(t, second(m.fight.Rule(ruling, 1, 10, 7, 4)))
	}
	m.add(func(*feint.State) {})
}

// mend throws the last dice again, as they are at the end of a fight played from the start.
func (m *machine) mend(t *rapid.T) {
	steps, back := fight.StandingSteps(m.fight.Steps()), 0
	for i, s := range steps {
		if len(s.Roll) > 0 {
			back = len(steps) - i
		}
	}
	if back == 0 {
		t.Skip("no dice have fallen")
	}
	face, thrown := rapid.IntRange(1, 10), steps[len(steps)-back]
	faces := []int{face.Draw(t, "die"), face.Draw(t, "die")}
	if thrown.Word == fight.WordRuling {
		faces = append(faces, faces...)
	}
	step, err := m.fight.Mend("misread", faces...)
	must(t, err)
	m.standing = m.standing[: len(m.standing)-back : len(m.standing)-back]
	if thrown.Word == fight.WordRuling {
		m.add(func(*feint.State) {})
		return
	}
	m.add(func(s *feint.State) {
		a, _ := m.sys.Read(s, step.Roll)
		m.sys.Play(s, a, nil)
	})
}

// crash tears a line, reads the file again and goes on in it.
func (m *machine) crash(t *rapid.T) {
	torn := rapid.SliceOfN(rapid.Byte().Filter(func(b byte) bool { return b != '\n' }), 0, 30).Draw(t, "torn")
	rec, _, err := fight.ReadRecord("duel.jsonl", bytes.NewReader(append(bytes.Clone(m.disk.data), torn...)))
	must(t, err)
	if steps := m.fight.Steps(); len(steps)+len(rec.Steps) > 0 && !reflect.DeepEqual(rec.Steps, steps) {
		t.Fatalf("read %+v, want %+v", rec.Steps, steps)
	}
	f := fight.New(feint.New(), rec.Header)
	must(t, fight.Replay(f, rec))
	d := &badDisk{}
	must(t, f.Record(fight.NewFileOn(d, "duel.jsonl")))
	m.fight, m.disk = f, d
}

func (m *machine) replays(t *rapid.T) {
	before := bytes.Clone(m.disk.data)
	m.crash(t)
	if !bytes.Equal(before, m.disk.data) {
		t.Fatalf("the replay writes\n%s\nwant\n%s", m.disk.data, before)
	}
	m.agrees(t)
}
