package web

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kokyu/agent/serve"
)

// A ruling of the moment: the GM names who throws what against what, sees the exact chance, taps the dice or lets the program
// throw them, and everybody who looks sees what they came to. Nobody else can make one.
func TestARulingIsSeenByEverybody(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	asked := url.Values{"name": {"Tomoe"}, "throw": {"2d10+3>=14"}, "against": {""}, "what": {"to push the statue over"}}
	status, body := post(t, at[""]+"do/ruling%20odds", asked)
	for _, want := range []string{"<b>Tomoe</b>, to push the statue over: 2d10&#43;3 &gt;= 14", ">success<", "55 %", "11/20", ">failure<",
		"9/20", `name="die1" value="10"`, "Throw for me", `name="throw" value="2d10&#43;3 &gt;= 14"`} {
		if !strings.Contains(body, want) || status != http.StatusOK {
			t.Errorf("%d: there is no %s in\n%s", status, want, body)
		}
	}
	if _, now := get(t, at["*"]+"now"); strings.Contains(now, "statue") {
		t.Error("what is only asked is shown")
	}
	asked["die0"], asked["die1"] = []string{"7"}, []string{"4"}
	const fell = "ruling: Tomoe, to push the statue over, 2d10&#43;3 &gt;= 14: 7&#43;4&#43;3=14, success (55 %)"
	if status, body = post(t, at[""]+"do/ruling", asked); status != http.StatusOK || !strings.Contains(body, fell) {
		t.Errorf("%d: the dice come to\n%s", status, body)
	}
	for _, who := range []string{"", "Tomoe", "Jubei the Cur", "*"} {
		if _, now := get(t, at[who]+"now"); !strings.Contains(now, fell) {
			t.Errorf("%q does not see the ruling:\n%s", who, now)
		}
		if _, tale := get(t, at[who]+"tale"); !strings.Contains(tale, "Tomoe tries to push the statue over and succeeds.") {
			t.Errorf("%q is not told of the ruling:\n%s", who, tale)
		}
	}
	for _, who := range []string{"Tomoe", "*"} {
		for _, op := range []string{"do/ruling%20odds", "do/ruling"} {
			if status, body := post(t, at[who]+op, asked); status != http.StatusForbidden || !strings.Contains(body, "Not done:") {
				t.Errorf("%q may call %s: %d", who, op, status)
			}
		}
	}

	// The dice of a pool are typed or tapped in their order; the program throws those of a contest.
	if _, body = post(t, at[""]+"do/ruling%20odds", url.Values{"name": {"Oyuki"}, "throw": {"7k3 >= 25"}}); !strings.Contains(body, `data-face="10"`) ||
		strings.Contains(body, `name="die0"`) {
		t.Errorf("a pool is asked for so:\n%s", body)
	}
	if _, body = post(t, at[""]+"do/ruling", url.Values{"name": {"Oyuki"}, "throw": {"7k3 >= 25"}, "faces": {"10 8, 9 6 5 4 2 1"}}); !strings.Contains(body,
		"10&#43;8 9 6 [5 4 2 1] = 33, success (60 %)") {
		t.Errorf("a pool comes to\n%s", body)
	}
	if _, body = post(t, at[""]+"do/ruling", url.Values{"name": {"Masamune"}, "throw": {"2d10 vs 2d10"}, "against": {"Gonta"}}); !strings.Contains(body,
		"ruling: Masamune against Gonta, 2d10 vs 2d10: ") {
		t.Errorf("a contest comes to\n%s", body)
	}
	for _, bad := range []struct {
		form url.Values
		want string
	}{
		{url.Values{"name": {"the statue"}, "throw": {"2d10 >= 3"}}, "nobody here is called"},
		{url.Values{"name": {"Tomoe"}, "throw": {"2d10"}}, "the expression ends after 10"},
		{url.Values{"name": {"Tomoe"}, "throw": {"40d10 >= 3"}}, "the number of dice is 40. Expected: 1 to 20."},
		{url.Values{"name": {"Tomoe"}, "throw": {"2d10 >= 3"}, "faces": {"11 1"}}, "die 1 of 2d10 shows 11. Expected: 1 to 10."},
		{url.Values{"name": {"Tomoe"}, "throw": {"2d10 >= 3"}, "what": {strings.Repeat("x", 201)}}, "201 characters"},
		{url.Values{"name": {"Tomoe"}, "throw": {"2d10 >= <script>"}}, "does not fit here"},
	} {
		if status, body := post(t, at[""]+"do/ruling", bad.form); status < 400 || !strings.Contains(body, bad.want) || strings.Contains(body, "<script>") {
			t.Errorf("%v: %d %s", bad.form, status, body)
		}
	}
	const evil = `to <img src=x onerror=alert(1)>`
	asked = url.Values{"name": {"Tomoe"}, "throw": {"1d6 >= 2"}, "what": {evil}, "faces": {"3"}}
	for _, op := range []string{"do/ruling%20odds", "do/ruling"} {
		if _, body := post(t, at[""]+op, asked); strings.Contains(body, "<img") || !strings.Contains(body, "&lt;img") {
			t.Errorf("%s: what it is for has markup:\n%s", op, body)
		}
	}
}

// A ruling in a browser: the chance comes on a card that stays while the fight goes on, a tap on the last die throws, and a
// phone sees what the dice came to. AXE names the file axe.min.js of npm's axe-core, which looks at the card too.
func TestARulingInABrowser(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	gm, phone := tab(t, ctx, at[""], 390), tab(t, ctx, at["Tomoe"], 390)
	sees(t, gm, "Proposed for Jubei")
	fills(t, gm, "ruling%20odds", map[string]string{"name": "Tomoe", "throw": "2d10+3 >= 14", "what": "to push the statue over"})
	sees(t, gm, "11/20")
	if _, err := http.PostForm(at[""]+"do/note", url.Values{"words": {"the rain stops"}}); err != nil {
		t.Fatal(err)
	}
	sees(t, gm, "the rain stops")
	sees(t, gm, "11/20")
	if axe, err := os.ReadFile(os.Getenv("AXE")); err == nil {
		js[bool](t, gm, string(axe)+";true")
		found, err := chromedp.Run(gm, chromedp.Evaluate[string](`axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}).then(r =>
			r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html).join(" | ")).join("\n"))`, chromedp.EvalAwaitPromise))
		if err != nil || found != "" {
			t.Errorf("axe finds %s, %v", found, err)
		}
	}
	tapsDie(t, gm, 0, "7")
	tapsDie(t, gm, 1, "4")
	sees(t, gm, "7+4+3=14, success (55 %)")
	sees(t, phone, "7+4+3=14, success (55 %)")
	if js[bool](t, gm, `!!document.querySelector(".ruling")`) {
		t.Error("the card stays when its dice have fallen")
	}
	fills(t, gm, "ruling%20odds", map[string]string{"name": "Gonta", "throw": "7k3 >= 25", "what": ""})
	sees(t, gm, "Gonta: 7k3 >= 25")
	presses(t, gm, "t") // throws for the GM
	sees(t, phone, "ruling: Gonta, 7k3 >= 25")
	if wide := js[bool](t, gm, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); wide {
		t.Error("the page is wider than the screen")
	}
}
