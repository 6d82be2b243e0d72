package agent

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// A level limits the nodes of a search and draws among its options by their loss. A temper adds something to the value
// of options. Neither changes the values that the search finds, only which of its options is chosen.

//go:embed character.yaml
var charactersFile []byte

// Level is a level of playing strength.
type Level struct {
	Level       int    `yaml:"level" must:"be there" json:"level" limit:"1..6" doc:"The level; 6 plays as well as can be."`
	Word        string `yaml:"word" must:"be there" json:"word" limit:"1..30" doc:"How well that is, in few words."`
	Nodes       int    `yaml:"nodes,omitempty" json:"nodes" limit:"0..1000000" doc:"How far it looks at most, in steps per decision; 0 is as far as asked for."`
	Temperature int    `yaml:"heat,omitempty" json:"heat_mwp" limit:"0..1000" doc:"In thousandths of a win: an option with this loss is chosen 1/e (about a third) times as often as one without loss."`
	LossMax     int    `yaml:"most,omitempty" json:"most_mwp" limit:"0..1000" doc:"The largest loss per decision that it ever takes, by its own sight, in thousandths of a win."`
	Source      string `yaml:"source" must:"be there" json:"source" oneof:"ruling" doc:"Where the row comes from."`
}

// characterFile is the content of character.yaml.
type characterFile struct {
	Version int      `yaml:"version"`
	Levels  []Level  `yaml:"levels" must:"be there"`
	Tempers []temper `yaml:"tempers" must:"be there"`
}

var characterRows = sync.OnceValue(func() characterFile {
	return strict.Carried[characterFile]("agent/character.yaml", charactersFile)
})

// Levels returns the levels, the weakest first.
func Levels() []Level { return slices.Clone(characterRows().Levels) }

// levelOf returns the level of a character; one without a level plays as well as the program can. Rows are in the order
// of their levels, from 1.
func levelOf(c book.Character) Level {
	return characterRows().Levels[cmp.Or(c.Level, book.LevelMax)-1]
}

// limitNodes returns a budget of nodes, at most that of the level; 0 is no limit.
func (l Level) limitNodes(nodes int) int {
	if l.Nodes > 0 && (nodes == 0 || nodes > l.Nodes) {
		return l.Nodes
	}
	return nodes
}

// temperature returns the temperature of the level in a system, as a loss in win chance: an option with this loss is
// chosen 1/e times as often as one without loss. Files call it heat. A system can raise it, so that the levels differ
// as much there as in other systems: in tempo they differed by half of that from level 2 on.
func (l Level) temperature(system *book.About) float64 {
	temperature := float64(l.Temperature) / 1000
	if system.TemperaturePercent > 0 {
		temperature *= float64(system.TemperaturePercent) / 100
	}
	return temperature
}

// lossMax returns the largest loss of an option that the level still chooses, in win chance. A system that raises the
// temperature also raises this.
func (l Level) lossMax(system *book.About) float64 {
	return float64(float64(l.LossMax) / 1000 * max(1, float64(system.TemperaturePercent)/100))
}

// ReadCharacter parses a level and a temper in the form of flags; "" leaves one unset. The error lists the known ones.
func ReadCharacter(level, temper string) (c book.Character, err error) {
	if level != "" {
		c.Level, err = strconv.Atoi(level)
		if err != nil || strconv.Itoa(c.Level) != level || c.Level < 1 || c.Level > book.LevelMax {
			return c, fmt.Errorf("level cannot be %q, want 1 to %d", level, book.LevelMax)
		}
	}
	if c.Temper = temper; temper != "" && !slices.Contains(book.Tempers(), temper) {
		return c, fmt.Errorf("no temper is called %q, want %s", temper, text.OneOf(temper, book.Tempers()))
	}
	return c, nil
}

// temper is what a combatant wants besides winning, and how much win chance it gives up for each want.
type temper struct {
	Temper string `yaml:"temper" must:"be there" json:"temper" doc:"The temper."`
	Says   string `yaml:"says" must:"be there" json:"says" doc:"What it is like, a sentence."`
	Wants  []want `yaml:"wants" must:"be there" json:"wants" doc:"What it wants, and below which chances to win and to be standing at the end it yields."`
	Yields *nerve `yaml:"yields,omitempty" json:"yields,omitempty" doc:"When it stops fighting; never, if this is left out."`
	Most   int    `yaml:"most" must:"be there" json:"most_mwp" limit:"1..200" doc:"The largest loss per decision that it ever takes for all of that, by its own sight, in thousandths of a win."`
	Score  int    `yaml:"score" must:"be there" json:"score_percent" limit:"1..99" doc:"What a side of such scores in a hundred games against one without a temper that is played alike, as measured in random encounters of all systems; 50 costs nothing."`
	Source string `yaml:"source" must:"be there" json:"source" oneof:"ruling" doc:"Where the row comes from."`
}

