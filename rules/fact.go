package rules

import "slices"

// Fact is one thing that happened in a fight, decided from its events: all that a tale can tell of it. An attack with its
// answer and its outcome is one fact. Names and weapons are data, as the record has them.
type Fact struct {
	Kind    string   `json:"kind"`              // of [FactKinds]
	Step    int      `json:"step"`              // of the record, where it was decided
	By      string   `json:"by,omitempty"`      // the one who acts; what By and To are in a kind stands in [FactKinds]
	To      string   `json:"to,omitempty"`      // the other one
	What    string   `json:"what,omitempty"`    // the maneuver, action, spell or reason, as the document names it
	With    string   `json:"with,omitempty"`    // the weapon it is done with
	Family  string   `json:"family,omitempty"`  // of that weapon, in the way it is used; of [Families]
	Answer  string   `json:"answer,omitempty"`  // the maneuver To answered with
	Against string   `json:"against,omitempty"` // the weapon To answered with
	Causes  []string `json:"causes,omitempty"`  // why it came out so, of [Causes], the most telling first
	Part    string   `json:"part,omitempty"`    // of the body, where the blow went
	Fate    string   `json:"fate,omitempty"`    // of who fell, of [Fates]; empty: down
	Spot    string   `json:"spot,omitempty"`    // the zone or distance that is entered
	Wounds  int      `json:"wounds,omitempty"`  // lost
	Depth   float64  `json:"depth,omitempty"`   // the Wounds lost, as a share of what there was, above 0 to 1
	P       float64  `json:"p,omitempty"`       // the chance of what the dice showed, 1 without dice
	First   bool     `json:"first,omitempty"`   // first blood, or the first point, of the fight
	Last    bool     `json:"last,omitempty"`    // To's side, of several, now has one standing
	Match   bool     `json:"match,omitempty"`   // it is sparring
}

// Has reports whether a fact has a cause.
func (f *Fact) Has(cause string) bool { return slices.Contains(f.Causes, cause) }

// Because adds a cause, if it is one.
func (f *Fact) Because(is bool, cause string) {
	if is {
		f.Causes = append(f.Causes, cause)
	}
}

// Causes are the reasons that a fact can have. They come from events, never from wording.
var Causes = []string{
	"overload",                               // By went over the limit of a breath for it, and held
	"late",                                   // an answer was tried, and failed
	"hurried",                                // the answer was not held ready: it was paid for in haste
	"ready",                                  // the answer was held ready beforehand
	"unanswered",                             // nothing was put against it
	"spent",                                  // To had nothing left to answer with
	"open",                                   // To stood defenseless or exposed
	"counter",                                // it is itself an answer: a stance, a counter-attack or a blow at one who steps in
	"moving",                                 // To was on the move
	"past",                                   // and that way led past By
	"away",                                   // or away from By
	"feint",                                  // a feint had drawn the answer before it
	"overreach",                              // By called for more than the dice gave
	"fumble",                                 // the dice were a double, against By
	"critical",                               // the dice were a double, for By
	"window",                                 // To's guard was broken before
	"armour",                                 // armour took it
	"grapple",                                // the two hold each other
	"stray",                                  // it was meant for somebody else
	"order",                                  // By did it at somebody's word
	"prone",                                  // To lay on the ground
	"held",                                   // To was in a hold with somebody else
	"bare",                                   // To had given up its guard to strike harder
	"guarded",                                // To was on guard, and did nothing else
	"high",                                   // By struck from higher ground, or from the saddle at somebody on foot
	"mire",                                   // To stood in a mire, and By did not
	"void",                                   // By spent of what gives its blows more than there is in them
	"deflect",                                // To spent of it to turn the blow aside
	"endure",                                 // or to take less of it
	"hurt",                                   // By's own Wounds made it miss
	"contest",                                // To kept its feet, or its place
	"fire", "bleeding", "backlash", "master", // what took a Wound where nobody struck
}

// Circumstances are the causes that a sentence about several blows may leave out: how the two stood, and what they gave for it.
var Circumstances = []string{"unanswered", "open", "order", "prone", "held", "bare", "guarded", "high", "mire", "void", "deflect", "endure", "hurt"}

// Fates are what can become of somebody who falls, as events say it.
var Fates = []string{"killed", "dead", "dying", "out", "crippled", "repelled", "rampage"}

