package web

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
	"kokyu/rules/rulestest"
)

// The clicks of what a GM does most: a Wound changed, somebody who comes late, a ruling, back to a fight after the tab was closed. Each
// is a press of a pointer at what the page shows, at the widths of a desk and of a phone.
func TestClicksOfTheGMsHand(t *testing.T) {
	rulestest.NeedsMore(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})[""]
	for width, cut := range map[int64]string{1400: ".broad", 390: ".slim"} {
		gm := tab(t, ctx, at, width)
		sees(t, gm, "Proposed for Jubei")
		sees(t, gm, "Looked at ")
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
		click(cut + ` a[href$="who/Tomoe"]`)
		click(`#whocard [value="wounds-=1"]`)
		until(t, gm, `document.querySelector("#whocard .dial b").textContent === "3/4"`)
		said("a Wound", 2)
		click(`.rail a[href$="act/comes"]`)
		click(`#drawer [name=line][value="1 like Gonta"]`)
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

// The board comes first and the decision below it, except where the page is broad, which has them side by side, and where dice are
// asked; the GM's hand is beside them and, on a phone, a bar below with the rest behind "More".
func TestTheBoardComesFirst(t *testing.T) {
	long(t)
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"}})[""]
	page := tab(t, browser(t), at, 1400)
	sees(t, page, "Looked at ")
	const places = `["svg.broad", "svg.slim", ".decide", ".rail", ".rail .late"].map(part => {
		const at = document.querySelector(part).getBoundingClientRect();
		return [at.left, at.top, at.right].map(Math.round).join(" ");
	}).join(" ")`
	look := func(width int64) (board, ask, rail [3]int, late bool) {
		t.Helper()
		act(t, page, chromedp.EmulateViewport(width, 900))
		var broad, slim, more [3]int
		says := js[string](t, page, places)
		if _, err := fmt.Sscan(says, &broad[0], &broad[1], &broad[2], &slim[0], &slim[1], &slim[2], &ask[0], &ask[1], &ask[2],
			&rail[0], &rail[1], &rail[2], &more[0], &more[1], &more[2]); err != nil {
			t.Fatal(says, err)
		}
		board = broad
		if broad == [3]int{} {
			board = slim
		} else if slim != [3]int{} {
			t.Errorf("at %d both cuts of the board are shown", width)
		}
		return board, ask, rail, more != [3]int{}
	}
	if board, ask, rail, late := look(1400); ask[0] < board[2] || rail[2] > board[0] || !late {
		t.Errorf("at 1400: board %v, decision %v, hand %v", board, ask, rail)
	}
	if board, ask, rail, late := look(820); ask[1] < board[1] || rail[2] > board[0] || !late {
		t.Errorf("at 820: board %v, decision %v, hand %v", board, ask, rail)
	}
	if board, ask, rail, late := look(390); ask[1] < board[1] || rail[1] < 800 || late {
		t.Errorf("at 390: board %v, decision %v, hand %v", board, ask, rail)
	}
	taps(t, page, `.rail a[href$="act/more"]`)
	until(t, page, `document.querySelectorAll("#drawer .rail .late").length > 5`)
	taps(t, page, `#drawer a[href$="act/goes"]`)
	sees(t, page, "Take out of the fight")
	presses(t, page, kb.Escape)
	taps(t, page, `form[action$=take] button`)
	sees(t, page, "Dice of Jubei")
	if board, ask, _, _ := look(390); ask[1] > board[1] {
		t.Errorf("with dice to be thrown: board %v, decision %v", board, ask)
	}
}

// What is typed in the drawer stays whatever happens in the fight, and is there again when something else was opened
// meanwhile, which alarms nobody; one act has nothing of what was typed for another; Escape and a click close it.
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
	fills(t, gm, "dice%20again", map[string]string{"faces": "9 99"})
	sees(t, gm, "Not done:")
	if shown := js[string](t, gm, `document.querySelector("#drawer [name=faces]").value`); shown != "9 99" {
		t.Errorf("after a refusal the field has %q", shown)
	}
	opens(t, gm, "note")
	if text := js[string](t, gm, `[...document.querySelectorAll("#drawer input")].map(e => e.value).join()`); text != "" {
		t.Errorf("another act begins with %q", text)
	}
	until(t, gm, `document.activeElement.name === "words"`)
	presses(t, gm, "half a note")
	taps(t, gm, `.rail a[href$="act/comes"]`)
	until(t, gm, `!!document.querySelector("#comes")`)
	if said := js[string](t, gm, `document.querySelector("#lost:not([hidden])")?.textContent ?? ""`); said != "" {
		t.Errorf("a press of one's own raises %q", said)
	}
	taps(t, gm, `.rail a[href$="act/note"]`)
	until(t, gm, `document.querySelector("#drawer [name=words]")?.value === "half a note"`)
	taps(t, gm, `#drawer form button`)
	sees(t, gm, "half a note")
	until(t, gm, `!document.querySelector("#drawer *")`)
	taps(t, gm, `.rail a[href$="act/note"]`)
	until(t, gm, `document.querySelector("#drawer [name=words]")?.value === ""`)
	js[bool](t, gm, `document.getElementById("said").replaceChildren(), document.activeElement.blur(), true`)
	presses(t, gm, kb.Escape)
	until(t, gm, `!document.querySelector("#drawer *")`)
}

