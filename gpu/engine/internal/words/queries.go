package words

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The words of the rules about queries.

// Measuring is a query that measures in what is recorded.
type Measuring struct {
	Query Object
	Began gpu.Site // BeginQuery
}

// endQuery is the line that ends a measurement, of these pieces.
const endQuery = "%1:EndQuery(%2)"

func (m Measuring) pieces() []diag.Snippet {
	return []diag.Snippet{{Site: m.Began}, {Site: m.Began, Argument: 1, Method: "BeginQuery"}}
}

// QueryUse words EngineQuery.
func QueryUse(c Context, q Object, method, why, help string) *diag.Diagnostic {
	return queryMistake(q, method, why).At(c.Site, "on "+c.On()).HelpText("%s", help)
}

// QueryAgain words EngineQuery: a query that measures is begun.
func QueryAgain(c Context, q Object, began gpu.Site) *diag.Diagnostic {
	return queryMistake(q, "BeginQuery", "it measures already").At(c.Site, "on "+c.On()).Also(began, "begun here").
		HelpFix(c.Site, diag.Fix{Method: "BeginQuery", Argument: 1, Action: diag.FixRemove},
			"leave the call out, or call EndQuery first and read the result")
}

// QueryOpen words EngineQuery: a list ends while a query measures.
func QueryOpen(c Context, q Object, began gpu.Site, method, why string) *diag.Diagnostic {
	return queryMistake(q, method, why).At(c.Site, "on "+c.On()).Also(began, "begun here").
		HelpBefore(c.Site, endQuery, Measuring{q, began}.pieces(), "call EndQuery first")
}

// QueryElsewhere words EngineQuery.
func QueryElsewhere(c Context, q Object, began gpu.Site, by Context) *diag.Diagnostic {
	return queryMistake(q, "EndQuery", "it was begun on "+by.String()).At(c.Site, "on "+c.On()).Also(began, "begun here, on "+by.On()).
		HelpInstead(c.Site, endQuery, Measuring{q, began}.pieces(), "end it there")
}

// QueryBusy words EngineQuery: the last result of a query is not known to be there. own says that the wait is for the context that measures again.
func QueryBusy(c Context, q Object, ended gpu.Site, method, why, help string, own bool) *diag.Diagnostic {
	g := queryMistake(q, method, why).At(c.Site, "on "+c.On()).Also(ended, "ended here").HelpText("%s", help)
	if !own {
		return g
	}
	return idleBefore(g, c, "or wait: call WaitForIdle on %s before", c)
}

// QueryNotBegun words EngineQuery.
func QueryNotBegun(c Context, q Object) *diag.Diagnostic {
	return queryMistake(q, "EndQuery", "it does not measure").At(c.Site, "on "+c.On()).
		HelpBefore(c.Site, "%1:BeginQuery(%2)", diag.Pieces(c.Site, "EndQuery", 1), "call BeginQuery first")
}

// QueryData words EngineQuery.
func QueryData(q Object, site gpu.Site) *diag.Diagnostic {
	return queryMistake(q, "GetData", "it was never ended").At(site, "").HelpText("call EndQuery and submit first")
}

// QueryUnsubmitted says that a result is asked for again and again that cannot come. immediate says that an immediate context records its end.
func QueryUnsubmitted(q Object, site, ended gpu.Site, immediate bool) *diag.Diagnostic {
	d := queryMistake(q, "GetData", "its end was never submitted, and the script asks for the result again and again").
		At(site, "").Also(ended, "ended here")
	if immediate {
		return d.HelpBefore(site, "%1:Flush()", []diag.Snippet{{Site: ended, Method: "EndQuery"}}, "call Flush before asking")
	}
	return d.HelpText("execute the list of the deferred context that ended it before asking")
}

func queryMistake(q Object, method, why string) *diag.Diagnostic {
	return diag.New(diag.EngineQuery, "%s cannot be done with %s: %s", method, q, why).WithResource(q.String())
}
