package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
)

// The tables of documents 000, 002 and 003 that are not a catalogue's: nobody lays rows over them. The engine takes its
// numbers from here. What the catalogue says of weapons, traits, schools and classes is not written twice: their tables are
// made from its rows.

// Maneuvers are the common ones, under the words of decisions; the document's own stand beside them.
var Maneuvers = book.Table{
	Name: "maneuvers", What: "common maneuvers and what they cost",
	In: "document 000, Energy Cost Reference", Row: "maneuver",
	Columns: []book.Column{
		{Name: "energy", Says: "What it costs."},
		{Name: "check", Says: "What has to be rolled for it."},
		{Name: "does", Says: "What it does, and who may."},
	},
	Rows: []book.Entry{
		{Name: "walk", Also: []string{"move"}, Laws: "EB-108, EB-19", Rulings: "R-88, R-173",
			Cells: []string{"2 seed", "", "into a neighbouring zone"}},
		{Name: "sprint", Laws: "EB-109", Rulings: "R-45",
			Cells: []string{"3 seed", "", "into a neighbouring zone; the next attack or Kata of the breath +1 seed"}},
		{Name: "leap", Laws: "EB-110", Rulings: "R-92, R-183",
			Cells: []string{"3 seed", "", "between high and low ground, with Lightfoot or magic"}},
		{Name: "gallop", Also: []string{"mounted gallop"}, Laws: "EB-111",
			Cells: []string{"1 seed", "", "into a neighbouring zone, in the saddle"}},
		{Name: "steal", Also: []string{"stealth movement", "stealth"}, Laws: "EB-112", Rulings: "R-123",
			Cells: []string{"3 seed", "", "into a neighbouring zone, and still unseen"}},
		{Name: "break through", Also: []string{"breakthrough"}, Laws: "EB-113", Rulings: "R-83, R-90",
			Cells: []string{
				"3 seed",
				"2d10 + Courage against {breakthrough}, {breakthrough outnumbered} where the enemy dominates",
				"into a zone the enemy holds",
			}},
		{Name: "enter", Also: []string{"free entry into core zone", "enter core"}, Laws: "EB-114",
			Cells: []string{"2 seed", "", "into the Core: a ronin, a Mikkyo monk, a shinobi"}},
		{Name: "force a way", Also: []string{"force breakthrough into core zone", "force core"}, Laws: "EB-115",
			Rulings: "R-82",
			Cells:   []string{"3 seed", "2d10 + Courage against 13 seed", "into the Core"}},
		{Name: "fight free", Also: []string{"forced exit from core zone", "leave core"}, Laws: "EB-116",
			Cells: []string{"4 seed", "", "out of the Core"}},
		{Name: "enter the outside", Also: []string{"enter the outside zone", "slip away"}, Laws: "EB-117, EB-99",
			Rulings: "R-36, R-178",
			Cells:   []string{"", "", "out of the other zones, unseen"}},
		{Name: "squad order", Also: []string{"order"}, Laws: "EB-118, EB-20, EB-71 to EB-73", Rulings: "R-133, R-134",
			Cells: []string{"2 seed, 1 seed from Wisdom +2", "", "a squad does as it is told"}},
		{Name: "take up a stance", Also: []string{"declare stance", "stance"}, Laws: "EB-119, EB-120, EB-21",
			Rulings: "R-98",
			Cells:   []string{"what it names", "", "one at a time"}},
		{Name: "release a stance", Also: []string{"release stance", "release", "stance release"},
			Laws:  "EB-121, EB-56",
			Cells: []string{"0 seed", "", "the stance is dropped"}},
		{Name: "reserve", Also: []string{"reservation", "reserved"}, Laws: "EB-17, EB-28 to EB-31, EB-33 to EB-39",
			Rulings: "R-20 to R-23, R-27, R-28, R-105",
			Cells: []string{
				"that of the defence", "", "holds a weapon's defence ready: it answers once, for nothing",
			}},
		{Name: "improvised reaction", Also: []string{"haste", "improvise"}, Laws: "EB-32, EB-36",
			Rulings: "R-24, R-25",
			Cells:   []string{"half as much again as the defence, rounded", "", "a defence that is not reserved"}},
		{Name: "transfer", Also: []string{"energy transfer", "give"},
			Laws: "EB-52, EB-53, EB-75 to EB-77, EB-87, EB-123", Rulings: "R-31 to R-33, R-144, R-145, R-198",
			Cells: []string{
				"what is given", "", "a scholar's Energy to an ally who has Energy of its own, point for point",
			}},
		{Name: "control", Also: []string{"control action"}, Laws: "EB-54, EB-67 to EB-70",
			Rulings: "R-35, R-141, R-142",
			Cells:   []string{"the unit's maneuver", "", "moves a shikigami or a puppet, twice a round in all"}},
		{Name: "half-step", Also: []string{"half-step in", "half-step out"},
			Laws: "MA-07 to MA-11, MA-31, MA-36, MA-42, MA-56", Rulings: "R-64 to R-66, R-72, R-113",
			Cells: []string{
				"1 seed", "2d10 + Finesse + Footwork of both, if it is resisted",
				"in a duel, one rung nearer or farther",
			}},
		{Name: "push out", Also: []string{"push-out"}, Laws: "MA-21, MA-24, MA-28", Rulings: "R-78, R-116, R-118",
			Cells: []string{
				"{bind}", "2d10 + Physique of both", "out of locked blades, one rung; the other's guard -{pushed}",
			}},
		{Name: "slip away", Also: []string{"slip-away"}, Laws: "MA-22", Rulings: "R-78, R-79, R-175",
			Cells: []string{
				"{bind}", "2d10 + Finesse of both", "out of locked blades, to issoku itto; an attack may follow",
			}},
		{Name: "empty hand", Also: []string{"empty-hand move"}, Laws: "MA-23, MA-28", Rulings: "R-78, R-116, R-182",
			Cells: []string{"{bind}", "an attack", "no Wound; the other's guard -{empty hand}"}},
		{Name: "feint", Also: []string{"probe"}, Laws: "MA-27", Rulings: "R-68, R-114, K-09",
			Cells: []string{
				"{feint}", "an attack +{feint bonus}, +{heavy feint bonus} with a technique of 3 Energy",
				"no Wound; the other's guard is shaved",
			}},
		{Name: "location", Also: []string{"hit location", "hit-location attacks", "aimed blow", "declaration"},
			Laws: "MA-38, MA-39, MA-45", Rulings: "R-73, R-74, R-115, R-172, K-07",
			Cells: []string{"{location} more", "an attack", "a blow of a duel at a place on the body"}},
		{Name: "cast", Also: []string{"casting", "begin", "complete"}, Laws: "SP-08 to SP-22, SP-36",
			Rulings: "R-153 to R-155",
			Cells: []string{
				"as the spell's form says", "2d10 + Wisdom + the skill against the spell's number",
				"a spell; its slot goes",
			}},
		{Name: "force", Also: []string{"forced activation", "hurry"}, Laws: "SP-27 to SP-32, SP-35",
			Rulings: "R-158, R-159, R-185",
			Cells: []string{
				"all that is left of the form", "the spell's", "a dispersed spell in one round: it exhausts",
			}},
	},
}

