package rows

import "kokyu/rules/book"

// The tables of document 001 that are not a catalogue's: nobody lays rows over them. The engine takes its numbers from here.

// Stances are the five, in the document's order.
var Stances = book.Table{
	Name: "stances", What: "what is chosen as a turn begins and kept until the next",
	In: "document 001, Stances", Row: "stance",
	Columns: []book.Column{
		{Name: "ATN", Says: "What it does to the Armor Target Number."},
		{Name: "attack", Says: "What it does to attacks."},
		{Name: "move", Says: "What it does to moving."},
		{Name: "besides", Says: "What else it gives, takes and forbids."},
	},
	Rows: []book.Entry{
		{Name: "air", Laws: "RK-79 to RK-81, RK-104", Rulings: "R-RK-07, R-RK-09",
			Cells: []string{"+Air Ring +Defense", "none", "", ""}},
		{Name: "earth", Laws: "RK-82 to RK-85, RK-104, RK-160", Rulings: "R-RK-06, R-RK-07, R-RK-09, R-RK-60",
			Cells: []string{
				"+half of the test", "none", "the Free Move alone",
				"Complex: Defense/Reflexes against 0 seed; a Guard may be Free",
			}},
		{Name: "fire", Laws: "RK-86 to RK-90, RK-107, RK-167", Rulings: "R-RK-08, R-RK-09, R-RK-73",
			Cells: []string{
				"-10 seed", "+2k1 seed in melee", "+5 seed feet on the Free Move; never away from a foe", "no Guard",
			}},
		{Name: "void", Laws: "RK-91 to RK-94", Rulings: "R-RK-03 to R-RK-05, R-RK-49, R-RK-71, R-RK-74, R-RK-77",
			Cells: []string{
				"", "", "none",
				"-2 seed Simple Actions; once a round begun in it +1k1 seed +Void Ring on one throw; that round initiative +5 seed an Insight Rank",
			}},
		{Name: "water", Cells: []string{"", "", "", "nothing gained, lost or forbidden"}, Laws: "RK-95"},
	},
}

// Maneuvers are those of weapon attacks, in the document's order.
var Maneuvers = book.Table{
	Name: "maneuvers", What: "what is called on a weapon attack before it is rolled, for raises",
	In: "document 001, Default Maneuvers", Row: "maneuver",
	Columns: []book.Column{
		{Name: "raises", Says: "How many raises it takes."},
		{Name: "contest", Says: "What has to be won besides, once the attack has hit."},
		{Name: "damage", Says: "What becomes of the damage."},
		{Name: "does", Says: "What it does."},
	},
	Rows: []book.Entry{
		{Name: "disarm", Laws: "RK-109 to RK-111, RK-145", Rulings: "R-RK-13, R-RK-16, R-RK-18",
			Cells: []string{"3 seed", "Strength", "1k1 seed in its place", "the target drops its weapon"}},
		{Name: "extra attack", Laws: "RK-112 to RK-114", Rulings: "R-RK-17, R-RK-18, R-RK-69",
			Cells: []string{"5 seed", "", "", "another attack at once as a Free Action, one that succeeds a turn"}},
		{Name: "extra damage", Cells: []string{"1 seed or more", "", "+1k0 seed a raise", ""}, Laws: "RK-115, RK-51"},
		{Name: "feint", Laws: "RK-116 to RK-118, RK-200, RK-50", Rulings: "R-RK-15",
			Cells: []string{
				"2 seed", "", "+half of what the attack was above the ATN, at most 5 seed an Insight Rank",
				"the target counts as Defenseless for this attack",
			}},
		{Name: "focused attack", Also: []string{"focus", "called shot", "aim at"}, Laws: "RK-119 to RK-123",
			Rulings: "R-RK-40, R-RK-62",
			Cells:   []string{"as the part of the body", "", "", "strikes a part of the body"}},
		{Name: "knockdown", Laws: "RK-124 to RK-126, RK-208", Rulings: "R-RK-13, R-RK-63",
			Cells: []string{
				"2 seed, 4 seed against four legs", "Strength", "as usual, if the contest is won",
				"the target is Prone",
			}},
		{Name: "push/pull", Also: []string{"push", "pull"}, Laws: "RK-127 to RK-131",
			Rulings: "R-RK-13, R-RK-14, R-RK-47, R-RK-56",
			Cells: []string{
				"2 seed, 2 seed more for every 5 feet more", "Strength, with the target's Earth beyond 5 feet",
				"as usual, if the contest is won",
				"the target is moved 5 feet, off or nearer; one who pushes may follow",
			}},
		{Name: "tactical strike", Laws: "RK-132", Rulings: "R-RK-39, R-RK-58, R-RK-59",
			Cells: []string{"2 seed", "", "", "+1 seed Free Raise in the Tactics Pool of the side"}},
	},
}

