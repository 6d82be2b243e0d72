package english

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// opening returns where and why they fight, and who wants what.
func (t *Teller) opening() (paragraphs []string) {
	about := text.Escape(firstSentences(t.About, aboutMost))
	if t.Length == "short" {
		return []string{cmp.Or(text.Escape(firstSentences(t.About, 1)), t.sideBySide())}
	}
	ground := 0 // the row of Grounds; the first is of a place that the text names already
	if !strings.Contains(about, text.LastWord(t.Places[t.Place["place"]])) && (t.Place["place"] == "" || !strings.Contains(about, t.Place["place"])) {
		ground = 1 + t.variant("place", len(t.Grounds)-1)
	}
	first := []string{t.place(ground), about}
	if ground > 0 && about != "" { // what it is about, and where it is fought out
		slices.Reverse(first)
	}
	wishes := t.wishes()
	if wishes == "" {
		wishes = t.Goal()
		first = append(first, cmp.Or(t.sideBySide(), t.beside()), t.worry())
	} else {
		first = append(first, t.Goal())
	}
	all := strings.Join(slices.DeleteFunc(first, func(s string) bool { return s == "" }), " ")
	if n := len(strings.Fields(all + " " + wishes)); all != "" && n < 60 {
		return []string{strings.TrimSpace(all + " " + wishes)}
	}
	return slices.DeleteFunc([]string{all, wishes}, func(s string) bool { return s == "" })
}

// aboutMost is how many sentences of what a fight is about a tale has.
const aboutMost = 3

// variant returns which of n ways to tell something a tale takes, 0 to n-1: the same one all through it.
func (t *Teller) variant(of string, n int) int {
	h := fnv.New64a()
	fmt.Fprint(h, t.Title, t.seed, of)
	return int(h.Sum64() >> 20 % uint64(n))
}

// firstSentences returns so many first sentences of a text at most, and none that begins after forty words; nothing where that is more than
// eighty.
func firstSentences(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	end, words, count := 0, 0, 0
	for i, r := range s {
		if r == ' ' {
			words++
		}
		if count == most || words > 40 && count > 0 {
			break
		}
		if strings.ContainsRune(".!?", r) && (i+1 == len(s) || s[i+1] == ' ') {
			end = i + 1
			count++
		}
	}
	if end == 0 && s != "" {
		s += "."
		end = len(s)
	}
	if len(strings.Fields(s[:end])) > 80 {
		return ""
	}
	return s[:end]
}

// place returns where they fight, and when, by a row of Grounds: "They meet at a crossroads one rainy autumn day."
func (t *Teller) place(ground int) string {
	p := t.Places[t.Place["place"]]
	if p == "" {
		return ""
	}
	if w := t.Waters[t.Place["water"]]; w != "" && t.Place["place"] != "ford" && t.Place["place"] != "beach" {
		if t.Place["place"] == "bridge" && t.Place["water"] == "river" {
			w = "over a river"
		}
		p += " " + w
	}
	if tr := t.Trees[t.Place["trees"]]; tr != "" {
		p += " " + tr
	}
	sky := t.Skies[t.Place["weather"]]
	if t.Place["roof"] == "indoors" {
		sky = ""
	}
	season, light := t.Place["season"], t.Lights[t.Place["light"]]
	row := t.Grounds[ground]
	when := strings.Join(slices.DeleteFunc([]string{sky, season, light}, func(s string) bool { return s == "" }), " ")
	if ground == 0 {
		when = article(when) + when
	}
	if light == "" || sky+season == "" { // by lamplight it may be any time
		row, _, _ = strings.Cut(row, "}")
		row += "}{when}"
		if when = t.Hours[t.Place["light"]]; season != "" {
			when += " in " + season
		}
	}
	_, bare, _ := strings.Cut(p, " ")
	return text.Capital(strings.NewReplacer("{place}", p, "{bare}", bare, "{when}", when).Replace(row)) + "."
}

