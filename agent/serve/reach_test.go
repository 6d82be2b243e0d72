package serve

import (
	"context"
	"net"
	"net/http"
	"testing"
)

// Who can reach a server is changed while it runs: at first this machine, then those in its networks, then this machine again, whose
// requests go on.
func TestWhoReachesAServerIsChanged(t *testing.T) {
	if len(ownAddresses()) == 0 {
		t.Skip("this machine is in no network")
	}
	fights, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(fights, ServerOptions{})
	s.Mount("GET /here", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.At(l)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	gets := func(base string) int {
		res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(base + "/here")
		if err != nil {
			return 0
		}
		res.Body.Close()
		return res.StatusCode
	}
	own, other := "http://127.0.0.1:"+port, "http://"+net.JoinHostPort(ownAddresses()[0], port)
	for _, lan := range []bool{false, true, false} {
		if err := s.Reach(lan); err != nil {
			t.Fatal(err)
		}
		want := map[bool]int{true: 200}[lan]
		if here, there := gets(own), gets(other); here != 200 || there != want {
			t.Errorf("others may: %v; this machine gets %d, another %d", lan, here, there)
		}
		if at := s.Reachable(); (len(at) > 0) != lan || lan && at[0] != other {
			t.Errorf("others may: %v; it is said to be reached at %q", lan, at)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
