package fight_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest/feint"
	"kokyu/rules/text"
)

func toyHeader() fight.Header {
	return fight.Header{
		System:    "toy",
		Rulings:   rules.Pairs{{Name: "ties", Value: "seat order"}},
		Data:      []byte(`{"cut": {"energy": 2}}`),
		Encounter: []byte(`{"sides":["Sasaki","oni"]}`),
		Seed:      7,
		Seats:     rules.Pairs{{Name: "Kojiro", Value: "search nodes=200000"}, {Name: "Aka", Value: "human"}, {Name: "Ao Oni", Value: "random"}},
	}
}

func newFight() *fight.Fight { return fight.New(feint.New(), toyHeader()) }

// do makes steps: words decide, "roll" rolls, and any error ends the test.
func do(t testing.TB, f *fight.Fight, words ...string) (last rules.Step) {
	t.Helper()
	for _, w := range words {
		var err error
		if w == "roll" {
			last, err = f.Roll()
		} else {
			last, err = f.Do(w)
		}
		if err != nil {
			t.Fatalf("%s: %v", w, err)
		}
	}
	return last
}

func dice(t testing.TB, f *fight.Fight, faces ...int) rules.Step {
	t.Helper()
	step, err := f.Dice(faces...)
	if err != nil {
		t.Fatal(err)
	}
	return step
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want one that says %q", err, want)
	}
}

