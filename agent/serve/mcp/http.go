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

// path is where a server has the protocol.
const path = "/mcp"

// Mount adds the protocol to a server, over streamable HTTP at [path], in the versions with a handshake and in those without. A
// link as bearer opens its fight, the owner's all fights. Every request stands for itself and needs its link.
func Mount(s *serve.Server, o Options) {
	s.Mount("GET "+linesPath, takeOver(s, o))
	made := servers{o: o, of: map[serve.Access]*sdk.Server{}}
	// By what names it may be called, the server has checked.
	h := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server { return r.Context().Value(ofRequest{}).(*sdk.Server) },
		&sdk.StreamableHTTPOptions{Stateless: true, MaxRequestBodyBytes: lineMax, PropagateRequestCancellation: true, DisableLocalhostProtection: true})
	s.Mount(path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := clientOf(s, r)
		if err != nil {
			serve.WriteProblem(w, err)
			return
		}
		server, err := made.server(c)
		if err != nil {
			serve.WriteProblem(w, err)
			return
		}
		if none := unheard(r); none != nil {
			text, _ := none.answer()
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write(text)
			return
		}
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), ofRequest{}, server)))
	}))
}

// unheard says why a request's body is no message, and leaves what is one to be read again. What is too long is left to the library.
func unheard(r *http.Request) *refusal {
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
	batch, none := messages(body)
	if len(batch) > 1 || len(batch) == 1 && bytes.TrimSpace(body)[0] == '[' {
		return &refusal{code: jsonrpc.CodeInvalidRequest, says: "a batch over HTTP: want one message in each request"}
	}
	for _, m := range batch {
		none = refuse(m)
	}
	return none
}

// ofRequest is the key of the server of a request in its context.
type ofRequest struct{}

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

// serversMax is how many clients have a server that is kept. To make one takes milliseconds, for the library looks through all
// schemas.
const serversMax = 256

// servers are those of the last clients, by what their links open.
type servers struct {
	o  Options
	mu sync.Mutex
	of map[serve.Access]*sdk.Server
}

// server returns the server of a client, made when it first comes. Clients with the same access share one. All are let go when there are too
// many: the next request makes its own again.
func (m *servers) server(c *client) (*sdk.Server, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var who serve.Access // nobody's link is the owner's
	if c.link != nil {
		who = *c.link
	}
	if s := m.of[who]; s != nil {
		return s, nil
	}
	s, err := newServer(c, m.o)
	if err != nil {
		return nil, err
	}
	if len(m.of) >= serversMax {
		clear(m.of)
	}
	m.of[who] = s
	return s, nil
}
