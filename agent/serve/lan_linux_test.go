package serve

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"kokyu/rules/rulestest"
)

// From another machine, here another network of this one, a server that only this machine may reach has nothing, and one that others may
// reach what a link or the owner's key opens: no fight without one, and neither health nor metrics.
func TestAnotherMachineAsks(t *testing.T) {
	rulestest.NeedsMore(t)
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip(err)
	}
	if !again(t, "-rn") {
		return
	}
	there := exec.Command("unshare", "-n", "cat") // which has that network until it has read all
	hold, err := there.StdinPipe()
	if err == nil {
		there.Stderr = t.Output()
		err = there.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = hold.Close(); _ = there.Wait() }()
	network := "/proc/" + strconv.Itoa(there.Process.Pid) + "/ns/net"
	run := func(line string) {
		t.Helper()
		words := strings.Fields(line)
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v %s", line, err, out)
		}
	}
	for same := true; same; { // until it has its network
		own, err := exec.Command("readlink", "/proc/self/ns/net", network).Output()
		if err != nil {
			t.Fatal(err)
		}
		names := strings.Fields(string(own))
		same = names[0] == names[1]
	}
	pid := strconv.Itoa(there.Process.Pid)
	for _, line := range []string{"ip link set lo up", "ip link add near type veth peer name far netns " + pid, "ip addr add 10.53.0.1/24 dev near", "ip link set near up",
		"nsenter -t " + pid + " -n ip addr add 10.53.0.2/24 dev far", "nsenter -t " + pid + " -n ip link set far up"} {
		run(line)
	}
	f, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := begun(t, f, Begin{})
	s := NewServer(f, ServerOptions{Lan: true})
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	asks := func(method, path, key, body string) (status int, text string) {
		t.Helper()
		conn, err := dialFrom(network, "10.53.0.1:"+port)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		r, err := http.NewRequest(method, "http://10.53.0.1:"+port+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if key != "" {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		if err := r.Write(conn); err != nil {
			t.Fatal(err)
		}
		back, err := http.ReadResponse(bufio.NewReader(conn), r)
		if err != nil {
			t.Fatal(err)
		}
		defer back.Body.Close()
		all, err := io.ReadAll(back.Body)
		if err != nil {
			t.Fatal(err)
		}
		return back.StatusCode, string(all)
	}
	for _, c := range []struct {
		method, path, key, body string
		status                  int
	}{
		{"POST", "/fights", "", handsOn, 401}, {"POST", "/fights", b.Links[0].Key, handsOn, 403}, {"POST", "/fights", s.Owner(), handsOn, 201}, {"POST", "/odds", "", `{"expr":"1d6"}`, 401},
		{"GET", "/healthz", "", "", 404}, {"GET", "/metrics", s.Owner(), "", 404}, {"GET", "/openapi.json", "", "", 401}, {"GET", "/events", "", "", 401}, {"POST", "/tickets", "", "", 401},
		{"GET", "/keys", "", "", 403}, {"GET", "/keys", s.Owner(), "", 200}, {"POST", "/fights/" + b.ID + "/state", b.Links[0].Key, "", 200}, {"POST", "/fights/" + b.ID + "/state", "", "", 404},
	} {
		if status, text := asks(c.method, c.path, c.key, c.body); status != c.status {
			t.Errorf("%s %s with %.6q: %d %s, want %d", c.method, c.path, c.key, status, text, c.status)
		}
	}
	if err := s.SetLAN(false); err != nil {
		t.Fatal(err)
	}
	if status, text := asks("POST", "/fights/"+b.ID+"/state", b.Links[0].Key, ""); status != 403 {
		t.Errorf("of this machine alone: %d %s", status, text)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// dialFrom connects from another network.
func dialFrom(network, to string) (conn net.Conn, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with this
		var fd int
		if fd, err = unix.Open(network, unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
			return
		}
		defer unix.Close(fd)
		if err = unix.Setns(fd, unix.CLONE_NEWNET); err != nil {
			return
		}
		conn, err = net.Dial("tcp", to)
	}()
	<-done
	return conn, err
}
