package model

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// brief is a story as a model reads it: tuples of closed words, under the names of a [disguise]. Its sentences are held against it.
type brief struct {
	Place  map[string]string `json:"place,omitempty"`
	Sides  [][]string        `json:"sides"`
	People []called          `json:"people"`
	Follow []string          `json:"follow"`
	Stake  string            `json:"stake,omitempty"`
	Scenes []briefScene      `json:"scenes"`
	End    *ended            `json:"end,omitempty"`
	Words  string            `json:"words"`

	names   *regexp.Regexp // whom a sentence can name
	weapons []string       // all that are in it, but for bare hands
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

// tuple is a beat in closed words: what one sentence tells.
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
	before []string // who is in the tuple before, where it follows that
}

// ended is how it ends.
type ended struct {
	ID     int      `json:"id"`
	Winner string   `json:"winner"`
	Why    string   `json:"why"`
	Stand  []string `json:"still_standing"`
	Others []string `json:"of_the_other_side,omitempty"`
}

//go:embed words.yaml
var wordsFile []byte

// vocabulary are the closed words of words.yaml.
var vocabulary = strict.Carried[struct {
	Version int               `yaml:"version"`
	Acts    map[string]string `yaml:"acts"`
	Results map[string]string `yaml:"results"`
	Reasons map[string]string `yaml:"reasons"`
	Follows map[string]string `yaml:"follows"`
	Whys    map[string]string `yaml:"whys"`
	Ways    map[string]string `yaml:"ways"`
	Weapons map[string]string `yaml:"weapons"`

	Names   map[string][]string `yaml:"names"`
	Says    map[string][]string `yaml:"says"`
	Numbers map[string]int      `yaml:"numbers"`
}]("agent/narrate/model/words.yaml", wordsFile)

// isWorded reports whether a model words a beat: one without anybody's own words, on nobody's side by mistake.
func isWorded(b *story.Beat) bool {
	if b.Spell || b.Friend || b.Lying || b.Says != "" || b.Does != "" || slices.Contains(b.Causes, "stray") || b.Lead != "" {
		return false
	}
	if b.Tries > 0 && b.By != "" && b.To != "" {
		return vocabulary.Results[b.Kind] != "" || b.Hits > 0
	}
	return vocabulary.Acts[b.Kind] != "" && b.By != ""
}

// briefOf returns what a model is told of a story in which everybody's name is what a sentence calls them.
func briefOf(s *story.Story) *brief {
	speak := english.Of(s)
	b := &brief{Place: s.Place, Stake: strings.TrimSuffix(speak.Goal(), "."), Follow: s.Follow}
	for _, side := range s.Sides {
		b.Sides = append(b.Sides, side.Who)
	}
	var names []string
	for _, p := range s.Cast {
		b.People = append(b.People, called{p.Name, p.They, strings.TrimPrefix(p.Being, "person")})
		names = append(names, regexp.QuoteMeta(strings.TrimPrefix(p.Name, "the ")))
	}
	b.names = anyOf(names)
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
			b.weapons = append(b.weapons, t.things()...)
		}
		beats += len(sc.Beats)
		b.Scenes = append(b.Scenes, sc)
	}
	b.weapons = slices.DeleteFunc(b.weapons, func(w string) bool { return w == "bare hands" })
	b.End = endOf(s, speak)
	b.Words = fmt.Sprintf("about %d", min(280, 40+16*beats))
	return b
}

// plainBrief is what a brief looks like in which no sign is anybody's own.
var plainBrief = regexp.MustCompile(`^[\p{L}\p{Pd}\d {}\[\]",.:;!?_()'’“”…]*$`)

// lastID is the number of the end: one more than that of the last beat.
func lastID(s *story.Story) (id int) {
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			id = max(id, b.ID)
		}
	}
	return id + 1
}