// A fight that is full offers to carry off one of the fallen, whose seat is then free: as many fight as the rules of each system say.
// Without scripts an act is a page of its own.
func TestAFullFightOffersASeat(t *testing.T) {
	fights, s := served(t)
	for _, of := range []struct{ encounter, like, falls, by, full string }{
		{"ambush", "6 like Gonta", "Sute", "wounds=0", "13 combatants"}, {"archers", "", "Odo", "out", "5 combatants on one side"},
		{"stockade", "1 like Goro", "Sagi", "out", "9 combatants"},
	} {
		gm := opened(t, fights, s, serve.Begin{Encounter: fmt.Appendf(nil, "%q", of.encounter), Seed: 1})[""]
		does := func(op string, form url.Values) {
			t.Helper()
			if status, said := post(t, gm+"do/"+op, form); status >= 400 {
				t.Fatalf("%s: %s %v: %s", of.encounter, op, form, said)
			}
			for n := 0; n < 60; n++ { // what has to wait
				if _, page := get(t, gm+"now"); !strings.Contains(page, "Changes that wait") {
					return
				}
				post(t, gm+"do/take", nil)
			}
		}
		if of.like != "" {
			does("add", url.Values{"line": {of.like}})
		}
		does("edit", url.Values{"name": {of.falls}, "changes": {of.by}})
		if _, page := get(t, gm+"act/comes"); !strings.Contains(page, of.full) || !strings.Contains(page, "Carry off "+of.falls) || !strings.Contains(page, "<svg") {
			t.Errorf("%s: a full fight offers\n%s", of.encounter, page)
		}
		if status, _ := post(t, gm+"do/add", url.Values{"line": {"1 like " + of.falls}}); status < 400 {
			t.Errorf("%s: one more joins", of.encounter)
		}
		does("remove", url.Values{"name": {of.falls}, "why": {"carried off"}})
		_, page := get(t, gm+"act/comes")
		if _, like, _ := strings.Cut(page, `value="1 like `); strings.Contains(page, "Carry off") {
			t.Errorf("%s: it is still full\n%s", of.encounter, page)
		} else if like, _, _ = strings.Cut(like, `"`); of.encounter != "archers" {
			does("add", url.Values{"line": {"1 like " + like}})
		}
	}
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	for _, act := range acts {
		if status, page := get(t, at[""]+"act/"+act.Name); status != 200 || !strings.Contains(page, `action="`) {
			t.Errorf("%s: %d", act.Name, status)
		}
		if status, _ := get(t, at["Tomoe"]+"act/"+act.Name); status != 404 {
			t.Errorf("a player opens %s: %d", act.Name, status)
		}
	}
	if _, card := get(t, at["Tomoe"]+"who/Gonta"); !strings.Contains(card, "Gonta") || strings.Contains(card, "do/edit") {
		t.Errorf("a player's card of Gonta:\n%s", card)
	}
	duel := opened(t, fights, s, serve.Begin{Encounter: []byte(`"dojo"`), Seed: 1})[""]
	if _, page := get(t, duel+"act/comes"); !strings.Contains(page, "nobody comes or goes") || strings.Contains(page, "Carry off") {
		t.Errorf("a duel offers\n%s", page)
	}
}

