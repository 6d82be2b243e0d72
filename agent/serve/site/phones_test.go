package site

import (
	"context"
	"fmt"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// before runs a script in each page of a tab before the page's own.
func before(t *testing.T, page context.Context, script string) {
	t.Helper()
	_, err := chromedp.Run(page, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
}

// crossed keeps all that goes through the channels of a page, in both directions, as texts in window.crossed.
const crossed = `
	window.crossed = [];
	const text = (b) => new TextDecoder().decode(b);
	const send = RTCDataChannel.prototype.send, create = RTCPeerConnection.prototype.createDataChannel;
	RTCDataChannel.prototype.send = function (b) { window.crossed.push("> " + text(b)); return send.call(this, b); };
	RTCPeerConnection.prototype.createDataChannel = function (...a) {
		const c = create.apply(this, a);
		window.peer = this;
		window.channel = c;
		c.addEventListener("message", (e) => window.crossed.push("< " + text(e.data)));
		return c;
	};`

const gate = `version: 1
system: breath
title: The Gate
about: Two meet at the gate.
gm: The ronin is the lord's son.
sides:
- {name: one, fighters: [{who: ronin, name: Aki}]}
- {name: other, fighters: [{who: bandit, name: Ume}]}
`

// Where the browser reads QR codes a picture of one will do.
func TestAPictureOfACode(t *testing.T) {
	long(t)
	reads := `self.BarcodeDetector = class {
		constructor(o) { this.formats = o.formats; }
		async detect(image) { return this.formats[0] === "qr_code" && image.width === 3 ? [{rawValue: "hello"}] : []; }
	};`
	h := hosted(t, "", written(t, Options{}), without(reads))
	page := browser(t)
	goes(t, page, h.URL+"/#phone/")
	sees(t, page, "Or a picture of the QR code")
	for width, want := range map[int]string{3: "this is no code", 4: "no QR code is found in the picture"} {
		got := js[string](t, page, fmt.Sprintf(`(async () => {
			const canvas = new OffscreenCanvas(%d, 3);
			canvas.getContext("2d").fillRect(0, 0, 1, 1);
			const form = new FormData(doc.querySelector("form"));
			form.set("picture", new File([await canvas.convertToBlob()], "code.png"));
			return (await fetch("table/phone/", {method: "POST", body: form})).text();
		})()`, width))
		if !strings.Contains(got, want) {
			t.Errorf("a picture %d wide: want %q in\n%s", width, want, got)
		}
	}
}

// A phone plays a seat of the GM's tab, in another browser, with no server between the two but the one that has the files: it decides, it
// hears what has happened, and what is not its own is refused. Nothing that crosses has the GM's note. When the channel is cut the phone says
// so, and a new code connects it anew.
func TestAPhonePlaysASeat(t *testing.T) {
	long(t)
	h := hosted(t, "/kokyu", written(t, Options{}), nil)
	open := func() context.Context {
		page := browser(t)
		before(t, page, crossed)
		goes(t, page, h.URL+"/kokyu/")
		until(t, page, `!document.querySelector("[data-waits]").disabled`)
		return page
	}
	gm, phone := open(), open()
	js[bool](t, gm, fmt.Sprintf(`fetch("table/open", {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded"},
		body: new URLSearchParams({system: "breath", text: %q, people: "Aki", seed: "1"})}).then((r) => { frame.src = r.url; return true })`, gate))
	sees(t, gm, "The ronin is the lord's son")
	fight := js[string](t, gm, `frame.contentWindow.location.pathname`)

	connect := func() {
		t.Helper()
		taps(t, gm, "Links for players")
		taps(t, gm, "A phone for Aki")
		until(t, gm, `doc.querySelector("textarea[readonly]")`)
		goes(t, phone, js[string](t, gm, `doc.querySelector("textarea[readonly]").value`))
		until(t, phone, `!document.querySelector("[data-waits]").disabled`)
		until(t, phone, `[...doc.querySelectorAll("button")].some((b) => b.textContent === "Join" && (b.click(), true))`)
		until(t, phone, `doc.querySelector("textarea[readonly]")`)
		answer := js[string](t, phone, `doc.querySelector("textarea[readonly]").value`)
		js[bool](t, gm, fmt.Sprintf(`doc.querySelector("textarea[name=code]").value = %q, true`, answer))
		taps(t, gm, "Connect")
		sees(t, gm, "The phone of Aki is connected")
		sees(t, phone, "Aki, ronin")
		taps(t, gm, "Back to the fight")
		sees(t, gm, "The ronin is the lord's son")
	}
	connect()

	// It decides, and both see it.
	until(t, phone, `[...doc.querySelectorAll("summary")].some((s) => s.textContent.includes("horizontal cut") && (s.click(), true))`)
	taps(t, phone, "Do it: horizontal cut > Ume")
	sees(t, phone, "horizontal cut > Ume hits") // the line of dice
	sees(t, gm, "horizontal cut > Ume hits")

	// What is the GM's is refused, whatever the phone's own pages ask for or the channel is told.
	for _, ask := range []struct{ at, method, want string }{
		{"do/undo", "POST", "undo"},
		{"do/edit", "POST", "GM"},
		{"links", "GET", "no such page"},
		{"fight.jsonl", "GET", "no such page"},
		{"../" + strings.Split(fight, "/")[3] + "/", "GET", ""},
	} {
		got := js[string](t, phone, fmt.Sprintf(`fetch(frame.contentWindow.location.pathname + %q, {method: %q, headers: {"Content-Type": "application/x-www-form-urlencoded"}}).then(async (r) => r.status + " " + await r.text())`, ask.at, ask.method))
		if strings.HasPrefix(got, "2") || !strings.Contains(strings.ToLower(got), strings.ToLower(ask.want)) {
			t.Errorf("%s answers %s", ask.at, got)
		}
	}
	for src, runs := range map[string]bool{"now": false, "../../static/keys.js": true} {
		got := js[bool](t, phone, fmt.Sprintf(`new Promise((done) => {
			const script = doc.createElement("script");
			script.onload = () => done(true);
			script.onerror = () => done(false);
			script.src = frame.contentWindow.location.pathname + %q;
			doc.head.append(script);
		})`, src))
		if got != runs {
			t.Errorf("%s runs as a script: %v", src, got)
		}
	}
	js[bool](t, gm, `window.crossed.length = 0, true`)
	for i, path := range []string{"../" + strings.Split(fight, "/")[3] + "/", "%2e%2e/", "/table/", "x/../../", "//"} {
		js[bool](t, phone, fmt.Sprintf(`(() => { const b = new TextEncoder().encode("a\0\0\0\0" + JSON.stringify({method: "GET", path: %q, header: {}}) + "\n"); b[1] = 255; b[4] = %d; channel.send(b); return true })()`, path, i+1))
	}
	until(t, gm, `window.crossed.filter((m) => m.startsWith("> b") && m.includes('"status":4')).length === 5`)

	all := js[string](t, gm, `window.crossed.join("\n")`) + js[string](t, phone, `window.crossed.join("\n")`)
	if !strings.Contains(all, "Aki") || strings.Contains(all, "lord") {
		t.Errorf("the GM's note has crossed, or nothing:\n%s", all)
	}

	// The channel is cut; the phone says so, and is connected anew.
	js[bool](t, gm, `peer.close(), true`)
	sees(t, phone, "The connection to the GM is gone")
	connect()
	sees(t, phone, "horizontal cut > Ume hits")                       // the line of dice
	if _, err := chromedp.Run(phone, chromedp.Reload()); err != nil { // the phone's program is another one then
		t.Fatal(err)
	}
	sees(t, phone, "The connection to the GM is gone")
	for _, path := range h.asked {
		if strings.Contains(path, "/table/") {
			t.Errorf("the host was asked for %s", path)
		}
	}
}
