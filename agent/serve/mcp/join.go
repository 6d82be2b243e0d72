package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"kokyu/agent/serve"
)

// A folder of fights is open in one program at a time. If a server has it already, a program that an assistant starts
// joins that server: it upgrades an HTTP connection, and passes the lines of the assistant on.
const (
	linesPath     = path + "/lines"
	linesProtocol = "kokyu-mcp" // of the upgrade
	joinTimeout   = 5 * time.Second
)

// admit returns the client of a request for an upgrade, which counts as a stream of its link until done is called.
func admit(s *serve.Server, r *http.Request) (c *client, done func(), err error) {
	if c, err = senderOf(s, r); err != nil {
		return nil, nil, err
	}
	if r.Header.Get("Upgrade") != linesProtocol {
		return nil, nil, serve.NewError(serve.BadRequest, "this path is for kokyu mcp", "POST "+path)
	}
	counted := serve.Access{Link: linesPath} // no link has this name: it stands for the owner
	if c.link != nil {
		counted = *c.link
	}
	done, err = s.CountStream(counted)
	return c, done, err
}

// upgrade returns the handler that upgrades a connection to lines and serves them.
func upgrade(s *serve.Server, o Options) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, done, err := admit(s, r)
		if err != nil {
			serve.WriteProblem(w, err)
			return
		}
		defer done()
		conn, in, err := http.NewResponseController(w).Hijack()
		if err != nil {
			serve.WriteProblem(w, serve.NewError(serve.BadRequest, "the connection cannot be taken over", "one of HTTP/1.1"))
			return
		}
		defer conn.Close()
		// The context of the request ends with what comes in, while answers still go out: only its values are used.
		ctx, cancel := c.fights.UntilStopped(context.WithoutCancel(r.Context()))
		defer cancel()
		defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
		_ = conn.SetDeadline(time.Time{}) // the server has set a deadline for a request
		if _, err := io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "+
			linesProtocol+"\r\n\r\n"); err != nil {
			return // the client has gone
		}
		if err := Serve(ctx, c.fights, c.link, o, in, conn); err != nil && ctx.Err() == nil {
			o.Log.Debug("an assistant has gone", "err", err)
		}
	})
}

// Join lets one client use the fights of a server, over in and out as [Serve] does, with the owner's key or that of a
// link. It returns at the end of in. The error says that the server cannot be joined or has gone.
func Join(ctx context.Context, at serve.ServerInfo, in io.Reader, out io.Writer) error {
	gone := func(what string) error {
		return serve.NewError(serve.Stopping, "the server at "+at.URL+" "+what,
			"another start of the assistant, or of kokyu serve")
	}
	u, err := url.Parse(at.URL + linesPath)
	if err != nil {
		return gone("has no address")
	}
	conn, err := (&net.Dialer{Timeout: joinTimeout}).DialContext(ctx, "tcp", u.Host)
	if err != nil {
		return gone("does not answer")
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	req := &http.Request{Method: http.MethodGet, URL: u,
		Header: http.Header{"Connection": {"Upgrade"}, "Upgrade": {linesProtocol}, "Authorization": {"Bearer " + at.Key}}}
	_ = conn.SetDeadline(time.Now().Add(joinTimeout))
	back := bufio.NewReader(conn)
	if err := req.Write(conn); err != nil {
		return gone("does not answer")
	}
	res, err := http.ReadResponse(back, req)
	if err != nil {
		return gone("does not answer")
	}
	if res.StatusCode != http.StatusSwitchingProtocols {
		defer res.Body.Close()
		var p serve.ProblemDetails
		if json.NewDecoder(io.LimitReader(res.Body, lineMax)).Decode(&p) != nil {
			return gone("is none of this version")
		}
		return serve.NewError(p.Code, p.Detail, p.Want)
	}
	_ = conn.SetDeadline(time.Time{})
	var inHasEnded atomic.Bool
	go func() {
		_, _ = io.Copy(conn, in)
		inHasEnded.Store(true)
		_ = conn.(*net.TCPConn).CloseWrite() // answers still come back
	}()
	_, err = io.Copy(out, back)
	if _, broken := errors.AsType[*net.OpError](err); err != nil && !broken {
		return err // out cannot be written
	}
	if !inHasEnded.Load() && ctx.Err() == nil {
		return gone("has gone")
	}
	return nil
}