// want is one thing that a temper likes or shuns.
type want struct {
	Want   string `yaml:"want" must:"be there" json:"want" doc:"What it is: a word of the list of wants."`
	Points int    `yaml:"points" must:"be there" json:"points_mwp" limit:"-100..100" doc:"What it is worth to it, in thousandths of a win; below 0 it is shunned."`
	When   string `yaml:"when,omitempty" json:"when,omitempty" oneof:"hurt whole" doc:"Only when it has lost half of what it can bear, or only until then."`
}

// nerve is when a combatant stops fighting: in its own turn, if all its conditions hold.
type nerve struct {
	Win    int    `yaml:"win" must:"be there" json:"win" limit:"1..100" doc:"Its side's chance to win, in percent, is below this."`
	Stand  int    `yaml:"stand" must:"be there" json:"stand" limit:"1..100" doc:"Its own chance to be standing at the end, in percent, is below this."`
	When   string `yaml:"when,omitempty" json:"when,omitempty" oneof:"leaderless bloodless" doc:"Only when no leader of its side stands besides it, or when no foe who stands is wounded: its prize is gone."`
	Source string `yaml:"source" must:"be there" json:"source" oneof:"ruling" doc:"Where the numbers come from."`
}

// String returns the nerve in words: "yields below 40 % to win and 60 % to stand".
func (y nerve) String() string {
	return fmt.Sprintf("yields below %d %% to win and %d %% to stand", y.Win, y.Stand)
}

// whenItYields is the second part of what the column "when" of the list of tempers means.
const whenItYields = " Of who yields, leaderless: no leader of its side stands besides it; bloodless: no foe who stands is " +
	"wounded, so that its prize is gone."

// temperOf returns the temper of a character; the zero value if it has none.
func temperOf(c book.Character) (t temper) {
	tempers := characterRows().Tempers
	if i := slices.IndexFunc(tempers, func(row temper) bool { return row.Temper == c.Temper }); i >= 0 {
		t = tempers[i]
	}
	return t
}

// Characters returns the lists of levels and of tempers for display.
func Characters() []book.List {
	levels := book.List{Name: "levels", What: "how well kokyu plays those who are not to play their best",
		Head: []string{"level", "word", "nodes", "heat", "most", "source"},
		Means: []string{"", book.Says(Level{}, "word"), book.Says(Level{}, "nodes"), book.Says(Level{}, "heat"),
			book.Says(Level{}, "most"), book.Says(Level{}, "source")}, Items: Levels()}
	for _, l := range Levels() {
		row := []string{fmt.Sprint(l.Level), l.Word, fmt.Sprint(l.Nodes), fmt.Sprint(l.Temperature),
			fmt.Sprint(l.LossMax), l.Source}
		if l.Nodes == 0 {
			row = []string{fmt.Sprint(l.Level), l.Word, "", "", "", l.Source}
		}
		levels.Rows = append(levels.Rows, row)
	}
	tempers := book.List{Name: "tempers", What: "what those may want besides winning",
		Head: []string{"temper", "wants", "points", "when", "most", "score", "source"},
		Means: []string{"", book.Says(temper{}, "wants"), book.Says(want{}, "points"),
			book.Says(want{}, "when") + whenItYields, book.Says(temper{}, "most"),
			book.Says(temper{}, "score"), book.Says(temper{}, "source")}, Items: characterRows().Tempers}
	for _, t := range characterRows().Tempers {
		tempers.Rows = append(tempers.Rows, []string{t.Temper, t.Says, "", "", fmt.Sprint(t.Most),
			fmt.Sprint(t.Score), t.Source})
		for _, w := range t.Wants {
			tempers.Rows = append(tempers.Rows, []string{"", w.Want, text.Signed(float64(w.Points), 0), w.When, "", "", ""})
		}
		if y := t.Yields; y != nil {
			tempers.Rows = append(tempers.Rows, []string{"", y.String(), "", y.When, "", "", y.Source})
		} else {
			tempers.Rows = append(tempers.Rows, []string{"", "never yields", "", "", "", "", t.Source})
		}
	}
	return []book.List{levels, tempers}
}
