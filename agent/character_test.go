package agent

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Levels are counted from 1 and each is stricter than the one below; the last one is the search as it is. Tempers are those
// an encounter may name, and what they want is wanted by the list.
func TestTheRowsOfCharactersAreWhole(t *testing.T) {
	t.Parallel()
	levels := Levels()
	if len(levels) != book.LevelMax || levels[book.LevelMax-1] != (Level{Level: book.LevelMax, Word: levels[book.LevelMax-1].Word, Source: "ruling"}) {
		t.Fatalf("%d levels, the last %+v", len(levels), levels[len(levels)-1])
	}
	for i, l := range levels[:book.LevelMax-1] {
		if l.Level != i+1 || l.Word == "" || l.Nodes == 0 || l.Temperature == 0 || l.LossMax < l.Temperature {
			t.Errorf("level %d is %+v", i+1, l)
		}
		if i > 0 && (l.Nodes <= levels[i-1].Nodes || l.Temperature >= levels[i-1].Temperature || l.LossMax >= levels[i-1].LossMax) {
			t.Errorf("%+v is no stricter than %+v", l, levels[i-1])
		}
	}
	var names []string
	for _, row := range characterRows().Tempers {
		names = append(names, row.Temper)
		for _, w := range row.Wants {
			wantTest(w.Want)
			if abs := max(w.Points, -w.Points); abs == 0 || abs > row.Most {
				t.Errorf("%s gives %d for %s, want at most what it loses at most, %d", row.Temper, w.Points, w.Want, row.Most)
			}
		}
	}
	if !slices.Equal(names, book.Tempers()) {
		t.Errorf("tempers %v, an encounter may name %v", names, book.Tempers())
	}
}

// looked returns a search of a fight's first decision with more than one way to go.
func looked(t *testing.T, f *fight.Fight, nodes int) (View, search.Result) {
	t.Helper()
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	r, err := v.SearchWith(t.Context(), search.Limits{Nodes: nodes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v, r
}

// Whatever a level draws, it never loses more than its most by its own sight, and takes the best at least as often as
// anything else. What loses its heat is taken a third as often, and what does less than there is to be done a twentieth.
func TestALevelNeverLosesMoreThanItsMost(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ambush", "brawl", "sake-house"} {
		f := builtin(t, name, 3)
		for range 12 {
			if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{Greedy{}}, len(f.Roster()))); err != nil {
				t.Fatal(err)
			}
			if f.Turn().Kind != rules.Decide || len(f.Options()) < 2 {
				continue
			}
			v, r := looked(t, f, 2000)
			for _, l := range Levels()[:book.LevelMax-1] {
				c := book.Character{Level: l.Level}
				loss, idle := map[rules.Action]float64{}, map[rules.Action]float64{}
				for i, w := range v.weighOptions(r, c) {
					if loss[r.Options[i].Action] = 1000 * w.loss; w.idles {
						idle[r.Options[i].Action] = float64(v.player.about.IdlePenalty)
					}
				}
				sum, first := 0.0, 0.0
				for i, o := range v.chooseAs(r, c).Options {
					if i == 0 {
						first = o.Mix
					}
					sum += o.Mix
					want := first * math.Exp(-loss[o.Action]/1000/l.temperature(v.player.about)-idle[o.Action])
					if loss[o.Action] > 1000*l.lossMax(v.player.about) {
						want = 0
					}
					if math.Abs(o.Mix-want) > 1e-9 {
						t.Errorf("%s, level %d: %v loses %.1f mWP and is taken %.4f of the time, want %.4f", name, l.Level, o.Action, loss[o.Action], o.Mix, want)
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("%s, level %d: the shares add up to %v", name, l.Level, sum)
				}
			}
		}
	}
}

