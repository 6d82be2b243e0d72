package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/log"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
)

// Options are the options of both transports, standard input and output and HTTP.
type Options struct {
	Version string      // of the program
	Log     *log.Logger // default: nothing is logged

	ticks func() (<-chan time.Time, func()) // for tests: a clock for progress, and how to stop it
	also  func(*sdk.Server)                 // for tests: adds tools
}

// newServer makes the server of a role. It knows no client: the context of each request has its own, see withClient.
func newServer(role serve.Role, o Options) (*sdk.Server, error) {
	if o.Log == nil {
		o.Log = log.New(io.Discard)
	}
	if o.ticks == nil {
		o.ticks = func() (<-chan time.Time, func()) {
			t := time.NewTicker(time.Second)
			return t.C, t.Stop
		}
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "kokyu", Title: "kokyu", Version: o.Version},
		&sdk.ServerOptions{Instructions: briefing.Instructions, CompletionHandler: complete,
			// What a seat sees is its own: no proxy may give it to another client.
			SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },
			Capabilities: &sdk.ServerCapabilities{ // without listChanged: the lists stay as they are
				Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{}}})
	for i := range briefing.Tools {
		t := &briefing.Tools[i]
		ops := t.operationsFor(role)
		if len(ops) == 0 {
			continue
		}
		described, err := t.describe(ops)
		if err != nil {
			return nil, fmt.Errorf("the tool %s: %w", t.Name, err)
		}
		s.AddTool(described, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			stop := tellProgress(ctx, o, t.Name, req)
			defer stop()
			a, err := clientOf(ctx).call(ctx, t, ops, req.Params.Arguments)
			o.Log.Debug("tool", "name", t.Name, "op", a.Op, "fight", a.Fight, "code", codeOf(err))
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err != nil:
				a = a.withError(err)
			}
			return result(a, err != nil)
		})
	}
	addResources(s)
	addPrompts(s, role)
	if o.also != nil {
		o.also(s)
	}
	s.AddReceivingMiddleware(recoverPanics(o.Log))
	return s, nil
}

// codeOf returns the code of an error for the log.
func codeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return string(serve.CodeOf(err))
}

// result returns an answer as the protocol has it: the sentence and its lines as text, for clients that
// show a model only that, and the structure. A tool that failed returns its error so, too: an error of the
// protocol would reach the host, and not the model, which can mend its call.
func result(a answer, failed bool) (*sdk.CallToolResult, error) {
	a.Text = escapeLines(a.Text)
	lines := append([]string{a.Text}, a.more...)
	if a.Left != "" {
		lines = append(lines, "Left out: "+a.Left+".")
	}
	switch {
	case a.At != nil:
		lines = append(lines, fmt.Sprintf("(fight %s, at %d)", a.Fight, *a.At))
	case a.Fight != "":
		lines = append(lines, "(fight "+a.Fight+")")
	}
	all := escapeLines(strings.Join(lines, "\n"))
	if len(all) > textMax {
		all = strings.ToValidUTF8(all[:textMax], "") + "\n… (cut: ask for less)"
	}
	structure, err := marshal(a)
	if err != nil {
		return nil, err
	}
	out := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: all}},
		StructuredContent: structure, IsError: failed}
	if a.keys != nil {
		out.Meta = sdk.Meta{keysMeta: a.keys}
	}
	return out, nil
}

// tellProgress tells a client that asks for progress every second that its call is under way, until stop is
// called. Hosts give up on a call of which they hear nothing, and a search can take 30 seconds.
func tellProgress(ctx context.Context, o Options, name string, req *sdk.CallToolRequest) (stop func()) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ticks, end := o.ticks()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 1; ; n++ {
			select {
			case <-ticks:
				err := req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(n),
					Message: fmt.Sprintf("%s is under way for %d s", name, n)})
				if err != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		cancel()
		end()
		<-done
	}
}

// faultCount numbers the faults of this run, for messages and the log.
var faultCount atomic.Int64

// recoverPanics turns a panic of a tool, resource or prompt into an error of that call alone. The error has
// a number, by which the log has the panic and its stack.
func recoverPanics(to *log.Logger) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (out sdk.Result, err error) {
			defer func() {
				fault := recover()
				if fault == nil {
					return
				}
				n := faultCount.Add(1)
				to.Error("a fault of the program", "method", method, "incident", n, "fault", fault, "stack", string(debug.Stack()))
				says := fmt.Sprintf("a fault of kokyu, number %d of this run: nothing else is harmed; its log has more", n)
				out, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: says}
				if method == "tools/call" {
					out, err = result(answer{Text: says, Errors: []serve.Fault{{Code: serve.Failed, What: says}}}, true)
				}
			}()
			return next(ctx, method, req)
		}
	}
}

// Serve serves one client over in and out: JSON-RPC messages, one on each line. Every fight of the folder
// is open to the client, or with a link what the link opens. It returns at the end of in or when the
// context is done. A line that is no message gets an error, and does not end the session.
func Serve(ctx context.Context, fights *serve.Fights, link *serve.Access, o Options,
	in io.Reader, out io.Writer) error {
	c := &client{fights: fights, link: link}
	s, err := newServer(c.role(), o)
	if err != nil {
		return err
	}
	lines := newLines(ctx, in, out)
	err = s.Run(withClient(ctx, c), &sdk.IOTransport{Reader: lines, Writer: lines, MaxLineLength: lineMax + 1})
	// The end of the input is no error. The library has no value for one form of it, only the text.
	if errors.Is(err, io.EOF) || errors.Is(err, sdk.ErrConnectionClosed) ||
		err != nil && strings.Contains(err.Error(), "server is closing: EOF") {
		return nil
	}
	return err
}
