package serve

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"slices"
)

// SetListener tells the server the listener that it will serve, so that [Server.Reachable] knows the port before Serve
// is called.
func (s *Server) SetListener(l net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	host, port, _ := net.SplitHostPort(l.Addr().String())
	s.port, s.listensLocally = port, isLoopback(host)
}

// listenerAddress returns the address of a listener for programs on this machine.
func listenerAddress(l net.Listener) string {
	host, port, _ := net.SplitHostPort(l.Addr().String())
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// ServerInfo tells other programs of the same user where a folder is served, and with which key they open it.
type ServerInfo struct {
	URL string `json:"url"`
	Key string `json:"key"` // the owner's
}

// runningFile is in the folder while a server runs. It has the owner's key, so that no other user may read it.
const runningFile = "running"

func (f *Fights) writeRunningFile(at ServerInfo) error {
	text, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, runningFile), append(text, '\n'), 0o600)
}

// RunningAt returns where a folder is served for which [Open] has returned [ErrServed]; ok is false if that program is
// no server.
func RunningAt(dir string) (at ServerInfo, ok bool) {
	text, err := os.ReadFile(filepath.Join(dir, runningFile))
	return at, err == nil && json.Unmarshal(text, &at) == nil
}

// Reachable returns the addresses at which other machines reach the server; none if they may not.
func (s *Server) Reachable() (list []string) {
	s.mu.Lock()
	lan, port := s.lan, s.port
	s.mu.Unlock()
	if !lan || port == "" {
		return nil
	}
	for _, ip := range s.options.Networks() {
		list = append(list, "http://"+net.JoinHostPort(ip, port)+s.options.Base)
	}
	return list
}

// Reach lets other machines reach the server, or no longer. If the server listens at a loopback address, Reach also
// listens at the addresses of this machine in its networks.
func (s *Server) Reach(lan bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if lan == s.lan {
		return nil
	}
	if !lan {
		s.lan = false
		for _, l := range s.otherListeners {
			_ = l.Close()
		}
		s.otherListeners = nil
		return nil
	}
	if s.listensLocally && s.serveAt != nil {
		for _, ip := range s.options.Networks() {
			if l, err := s.serveAt(net.JoinHostPort(ip, s.port)); err == nil { // else another program listens there
				s.otherListeners = append(s.otherListeners, l)
			}
		}
		if s.otherListeners == nil {
			return problem("this computer is in no network, or another program is at its port", "a network, or another --listen")
		}
	}
	s.lan = true
	return nil
}

// networkAddresses returns the addresses of this machine in its networks, IPv4 first.
func networkAddresses() (list []string) {
	addresses, _ := net.InterfaceAddrs() // without them there is nothing to list
	for _, at := range addresses {
		if n, ok := at.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			list = append(list, n.IP.String())
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(net.ParseIP(b).To4()) - len(net.ParseIP(a).To4()) })
	return list
}
