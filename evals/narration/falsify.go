package narration

import (
	"slices"
	"strings"

	"kokyu/agent/narrate"
)

// A false passage is made from a true one in one of two ways: a word or a clause of it is changed, or the words stay and
// another fight has happened. What is done never asks the verifier, and its words are lists of its own.

// False is a passage with one thing wrong in it.
type False struct {
	Class string
	Passage
	From string // the text it was made from
}

// Classes are the ways to be wrong, in the order of the report.
var Classes = []string{"swapped", "outcome", "wound", "weapon", "body", "scene", "fall", "secret", "softened", "third", "order", "spell"}

// ClassMeans is each class in words.
var ClassMeans = map[string]string{
	"swapped":  "actor and target swapped",
	"outcome":  "a hit for a miss, a miss for a hit",
	"wound":    "a wound added or enlarged",
	"weapon":   "a wrong weapon",
	"body":     "a wrong place on the body",
	"scene":    "a wrong ground or weather",
	"fall":     "a fall that did not happen",
	"secret":   "a secret told",
	"softened": "an outcome softened",
	"third":    "an invented third person",
	"order":    "an order, a rout or a gift of breath told otherwise",
	"spell":    "a chant or a spell told otherwise",
}

// eachMax is how many of a class are made of one passage, rareMax of a class whose moments are rare.
const (
	eachMax = 3
	rareMax = 9
)

// Falsify makes false passages of a true one, at most each of a class. Turn picks among the ways there are, so that
// neighbours are not falsified alike; the same turn gives the same passages.
func Falsify(p Passage, turn, each int) (list []False) {
	w := openWays
	if p.Half == Held {
		w = heldWays
	}
	f := falsifier{Passage: p, ways: w, turn: turn}
	for _, class := range Classes {
		made := f.make(class)
		n, most := len(made), each
		if class == "order" || class == "spell" {
			most = max(each, rareMax)
		}
		for k := range min(most, n) {
			list = append(list, False{class, made[(turn+k*max(n/most, 1))%n], p.Text})
		}
	}
	return list
}

// falsifier is a passage about to be falsified.
type falsifier struct {
	Passage
	ways ways
	turn int
}

func (f *falsifier) make(class string) []Passage {
	switch class {
	case "swapped":
		return f.swapped()
	case "outcome":
		return f.reversed()
	case "wound":
		return f.hurt()
	case "weapon":
		return f.rearmed()
	case "body":
		return f.displaced()
	case "scene":
		return f.moved()
	case "fall":
		return f.fallen()
	case "secret":
		return f.revealed()
	case "softened":
		return f.softened()
	case "order":
		return f.otherwise(ordering, f.ways.orders)
	case "spell":
		return f.otherwise(casting, f.ways.spells)
	}
	return f.joined()
}

// said is the passage with another text, nothing if it is the same or too long to be told.
func (f *falsifier) said(texts ...string) (list []Passage) {
	for _, text := range texts {
		if text == f.Text || f.Half != Ours && (len(strings.Fields(text)) > 45 || len(narrate.Sentences(text)) > 4) {
			continue
		}
		p := f.Passage
		p.Text = text
		list = append(list, p)
	}
	return list
}

// of is the passage about another fight: each fact goes through change, which says whether it changed it.
func (f *falsifier) of(change func(*narrate.Fact) bool) []Passage {
	p := f.Passage
	p.Paragraph.Facts = slices.Clone(p.Paragraph.Facts)
	changed := false
	for i := range p.Paragraph.Facts {
		changed = change(&p.Paragraph.Facts[i]) || changed
	}
	if !changed {
		return nil
	}
	return []Passage{p}
}

// ended is the text with each of the endings, written as a clause that begins with a comma or a space, or as a sentence.
// A role stands in it as X.
func (f *falsifier) ended(endings []string, who string) (texts []string) {
	for _, e := range endings {
		e = strings.ReplaceAll(e, "X", "{"+who+"}")
		if strings.HasSuffix(e, ".") {
			texts = append(texts, f.Text+" "+strings.TrimSpace(e))
			continue
		}
		texts = append(texts, strings.TrimRight(f.Text, ".?…")+e+".")
	}
	return texts
}

