package graphics

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// queryRules: a query that exists, of a type that begins, in a heap of its type.
func queryRules(w World, c *gpu.Command) bool {
	if c.Query == gpu.QueryTimestamp {
		w.Say(diag.QueryPairing, c.Site, "a TIMESTAMP query does not begin: it is a single moment").
			HelpFix(c.Site, diag.Fix{Method: "BeginQuery", Argument: 1, Action: diag.FixCallee, Text: "EndQuery"}, "call EndQuery alone")
		return false
	}
	return queryOf(w, c, uint64(c.Slot), 1) != nil
}

// beginRules: a query begins once before it ends.
func (s *State) beginRules(w World, c *gpu.Command) {
	if !queryRules(w, c) {
		return
	}
	for _, q := range s.queries {
		if q.heap == c.Object && q.index == c.Slot {
			w.Say(diag.QueryPairing, c.Site, "query %d of %s has begun already", c.Slot, w.Ref(c.Object)).Also(q.site, "it begins here").
				HelpBefore(c.Site, "%1:EndQuery(%2, %3, %4)", inPass(q.site, "BeginQuery"), "call EndQuery before it begins again")
			return
		}
	}
}

// endRules: a query ends after it has begun, in the same list. It says that there are no more rules.
func (s *State) endRules(w World, c *gpu.Command) bool {
	if !queryRules(w, c) {
		return true
	}
	for _, q := range s.queries {
		if q.heap == c.Object && q.index == c.Slot {
			if q.typ != c.Query {
				w.Say(diag.QueryPairing, c.Site, "query %d of %s begins as %s and ends as %s", c.Slot, w.Ref(c.Object), q.typ, c.Query).
					Also(q.site, "it begins here").
					HelpFix(c.Site, diag.PutArgument("EndQuery", 2, q.typ), "name the same type in both")
			}
			return true
		}
	}
	d := w.Say(diag.QueryPairing, c.Site, "query %d of %s ends and has not begun in this list", c.Slot, w.Ref(c.Object))
	const help = "call BeginQuery in the same list before the draws that it counts"
	if s.drawn.n == 1 { // of several nobody knows where the count is to begin
		d.HelpBefore(s.drawn.last, "%1:BeginQuery(%2, %3, %4)", inPass(c.Site, "EndQuery"), help)
	} else {
		d.HelpText(help)
	}
	d.Query = diag.Query{Heap: c.Object, Index: c.Slot}
	return true
}

// open is the first of the queries that a command resolves which has begun and not ended, or nil.
func (s *State) open(c *gpu.Command) *query {
	for i := range s.queries {
		if q := &s.queries[i]; q.heap == c.Object && q.index >= c.Slot && uint64(q.index-c.Slot) < c.Size {
			return q
		}
	}
	return nil
}

func (s *State) sayOpen(w World, c *gpu.Command, q *query) {
	d := w.Say(diag.QueryPairing, c.Site, "query %d of %s is resolved before it ends", q.index, w.Ref(c.Object)).
		Prop("d3d12", "RESOLVE_QUERY_INVALID_QUERY_STATE (1319)").
		Also(q.site, "it begins here")
	if s.drawn.n > q.drawn {
		words.HelpLater(d, c, "EndQuery", "").WithHelp(diag.Help{Site: s.drawn.last, Spare: true, Exact: true, Text: "call EndQuery behind the last draw",
			Draft: &diag.Draft{Edit: diag.EditInsertAfter, Replace: "%1:EndQuery(%2, %3, %4)", Snippets: inPass(q.site, "BeginQuery")}})
	} else {
		words.HelpLater(d, c, "EndQuery", "")
	}
	d.WithHelp(diag.Help{Site: c.Site, Spare: true,
		Text:  fmt.Sprintf("call EndQuery behind what the query counts, before %s", c.Called()),
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:EndQuery(%2, %3, %4)", Snippets: inPass(q.site, "BeginQuery")}})
}

// inPass are the pieces of another call of a query in one recording, in words of the same pass of a loop.
func inPass(site gpu.Site, method string) []diag.Snippet {
	pieces := diag.Pieces(site, method, 1, 2, 3)
	for i := range pieces {
		pieces[i].Together = true
	}
	return pieces
}

// Close says what is open when a list is closed.
func (s *State) Close(w World, site gpu.Site) {
	s.pass.close(w, site)
	for _, q := range s.queries {
		d := w.Say(diag.QueryPairing, site, "the recording ends before query %d of %s has ended", q.index, w.Ref(q.heap)).
			Prop("d3d12", "CLOSE_COMMAND_LIST_OPEN_QUERY (732)").Also(q.site, "it begins here").
			HelpBefore(site, "%1:EndQuery(%2, %3, %4)", inPass(q.site, "BeginQuery"), "call EndQuery before Close")
		d.Query = diag.Query{Heap: q.heap, Index: q.index}
	}
}
