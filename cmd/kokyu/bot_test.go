package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// bot is a program that plays the seat of its first argument through kokyu table --json, started with the other ones: the
// first option that is open, and dice that show four.
func bot() {
	seat, args := os.Args[1], append([]string{"table", "--json"}, os.Args[2:]...)
	cmd := exec.Command("kokyu", args...)
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		fmt.Println(err)
		return
	}
	id, asked := 0, 0
	send := func(op string, in2 any) {
		id++
		line, _ := json.Marshal(map[string]any{"id": id, "op": op, "in": in2})
		fmt.Fprintf(in, "%s\n", line)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v struct {
			Event    string
			Question session.Question
			Out      session.Choices
			Error    *serve.Fault
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			fmt.Println("not JSON:", lines.Text())
			continue
		}
		switch {
		case v.Error != nil:
			fmt.Println("refused:", v.Error.What)
			in.Close()
		case len(v.Out.Options) > 0:
			send("do", session.Words{Words: v.Out.Options[0].Words})
		case v.Event == "question" && v.Question.Kind == session.Over:
			fmt.Println("over")
			in.Close()
		case v.Event == "question" && v.Question.Seat == seat && v.Question.Kind == session.Dice:
			send("dice", session.Faces{Faces: fours(len(v.Question.Check.Dice))})
		case v.Event == "question" && v.Question.Seat == seat:
			asked++
			send("options", struct{}{})
		case v.Event == "question":
			fmt.Println("asked for", v.Question.Seat)
			in.Close()
		}
	}
	_ = cmd.Wait()
	fmt.Printf("asked %v, exit code %d\n", asked > 3, cmd.ProcessState.ExitCode())
}

func fours(n int) (faces []int) {
	for range n {
		faces = append(faces, 4)
	}
	return faces
}