// OrderTable is what squads are told, in the order of [Orders].
var OrderTable = book.Table{
	Name: "orders", What: "orders to squads", In: "document 000, Unit Autonomy; rulings R-133 to R-138", Row: "order",
	Columns: []book.Column{
		{Name: "energy", Says: "What it costs, and from Wisdom +2; 1 more to a squad that wavers, and to all at once."},
		{Name: "does", Says: "What the squad does."},
	},
	Rows: []book.Entry{
		{Name: "advance", Laws: "EB-26, EB-71", Rulings: "R-134, R-135",
			Cells: []string{"", "goes into a neighbouring zone, by force where it is held"}},
		{Name: "strike", Laws: "EB-71", Rulings: "R-131, R-134, R-135",
			Cells: []string{"", "one roll for all its men, its one attack of the round"}},
		{Name: "volley fire", Also: []string{"volley"}, Laws: "EB-26, EB-71", Rulings: "R-131, R-134, R-135",
			Cells: []string{"", "the same from afar"}},
		{Name: "charge", Laws: "EB-71", Rulings: "R-134, R-135, R-194",
			Cells: []string{"+1 ruling", "goes and strikes; its Defense is 2 ruling lower to the lull"}},
		{Name: "shield wall", Laws: "EB-71, EB-118", Rulings: "R-135, R-191",
			Cells: []string{"", "Defense +1 ruling and attacks -1 ruling until it moves"}},
		{Name: "spear wall", Laws: "EB-71", Rulings: "R-135, R-191",
			Cells: []string{"", "strikes the first enemy of a round who comes to it, until it moves"}},
		{Name: "close ranks", Laws: "EB-71", Rulings: "R-135, R-190",
			Cells: []string{"", "takes the first blow of a round that lands on its commander"}},
		{Name: "withdraw", Cells: []string{"", "goes towards its Rear"}, Laws: "EB-71", Rulings: "R-135"},
		{Name: "rally", Cells: []string{"", "gains Cohesion"}, Laws: "EB-71", Rulings: "R-132, R-135, R-192"},
		{Name: "reload", Cells: []string{"", "can shoot again"}, Laws: "EB-71", Rulings: "R-135"},
		{Name: "take over", Cells: []string{"", "obeys a commander again"}, Laws: "EB-71", Rulings: "R-135, R-138"},
	},
}

// LadderTable is the five rungs of a duel, in the order of [Rungs].
var LadderTable = book.Table{
	Name: "rungs", What: "the ladder of distances in a duel, from far to near",
	In: "document 003, The Aiming-Distance Ladder", Row: "rung",
	Columns: []book.Column{
		{Name: "is", Says: "What it is to stand there."},
		{Name: "suits", Says: "Which kinds of weapons are at home there, as documents and rulings have it; the list of bands has each weapon."},
	},
	Rows: []book.Entry{
		{Name: "far range", Laws: "MA-01, MA-13, MA-36", Rulings: "R-72, R-121",
			Cells: []string{"no blade reaches; a formal duel often starts here", "long blades, spears, bows"}},
		{Name: "issoku itto", Laws: "MA-01, MA-05, MA-13", Rulings: "R-80",
			Cells: []string{
				"a step and a cut reach; what is broken off from a battle starts here", "long blades, spears, swords",
			}},
		{Name: "near range", Cells: []string{"a blade reaches already", "swords, short arms"}, Laws: "MA-01, MA-13"},
		{Name: "close fighting", Laws: "MA-18, MA-19, MA-13", Rulings: "R-61, R-81, R-116",
			Cells: []string{"too close to swing a long sword", "short arms, daggers, hands"}},
		{Name: "tsubazeriai", Laws: "MA-20 to MA-24, MA-28", Rulings: "R-62, R-81, R-116, R-118",
			Cells: []string{"locked blades; no ordinary cut", "daggers, hands"}},
	},
}

// LocationTable is the places on a body, in the order of [Locations].
var LocationTable = book.Table{
	Name: "locations", What: "where a blow of a duel may land, named for 1 Energy more",
	In: "document 003, Hit-Location Attacks and Wounds", Row: "location",
	Columns: []book.Column{{Name: "does", Says: "What a hit there does; with real swords it lasts."}},
	Rows: []book.Entry{
		{Name: "wrist", Laws: "MA-40, MA-45", Rulings: "R-74, R-115, K-11",
			Cells: []string{
				"2d10 + Physique against 11 seed or the weapon falls; attacks with a weapon -1 seed from then on",
			}},
		{Name: "arm", Cells: []string{"attacks -2 seed from then on"}, Laws: "MA-41, MA-45", Rulings: "R-74, R-115"},
		{Name: "leg", Laws: "MA-42, MA-45", Rulings: "R-74, R-113",
			Cells: []string{"half-steps cost 1 seed more, and no initiative for them"}},
		{Name: "torso", Laws: "MA-43, MA-45", Rulings: "R-115, R-119",
			Cells: []string{
				"1 seed Wound more, and it bleeds: a Wound each lull until 2d10 + Physique against 13 seed or 2d10 + Wits + Medicine against 11 seed",
			}},
		{Name: "face", Also: []string{"face/eyes", "eyes"}, Laws: "MA-44, MA-45", Rulings: "R-74, K-11",
			Cells: []string{"every check -2 seed from then on"}},
	},
}