// Parts are those of the body a Focused Attack may name, in the order of [PartNames].
var Parts = book.Table{
	Name: "parts", What: "parts of the body for a Focused Attack", In: "document 001, Focused Attack", Row: "part",
	Columns: []book.Column{
		{Name: "raises", Says: "How many raises it takes."},
		{Name: "does", Says: "What a Wound there does to the end of the next turn, by the ruling focused effects."},
	},
	Rows: []book.Entry{
		{Name: "arm", Cells: []string{"1 seed", "attacks -1k0 ruling"}, Laws: "RK-120", Rulings: "R-RK-62"},
		{Name: "leg", Cells: []string{"1 seed", "Water -1 ruling for moving"}, Laws: "RK-120", Rulings: "R-RK-62"},
		{Name: "hand", Cells: []string{"2 seed", "attacks -1k1 ruling"}, Laws: "RK-121", Rulings: "R-RK-62"},
		{Name: "foot", Cells: []string{"2 seed", "no Free Move"}, Laws: "RK-121", Rulings: "R-RK-62"},
		{Name: "head", Cells: []string{"3 seed", "Stunned"}, Laws: "RK-122", Rulings: "R-RK-62"},
		{Name: "eye", Cells: []string{"4 seed", "Blind"}, Laws: "RK-123", Rulings: "R-RK-62"},
		{Name: "ear", Cells: []string{"4 seed", "nothing in a fight"}, Laws: "RK-123", Rulings: "R-RK-62"},
		{Name: "finger", Cells: []string{"4 seed", "nothing in a fight"}, Laws: "RK-123", Rulings: "R-RK-62"},
	},
}

// GrappleActions are those of whoever is in control.
var GrappleActions = book.Table{
	Name: "grapple actions", What: "what whoever is in control of a grapple may do in it",
	In: "document 001, Grapple Actions", Row: "action",
	Columns: []book.Column{
		{Name: "takes", Says: "The kind of action it is."},
		{Name: "does", Says: "What it does."},
	},
	Rows: []book.Entry{
		{Name: "hit", Laws: "RK-147, RK-148, RK-144",
			Cells: []string{
				"Complex",
				"the damage of empty hands, or of the weapon the grapple was begun with, to one in it who is in range",
			}},
		{Name: "break", Laws: "RK-149, RK-138, RK-145", Rulings: "R-RK-21",
			Cells: []string{"Simple", "no longer Grappled"}},
		{Name: "throw", Laws: "RK-150, RK-151", Rulings: "R-RK-21",
			Cells: []string{
				"Simple",
				"one in the grapple and in range flies up to 5 seed feet a point of Strength and lands Prone",
			}},
		{Name: "drag", Laws: "RK-152, RK-153", Rulings: "R-RK-21",
			Cells: []string{"Simple", "in a grapple of two, both go up to 5 seed feet a point of Water"}},
		{Name: "maintain", Laws: "RK-154",
			Cells: []string{"Complex", "+1k1 seed on one's next contest of the grapple"}},
		{Name: "communicate", Cells: []string{"Free or Simple", "7 syllables, or 17"}, Laws: "RK-155"},
		{Name: "nevermind", Laws: "RK-156", Rulings: "R-RK-65",
			Cells: []string{"special", "if all who can act agree, the grapple is over, in anybody's turn"}},
	},
}

