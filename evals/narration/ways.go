package narration

// ways are the words falsehoods are made with. There are two sets: that of the held half is used on nothing else.
type ways struct {
	verbs     []string // "misses>hits"
	wounds    []string // X, who is whole, is wounded
	graver    []string // X, who is lightly wounded, is gravely so
	weapons   []string // by family
	with      []string // before a weapon that is not there
	places    []string // by location
	at        []string // before a place on the body; those that are aimed are for blows that hurt nobody
	scenes    []string // by aspect and word
	falls     []string
	secrets   []string
	stands    []string // X, who has fallen, has not
	scratches []string // X, gravely wounded, is not
	harmless  []string // X, wounded, is not
	thirds    []string
	others    []string // in X's place
	orders    []string // what is not so of an order, a rout, breath handed on; before a bar the frames it is not so of
	spells    []string // the same of chants and spells
}

var openWays = ways{
	verbs: []string{"misses>hits", "cuts>misses", "wounds>misses", "stabs>misses", "parries>fails to parry", "evades>is hit by", "falls>stands", "hits>misses", "slashes>misses",
		"is wounded by>is missed by", "is cut by>is missed by", "breaks free of>stays in"},
	wounds: []string{", and X bleeds", ", and blood runs from X", " X takes a cut.", ", wounding X", " There is blood on X.", ", and X is hurt", " X is wounded.", ", leaving X with a wound",
		" The blow leaves a mark on X, red and open.", ", and X comes away bruised"},
	graver: []string{", and the wound is deep", " X is badly wounded.", ", and X bleeds heavily", " It is a terrible wound.", ", cutting X to the bone", " The wound is grave."},
	weapons: []string{"blade: sword katana", "spear: spear lance", "short: dagger knife", "staff: staff", "bow: bow arrow", "gun: gun musket", "unarmed: fist", "claw: claws",
		"shield: shield", "axe: axe", "club: club mace", "pole: halberd", "crossbow: crossbow bolt"},
	with:   []string{" with the ", " with a ", ", swinging the ", ", using a "},
	places: []string{"wrist: wrist", "arm: arm elbow", "leg: leg thigh knee", "torso: ribs chest", "face: face cheek"},
	at:     []string{", in the ", " across the ", ", aimed at the ", " on X's ", ", a blow aimed at X's "},
	scenes: []string{"ground=mud: in the mud", "weather=rain: in the rain", "weather=snow: in the falling snow", "ground=sand:, on the sand", "weather=fog:, in thick fog", "light=night:, in the dark of night",
		"ground=ice: on the ice", "ground=boards:, on the wooden floor", "light=dawn: at dawn", "ground=grass:, in the long grass", "water=river:, beside the river"},
	falls: []string{", and X falls", " X goes down.", ", and X drops to the ground", " X lies still.", " X is dead.", ", felling X", ", and X collapses", " X dies of it.", ", and X is out of the fight",
		" X sinks down and does not get up."},
	secrets: []string{" X has a guard in reserve.", " X means to strike low next.", ", but it is only a feint", " X plans a feint.", " X will attack again.", " X has no strength left.", " X secretly prepares a counter.",
		", and X is going to flee", " X is hiding how tired X is.", " Next comes a thrust from X."},
	stands:    []string{", but X stays standing", " X gets up again.", ", but X does not fall", " X is only hurt."},
	scratches: []string{", but it is only a scratch", " It is a slight wound.", " X hardly bleeds.", " The wound is small."},
	harmless:  []string{", but X is not hurt", ", and it does no harm", " X is unharmed.", ", but there is no blood", " X does not bleed."},
	thirds: []string{", while a stranger looks on", " An old monk steps between them.", " A third fighter joins in.", ", and somebody shouts", " A dog barks at X.", ", and {C} laughs", " X's brother comes running.",
		" The crowd cheers.", ", and a soldier pulls X away"},
	others: []string{"{C}", "the captain", "a bandit"},
	orders: []string{"order sent|, but nobody obeys", "order sent| The order is not obeyed.", "order| The order is to burn the bridge.", "order|, and it is the order to retreat", "order sent| The charge breaks.", "order sent gift rallied|, and X breaks and runs",
		"rout rallied gift|, as X is ordered to", "rout| X rallies.", "rout|, but the line of X holds", "rout| X closes ranks again.", "gift order rallied| X's spell takes hold.", "gift|, and the breath is lost", "gift| X takes it back.",
		"rallied| The ranks of X break.", "rallied|, and X flees", "order sent gift rout rallied| X begins a chant.", ", at the order of {C}", " {C} commands it.", " The drums beat the retreat.", "order sent|, and X hands over all breath"},
	spells: []string{"chant spell| The chant breaks off.", "chant spell|, and nothing comes of the chant", "chant chant_broken backlash| The spell takes hold.", "chant chant_broken|, and X casts the spell", "spell| The spell is lost.",
		"chant chant_broken spell| The spell turns on X.", "chant chant_broken spell|, and X is struck by X's own spell", " A barrier rises.", ", and a wall of fire rises", " A paper tiger leaps out of it.", ", and lightning falls", " It is a spell of healing.",
		", and {C}'s spell answers it", " X's wounds close.", ", at the order of {C}", " X orders a charge.", "spell|, and the spell has no effect", "chant| X stops chanting.", " X gives the breath to {C}.", ", and X is asleep"},
}

