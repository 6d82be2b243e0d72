package web

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kokyu/agent/serve"
)

// A step that is taken is on fifty pages of that fight, on one machine, within 150 ms. TIMED=1 measures it.
func TestAStepIsSeenInTime(t *testing.T) {
	if os.Getenv("TIMED") == "" {
		t.Skip("TIMED=1 measures when fifty pages have seen a step")
	}
	const pages, steps = 50, 20
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	gm, err := fights.Access(strings.Trim(strings.TrimPrefix(at[""], s.URL+"/at/"), "/"))
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * pages}}
	now := func(base string) string {
		res, err := client.Get(base + "now")
		if err != nil {
			t.Error(err)
			return ""
		}
		defer res.Body.Close()
		var b strings.Builder
		if _, err := bufio.NewReader(res.Body).WriteTo(&b); err != nil {
			t.Error(err)
		}
		return b.String()
	}
	var ready, done sync.WaitGroup
	ready.Add(pages)
	seen := make(chan time.Time, pages*steps)
	for range pages {
		link, err := fights.Link(t.Context(), gm, serve.Watcher, "")
		if err != nil {
			t.Fatal(err)
		}
		base := s.URL + "/at/" + link.Key + "/"
		done.Go(func() {
			req, _ := http.NewRequestWithContext(t.Context(), "GET", base+"changes", nil)
			res, err := client.Do(req)
			if err != nil {
				t.Error(err)
				ready.Done()
				return
			}
			defer res.Body.Close()
			last := ""
			for lines := bufio.NewScanner(res.Body); lines.Scan(); {
				if lines.Text() != "event: changed" {
					continue
				}
				page := now(base)
				switch {
				case last == "":
					ready.Done()
				case page != last:
					seen <- time.Now()
				}
				last = page
				if strings.Contains(page, "The fight is over") {
					return
				}
			}
		})
	}
	ready.Wait()
	var times []time.Duration
	for n := range steps {
		began := time.Now()
		if _, err := client.PostForm(at[""]+"do/note", url.Values{"words": {fmt.Sprintf("the %d. note", n)}}); err != nil {
			t.Fatal(err)
		}
		for range pages {
			times = append(times, (<-seen).Sub(began))
		}
	}
	if _, err := client.PostForm(at[""]+"do/end", url.Values{"side": {"draw"}, "why": {"measured"}}); err != nil {
		t.Fatal(err)
	}
	done.Wait()
	slices.Sort(times)
	p := func(share float64) time.Duration {
		return times[int(share*float64(len(times)-1))].Round(time.Millisecond)
	}
	t.Logf("%d pages, %d steps: a step is seen after %v (half of them), %v (p99), %v at most", pages, steps, p(0.5), p(0.99), p(1))
	if p(0.99) > 150*time.Millisecond {
		t.Errorf("p99 is %v, want at most 150 ms", p(0.99))
	}
}