// tupleOf returns a beat as a tuple; speak calls things as the program would.
func tupleOf(speak *english.Teller, b *story.Beat) tuple {
	t := tuple{ID: b.ID, Must: b.Must, Act: vocabulary.Acts[b.Kind], Who: b.By, To: b.To, With: b.With, beat: b}
	with := ""
	if b.Into != nil && b.Into.With != "" {
		with = " with " + text.The(b.Into.With)
	}
	says := strings.NewReplacer("{who}", t.Who, "{to}", t.To, "{with}", with).Replace
	how := func(words string) {
		if words != "" {
			t.How = append(t.How, says(words))
		}
	}
	if b.Family == "unarmed" {
		t.With = "bare hands"
	}
	switch {
	case b.Tries > 0:
		t.Act, t.Blow, t.Defence, t.Result = "attacks", speak.Blow(b), speak.Defence(b), vocabulary.Results[b.Kind]
		if b.Hits > 0 && b.Kind != "landed" {
			t.Result = vocabulary.Results[speak.Outcome(b)]
		}
		if b.Tries > 1 {
			t.Tries, t.Hits = b.Tries, b.Hits
			t.Order = strings.TrimSuffix(strings.NewReplacer("h", "hit, ", "m", "miss, ").Replace(b.Order), ", ")
		}
	case b.Kind == "escape" && b.To == "":
		t.Act = "breaks free"
	}
	for _, c := range b.Causes {
		how(vocabulary.Reasons[c])
	}
	if b.Into != nil {
		how(vocabulary.Ways[cmp.Or(b.Into.Way, "attack")])
	}
	switch {
	case b.Up:
		how(vocabulary.Ways["up"])
	case b.Came == "toward" && !slices.Contains([]string{"bow", "gun", "crossbow", "thrown"}, b.Family):
		how(vocabulary.Ways["came"])
	}
	if b.Winded {
		t.Leaves = append(t.Leaves, says(vocabulary.Ways["winded"]))
	}
	t.Follows = says(vocabulary.Follows[b.Rel])
	if b.Alone != "" {
		t.Leaves = append(t.Leaves, b.Alone+" alone against "+text.List(b.Foes, "and"))
	} else if b.Own > 1 {
		t.Leaves = append(t.Leaves, fmt.Sprintf("%d of that side against %d", b.Own, b.Other))
	}
	if b.First && !b.Match {
		t.First = "first blood"
	}
	return t
}

// endOf returns the end as a tuple; nil where there is none, or it is told in somebody's own words.
func endOf(s *story.Story, speak *english.Teller) *ended {
	e := s.End
	why, is := vocabulary.Whys[e.Why]
	if !is || e.Winner == "" || len(e.Stand) == 0 {
		return nil
	}
	end := &ended{ID: lastID(s), Winner: speak.Side(e.Winner), Why: strings.ReplaceAll(why, "{who}", e.Who)}
	for _, who := range e.Stand {
		end.Stand = append(end.Stand, who+": "+cmp.Or(speak.State(who), "still standing"))
	}
	for _, who := range e.Others {
		end.Others = append(end.Others, who+" is still in the fight")
	}
	return end
}

// disguise is a story under stand-in names, and how they become the real ones again.
type disguise struct {
	*story.Story
	isKnown    func(string) bool
	who, sides map[string]string // stand-ins, by name
	real       map[string]string // how a sentence calls somebody, by how it calls the stand-in
	standIns   *regexp.Regexp    // that are to be replaced in a sentence
}

