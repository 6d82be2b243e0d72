// The same fight through the client of oapi-codegen, which is made beside it.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
)

func join(fight *Opened, role LinkMadeRole, seat string) *ClientWithResponses {
	bearer := func(_ context.Context, r *http.Request) error {
		for _, l := range fight.Links {
			if l.Key != nil && l.Role == role && (l.Seat == nil || *l.Seat == seat) {
				r.Header.Set("Authorization", "Bearer "+*l.Key)
			}
		}
		return nil
	}
	return must(NewClientWithResponses(os.Args[1]+"/v1", WithRequestEditorFn(bearer)))
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// had returns an answer; instead of one there is a problem.
func had[T any](answer *T, problem *Problem) *T {
	if answer == nil {
		log.Fatal(problem)
	}
	return answer
}

func main() {
	ctx := context.Background()
	seed, seats := 6, map[string]string{"Kagami": "human", "Chikara": "greedy"}
	begin := Begin{Seed: &seed, Seats: &seats}
	if err := begin.Encounter.FromBeginEncounter0("mirror"); err != nil {
		log.Fatal(err)
	}
	opened := must(join(&Opened{}, LinkMadeRoleGm, "").BeginFightWithResponse(ctx, nil, begin))
	fight := had(opened.JSON201, opened.ApplicationproblemJSON4XX)
	gm, kagami := join(fight, LinkMadeRoleGm, ""), join(fight, LinkMadeRoleSeat, "Kagami")

	question, asked := fight.Question, 0
	for question.Kind != QuestionKindOver {
		var made *Made
		switch {
		case question.Kind == QuestionKindEmpty:
			r := must(gm.FightPlayWithResponse(ctx, fight.Id, nil, Nothing{}))
			made = had(r.JSON200, r.ApplicationproblemJSON4XX)
		case *question.Seat == "Kagami":
			r := must(kagami.FightOptionsWithResponse(ctx, fight.Id, Nothing{}))
			options := had(r.JSON200, r.ApplicationproblemJSON4XX).Options
			d := must(kagami.FightDoWithResponse(ctx, fight.Id, nil, Do{Id: &options[asked*7%len(options)].Id}))
			made = had(d.JSON200, d.ApplicationproblemJSON4XX)
			asked++
		default:
			r := must(gm.FightTakeWithResponse(ctx, fight.Id, nil, Nothing{}))
			made = had(r.JSON200, r.ApplicationproblemJSON4XX)
		}
		question = made.Question
	}
	s := must(gm.FightStateWithResponse(ctx, fight.Id, Nothing{}))
	state := had(s.JSON200, s.ApplicationproblemJSON4XX)
	t := must(gm.ReadTaleWithResponse(ctx, fight.Id, nil))
	lines := had(t.JSON200, t.ApplicationproblemJSON4XX).Lines
	fmt.Printf("%s after %d steps and %d choices, won by %s; %d lines: %s\n", state.Question.Kind, state.Steps, asked,
		state.Winner, len(lines), lines[len(lines)-1].Text)
}