// GuardTable is what shaves guard and what gives it back.
var GuardTable = book.Table{
	Name: "guard", What: "what shaves a duelist's guard and what gives it back",
	In: "document 003, Guard", Row: "event",
	Columns: []book.Column{{Name: "guard", Says: "What becomes of guard; of several losses by one blow the largest counts."}},
	Rows: []book.Entry{
		{Name: "maximum guard", Laws: "MA-25, MA-37, MA-52", Rulings: "R-40",
			Cells: []string{"5 seed and the higher of Finesse and Wits"}},
		{Name: "a blow landed", Also: []string{"a feint landed"}, Laws: "MA-27", Rulings: "R-68, K-08",
			Cells: []string{"-1 seed"}},
		{Name: "a critical", Also: []string{"critical hit"}, Laws: "MA-30", Rulings: "R-116",
			Cells: []string{"-2 seed"}},
		{Name: "a near miss", Also: []string{"near miss", "threatened location"}, Laws: "MA-29", Rulings: "R-67",
			Cells: []string{"-1 seed, at a location, by {near miss} or less"}},
		{Name: "pushed", Also: []string{"pushed out of locked blades"}, Laws: "MA-24, MA-28", Rulings: "R-116",
			Cells: []string{"-{pushed}"}},
		{Name: "an empty hand", Cells: []string{"-{empty hand}"}, Laws: "MA-23, MA-28", Rulings: "R-116"},
		{Name: "a dagger in the lock", Cells: []string{"-{dagger in the lock}"}, Laws: "MA-20, MA-28", Rulings: "R-62"},
		{Name: "the distance is lost", Also: []string{"losing half-steps"}, Laws: "MA-31", Rulings: "R-66, K-10",
			Cells: []string{"-{lost steps} for the second contest lost in a row, and each after it"}},
		{Name: "standing off", Laws: "MA-35", Rulings: "R-121, K-06, K-17",
			Cells: []string{"-{standing off} for the second round running at far range without a stir"}},
		{Name: "breath caught", Also: []string{"guard recovery", "recovery"}, Laws: "MA-35 to MA-37",
			Rulings: "R-72, K-06",
			Cells: []string{
				"the higher of Finesse and Wits each lull, at least 1 seed; +1 seed for who broke away to far range",
			}},
		{Name: "guard break", Also: []string{"opening", "broken guard"}, Laws: "MA-32 to MA-34, MA-54, MA-55",
			Rulings: "R-69 to R-71, R-170, R-171",
			Cells:   []string{"at 0: attacks are Direct 2 seed, and one blow is a critical without a double"}},
	},
}

// TerrainTable is the lines of terrain a duel may import, in the order of [Terrains].
var TerrainTable = book.Table{
	Name: "terrain", What: "what ground a duel may stand on, one line at most",
	In: "document 003, Terrain Import", Row: "terrain",
	Columns: []book.Column{{Name: "does", Says: "What it does."}},
	Rows: []book.Entry{
		{Name: Sandbar, Also: []string{"riverside sandbar", "poor footing"}, Laws: "MA-48, MA-47", Rulings: "R-120",
			Cells: []string{"half-step contests -1 seed for who moves"}},
		{Name: NarrowPath, Also: []string{"indoors"}, Cells: []string{"no far range"}, Laws: "MA-49, MA-47"},
		{Name: HighGround, Also: []string{"stairs"}, Laws: "MA-50, MA-47",
			Cells: []string{"its side +1 seed in the first half-step contest"}},
		{Name: Backlight, Also: []string{"sunset"}, Laws: "MA-51, MA-47", Rulings: "K-11",
			Cells: []string{"that side's checks -1 seed"}},
	},
}

// DanTable is how spells of each dan are cast, in the order of [SpellDans].
var DanTable = book.Table{
	Name: "dans", What: "how spells of each dan are cast unless they say otherwise",
	In: "document 002, Casting Structure", Row: "dan",
	Columns: []book.Column{
		{Name: "form", Says: "The stages of the casting."},
		{Name: "energy", Says: "What it costs in all."},
		{Name: "takes", Says: "How long it takes."},
		{Name: "number", Says: "What the check has to reach."},
	},
	Rows: []book.Entry{
		{Name: "1 dan", Also: []string{"1-dan"}, Laws: "SP-09, SP-20, SP-17", Rulings: "R-153",
			Cells: []string{"2", "", "one breath", "8 seed"}},
		{Name: "3 dan", Also: []string{"3-dan"}, Laws: "SP-10, SP-20, SP-17", Rulings: "R-153",
			Cells: []string{"2+2 prep", "", "two breaths of one round", "10 seed"}},
		{Name: "5 dan", Also: []string{"5-dan"}, Laws: "SP-11, SP-20, SP-17", Rulings: "R-153",
			Cells: []string{"3+3 prep", "", "two breaths of one round", "12 seed"}},
		{Name: "7 dan", Also: []string{"7-dan"}, Laws: "SP-12, SP-20, SP-17", Rulings: "R-153",
			Cells: []string{"4+4 prep or 4+4 dispersed", "", "one round or two", "14 seed"}},
		{Name: "9 dan", Also: []string{"9-dan"}, Laws: "SP-13, SP-20, SP-17", Rulings: "R-153",
			Cells: []string{"5+5 prep or 5+5 dispersed", "", "one round or two", "16 seed"}},
		{Name: "Tatsujin", Cells: []string{"a rite", "", "a session, outside fights", "18 seed"}, Laws: "SP-14, SP-20", Rulings: "R-216"},
	},
}

// SlotTable is how many slots of each spell dan a caster has by its own, which is that of a row or higher.
var SlotTable = book.Table{
	Name: "slots", What: "spell slots by a caster's dan, for each list", In: "document 002, Slot System", Row: "dan",
	Columns: []book.Column{
		{Name: "1 dan", Says: "Slots for spells of the first dan."}, {Name: "3 dan", Says: "Of the third."}, {Name: "5 dan", Says: "Of the fifth."},
		{Name: "7 dan", Says: "Of the seventh."}, {Name: "9 dan", Says: "Of the ninth."}, {Name: "Tatsujin", Says: "For a rite."},
	},
	Rows: []book.Entry{
		{Name: "at 1 dan", Laws: "SP-05 to SP-07", Rulings: "R-57, R-152",
			Cells: []string{"2 seed", "", "", "", "", ""}},
		{Name: "at 3 dan", Laws: "SP-05 to SP-07", Rulings: "R-57, R-152",
			Cells: []string{"3 seed", "2 seed", "", "", "", ""}},
		{Name: "at 5 dan", Laws: "SP-05 to SP-07", Rulings: "R-57, R-152",
			Cells: []string{"4 seed", "3 seed", "2 seed", "", "", ""}},
		{Name: "at 7 dan", Laws: "SP-05 to SP-07", Rulings: "R-57, R-152",
			Cells: []string{"5 seed", "4 seed", "3 seed", "2 seed", "", ""}},
		{Name: "at 9 dan", Laws: "SP-05 to SP-07", Rulings: "R-57, R-152",
			Cells: []string{"5 seed", "4 seed", "3 seed", "2 seed", "1 seed", ""}},
		{Name: "at Tatsujin", Laws: "SP-05 to SP-07", Rulings: "R-57, R-152",
			Cells: []string{"5 seed", "4 seed", "3 seed", "2 seed", "1 seed", "1 seed"}},
	},
}

