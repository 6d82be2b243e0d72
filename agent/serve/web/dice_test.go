package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
)

// A prismatic result is the place of a colour: the page of dice has the eight colours for each who throws, and a tick more for each
// pool that shows none. A blow's damage is dice of six again.
func TestAPrismaticResultIsTappedAsAColour(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossing"`), Seed: 1, Seats: map[string]string{"Aldric": "human", "Bertran": "human"},
		Dice: []string{"Aldric", "Bertran"}})
	asked := func(kind string) string {
		t.Helper()
		_, body := get(t, at[""]+"now")
		if !strings.Contains(body, kind) {
			t.Fatalf("%q is not asked for:\n%s", kind, body)
		}
		return body
	}
	tells := func(form url.Values) string {
		t.Helper()
		status, body := post(t, at[""]+"do/dice", form)
		if status != http.StatusOK {
			t.Fatalf("%v: %d\n%s", form, status, body)
		}
		return body
	}
	does := func(words string) {
		t.Helper()
		if status, body := post(t, at[""]+"do/do", url.Values{"words": {words}}); status != http.StatusOK {
			t.Fatalf("%s: %d\n%s", words, status, body)
		}
	}
	var order []string
	whose := regexp.MustCompile(`<legend>([^<]*)</legend>`)
	for _, m := range whose.FindAllStringSubmatch(asked("initiative"), -1) {
		order = append(order, m[1])
	}
	if len(order) != 2 || !strings.HasPrefix(order[0], "Aldric:") || !strings.HasPrefix(order[1], "Bertran:") {
		t.Errorf("the initiative asks for %q", order)
	}
	if status, body := post(t, at[""]+"do/dice", url.Values{"die0": {"0"}, "die1": {"0"}}); status == http.StatusOK || !strings.Contains(body, "one number more") {
		t.Errorf("%d: who is even is told\n%s", status, body)
	}
	tells(url.Values{"die0": {"3", "8", "8"}, "die1": {"0"}, "die2": {""}}) // two pools of Aldric's show no key face
	if body := asked("Aldric decides"); !strings.Contains(body, "19") {
		t.Errorf("19 does not win the initiative:\n%s", body)
	}
	if strings.Contains(asked(""), "begin<") {
		does("begin")
	}
	does("long sword cut > Bertran")
	does("melee attack")
	does("parry")
	body := asked("Dice of Aldric and Bertran")
	for _, want := range []string{`name="die0" value="0"`, `name="die0" value="7"`, "black", "white", `name="die1" value="3"`, `type="checkbox" name="die1" value="8"`} {
		if !strings.Contains(body, want) {
			t.Errorf("there is no %s in\n%s", want, body)
		}
	}
	tells(url.Values{"die0": {"6", "8"}, "die1": {"1"}})
	if body := asked("damage"); !strings.Contains(body, `name="die0" value="6"`) || strings.Contains(body, "black") {
		t.Errorf("damage is asked for so:\n%s", body)
	}

	// So it is in a ruling, where other dice may stand beside it.
	_, body = post(t, at[""]+"do/ruling%20odds", url.Values{"name": {"Aldric"}, "throw": {"prismatic+2 vs 1d6"}, "against": {"Bertran"}})
	if !strings.Contains(body, "<legend>Aldric: the first colour") || !strings.Contains(body, "<legend>Bertran, d6</legend>") {
		t.Errorf("a ruling asks for\n%s", body)
	}
	if status, body := post(t, at[""]+"do/ruling", url.Values{"name": {"Aldric"}, "throw": {"prismatic+2 vs 1d6"}, "against": {"Bertran"}, "die0": {"0", "8"}, "die1": {"2"}}); status !=
		http.StatusOK || !strings.Contains(body, "win") {
		t.Errorf("%d: the ruling comes to\n%s", status, body)
	}
}

// Each who throws in a contest of pools has a field of its own, and digits are written into it as taps are.
func TestEachWhoThrowsHasItsOwnDice(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	_, body := post(t, at[""]+"do/ruling%20odds", url.Values{"name": {"Tomoe"}, "throw": {"7k3 vs 5k2"}, "against": {"Gonta"}})
	if a, b := strings.Index(body, "Tomoe: what"), strings.Index(body, "Gonta: what"); a < 0 || b < a || strings.Count(body, `name="faces"`) != 2 {
		t.Errorf("a contest of pools is asked for so:\n%s", body)
	}
	status, body := post(t, at[""]+"do/ruling", url.Values{"name": {"Tomoe"}, "throw": {"7k3 vs 5k2"}, "against": {"Gonta"}, "faces": {"9 8 7 1 1 1 1", "5 4 1 1 1"}})
	if status != http.StatusOK || !strings.Contains(body, "win") {
		t.Errorf("%d: the contest comes to\n%s", status, body)
	}
}

