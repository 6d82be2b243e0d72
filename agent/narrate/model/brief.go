package model

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
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
	Round int     `json:"-"`
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

	beat *story.Beat
}

// ended is how it ends.
type ended struct {
	ID     int      `json:"id"`
	Winner string   `json:"winner"`
	Why    string   `json:"why"`
	Stand  []string `json:"still_standing"`
	Others []string `json:"of_the_other_side,omitempty"`
}

// acts are the kinds of beats besides blows that a model words, as the brief says them. What is of
// another kind, a word of the GM or the spell of a user's file, is told in the program's own words.
var acts = map[string]string{
	"grapple": "takes hold of", "grip": "gets the better in the hold of", "pin": "pins",
	"prone": "throws to the ground", "escape": "breaks free of",
	"disarmed": "loses the weapon", "armed": "takes up or draws the weapon",
	"bind": "catches the weapon of, and holds it fast", "press": "presses back",
	"guard broken": "breaks the guard of", "guard shaved": "weakens the guard of",
	"through": "breaks through the line", "thrown back": "tries to break through, and is thrown back",
	"hurt": "is losing blood or burning, though nobody strikes", "sunk": "goes down without another blow",
	"broke":  "overreaches, and stands out of breath and open",
	"leaves": "leaves the field", "yields": "yields, and is out of the fight", "flees": "flees, and is out of the fight",
	"rout": "breaks and runs", "shaken": "wavers", "rallied": "takes heart again",
	"feint": "feints, and the feint is believed by", "feint stopped": "feints, and is seen through by",
	"locked": "locks blades with", "lock broken": "gets out of the locked blades of",
}

// results are the outcomes of a blow.
var results = map[string]string{
	"fall": "down: out of the fight, not said to be dead", "killed": "killed", "crippled": "crippled, and down",
	"repelled": "driven out of the fight", "stays down": "stays down for good",
	"wound": "a wound", "deep": "a deep wound", "graze": "a graze",
	"bruise": "hurt, without blood", "bruise deep": "badly hurt, without blood",
	"thinned": "some of them fall", "point": "a point",
	"stopped": "no harm: the defence stops it", "turned": "reaches, but does no harm", "miss": "misses",
	"near": "a near miss", "vain": "nothing comes of it", "landed": "thrown off balance, unhurt",
}

// reasons are why a blow comes out as it does, by the causes of facts.
var reasons = map[string]string{
	"overload":   "{who} has hardly any breath left, and does it all the same",
	"late":       "{to} puts up a defence, too late",
	"hurried":    "the defence is done in haste",
	"ready":      "the answer was held ready beforehand",
	"unanswered": "{to} is not on guard against it",
	"spent":      "{to} has no breath left to stop it",
	"open":       "{to} stands open",
	"window":     "{to}'s guard was broken before",
	"bare":       "{to} has given up guard to strike harder",
	"feint":      "{who} feints first, and {to} falls for it",
	"overreach":  "{who} overreaches",
	"fumble":     "{who} blunders",
	"critical":   "the blow lands perfectly",
	"armour":     "armour takes it",
	"grapple":    "the two are in a hold",
	"prone":      "{to} lies on the ground",
	"held":       "{to} is in a hold with somebody else",
	"high":       "{who} strikes from above",
	"hurt":       "{who}'s own wounds make it miss",
	"bleeding":   "by losing blood", "fire": "by fire",
}

// follows is how a beat follows the one before.
var follows = map[string]string{"returns": "{who} strikes back at who has just struck", "again": "{who} goes on at the same one",
	"joins": "{who} goes at the one whom another of the same side has just struck at", "turns": "{who} turns to another",
	"alike": "the same happens to another", "meanwhile": "at about the same time, by others"}

// whys are the reasons of an end.
var whys = map[string]string{"none stands": "nobody of the other side is left standing", "out": "{who}, on whom it depended, is out of the fight",
	"held": "the winner has held out for its rounds", "late": "the rounds are over, and {who} is still in it", "time": "the rounds are over",
	"yields": "{who} has given up", "leaderless": "nobody is left to lead the others", "riderless": "nobody is left in the saddle", "points": "on points"}

// isWorded reports whether a model words a beat: one without anybody's own words, on nobody's side by mistake.
func isWorded(b *story.Beat) bool {
	if b.Spell || b.Friend || b.Lying || b.Says != "" || b.Does != "" || slices.Contains(b.Causes, "stray") || b.Lead != "" {
		return false
	}
	if b.Tries > 0 && b.By != "" && b.To != "" {
		return results[b.Kind] != "" || b.Hits > 0 && results["fall"] != ""
	}
	return acts[b.Kind] != "" && b.By != ""
}

