package story

import (
	"cmp"
	"slices"

	"kokyu/rules"
)

// Growing is the plan of a fight that is still going on, told a scene at a time. What has been told is not changed
// afterwards: the lines are on somebody's screen. So it knows no chances to win and no end, and which beats are worth
// telling is decided scene by scene, where [Plan] weighs all of them against each other.
type Growing struct {
	p      *planner
	vain   map[string]bool // by "by|to": the last that was told of the two is a blow in vain, so another is not worth telling
	follow []string
}

// roomOfScene is how many words a scene of such a fight grows to, about, before it is told.
const roomOfScene = 36

// Grow returns the plan of a fight in which nothing has happened yet. Facts, steps, chances and length of the source
// are ignored.
func Grow(src Source) *Growing {
	src.Facts, src.Steps, src.Win, src.Length = nil, nil, nil, ""
	g := &Growing{p: newPlanner(src), vain: map[string]bool{}}
	g.follow = g.p.whomToFollow(g.p.newStory())
	return g
}

// Add adds facts, in their order, of the steps up to number to; steps are all those of the fight.
func (g *Growing) Add(facts []rules.Fact, steps []rules.Step, to int) {
	g.p.Steps = steps
	g.p.gather(facts)
	g.p.readStepsTo(to)
}

// MarkTold marks everything up to a step as told. It is for a teller that begins anew after an undo: what it had told
// of the steps that stand is not told again.
func (g *Growing) MarkTold(step int) {
	p := g.p
	for p.told < len(p.beats) && p.beats[p.told].Steps[0] <= step {
		p.told++
	}
}

// HasScene reports whether there is a scene to tell: somebody has fallen or come, or enough has happened.
func (g *Growing) HasScene() bool {
	room := 0
	for _, b := range g.scene() {
		if b.leaver() != "" || b.Kind == "joins" || b.Kind == "rises" {
			return true
		}
		room += b.words()
	}
	return room >= roomOfScene
}

// scene returns the beats worth telling of what has happened since the last scene.
func (g *Growing) scene() (beats []Beat) {
	p := g.p
	var vain []Beat // those that came to nothing
	tells := func(id int) bool { return slices.ContainsFunc(beats, func(b Beat) bool { return b.ID == id }) }
	for _, b := range p.beats[p.told:] {
		switch {
		case b.Must:
		case isIdle(&b):
			if !g.vain[b.By+"|"+b.To] {
				vain = append(vain, b)
			}
			continue
		case leadsNowhere(&b), b.Rank <= 0:
			continue
		}
		for _, id := range append(slices.Clone(b.Needs), b.ID) {
			if id > p.told && !tells(id) {
				beats = append(beats, p.beats[id-1])
			}
		}
	}
	if len(beats) == 0 && len(vain) > 0 { // there is nothing else
		beats = vain[:1]
	}
	slices.SortFunc(beats, func(a, b Beat) int { return cmp.Compare(a.ID, b.ID) })
	return beats
}

// Next returns the story as it stands, with one scene of what has happened since the last one, or none if nothing of it
// is worth telling.
func (g *Growing) Next() *Story {
	p := g.p
	p.countStanding()
	p.setNeeds()
	beats := g.scene()
	p.told = len(p.beats)
	s := p.newStory()
	s.Follow = g.follow
	if len(beats) > 0 {
		s.Scenes = append(s.Scenes, sceneOf(beats))
	}
	for _, b := range beats {
		g.vain[b.By+"|"+b.To] = isVain(&b)
	}
	p.setRelations(s)
	p.setFears(s)
	return s
}
