package story

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// How many words a tale may have, about, and what its parts take of them. The eval of narration
// (kokyu-lab eval narration) wants usual tales to have 30 to 360 words.
const (
	wordsUsual  = 250
	wordsLong   = 600
	wordsFrame  = 115 // the opening and the ending
	wordsOfBeat = 11
	wordsOfFall = 13
	wordsIdle   = 90 // how many must be left to tell a beat that came to nothing
)

// A beat that moves the chance to win by mustSwing is told in any case, a scene that moves it by turnSwing is a turn,
// and a wound that takes up to grazeDepth of the Wounds that were left is a graze.
const mustSwing, turnSwing, grazeDepth = 0.08, 0.2, 0.2

// rankBeats sets whom the tale follows, how far each beat moves the chances, and its rank. To the rank of its kind is
// added for a beat that moves the chances, is about whom the tale follows, or wears down somebody who falls soon; a
// graze loses some, and an overreach that nobody exploits all of it.
//
// The numbers are on the scale of the ranks of kinds, 0 to 100 ([rules.FactKind]).
func (p *planner) rankBeats(s *Story) {
	p.setSwings()
	s.Follow = p.whomToFollow(s)
	for i := range p.beats {
		b := &p.beats[i]
		b.Rank += 100 * math.Abs(b.Swing)
		b.Must = b.Must || math.Abs(b.Swing) >= mustSwing && b.Hits > 0 && !slices.Contains(onlyIfNeeded, b.Kind)
		if len(s.Follow) == 1 && (b.By == s.Follow[0] || b.To == s.Follow[0]) {
			b.Rank += 8
		}
		switch {
		case b.Kind != "wound":
		case p.fallsNext(i):
			b.Rank += 8
		case b.Depth <= grazeDepth && b.Hits == 1 && !b.First:
			b.Rank -= 30
		}
		// To catch a weapon, or to be out of breath, is worth a sentence only for the blow that comes of it.
		isHitLater := func(who string) bool {
			return slices.ContainsFunc(p.beats[i+1:], func(o Beat) bool {
				return o.To == who && o.Hits > 0 && o.Round == b.Round
			})
		}
		if b.Kind == "bind" && !isHitLater(b.To) || b.Kind == "broke" && !isHitLater(b.By) {
			b.Rank = 0
		}
	}
	p.setNeeds()
}

// setSwings sets how far beats move the chance to win. It is known after some steps only, mostly where a breath begins:
// all that it changes between two of them is put down to the beat of the highest rank in between. Sharing it out would
// need forecasts within a breath, and there are none.
func (p *planner) setSwings() {
	known := slices.Sorted(maps.Keys(p.Win))
	best := make([]*Beat, len(known)) // by the index in known of the end of the stretch
	for k := range p.beats {
		b := &p.beats[k]
		i, _ := slices.BinarySearch(known, slices.Max(b.Steps))
		if i > 0 && i < len(known) && (best[i] == nil || b.Rank > best[i].Rank) {
			best[i] = b
		}
	}
	sides := p.sides()
	for i, b := range best {
		if b == nil {
			continue
		}
		was, now := p.Win[known[i-1]], p.Win[known[i]]
		b.Swing = round(now - was)
		switch {
		case was <= 0.4 && now >= 0.6:
			b.Turns = sides[0].Name
		case was >= 0.6 && now <= 0.4:
			b.Turns = sides[len(sides)-1].Name
		}
	}
}

// round rounds a change of a chance to a thousandth.
func round(x float64) float64 { return math.Round(1000*x) / 1000 }

// fallsNext reports whether the one whom beat i wounds falls in one of the next four beats.
func (p *planner) fallsNext(i int) bool {
	next := p.beats[i+1 : min(i+5, len(p.beats))]
	return slices.ContainsFunc(next, func(b Beat) bool { return b.Kind == "fall" && b.To == p.beats[i].To })
}

// whomToFollow returns whom the tale follows, no squad, horse or puppet: both of two; of more the one who scores most.
func (p *planner) whomToFollow(s *Story) (people []string) {
	var best []string
	most := math.Inf(-1)
	for _, c := range s.Cast {
		if c.Being != "person" && c.Being != "beast" {
			continue
		}
		people = append(people, c.Name)
		if score := p.scoreOf(&c); !c.OnCall && score > most {
			best, most = []string{c.Name}, score
		}
	}
	if len(people) <= 2 {
		return people
	}
	return best
}

