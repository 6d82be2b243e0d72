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
	about := text.Escape(firstSentences(t.About, 3))
	if t.Length == "short" {
		return []string{cmp.Or(text.Escape(firstSentences(t.About, 1)), t.sideBySide())}
	}
	place := t.Places[t.Place["place"]]
	after := about != "" && t.way("place", len(t.Grounds)) > 0 && !strings.Contains(about, lastWord(place))
	first := []string{t.place(after), about}
	if after { // what it is about, and where it is fought out
		slices.Reverse(first)
	}
	first = append(first, t.sideBySide(), t.Goal())
	all := strings.Join(slices.DeleteFunc(first, func(s string) bool { return s == "" }), " ")
	wishes := t.wishes()
	if n := len(strings.Fields(all + " " + wishes)); all != "" && n < 60 {
		return []string{strings.TrimSpace(all + " " + wishes)}
	}
	return slices.DeleteFunc([]string{all, wishes}, func(s string) bool { return s == "" })
}

// way returns which of several ways to tell something a tale takes, the same for all of it.
func (t *Teller) way(of string, n int) int {
	h := fnv.New64a()
	fmt.Fprint(h, t.Title, t.seed, of)
	return int(h.Sum64() >> 20 % uint64(n))
}

// firstSentences returns the first sentences of a text, of at most forty words and so many: the first one in any case, if anybody
// would read it.
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

// place returns where they fight, and when: alone, or after what it is about.
func (t *Teller) place(after bool) string {
	p := t.Places[t.Place["place"]]
	if p == "" {
		return ""
	}
	if w := t.Waters[t.Place["water"]]; w != "" && t.Place["place"] != "ford" {
		if t.Place["place"] == "bridge" && t.Place["water"] == "river" {
			w = "over a river"
		}
		p += " " + w
	}
	if tr := t.Trees[t.Place["trees"]]; tr != "" {
		p += " " + tr
	}
	var when []string
	season := ""
	if t.Place["season"] != "" {
		season = " in " + t.Place["season"]
	}
	if l := t.Lights[t.Place["light"]]; l != "" {
		when = append(when, l+season)
	} else if season != "" {
		p += season
	}
	if sky := t.Skies[t.Place["weather"]]; sky != "" && t.Place["roof"] != "indoors" {
		when = append(when, sky)
	}
	row := t.Grounds[0]
	if after {
		row = t.Grounds[t.way("place", len(t.Grounds))]
	}
	_, bare, _ := strings.Cut(p, " ")
	says := strings.NewReplacer("{place}", p, "{bare}", bare, "{when}", strings.Join(when, ", ")).Replace(row)
	return text.Capital(strings.TrimSuffix(strings.TrimSpace(says), ",")) + "."
}

// SideOf returns how a side is called where nobody of it is named: the bandits, the easterners of the east.
func SideOf(side string) string {
	_, l := load()
	return cmp.Or(l.Peoples[side], text.The(side))
}

func (t *Teller) sideName(side string) (name string, several bool) {
	var people []string
	for _, s := range t.Sides {
		if s.Name == side {
			people = s.Who
		}
	}
	if len(people) == 1 {
		return t.Name(people[0]), t.plural(people[0])
	}
	if those := t.Peoples[side]; those != "" {
		return those, true
	}
	leader := ""
	for _, who := range people {
		if leader == "" || t.of(leader).Wants == "" && t.of(who).Wants != "" {
			leader = who
		}
	}
	both := !slices.ContainsFunc(people, func(who string) bool { return t.End.Why != "" && t.of(who).Out != "" })
	bare := strings.TrimPrefix(side, "the ")
	if bare == strings.ToLower(bare) && strings.HasSuffix(bare, "s") && !strings.HasSuffix(bare, "ss") {
		return text.Escape(text.The(side)), true
	}
	if len(people) == 2 && both {
		return t.Name(people[0]) + " and " + t.Name(people[1]), true
	}
	if len(people) > 0 {
		return possessive(t.Name(leader)) + " side", false
	}
	return text.Escape(text.The(side)), false
}

// Goal returns what a side wants besides standing; empty where it wants nothing.
func (t *Teller) Goal() string {
	g := t.Story.Stake
	if g.Goal == "down" && g.Within > 0 {
		g.Goal = "down within"
	}
	if g.For == "" || t.Goals[g.Goal] == "" {
		return ""
	}
	side, several := t.sideName(g.For)
	return text.Capital(strings.NewReplacer("{side}", side, "[has]", t.inNumber("has", several), "[wants]", t.inNumber("wants", several), "{who}", t.Name(g.Who),
		"{rounds}", Count(g.Rounds), "{within}", Count(g.Within)).Replace(t.Goals[g.Goal]))
}

// State returns how hurt somebody is at the end; empty where that is not known.
func (t *Teller) State(who string) string {
	switch p := t.of(who); {
	case p.Of == 0 || p.Being == "squad":
		return ""
	case p.Left >= p.Of:
		return "unhurt"
	case 2*p.Left < p.Of:
		return "badly hurt"
	}
	return "wounded"
}

