package narrate

import (
	"slices"
	"strings"
)

// What of the world a line may speak of. A setting says little; from it follows what a tale can see, and a line that names
// such a thing says in its guard that it must be there, or that it only likens something to it.

// setting is an encounter's own words, by aspect.
type setting map[string]string

// is says whether an aspect is known to be one of these.
func (s setting) is(aspect string, words ...string) bool { return slices.Contains(words, s[aspect]) }

func (s setting) wet() bool { return s.is("weather", "rain", "snow") }

func (s setting) outdoors() bool { return s.is("roof", "outdoors") }

func (s setting) dry() bool {
	return s.is("roof", "indoors") || s.outdoors() && s["weather"] != "" && !s.wet()
}

func (s setting) open() bool {
	return s.outdoors() && s.is("place", "road", "crossroads", "field", "ford", "pass", "beach", "gate", "bridge")
}

// scene is the setting in words, a few to each aspect; nothing if no place is known.
func (s setting) scene() string {
	if s["place"] == "" {
		return ""
	}
	where := placed[s["place"]] + trees[s["trees"]] + waters[s["water"]] + "."
	var when []string
	for _, word := range []string{s["season"], lights[s["light"]], skies[s["weather"]]} {
		if word != "" && (word != skies[s["weather"]] || !s.is("roof", "indoors")) {
			when = append(when, word)
		}
	}
	if len(when) > 0 {
		where += " " + capital(strings.Join(when, ", ")) + "."
	}
	if under := grounds[s["ground"]]; under != "" {
		where += " " + under
	}
	return where
}

// What the aspects of a setting are called.
var (
	placed = map[string]string{"road": "A road", "crossroads": "A place where two roads cross", "gate": "The front of a gate", "alley": "An alley two people wide", "hall": "A practice hall",
		"yard": "A swept yard", "roof": "A roof, and on it no rail", "beach": "A beach", "pass": "The top of a pass", "bridge": "A bridge", "ford": "A ford",
		"tavern": "A tavern, the tables in everybody's way", "field": "An open field", "pit": "A pit with a lid on it"}
	trees   = map[string]string{"cedars": " between cedars", "pines": " among pines", "bamboo": " with bamboo to the left and right of it", "reeds": " with reeds to the left and right of it"}
	waters  = map[string]string{"sea": ", the sea beside it", "river": ", a river below", "paddy": ", flooded paddies to either side"}
	lights  = map[string]string{"day": "full day", "dawn": "first light", "dusk": "dusk", "night": "night", "lamps": "lamplight"}
	skies   = map[string]string{"clear": "clear sky", "cloud": "a grey sky", "rain": "rain", "snow": "snow", "fog": "fog", "wind": "wind"}
	grounds = map[string]string{"earth": "Bare earth underfoot.", "mud": "Mud underfoot.", "grass": "Grass underfoot.", "sand": "Sand underfoot, and it keeps every step.", "gravel": "Gravel underfoot, and it tells of every step.",
		"stone": "Stone underfoot.", "planks": "Planks underfoot, and they answer.", "tiles": "Tiles underfoot, and not all of them fast.", "mats": "Mats underfoot.", "rock": "Rock underfoot."}
)

// sight is a thing a tale can see: the words that speak of it, and the settings it is in.
type sight struct {
	name  string
	words lexicon
	there func(s setting) bool
}