// scoreOf returns how much a tale should follow somebody: for felling others, being left alone, being hurt, wanting
// something and lasting to the end. Only the order counts: who fells two outweighs who wants something.
func (p *planner) scoreOf(c *Person) (score float64) {
	for i := range p.beats {
		b := &p.beats[i]
		switch {
		case b.Alone == c.Name:
			score += 4
		case b.Kind == "fall" && b.By == c.Name && !b.Friend:
			score += 1.5
		}
		if b.By == c.Name || b.To == c.Name {
			score += 0.1
			score += 2 * math.Abs(b.Swing)
		}
	}
	if c.Being == "beast" {
		score--
	}
	if c.Wants != "" {
		score += 2
	}
	if c.Of > 0 {
		score += float64(c.Of-c.Left) / float64(c.Of)
	}
	if c.Out == "" {
		score++
	}
	if p.ended > 0 && c.Side != p.end.Seat {
		score += 0.25
	}
	return score
}

// setNeeds sets which earlier beats a beat is not understood without: a throw without the hold, a blow at somebody on
// the ground without what floored them. A weapon that was dropped and picked up again before anything came of it is not
// told at all.
func (p *planner) setNeeds() {
	// IDs of beats: of holds by [pairOf], of being floored by name, and of losing a weapon by "who|weapon"; negative is
	// that of picking it up.
	held, floored, lost := map[string]int{}, map[string]int{}, map[string]int{}
	for i := range p.beats {
		b := &p.beats[i]
		add := func(id int) {
			if id > 0 && id != b.ID && !slices.Contains(b.Needs, id) {
				b.Needs = append(b.Needs, id)
			}
		}
		pair, weapon := pairOf(b.By, b.To), b.By+"|"+b.With
		switch b.Kind {
		case "grapple", "locked":
			held[pair] = b.ID
		case "pin", "escape", "grip", "lock broken", "lock kept":
			if add(held[pair]); b.Kind == "escape" || b.Kind == "lock broken" {
				delete(held, pair)
			}
		case "prone":
			if held[pair] > 0 && !slices.Contains(b.Causes, "grapple") {
				b.Causes = append(b.Causes, "grapple")
			}
			if slices.Contains(b.Causes, "grapple") {
				add(held[pair])
				delete(held, pair)
			}
			floored[b.To] = b.ID
		case "disarmed":
			lost[weapon] = b.ID
		case "armed":
			id := lost[weapon]
			involved := func(o Beat) bool { return o.Hits > 0 && (o.By == b.By && o.Family == "unarmed" || o.To == b.By) }
			switch {
			case id > p.told && !slices.ContainsFunc(p.beats[id:i], involved): // nothing came of it
				p.beats[id-1].Must, p.beats[id-1].Rank, b.Must, b.Rank = false, 0, false, 0
				delete(lost, weapon)
			case id > 0:
				add(id)
				lost[weapon] = -b.ID
			}
		}
		if pickedUp := -lost[weapon]; pickedUp > 0 && b.blow {
			add(pickedUp)
		}
		if slices.Contains(b.Causes, "spent") {
			if attack := p.attackBefore(i); attack != nil {
				if b.Spent = attack.To; b.Must && b.Rank > 100 {
					add(attack.ID)
				}
			}
		}
		if b.Floored && b.blow {
			add(floored[b.To])
		}
		if b.blow && slices.Contains(b.Causes, "grapple") {
			add(held[pair])
		}
		if b.blow && slices.Contains(b.Causes, "held") {
			for _, hold := range slices.Sorted(maps.Keys(held)) { // sorted, for the same order every time
				if one, other, _ := strings.Cut(hold, "|"); one == b.To || other == b.To {
					add(held[hold])
				}
			}
		}
		if b.Up {
			delete(floored, b.By)
		}
	}
}

// attackBefore returns the last attack, earlier in the same round, of the one struck in beat i; nil if there was none.
func (p *planner) attackBefore(i int) *Beat {
	b := &p.beats[i]
	for k := i - 1; k >= p.told && p.beats[k].Round == b.Round; k-- {
		if a := &p.beats[k]; a.By == b.To && a.blow && a.Into == nil {
			return a
		}
	}
	return nil
}

// words returns about how many words telling a beat takes.
func (b *Beat) words() int {
	n := wordsOfBeat
	if b.Falls() {
		n = wordsOfFall
	}
	if b.Alone != "" || b.Own > 0 {
		n += 5
	}
	return n + len(strings.Fields(b.Says))
}

