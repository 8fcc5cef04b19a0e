package luabind

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

const (
	diagnosticKey = "__diagnostic"            // of an error value: the userdata with the *diag.Diagnostic
	errorTypeName = "gpuscript.error"         // of the registry: the metatable of error values
	spansKey      = "gpuscript.error.resolve" // of the registry: the userdata with the SpanFunc
)

// SpanFunc finds the source text of a place.
type SpanFunc func(gpu.Site) (diag.Span, bool)

// SetSpans tells the error values raised in L, in all its coroutines, how to find file, line and column of a place. Without it the
// error values have no positions; the diagnostics still have their sites.
func SetSpans(L *lua.LState, resolve SpanFunc) {
	L.G.Registry.RawSetString(spansKey, &lua.LUserData{Value: resolve, Metatable: lua.LNil})
}

// Raise raises a diagnostic as a Lua error and does not return. The value of the error is a table:
//
//	code      "GS0133"
//	severity  "error"
//	message   the headline
//	resource  kind "name" of the object concerned, or nil
//	range     { begin = 0, ["end"] = 4096 } in bytes, half open, or nil
//	first     { text =, file =, line =, column = } of the place where it is reported, or nil
//	second    the same of the other place that takes part, or nil
//	help      the first suggestion, or nil
//	why       the first reason, or nil
//	rule      the rule that was broken, or nil
//	more      a list of such tables, when one call broke several rules, or nil
//
// tostring of it is one line. The diagnostic itself is behind Diagnostics.
func Raise(L *lua.LState, d *diag.Diagnostic) { raiseAll(L, []*diag.Diagnostic{d}) }

// RaiseError raises any Go error as Raise does: a *diag.Error, wrapped or not, with all its diagnostics, any other error as an
// internal error. A nil error does nothing.
func RaiseError(L *lua.LState, err error) {
	if err != nil {
		raiseAll(L, asDiagnostics(err))
	}
}

// Diagnostics returns the diagnostics of a Lua error value that Raise made, or nil. The first is the one that the fields of
// the table describe.
func Diagnostics(v lua.LValue) []*diag.Diagnostic {
	t, ok := v.(*lua.LTable)
	if !ok {
		return nil
	}
	ud, ok := t.RawGetString(diagnosticKey).(*lua.LUserData)
	if !ok {
		return nil
	}
	d, ok := ud.Value.(*diag.Diagnostic)
	if !ok {
		return nil
	}
	all := []*diag.Diagnostic{d}
	if more, ok := t.RawGetString("more").(*lua.LTable); ok {
		for i := 1; i <= more.Len(); i++ {
			all = append(all, Diagnostics(more.RawGetInt(i))...)
		}
	}
	return all
}

// asDiagnostics returns the diagnostics of an error, at least one.
func asDiagnostics(err error) []*diag.Diagnostic {
	var known *diag.Error
	if errors.As(err, &known) && len(known.Diagnostics) > 0 {
		return known.Diagnostics
	}
	return []*diag.Diagnostic{internal(err.Error())}
}

// internal is the diagnostic of a fault that is not the script's.
func internal(text string) *diag.Diagnostic {
	return diag.New(diag.Internal, "internal error: %s", text).
		Because("This is a mistake of gpuscript, not of the script.").
		HelpText("report it with the script that shows it")
}

func raiseAll(L *lua.LState, all []*diag.Diagnostic) {
	value := errorValue(L, all[0])
	if len(all) > 1 {
		more := L.NewTable()
		for _, d := range all[1:] {
			more.Append(errorValue(L, d))
		}
		value.RawSetString("more", more)
	}
	L.Error(value, 0)
}

// errorValue builds the table of one diagnostic.
func errorValue(L *lua.LState, d *diag.Diagnostic) *lua.LTable {
	if ud, ok := L.G.Registry.RawGetString(spansKey).(*lua.LUserData); ok {
		d.Resolve(ud.Value.(SpanFunc))
	}
	t := L.NewTable()
	setText := func(key, text string) {
		if text != "" {
			t.RawSetString(key, lua.LString(text))
		}
	}
	setText("code", d.Code.String())
	setText("severity", d.Severity.String())
	setText("message", d.Title)
	setText("resource", d.Resource)
	setText("rule", d.Rule)
	if len(d.Why) > 0 {
		setText("why", d.Why[0])
	}
	if len(d.Help) > 0 {
		setText("help", d.Help[0].Text)
	}
	if d.Range != nil {
		r := L.NewTable()
		r.RawSetString("begin", lua.LNumber(d.Range.Begin))
		r.RawSetString("end", lua.LNumber(d.Range.End))
		t.RawSetString("range", r)
	}
	first, second := twoPlaces(d)
	setPlace(L, t, "first", first)
	setPlace(L, t, "second", second)
	t.RawSetString(diagnosticKey, &lua.LUserData{Value: d, Metatable: lua.LNil})
	t.Metatable = errorMetatable(L)
	return t
}

// twoPlaces chooses the label where the diagnostic is reported and the next other one.
func twoPlaces(d *diag.Diagnostic) (first, second *diag.Label) {
	for i := range d.Labels {
		if d.Labels[i].Primary {
			first = &d.Labels[i]
			break
		}
	}
	for i := range d.Labels {
		if label := &d.Labels[i]; label != first {
			return first, label
		}
	}
	return first, nil
}

func setPlace(L *lua.LState, t *lua.LTable, key string, label *diag.Label) {
	if label == nil {
		return
	}
	place := L.NewTable()
	place.RawSetString("text", lua.LString(label.Text))
	if label.Span.Line > 0 {
		place.RawSetString("file", lua.LString(label.Span.File))
		place.RawSetString("line", lua.LNumber(label.Span.Line))
		place.RawSetString("column", lua.LNumber(label.Span.Col))
	}
	t.RawSetString(key, place)
}

// errorMetatable returns the metatable of error values, one a Lua state.
func errorMetatable(L *lua.LState) *lua.LTable {
	if mt, ok := L.G.Registry.RawGetString(errorTypeName).(*lua.LTable); ok {
		return mt
	}
	mt := L.NewTable()
	mt.RawSetString("__tostring", L.NewFunction(func(L *lua.LState) int {
		text := "error"
		if all := Diagnostics(L.Get(1)); len(all) > 0 {
			text = oneLine(all)
		}
		L.Push(lua.LString(text))
		return 1
	}))
	mt.RawSetString("__metatable", locked)
	L.G.Registry.RawSetString(errorTypeName, mt)
	return mt
}

func oneLine(all []*diag.Diagnostic) string { return (&diag.Error{Diagnostics: all}).Error() }

// recovered handles what a call panicked with. Lua errors go on as they are; anything else is a fault of the Go side and becomes an
// internal error, with the Go stack as a note because the panic is past when the host sees it. runtime.Goexit does not come
// here: it recovers as nil.
func (c *Args) recovered(r any) {
	if err, ok := r.(*lua.ApiError); ok {
		panic(err)
	}
	d := internal(fmt.Sprint(r)).Note("Go stack:\n%s", strings.TrimRight(string(debug.Stack()), "\n"))
	c.b.locate(c.L, c.sig, d)
	Raise(c.L, d)
}
