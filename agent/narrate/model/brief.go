package model

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// brief is a story as a model reads it: tuples of closed words, under the names of a [disguise].
type brief struct {
	Place  map[string]string `json:"place,omitempty"`
	Sides  [][]string        `json:"sides"`
	People []called          `json:"people"`
	Follow []string          `json:"follow"`
	Stake  string            `json:"stake,omitempty"`
	Scenes []briefScene      `json:"scenes"`
	End    *ended            `json:"end,omitempty"`
	Words  string            `json:"words"`
}

// called is how somebody is spoken of.
type called struct {
	Name    string `json:"name"`
	Pronoun string `json:"pronoun,omitempty"`
	Being   string `json:"being,omitempty"`
}

type briefScene struct {
	Kind  string  `json:"kind"`
	Beats []tuple `json:"beats"`
}

// tuple is a beat: what one sentence tells.
type tuple struct {
	ID      int      `json:"id"`
	Must    bool     `json:"must,omitempty"`
	Act     string   `json:"act"`
	Who     string   `json:"who,omitempty"`
	To      string   `json:"to,omitempty"`
	With    string   `json:"with,omitempty"`
	Blow    string   `json:"blow,omitempty"`
	Tries   int      `json:"tries,omitempty"`
	Hits    int      `json:"hits,omitempty"`
	Order   string   `json:"order,omitempty"`
	Result  string   `json:"result,omitempty"`
	Defence string   `json:"defence,omitempty"`
	How     []string `json:"how,omitempty"`
	Follows string   `json:"follows,omitempty"`
	Leaves  []string `json:"leaves,omitempty"`
	First   string   `json:"first,omitempty"`

	beat   *story.Beat
	before []string // who is in the one that it follows
}

// ended is how it ends.
type ended struct {
	ID     int      `json:"id"`
	Winner string   `json:"winner"`
	Why    string   `json:"why"`
	Stand  []string `json:"still_standing"`
	Others []string `json:"of_the_other_side,omitempty"`
}

// closed are the closed words of words.yaml.
var closed = func() (w struct {
	Version int               `yaml:"version"`
	Acts    map[string]string `yaml:"acts"`
	Results map[string]string `yaml:"results"`
	Reasons map[string]string `yaml:"reasons"`
	Follows map[string]string `yaml:"follows"`
	Whys    map[string]string `yaml:"whys"`
}) {
	if _, err := strict.Decode("words.yaml", wordsFile, &w); err != nil {
		panic(err) // a file of this package
	}
	return w
}()

//go:embed words.yaml
var wordsFile []byte

// isWorded reports whether a model words a beat: one without anybody's own words, on nobody's side by mistake.
func isWorded(b *story.Beat) bool {
	if b.Spell || b.Friend || b.Lying || b.Says != "" || b.Does != "" || slices.Contains(b.Causes, "stray") || b.Lead != "" {
		return false
	}
	if b.Tries > 0 && b.By != "" && b.To != "" {
		return closed.Results[b.Kind] != "" || b.Hits > 0 && closed.Results["fall"] != ""
	}
	return closed.Acts[b.Kind] != "" && b.By != ""
}

// briefOf returns what a model is told of a story whose names are of a disguise already.
func briefOf(s *story.Story) *brief {
	speak := english.Of(s)
	b := &brief{Place: s.Place, Stake: strings.TrimSuffix(speak.Goal(), ".")}
	for _, side := range s.Sides {
		var who []string
		for _, name := range side.Who {
			who = append(who, speak.Name(name))
		}
		b.Sides = append(b.Sides, who)
	}
	for _, p := range s.Cast {
		c := called{Name: speak.Name(p.Name), Pronoun: p.They}
		if p.Being != "person" {
			c.Being = p.Being
		}
		b.People = append(b.People, c)
	}
	for _, who := range s.Follow {
		b.Follow = append(b.Follow, speak.Name(who))
	}
	beats := 0
	for _, scene := range s.Scenes {
		sc := briefScene{Kind: scene.Kind, Beats: []tuple{}}
		for i := range scene.Beats {
			if !isWorded(&scene.Beats[i]) {
				continue
			}
			t := tupleOf(speak, &scene.Beats[i])
			if n := len(sc.Beats); n > 0 && t.Follows != "" {
				t.before = append([]string{sc.Beats[n-1].Who, sc.Beats[n-1].To}, sc.Beats[n-1].Leaves...)
			}
			sc.Beats = append(sc.Beats, t)
		}
		beats += len(sc.Beats)
		b.Scenes = append(b.Scenes, sc)
	}
	b.End = endOf(s, speak)
	b.Words = fmt.Sprintf("about %d", min(280, 40+16*beats))
	return b
}