// ZeroTable is what may cost 0 Energy.
var ZeroTable = book.Table{
	Name: "zero energy", What: "what alone may cost 0 Energy",
	In: "document 000, Energy Cost Handling", Row: "source",
	Columns: []book.Column{{Name: "is", Says: "What it is."}, {Name: "limit", Says: "How often."}},
	Rows: []book.Entry{
		{Name: "reservation", Laws: "EB-49, EB-31",
			Cells: []string{"a reserved defence that answers: it is paid already", "each once"}},
		{Name: "stance release", Cells: []string{"a stance dropped", ""}, Laws: "EB-56, EB-121"},
		{Name: "aptitude", Cells: []string{"what works always", ""}, Laws: "EB-57"},
		{Name: "kata", Also: []string{"0 energy", "0 energy active maneuver", "0 energy maneuver"},
			Laws: "EB-50, EB-51, EB-58 to EB-61, EB-84 to EB-86, EB-122", Rulings: "R-34, R-37, R-38, R-146 to R-149",
			Cells: []string{
				"a Kata written so, or paid in gold, Faith or a condition",
				"each 1 seed time a round, all together 2 seed times",
			}},
		{Name: "transfer", Cells: []string{"Energy received: the giver has paid", ""}, Laws: "EB-52, EB-53, EB-87"},
		{Name: "control", Laws: "EB-54, EB-69, EB-70", Rulings: "R-35, R-140, R-141",
			Cells: []string{
				"a shikigami or a puppet, on its master's Energy",
				"counted with Kata, however many there are to move",
			}},
	},
}

// StateTable is what a combatant may be, in the order of [States]; a GM's edit sets one with + and takes it away with -.
var StateTable = book.Table{
	Name: "states", What: "what a combatant may be, as positions and edits have it: edit Ume +hidden, edit Ume -hidden",
	Row:     "state",
	Columns: []book.Column{{Name: "is", Says: "What it is."}},
	Rows: []book.Entry{
		{Name: "down", Cells: []string{"out of the fight"}, Laws: "EB-67", Rulings: "R-86"},
		{Name: "closed", Also: []string{"close the round"}, Laws: "EB-06, EB-11", Rulings: "R-16, R-102",
			Cells: []string{"breathes no more this round"}},
		{Name: "waited", Also: []string{"wait"}, Laws: "EB-05", Rulings: "R-101, R-104",
			Cells: []string{"has let others go first"}},
		{Name: "breathed", Laws: "EB-06", Rulings: "R-91",
			Cells: []string{"has breathed this round: the Flank surprises it no more"}},
		{Name: "opened", Laws: "EB-03", Rulings: "R-91",
			Cells: []string{"its first breath of the fight has come: what a trait adds to its place is past"}},
		{Name: "strained", Also: []string{"strain"}, Laws: "EB-44", Rulings: "R-03 to R-06",
			Cells: []string{"its next breath holds 3 seed"}},
		{Name: "hidden", Also: []string{"hide"}, Laws: "EB-112", Rulings: "R-123",
			Cells: []string{"unseen: not attacked from another zone, and its blow is a surprise"}},
		{Name: "bleeding", Also: []string{"bleed"}, Laws: "MA-43", Rulings: "R-119",
			Cells: []string{"loses a Wound each lull until it is staunched"}},
		{Name: "shaken", Cells: []string{"Defenseless to its next breath"}, Laws: "EB-47", Rulings: "R-46, R-82"},
		{Name: "spent", Laws: "EB-46, EB-47, SP-32", Rulings: "R-46, R-09",
			Cells: []string{"Defenseless while the round lasts"}},
		{Name: "rooted", Laws: "EB-119, SP-23", Rulings: "R-98",
			Cells: []string{"does not move this round, for its stance"}},
		{Name: "descended", Also: []string{"descent"}, Laws: "EB-103", Rulings: "R-179",
			Cells: []string{"Kamuy Descent: its breath holds more this round"}},
		{Name: "returned", Laws: "EB-103", Rulings: "R-179",
			Cells: []string{"its Kamuy Descent is used for good, where a table has it once a fight"}},
		{Name: "first kata used", Laws: "EB-18", Rulings: "R-97",
			Cells: []string{"its first Kata of once a fight is gone"}},
		{Name: "second kata used", Laws: "EB-18", Rulings: "R-97",
			Cells: []string{"its second Kata of once a fight is gone"}},
		{Name: "yielded", Also: []string{"yield", "flee"}, Laws: "EB-67", Rulings: "R-216, R-217",
			Cells: []string{"out of the fight of its own will, as hurt as it was"}},
		{Name: Defenseless, Laws: "EB-47, SP-32, SP-25", Rulings: "R-22, R-23, R-46, R-189",
			Cells: []string{"Defense -{defenseless}, no stance, nothing reserved"}},
	},
}