// A step tells who did what, the dice, their chance and what followed.
func TestStepsTellWhatHappened(t *testing.T) {
	f := newFight()
	got := do(t, f, "CUT>aka")
	want := rules.Step{N: 1, Seat: "Kojiro", Do: "cut > Aka", Events: []rules.Event{
		{Kind: "spend", Seat: "Kojiro", Of: "energy", N: 2, Left: 4},
		{Kind: "declare", Seat: "Kojiro", What: "cut", At: "Aka"},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got = dice(t, f, 7, 9)
	want = rules.Step{N: 2, Seat: "Kojiro", Roll: []int{7, 9}, Do: "hit", P: 0.64, Events: []rules.Event{
		{Kind: "check", Seat: "Kojiro", At: "Aka", What: "cut", Total: 18, Need: 12, OK: true},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	do(t, f, "parry")
	if got = dice(t, f, 2, 5); got.Do != "through" || got.P != 0.85 {
		t.Errorf("a failed parry is %q with the chance %v, want through with 0.85", got.Do, got.P)
	}
	if steps := f.Steps(); len(steps) != 4 || steps[3].N != 4 {
		t.Errorf("%d steps, want 4", len(steps))
	}
}

// Own dice are those of the seed and of how many steps stand: the same in every run, after an undo too, so that taking back
// is no second throw, and equal on every machine.
func TestOwnDiceFollowSeedAndStep(t *testing.T) {
	f, g := newFight(), newFight()
	a, b := do(t, f, "cut > Aka", "roll"), do(t, g, "cut > Aka", "roll")
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the same fight rolls %v and %v", a, b)
	}
	for range 8 {
		if _, err := f.Undo(1); err != nil {
			t.Fatal(err)
		}
		if again := do(t, f, "roll"); !reflect.DeepEqual(again.Roll, a.Roll) {
			t.Fatalf("after an undo the dice show %v, before it %v", again.Roll, a.Roll)
		}
	}
}

func TestDiceOfTheTableAreChecked(t *testing.T) {
	f := newFight()
	_, err := f.Dice(3, 4)
	refused(t, err, "Kojiro decides now: there is nothing to roll")
	do(t, f, "cut > Aka")
	_, err = f.Dice(3)
	refused(t, err, "1 die was told, want 2: Kojiro's cut, 2d10+2 against 12")
	_, err = f.Dice()
	refused(t, err, "no dice were told")
	_, err = f.Dice(3, 11)
	refused(t, err, "die 2 shows 11, want 1 to 10")
	_, err = f.Dice(0, 1)
	refused(t, err, "the 0 of a d10 is its 10")
	_, err = f.Do("rest")
	refused(t, err, "the dice decide now: Kojiro's cut")
	if len(f.Steps()) != 1 {
		t.Errorf("refused dice made a step")
	}
}

func TestIllegalDecisionsAreRefusedWithNearWords(t *testing.T) {
	f := newFight()
	_, err := f.Do("cut > Oka")
	refused(t, err, `"cut > Oka" is not legal now; legal: "cut > Aka", "cut > Ao Oni", "feint > Aka"`)
	_, err = f.Play(rules.Action{Do: 999, At: rules.Nobody})
	refused(t, err, "Kojiro has 6 choices")
	if got := text.SortByDistance("ct > aka", []string{"rest", "feint > Aka", "cut > Aka"})[0]; got != "cut > Aka" {
		t.Errorf("the nearest is %q", got)
	}
	for _, o := range f.Options() {
		if _, err := f.Play(o.Action); err != nil {
			t.Errorf("%q: %v", o.Words, err)
		}
		if _, err := f.Undo(1); err != nil {
			t.Fatal(err)
		}
	}
}

// Undo takes back any step, edits too; redo returns it until something new happens; both are steps.
func TestUndoAndRedo(t *testing.T) {
	f := newFight()
	_, err := f.Undo(1)
	refused(t, err, "there is no step to take back")
	do(t, f, "cut > Aka")
	dice(t, f, 1, 2)
	_, start, _ := fight.At[feint.State](newFight())
	_, cut, _ := fight.At[feint.State](f)
	if _, err := f.Edit("Kojiro energy=1", "he stumbled"); err != nil {
		t.Fatal(err)
	}
	_, edited, _ := fight.At[feint.State](f)
	at := func(what string, want feint.State) {
		t.Helper()
		if _, s, ok := fight.At[feint.State](f); !ok || s != want {
			t.Errorf("%s: %+v, want %+v", what, s, want)
		}
	}
	step := func(s rules.Step, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	step(f.Undo(1))
	at("the edit taken back", cut)
	step(f.Redo(1))
	at("and returned", edited)
	_, err = f.Undo(4)
	refused(t, err, "4 steps to take back, want 1 to 3")
	step(f.Undo(3))
	at("all taken back", start)
	step(f.Redo(2))
	at("two returned", cut)
	if got := words(fight.StandingSteps(f.Steps())); got != "cut > Aka, miss" {
		t.Errorf("standing: %s", got)
	}
	do(t, f, "rest")
	_, err = f.Redo(1)
	refused(t, err, "there is no step to return")
	if n := len(f.Steps()); n != 8 {
		t.Errorf("%d steps, want 8: nothing is erased", n)
	}
}

func words(steps []rules.Step) string {
	var all []string
	for _, s := range steps {
		all = append(all, s.Do+s.Edit)
	}
	return strings.Join(all, ", ")
}

func TestEditsNeedAChangeAndAReason(t *testing.T) {
	f := newFight()
	_, err := f.Edit(" ", "why not")
	refused(t, err, "changes nothing")
	_, err = f.Edit("Kojiro energy=1", "")
	refused(t, err, "without a reason")
	_, err = f.Edit("Kojiro energy=99", "he is strong")
	refused(t, err, `energy cannot be "99", want 0 to 6`)
	step, err := f.Edit("Kojiro energy=1", "he stumbled")
	if err != nil || step.Why != "he stumbled" || len(step.Events) != 2 {
		t.Errorf("%+v, %v", step, err)
	}
}

// A secret choice is marked; others see neither its words nor its events until the reveal.
func TestSecretsAreSeenByTheirOwnerOnly(t *testing.T) {
	f := newFight()
	step := do(t, f, "feint > Aka", "low")
	if !step.Secret {
		t.Errorf("the choice is not marked: %+v", step)
	}
	hidden := rules.Step{N: 2, Seat: "Kojiro", Secret: true}
	for seat, want := range map[string]rules.Step{"Kojiro": step, "Aka": hidden, "": hidden} {
		if got := fight.SeenBy(f.Steps(), seat)[1]; !reflect.DeepEqual(got, want) {
			t.Errorf("%q sees %+v, want %+v", seat, got, want)
		}
	}
	do(t, f, "guard low")
	if got := fight.SeenBy(f.Steps(), "Aka"); !reflect.DeepEqual(got, f.Steps()) {
		t.Errorf("after the reveal Aka sees %+v", got)
	}
}

// Playing on from a fight that is over is refused, and the winner is known.
func TestFightEnds(t *testing.T) {
	f := newFight()
	if _, _, over := f.Winner(); over {
		t.Error("over before it began")
	}
	for f.Turn().Kind != rules.Over {
		if f.Turn().Kind == rules.Chance {
			dice(t, f, 9, 10)
		} else {
			do(t, f, f.Options()[0].Words)
		}
	}
	side, draw, ended := f.Winner()
	if !ended || draw || (side == 0) != (f.Score() > 0) {
		t.Errorf("winner %d, draw %v, over %v, score %v", side, draw, ended, f.Score())
	}
	_, err := f.Do("rest")
	refused(t, err, "the fight is over")
	_, err = f.Roll()
	refused(t, err, "the fight is over")
	if f.Options() != nil || f.Check().Dice != nil {
		t.Error("options or dice after the end")
	}
}

// A record is what happened, byte for byte; its replay writes the same bytes.
func TestReplayWritesTheSameBytes(t *testing.T) {
	file := play(t, 3).Bytes()
	rec := read(t, file)
	var again bytes.Buffer
	f := fight.New(feint.New(), rec.Header)
	if err := f.Record(fight.NewSink(&again)); err != nil {
		t.Fatal(err)
	}
	if err := fight.Replay(f, rec); err != nil {
		t.Fatal(err)
	}
	var whole bytes.Buffer
	if err := fight.WriteRecord(&whole, rec.Header, rec.Steps); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), file) || !bytes.Equal(whole.Bytes(), file) {
		t.Errorf("got\n%s\nand\n%s\nwant\n%s", &again, &whole, file)
	}
}

// The first difference is named with its line, what the record says and what the rules say.
func TestReplayNamesTheFirstDifference(t *testing.T) {
	rec := read(t, play(t, 3).Bytes())
	roll := slices.IndexFunc(rec.Steps, func(s rules.Step) bool { return len(s.Roll) > 0 })
	for what, change := range map[string]func(*rules.Step){
		"p":         func(s *rules.Step) { s.P /= 2 },
		"do":        func(s *rules.Step) { s.Do = "sneeze" },
		"seat":      func(s *rules.Step) { s.Seat = "Musashi" },
		"events[0]": func(s *rules.Step) { s.Events = slices.Clone(s.Events); s.Events[0].Need++ },
		"the step":  func(s *rules.Step) { s.Roll = []int{11, 11} },
	} {
		changed := rec
		changed.Steps = slices.Clone(rec.Steps)
		change(&changed.Steps[roll])
		err := fight.Replay(fight.New(feint.New(), rec.Header), changed)
		d, ok := errors.AsType[*fight.Difference](err)
		if !ok || d.Line != roll+2 || d.What != what {
			t.Errorf("a changed %s: %v", what, err)
		}
	}
}

// A fight goes on in the file where the last program stopped.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "duel.jsonl")
	file, err := fight.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f := newFight()
	if err := f.Record(file); err != nil {
		t.Fatal(err)
	}
	do(t, f, "cut > Aka")
	if _, _, _, err := fight.OpenAppend(path); runtime.GOOS != "windows" {
		refused(t, err, "is being written by another program")
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = fight.Create(path)
	refused(t, err, "exists already")

	file, rec, warnings, err := fight.OpenAppend(path)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	g := fight.New(feint.New(), rec.Header)
	refused(t, g.Record(file), "replay the record first")
	if err := fight.Replay(g, rec); err != nil {
		t.Fatal(err)
	}
	if err := g.Record(file); err != nil {
		t.Fatal(err)
	}
	whole := newFight()
	if a, b := do(t, whole, "cut > Aka", "roll"), do(t, g, "roll"); !reflect.DeepEqual(a, b) {
		t.Errorf("resumed, the step is %+v, want %+v", b, a)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, text).Steps; !reflect.DeepEqual(got, whole.Steps()) {
		t.Errorf("the file holds %+v, want %+v", got, whole.Steps())
	}
	other := newFight()
	do(t, other, "rest", "rest")
	refused(t, other.Record(file), "another fight")
}

// What is not about steps, the fight passes on from its system.
func TestFightSpeaksForItsSystem(t *testing.T) {
	f, sys := newFight(), feint.New()
	s := sys.Start()
	file, err := f.Position()
	want, _ := sys.Position(&s)
	if err != nil || !bytes.Equal(file, want) {
		t.Errorf("position %s, %v; want %s", file, err, want)
	}
	if f.Round() != 1 || f.Side(1) != 1 || f.Name(2) != "Ao Oni" || f.Name(rules.Nobody) != "" || len(f.Roster()) != 3 {
		t.Errorf("round %d, side %d, name %q", f.Round(), f.Side(1), f.Name(2))
	}
	if got := f.Sheet(0); !reflect.DeepEqual(got, sys.Sheet(&s, 0)) {
		t.Errorf("sheet %v", got)
	}
	if _, _, ok := fight.At[int](f); ok {
		t.Error("the fight hands out its position as a number")
	}
}

// silent logs no check, and vague knows no fraction.
type silent struct{ *feint.Game }

func (g silent) Play(s *feint.State, a rules.Action, _ *rules.Log) { g.Game.Play(s, a, nil) }

type vague struct{ *feint.Game }

func (g vague) Check(s *feint.State) rules.Check {
	c := g.Game.Check(s)
	c.Num, c.Den = 0, 0
	return c
}

// The chance beside dice is that of the success or failure; without a check event, that of the position they led to.
func TestChanceOfWhatTheDiceShowed(t *testing.T) {
	for _, c := range []struct {
		sys  rules.System[feint.State]
		roll []int
		want float64
	}{
		{feint.New(), []int{7, 9}, 0.64},
		{feint.New(), []int{1, 2}, 0.36},
		{vague{feint.New()}, []int{7, 9}, 0.64},
		{vague{feint.New()}, []int{1, 2}, 0.36},
		{silent{feint.New()}, []int{1, 2}, 0.36},
		{silent{feint.New()}, []int{10, 10}, 0.01}, // its total matters to the parry
	} {
		sys := fineOdds{c.sys}
		f := fight.New[feint.State](sys, toyHeader())
		do(t, f, "cut > Aka")
		if got := dice(t, f, c.roll...); got.P != c.want {
			t.Errorf("%T: %v has the chance %v, want %v", c.sys, c.roll, got.P, c.want)
		}
	}
}

// fineOdds keeps every total apart: an interface forgets that the toy can.
type fineOdds struct{ rules.System[feint.State] }

// A side may give up: the other has won, the record says why, and it can be taken back.
func TestASideConcedes(t *testing.T) {
	f := newFight()
	do(t, f, "cut > Aka")
	refusedStep := func(team, reason, want string) {
		t.Helper()
		_, err := f.Edit(fight.ConcedeEdit(team), reason)
		refused(t, err, want)
	}
	refusedStep("oni", " ", "an edit without a reason")
	step, err := f.Edit(fight.ConcedeEdit("oni"), "it is getting dark")
	if err != nil {
		t.Fatal(err)
	}
	if last := step.Events[len(step.Events)-1]; step.Edit != "oni concedes" || last.Kind != "end" || last.Seat != "Sasaki" || last.What != "oni concedes" {
		t.Errorf("the step is %+v", step)
	}
	if side, draw, over := f.Winner(); !over || draw || side != 0 {
		t.Errorf("side %d, draw %v, over %v: want the first side's win", side, draw, over)
	}
	refusedStep("Sasaki", "me too", "the fight is over")
	if _, err := f.Undo(1); err != nil || f.Turn().Kind == rules.Over {
		t.Errorf("it cannot be taken back: %v", err)
	}
}

// What is only said stands in the record, is taken back like any step, and brings nobody other dice.
func TestAWordMovesNothingAndChangesNoDice(t *testing.T) {
	play := func(say bool) (*fight.Fight, rules.Step) {
		f := newFight()
		until(t, f, rules.Decide)
		if say {
			noError(t, second(f.Say(rules.Step{Word: fight.WordNote, What: "rain"})))
			noError(t, second(f.Say(rules.Step{Word: fight.WordBan, For: f.Roster()[0].Team, What: "cut", Why: "tired"})))
		}
		noError(t, second(f.Play(f.Options()[0].Action)))
		until(t, f, rules.Chance)
		step, err := f.Roll()
		noError(t, err)
		return f, step
	}
	silent, want := play(false)
	told, got := play(true)
	if !silent.Same(told) || !slices.Equal(want.Roll, got.Roll) {
		t.Errorf("after a note the dice show %v, want %v", got.Roll, want.Roll)
	}
	if told.Moves() != len(fight.StandingSteps(told.Steps()))-2 {
		t.Errorf("%d of %d steps move the fight, want all but two", told.Moves(), len(fight.StandingSteps(told.Steps())))
	}
	noError(t, second(told.Undo(len(fight.StandingSteps(told.Steps())))))
	replayed(t, told)
}

// Mended dice take the place of those that stood and of all that followed, and the fight goes on as if they had fallen.
func TestMendedDiceTakeThePlaceOfThose(t *testing.T) {
	f, other := newFight(), newFight()
	for _, f := range []*fight.Fight{f, other} {
		until(t, f, rules.Decide)
		noError(t, second(f.Play(f.Options()[0].Action)))
		until(t, f, rules.Chance)
	}
	noError(t, second(f.Dice(1, 2)))
	until(t, f, rules.Decide)
	noError(t, second(f.Play(f.Options()[0].Action)))
	if _, err := f.Mend("", 10, 9); err == nil {
		t.Error("dice are mended without a reason")
	}
	if _, err := f.Mend("misread", 11, 9); err == nil || !strings.Contains(err.Error(), "want 1 to 10") {
		t.Errorf("got %v", err)
	}
	step, err := f.Mend("misread", 10, 9)
	noError(t, err)
	noError(t, second(other.Dice(10, 9)))
	if !f.Same(other) || step.Mend < 2 || len(fight.StandingSteps(f.Steps())) != len(fight.StandingSteps(other.Steps())) {
		t.Errorf("after mended dice the fight stands elsewhere, by %+v", step)
	}
	replayed(t, f)
}

// A word that nobody knows, that is for nobody here or says nothing is refused, and is no step.
func TestWordsThatSayNothingAreRefused(t *testing.T) {
	f := newFight()
	for _, s := range []rules.Step{{}, {Word: "shout", What: "x"}, {Word: fight.WordForce}, {Word: fight.WordBan}, {Word: fight.WordNote, What: " "},
		{Word: fight.WordAuto, For: "nobody"}, {Word: fight.WordSeat, What: "greedy"}, {Word: fight.WordNote, What: "\xff"}} {
		if _, err := f.Say(s); err == nil {
			t.Errorf("%+v is said", s)
		}
	}
	if len(f.Steps()) > 0 {
		t.Errorf("%d steps", len(f.Steps()))
	}
}

// until plays the first option and the seed's dice until the fight waits for this.
func until(t *testing.T, f *fight.Fight, kind rules.Kind) {
	t.Helper()
	for f.Turn().Kind != kind {
		if f.Turn().Kind == rules.Chance {
			noError(t, second(f.Roll()))
			continue
		}
		noError(t, second(f.Play(f.Options()[0].Action)))
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// replayed records a fight, reads the record and makes it again.
func replayed(t *testing.T, f *fight.Fight) {
	t.Helper()
	var out bytes.Buffer
	noError(t, fight.WriteRecord(&out, f.Header(), f.Steps()))
	rec, _, err := fight.ReadRecord("duel.jsonl", &out)
	noError(t, err)
	again := fight.New(feint.New(), rec.Header)
	noError(t, fight.Replay(again, rec))
	if !again.Same(f) {
		t.Error("the replay ends elsewhere")
	}
}