// Goal returns what a side wants besides standing; empty where it wants nothing.
func (t *Teller) Goal() string {
	g := t.Story.Stake
	said := firstSentences(t.About, aboutMost) + " " + t.person(t.leader(g.For)).Wants
	switch {
	case slices.ContainsFunc(t.GoalWords[g.Goal], func(words string) bool { return strings.Contains(said, words) }):
		return ""
	case g.Goal == "down" && g.Within > 0:
		g.Goal = "down within"
	}
	if g.For == "" || t.Goals[g.Goal] == "" {
		return ""
	}
	side, several := t.sideName(g.For)
	if leader := t.leader(g.For); g.Goal == "protect" && leader == g.Who {
		g.Goal = "protect leader"
	} else if g.Goal == "protect" { // whom it is about is in the sentence already
		side, several = possessive(t.Name(leader))+" side", false
	}
	return text.Capital(strings.NewReplacer("{side}", side, "[has]", t.inNumber("has", several), "[wants]", t.inNumber("wants", several), "{who}", t.Name(g.Who)).
		Replace(t.Goals[g.Goal]))
}

// wishes says who wants what, side by side, and who else is there: "Aki wants the sword back, but fears Ume. Beside Aki stands Bo, her brother."
// It is empty where the text of the fight names all who want something.
func (t *Teller) wishes() string {
	if t.saidOfAll() {
		return ""
	}
	var parts []string
	for i, s := range t.Sides {
		var wants, others []string
		first := ""
		for _, who := range s.Who {
			p := t.person(who)
			room := len(t.Cast) <= 5 || len(wants) < 1 || slices.Contains(t.Follow, who)
			if p.Wants != "" && room && len(strings.Fields(p.Wants)) <= 12 {
				first = cmp.Or(first, who)
				wants = append(wants, t.introduction(who)+" wants "+text.Escape(p.Wants)+t.dread(p))
			} else if says := t.introduction(who); says != t.Name(who) {
				others = append(others, strings.TrimSuffix(says, ","))
			}
		}
		if len(wants) == 0 {
			continue
		}
		if i > 0 && len(wants) == 1 && len(others) == 0 && len(parts) > 0 && !strings.Contains(parts[0], " Beside ") {
			parts[0] = strings.TrimSuffix(parts[0], ".") + "; " + wants[0] + "."
			continue
		}
		line, k := wants[0]+".", len(others)
		list := text.List(others, "and")
		if k > 2 {
			list = strings.Join(others[:k-1], "; ") + "; and " + others[k-1]
		} else if k > 1 {
			list = others[0] + ", and " + others[1]
		}
		if k > 0 {
			line += " Beside " + t.Name(first) + oneOrMany(k == 1, " stands ", " stand ") + list + "."
		}
		if len(wants) > 1 {
			line += " " + strings.Join(wants[1:], ". ") + "."
		}
		parts = append(parts, line)
	}
	return strings.Join(parts, " ")
}

// introduction returns a name with the epithet of the encounter, "Aki, a ronin from Odani,", where that is short.
func (t *Teller) introduction(who string) string {
	if p := t.person(who); p.Epithet != "" && len(strings.Fields(p.Epithet)) <= 7 {
		return t.Name(who) + ", " + text.Escape(p.Epithet) + ","
	}
	return t.Name(who)
}

// dread returns what somebody fears, ", but fears the sword", where that comes true in the tale or yet may; a fear of how it ends always.
func (t *Teller) dread(p *known) string {
	ended := t.End.Why != ""
	if p.Fears == "" || ended && !strings.HasPrefix(p.Fears, "that ") && (p.Feared == 0 || p.Out == "") || !ended && len(strings.Fields(p.Fears)) > 4 {
		return ""
	}
	t.used["fears "+p.Name]++
	return oneOrMany(p.Side == t.Sides[0].Name, ", but fears ", ", and fears ") + text.Escape(p.Fears)
}

