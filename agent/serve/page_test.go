package serve

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/agent/session"
)

// Pages of any length are the whole list, though fights are deleted between them, and each says where the next one is; a limit that is none
// is told what it may be.
func TestListsComeInPages(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{Base: "/kokyu"})
	next := regexp.MustCompile(`^</kokyu(/[^>]+)>; rel="next"$`)
	follow := func(path, key string, page func(r reply) (next string)) (pages int) {
		t.Helper()
		for pages = 1; ; pages++ {
			r := s.ask("GET", path, key, "")
			if r.status != 200 {
				t.Fatalf("%s: %d %s", path, r.status, r.body)
			}
			after, link := page(r), next.FindStringSubmatch(r.header.Get("Link"))
			if (after == "") != (link == nil) || link != nil && !strings.Contains(link[1], "after="+after) {
				t.Fatalf("%s: next is %q, the link %q", path, after, r.header.Get("Link"))
			}
			if link == nil {
				return pages
			}
			path = link[1]
		}
	}
	var whole fightList
	for range 7 {
		s.begin(handsOn)
	}
	s.ask("GET", "/fights", s.Owner(), "").into(t, &whole)
	for limit := 1; limit <= 8; limit++ {
		var got []Brief
		pages := follow(fmt.Sprintf("/v1/fights?limit=%d", limit), s.Owner(), func(r reply) string {
			var page fightList
			r.into(t, &page)
			got = append(got, page.Fights...)
			return page.Next
		})
		if !slices.Equal(got, whole.Fights) || whole.Next != "" || pages != (6+limit)/limit {
			t.Errorf("in %d pages of %d: %v", pages, limit, got)
		}
	}
	var first, second fightList
	s.ask("GET", "/fights?limit=3", s.Owner(), "").into(t, &first)
	s.ask("DELETE", "/fights/"+first.Fights[2].ID, s.Owner(), "")
	s.ask("GET", "/fights?limit=9&after="+first.Next, s.Owner(), "").into(t, &second)
	if !slices.Equal(second.Fights, whole.Fights[3:]) {
		t.Errorf("behind one that was deleted: %v", second)
	}
	path, keys := s.begin(`{"encounter":"ambush","seed":3,"ask":false}`)
	path = strings.TrimPrefix(path, "/kokyu")
	s.ask("POST", path+"/play", keys["gm"], "")
	var all session.Tale
	var steps session.Events
	s.ask("GET", path+"/tale", keys["gm"], "").into(t, &all)
	s.ask("POST", path+"/events", keys["gm"], "").into(t, &steps)
	for _, limit := range []int{1, 7, 40, 1000} {
		var told session.Tale
		follow(fmt.Sprintf("%s/tale?limit=%d", path, limit), keys["gm"], func(r reply) string {
			var page session.Tale
			r.into(t, &page)
			told.Lines = append(told.Lines, page.Lines...)
			if page.Next == 0 {
				return ""
			}
			return fmt.Sprint(page.Next)
		})
		if !slices.Equal(told.Lines, all.Lines) {
			t.Errorf("the tale in pages of %d: %d lines of %d", limit, len(told.Lines), len(all.Lines))
		}
		n, since := 0, 0
		for {
			var page session.Events
			s.ask("POST", path+"/events", keys["gm"], fmt.Sprintf(`{"since":%d,"limit":%d}`, since, limit)).into(t, &page)
			for _, step := range page.Steps {
				if n++; step.N != n {
					t.Fatalf("step %d comes after %d", step.N, n-1)
				}
			}
			if since = page.Next; since == 0 {
				break
			}
		}
		if n != len(steps.Steps) || n < 20 {
			t.Errorf("in pages of %d there are %d steps of %d", limit, n, len(steps.Steps))
		}
	}
	for _, ask := range [][3]string{{"GET", "/fights?limit=0"}, {"GET", "/fights?limit=x"}, {"GET", "/fights?limit="}, {"GET", "/fights?limit=1001"}, {"GET", "/fights?limit=99999999999999999999"},
		{"GET", path + "/tale?limit=-1"}, {"POST", path + "/events", `{"limit":1001}`}, {"POST", path + "/tale", `{"limit":-1}`}} {
		if r := s.ask(ask[0], ask[1], s.Owner(), ask[2]); r.status != 422 || !strings.Contains(string(r.body), "1 to 1000") {
			t.Errorf("%v: %d %s", ask, r.status, r.body)
		}
	}
	for _, path := range []string{"/fights?after=x", "/fights?after=7", "/fights?after=7-../x", path + "/tale?after=x", path + "/tale?since=-1"} {
		if r := s.ask("GET", path, s.Owner(), ""); r.code() != "bad-input" {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
}
