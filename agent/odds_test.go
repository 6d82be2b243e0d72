package agent

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/rules/dice"
	"kokyu/rules/rulestest"
)

// asked are questions in every form that one of the four grammars read which this one language replaces.
var asked = []string{
	"2d10+5 >= 14", "2d10+5>=14", " 2D10 + 5 ≥ 14 ", "2d10+5 >= 14 crit", "2d10 >= 2", "2d10 >= 21",
	"2d10 ≤ 7 crit", "2d10<7", "2d10+5 > 13", "2d10+5 = 16", "2d10+5 <= 7",
	"d20 == 3", "d20", "2d2-1", "2d6+5", "2d10+5-2 >= -3", "2d10-99 >= 999", "18d10 >= 100", "9d100+99 >= -99",
	"2d6+1 >= 8 crit", "2d10 − 1 >= +4", "02d010+05 >= 014", "20d8",
	"2d10+3 vs 2d10+5", "d20-1 VS 3d6", "2d10 vs 2d10", "d6 vs d4+10", "2d10 + 1 vs 2d10- 1", "9d10 vs 9d10", "20d2 vs 1d20+9",

	"overload physique=1 excess=2", "overload excess=1", " OVERLOAD  excess=3 physique=+3", "overload physique=-2 excess=1", "overload\texcess=20",
	"squad heads=4 skill=1 vs 12", "squad heads=6 skill=3 attribute=1 vs 10", "squad vs 9 heads=3 bonus=1",
	"squad vs=9 heads=3 attribute=-3 bonus=-9", "squad heads=1 VS +12",
	"cast dan=5 wisdom=3 skill=2", "cast dan=1", "cast dan=9 wisdom=3 skill=4", "focus physique=1 hardiness=2 wounds=2", "Focus wounds=9",

	"7k3+6 >= 25", "7K3+6≥25", "6k3 emphasis >= 20", "3k2 flat", "3k2 FLAT emphasis > 9", "1k1 > 30", "1k1 flat >= 11",
	"5k3 vs 4k3 flat", "3k2 vs 3k2 flat", "5k3 vs 4k3", "2k2+40 flat vs 2k1-40", "3k2-5+2 > -3",
	"2k1 flat vs 2k1 flat", "7k9 >= 30", "14k12 >= 80", "12k4", "2k3", "10k12 vs 2k2", "5k3+7 emphasis flat", "1k1 >= 300", "1k1 >= -99", "6k3 > +20",
	"damage 6k3+6 reduction=3", "DAMAGE 6k3+6 Reduction=3 ENDURE >= 16", "damage 1k1 flat reduction=9", "damage 2k2 endure",
	"damage 1k1+12 endure reduction=3 >1", "damage 1k1 reduction=3 >= 0", "damage 1k1-20 flat",
	"damage 3k2 emphasis reduction=0 > 30", "damage 2k1 endure reduction=30",

	"tempo +3 vs +2 >= 1", "TEMPO 3 VS -2>=10", " tempo +3 vs +2 ", "tempo -1 ≥ 5", "tempo +3 >= 5", "tempo 0 >= 0", "tempo +0 >= 25",
	"tempo +3 vs +2 > 0", "tempo -40 vs 40 >= -60", "tempo +3 vs +3", "tempo 40 > 59",
	"recover -4", "Recover 0", "recover +40", "recover -40",
}

// answered returns all of an answer in one line: what was asked, the chances, the note, what programs get and the table of outcomes, of these
// the beginning and a digest where they are long.
func answered(a dice.Answer) string {
	short := func(long string) string {
		if len(long) <= 120 {
			return long
		}
		return fmt.Sprintf("%s... %x", long[:40], sha256.Sum256([]byte(long)))[:60]
	}
	parts := []string{a.Question}
	for _, c := range a.Chances {
		off := ""
		if c.Error != nil {
			off = " ± " + c.Error.FloatString(15)
		}
		parts = append(parts, short(c.Says+" "+c.Rat.RatString()+off))
	}
	parts = append(parts, a.Note)
	programs, err := json.Marshal(a)
	if err != nil {
		parts = append(parts, err.Error())
	}
	parts = append(parts, short(string(programs)))
	if s := a.Shares; s != nil {
		table := fmt.Sprint(s.Of, s.Cuts)
		for _, l := range s.List {
			table += fmt.Sprintf(" %d %v %v %s %s", l.Value, l.Below, l.Past, l.P.FloatString(9), l.Good.FloatString(9))
		}
		parts = append(parts, short(table))
	}
	return strings.Join(parts, " | ")
}

// What a question has once been answered is what it is answered.
func TestQuestionsKeepTheirAnswers(t *testing.T) {
	var b strings.Builder
	for _, question := range asked {
		a, err := Builtin().Odds(question)
		if err != nil {
			t.Errorf("%q: %v", question, err)
		}
		fmt.Fprintf(&b, "%q: %s\n", question, answered(a))
	}
	rulestest.Golden(t, filepath.Join("testdata", "odds.txt"), b.String())
}
