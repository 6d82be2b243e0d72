package evals

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules/strict"
	"kokyu/search"
)

func fateFiles(t *testing.T, pattern string) (files []EndedFile) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		f, err := ReadEnded(path, file)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// The maps that are built in are what their command makes of the data that is kept, to the bit.
func TestForecastMapsAreOfTheirData(t *testing.T) {
	want, err := os.ReadFile("../agent/forecast.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(want), "\ncommand: ")
	command, _, _ = strings.Cut(command, "\n")
	got, err := FitForecasts(fateFiles(t, "forecast/fit-*.gz"), fateFiles(t, "forecast/choose-*.gz"), command)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("the data gives\n%s\nand built in is\n%s", got, want)
	}
}

// The range of a forecast holds the share won of 90 of 100 positions that it was not fitted to, in every system.
func TestForecastRangesHoldWhatHappens(t *testing.T) {
	r := CheckForecasts(fateFiles(t, "forecast/range-report-*.gz"))
	mapped := slices.DeleteFunc(agent.Systems(), func(system string) bool {
		_, ok := agent.Forecaster(system)
		return !ok
	})
	if len(r.Systems) != len(mapped) {
		t.Fatalf("%d systems are judged, and %v have maps", len(r.Systems), mapped)
	}
	for _, c := range r.Systems {
		if c.Ranged < 25 || c.InRange < 0.9 {
			t.Errorf("%s: of %d positions the range holds %.3f, want at least 0.9", c.System, c.Ranged, c.InRange)
		}
	}
}

// A range that is fitted to few positions holds more of them than it must, so that it holds enough of all: of forecasts
// that are off by any share of a whole alike, 90 of 100 are off by no more than 0.9.
func TestRangesOfFewPositionsAreWide(t *testing.T) {
	for _, n := range []int{10, 40, 200} {
		enough := 0
		const draws = 100
		for k := range draws {
			rng := rand.New(rand.NewPCG(5, uint64(k)))
			file := EndedFile{}
			for i := range n {
				f := endedPosition{Seed: uint64(i), TurnsBegun: 1, ForecastFeatures: level(0.5, ""), Result: float64(i % 2)}
				off := 0.5 * rng.Float64() * float64(1-i%2*2)
				f.Playouts = &endedPlayouts{Count: 24, Mean: 0.5 + off, Variance: 0.1}
				file.List = append(file.List, f)
			}
			fit := EndedFile{List: endedFights(rng, 40, func() (agent.ForecastFeatures, float64) { return level(0.5, ""), 0.5 })}
			data, err := FitForecasts([]EndedFile{fit}, []EndedFile{file}, "")
			if err != nil {
				t.Fatal(err)
			}
			var maps agent.ForecastFile
			if _, err := strict.Decode("maps", data, &maps); err != nil {
				t.Fatal(err)
			}
			m := maps.Systems["breath"]
			if low, high := m.Range(0.5); high-low >= 0.9-1e-3 || low == 0 && high == 1 {
				enough++
			}
		}
		if n > 15 && (enough < 70 || enough > 97) || n < 15 && enough < 50 {
			t.Errorf("%d of %d ranges fitted to %d positions hold 90 of 100", enough, draws, n)
		}
	}
}

// endedFights are fights of one position each, won as often as the position is said to be.
func endedFights(rng *rand.Rand, count int, next func() (p agent.ForecastFeatures, win float64)) (list []endedPosition) {
	for k := range count {
		p, win := next()
		f := endedPosition{Encounter: p.Builtin, Seed: uint64(k), TurnsBegun: 1, ForecastFeatures: p}
		if rng.Float64() < win {
			f.Result = 1
		}
		list = append(list, f)
	}
	return list
}

// level returns a position that favours nobody but by its value.
func level(value float64, builtin string) agent.ForecastFeatures {
	return agent.ForecastFeatures{System: "breath", Value: value, Round: 1, Seats: [2]int{2, 2}, Left: [2]float64{1, 1}, Builtin: builtin}
}