// Families are the families of weapons that words can be chosen by.
var Families = []string{"blade", "spear", "short", "staff", "bow", "gun", "unarmed", "claw", "shield", "thrown", "makeshift", "wooden", "axe", "club",
	"pole", "crossbow"}

// FactKind is a kind of fact.
type FactKind struct {
	Name       string
	Says       string // what happens, with By and To
	Rank       int    // 0 to 100: where a tale has no room for all facts, those of the highest rank are told
	Must       bool   // it is always told
	Blow       bool   // it is an attack and what came of it
	GroupWords string // the words for seats that did nothing else: several such passages become one law line, "guard, reservation"
}

// FactKinds is the closed list of kinds, shared by all systems.
var FactKinds = []FactKind{
	{Name: "fall", Says: "By's blow takes To out of the fight", Rank: 100, Must: true, Blow: true},
	{Name: "sunk", Says: "By falls without a blow", Rank: 100, Must: true},
	{Name: "wound", Says: "By's blow costs To Wounds", Rank: 50, Blow: true},
	{Name: "wounds", Says: "By's blows cost To Wounds, several times in a row", Rank: 52, Blow: true},
	{Name: "point", Says: "By scores against To", Rank: 88, Must: true, Blow: true},
	{Name: "landed", Says: "By's blow reaches To, and does something other than a Wound: What is the status", Rank: 45, Blow: true},
	{Name: "feint", Says: "To takes By's feint for a blow", Rank: 45, Blow: true},
	{Name: "feint stopped", Says: "To meets By's feint", Rank: 42, Blow: true},
	{Name: "stopped", Says: "To's answer stops By's blow", Rank: 40, Blow: true},
	{Name: "turned", Says: "By's blow reaches To and does no harm", Rank: 38, Blow: true},
	{Name: "near", Says: "By's blow misses To and costs To guard", Rank: 36, Blow: true},
	{Name: "miss", Says: "By's blow misses To", Rank: 32, Blow: true},

	{Name: "hurt", Says: "By loses Wounds without a blow", Rank: 51},
	{Name: "staunched", Says: "By stops bleeding", Rank: 49},
	{Name: "disarmed", Says: "By loses the weapon, To's doing or none", Rank: 84, Must: true},
	{Name: "armed", Says: "By draws a weapon or takes one up", Rank: 55, Must: true},
	{Name: "loaded", Says: "By loads a weapon", Rank: 24},
	{Name: "broke", Says: "By goes over the limit for What against To, and is left without breath or defence; What is done all the same", Rank: 56, Must: true},
	{Name: "held", Says: "By goes over the limit for What against To, and holds", Rank: 36},
	{Name: "through", Says: "By breaks through, to Spot", Rank: 52, Must: true},
	{Name: "thrown back", Says: "By does not break through", Rank: 46},
	{Name: "move", Says: "By goes to Spot", Rank: 20},
	{Name: "rides", Says: "By rides to Spot", Rank: 21},
	{Name: "mounts", Says: "By gets into the saddle", Rank: 60, Must: true},
	{Name: "dismounts", Says: "By gets out of the saddle", Rank: 60, Must: true},
	{Name: "unhorsed", Says: "By takes To off the horse", Rank: 88, Must: true},
	{Name: "prone", Says: "By puts To on the ground", Rank: 80, Must: true},
	{Name: "up", Says: "By gets up from the ground", Rank: 25},
	{Name: "hides", Says: "By hides", Rank: 31},
	{Name: "stance", Says: "By takes the stance What", Rank: 26},
	{Name: "stance lost", Says: "By loses the stance What, To's doing", Rank: 48, Must: true},

	{Name: "guard broken", Says: "By breaks To's guard", Rank: 72, Must: true},
	{Name: "guard shaved", Says: "By takes guard from To without a Wound: What is how", Rank: 38},
	{Name: "guard back", Says: "By's guard comes back", Rank: 33},
	{Name: "stands off", Says: "By's guard wears thin with waiting", Rank: 46},
	{Name: "opening past", Says: "By closes the opening unused", Rank: 47},
	{Name: "step", Says: "By changes the distance to To, to Spot", Rank: 37},
	{Name: "step held", Says: "By tries to change the distance, and To keeps it", Rank: 35},
	{Name: "locked", Says: "the blades of By and To lock", Rank: 57},
	{Name: "lock broken", Says: "By gets out of the lock with To", Rank: 57},
	{Name: "lock kept", Says: "By tries to get out of the lock, and To keeps it", Rank: 41},

	{Name: "grapple", Says: "By takes hold of To", Rank: 67, Must: true},
	{Name: "grip", Says: "By wins the hold on To", Rank: 45},
	{Name: "pin", Says: "By pins To", Rank: 76, Must: true},
	{Name: "escape", Says: "By gets free of To", Rank: 66, Must: true},
	{Name: "let go", Says: "By neither holds anybody nor is held any more: What is why", Rank: 22},
	{Name: "bind", Says: "By binds To's weapon", Rank: 47},
	{Name: "press", Says: "By presses To back", Rank: 45},
	{Name: "countertempo", Says: "By strikes into To's action, and instead of it", Rank: 29},
	{Name: "roused", Says: "By is on guard after a miss", Rank: 34},
	{Name: "guard up", Says: "By stands on guard", Rank: 28},
	{Name: "aim", Says: "By aims at To", Rank: 22},
	{Name: "rested", Says: "By gets breath back", Rank: 12},
	{Name: "guards", Says: "By stands guard over To", Rank: 38},
	{Name: "spends", Says: "By spends Void on What", Rank: 20},

	{Name: "order", Says: "By orders To", Rank: 44, Must: true},
	{Name: "rout", Says: "the squad By breaks", Rank: 94, Must: true},
	{Name: "shaken", Says: "the squad By loses Cohesion: What is why", Rank: 34},
	{Name: "rallied", Says: "the squad By regains Cohesion", Rank: 40, Must: true},
	{Name: "gift", Says: "By hands Energy to To", Rank: 30},
	{Name: "chant", Says: "By begins the casting of What", Rank: 30},
	{Name: "chant broken", Says: "By loses the casting of What", Rank: 82, Must: true},
	{Name: "spell", Says: "By's spell What works, on To", Rank: 60, Must: true},
	{Name: "effect", Says: "By's technique or thing What takes effect, on To", Rank: 39},
	{Name: "over", Says: "what By's spell, technique or thing What has done is over", Rank: 21},
	{Name: "spell failed", Says: "By's spell What fails", Rank: 46},
	{Name: "backlash", Says: "By's spell What turns on By", Rank: 95, Must: true},
	{Name: "rises", Says: "By rises at To's call", Rank: 60, Must: true},
	{Name: "shielded", Says: "What takes a Wound for By", Rank: 35},

	{Name: "ready", Says: "By holds an answer ready", Rank: 18, GroupWords: "guard, reservation"},
	{Name: "close", Says: "By closes the round", Rank: 12, GroupWords: "close the round"},
	{Name: "wait", Says: "By waits", Rank: 10, GroupWords: "wait"},
	{Name: "leaves", Says: "By leaves the field", Rank: 70, Must: true},
	{Name: "yields", Says: "By stops fighting, and is out of the fight as hurt as it was", Rank: 92, Must: true},
	{Name: "flees", Says: "By stops fighting and leaves the field", Rank: 92, Must: true},
	{Name: "joins", Says: "By joins the side What", Rank: 90, Must: true},
	{Name: "taken out", Says: "the GM takes By out of the fight", Rank: 90, Must: true},
	{Name: "word", Says: "the GM says What", Rank: 90, Must: true},
	{Name: "ruling", Says: "By throws dice that no rule asks for, against To if it is a contest: What is what for", Rank: 90, Must: true},
	{Name: "alone", Says: "By is the last of the side Side", Rank: 60},
	{Name: "vain", Says: "By strikes at To several times, and nothing comes of it", Rank: 41, Blow: true},
	{Name: "trade", Says: "By and To strike at each other, and nothing comes of it", Rank: 41, Blow: true},
	{Name: "turn", Says: "how the fight stands now: What is it", Rank: 45},
	{Name: "wants", Says: "By, who is What, wants what the encounter's file says", Rank: 30},
	{Name: "fears", Says: "By, who is What, fears what the encounter's file says", Rank: 30},
	{Name: "quiet", Says: "nothing comes of anything for a while", Rank: 10},
	{Name: "end", Says: "the fight is over: By is the side that won, What the reason", Rank: 100, Must: true},
}

// KindOfFact returns the kind of this name; nil if there is none.
func KindOfFact(name string) *FactKind {
	if i, ok := factKinds[name]; ok {
		return &FactKinds[i]
	}
	return nil
}

var factKinds = func() map[string]int {
	at := make(map[string]int, len(FactKinds))
	for i, k := range FactKinds {
		at[k.Name] = i
	}
	return at
}()
