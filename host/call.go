package host

import (
	"context"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Call calls a function that the script has defined: a global one, or a field of global tables, such as "game.update". It is a run like RunString,
// with limits and a context of its own, and at its end the machine finishes what was submitted; errors are as for RunString, and Result says how it
// ended. Arguments are Go values as Expose shows them. Results are nil, bool, float64, string, the program's value behind an object, or a lua.LValue
// for tables and functions.
func (h *Host) Call(ctx context.Context, name string, args ...any) ([]any, error) {
	if err := h.ready(); err != nil {
		return nil, err
	}
	defer h.begin(ctx)()
	fn := h.named(name)
	switch {
	case h.Context().Err() != nil:
		return nil, h.finishUnread("Function " + name)
	case fn == nil:
		h.code = ExitScript
		return nil, h.reportAll(diag.AsError(diag.New(diag.CallOfNonFunction, "the script has no function '%s' that the program could call", name).
			HelpText("Make it a global function of the script, and run the script before.")))
	}
	values := make([]lua.LValue, len(args))
	for i, arg := range args {
		values[i] = h.values.New(arg)
	}
	h.startGPU()
	f := h.call(fn, values)
	var results []any
	if f == nil {
		results = h.results()
	}
	if err := h.end(f); err != nil {
		return nil, err
	}
	return results, nil
}

// named finds a function by its name, nil for none. No metatable is asked: that would run the script.
func (h *Host) named(name string) *lua.LFunction {
	var v lua.LValue = h.L.G.Global
	for _, part := range strings.Split(name, ".") {
		t, ok := v.(*lua.LTable)
		if !ok {
			return nil
		}
		v = t.RawGetString(part)
	}
	fn, _ := v.(*lua.LFunction)
	return fn
}

// results takes what a call has returned from the stack.
func (h *Host) results() []any {
	out := make([]any, h.L.GetTop())
	for i := range out {
		switch v := h.L.Get(i + 1).(type) {
		case *lua.LNilType:
		case lua.LBool:
			out[i] = bool(v)
		case lua.LNumber:
			out[i] = float64(v)
		case lua.LString:
			out[i] = string(v)
		case *lua.LUserData:
			out[i] = v.Value
		default:
			out[i] = v
		}
	}
	h.L.SetTop(0)
	return out
}
