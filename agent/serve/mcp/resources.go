package mcp

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules/text"
)

// A fight and a law as resources, for clients that let a person attach them.

// fightTexts are the resources of a fight, each a text.
var fightTexts = []struct{ name, title, says, mime string }{
	{"record", "Record of a fight", "Every step with its events, a JSON object on each line, as you may know it.", "application/jsonl"},
	{"tale", "Tale of a fight", "What has happened, told.", "text/plain"},
	{"position", "Position of a fight", "The encounter file that begins where the fight stands.", "application/yaml"},
}

func addResources(s *sdk.Server, c *client) {
	for _, p := range fightTexts {
		s.AddResourceTemplate(&sdk.ResourceTemplate{Name: "fight_" + p.name, Title: p.title, Description: p.says, MIMEType: p.mime,
			URITemplate: "fight://{fight}/" + p.name},
			func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				at, err := url.Parse(req.Params.URI)
				if err != nil {
					return nil, sdk.ResourceNotFoundError(req.Params.URI)
				}
				says, err := c.fightText(ctx, at.Host, p.name)
				if err != nil {
					return nil, paramsError(err)
				}
				return contents(req.Params.URI, p.mime, says), nil
			})
	}
	s.AddResourceTemplate(&sdk.ResourceTemplate{Name: "law", Title: "Law of a rule system", URITemplate: "law://{system}/{number}", MIMEType: "text/plain",
		Description: "A law by its number, in our words, as law://" + agent.DefaultSystem + "/EB-33."},
		func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			at, err := url.Parse(req.Params.URI)
			if err != nil {
				return nil, sdk.ResourceNotFoundError(req.Params.URI)
			}
			list, err := c.law(ctx, numbered{System: at.Host, Number: strings.Trim(at.Path, "/")})
			if err != nil {
				return nil, paramsError(err)
			}
			_, lines := words(list)
			return contents(req.Params.URI, "text/plain", strings.Join(lines, "\n")), nil
		})
}

func contents(uri, mime, says string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: mime, Text: says}}}
}

// fightText returns the text of one resource of a fight.
func (c *client) fightText(ctx context.Context, fight, name string) (string, error) {
	access, err := c.access(fight)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = c.fights.With(ctx, access, func(s session.Client) error {
		if name == "record" {
			return s.WriteRecord(&b)
		}
		out, err := s.Call(ctx, name, nil)
		if err != nil {
			return err
		}
		_, lines := words(out)
		b.WriteString(escape(strings.Join(lines, "\n")))
		return nil
	})
	return b.String(), err
}

// paramsError returns an error of a call as the protocol's error of invalid parameters.
func paramsError(err error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: escape(answer{}.refuse(err).Text)}
}

// script is a prompt of the protocol: instructions to the assistant that a person would otherwise have to write.
type script struct {
	name, title, says string
	arguments         []*sdk.PromptArgument
	words             func(c *client, given map[string]string) string
}

var encounterArgument = &sdk.PromptArgument{Name: "encounter", Title: "Encounter", Required: true,
	Description: "A built-in encounter by its name, such as ambush, random, or what the fight is about, for one of your own."}

var fightArgument = &sdk.PromptArgument{Name: "fight", Title: "Fight", Description: "The id of the fight. It may be left out if there is only one."}