// beside says who has come with the first of each side: "Akio the archer has brought Daigo and Aki the wolf; Haru the monk has come alone."
func (t *Teller) beside() string {
	if len(t.Cast) < 3 {
		return t.both()
	}
	var parts []string
	for _, s := range t.Sides {
		leader := t.leader(s.Name)
		others := slices.DeleteFunc(slices.Concat(s.Who, s.Horses), func(who string) bool { return who == leader })
		if parts = append(parts, t.kinds([]string{leader})[0]+" "+t.agree("has", leader)); len(others) == 0 {
			parts[len(parts)-1] += " come alone"
			continue
		}
		parts[len(parts)-1] += " brought " + text.List(t.kinds(others), "and")
	}
	if len(t.Cast) > 6 { // so many names are two sentences
		return text.Capital(parts[0]) + ". " + text.Capital(strings.Join(parts[1:], "; ")) + "."
	}
	return text.Capital(strings.Join(parts, "; ")) + "."
}

// kinds returns the names of people with what they are, those of one kind together: "Aki the wolf", "the ronin Chiyo and Fumi".
func (t *Teller) kinds(people []string) (names []string) {
	alike := map[string][]string{}
	var nouns []string
	for _, who := range people {
		noun := t.trade(who)
		if noun == "" {
			names = append(names, t.Name(who))
			continue
		}
		if alike[noun] = append(alike[noun], t.Name(who)); len(alike[noun]) == 1 {
			nouns = append(nouns, noun)
		}
	}
	slices.SortStableFunc(nouns, func(a, b string) int { return cmp.Compare(len(alike[a]), len(alike[b])) })
	for _, noun := range nouns {
		these, several := alike[noun], plural(noun)
		if several == noun { // else it might be of the first alone
			several = Count(len(these)) + " " + noun
		}
		if len(these) == 1 {
			names = append(names, these[0]+" the "+noun)
		} else {
			names = append(names, "the "+several+" "+text.List(these, "and"))
		}
	}
	return names
}

// trade returns what somebody is, as they are called beside their name; empty where there is no word for it, or they have no name of their own.
func (t *Teller) trade(who string) string {
	p := t.person(who)
	noun := t.Trades[p.Kind]
	if noun == "" && p.Being == "person" { // of a catalogue of one's own
		noun = text.Escape(p.Kind)
	}
	if p.Noun || strings.EqualFold(p.Kind, p.Spoken) {
		return ""
	}
	if man, is := strings.CutSuffix(noun, "man"); is && p.They == "she" {
		return man + "woman"
	}
	return noun
}

// both says what the two are of a fight of two: "Aki is a ronin, Botan a monk."
func (t *Teller) both() string {
	if len(t.Cast) < 2 {
		return ""
	}
	a, b := t.Cast[0].Name, t.Cast[1].Name
	switch one, other := t.trade(a), t.trade(b); {
	case one == "" || other == "":
		return ""
	case one == other:
		return "Both are " + plural(one) + "."
	default:
		return t.Name(a) + " is " + article(one) + one + ", " + t.Name(b) + " " + article(other) + other + "."
	}
}

// worry says what the leader of the losers fears, where it comes true; nothing where that is no sentence.
func (t *Teller) worry() string {
	leader := t.leader(t.End.Loser)
	p := t.person(leader)
	if leader == "" || t.End.Comes == "" || t.variant("worry", worries) > 0 || !strings.HasPrefix(p.Fears, "that ") || p.Being != "person" {
		return ""
	}
	t.used["worry "+leader]++
	return t.Name(leader) + " " + t.agree("fears", leader) + " " + text.Escape(p.Fears) + "."
}

// worries is of how many tales one tells such a fear.
const worries = 3

