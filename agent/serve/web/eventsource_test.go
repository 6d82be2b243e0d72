package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kokyu/agent/serve"
	"kokyu/rules/rulestest"
)

// A page of another origin that the owner has allowed follows all fights with the browser's own EventSource and a ticket, and has each step once
// though its connection breaks; a page of an origin that is not allowed hears nothing.
func TestAPageOfAnotherOriginFollowsByTicket(t *testing.T) {
	rulestest.NeedsMore(t)
	ctx := browser(t)
	fights, s := served(t)
	key, _ := owners.Load(fights)
	post := func(path, body string) []byte {
		t.Helper()
		r, err := http.NewRequest("POST", s.URL+"/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Close = true // the connections of others are broken
		r.Header.Set("Authorization", "Bearer "+key.(string))
		back, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer back.Body.Close()
		var out json.RawMessage
		if err := json.NewDecoder(back.Body).Decode(&out); err != nil || back.StatusCode >= 300 {
			t.Fatalf("%s: %s %s %v", path, back.Status, out, err)
		}
		return out
	}
	ticket := func() string {
		var made serve.Ticket
		if err := json.Unmarshal(post("/tickets", ""), &made); err != nil {
			t.Fatal(err)
		}
		return made.Ticket
	}
	page := func() *httptest.Server {
		module := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<body><pre id=o></pre><script>
const source = new EventSource(%q);
source.onopen = () => o.textContent += "open ";
source.onerror = () => o.textContent += source.readyState == EventSource.CLOSED ? "closed " : "broken ";
source.addEventListener("step", e => o.textContent += "step " + JSON.parse(e.data).step.what + " ");
</script>`, s.URL+"/v1/events?ticket="+ticket())
		}))
		t.Cleanup(module.Close)
		return module
	}
	module, other := page(), page()
	post("/origins", fmt.Sprintf(`{"origin":%q}`, module.URL))
	allowed, forbidden := tab(t, ctx, module.URL, 800), tab(t, ctx, other.URL, 800)
	sees(t, allowed, "open")
	sees(t, forbidden, "closed")
	var begun serve.FightLinks
	if err := json.Unmarshal(post("/fights", `{"encounter":"mirror","voice":"none"}`), &begun); err != nil {
		t.Fatal(err)
	}
	note := func(words string) { post("/fights/"+begun.ID+"/note", fmt.Sprintf(`{"words":%q}`, words)) }
	note("one")
	sees(t, allowed, "step one")
	s.CloseClientConnections()
	note("two")
	sees(t, allowed, "broken")
	note("three")
	sees(t, allowed, "step three")
	if said := strings.Join(strings.Fields(shown(t, allowed)), " "); said != "open step one broken open step two step three" && said != "open step one broken step two open step three" {
		t.Errorf("the page of the module has %q", said)
	}
	if said := shown(t, forbidden); strings.Contains(said, "step") {
		t.Errorf("the other page has %q", said)
	}
}