// Who comes is one more like somebody here, a row found by some of its letters, or somebody of a file of the builder's, with rows of its own.
func TestWhoComesIsChosenFromLists(t *testing.T) {
	fights, s := served(t)
	gm := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})[""]
	_, page := get(t, gm+"act/comes")
	for _, want := range []string{"<b>Gonta</b>", "bandit · grade minion · energy 10 · wounds 1 · defense 12", `value="2 like Gonta"`, `value="red oni of the pass"`} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s in\n%s", want, page)
		}
	}
	if _, page = get(t, gm+"act/comes?like=ONI"); !strings.Contains(page, `name="who" value="red oni of the pass"`) || strings.Contains(page, `name="who" value="hatamoto"`) {
		t.Errorf("oni finds\n%s", page)
	}
	joins := func(form url.Values, want string) {
		t.Helper()
		if status, said := post(t, gm+"do/add", form); status >= 400 {
			t.Fatalf("%v: %s", form, said)
		}
		if _, now := get(t, gm+"now"); !strings.Contains(now, want) {
			t.Errorf("%v: there is no %q on\n%s", form, want, now)
		}
	}
	joins(url.Values{"line": {"2 like Gonta"}}, "Bandit 2")
	joins(url.Values{"who": {"red oni of the pass"}, "name": {"Shuten: \"the\" {one}"}, "side": {"bandits"}}, "Shuten: &#34;the&#34; {one}")
	const file = "version: 1\nsystem: breath\ntitle: Mine\nzones: {first front: {}, second front: {}}\nrows:\n  combatants:\n    tea master: {grade: elite, energy: 9, wounds: 3, defense: 13, weapons: [uchigatana]}\n" +
		"sides:\n  - {name: a, fighters: [{who: tea master, name: Rikyu, zone: first front}]}\n  - {name: b, fighters: [bandit]}\n"
	_, page = post(t, gm+"act/comes", url.Values{"from": {file}})
	if !strings.Contains(page, "<b>Rikyu</b>") || !strings.Contains(page, `name="line" value="{who: tea master, name: Rikyu}"`) || !strings.Contains(page, `value="bandit"`) {
		t.Fatalf("the file has\n%s", page)
	}
	joins(url.Values{"line": {"{who: tea master, name: Rikyu}"}, "from": {file}, "side": {"travellers"}}, "tea master")
	for _, bad := range []string{"nothing", "sides: [{fighters: []}]"} {
		if status, page := post(t, gm+"act/comes", url.Values{"from": {bad}}); status < 400 || !strings.Contains(page, "nobody is found in the file") {
			t.Errorf("%q: %d %s", bad, status, page)
		}
	}
	if status, said := post(t, gm+"do/add", url.Values{"line": {"swordsman"}, "from": {strings.Replace(file, "breath", "tempo", 1)}, "side": {"bandits"}}); status < 400 {
		t.Errorf("%d %s", status, said)
	}
}

// Who answers is told what: whose choice, with what its dice came to; who acts of its own accord that nothing is to be answered. What is secret is not
// in it. Many choices are the likeliest three, of different targets, and the others folded.
func TestWhoAnswersIsToldWhat(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"},
		Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	_, now := get(t, at[""]+"now")
	if !strings.Contains(now, "Jubei the Cur&#39;s breath begins: <b>Jubei the Cur acts</b>") {
		t.Errorf("nothing is answered yet:\n%s", now)
	}
	first, others, folded := strings.Cut(now, `<details class="others"`)
	if n := strings.Count(first, `class="do"`); !folded || n != 3 || strings.Count(others, `class="do"`) < 5 {
		t.Errorf("%d choices stand before the others:\n%s", n, now)
	}
	post(t, at[""]+"do/do", url.Values{"words": {"thrust > Tomoe"}})
	if _, now = get(t, at[""]+"now"); !strings.Contains(now, "Jubei the Cur&#39;s thrust at Tomoe: <b>Jubei the Cur throws</b>") {
		t.Errorf("the dice are asked for\n%s", now)
	}
	post(t, at[""]+"do/dice", url.Values{"faces": {"10 9"}})
	for _, who := range []string{"", "Tomoe", "*"} {
		_, now := get(t, at[who]+"now")
		for _, odds := range []string{`class="p takes"[^>]*>is hit 64 %<`, `class="p takes"[^>]*>is hit 100 %<`} {
			if regexp.MustCompile(odds).MatchString(now) != (who != "*") {
				t.Errorf("%q: %q is shown or not:\n%s", who, odds, now)
			}
		}
		if told := strings.Contains(now, "Jubei the Cur&#39;s thrust, 20 against 12, which hits: <b>Tomoe answers</b>"); told != (who != "*") {
			t.Errorf("%q is shown\n%s", who, now)
		}
	}
}