// chooseBeats chooses which beats are told, and cuts them into scenes. A short tale has one beat. Others have the beats
// that must be told, a wound of everybody who is hurt, and what led up to each fall; then, as long as there is room,
// the beats of the highest rank, which each beat of the same kind that is told lowers.
func (p *planner) chooseBeats(s *Story) {
	defer p.keepTold(s)
	if s.Length == "short" {
		if b := p.turningPoint(); b != nil {
			b.told = true
		}
		return
	}
	words := wordsUsual - wordsFrame
	if s.Length == "long" {
		words = wordsLong - wordsFrame
	}
	told := map[string]int{} // by kind, by kind and people, and of people what came to nothing
	var tell func(b *Beat)
	tell = func(b *Beat) {
		if !b.told {
			b.told = true
			words -= b.words()
			told[b.Kind]++
			told[b.Kind+"|"+b.By+"|"+b.To]++
			if b.blow && b.Hits == 0 {
				told["vain|"+b.By+"|"+b.To]++
			}
		}
		for _, id := range b.Needs {
			tell(&p.beats[id-1])
		}
	}
	for i := range p.beats {
		if p.beats[i].Must {
			tell(&p.beats[i])
		}
	}
	for _, c := range s.Cast { // a reader wants to know where Wounds come from that somebody has at the end, or falls of
		if wound := p.mostTellingWound(c.Name); c.Left < c.Of && wound != nil {
			tell(wound)
		}
	}
	for _, i := range p.fallsByWeight() {
		if words > 0 {
			p.tellLeadUp(i, tell)
		}
	}
	for words > 0 { // one beat at a time, because each that is told lowers the rank of those like it
		var best *Beat
		most := 0.0
		for i := range p.beats {
			b := &p.beats[i]
			if b.told || leadsNowhere(b) || isIdle(b) && words < wordsIdle ||
				b.blow && b.Hits == 0 && told["vain|"+b.By+"|"+b.To] > 0 {
				continue
			}
			rank := b.Rank - sameKindLoss*float64(told[b.Kind]) - samePairLoss*float64(told[b.Kind+"|"+b.By+"|"+b.To])
			if rank >= rankLeast && (best == nil || rank > most) {
				best, most = b, rank
			}
		}
		if best == nil {
			return
		}
		tell(best)
	}
}

// What a beat loses of its rank for each told beat of the same kind, and for each that is between the same two as well:
// a third wound of Aki by Bo says less than the first of Cid.
const sameKindLoss, samePairLoss = 3, 8

// fallsByWeight returns the indices of the falls that are told: the last one first, then those that moved the chances
// most.
func (p *planner) fallsByWeight() (list []int) {
	for i := range p.beats {
		if p.beats[i].told && p.beats[i].Kind == "fall" {
			list = append(list, i)
		}
	}
	if k := len(list); k > 0 {
		last := list[k-1]
		slices.SortStableFunc(list, func(a, b int) int {
			if a == last || b == last {
				return cmp.Compare(b, a)
			}
			return cmp.Compare(math.Abs(p.beats[b].Swing), math.Abs(p.beats[a].Swing))
		})
	}
	return list
}

// tellLeadUp tells what wore somebody down before the fall in beat i: the last three wounds that were in the same
// round, or took a third of all Wounds.
func (p *planner) tellLeadUp(i int, tell func(b *Beat)) {
	fall, n := &p.beats[i], 0
	for k := i - 1; k >= 0 && n < 3; k-- {
		b := &p.beats[k]
		if b.To == fall.To && b.Kind == "wound" && b.Rank >= rankLeast && !b.Lying && (b.Round == fall.Round || 3*b.Wounds >= b.Of) {
			tell(b)
			n++
		}
	}
}

// turningPoint returns what a fight turned on: the fall that moved the chances most, or if nobody fell the wound, the
// later one of equals; nil if nobody was hurt.
func (p *planner) turningPoint() (best *Beat) {
	for i := range p.beats {
		b := &p.beats[i]
		switch {
		case !b.Falls() && b.Wounds == 0:
		case best == nil || b.Falls() && !best.Falls(),
			b.Falls() == best.Falls() && math.Abs(b.Swing) >= math.Abs(best.Swing):
			best = b
		}
	}
	return best
}

// keepTold cuts the beats that are told into scenes, and counts those that are not. It copies them: later changes of
// p.beats are none of the story.
func (p *planner) keepTold(s *Story) {
	var kept []Beat
	for _, b := range p.beats {
		if b.told {
			b.Rank = math.Round(b.Rank)
			kept = append(kept, b)
		}
	}
	s.Left = p.leftOut + len(p.beats) - len(kept)
	p.cutScenes(s, kept)
}

// onlyIfNeeded are the kinds of beats that promise something to come, or change nothing by themselves: they are told
// only if another beat needs them.
var onlyIfNeeded = []string{"feint", "feint stopped", "guards", "guard back", "roused", "opening past", "stands off", "held", "staunched", "guard shaved",
	"step", "step held", "lock kept", "thrown back", "grip", "grapple", "escape"}

