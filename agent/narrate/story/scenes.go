package story

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// How many words a tale may have, and what its parts take of them.
const (
	wordsUsual  = 250
	wordsLong   = 600
	wordsFrame  = 115 // of the opening and the ending
	wordsOfBeat = 11
	wordsOfFall = 13
	wordsIdle   = 90 // that must be left to tell what came to nothing
)

// Shares: how far a beat that is told in any case moves the chance to win, how far a scene that is a turn does, and what a graze takes of the
// Wounds that were left.
const mustSwing, turnSwing, grazes = 0.08, 0.2, 0.2

// rankBeats sets whom the tale follows, how far each beat moves the chances, and its rank: of its kind at first, more for what moves the chances,
// is of whom the tale follows or wears down who falls soon, less for a graze, nothing for an overreach that nobody made use of.
func (p *planner) rankBeats(s *Story) {
	p.setSwings()
	s.Follow = p.whomToFollow(s)
	for i := range p.beats {
		b := &p.beats[i]
		b.Rank += 100 * math.Abs(b.Swing)
		if math.Abs(b.Swing) >= mustSwing && b.Hits > 0 && !slices.Contains(promises, b.Kind) {
			b.Must = true
		}
		if len(s.Follow) == 1 && (b.By == s.Follow[0] || b.To == s.Follow[0]) {
			b.Rank += 8
		}
		if b.Kind == "wound" && p.fallsNext(i) {
			b.Rank += 8
		}
		if b.Kind == "wound" && b.Depth <= grazes && b.Hits == 1 && !b.First && !p.fallsNext(i) {
			b.Rank -= 30
		}
		if b.Kind == "broke" && !p.isPunished(i) {
			b.Rank = 0
		}
	}
	p.setNeeds()
}

// setSwings gives each stretch between two known chances to its most telling beat.
func (p *planner) setSwings() {
	var known []int
	for step := range p.Win {
		known = append(known, step)
	}
	slices.Sort(known)
	best := make([]*Beat, len(known)) // by the place of the chance at the end of the stretch
	for k := range p.beats {
		b := &p.beats[k]
		if i, _ := slices.BinarySearch(known, slices.Max(b.Steps)); i > 0 && i < len(known) && (best[i] == nil || b.Rank > best[i].Rank) {
			best[i] = b
		}
	}
	sides := p.sides()
	for i, b := range best {
		if b != nil {
			was, now := p.Win[known[i-1]], p.Win[known[i]]
			b.Swing = round(now - was)
			if min(was, now) <= 0.4 && max(was, now) >= 0.6 {
				b.Turns = sides[map[bool]int{true: 0, false: len(sides) - 1}[now > was]].Name
			}
		}
	}
}

// round returns a change of a chance to a thousandth.
func round(x float64) float64 { return math.Round(1000*x) / 1000 }

// fallsNext reports whether the one a beat wounds falls in one of the next beats.
func (p *planner) fallsNext(i int) bool {
	for _, b := range p.beats[i+1 : min(i+5, len(p.beats))] {
		if b.Kind == "fall" && b.To == p.beats[i].To {
			return true
		}
	}
	return false
}

// isPunished reports whether whoever a beat is of is hit later in its round.
func (p *planner) isPunished(i int) bool {
	a := &p.beats[i]
	return slices.ContainsFunc(p.beats[i+1:], func(b Beat) bool { return b.To == a.By && b.Hits > 0 && b.Round == a.Round })
}

// canBeFollowed reports whether a tale can follow somebody.
func (c *Person) canBeFollowed() bool { return c.Being == "person" || c.Being == "beast" }

// whomToFollow returns whom the tale follows: both of two; of more the one who fells most, is left alone, is hurt, wants something and is in it to
// the end.
func (p *planner) whomToFollow(s *Story) []string {
	var people []string
	for _, c := range s.Cast {
		if c.canBeFollowed() {
			people = append(people, c.Name)
		}
	}
	if len(people) <= 2 {
		return people
	}
	best, most := "", math.Inf(-1)
	for _, c := range s.Cast {
		if !c.canBeFollowed() || c.Called {
			continue
		}
		k, score := p.of(c.Name), 0.0
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
		if k.most > 0 {
			score += float64(k.most-k.left) / float64(k.most)
		}
		if k.out == "" {
			score++
		}
		if p.ended > 0 && c.Side != p.end.Seat {
			score += 0.25
		}
		if score > most {
			best, most = c.Name, score
		}
	}
	if best == "" {
		return nil
	}
	return []string{best}
}

