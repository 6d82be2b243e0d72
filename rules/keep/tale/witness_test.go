package tale

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// told returns the facts of events of one turn of Aki's, in short, and with how everybody stands.
func told(stands map[string]rules.Stand, ground rules.Ground, events ...rules.Event) (list []string) {
	none := func(string) int { return 0 }
	spent := map[string]bool{}
	p := rules.Passage{Kind: "turn", Seat: "Aki", Scene: &rules.Scene{MaxWounds: none, Purse: none, Ground: ground, SpentOn: spent,
		Stand: func(seat string) rules.Stand { return stands[seat] }}}
	w := &witness{Passage: &p}
	for i, e := range events {
		spent[e.Seat+"|"+e.What] = e.Kind == "spend"
		step := i + 1
		if e.Kind == "status" || e.Kind == "wound" && e.Left == 0 || e.Kind == "rank" || e.Kind == "down" { // they come with what has brought them about
			step = 9
		}
		w.Event(e, rules.Step{N: step})
	}
	for _, f := range p.Facts {
		list = append(list, strings.TrimSpace(strings.Join([]string{f.Kind, f.By, f.To, f.What, strings.Join(f.Causes, " ")}, " ")))
	}
	return list
}

// Why a blow hit or missed is what its rules knew: how the two stood, what they spent, what was called on the roll.
func TestABlowHasItsCauses(t *testing.T) {
	attack := rules.Event{Kind: "declare", Seat: "Aki", What: rows.AttackAction, At: "Bo", With: "katana", Of: "weapon samurai"}
	shot := rules.Event{Kind: "declare", Seat: "Aki", What: rows.AttackAction, At: "Bo", With: "yumi willow leaf", Of: "kyujutsu"}
	call := func(what string, n int) rules.Event { return rules.Event{Kind: "call", Seat: "Aki", What: what, N: n} }
	check := func(total, need int) rules.Event {
		return rules.Event{Kind: "check", Seat: "Aki", At: "Bo", What: rows.AttackAction, Total: total, Need: need, OK: total >= need}
	}
	void := func(seat, use string) rules.Event {
		return rules.Event{Kind: "spend", Seat: seat, What: use, Of: "void", N: 1}
	}
	damage := func(total, less int) rules.Event {
		return rules.Event{Kind: "damage", Seat: "Bo", At: "Aki", Total: total, N: less}
	}
	wound := rules.Event{Kind: "wound", Seat: "Bo", At: "Aki", N: 5, Left: 9}
	is := func(states ...string) map[string]rules.Stand {
		var s rules.Stand
		for _, x := range states {
			s.States = append(s.States, rules.State{Name: x})
		}
		return map[string]rules.Stand{"Bo": s}
	}
	stance := func(stance string) map[string]rules.Stand { return map[string]rules.Stand{"Bo": {Stance: stance}} }
	hurt := map[string]rules.Stand{"Aki": {States: []rules.State{{Name: "wounded", N: 10}}}}
	ground := rules.Ground{Places: []rules.Place{{At: "a1", Height: 1}, {At: "b1", Features: []string{"mire"}}}}
	at := map[string]rules.Stand{"Aki": {At: "a1"}, "Bo": {At: "b1"}}
	for name, c := range map[string]struct {
		stands map[string]rules.Stand
		events []rules.Event
		want   string
	}{
		"nothing":                       {nil, []rules.Event{attack, check(25, 20), damage(9, 4), wound}, "wound Aki Bo"},
		"entangled (RK-200)":            {is("entangled"), []rules.Event{attack, check(25, 20), damage(9, 4), wound}, "wound Aki Bo  open"},
		"on the ground (RK-208)":        {is("prone"), []rules.Event{attack, check(25, 20), damage(9, 4), wound}, "wound Aki Bo  prone"},
		"a shot at who lies":            {is("prone"), []rules.Event{shot, check(25, 20), damage(9, 4), wound}, "wound Aki Bo"},
		"held by another":               {is("grappled"), []rules.Event{attack, check(25, 20), damage(9, 4), wound}, "wound Aki Bo  held"},
		"the Fire stance (RK-88)":       {stance("fire"), []rules.Event{attack, check(25, 20), damage(9, 4), wound}, "wound Aki Bo  bare"},
		"a Void Point (RK-174)":         {nil, []rules.Event{attack, void("Aki", "boost"), check(25, 20), damage(9, 4), wound}, "wound Aki Bo  void"},
		"another's Void Point":          {nil, []rules.Event{attack, void("Bo", "accelerate"), check(25, 20), damage(9, 4), wound}, "wound Aki Bo"},
		"from above, into a mire":       {at, []rules.Event{attack, check(25, 20), damage(9, 4), wound}, "wound Aki Bo  high mire"},
		"from the saddle (RK-203)":      {map[string]rules.Stand{"Aki": {States: []rules.State{{Name: "mounted"}}}}, []rules.Event{attack, check(25, 20), damage(9, 4), wound}, "wound Aki Bo  high"},
		"endured (RK-177)":              {nil, []rules.Event{attack, check(25, 20), damage(30, 4), void("Bo", "endure"), wound}, "wound Aki Bo  endure"},
		"endured whole":                 {nil, []rules.Event{attack, check(25, 20), damage(12, 4), void("Bo", "endure")}, "turned Aki Bo  endure"},
		"a contest lost (R-RK-13)":      {nil, []rules.Event{attack, call("knockdown", 2), check(35, 30), {Kind: "spared", Seat: "Bo", At: "Aki"}}, "turned Aki Bo knockdown contest"},
		"a miss":                        {nil, []rules.Event{attack, check(15, 20)}, "miss Aki Bo"},
		"too much called":               {nil, []rules.Event{attack, call("tactical strike", 1), check(22, 25)}, "miss Aki Bo tactical strike overreach"},
		"a miss without what is called": {nil, []rules.Event{attack, call("tactical strike", 1), check(19, 25)}, "miss Aki Bo tactical strike"},
		"a free raise":                  {nil, []rules.Event{attack, call("feint", 2), call("free raise", -1), check(22, 25)}, "miss Aki Bo  overreach"},
		"Wounds of its own (RK-60)":     {hurt, []rules.Event{attack, check(15, 20)}, "miss Aki Bo  hurt"},
		"Wounds that changed nothing":   {hurt, []rules.Event{attack, check(9, 20)}, "miss Aki Bo"},
		"the Air stance (RK-79)":        {stance("air"), []rules.Event{attack, check(15, 20)}, "miss Aki Bo  guarded"},
		"deflected (RK-175)":            {nil, []rules.Event{void("Bo", "deflect"), attack, check(25, 30)}, "miss Aki Bo  deflect"},
		"deflected for nothing":         {nil, []rules.Event{void("Bo", "deflect"), attack, check(15, 30)}, "miss Aki Bo"},
		"a push (RK-127)": {nil, []rules.Event{attack, call("push 10 feet", 4), check(45, 40), damage(9, 4), wound, {Kind: "move", Seat: "Bo", From: "b1", To: "d1"}},
			"wound Aki Bo push|press Aki Bo"},
		"a pull": {nil, []rules.Event{attack, call("pull 5 feet", 2), check(45, 40), damage(9, 4), wound, {Kind: "move", Seat: "Bo", From: "b1", To: "a1"}}, "wound Aki Bo pull"},
	} {
		if got := told(c.stands, ground, c.events...); !slices.Equal(got, strings.Split(c.want, "|")) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A hold ends: who breaks out of it is free, who is thrown is not, and what all agree to, or one's fall, ends it for both (RK-138, RK-150,
// RK-156). What a technique does ends as well.
func TestWhatBeganEnds(t *testing.T) {
	free := func(seat, of string) rules.Event {
		return rules.Event{Kind: "status", Seat: seat, At: of, What: "grappled"}
	}
	for name, c := range map[string]struct {
		events []rules.Event
		want   string
	}{
		"broken":          {[]rules.Event{free("Aki", "Bo"), free("Bo", "")}, "escape Aki Bo"},
		"thrown":          {[]rules.Event{free("Bo", ""), free("Aki", ""), {Kind: "status", Seat: "Bo", At: "Aki", What: "prone", OK: true}}, "prone Aki Bo  grapple"},
		"agreed":          {[]rules.Event{free("Aki", ""), free("Bo", "")}, "let go Aki  agreed|let go Bo  agreed"},
		"fallen":          {[]rules.Event{{Kind: "down", Seat: "Bo", At: "Aki", What: "downed"}, free("Bo", ""), free("Aki", "")}, "fall Aki Bo|let go Bo  fall|let go Aki  fall"},
		"who lay already": {[]rules.Event{{Kind: "wound", Seat: "Bo", At: "Aki", N: 4}, free("Bo", "")}, "wound Aki Bo|let go Bo  fall"},
		"a technique": {[]rules.Event{{Kind: "effect", Seat: "Aki", What: "battle cry", At: "Bo", N: 1, OK: true}, {Kind: "effect", Seat: "Aki", What: "battle cry"}},
			"effect Aki Bo battle cry|over Aki  battle cry"},
	} {
		if got := told(nil, rules.Ground{}, c.events...); !slices.Equal(got, strings.Split(c.want, "|")) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