// TermTable is what else the documents have a word for.
var TermTable = book.Table{
	Name: "terms", What: "other words of the documents", Row: "term",
	Columns: []book.Column{{Name: "is", Says: "What it is."}},
	Rows: []book.Entry{
		{Name: "energy", Also: []string{"maximum energy"}, Laws: "EB-01 to EB-04, EB-07", Rulings: "R-84",
			Cells: []string{"10 seed and Finesse: what maneuvers are paid with, and the place in the count"}},
		{Name: "count", Also: []string{"count timeline", "count progression"}, Laws: "EB-03, EB-05 to EB-11",
			Rulings: "R-15, R-16, R-29, R-30",
			Cells:   []string{"from the most Energy down: who has most breathes next"}},
		{Name: "lull", Also: []string{"lull phase"}, Laws: "EB-11, EB-34, MA-35, MA-43",
			Rulings: "R-26, R-107, R-119",
			Cells:   []string{"the end of a round, when nobody has Energy left"}},
		{Name: "round", Also: []string{"reset"}, Cells: []string{"from full Energy to the lull"}, Laws: "EB-04, EB-11"},
		{Name: "breath", Also: []string{"one breath"}, Laws: "EB-06, EB-12 to EB-28",
			Rulings: "R-01, R-43, R-100, R-103",
			Cells:   []string{"a turn: maneuvers of 5 seed Energy together"}},
		{Name: "limit", Also: []string{"one-breath limit", "one-breath expansion", "reference cap"},
			Laws: "EB-12 to EB-14, EB-100 to EB-107", Rulings: "R-05, R-11",
			Cells: []string{"what a breath holds, and what expands it; 7 seed is the usual most"}},
		{Name: "overload", Laws: "EB-40 to EB-47, EB-14, EB-107, SP-34", Rulings: "R-02 to R-10, R-106",
			Cells: []string{
				"a breath over its limit: 2d10 + Physique - the excess against 11 seed; held, the next breath is strained; broken, no Energy left and Defenseless",
			}},
		{Name: "trigger count", Also: []string{"reservation ends"}, Laws: "EB-33 to EB-37",
			Cells: []string{"a reservation answers once"}},
		{Name: "absolute floor", Laws: "EB-48, EB-59, EB-80",
			Cells: []string{"no bonus takes a maneuver under 1 seed Energy"}},
		{Name: "energy penalty", Also: []string{"offset first", "calculation order"}, Laws: "EB-78 to EB-83",
			Rulings: "R-41, R-42",
			Cells:   []string{"base and penalties less bonuses, and never under the floor"}},
		{Name: "same name", Also: []string{"source independence", "non-stacking", "stacking rule"},
			Laws:  "EB-62 to EB-66, EB-105",
			Cells: []string{"unlike names add up; of one name and kind the best counts"}},
		{Name: "automatic success", Laws: "EB-64, EB-65", Rulings: "R-96",
			Cells: []string{"no check, and none of its penalties"}},
		{Name: "unit", Also: []string{"unit autonomy", "acting by proxy"}, Laws: "EB-67 to EB-70, EB-74, EB-76",
			Rulings: "R-140 to R-143",
			Cells:   []string{"who has Energy acts by itself, who has none on a controller's"}},
		{Name: "shikigami", Laws: "EB-54, EB-68 to EB-70, EB-76", Rulings: "R-35, R-140",
			Cells: []string{"a unit without Energy, which acts on its master's"}},
		{Name: "puppet", Also: []string{"puppets"}, Laws: "EB-54, EB-68 to EB-70, EB-74, EB-76",
			Cells: []string{"a unit without Energy, and no squad"}},
		{Name: "squad", Laws: "EB-20, EB-71 to EB-74, EB-76", Rulings: "R-129 to R-132, R-138",
			Cells: []string{"several men in one seat, who act on orders"}},
		{Name: "cohesion", Cells: []string{"a squad's heart: at 0 it breaks"}, Laws: "EB-71", Rulings: "R-132, R-192"},
		{Name: "short weapon", Also: []string{"short-weapon core zone bonus"},
			Laws: "EB-55, EB-88 to EB-91, EB-94 to EB-97", Rulings: "R-39, R-44",
			Cells: []string{
				"dagger, tanto, kaiken, makiri, kodachi, ninjato, unarmed arts: in the Core less fatigue",
			}},
		{Name: "seal of shura", Laws: "EB-93 to EB-98", Rulings: "R-44, R-181",
			Cells: []string{"melee in the Core costs 1 seed less, never under the floor"}},
		{Name: "combo fatigue", Also: []string{"fatigue"}, Laws: "EB-89, EB-55, EB-65, EB-95",
			Rulings: "R-12 to R-14, R-39",
			Cells: []string{
				"the fourth attack of a breath -2 seed and each after it 2 more; a short weapon's in the Core -1 seed and 1 more",
			}},
		{Name: "core", Also: []string{"core zone"},
			Laws: "EB-114 to EB-116, EB-55, EB-82, EB-88, EB-92, EB-93, EB-102", Rulings: "R-82, R-88, K-01",
			Cells: []string{"the zone between the Fronts: long weapons cost 1 more there"}},
		{Name: "front", Also: []string{"front zone", "first front", "second front"}, Laws: "EB-24, EB-108, EB-113",
			Rulings: "R-88, S-01, S-02",
			Cells:   []string{"a side's zone before the Core"}},
		{Name: "rear", Also: []string{"first rear", "second rear"}, Laws: "EB-108", Rulings: "R-88, S-03",
			Cells: []string{"a side's zone behind its Front"}},
		{Name: "flank", Laws: "EB-108", Rulings: "R-88, R-91",
			Cells: []string{"a zone beside the Core: a blow from it surprises who has not breathed"}},
		{Name: "outside", Also: []string{"outside zone"}, Laws: "EB-117, EB-99", Rulings: "R-36, R-178",
			Cells: []string{
				"a zone only some may enter; whoever comes from it or goes there pays 1 seed more in that breath",
			}},
		{Name: "domination", Laws: "EB-113", Rulings: "R-83, R-90, R-124",
			Cells: []string{"how much a side weighs in a zone: who weighs more holds it"}},
		{Name: "initiative", Laws: "EB-03, EB-09, EB-10, MA-10, MA-11", Rulings: "R-29, R-30, R-113, R-127",
			Cells: []string{"more Energy, then more Finesse, then the allied side"}},
		{Name: "focus", Also: []string{"focus resistance"}, Laws: "SP-26, SP-25", Rulings: "R-59, R-157",
			Cells: []string{
				"after a critical or two Wounds a casting holds by 2d10 + Physique + Hardiness against 10 seed and the Wounds",
			}},
		{Name: "licence", Also: []string{"licensed", "skill licensed access", "access list"},
			Laws:  "SP-01, SP-02, SP-07",
			Cells: []string{"3 seed points in a skill: they open its list, with 3 seed spells of the first dan"}},
		{Name: "dan promotion", Also: []string{"promotion"}, Laws: "SP-03", Rulings: "R-151, R-167",
			Cells: []string{"2 seed spells of the dan reached"}},
		{Name: "study", Also: []string{"interlude study"}, Laws: "SP-04",
			Cells: []string{"between fights one spell more: Wisdom and the skill against 11 seed"}},
		{Name: "slot", Also: []string{"spell slot"}, Laws: "SP-05 to SP-07, SP-36, SP-39",
			Rulings: "R-57, R-152, R-154",
			Cells:   []string{"what a spell uses up; rest gives it back"}},
		{Name: "casting check", Also: []string{"check timing"}, Laws: "SP-19 to SP-21", Rulings: "R-55, R-56, R-155",
			Cells: []string{"2d10 + Wisdom + the skill as the last stage is paid"}},
		{Name: "preparation", Also: []string{"prep", "prepared"}, Laws: "SP-18, SP-21 to SP-25, SP-33",
			Rulings: "R-154, R-187",
			Cells:   []string{"stages in later breaths; a stance meanwhile"}},
		{Name: "dispersed", Laws: "SP-12, SP-13, SP-27, SP-28", Rulings: "R-158",
			Cells: []string{"stages in later rounds"}},
		{Name: "instant", Also: []string{"instant exception"}, Laws: "SP-09, SP-15", Rulings: "R-163",
			Cells: []string{"a spell of one stage"}},
		{Name: "great spell", Also: []string{"great-spell extension", "mixed type"}, Laws: "SP-16, SP-17",
			Cells: []string{"a spell with a longer form than its dan has"}},
		{Name: "exhaustion", Also: []string{"exhausted"}, Laws: "SP-28 to SP-33", Rulings: "R-159",
			Cells: []string{
				"the next round begins with 1 seed Energy, Defenseless, without stance and reservations",
			}},
		{Name: "ordinary failure", Cells: []string{"slot and Energy are gone"}, Laws: "SP-36, SP-37", Rulings: "R-54"},
		{Name: "interruption", Also: []string{"mid-casting interruption failure", "mid-casting interruption"},
			Laws: "SP-25, SP-38, SP-39", Rulings: "R-157",
			Cells: []string{"a broken casting: Energy and slot are gone"}},
		{Name: "backlash", Also: []string{"critical failure", "karmic retribution"}, Laws: "SP-40, SP-41",
			Rulings: "R-58, R-160",
			Cells:   []string{"both dice 1 and failed: 3 seed Wounds to the caster and part of the effect"}},
		{Name: "school", Also: []string{"school perk", "licensed perks"}, Laws: "SP-42, SP-43", Rulings: "R-163",
			Cells: []string{"a mystical school: slots more, and a cheaper activation where a spell says so"}},
		{Name: "class", Also: []string{"class additional slots"}, Laws: "SP-45, SP-44",
			Cells: []string{"a mystical class: slots of its own"}},
		{Name: "concurrent use", Also: []string{"concurrent-use prohibition"}, Laws: "SP-46, SP-44",
			Cells: []string{"core arts or spells, one of the two for good"}},
		{Name: "aiming distance", Also: []string{"ma", "distance"}, Laws: "MA-01 to MA-06",
			Cells: []string{"one of five rungs, which both duelists share"}},
		{Name: "half-step contest", Laws: "MA-09 to MA-11, MA-31", Rulings: "R-64, R-66, R-113, K-10",
			Cells: []string{"2d10 + Finesse + Footwork of both; more Energy tries first"}},
		{Name: "step-in cut", Laws: "MA-12, MA-53", Rulings: "R-80, R-174",
			Cells: []string{"a half-step and a blow in one breath"}},
		{Name: "ideal range", Also: []string{"band"}, Laws: "MA-13 to MA-16, MA-18", Rulings: "R-61, R-120",
			Cells: []string{"the rungs where a weapon is itself; a rung off -2 seed, farther off no attack"}},
		{Name: "longer range", Also: []string{"reach advantage"}, Laws: "MA-17", Rulings: "R-63, R-176, K-15, K-16",
			Cells: []string{
				"a weapon longer by a rung takes from the shorter what stance, reach and initiative give",
			}},
		{Name: "critical window", Laws: "MA-34, MA-54", Rulings: "R-70, R-170",
			Cells: []string{"one blow into an opening is a critical without a double"}},
		{Name: "shinken shobu", Also: []string{"real swords"}, Laws: "MA-45",
			Cells: []string{"wounds of locations last"}},
		{Name: "sparring match", Also: []string{"sparring"}, Laws: "MA-46", Rulings: "R-76, R-122, K-07",
			Cells: []string{"points and guard, and nobody is hurt"}},
		{Name: "ikkiuchi", Also: []string{"hatashiai"}, Laws: "MA-05, MA-06", Rulings: "R-128",
			Cells: []string{
				"a duel broken off from a battle, at issoku itto; or one agreed upon, often from far range",
			}},
		{Name: "direct", Laws: "MA-33, MA-54", Rulings: "R-171",
			Cells: []string{"how much evasion, stance and terrain a blow ignores"}},
	},
}

