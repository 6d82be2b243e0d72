package fight_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"kokyu/rules"
	odds "kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest/feint"
	"kokyu/rules/text"
)

func ruling(t testing.TB, f *fight.Fight, asked string) fight.Ruling {
	t.Helper()
	test, err := odds.ParseTest(asked)
	if err != nil {
		t.Fatal(err)
	}
	return fight.Ruling{Who: f.Name(0), What: "to push the statue over", Test: test}
}

func rule(t testing.TB, f *fight.Fight, asked string, faces ...int) rules.Step {
	t.Helper()
	step, err := f.Rule(ruling(t, f, asked), faces...)
	if err != nil {
		t.Fatal(err)
	}
	return step
}

func TestRulingIsAStepThatChangesNoPosition(t *testing.T) {
	f, plain := newFight(), newFight()
	do(t, f, "cut > Aka")
	do(t, plain, "cut > Aka")
	before, _ := f.Position()
	step := rule(t, f, "2d10+3 >= 14", 7, 4)
	want := rules.Step{N: 2, Word: "ruling", For: f.Name(0), What: "to push the statue over", Throw: "2d10+3 >= 14", Roll: []int{7, 4}, P: 0.55,
		Events: []rules.Event{{Kind: "ruling", Seat: f.Name(0), What: "to push the statue over", Of: "success", Total: 14, Need: 14, OK: true}}}
	if !reflect.DeepEqual(step, want) {
		t.Errorf("the step is %+v, want %+v", step, want)
	}
	if after, _ := f.Position(); !bytes.Equal(before, after) || !f.Same(plain) {
		t.Errorf("the position is\n%s, was\n%s", after, before)
	}
	if fell, same := do(t, f, "roll"), do(t, plain, "roll"); !reflect.DeepEqual(fell.Roll, same.Roll) {
		t.Errorf("the next dice are %v, without the ruling %v", fell.Roll, same.Roll)
	}
}

func TestRulingSaysWhatItsDiceCameTo(t *testing.T) {
	for _, c := range []struct {
		asked string
		faces []int
		of    string
		total int
		need  int
		p     float64
	}{
		{"2d10+3 >= 14", []int{3, 4}, "failure", 10, 14, 0.45},
		{"3d6 <= 9", []int{1, 2, 6}, "success", 9, 9, 0.375},
		{"1d6 vs 1d6", []int{4, 4}, "tie", 4, 4, 0.166666666667},
		{"1d6+1 vs 1d6", []int{1, 4}, "lose", 2, 4, 0.277777777778},
		{"7k3 >= 25", []int{10, 8, 9, 6, 5, 4, 2, 1}, "success", 33, 25, 0.60154863},
		{"prismatic+2 >= 5", []int{3}, "success", 5, 5, 0.578703703704},
		{"2d20kh1+5 >= 15", []int{4, 17}, "success", 22, 15, 0.7975},
		{"10-1d4 < 8", []int{2}, "failure", 8, 8, 0.5},
		{"2d10 >= 11 crit", []int{7, 6}, "failure", 13, 11, 0.95},
		{"1d6 vs 1d6 >= 2", []int{4, 2}, "success", 4, 2, 0.277777777778},
	} {
		e := rule(t, newFight(), c.asked, c.faces...)
		if got := e.Events[0]; got.Of != c.of || got.Total != c.total || got.Need != c.need || got.OK != (c.of == "success") || e.P != c.p {
			t.Errorf("%s with %v: %+v, %v", c.asked, c.faces, got, e.P)
		}
	}
}