// VoidUses are the uses of a Void Point.
var VoidUses = book.Table{
	Name: "void", What: "uses of a Void Point, each once a round", In: "document 001, Void Points", Row: "use",
	Columns: []book.Column{
		{Name: "when", Says: "When it may be used."},
		{Name: "gives", Says: "What it gives."},
	},
	Rows: []book.Entry{
		{Name: "accelerate", Laws: "RK-171 to RK-173", Rulings: "R-RK-50",
			Cells: []string{
				"as a round begins",
				"+10 seed initiative to the end of the fight, or to whom values were swapped with",
			}},
		{Name: "boost", Laws: "RK-171, RK-174", Rulings: "R-RK-01, R-RK-26, R-RK-49",
			Cells: []string{"on a test or contest whose dice can explode", "+1k1 seed"}},
		{Name: "deflect", Laws: "RK-171, RK-175, RK-176", Rulings: "R-RK-11, R-RK-50",
			Cells: []string{"as a round begins", "+10 seed ATN until it ends"}},
		{Name: "endure", Laws: "RK-171, RK-177, RK-178", Rulings: "R-RK-26",
			Cells: []string{"before damage is taken", "-10 seed on the damage rolled"}},
		{Name: "strive", Laws: "RK-171, RK-179", Rulings: "R-RK-26, R-RK-49",
			Cells: []string{"on a test or contest whose dice cannot explode", "+1k0 seed, and the dice can explode"}},
		{Name: "swap", Laws: "RK-171, RK-180", Rulings: "R-RK-50",
			Cells: []string{"as a round begins", "changes Initiative Values with somebody who is willing"}},
	},
}

// Statuses are the status effects.
var Statuses = book.Table{
	Name: "statuses", What: "status effects", In: "document 001, Status Effects", Row: "status",
	Columns: []book.Column{
		{Name: "ATN", Says: "What it does to the Armor Target Number."},
		{Name: "rolls", Says: "What it does to throws."},
		{Name: "forbids", Says: "What it allows and forbids, moving above all."},
		{Name: "ends", Says: "How it ends."},
	},
	Rows: []book.Entry{
		{Name: "blind", Laws: "RK-181 to RK-186", Rulings: "R-RK-10",
			Cells: []string{
				"Reflexes once instead of five times", "-1k1 seed in melee, -3k3 seed from afar",
				"Water -2 seed for moving, 1 seed at least; a Simple Move tests Athletics/Agility against 15 seed or ends Prone",
				"",
			}},
		{Name: "stunned", Also: []string{"stun"}, Laws: "RK-187 to RK-190", Rulings: "R-RK-12, R-RK-28, R-RK-46",
			Cells: []string{
				"", "-3k0 seed on all one does", "stances: Air and Earth",
				"Earth against 20 seed in the Readying Phase, -10 seed for each failure",
			}},
		{Name: "entangled", Also: []string{"entangle"}, Laws: "RK-191, RK-192", Rulings: "R-RK-79",
			Cells: []string{"", "", "nothing but getting out", "Complex: Strength against a number or somebody"}},
		{Name: "hungry", Also: []string{"hunger"}, Laws: "RK-193 to RK-196", Rulings: "R-RK-43",
			Cells: []string{
				"", "+5 seed on the number of every test, a day",
				"no Void Points from rest; 2k1 seed damage a day beyond as many as Earth", "food and water",
			}},
		{Name: "exhausted", Also: []string{"exhaustion", "sleepless"}, Laws: "RK-197 to RK-199", Rulings: "R-RK-43",
			Cells: []string{
				"", "-5 seed on tests and contests a day without sleep",
				"nothing gained from Earth and Fire; beyond as many days as Stamina, Willpower against 20 seed every two hours or asleep",
				"sleep",
			}},
		{Name: "defenseless", Laws: "RK-200, RK-117", Rulings: "R-RK-15, R-RK-79",
			Cells: []string{"", "damage against it +half of what the attack was above the ATN", "", ""}},
		{Name: "grappled", Also: []string{"grapple"}, Laws: "RK-201, RK-133 to RK-143, RK-145, RK-146",
			Rulings: "R-RK-20, R-RK-22, R-RK-64 to R-RK-66",
			Cells: []string{
				"5 and the Armor Bonus", "", "Grapple Actions alone", "Break, Nevermind, or being the last in it",
			}},
		{Name: "strong position", Laws: "RK-202 to RK-205", Rulings: "R-RK-31, R-RK-73",
			Cells: []string{
				"", "attacks +1k0 seed",
				"mounted against one on foot; a [Reach] weapon from where nobody can strike back; high ground; firm ground against mire",
				"",
			}},
		{Name: "mounted", Laws: "RK-206, RK-207, RK-203, RK-42", Rulings: "R-RK-42, R-RK-80",
			Cells: []string{
				"", "", "no Fire; moves with the steed's Water, by its actions and one's own", "dismounting",
			}},
		{Name: "prone", Laws: "RK-208 to RK-214", Rulings: "R-RK-24, R-RK-32, R-RK-68",
			Cells: []string{
				"-10 seed against melee", "attacks with [Medium] and [Small] weapons -2k0 seed",
				"stances: Water and Air; no attacks with [Large] weapons; crawling alone", "Simple: stand up",
			}},
		{Name: "incapacitated", Laws: "RK-215 to RK-218", Rulings: "R-RK-10, R-RK-12",
			Cells: []string{
				"5 and the Armor Bonus", "", "nothing",
				"Earth against 20 seed in the Readying Phase; else with the round after",
			}},
	},
}