// SkillTable is the skills, in the order of [SkillNames]: what the rules ask of each, beside the weapons that name it.
var SkillTable = book.Table{
	Name: "skills", What: "proficiencies, by points: untrained -2, then 0, 1, 2, 3; five are a Saint's",
	In: "rulings R-96, R-133; documents 002 and 003", Row: "skill",
	Columns: []book.Column{{Name: "for", Says: "What it is asked for: by rules, weapons and traits; the rest counts as a licence and no more."}},
	Rows: []book.Entry{
		{Name: "swordsmanship", Cells: []string{""}, Laws: "EB-16"}, {Name: "spearmanship", Cells: []string{""}, Laws: "EB-16"},
		{Name: "staff", Cells: []string{""}, Laws: "EB-16"}, {Name: "unarmed combat", Cells: []string{""}, Laws: "EB-16, EB-39, MA-19"},
		{Name: "archery", Cells: []string{""}, Laws: "EB-16"}, {Name: "teppo", Cells: []string{""}, Laws: "EB-16"}, {Name: "throwing", Cells: []string{""}, Laws: "EB-16"},
		{Name: "footwork", Cells: []string{"half-step contests"}, Laws: "MA-09"},
		{Name: "speed", Laws: "EB-100, EB-101",
			Cells: []string{"the limit of a breath: +1 seed at 3 points, +2 seed at 4"}},
		{Name: "hardiness", Cells: []string{"focus"}, Laws: "SP-26"},
		{Name: "medicine", Cells: []string{"staunching blood"}, Laws: "MA-43"},
		{Name: "sorcery", Cells: []string{"its spell list"}, Laws: "SP-01"}, {Name: "exorcism", Cells: []string{"its spell list"}, Laws: "SP-01"},
		{Name: "barrier", Cells: []string{"its spell list"}, Laws: "SP-01"}, {Name: "prophecy", Cells: []string{"its spell list"}, Laws: "SP-01"},
		{Name: "military science", Laws: "EB-71", Rulings: "R-133, R-135",
			Cells: []string{"how far orders are heard from 2 points, what a rally gives from 3"}},
		{Name: "intimidation", Cells: []string{"the roar"}, Laws: "EB-18", Rulings: "R-192"},
		{Name: "agitation", Cells: []string{""}, Laws: "EB-18"}, {Name: "bribery", Cells: []string{""}, Laws: "EB-58"},
		{Name: "bearing", Cells: []string{""}, Laws: "SP-01"}, {Name: "fighting spirit", Cells: []string{""}, Laws: "SP-01"},
		{Name: "horsemanship", Cells: []string{""}, Laws: "SP-01"}, {Name: "infiltration", Cells: []string{""}, Laws: "SP-01"},
		{Name: "negotiation", Cells: []string{""}, Laws: "SP-01"}, {Name: "perception", Cells: []string{""}, Laws: "SP-01"},
		{Name: "survival", Cells: []string{""}, Laws: "SP-01"},
	},
}

// mainSkill says of a technique that it goes by the skill of the main weapon.
const mainSkill = "main"

// SkillNames are the skills that a row may have without a weapon or a trait that asks for them.
var SkillNames = SkillTable.Names()

// Tables are the tables of the documents beside the rows of the catalogue, in the order in which they are listed.
func (b Book) Tables() []book.Table {
	return []book.Table{b.maneuvers(), orders(), b.limits(), ZeroTable, b.skills(), LadderTable, b.bands(), LocationTable, GuardTable, TerrainTable,
		dans(), SlotTable, b.traditions("schools", "school", b.Schools), b.traditions("classes", "class", b.Classes), StateTable, TermTable}
}