// leadsNowhere reports whether a beat is told only if another needs it: it is of those kinds, the taking up of a weapon
// that nobody had lost, a feint that missed, a blow at somebody who has fallen, or bleeding.
func leadsNowhere(b *Beat) bool {
	return b.Kind == "hurt" && slices.Contains(b.Causes, "bleeding") || b.Kind == "armed" && len(b.Needs) == 0 ||
		isVain(b) && b.What == "feint" ||
		slices.Contains(onlyIfNeeded, b.Kind) && b.Vainly < 2 || b.Lying && b.Kind != "fall"
}

// isIdle reports whether a beat is blows that came to nothing, or to less than a wound: those are told only if there is
// much room.
func isIdle(b *Beat) bool { return isVain(b) && !b.Winded || b.Kind == "landed" || b.Kind == "hurt" }

// mostTellingWound returns the beat of the highest rank that wounds somebody; nil if there is none, or one is told
// already.
func (p *planner) mostTellingWound(who string) (best *Beat) {
	for i := range p.beats {
		b := &p.beats[i]
		switch {
		case b.To != who || !b.blow || b.Wounds == 0 || b.Lying:
		case b.told:
			return nil
		case best == nil || b.Rank > best.Rank:
			best = b
		}
	}
	return best
}

// A tale has at most scenesMost scenes of about beatsOfScene beats. One of more than beatsMost is cut once more, if
// there is a place for it.
const scenesMost, beatsOfScene, beatsMost = 5, 4, 6

// cutScenes cuts the beats into scenes at the places of most weight: where somebody has fallen or come, the chances
// have moved, a round has ended, or other people begin to act. Against a cut speak a fall by whoever acts next, and a
// hold just taken. A scene becomes a paragraph, and a pronoun never reaches over from one to the next.
func (p *planner) cutScenes(s *Story, beats []Beat) {
	n := min(scenesMost, (len(beats)+1)/beatsOfScene)
	type place struct { // where a scene may begin
		at     int // the index of its first beat
		weight float64
	}
	var places []place
	swing := 0.0
	for i := 1; i < len(beats); i++ {
		a, b := &beats[i-1], &beats[i]
		weight := 0.0
		swing += a.Swing
		if a.Falls() || a.Kind == "rout" {
			weight += 2
			if a.Alone != "" {
				weight += 2
			}
			if a.By == b.By {
				weight -= 2
			}
		}
		if a.Kind == "grapple" && (b.To == a.To || b.By == a.To) { // what comes of a hold is told with it
			weight -= 3
		}
		if b.Kind == "joins" || b.Kind == "rises" {
			weight += 3
		}
		if b.Round != a.Round {
			weight += 1.5
		}
		if math.Abs(swing) >= turnSwing {
			weight++
		}
		if b.By != a.By && b.By != a.To && b.To != a.By && b.To != a.To {
			weight += 0.5
		}
		places = append(places, place{i, weight})
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.weight, a.weight) })
	cuts := []int{0, len(beats)}
	for _, c := range places {
		isNear := func(at int) bool { return abs(at-c.at) < 2 } // no scene of a single beat
		if len(cuts) <= n && c.weight > 0 && !slices.ContainsFunc(cuts, isNear) {
			cuts = append(cuts, c.at)
		}
	}
	for _, c := range places { // scenes that are still too long are cut once more
		slices.Sort(cuts)
		i, _ := slices.BinarySearch(cuts, c.at)
		if from, to := cuts[max(i-1, 0)], cuts[min(i, len(cuts)-1)]; to-from > beatsMost && c.at-from > 1 && to-c.at > 1 && c.at < to {
			cuts = append(cuts, c.at)
		}
	}
	slices.Sort(cuts)
	for i := 1; i < len(cuts) && len(beats) > 0; i++ {
		s.Scenes = append(s.Scenes, sceneOf(beats[cuts[i-1]:cuts[i]]))
	}
	if k := len(s.Scenes); k > 0 && p.ended > 0 {
		s.Scenes[k-1].Kind = sceneLast
	}
}

