package serve

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"testing"
)

// Who can reach a server is changed while it runs: at first this machine, then those in its networks, then this machine again, whose
// requests go on.
func TestWhoReachesAServerIsChanged(t *testing.T) {
	if len(networkAddresses()) == 0 {
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
	s.SetListener(l)
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
	own, other := "http://127.0.0.1:"+port, "http://"+net.JoinHostPort(networkAddresses()[0], port)
	for _, lan := range []bool{false, true, false} {
		if err := s.SetLAN(lan); err != nil {
			t.Fatal(err)
		}
		want := map[bool]int{true: 200}[lan]
		if here, there := gets(own), gets(other); here != 200 || there != want {
			t.Errorf("others may: %v; this machine gets %d, another %d", lan, here, there)
		}
		if at := s.LANAddresses(); (len(at) > 0) != lan || lan && at[0] != other {
			t.Errorf("others may: %v; it is said to be reached at %q", lan, at)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A proxy may speak HTTP/2 without TLS to the server: requests and streams share one connection, and the stream is not held back.
func TestHTTP2WithoutTLS(t *testing.T) {
	f, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(f, ServerOptions{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	dialled := 0
	transport := &http.Transport{Protocols: new(http.Protocols), DialContext: func(ctx context.Context, network, at string) (net.Conn, error) {
		dialled++
		return (&net.Dialer{}).DialContext(ctx, network, at)
	}}
	transport.Protocols.SetUnencryptedHTTP2(true)
	defer transport.CloseIdleConnections()
	ask := func(path string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+l.Addr().String()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+s.Owner())
		back, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if back.StatusCode != 200 || back.ProtoMajor != 2 {
			t.Errorf("%s: %s over %s", path, back.Status, back.Proto)
		}
		return back
	}
	stream := ask("/v1/events")
	defer stream.Body.Close()
	if line, err := bufio.NewReader(stream.Body).ReadString('\n'); err != nil || line != "retry: 1000\n" {
		t.Errorf("%q, %v", line, err)
	}
	ask("/v1/fights").Body.Close()
	if dialled != 1 {
		t.Errorf("%d connections", dialled)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