// filled is a table with what a function puts into the empty cells of a column.
func filled(t book.Table, column string, fill func(e book.Entry) string) book.Table {
	k := slices.IndexFunc(t.Columns, func(c book.Column) bool { return c.Name == column })
	t.Rows = slices.Clone(t.Rows)
	for i, e := range t.Rows {
		e.Cells = slices.Clone(e.Cells)
		e.Cells[k] = strings.TrimSpace(fill(e) + " " + e.Cells[k])
		t.Rows[i] = e
	}
	return t
}

// maneuvers are the common ones; what the Outside costs is what the traits say that open it.
func (b Book) maneuvers() book.Table {
	var costs []string
	for _, name := range book.Keys(b.Traits) {
		if n := b.Traits[name].Outside; n != nil {
			costs = append(costs, n.String()+" "+name)
		}
	}
	return filled(Maneuvers, "energy", func(e book.Entry) string {
		if e.Name == "enter the outside" {
			return strings.Join(costs, ", ")
		}
		return ""
	})
}

// orders are what squads are told, each at the price of an order.
func orders() book.Table {
	price := Maneuvers.Nums("squad order", "energy")
	return filled(OrderTable, "energy", func(book.Entry) string { return fmt.Sprintf("%d seed, %d seed", price[0], price[1]) })
}

// dans are how spells of each dan are cast, with what the form costs in all.
func dans() book.Table {
	return filled(DanTable, "energy", func(e book.Entry) string {
		form, _, _ := strings.Cut(e.Cells[0], " or ")
		if n := Form(form).Energy(); n > 0 {
			return fmt.Sprintf("%d seed", n)
		}
		return ""
	})
}

// limits is what makes a breath hold more: a skill, and the traits and armours of the catalogue.
func (b Book) limits() book.Table {
	t := book.Table{
		Name: "limits", What: "what makes a breath hold more than 5 Energy",
		In: "document 000, One-Breath Expansion", Row: "source",
		Columns: []book.Column{{Name: "adds", Says: "What it adds to the one-breath limit."}, {Name: "where", Says: "When and where."}},
	}
	speed := SkillTable.Nums("speed", "for")
	add := func(name string, n int, source, where, laws, rulings string) {
		t.Rows = append(t.Rows, book.Entry{Name: name, Cells: []string{fmt.Sprintf("+%d %s", n, source), where}, Laws: laws + ", EB-105 to EB-107", Rulings: rulings})
	}
	add("speed licence", speed[0], "seed", "with 3 points of Speed", "EB-100", "")
	add("speed master", speed[1], "seed", "with 4 points of Speed", "EB-101", "")
	for _, name := range book.Keys(b.Traits) {
		r := b.Traits[name]
		for _, n := range []struct {
			Num
			where, laws, rulings string
		}{{r.Limit, "", "EB-13", ""}, {r.CoreLimit, "in the Core", "EB-102", ""}, {r.Descent, "for the round it is called", "EB-103", "R-179"}} {
			if n.N != 0 {
				add(name, n.N, n.Source, n.where, n.laws, n.rulings)
			}
		}
	}
	for _, name := range book.Keys(b.Armours) {
		if r := b.Armours[name]; r.Limit.N != 0 {
			add(name+" armour", r.Limit.N, r.Limit.Source, "at Defense "+r.Defense.String(), "EB-104", "")
		}
	}
	return t
}

// skills are the known skills, with the weapons and the traits that name each, and any others that the catalogue asks for.
func (b Book) skills() book.Table {
	uses := map[string][]string{}
	add := func(skill, use string) {
		if skill != "" && skill != mainSkill && !slices.Contains(uses[skill], use) {
			uses[skill] = append(uses[skill], use)
		}
	}
	for _, name := range book.Keys(b.Weapons) {
		add(b.Weapons[name].Skill, name)
		for _, t := range slices.Concat(b.Weapons[name].Attack, b.Weapons[name].Defense, b.Weapons[name].Upkeep) {
			add(t.Skill, name)
		}
	}
	for _, name := range book.Keys(b.Traits) {
		r := b.Traits[name]
		for _, skill := range book.Keys(r.Needs) {
			add(skill, name)
		}
		if r.Kata != nil {
			add(r.Kata.Skill, name)
		}
	}
	t := SkillTable
	t.Rows = slices.Clone(t.Rows)
	for i := range t.Rows {
		e := &t.Rows[i]
		all := slices.DeleteFunc(append(slices.Clone(e.Cells), uses[e.Name]...), func(s string) bool { return s == "" })
		e.Cells = []string{strings.Join(all, ", ")}
		delete(uses, e.Name)
	}
	for _, skill := range book.Keys(uses) {
		t.Rows = append(t.Rows, book.Entry{Name: skill, Cells: []string{strings.Join(uses[skill], ", ")}, Laws: "EB-16"})
	}
	return t
}

// bands is where every weapon that attacks is at home on the ladder of a duel, and what it suffers elsewhere.
func (b Book) bands() book.Table {
	t := book.Table{Name: "bands", What: "where on the ladder of a duel a weapon is at home, and what it suffers elsewhere", In: "document 003, Ideal Range by Weapon", Row: "weapon"}
	for _, rung := range Rungs {
		t.Columns = append(t.Columns, book.Column{Name: rung, Says: "What attacks with it suffer there: 0 at home; nothing where it does not attack."})
	}
	for _, name := range book.Keys(b.Weapons) {
		w := b.Weapons[name]
		if len(w.Attack) == 0 {
			continue
		}
		source := "ruling"
		if w.Band != nil {
			source = w.Band.Source
		}
		e := book.Entry{Name: name, Laws: "MA-13 to MA-18", Rulings: "R-61, R-63, R-120", Also: w.Also}
		from, to := w.Home()
		for rung := range Rungs {
			cell := ""
			if off, reaches := Off(from, to, rung); reaches && off != 0 {
				cell = fmt.Sprintf("%d seed", off)
			} else if reaches {
				cell = "0 " + source
			}
			e.Cells = append(e.Cells, cell)
		}
		t.Rows = append(t.Rows, e)
	}
	return t
}

