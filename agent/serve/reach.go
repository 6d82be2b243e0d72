package serve

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"slices"
)

// At says where the server listens.
func (s *Server) At(l net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	host, port, _ := net.SplitHostPort(l.Addr().String())
	s.port, s.narrow = port, isLoopback(host)
}

// ownAddress returns where this machine reaches a listener.
func ownAddress(l net.Listener) string {
	host, port, _ := net.SplitHostPort(l.Addr().String())
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// ServerInfo is where a folder is served and with which key, for other programs of the same user.
type ServerInfo struct {
	URL string `json:"url"`
	Key string `json:"key"` // the owner's
}

// runningFile is in the folder while a server runs. Nobody else may read it.
const runningFile = "running"

func (f *Fights) tellRunning(at ServerInfo) error {
	text, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, runningFile), append(text, '\n'), 0o600)
}

// RunningAt returns where a folder is served that [Open] says is; ok is false where that program is no server.
func RunningAt(dir string) (at ServerInfo, ok bool) {
	text, err := os.ReadFile(filepath.Join(dir, runningFile))
	return at, err == nil && json.Unmarshal(text, &at) == nil
}

// Reachable returns the addresses at which other machines reach the server; none if only this one may.
func (s *Server) Reachable() (list []string) {
	s.mu.Lock()
	lan, port := s.lan, s.port
	s.mu.Unlock()
	if !lan || port == "" {
		return nil
	}
	for _, ip := range ownAddresses() {
		list = append(list, "http://"+net.JoinHostPort(ip, port)+s.o.Base)
	}
	return list
}

// Reach lets other machines reach the server, or only this one. Where it listens at this machine's own address alone, it begins to
// listen at the others too.
func (s *Server) Reach(lan bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if lan == s.lan {
		return nil
	}
	if !lan {
		s.lan = false
		for _, l := range s.more {
			_ = l.Close() // nothing more comes through it
		}
		s.more = nil
		return nil
	}
	if s.narrow && s.srv != nil {
		for _, ip := range ownAddresses() {
			l, err := net.Listen("tcp", net.JoinHostPort(ip, s.port))
			if err != nil {
				continue // another program is there
			}
			s.more = append(s.more, l)
			go func() { _ = s.srv.Serve(l) }()
		}
		if s.more == nil {
			return problem("this computer is in no network, or another program is at its port", "a network, or another --listen")
		}
	}
	s.lan = true
	return nil
}

// ownAddresses returns the addresses of this machine in its networks, IPv4 first.
func ownAddresses() (list []string) {
	addresses, _ := net.InterfaceAddrs() // none can be told then
	for _, at := range addresses {
		if n, ok := at.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			list = append(list, n.IP.String())
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(net.ParseIP(b).To4()) - len(net.ParseIP(a).To4()) })
	return list
}
