package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"kokyu/agent/session"
	"kokyu/rules"
)

// twins is a fight of combatants and of sides whose names differ in spaces alone, and of one who is called as a side is but for case.
const twins = `version: 1
system: tempo
title: Twins
sides:
  - name: Old Guard
    fighters: [{who: swordsman, name: Old Kuro}, {who: swordsman, name: OldKuro}]
  - name: OldGuard
    fighters: [{who: swordsman, name: old guard}, {who: swordsman, name: Ｒen}]
`

// Every operation that takes a name takes the one that is exactly so first, else the only one that looks alike. Where several do it
// names them and does nothing. A prompt and JSON are the same.
func TestNamesMatchExactlyFirst(t *testing.T) {
	lines := map[string][2]string{ // at a prompt, and as JSON; ? is the name
		"view": {"view ?", `{"name": ?}`}, "sheet": {"sheet ?", `{"name": ?}`}, "help": {"help ?", `{"words": ?}`},
		"plans": {"plans ?", `{"name": ?}`}, "all": {"all ?", `{"name": ?}`},
		"ban": {"ban yield for ?", `{"do": "yield", "for": ?}`}, "allow": {"allow yield for ?", `{"do": "yield", "for": ?}`},
		"force": {"force ? ready", `{"name": ?, "do": "ready"}`}, "auto": {"auto ?", `{"name": ?}`}, "ask": {"ask ?", `{"name": ?}`},
		"edit": {"edit ? ap=3", `{"name": ?, "changes": ["ap=3"]}`}, "add": {"add swordsman for ?", `{"line": "swordsman", "side": ?}`},
		"remove": {"remove ?", `{"name": ?}`}, "seat": {"seat ?=greedy", `{"name": ?, "plays": "greedy"}`},
		"ruling odds": {"ruling odds ? 2d10 >= 9", `{"name": ?, "throw": "2d10 >= 9"}`}, "ruling": {"ruling ? 2d10 >= 9", `{"name": ?, "throw": "2d10 >= 9"}`},
		"concede": {"concede ?", `{"side": ?}`}, "end": {"end ?", `{"side": ?}`}, "yield": {"yield ?", `{"name": ?}`},
	}
	sides := "add concede end"
	both := "plans all ban allow auto ask seat"
	for _, o := range session.Operations() {
		takes := strings.Contains(o.Line, "NAME") || strings.Contains(o.Line, "SIDE") || o.Name == "help"
		line, ok := lines[o.Name]
		if ok != takes {
			t.Errorf("%s: a line to try %v, takes a name %v", o.Name, ok, takes)
		}
		if !takes || !ok {
			continue
		}
		var c session.Client
		said := func(name string, asJSON bool) (string, error) {
			if c.Session == nil || !o.Asks {
				c = gm(open(t, twins, session.Setup{Seed: 1}))
				c.Ask, c.ParseAgent = true, kinds(t)
				operations(t, c, "play")
			}
			if o.Name == "allow" {
				for _, who := range []string{"Old Kuro", "OldKuro", "old guard", "Ｒen", "Old Guard"} {
					operations(t, c, "ban yield for "+who)
				}
			}
			n := c.StepCount()
			var out any
			var err error
			if asJSON {
				out, err = c.Call(t.Context(), o.Name, json.RawMessage(strings.ReplaceAll(line[1], "?", rules.JSONText(name))))
			} else {
				out, err = c.Line(t.Context(), strings.ReplaceAll(line[0], "?", name))
			}
			if err != nil {
				if c.StepCount() != n {
					t.Errorf("%s %s: an error, and a step: %v", o.Name, name, err)
				}
				return err.Error(), err
			}
			return rules.JSONText(out), nil
		}
		means := map[string]string{"OLD KURO": "Old Kuro", "oldkuro": "OldKuro", "ren": "Ｒen"}
		several := map[string][]string{"ol d kuro": {"Old Kuro", "OldKuro"}}
		switch {
		case strings.Contains(sides, o.Name):
			means = map[string]string{"old guard": "Old Guard", "OLDGUARD": "OldGuard"}
			several = map[string][]string{"ol d guard": {"Old Guard", "OldGuard"}}
		case strings.Contains(both, o.Name):
			several["OLD GUARD"] = []string{"Old Guard", "old guard"}
		default:
			means["Old Guard"] = "old guard"
		}
		of := map[string]string{} // what comes of each name
		for _, name := range means {
			for other, came := range of {
				if of[name], _ = said(name, false); came == of[name] && name != other && o.Name != "all" { // there is nothing to take for some
					t.Errorf("%s: the same comes of %s and of %s: %s", o.Name, name, other, came)
				}
			}
			of[name], _ = said(name, false)
		}
		for in, name := range means {
			for _, asJSON := range []bool{false, true} {
				if got, _ := said(in, asJSON); got != of[name] {
					t.Errorf("%s %s, as JSON %v: %s\nwant that of %s: %s", o.Name, in, asJSON, got, name, of[name])
				}
			}
		}
		for in, names := range several {
			for _, asJSON := range []bool{false, true} {
				_, err := said(in, asJSON)
				if err == nil || !strings.Contains(err.Error(), names[0]) || !strings.Contains(err.Error(), names[1]) || session.CodeOf(err) != session.UnknownName {
					t.Errorf("%s %s, as JSON %v: %v (%s), want both of %q", o.Name, in, asJSON, err, session.CodeOf(err), names)
				}
			}
		}
	}
}

// A name may be shortened if only one begins so, and accents may be left out. A side is named whole, and is told of.
func TestANameMayBeShort(t *testing.T) {
	const file = `{version: 1, system: breath, title: T, sides: [
  {name: the mill, fighters: [{who: samurai, name: Siobhán O'Hara}, {who: ronin, name: "Zoë \"the Knife\" Ní Dhomhnaill"}]},
  {name: wolves, fighters: [{who: wolf, count: 2}]}]}`
	c := gm(open(t, file, session.Setup{Seed: 1}))
	for line, want := range map[string]string{
		"edit Siobhán wounds-=1": "Siobhán O'Hara wounds-=1", "edit siobhan o'hara wounds-=1": "Siobhán O'Hara wounds-=1",
		"edit zoe, Wolf 1 energy-=1": `Zoë "the Knife" Ní Dhomhnaill energy-=1; Wolf 1 energy-=1`, "remove zoe \"gone\"": `Zoë "the Knife" Ní Dhomhnaill leaves`,
	} {
		if out := operations(t, c, line); len(out.Steps) != 1 || out.Steps[0].Edit != want {
			t.Errorf("%s: %+v, want %q", line, out.Steps, want)
		}
		operations(t, c, "undo")
	}
	refused(t, c, map[string]string{
		"edit Wol energy=1": `nobody here is called "Wol"`, "edit mill energy=1": "the mill", "remove wolves": "wolves are a side: want one combatant",
	})
}

// A player is nobody else, however alike the name.
func TestATwinIsAnother(t *testing.T) {
	c := session.Client{Session: open(t, twins, session.Setup{Seed: 1}), As: "Old Kuro"}
	for _, line := range []string{"view OldKuro", "yield OldKuro"} {
		if _, err := c.Line(t.Context(), line); session.CodeOf(err) != session.NotYours {
			t.Errorf("%s of Old Kuro: %v", line, err)
		}
	}
	if out, err := c.Line(t.Context(), "view OLD KURO"); err != nil || out.(session.View).Seat != "Old Kuro" {
		t.Errorf("its own view: %v, %v", out, err)
	}
}
