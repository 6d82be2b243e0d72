package web

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// The owner takes all fights along in a file and brings them back, at the page without a fight; nobody else does.
func TestTheOwnerTakesRecordsAlong(t *testing.T) {
	fights, s := served(t)
	begun, err := fights.Begin(t.Context(), serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar}
	owner, _ := owners.Load(fights)
	read := func(res *http.Response, err error) (int, string) {
		t.Helper()
		return bodyOf(t, res, err)
	}
	if _, home := read(browser.Get(s.URL + "/own/" + owner.(string))); !strings.Contains(home, `href="/records"`) {
		t.Errorf("the owner's page:\n%s", home)
	}
	_, all := read(browser.Get(s.URL + "/records"))
	sends := func(who *http.Client, data string) (int, string) {
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		to, _ := form.CreateFormFile("records", "kokyu-fights.zip")
		_, _ = io.WriteString(to, data)
		_ = form.Close()
		return read(who.Post(s.URL+"/records", form.FormDataContentType(), &b))
	}
	if status, _ := read(http.Get(s.URL + "/records")); status != http.StatusNotFound {
		t.Errorf("a stranger gets %d", status)
	}
	if status, _ := sends(http.DefaultClient, all); status != http.StatusNotFound {
		t.Errorf("a stranger brings some: %d", status)
	}
	if status, page := sends(browser, "no record"); status != http.StatusUnprocessableEntity || !strings.Contains(page, "Expected:") {
		t.Errorf("what is no record: %d\n%s", status, page)
	}
	if status, page := sends(browser, strings.Repeat("x", recordsMax)); status != http.StatusRequestEntityTooLarge || !strings.Contains(page, "at most 1 MB") {
		t.Errorf("too much: %d\n%s", status, page)
	}
	if _, page := sends(browser, all); strings.Count(page, "The Same Sword Twice") < 2 {
		t.Errorf("the fights are\n%s", page)
	}
	if known, _ := fights.Count(); known != 2 {
		t.Errorf("%d fights, want %s and one more", known, begun.ID)
	}
}
