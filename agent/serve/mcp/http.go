package mcp

import (
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
)

// Handler serves the protocol over streamable HTTP, in the versions with a handshake and in those without. Every request stands
// for itself: opens says what it opens, a link or, with nil, all fights. A request that opens nothing gets refuse's answer.
func Handler(fights *serve.Fights, o Options, opens func(*http.Request) (*serve.Access, error), refuse func(http.ResponseWriter, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		link, err := opens(r)
		if err != nil {
			refuse(w, err)
			return
		}
		s, err := newServer(&client{fights: fights, link: link}, o)
		if err != nil {
			refuse(w, err)
			return
		}
		// Who may call at all is for the server to say, which knows by what names it is called.
		sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, &sdk.StreamableHTTPOptions{Stateless: true,
			MaxRequestBodyBytes: lineMax, PropagateRequestCancellation: true, DisableLocalhostProtection: true}).ServeHTTP(w, r)
	})
}
