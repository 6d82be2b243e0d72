package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// A caster's page between fights: its lists, its slots as a sum, its spells with what gave each (a licence, a
// dan, study), spells that it may still choose, and those that nothing gives.

// studyNeed is the total that the check of a session of study must reach (SP-04).
var studyNeed = TermTable.Num("study", "need")

// Page returns the page of a combatant's row, as it is or after a promotion, with the odds or the dice of a session of
// study if that is asked for. A row without spells has no page, which is a different error from a wrong request.
func Page(name string, rows Book, asks book.PageRequest) (book.Page, error) {
	out := book.Page{Name: name}
	row, ok := rows.Combatants[name]
	if !ok {
		return out, text.Problem{What: fmt.Sprintf("no combatant is called %q", name),
			Want: text.OneOf(name, book.Keys(rows.Combatants))}
	}
	c := row.Caster
	if c == nil || c.Mode != ModeSpells {
		return out, book.NoPage{Problem: text.Problem{What: name + " casts no spells",
			Want: "a row whose caster: has mode: spells"}}
	}
	if asks.Promote != 0 {
		if asks.Promote <= c.Dan.N || asks.Promote > Tatsujin {
			return out, text.Problem{What: fmt.Sprintf("a promotion to dan %d at %s", asks.Promote, DanName(c.Dan.N)),
				Want: fmt.Sprintf("%d to %d, where 11 is a Tatsujin", min(c.Dan.N+1, Tatsujin), Tatsujin)}
		}
		reached := *c
		reached.Dan.N = asks.Promote
		row.Caster = &reached
	}
	const eachList = false // as R-151 is decided; a page knows no rulings of a table
	spells := rows.Spellbook(row, eachList)
	say := func(of, format string, values ...any) {
		out.Lines = append(out.Lines, book.PageLine{Topic: of, Says: fmt.Sprintf(format, values...)})
	}
	for _, l := range row.Caster.Lists {
		say("list", "%s, opened by %d points, since %s", l.Skill, row.Skills[l.Skill].N, DanName(l.licensedAt()))
	}
	for _, s := range spells.Slots {
		say("slots", "%s %s", s.List, s.words())
	}
	for _, h := range spells.Known {
		say("spell", "%s, %s of %s, by %s", h.Spell, DanName(h.Dan), h.List, cmp.Or(h.GivenBy, "nothing"))
	}
	for _, d := range spells.Due {
		from := fmt.Sprintf("%s from %s, by %s", DanName(d.Dan), strings.Join(d.Lists, " or "), d.GivenBy)
		if n := min(d.Owed, d.Available); n > 0 {
			say("due", "%d of %s", n, from)
		}
		if n := d.Owed - d.Available; n > 0 {
			say("none", "%d of %s: there is none to choose", n, from)
		}
	}
	for _, spell := range spells.Unearned {
		say("over", "%s, which nothing gives", spell)
	}
	if asks.Study == "" {
		return out, nil
	}
	return out, rows.addStudy(row, spells, asks, say)
}

// words returns slots as a sum: "4/3/2 by the dan + 1/1/1 by folk sorcery = 5/4/3". Then come those that are left, if
// some have been used, and those that the caster gets later, with its first slot of the same spell dan.
func (s slots) words() string {
	var parts []string
	for _, p := range s.Parts {
		parts = append(parts, SlotWords(p.Dans)+" by "+p.Source)
	}
	text := strings.Join(parts, " + ") + " = " + SlotWords(s.Sum)
	if s.Left != s.Sum {
		text += ", left " + SlotWords(s.Left)
	}
	for _, p := range s.Later {
		text += "; waits: " + SlotWords(p.Dans) + " by " + p.Source
	}
	return text
}

// SlotWords returns numbers of slots by spell dan, up to the last one that has any: 4/3/2.
func SlotWords(dans [6]int) string {
	last := 1
	for d, n := range dans {
		if n > 0 {
			last = d + 1
		}
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(dans[:last]), " ", "/"), "[]")
}

// addStudy adds the lines of a session of study: the check, 2d10 with Wisdom and the skill of the list against 11
// (SP-04), and its dice if there is a seed. The error says why the spell cannot be studied.
func (b Book) addStudy(row Combatant, spells spellbook, asks book.PageRequest,
	say func(of, format string, values ...any)) error {
	s, ok := b.Spells[asks.Study]
	refuse := func(what, want string) error { return text.Problem{What: what, Want: want} }
	switch {
	case !ok:
		return refuse(fmt.Sprintf("no spell is called %q", asks.Study), text.OneOf(asks.Study, book.Keys(b.Spells)))
	case slices.ContainsFunc(spells.Known, func(h knownSpell) bool { return h.Spell == asks.Study }):
		return refuse(asks.Study+" is known already", "a spell to learn")
	case !slices.ContainsFunc(row.Caster.Lists, func(l SpellList) bool { return l.Skill == s.List }):
		return refuse(asks.Study+" is of the list of "+s.List+", which is not opened", "a spell of its own lists")
	case s.Dan.N > row.Caster.Dan.N:
		return refuse(fmt.Sprintf("%s is of %s, above %s", asks.Study, DanName(s.Dan.N), DanName(row.Caster.Dan.N)),
			"no spell above one's own dan")
	}
	mod := row.Wisdom.N + row.Skills[s.List].N
	check := dice.TwoD10Check(mod, studyNeed)
	say("study", "%s: %v, %s; one a session", asks.Study, check, check.Chance(dice.Success).Percent())
	if asks.Seed == nil {
		return nil
	}
	shown := dice.Stream{Seed: *asks.Seed, Name: "study " + asks.Study}.Throw(0, []int{10, 10}) // its stream has this one throw
	total := shown[0] + shown[1] + mod
	result := "not learnt"
	if total >= studyNeed {
		result = "learnt: add it to known, and one to studied"
	}
	say("dice", "%d and %d, %d in all: %s", shown[0], shown[1], total, result)
	return nil
}