// Actions are the Free, Simple and Complex Actions, with the special ones of guarding and of lying on the ground.
var Actions = book.Table{
	Name: "actions", What: "Free, Simple and Complex Actions", In: "document 001, Actions in Combat", Row: "action",
	Columns: []book.Column{
		{Name: "takes", Says: "The kind of action it is: Free, once a turn each; Simple, of which there are two; Complex, which takes both."},
		{Name: "does", Says: "What it is."},
	},
	Rows: []book.Entry{
		{Name: "speak", Also: []string{"communicate"}, Laws: "RK-28, RK-35",
			Cells: []string{"Free or Simple", "up to 7 seed syllables, or up to 17 seed"}},
		{Name: "ready", Also: []string{"readying", "draw", "drawing"}, Laws: "RK-36, RK-29",
			Cells: []string{
				"Simple; Free for a [Small] weapon", "a weapon into the hand; [Small] ones twice a turn",
			}},
		{Name: "stow", Also: []string{"stowing", "sheathe", "sheathing"}, Laws: "RK-36, RK-29",
			Cells: []string{
				"Simple; Free for a [Small] weapon", "a weapon out of the hand; [Small] ones twice a turn",
			}},
		{Name: "small object", Laws: "RK-30",
			Cells: []string{"Free", "taking out or putting away a small thing one carries"}},
		{Name: "let go of", Also: []string{"letting go"}, Laws: "RK-31",
			Cells: []string{"Free", "something in the hand falls"}},
		{Name: "step", Also: []string{"free move"}, Laws: "RK-32, RK-164, RK-161 to RK-163, RK-166 to RK-170",
			Rulings: "R-RK-25",
			Cells:   []string{"Free", "5 seed feet a point of Water"}},
		{Name: "spell",
			Also:  []string{"begin a spell", "complete a spell", "beginning spellcasting", "completing spellcasting"},
			Laws:  "RK-33",
			Cells: []string{"Free", "beginning one, and completing one"}},
		{Name: "pay a cost", Also: []string{"paying an action cost"}, Laws: "RK-34",
			Cells: []string{"Free, Simple or Complex", "the price of an action"}},
		{Name: "guard", Also: []string{"guarding"}, Laws: "RK-157 to RK-160, RK-37, RK-85, RK-89, RK-106, RK-107",
			Rulings: "R-RK-23, R-RK-67",
			Cells: []string{
				"Simple; Free in Earth",
				"for somebody within 5 seed feet until one's next turn: one's own ATN -5 seed, theirs +10 seed",
			}},
		{Name: "move", Also: []string{"simple move"}, Laws: "RK-38, RK-165, RK-161 to RK-163, RK-166 to RK-170",
			Rulings: "R-RK-25",
			Cells:   []string{"Simple", "10 seed feet a point of Water; all moves of a round 20 seed feet a point"}},
		{Name: "pick up", Also: []string{"recover"}, Laws: "RK-39",
			Cells: []string{"Simple", "something from the ground or out of what holds it"}},
		{Name: "stand up", Also: []string{"stand"}, Laws: "RK-213", Rulings: "R-RK-68",
			Cells: []string{"Simple", "ends Prone"}},
		{Name: "attack", Also: []string{"attacking with a weapon"}, Laws: "RK-40, RK-96 to RK-100, RK-44",
			Rulings: "R-RK-45, R-RK-58",
			Cells:   []string{"Complex", "the skill of a ready weapon against the ATN; then damage"}},
		{Name: "string", Also: []string{"stringing a bow"}, Laws: "RK-41",
			Cells: []string{"Complex", "a bow made ready to shoot"}},
		{Name: "mount", Also: []string{"mounting a horse"}, Laws: "RK-42", Rulings: "R-RK-80",
			Cells: []string{"Complex", "getting on a horse"}},
		{Name: "test", Also: []string{"testing a skill"}, Laws: "RK-43",
			Cells: []string{"Complex", "a test of a skill that the scene asks for"}},
		{Name: "crawl", Laws: "RK-214, RK-209", Rulings: "R-RK-24",
			Cells: []string{"Complex", "5 seed feet a point of Water, while Prone"}},
		{Name: "begin a grapple", Also: []string{"grappling"}, Laws: "RK-133 to RK-137, RK-142",
			Rulings: "R-RK-07, R-RK-22, R-RK-64",
			Cells: []string{
				"Complex",
				"Jujutsu/Agility, or a weapon's skill, against the ATN of somebody adjacent without its Armor Bonus",
			}},
		{Name: "defend", Laws: "RK-82, RK-83", Rulings: "R-RK-06",
			Cells: []string{
				"Complex, in Earth", "the test of the Earth stance: half of it on the ATN until one's next turn",
			}},
	},
}

