package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Document 002 §1, §2, §5 to §7: who may learn which spells, and how many may be cast. The casters of a fight and a
// caster's page between fights are made from this. A dan is a rank, of a caster and of a spell.

// Caster is what a combatant's row says of its spells.
type Caster struct {
	Mode    string           `yaml:"mode" json:"mode" words:"modes" doc:"spells: slots and lists; core: the core's own techniques. Never both (SP-46)."`
	Dan     Num              `yaml:"dan,omitempty" json:"dan,omitzero" doc:"Its dan, 1 to 10; 11 for a Tatsujin."`
	Class   string           `yaml:"class,omitempty" json:"class,omitempty" words:"classes" doc:"Its mystical class, for the slots that one adds in the main list."`
	School  string           `yaml:"school,omitempty" json:"school,omitempty" words:"schools" doc:"The mystical school it holds a licence of."`
	Main    string           `yaml:"main,omitempty" json:"main,omitempty" words:"spell lists" doc:"The list its class adds slots to; the first of lists if not said."`
	Lists   []SpellList      `yaml:"lists,omitempty" json:"lists,omitempty" doc:"The lists it has a licence of, two at most."`
	Known   []string         `yaml:"known,omitempty" json:"known,omitempty" words:"spells" doc:"The spells it knows; where it names none of a list's first dan, the first three by name."`
	Studied int              `yaml:"studied,omitempty" json:"studied,omitempty" limit:"0..99" doc:"How many of them were studied in interludes."`
	Placed  map[string][]int `yaml:"placed,omitempty" json:"placed,omitempty" doc:"By list, the dans at which slots that come without a dan lie; at the first if not said."`
	Left    map[string][]int `yaml:"left,omitempty" json:"left,omitempty" doc:"By list, the slots left of 1, 3, 5, 7 and 9 dan; all if not said."`
}

// SpellList is a list a caster has a licence of.
type SpellList struct {
	Skill string `yaml:"skill" json:"skill" words:"spell lists" doc:"The skill: sorcery, exorcism, barrier, prophecy."`
	Since int    `yaml:"since,omitempty" json:"since,omitempty" limit:"1..11" doc:"The dan at which the licence was gained; 1 if not said."`
}

// licensedAt returns the dan at which the licence was gained.
func (l SpellList) licensedAt() int { return max(1, l.Since) }