// briefOf returns what a model is told of a story whose names are of a disguise already.
func briefOf(s *story.Story) *brief {
	speak := english.Of(s)
	b := &brief{Place: s.Place, Stake: stake(s, speak)}
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
	for i := range s.Scenes {
		sc := briefScene{Kind: s.Scenes[i].Kind, Round: s.Scenes[i].Round, Beats: []tuple{}}
		for k := range s.Scenes[i].Beats {
			if beat := &s.Scenes[i].Beats[k]; isWorded(beat) {
				sc.Beats = append(sc.Beats, tupleOf(speak, beat))
			}
		}
		beats += len(sc.Beats)
		b.Scenes = append(b.Scenes, sc)
	}
	b.End = endOf(s, speak)
	b.Words = fmt.Sprintf("about %d", min(280, 40+16*beats))
	return b
}

// texts returns everything of a brief that is somebody's word.
func (b *brief) texts() (list []string) {
	list = slices.Concat(b.Sides...)
	for aspect, word := range b.Place {
		list = append(list, aspect, word)
	}
	for _, p := range b.People {
		list = append(list, p.Name, p.Pronoun, p.Being)
	}
	for _, sc := range b.Scenes {
		for _, t := range sc.Beats {
			list = append(list, t.Who, t.To, t.With, t.Blow, t.Defence)
		}
	}
	return list
}

var plainWord = regexp.MustCompile(`^[\p{L} '’-]{0,60}$`)

// isSaid reports whether a word of a brief may be sent: a record is anybody's file.
func isSaid(word string) bool { return plainWord.MatchString(word) }

// lastID is the number of the end: one more than that of the last beat.
func lastID(s *story.Story) (id int) {
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			id = max(id, b.ID)
		}
	}
	return id + 1
}

func tupleOf(speak english.Speaker, b *story.Beat) tuple {
	name := func(who string) string { return speak.Name(who) }
	t := tuple{ID: b.ID, Must: b.Must, Act: "attacks", Who: name(b.By), With: b.With, beat: b}
	if b.To != "" {
		t.To = name(b.To)
	}
	if b.Family == "unarmed" {
		t.With = "bare hands"
	}
	says := strings.NewReplacer("{who}", t.Who, "{to}", t.To)
	if b.Tries == 0 {
		t.Act = acts[b.Kind]
		if b.Kind == "escape" && b.To == "" {
			t.Act = "breaks free"
		}
	} else {
		t.Blow = speak.Blow(b)
		t.Result = results[resultOf(speak, b)]
		if b.Tries > 1 {
			t.Tries, t.Hits = b.Tries, b.Hits
			t.Order = strings.NewReplacer("h", "hit ", "m", "miss ").Replace(b.Order)
			t.Order = strings.Join(strings.Fields(t.Order), ", ")
		}
		t.Defence = speak.Defence(b)
	}
	for _, c := range b.Causes {
		if r, is := reasons[c]; is {
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
		t.Follows = strings.ReplaceAll(follows[b.Rel], "{who}", t.Who)
	}
	if b.Alone != "" {
		var foes []string
		for _, f := range b.Foes {
			foes = append(foes, name(f))
		}
		t.Leaves = append(t.Leaves, name(b.Alone)+" alone against "+text.List(foes, "and"))
	} else if b.Even > 1 {
		t.Leaves = append(t.Leaves, fmt.Sprintf("%d against %d", b.Even, b.Even))
	}
	if b.First && !b.Match {
		t.First = "first blood"
	}
	return t
}

// resultOf returns which of the results a blow has.
func resultOf(speak english.Speaker, b *story.Beat) string {
	if b.Hits == 0 || b.Kind == "landed" {
		return b.Kind
	}
	return speak.Outcome(b)
}

func stake(s *story.Story, speak english.Speaker) string {
	g := s.Stake
	if g.For == "" {
		return ""
	}
	side := speak.Side(g.For)
	switch g.Goal {
	case "last":
		return fmt.Sprintf("%s has to hold out for %d rounds", side, g.Rounds)
	case "down":
		return side + " wants " + speak.Name(g.Who) + " down"
	case "protect":
		return "if " + speak.Name(g.Who) + " goes down, " + side + " has lost"
	}
	return ""
}

// endOf returns the end as a tuple; nil where there is none, or it is told in somebody's own words.
func endOf(s *story.Story, speak english.Speaker) *ended {
	e := s.End
	why, is := whys[e.Why]
	if !is || e.Winner == "" || len(e.Stand) == 0 {
		return nil
	}
	end := &ended{ID: lastID(s), Winner: speak.Side(e.Winner), Why: strings.ReplaceAll(why, "{who}", speak.Name(e.Who))}
	for _, who := range e.Stand {
		end.Stand = append(end.Stand, speak.Name(who)+": "+stateOf(s, who))
	}
	for _, who := range e.Others {
		end.Others = append(end.Others, speak.Name(who)+" is still in the fight")
	}
	return end
}

// stateOf returns how hurt somebody is at the end.
func stateOf(s *story.Story, who string) string {
	i := slices.IndexFunc(s.Cast, func(p story.Person) bool { return p.Name == who })
	p := s.Cast[i]
	switch share := float64(p.Left) / float64(max(p.Of, 1)); {
	case p.Of == 0 || p.Being == "squad":
		return "still standing"
	case share >= 1:
		return "unhurt"
	case share < 0.5:
		return "badly wounded"
	}
	return "wounded"
}
