package main

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"kokyu/cmd/cli/clitest"
)

func TestMain(m *testing.M) {
	clitest.Main(m, "kokyu-lab", run, nil)
}

// Besides the commands of [clitest.Sessions], a session uses kokyu, and
//
//	server                       a NATS server on this machine until the session ends; $NATS is its address
func TestSessions(t *testing.T) {
	clitest.Sessions(t, clitest.Commands{"server": natsServer}, func(env *testscript.Env) { clitest.WithProgram(t, env, "kokyu") })
}

// The examples of the pages that measure.
func TestPagesAreTrue(t *testing.T) { clitest.PagesAreTrue(t, "kokyu-lab") }

// natsServer starts a real server whose store is in the session's folder.
func natsServer(ts *testscript.TestScript, neg bool, args []string) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: ts.MkAbs(".tmp/nats"),
		JetStreamMaxStore: 1 << 30, NoSigs: true, NoLog: true})
	ts.Check(err)
	s.Start()
	ts.Defer(s.Shutdown)
	if !s.ReadyForConnections(30 * time.Second) {
		ts.Fatalf("the server does not start")
	}
	ts.Setenv("NATS", s.ClientURL())
}
