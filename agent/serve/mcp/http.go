package mcp

import (
	"crypto/subtle"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
)

// Path is where a server has the protocol.
const Path = "/mcp"

// Mount adds the protocol to a server, over streamable HTTP at [Path], in the versions with a handshake and in those without. A
// link as bearer opens its fight, the owner's all fights. Every request stands for itself: nothing is kept between them but
// the fights.
func Mount(s *serve.Server, o Options) {
	s.Mount(Path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := asking(s, r)
		if err != nil {
			serve.WriteProblem(w, err)
			return
		}
		server, err := newServer(c, o)
		if err != nil {
			serve.WriteProblem(w, err)
			return
		}
		// By what names it may be called, the server has checked.
		sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{Stateless: true,
			MaxRequestBodyBytes: lineMax, PropagateRequestCancellation: true, DisableLocalhostProtection: true}).ServeHTTP(w, r)
	}))
}

// asking is who makes a request.
func asking(s *serve.Server, r *http.Request) (*client, error) {
	key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(key), []byte(s.Owner())) == 1 {
		return &client{fights: s.Fights()}, nil
	}
	link, err := s.Authorize(r, "")
	return &client{fights: s.Fights(), link: &link}, err
}
