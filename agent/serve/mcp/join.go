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

// A program that an assistant has started can join a server that has the folder of fights already: the server takes over the connection
// and serves its lines as it would have served them.

const (
	linesPath     = path + "/lines"
	linesProtocol = "kokyu-mcp"
	joinTimeout   = 5 * time.Second
)

// takeOver serves the lines of a connection.
func takeOver(s *serve.Server, o Options) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := clientOf(s, r)
		if err == nil && r.Header.Get("Upgrade") != linesProtocol {
			err = serve.NewError(serve.BadRequest, "this path is for kokyu mcp", "POST "+path)
		}
		whose := serve.Access{Link: linesPath}
		if err == nil && c.link != nil {
			whose = *c.link
		}
		done := func() {}
		if err == nil {
			done, err = s.CountStream(whose)
		}
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
		ctx, cancel := c.fights.UntilStopped(context.WithoutCancel(r.Context())) // at the end of in the answers still go out
		defer cancel()
		defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
		_ = conn.SetDeadline(time.Time{}) // the server's are for requests
		if _, err := io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "+linesProtocol+"\r\n\r\n"); err != nil {
			return // whoever asked has gone
		}
		if err := Serve(ctx, c.fights, c.link, o, in, conn); err != nil && ctx.Err() == nil {
			o.Log.Debug("an assistant has gone", "err", err)
		}
	})
}

// Join lets one client use the fights of a server, over in and out as [Serve] does, with the owner's key or a link. It returns at the end
// of in. The error says that the server cannot be joined, or that it has gone.
func Join(ctx context.Context, at serve.ServerInfo, in io.Reader, out io.Writer) error {
	gone := func(what string) error { // what the client is told, it is told by the program's end
		return serve.NewError(serve.Stopping, "the server at "+at.URL+" "+what, "another start of the assistant, or of kokyu serve")
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
	ask := &http.Request{Method: http.MethodGet, URL: u, Header: http.Header{"Connection": {"Upgrade"}, "Upgrade": {linesProtocol}, "Authorization": {"Bearer " + at.Key}}}
	_ = conn.SetDeadline(time.Now().Add(joinTimeout))
	back := bufio.NewReader(conn)
	err = ask.Write(conn)
	if err != nil {
		return gone("does not answer")
	}
	answer, err := http.ReadResponse(back, ask)
	if err != nil {
		return gone("does not answer")
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		defer answer.Body.Close()
		var p serve.ProblemDetails
		if json.NewDecoder(io.LimitReader(answer.Body, lineMax)).Decode(&p) != nil {
			return gone("is none of this version")
		}
		return serve.NewError(p.Code, p.Detail, p.Want)
	}
	_ = conn.SetDeadline(time.Time{})
	var ended atomic.Bool
	go func() {
		_, _ = io.Copy(conn, in)
		ended.Store(true)
		_ = conn.(*net.TCPConn).CloseWrite() // the answers still come
	}()
	_, err = io.Copy(out, back)
	if _, broken := errors.AsType[*net.OpError](err); err != nil && !broken {
		return err // out cannot be written
	}
	if !ended.Load() && ctx.Err() == nil {
		return gone("has gone")
	}
	return nil
}
