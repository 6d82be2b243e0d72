package web

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// clicksMost is how many clicks and keys the evening below may take to the middle of its second round.
const clicksMost = 80

// An evening of four against six out of the builder, with the GM's screen and two phones, and what it takes of clicks and keys: who
// plays, foes' and players' decisions, an edit, a late foe, a ruling, an undo. The lid is closed and opened; then the tale and the review.
func TestClicksOfAnEvening(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	n := 0
	click := func(page context.Context, selector string) {
		t.Helper()
		n++
		var err error
		for range 5 { // what was found may be drawn anew before it is pressed
			until(t, page, fmt.Sprintf(`!!document.querySelector(%q)`, selector))
			if _, err = chromedp.Run(page, chromedp.Click(selector, chromedp.NodeVisible)); err == nil {
				return
			}
		}
		t.Fatal(err)
	}
	tap := func(page context.Context, selector string) bool { // what may be gone
		n++
		soon, cancel := context.WithTimeout(page, 2*time.Second)
		defer cancel()
		_, err := chromedp.Run(soon, chromedp.Click(selector, chromedp.NodeVisible))
		return err == nil
	}
	key := func(page context.Context, k string) {
		t.Helper()
		presses(t, page, k)
		n++
	}
	said := func(what string) { t.Logf("%s: %d clicks and keys so far", what, n) }

	owner, _ := owners.Load(fights)
	gm := tab(t, ctx, s.URL+"/own/"+owner.(string), 1400)
	click(gm, `[href="/build?system=breath"]`)
	sees(t, gm, "Nothing is wrong with it.")
	for i, row := range []string{"sohei", "spear lord"} {
		click(gm, `[name=add][value="sides/0/fighters"]`)
		path := fmt.Sprintf(`[name="sides/0/fighters/%d/who"]`, i+2)
		until(t, gm, fmt.Sprintf(`document.activeElement.matches(%q)`, path))
		presses(t, gm, row)
		n++
		sees(t, gm, "who: "+row)
	}
	for field, text := range map[string]string{"who": "road ronin", "count": "5"} {
		js[bool](t, gm, fmt.Sprintf(`document.querySelector('[name="sides/1/fighters/0/%s"]').select() || true`, field))
		presses(t, gm, text)
		n += 2 // the field, and what is typed
		sees(t, gm, field+": "+text)
	}
	click(gm, "#how summary")
	js[bool](t, gm, `(document.querySelector("[name=seed]").value = "5") && true`) // the same evening every time
	click(gm, `[name=people][value=Masamune]`)
	click(gm, `[name=people][value=Hanzo]`)
	click(gm, `button.go[formaction]`)
	until(t, gm, `!!document.querySelector(".rail")`)
	said("four against six are built and begun")

	click(gm, `form[action$="links"] button`)
	until(t, gm, `document.querySelectorAll(".link a").length === 2`)
	links := strings.Fields(js[string](t, gm, `[...document.querySelectorAll(".link a")].map(a => a.href + "\t" + a.closest(".link").textContent).filter(l => /Masamune|Hanzo/.test(l)).map(l => l.split("\t")[0]).join(" ")`))
	if len(links) != 2 {
		t.Fatalf("links: %v", links)
	}
	var phones []context.Context
	for _, link := range links { // scanned
		phones = append(phones, tab(t, ctx, link, 390))
	}
	click(gm, `a[href$=".own/"]`)
	until(t, gm, `!!document.querySelector(".rail")`)
	steps := func() string {
		return js[string](t, gm, `[...document.querySelectorAll("[name=at]")].map(e => e.value)[0] ?? "over"`)
	}
	round := func() int {
		return js[int](t, gm, `Number(document.querySelector("header [role=status]").textContent.match(/round (\d+)/)[1])`)
	}
	turn := func() { // of whoever is asked
		t.Helper()
		before := steps()
		for tries := 0; ; tries++ {
			if tries > 2000 {
				t.Fatalf("nobody is asked:\n%s\n%s\n%s", shown(t, gm), shown(t, phones[0]), shown(t, phones[1]))
			}
			switch at := slices.IndexFunc(phones, func(phone context.Context) bool {
				return js[bool](t, phone, `!!document.querySelector(".choices .do") && !document.querySelector("[data-rests]")`)
			}); {
			case at >= 0:
				if !tap(phones[at], ".choices .do summary") || !tap(phones[at], ".do[open] button.go") {
					continue // the page was of the question before
				}
			case js[bool](t, gm, `!!document.querySelector("[data-key=a]") && !document.querySelector("[data-rests]")`):
				key(gm, "a")
			default:
				continue
			}
			for range 300 { // a key that came while something else changed was not heard
				if steps() != before {
					return
				}
			}
		}
	}
	turn()
	click(gm, `.broad a[href$="who/Masamune"]`)
	click(gm, `#whocard [value="wounds-=1"]`)
	sees(t, gm, "Masamune")
	click(gm, `.rail a[href$="act/comes"]`)
	click(gm, `#drawer .dial:has(.foe) [name=line][value^="1 like "]`)
	sees(t, gm, "joins the bandits")
	click(gm, `.rail a[href$="act/ruling"]`)
	until(t, gm, `document.activeElement.name === "throw"`)
	presses(t, gm, "2d10 >= 12")
	n++
	click(gm, `#drawer button.go`)
	click(gm, `#said [data-key=t]`)
	until(t, gm, `!!document.querySelector("#said .heard")`)
	key(gm, "u")
	said("a Wound, a late foe, a ruling, an undo")
	s.CloseClientConnections() // the lid is closed, and opened again
	turned := 0
	const over = `document.body.textContent.includes("The fight is over")`
	for turned < 4 && !js[bool](t, gm, over) { // ten fight, and some of them go on from one turn to the next
		if round() >= 2 {
			turned++
		}
		turn()
	}
	said(fmt.Sprintf("the end, or the middle of round 2: round %d", round()))
	if n > clicksMost {
		t.Errorf("it takes %d clicks and keys to the end or the middle of round 2, want at most %d", n, clicksMost)
	}
	if !js[bool](t, gm, over) {
		fills(t, gm, "end", map[string]string{"side": "bandits", "why": "the travellers flee"})
	}
	sees(t, gm, "The fight is over")
	click(gm, `a.go[href$="tale"]`)
	sees(t, gm, "Discord, in messages")
	act(t, gm, chromedp.Navigate(strings.TrimSuffix(js[string](t, gm, `location.href`), "tale")+"review"))
	sees(t, gm, "My fight, reviewed")
}