// Who is asked after others have let something pass is told what is under way, and who goes on with its own blow what that is.
func TestWhatIsUnderWayIsSaid(t *testing.T) {
	fights, s := served(t)
	for name, c := range map[string]struct {
		want []string
	}{
		"archers":  {[]string{"answers</b>", "'s turn begins: <b>", "acts</b>"}},
		"stockade": {[]string{"goes on</b>", "'s turn begins: <b>", "'s turn goes on: <b>"}},
		"ambush":   {[]string{"answers</b>", "'s breath begins: <b>", "'s breath goes on: <b>"}},
	} {
		at := opened(t, fights, s, serve.Begin{Encounter: []byte(fmt.Sprintf("%q", name)), Seed: 7})
		said, before := "", ""
		for range 60 {
			post(t, at[""]+"do/take", nil)
			_, now := get(t, at[""]+"now")
			_, line, _ := strings.Cut(html.UnescapeString(now), `<p class="answers`)
			line, _, _ = strings.Cut(line, "</p>")
			if strings.Contains(line, "(improvised)") || strings.Contains(line, "retreat") || strings.Contains(line, "no reaction") || strings.Contains(line, "no more") {
				t.Errorf("%s: what is answered is %q", name, line)
			}
			if _, words, _ := strings.Cut(line, ">"); before != words {
				before = words
				said += words + "\n"
			}
		}
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: nobody is told %q:\n%s", name, want, said)
			}
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

// By keys too a press copies, and says so; where the browser lets no page copy, the text is selected and that is said.
func TestCopyingByKeys(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1, Ask: new(false)})
	post(t, at[""]+"do/play", nil)
	page := tab(t, ctx, at["*"]+"tale?paste=discord", 390)
	press := func(clipboard, says string) {
		t.Helper()
		js[bool](t, page, `Object.defineProperty(navigator, "clipboard", {configurable: true, value: `+clipboard+`}) && !document.querySelector("[data-copies]").focus()`)
		presses(t, page, kb.Enter)
		until(t, page, `document.querySelector(".paste [role=status]").textContent.startsWith("`+says+`")`)
	}
	press(`{writeText: async (text) => { window.taken = text }}`, "copied")
	until(t, page, `window.taken === document.getElementById("piece-1").value && window.taken.startsWith("**The Same Sword Twice**")`)
	js[bool](t, page, `!!(document.execCommand = () => false) || true`)
	press(`undefined`, "It is selected")
	until(t, page, `document.activeElement.id === "piece-1" && document.activeElement.selectionEnd > 20`)
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
	post(t, at[""]+"do/edit", url.Values{"name": {"Gonta"}, "changes": {"wounds=0"}})
	for _, act := range []string{"goes", "forbid", "plays"} {
		if _, page := get(t, at[""]+"act/"+act); strings.Contains(page, "<option>Gonta") || !strings.Contains(page, "<option>Sute") {
			t.Errorf("%s is not about those who are still in the fight", act)
		}
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

// A card says whom its combatant can strike from where it stands, and who can strike it; the legend says what the figure on a combatant is.
// What is the GM's stays off a player's card.
func TestACardSaysWhoCanStrikeWhom(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	_, card := get(t, at[""]+"who/Oyuki")
	if !strings.Contains(card, "<b>Can strike</b> Masamune, Tomoe.") || !strings.Contains(card, "Nobody can strike Oyuki from where they stand.") {
		t.Errorf("the card of an archer in the rear:\n%s", card)
	}
	if _, card = get(t, at[""]+"who/Tomoe"); !strings.Contains(card, "<b>Can be struck by</b> Jubei the Cur, Gonta, Sute, Oyuki.") {
		t.Errorf("the card of a spear lord at the front:\n%s", card)
	}
	if _, card = get(t, at["Tomoe"]+"who/Oyuki"); strings.Contains(card, "Can strike") {
		t.Errorf("a player reads\n%s", card)
	}
	for _, of := range []struct{ encounter, want string }{{"ambush", "the best chance that Jubei the Cur hits"}, {"strings", "the best chance that "}} {
		at := opened(t, fights, s, serve.Begin{Encounter: fmt.Appendf(nil, "%q", of.encounter), Seed: 1})
		if _, page := get(t, at[""]+"now"); !strings.Contains(page, of.want) {
			t.Errorf("%s: the legend is not %q:\n%s", of.encounter, of.want, page)
		}
	}
}

// What can be forbidden to somebody is a list of that one's maneuvers, what is forbidden a list to allow again; the last throw is named where
// its dice were misread. None of them takes a word that has to be known.
func TestWhatIsForbiddenIsChosenFromAList(t *testing.T) {
	fights, s := served(t)
	gm := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})[""]
	_, page := get(t, gm+"act/forbid?for=Tomoe")
	for _, want := range []string{`name="do" value="spear thrust"`, `name="do" value="harry"`, `name="do" value="walk"`, `name="for" value="Tomoe"`} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s in\n%s", want, page)
		}
	}
	if strings.Contains(page, `value="barbed arrow"`) || strings.Contains(page, "forbidden now") {
		t.Errorf("Tomoe could do\n%s", page)
	}
	if _, page = get(t, gm+"act/forbid?for=bandits"); !strings.Contains(page, `value="barbed arrow"`) || strings.Contains(page, `value="spear thrust"`) {
		t.Errorf("the bandits could do\n%s", page)
	}
	post(t, gm+"do/ban", url.Values{"do": {"harry"}, "for": {"Tomoe"}})
	if _, page = get(t, gm+"act/forbid"); !strings.Contains(page, "Allow harry again to Tomoe") {
		t.Errorf("there is no way back in\n%s", page)
	}
	post(t, gm+"do/allow", url.Values{"do": {"harry"}, "for": {"Tomoe"}})
	if _, page = get(t, gm+"act/forbid"); strings.Contains(page, "Allow harry again") {
		t.Errorf("it is still forbidden:\n%s", page)
	}
	post(t, gm+"do/take", nil)
	post(t, gm+"do/roll", nil)
	if _, page = get(t, gm+"act/dice"); !strings.Contains(page, "The last throw: <b>") || !strings.Contains(page, `name="faces" value="3 1"`) {
		t.Errorf("misread dice are\n%s", page)
	}
	for _, encounter := range []string{"brawl", "banner"} {
		gm := opened(t, fights, s, serve.Begin{Encounter: fmt.Appendf(nil, "%q", encounter), Seed: 1})[""]
		if _, page := get(t, gm+"act/forbid"); strings.Count(page, `name="do"`) < 8 {
			t.Errorf("%s: one could do\n%s", encounter, page)
		}
	}
}

