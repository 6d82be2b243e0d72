package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
)

// The clicks of what a GM does most: a Wound changed, somebody who comes late, a ruling, back to a fight after the tab was closed. Each
// is a press of a pointer at what the page shows, at the widths of a desk and of a phone.
func TestClicksOfTheGMsHand(t *testing.T) {
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})[""]
	for _, width := range []int64{1400, 390} {
		gm := tab(t, ctx, at, width)
		sees(t, gm, "Proposed for Jubei")
		n := 0
		click := func(selector string) {
			t.Helper()
			until(t, gm, fmt.Sprintf(`!!document.querySelector(%q)`, selector))
			act(t, gm, chromedp.Click(selector, chromedp.NodeVisible))
			n++
		}
		said := func(what string, most int) {
			t.Helper()
			t.Logf("at %d: %s, %d clicks", width, what, n)
			if n > most {
				t.Errorf("at %d: %s takes %d clicks, want at most %d", width, what, n, most)
			}
			n = 0
		}
		click(`.board a[href$="who/Tomoe"]`)
		click(`#whocard [value="wounds-=1"]`)
		until(t, gm, `document.querySelector("#whocard .dial b").textContent === "3/4"`)
		said("a Wound", 2)
		click(`.rail a[href$="act/comes"]`)
		click(`#drawer [name=line][value=bandit]`)
		sees(t, gm, "Bandit joins the bandits")
		said("a late foe", 3)
		click(`.rail a[href$="act/ruling"]`)
		until(t, gm, `document.activeElement.name === "throw"`)
		presses(t, gm, "2d10 >= 12")
		click(`#drawer button.go`)
		click(`#said [data-key=t]`)
		until(t, gm, `!!document.querySelector("#said .heard")`)
		said("a ruling, besides its dice", 4)
		for range 3 {
			posts(t, at, "undo", nil)
		}
	}
	owner, _ := owners.Load(fights)
	home := tab(t, ctx, s.URL+"/own/"+owner.(string), 1400) // a bookmark, or the link that serve prints
	until(t, home, `!!document.querySelector(".keptone svg")`)
	act(t, home, chromedp.Click(`.keptone`, chromedp.NodeVisible))
	sees(t, home, "Proposed for Jubei")
	t.Log("back to a fight: 2 clicks, one of them opens the first page")
}

// What is typed in the drawer stays whatever happens in the fight; one act has nothing of what was typed for another; Escape and a
// click close it.
func TestTheDrawerKeepsWhatIsTyped(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})[""]
	gm := tab(t, browser(t), at, 1400)
	sees(t, gm, "Proposed for Jubei")
	opensCard(t, gm, "Tomoe")
	js[bool](t, gm, `(document.querySelector("#whocard [name=why]").value = "a fall") && true`)
	posts(t, at, "edit", url.Values{"name": {"Tomoe"}, "changes": {"energy=3"}})
	until(t, gm, `document.querySelector("#whocard").textContent.includes("3/11")`)
	if why := js[string](t, gm, `document.querySelector("#whocard [name=why]").value`); why != "a fall" {
		t.Errorf("what was typed is now %q", why)
	}
	fills(t, gm, "ban", map[string]string{"do": "no such thing"})
	sees(t, gm, "Not done:")
	if did := js[string](t, gm, `document.querySelector("#drawer [name=do]").value`); did != "no such thing" {
		t.Errorf("after a refusal the field has %q", did)
	}
	opens(t, gm, "note")
	if text := js[string](t, gm, `[...document.querySelectorAll("#drawer input")].map(e => e.value).join()`); text != "" {
		t.Errorf("another act begins with %q", text)
	}
	js[bool](t, gm, `document.getElementById("said").replaceChildren(), document.activeElement.blur(), true`)
	presses(t, gm, kb.Escape)
	until(t, gm, `!document.querySelector("#drawer *")`)
}

// A fight that is full offers to carry off one of the fallen, whose seat is then free. Without scripts an act is a page of its own.
func TestAFullFightOffersASeat(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	gm := at[""]
	post(t, gm+"do/add", url.Values{"line": {"{bandit: 6}"}})
	post(t, gm+"do/edit", url.Values{"name": {"Sute"}, "changes": {"wounds=0"}})
	if _, page := get(t, gm+"act/comes"); !strings.Contains(page, "The fight is full") || !strings.Contains(page, "Carry off Sute") || !strings.Contains(page, "<svg") {
		t.Errorf("a full fight offers\n%s", page)
	}
	if status, said := post(t, gm+"do/add", url.Values{"line": {"bandit"}}); status < 400 {
		t.Fatalf("a thirteenth joins: %s", said)
	}
	post(t, gm+"do/remove", url.Values{"name": {"Sute"}, "why": {"carried off"}})
	if status, said := post(t, gm+"do/add", url.Values{"line": {"bandit"}}); status >= 400 {
		t.Errorf("a seat is not free: %s", said)
	}
	for _, act := range acts {
		if status, page := get(t, gm+"act/"+act.Name); status != 200 || !strings.Contains(page, `action="`) {
			t.Errorf("%s: %d", act.Name, status)
		}
		if status, _ := get(t, at["Tomoe"]+"act/"+act.Name); status != 404 {
			t.Errorf("a player opens %s: %d", act.Name, status)
		}
	}
	if _, card := get(t, at["Tomoe"]+"who/Gonta"); !strings.Contains(card, "Gonta") || strings.Contains(card, "do/edit") {
		t.Errorf("a player's card of Gonta:\n%s", card)
	}
}

