package phones

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// code is what one browser says of itself to another, so that the two can be connected: what a description of a session (SDP) says that is
// not the same in each. Its text is short enough for a QR code.
type code struct {
	answers bool   // it is the phone's answer, and not the GM's offer
	name    string // of the line
	stun    string // a server that the GM named, as stun:stun.example:3478; mostly none
	ufrag   string
	pwd     string
	print   [32]byte // of the certificate
	at      []place
}

// place is where a browser can be reached.
type place struct {
	host  string // an address, or a name that only its own network knows: random letters and .local
	port  uint16
	typed byte // kindOf it: seen from outside or not
}

const (
	ownPlace     = "host"
	outsidePlace = "srflx" // as a STUN server sees it
	placesMax    = 6
	codeMax      = 600 // letters
	codeBegins   = "k" // of this form
)

// nameLen is the number of letters of a line's name.
const nameLen = 8

var (
	ufrags = regexp.MustCompile(`^[A-Za-z0-9+/]{4,32}$`)
	pwds   = regexp.MustCompile(`^[A-Za-z0-9+/]{22,64}$`)
	locals = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local$`)
	names  = regexp.MustCompile(`^[a-z2-9]{8}$`)
	stuns  = regexp.MustCompile(`^stun:[A-Za-z0-9.-]{1,50}(:[0-9]{1,5})?$`)
)

// read takes what a browser describes itself by.
func (c *code) read(sdp string) error {
	value := func(name string) string {
		found := regexp.MustCompile(`(?m)^a=` + name + `:(\S+)( \S+)?\s*$`).FindStringSubmatch(sdp)
		if found == nil {
			return ""
		}
		return found[1] + found[2]
	}
	c.ufrag, c.pwd = value("ice-ufrag"), value("ice-pwd")
	print, sha256 := strings.CutPrefix(value("fingerprint"), "sha-256 ")
	bytes, err := hex.DecodeString(strings.ReplaceAll(print, ":", ""))
	if !ufrags.MatchString(c.ufrag) || !pwds.MatchString(c.pwd) || !sha256 || err != nil || copy(c.print[:], bytes) != len(c.print) {
		return serve.NewError(session.NotNow, "this browser describes itself in a way that is not known here", "a current Chromium, Firefox or Safari")
	}
	for _, found := range regexp.MustCompile(`(?mi)^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (\w+)`).FindAllStringSubmatch(sdp, -1) {
		port, err := strconv.ParseUint(found[2], 10, 16)
		_, at := placeBytes(found[1])
		if err == nil && at != nil && (found[3] == ownPlace || found[3] == outsidePlace) && len(c.at) < placesMax {
			kind := byte(0)
			if found[3] == outsidePlace {
				kind = outside
			}
			c.at = append(c.at, place{strings.ToLower(found[1]), uint16(port), kind})
		}
	}
	if len(c.at) == 0 {
		return serve.NewError(session.NotNow, "this browser does not say where it can be reached",
			"a network, and no setting or extension that hides this device in it")
	}
	return nil
}

// Kinds of places.
const (
	local byte = iota
	ip4
	ip6
	outside byte = 8 // besides
)

// placeBytes returns the kind of a place and its bytes; nil of what is none.
func placeBytes(host string) (kind byte, data []byte) {
	if name := strings.ToLower(host); locals.MatchString(name) {
		data, _ = hex.DecodeString(strings.ReplaceAll(strings.TrimSuffix(name, ".local"), "-", ""))
		return local, data
	}
	at, err := netip.ParseAddr(host)
	if err != nil || at.Zone() != "" {
		return 0, nil
	}
	if at = at.Unmap(); at.Is4() {
		return ip4, at.AsSlice()
	}
	return ip6, at.AsSlice()
}

// text returns the code as a text, which is its bytes and a sum of them.
func (c code) text() string {
	b := []byte{0}
	if c.answers {
		b[0] = 1
	}
	for _, word := range []string{c.name, c.stun, c.ufrag, c.pwd} {
		b = append(append(b, byte(len(word))), word...)
	}
	b = append(append(b, c.print[:]...), byte(len(c.at)))
	for _, p := range c.at {
		kind, at := placeBytes(p.host)
		b = append(binary.BigEndian.AppendUint16(append(b, kind|p.typed), p.port), at...)
	}
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return codeBegins + base64.RawURLEncoding.EncodeToString(b)
}

// readCode reads the text of a code, or an address that ends with one.
func readCode(text string) (code, error) {
	text = strings.Join(strings.Fields(text), "") // a mail breaks lines
	text = text[strings.LastIndex(text, "/")+1:]
	bad := func(what string) (code, error) {
		return code{}, serve.NewError(session.BadInput, what, "all of the text or of the address that the other screen shows beside its QR code")
	}
	if text == "" {
		return bad("there is no code")
	}
	if len(text) > codeMax {
		return bad(fmt.Sprintf("the code has %d letters, and none has more than %d", len(text), codeMax))
	}
	packed, begins := strings.CutPrefix(text, codeBegins)
	b, err := base64.RawURLEncoding.DecodeString(packed)
	if !begins || err != nil {
		return bad("this is no code")
	}
	if n := len(b) - 4; n < 1 || crc32.ChecksumIEEE(b[:n]) != binary.BigEndian.Uint32(b[n:]) {
		return bad("a part of the code is not there, or other than it was")
	} else if c, ok := unpack(b[:n]); ok {
		return c, nil
	}
	return bad("the code is not of this version of the site")
}

// unpack reads the bytes of a code. What does not look like a browser's words is none: they become lines of a description.
func unpack(b []byte) (c code, ok bool) {
	take := func(n int) []byte {
		if n > len(b) {
			b, n = nil, 0
			ok = false
		}
		taken := b[:n]
		b = b[n:]
		return taken
	}
	number := func() int {
		if taken := take(1); len(taken) == 1 {
			return int(taken[0])
		}
		return 0
	}
	ok = true
	kind := number()
	c.answers = kind == 1
	for _, word := range []*string{&c.name, &c.stun, &c.ufrag, &c.pwd} {
		*word = string(take(number()))
	}
	copy(c.print[:], take(len(c.print)))
	for range number() {
		kind := byte(number())
		port := slices.Concat(take(2), []byte{0, 0})
		p := place{port: binary.BigEndian.Uint16(port), typed: kind & outside}
		switch kind &^ outside {
		case local:
			name := hex.EncodeToString(slices.Concat(take(16), make([]byte, 16))[:16])
			p.host = name[:8] + "-" + name[8:12] + "-" + name[12:16] + "-" + name[16:20] + "-" + name[20:] + ".local"
		case ip4, ip6:
			at, isAddress := netip.AddrFromSlice(take(map[byte]int{ip4: 4, ip6: 16}[kind&^outside]))
			ok = ok && isAddress
			p.host = at.String()
		default:
			ok = false
		}
		c.at = append(c.at, p)
	}
	return c, ok && len(b) == 0 && kind <= 1 && names.MatchString(c.name) && (c.stun == "" || stuns.MatchString(c.stun)) &&
		ufrags.MatchString(c.ufrag) && pwds.MatchString(c.pwd) && len(c.at) > 0 && len(c.at) <= placesMax
}

// sdp returns the description that a code stands for, as the other browser takes it.
func (c code) sdp() string {
	setup := "actpass"
	if c.answers {
		setup = "active"
	}
	print := strings.ToUpper(hex.EncodeToString(c.print[:]))
	pairs := make([]string, 0, len(c.print))
	for pair := range slices.Chunk([]byte(print), 2) {
		pairs = append(pairs, string(pair))
	}
	lines := []string{"v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
		"c=IN IP4 0.0.0.0", "a=mid:0", "a=ice-ufrag:" + c.ufrag, "a=ice-pwd:" + c.pwd, "a=fingerprint:sha-256 " + strings.Join(pairs, ":"),
		"a=setup:" + setup, "a=sctp-port:5000", "a=max-message-size:65536"}
	for i, p := range c.at {
		priority, typ := 2130706431-i, ownPlace
		if p.typed == outside {
			priority, typ = 1694498815-i, outsidePlace+" raddr 0.0.0.0 rport 0"
		}
		lines = append(lines, fmt.Sprintf("a=candidate:%d 1 udp %d %s %d typ %s", i+1, priority, p.host, p.port, typ))
	}
	return strings.Join(append(lines, "a=end-of-candidates", ""), "\r\n")
}
