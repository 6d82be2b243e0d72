package mcp

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/text"
)

// fightTexts are the resources of a fight. A tool is called by the model, a resource is attached to a
// message by a person, in clients that offer that.
var fightTexts = []struct{ name, title, says, mime string }{
	{"record", "Record of a fight", "Every step with its events, a JSON object on each line, as you may know it.", "application/jsonl"},
	{"tale", "Tale of a fight", "What has happened, told.", "text/plain"},
	{"position", "Position of a fight", "The encounter file that begins where the fight stands.", "application/yaml"},
}

func addResources(s *sdk.Server) {
	for _, p := range fightTexts {
		addResource(s, &sdk.ResourceTemplate{Name: "fight_" + p.name, Title: p.title, Description: p.says, MIMEType: p.mime,
			URITemplate: "fight://{fight}/" + p.name},
			func(ctx context.Context, at *url.URL) (string, error) {
				return clientOf(ctx).fightText(ctx, at.Host, p.name)
			})
	}
	addResource(s, &sdk.ResourceTemplate{Name: "law", Title: "Law of a rule system", URITemplate: "law://{system}/{number}", MIMEType: "text/plain",
		Description: "A law by its number, in our words, as law://" + agent.DefaultSystem + "/EB-33."},
		func(ctx context.Context, at *url.URL) (string, error) {
			list, err := clientOf(ctx).law(ctx, lawInput{System: at.Host, Number: strings.Trim(at.Path, "/")})
			_, lines := inWords(list, serve.Access{})
			return strings.Join(lines, "\n"), err
		})
}

// addResource adds a template of resources to a server. read returns the text of one by its address.
func addResource(s *sdk.Server, t *sdk.ResourceTemplate, read func(context.Context, *url.URL) (string, error)) {
	s.AddResourceTemplate(t, func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		at, err := url.Parse(req.Params.URI)
		if err != nil {
			return nil, sdk.ResourceNotFoundError(req.Params.URI)
		}
		text, err := read(ctx, at)
		if err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: escapeLines(answer{}.withError(err).Text)}
		}
		return textContents(req.Params.URI, t.MIMEType, text), nil
	})
}

func textContents(uri, mime, text string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: mime, Text: text}}}
}

// fightText returns the text of a resource of a fight, one of fightTexts, as the client may know it.
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
		_, lines := inWords(out, access)
		b.WriteString(escapeLines(strings.Join(lines, "\n")))
		return nil
	})
	return b.String(), err
}

// promptScript is a prompt of the protocol: instructions to the assistant that a person picks from a menu
// and would otherwise have to write.
type promptScript struct {
	Name  string `yaml:"name"`
	Title string `yaml:"title"`
	Says  string `yaml:"says"`
	Takes []struct {
		Name     string `yaml:"name"`
		Title    string `yaml:"title"`
		Says     string `yaml:"says"`
		Required bool   `yaml:"required"`
	} `yaml:"takes"`
	Text string `yaml:"text"` // with the names of arguments in braces, for which textWith puts the values
}

// textWith returns the text of the prompt with the values of its arguments. For some arguments a whole
// sentence stands in the text, which differs if nothing is given.
func (p promptScript) textWith(given map[string]string) string {
	var replacements []string
	for _, a := range p.Takes {
		word := quote(given[a.Name])
		switch {
		case a.Name == "players" && given[a.Name] == "":
			word = "Nobody else plays: propose for everybody."
		case a.Name == "players":
			word = "People play: " + word + " (human in seats)."
		case a.Name == "style" && given[a.Name] == "":
			word = ""
		case a.Name == "style":
			word = " Tell it like this: " + word + "."
		}
		replacements = append(replacements, "{"+a.Name+"}", word)
	}
	return strings.NewReplacer(replacements...).Replace(p.Text)
}

// quote returns the value of an argument in quotation marks; for an empty one, words that tell the assistant to ask.
func quote(given string) string {
	if given == "" {
		return "(ask me which, or take the only one)"
	}
	return text.Quote(given)
}

// addPrompts adds the prompts that a role can use. All but one begin a fight, which only those who may call new can.
func addPrompts(s *sdk.Server, role serve.Role) {
	for _, p := range briefing.Prompts {
		if p.Name != "tell_it" && !role.May(findOperation("new").Operation) {
			continue
		}
		prompt := &sdk.Prompt{Name: p.Name, Title: p.Title, Description: p.Says}
		for _, a := range p.Takes {
			prompt.Arguments = append(prompt.Arguments, &sdk.PromptArgument{Name: a.Name, Title: a.Title,
				Description: a.Says, Required: a.Required})
		}
		s.AddPrompt(prompt, func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			return &sdk.GetPromptResult{Description: p.Says, Messages: []*sdk.PromptMessage{
				{Role: "user", Content: &sdk.TextContent{Text: p.textWith(req.Params.Arguments)}}}}, nil
		})
	}
}

// completionsMax is how many values a completion may have by the protocol.
const completionsMax = 100

// complete returns the values for an argument of a prompt or resource that begin with what a person has
// typed so far. Arguments of other names get no values.
func complete(ctx context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	var known []string
	switch req.Params.Argument.Name {
	case "encounter":
		known = append(agent.Encounters(), "random")
	case "system":
		known = agent.Systems()
	case "fight":
		list, err := clientOf(ctx).fightList(ctx, noInput{})
		if err != nil {
			return nil, err
		}
		known = text.Each(list.Fights, func(b serve.Brief) string { return b.ID })
	}
	typed := text.Fold(req.Params.Argument.Value)
	values := text.Keep(known, func(v string) bool { return strings.HasPrefix(text.Fold(v), typed) })
	out := sdk.CompletionResultDetails{Total: len(values), Values: values[:min(len(values), completionsMax)],
		HasMore: len(values) > completionsMax}
	if out.Values == nil {
		out.Values = []string{}
	}
	return &sdk.CompleteResult{Completion: out}, nil
}
