package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// A request with a limit gets a page of a list. The field next of the answer is the parameter after of the next page,
// which the header Link has.

// limitOf returns the limit of a request, 0 for all.
func limitOf(r *http.Request) (int, error) {
	q := r.URL.Query()
	if !q.Has("limit") {
		return 0, nil
	}
	n, err := strconv.Atoi(q.Get("limit"))
	if err != nil || n < 1 || n > session.PageMax {
		return 0, NewError(session.BadInput, "limit is "+text.Quote(q.Get("limit")),
			fmt.Sprintf("1 to %d, or none for all", session.PageMax))
	}
	return n, nil
}

// setNextLink sets the header Link to the address of the next page (RFC 8288).
func setNextLink(w http.ResponseWriter, r *http.Request, after string, limit int) {
	path := publicURLOf(r).base + r.URL.EscapedPath()
	w.Header().Set("Link", fmt.Sprintf(`<%s?after=%s&limit=%d>; rel="next"`, path, url.QueryEscape(after), limit))
}

type fightList struct {
	Fights []Brief `json:"fights"`
	Next   string  `json:"next,omitempty" jsonschema:"the after of the next page"`
}

// place returns the value of next or after that stands behind this fight in a list. It has what the list is
// sorted by, so that it holds also after the fight was deleted.
func (b Brief) place() string { return fmt.Sprintf("%d-%s", b.Opened.UnixNano(), b.ID) }

// list answers with the fights that a key opens, by pages if the request has a limit.
func (s *Server) list(w http.ResponseWriter, r *http.Request, b bearer) error {
	limit, err := limitOf(r)
	if err != nil {
		return err
	}
	list, err := b.listFights()
	if err != nil {
		return err
	}
	if after := r.URL.Query().Get("after"); after != "" {
		opened, id, _ := strings.Cut(after, "-")
		n, err := strconv.ParseInt(opened, 10, 64)
		if err != nil || !isID(id) {
			return NewError(session.BadInput, "after is "+text.Quote(after), "the next of the page before")
		}
		last := Brief{ID: id, Opened: time.Unix(0, n)}
		list = slices.DeleteFunc(list, func(b Brief) bool { return compareByOpening(b, last) <= 0 })
	}
	out := fightList{Fights: list}
	if limit > 0 && limit < len(list) {
		out = fightList{list[:limit], list[limit-1].place()}
		setNextLink(w, r, out.Next, limit)
	}
	return send(w, http.StatusOK, out)
}

// tale answers with what is told of the fight after a step. The parameter has two names: since, as the
// input of the operation has it, and after, as in lists.
func (s *Server) tale(w http.ResponseWriter, r *http.Request) error {
	limit, err := limitOf(r)
	if err != nil {
		return err
	}
	in := session.Since{Limit: limit}
	for _, name := range []string{"since", "after"} {
		if after := r.URL.Query().Get(name); after != "" {
			if in.Since, err = strconv.Atoi(after); err != nil || in.Since < 0 {
				return NewError(session.BadInput, name+" is "+text.Quote(after), "the number of a step")
			}
		}
	}
	return s.show(w, r, "tale", in, func(out any) error {
		if next := out.(session.Tale).Next; next > 0 {
			setNextLink(w, r, strconv.Itoa(next), limit)
		}
		return send(w, http.StatusOK, out)
	})
}
