package keep

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
)

// What the beginning of a fight sets off for the unhurt is not on one who is hurt where now: has it; on one who is not, it is.
func TestNowTakesBackWhatItsWoundsForbid(t *testing.T) {
	for wounds, want := range map[string]string{"0": "iron skin (reduction +3, 1 round left)", "5": ""} {
		g := setup{us: []man{{name: "Ann", line: "techniques: [iron skin]"}}, them: []man{{name: "Bea"}},
			more: "now: {seats: {Ann: {wounds: " + wounds + "}}}"}.game(t)
		s := g.Start()
		if got := g.Sheet(&s, 0); rules.Pairs(got).Value("effects") != want {
			t.Errorf("%s Wounds: effects %q, want %q", wounds, rules.Pairs(got).Value("effects"), want)
		}
	}
}

// So it is however they come to their Wounds: by a GM's change before the fight has begun, or from the fight before. Who shares a
// technique with one who is hurt keeps it.
func TestWoundsAtTheBeginningTakeBackWhatTheyForbid(t *testing.T) {
	const iron = "iron skin (reduction +3, 1 round left)"
	st := setup{us: []man{{name: "Ann", line: "techniques: [iron skin]"}}, them: []man{{name: "Bea", line: "techniques: [iron skin]"}}}
	g := st.game(t)
	check := func(how string, s *State, i rules.Seat, want string) {
		t.Helper()
		if got := rules.Pairs(g.Sheet(s, i)).Value("effects"); got != want {
			t.Errorf("%s: effects of %s %q, want %q", how, g.name(int(i)), got, want)
		}
	}
	s := g.Start()
	check("unhurt", &s, 0, iron)
	for _, c := range []struct{ edit, want string }{{"Ann wounds=5", ""}, {"Ann wounds=0", iron}} {
		if err := g.Edit(&s, c.edit, nil); err != nil {
			t.Fatal(err)
		}
		check(c.edit, &s, 0, c.want)
		check(c.edit, &s, 1, iron)
	}
	if bad := g.CarryIn(&s, 0, book.CarryOver{Who: "man", Wounds: new(5)}); len(bad) > 0 {
		t.Fatal(bad)
	}
	check("carried", &s, 0, "")
	check("carried", &s, 1, iron)
	st.more = "now: {seats: {Ann: {wounds: 5}}}"
	g = st.game(t)
	s = g.Start()
	check("now", &s, 0, "")
	check("now", &s, 1, iron)
}

// Who comes in the middle of the fight gives nobody back what Wounds forbid, and has missed its beginning. What is said then reads
// back as the same.
func TestWhoComesGivesNobodyBackWhatWoundsForbid(t *testing.T) {
	const iron = "iron skin (reduction +3, 1 round left)"
	st := setup{us: []man{{name: "Ann", line: "techniques: [iron skin]"}}, them: []man{{name: "Bea", line: "techniques: [iron skin]"}},
		more: "now: {seats: {Ann: {wounds: 5}}}"}
	g := st.game(t)
	s := g.Start()
	next, err := g.Join(&s, 0, "{who: the ann, name: Cid, at: h1}", nil)
	if err != nil {
		t.Fatal(err)
	}
	g = next.(*Game)
	s = g.Start()
	if err := g.Edit(&s, "Cid wounds=5", nil); err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]string{0: "", 1: "", 2: iron} {
		if got := rules.Pairs(g.Sheet(&s, rules.Seat(i))).Value("effects"); got != want {
			t.Errorf("effects of %s %q, want %q", g.name(i), got, want)
		}
	}
	text, err := g.Position(&s)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Load("position.yaml", text, st.book(t))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if again.Start() != s {
		t.Errorf("reads back as\n%+v, want\n%+v\n%s", again.Start(), s, text)
	}
}
