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

// code is what one browser tells another so that they can connect: those values of a session description
// (SDP) that differ from one browser to another. Its text fits into a QR code.
type code struct {
	isAnswer    bool   // the phone's answer, not the GM's offer
	name        string // of the line
	stun        string // a server that the GM has named, as stun:stun.example:3478; mostly empty
	ufrag       string // with pwd, the credentials of ICE
	pwd         string
	fingerprint [32]byte // of the certificate
	candidates  []candidate
}

// candidate is where a browser can be reached, in the sense of ICE.
type candidate struct {
	host      string // an address, or a random name ending in .local that only its own network knows (mDNS)
	port      uint16
	reflexive byte // reflexiveBit if a STUN server has seen it, else 0
}

const (
	hostType      = "host"
	srflxType     = "srflx" // as a STUN server sees it
	candidatesMax = 6
	codeMax       = 600 // letters
	codePrefix    = "k" // names the version of the format
)

// nameLen is the number of letters in the name of a line.
const nameLen = 8

var (
	ufragPattern = regexp.MustCompile(`^[A-Za-z0-9+/]{4,32}$`)
	pwdPattern   = regexp.MustCompile(`^[A-Za-z0-9+/]{22,64}$`)
	localPattern = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local$`)
	namePattern  = regexp.MustCompile(`^[a-z2-9]{8}$`)
	// candidatePattern matches a line of SDP with a candidate of UDP; its groups are the host, the port and the type.
	candidatePattern = regexp.MustCompile(`(?mi)^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (\w+)`)
	stunPattern      = regexp.MustCompile(`^stun:[A-Za-z0-9.-]{1,50}(:[0-9]{1,5})?$`)
)

// readSDP takes the values of a session description. Only places that UDP reaches are taken, and no more
// than placesMax, so that the code stays short.
func (c *code) readSDP(sdp string) error {
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
	isPrint := sha256 && err == nil && copy(c.fingerprint[:], bytes) == len(c.fingerprint)
	if !ufragPattern.MatchString(c.ufrag) || !pwdPattern.MatchString(c.pwd) || !isPrint {
		return serve.NewError(session.NotNow, "this browser describes itself in a way that is not known here",
			"a current Chromium, Firefox or Safari")
	}
	for _, found := range candidatePattern.FindAllStringSubmatch(sdp, -1) {
		port, err := strconv.ParseUint(found[2], 10, 16)
		_, at := candidateBytes(found[1])
		if err == nil && at != nil && (found[3] == hostType || found[3] == srflxType) && len(c.candidates) < candidatesMax {
			kind := byte(0)
			if found[3] == srflxType {
				kind = reflexiveBit
			}
			c.candidates = append(c.candidates, candidate{strings.ToLower(found[1]), uint16(port), kind})
		}
	}
	if len(c.candidates) == 0 {
		return serve.NewError(session.NotNow, "this browser does not say where it can be reached",
			"a network, and no setting or extension that hides this device in it")
	}
	return nil
}

// The kinds of a candidate in the bytes of a code.
const (
	candidateLocal byte = iota
	candidateIPv4
	candidateIPv6
	reflexiveBit byte = 8 // added to an address that a STUN server has seen
)

// candidateBytes returns the kind of a candidate and its bytes, nil if host is none. A name that ends in .local
// is a UUID, so that 16 bytes hold it.
func candidateBytes(host string) (kind byte, data []byte) {
	if name := strings.ToLower(host); localPattern.MatchString(name) {
		data, _ = hex.DecodeString(strings.ReplaceAll(strings.TrimSuffix(name, ".local"), "-", ""))
		return candidateLocal, data
	}
	at, err := netip.ParseAddr(host)
	if err != nil || at.Zone() != "" {
		return 0, nil
	}
	if at = at.Unmap(); at.Is4() {
		return candidateIPv4, at.AsSlice()
	}
	return candidateIPv6, at.AsSlice()
}

// text returns the code as a text: its bytes and a checksum in base64, behind the letter of the version.
// The bytes are: 1 for an answer or 0; the four texts, each behind its length; the fingerprint; the number
// of places; and of each place the kind, the port and the address.
func (c code) text() string {
	b := []byte{0}
	if c.isAnswer {
		b[0] = 1
	}
	for _, field := range []string{c.name, c.stun, c.ufrag, c.pwd} {
		b = append(append(b, byte(len(field))), field...)
	}
	b = append(append(b, c.fingerprint[:]...), byte(len(c.candidates)))
	for _, p := range c.candidates {
		kind, at := candidateBytes(p.host)
		b = append(binary.BigEndian.AppendUint16(append(b, kind|p.reflexive), p.port), at...)
	}
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return codePrefix + base64.RawURLEncoding.EncodeToString(b)
}

// readCode reads the text of a code, or an address that ends with one.
func readCode(text string) (code, error) {
	text = strings.Join(strings.Fields(text), "") // mail programs break lines
	text = text[strings.LastIndex(text, "/")+1:]
	bad := func(what string) (code, error) {
		return code{}, serve.NewError(session.BadInput, what,
			"all of the text or of the address that the other screen shows beside its QR code")
	}
	if text == "" {
		return bad("there is no code")
	}
	if len(text) > codeMax {
		return bad(fmt.Sprintf("the code has %d letters, and none has more than %d", len(text), codeMax))
	}
	packed, begins := strings.CutPrefix(text, codePrefix)
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

// unpack reads the bytes of a code, as code.text writes them. It accepts only what a browser could have
// written, for the values become lines of a session description.
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
	c.isAnswer = kind == 1
	for _, field := range []*string{&c.name, &c.stun, &c.ufrag, &c.pwd} {
		*field = string(take(number()))
	}
	copy(c.fingerprint[:], take(len(c.fingerprint)))
	for range number() {
		kind := byte(number())
		port := slices.Concat(take(2), []byte{0, 0})
		p := candidate{port: binary.BigEndian.Uint16(port), reflexive: kind & reflexiveBit}
		switch kind &^ reflexiveBit {
		case candidateLocal:
			name := hex.EncodeToString(slices.Concat(take(16), make([]byte, 16))[:16])
			p.host = name[:8] + "-" + name[8:12] + "-" + name[12:16] + "-" + name[16:20] + "-" + name[20:] + ".local"
		case candidateIPv4, candidateIPv6:
			at, isAddress := netip.AddrFromSlice(take(map[byte]int{candidateIPv4: 4, candidateIPv6: 16}[kind&^reflexiveBit]))
			ok = ok && isAddress
			p.host = at.String()
		default:
			ok = false
		}
		c.candidates = append(c.candidates, p)
	}
	return c, ok && len(b) == 0 && kind <= 1 && namePattern.MatchString(c.name) && (c.stun == "" || stunPattern.MatchString(c.stun)) &&
		ufragPattern.MatchString(c.ufrag) && pwdPattern.MatchString(c.pwd) && len(c.candidates) > 0 && len(c.candidates) <= candidatesMax
}

// sdp returns the session description that a code stands for, as the other browser takes it.
func (c code) sdp() string {
	setup := "actpass"
	if c.isAnswer {
		setup = "active"
	}
	fingerprint := strings.ReplaceAll(fmt.Sprintf("% X", c.fingerprint), " ", ":") // AB:CD:..., as SDP has it
	lines := []string{"v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
		"c=IN IP4 0.0.0.0", "a=mid:0", "a=ice-ufrag:" + c.ufrag, "a=ice-pwd:" + c.pwd, "a=fingerprint:sha-256 " + fingerprint,
		"a=setup:" + setup, "a=sctp-port:5000", "a=max-message-size:65536"}
	for i, p := range c.candidates {
		// Priorities as RFC 8445 recommends them: an address of the device itself comes before one that a server has seen,
		// and both in the order in which the browser has listed them.
		priority, typ := 2130706431-i, hostType
		if p.reflexive == reflexiveBit {
			priority, typ = 1694498815-i, srflxType+" raddr 0.0.0.0 rport 0"
		}
		lines = append(lines, fmt.Sprintf("a=candidate:%d 1 udp %d %s %d typ %s", i+1, priority, p.host, p.port, typ))
	}
	return strings.Join(append(lines, "a=end-of-candidates", ""), "\r\n")
}