// Tradition is a mystical school or class: the slots that it adds (SP-42, SP-45).
type Tradition struct {
	Lists  []string `yaml:"lists,omitempty" json:"lists,omitempty" among:"spell lists" as:"list" doc:"The lists it adds slots to; a class without any adds them to the main list."`
	Dans   []int    `yaml:"dans,omitempty" json:"dans,omitempty" doc:"The dans of the slots it adds, one each; without them they lie where the sheet places them."`
	Slots  Num      `yaml:"slots" json:"slots" within:"1..4" doc:"How many: at each of its dans, or in all."`
	Also   []string `yaml:"also,omitempty" json:"-" clean:"name" doc:"Other names of a school, which sheets may use as well."`
	Source string   `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// School returns the name of a school's row, by that or by another name of the school; a name that no school has stays.
func (b Book) School(name string) string {
	for _, row := range book.Keys(b.Schools) {
		if slices.Contains(b.Schools[row].Also, name) {
			return row
		}
	}
	return name
}

// addsTo reports whether a tradition adds slots to a list. main says whether that is the caster's main one, to which a
// class without lists of its own adds.
func (t Tradition) addsTo(list string, main bool) bool {
	return len(t.Lists) == 0 && main || slices.Contains(t.Lists, list)
}

// The modes of a caster, who has spells or the core's own arts and never both (SP-46).
const (
	ModeSpells = "spells"
	ModeCore   = "core"
)

var (
	LicencePoints   = TermTable.Num("licence", "points")       // points in a skill that open its list (SP-01)
	licenceSpells   = TermTable.Num("licence", "spells")       // 1-dan spells that come with a licence (SP-02)
	promotionSpells = TermTable.Num("dan promotion", "spells") // spells of each dan reached (SP-03)
)

// ListsMax is how many lists one caster has in a fight.
const ListsMax = 2

// slotsByDan has the rows of the slot table, in the order of SpellDans: slots by spell dan (SP-05).
var slotsByDan = func() (all [6][6]int) {
	for k := range SpellDans {
		for d, of := range slotTable.Columns {
			n, _ := slotTable.Figure(slotTable.Rows[k].Name, of.Name)
			all[k][d] = n.N
		}
	}
	return all
}()

// slotsOfDan returns the slots of a dan by spell dan: the row of the highest listed dan that is not above it.
func slotsOfDan(dan int) (row [6]int) {
	for k, d := range SpellDans {
		if d <= dan {
			row = slotsByDan[k]
		}
	}
	return row
}

// LicencesMax returns how many skills a dan may hold at the licence or above: 1, and 1 more at each even dan up to 10.
func LicencesMax(dan int) int { return 1 + min(max(dan, 0), 10)/2 }

// slotPart is one part of a list's slots: where it comes from, and how many slots it gives at 1, 3, 5, 7, 9 dan and
// Tatsujin.
type slotPart struct {
	Source string // "the dan", or the school's or class's name
	Dans   [6]int
}

// slots are the slots of one list as a sum of parts (SP-05, SP-07, SP-42, SP-45), by spell dan as in slotPart.
type slots struct {
	List  string
	Parts []slotPart // the dan's first
	Later []slotPart // slots that wait until the caster's dan gives some of their spell dan
	Sum   [6]int
	Left  [6]int
}

// knownSpell is a spell that a caster knows and how it came to know it.
type knownSpell struct {
	Spell, List string
	Dan         int
	GivenBy     string // "licence", "3 dan", "study", or empty: nothing gives it
}

// dueSpells are spells that a caster has yet to choose: Owed of this dan, from these lists. There may be fewer to
// choose from.
type dueSpells struct {
	Lists     []string
	Dan       int
	Owed      int
	Available int    // how many such spells the lists have that it does not know
	GivenBy   string // "licence" or "3 dan"
}

// spellbook is what a caster may cast, worked out: slots by list in the order of its lists, and spells.
type spellbook struct {
	Slots    []slots
	Known    []knownSpell
	Due      []dueSpells
	Unearned []string // spells it knows though nothing gives them
}

// Spellbook works out what a combatant's row knows and may cast; for a row without spells it is empty. eachList says
// whether a promotion gives its spells for every list, or for all lists together.
func (b Book) Spellbook(row Combatant, eachList bool) spellbook {
	c := row.Caster
	if c == nil || c.Mode != ModeSpells {
		return spellbook{}
	}
	var sheet spellbook
	for _, l := range c.Lists {
		sheet.Slots = append(sheet.Slots, b.slotsOf(c, l.Skill))
	}
	b.creditSpells(c, eachList, &sheet)
	return sheet
}

// main returns the list to which a class without lists of its own adds.
func (c *Caster) main() string {
	if c.Main == "" && len(c.Lists) > 0 {
		return c.Lists[0].Skill
	}
	return c.Main
}

// slotsOf adds up a caster's slots of one list: by its dan, its school and its class. Slots of a spell dan for
// which the caster's own dan gives none wait until it gives one.
func (b Book) slotsOf(c *Caster, list string) slots {
	out := slots{List: list}
	row := slotsOfDan(c.Dan.N)
	out.Parts = append(out.Parts, slotPart{Source: "the dan", Dans: row})
	loose := slices.Clone(c.Placed[list])
	for _, from := range []struct {
		name string
		t    Tradition
	}{{c.School, b.Schools[b.School(c.School)]}, {c.Class, b.Classes[c.Class]}} {
		if from.name == "" || !from.t.addsTo(list, list == c.main()) {
			continue
		}
		now, waits := slotPart{Source: from.name}, slotPart{Source: from.name}
		add := func(dan, n int) {
			at := slices.Index(SpellDans, dan)
			switch {
			case at < 0:
			case row[at] == 0:
				waits.Dans[at] += n
			default:
				now.Dans[at] += n
			}
		}
		for _, dan := range from.t.Dans {
			add(dan, from.t.Slots.N)
		}
		for n := 0; len(from.t.Dans) == 0 && n < from.t.Slots.N; n++ {
			dan := 1
			if len(loose) > 0 {
				dan, loose = loose[0], loose[1:]
			}
			add(dan, 1)
		}
		if now.Dans != [6]int{} {
			out.Parts = append(out.Parts, now)
		}
		if waits.Dans != [6]int{} {
			out.Later = append(out.Later, waits)
		}
	}
	for _, p := range out.Parts {
		for k, n := range p.Dans {
			out.Sum[k] += n
		}
	}
	out.Left = out.Sum
	if left, said := c.Left[list]; said {
		out.Left = [6]int{}
		copy(out.Left[:], left)
	}
	return out
}

// knownSpells returns the spells that a caster's block names, and the first three by name of the first dan of each list
// of whose first dan it names none.
func (b Book) knownSpells(c *Caster) (names []string) {
	for _, l := range c.Lists {
		first := func(name string) bool { return b.Spells[name].List == l.Skill && b.Spells[name].Dan.N == 1 }
		if slices.ContainsFunc(c.Known, first) {
			continue
		}
		firsts := text.Keep(book.Keys(b.Spells), first)
		names = append(names, firsts[:min(licenceSpells, len(firsts))]...)
	}
	return append(names, c.Known...)
}

// creditSpells sets what gives each known spell: three of the first dan come with each licence, two with each
// dan reached after it, the rest by study. Spells still to be chosen are due. Each spell is credited once, so that
// study, which gives any spell, comes last.
func (b Book) creditSpells(c *Caster, eachList bool, sheet *spellbook) {
	for _, name := range b.knownSpells(c) {
		s := b.Spells[name]
		sheet.Known = append(sheet.Known, knownSpell{Spell: name, List: s.List, Dan: s.Dan.N})
	}
	give := func(by string, dan, n int, lists ...string) {
		for k := range sheet.Known {
			if h := &sheet.Known[k]; n > 0 && h.GivenBy == "" && h.Dan == dan && slices.Contains(lists, h.List) {
				h.GivenBy = by
				n--
			}
		}
		if n > 0 && len(lists) > 0 {
			sheet.Due = append(sheet.Due, dueSpells{Lists: lists, Dan: dan, Owed: n,
				Available: b.countUnknown(sheet.Known, dan, lists), GivenBy: by})
		}
	}
	for _, l := range c.Lists {
		give("licence", 1, licenceSpells, l.Skill)
	}
	for _, dan := range SpellDans[1:] {
		var lists []string
		for _, l := range c.Lists {
			if l.licensedAt() < dan && dan <= c.Dan.N {
				lists = append(lists, l.Skill)
			}
		}
		groups := [][]string{lists}
		if eachList {
			groups = slices.Collect(slices.Chunk(lists, 1))
		}
		for _, group := range groups {
			give(DanName(dan), dan, promotionSpells, group...)
		}
	}
	studied := c.Studied
	for k := range sheet.Known {
		h := &sheet.Known[k]
		switch {
		case h.GivenBy != "":
		case studied > 0 && h.Dan <= c.Dan.N:
			h.GivenBy = "study"
			studied--
		default:
			sheet.Unearned = append(sheet.Unearned, h.Spell)
		}
	}
}

// countUnknown returns how many spells of a dan and of some lists are not known.
func (b Book) countUnknown(known []knownSpell, dan int, lists []string) (n int) {
	for name, s := range b.Spells {
		if s.Dan.N == dan && slices.Contains(lists, s.List) && !slices.ContainsFunc(known, func(h knownSpell) bool { return h.Spell == name }) {
			n++
		}
	}
	return n
}

// CopyCasterRows copies from another catalogue what a caster's block needs: its spells, its school and class, and those
// by which one of the spells costs less.
func (b Book) CopyCasterRows(c *Caster, from Book) {
	if c == nil || c.Mode != ModeSpells {
		return
	}
	tradition := func(name string) {
		if t, ok := from.Schools[name]; ok {
			b.Schools[name] = t
		}
		if t, ok := from.Classes[name]; ok {
			b.Classes[name] = t
		}
	}
	tradition(from.School(c.School))
	tradition(c.Class)
	for _, name := range from.knownSpells(c) {
		b.Spells[name] = from.Spells[name]
		for perk := range from.Spells[name].Perks {
			tradition(perk)
		}
	}
}

// DanName returns the name of a dan: "3 dan", or "Tatsujin".
func DanName(dan int) string {
	if dan == Tatsujin {
		return "Tatsujin"
	}
	return fmt.Sprintf("%d dan", dan)
}

// checkTradition checks a school's or class's row.
func (c *checker) checkTradition(at strict.Path, t Tradition) {
	c.Fields(at, t)
	for i, dan := range t.Dans {
		if !slices.Contains(SpellDans, dan) {
			c.Wrong(at.And("dans", i), fmt.Sprintf("dan %d", dan), "1, 3, 5, 7, 9, or 11 for a Tatsujin")
		}
	}
}

// checkCaster checks a row's caster: block: mode, licences, lists, slots and spells.
func (c *checker) checkCaster(at strict.Path, name string, row Combatant) {
	k := row.Caster
	if k == nil {
		return
	}
	at = at.And("caster")
	if !c.OneOf(at.And("mode"), "mode", k.Mode, []string{ModeSpells, ModeCore}) {
		return
	}
	if k.Class != "" {
		c.OneOf(at.And("class"), "class", k.Class, book.Keys(c.book.Classes))
	}
	if school := c.book.School(k.School); school != "" {
		c.OneOf(at.And("school"), "school", school, book.Keys(c.book.Schools))
	}
	if k.Mode == ModeCore {
		if len(k.Lists)+len(k.Known)+len(k.Placed)+len(k.Left) > 0 {
			c.Wrong(at, name+" keeps to the core's techniques and has spell lists",
				"mode: spells, or no lists, spells and slots (SP-46)")
		}
		return
	}
	for i, t := range row.Traits {
		if c.book.Traits[t].Mystic {
			c.Wrong(append(at[:len(at)-1], "traits", i), fmt.Sprintf("%s casts spells and holds the core art %q", name, t),
				"spells or core arts, never both (SP-46)")
		}
	}
	c.Num(at.And("dan"), "dan", k.Dan, 1, Tatsujin)
	if len(k.Lists) == 0 || len(k.Lists) > ListsMax {
		c.Wrong(at.And("lists"), fmt.Sprintf("%d spell lists", len(k.Lists)),
			"one or two; who has more licences chooses two for the fight")
	}
	before := len(c.Complaints)
	c.checkLists(at, name, row)
	c.checkSpellsOf(at, name, row)
	if len(c.Complaints) > before {
		return
	}
	// An encounter's rulings say whether each list gives its own spells; here the more generous reading counts.
	c.Complaints = append(c.Complaints, c.book.CheckSpellsKnown(at.And("known"), name, row, true)...)
	c.checkSlots(at, row)
}

// CheckSpellsKnown complains about known spells that neither licence nor promotion nor study gives.
func (b Book) CheckSpellsKnown(at strict.Path, name string, row Combatant, eachList bool) (bad strict.Complaints) {
	if over := b.Spellbook(row, eachList).Unearned; len(over) > 0 {
		bad.Wrong(at, fmt.Sprintf("%s knows %s besides what licence, promotions and %d studied give", name, strings.Join(over, ", "), row.Caster.Studied),
			"three of the first dan with each licence, two of each dan reached after it, and studied: for the rest")
	}
	return bad
}

// checkLists checks the licences: three points in the skill of each, and no more licences than the dan may hold
// (SP-01).
func (c *checker) checkLists(at strict.Path, name string, row Combatant) {
	k := row.Caster
	var skills []string
	for i, l := range k.Lists {
		here := at.And("lists", i)
		if !c.OneOf(here.And("skill"), "spell list", l.Skill, SpellLists) {
			continue
		}
		switch points := row.Skills[l.Skill].N; {
		case slices.Contains(skills, l.Skill):
			c.Wrong(here.And("skill"), "the list of "+l.Skill+" twice", "each list once")
		case points < LicencePoints:
			c.Wrong(here.And("skill"), fmt.Sprintf("%s has %d points of %s", name, points, l.Skill),
				"3 points, which open the list (SP-01)")
		case l.licensedAt() > k.Dan.N:
			c.Wrong(here.And("since"), fmt.Sprintf("a licence since dan %d at dan %d", l.licensedAt(), k.Dan.N),
				"no dan above its own")
		}
		skills = append(skills, l.Skill)
	}
	if k.Main != "" && !slices.Contains(skills, k.Main) {
		c.Wrong(at.And("main"), fmt.Sprintf("the main list %q", k.Main), text.OneOf(k.Main, skills))
	}
	licences := 0
	for _, points := range row.Skills {
		if points.N >= LicencePoints {
			licences++
		}
	}
	if most := LicencesMax(k.Dan.N); licences > most {
		c.Wrong(at.And("dan"), fmt.Sprintf("%s holds %d licences at dan %d", name, licences, k.Dan.N),
			fmt.Sprintf("at most %d", most))
	}
}

// checkSpellsOf checks the spells that a caster's block names (SP-02 to SP-04): each exists, once, of a list it has a
// licence of, and of no higher dan than its own.
func (c *checker) checkSpellsOf(at strict.Path, name string, row Combatant) {
	k := row.Caster
	for i, spell := range k.Known {
		here := at.And("known", i)
		s, ok := c.book.Spells[spell]
		switch {
		case !ok:
			c.OneOf(here, "spell", spell, book.Keys(c.book.Spells))
		case slices.Contains(k.Known[:i], spell):
			c.Wrong(here, fmt.Sprintf("%s knows %q twice", name, spell), "each spell once")
		case !slices.ContainsFunc(k.Lists, func(l SpellList) bool { return l.Skill == s.List }):
			c.Wrong(here, fmt.Sprintf("%s knows %q of the list of %s without its licence", name, spell, s.List),
				"spells of its own lists")
		case s.Dan.N > k.Dan.N:
			c.Wrong(here, fmt.Sprintf("%s knows %q of %s at %s", name, spell, DanName(s.Dan.N), DanName(k.Dan.N)),
				"no spell above one's own dan")
		}
	}
}

// checkSlots checks at which dans slots are placed and how many are left.
func (c *checker) checkSlots(at strict.Path, row Combatant) {
	k := row.Caster
	skills := []string{}
	for _, l := range k.Lists {
		skills = append(skills, l.Skill)
	}
	for _, list := range book.Keys(k.Placed) {
		c.OneOf(at.And("placed", strict.Key(list)), "list", list, skills)
		loose := 0
		for _, t := range []Tradition{c.book.Schools[c.book.School(k.School)], c.book.Classes[k.Class]} {
			if len(t.Dans) == 0 && t.addsTo(list, list == k.main()) {
				loose += t.Slots.N
			}
		}
		if n := len(k.Placed[list]); n > loose {
			c.Wrong(at.And("placed", strict.Key(list)), fmt.Sprintf("%d slots placed in %s", n, list),
				fmt.Sprintf("at most %d, which come without a dan", loose))
		}
		row := slotsOfDan(k.Dan.N)
		for i, dan := range k.Placed[list] {
			if d := slices.Index(SpellDans, dan); d < 0 || row[d] == 0 {
				c.Wrong(at.And("placed", strict.Key(list), i), fmt.Sprintf("a slot placed at dan %d", dan),
					"a dan that it has slots of")
			}
		}
	}
	for _, list := range book.Keys(k.Left) {
		if !c.OneOf(at.And("left", strict.Key(list)), "list", list, skills) {
			continue
		}
		sum := c.book.slotsOf(k, list).Sum
		for d, n := range k.Left[list] {
			most := 0
			if d < len(sum) {
				most = sum[d]
			}
			if n < 0 || n > most {
				c.Wrong(at.And("left", strict.Key(list), d), fmt.Sprintf("%d slots left", n), fmt.Sprintf("0 to %d", most))
			}
		}
	}
	for _, l := range k.Lists {
		for d, n := range c.book.slotsOf(k, l.Skill).Sum {
			if most := SlotsMax(d); n > most {
				c.Wrong(at.And("placed"), fmt.Sprintf("%d slots of %s in %s", n, DanName(SpellDans[d]), l.Skill),
					fmt.Sprintf("at most %d", most))
			}
		}
	}
}

// SlotsMax returns how many slots of the d-th spell dan, counted from 0, a position has room for: four bits for the
// first dan, three for each other.
func SlotsMax(d int) int {
	if d == 0 {
		return 15
	}
	return 7
}
