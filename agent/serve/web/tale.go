package web

import (
	"fmt"
	"net/http"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// tale shows the whole tale on a page of its own, as text or as Markdown.
func (p *Pages) tale(w http.ResponseWriter, r *http.Request) error {
	a, err := p.access(r)
	if err != nil {
		return err
	}
	var told struct {
		Base, Title string
		Tale        []passage
	}
	told.Base = "/at/" + r.PathValue("key") + "/"
	err = p.fights.With(r.Context(), a, func(c session.Client) error {
		tale, err := call[session.Tale](r.Context(), c, "tale")
		told.Title, told.Tale = c.Title(), passages(tale.Lines)
		return err
	})
	if k, is, unread := p.fights.Kept(a); err != nil && is && unread == nil {
		told.Title, told.Tale, err = keptTale(r.Context(), k, a)
	}
	if err != nil {
		return err
	}
	var b strings.Builder
	switch r.URL.Query().Get("as") {
	case "text":
		for _, passage := range told.Tale {
			for _, line := range passage.Tale {
				fmt.Fprintln(&b, text.Escape(line))
			}
			if len(passage.Tale) > 0 {
				fmt.Fprintln(&b)
			}
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	case "markdown":
		fmt.Fprintf(&b, "# %s\n\n", text.Markdown(told.Title))
		for _, passage := range told.Tale {
			for _, line := range passage.Tale {
				fmt.Fprintf(&b, "%s\n\n", text.Markdown(line))
			}
		}
		w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="tale.md"`)
	default:
		return p.show(w, r, http.StatusOK, "tale.html", told)
	}
	return send(w, r, http.StatusOK, []byte(b.String()))
}