// letters are who is in the paragraph.
func (f *falsifier) letters() (all []string) {
	for _, fact := range f.Paragraph.Facts {
		for _, l := range []string{fact.By, fact.To} {
			if l != "" && !slices.Contains(all, l) {
				all = append(all, l)
			}
		}
	}
	return all
}

// among says whether any fact has a frame of a list.
func (f *falsifier) among(frames string) bool {
	return slices.ContainsFunc(f.Paragraph.Facts, func(fact narrate.Fact) bool { return in(frames, fact.Moment.Frame) })
}

func in(list, word string) bool { return slices.Contains(strings.Fields(list), word) }

// Frames by what they are of.
const (
	mutual  = "bind at_far at_issoku at_near at_close at_locked muster turning lull end_draw even_field match_draw wind"
	hurting = "wound broken_guard critical stray window arm leg torso face wrist_kept wrist_lost scratch gash grievous fall felled"
	lightly = "wound scratch"
	missing = "miss miss_shot near_miss swing shot_wide called"
	felling = "fall felled sunk bled_out unhorsed hurled toppled pin fumble turning end_won won_field duel_won match_won even_field end_draw"
	feints  = "feint feint_met feint_missed feigned"
	guards  = "ready held hasty guard_up roused parry ward stance recovered"
)

// swapped sets each of two people in the other's place.
func (f *falsifier) swapped() []Passage {
	who := f.letters()
	if f.among(mutual) || len(who) < 2 {
		return nil
	}
	if f.mirrored(who[0], who[1]) {
		return nil
	}
	a, b := "{"+who[0], "{"+who[1]
	if !strings.Contains(f.Text, a+"}") || !strings.Contains(f.Text, b+"}") {
		return nil
	}
	return f.said(strings.NewReplacer(a+"}", b+"}", b+"}", a+"}", a+"'s", b+"'s", b+"'s", a+"'s").Replace(f.Text))
}

// mirrored says whether both have done the same to each other: then nothing is false of the one in the other's place.
func (f *falsifier) mirrored(a, b string) bool {
	for _, x := range f.Paragraph.Facts {
		there := map[string]string{a: b, b: a}
		by, to := x.By, x.To
		if other, ok := there[by]; ok {
			by = other
		}
		if other, ok := there[to]; ok {
			to = other
		}
		if !slices.ContainsFunc(f.Paragraph.Facts, func(y narrate.Fact) bool { return y.Moment.Frame == x.Moment.Frame && y.By == by && y.To == to }) {
			return false
		}
	}
	return true
}

// reversed are frames that say the contrary: the first of a list become its last, after a bar that the other one does it.
var reversed = map[string][]string{
	"breath": {"wound broken_guard critical arm leg torso face counter toppled fall: miss", "miss miss_shot near_miss: wound", "held hasty: wound/", "feint: feint_missed",
		"feint_missed feint_met: feint", "wrist_lost: wrist_kept", "wrist_kept: wrist_lost", "strain_held: strain_broken", "strain_broken: strain_held",
		"through: thrown_back", "thrown_back: through", "staunched: bleeding", "bleeding: staunched", "point point_deep: miss", "guard_gone: feint_met/", "bled_out: staunched"},
	"tempo": {"scratch gash grievous felled riposte turned: swing", "swing shot_wide: gash", "parry evade wind: gash/", "grapple: escape/", "escape: pin/",
		"struck bind press countertempo: swing", "pin: escape/"},
	"keep": {"scratch gash grievous felled turned hurled unhorsed: swing", "swing shot_wide called: gash", "grapple grip: escape/", "escape: grapple/", "struck: swing"},
}

// reversed sets the words beside the contrary of what they tell, or changes the verb.
func (f *falsifier) reversed() []Passage {
	list := f.of(func(fact *narrate.Fact) bool {
		for _, line := range reversed[f.System] {
			from, to, _ := strings.Cut(line, ": ")
			if !in(from, fact.Moment.Frame) {
				continue
			}
			to, turned := strings.CutSuffix(to, "/")
			if turned {
				fact.By, fact.To = fact.To, fact.By
				fact.Moment.Family, fact.Moment.Weapon, fact.Weapon = "", false, ""
			}
			fact.Moment.Frame, fact.Moment.Where, fact.Moment.Wounds, fact.Moment.Reserved = to, "", 0, false
			return true
		}
		return false
	})
	missed := !slices.ContainsFunc(f.Paragraph.Facts, func(fact narrate.Fact) bool { return !in(missing, fact.Moment.Frame) })
	for _, pair := range f.ways.verbs {
		from, to, _ := strings.Cut(pair, ">")
		if missed && from != "misses" { // "cuts nothing but air" is no cut
			continue
		}
		list = append(list, f.said(replaceWord(f.Text, from, to))...)
	}
	return list
}

