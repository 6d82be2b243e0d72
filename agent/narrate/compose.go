package narrate

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"kokyu/prompts"
	"kokyu/rules"
)

// Composing: which way each fact is said in, and which image stands where. Go chooses by a seed; a model may choose of the
// same numbers. Whoever chooses, every fact is told once and in its order.

// composer chooses for one tale. Its memory is of what has been told.
type composer struct {
	seed    uint64
	bank    prompts.Images
	plain   bool           // no images
	used    map[string]int // ways, by their template: how often
	images  map[int]bool   // told in this tale, and in those of its table before it
	last    string         // the sentence before
	since   int            // paragraphs since the last saying
	wise    bool           // this tale may tell a saying
	salted  bool           // a saying has been told
	told    int            // paragraphs
	words   int            // of them
	adorned int            // of them, with an image
}

func newComposer(seed uint64, bank prompts.Images, plain bool, before []int) *composer {
	c := &composer{seed: seed, bank: bank, plain: plain, used: map[string]int{}, images: map[int]bool{}, since: 1}
	c.wise = seed*0x9e3779b97f4a7c15>>32%sayingsOne == 0
	for _, id := range before {
		c.images[id] = true
	}
	return c
}

const (
	sayingsOne = 3 // of so many tales one may tell a saying
	longTale   = 5 // paragraphs, after which one more image may stand

	shortAfter = 80  // words of a tale, after which a fact is told in a short way
	wordCosts  = 0.3 // what a word more is held against a way then
)

// imagesMax is how many images are offered for a paragraph.
const imagesMax = 6

// offer puts the images beside a paragraph that fit it and have not been told: sayings after a fact whose cause they name,
// images of the place after a fall, at the opening and at the end.
func (c *composer) offer(p *Paragraph) {
	p.Images = nil
	if c.plain {
		return
	}
	byID := map[int]int{} // the place in the list, by number
	add := func(id int, text string, after int, kind imageKind) {
		if i, ok := byID[id]; ok {
			p.Images[i].After = append(p.Images[i].After, after)
			return
		}
		byID[id] = len(p.Images)
		p.Images = append(p.Images, Image{ID: id, Text: text, After: []int{after}, kind: kind})
	}
	for i := range p.Facts {
		f := &p.Facts[i]
		if at := c.spot(p, i); at != "" {
			for _, pl := range c.bank.Places {
				if at == "open" && (pl.Setting["ground"] != nil || pl.Setting["weather"] != nil) {
					continue // the sentence before has told these
				}
				if !c.images[pl.ID] && pl.Fits(at, p.Setting) {
					add(pl.ID, pl.Text, f.ID, place)
				}
			}
		}
		causes, tags := hinges(&f.Of)
		causes = slices.DeleteFunc(causes, func(cause string) bool { // which the sentence before does not name
			return f.Of.Has(cause) && !slices.Contains(f.named, cause) || cause == "unpaid" && !slices.Contains(f.named, "spent")
		})
		for _, s := range c.bank.Sayings {
			if !c.images[s.ID] && slices.ContainsFunc(causes, func(cause string) bool { return s.Fits(cause, tags...) }) {
				add(s.ID, s.Text, f.ID, saying)
				p.Images[byID[s.ID]].plain = s.Plain
			}
		}
	}
	slices.SortStableFunc(p.Images, func(x, y Image) int {
		return cmp.Compare(c.draw(p, fmt.Sprint("image", x.ID)), c.draw(p, fmt.Sprint("image", y.ID)))
	})
	if len(p.Images) > imagesMax { // of both kinds, if there are both, and a saying that Go may tell
		few := p.Images[:imagesMax:imagesMax]
		for _, kind := range []imageKind{saying, place} {
			of := func(i Image) bool { return i.kind == kind && (kind == place || i.plain) }
			if !slices.ContainsFunc(few, of) {
				if k := slices.IndexFunc(p.Images, of); k >= 0 {
					few[imagesMax-1] = p.Images[k]
				}
			}
		}
		p.Images = few
	}
}

// spot returns where in a tale the end of a fact is, if an image of the place may stand there.
func (c *composer) spot(p *Paragraph, i int) string {
	f := &p.Facts[i]
	last := i == len(p.Facts)-1
	switch {
	case f.Kind == "opening":
		return "open"
	case !last:
		return ""
	case p.end:
		return "end"
	case f.Kind == "fall" || f.Kind == "sunk" || f.Kind == "alone":
		return "fall"
	}
	return ""
}