// setNeeds sets without which beats a beat is not understood: a throw without the hold, a blow at somebody on the ground without what floored
// them. A weapon that was dropped and picked up again before anything came of it is not told.
func (p *planner) setNeeds() {
	held, floored, lost := map[string]int{}, map[string]int{}, map[string]int{}
	for i := range p.beats {
		b := &p.beats[i]
		add := func(id int) {
			if id > 0 && id != b.ID && !slices.Contains(b.Needs, id) {
				b.Needs = append(b.Needs, id)
			}
		}
		pair := pairOf(b.By, b.To)
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
			lost[b.By+"|"+b.With] = b.ID
		case "armed":
			id := lost[b.By+"|"+b.With]
			switch between := max(id, 0); {
			case id > p.told && !slices.ContainsFunc(p.beats[between:i], func(o Beat) bool { return o.Hits > 0 && (o.By == b.By || o.To == b.By) }):
				p.beats[id-1].Must, p.beats[id-1].Rank, b.Must, b.Rank = false, 0, false, 0 // dropped and picked up: nothing came of it
				delete(lost, b.By+"|"+b.With)
			case id > 0:
				add(id)
				lost[b.By+"|"+b.With] = -b.ID
			}
		}
		if again := lost[b.By+"|"+b.With]; again < 0 && b.blow {
			add(-again)
		}
		if slices.Contains(b.Causes, "spent") {
			if a := p.spending(i); a != nil {
				if b.Spent = a.To; b.Must && b.Rank > 100 {
					add(a.ID)
				}
			}
		}
		if b.Floored && b.blow {
			add(floored[b.To])
		}
		if b.blow && slices.Contains(b.Causes, "grapple") {
			add(held[pair])
		}
		if b.blow && slices.Contains(b.Causes, "held") { // by whoever has hold of them
			for _, of := range slices.Sorted(maps.Keys(held)) { // the same order every time
				if one, other, _ := strings.Cut(of, "|"); one == b.To || other == b.To {
					add(held[of])
				}
			}
		}
		if b.Up {
			delete(floored, b.By)
		}
	}
}

// spending returns the last attack in this round of whoever is found out of breath; nil where there was none.
func (p *planner) spending(i int) *Beat {
	b := &p.beats[i]
	for k := i - 1; k >= p.told && p.beats[k].Round == b.Round; k-- {
		if a := &p.beats[k]; a.By == b.To && a.blow && a.Into == nil {
			return a
		}
	}
	return nil
}

// words returns how many words a beat takes, about.
func (b *Beat) words() int {
	n := wordsOfBeat
	if b.Kind == "fall" || b.Kind == "sunk" {
		n = wordsOfFall
	}
	if b.Alone != "" || b.Own > 0 {
		n += 5
	}
	return n + len(strings.Fields(b.Says))
}