// Who answers is told what: whose choice, with what its dice came to; who acts of its own accord answers nothing. What is secret is not
// in it. Many choices are the likeliest three, of different targets, and the others folded.
func TestWhoAnswersIsToldWhat(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"},
		Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	_, now := get(t, at[""]+"now")
	if strings.Contains(now, "answers</b>") {
		t.Errorf("nothing is answered yet:\n%s", now)
	}
	first, others, folded := strings.Cut(now, `<details class="others"`)
	if n := strings.Count(first, `class="do"`); !folded || n != 3 || strings.Count(others, `class="do"`) < 5 {
		t.Errorf("%d choices stand before the others:\n%s", n, now)
	}
	post(t, at[""]+"do/do", url.Values{"words": {"thrust > Tomoe"}})
	post(t, at[""]+"do/dice", url.Values{"faces": {"10 9"}})
	for _, who := range []string{"", "Tomoe", "*"} {
		_, now := get(t, at[who]+"now")
		if told := strings.Contains(now, "Jubei the Cur&#39;s thrust, 20 against 12, which hits: <b>Tomoe answers</b>"); told != (who != "*") {
			t.Errorf("%q is shown\n%s", who, now)
		}
	}
}

// Who is asked after others have let something pass is told what is under way, and who goes on with its own blow what that is.
func TestWhatIsUnderWayIsSaid(t *testing.T) {
	fights, s := served(t)
	for name, c := range map[string]struct {
		want string
	}{
		"archers":  {"answers</b>"},
		"stockade": {"goes on</b>"},
	} {
		at := opened(t, fights, s, serve.Begin{Encounter: []byte(fmt.Sprintf("%q", name)), Seed: 7})
		said := ""
		for range 60 {
			post(t, at[""]+"do/take", nil)
			_, now := get(t, at[""]+"now")
			_, line, _ := strings.Cut(now, `<p class="answers">`)
			line, _, _ = strings.Cut(line, "</p>")
			if strings.Contains(line, "no reaction") || strings.Contains(line, "no more") {
				t.Errorf("%s: what is answered is %q", name, line)
			}
			if strings.Contains(line, c.want) {
				said = line
			}
		}
		if said == "" {
			t.Errorf("%s: nobody %s", name, c.want)
		}
		t.Log(said)
	}
}

// The board by keys: arrows go from place to place, Enter opens what there is to choose, and Enter again does it.
func TestAMoveByArrowKeys(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossing"`), Seed: 3})
	page := tab(t, ctx, at[""], 1400)
	post(t, at[""]+"do/do", map[string][]string{"words": {"begin"}})
	sees(t, page, "Proposed for Bertran")
	until(t, page, `document.querySelectorAll(".board a .way").length > 8`)
	js[bool](t, page, `document.querySelector('.board a[href$="to/g2"]').focus() || true`)
	presses(t, page, kb.ArrowRight)
	until(t, page, `document.activeElement.getAttribute("href").endsWith("to/h2")`)
	presses(t, page, kb.ArrowDown)
	until(t, page, `document.activeElement.getAttribute("href").endsWith("to/h3")`)
	presses(t, page, kb.Enter)
	until(t, page, `!!document.querySelector("#drawer .act")`)
	taps(t, page, "#drawer .act")
	sees(t, page, "Bertran's move to h3: Aldric answers")
}

// Several combatants are changed at once, in one step that is taken back as one.
func TestSeveralAreChangedAtOnce(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	_, act := get(t, at[""]+"act/several")
	for _, want := range []string{`type="checkbox" name="name" value="Gonta"`, `value="wounds-=1"`, `value="+strained"`} {
		if !strings.Contains(act, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if status, body := post(t, at[""]+"do/edit", url.Values{"name": {"Masamune", "Tomoe"}, "changes": {"wounds-=1"}}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	_, now := get(t, at[""]+"now")
	if !strings.Contains(now, ">5/6<") || !strings.Contains(now, ">3/4<") {
		t.Error("one of them has kept all Wounds")
	}
	post(t, at[""]+"do/undo", nil)
	if _, now := get(t, at[""]+"now"); !strings.Contains(now, ">6/6<") || !strings.Contains(now, ">4/4<") {
		t.Error("it is not taken back as one")
	}
	if status, body := post(t, at[""]+"do/edit", url.Values{"changes": {"wounds-=1"}}); status == http.StatusOK || !strings.Contains(body, "Expected:") {
		t.Errorf("nobody is ticked: %d %s", status, body)
	}
}

// Nine tabs of one browser, which has six connections to a server: one that is not looked at gives its stream back, and has what it
// missed when it is looked at again.
func TestNineTabsOfOneBrowser(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	look := func(page context.Context, hidden bool) {
		js[bool](t, page, fmt.Sprintf(`(()=>{Object.defineProperty(document, "hidden", {value: %v, configurable: true}); document.dispatchEvent(new Event("visibilitychange")); return true})()`, hidden))
	}
	var tabs []context.Context
	for n := range 9 {
		if n > 0 {
			look(tabs[n-1], true) // the browser does so with all but the one in front
		}
		page, cancel := chromedp.NewContext(ctx) // of one browser, where those of other tests are one each
		t.Cleanup(cancel)
		act(t, page, chromedp.Navigate(at[""]))
		sees(t, page, "Proposed for Jubei")
		until(t, page, `document.getElementById("stream")._htmx?.sse?.reader`)
		tabs = append(tabs, page)
	}
	post(t, at[""]+"do/note", map[string][]string{"words": {"everybody hears the bell"}})
	sees(t, tabs[8], "everybody hears the bell")
	for n, page := range tabs[:8] {
		if strings.Contains(shown(t, page), "everybody hears the bell") {
			t.Errorf("tab %d has kept its stream", n)
		}
		look(page, false)
		sees(t, page, "everybody hears the bell")
		look(page, true)
	}
}