// hinges returns the causes of a fact that a saying may name, and what else the saying must suit.
func hinges(f *rules.Fact) (causes, tags []string) {
	for _, cause := range f.Causes {
		switch cause {
		case "spent":
			causes = append(causes, "spent", "unpaid")
		case "late", "hurried", "feint", "overload", "counter", "grapple", "order":
			causes = append(causes, cause)
		}
	}
	switch f.Kind {
	case "broke", "held":
		causes = append(causes, "overload")
	case "guard broken":
		causes = append(causes, "guard")
	case "grapple", "pin", "grip", "escape":
		causes = append(causes, "grapple")
	case "prone":
		causes = append(causes, "throw")
	case "disarmed":
		causes = append(causes, "weapon")
	case "feint":
		causes = append(causes, "feint")
	case "unhorsed", "mounts", "dismounts", "rides":
		causes = append(causes, "mount")
	case "spell", "backlash", "chant broken":
		causes = append(causes, "spell")
	case "order":
		causes = append(causes, "order")
	case "fall", "sunk":
		tags = append(tags, "fall", "hit")
	case "wound", "landed", "point":
		tags = append(tags, "hit")
	case "stopped", "feint stopped":
		tags = append(tags, "parried")
	case "miss", "near", "vain", "trade":
		tags = append(tags, "miss")
	}
	if f.Wounds > 0 {
		tags = append(tags, "wound")
	}
	if f.Depth >= deepLeast {
		tags = append(tags, "deep")
	}
	if isKilled(f.Fate) {
		tags = append(tags, "killed")
	}
	if f.Family != "" {
		tags = append(tags, f.Family)
	}
	if shot(f.Family) {
		tags = append(tags, "ranged")
	}
	return causes, tags
}

// hinge returns the cause of a fact that an image may speak of, for a model.
func hinge(f *rules.Fact) string {
	if causes, _ := hinges(f); len(causes) > 0 {
		return causes[0]
	}
	return ""
}

// choose composes a paragraph by the seed: of each fact's ways one that has been told least and does not begin as the
// sentence before; an image where one stands well, in half of the paragraphs at most.
func (c *composer) choose(p *Paragraph) (pieces []Piece) {
	last, used := c.last, maps.Clone(c.used) // with those of this paragraph
	image, at := c.image(p)
	for i := range p.Facts {
		f := &p.Facts[i]
		k := c.way(p, f, last, used)
		used[f.made[k]]++
		pieces = append(pieces, Piece{Fact: f.ID, Way: k + 1})
		last = f.Ways[k]
		if at == f.ID {
			pieces = append(pieces, Piece{Image: image.ID})
			last = ""
		}
	}
	return pieces
}

// way chooses one of a fact's ways by how often each has been used.
func (c *composer) way(p *Paragraph, f *Fact, last string, used map[string]int) int {
	best, least := 0, math.Inf(1)
	for i, words := range f.Ways {
		against := 4*float64(used[f.made[i]]) + c.draw(p, fmt.Sprint(f.ID, "/", f.made[i]))
		if first(words) == first(last) {
			against += 1.5
		}
		if c.words >= shortAfter {
			against += wordCosts * float64(len(strings.Fields(words)))
		}
		if against < least {
			best, least = i, against
		}
	}
	return best
}

// first returns the first word of a text.
func first(txt string) string {
	word, _, _ := strings.Cut(txt, " ")
	return strings.TrimSuffix(word, "'s")
}

// image chooses an image and the fact it follows; none where too many have been told. Of sayings it tells one in a tale at
// most, and a plain one: readers took the others for riddles.
func (c *composer) image(p *Paragraph) (chosen Image, after int) {
	// One at the beginning, in half of the tales, one at the end, and one more in a long tale.
	room := c.adorned < 1 && c.told >= longTale || p.end
	if c.told == 0 {
		room = c.draw(p, "adorn") < 0.5 && !p.many
	}
	if !room {
		return chosen, 0
	}
	for _, im := range p.Images {
		if im.kind == saying && (c.salted || !im.plain || p.end || !c.wise) {
			continue
		}
		if im.kind == place && !p.end && c.told > 0 { // after a fall readers looked for its point
			continue
		}
		return im, im.After[len(im.After)-1]
	}
	return chosen, 0
}