// hurt adds a wound to somebody who has none, or makes a light one grave.
func (f *falsifier) hurt() (list []Passage) {
	for _, who := range f.letters() {
		bleeds := slices.ContainsFunc(f.Paragraph.Facts, func(fact narrate.Fact) bool {
			frame := fact.Moment.Frame
			return in(hurting, frame) && fact.To == who || in("bleeding staunched bled_out sunk strain_broken", frame) && fact.By == who || in("hurled unhorsed point point_deep toppled turned guard_gone", frame) && fact.To == who
		})
		switch {
		case !bleeds:
			list = append(list, f.said(f.ended(f.ways.wounds, who)...)...)
		case slices.ContainsFunc(f.Paragraph.Facts, func(fact narrate.Fact) bool {
			return in(lightly, fact.Moment.Frame) && fact.To == who
		}):
			list = append(list, f.said(f.ended(f.ways.graver, who)...)...)
		}
	}
	return list
}

// rearmed sets another weapon for the one there is, or brings one in.
func (f *falsifier) rearmed() (list []Passage) {
	var used []string
	for _, fact := range f.Paragraph.Facts {
		used = append(used, fact.Moment.Family)
	}
	if !slices.ContainsFunc(used, func(s string) bool { return s != "" }) {
		return nil
	}
	for i, family := range f.ways.weapons {
		name, words, _ := strings.Cut(family, ": ")
		if slices.Contains(used, name) {
			continue
		}
		word := strings.Fields(words)[f.turn%len(strings.Fields(words))]
		changed := f.Text
		for _, other := range weaponWords {
			changed = replaceWord(changed, other, word)
		}
		list = append(list, f.said(changed)...)
		list = append(list, f.said(f.ended([]string{f.ways.with[i%len(f.ways.with)] + word}, "A")...)...)
	}
	return list
}

// weaponWords are those the corpus names weapons with.
var weaponWords = strings.Fields("sword blade dagger knife spear spearpoint axe club mace halberd polearm crossbow bow arrow bolt staff shield gun fist kick claws steel")

// displaced tells of another place on the body, or of one where none is known.
func (f *falsifier) displaced() (list []Passage) {
	if !f.among(hurting + " miss miss_shot near_miss swing shot_wide held hasty parry evade counter point toppled turned") {
		return nil
	}
	for _, line := range f.ways.places {
		where, words, _ := strings.Cut(line, ": ")
		if slices.ContainsFunc(f.Paragraph.Facts, func(fact narrate.Fact) bool { return fact.Moment.Where == where }) {
			continue
		}
		word := strings.Fields(words)[f.turn%len(strings.Fields(words))]
		changed := f.Text
		for _, other := range placeWords {
			changed = replaceWord(changed, other, word)
		}
		list = append(list, f.said(changed)...)
		hurts := f.among(hurting)
		for _, at := range f.ways.at {
			if strings.Contains(at, "aimed") != hurts {
				list = append(list, f.said(f.ended([]string{at + word}, "B")...)...)
			}
		}
	}
	return list
}

// placeWords are those the corpus names places on the body with.
var placeWords = strings.Fields("arm elbow wrist leg knee thigh ribs chest face cheek eyes")

// moved tells of ground, weather or light that are not so. What is known of the scene is never told otherwise by being
// left out.
func (f *falsifier) moved() (list []Passage) {
	for _, line := range f.ways.scenes {
		aspect, phrase, _ := strings.Cut(line, ":")
		aspect, word, _ := strings.Cut(aspect, "=")
		if f.Paragraph.Setting[aspect] == word {
			continue
		}
		list = append(list, f.said(f.ended([]string{phrase}, "A")...)...)
	}
	return list
}

