package session_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// table returns the ambush with everybody proposed for.
func table(t *testing.T, o session.Setup) session.Client {
	t.Helper()
	s := open(t, "ambush", o)
	s.Ask, s.ParseAgent, s.Advice = true, kinds(t), search.Limits{Nodes: 300}
	return gm(s)
}

// operations says a line and wants steps of it.
func operations(t *testing.T, c session.Client, line string) session.StepsMade {
	t.Helper()
	out, err := c.Line(t.Context(), line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	m, ok := out.(session.StepsMade)
	if !ok {
		t.Fatalf("%s: %T", line, out)
	}
	return m
}

// refused says lines that are wrong, and wants that nothing comes of them but a sentence.
func refused(t *testing.T, c session.Client, lines map[string]string) {
	t.Helper()
	n := c.StepCount()
	for line, want := range lines {
		_, err := c.Line(t.Context(), line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
		if c.StepCount() != n {
			t.Fatalf("%s: cost a step", line)
		}
	}
}

// Every operation has a name of its own, a sentence, a line, and JSON fields for what goes in and comes out.
func TestTheTableOfOperationsIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range session.Operations() {
		for _, name := range append([]string{o.Name}, o.Also...) {
			if seen[name] {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
		}
		if !strings.HasSuffix(o.Help, ".") || !strings.HasPrefix(o.Line, o.Name) {
			t.Errorf("%s: %q, %q", o.Name, o.Line, o.Help)
		}
		for f := range o.In.Fields() {
			if f.Tag.Get("json") == "" {
				t.Errorf("%s: the field %s has no name", o.Name, f.Name)
			}
		}
	}
	for _, name := range strings.Fields("state view options do roll dice advise why help sheet ban force auto edit add remove seat note undo redo concede end events tale position apply save") {
		if !seen[name] {
			t.Errorf("there is no operation %s", name)
		}
	}
}

// What is banned is proposed to nobody, done by nobody and forced by the GM alone; what is allowed again is open again.
func TestABannedManeuverIsNotOffered(t *testing.T) {
	c := table(t, session.Setup{Seed: 1})
	if q := c.Question(); q.Kind != session.Decision || !q.Proposal {
		t.Fatalf("asked %+v", q)
	}
	operations(t, c, `ban thrust for bandits "they are tired"`)
	operations(t, c, "ban horizontal cut")
	options, err := c.Line(t.Context(), "options")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range options.(session.Choices).Options {
		if strings.HasPrefix(o.Words, "thrust") || strings.HasPrefix(o.Words, "horizontal cut") {
			t.Errorf("%s is open", o.Words)
		}
	}
	p, err := c.Propose(t.Context())
	if err != nil || strings.HasPrefix(p.Do, "thrust") || len(p.Advice.Options) != len(options.(session.Choices).Options) {
		t.Errorf("%+v, %v", p, err)
	}
	refused(t, c, map[string]string{
		"do thrust > Tomoe":               `"thrust > Tomoe" is banned: want another choice, or allow it first`,
		"ban thrsut":                      "did you mean thrust?",
		"ban thrust for nobody":           `nobody here is called "nobody"`,
		"allow parry":                     `"parry" is not banned`,
		"force Tomoe parry":               "Tomoe does not decide now: want Jubei the Cur",
		"force Jubei the Cur fly away":    `"fly away" is not open now`,
		"force Jubei the Cur":             "could be",
		"force Nobody thrust > Tomoe":     "nobody here is called",
		"edit Tomoe wounds=60":            "wounds cannot be \"60\", want 0 to 4",
		"edit Tomoe energy=1 wounds=60":   "wounds cannot be",
		"edit Nobody wounds=1":            "nobody here is called",
		"dice 7 9":                        "there is nothing to roll",
		"dice again 7 9":                  "no dice have been thrown",
		"seat Tomoe=genius":               "no agent is called",
		"seat Tomoe=human dice=loaded":    "want dice=hand or dice=seed",
		"undo 9":                          "9 choices to take back, and there are ",
		"undo -1":                         "\"-1\" behind undo is less than 1",
		"undo 0":                          "\"0\" behind undo is less than 1",
		"redo 0":                          "\"0\" behind redo is less than 1",
		"cancel 0":                        "\"0\" behind cancel is less than 1",
		"hint 0":                          "\"0\" behind advise is less than 1",
		"events -1":                       "\"-1\" behind events is less than 0",
		"redo":                            "there is no step to return",
		"concede nobody":                  "no side is called",
		"note":                            "a note without what it is about, want ",
		"why":                             "it is not said why not what: want a choice, as in why not ",
		"help zyzzyva":                    "is no word of these rules",
		"why not fly":                     "is not open now",
		"save here.txt":                   "a name that ends in .jsonl",
		"fly":                             `there is no operation "fly"`,
		"apply":                           "no position is given",
		`apply {"position":"x","do":"y"}`: "position",
	})
	operations(t, c, "allow thrust")
	step := operations(t, c, `force Jubei the Cur thrust > tomoe "he would"`).Steps[0]
	if step.Word != fight.WordForce || step.Do != "thrust > Tomoe" || step.Why != "he would" {
		t.Errorf("%+v", step)
	}
}

// After an undo and the same choice the same dice stand, those of the table too; another choice asks for others; a misread
// die is mended, and the mended ones stand from then on.
func TestHandDiceCannotBeFished(t *testing.T) {
	c := table(t, session.Setup{Seed: 1, ByHand: []string{""}})
	operations(t, c, "do thrust > Tomoe")
	if q := c.Question(); q.Kind != session.Dice || q.Check == nil || q.Check.Need != "2d10+1 >= 12" {
		t.Fatalf("asked %+v", q)
	}
	refused(t, c, map[string]string{"dice 11 3": "die 1 shows 11, want 1 to 10", "dice 1 2 3": "3 dice were told, want 2",
		"dice": "no dice were told", "dice a b": `"a" is no face of a die`, "take": "are thrown at the table"})
	operations(t, c, "dice 7 9")
	operations(t, c, "undo")
	if q := c.Question(); q.Kind != session.Decision {
		t.Fatalf("asked %+v", q)
	}
	operations(t, c, "note the lamp goes out")
	operations(t, c, "do thrust > Tomoe")
	if steps := operations(t, c, "play").Steps; len(steps) == 0 || !slices.Equal(steps[0].Roll, []int{7, 9}) {
		t.Errorf("the dice are %+v, want those that fell", steps)
	}
	if step := operations(t, c, `dice again 1 2 "misread"`).Steps[0]; step.Mend < 1 || !slices.Equal(step.Roll, []int{1, 2}) || step.Why != "misread" {
		t.Errorf("%+v", step)
	}
	operations(t, c, "undo 2")
	operations(t, c, "do thrust > Masamune")
	if q := c.Question(); q.Kind != session.Dice {
		t.Errorf("another choice asks %+v, want its own dice", q)
	}
	operations(t, c, "undo")
	operations(t, c, "do thrust > Tomoe")
	if steps := operations(t, c, "play").Steps; len(steps) == 0 || !slices.Equal(steps[0].Roll, []int{1, 2}) {
		t.Errorf("the dice are %+v, want the mended ones", steps)
	}
}

// A whole side is taken at once, as it was planned, until the round is over; who is left to decide alone is not asked about.
func TestAllOfASideAreTakenTogether(t *testing.T) {
	c := table(t, session.Setup{Seed: 1, Standard: &agent.Search{Limits: search.Limits{Nodes: 300}},
		Agents: map[string]agent.Agent{"travellers": session.Person{}}})
	before := text(t, c)
	out, err := c.Line(t.Context(), "plans bandits")
	if err != nil || text(t, c) != before {
		t.Fatalf("%v, or the fight has moved", err)
	}
	planned := out.(session.Plans).Plans
	var who []string
	for _, p := range planned {
		who = append(who, p.Seat)
		if len(p.Do) == 0 {
			t.Errorf("%s does nothing", p.Seat)
		}
	}
	if slices.Sort(who); !slices.Equal(who, []string{"Gonta", "Jubei the Cur", "Oyuki", "Sute"}) {
		t.Errorf("plans of %q, want those of each bandit", who)
	}
	if step := operations(t, c, "all bandits").Steps[0]; step.Seat != planned[0].Seat || step.Do != planned[0].Do[0] {
		t.Errorf("%+v is not %+v", step, planned[0])
	}
	refused(t, c, map[string]string{"all travellers": "nothing is proposed for travellers", "take": "a person decides"})
	first := c.Round()
	for range 60 {
		q := operations(t, c, "play").Question
		if q.Kind == session.Over || c.Round() > first {
			break
		}
		if q.Proposal {
			t.Fatalf("asked %+v in the round", q)
		}
		operations(t, c, "do "+lastOption(t, c))
	}
	for c.Question().Kind == session.Decision && !c.Question().Proposal {
		operations(t, c, "do "+lastOption(t, c))
		operations(t, c, "play")
	}
	if q := c.Question(); q.Kind != session.Over && !q.Proposal {
		t.Errorf("asked %+v, want a bandit in the next round", q)
	}
	operations(t, c, "undo")
	operations(t, c, "auto bandits")
	for range 30 {
		q := operations(t, c, "play").Question
		if q.Kind == session.Over {
			break
		}
		if q.Proposal {
			t.Fatalf("asked %+v", q)
		}
		options, err := c.Line(t.Context(), "options")
		if err != nil {
			t.Fatal(err)
		}
		operations(t, c, "do "+options.(session.Choices).Options[0].Words)
	}
}

func lastOption(t *testing.T, c session.Client) string {
	t.Helper()
	out, err := c.Line(t.Context(), "options")
	if err != nil {
		t.Fatal(err)
	}
	options := out.(session.Choices).Options
	return options[len(options)-1].Words
}

// A record with every step of a table is read again, replays, and goes on with the same seats.
func TestATablesRecordGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.jsonl")
	c := table(t, session.Setup{Seed: 1, Record: path, ByHand: []string{"bandits"}})
	for _, line := range []string{"note rain", `edit Masamune wounds=2 zone="first front"`, "ban thrust", "allow thrust", "do thrust > Tomoe", "dice 10 9",
		`dice again 1 9 "a three"`, `seat Oyuki=greedy "late"`, "auto Sute", "ask Sute", "undo", "redo"} {
		operations(t, c, line)
		for c.Question().Kind == "" {
			operations(t, c, "play")
		}
	}
	operations(t, c, `end travellers "the bell rings"`)
	if winner, over := c.Winner(); !over || winner != "travellers" {
		t.Errorf("won by %q, over %v", winner, over)
	}
	operations(t, c, "undo")
	position := func(s *session.Session) string {
		text, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want, copied := position(c.Session), filepath.Join(t.TempDir(), "copy.jsonl")
	if _, err := c.Line(t.Context(), "save "+copied); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, copied} {
		s, warnings, err := session.Resume(path, "none", kinds(t))
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		defer s.Close()
		if got := position(s); got != want {
			t.Errorf("%s goes on at\n%s\nwant\n%s", path, got, want)
		}
		if name := s.Seats()[5].String(); name != "greedy" {
			t.Errorf("Oyuki is played by %s", name)
		}
	}
}

// A seat's client is given nothing that is not its own: not another's turn, not the GM's word, not a secret.
func TestASeatsClientKnowsItsSeat(t *testing.T) {
	s := open(t, plank, session.Setup{Seed: 1})
	s.Advice, s.Players.Hint = search.Limits{Nodes: 300}, true
	for s.Turn().Kind != rules.Commit {
		if _, err := s.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	owner := s.Roster()[s.Turn().Seat].Name
	other := map[string]string{"Ann": "Bea", "Bea": "Ann"}[owner]
	as := session.Client{Session: s, As: other}
	refused(t, as, map[string]string{"options": "it is " + owner + "'s turn", "do x": "it is", "advise": "it is", "note x": "note is the GM's to call",
		"undo": "the GM lets players take nothing back", "view " + owner: "another's", "save x.jsonl": "the GM's"})
	mine, err := session.Client{Session: s, As: owner}.Line(t.Context(), "options")
	if err != nil {
		t.Fatal(err)
	}
	secret := mine.(session.Choices).Options[1].Words
	if _, err := s.Do(secret); err != nil {
		t.Fatal(err)
	}
	for _, o := range session.Operations() {
		if o.Callers == session.GMOnly || o.Name == "do" || o.Name == "play" || o.Name == "concede" || o.Name == "yield" || o.Name == "roll" ||
			o.Name == "dice" || o.Name == "apply" || o.Name == "help" || o.Name == "why" || o.Name == "undo" || o.Name == "cancel" {
			continue
		}
		out, err := as.Line(t.Context(), o.Name)
		if err != nil {
			t.Errorf("%s: %v", o.Name, err)
			continue
		}
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"do":"`+secret+`"`) || strings.Contains(string(text), "secret:") && o.Name == "position" {
			t.Errorf("%s shows %s the secret %q: %s", o.Name, other, secret, text)
		}
	}
}

// Every decision of a fight can be asked about: what it is, and what speaks against it.
func TestWhateverIsOfferedIsExplained(t *testing.T) {
	asked := map[string]bool{} // a word means the same in all encounters of a system
	for _, name := range agent.Encounters() {
		s := open(t, name, session.Setup{Seed: 2, Standard: agent.Random{}})
		for range 120 {
			if options, err := gm(s).Line(t.Context(), "options"); err == nil {
				for _, o := range options.(session.Choices).Options {
					if o.Check != nil && (o.Check.P < 0 || o.Check.P > 1 || o.Check.Need == "") {
						t.Errorf("%s: %q is thrown for with %+v", name, o.Words, o.Check)
					}
					words, _, _ := strings.Cut(o.Words, " > ")
					if words = gm(s).System().Name + " " + words; asked[words] {
						continue
					}
					asked[words] = true
					if out, err := gm(s).Line(t.Context(), "help "+o.Words); err != nil || out.(session.Help).Meaning.Says == "" {
						t.Errorf("%s: %q: %+v, %v", name, o.Words, out, err)
					}
				}
			}
			if _, err := s.Next(t.Context()); err != nil {
				break
			}
		}
	}
}

// The stateless twin walks a fight from position to position, and each is printed as it was read.
func TestAppliedPositionsReadBackAsThemselves(t *testing.T) {
	for _, name := range []string{"ambush", "ganryu", "brawl"} {
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		var warm session.Applier
		out, err := warm.Apply(session.Apply{Position: string(data)})
		for i := 0; i < 60 && err == nil && out.Waits != session.Over; i++ {
			var cold session.Applier
			again, err := cold.Apply(session.Apply{Position: out.Position})
			if err != nil || again.Position != out.Position || len(again.Options) != len(out.Options) {
				t.Fatalf("%s: %v: read back as\n%s\nwant\n%s", name, err, again.Position, out.Position)
			}
			in := session.Apply{Position: out.Position}
			if out.Waits == session.Dice {
				for range out.Check.Dice {
					in.Dice = append(in.Dice, 1+i%6)
				}
			} else {
				in.Do = out.Options[i%len(out.Options)].Words
			}
			out, err = warm.Apply(in)
			if err != nil {
				t.Fatalf("%s: %+v: %v", name, in.Do, err)
			}
			if out.Step == nil {
				t.Fatalf("%s: no step", name)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkApply is one call of the stateless twin that goes on from its own answer.
func BenchmarkApply(b *testing.B) {
	_, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		b.Fatal(err)
	}
	var x session.Applier
	start := session.Apply{Position: string(data)}
	in := start
	for b.Loop() {
		out, err := x.Apply(in)
		if err != nil {
			b.Fatal(err)
		}
		switch in = (session.Apply{Position: out.Position}); out.Waits {
		case session.Dice:
			in.Dice = []int{3, 7}
		case session.Over:
			in = start
		default:
			in.Do = out.Options[0].Words
		}
	}
}

// What is thrown for a choice is its seat's own; what is thrown against it is somebody else's, and says so.
func TestOddsSayWhoseDiceTheyAre(t *testing.T) {
	s := open(t, "crossing-small", session.Setup{Seed: 3, Standard: session.Person{}})
	c := gm(s)
	for _, line := range []string{"play", "do begin", "do arming sword > Aldric", "do melee attack"} {
		operations(t, c, line)
	}
	out, err := c.Line(t.Context(), "options")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range out.(session.Choices).Options {
		if o.Words == "parry" && (o.Check != nil || o.Against == nil || o.Against.P <= 0 || o.Against.P >= 1) {
			t.Errorf("parry is thrown for with %+v, against it %+v", o.Check, o.Against)
		}
	}
	c = table(t, session.Setup{Seed: 1})
	out, err = c.Line(t.Context(), "options")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range out.(session.Choices).Options {
		if o.Words == "thrust > Tomoe" && (o.Check == nil || o.Check.Num != 11 || o.Check.Den != 20 || o.Against != nil) {
			t.Errorf("a thrust is thrown for with %+v", o.Check)
		}
	}
}

// A name may stand in quotation marks wherever a line names a combatant or a side; one that nobody has is refused whole.
func TestNamesMayStandInQuotationMarks(t *testing.T) {
	c := table(t, session.Setup{Seed: 1})
	for line, want := range map[string]rules.Step{
		`edit "jubei the cur" wounds=1 "a fall"`:        {Edit: "Jubei the Cur wounds=1", Why: "a fall"},
		`edit "Tomoe" zone="first front"`:               {Edit: "Tomoe zone=first front", Why: "the GM's word"},
		`ban "thrust" for "Jubei the Cur" "he is lame"`: {Word: fight.WordBan, What: "thrust", For: "Jubei the Cur", Why: "he is lame"},
		`auto "Jubei the Cur"`:                          {Word: fight.WordAuto, For: "Jubei the Cur"},
		`ask "they may not know"`:                       {Word: fight.WordAsk, Why: "they may not know"},
		`seat "Jubei the Cur"=greedy`:                   {Word: fight.WordSeat, For: "Jubei the Cur", What: "greedy"},
		`note "Tomoe" runs`:                             {Word: fight.WordNote, What: `"Tomoe" runs`},
		`end "bandits"`:                                 {Edit: "bandits wins", Why: "the GM's word"},
		`concede "bandits" "spent"`:                     {Edit: "bandits concedes", Why: "spent"},
	} {
		step := operations(t, c, line).Steps[0]
		if step.Edit != want.Edit || step.Word != want.Word || step.What != want.What || step.For != want.For || step.Why != want.Why {
			t.Errorf("%s: %+v", line, step)
		}
		operations(t, c, "undo")
	}
	step := operations(t, c, `force "Jubei the Cur" thrust > "Tomoe" "he would"`).Steps[0]
	if step.Do != "thrust > Tomoe" || step.Why != "he would" {
		t.Errorf("%+v", step)
	}
	for _, line := range []string{`sheet "Jubei the Cur"`, `help "Jubei the Cur"`, `? "Jubei the Cur"`} {
		if _, err := c.Line(t.Context(), line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	refused(t, c, map[string]string{
		`edit "Jubei teh Cur" wounds=1`: `nobody here is called "Jubei teh Cur"`,
		`edit "Jubei teh Cur"`:          `nobody here is called "Jubei teh Cur"`,
		`remove "Jubei teh Cur"`:        `nobody here is called "Jubei teh Cur"`,
		`sheet "Jubei teh Cur"`:         `nobody here is called "Jubei teh Cur"`,
		`concede "bandist"`:             `no side is called "bandist"`,
	})
}

// One edit changes several, by their names or their side, and by how much; it is one step, and one undo takes all of it back.
func TestAnEditChangesSeveralAndBySoMuch(t *testing.T) {
	c := table(t, session.Setup{Seed: 1})
	position := func() string {
		out, err := c.Line(t.Context(), "position")
		if err != nil {
			t.Fatal(err)
		}
		return out.(session.Position).Position
	}
	before := position()
	var foes, all []string
	for _, r := range c.Roster() {
		if all = append(all, r.Name); r.Team == "bandits" {
			foes = append(foes, r.Name)
		}
	}
	tomoe := slices.Index(all, "Tomoe")
	wounds := func(i int) int {
		return c.Board().Stands[i].Numbers[slices.IndexFunc(c.Board().Stands[i].Numbers, func(n rules.Number) bool { return n.Name == "wounds" })].N
	}
	for line, want := range map[string]string{
		"edit Tomoe wounds-=1":                                    "Tomoe wounds-=1",
		"edit tomoe wounds -= 1":                                  "Tomoe wounds-=1",
		"edit Tomoe wounds-= 1, energy+=2":                        "Tomoe wounds-=1; Tomoe energy+=2",
		"edit Tomoe, Jubei the Cur +bleeding":                     "Tomoe +bleeding; Jubei the Cur +bleeding",
		`edit "Tomoe", "Jubei the Cur" +bleeding "a trap"`:        "Tomoe +bleeding; Jubei the Cur +bleeding",
		"edit Tomoe and Jubei the Cur +bleeding":                  "Tomoe +bleeding; Jubei the Cur +bleeding",
		"edit bandits energy-=1":                                  strings.Join(foes, " energy-=1; ") + " energy-=1",
		`edit Tomoe zone="first front"; jubei the cur energy=1`:   "Tomoe zone=first front; Jubei the Cur energy=1",
		"edit Tomoe wounds-=1; Jubei the Cur wounds-=1 +bleeding": "Tomoe wounds-=1; Jubei the Cur wounds-=1; Jubei the Cur +bleeding",
	} {
		out := operations(t, c, line)
		if len(out.Steps) != 1 || out.Steps[0].Edit != want {
			t.Errorf("%s: %+v, want one step with %q", line, out.Steps, want)
		}
		if operations(t, c, "undo"); position() != before {
			t.Errorf("%s: one undo leaves something of it", line)
		}
	}
	if operations(t, c, "edit Tomoe wounds-=1"); wounds(tomoe) != 3 {
		t.Errorf("4 Wounds less 1 are %d", wounds(tomoe))
	}
	if operations(t, c, "edit Tomoe wounds+=9"); wounds(tomoe) != 4 {
		t.Errorf("more than all Wounds are %d", wounds(tomoe))
	}
	if operations(t, c, "edit Tomoe wounds+=1 energy+=2; bandits wounds+=1"); wounds(tomoe) != 4 || c.Board().Stands[tomoe].Numbers[1].N != 11 {
		t.Errorf("of all her Wounds and Energy more are %+v", c.Board().Stands[tomoe].Numbers)
	}
	if _, err := c.Call(t.Context(), "edit", json.RawMessage(`{"name": "Tomoe, bandits", "changes": ["energy-=1", "wounds-=1"]}`)); err != nil {
		t.Error(err)
	}
	operations(t, c, "undo")
	refused(t, c, map[string]string{
		"edit Tomoe, Nobody wounds=1":                     `nobody here is called "Nobody"`,
		"edit Tomoe wounds-=x":                            `wounds cannot change by "x", want a whole number from 1`,
		"edit Tomoe wounds+=1001":                         `wounds cannot change by "1001", want a whole number from 1 to 1000`,
		"edit Tomoe wounds-=0":                            `wounds cannot change by "0"`,
		"edit Tomoe zone-=1":                              `"zone-=1" is no change`,
		"edit bandits wounds=60":                          foes[0] + `: wounds cannot be "60", want 0 to`,
		"edit Tomoe, Tomoe wounds-=1":                     "the change of wounds is said twice for Tomoe",
		"edit Tomoe, Jubei the Cur":                       "it is not said what of Tomoe's changes",
		"edit Tomoe wounds-=1; energy=2":                  `nobody here is called "energy=2"`,
		"edit Tomoe, Jubei the Cur yields":                "one at a time",
		"edit Tomoe wounds-=1; Jubei the Cur wounds=6000": "Jubei the Cur: wounds cannot be",
	})
	operations(t, c, "edit "+foes[0]+" wounds=0")
	if out := operations(t, c, "edit bandits energy-=1"); strings.Contains(out.Steps[0].Edit, foes[0]) || !strings.Contains(out.Steps[0].Edit, foes[1]) {
		t.Errorf("with %s down the bandits are %q", foes[0], out.Steps[0].Edit)
	}
	operations(t, c, "edit bandits wounds=0")
	if _, over := c.Winner(); !over {
		t.Error("the bandits are down, and the fight goes on")
	}
}

// What is said twice, missing or left over is refused with what is wrong about it, in every operation's line.
func TestALineIsReadWhole(t *testing.T) {
	c := table(t, session.Setup{Seed: 4, ByHand: []string{""}})
	refused(t, c, map[string]string{
		"edit Tomoe wounds=2 wounds=3":         "the change of wounds is said twice for Tomoe: want it once",
		"edit Tomoe +bleeding -bleeding":       "the change of bleeding is said twice for Tomoe",
		"edit Tomoe":                           "it is not said what of Tomoe's changes: want wounds=, energy=",
		"edit":                                 "nobody is named",
		"edit Tomoe wounds=2 \"an old":         "a quotation mark is not closed",
		"roll now":                             `"now" behind roll is too much: want roll`,
		"take it":                              `"it" behind take is too much`,
		"undo 2x":                              `"2x" behind undo is no number: want undo [N]`,
		"advise 20k":                           `"20k" behind advise is no number`,
		"dice 7 9x":                            `"9x" is no face of a die: want whole numbers`,
		"ruling Tomoe 2d10 >= 3x":              "does not fit here",
		"ruling Tomoe 2d10 >= 3 shows 7 9x":    `"9x" is no face of a die`,
		"players hint hint":                    "is not what players may do",
		"seat Tomoe":                           "it is not said who plays Tomoe",
		"seat Tomoe=human dice=hand dice=hand": "dice= is there twice",
		"seat Tomoe=search nodes=5 nodes=6":    "nodes= is there twice",
		"remove":                               "nobody is named",
	})
	if _, err := c.Call(t.Context(), "edit", json.RawMessage(`{"name":"Tomoe","changes":["wounds=2","Wounds=3"]}`)); err == nil {
		t.Error("a list takes the last of two")
	}
	for _, line := range []string{"Edit Tomoe wounds=2 “an old wound”", "EDIT\tTomoe\u00a0Energy = 3 +Shaken",
		"Ruling Tomoe 2d10\u22123 >= 5 shows ７ 9", "Note “a – b”"} {
		operations(t, c, line)
	}
	steps := c.StepsAfter(0)
	if steps[0].Why != "an old wound" || steps[2].Throw != "2d10-3 >= 5" || steps[3].What != "“a – b”" {
		t.Errorf("%+v", steps)
	}
}

// Programs decide by the id that options gives, which is the same whenever the decision is open, or by all of its words; whoever types may
// shorten them.
func TestProgramsDecideByIDOrWholeWords(t *testing.T) {
	c := table(t, session.Setup{Seed: 1})
	call := func(op, in string) (any, error) { return c.Call(t.Context(), op, json.RawMessage(in)) }
	options := func() map[string]string {
		t.Helper()
		out, err := call("options", "")
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]string{}
		for _, o := range out.(session.Choices).Options {
			if other := ids[o.Words]; o.ID == "" || other != "" {
				t.Errorf("%s has the ids %q and %q", o.Words, other, o.ID)
			}
			ids[o.Words] = o.ID
		}
		return ids
	}
	ids := options()
	seen := map[string]bool{}
	for words, id := range ids {
		if seen[id] {
			t.Errorf("the id %s of %s is another's too", id, words)
		}
		seen[id] = true
	}
	for in, want := range map[string]string{
		`{"words":"thrust > T"}`: `"thrust > T" is not open now`,
		`{"id":"1-2-3"}`:         `no decision that is open now has the id "1-2-3"`,
		`{"id":"` + ids["thrust > Tomoe"] + `","words":"thrust > Tomoe"}`: "named by its words and by an id",
	} {
		if _, err := call("do", in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", in, err)
		}
	}
	if _, err := call("force", `{"name":"Jubei the Cur","do":"thrust > T"}`); err == nil {
		t.Error("a program forces a decision by half of its words")
	}
	for _, in := range []string{`{"id":"` + ids["thrust > Tomoe"] + `"}`, `{"words":"Thrust > tomoe"}`} {
		out, err := call("do", in)
		if err != nil || out.(session.StepsMade).Steps[0].Do != "thrust > Tomoe" {
			t.Fatalf("%s: %+v, %v", in, out, err)
		}
		operations(t, c, "undo")
		if again := options(); again["thrust > Tomoe"] != ids["thrust > Tomoe"] {
			t.Errorf("the id is another after an undo: %s", again["thrust > Tomoe"])
		}
	}
	if out := operations(t, c, "do thrust > T"); out.Steps[0].Do != "thrust > Tomoe" {
		t.Errorf("typed short: %+v", out.Steps[0])
	}
}