// Home are the rungs at which a weapon is at home, the farthest and the nearest: its band, else what its family and tags make
// likely. Long weapons and spears are at home from far range, blades and staves from issoku itto, short arms from near
// range, daggers and hands in the clinch; what is shot or thrown needs far range.
func (w Weapon) Home() (from, to int) {
	rung := func(name string) int { return max(0, slices.Index(Rungs, name)) }
	tag := func(name string) bool { return slices.Contains(w.Tags, name) }
	switch {
	case w.Band != nil:
		return rung(w.Band.From), rung(w.Band.To)
	case tag("ranged"):
		return rung("far range"), rung("far range")
	case tag("long"), w.Family == "spear":
		return rung("far range"), rung("issoku itto")
	case tag("tanto"), w.Family == "unarmed", w.Family == "claw", tag("natural"):
		return rung("close fighting"), rung("tsubazeriai")
	case w.Family == "short":
		return rung("near range"), rung("close fighting")
	}
	return rung("issoku itto"), rung("near range")
}

// OffBand is what attacks suffer one rung outside the band (MA-15).
var OffBand = TermTable.Num("ideal range", "is")

// Off is what a rung takes from attacks with a weapon at home between two others: nothing in its band (MA-14), 2 one rung
// outside (MA-15). It does not reach farther off (MA-16), nor among locked blades from outside (MA-20, R-62).
func Off(from, to, rung int) (n int, reaches bool) {
	switch away := max(from-rung, rung-to, 0); {
	case away == 0:
		return 0, true
	case away == 1 && Rungs[rung] != "tsubazeriai":
		return OffBand, true
	}
	return 0, false
}

// traditions are the schools or the classes of the catalogue and the slots they add.
func (b Book) traditions(name, row string, rows map[string]Tradition) book.Table {
	t := book.Table{
		Name: name, What: "mystical " + name + " and the slots they add", In: "document 002, Licensed Perks and Class Additional Slots", Row: row,
		Columns: []book.Column{
			{Name: "slots", Says: book.Says(Tradition{}, "slots")},
			{Name: "lists", Says: book.Says(Tradition{}, "lists")},
			{Name: "dans", Says: book.Says(Tradition{}, "dans")},
		},
	}
	laws := map[string]string{"school": "SP-42, SP-43", "class": "SP-45, SP-44"}[row]
	for _, name := range book.Keys(rows) {
		r := rows[name]
		var dans []string
		for _, d := range r.Dans {
			dans = append(dans, strings.TrimSuffix(DanName(d), " dan"))
		}
		t.Rows = append(t.Rows, book.Entry{Name: name, Cells: []string{"+" + r.Slots.String(), strings.Join(r.Lists, ", "), strings.Join(dans, ", ")}, Also: r.Also, Laws: laws, Rulings: "R-152"})
	}
	return t
}

// Sections are the headings of the documents that are no row of a table.
var Sections = []book.Section{
	{Name: "Energy and Breath", In: "document 000", Laws: "EB-01 to EB-28"},
	{Name: "The Dual Role of Energy", In: "document 000", Laws: "EB-01 to EB-04"},
	{Name: "Count Progression", In: "document 000", Laws: "EB-05 to EB-11"},
	{Name: "One Breath", In: "document 000", Laws: "EB-12 to EB-21"},
	{Name: "Breath Combination Examples", Also: []string{"breath combination"}, In: "document 000, One Breath", Laws: "EB-22 to EB-28"},
	{Name: "Reservation", In: "document 000", Laws: "EB-29 to EB-39"},
	{Name: "Overload", In: "document 000", Laws: "EB-40 to EB-47"},
	{Name: "Energy Cost Handling", In: "document 000", Laws: "EB-48 to EB-61"},
	{Name: "Rule 1: Absolute Floor", In: "document 000, Energy Cost Handling", Laws: "EB-48 to EB-61"},
	{Name: "Source Independence and Same-Name Non-Stacking", In: "document 000, Energy Cost Handling", Laws: "EB-62 to EB-66"},
	{Name: "Unit Autonomy and Acting by Proxy", In: "document 000, Energy Cost Handling", Laws: "EB-67 to EB-77, EB-123"},
	{Name: "Rule 2: Energy Penalty Offset First", In: "document 000, Energy Cost Handling", Laws: "EB-78 to EB-83"},
	{Name: "Rule 3: 0 Energy Active Maneuvers", Also: []string{"0 energy active maneuvers"}, In: "document 000, Energy Cost Handling", Laws: "EB-84 to EB-87, EB-122"},
	{Name: "Rule 4: Short-Weapon Core Zone Bonus", In: "document 000, Energy Cost Handling", Laws: "EB-88 to EB-99"},
	{Name: "One-Breath Expansion", In: "document 000", Laws: "EB-100 to EB-107"},
	{Name: "Energy Cost Reference", Also: []string{"common maneuvers"}, In: "document 000", Laws: "EB-108 to EB-121"},
	{Name: "Acquisition Conditions", Also: []string{"spell acquisition"}, In: "document 002", Laws: "SP-01 to SP-04"},
	{Name: "Slot System", In: "document 002", Laws: "SP-05 to SP-08"},
	{Name: "Casting Structure", Also: []string{"base structure by dan"}, In: "document 002", Laws: "SP-09 to SP-18"},
	{Name: "Casting Check", In: "document 002, Casting Structure", Laws: "SP-19 to SP-21"},
	{Name: "Constraints While Casting", In: "document 002, Casting Structure", Laws: "SP-22 to SP-26"},
	{Name: "Forced 1-Round Activation of a Dispersed Spell", In: "document 002, Casting Structure", Laws: "SP-27 to SP-33"},
	{Name: "Relationship with Overload", In: "document 002, Casting Structure", Laws: "SP-34, SP-35"},
	{Name: "Casting Failure/Backlash", Also: []string{"casting failure"}, In: "document 002", Laws: "SP-36 to SP-41"},
	{Name: "Mystical School Licensed Perks", In: "document 002", Laws: "SP-42 to SP-44"},
	{Name: "Class Additional Slots", In: "document 002", Laws: "SP-45"},
	{Name: "Concurrent-Use Prohibition", In: "document 002", Laws: "SP-46"},
	{Name: "Ma and Blade", In: "document 003", Laws: "MA-01 to MA-06"},
	{Name: "The Aiming-Distance Ladder", Also: []string{"ladder", "rung"}, In: "document 003", Laws: "MA-01 to MA-06"},
	{Name: "Half-Step", In: "document 003", Laws: "MA-07 to MA-12, MA-53, MA-56"},
	{Name: "Ideal Range by Weapon", In: "document 003", Laws: "MA-13 to MA-17"},
	{Name: "Close Fighting and Tsubazeriai", In: "document 003", Laws: "MA-18 to MA-24"},
	{Name: "Guard", In: "document 003", Laws: "MA-25 to MA-37, MA-52, MA-54, MA-55"},
	{Name: "Hit-Location Attacks and Wounds", In: "document 003", Laws: "MA-38 to MA-46"},
	{Name: "Terrain Import", In: "document 003", Laws: "MA-47 to MA-51"},
}