// chooseBeats says which beats are told, and cuts the scenes. A short tale is of one beat. Others have what must be told, a wound of everybody who is
// hurt, and what led to each fall; then the most telling of what is left as long as there is room, the less telling the more of its kind is told.
func (p *planner) chooseBeats(s *Story) {
	if s.Length == "short" {
		if b := p.turningPoint(); b != nil {
			b.told = true
		}
		p.keepTold(s)
		return
	}
	words := wordsUsual - wordsFrame
	if s.Length == "long" {
		words = wordsLong - wordsFrame
	}
	told := map[string]int{} // by kind, and by kind and people
	var tell func(b *Beat)
	tell = func(b *Beat) {
		if !b.told {
			b.told = true
			words -= b.words()
			told[b.Kind]++
			told[b.Kind+"|"+b.By+"|"+b.To]++
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
	for _, c := range s.Cast { // whoever has Wounds at the end, or falls of them, has them from somewhere
		if best := p.mostTellingWound(c.Name); c.Left < c.Of && best != nil {
			tell(best)
		}
	}
	for _, i := range p.fallsByWeight() {
		if words > 0 {
			p.leadUp(i, tell)
		}
	}
	for words > 0 {
		best, most := -1, float64(weakest)
		for i := range p.beats {
			b := &p.beats[i]
			if b.told || leadsNowhere(b) || idle(b) && words < wordsIdle {
				continue
			}
			if rank := b.Rank - 3*float64(told[b.Kind]) - 8*float64(told[b.Kind+"|"+b.By+"|"+b.To]); rank >= most {
				if best < 0 || rank > most {
					best, most = i, rank
				}
			}
		}
		if best < 0 {
			break
		}
		tell(&p.beats[best])
	}
	p.keepTold(s)
}

// fallsByWeight returns the falls that are told: the last first, then those that moved the chances most.
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

// leadUp tells what has worn somebody down before a fall: up to three wounds of the same round, or of a third of all Wounds.
func (p *planner) leadUp(i int, tell func(b *Beat)) {
	fall, n := &p.beats[i], 0
	for k := i - 1; k >= 0 && n < 3; k-- {
		if b := &p.beats[k]; b.To == fall.To && b.Kind == "wound" && b.Rank >= weakest && !b.Lying && (b.Round == fall.Round || 3*b.Wounds >= b.Of) {
			tell(b)
			n++
		}
	}
}

// turningPoint returns what a fight turned on: of the falls, or where nobody fell of the wounds, what moved the chances most, the later
// one of two; nil where nobody was hurt.
func (p *planner) turningPoint() (best *Beat) {
	for i := range p.beats {
		b := &p.beats[i]
		falls := b.Kind == "fall" || b.Kind == "sunk"
		if !falls && b.Wounds == 0 {
			continue
		}
		had := best != nil && (best.Kind == "fall" || best.Kind == "sunk")
		if best == nil || falls && !had || falls == had && math.Abs(b.Swing) >= math.Abs(best.Swing) {
			best = b
		}
	}
	return best
}

// keepTold cuts scenes of the beats that are told, and counts those that are not.
func (p *planner) keepTold(s *Story) {
	s.Left = p.left
	var kept []Beat
	for i := range p.beats {
		if b := p.beats[i]; b.told {
			b.Rank = math.Round(b.Rank)
			kept = append(kept, b)
		} else {
			s.Left++
		}
	}
	p.cutScenes(s, kept)
}

// promises are kinds of beats after which something should follow, or that change nothing by themselves: they are told where another beat needs
// them, and else not.
var promises = []string{"feint", "feint stopped", "guards", "guard back", "roused", "opening past", "stands off", "held", "staunched", "guard shaved",
	"step", "step held", "lock kept", "thrown back", "grip", "grapple", "escape"}

// leadsNowhere reports whether a beat is told only where another needs it: it is of those kinds, a weapon taken up that nobody had lost, a feint that
// missed, a blow at somebody who has fallen, or bleeding.
func leadsNowhere(b *Beat) bool {
	switch {
	case b.Kind == "hurt" && slices.Contains(b.Causes, "bleeding"), b.Kind == "armed" && len(b.Needs) == 0, vain(b) && b.What == "feint":
		return true
	}
	return slices.Contains(promises, b.Kind) && b.Vainly < 2 || b.Lying && b.Kind != "fall"
}

// idle reports whether a beat is blows that came to nothing, or to less than a wound: told where there is much room.
func idle(b *Beat) bool { return vain(b) && !b.Winded || b.Kind == "landed" || b.Kind == "hurt" }

// mostTellingWound returns the most telling beat that wounds somebody; nil where one is told already, or there is none.
func (p *planner) mostTellingWound(who string) (best *Beat) {
	for i := range p.beats {
		b := &p.beats[i]
		if b.To != who || !b.blow || b.Wounds == 0 || b.Lying {
			continue
		}
		if b.told {
			return nil
		}
		if best == nil || b.Rank > best.Rank {
			best = b
		}
	}
	return best
}

// How many scenes a tale has at most, how many beats one of them has about, and how many at most where it can be parted.
const scenesMost, beatsOfScene, beatsMost = 5, 4, 6

// cutScenes parts the beats into scenes, at the places of most weight: where somebody has fallen or come, the chances have moved, a round has ended,
// or other people act.
func (p *planner) cutScenes(s *Story, beats []Beat) {
	n := min(scenesMost, (len(beats)+1)/beatsOfScene)
	type place struct {
		at     int
		weight float64
	}
	var places []place
	swing := 0.0
	for i := 1; i < len(beats); i++ {
		a, b := &beats[i-1], &beats[i]
		w := 0.0
		swing += a.Swing
		if a.Kind == "fall" || a.Kind == "sunk" || a.Kind == "rout" {
			w += 2
			if a.Alone != "" {
				w += 2
			}
			if a.By == b.By {
				w -= 2
			}
		}
		if b.Kind == "joins" || b.Kind == "rises" {
			w += 3
		}
		if b.Round != a.Round {
			w += 1.5
		}
		if math.Abs(swing) >= turnSwing {
			w++
		}
		if b.By != a.By && b.By != a.To && b.To != a.By && b.To != a.To {
			w += 0.5
		}
		places = append(places, place{i, w})
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.weight, a.weight) })
	cuts := []int{0, len(beats)}
	for _, c := range places {
		if len(cuts) > n || c.weight <= 0 {
			break
		}
		if slices.ContainsFunc(cuts, func(at int) bool { return abs(at-c.at) < 2 }) {
			continue
		}
		cuts = append(cuts, c.at)
	}
	for _, c := range places { // what is yet too long for one scene
		slices.Sort(cuts)
		i, _ := slices.BinarySearch(cuts, c.at)
		if from, to := cuts[max(i-1, 0)], cuts[min(i, len(cuts)-1)]; to-from > beatsMost && c.at-from > 1 && to-c.at > 1 && c.at < to {
			cuts = append(cuts, c.at)
		}
	}
	slices.Sort(cuts)
	for i := 1; i < len(cuts); i++ {
		if part := beats[cuts[i-1]:cuts[i]]; len(part) > 0 {
			s.Scenes = append(s.Scenes, sceneOf(part))
		}
	}
	if k := len(s.Scenes); k > 0 && p.ended > 0 {
		s.Scenes[k-1].Kind = Last
	}
}

