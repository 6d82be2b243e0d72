package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// What is typed into the builder, into an encounter of one's own and into who plays is there when the page is loaded anew; in the builder
// one can begin anew.
func TestNothingTypedIsLostByAReload(t *testing.T) {
	long(t)
	_, s := served(t)
	page := tab(t, browser(t), s.URL+"/build?system=keep", 1400)
	taps(t, page, `[name=add][value="sides/0/fighters"]`)
	until(t, page, `document.activeElement.name === "sides/0/fighters/2/who"`)
	presses(t, page, "monk")
	sees(t, page, "- who: monk\n")
	retitle := func() {
		t.Helper()
		js[bool](t, page, `(() => {
			const title = document.querySelector("[name=title]");
			title.value = "The Third Gate";
			title.dispatchEvent(new Event("input", {bubbles: true}));
			return true;
		})()`)
		sees(t, page, "title: The Third Gate")
	}
	retitle()
	act(t, page, chromedp.Reload())
	sees(t, page, "title: The Third Gate")
	until(t, page, `document.querySelector("[name='sides/0/fighters/2/who']")?.value === "monk" && document.querySelector("[name=title]").value === "The Third Gate"`)
	if !js[bool](t, page, `!document.querySelector(".kept-typed").hidden`) {
		t.Error("it is not said that what was typed is back")
	}
	taps(t, page, ".kept-typed button")
	until(t, page, `document.querySelector("[name=title]")?.value === "My fight" && document.querySelector(".kept-typed").hidden`)

	bringsBack := func() {
		t.Helper()
		until(t, page, `document.querySelector(".kept-aside")?.hidden === false && document.querySelector("[name=title]").value !== "The Third Gate"`)
		taps(t, page, ".kept-aside button")
		until(t, page, `document.querySelector(".kept-aside")?.hidden && document.querySelector("[name=title]").value === "The Third Gate"`)
	}
	bringsBack() // what "Begin anew" has thrown away, and what Load does, of another encounter too
	taps(t, page, "form[data-anew] button")
	bringsBack()
	js[bool](t, page, `!!(document.querySelector("[name=from]").value = "ambush")`)
	taps(t, page, "form[data-anew] button")
	sees(t, page, "title: Rain on the Nakasendo")
	bringsBack()
	until(t, page, `document.querySelector("[name='sides/0/fighters/2/who']")?.value === "monk" && !!document.querySelector("[name=drop][value='sides/0']")`)
	taps(t, page, "[name=drop][value='sides/0']")
	until(t, page, `!document.querySelector("[name='sides/0/fighters/2/who']")`)
	taps(t, page, ".kept-aside button")
	until(t, page, `document.querySelector("[name='sides/0/fighters/2/who']")?.value === "monk"`)

	act(t, page, chromedp.Navigate(s.URL+"/?encounter=ambush"))
	js[bool](t, page, `(() => {
		document.getElementById("own").open = true;
		const text = document.getElementById("text");
		text.value = "system: breath";
		text.dispatchEvent(new Event("input", {bubbles: true}));
		document.querySelector("[name=people][value=Tomoe]").click();
		return true;
	})()`)
	act(t, page, chromedp.Reload())
	until(t, page, `document.getElementById("text").value === "system: breath" && document.getElementById("own").open`)
	until(t, page, `document.querySelector("[name=people][value=Tomoe]").checked && !document.querySelector("[name=people][value=Masamune]").checked`)
}
