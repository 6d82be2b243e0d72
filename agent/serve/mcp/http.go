package mcp

import (
	"bytes"
	"context"
	"crypto/subtle"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
)

// path is the path of the protocol on a server.
const path = "/mcp"

// Mount adds the protocol to a server, over streamable HTTP at [path], in the versions with a handshake and in those
// without. A link as bearer opens its fight, the owner's key all fights. There are no sessions: every request needs its
// link.
func Mount(s *serve.Server, o Options) {
	s.Mount("GET "+linesPath, takeOver(s, o))
	kept := servers{options: o, byAccess: map[serve.Access]*sdk.Server{}}
	// The library need not protect against DNS rebinding: the server has checked the host.
	h := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server { return r.Context().Value(serverKey{}).(*sdk.Server) },
		&sdk.StreamableHTTPOptions{Stateless: true, MaxRequestBodyBytes: lineMax, PropagateRequestCancellation: true, DisableLocalhostProtection: true})
	s.Mount(path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := clientOf(s, r)
		if err != nil {
			serve.WriteProblem(w, err)
			return
		}
		server, err := kept.server(c)
		if err != nil {
			serve.WriteProblem(w, err)
			return
		}
		if refused := checkBody(r); refused != nil {
			text, _ := refused.answer()
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write(text)
			return
		}
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), serverKey{}, server)))
	}))
}

// checkBody returns why the body of a request is no message, nil if it is one. The body can be read again afterwards. A
// body that is too long is left to the library.
func checkBody(r *http.Request) *refusal {
	if r.Method != http.MethodPost {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, lineMax+1))
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
	if err != nil || len(body) > lineMax || len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	batch, refused := messages(body)
	if len(batch) > 1 || len(batch) == 1 && bytes.TrimSpace(body)[0] == '[' {
		return &refusal{code: jsonrpc.CodeInvalidRequest, message: "a batch over HTTP: want one message in each request"}
	}
	if len(batch) == 1 {
		return checkMessage(batch[0])
	}
	return refused
}

// serverKey is the key of the server for a request in the request's context.
type serverKey struct{}

// clientOf returns the client that makes a request.
func clientOf(s *serve.Server, r *http.Request) (*client, error) {
	key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(key), []byte(s.Owner())) == 1 {
		return &client{fights: s.Fights()}, nil
	}
	if err := serve.RequireKey(r); err != nil {
		return nil, err
	}
	link, err := s.Authorize(r, "")
	return &client{fights: s.Fights(), link: &link}, err
}

// serversMax is how many servers are kept. Making one takes milliseconds, for the library resolves all schemas.
const serversMax = 256

// servers are the servers of the last clients, by what their links open.
type servers struct {
	options  Options
	mu       sync.Mutex
	byAccess map[serve.Access]*sdk.Server
}

// server returns the server of a client; clients with the same access share one. When there are too many servers all
// are dropped, and the next requests make new ones.
func (m *servers) server(c *client) (*sdk.Server, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var access serve.Access // the zero value is the owner's
	if c.link != nil {
		access = *c.link
	}
	if s := m.byAccess[access]; s != nil {
		return s, nil
	}
	s, err := newServer(c, m.options)
	if err != nil {
		return nil, err
	}
	if len(m.byAccess) >= serversMax {
		clear(m.byAccess)
	}
	m.byAccess[access] = s
	return s, nil
}