var heldWays = ways{
	verbs: []string{"misses>wounds", "cuts>fails to hit", "wounds>does not touch", "stabs>just misses", "parries>is struck by", "dodges>is caught by", "falls>keeps standing", "hits>goes past", "slashes>strikes short of",
		"is cut by>is not touched by", "fells>does not hit", "blocks>lets through"},
	wounds: []string{", and X is bleeding from it", " X has been cut.", ", drawing blood from X", " Blood spatters X.", ", and X suffers a wound", " X winces at a fresh gash.", ", and X limps from the hurt",
		" A red stain spreads on X.", ", tearing X's flesh", " X is bloodied."},
	graver: []string{", and it goes deep", " X is terribly hurt.", ", and X's blood pours out", " It may well be mortal.", ", nearly killing X", " X is gravely injured."},
	weapons: []string{"blade: sabre sword", "spear: pike spear", "short: tanto dagger", "staff: quarterstaff staff", "bow: longbow arrow", "gun: musket pistol", "unarmed: fist elbow", "claw: claws fangs",
		"shield: buckler shield", "axe: hatchet axe", "club: cudgel hammer", "pole: glaive naginata", "crossbow: crossbow"},
	with:   []string{" with a heavy ", " by means of a ", ", wielding a ", ", with X's own "},
	places: []string{"wrist: wrist hand", "arm: forearm shoulder", "leg: shin calf hip", "torso: belly side", "face: brow jaw"},
	at:     []string{", right on the ", " through the ", ", aimed for the ", " at the level of X's ", ", a stroke aimed at the "},
	scenes: []string{"ground=mud: through the mire", "weather=rain: while rain pours down", "weather=snow:, and snow is falling", "ground=sand: among the dunes", "weather=fog: in the mist", "light=night: by moonlight",
		"ground=ice:, on the frozen lake", "ground=boards: on the deck", "light=dusk:, as the sun goes down", "ground=grass: on the meadow", "water=near: at the water's edge", "weather=storm: under thunder"},
	falls: []string{", and X topples over", " X hits the ground.", ", and X crumples", " X lies in the dirt.", " X breathes no more.", ", killing X", ", and X is knocked flat", " X dies.", ", and that is the end of X",
		" X slumps and is finished."},
	secrets: []string{" X keeps a guard held back for later.", " X intends to feint after this.", ", though X is bluffing", " X's real aim is another.", " X is about to run.", " X has almost nothing left to give.", " In secret X waits for an opening.",
		", and X shall strike from behind", " X pretends to be weaker than X is.", " The next blow of X will be a thrust."},
	stands:    []string{", yet X remains upright", " X rises again.", ", though X keeps fighting", " X merely stumbles."},
	scratches: []string{", though it is nothing much", " It barely breaks the skin.", " X gets away with a graze.", " The hurt is a trifle."},
	harmless:  []string{", yet X is unscathed", ", and no wound is left", " X comes to no harm.", ", but without drawing blood", " X is untouched by it."},
	thirds: []string{", with a child watching", " Another fighter enters.", " A friend of X steps in.", ", and a woman screams", " The guards arrive.", ", and {D} runs up", " X's master nods.",
		" Peasants flee.", ", as an archer takes aim from the roof"},
	others: []string{"{D}", "the old warrior", "a samurai"},
}