// WoundRanks are the ranks of Wounds: of heroes, then of mooks.
var WoundRanks = book.Table{
	Name: "wounds", What: "ranks of Wounds, and from how many they are reached",
	In: "document 001, Wound Thresholds", Row: "rank",
	Columns: []book.Column{
		{Name: "penalty", Says: "What is taken off every test and contest."},
		{Name: "from", Says: "From how many Wounds it is reached, by the Earth Ring."},
		{Name: "mook", Says: "The same of a mook; nothing if a mook has no such rank."},
	},
	Rows: []book.Entry{
		{Name: "nicked", Cells: []string{"-3 seed", "5 seed times Earth +1 seed", ""}, Laws: "RK-55, RK-58 to RK-65"},
		{Name: "grazed", Cells: []string{"-5 seed", "+2 seed times Earth", ""}, Laws: "RK-56, RK-58 to RK-65"},
		{Name: "hurt", Laws: "RK-56, RK-58 to RK-65, RK-73, RK-77, RK-78",
			Cells: []string{"-10 seed", "+2 seed times Earth", "4 seed times Earth +1 seed"}},
		{Name: "injured", Cells: []string{"-15 seed", "+2 seed times Earth", ""}, Laws: "RK-56, RK-58 to RK-66"},
		{Name: "bloodied", Laws: "RK-56, RK-58 to RK-66, RK-74, RK-77",
			Cells: []string{"-20 seed", "+2 seed times Earth", "+4 seed times Earth"}},
		{Name: "crippled", Laws: "RK-56, RK-58 to RK-65, RK-69", Rulings: "R-RK-29",
			Cells: []string{"-40 seed", "+2 seed times Earth", ""}},
		{Name: "out", Laws: "RK-67, RK-56, RK-58, RK-69, RK-75, RK-77", Rulings: "R-RK-44, R-RK-76",
			Cells: []string{"", "+2 seed times Earth", "+4 seed times Earth"}},
		{Name: "dead", Laws: "RK-68, RK-56, RK-58, RK-70, RK-72, RK-76, RK-77",
			Cells: []string{"", "+2 seed times Earth", "+2 seed times Earth"}},
	},
}