// repair returns somebody's choice with every fact once and in its order: what is missing is put in, what is there twice, not
// offered, or too much is left out. Of images one is told, two at the end.
func (c *composer) repair(p *Paragraph, said []Piece, own func(texts []string, after *Fact) (text string)) (pieces []Piece) {
	ways, images := map[int]int{}, map[int]Piece{}
	most := 1
	if p.end {
		most = 2
	}
	at := 0 // the latest fact named
	for _, piece := range said {
		_, taken := images[at]
		switch {
		case piece.Fact > 0:
			if piece.Fact > len(p.Facts) || ways[piece.Fact] > 0 {
				continue
			}
			at, ways[piece.Fact] = piece.Fact, 1
			if n := piece.Way; n >= 1 && n <= len(p.Facts[piece.Fact-1].Ways) {
				ways[piece.Fact] = n
			}
		case at == 0 || taken || len(images) >= most:
		case piece.Image > 0:
			i := slices.IndexFunc(p.Images, func(im Image) bool { return im.ID == piece.Image })
			if i < 0 || c.images[piece.Image] || !slices.Contains(p.Images[i].After, at) || p.Images[i].kind == saying && c.since < 1 {
				continue
			}
			images[at] = piece
		case len(piece.Own) > 0 && own != nil:
			if text := own(piece.Own, &p.Facts[at-1]); text != "" {
				images[at] = Piece{Own: []string{text}}
			}
		}
	}
	for i := range p.Facts {
		id := p.Facts[i].ID
		pieces = append(pieces, Piece{Fact: id, Way: max(1, ways[id])})
		if im, ok := images[id]; ok {
			pieces = append(pieces, im)
		}
	}
	return pieces
}

// word returns the text of pieces that have been chosen or repaired, slots open, and the image of the bank in it.
func (c *composer) word(p *Paragraph, pieces []Piece) (text string, image int) {
	var said []string
	adorned := false
	c.since++
	for _, piece := range pieces {
		switch {
		case piece.Fact > 0:
			f := &p.Facts[piece.Fact-1]
			if follows(&telling{Fact: rules.Fact{Kind: f.Kind}}) { // a sentence of its own
				said = append(said, f.Ways[piece.Way-1], "")
			} else {
				said = join(p, said, f.Ways[piece.Way-1])
			}
			if n := len(said) - 2; n >= 0 && said[n+1] == f.Ways[piece.Way-1] && piece.Fact > 1 {
				if both := answerSentence(&p.Facts[piece.Fact-2].Of, &f.Of, said[n], said[n+1]); both != "" {
					said = append(said[:n], both, "")
				}
			}
			if n := len(said) - 2; f.Kind == "alone" && n >= 1 && said[n] != "" { // the fall is why
				if both := lonely(said[n-1], said[n]); both != "" {
					said = append(said[:n-1], both, "")
				}
			}
			c.used[f.made[piece.Way-1]]++
			c.last = f.Ways[piece.Way-1]
		case len(piece.Own) > 0:
			said, adorned = append(said, piece.Own[0], ""), true
		default:
			i := slices.IndexFunc(p.Images, func(im Image) bool { return im.ID == piece.Image })
			said, adorned, image = append(said, p.Images[i].Text, ""), true, piece.Image
			c.images[image] = true
			if p.Images[i].kind == saying {
				c.since, c.salted = 0, true
			}
		}
	}
	c.told++
	if adorned {
		c.adorned++
	}
	text = strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), " ")
	c.words += len(strings.Fields(text))
	return text, image
}

// joinedMost is how many words a sentence has at most that two facts share.
const joinedMost = 24

// deed is a sentence about what one person does, without another clause.
var deed = regexp.MustCompile(`^\{([^ }]+)[^}]*\} ([^.:;“]+)\.$`)

// strokeAt is a sentence about a blow that wounds somebody, and no more.
var strokeAt = regexp.MustCompile(`^((\{[^ }]+\})'s [^.,:;“]+) wounds (\{[^ }]+\})\.$`)

// rally is a sentence about squads that close ranks or load.
var rally = regexp.MustCompile(`^(\{[^ }]+\})( take heart and close ranks\.| load again\.)$`)

// breathless is a sentence about somebody who runs out of breath as others do.
var breathless = regexp.MustCompile(`^(\{[^ }]+\}(?:(?:, \{[^ }]+\})* and \{[^ }]+\})?) (stays? on guard too long and runs? out of breath|runs? out of breath again|tr(?:ies|y) to do too much and runs? out of breath)\.$`)

// severally is what one person does, as several do it.
var severally = strings.NewReplacer("stays ", "stay ", "runs ", "run ", "tries ", "try ")