// sideBySide says who fights whom where nobody wants anything: "Aki the archer meets Bo."
func (t *Teller) sideBySide() string {
	if len(t.Sides) != 2 || t.About != "" || slices.ContainsFunc(t.Cast, func(p story.Person) bool { return p.Wants != "" }) {
		return ""
	}
	one := t.Sides[0].Who
	meet := oneOrMany(len(one) == 1 && !t.isPlural(one[0]), " meets ", " meet ")
	return text.Capital(text.List(t.kinds(one), "and")) + meet + text.List(t.kinds(t.Sides[1].Who), "and") + "."
}

// saidOfAll reports whether the text of the fight names everybody who wants something, and the encounter has no more to say of them.
func (t *Teller) saidOfAll() bool {
	return t.About != "" && !slices.ContainsFunc(t.Cast, func(p story.Person) bool {
		return p.Wants != "" && (p.Epithet != "" || !strings.Contains(t.About, p.Spoken))
	})
}

// ending returns who has won and why, how everybody is, and what it comes to. How the winners are is said with their victory where both are short:
// "Aki has won, but is wounded."
func (t *Teller) ending() string {
	e := t.End
	side, several := t.sideName(e.Winner)
	parts := []string{t.reason(side, several)}
	near, unhurt := t.nearMiss(), t.unhurt()
	first := strings.TrimSuffix(parts[0], ".")
	switch state := t.winnersLeft(); {
	case unhurt != "" || state == "" || t.Length == "short":
	case near == "" && e.Why == "none stands" && t.isUnscathed():
		parts[0] = first + " without a scratch."
	default:
		how, same := strings.CutPrefix(state, side+oneOrMany(several, " are ", " is still standing, "))
		switch only, is := strings.CutPrefix(state, "Only "); {
		case near != "":
			parts = append([]string{near}, append(parts, text.Capital(state))...)
		case same && (e.Why == "points" || !strings.HasSuffix(first, " won")):
			parts = append(parts, text.Capital(side)+oneOrMany(several, " are ", " is ")+how)
		case same && (how == "unhurt." || several): // the side is called by their names
			parts[0] = first + ", " + how
		case same:
			parts[0] = first + ", but is " + how
		case is && e.Why == "none stands":
			parts[0] = first + ", but only " + only
		default:
			parts = append(parts, text.Capital(state))
		}
	}
	if t.Length != "short" {
		parts = append(parts, cmp.Or(unhurt, t.others()))
	}
	switch wanting := slices.DeleteFunc(slices.Clone(t.Cast), func(p story.Person) bool { return !t.leads(p.Name) }); {
	case e.Comes != "":
		comes := text.Escape(text.Capital(e.Comes))
		if loser := t.leader(e.Loser); t.used["worry "+loser] > 0 {
			comes += ", as " + t.Name(loser) + " feared"
		}
		parts = append(parts, comes+".")
	case e.Winner == "" && e.Why != "points" && len(wanting) == 2 && wanting[0].Out+wanting[1].Out == "":
		parts = append(parts, "Neither "+t.Name(wanting[0].Name)+" nor "+t.Name(wanting[1].Name)+" has what they wanted.")
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// reason returns who has won, and why.
func (t *Teller) reason(side string, several bool) string {
	e := t.End
	loser, many := t.sideName(e.Loser)
	said := text.Escape(strings.TrimSuffix(e.Says, "."))
	fits := func(c clause, says bool) bool {
		asks := func(f string) bool { return slices.Contains(c.If, f) }
		return c.Kind == e.Why && asks("draw") == (e.Winner == "") && asks("says") == says && (many || !asks("many")) && (several || !asks("several"))
	}
	rows := slices.DeleteFunc(slices.Clone(t.Ends), func(c clause) bool { return !fits(c, said != "") })
	if len(rows) == 0 {
		rows = slices.DeleteFunc(slices.Clone(t.Ends), func(c clause) bool { return !fits(c, false) })
	}
	if len(rows) == 0 {
		rows = []clause{{Says: "the fight is over"}}
	}
	words := strings.NewReplacer("{winner}", side, "{has}", t.inNumber("has", several), "{loser}", loser, "{gives}", t.inNumber("gives", many),
		"{who}", t.Name(e.Who), "{down}", oneOrMany(t.person(e.Who).Out == "dead", "dead", "down"), "{rounds}", Count(e.Rounds)+oneOrMany(e.Rounds != 1, " rounds", " round"), "{words}", said,
		"{others}", t.list(e.Others)).Replace(rows[t.variant("end", len(rows))].Says)
	leader, out := t.leader(e.Winner), []string{"down", "dead", "crippled"}
	if t.leads(leader) && slices.Contains(out, t.person(leader).Out) && strings.HasSuffix(words, " won") {
		words += " without " + oneOrMany(several, "their", "its") + " leader"
	}
	return text.Capital(words) + "."
}

// nearMiss says that the losers had almost held out; empty where they had not, or a clock has said it.
func (t *Teller) nearMiss() string {
	e, g := t.End, t.Stake
	if g.Goal != "last" || g.For != e.Loser || e.Why != "none stands" || g.Rounds < 2 || e.Round > g.Rounds || e.Round+1 < g.Rounds || t.used["clock"] > 0 {
		return ""
	}
	loser, _ := t.sideName(e.Loser)
	return "A little longer, and " + loser + " would have held out."
}

// winnersLost returns who of the winners is out of the fight, horses not counted.
func (t *Teller) winnersLost() (lost []string) {
	for _, p := range t.Cast {
		if p.Side == t.End.Winner && p.Being != "horse" && p.Out != "" && (!p.Called || p.Left > 0) {
			lost = append(lost, p.Name)
		}
	}
	return lost
}

// isUnscathed reports whether the winners have lost nobody, and nobody of them is hurt.
func (t *Teller) isUnscathed() bool {
	all := t.states(t.End.Stand)
	return len(t.winnersLost()) == 0 && len(all) == 1 && all[0].how == "unhurt"
}

// winnersLeft says who of the winners is left, and how: "Hanbei and Yoichi are left, both unhurt".
func (t *Teller) winnersLeft() string {
	if len(t.End.Stand) == 0 {
		return ""
	}
	lost, who, n := t.winnersLost(), t.End.Stand, len(t.End.Stand)
	all := t.states(who)
	are, how := all[0].verb, all[0].how
	switch one := len(all) == 1; {
	case one && how == standing && len(lost) > 0:
		return "Only " + t.list(who) + are + "left."
	case one && how == standing:
		return text.Capital(t.list(who)) + are + how + "."
	case one && len(lost) > n:
		only := "Only "
		if len(t.End.Others) > 0 { // who are left too
			only = "Of the " + Count(n+len(lost)) + " only "
		}
		return only + t.list(who) + are + "left, " + bothOrAll(n) + how + "."
	case one && len(lost) == 0 && n > 3 && t.End.Why == "none stands":
		return "All " + Count(n) + are + how + "."
	case one && len(lost) == 0 && n > 1:
		return text.Capital(t.list(who)) + are + bothOrAll(n) + how + "."
	case one && len(lost) == 0:
		return text.Capital(t.list(who)) + are + standing + ", " + how + "."
	}
	if len(lost) < 3 {
		all = append(all, t.states(lost)...)
	} else {
		all = append(all, condition{"the other " + Count(len(lost)), " have ", "fallen"})
	}
	return text.Capital(listConditions(all)) + "."
}

// others says who of the losers is still standing, and how, where that is not said by the reason of the end.
func (t *Teller) others() string {
	e := t.End
	e.Others = slices.DeleteFunc(slices.Clone(e.Others), func(who string) bool { return t.person(who).Being == "horse" }) // who gives nothing up
	k := len(e.Others)
	if k == 0 || k > 4 || slices.Contains([]string{"yields", "points", "concedes", "leaderless"}, e.Why) ||
		k == 1 && t.LosersDo[e.Why] == "" && t.used["alone "+e.Others[0]] > 0 {
		return ""
	}
	all := t.states(e.Others)
	if e.Winner == "" || all[len(all)-1].how == standing {
		words := t.list(e.Others) + oneOrMany(k > 1 || t.isPlural(e.Others[0]), " are", " is") + " still standing"
		if e.Winner != "" { // else they are of both sides
			words += " on the other side"
		}
		return text.Capital(words) + "."
	}
	gives := t.inNumber(cmp.Or(t.LosersDo[e.Why], t.LosersDo["none"]), k > 1 || t.isPlural(e.Others[0]))
	if len(all) == 1 {
		return text.Capital(all[0].who) + " " + gives + ", " + bothOrAll(k) + all[0].how + "."
	}
	return text.Capital(t.list(e.Others)) + " " + gives + "."
}

// unhurt says that none of those who are still in it is hurt, where some are on both sides; empty where it is not so.
func (t *Teller) unhurt() string {
	left := slices.Concat(t.End.Stand, t.End.Others)
	hurt := func(who string) bool { return t.State(who) != "unhurt" }
	switch {
	case t.End.Winner == "" || len(t.End.Stand)*len(t.End.Others) == 0 || slices.ContainsFunc(left, hurt):
		return ""
	case len(left) == len(t.Cast):
		return "Nobody is hurt."
	case len(left) == len(t.Cast)-1:
		return "Nobody else is hurt."
	}
	return ""
}

// condition is how people are, who are alike in it: "Bo and Cid", " are ", "down".
type condition struct{ who, verb, how string }

// standing is how somebody is of whom no Wounds are known.
const standing = "still standing"

// states returns how people are, those who are alike together.
func (t *Teller) states(people []string) (all []condition) {
	alike := map[string][]string{}
	for _, who := range people {
		how := cmp.Or(t.State(who), t.OutWords[t.person(who).Out], standing)
		alike[how] = append(alike[how], who)
	}
	for _, how := range []string{"unhurt", "wounded", "badly hurt", "crippled", standing, "down", "dead", "in flight", "gone", "out of the fight"} {
		if who := alike[how]; who != nil {
			all = append(all, condition{t.list(who), oneOrMany(len(who) > 1 || t.isPlural(who[0]), " are ", " is "), how})
		}
	}
	return all
}

// State returns how hurt somebody is at the end; empty where that is not known.
func (t *Teller) State(who string) string {
	switch p := t.person(who); {
	case p.Of == 0 || p.Being == "squad":
		return ""
	case slices.Contains([]string{"crippled", "down", "dead"}, p.Out):
		return p.Out
	case p.Out != "":
		return ""
	case p.Left >= p.Of:
		return "unhurt"
	case p.deep || 2*p.Left < p.Of && (t.told == 0 || p.wounds > 1): // of whom one plain wound has been told, that is what they have
		return "badly hurt"
	}
	return "wounded"
}

// listConditions says how people are in one sentence: "Aki is unhurt, Bo is wounded, and Cid is down".
func listConditions(all []condition) string {
	var parts []string
	for _, c := range all {
		parts = append(parts, c.who+c.verb+c.how)
	}
	last := len(parts) - 1
	if last > 1 || last == 1 && strings.Contains(parts[0]+parts[1], " and ") {
		return strings.Join(parts[:last], ", ") + ", and " + parts[last]
	}
	return text.List(parts, "and")
}

// bothOrAll returns "both " of two, "all " of more.
func bothOrAll(n int) string {
	if n > 2 {
		return "all "
	}
	return map[int]string{2: "both "}[n]
}

// oneOrMany returns the form of a verb for many or for one.
func oneOrMany(many bool, plural, singular string) string {
	if many {
		return plural
	}
	return singular
}
