package rows

import (
	"strings"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/rulestest"
)

// A mistake in catalogue rows is a sentence with its place.
func TestMistakesInRows(t *testing.T) {
	for rows, want := range map[string]string{
		"weapons: {club: {skill: clubs, size: small, uses: [{damage: 1k1, feet: 5}]}}":                        `unknown skill "clubs": want one of weapon samurai`,
		"weapons: {club: {skill: staves, size: tiny, uses: [{damage: 1k1, feet: 5}]}}":                        `unknown size "tiny": want one of small, medium, large`,
		"weapons: {club: {skill: staves, size: small, uses: []}}":                                             "a weapon that cannot strike: want uses: at least one",
		"weapons: {club: {skill: staves, size: small, uses: [{damage: 7k, feet: 5}]}}":                        `"7k" is no pool of dice: want dice rolled and kept`,
		"weapons: {club: {skill: staves, size: small, uses: [{damage: 99999k2, feet: 5}]}}":                   `"99999k2" is no pool of dice`,
		"weapons: {club: {skill: staves, size: small, uses: [{damage: 1k1, feet: 7}]}}":                       "a reach of 7 feet: want 5 to 995 feet in steps of 5",
		"weapons: {club: {skill: staves, size: small, uses: [{feet: 5}]}}":                                    "a use that neither hurts nor entangles: want damage: as in 3k2",
		"weapons: {sling: {skill: staves, size: small, uses: [{damage: 1k1, kind: aimed, feet: 50}]}}":        "an aimed weapon without a strength: want pull: the bow's",
		"weapons: {whip: {skill: chain, size: small, uses: [{feet: 10, entangles: much}]}}":                   `"much" is no number to escape: want 1 to 60, or damage for the damage roll`,
		"sheets: {giant: {attributes: {strength: 11}, void: 2, rank: 1, weapons: []}}":                        "strength 11: want 1 to 10",
		"sheets: {ghost: {attributes: {strength: 0}, void: 2, rank: 1, weapons: []}}":                         "strength 0: want 1 to 10",
		"sheets: {giant: {attributes: {might: 3}, void: 2, rank: 1, weapons: []}}":                            `unknown attribute "might"`,
		"sheets: {lout: {attributes: {}, void: 2, rank: 1, mook: true, void points: 1, weapons: []}}":         "a mook with Void Points: want 0, or no mook",
		"sheets: {lout: {attributes: {}, void: 2, rank: 2, mook: true, weapons: []}}":                         "a mook of Insight Rank 2: want 1",
		"sheets: {two: {attributes: {}, void: 2, rank: 1, ready: 2, weapons: [katana, tanto]}}":               "two weapons ready: want ready: 1, or dual: true",
		"sheets: {two: {attributes: {}, void: 2, rank: 1, dual: true, ready: 2, weapons: [no-dachi, tanto]}}": "no-dachi, a [Large] weapon, in one hand beside another: want weapons for one hand each",
		"sheets: {two: {attributes: {}, void: 2, rank: 1, weapons: [katana, tanto, jo]}}":                     "3 weapons: want at most two, the one ready first",
		"sheets: {mute: {attributes: {}, void: 2, rank: 1, weapons: [], hooks: [song]}}":                      `unknown hook "song"`,
		"armours: {tin: {bonus: 50, reduction: 1}}":                                                           "Armor Bonus 50: want 0 to 40",
		"masteries: {odd: {skill: staves, rank: 0, adds: 1k0}}":                                               "rank 0: want 1 to 10",
	} {
		_, err := book.Overlay(DefaultBook(), "rows.yaml", []byte("version: 1\n"+rows+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "rows.yaml:2:") {
			t.Errorf("%s:\ngot  %v\nwant %s", rows, err, want)
			continue
		}
		rulestest.WantRefusal(t, err)
	}
}