// plainBrief is what a brief looks like in which no sign is anybody's own.
var plainBrief = regexp.MustCompile(`^[\p{L}\d {}\[\]",.:;_()'’–-]*$`)

// lastID is the number of the end: one more than that of the last beat.
func lastID(s *story.Story) (id int) {
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			id = max(id, b.ID)
		}
	}
	return id + 1
}

func tupleOf(speak *english.Teller, b *story.Beat) tuple {
	name := speak.Name
	t := tuple{ID: b.ID, Must: b.Must, Act: "attacks", Who: name(b.By), With: b.With, beat: b}
	if b.To != "" {
		t.To = name(b.To)
	}
	if b.Family == "unarmed" {
		t.With = "bare hands"
	}
	says := strings.NewReplacer("{who}", t.Who, "{to}", t.To)
	if b.Tries == 0 {
		t.Act = closed.Acts[b.Kind]
		if b.Kind == "escape" && b.To == "" {
			t.Act = "breaks free"
		}
	} else {
		t.Blow = speak.Blow(b)
		t.Result = closed.Results[resultOf(speak, b)]
		if b.Tries > 1 {
			t.Tries, t.Hits = b.Tries, b.Hits
			t.Order = strings.NewReplacer("h", "hit ", "m", "miss ").Replace(b.Order)
			t.Order = strings.Join(strings.Fields(t.Order), ", ")
		}
		t.Defence = speak.Defence(b)
	}
	for _, c := range b.Causes {
		if r, is := closed.Reasons[c]; is {
			t.How = append(t.How, says.Replace(r))
		}
	}
	if b.Into != nil {
		switch b.Into.Way {
		case "toward":
			t.How = append(t.How, t.To+" comes at "+t.Who+", and is struck on the way in")
		case "past":
			t.How = append(t.How, t.To+" tries to get past "+t.Who+", and is struck on the way")
		case "away":
			t.How = append(t.How, t.To+" backs away from "+t.Who+", and is struck")
		default:
			with := ""
			if b.Into.With != "" {
				with = " with " + text.The(b.Into.With)
			}
			t.How = append(t.How, fmt.Sprintf("it answers an attack: %s attacks %s%s, and this blow is faster", t.To, t.Who, with))
		}
	}
	shot := slices.Contains([]string{"bow", "gun", "crossbow", "thrown"}, b.Family)
	switch {
	case b.Up:
		t.How = append(t.How, t.Who+" was on the ground, and gets up for it")
	case b.Came == "toward" && !shot:
		t.How = append(t.How, t.Who+" comes at "+t.To+" for it")
	}
	if b.Winded {
		t.Leaves = append(t.Leaves, t.Who+" out of breath and open")
	}
	if b.Rel != "" {
		t.Follows = strings.ReplaceAll(closed.Follows[b.Rel], "{who}", t.Who)
	}
	if b.Alone != "" {
		var foes []string
		for _, f := range b.Foes {
			foes = append(foes, name(f))
		}
		t.Leaves = append(t.Leaves, name(b.Alone)+" alone against "+text.List(foes, "and"))
	} else if b.Own > 1 {
		t.Leaves = append(t.Leaves, fmt.Sprintf("%d of that side against %d", b.Own, b.Other))
	}
	if b.First && !b.Match {
		t.First = "first blood"
	}
	return t
}

// resultOf returns which of the results a blow has.
func resultOf(speak *english.Teller, b *story.Beat) string {
	if b.Hits == 0 || b.Kind == "landed" {
		return b.Kind
	}
	return speak.Outcome(b)
}

// endOf returns the end as a tuple; nil where there is none, or it is told in somebody's own words.
func endOf(s *story.Story, speak *english.Teller) *ended {
	e := s.End
	why, is := closed.Whys[e.Why]
	if !is || e.Winner == "" || len(e.Stand) == 0 {
		return nil
	}
	end := &ended{ID: lastID(s), Winner: speak.Side(e.Winner), Why: strings.ReplaceAll(why, "{who}", speak.Name(e.Who))}
	for _, who := range e.Stand {
		end.Stand = append(end.Stand, speak.Name(who)+": "+cmp.Or(speak.State(who), "still standing"))
	}
	for _, who := range e.Others {
		end.Others = append(end.Others, speak.Name(who)+" is still in the fight")
	}
	return end
}
