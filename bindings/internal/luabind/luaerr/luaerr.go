// Package luaerr is the value of a Lua error that carries diagnostics: a table for scripts, from which the program can get the diagnostics
// themselves. It knows Lua and diagnostics, but no classes and no methods.
package luaerr

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
	diagnosticKey = "__diagnostic"    // of an error value: the userdata with the *diag.Diagnostic
	causeKey      = "__cause"         // of an error value: the userdata with the error of Go that it tells, if there is one
	errorTypeName = "gpuscript.error" // of the registry: the metatable of error values
	rangeTypeName = "gpuscript.error.range"
	placeTypeName = "gpuscript.error.place"
	spansKey      = "gpuscript.error.resolve" // of the registry: the userdata with the SpanFunc
)

// SpanFunc finds the source text of a place.
type SpanFunc func(gpu.Site) (diag.Span, bool)

// SetSpans tells the error values raised in L, in all its coroutines, how to find file, line and column of a place. Without it the
// error values have no positions; the diagnostics still have their sites.
func SetSpans(L *lua.LState, resolve SpanFunc) {
	L.G.Registry.RawSetString(spansKey, &lua.LUserData{Value: resolve, Metatable: lua.LNil})
}

// Raise raises diagnostics, at least one, as one Lua error and does not return. The value of the error is a table:
//
//	code      "GS0133"
//	name      "WrongType"
//	severity  "error"
//	message   the headline
//	resource  kind "name" of the object concerned, or nil
//	range     { begin = 0, ["end"] = 4096 } in bytes, half open, or nil
//	first     { text =, file =, line =, column = } of the place where it is reported, or nil; recorded = a list of such places where
//	          the work was recorded that is submitted there
//	second    the same of the other place that takes part, or nil
//	help      the first suggestion, or nil
//	why       the first reason, or nil
//	rule      the rule that was broken, or nil
//	d3d12     the message of the Direct3D 12 debug layer that comes closest, without D3D12_MESSAGE_ID_, or nil
//	more      a list of such tables, when one call broke several rules, or nil
//
// tostring of it is one line. The diagnostic itself is after Diagnostics.
func Raise(L *lua.LState, all ...*diag.Diagnostic) { L.Error(valueOf(L, all), 0) }

// valueOf is the value of the error that tells diagnostics.
func valueOf(L *lua.LState, all []*diag.Diagnostic) *lua.LTable {
	value := errorValue(L, all[0])
	if len(all) > 1 {
		more := L.NewTable()
		for _, d := range all[1:] {
			more.Append(errorValue(L, d))
		}
		value.RawSetString("more", more)
	}
	return value
}

// Again is the cause of a Lua error that is told when the error is raised once more: of two errors with the same text it says which one that is.
type Again interface {
	error
	Again()
}

// Error raises any Go error and does not return: a Lua error as it was raised before, a *diag.Error, wrapped or not, with all its
// diagnostics and its cause, any other error as an internal error. place is called with each diagnostic first.
func Error(L *lua.LState, err error, place func(*diag.Diagnostic)) {
	if api, ok := err.(*lua.ApiError); ok && api.Object != nil && api.Object != lua.LNil {
		if cause, ok := api.Cause.(Again); ok {
			cause.Again()
		}
		L.Error(api.Object, 0)
	}
	all := List(err)
	for _, d := range all {
		place(d)
	}
	value := valueOf(L, all)
	if known := (*diag.Error)(nil); errors.As(err, &known) && known.Cause != nil {
		value.RawSetString(causeKey, &lua.LUserData{Value: known.Cause, Metatable: lua.LNil})
	}
	L.Error(value, 0)
}

// Cause returns the error of Go that a Lua error value tells, nil for none.
func Cause(v lua.LValue) error {
	err, _ := kept(v, causeKey).(error)
	return err
}

// Diagnostics returns the diagnostics of a Lua error value that Raise made, or nil. The first is the one that the fields of
// the table describe. Scripts may have changed the table.
func Diagnostics(v lua.LValue) []*diag.Diagnostic {
	first := diagnosticOf(v)
	if first == nil {
		return nil
	}
	all := []*diag.Diagnostic{first}
	if more, ok := v.(*lua.LTable).RawGetString("more").(*lua.LTable); ok {
		for i := 1; i <= more.Len(); i++ {
			if d := diagnosticOf(more.RawGetInt(i)); d != nil {
				all = append(all, d)
			}
		}
	}
	return all
}

// diagnosticOf returns what one error table stands for, nil for any other value.
func diagnosticOf(v lua.LValue) *diag.Diagnostic {
	d, _ := kept(v, diagnosticKey).(*diag.Diagnostic)
	return d
}

// kept returns what an error table keeps under a key, nil for any other value.
func kept(v lua.LValue, key string) any {
	t, ok := v.(*lua.LTable)
	if !ok {
		return nil
	}
	ud, ok := t.RawGetString(key).(*lua.LUserData)
	if !ok {
		return nil
	}
	return ud.Value
}