// Each throws its own: where one of the two throws at the table and the program for the other, only that one's dice are asked for, also when
// the other strikes, and what the program has thrown is said.
func TestOnlyOnesOwnDiceAreAskedFor(t *testing.T) {
	fights, s := served(t)
	for _, dice := range []string{"Aldric", "Bertran"} {
		at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossing"`), Seed: 1, Seats: map[string]string{"Aldric": "human", "Bertran": "human"}, Dice: []string{dice}})
		post(t, at[""]+"do/roll", nil)
		_, page := get(t, at[""]+"now")
		first, other := "Aldric", "Bertran"
		if strings.Contains(page, "Bertran decides") {
			first, other = other, first
		}
		for _, words := range []string{"begin", "long sword cut > " + other, "melee attack", "parry"} {
			if status, said := post(t, at[""]+"do/do", url.Values{"words": {words}}); status >= 400 {
				t.Fatalf("%s: %s", words, said)
			}
		}
		says := map[string]string{"Aldric": "Bertran", "Bertran": "Aldric"}[dice] + "&#39;s dice show "
		_, page = get(t, at[dice]+"now")
		if first != dice && !strings.Contains(page, first+"&#39;s melee attack") {
			t.Errorf("%s is not told what it throws against:\n%s", dice, page)
		}
		if !strings.Contains(page, "Dice of "+dice+"<") || !strings.Contains(page, says) || !strings.Contains(page, `name="die0"`) || strings.Contains(page, `name="die1"`) {
			t.Fatalf("%s strikes, %s throws at the table and is asked\n%s", first, dice, page)
		}
		_, fell, _ := strings.Cut(page, says)
		fell = fell[:strings.IndexAny(fell, "<.")]
		if status, said := post(t, at[dice]+"do/dice", url.Values{"die0": {"7", "8"}}); status != http.StatusOK {
			t.Fatalf("%d %s", status, said)
		}
		want := fell + " 15"
		if first == dice {
			want = "15 " + fell
		}
		_, record := get(t, at[""]+"fight.jsonl")
		if !strings.Contains(record, `"roll":[`+strings.ReplaceAll(want, " ", ",")+`]`) {
			t.Errorf("the dice %s are not in\n%s", want, record)
		}
	}
}

// What the other dice have to show stays said while the page is fetched anew, and the next digit is heard: nothing has changed.
func TestADieIsHeardWhileThePageIsFetched(t *testing.T) {
	long(t)
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"}})[""]
	page := tab(t, browser(t), at, 1400)
	sees(t, page, "Looked at ")
	presses(t, page, kb.Enter)
	until(t, page, `!!document.querySelector("form.throw") && !document.querySelector("[data-rests]")`)
	presses(t, page, "9")
	sees(t, page, "9 so far: 2 or more on the other.")
	js[bool](t, page, `window.lives = 0; document.addEventListener("htmx:after:swap", () => window.lives++); htmx.trigger(document.getElementById("live"), "changed") || true`)
	until(t, page, `window.lives > 0`)
	sees(t, page, "9 so far: 2 or more on the other.")
	presses(t, page, "8")
	until(t, page, `[...document.querySelectorAll(".dice :checked")].map(e => e.value).join(" ") === "9 8"`)
	presses(t, page, kb.Enter)
	sees(t, page, "9+8")
}

// Colours by keys and by taps: a digit is a colour, 8 a pool that shows none, and Enter sends.
func TestPrismaticDiceInABrowser(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossing"`), Seed: 1, Seats: map[string]string{"Aldric": "human", "Bertran": "human"},
		Dice: []string{"Aldric", "Bertran"}})
	gm, phone := tab(t, ctx, at[""], 1400), tab(t, ctx, at["Aldric"], 320)
	sees(t, gm, "the first colour")
	for _, width := range []int64{320, 390, 820, 1400} {
		act(t, gm, chromedp.EmulateViewport(width, 900))
		if over := js[int](t, gm, `[...document.querySelectorAll(".colours label span")].filter(e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().width > e.parentElement.getBoundingClientRect().width + 1).length`); over > 0 {
			t.Errorf("at %d %d colours are wider than their places", width, over)
		}
	}
	for _, key := range []string{"8", "8", "3", "0", kb.Enter} { // Aldric 19, Bertran 0
		presses(t, gm, key)
	}
	sees(t, gm, "Aldric decides")
	sees(t, phone, "Aldric decides")
	if wide := js[bool](t, phone, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); wide {
		t.Error("the page is wider than the screen")
	}
}