// wishes introduces everybody, side by side: those who want something with their wish, as long as there is room, the others
// beside them.
func (t *Teller) wishes() string {
	var parts []string
	for i, s := range t.Sides {
		var wants, others, plain []string
		first := ""
		for _, who := range s.Who {
			p := t.of(who)
			room := len(t.Cast) <= 5 || len(wants) < 1 || slices.Contains(t.Follow, who)
			if p.Wants != "" && room && len(strings.Fields(p.Wants)) <= 12 {
				first = cmp.Or(first, who)
				wants = append(wants, t.introduced(who)+" wants "+text.Escape(p.Wants)+t.dread(p))
			} else if len(t.Cast) <= 6 {
				others = append(others, strings.TrimSuffix(t.introduced(who), ","))
			} else {
				plain = append(plain, who)
			}
		}
		if len(plain) > 0 {
			others = append(others, t.list(plain))
		}
		for _, horse := range s.Horses {
			others = append(others, "the horse "+t.Name(horse))
		}
		if len(wants) == 0 {
			continue
		}
		if i > 0 && len(wants) == 1 && len(others) == 0 && len(parts) > 0 {
			parts[0] = strings.TrimSuffix(parts[0], ".") + "; " + wants[0] + "."
			continue
		}
		line, lead := strings.Join(wants, ". ")+".", t.Name(first)
		k, list := len(others), text.List(others, "and")
		if described := slices.ContainsFunc(others, func(s string) bool { return strings.Contains(s, ", ") }) && len(plain) < 2; described && k > 2 {
			list = strings.Join(others[:k-1], "; ") + "; and " + others[k-1]
		} else if described && k > 1 {
			list = others[0] + ", and " + others[1]
		}
		switch rest, bare := strings.CutPrefix(line, lead+" wants "); {
		case k == 0:
		case bare && len(wants) == 1 && !strings.Contains(list, " the ") && !strings.Contains(list, ";") && len(t.Cast) > 2:
			line = lead + ", with " + list + ", wants " + rest
		default:
			line += " Beside " + lead + among(k == 1 && len(plain) < 2, " stands ", " stand ") + list + "."
		}
		parts = append(parts, line)
	}
	return strings.Join(parts, " ")
}

// introduced returns a name with what the encounter says of whose it is, where that is short.
func (t *Teller) introduced(who string) string {
	if p := t.of(who); p.Epithet != "" && len(strings.Fields(p.Epithet)) <= 7 {
		return t.Name(who) + ", " + text.Escape(p.Epithet) + ","
	}
	return t.Name(who)
}

// dread returns what somebody fears where it comes true, or yet may; of what the end decides in any case.
func (t *Teller) dread(p *known) string {
	ended := t.End.Why != ""
	if p.Fears == "" || ended && !strings.HasPrefix(p.Fears, "that ") && (p.Feared == 0 || p.Out == "") || !ended && len(strings.Fields(p.Fears)) > 4 {
		return ""
	}
	t.used["fears "+p.Name]++
	return among(p.Side == t.Sides[0].Name, ", but fears ", ", and fears ") + text.Escape(p.Fears)
}

// sideBySide says who fights whom where nobody has said why.
func (t *Teller) sideBySide() string {
	var sides []string
	for _, s := range t.Sides {
		var who []string
		for _, name := range s.Who {
			says := t.Name(name)
			if p := t.of(name); len(t.Cast) <= 6 && p.Kind != "" && p.Being == "person" {
				says += " the " + text.Escape(p.Kind)
			}
			who = append(who, says)
		}
		sides = append(sides, text.List(who, "and"))
	}
	if len(sides) != 2 || t.About != "" || slices.ContainsFunc(t.Cast, func(p story.Person) bool { return p.Wants != "" }) {
		return ""
	}
	return text.Capital(sides[0]) + among(len(t.Sides[0].Who) == 1 && !t.plural(t.Sides[0].Who[0]), " meets ", " meet ") + sides[1] + "."
}