// List returns the diagnostics of an error, at least one: those of a *diag.Error, wrapped or not, or that of an internal error.
func List(err error) []*diag.Diagnostic {
	var known *diag.Error
	if errors.As(err, &known) && len(known.Diagnostics) > 0 {
		return known.Diagnostics
	}
	return []*diag.Diagnostic{internalFault(err.Error())}
}

// internalFault is the diagnostic of a fault that is not the script's.
func internalFault(text string) *diag.Diagnostic {
	return diag.New(diag.Internal, "internal error: %s", text).
		Because("This is a mistake of gpuscript, not of the script.").
		HelpText("report it with the script that shows it")
}

// Recovered is what a Go function panicked with: a Lua error continues as it is; anything else is a fault of the Go side and becomes an internal
// error, with the Go stack as a note because the panic is past when somebody sees it. runtime.Goexit does not come here: it recovers as nil.
func Recovered(r any) *diag.Diagnostic {
	if err, ok := r.(*lua.ApiError); ok {
		panic(err)
	}
	return internalFault(fmt.Sprint(r)).Note("Go stack:\n%s", strings.TrimRight(string(debug.Stack()), "\n"))
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
	setText("name", d.Code.Name())
	setText("severity", d.Severity.String())
	setText("message", d.Title)
	setText("resource", d.Resource)
	setText("rule", d.Rule)
	if len(d.Why) > 0 {
		setText("why", d.Why[0])
	}
	if len(d.Help) > 0 {
		setText("help", d.Help[0].String())
	}
	if id, ok := d.D3D12(); ok {
		setText("d3d12", id.Name)
	}
	if d.Range != nil {
		t.RawSetString("range", rangeOf(L, d.Range))
	}
	first, second := twoPlaces(d)
	setPlace(L, t, "first", first)
	setPlace(L, t, "second", second)
	t.RawSetString(diagnosticKey, &lua.LUserData{Value: d, Metatable: lua.LNil})
	t.Metatable = metatable(L, errorTypeName, errorText)
	return t
}

// rangeOf builds the table of a range: by name, and as a list, because end is a word of Lua.
func rangeOf(L *lua.LState, of *diag.Range) *lua.LTable {
	r, begin, end := L.NewTable(), lua.LNumber(of.Begin), lua.LNumber(of.End)
	r.Append(begin)
	r.Append(end)
	r.RawSetString("begin", begin)
	r.RawSetString("end", end)
	r.Metatable = metatable(L, rangeTypeName, rangeText)
	return r
}

// rangeText is a range as messages write it.
func rangeText(v lua.LValue) string {
	r, ok := v.(*lua.LTable)
	if !ok {
		return "range"
	}
	return "[" + r.RawGetInt(1).String() + ", " + r.RawGetInt(2).String() + ")"
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
	place := placeOf(L, label.Span, label.Text)
	if len(label.Via) > 0 {
		recorded := L.NewTable()
		for _, v := range label.Via {
			recorded.Append(placeOf(L, v.Span, v.Words()))
		}
		place.RawSetString("recorded", recorded)
	}
	t.RawSetString(key, place)
}

// placeOf builds the table of one place.
func placeOf(L *lua.LState, span diag.Span, text string) *lua.LTable {
	place := L.NewTable()
	place.RawSetString("text", lua.LString(text))
	if span.Line > 0 {
		place.RawSetString("file", lua.LString(span.File))
		place.RawSetString("line", lua.LNumber(span.Line))
		place.RawSetString("column", lua.LNumber(span.Col))
	}
	place.Metatable = metatable(L, placeTypeName, placeText)
	return place
}

// placeText is a place and what happens there.
func placeText(v lua.LValue) string {
	p, ok := v.(*lua.LTable)
	if !ok {
		return "place"
	}
	text := p.RawGetString("text").String()
	if p.RawGetString("file") == lua.LNil {
		return text
	}
	at := p.RawGetString("file").String() + ":" + p.RawGetString("line").String() + ":" + p.RawGetString("column").String()
	if text == "" {
		return at
	}
	return at + ": " + text
}

// metatable returns the metatable of values of a kind, one a Lua state. text is what tostring says of one.
func metatable(L *lua.LState, kind string, text func(lua.LValue) string) *lua.LTable {
	if mt, ok := L.G.Registry.RawGetString(kind).(*lua.LTable); ok {
		return mt
	}
	mt := L.NewTable()
	mt.RawSetString("__tostring", L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString(text(L.Get(1))))
		return 1
	}))
	mt.RawSetString("__metatable", lua.LString("locked"))
	L.G.Registry.RawSetString(kind, mt)
	return mt
}

// errorText is a diagnostic in one line.
func errorText(v lua.LValue) string {
	if all := Diagnostics(v); len(all) > 0 {
		return oneLine(all)
	}
	return "error"
}

func oneLine(all []*diag.Diagnostic) string { return (&diag.Error{Diagnostics: all}).Error() }