// Bonuses are the parts of the Armor Target Number.
var Bonuses = book.Table{
	Name: "ATN", What: "what an Armor Target Number is made of, besides 5",
	In: "document 001, Armor Target Number", Row: "part",
	Columns: []book.Column{{Name: "is", Says: "What goes into it."}},
	Rows: []book.Entry{
		{Name: "attribute bonus", Cells: []string{"5 seed times Reflexes"}, Laws: "RK-102, RK-101"},
		{Name: "armor bonus", Cells: []string{"that of one piece worn"}, Laws: "RK-103, RK-101"},
		{Name: "stance bonus", Cells: []string{"what Air and Earth give"}, Laws: "RK-104, RK-101"},
		{Name: "technique bonus", Laws: "RK-105, RK-101", Rulings: "R-RK-33",
			Cells: []string{"schools, two weapons in hand, masteries"}},
		{Name: "misc bonus", Cells: []string{"all else, being guarded among it"}, Laws: "RK-106, RK-101"},
		{Name: "maluses", Also: []string{"all maluses"}, Laws: "RK-107, RK-101",
			Cells: []string{"the sum of what is taken off: Fire, guarding, Prone and the like"}},
	},
}

// Terms are what else the document has a word for.
var Terms = book.Table{
	Name: "terms", What: "other words of the document", Row: "term",
	Columns: []book.Column{{Name: "is", Says: "What it is."}},
	Rows: []book.Entry{
		{Name: "Armor Target Number", Also: []string{"ATN"}, Laws: "RK-101 to RK-107, RK-98",
			Rulings: "R-RK-10, R-RK-11, R-RK-58",
			Cells:   []string{"5 seed and all bonuses less all maluses: what an attack has to reach"}},
		{Name: "yield", Also: []string{"yielded", "flee", "gone"}, Laws: "RK-67", Rulings: "R-RK-75, R-RK-89",
			Cells: []string{"to be out of the fight of one's own will, as hurt as one is"}},
		{Name: "raise", Also: []string{"raises"}, Laws: "RK-108", Rulings: "R-RK-35, R-RK-48",
			Cells: []string{"5 ruling more on the number of one's own throw, for a maneuver"}},
		{Name: "free raise", Laws: "RK-132, RK-145", Rulings: "R-RK-58, R-RK-59",
			Cells: []string{"a raise that costs nothing"}},
		{Name: "tactics pool", Laws: "RK-132", Rulings: "R-RK-39, R-RK-59",
			Cells: []string{"Free Raises that a side shares"}},
		{Name: "initiative value", Also: []string{"initiative"}, Laws: "RK-03 to RK-08, RK-94, RK-172, RK-180",
			Rulings: "R-RK-01, R-RK-05, R-RK-72",
			Cells:   []string{"Insight Rank and Reflexes rolled, Reflexes kept, once for the whole fight"}},
		{Name: "opening stance", Laws: "RK-06, RK-07", Rulings: "R-RK-71",
			Cells: []string{"chosen from the last in the order to the first, kept until the second round"}},
		{Name: "round", Cells: []string{"a turn of everybody's and the Readying Phase"}, Laws: "RK-09, RK-12, RK-14"},
		{Name: "turn", Laws: "RK-12, RK-13, RK-15 to RK-24", Rulings: "R-RK-03",
			Cells: []string{"two Simple Actions, a stance, then actions in any order"}},
		{Name: "free action", Laws: "RK-21, RK-28 to RK-34",
			Cells: []string{"one that takes no Simple Action, each of them once a turn"}},
		{Name: "simple action", Cells: []string{"two come with a turn"}, Laws: "RK-15, RK-23, RK-35 to RK-39"},
		{Name: "complex action", Laws: "RK-22, RK-23, RK-40 to RK-43",
			Cells: []string{"one that takes two Simple Actions"}},
		{Name: "readying phase", Laws: "RK-14, RK-25 to RK-27", Rulings: "R-RK-46",
			Cells: []string{
				"what follows the last turn of a round: tests against statuses, then what is counted in rounds",
			}},
		{Name: "timers", Also: []string{"timer"}, Laws: "RK-26, RK-27", Rulings: "R-RK-30",
			Cells: []string{"what lasts for rounds is counted in the Readying Phase"}},
		{Name: "beginning of encounter",
			Also: []string{"beginning of round", "beginning of readying phase", "triggers"},
			Laws: "RK-02, RK-10, RK-11, RK-13, RK-25", Rulings: "R-RK-02, R-RK-50",
			Cells: []string{"effects that begin then, in order"}},
		{Name: "damage", Also: []string{"damage roll"}, Laws: "RK-44 to RK-53", Rulings: "R-RK-01, R-RK-61",
			Cells: []string{"the weapon's dice, as many rolled as Strength, then all that adds and takes"}},
		{Name: "reduction", Cells: []string{"what is taken off every damage roll; the rest is Wounds"}, Laws: "RK-53"},
		{Name: "mook", Also: []string{"mook damage", "mook thresholds"}, Laws: "RK-52, RK-73 to RK-78",
			Rulings: "R-RK-77",
			Cells:   []string{"one without a technique: four ranks of Wounds, damage that never explodes"}},
		{Name: "healthy", Cells: []string{"fewer Wounds than Nicked begins at: nothing is taken off"}, Laws: "RK-62"},
		{Name: "downing", Also: []string{"downed"}, Laws: "RK-69, RK-71, RK-72", Rulings: "R-RK-29",
			Cells: []string{"bringing another to Crippled or Out"}},
		{Name: "killing", Also: []string{"killed"}, Laws: "RK-70 to RK-72",
			Cells: []string{"bringing another to Dead"}},
		{Name: "weapon grapple", Also: []string{"weapon grapples"}, Laws: "RK-142 to RK-145",
			Cells: []string{"a grapple begun with a weapon and its skill"}},
		{Name: "grapple contest", Also: []string{"in control"}, Laws: "RK-139 to RK-141, RK-143, RK-146",
			Rulings: "R-RK-19, R-RK-20",
			Cells: []string{
				"Jujutsu/Strength of all in the grapple as a turn of one of them begins; who wins is in control",
			}},
		{Name: "weapon: samurai", Laws: "RK-146", Rulings: "R-RK-78",
			Cells: []string{"a skill that stands for Jujutsu where empty hands are [Samurai] weapons"}},
		{Name: "movement", Also: []string{"moving", "movement cap"}, Laws: "RK-161 to RK-170",
			Rulings: "R-RK-24, R-RK-25, R-RK-53",
			Cells:   []string{"Free and Simple Moves, as far as the cap of a round"}},
		{Name: "void point", Also: []string{"void points"}, Laws: "RK-171 to RK-180",
			Rulings: "R-RK-26, R-RK-41, R-RK-49",
			Cells:   []string{"spent on one of six uses, each once a round"}},
	},
}

