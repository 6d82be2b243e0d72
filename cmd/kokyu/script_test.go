package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kokyu/cmd/cli/clitest"
)

func TestMain(m *testing.M) {
	clitest.Main(m, "kokyu", run, map[string]func(){"bot": bot})
}

// Besides the commands of [clitest.Sessions], a session uses
//
//	models HOW                   a scripted model on this machine, in model_test.go
func TestSessions(t *testing.T) {
	clitest.Sessions(t, clitest.Commands{"models": models}, func(env *testscript.Env) { env.Values[modelKey{}] = &scripted{} })
}

// The examples of the pages that do not measure.
func TestPagesAreTrue(t *testing.T) { clitest.PagesAreTrue(t, "kokyu") }
