package web

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kokyu/agent/serve"
	"kokyu/rules/rulestest"
)

// The examples of docs/programs.md for proxies work with the proxies themselves, below a path, with TLS: the page and all it links, a
// fight, its events as they happen, links and QR codes with the address that people type. Whoever comes through is a stranger.
func TestTheProxiesOfTheDocs(t *testing.T) {
	rulestest.NeedsMore(t)
	page, err := os.ReadFile("../../../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, proxy := range []string{"nginx", "caddy"} {
		t.Run(proxy, func(t *testing.T) {
			program, err := exec.LookPath(proxy)
			if err != nil {
				t.Skip(proxy + " is not there")
			}
			_, stanza, ok := strings.Cut(string(page), "\n```"+proxy+"\n")
			stanza, _, _ = strings.Cut(stanza, "\n```")
			if !ok || !strings.Contains(stanza, "127.0.0.1:7747") {
				t.Fatalf("no example: %q", stanza)
			}
			fights, err := serve.Open(t.TempDir(), serve.Options{Nodes: 50})
			if err != nil {
				t.Fatal(err)
			}
			server := serve.NewServer(fights, serve.ServerOptions{Base: "/kokyu", Hosts: []string{"table.example"}, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
			Mount(server, Options{})
			l, port := listener(t)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- server.Serve(ctx, l) }()
			defer func() { stop(); <-ended }()
			front, frontPort := listener(t)
			front.Close()
			begin(t, proxy, program, strings.ReplaceAll(stanza, "127.0.0.1:7747", "127.0.0.1:"+port), frontPort)
			through(t, "https://table.example:"+frontPort, frontPort, server.Owner(), server.Fights())
		})
	}
}

func listener(t *testing.T) (l net.Listener, port string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ = net.SplitHostPort(l.Addr().String())
	return l, port
}

// begin starts a proxy with an example in it, TLS before it and, of nginx, compression and buffers.
func begin(t *testing.T, proxy, program, stanza, port string) {
	t.Helper()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certificate(t, cert, key)
	config, args := filepath.Join(dir, "config"), []string{}
	var text string
	switch proxy {
	case "nginx":
		args = []string{"-c", config, "-p", dir, "-e", filepath.Join(dir, "errors")}
		text = fmt.Sprintf(`daemon off; pid %[1]s/pid; events {}
http { access_log off; client_body_temp_path %[1]s/a; proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d; scgi_temp_path %[1]s/e;
gzip on; gzip_min_length 1; gzip_proxied any; gzip_types *; proxy_buffering on;
server { listen 127.0.0.1:%[2]s ssl http2; server_name table.example; ssl_certificate %[3]s; ssl_certificate_key %[4]s;
%[5]s
} }`, dir, port, cert, key, stanza)
	case "caddy":
		args = []string{"run", "--adapter", "caddyfile", "--config", config}
		text = "{\n\tadmin off\n\tauto_https off\n}\n" + strings.Replace(stanza, "table.example {", "https://table.example:"+port+" {\n\tbind 127.0.0.1\n\ttls "+cert+" "+key, 1)
	}
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { <-ended })
	for {
		if c, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			c.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s: %v\n%s", proxy, err, said.String())
		default:
		}
	}
}

// certificate writes one that nobody else trusts.
func certificate(t *testing.T, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"table.example"}, NotAfter: time.Now().Add(time.Hour)}
	signed, err := x509.CreateCertificate(rand.Reader, of, of, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for path, b := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// through plays a fight through a proxy at an address.
func through(t *testing.T, address, port, owner string, fights *serve.Fights) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // the test made it
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+port)
		}}}
	ask := func(method, at, key, body string, status int) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, address+at, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(body, "for=") {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		if key != "" {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		back, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer back.Body.Close()
		text, err := io.ReadAll(back.Body)
		if err != nil || back.StatusCode != status {
			t.Fatalf("%s %s: %d %v %.300s, want %d", method, at, back.StatusCode, err, text, status)
		}
		return back, string(text)
	}
	ask("POST", "/kokyu/fights", "", `{"encounter":"mirror"}`, 401) // a stranger opens nothing
	ask("GET", "/kokyu/metrics", "", "", 404)
	_, text := ask("POST", "/kokyu/fights", owner, `{"encounter":"mirror","seed":3,"seats":{"Chikara":"human"}}`, 201)
	var b serve.BeginResponse
	if err := json.Unmarshal([]byte(text), &b); err != nil || !strings.HasPrefix(b.Path, "/kokyu/fights/") {
		t.Fatalf("%v: %s", err, b.Path)
	}
	gm := b.Links[0].Key
	_, html := ask("GET", "/kokyu/at/"+gm+"/", "", "", 200)
	found := 0
	for _, at := range regexp.MustCompile(`(?:href|src)="(/[^"]*)"`).FindAllStringSubmatch(html, -1) {
		if !strings.HasPrefix(at[1], "/kokyu/") {
			t.Errorf("the page leads to %s", at[1])
		} else if strings.Contains(at[1], "/static/") {
			ask("GET", at[1], "", "", 200)
			found++
		}
	}
	if found < 4 {
		t.Errorf("%d files of the page", found)
	}
	_, html = ask("POST", "/kokyu/at/"+gm+"/links", "", "for=*watcher", 200)
	if !strings.Contains(html, address+"/kokyu/at/") {
		t.Errorf("the new link is not below %s/kokyu: %.600s", address, html)
	}
	for _, path := range []string{b.Path + "/events", "/kokyu/at/" + gm + "/changes"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+gm)
		r.Header.Set("Accept-Encoding", "gzip, identity")
		back, err := client.Do(r)
		if err != nil || back.StatusCode != 200 {
			t.Fatalf("%s: %v, %v", path, back, err)
		}
		ask("POST", b.Path+"/note", gm, `{"words":"rain"}`, 200)
		body := io.Reader(back.Body)
		if back.Header.Get("Content-Encoding") == "gzip" {
			if body, err = gzip.NewReader(body); err != nil {
				t.Fatal(err)
			}
		}
		lines, said := bufio.NewScanner(body), false
		for !said && lines.Scan() { // it comes while the stream is open
			said = strings.HasPrefix(lines.Text(), "data: ") && (strings.Contains(path, "/at/") || strings.Contains(lines.Text(), "rain"))
		}
		if back.Body.Close(); !said {
			t.Errorf("%s says nothing: %v", path, lines.Err())
		}
	}
}