// Tables are all of them, in the order in which they are listed.
func Tables() []book.Table {
	return []book.Table{Stances, Actions, Maneuvers, Parts, GrappleActions, VoidUses, Statuses, WoundRanks, Bonuses, Terms, Days}
}

// Days are what days between fights do: kokyu rest lives through them.
var Days = book.Table{
	Name: "days", What: "what days between fights take and give back", In: "document 001, Hunger and Exhaustion", Row: "day",
	Columns: []book.Column{
		{Name: "does", Says: "What it does."},
		{Name: "then", Says: "What follows after too many."},
	},
	Rows: []book.Entry{
		{Name: "fasting", Also: []string{"food", "starving"}, Laws: "RK-193 to RK-196", Rulings: "R-RK-43, R-RK-87",
			Cells: []string{"Hungry by a day more: no Void Points by rest", "damage every day after as many as Earth, and rest does not heal that"}},
		{Name: "waking", Also: []string{"sleep"}, Laws: "RK-197 to RK-199", Rulings: "R-RK-43, R-RK-87",
			Cells: []string{"Exhausted by a day more", "Willpower every 2 seed hours after as many as Stamina, or sleep"}},
		{Name: "resting", Also: []string{"rest", "healing"}, Laws: "RK-193, RK-196", Rulings: "R-RK-87",
			Cells: []string{"with sleep: all Void Points, unless Hungry; 2 site Wounds for each Stamina and 1 site for each Insight Rank", ""}},
	},
}

