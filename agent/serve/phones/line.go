package phones

import (
	"context"
	"net/http"
	"sync"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// line is one end of a connection between two browsers. A page holds the connection, because only pages
// have WebRTC, and the program in its thread tells the page what to do.
type line struct {
	phones *Phones
	name   string
	stun   string // a STUN server that the GM has named; mostly empty
	fight  string // at the GM's end
	offer  *code  // at the phone's end: the code that it answers; nil at the GM's end

	mu       sync.Mutex // guards the fields below
	state    state
	why      error             // the reason why it has ended
	changed  chan struct{}     // closed and replaced when the state changes
	seat     string            // at the phone's end empty until the greeting
	key      string            // of the seat's link
	code     string            // of this end
	tellPage func(PageCommand) // tells the page what to do
	conn     *channel
}

// state is how a line stands; pages have it in their addresses.
type state string

const (
	stateMaking     state = ""           // the browser has not described itself yet
	stateMade       state = "made"       // the code of this end is shown
	stateConnecting state = "connecting" // both ends have each other's code
	stateOpen       state = "open"
	stateEnded      state = "ended"
)

// PageCommand tells a page what to do with its connection: send bytes; take a session description of the other end
// ("offer" or "answer"), or make its own ("make"); or end it.
type PageCommand struct {
	Type, SDP string
	Bytes     []byte
	End       bool
}

// PageEvent is what a page tells of its connection.
type PageEvent struct {
	SDP    string // the complete session description of this end
	Bytes  []byte // a message
	Opened bool
	Ended  bool
}

// The reasons why lines end.
var (
	errNoCode     = lineError("this browser has not said within 20 seconds how it is reached: it has no WebRTC, or a setting forbids it")
	errNotReached = lineError("the two browsers did not reach each other within 20 seconds: both must be in the same network, " +
		"and that must let devices talk to each other, which those for guests often do not")
	errSilent         = lineError("the other browser is not heard any more")
	errClosed         = lineError("the connection has ended")
	errUnknownMessage = lineError("the other browser said what this version of the site does not know")
	errVersion        = lineError("the GM's tab runs another version of this site: load both tabs anew")
	errLetGo          = lineError("the GM has let the phone go")
	errTooManyCodes   = lineError("many codes were made since")
)

// lineError returns the reason why a line ends. Whatever it is, a new code begins a new line.
func lineError(why string) error { return serve.NewError(session.NotNow, why, "a new code") }

// update changes a line and wakes those who wait for a change.
func (l *line) update(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *line) currentState() state {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

func (l *line) channel() *channel {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn
}

// wait waits for a line to leave a state, at most holdMax, and returns whether it is still in it.
func (l *line) wait(ctx context.Context, while state) bool {
	ctx, cancel := context.WithTimeout(ctx, holdMax)
	defer cancel()
	for {
		l.mu.Lock()
		state, turned := l.state, l.changed
		l.mu.Unlock()
		if state != while {
			return false
		}
		select {
		case <-turned:
		case <-ctx.Done():
			return true
		}
	}
}

// Page gives a line the page that holds its connection; say tells the page what to do. What the page tells
// is passed to the returned function. It is nil if there is no such line, or if the line has a page
// already, as when an address is opened twice.
func (p *Phones) Page(name string, say func(PageCommand)) (hear func(PageEvent)) {
	l, err := p.lineOf(name)
	if err != nil || l.currentState() != stateMaking {
		return nil
	}
	var conn *channel
	l.update(func() {
		l.tellPage = say
		conn = newChannel(func(b []byte) { say(PageCommand{Bytes: b}) }, func(why error) { l.endWith(conn, why) })
		l.conn = conn
	})
	if l.offer != nil {
		say(PageCommand{Type: "offer", SDP: l.offer.sdp()})
	} else {
		say(PageCommand{Type: "make"})
	}
	return func(h PageEvent) {
		switch {
		case l.channel() != conn: // another page has the line
		case h.Ended:
			go l.endWith(conn, errClosed)
		case h.SDP != "":
			l.describe(h.SDP)
		case h.Opened:
			l.open(conn)
		default:
			conn.receive(h.Bytes, l.programBelowLink(), func(g greeting) { p.keepLink(l, g) })
		}
	}
}

// programBelowLink returns the handler of a phone's requests, nil at the phone's end.
func (l *line) programBelowLink() http.Handler {
	if l.offer != nil {
		return nil
	}
	return linkPagesOnly(l.phones.linkOf(l.key), l.phones.options.Host, l.phones.program)
}

// describe makes the code of this end from its session description. An answer has the name of the offer, by
// which the GM's program finds the line that it belongs to.
func (l *line) describe(sdp string) {
	c := code{name: l.name, stun: l.stun}
	if l.offer != nil {
		c.isAnswer, c.name, c.stun = true, l.offer.name, ""
	}
	if err := c.readSDP(sdp); err != nil {
		go l.end(err)
		return
	}
	l.update(func() { l.state, l.code = stateMade, c.text() })
}

// connect takes the phone's answer, which the page then connects by.
func (l *line) connect(c code) error {
	if state := l.currentState(); state != stateMade || l.offer != nil {
		return serve.NewError(session.NotNow, "the phone with this code is connected, or the code is of a line that has ended",
			"a new code, and the answer to that")
	}
	l.update(func() { l.state = stateConnecting })
	l.tellPage(PageCommand{Type: "answer", SDP: c.sdp()})
	return nil
}

// open greets the phone, which connects it. Both ends then watch whether the other is alive.
func (l *line) open(c *channel) {
	if l.offer == nil {
		l.update(func() { l.state = stateOpen })
		c.sendMessage(msgGreeting, 0, greeting{l.key, l.seat, l.phones.options.Version}, nil)
	}
	go c.keepAlive()
}

func (l *line) end(why error) { l.endWith(l.channel(), why) }

// endWith ends a line if it still has the channel: the end of an earlier page's channel must not end the line.
func (l *line) endWith(c *channel, why error) {
	l.mu.Lock()
	if l.state == stateEnded || l.conn != c {
		l.mu.Unlock()
		return
	}
	l.state, l.why = stateEnded, why
	close(l.changed)
	l.changed = make(chan struct{})
	say := l.tellPage
	l.mu.Unlock()
	l.phones.forgetLine(l)
	if c != nil {
		c.close()
		say(PageCommand{End: true})
	}
}
