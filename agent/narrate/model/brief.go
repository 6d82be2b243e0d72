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

// brief is a story as a model reads it: tuples of words from closed lists, under the stand-in names of a [disguise].
// The model's sentences are checked against it.
type brief struct {
	Place  map[string]string `json:"place,omitempty"`
	Sides  [][]string        `json:"sides"`
	People []briefPerson     `json:"people"`
	Follow []string          `json:"follow"`
	Stake  string            `json:"stake,omitempty"`
	Scenes []briefScene      `json:"scenes"`
	End    *briefEnd         `json:"end,omitempty"`
	Words  string            `json:"words"`

	names   *regexp.Regexp // matches the names of everybody in it
	weapons []string       // all weapons in it but bare hands
}

// briefPerson is what a sentence calls somebody.
type briefPerson struct {
	Name    string `json:"name"`
	Pronoun string `json:"pronoun,omitempty"`
	Being   string `json:"being,omitempty"`
}

type briefScene struct {
	Kind  string  `json:"kind"`
	Beats []tuple `json:"beats"`
}

// tuple is a beat in words of closed lists; one sentence tells one or more.
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
	before []string // who is in the tuple before, if this one follows from it
}

// briefEnd is how the fight ends.
type briefEnd struct {
	ID     int      `json:"id"`
	Winner string   `json:"winner"`
	Why    string   `json:"why"`
	Stand  []string `json:"still_standing"`
	Others []string `json:"of_the_other_side,omitempty"`
}

//go:embed words.yaml
var wordsFile []byte

// vocabulary is words.yaml: the closed lists of words that a brief is made of, and those by which a sentence is
// checked.
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

// isWorded reports whether a beat is put to the model. Beats with words of a user's own, at somebody of the same side,
// or with no words in the lists are told by the program.
func isWorded(b *story.Beat) bool {
	switch {
	case b.Spell, b.Friend, b.Lying, b.Says+b.Does+b.Lead != "", slices.Contains(b.Causes, "stray"):
		return false
	case b.Tries > 0 && b.By != "" && b.To != "":
		return vocabulary.Results[b.Kind] != "" || b.Hits > 0
	}
	return vocabulary.Acts[b.Kind] != "" && b.By != ""
}

// briefOf returns the brief of a story whose names are what sentences call people.
func briefOf(s *story.Story) *brief {
	teller := english.TellerOf(s)
	b := &brief{Place: s.Place, Stake: strings.TrimSuffix(teller.Goal(), "."), Follow: s.Follow}
	for _, side := range s.Sides {
		b.Sides = append(b.Sides, side.Who)
	}
	var names []string
	for _, p := range s.Cast {
		b.People = append(b.People, briefPerson{p.Name, p.They, strings.TrimPrefix(p.Being, "person")})
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
			t := tupleOf(teller, &scene.Beats[i])
			if n := len(sc.Beats); n > 0 && t.Follows != "" {
				t.before = append([]string{sc.Beats[n-1].Who, sc.Beats[n-1].To}, sc.Beats[n-1].Leaves...)
			}
			sc.Beats = append(sc.Beats, t)
			b.weapons = append(b.weapons, t.weapons()...)
		}
		beats += len(sc.Beats)
		b.Scenes = append(b.Scenes, sc)
	}
	b.weapons = slices.DeleteFunc(b.weapons, func(w string) bool { return w == "bare hands" })
	b.End = endOf(s, teller)
	b.Words = fmt.Sprintf("about %d", min(280, 40+16*beats))
	return b
}

// isPlainBrief matches a brief in which every character is one that words and JSON need. The names are stand-ins by
// then and all else is from closed lists, so a brief that does not match shows a gap in [disguise.rename]; it is not
// sent.
var isPlainBrief = regexp.MustCompile(`^[\p{L}\p{Pd}\d {}\[\]",.:;!?_()'’“”…]*$`)

// endID returns the number by which sentences refer to the end: one more than that of the last beat.
func endID(s *story.Story) (id int) {
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			id = max(id, b.ID)
		}
	}
	return id + 1
}