// Sections are the headings of the document that are no row of a table.
var Sections = []book.Section{
	{Name: "Encounters", Also: []string{"structure of an encounter"}, In: "document 001", Laws: "RK-01 to RK-27"},
	{Name: "Initiative", Also: []string{"determine initiative values"}, In: "document 001", Laws: "RK-02 to RK-08"},
	{Name: "Assume Opening Stance", In: "document 001, Initiative", Laws: "RK-06, RK-07"},
	{Name: "Rounds", Also: []string{"go to rounds", "turns begin", "return to rounds"}, In: "document 001", Laws: "RK-09 to RK-14"},
	{Name: "Anatomy of a Turn", In: "document 001", Laws: "RK-15 to RK-24"},
	{Name: "Gain Actions", In: "document 001, Anatomy of a Turn", Laws: "RK-15"},
	{Name: "Choose Your Stance", In: "document 001, Anatomy of a Turn", Laws: "RK-16, RK-17"},
	{Name: "Taking Actions", In: "document 001, Anatomy of a Turn", Laws: "RK-18 to RK-20"},
	{Name: "Ending a Turn", In: "document 001, Anatomy of a Turn", Laws: "RK-24"},
	{Name: "Readying Phase", Also: []string{"go to readying phase"}, In: "document 001", Laws: "RK-14, RK-25 to RK-27"},
	{Name: "Timers Tick", In: "document 001, Readying Phase", Laws: "RK-26, RK-27"},
	{Name: "Combat", Also: []string{"actions in combat"}, In: "document 001", Laws: "RK-28 to RK-43"},
	{Name: "Free Actions", In: "document 001, Actions in Combat", Laws: "RK-21, RK-28 to RK-34"},
	{Name: "Simple Actions", In: "document 001, Actions in Combat", Laws: "RK-34 to RK-39"},
	{Name: "Complex Actions", In: "document 001, Actions in Combat", Laws: "RK-22, RK-23, RK-34, RK-40 to RK-43"},
	{Name: "Damage and Wound Ranks", In: "document 001", Laws: "RK-44 to RK-78"},
	{Name: "Damage Rolls", In: "document 001, Damage and Wound Ranks", Laws: "RK-44 to RK-51"},
	{Name: "Mook Damage", In: "document 001, Damage and Wound Ranks", Laws: "RK-52"},
	{Name: "Wound Thresholds", Also: []string{"wound ranks", "wound penalty", "wound"}, In: "document 001, Damage and Wound Ranks", Laws: "RK-53 to RK-66"},
	{Name: "Mook Thresholds", In: "document 001, Damage and Wound Ranks", Laws: "RK-73 to RK-78"},
	{Name: "Stances", In: "document 001", Laws: "RK-16, RK-17, RK-79 to RK-95"},
	{Name: "Attacking and Maneuvers", In: "document 001", Laws: "RK-96 to RK-100"},
	{Name: "Default Maneuvers", Also: []string{"maneuver"}, In: "document 001, Attacking and Maneuvers", Laws: "RK-108 to RK-132"},
	{Name: "Armor Target Number", In: "document 001, Attacking and Maneuvers", Laws: "RK-101 to RK-107"},
	{Name: "Other Actions", In: "document 001", Laws: "RK-133 to RK-170"},
	{Name: "Grappling", In: "document 001, Other Actions", Laws: "RK-133 to RK-141"},
	{Name: "Weapon Grapples", In: "document 001, Other Actions", Laws: "RK-142 to RK-145"},
	{Name: "Weapon: Samurai and Grapples", In: "document 001, Other Actions", Laws: "RK-146"},
	{Name: "Grapple Actions", In: "document 001, Other Actions", Laws: "RK-136, RK-141, RK-147 to RK-156"},
	{Name: "Guard", In: "document 001, Other Actions", Laws: "RK-157 to RK-160"},
	{Name: "Movement", In: "document 001, Other Actions", Laws: "RK-161 to RK-170"},
	{Name: "Void Points", In: "document 001", Laws: "RK-171 to RK-180"},
	{Name: "Status Effects", Also: []string{"status"}, In: "document 001", Laws: "RK-181 to RK-218"},
}