// The highest level plays as the search does that has none: it takes what the search takes, among equals and near equals too.
// A temper leaves that only for what it wants more.
func TestTheHighestLevelIsNone(t *testing.T) {
	t.Parallel()
	const nodes = 300
	mind := &Search{Limits: search.Limits{Nodes: nodes}}
	for _, system := range Systems() {
		for seed := range uint64(6) {
			_, f, err := Builtin().DrawEncounter(system, seed)
			if err != nil {
				t.Fatal(err)
			}
			for range 60 {
				if f.Turn().Kind == rules.Over {
					break
				}
				if f.Turn().Kind == rules.Decide && len(f.Options()) > 1 {
					v, r := looked(t, f, nodes)
					if got := v.chooseAs(r, book.Character{Level: book.LevelMax}); got.Best != r.Best {
						t.Errorf("random %s %d, step %d: level %d takes %v, the search %v", system, seed, v.step, book.LevelMax, got.Best, r.Best)
					}
					for _, temper := range book.Tempers() {
						c := book.Character{Level: book.LevelMax, Temper: temper}
						got, sways := v.chooseAs(r, c).Best, v.temperBonuses(r, c)
						taken := slices.IndexFunc(r.Options, func(o search.Option) bool { return o.Action == got })
						if taken != 0 && sways[taken].points <= sways[0].points {
							t.Errorf("random %s %d, step %d: the %s take %v, for which they want no more than for the %v of the search", system, seed, v.step, temper, got, r.Best)
						}
					}
				}
				if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{mind}, len(f.Roster()))); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// Where the dice decide most a level means more of its heat, and loses more at most; where each decision loses little it means
// less of the heat and loses no less.
func TestALevelMeansWhatItIsWorthInEachSystem(t *testing.T) {
	t.Parallel()
	l := Levels()[2]
	for percent, want := range map[int][2]float64{0: {1, 1}, 50: {.5, 1}, 250: {2.5, 2.5}} {
		about := book.About{TemperaturePercent: percent}
		if temperature, most := 1000*l.temperature(&about)/float64(l.Temperature), 1000*l.lossMax(&about)/float64(l.LossMax); math.Abs(temperature-want[0]) > 1e-9 ||
			math.Abs(most-want[1]) > 1e-9 {
			t.Errorf("of %d %% it means %v of the temperature and %v of the most, want %v", percent, temperature, most, want)
		}
	}
}

// builtin returns a built-in encounter.
func builtin(t *testing.T, name string, seed uint64) *fight.Fight {
	t.Helper()
	file, data, err := ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Builtin().NewFight(file, data, Setup{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// played returns a fight to its end, every step in words.
func played(t *testing.T, f *fight.Fight, seats Seating) (did []string) {
	t.Helper()
	if err := Run(t.Context(), f, seats, func(s rules.Step) error {
		did = append(did, fmt.Sprint(s.Seat, s.Do, s.Roll))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return did
}

// A level draws from the agents' own stream: the same seed makes the same mistakes, and another one others. The highest level
// makes none.
func TestTheSameSeedMakesTheSameMistakes(t *testing.T) {
	t.Parallel()
	fight := func(seed uint64, level int) []string {
		f := builtin(t, "brawl", seed)
		a := WithCharacter(&Search{Limits: search.Limits{Nodes: 300}}, book.Character{Level: level})
		return played(t, f, slices.Repeat(Seating{a}, len(f.Roster())))
	}
	if one, again := fight(4, 1), fight(4, 1); !slices.Equal(one, again) {
		t.Error("the same seed made another fight")
	}
	if slices.Equal(fight(4, 1), fight(4, 6)) {
		t.Error("level 1 plays as level 6 does")
	}
	f := builtin(t, "brawl", 4)
	if plain := played(t, f, slices.Repeat(Seating{&Search{Limits: search.Limits{Nodes: 300}}}, len(f.Roster()))); !slices.Equal(plain, fight(4, 6)) {
		t.Error("level 6 is not the search as it is")
	}
}

// The ring without words plays the very fight that is told: the natures of the combatants are the same in both.
func TestTheRingKnowsTheCharactersOfAnEncounter(t *testing.T) {
	t.Parallel()
	text := strings.Replace(tempered3, "name: others", "name: others\n    level: 1\n    temper: cruel", 1)
	a := &Search{Limits: search.Limits{Nodes: 300}}
	for seed := range uint64(4) {
		f, err := Builtin().NewFight("three.yaml", []byte(text), Setup{Seed: 1 + seed})
		if err != nil {
			t.Fatal(err)
		}
		ring := NewPlayouts(f)
		seats, err := AssignAgents(f.Roster(), a, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, err := ring.Account(t.Context(), seats, 1+seed, nil) // in which a temper yields, as it does in a fight
		if err != nil {
			t.Fatal(err)
		}
		played(t, f, seats)
		side, draw, _ := f.Winner()
		want := map[bool]float64{true: 0.5, false: 1 - float64(side)}[draw]
		if o.Score != want || o.Rounds != f.Round() {
			t.Errorf("seed %d: the ring scored %v in round %d, the fight %v in round %d", 1+seed, o.Score, o.Rounds, want, f.Round())
		}
	}
}

const tempered3 = `version: 1
system: breath
title: Three
sides:
  - name: one
    fighters:
      - {who: samurai, name: Masamune}
  - name: others
    fighters:
      - {who: bandit, name: Gonta}
      - {who: bandit, name: Sute, temper: bold}
`

// A combatant's own word stands over its side's, and both go into the record's header with the sight that comes of it. A
// choice for a seat stands over the encounter.
func TestSeatsTakeTheCharactersOfTheEncounter(t *testing.T) {
	t.Parallel()
	text := strings.Replace(tempered3, "name: others", "name: others\n    level: 2\n    temper: cruel", 1)
	f, err := Builtin().NewFight("three.yaml", []byte(text), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	own, err := Parse(t.Context(), "search nodes=100 temper=proud", search.Limits{}, Kinds)
	if err != nil {
		t.Fatal(err)
	}
	seats, err := AssignAgents(f.Roster(), &Search{Limits: search.Limits{Nodes: 20_000}}, map[string]Agent{"Gonta": own})
	if err != nil {
		t.Fatal(err)
	}
	sight := Levels()[1].Nodes
	want := []string{"search nodes=20000", "search nodes=100 level=2 temper=proud", fmt.Sprintf("search nodes=%d level=2 temper=bold", sight)}
	for i, pair := range seats.Pairs(f.Roster()) {
		if pair.Value != want[i] {
			t.Errorf("%s is played by %q, want %q", pair.Name, pair.Value, want[i])
		}
		again, err := Parse(t.Context(), pair.Value, search.Limits{}, Kinds)
		if err != nil || again.String() != pair.Value {
			t.Errorf("%q reads as %v, %v", pair.Value, again, err)
		}
	}
}

func TestCharactersThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string]string{
		"search level=0":      `level cannot be "0", want 1 to 6`,
		"search level=7":      `level cannot be "7", want 1 to 6`,
		"search level=02":     `level cannot be "02", want 1 to 6`,
		"search level":        "level without a value",
		"search temper=angry": `no temper is called "angry", want one of bold, wary, proud, cruel, loyal, hungry, craven`,
		"search temper=curel": `did you mean cruel?`,
		"greedy level=2":      "greedy takes no settings",
	} {
		_, err := Parse(t.Context(), spec, search.Limits{Nodes: 100}, Kinds)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

// Who plays badly still fights: in the stockade and the paddy the lowest level strikes at least half as often in a round as the search.
func TestTheLowestLevelFights(t *testing.T) {
	t.Parallel()
	strikes := func(level int) (a float64) {
		blows, rounds := 0, 0
		for _, name := range []string{"stockade", "paddy"} {
			f := builtin(t, name, 5)
			mind := WithCharacter(&Search{Limits: search.Limits{Nodes: 500}}, book.Character{Level: level})
			for _, did := range played(t, f, slices.Repeat(Seating{mind}, len(f.Roster()))) {
				if strings.Contains(did, " > ") && !strings.Contains(did, "move > ") && !strings.Contains(did, "step > ") && !strings.Contains(did, "guard > ") {
					blows++
				}
			}
			rounds += f.Round()
		}
		return float64(blows) / float64(rounds)
	}
	if low, best := strikes(1), strikes(book.LevelMax); low < best/2 {
		t.Errorf("level 1 strikes %.2f times a round, the search %.2f", low, best)
	}
}

// Fights of who plays badly come to an end: of twelve random ones of tempo four were drawn at level 1 as their rounds were over,
// since who may walk to a dozen squares walked. Of 150 others 12 are.
func TestTheLowestLevelDecidesFights(t *testing.T) {
	t.Parallel()
	drawn := 0
	for seed := range uint64(12) {
		_, f, err := Builtin().DrawEncounter("tempo", 9000+seed)
		if err != nil {
			t.Fatal(err)
		}
		f = f.Again(9000 + seed)
		played(t, f, slices.Repeat(Seating{WithCharacter(&Search{}, book.Character{Level: 1})}, len(f.Roster())))
		if _, draw, over := f.Winner(); draw || !over {
			drawn++
		}
	}
	if t.Logf("%d of 12 are drawn", drawn); drawn > 3 {
		t.Errorf("%d of 12 fights at level 1 end with nobody winning", drawn)
	}
}