// fallen tells of a fall where nobody falls.
func (f *falsifier) fallen() (list []Passage) {
	if f.among(felling) {
		return nil
	}
	for _, who := range f.letters() {
		list = append(list, f.said(f.ended(f.ways.falls, who)...)...)
	}
	return list
}

// revealed tells what nobody at the table may know yet.
func (f *falsifier) revealed() (list []Passage) {
	for _, who := range f.letters() {
		for _, text := range f.ended(f.ways.secrets, who) {
			if f.among(feints) && strings.Contains(text, "feint") || f.among(guards) && strings.Contains(text, "guard") {
				continue
			}
			list = append(list, f.said(text)...)
		}
	}
	return list
}

// graver are frames and a graver one of the same doing.
var graver = map[string][]string{
	"breath": {"wound broken_guard critical arm leg torso face: fall"},
	"tempo":  {"scratch gash grievous: felled"},
	"keep":   {"scratch gash grievous: felled"},
}

// softened tells less than happened: words beside a graver outcome, or a graver outcome taken back.
func (f *falsifier) softened() []Passage {
	list := f.of(func(fact *narrate.Fact) bool {
		for _, line := range graver[f.System] {
			from, to, _ := strings.Cut(line, ": ")
			if in(from, fact.Moment.Frame) {
				fact.Moment.Frame = to
				return true
			}
		}
		return false
	})
	for _, fact := range f.Paragraph.Facts {
		switch frame := fact.Moment.Frame; {
		case in("fall felled", frame):
			list = append(list, f.said(f.ended(f.ways.stands, fact.To)...)...)
		case in("gash grievous critical", frame):
			list = append(list, f.said(f.ended(f.ways.scratches, fact.To)...)...)
		case in(hurting, frame):
			list = append(list, f.said(f.ended(f.ways.harmless, fact.To)...)...)
		}
	}
	return list
}

// ordering and casting are frames of orders and of spells, and what happens instead.
var (
	ordering = []string{"order: rout gift chant", "sent: rout gift spell", "rout: rallied order", "gift: order rallied", "rallied: rout chant_broken"}
	casting  = []string{"chant: chant_broken spell order", "chant_broken: chant spell backlash rallied", "spell: chant chant_broken backlash", "backlash: spell chant_broken rout"}
)

// otherwise sets the words beside another fact of such a kind, or adds what is not so of it, or not known: what the order is,
// which spell, that it fails.
func (f *falsifier) otherwise(kinds []string, endings []string) (list []Passage) {
	for _, line := range kinds {
		frame, instead, _ := strings.Cut(line, ": ")
		if !f.among(frame) {
			continue
		}
		for other := range strings.FieldsSeq(instead) {
			if f.among(other) {
				continue
			}
			list = append(list, f.of(func(fact *narrate.Fact) bool {
				if fact.Moment.Frame != frame {
					return false
				}
				fact.Moment.Frame = other
				return true
			})...)
		}
		if len(f.Paragraph.Facts) > 1 { // what is not so of the one may be so of the other
			continue
		}
		for _, e := range endings {
			if only, text, ok := strings.Cut(e, "|"); !ok || in(only, frame) {
				if ok {
					e = text
				}
				list = append(list, f.said(f.ended([]string{e}, f.letters()[0])...)...)
			}
		}
	}
	return list
}

// joined brings in somebody who is not there.
func (f *falsifier) joined() (list []Passage) {
	list = f.said(f.ended(f.ways.thirds, "A")...)
	for _, who := range f.letters() {
		for _, other := range f.ways.others {
			if strings.HasPrefix(f.Text, "{"+who+"}") {
				other = strings.ToUpper(other[:1]) + other[1:]
			}
			list = append(list, f.said(strings.Replace(f.Text, "{"+who+"}", other, 1))...)
		}
	}
	return list
}

// replaceWord sets a word for another, wherever it stands whole.
func replaceWord(text, from, to string) string {
	var b strings.Builder
	for len(text) > 0 {
		i := strings.Index(text, from)
		if i < 0 {
			break
		}
		end := i + len(from)
		whole := (i == 0 || !letter(text[i-1])) && (end == len(text) || !letter(text[end]))
		b.WriteString(text[:i])
		if whole {
			b.WriteString(to)
		} else {
			b.WriteString(from)
		}
		text = text[end:]
	}
	return b.String() + text
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '{' }