// sights are in the order of the bits of [Facts].
var sights = []sight{
	{"rain", lexiconOf("rain, rains, raining, raindrop*"), func(s setting) bool { return s.outdoors() && s.is("weather", "rain") }},
	{"snow", lexiconOf("snow, snows, snowflake*, frost, icicle, ice"), func(s setting) bool {
		return s.outdoors() && (s.is("weather", "snow") || s.is("season", "winter") && !s.is("weather", "rain"))
	}},
	{"mud", lexiconOf("mud, muddy, mire, puddle, puddles"), func(s setting) bool { return s.is("ground", "mud") && s.outdoors() }},
	{"dust", lexiconOf("dust, dusty"), func(s setting) bool { return s.dry() && s.is("ground", "earth", "gravel", "stone", "planks") }},
	{"dry", lexiconOf("can be heard drying, rain would be welcome, the rain holds off"), setting.dry},
	{"road", lexiconOf("road, roads, roadside, rut, ruts, wayside"), func(s setting) bool { return s.is("place", "road", "crossroads", "pass") }},
	{"grass", lexiconOf("grass, fern, ferns, moss, clover, meadow"), func(s setting) bool {
		return s.is("ground", "grass") || s.outdoors() && s.is("place", "road", "crossroads", "field", "ford", "pass")
	}},
	{"gravel", lexiconOf("gravel, pebble, pebbles"), func(s setting) bool { return s.outdoors() && s.is("ground", "gravel") }},
	{"stones", lexiconOf("stone, stones, rock, rocks"), func(s setting) bool { return s.outdoors() && s.is("ground", "stone", "gravel", "rock") }},
	{"sand", lexiconOf("sand"), func(s setting) bool { return s.is("ground", "sand") }},
	{"wind", lexiconOf("wind, gust, gusts, breeze"), func(s setting) bool { return s.outdoors() && s.is("weather", "wind", "cloud", "clear") }},
	{"sky", lexiconOf("sky, cloud, clouds, thunder, lightning"), setting.outdoors},
	{"sun", lexiconOf("sun, sunlight, sunlit, noon"), func(s setting) bool { return s.outdoors() && s.is("weather", "clear") && s.is("light", "day") }},
	{"moon", lexiconOf("moon, moonlight, star, stars"), func(s setting) bool { return s.outdoors() && s.is("weather", "clear") && s.is("light", "night") }},
	{"night", lexiconOf("night, dusk"), func(s setting) bool { return s.is("light", "night", "dusk") }},
	{"morning", lexiconOf("dawn, morning, daybreak"), func(s setting) bool { return s.is("light", "dawn") }},
	{"lamps", lexiconOf("lamp, lamps, lantern, lanterns, candle, candles, wick"), func(s setting) bool { return s.is("light", "lamps") }},
	{"trees", lexiconOf("tree, trees, branch, branches, leaf, twig, bough"), func(s setting) bool { return s.is("trees", "cedars", "pines", "bamboo") }},
	{"pines", lexiconOf("pine, pines"), func(s setting) bool { return s.is("trees", "pines") }},
	{"cedars", lexiconOf("cedar, cedars"), func(s setting) bool { return s.is("trees", "cedars") }},
	{"bamboo", lexiconOf("bamboo"), func(s setting) bool { return s.is("trees", "bamboo") }},
	{"reeds", lexiconOf("reed, reeds"), func(s setting) bool { return s.is("trees", "reeds") || s.is("water", "paddy") }},
	{"birds", lexiconOf("crow, crows, heron, herons, sparrow, sparrows, crane, cranes, kite, cicada, cicadas, cricket, crickets, raven, ravens, lark, larks, bird, birds, gull, gulls"),
		func(s setting) bool { return s.outdoors() && s.is("light", "day", "dawn", "dusk") }},
	{"river", lexiconOf("river, rivers, stream, streams, brook"), func(s setting) bool { return s.is("water", "river") }},
	{"sea", lexiconOf("sea, tide, tides, wave, waves, surf, foam, shore"), func(s setting) bool { return s.is("water", "sea") }},
	{"pond", lexiconOf("pond, ponds, lake, the well, a well, well rope"), func(s setting) bool { return s.is("water", "paddy") }},
	{"boats", lexiconOf("boat, boats, oar, oars, mast, sail, raft"), func(s setting) bool { return s.is("water", "sea") }},
	{"roof", lexiconOf("roof, roofs, eave, eaves, rafter, rafters, tile, tiles, gutter"), func(s setting) bool {
		return s.is("roof", "indoors") || s.is("place", "roof", "gate", "alley", "tavern", "hall")
	}},
	{"walls", lexiconOf("wall, walls, door, doors, gate, gates, threshold, window, windows, shutter, shutters, house"), func(s setting) bool {
		return s.is("place", "tavern", "hall", "gate", "alley")
	}},
	{"floor", lexiconOf("floor, floors, board, boards, plank, planks, bench, benches, table, tables, tatami, mat, mats"), func(s setting) bool {
		return s.is("place", "tavern") && s.is("ground", "planks")
	}},
	{"field", lexiconOf("field, fields, furrow, plough"), setting.open},
	{"crops", lexiconOf("rice, straw, barn, hay, wheat, barley"), func(s setting) bool { return s.is("place", "field", "ford") || s.is("water", "paddy") }},
	{"spring", lexiconOf("springtime, blossom, blossoms"), func(s setting) bool { return s.is("season", "spring") }},
	{"summer", lexiconOf("summer"), func(s setting) bool { return s.is("season", "summer") }},
	{"autumn", lexiconOf("autumn"), func(s setting) bool { return s.is("season", "autumn") }},
	{"winter", lexiconOf("winter"), func(s setting) bool { return s.is("season", "winter") }},
}