// scripts are all prompts.
var scripts = []script{
	{"run_this_encounter", "Run this encounter", "You are the GM: kokyu's foes are proposed to you, the players decide for themselves.",
		[]*sdk.PromptArgument{encounterArgument,
			{Name: "players", Title: "Players", Description: "The side or the combatants that people play, separated by commas; nobody if it is left out."}},
		func(_ *client, given map[string]string) string {
			return fmt.Sprintf(`Run the encounter %s with kokyu, with me as the GM. %s

1. If it is not built in, write its text, check it with check_encounter until nothing is wrong, and show it to me. Then new_fight.
2. Say with state who is there, in a few lines.
3. Then, until the fight is over: for a foe, call propose, tell me what it would do, its chance and the one reason, and wait for my
   word: do with op take, or do with what I say. For a player's seat, list options in short with their chances and wait.
   When dice of the table are asked for, ask for their faces; never make them up.
4. After every answer say in a sentence or two what happened, with its numbers. When I want a change, use gm: first without confirm,
   tell me what it would do, then with it.
5. At the end, tell the fight with tale.`, quote(given["encounter"]), players(given["players"]))
		}},
	{"referee_for_me", "Referee for me", "You play a side yourself against kokyu, with odds at every choice and no GM.",
		[]*sdk.PromptArgument{encounterArgument, {Name: "side", Title: "Side", Description: "The side or the combatant that you play."}},
		func(_ *client, given map[string]string) string {
			return fmt.Sprintf(`Be the referee of a fight that I play against kokyu: the encounter %s. I play %s.

Call new_fight with my seats as human and ask: false, so that my foes decide by themselves and I do not see it before it happens.
When I am asked, show me how it stands in two lines (state) and my options with their chances; a hint (propose with op advise) or
what a word means (rules) only when I ask for it. Take my choice in my own words, find the option that is meant, and ask if two
could be. After do, say what my foes did and what came of it. Do not help my foes or me: the dice are kokyu's. When it is over, tell
the fight with tale and say in a few sentences where it turned.`, quote(given["encounter"]), quote(given["side"]))
		}},
	{"tell_it", "Tell it", "A fight as a story that adds no facts.", []*sdk.PromptArgument{fightArgument,
		{Name: "style", Title: "Style", Description: "How it is to be told, such as a letter, or as a witness saw it."}},
		func(_ *client, given map[string]string) string {
			style := ""
			if given["style"] != "" {
				style = " Tell it like this: " + quote(given["style"]) + "."
			}
			return fmt.Sprintf(`Tell the fight %s. Call tale with op tale, and with op events where you need to know more. Everybody who fell must be told, who
did it and with what, and why it ended. Add no wound, no weapon, no word and no outcome that the lines do not have; about place and
weather only what they say.%s`, quote(given["fight"]), style)
		}},
}

func players(list string) string {
	if list == "" {
		return "Nobody else plays: propose for everybody."
	}
	return "People play: " + quote(list) + " (human in seats)."
}

// quote returns the value of a prompt's argument in quotation marks; for an empty one, words that tell the assistant to ask.
func quote(given string) string {
	if given == "" {
		return "(ask me which, or take the only one)"
	}
	return text.Quote(given)
}

func addPrompts(s *sdk.Server, c *client) {
	for _, p := range scripts {
		if p.name != "tell_it" && !findOperation("new").mayBeCalled(c.role()) {
			continue
		}
		s.AddPrompt(&sdk.Prompt{Name: p.name, Title: p.title, Description: p.says, Arguments: p.arguments},
			func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
				return &sdk.GetPromptResult{Description: p.says, Messages: []*sdk.PromptMessage{
					{Role: "user", Content: &sdk.TextContent{Text: p.words(c, req.Params.Arguments)}}}}, nil
			})
	}
}

// completionsMax is how many values the protocol lets a completion have.
const completionsMax = 100

// complete offers what can stand for an argument of a prompt or resource that a person has begun to type.
func (c *client) complete(ctx context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	var known []string
	switch req.Params.Argument.Name {
	case "encounter":
		known = append(agent.Encounters(), "random")
	case "system":
		known = agent.Systems()
	case "fight":
		list, err := c.fightList(ctx, nothing{})
		if err != nil {
			return nil, err
		}
		for _, b := range list.Fights {
			known = append(known, b.ID)
		}
	}
	typed := text.Fold(req.Params.Argument.Value)
	values := slices.DeleteFunc(slices.Clone(known), func(v string) bool { return !strings.HasPrefix(text.Fold(v), typed) })
	out := sdk.CompletionResultDetails{Total: len(values), Values: values[:min(len(values), completionsMax)], HasMore: len(values) > completionsMax}
	if out.Values == nil {
		out.Values = []string{}
	}
	return &sdk.CompleteResult{Completion: out}, nil
}
