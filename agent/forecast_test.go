package agent

import (
	"context"
	"math"
	"regexp"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// prospects are positions of all kinds that a map may meet.
func prospects(system string) (list []ForecastFeatures) {
	for _, seats := range [][2]int{{1, 1}, {1, 3}, {4, 2}, {6, 6}} {
		for _, goal := range []string{"", "last", "down", "protect", "escape"} {
			for _, round := range []int{1, 5, 12} {
				for side := range rules.Side(2) {
					for _, left := range [][2]float64{{1, 1}, {0.3, 0.9}, {0.1, 0.1}} {
						list = append(list, ForecastFeatures{System: system, Round: round, Rounds: 10, Seats: seats, Left: left, Goal: goal, For: side, Reached: round % 4})
					}
				}
			}
		}
	}
	return list
}

// mapped runs a test of the forecast map of each system; one that has none is skipped.
func mapped(t *testing.T, test func(t *testing.T, system string, m ForecastMap)) {
	for _, system := range Systems() {
		t.Run(system, func(t *testing.T) { test(t, system, rulestest.TableEntry(t, forecastMaps(), system)) })
	}
}

// The larger the search's value, the larger the forecast, wherever a fight has come to; and both sides' forecasts add up to 1.
func TestForecastIsMonotoneAndFair(t *testing.T) {
	mapped(t, func(t *testing.T, system string, m ForecastMap) {
		for _, p := range prospects(system) {
			last := -1.0
			for k := range 101 {
				p.Value = float64(k) / 100
				win := m.WinChance(p)
				if win < last || !(win >= 0 && win <= 1) {
					t.Fatalf("%s: the forecast falls from %v to %v at %+v", system, last, win, p)
				}
				last = win
				if other := m.WinChance(swapped(p)); math.Abs(win+other-1) > 1e-12 {
					t.Fatalf("%s: the forecasts %v and %v of both sides do not add up at %+v", system, win, other, p)
				}
				if f := m.expectedForecast([]weightedFeatures{{p, 1}}); f.Low > f.Win || f.High < f.Win || f.Low < 0 || f.High > 1 {
					t.Fatalf("%s: the forecast %+v is outside of its own interval", system, f)
				}
			}
		}
	})
}

// What is fitted to an encounter alone never makes a larger value a smaller chance.
func TestForecastOfBuiltinEncountersIsMonotone(t *testing.T) {
	mapped(t, func(t *testing.T, system string, m ForecastMap) {
		for _, name := range Encounters(system) {
			p := prospects(system)[0]
			p.Builtin = name
			last := 0.0
			for k := range 101 {
				p.Value = float64(k) / 100
				win := m.WinChance(p)
				if win < last || win > 1 {
					t.Fatalf("%s: the forecast of a value of %v is %v, below %v of a smaller one", name, p.Value, win, last)
				}
				last = win
			}
		}
	})
}

// swapped returns the same position with the sides named the other way round.
func swapped(p ForecastFeatures) ForecastFeatures {
	p.Value = 1 - p.Value
	p.Seats[0], p.Seats[1] = p.Seats[1], p.Seats[0]
	p.Left[0], p.Left[1] = p.Left[1], p.Left[0]
	p.For = 1 - p.For
	return p
}

// A value of 0 or 1 is proven, and a fight that is over is what it is.
func TestForecastOfWhatIsDecided(t *testing.T) {
	mapped(t, func(t *testing.T, system string, m ForecastMap) {
		for _, p := range prospects(system) {
			for _, v := range []float64{0, 1} {
				if p.Value = v; m.WinChance(p) != v {
					t.Fatalf("%s: a position worth %v is forecast %v", system, v, m.WinChance(p))
				}
			}
		}
		name, data, err := ReadEncounter(Encounters(system)[0])
		if err != nil {
			t.Fatal(err)
		}
		f, err := Builtin().NewFight(name, data, Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Edit(fight.WinEdit(f.Roster()[0].Team), "said so"); err != nil {
			t.Fatal(err)
		}
		var finder FightSearcher
		got, err := finder.Forecast(context.Background(), f)
		if err != nil || got == nil || got.Win != 1 || got.Low != 1 || got.High != 1 {
			t.Errorf("%s: a fight that side 0 has won is forecast %+v, %v", system, got, err)
		}
	})
}

// The file of maps has the terms that forecasts are made of.
func TestForecastFile(t *testing.T) {
	mapped(t, func(t *testing.T, system string, m ForecastMap) {
		if m.Fights < 100 || m.Positions < m.Fights || m.Spread <= 0 || m.Spread > 0.5 {
			t.Errorf("the map of %s was fitted to %d fights and %d positions, its spread is %v", system, m.Fights, m.Positions, m.Spread)
		}
		for name := range m.Terms {
			if !slices.Contains(ForecastTerms(), name) {
				t.Errorf("%s: there is no term %q", system, name)
			}
		}
		if len(m.Terms) != len(ForecastTerms()) {
			t.Errorf("%s: %d terms, want %d", system, len(m.Terms), len(ForecastTerms()))
		}
	})
}

// An advice says the forecast of the side that decides; it does not depend on how much was searched for the advice.
func TestAdviceForecasts(t *testing.T) {
	name, data, err := ReadEncounter("ambush")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Builtin().NewFight(name, data, Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	some, err := AdviseAs(context.Background(), f, search.Limits{Nodes: 200}, book.Character{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	more, err := AdviseAs(context.Background(), f, search.Limits{Nodes: 9000}, book.Character{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if some.Forecast == nil || *some.Forecast != *more.Forecast {
		t.Fatalf("the forecast is %v with 200 nodes and %v with 9000", some.Forecast, more.Forecast)
	}
	var finder FightSearcher
	first, err := finder.Forecast(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	if side := f.Side(f.Turn().Seat); side != 1 || first.For(side) != *some.Forecast {
		t.Errorf("side %d is forecast %v, side 0 %v", side, some.Forecast, first)
	}
}

// Fights from the position draw a forecast towards how they end, and narrow its range.
func TestForecastPlayedOn(t *testing.T) {
	name, data, err := ReadEncounter("crossroads")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Builtin().NewFight(name, data, Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, before := range []Forecast{{Win: 0.1, Low: 0, High: 0.2}, {Win: 0.9, Low: 0.8, High: 1}} {
		after, err := before.RefineByPlayouts(context.Background(), f, 12, 1)
		if err != nil {
			t.Fatal(err)
		}
		if after.Playouts != 12 || math.Abs(after.Win-0.5) >= math.Abs(before.Win-0.5) || after.High-after.Low >= before.High-before.Low {
			t.Errorf("12 fights make %+v of %+v", after, before)
		}
	}
	certain := Forecast{Win: 1, Low: 1, High: 1}
	if got, err := certain.RefineByPlayouts(context.Background(), f, 12, 1); err != nil || got != certain {
		t.Errorf("what is certain becomes %+v, %v", got, err)
	}
}

// A fight of a built-in encounter is known by it until anything about the encounter is changed; a random one is not.
func TestForecastKnowsBuiltinEncounters(t *testing.T) {
	of := func(f *fight.Fight) (builtin string, position []byte) {
		for f.Turn().Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				t.Fatal(err)
			}
		}
		position, err := f.Position()
		if err != nil {
			t.Fatal(err)
		}
		return builtinOf(f.Header(), Title(f)), position
	}
	about := regexp.MustCompile(`(?m)^(about: (>-\s+)?)`)
	for _, name := range Encounters() {
		file, data, err := ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f := builtin(t, name, 1)
		if got, _ := of(f); got != name {
			t.Errorf("a fight of %s is taken for one of %q", name, got)
		}
		if m, fitted := Forecaster(f.Header().System); fitted && m.Builtin[name].Slope <= 0 {
			t.Errorf("no fights of %s were fitted", name)
		}
		for n := 0; n < 6 && f.Turn().Kind != rules.Over; n++ {
			if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{Greedy{}}, len(f.Roster()))); err != nil {
				t.Fatal(err)
			}
		}
		_, position := of(f)
		from, err := Builtin().NewFight(file, position, Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := of(from); got != name {
			t.Errorf("a position of %s is taken for one of %q", name, got)
		}
		if !about.Match(data) {
			data = append(data, "about: \n"...)
		}
		other, err := Builtin().NewFight(file, about.ReplaceAll(data, []byte("${1}Once, ")), Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := of(other); got != "" {
			t.Errorf("%s with another text is taken for %q", name, got)
		}
	}
	for _, system := range Systems() {
		_, f, err := Builtin().DrawEncounter(system, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := of(f); got != "" {
			t.Errorf("a random encounter of %s is taken for %q", system, got)
		}
	}
}

// A position has one forecast, however it was reached: a fight under way has that of the file of its position, which does not say how long
// nobody has struck.
func TestForecastIsOfThePosition(t *testing.T) {
	mapped(t, func(t *testing.T, system string, _ ForecastMap) {
		var under, read FightSearcher
		for _, name := range Encounters(system)[:2] {
			file, _, err := ReadEncounter(name)
			if err != nil {
				t.Fatal(err)
			}
			f := builtin(t, name, 2)
			for n := 0; n < 40 && f.Turn().Kind != rules.Over; n++ {
				if n%8 == 7 && f.Turn().Kind != rules.Chance {
					position, err := f.Position()
					if err != nil {
						t.Fatal(err)
					}
					from, err := Builtin().NewFight(file, position, Setup{Seed: 1})
					if err != nil {
						t.Fatal(err)
					}
					x, err := under.Forecast(t.Context(), f)
					if err != nil {
						t.Fatal(err)
					}
					if y, err := read.Forecast(t.Context(), from); err != nil || *x != *y {
						t.Errorf("%s, move %d: %v under way, %v from the file, %v", name, n, x, y, err)
					}
				}
				if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{Greedy{}}, len(f.Roster()))); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// Where nothing is seen the forecast does not move: from one decision of a round to the next without dice and without a secret it is
// the same within a tenth in 99 of 100 steps, in every system, an initiative and its openings included; and whoever comes to a
// position another way, with another memory, has the same forecast of it.
func TestForecastStaysWhereNothingIsSeen(t *testing.T) {
	const most = 0.1
	steps, jumps := 0, 0
	mapped(t, func(t *testing.T, system string, _ ForecastMap) {
		names := Encounters(system)
		for seed := range uint64(rulestest.Few(2, 8)) {
			var list []*fight.Fight
			if _, f, err := Builtin().DrawEncounter(system, 9000+seed); err == nil {
				list = append(list, f)
			}
			list = append(list, builtin(t, names[int(seed)%len(names)], 3+seed))
			for _, f := range list {
				var finder FightSearcher
				mind := &Search{Limits: search.Limits{Nodes: ForecastNodes}}
				was, round := -1.0, 0
				for n := 0; n < 50 && f.Turn().Kind != rules.Over; n++ {
					turn := f.Turn()
					if turn.Kind == rules.Chance || f.Round() != round {
						was, round = -1, f.Round()
					}
					if turn.Kind != rules.Chance {
						x, err := finder.Forecast(t.Context(), f)
						if err != nil {
							t.Fatal(err)
						}
						if n%10 == 0 {
							var fresh FightSearcher
							if again, err := fresh.Forecast(t.Context(), f); err != nil || *again != *x {
								t.Errorf("%s, move %d: %v, and with a fresh memory %v, %v", Title(f), f.Moves(), x, again, err)
							}
						}
						if was >= 0 {
							if steps++; math.Abs(x.Win-was) > most {
								jumps++
								t.Logf("%s, move %d: from %.2f to %.2f", Title(f), f.Moves(), was, x.Win)
							}
						}
						was = x.Win
					}
					if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{mind}, len(f.Roster()))); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
	if steps < 100 || 100*jumps > steps {
		t.Errorf("%d of %d steps that show nothing move the forecast by more than %.0f points", jumps, steps, 100*most)
	}
}

// While the initiative of a duel of tempo is open its forecast is the mean of what it is then: it was 28 %, and 59 % one decision on.
func TestForecastOfAnOpenInitiative(t *testing.T) {
	for _, name := range []string{"crossing-small", "crossing"} {
		f := builtin(t, name, 1)
		var finder FightSearcher
		open, err := finder.Forecast(t.Context(), f)
		if err != nil || f.Turn().Kind != rules.Chance {
			t.Fatal(err, f.Turn())
		}
		mean := 0.0
		for _, o := range f.Outcomes() {
			after, err := f.After(o.Action)
			if err != nil {
				t.Fatal(err)
			}
			x, err := finder.Forecast(t.Context(), after)
			if err != nil {
				t.Fatal(err)
			}
			mean += o.P * x.Win
		}
		if math.Abs(open.Win-mean) > 1e-9 || math.Abs(open.Win-0.5) > 0.12 {
			t.Errorf("%s is forecast %.3f, the mean of what follows is %.3f; 300 fights of each were won by half", name, open.Win, mean)
		}
	}
}

// An initiative of more throws than a search sees beyond is forecast as what follows it is, on average. It was the bare estimate: 24 % in
// sake-house, where 31 % followed.
func TestForecastOfAnInitiativeOfMany(t *testing.T) {
	var finder FightSearcher
	open, err := finder.Forecast(t.Context(), builtin(t, "sake-house", 1))
	if err != nil {
		t.Fatal(err)
	}
	mean, fights := 0.0, uint64(16)
	for seed := range fights {
		f := builtin(t, "sake-house", 100+seed)
		for f.Turn().Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				t.Fatal(err)
			}
		}
		x, err := finder.Forecast(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		mean += x.Win / float64(fights)
	}
	if math.Abs(open.Win-mean) > 0.05 {
		t.Errorf("it is forecast %.3f, and what follows %.3f", open.Win, mean)
	}
}

// A range too wide for a number is told in words, a narrow one with its ends.
func TestForecastSaysWhatItKnows(t *testing.T) {
	for _, q := range []struct {
		f    Forecast
		says string
	}{
		{Forecast{Win: 0.29, Low: 0.05, High: 0.53}, "even or worse"},
		{Forecast{Win: 0.71, Low: 0.47, High: 0.95}, "even or better"},
		{Forecast{Win: 0.52, Low: 0.3, High: 0.74}, "about even"},
		{Forecast{Win: 0.55, Low: 0.1, High: 0.99}, "nobody can tell yet"},
		{Forecast{Win: 0.39, Low: 0.02, High: 0.77}, "nobody can tell yet"},
		{Forecast{Win: 0.2, Low: 0, High: 0.5}, "worse than even"},
		{Forecast{Win: 0.8, Low: 0.5, High: 1}, "better than even"},
		{Forecast{Win: 0.92, Low: 0.81, High: 0.97}, "92 %, 81 to 97"},
		{Forecast{Win: 1, Low: 1, High: 1}, "100 %"},
	} {
		if got := q.f.Says(); got != q.says {
			t.Errorf("%+v: %q, want %q", q.f, got, q.says)
		}
	}
}