// world is which sights there are, a bit each.
type world uint64

// anywhere has everything: where no setting is asked for.
const anywhere = ^world(0)

// world is what can be seen in a setting; nothing in one that is not known.
func (s setting) world() (w world) {
	for i := range sights {
		if sights[i].there(s) {
			w |= 1 << i
		}
	}
	return w
}

// worldOf are the sights of these names.
func worldOf(names []string) (w world) {
	for i := range sights {
		if slices.Contains(names, sights[i].name) {
			w |= 1 << i
		}
	}
	return w
}

// spokenOf is what of the world words speak of.
func spokenOf(words []string) (w world) {
	for i := range sights {
		if _, ok := sights[i].words.in(words); ok {
			w |= 1 << i
		}
	}
	return w
}

// names lists the sights of a world.
func (w world) names() (names []string) {
	for i := range sights {
		if w&(1<<i) != 0 {
			names = append(names, sights[i].name)
		}
	}
	return names
}

// What weapons are made of and do.

// makes are by family what a weapon is where its row does not say otherwise.
var makes = map[string]string{
	"blade": "edge point steel", "short": "edge point steel", "spear": "edge point steel wood", "staff": "wood weight", "bow": "shot point wood", "gun": "shot iron",
	"unarmed": "fist", "claw": "claw edge", "shield": "wood weight", "thrown": "shot point", "makeshift": "weight", "wooden": "wood weight",
	"axe": "edge weight steel", "club": "weight", "pole": "edge point steel wood", "crossbow": "shot point wood",
}

// deeds are the words that say so, of a blow or of a weapon.
var deeds = []struct {
	of    string
	words lexicon
}{
	{"edge", lexiconOf("cut, cuts, cutting, slice*, slit*, the edge, {actor} edge, mows, ploughed, has ploughed")},
	{"steel", lexiconOf("steel, hilt, blade, blades, sword, swords, katana")},
	{"wood", lexiconOf("wood, staff")},
	{"fist", lexiconOf("fist, fists, knuckles")},
	{"claw", lexiconOf("claw, claws, fang, fangs")},
}

// deedsOf is what words say a weapon is or does.
func deedsOf(words []string) (of []string) {
	for _, d := range deeds {
		if _, ok := d.words.in(words); ok {
			of = append(of, d.of)
		}
	}
	return of
}

// arsenal is the weapons of a fight, with what those are whose rows say so.
type arsenal map[string][]string

// made is what a weapon of this name and family is made of and does.
func (a arsenal) made(name, family string) string {
	if of := a[a.row(name)]; len(of) > 0 {
		return strings.Join(of, " ")
	}
	return makes[family]
}

// row is the weapon that is used: ways to use one are named after it, "tanto thrown".
func (a arsenal) row(name string) string {
	for row := name; row != ""; row = row[:max(0, strings.LastIndexByte(row, ' '))] {
		if _, ok := a[row]; ok {
			return row
		}
	}
	return name
}