// newDisguise returns a story in which nothing of a user's files is left: names, weapons and maneuvers are stand-ins unless isKnown says that
// the catalogue has them, and what somebody has written of the fight is gone.
func newDisguise(s *story.Story, seed uint64, isKnown func(string) bool) *disguise {
	d := &disguise{real: map[string]string{}, isKnown: isKnown, who: map[string]string{"": ""}, sides: map[string]string{"": ""}}
	if isKnown == nil {
		d.isKnown = func(string) bool { return false }
	}
	for i, side := range s.Sides { // which is not how a sentence calls it
		d.sides[side.Name] = []string{"One Side", "Other Side"}[min(i, 1)]
	}
	taken := func(name string) bool { // as somebody's real name, or part of it
		return slices.ContainsFunc(s.Cast, func(p story.Person) bool { return strings.Contains(strings.ToLower(p.Name), strings.ToLower(name)) })
	}
	cast, used, nouns := slices.Clone(s.Cast), map[string]bool{}, map[string][]*story.Person{}
	for i := range cast {
		p := &cast[i]
		p.Epithet, p.Wants, p.Fears, p.Why, p.Kind, p.Side, p.Nth = "", "", "", "", "", d.sides[p.Side], 0
		if !slices.Contains([]string{"she", "he", "it", "they"}, p.They) {
			p.They = ""
		}
		if !slices.Contains([]string{"beast", "thing", "squad", "horse"}, p.Being) {
			p.Being = "person"
		}
		if p.Noun {
			if !d.isKnown(p.Spoken) {
				p.Spoken = strings.Replace(p.Being, "person", "stranger", 1)
			}
			nouns[p.Spoken] = append(nouns[p.Spoken], p)
			continue
		}
		list := vocabulary.Names[p.They]
		if list == nil {
			list = vocabulary.Names["other"]
		}
		k := seed % uint64(len(list))
		all := slices.Concat(list[k:], list[:k], vocabulary.Names["other"], vocabulary.Names["she"], vocabulary.Names["he"])
		free := slices.DeleteFunc(all, func(name string) bool { return used[name] })
		p.Name = free[max(0, slices.IndexFunc(free, func(name string) bool { return !taken(name) }))]
		p.Spoken, used[p.Name] = p.Name, true
	}
	for _, same := range nouns {
		for i, p := range same {
			if len(same) > 1 {
				p.Nth = i + 1
			}
		}
	}
	standing, real := english.Of(&story.Story{Cast: cast}), english.Of(s)
	for i := range cast {
		p := &cast[i]
		p.Name = standing.Name(p.Name) // a noun's key is what a sentence calls it
		d.real[p.Name] = real.Name(s.Cast[i].Name)
		d.who[s.Cast[i].Name] = p.Name
	}
	for i := range cast {
		cast[i].By = d.who[cast[i].By]
	}
	data, err := json.Marshal(s)
	var tree any
	if err = errors.Join(err, json.Unmarshal(data, &tree)); err == nil {
		data, err = json.Marshal(d.rename(tree, "", ""))
	}
	if err = errors.Join(err, json.Unmarshal(data, &d.Story)); err != nil {
		panic(err) // plain values
	}
	d.Cast = cast
	words := []string{}
	for said, is := range d.real {
		if said != is {
			words = append(words, regexp.QuoteMeta(said))
		}
	}
	d.standIns = anyOf(words)
	return d
}

// isWord is what a word of a closed list looks like.
var isWord = regexp.MustCompile(`^[a-z]{1,20}(-[a-z]{1,20})?$`)

// rename returns what becomes of a value of a story, by the key it stands under and the family of the weapon beside it: stand-ins of people
// and sides, and generic words of weapons and maneuvers that are not known. Under other keys stand words of closed lists.
func (d *disguise) rename(v any, key, family string) any {
	switch is := v.(type) {
	case map[string]any:
		family, _ := is["family"].(string)
		for k, value := range is {
			is[k] = d.rename(value, k, family)
			if key == "place" && !(isWord.MatchString(k) && isWord.MatchString(fmt.Sprint(value))) { // a record is anybody's file
				delete(is, k)
			}
		}
		delete(is, "where")
	case []any:
		for i := range is {
			is[i] = d.rename(is[i], key, family)
		}
	case string:
		switch key {
		case "by", "to", "lead", "alone", "who", "foes", "follow", "stand", "others", "horses":
			return d.who[is]
		case "name", "side", "for", "winner", "loser", "turns":
			return d.sides[is]
		case "title", "about", "comes":
			return ""
		case "what", "answer", "with", "against":
			switch {
			case is == "" || d.isKnown(is):
			case key == "with":
				return plainWeapon(family)
			case key == "against":
				return plainWeapon("")
			default:
				return ""
			}
		}
	}
	return v
}

// plainWeapon returns what a weapon of a family is called that has no name of its own.
func plainWeapon(family string) string {
	if !isWord.MatchString(family) {
		return "weapon"
	}
	return cmp.Or(vocabulary.Weapons[family], family)
}

// undo puts the real names back into a sentence of a model.
func (d *disguise) undo(sentence string) string {
	return text.Capital(d.standIns.ReplaceAllStringFunc(sentence, func(said string) string {
		for standIn, name := range d.real {
			if strings.EqualFold(standIn, said) {
				return name
			}
		}
		return said
	}))
}

// anyOf finds words, the longest first.
func anyOf(words []string) *regexp.Regexp {
	longest := slices.SortedFunc(slices.Values(words), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return regexp.MustCompile(`(?i)\b(` + strings.Join(longest, "|") + `)\b`)
}
