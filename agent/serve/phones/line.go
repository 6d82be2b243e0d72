package phones

import (
	"context"
	"net/http"
	"sync"
	"time"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// line is a connection between two browsers, at one end: what the page does that holds it, and how it stands.
type line struct {
	p     *Phones
	name  string
	stun  string
	fight string // at the GM's end, with the seat
	offer *code  // at the phone's end: what it answers to; nil at the GM's

	mu     sync.Mutex
	state  state
	why    error         // it ended
	turned chan struct{} // closed when the state changes, and made anew
	seat   string        // whose it is; at the phone's end when that was told
	key    string        // of the seat's link
	code   string        // of this end
	say    func(Say)     // to the page
	c      *channel
}

type state string

// How a line stands.
const (
	making     state = ""           // the browser has not said yet where it is
	made       state = "made"       // the code of this end is shown
	connecting state = "connecting" // both ends know of each other
	opened     state = "open"
	ended      state = "ended"
)

// Say is what a page is told to do with its connection: to send bytes, to go on with a description of the other end ("offer" or "answer")
// or to describe its own ("make"), or to end it.
type Say struct {
	Type, SDP string
	Bytes     []byte
	End       bool
}

// Heard is what a page says of its connection.
type Heard struct {
	SDP    string // of this end, whole
	Bytes  []byte // a message
	Opened bool
	Ended  bool
}

// Why lines end, in words.
var (
	errNoCode     = because("this browser has not said within 20 seconds how it is reached: it has no WebRTC, or a setting forbids it")
	errNotReached = because("the two browsers did not reach each other within 20 seconds: both must be in the same network, " +
		"and that must let devices talk to each other, which those for guests often do not")
	errSilent  = because("the other browser is not heard any more")
	errCut     = because("the connection has ended")
	errWords   = because("the other browser said what this version of the site does not know")
	errVersion = because("the GM's tab runs another version of this site: load both tabs anew")
	errLetGo   = because("the GM has let the phone go")
	errMany    = because("many codes were made since")
)

func because(why string) error { return serve.NewError(session.NotNow, why, "a new code") }

// turn changes a line and tells who waits for that.
func (l *line) turn(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
	close(l.turned)
	l.turned = make(chan struct{})
}

func (l *line) is() state {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

func (l *line) channel() *channel {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.c
}

// wait waits while a line stands in a way, for a time at most. It reports whether it still does.
func (l *line) wait(ctx context.Context, most time.Duration, while state) bool {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for {
		l.mu.Lock()
		state, turned := l.state, l.turned
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

// Page gives a line the page that holds its connection: say tells it what to do. What the page says goes to the function that is returned;
// nil where there is no such line, or it has its page.
func (p *Phones) Page(name string, say func(Say)) (hear func(Heard)) {
	l, err := p.lineOf(name)
	if err != nil || l.is() != making {
		return nil
	}
	var mine *channel
	l.turn(func() {
		l.say = say
		mine = newChannel(func(b []byte) { say(Say{Bytes: b}) }, func(why error) { l.breaksOf(mine, why) })
		l.c = mine
	})
	if l.offer != nil {
		say(Say{Type: "offer", SDP: l.offer.sdp()})
	} else {
		say(Say{Type: "make"})
	}
	return func(h Heard) {
		switch {
		case l.channel() != mine: // another page has the line
		case h.Ended:
			go l.breaksOf(mine, errCut)
		case h.SDP != "":
			l.describe(h.SDP)
		case h.Opened:
			l.open(mine)
		default:
			mine.hear(h.Bytes, l.gm(), func(g greeting) { p.keepLink(l, g) })
		}
	}
}

// gm returns what answers a phone's requests; nil at the phone's own end.
func (l *line) gm() http.Handler {
	if l.offer != nil {
		return nil
	}
	return below(l.p.linkOf(l.key), l.p.o.Host, l.p.o.Program)
}

// describe makes the code of this end.
func (l *line) describe(sdp string) {
	c := code{name: l.name, stun: l.stun}
	if l.offer != nil {
		c.answers, c.name, c.stun = true, l.offer.name, ""
	}
	if err := c.read(sdp); err != nil {
		go l.breaks(err)
		return
	}
	l.turn(func() { l.state, l.code = made, c.text() })
}

// connect takes the phone's answer.
func (l *line) connect(c code) error {
	if state := l.is(); state != made || l.offer != nil {
		return serve.NewError(session.NotNow, "the phone with this code is connected, or the code is of a line that has ended", "a new code, and the answer to that")
	}
	l.turn(func() { l.state = connecting })
	l.say(Say{Type: "answer", SDP: c.sdp()})
	return nil
}

// open greets the phone, which is connected once it has heard that, and both ends begin to listen whether the other lives.
func (l *line) open(c *channel) {
	if l.offer == nil {
		l.turn(func() { l.state = opened })
		c.say(greets, 0, greeting{l.key, l.seat, l.p.o.Version}, nil)
	}
	go c.live()
}

// breaks ends a line.
func (l *line) breaks(why error) { l.breaksOf(l.channel(), why) }

// breaksOf ends a line if it still has the channel.
func (l *line) breaksOf(c *channel, why error) {
	l.mu.Lock()
	if l.state == ended || l.c != c {
		l.mu.Unlock()
		return
	}
	l.state, l.why = ended, why
	close(l.turned)
	l.turned = make(chan struct{})
	say := l.say
	l.mu.Unlock()
	l.p.forgetLine(l)
	if c != nil {
		c.close()
		say(Say{End: true})
	}
}
