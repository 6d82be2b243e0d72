package mcp

import (
	"bytes"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
)

// path is the path of the protocol on a server.
const path = "/mcp"

// Mount adds the protocol to a server, over streamable HTTP at [path], in the versions with a handshake and
// in those without. A link as bearer opens its fight, the owner's key all fights. There are no sessions:
// every request brings its key, so that one that was revoked ends at once.
func Mount(s *serve.Server, o Options) {
	s.Mount("GET "+linesPath, upgrade(s, o))
	// A server of the library has one list of tools for all its clients, and which tools a client sees depends
	// on its role. So there is one server for each role, made when its first client comes.
	byRole := map[serve.Role]func() (*sdk.Server, error){}
	for _, role := range []serve.Role{serve.GM, serve.Player, serve.Watcher} {
		byRole[role] = sync.OnceValues(func() (*sdk.Server, error) { return newServer(role, o) })
	}
	serverOf := func(r *http.Request) *sdk.Server {
		server, _ := byRole[clientOf(r.Context()).role()]() // the handler below has looked at its error
		return server
	}
	// The library need not protect against DNS rebinding: the server has checked the host.
	h := sdk.NewStreamableHTTPHandler(serverOf,
		&sdk.StreamableHTTPOptions{Stateless: true, MaxRequestBodyBytes: lineMax, PropagateRequestCancellation: true,
			DisableLocalhostProtection: true})
	s.Mount(path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := senderOf(s, r)
		if err == nil {
			_, err = byRole[c.role()]()
		}
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
		h.ServeHTTP(w, r.WithContext(withClient(r.Context(), c)))
	}))
}

// checkBody returns why the body of a request is no message, nil if it is one. The body can be read again
// afterwards. A body that is too long is left to the library, which has an answer for that.
func checkBody(r *http.Request) *refusal {
	if r.Method != http.MethodPost {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, lineMax+1))
	// What was read comes first again, then the rest of a body that is too long. Closing it closes the body.
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

// senderOf returns the client that makes a request. A lasting key has no place in it: such a key opens
// several fights, and without a fight [serve.Server.Authorize] finds none for it.
func senderOf(s *serve.Server, r *http.Request) (*client, error) {
	if s.IsOwner(serve.KeyOf(r)) {
		return &client{fights: s.Fights()}, nil
	}
	if err := serve.RequireKey(r); err != nil {
		return nil, err
	}
	link, err := s.Authorize(r, "")
	return &client{fights: s.Fights(), link: &link}, err
}