// tupleOf returns a beat as a tuple; teller knows what the program would call things.
func tupleOf(teller *english.Teller, b *story.Beat) tuple {
	t := tuple{ID: b.ID, Must: b.Must, Act: vocabulary.Acts[b.Kind], Who: b.By, To: b.To, With: b.With, beat: b}
	with := ""
	if b.Into != nil && b.Into.With != "" {
		with = " with " + text.The(b.Into.With)
	}
	fill := strings.NewReplacer("{who}", t.Who, "{to}", t.To, "{with}", with).Replace
	addHow := func(words string) {
		if words != "" {
			t.How = append(t.How, fill(words))
		}
	}
	if b.Family == "unarmed" {
		t.With = "bare hands"
	}
	switch {
	case b.Tries > 0:
		t.Act, t.Blow, t.Defence, t.Result = "attacks", teller.Blow(b), teller.Defence(b), vocabulary.Results[b.Kind]
		if b.Hits > 0 && b.Kind != "landed" {
			t.Result = vocabulary.Results[teller.Outcome(b)]
		}
		if b.Tries > 1 {
			t.Tries, t.Hits = b.Tries, b.Hits
			t.Order = strings.TrimSuffix(strings.NewReplacer("h", "hit, ", "m", "miss, ").Replace(b.Order), ", ")
		}
	case b.Kind == "escape" && b.To == "":
		t.Act = "breaks free"
	}
	for _, c := range b.Causes {
		addHow(vocabulary.Reasons[c])
	}
	if b.Into != nil {
		addHow(vocabulary.Ways[cmp.Or(b.Into.Way, "attack")])
	}
	switch {
	case b.Up:
		addHow(vocabulary.Ways["up"])
	case b.Came == "toward" && !slices.Contains([]string{"bow", "gun", "crossbow", "thrown"}, b.Family):
		addHow(vocabulary.Ways["came"])
	}
	if b.Winded {
		t.Leaves = append(t.Leaves, fill(vocabulary.Ways["winded"]))
	}
	t.Follows = fill(vocabulary.Follows[b.Rel])
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

// endOf returns the end for a brief; nil if the fight has not ended, nobody has won, or the reason of the end has no
// words in the lists.
func endOf(s *story.Story, teller *english.Teller) *briefEnd {
	e := s.End
	why, hasWords := vocabulary.Whys[e.Why]
	if !hasWords || e.Winner == "" || len(e.Stand) == 0 {
		return nil
	}
	winner, _ := teller.SideName(e.Winner)
	end := &briefEnd{ID: endID(s), Winner: winner, Why: strings.ReplaceAll(why, "{who}", e.Who)}
	for _, who := range e.Stand {
		end.Stand = append(end.Stand, who+": "+cmp.Or(teller.State(who), "still standing"))
	}
	for _, who := range e.Others {
		end.Others = append(end.Others, who+" is still in the fight")
	}
	return end
}

// disguise is a story under stand-in names, and what is needed to put the real names back. It serves two ends: nothing
// that a user wrote reaches a server, and no text from a file can tell the model what to do.
type disguise struct {
	*story.Story
	isKnown       func(string) bool
	people, sides map[string]string // stand-ins, by real name
	real          map[string]string // what a sentence calls somebody, by what it calls the stand-in, in lower case, where that is another
	standIns      *regexp.Regexp    // matches these stand-ins
}

// newDisguise returns a story in which nothing is left of a user's files. Names are replaced by stand-ins, as are
// weapons and maneuvers unless isKnown says that the catalogue has them, and texts of the encounter are removed.
func newDisguise(s *story.Story, seed uint64, isKnown func(string) bool) *disguise {
	d := &disguise{real: map[string]string{}, isKnown: isKnown, people: map[string]string{"": ""},
		sides: map[string]string{"": ""}}
	if isKnown == nil {
		d.isKnown = func(string) bool { return false }
	}
	for i, side := range s.Sides { // no sentence calls a side so: with these names it is called by its people
		d.sides[side.Name] = []string{"One Side", "Other Side"}[min(i, 1)]
	}
	isTaken := func(name string) bool { // it is somebody's real name, or part of it
		return slices.ContainsFunc(s.Cast, func(p story.Person) bool {
			return strings.Contains(strings.ToLower(p.Name), strings.ToLower(name))
		})
	}
	cast, used, byNoun := slices.Clone(s.Cast), map[string]bool{}, map[string][]*story.Person{}
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
			byNoun[p.Spoken] = append(byNoun[p.Spoken], p)
			continue
		}
		names, own := vocabulary.Names, p.They
		if names[own] == nil {
			own = "other"
		}
		first := seed % uint64(len(names[own]))
		all := slices.Concat(names[own][first:], names[own][:first], names["other"], names["she"], names["he"])
		free := slices.DeleteFunc(all, func(name string) bool { return used[name] })
		p.Name = free[max(0, slices.IndexFunc(free, func(name string) bool { return !isTaken(name) }))]
		p.Spoken, used[p.Name] = p.Name, true
	}
	for _, same := range byNoun {
		for i, p := range same {
			if len(same) > 1 {
				p.Nth = i + 1
			}
		}
	}
	disguised, real, standIns := english.TellerOf(&story.Story{Cast: cast}), english.TellerOf(s), []string{}
	for i := range cast {
		standIn, name := disguised.Name(cast[i].Name), real.Name(s.Cast[i].Name)
		if cast[i].Name = standIn; standIn != name { // from here on a name is what a sentence calls somebody, "the second gaki"
			d.real[strings.ToLower(standIn)] = name
			standIns = append(standIns, regexp.QuoteMeta(standIn))
		}
		d.people[s.Cast[i].Name] = standIn
	}
	d.standIns = anyOf(standIns)
	for i := range cast {
		cast[i].By = d.people[cast[i].By]
	}
	// The story is renamed as JSON, where every text has a key that says what it is. A key that rename does not name is
	// taken for one of words of a closed list, so a new field of free text needs a case there.
	data, err := json.Marshal(s)
	var tree any
	if err = errors.Join(err, json.Unmarshal(data, &tree)); err == nil {
		data, err = json.Marshal(d.rename(tree, "", ""))
	}
	if err = errors.Join(err, json.Unmarshal(data, &d.Story)); err != nil {
		panic(err) // a story holds only plain values, which JSON can hold
	}
	d.Cast = cast
	return d
}

