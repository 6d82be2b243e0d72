package narrate

// claims are the outcomes no other moment may speak of.
var claims = []claim{
	{"blood", lexiconOf("blood*, bleed*, wound*, redden*, a bruise, red and, runs red, the red, in red, red line, stain, stains, leaves red, and blood, the blood")},
	{"fall", lexiconOf("{target} goes down, {target} going down, {target} drops, {target} sinks, {target} folds, {target} is down, {target} lies, {target} dies, dead, death, corpse*, out of the fight, {target} goes under, lies down in the road")},
	{"grave", lexiconOf("grievous*, deeply wounded, badly broken, deeply torn, deeply hurt, deep wound, bleeds heavily")},
	{"theirs", lexiconOf("{target} blow, {target} strikes, {target} force, {target} intent")},
	{"friend", lexiconOf("a friend, friends")},
	{"loss", lexiconOf("loses the {weapon}, lost the {weapon}")},
	{"press", lexiconOf("through the enemy, past the enemy, the enemy stands, the enemy has, no way through, the ranks, tired ranks, splits the press, into the press")},
	{"lost", lexiconOf("no stance, not the stance, echo of a stance, stance goes, stance is gone, stance does not, stance comes open, in the place of the stance")},
	{"broken", lexiconOf("{target} guard is up, {target} sets the guard, {target} trusts the guard, {target} guard meets, past {target} guard, {target} holds the guard, {target} guards in time, the look of {actor} blow, behind the raised guard, hook the guard, {target} guard lies")},
}

// things are what only some weapons are or do.
var things = []thing{
	{words: lexiconOf("sword, swords, katana"), families: "blade"},
	{words: lexiconOf("blade, blades, the edge, {actor} edge, steel, hilt"), families: "blade short"},
	{words: lexiconOf("dagger, daggers, knife, knives"), families: "short", named: "dagger tanto kaiken makiri knife"},
	{words: lexiconOf("spear, spears, spearhead, lance"), families: "spear"},
	{words: lexiconOf("the shaft, {actor} shaft, the point"), families: "spear", loose: true},
	{words: lexiconOf("arrow, arrows, bow, bows, bowstring, the string, {actor} string"), families: "bow"},
	{words: lexiconOf("{actor} shot, the shot, a shot, the aim, {actor} aim, the held aim, what flies, the throw, {actor} throw, {actor} throws"), families: "bow gun thrown crossbow"},
	{words: lexiconOf("powder, muzzle, barrel, ramrod, the match"), families: "gun"},
	{words: lexiconOf("smoke"), families: "gun", loose: true},
	{words: lexiconOf("staff"), families: "staff", loose: true},
	{words: lexiconOf("the wood, wood"), families: "staff wooden", loose: true},
	{words: lexiconOf("wooden sword, practice sword"), families: "wooden"},
	{words: lexiconOf("cut, cuts, cutting, slice*, slit*"), families: "blade spear short claw", loose: true},
	{words: lexiconOf("fist, fists, knuckles"), families: "unarmed"},
	{words: lexiconOf("claw, claws"), families: "claw", named: "claw"},
	{words: lexiconOf("fang, fangs"), families: "claw", named: "fang"},
	{words: lexiconOf("shield, shields"), families: "shield"},
	{words: lexiconOf("{actor} axe, the axe"), families: "axe"},
	{words: lexiconOf("mace, maces, club, clubs"), families: "club"},
	{words: lexiconOf("halberd, halberds, poleaxe"), families: "pole", named: "halberd"},
	{words: lexiconOf("crossbow, crossbows, windlass, the bolt"), families: "crossbow"},
}

// fallWords need somebody who has fallen, firstWords first blood.
var (
	fallWords  = lexiconOf("the fallen")
	firstWords = lexiconOf("first blood, earliest blood")
)

// earnestWords have no place in a sparring match, where nobody is hurt and nobody is an enemy.
var earnestWords = lexiconOf("blood*, bleed*, wound*, red, redden*, hurt, hurts, corpse*, dead, death, dying, dies, kill*, slay*, grave*, enem*, foe, foes, war, battle*, banner*, steel, blade, blades, the edge, {actor} edge, hilt")

// banned is what no passage may hold, and why.
var banned = []ban{
	{"a gendered word", lexiconOf("he, she, him, her, his, hers, himself, herself, man, men, woman, women, boy, girl, lord, lady")},
	{"a word of the game", lexiconOf("roll, rolls, rolled, check, checks, die, dice, round, rounds, turn order, hit point*, wound point*, initiative, modifier*, bonus*, penalt*, damage, defense, energy, physique, finesse, overload*, stat, stats, level, score, player, game, rule, rules, technique*, maneuver*")},
	{"the past", lexiconOf("was, were, had, did, went, came, took, fell, saw, knew, gave, began, ran, threw, drew, broke, shook, spoke")},
}

// ban is words and why they are banned.
type ban struct {
	why   string
	words lexicon
}