// sceneOf returns a scene of these beats.
func sceneOf(beats []Beat) Scene {
	sc := Scene{Kind: Standoff, Round: beats[0].Round, From: slices.Min(beats[0].Steps), Beats: beats}
	hurt, moves := false, 0
	for _, b := range beats {
		sc.To = max(sc.To, slices.Max(b.Steps))
		sc.Swing = round(sc.Swing + b.Swing)
		hurt = hurt || b.Wounds > 0
		if b.Kind == "through" || b.Kind == "thrown back" || b.Came != "" || b.Into != nil && b.Into.Way != "" {
			moves++
		}
		if b.Kind == "fall" || b.Kind == "sunk" {
			sc.Kind = Fall
		}
	}
	switch {
	case math.Abs(sc.Swing) >= turnSwing:
		sc.Kind = Turn
	case sc.Kind == Fall:
	case 2*moves > len(beats):
		sc.Kind = Chase
	case hurt:
		sc.Kind = Blows
	}
	return sc
}

// setRelations sets how each beat follows the one told before it.
func (p *planner) setRelations(s *Story) {
	for i := range s.Scenes {
		beats := s.Scenes[i].Beats
		for k := 1; k < len(beats); k++ {
			beats[k].Rel = p.relation(&beats[k-1], &beats[k])
		}
	}
}

// relation returns how a beat follows another that is told before it, of [Rels]; empty where nothing is to be said of it.
func (p *planner) relation(a, b *Beat) string {
	fell := a.Kind == "fall" || a.Kind == "sunk"
	switch {
	case a.Kind == "grapple" && b.Kind == "prone" && a.By == b.To && a.To == b.By:
		return "returns"
	case a.Kind == "through" && b.Kind == a.Kind && a.Spot == b.Spot && a.By != b.By:
		return "alike"
	case !a.blow || !b.blow:
		return ""
	case a.By == b.By && a.To == b.To:
		return "again"
	case a.By == b.To && a.To == b.By && !fell && b.Into == nil && a.Into == nil:
		return "returns"
	case b.Into != nil || a.Into != nil:
		if a.Into != nil && b.Into != nil && a.By == b.By && a.To != b.To && a.Into.Way == b.Into.Way && a.Kind == b.Kind {
			return "alike"
		}
		return ""
	case a.By == b.By:
		return "turns"
	case a.To == b.To && p.side(a.By) == p.side(b.By) && !fell:
		return "joins"
	case a.By != b.To && a.To != b.By && a.Round == b.Round:
		return "meanwhile"
	}
	return ""
}

// Dreaded are the words for weapons of a family by which somebody may fear them.
var Dreaded = map[string][]string{"bow": {"arrow", "arrows", "bow", "bows", "archers"},
	"gun": {"gun", "guns", "bullet", "bullets"}, "spear": {"spear", "spears"},
	"blade": {"sword", "swords", "blade", "blades"}, "claw": {"claws", "teeth"}, "short": {"knife", "knives"}, "axe": {"axe", "axes"}, "club": {"club", "clubs"}}

// setFears sets in which told beat what somebody fears comes true: a fear of up to four words names who wounds them, or their weapon.
func (p *planner) setFears(s *Story) {
	for i := range s.Cast {
		c := &s.Cast[i]
		words := strings.Fields(strings.ToLower(c.Fears))
		if len(words) == 0 || len(words) > 4 {
			continue
		}
		for _, sc := range s.Scenes {
			for _, b := range sc.Beats {
				if b.To != c.Name || b.Hits == 0 || b.Wounds == 0 || b.Depth <= grazes && b.Kind != "fall" || c.Feared > 0 {
					continue
				}
				named := append(strings.Fields(strings.ToLower(b.By)), Dreaded[b.Family]...)
				if slices.ContainsFunc(named, func(name string) bool { return slices.Contains(words, name) }) {
					c.Feared = b.ID
				}
			}
		}
	}
}