// ending returns how it ends, how everybody is, what it has cost, and what it comes to.
func (t *Teller) ending() string {
	e := t.End
	side, several := t.sideName(e.Winner)
	parts := []string{t.reason(side, several)}
	state := t.left()
	how, one := strings.CutPrefix(state, side+" is still standing, ")
	first := strings.TrimSuffix(parts[0], ".")
	switch {
	case e.Why == "points":
	case one && !strings.HasSuffix(first, " won"):
		parts = append(parts, text.Capital(side)+" is "+how)
	case one && how == "unhurt.":
		parts[0] = first + ", unhurt."
	case one:
		parts[0] = first + ", but is " + how
	case strings.HasPrefix(state, side+" are still standing, both "): // the side is called by their names
		parts[0] = first + ", " + strings.TrimPrefix(state, side+" are still standing, ")
	case state != "" && t.Length != "short":
		parts = append(parts, text.Capital(state))
	}
	if t.Length != "short" {
		parts = append(parts, t.price(side, several), t.lasted(), t.others())
	}
	switch wanting := slices.DeleteFunc(slices.Clone(t.Cast), func(p story.Person) bool { return !t.leads(p.Name) }); {
	case e.Comes != "":
		parts = append(parts, text.Escape(text.Capital(e.Comes))+".")
	case e.Winner == "" && e.Why != "points" && len(wanting) == 2:
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
	words := strings.NewReplacer("{winner}", side, "{has}", among(several, "have", "has"), "{loser}", loser, "{gives}", among(many, "give", "gives"),
		"{who}", t.Name(e.Who), "{rounds}", Count(e.Rounds), "{words}", said, "{others}", t.list(e.Others)).Replace(rows[t.way("end", len(rows))].Says)
	return text.Capital(words) + "."
}

// price says whom the winners have lost, in a third of the tales: the others leave it to who is still standing.
func (t *Teller) price(side string, several bool) string {
	var lost []string
	dead := true
	for _, p := range t.Cast {
		if p.Side == t.End.Winner && p.Out != "" && !p.Called && p.Being != "horse" {
			lost, dead = append(lost, p.Name), dead && p.Out == "dead"
		}
	}
	k := len(lost)
	if t.End.Winner == "" || k == 0 || k > 3 || t.End.Why == "points" || len(t.End.Stand) == 0 || t.way("pays", 3) > 0 {
		return ""
	}
	row := t.Prices[t.way("price", len(t.Prices))]
	if dead {
		row = t.Dead[t.way("price", len(t.Dead))]
	}
	return text.Capital(strings.NewReplacer("{side}", side, "{lost}", t.list(lost), "{is}", among(k > 1, "are", "is"),
		"{has}", among(k > 1, "have", "has"), "{have}", among(several, "have", "has"), "{lives}", among(k > 1, "the lives", "the life")).Replace(row)) + "."
}

// lasted says how near the losers came to what they only had to outlast; nothing where that was not it.
func (t *Teller) lasted() string {
	e, g := t.End, t.Stake
	switch {
	case g.Goal != "last" || g.For != e.Loser || e.Why != "none stands" || g.Rounds < 2 || e.Round > g.Rounds:
		return ""
	case e.Round == g.Rounds:
		return "It was over in the last of " + Count(g.Rounds) + " rounds."
	}
	loser, many := t.sideName(e.Loser)
	return text.Capital(loser) + among(many, " have", " has") + " not lasted " + Count(g.Rounds) + " rounds: it was over in the " +
		t.Ordinals[min(e.Round, len(t.Ordinals)-1)] + "."
}

// others says who of the losers is still standing, where that is not said by the reason of the end.
func (t *Teller) others() string {
	e := t.End
	k := len(e.Others)
	if k == 0 || k > 4 || slices.Contains([]string{"yields", "points", "concedes", "leaderless"}, e.Why) || k == 1 && t.used["alone "+e.Others[0]] > 0 {
		return ""
	}
	words := t.list(e.Others) + among(k > 1 || t.plural(e.Others[0]), " are", " is") + " still standing"
	if e.Winner != "" { // else they are of both sides
		words += " on the other side"
	}
	if how := t.State(e.Others[0]); k == 1 && how != "" {
		words += ", " + how
	}
	return text.Capital(words) + "."
}

// left says who of the winners is left, and how: "Hanbei and Yoichi are left, both unhurt".
func (t *Teller) left() string {
	stand := map[string][]string{}
	for _, who := range t.End.Stand {
		how := t.State(who)
		stand[how] = append(stand[how], who)
	}
	are := func(who []string) string {
		return t.list(who) + among(len(who) > 1 || t.plural(who[0]), " are ", " is ")
	}
	var parts []string
	for _, how := range []string{"unhurt", "wounded", "badly hurt", ""} {
		if stand[how] != nil {
			parts = append(parts, are(stand[how])+cmp.Or(how, "still standing"))
		}
	}
	fewer := slices.ContainsFunc(t.Cast, func(p story.Person) bool {
		return p.Side == t.End.Winner && p.Being != "horse" && p.Out != "" && (!p.Called || p.Left > 0)
	})
	switch {
	case len(parts) == 0:
		return ""
	case len(parts) > 1:
		return text.Capital(text.List(parts, "and")) + "."
	}
	says := are(t.End.Stand) + "still standing"
	if fewer && (len(t.End.Others) == 0 || stand[""] != nil) {
		says = "Only " + are(t.End.Stand) + "left"
	}
	if stand[""] == nil {
		says += ", " + both(len(t.End.Stand)) + strings.TrimPrefix(parts[0], are(t.End.Stand))
	}
	return says + "."
}

func both(n int) string {
	if n > 2 {
		return "all "
	}
	return map[int]string{2: "both "}[n]
}

// among returns the form of a verb for many or for one.
func among(many bool, plural, singular string) string {
	if many {
		return plural
	}
	return singular
}