// sceneOf returns a scene of these beats.
func sceneOf(beats []Beat) Scene {
	sc := Scene{Kind: sceneStandoff, Round: beats[0].Round, From: slices.Min(beats[0].Steps), Beats: beats}
	hurt, moves := false, 0
	for _, b := range beats {
		sc.To = max(sc.To, slices.Max(b.Steps))
		sc.Swing = round(sc.Swing + b.Swing)
		hurt = hurt || b.Wounds > 0
		if b.Kind == "through" || b.Kind == "thrown back" || b.Came != "" || b.Into != nil && b.Into.Way != "" {
			moves++
		}
		if b.Falls() {
			sc.Kind = sceneFall
		}
	}
	switch {
	case math.Abs(sc.Swing) >= turnSwing:
		sc.Kind = sceneTurn
	case sc.Kind == sceneFall:
	case 2*moves > len(beats):
		sc.Kind = sceneChase
	case hurt:
		sc.Kind = sceneBlows
	}
	return sc
}

// setRelations sets how each beat follows the one told before it.
func (p *planner) setRelations(s *Story) {
	for i := range s.Scenes {
		beats := s.Scenes[i].Beats
		for k := 1; k < len(beats); k++ {
			beats[k].Rel = p.relationOf(&beats[k-1], &beats[k])
		}
	}
}

// relationOf returns how beat b follows a, which is told before it: one of [Relations], or nothing.
func (p *planner) relationOf(a, b *Beat) string {
	switch {
	case a.Kind == "grapple" && b.Kind == "prone" && a.By == b.To && a.To == b.By:
		return "returns"
	case a.Kind == "through" && b.Kind == a.Kind && a.Spot == b.Spot && a.By != b.By:
		return "alike"
	case !a.blow || !b.blow:
		return ""
	case a.By == b.By && a.To == b.To:
		return "again"
	case a.By == b.To && a.To == b.By && !a.Falls() && b.Into == nil && a.Into == nil:
		return "returns"
	case a.Into != nil && b.Into != nil && a.By == b.By && a.To != b.To && a.Into.Way == b.Into.Way && a.Kind == b.Kind:
		return "alike"
	case b.Into != nil || a.Into != nil:
		return ""
	case a.By == b.By:
		return "turns"
	case a.To == b.To && p.side(a.By) == p.side(b.By) && !a.Falls():
		return "joins"
	case a.By != b.To && a.To != b.By && a.Round == b.Round:
		return "meanwhile"
	}
	return ""
}

// fearWords are by family of weapons the words by which an encounter may say that somebody fears them.
var fearWords = map[string][]string{"bow": {"arrow", "arrows", "bow", "bows", "archers"}, "gun": {"gun", "guns", "bullet", "bullets"},
	"spear": {"spear", "spears"}, "blade": {"sword", "swords", "blade", "blades"}, "claw": {"claws", "teeth"},
	"short": {"knife", "knives"}, "axe": {"axe", "axes"}, "club": {"club", "clubs"}}

// setFears sets in which told beat what somebody fears comes true: the first wound by somebody, or with a weapon, that
// a fear of up to four words names.
func (p *planner) setFears(s *Story) {
	for i := range s.Cast {
		c := &s.Cast[i]
		words := strings.Fields(strings.ToLower(c.Fears))
		if len(words) == 0 || len(words) > 4 {
			continue
		}
		for _, sc := range s.Scenes {
			for _, b := range sc.Beats {
				isWound := b.To == c.Name && b.Hits > 0 && b.Wounds > 0 && (b.Depth > grazeDepth || b.Kind == "fall")
				named := append(strings.Fields(strings.ToLower(b.By)), fearWords[b.Family]...)
				isFeared := func(name string) bool { return slices.Contains(words, name) }
				if c.Feared == 0 && isWound && slices.ContainsFunc(named, isFeared) {
					c.Feared = b.ID
				}
			}
		}
	}
}

// A one-sided fight has oneSidedFalls or more, in a tale of oneSidedBeats or more, and the winner's chance never fell below
// oneSidedChance.
const oneSidedFalls, oneSidedBeats, oneSidedChance = 2, 4, 0.6

// isOneSided reports whether a fight was never in doubt: the winner had the better of it from the beginning to the last
// beat told, and lost nobody. Readers who are told so of a fight with a fall on either side do not believe it.
func (p *planner) isOneSided(s *Story) bool {
	beats, falls, last := 0, 0, 0
	for _, sc := range s.Scenes {
		beats, last = beats+len(sc.Beats), slices.Min(sc.Beats[len(sc.Beats)-1].Steps)
	}
	for _, c := range s.Cast {
		switch {
		case c.Out == "":
		case c.Side == s.End.Winner:
			return false
		default:
			falls++
		}
	}
	known := 0
	for step, win := range p.Win {
		if s.Sides[0].Name != s.End.Winner {
			win = 1 - win
		}
		if step < last && win < oneSidedChance {
			return false
		}
		known++
	}
	return s.End.Why == "none stands" && s.End.Winner != "" && known > 1 && falls >= oneSidedFalls && beats >= oneSidedBeats
}
