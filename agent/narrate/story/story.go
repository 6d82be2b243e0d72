// Package story plans a tale: who fights for what, what of a record is told, in which scenes, and how it ends. A plan
// is data without a sentence.
//
//	what has happened   [Source]: the facts of a record in their order, with its steps and the chances of the sides
//	beats               beats.go: facts that one sentence tells, with what was known at that moment
//	scenes              scenes.go: which beats are told, where scenes are cut, how a beat follows the one before
//	people              people.go: who fights, whom the tale follows, how the fight ends for each
package story

import (
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Story is the plan of a tale.
type Story struct {
	Title  string            `json:"title"`
	About  string            `json:"about,omitempty" jsonschema:"what the fight is about, in the encounter's own words"`
	Place  map[string]string `json:"place,omitempty" jsonschema:"by aspect, a word of its closed list: weather, rain"`
	Sides  []Side            `json:"sides" jsonschema:"in the order of the record"`
	Cast   []Person          `json:"cast" jsonschema:"in the order of the record, who came later last"`
	Follow []string          `json:"follow" jsonschema:"whom the tale follows: one, both of a duel"`
	Stake  stake             `json:"stake,omitzero" jsonschema:"what one side wants besides standing"`
	Length string            `json:"length" jsonschema:"short, usual or long"`
	Scenes []Scene           `json:"scenes"`
	Left   int               `json:"left_out" jsonschema:"how many beats the tale has no room for"`
	End    End               `json:"end,omitzero" jsonschema:"empty while the fight goes on"`
}

// Side is a side and how many fight for it.
type Side struct {
	Name   string   `json:"name"`
	Who    []string `json:"who" jsonschema:"those who are there from the beginning, without horses"`
	Horses []string `json:"horses,omitempty" jsonschema:"and these"`
}

// Person is somebody of the fight, with how it ends for them.
type Person struct {
	Name    string `json:"name"`
	Spoken  string `json:"spoken" jsonschema:"how a sentence calls them: Jubei of Jubei the Cur, gaki of Gaki 1, spears of a squad called Spears"`
	Noun    bool   `json:"noun,omitempty" jsonschema:"spoken is a noun and takes an article: the gaki"`
	Nth     int    `json:"nth,omitempty" jsonschema:"which one of several of this noun: the first gaki; 0: the only one"`
	Kind    string `json:"kind" jsonschema:"the row of the catalogue"`
	Side    string `json:"side"`
	Epithet string `json:"epithet,omitempty"`
	Wants   string `json:"wants,omitempty" jsonschema:"after the word wants"`
	Fears   string `json:"fears,omitempty" jsonschema:"after the word fears"`
	They    string `json:"they,omitempty" jsonschema:"she, he or it, where it is known; they of a squad"`
	Being   string `json:"being" jsonschema:"person, beast, thing (as a puppet is), squad or horse"`
	Joined  int    `json:"joined,omitempty" jsonschema:"the step at which they joined; 0: there from the beginning"`
	Why     string `json:"why,omitempty" jsonschema:"for which they joined, in the GM's words"`
	OnCall  bool   `json:"called,omitempty" jsonschema:"not there before somebody has called it"`
	Left    int    `json:"left" jsonschema:"Wounds at the end, of so many; 0 of 0 where nothing shows them"`
	Of      int    `json:"of"`
	Out     string `json:"out,omitempty" jsonschema:"down, dead, crippled (it may act yet), out, repelled, routed, yielded, fled or gone; empty: still in it"`
	By      string `json:"by,omitempty" jsonschema:"who put them out of the fight"`
	At      int    `json:"at,omitempty" jsonschema:"the step of it"`
	Feared  int    `json:"feared,omitempty" jsonschema:"the beat in which what they fear comes true"`
}

// stake is what one side wants of the fight besides standing.
type stake struct {
	For    string `json:"for,omitempty"`
	Goal   string `json:"goal,omitempty" jsonschema:"last, down, protect, escape"`
	Who    string `json:"who,omitempty" jsonschema:"whom it wants down, or safe"`
	Rounds int    `json:"rounds,omitempty" jsonschema:"how many it has to last"`
	Within int    `json:"within,omitempty" jsonschema:"how many rounds the fight has at most, where its file says so"`
}

// Kinds of scenes, by what happens in them.
const (
	sceneTurn     = "turn"      // the chance to win moves by a fifth or more
	sceneFall     = "fall"      // somebody goes down
	sceneChase    = "chase"     // most of it is movement
	sceneStandoff = "stand-off" // blows, and nobody is wounded
	sceneBlows    = "blows"     // somebody is wounded, and nobody falls
	sceneLast     = "end"       // the last one
)

// Scene is a part of the tale.
type Scene struct {
	Kind  string  `json:"kind"`
	Round int     `json:"round" jsonschema:"it begins in"`
	From  int     `json:"from" jsonschema:"its steps"`
	To    int     `json:"to"`
	Swing float64 `json:"swing,omitempty" jsonschema:"how far the chance of the first side moves in it, -1 to 1"`
	Beats []Beat  `json:"beats"`
}

// Beat is what one sentence tells, or what a tale leaves out. Most beats are one fact of the record; blows of the same
// striker at the same one, one after the other, are one beat, and so are all the times that somebody is thrown back.
type Beat struct {
	// By acts, and To is whom it is done to; [rules.FactKind.Says] says what happens. In an answer to an attack (Into) By
	// is who answers, and To who attacked: of "Anselm tries a thrust, but Eckart is faster and wounds him" By is Eckart.
	ID     int      `json:"id" jsonschema:"its own in the story, from 1"`
	Kind   string   `json:"kind" jsonschema:"of the kinds of facts"`
	By     string   `json:"by,omitempty"`
	To     string   `json:"to,omitempty"`
	What   string   `json:"what,omitempty"`
	With   string   `json:"with,omitempty" jsonschema:"the weapon, as it is called of by: the fangs of a wolf"`
	Use    string   `json:"use,omitempty" jsonschema:"in which of its ways: thrown, thrust, flesh cutter; empty of a weapon that has one"`
	Family string   `json:"family,omitempty"`
	Answer string   `json:"answer,omitempty" jsonschema:"what to has done against it"`
	Guard  string   `json:"against,omitempty" jsonschema:"and with what"`
	Causes []string `json:"causes,omitempty"`
	Part   string   `json:"part,omitempty"`
	Fate   string   `json:"fate,omitempty"`
	Spot   string   `json:"spot,omitempty"`
	Says   string   `json:"says,omitempty" jsonschema:"the GM's words"`
	Lead   string   `json:"lead,omitempty" jsonschema:"at whose order it is done"`
	Into   *Into    `json:"into,omitempty" jsonschema:"what by answers with it"`

	// Of blows only: how many, and what they come to.
	Tries  int     `json:"tries,omitempty" jsonschema:"how many blows it is"`
	Hits   int     `json:"hits,omitempty" jsonschema:"how many of them did what kind says, or wounded"`
	Order  string  `json:"order,omitempty" jsonschema:"of several, each: h for a hit, m for a miss"`
	Before int     `json:"before,omitempty" jsonschema:"how many blows had wounded to before this beat"`
	Wounds int     `json:"wounds,omitempty" jsonschema:"Wounds that to loses by it; by, where nobody strikes"`
	Left   int     `json:"left" jsonschema:"what is left to them after it, of so many"`
	Of     int     `json:"of,omitempty"`
	Depth  float64 `json:"depth,omitempty" jsonschema:"Wounds lost, as a share of what there was"`
	Nth    int     `json:"nth,omitempty" jsonschema:"which time it is that this happens between the two, where that is more than once"`

	// How it came about, and what was known of the people in it at that moment.
	Vainly  int    `json:"in_vain,omitempty" jsonschema:"how often by was thrown back, before it broke through or in all"`
	Came    string `json:"came,omitempty" jsonschema:"how by came to it in the same turn: toward, past"`
	Up      bool   `json:"up,omitempty" jsonschema:"by was on the ground and has got up for it"`
	Winded  bool   `json:"winded,omitempty" jsonschema:"and it took more breath than by had"`
	Spell   bool   `json:"spell,omitempty" jsonschema:"what is a spell"`
	Does    string `json:"does,omitempty" jsonschema:"what the spell or technique does besides Wounds, as its row says it"`
	Ends    string `json:"ends,omitempty" jsonschema:"how a hold ends that begins here: escape (of who was held), let go, thrown, agreed, fall, gone; of what a spell or technique does: over; empty: it lasts"`
	Until   int    `json:"until,omitempty" jsonschema:"the step at which that ends"`
	First   bool   `json:"first,omitempty" jsonschema:"first blood, or the first point"`
	Match   bool   `json:"match,omitempty" jsonschema:"it is sparring"`
	Friend  bool   `json:"friend,omitempty" jsonschema:"to is on by's own side"`
	Lying   bool   `json:"lying,omitempty" jsonschema:"to has fallen before"`
	Floored bool   `json:"floored,omitempty" jsonschema:"to is on the ground"`

	// Known only once the beats before it are: set by setNeeds and makeBeat.
	Spent   string `json:"spent_on,omitempty" jsonschema:"at whom to, who is out of breath, has struck last in this round"`
	Fended  string `json:"fended,omitempty" jsonschema:"how to, who is out of breath, has last answered a blow in this round"`
	Unarmed bool   `json:"unarmed,omitempty" jsonschema:"to has lost its weapon, and taken up no other"`

	// What it means for the fight, counted when all beats of the plan are known.
	Alone string   `json:"alone,omitempty" jsonschema:"who is the last of a side by it"`
	Foes  []string `json:"foes,omitempty" jsonschema:"and against whom"`
	Own   int      `json:"own,omitempty" jsonschema:"so many are left by it on the side of who falls, squads and horses not counted"`
	Other int      `json:"other,omitempty" jsonschema:"and so many on the other"`
	Swing float64  `json:"swing,omitempty" jsonschema:"how far the chance of the first side moves with it, -1 to 1"`
	Turns string   `json:"turns,omitempty" jsonschema:"the side that had the worse of it before, and has the better after it, by the reckoning"`

	// Whether it is told. Rank is on the scale of [rules.FactKind.Rank], 0 to 100, and may go beyond it.
	Rank  float64 `json:"rank" jsonschema:"how telling it is"`
	Must  bool    `json:"must,omitempty" jsonschema:"it is told whatever else is"`
	Needs []int   `json:"needs,omitempty" jsonschema:"beats without which it is not understood"`
	Rel   string  `json:"rel,omitempty" jsonschema:"how it follows the beat told before it in its scene, of returns, again, joins, turns, alike, meanwhile"`
	Round int     `json:"round"`
	Steps []int   `json:"steps" jsonschema:"of the record"`

	blow bool // its kind is a blow ([rules.FactKind])
	told bool // it was chosen to be told
}

// Falls reports whether somebody goes down in a beat.
func (b *Beat) Falls() bool { return b.Kind == "fall" || b.Kind == "sunk" }

// leaver returns who is out of the fight by a beat; empty if nobody is.
func (b *Beat) leaver() string {
	switch {
	case b.Kind == "fall":
		return b.To
	case b.Kind == "sunk" || outByFact[b.Kind] != "":
		return b.By
	}
	return ""
}

// Into is what a counter answers: an attack, or a move, of the one it is struck at.
type Into struct {
	What   string `json:"what,omitempty"`
	With   string `json:"with,omitempty"`
	Use    string `json:"use,omitempty"`
	Family string `json:"family,omitempty"`
	Way    string `json:"way,omitempty" jsonschema:"toward, past or away, of who moves; empty: it is an attack"`
}

// Relations are the ways in which a beat can follow the one told before it. Each can be read off the record: from who
// is in both, and in what order they act. What people mean by their deeds is in no record, so there is no "because".
var Relations = []string{
	"returns",   // By strikes back at whoever has just struck
	"again",     // By goes on at the same one
	"joins",     // another of the same side strikes at the same one
	"turns",     // By turns to another
	"alike",     // the same happens to another person
	"meanwhile", // nobody in it was in the beat before
}

// End is how a fight ends. Why is the reason:
//
//	none stands  nobody of the loser is left standing
//	leaderless   of the loser only squads are left, without a leader
//	riderless    of the loser only horses are left
//	out          Who, on whom it depended, is out of the fight
//	held         the winner has lasted its rounds
//	late         the rounds are over, and Who, whom the loser wanted down, is still in it
//	time         the rounds are over
//	yields       Who has given up
//	concedes     the loser has, by the word of whoever plays it
//	points       the points of a match are made
//	other        Says has it
type End struct {
	Winner string   `json:"winner,omitempty" jsonschema:"a side; empty: a draw"`
	Loser  string   `json:"loser,omitempty"`
	Why    string   `json:"why" jsonschema:"of the list: none stands, leaderless, riderless, out, held, late, time, yields, concedes, points, other"`
	Who    string   `json:"who,omitempty" jsonschema:"whose fall, word or standing decides"`
	Says   string   `json:"says,omitempty" jsonschema:"the reason in the record's own words"`
	Round  int      `json:"round"`
	Rounds int      `json:"rounds,omitempty" jsonschema:"that there were, where they decide"`
	Step   int      `json:"step"`
	Stand  []string `json:"stand" jsonschema:"of the winner, who is still in it"`
	Others []string `json:"others" jsonschema:"of the loser"`
	Comes  string   `json:"comes,omitempty" jsonschema:"what it comes to, in the encounter's words"`

	OneSided bool `json:"one_sided,omitempty" jsonschema:"it was never in doubt: the winner had the better of it from the beginning, and lost nobody"`
}

// Source is what a plan is made of. Everything in it is read from the record, or known before the fight; a plan never
// asks the rules.
type Source struct {
	Title  string
	Roster []rules.Fighter
	rules.Scenery
	Facts []rules.Fact    // in their order
	Steps []rules.Step    // without those that were taken back
	Life  string          // the noun, in the singular, for what combatants live by; empty: a wound
	Stood *fight.Snapshot // how everybody stood at the beginning; nil if the record does not have it
	Win   map[int]float64 // by step: the chance of the first side to win after it, where it is known

	Length string // of [Lengths]; empty is usual
}

// Lengths are how much a tale tells: what the fight turned on; as much as people like to read; all that is worth
// telling.
var Lengths = []string{"short", "usual", "long"}
