package english

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// opening returns the paragraphs that say where and why they fight, and who wants what; empty ones are none. The
// sentences come in one of these orders, and what is not known is left out:
//
//	the place is named in the encounter's text   when, the text, who meets whom
//	it is not                                    the text, place and time, who meets whom
//	somebody has a wish that the text lacks      as above, the goal instead of the meeting, then who wants what
func (t *Teller) opening() (paragraphs []string) {
	about := text.Escape(firstSentences(t.About, aboutMost))
	if t.Length == "short" {
		return []string{cmp.Or(text.Escape(firstSentences(t.About, 1)), t.whoMeetsWhom())}
	}
	// What it is about comes before where it is fought out, unless it has named the place.
	kind, first := t.Place["place"], []string{about, t.placeSentence()}
	if strings.Contains(about, text.LastWord(t.sceneryWords("place"))) || kind != "" && strings.Contains(about, kind) {
		first = []string{t.timeSentence(), about}
	}
	wishes := t.whoWantsWhat()
	if wishes == "" {
		wishes = t.Goal()
		fear, at := t.loserFear(), len(first)+1
		if strings.Contains(about, t.Name(t.leader(t.End.Loser))) { // which has named the loser
			at = slices.Index(first, about) + 1
		}
		first = slices.Insert(append(first, cmp.Or(t.whoMeetsWhom(), t.companions())), at, fear)
	} else {
		first = append(first, t.Goal())
	}
	all := spaced(first...)
	if len(strings.Fields(all+" "+wishes)) < 60 { // short enough for one paragraph
		return []string{spaced(all, wishes)}
	}
	return []string{all, wishes}
}