// dropped is a sentence about somebody who drops a weapon, and regained one about who takes one up again.
var (
	dropped  = regexp.MustCompile(`^(\{[^ }]+)(?: they)?\} [^.:;]*drops ((?:her|his|the) [^.,:;]+)\.$`)
	regained = regexp.MustCompile(`^(\{[^ }]+)\} picks up ([^.,:;]+) again\.$`)
)

// rallied is a sentence about somebody who rallies squads.
var rallied = regexp.MustCompile(`^(\{[^ }]+\} rallies )([^.:;]+)\.$`)

// ordered is a sentence about what is done at an order.
var ordered = regexp.MustCompile(`^At (\{[^ }]+\})'s order, ([^.:;]+)\.$`)

// wavering is a sentence about a squad that wavers, and why.
var wavering = regexp.MustCompile(`^(\{[^ }]+\}) wavers?(, [^.]+)\.$`)

// spreading is a sentence about a spell that hits another as well.
var spreading = regexp.MustCompile(`^The spell also (wounds|grazes|brings down) (\{[^ }]+\})( badly)?\.$`)

// fallen is the end of a sentence that tells a fall.
var fallen = regexp.MustCompile(`(, and \{[^}]+\} (?:goes down|falls dead)|[^,] and goes down|with [^.,;:]+)\.$`)

// alone is who is the only one left, and against whom.
var alone = regexp.MustCompile(`^(?:(\{[^ }]+\}) is left alone|Now only (\{[^ }]+\}) is left) against (.+)$`)

// lonelyMost is how many words a sentence has at most that tells a fall and who is left.
const lonelyMost = 26

// lonely returns one sentence for a fall and for who is left alone by it; empty where two are better.
func lonely(fall, left string) string {
	of := alone.FindStringSubmatch(left)
	if of == nil || !fallen.MatchString(fall) || strings.Contains(fall, ". {") || strings.Contains(fall, ", who ") || len(strings.Fields(fall+left)) > lonelyMost {
		return ""
	}
	if strings.HasPrefix(left, "Now") {
		return strings.TrimSuffix(fall, ".") + ", which leaves only " + of[2] + " against " + of[3]
	}
	return strings.TrimSuffix(fall, ".") + ", which leaves " + of[1] + " alone against " + of[3]
}

// answerSentence returns one sentence for a blow and for the one that the other gives back; empty where two are better.
func answerSentence(before, f *rules.Fact, blow, back string) string {
	deeds, ends := []string{"wound", "grapple", "prone"}, []string{"wound", "fall", "prone", "escape"}
	if !slices.Contains(deeds, before.Kind) || !slices.Contains(ends, f.Kind) || before.By != f.To ||
		before.To != f.By || strings.ContainsAny(strings.TrimSuffix(blow, "."), ".,:;") ||
		strings.ContainsAny(strings.TrimSuffix(back, "."), ".:;") || len(strings.Fields(blow+back)) > joinedMost+2 {
		return ""
	}
	if strings.Contains(back, "feint") || strings.Contains(back, ", and ") { // which is enough for one sentence
		return ""
	}
	if rest, in := strings.CutPrefix(back, "In return "); in {
		return strings.TrimSuffix(blow, ".") + ", and in return " + rest
	}
	one, _, _ := strings.Cut(blow, "}")
	two, _, _ := strings.Cut(back, "}")
	if !strings.HasPrefix(back, "{") || one == two || before.Kind == "wound" && f.Kind == "wound" || strings.Contains(back, ", but ") {
		return ""
	}
	return strings.TrimSuffix(blow, ".") + ", but " + back
}

