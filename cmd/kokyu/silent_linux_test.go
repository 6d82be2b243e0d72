package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// A terminal that is asked for its colours and answers nothing, as a recorder of terminals does, made every command wait for ten
// seconds. None is asked.
func TestATerminalIsAskedNothing(t *testing.T) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminal can be made here: ", err)
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	fd, _, errno := unix.Syscall(unix.SYS_IOCTL, master.Fd(), unix.TIOCGPTPEER, unix.O_RDWR|unix.O_NOCTTY)
	if errno != 0 {
		t.Skip("no terminal can be made here: ", errno)
	}
	screen := os.NewFile(fd, "screen")
	defer screen.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self) // which is kokyu by that name, see TestMain
	cmd.Args = []string{"kokyu", "check", "mirror", "--log", "debug"}
	cmd.Env = append(os.Environ(), "CI=", "TERM=xterm-256color", "NO_COLOR=") // with CI no terminal would be looked for
	cmd.Stdin, cmd.Stderr, cmd.SysProcAttr = screen, screen, &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if _, err := screen.WriteString("\nend"); err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	for one := make([]byte, 256); !strings.HasSuffix(shown.String(), "end"); {
		n, err := master.Read(one)
		if err != nil {
			t.Fatal(err)
		}
		shown.Write(one[:n])
	}
	if got := shown.String(); strings.Contains(got, "\x1b]") || !strings.Contains(got, "\x1b[") || !strings.Contains(got, "begins") {
		t.Errorf("a terminal is shown %q: want what the log says in colours, and no question", got)
	}
}