// spaced joins the parts that are not empty with spaces.
func spaced(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// aboutMost is the most sentences that a tale takes from the encounter's text of what a fight is about.
const aboutMost = 3

// variant returns which of n ways of telling something a tale takes, 0 to n-1: it depends on its title and seed, and
// stays the same all through the tale.
func (t *Teller) variant(what string, n int) int {
	h := fnv.New64a()
	fmt.Fprint(h, t.Title, t.seed, what)
	return int(h.Sum64() >> 20 % uint64(n))
}

// firstSentences returns the first sentences of a text, at most most of them, and none that begins after 40 words;
// nothing if they have more than 80 words.
func firstSentences(s string, most int) string {
	words, end, count := strings.Fields(s), 0, 0
	for i, word := range words {
		if count == most || i > 40 && count > 0 {
			break
		}
		if strings.ContainsAny(word[len(word)-1:], ".!?") {
			end, count = i+1, count+1
		}
	}
	if end == 0 && len(words) > 0 {
		end = len(words)
		words[end-1] += "."
	}
	if end > 80 {
		return ""
	}
	return strings.Join(words[:end], " ")
}

// sceneryWords returns the words for an aspect of the place, as place or light; empty if it is not known, or has none.
func (t *Teller) sceneryWords(aspect string) string { return t.Scenery[aspect][t.Place[aspect]] }

// time returns the words for the weather, unless they are indoors, the season and the time of day.
func (t *Teller) time() (sky, season, light string) {
	if sky = t.sceneryWords("weather"); t.Place["roof"] == "indoors" {
		sky = ""
	}
	return sky, t.Place["season"], t.sceneryWords("light")
}

// placeSentence says where and when they fight: "They meet at a crossroads one rainy autumn day."
func (t *Teller) placeSentence() string {
	sky, season, light := t.time()
	when := " one " + spaced(sky, season, light)
	if light == "" || sky+season == "" { // "They meet on a road, by lamplight."
		if when = t.Hours[t.Place["light"]]; season != "" {
			when += " in " + season
		}
	}
	kind, water := t.Place["place"], t.sceneryWords("water")
	switch {
	case kind == "ford" || kind == "beach": // whose words name it already
		water = ""
	case kind == "bridge" && t.Place["water"] == "river":
		water = "over a river"
	}
	return "They meet " + spaced(t.sceneryWords("place"), water, t.sceneryWords("trees")) + when + "."
}

// timeSentence says when they fight at a place that the encounter's text names, "It is a rainy autumn day, among
// pines."; empty if nothing is known but that it is day, or if only an adjective is, without its noun.
func (t *Teller) timeSentence() string {
	sky, season, light := t.time()
	when, trees := spaced(sky, season, light), t.sceneryWords("trees")
	switch lamps := t.Place["light"] == "lamps"; {
	case t.sceneryWords("place") == "" || when == "" || when == "day" || light == "" && sky != "":
		return ""
	case lamps:
		when += ", and the lamps are lit"
	case light != "" && when != light:
		when = article(when) + when
	}
	if trees != "" && t.Place["light"] != "lamps" {
		when += ", " + trees
	}
	return "It is " + when + "."
}

// Goal says what a side wants besides standing to the last; empty if it wants nothing, or the encounter's text says it
// already.
func (t *Teller) Goal() string {
	goal, leader := t.Stake.Goal, t.leader(t.Stake.For)
	said := firstSentences(t.About, aboutMost) + " " + t.person(leader).Wants
	if t.Stake.For == "" || containsAny(said, t.GoalWords[goal]...) {
		return ""
	}
	side, several := t.SideName(t.Stake.For)
	switch {
	case goal == "down" && t.Stake.Within > 0:
		goal = "down within"
	case goal == "protect" && leader == t.Stake.Who:
		goal = "protect leader"
	case goal == "protect": // SideName might name the one to protect, who is in the sentence already
		side, several = possessive(t.Name(leader))+" side", false
	}
	return text.Capital(strings.NewReplacer("{side}", side, "[has]", t.inNumber("has", several),
		"[wants]", t.inNumber("wants", several), "{who}", t.Name(t.Stake.Who)).Replace(t.Goals[goal]))
}

// whoWantsWhat says who wants what, one side after the other, and who else is there: "Aki wants the sword back, but
// fears Ume. Beside Aki stands Bo, her brother." It is empty if the encounter's text names everybody who wants
// something. Others with neither wish nor epithet are there if they are called by a noun: "the guns".
func (t *Teller) whoWantsWhat() string {
	if t.aboutNamesAll() {
		return ""
	}
	var parts []string
	for i, s := range t.Sides {
		var wants, others []string
		first, several := "", false // several: the last of the others is
		for _, who := range s.Who {
			p := t.person(who)
			room := len(t.Cast) <= 5 || len(wants) < 1 || slices.Contains(t.Follow, who)
			if p.Wants != "" && room && len(strings.Fields(p.Wants)) <= 12 {
				first = cmp.Or(first, who)
				wants = append(wants, t.introduction(who)+" "+t.agree("wants", who)+" "+text.Escape(p.Wants)+t.fearOf(p))
			} else if says := t.introduction(who); says != t.Name(who) || p.Noun && p.Nth == 0 {
				others, several = append(others, strings.TrimSuffix(says, ",")), t.isPlural(who)
			}
		}
		if len(wants) == 0 {
			continue
		}
		// Two leaders with nobody beside them share a sentence: "Kuro wants Aki to pay the toll; Aki wants to cross."
		if i > 0 && len(wants) == 1 && len(others) == 0 && len(parts) > 0 && !strings.Contains(parts[0], " Beside ") {
			parts[0] = strings.TrimSuffix(parts[0], ".") + "; " + wants[0] + "."
			continue
		}
		sentences := wants[:1:1]
		if k := len(others); k > 0 {
			last := others[k-1]
			if k > 1 { // most have a comma in them
				last = strings.Join(others[:k-1], "; ") + text.Either(k > 2, "; and ", ", and ") + last
			}
			sentences = append(sentences, "Beside "+t.Name(first)+" "+t.inNumber("stands", k > 1 || several)+" "+last)
		}
		sentences = append(sentences, wants[1:]...)
		parts = append(parts, strings.Join(text.Each(sentences, text.Capital), ". ")+".")
	}
	return strings.Join(parts, " ")
}

// introduction returns a name with the epithet that the encounter gives, "Aki, a ronin from Odani,", if that is short.
func (t *Teller) introduction(who string) string {
	if p := t.person(who); p.Epithet != "" && len(strings.Fields(p.Epithet)) <= 7 {
		return t.Name(who) + ", " + text.Escape(p.Epithet) + ","
	}
	return t.Name(who)
}

// fearOf returns what somebody fears, ", but fears the sword", if that comes true in the tale or, in one that grows,
// still may. Fears of how things end ("that ...") are always said.
func (t *Teller) fearOf(p *known) string {
	switch hasEnded := t.End.Why != ""; {
	case p.Fears == "",
		hasEnded && !strings.HasPrefix(p.Fears, "that ") && (p.Feared == 0 || p.Out == ""),
		!hasEnded && len(strings.Fields(p.Fears)) > 4:
		return ""
	}
	t.used["fears "+p.Name]++
	return text.Either(p.Side == t.Sides[0].Name, ", but ", ", and ") + t.agree("fears", p.Name) + " " + text.Escape(p.Fears)
}

// companions says who has come with the leader of each side: "Akio the archer has brought Daigo and Aki the wolf; Haru
// the monk has come alone."
func (t *Teller) companions() string {
	if len(t.Cast) < 3 {
		return t.tradesOfBoth()
	}
	var parts []string
	for _, s := range t.Sides {
		leader := t.leader(s.Name)
		others := text.Keep(slices.Concat(s.Who, s.Horses), func(who string) bool { return who != leader })
		came := " come alone"
		if len(others) > 0 {
			came = " brought " + t.listWithTrades(others)
		}
		parts = append(parts, t.listWithTrades([]string{leader})+" "+t.agree("has", leader)+came)
	}
	if len(t.Cast) > 6 { // so many names are two sentences
		return text.Capital(parts[0]) + ". " + text.Capital(strings.Join(parts[1:], "; ")) + "."
	}
	return text.Capital(strings.Join(parts, "; ")) + "."
}

// listWithTrades lists the names of people with their trades, those of one trade together: "Aki the wolf and the two
// ronin Chiyo and Fumi".
func (t *Teller) listWithTrades(people []string) string {
	alike := map[string][]string{} // by trade; those without one first
	var nouns []string
	for _, who := range people {
		noun := t.tradeOf(who)
		if alike[noun] = append(alike[noun], t.Name(who)); noun != "" && len(alike[noun]) == 1 {
			nouns = append(nouns, noun)
		}
	}
	names := alike[""]
	slices.SortStableFunc(nouns, func(a, b string) int { return cmp.Compare(len(alike[a]), len(alike[b])) })
	for _, noun := range nouns {
		these, several := alike[noun], plural(noun)
		if several == noun { // "the ronin Chiyo and Fumi" might mean that Chiyo alone is one
			several = Count(len(these)) + " " + noun
		}
		if len(these) == 1 {
			names = append(names, these[0]+" the "+noun)
		} else {
			names = append(names, "the "+several+" "+text.List(these, "and"))
		}
	}
	return text.List(names, "and")
}

// tradeOf returns the noun for what somebody is that stands beside their name, "ronin"; empty if there is none, or they
// have no name of their own.
func (t *Teller) tradeOf(who string) string {
	p := t.person(who)
	noun := t.Trades[p.Kind]
	if noun == "" && p.Being == "person" { // a row of the user's own catalogue
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

// tradesOfBoth says what the two of a duel are: "Aki is a ronin, Botan a monk."
func (t *Teller) tradesOfBoth() string {
	if len(t.Cast) < 2 {
		return ""
	}
	a, b := t.Cast[0].Name, t.Cast[1].Name
	switch one, other := t.tradeOf(a), t.tradeOf(b); {
	case one == "" || other == "":
		return ""
	case one == other:
		return "Both are " + plural(one) + "."
	default:
		return t.Name(a) + " is " + article(one) + one + ", " + t.Name(b) + " " + article(other) + other + "."
	}
}

// loserFear says what the leader of the losers fears, if it comes true; only one tale in [loserFearOneIn] says so.
func (t *Teller) loserFear() string {
	leader := t.leader(t.End.Loser)
	p := t.person(leader)
	if t.End.Comes == "" || t.variant("worry", loserFearOneIn) > 0 || !strings.HasPrefix(p.Fears, "that ") ||
		p.Being != "person" {
		return ""
	}
	t.used["worry "+leader]++
	return text.Capital(t.Name(leader)) + " " + t.agree("fears", leader) + " " + text.Escape(p.Fears) + "."
}

// loserFearOneIn is how many tales there are to one that tells such a fear.
const loserFearOneIn = 3

// whoMeetsWhom says who fights whom if nobody wants anything: "Aki the archer meets Bo."
func (t *Teller) whoMeetsWhom() string {
	wants := func(p story.Person) bool { return p.Wants != "" }
	if len(t.Sides) != 2 || t.About != "" || slices.ContainsFunc(t.Cast, wants) {
		return ""
	}
	one := slices.Concat(t.Sides[0].Who, t.Sides[0].Horses)
	return text.Capital(t.listWithTrades(one)) + " " + t.inNumber("meets", t.areSeveral(one)) + " " +
		t.listWithTrades(t.Sides[1].Who) + "."
}

// aboutNamesAll reports whether the encounter's text names everybody who wants something, and has no epithet for any of
// them.
func (t *Teller) aboutNamesAll() bool {
	return t.About != "" && !slices.ContainsFunc(t.Cast, func(p story.Person) bool {
		return p.Wants != "" && (p.Epithet != "" || !strings.Contains(t.About, p.Spoken))
	})
}

// ending returns the last paragraph: who has won and why, how everybody is, and what it comes to.
func (t *Teller) ending() string {
	e, unhurt := t.End, t.nobodyHurt()
	parts := t.victory(unhurt == "" && t.Length != "short")
	if t.Length != "short" {
		parts = append(parts, cmp.Or(unhurt, t.losersLeft()))
	}
	switch leaders := text.Keep(t.Cast, func(p story.Person) bool { return t.isLeader(p.Name) }); {
	case e.Comes != "":
		comes := text.Escape(text.Capital(e.Comes))
		if loser := t.leader(e.Loser); t.used["worry "+loser] > 0 {
			comes += ", as " + t.Name(loser) + " feared"
		}
		parts = append(parts, comes+".")
	case e.Winner == "" && e.Why != "points" && len(leaders) == 2 && leaders[0].Out+leaders[1].Out == "":
		parts = append(parts, "Neither "+t.Name(leaders[0].Name)+" nor "+t.Name(leaders[1].Name)+" has what they wanted.")
	}
	if loser, _ := t.SideName(e.Loser); e.OneSided && t.Length != "short" {
		says := t.OneSided[t.variant("one-sided", len(t.OneSided))]
		parts = append([]string{text.Capital(strings.ReplaceAll(says, "{loser}", loser)) + "."}, parts...)
	}
	return spaced(parts...)
}

// victory says who has won and why, and, if asked, how the winners are: in the same sentence if both are short, "Aki
// has won, though wounded."
func (t *Teller) victory(saysHow bool) []string {
	nearMiss := t.nearMiss()
	reason := t.reasonOfEnd(nearMiss != "")
	left, unscathed := t.winnersLeft()
	if !saysHow || left == "" {
		return []string{reason}
	}
	won := strings.TrimSuffix(reason, ".")
	mayGoOn := strings.HasSuffix(won, " won") // else "won before help comes", "won: the bell rings"
	noneStands := t.End.Why == "none stands"
	side, several := t.SideName(t.End.Winner)
	how, same := strings.CutPrefix(left, side+text.Either(several, " are ", " is still standing, "))
	switch only, isOnly := strings.CutPrefix(left, "Only "); {
	case unscathed && nearMiss == "" && noneStands && mayGoOn:
		return []string{won + " without a scratch."}
	case same && (t.End.Why == "points" || !mayGoOn):
		both, isBoth := strings.CutPrefix(how, "both ") // the sentence before has named them
		left = text.Either(isBoth, "Both are "+both, text.Capital(side)+text.Either(several, " are ", " is ")+how)
	case same:
		isGood := how == "unhurt." || how == "hardly hurt." || several // of several the side is called by their names
		return []string{nearMiss, won + text.Either(isGood, ", ", ", though ") + how}
	case isOnly && noneStands:
		return []string{nearMiss, won + ", but only " + only}
	case noneStands && mayGoOn:
		if few, more := t.numberOf(t.End.Winner), t.numberOf(t.End.Loser); few > 0 && few < more {
			reason = won + ", " + Count(few) + " against " + Count(more) + "."
		}
	}
	return []string{nearMiss, reason, left}
}

// reasonOfEnd says who has won and why, by a row of Ends. isNearMiss: the sentence before says that the losers had
// almost held out.
func (t *Teller) reasonOfEnd(isNearMiss bool) string {
	e := t.End
	side, several := t.SideName(e.Winner)
	loser, many := t.SideName(e.Loser)
	said := text.Escape(strings.TrimSuffix(e.Says, "."))
	row, guard, arrives := "the fight is over", t.leader(t.Stake.For), t.arrival()
	has := map[string]bool{
		"draw":      e.Winner == "",
		"says":      said != "",
		"protected": t.Stake.Goal == "protect" && t.Stake.Who == e.Who && guard != e.Who,
		"arrives":   arrives != "" && (e.Why == "held" || t.Stake.For == e.Loser && !isNearMiss),
		"needless":  arrives != "" && t.Stake.For == e.Winner,
	}
	for _, c := range t.Ends { // of those that fit the last, since clauses.yaml has those that say more behind the others
		if c.Kind == e.Why && c.asksFor(has) {
			row = c.Says
		}
	}
	return text.Capital(strings.NewReplacer("{winner}", side, "{has}", t.inNumber("has", several), "{loser}", loser,
		"{gives}", t.inNumber("gives", many), "{who}", t.Name(e.Who), "{guard}", t.Name(guard), "{arrives}", arrives,
		"{down}", text.Either(t.person(e.Who).Out == "dead", "dead", "down"), "{words}", said,
		"{others}", t.listNames(e.Others)).Replace(row)) + "."
}

// arrival returns what a side has to hold out for, as it happens: "the watch comes"; empty if the encounter's text does
// not say it.
func (t *Teller) arrival() string {
	if t.Stake.Goal != "last" {
		return ""
	}
	about := strings.ToLower(t.About)
	for _, words := range slices.Sorted(maps.Keys(t.Arrivals)) { // sorted, for the same words every time
		if strings.Contains(about, words) {
			return t.Arrivals[words]
		}
	}
	return ""
}

// numberOf returns how many people fight for a side, those who come later among them, and horses not; 0 if there is a
// squad among them.
func (t *Teller) numberOf(side string) (n int) {
	for _, p := range t.Cast {
		switch {
		case p.Side != side || p.Being == "horse" || p.OnCall:
		case p.Being == "squad":
			return 0
		default:
			n++
		}
	}
	return n
}

// nearMiss says that the losers had almost held out, "A little longer, and the guests would have held out"; empty if
// they had not, or the tale has said how few rounds were left ([Teller.tellScene]). It stands before the result: behind
// it, a reader marked it.
func (t *Teller) nearMiss() string {
	e, stake := t.End, t.Stake
	if stake.Goal != "last" || stake.For != e.Loser || e.Why != "none stands" || stake.Rounds < 2 ||
		e.Round > stake.Rounds || e.Round+1 < stake.Rounds || t.used["clock"] > 0 {
		return ""
	}
	loser, _ := t.SideName(e.Loser)
	return "A little longer, and " + loser + " would have held out."
}

// winnersLost returns which of the winners are out of the fight, horses not counted.
func (t *Teller) winnersLost() (lost []string) {
	for _, p := range t.Cast {
		if p.Side == t.End.Winner && p.Being != "horse" && p.Out != "" && (!p.OnCall || p.Left > 0) {
			lost = append(lost, p.Name)
		}
	}
	return lost
}

// winnersLeft says which of the winners are left, and how they are, "Hanbei and Yoichi are left, both unhurt";
// unscathed if they have lost nobody, and none of them is hurt.
func (t *Teller) winnersLeft() (says string, unscathed bool) {
	if len(t.End.Stand) == 0 {
		return "", false
	}
	lost, n, all := t.winnersLost(), len(t.End.Stand), t.conditions(t.End.Stand)
	who, are, how := t.listNames(t.End.Stand), all[0].verb, all[0].how
	switch alike := len(all) == 1; {
	case alike && how == stillStanding && len(lost) > 0:
		return "Only " + who + are + "left.", false
	case alike && len(lost) > n:
		only := "Only "
		if len(t.End.Others) > 0 { // who are left too
			only = "Of the " + Count(n+len(lost)) + " only "
		}
		return only + who + are + "left, " + bothOrAll(n) + how + ".", false
	case alike && len(lost) == 0:
		switch unscathed = how == "unhurt"; {
		case how == stillStanding:
		case n > 3 && t.End.Why == "none stands":
			who = "All " + Count(n)
		case n > 1:
			how = bothOrAll(n) + how
		default:
			how = stillStanding + ", " + how
		}
		return text.Capital(who) + are + how + ".", unscathed
	}
	if len(lost) < 3 {
		all = append(all, t.conditions(lost)...)
	} else {
		others := condition{"the other " + Count(len(lost)), " have ", "fallen"}
		if slices.ContainsFunc(lost, func(who string) bool { return t.OutWords[t.person(who).Out] != "" }) {
			others.verb, others.how = " are ", "out of the fight"
		}
		all = append(all, others)
	}
	return text.Capital(listConditions(all)) + ".", false
}

// losersLeft says which of the losers, or in a draw of both sides, are still standing, and how they are; empty if the
// reason of the end says it.
func (t *Teller) losersLeft() string {
	e := t.End
	e.Others = text.Keep(e.Others, func(who string) bool { return t.person(who).Being != "horse" }) // which gives nothing up
	k := len(e.Others)
	if k == 0 || k > 4 || slices.Contains([]string{"yields", "points", "concedes", "leaderless"}, e.Why) ||
		k == 1 && t.LosersDo[e.Why] == "" && t.used["alone "+e.Others[0]] > 0 {
		return ""
	}
	all, who := t.conditions(e.Others), text.Capital(t.listNames(e.Others))
	switch worst := all[len(all)-1].how; {
	case worst == stillStanding: // in a draw they are of both sides
		return who + t.are(e.Others) + stillStanding + text.Either(e.Winner != "", " on the other side.", ".")
	case e.Winner == "":
		return text.Capital(listConditions(all)) + "."
	}
	gives := cmp.Or(t.LosersDo[e.Why+" "+t.Stake.Goal], t.LosersDo[e.Why], t.LosersDo["none"])
	gives = t.inNumber(gives, t.areSeveral(e.Others))
	if len(all) == 1 {
		gives += ", " + bothOrAll(k) + all[0].how
	}
	return who + " " + gives + "."
}

// nobodyHurt says that nobody still in the fight is hurt; empty if somebody is, or only one side has people in it.
func (t *Teller) nobodyHurt() string {
	left := slices.Concat(t.End.Stand, t.End.Others)
	hurt := func(who string) bool { return t.State(who) != "unhurt" }
	switch {
	case t.End.Winner == "" || len(t.End.Stand)*len(t.End.Others) == 0 || slices.ContainsFunc(left, hurt):
		return ""
	case !slices.ContainsFunc(t.Cast, func(p story.Person) bool { return t.OutWords[p.Out] == "" && hurt(p.Name) }):
		return "Nobody is hurt."
	case len(left) == len(t.Cast)-1:
		return "Nobody else is hurt."
	}
	return ""
}

// condition is how some people are, in the words of a sentence: "Bo and Cid", " are ", "down".
type condition struct{ who, verb, how string }

// stillStanding is the condition of somebody whose Wounds are not known.
const stillStanding = "still standing"

// fromBestToWorst are the conditions in the order in which a sentence names them.
var fromBestToWorst = []string{"unhurt", "hardly hurt", "wounded", "badly hurt", "crippled", stillStanding, "down", "dead",
	"in flight", "gone", "out of the fight"}

// conditions returns how people are, those in the same condition together, the best first.
func (t *Teller) conditions(people []string) (all []condition) {
	alike := map[string][]string{}
	for _, who := range people {
		how := cmp.Or(t.State(who), t.OutWords[t.person(who).Out], stillStanding)
		alike[how] = append(alike[how], who)
	}
	for _, how := range fromBestToWorst {
		if who := alike[how]; who != nil {
			all = append(all, condition{t.listNames(who), t.are(who), how})
		}
	}
	return all
}

// State returns how hurt somebody is at the end; empty if that is not known. It goes by Wounds, and by what the tale
// has told: who was told to be wounded deeply is badly hurt, however many Wounds that leaves.
func (t *Teller) State(who string) string {
	switch p := t.person(who); {
	case slices.Contains([]string{"crippled", "down", "dead"}, p.Out):
		return p.Out
	case p.Of == 0 || p.Being == "squad" || p.Out != "":
		return ""
	case p.Left >= p.Of:
		return "unhurt"
	case 5*(p.Of-p.Left) <= p.Of && !p.deep && p.wounds == 0:
		return "hardly hurt"
	// A reader who was told of one plain wound expects no more.
	case p.deep || p.low || 2*p.Left < p.Of && (t.scenesTold == 0 || p.wounds > 1):
		return "badly hurt"
	}
	return "wounded"
}

// listConditions joins conditions to one sentence: "Aki is unhurt, Bo is wounded, and Cid is down".
func listConditions(all []condition) string {
	parts := text.Each(all, func(c condition) string { return c.who + c.verb + c.how })
	last := len(parts) - 1
	if last > 1 || last == 1 && strings.Contains(parts[0]+parts[1], " and ") {
		return strings.Join(parts[:last], ", ") + ", and " + parts[last]
	}
	return text.List(parts, "and")
}

// bothOrAll returns "both " for two people, "all " for more, and nothing for one.
func bothOrAll(n int) string {
	return text.Either(n > 2, "all ", text.Either(n == 2, "both ", ""))
}