// oneOf returns one sentence for two of the same form: two blows at the same one, two things done at one's orders, a spell that
// spreads, squads that waver; empty for others.
func oneOf(last, next string) string {
	if one, two := strokeAt.FindStringSubmatch(last), strokeAt.FindStringSubmatch(next); one != nil && two != nil && one[3] == two[3] && one[2] != two[2] {
		return strings.TrimSuffix(last, ".") + ", and so does " + two[1] + "."
	}
	if one, two := ordered.FindStringSubmatch(last), ordered.FindStringSubmatch(next); one != nil && two != nil && one[1] == two[1] &&
		!strings.Contains(one[2]+two[2], ",") && len(strings.Fields(last+next)) <= joinedMost {
		return "At " + one[1] + "'s orders, " + one[2] + ", and " + two[2] + "."
	}
	if one, two := rallied.FindStringSubmatch(last), rallied.FindStringSubmatch(next); one != nil && two != nil && one[1] == two[1] {
		return one[1] + strings.ReplaceAll(one[2], " and ", ", ") + " and " + two[2] + "."
	}
	if one, two := breathless.FindStringSubmatch(last), breathless.FindStringSubmatch(next); one != nil && two != nil &&
		one[1] != two[1] && severally.Replace(one[2]) == severally.Replace(two[2]) {
		return strings.ReplaceAll(one[1], " and ", ", ") + " and " + two[1] + " " + severally.Replace(two[2]) + "."
	}
	if one, two := spreading.FindStringSubmatch(last), spreading.FindStringSubmatch(next); one != nil && two != nil && one[1] == two[1] && one[3] == two[3] {
		return "The spell also " + one[1] + " " + one[2] + " and " + two[2] + one[3] + "."
	}
	if one, two := wavering.FindStringSubmatch(last), wavering.FindStringSubmatch(next); one != nil && two != nil && one[2] == two[2] {
		return one[1] + " and " + two[1] + " waver" + one[2] + "."
	}
	if one, two := rally.FindStringSubmatch(last), rally.FindStringSubmatch(next); one != nil && two != nil && one[2] == two[2] {
		return one[1] + " and " + two[1] + one[2]
	}
	return ""
}

// join adds a sentence to those of a paragraph. What the same person does next goes into the same sentence, where that
// stays short and plain: "Tomoe wounds Sute and breaks through"; else a pronoun begins it, where it cannot be somebody else.
// An empty sentence before it keeps them apart.
func join(p *Paragraph, said []string, next string) []string {
	if len(said) == 0 || said[len(said)-1] == "" {
		return append(said, next)
	}
	last := said[len(said)-1]
	one, two := deed.FindStringSubmatch(last), deed.FindStringSubmatch(next)
	if one != nil && two != nil && one[1] == two[1] && !strings.ContainsAny(one[2]+two[2], ",") && !strings.Contains(" "+one[2]+two[2], " and ") &&
		first(one[2]) != first(two[2]) && first(two[2]) != "picks" && len(strings.Fields(last))+len(strings.Fields(two[2])) <= joinedMost {
		said[len(said)-1] = strings.TrimSuffix(last, ".") + " and " + p.him(one[2], two[2]) + "."
		return said
	}
	if one, two := dropped.FindStringSubmatch(last), regained.FindStringSubmatch(next); one != nil &&
		two != nil && one[1] == two[1] && p.Fill(one[2]) == p.Fill(two[2]) {
		said[len(said)-1] = strings.TrimSuffix(last, ".") + ", but picks it up again."
		return said
	}
	if both := oneOf(last, next); both != "" {
		said[len(said)-1] = both
		return append(said, "")
	}
	letter, after, ok := strings.Cut(strings.TrimPrefix(next, "{"), "}")
	they := p.slots[letter+" they"]
	if !ok || they == "" || !strings.HasPrefix(next, "{") || !strings.HasPrefix(last, "{"+letter+"}") && !strings.HasPrefix(last, "{"+letter+" they}") ||
		strings.HasPrefix(after, "'s first ") || strings.HasPrefix(after, ",") || strings.Contains(last, ". {") || strings.Contains(last, ": {") {
		return append(said, next)
	}
	for _, other := range strings.Split(last, "{")[1:] {
		if name, _, _ := strings.Cut(other, "}"); name != letter && name != letter+" they" && p.slots[name+" they"] == they {
			return append(said, next)
		}
	}
	return append(said, "{"+letter+" they}"+after)
}

// him returns a clause in which whoever has been named in the one before it, and no other, is a pronoun.
func (p *Paragraph) him(before, clause string) string {
	for slot := range p.slots {
		letter, is := strings.CutSuffix(slot, " him")
		if name := "{" + letter + "}"; is && strings.Contains(before, name) && !strings.Contains(clause, name+"'s") {
			clause = strings.Replace(clause, name, "{"+slot+"}", 1)
		}
	}
	return clause
}

// draw returns a lot from 0 to 1 of the seed, the paragraph and what it is for.
func (c *composer) draw(p *Paragraph, what string) float64 {
	h := fnv.New64a()
	var head [16]byte
	binary.LittleEndian.PutUint64(head[:8], c.seed)
	binary.LittleEndian.PutUint64(head[8:], uint64(p.To))
	h.Write(head[:])
	h.Write([]byte(what))
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return float64(x>>11) / (1 << 53)
}
