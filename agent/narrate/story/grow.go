package story

import (
	"cmp"
	"slices"

	"kokyu/rules"
)

// Growing is the plan of a fight that goes on, told a scene at a time: what has been told stays as it was told.
type Growing struct {
	p      *planner
	idle   map[string]bool // who has been told to strike at whom in vain since one of them was hit: "by|to"
	follow []string
}

// roomOfScene is how many words a scene of a fight that goes on has before it is told.
const roomOfScene = 36

// Grow returns the plan of a fight of which nothing has happened yet: of the source its facts and steps, the chances and the length
// are not read.
func Grow(src Source) *Growing {
	src.Facts, src.Steps, src.Win, src.Length = nil, nil, nil, ""
	g := &Growing{p: newPlanner(src), idle: map[string]bool{}}
	g.follow = g.p.whomToFollow(g.p.story())
	return g
}

// Add takes facts in their order, with all steps up to the last of them.
func (g *Growing) Add(facts []rules.Fact, steps []rules.Step) {
	g.p.Steps = steps
	g.p.gather(facts)
	if len(steps) > 0 {
		g.p.advance(steps[len(steps)-1].N)
	}
}

// Past marks what has happened up to a step as told.
func (g *Growing) Past(step int) {
	p := g.p
	for p.told < len(p.beats) && p.beats[p.told].Steps[0] <= step {
		p.told++
	}
}

// Full reports whether there is a scene to tell: somebody has fallen or come, or enough has happened.
func (g *Growing) Full() bool {
	room := 0
	for _, b := range g.scene() {
		switch b.Kind {
		case "fall", "sunk", "rout", "joins", "leaves", "taken out", "yields", "flees", "rises":
			return true
		}
		room += b.words()
	}
	return room >= roomOfScene
}

// scene returns the beats of what has happened since the last scene that a tale tells.
func (g *Growing) scene() (beats []Beat) {
	p, vain := g.p, []int(nil)
	tells := func(id int) bool { return slices.ContainsFunc(beats, func(b Beat) bool { return b.ID == id }) }
	for i := p.told; i < len(p.beats); i++ {
		b := p.beats[i]
		switch {
		case b.Must:
		case idle(&b):
			if !g.idle[b.By+"|"+b.To] {
				vain = append(vain, b.ID)
			}
			continue
		case leadsNowhere(&b), b.Rank <= 0: // nothing came of it
			continue
		}
		for _, id := range b.Needs {
			if id > p.told && !tells(id) {
				beats = append(beats, p.beats[id-1])
			}
		}
		if !tells(b.ID) {
			beats = append(beats, b)
		}
	}
	if len(beats) == 0 && len(vain) > 0 { // of blows in vain where there is nothing else
		beats = append(beats, p.beats[vain[0]-1])
	}
	slices.SortFunc(beats, func(a, b Beat) int { return cmp.Compare(a.ID, b.ID) })
	return beats
}

// Next returns the story as it stands, with one scene of what has happened since the last: none where nothing of it is worth telling.
func (g *Growing) Next() *Story {
	p := g.p
	p.countStanding()
	p.setNeeds()
	beats := g.scene()
	p.told = len(p.beats)
	s := p.story()
	s.Follow = g.follow
	if len(beats) > 0 {
		s.Scenes = append(s.Scenes, sceneOf(beats))
	}
	for i := range beats {
		b := &beats[i]
		g.idle[b.By+"|"+b.To] = vain(b)
	}
	p.setRelations(s)
	p.setFears(s)
	return s
}