// isWord matches what can be a word of a closed list.
var isWord = regexp.MustCompile(`^[a-z]{1,20}(-[a-z]{1,20})?$`)

// rename returns a value of a story, as decoded from JSON, in disguise. It depends on the key of the value, and on the
// family of the weapon beside it: people and sides get stand-ins, weapons and maneuvers that are not known get generic
// words, and the encounter's texts are removed. Under all other keys stand words of closed lists.
func (d *disguise) rename(v any, key, family string) any {
	switch v := v.(type) {
	case map[string]any:
		family, _ := v["family"].(string)
		for k, value := range v {
			v[k] = d.rename(value, k, family)
			if key == "place" && !(isWord.MatchString(k) && isWord.MatchString(fmt.Sprint(value))) { // a record may hold anything
				delete(v, k)
			}
		}
	case []any:
		for i := range v {
			v[i] = d.rename(v[i], key, family)
		}
	case string:
		switch key {
		case "by", "to", "lead", "alone", "who", "foes", "follow", "stand", "others", "horses":
			return d.people[v]
		case "name", "side", "for", "winner", "loser", "turns":
			return d.sides[v]
		case "title", "about", "comes":
			return ""
		case "what", "answer", "with", "against":
			switch {
			case v == "" || d.isKnown(v):
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

// plainWeapon returns the generic word for a weapon of a family.
func plainWeapon(family string) string {
	if !isWord.MatchString(family) {
		return "weapon"
	}
	return cmp.Or(vocabulary.Weapons[family], family)
}

// undo puts the real names back into a sentence of a model.
func (d *disguise) undo(sentence string) string {
	return text.Capital(d.standIns.ReplaceAllStringFunc(sentence, func(said string) string {
		return d.real[strings.ToLower(said)]
	}))
}

// anyOf returns an expression that matches any of these expressions as whole words, the longest first.
func anyOf(words []string) *regexp.Regexp {
	// Of expressions that match at one place Go takes the first: "Aki" before "Aki the Younger" would leave the rest.
	longest := slices.SortedFunc(slices.Values(words), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	return regexp.MustCompile(`(?i)\b(` + strings.Join(longest, "|") + `)\b`)
}