// No word of what is asked, of a phone's own sheet or of what stands beside the board is broken at any width from 320 px.
func TestNoWordIsBroken(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	const broken = `(() => {
		const words = [];
		for (const part of document.querySelectorAll(".decide, .me, #drawer, .rail")) {
			const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
			while (texts.nextNode()) if (texts.currentNode.parentElement.checkVisibility({contentVisibilityAuto: true})) for (const m of texts.currentNode.data.matchAll(/[^\s>]+/g)) {
				const word = document.createRange();
				word.setStart(texts.currentNode, m.index);
				word.setEnd(texts.currentNode, m.index + m[0].length);
				const lines = [...word.getClientRects()].filter(r => r.width > 0);
				if (lines.length > 1 && lines.at(-1).top > lines[0].top + 2 && !/[-\/]/.test(m[0])) words.push(m[0]);
			}
		}
		return words.join(" ");
	})()`
	for _, encounter := range []string{"ambush", "brawl", "stockade"} {
		at := opened(t, fights, s, serve.Begin{Encounter: fmt.Appendf(nil, "%q", encounter), Seed: 1})
		for _, who := range []string{"", "Masamune", "Delia", "Goro"} {
			if at[who] == "" {
				continue
			}
			page := tab(t, ctx, at[who], 320)
			if who == "" {
				opensCard(t, page, js[string](t, page, `decodeURIComponent(document.querySelector(".board a[href*='who/']").getAttribute("href").split("/").at(-1))`))
			}
			for _, width := range []int64{320, 390, 820, 1400} {
				act(t, page, chromedp.EmulateViewport(width, 900))
				if words := js[string](t, page, broken); words != "" {
					t.Errorf("%s, %q at %d breaks %s", encounter, who, width, words)
				}
			}
		}
	}
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"Jubei the Cur": "human"}})
	phone := tab(t, ctx, at["Jubei the Cur"], 320)
	sees(t, phone, "Jubei the Cur decides")
	if words := js[string](t, phone, broken); words != "" {
		t.Errorf("a phone breaks %s", words)
	}
}