// What does not count is told in brackets.
func TestRulingTellsItsDice(t *testing.T) {
	for asked, c := range map[string]struct {
		faces []int
		want  string
	}{
		"2d10+3 >= 14":             {[]int{7, 4}, "7+4+3=14, success (55 %)"},
		"7k3 >= 25":                {[]int{10, 8, 9, 6, 5, 4, 2, 1}, "10+8 9 6 [5 4 2 1] = 33, success (60 %)"},
		"2d20kh1+5 vs 2d6-1d4 > 1": {[]int{4, 17, 6, 1, 3}, "17 [4] + 5 = 22 against 6 1 - 3 = 4, success (99 %)"},
	} {
		if got := fight.RulingText(rule(t, newFight(), asked, c.faces...)); !strings.HasSuffix(got, asked+": "+c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// The house's dice are those of the seed; the same ruling after an undo meets the same dice, the next one others.
func TestRulingMeetsItsDiceAgainAfterAnUndo(t *testing.T) {
	f := newFight()
	first, second := rule(t, f, "9d10 >= 50"), rule(t, f, "9d10 >= 50")
	if reflect.DeepEqual(first.Roll, second.Roll) {
		t.Errorf("two rulings meet the same dice %v", first.Roll)
	}
	if _, err := f.Undo(2); err != nil {
		t.Fatal(err)
	}
	do(t, f, "cut > Aka")
	if again := rule(t, f, "9d10 >= 50"); !reflect.DeepEqual(first.Roll, again.Roll) {
		t.Errorf("after an undo the dice are %v, were %v", again.Roll, first.Roll)
	}
	if _, err := f.Undo(1); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Redo(1); err != nil {
		t.Fatal(err)
	}
	if standing := fight.StandingSteps(f.Steps()); len(standing) != 2 || standing[1].Word != fight.WordRuling {
		t.Errorf("after undo and redo these stand: %+v", standing)
	}
}

func TestRulingIsReplayedAndMended(t *testing.T) {
	f := newFight()
	do(t, f, "cut > Aka", "roll")
	contest := ruling(t, f, "2d10 vs 3d6+1")
	contest.Against = f.Name(1)
	if _, err := f.Rule(contest, 2, 3, 6, 6, 6); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Say(rules.Step{Word: fight.WordNote, What: "rain"}); err != nil {
		t.Fatal(err)
	}
	mended, err := f.Mend("misread", 10, 10, 1, 1, 1)
	if err != nil || mended.Mend != 2 || mended.Word != fight.WordRuling || mended.Events[0].Of != "win" || mended.Against != f.Name(1) {
		t.Fatalf("the dice of a ruling are mended by %+v, %v", mended, err)
	}
	if standing := fight.StandingSteps(f.Steps()); len(standing) != 3 || standing[2].Roll[0] != 10 {
		t.Errorf("after the dice were mended these stand: %+v", standing)
	}
	if _, err := f.Mend("misread", 11, 10, 1, 1, 1); err == nil || !strings.Contains(err.Error(), "die 1 of 2d10 shows 11") {
		t.Errorf("dice that cannot be are mended: %v", err)
	}
	var file bytes.Buffer
	if err := fight.WriteRecord(&file, f.Header(), f.Steps()); err != nil {
		t.Fatal(err)
	}
	rec := read(t, file.Bytes())
	again := fight.New(feint.New(), rec.Header)
	if err := fight.Replay(again, rec); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Steps(), f.Steps()) {
		t.Errorf("the replay has %+v, want %+v", again.Steps(), f.Steps())
	}
	rec.Steps[2].P += 0.01
	if err := fight.Replay(fight.New(feint.New(), rec.Header), rec); err == nil || !strings.Contains(err.Error(), "p is now") {
		t.Errorf("another chance is replayed: %v", err)
	}
}

func TestWhatIsNoRulingIsSaidAndMakesNoStep(t *testing.T) {
	f := newFight()
	good := ruling(t, f, "2d10+3 >= 14")
	for want, change := range map[string]func(*fight.Ruling){
		`nobody here is called "Nobody"`:                    func(r *fight.Ruling) { r.Who = "Nobody" },
		`nobody here is called ""`:                          func(r *fight.Ruling) { r.Who = "" },
		"throws no dice in 2d10+3 >= 14":                    func(r *fight.Ruling) { r.Against = f.Name(1) },
		"201 characters: want at most 200":                  func(r *fight.Ruling) { r.What = strings.Repeat("é", 201) },
		"holds the character U+202E":                        func(r *fight.Ruling) { r.What = "to \u202epush" },
		"holds the character U+000A":                        func(r *fight.Ruling) { r.What = "to\npush" },
		"is not text":                                       func(r *fight.Ruling) { r.What = "to \xffpush" },
		"throws against " + f.Name(0):                       func(r *fight.Ruling) { r.Test.Contest, r.Test.Against, r.Against = true, r.Test.Own, r.Who },
		`nobody here is called "the statue": want one of A`: func(r *fight.Ruling) { r.Test.Contest, r.Test.Against, r.Against = true, r.Test.Own, "the statue" },
	} {
		r := good
		change(&r)
		want = strings.TrimSuffix(want, ": want one of A")
		_, err := f.Rule(r)
		if _, is := errors.AsType[text.Problem](err); !is || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", r, err, want)
		}
	}
	if _, err := f.Rule(good, 7); err == nil {
		t.Error("a die is missing, and nobody says so")
	}
	if _, err := f.Say(rules.Step{Word: fight.WordRuling, For: f.Name(0)}); err == nil {
		t.Error("a ruling is said without dice")
	}
	if n := len(f.Steps()); n != 0 {
		t.Errorf("%d steps were made", n)
	}
}