// Of fights that are won as often as a value says the map is the value itself; of fights that are won less clearly it
// is nearer to even.
func TestForecastFitFindsTheSlope(t *testing.T) {
	for _, slope := range []float64{1, 0.4} {
		rng := rand.New(rand.NewPCG(1, 2))
		won := func(v float64) float64 { return 1 / (1 + math.Pow((1-v)/v, slope)) }
		list := endedFights(rng, 4000, func() (agent.ForecastFeatures, float64) {
			v := 0.05 + 0.9*rng.Float64()
			return level(v, ""), won(v)
		})
		m, err := fitForecast(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []float64{0.1, 0.3, 0.5, 0.8} {
			if got, want := m.WinChance(level(v, "")), won(v); math.Abs(got-want) > 0.04 {
				t.Errorf("slope %v: a value of %v is forecast %.3f, want about %.3f", slope, v, got, want)
			}
		}
	}
	if _, err := fitForecast(nil); err == nil {
		t.Error("a map of nothing")
	}
}

// Of an encounter whose fights are won more often than their values say, the forecast is what they were won; of others
// it is not.
func TestForecastFitKnowsAnEncounterByItsFights(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	win := map[string]float64{"": 0.5, "gate": 0.8, "oni": 0.35}
	var list []endedPosition
	for _, builtin := range slices.Sorted(maps.Keys(win)) {
		list = append(list, endedFights(rng, 1000, func() (agent.ForecastFeatures, float64) { return level(0.5, builtin), win[builtin] })...)
	}
	m, err := fitForecast(list)
	if err != nil {
		t.Fatal(err)
	}
	for builtin, want := range win {
		if got := m.WinChance(level(0.5, builtin)); math.Abs(got-want) > 0.03 {
			t.Errorf("%q is forecast %.3f, want about %.3f", builtin, got, want)
		}
	}
	if got := m.WinChance(level(0.5, "pit")); got != m.WinChance(level(0.5, "")) {
		t.Errorf("an encounter that was not fitted is forecast %.3f", got)
	}
}

// A forecast that says what happens passes, one that does not is off where it is.
func TestForecastCheckBites(t *testing.T) {
	var list []endedPosition
	for k := range 2000 {
		f := endedPosition{Seed: uint64(k), TurnsBegun: 1, ForecastFeatures: agent.ForecastFeatures{System: "breath", Value: 0.25}}
		if k%4 == 0 {
			f.Result = 1
		}
		list = append(list, f)
	}
	same := agent.ForecastMap{Terms: map[string]float64{"value": 1}}
	if c := checkForecast("breath", same, list); c.Forecast.Error > 1e-9 || len(c.Forecast.Tenths) != 1 || !c.Forecast.Tenths[0].OK {
		t.Errorf("what comes true is judged %+v", c.Forecast)
	}
	flat := agent.ForecastMap{Terms: map[string]float64{"value": 0.3}}
	if c := checkForecast("breath", flat, list); c.Forecast.Error < 0.1 || c.Forecast.Tenths[0].OK {
		t.Errorf("what does not come true is judged %+v", c.Forecast)
	}
}

// A fight of a hundred breaths counts a hundred times where each breath counts once, of however few of them positions
// were drawn, and once where each fight does.
func TestForecastCheckCountsBreaths(t *testing.T) {
	half := agent.ForecastMap{Terms: map[string]float64{"value": 1}}
	var list []endedPosition
	add := func(fight uint64, drawn, begins int, result float64) {
		for range drawn {
			list = append(list, endedPosition{Seed: fight, TurnsBegun: begins, ForecastFeatures: agent.ForecastFeatures{System: "breath", Value: 0.55}, Result: result})
		}
	}
	add(1, 8, 100, 0)
	add(2, 4, 4, 1)
	add(3, 1, 1, 1)
	c := checkForecast("breath", half, list).Forecast
	if want := math.Abs(0.55 - 5./105); math.Abs(c.Error-want) > 1e-9 {
		t.Errorf("by breath the forecast is off by %.4f, want %.4f", c.Error, want)
	}
	if want := math.Abs(0.55 - 2./3); math.Abs(c.ErrorByFight-want) > 1e-9 {
		t.Errorf("by fight the forecast is off by %.4f, want %.4f", c.ErrorByFight, want)
	}
}

// The same fights give the same file on one core and on two, and it is read back as it was written.
func TestEndedFightsAreRepeatable(t *testing.T) {
	e, err := DrawEncounter(agent.Builtin(), "random keep 1..2")
	if err != nil {
		t.Fatal(err)
	}
	write := func(cores int) []byte {
		var out bytes.Buffer
		x := SelfPlay{Agent: &agent.Search{Limits: search.Limits{Nodes: 300}}, Encounters: []Encounter{e},
			Fights: 2, Seed: 1, Playouts: 3, Jobs: &jobs.Pool{Cores: cores}}
		if _, err := x.WriteEnded(context.Background(), &out); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	one := write(1)
	if !bytes.Equal(one, write(2)) {
		t.Error("two cores write another file than one")
	}
	f, err := ReadEnded("positions", bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, x := range f.List {
		if x.Playouts != nil {
			played++
		}
	}
	if len(f.List) < 4 || played != 2 || f.List[0].TurnsBegun < EndedEach || f.Head.Playouts != 3 {
		t.Errorf("%d positions, %d of them played out, %+v", len(f.List), played, f.Head)
	}
	var empty bytes.Buffer
	packed := gzip.NewWriter(&empty)
	fmt.Fprintln(packed, `{"kokyu_fates":1}`)
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{nil, []byte("x"), one[:len(one)/2], empty.Bytes()} {
		if _, err := ReadEnded("positions", bytes.NewReader(bad)); err == nil {
			t.Errorf("%d bytes of nonsense are read", len(bad))
		}
	}
}
