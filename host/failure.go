package host

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/fault"
	"github.com/gpuscript/gpuscript/host/internal/lualib"
	"github.com/gpuscript/gpuscript/host/internal/source"
	"github.com/gpuscript/gpuscript/host/internal/turns"
)

// A failure is a Lua error as it was when the stack still stood.
type failure struct {
	value       lua.LValue         // what pcall gives the script
	diagnostics []*diag.Diagnostic // those the value carries
	message     string             // of a string: the text without position
	site        gpu.Site           // where it happened
	stack       []bindings.Frame   // innermost first
	way         gpu.Site           // the first of the stack, and the calls that led there
	fault       fault.Fault        // what the operation was about
	byScript    bool               // raised by error or assert
	cause       error              // what a function of the program has panicked with
	less        *diag.Help         // of a script that was stopped: what leads out of the limit
	thread      diag.Place         // where the simulated thread was started that it happened in; none: the main thread
}

// thrown is the last string that error or assert raised.
type thrown struct {
	text, message string
	site          gpu.Site
}

// rememberedFailures is how many caught errors are kept in case the script throws one of them again.
const rememberedFailures = 16

// call runs a function in the guard, from outside Lua.
func (h *Host) call(fn *lua.LFunction, args []lua.LValue) *failure {
	h.L.SetTop(0)
	h.L.Push(h.guard)
	h.L.Push(fn)
	for _, a := range args {
		h.L.Push(a)
	}
	if err := h.L.PCall(len(args)+1, lua.MultRet, nil); err != nil {
		return h.failureOf(err)
	}
	return nil // the results are on the stack
}

// guarded calls its first argument with the others. An error in it is captured before the stack is unwound.
func (h *Host) guarded(L *lua.LState) int {
	outside := lualib.LastOpenUpvalue(L)
	lualib.LeaveUpvaluesOpen(L)
	defer func() {
		if r := recover(); r != nil {
			lualib.CloseUpvaluesAfter(L, outside)
			h.fail(L, r)
		}
	}()
	L.Call(L.GetTop()-1, lua.MultRet)
	return L.GetTop()
}

// spareCalls is how many calls must fit onto the stack before a function is called in protected mode: gopher-lua loses count of the calls that
// are open when the first one does not.
const spareCalls = 8

// full reports whether no function may be called in protected mode.
func full(L *lua.LState) bool { return bindings.CallDepth(L) > callDepth-spareCalls }

// checkDepth refuses to go on where the stack is full.
func checkDepth(L *lua.LState) {
	if full(L) {
		L.RaiseError("stack overflow")
	}
}

// fail captures a panic and raises it as a Lua error with a value the script may see.
func (h *Host) fail(L *lua.LState, r any) {
	f := h.capture(L, r)
	h.remember(f)
	unwind(L, f.value)
}

// unwind raises a value on its way to the PCall around the guard. PCall would add gopher-lua's own traceback, which takes
// time with the square of the depth, unless the error has one; it sets L.Panic back itself.
func unwind(L *lua.LState, value lua.LValue) {
	lualib.LeaveUpvaluesOpen(L)
	L.Panic = func(L *lua.LState) {
		panic(&lua.ApiError{Type: lua.ApiErrorRun, Object: L.Get(-1), StackTrace: "captured"})
	}
	L.Error(value, 0)
}

func (h *Host) remember(f *failure) {
	if len(h.caught) == rememberedFailures {
		h.caught = append(h.caught[:0], h.caught[1:]...)
	}
	h.caught = append(h.caught, f)
}

// latest returns the last failure with the value, one of the running thread before those of others: threads that fail at one place do it with equal
// texts.
func (h *Host) latest(value lua.LValue) (found *failure) {
	now := h.threadNow()
	for i := len(h.caught) - 1; i >= 0; i-- {
		switch f := h.caught[i]; {
		case f.value == value && f.thread == now:
			return f
		case f.value == value && found == nil:
			found = f
		}
	}
	return found
}

// recall returns the failure that a value thrown again comes from: the same table, or a string that begins with the
// failure's own place. Other strings may be equal by chance.
func (h *Host) recall(value lua.LValue) *failure {
	f := h.latest(value)
	if f == nil {
		return nil
	}
	switch v := value.(type) {
	case *lua.LTable, *lua.LUserData:
		return f
	case lua.LString:
		if place, ok := h.source.Place(f.site); ok && strings.HasPrefix(string(v), place+": ") {
			return f
		}
	}
	return nil
}

// ended is the cause of the error with which a simulated thread has ended: other threads may end with the same text.
type ended struct {
	*failure
	host *Host
}

// Error implements error.
func (e ended) Error() string { return e.value.String() }

// Again implements luaerr.Again: the error comes out of a Join.
func (e ended) Again() { e.host.remember(e.failure) }

// failureOf returns what is known of an error that PCall returned.
func (h *Host) failureOf(err error) *failure {
	var value lua.LValue = lua.LString(err.Error())
	if api, ok := err.(*lua.ApiError); ok {
		if e, ok := api.Cause.(ended); ok {
			return e.failure
		}
		value = api.Object
	}
	if f := h.latest(value); f != nil {
		return f
	}
	f := &failure{value: value}
	h.readValue(h.L, f)
	return f
}

// capture describes a panic while the stack of L stands as it was.
func (h *Host) capture(L *lua.LState, r any) *failure {
	h.meter.notice()
	if h.stopped != nil {
		return h.stopped // the stack of each function that it unwinds through would take time with the square of the depth
	}
	api, ok := r.(*lua.ApiError)
	site := bindings.CallSite(L)
	if ok && !h.meter.stopped() {
		if known := h.recall(api.Object); known != nil && (known.site != site || known.thread == h.threadNow()) {
			return known
		}
	}
	f := &failure{site: site, stack: bindings.CallStack(L), way: h.place(L), thread: h.threadNow()}
	if !ok {
		f.value = lua.LString(fmt.Sprint(r))
		if f.value.String() != fault.OverflowPanic {
			f.cause, _ = r.(error)
			f.diagnostics = h.hearing.Panic(f.site, r)
			f.value = h.placed(f.site, f.diagnostics[0].Title)
			return f
		}
	} else {
		f.value = api.Object
	}
	h.readValue(L, f)
	h.noteStop(L, f)
	return f
}

// noteStop keeps where a script was when it was stopped; every function it unwinds through fails once more. It adds what leads out of a limit.
func (h *Host) noteStop(L *lua.LState, f *failure) {
	if h.meter.stopped() && h.stopped == nil {
		if h.stopped = f; h.meter.stop != nil {
			f.less = turns.Fewer(L, bindings.CallLevels(L), h.source.Loops, h.meter.stop.Code)
			if a := h.gpu.Adapter(); a != nil && a.Crowded() && (h.meter.stop.Code == diag.StepLimit || h.meter.stop.Code == diag.TimeLimit) {
				h.meter.stop.Note("Another thread waits for its turn. Threads take turns in calls that take time: in a loop that waits for another thread call gpu.Work(1).")
			}
		}
	}
	for _, d := range f.diagnostics {
		if d.Code == diag.ObjectLimit || d.Code == diag.MemoryLimit {
			if less := turns.Fewer(L, bindings.CallLevels(L), h.source.Loops, d.Code); less != nil {
				d.WithHelp(*less)
			}
		}
	}
}

// readValue reads the error value: a table with a diagnostic, or a string that may begin with a position.
func (h *Host) readValue(L *lua.LState, f *failure) {
	if f.diagnostics = carried(f.value); len(f.diagnostics) > 0 {
		return
	}
	text, ok := f.value.(lua.LString)
	if !ok {
		f.byScript = true
		return
	}
	if string(text) == h.thrown.text && h.thrown.site != 0 {
		f.message, f.site, f.byScript = h.thrown.message, h.thrown.site, true
		return
	}
	f.message = shortened(string(text))
	if m := position.FindStringSubmatch(f.message); m != nil {
		if id, err := strconv.ParseUint(m[2], 10, 32); err == nil {
			if _, known := h.source.Span(gpu.Site(id)); known {
				f.site, f.message = gpu.Site(id), m[3]
			} else if m[1] == preludeName {
				f.message = m[3]
			}
		}
	}
	f.message = h.rewrite(f.message)
	f.fault = h.hearing.Explain(L, f.site, f.message)
	f.message = f.fault.Title
	f.value = h.placed(f.site, f.message)
}

// placed is what pcall gives the script of a message: with its place, if that is known.
func (h *Host) placed(site gpu.Site, message string) lua.LString {
	if place, ok := h.source.Place(site); ok {
		return lua.LString(place + ": " + message)
	}
	return lua.LString(message)
}

// told is the error of Go that a failure tells, for errors.Is: one that a function of the program has returned and the script raised, or has panicked
// with, or why a file could not be used; nil for none.
func (f *failure) told() error {
	if ud, ok := f.value.(*lua.LUserData); ok {
		if err, ok := ud.Value.(error); ok {
			return err
		}
	}
	return cmp.Or(f.cause, bindings.ErrorCause(f.value))
}

// longestMessage is how much of a message is shown, in bytes. A script can raise texts of any length.
const longestMessage = 1 << 14

// shortened is a message without what is too long of it.
func shortened(message string) string {
	if len(message) <= longestMessage {
		return message
	}
	return fmt.Sprintf("%s… (%s bytes)", strings.ToValidUTF8(message[:longestMessage], ""), grouped(int64(len(message))))
}

// position is how gopher-lua begins the message of an error, "file:site: "; in the prelude the site is 0.
var position = regexp.MustCompile(`(?s)^(.*?):(\d{8,10}|0): (.*)$`)

// siteNumber is a number large enough to be a site, after a colon.
var siteNumber = regexp.MustCompile(`:(\d{8,10})\b`)

// rewrite replaces sites in a text by line numbers.
func (h *Host) rewrite(text string) string {
	return siteNumber.ReplaceAllStringFunc(text, func(s string) string {
		id, err := strconv.ParseUint(s[1:], 10, 32)
		if err != nil || gpu.Site(id) < source.FirstSite {
			return s
		}
		if sp, ok := h.source.Span(gpu.Site(id)); ok {
			return fmt.Sprintf(":%d", sp.Line)
		}
		return s
	})
}

// carried returns the diagnostics of an error value: a userdata that is one, or the table that modules raise.
func carried(v lua.LValue) []*diag.Diagnostic {
	ud, ok := v.(*lua.LUserData)
	if !ok {
		return bindings.ErrorDiagnostics(v)
	}
	switch d := ud.Value.(type) {
	case *diag.Diagnostic:
		return []*diag.Diagnostic{d}
	case error:
		var de *diag.Error
		if errors.As(d, &de) {
			return de.Diagnostics
		}
	}
	return nil
}

// raise raises a diagnostic as a Lua error and does not return.
func (h *Host) raise(L *lua.LState, d *diag.Diagnostic) {
	if len(d.Labels) == 0 {
		d.At(bindings.CallSite(L), "")
	}
	bindings.Raise(L, d)
}

// diagnose turns an uncaught failure into diagnostics.
func (h *Host) diagnose(f *failure) []*diag.Diagnostic {
	all := f.diagnostics
	if h.stopped != nil {
		f = h.stopped
	}
	switch {
	case h.meter.stop != nil:
		all = []*diag.Diagnostic{h.meter.stop.At(f.site, "this was running")}
		if f.less != nil {
			all[0].WithHelp(*f.less)
		}
	case len(all) > 0:
	case f.byScript:
		all = []*diag.Diagnostic{h.scriptError(f)}
	default:
		all = []*diag.Diagnostic{h.hearing.Diagnostic(&f.fault, f.site)}
	}
	for _, d := range all {
		if len(d.Labels) == 0 && f.site != 0 {
			d.At(f.site, "")
		}
		if h.raisedAt(d, f.stack) {
			if f.thread.Site != 0 {
				d.In(f.thread)
			}
			if len(d.Stack) == 0 && len(f.stack) > 1 {
				d.WithStack(frames(f.stack))
			}
		}
		d.Anchor()
		h.lead(d, f)
		h.hearing.Pinpoint(d)
		h.hearing.Given(d)
		h.locate(d)
	}
	return all
}

// lead gives the primary label the calls that led to the failure, where it is about that: the call, or an operand beside it.
func (h *Host) lead(d *diag.Diagnostic, f *failure) {
	for i := range d.Labels {
		l := &d.Labels[i]
		if l.Primary && len(f.stack) > 1 && (l.Site == f.stack[0].Site || l.Site != 0 && l.Site == f.fault.Site) {
			l.Site = h.source.Along(f.way, l.Site)
		}
	}
}

// raisedAt says whether a diagnostic is about a call of the stack. One that comes out of a later call than that which it is about has
// nothing to do with who made that call.
func (h *Host) raisedAt(d *diag.Diagnostic, stack []bindings.Frame) bool {
	about, ok := h.source.Span(d.Primary().Site)
	return !ok || slices.ContainsFunc(stack, func(f bindings.Frame) bool {
		call, ok := h.source.Span(f.Site)
		return ok && call.File == about.File && call.Line == about.Line
	})
}

// locate finds the places of a diagnostic in the scripts, and makes exact edits of its suggestions.
func (h *Host) locate(d *diag.Diagnostic) {
	h.hearing.Unassigned(d)
	h.hearing.Slips(d)
	d.Resolve(h.source.Span)
	d.Callers(h.source)
	d.Earlier(h.source.Once)
	d.Lift(h.source.Outer, h.source.Span)
	d.Fill(h.source)
	d.Anchor()
	d.Place(h.source.Fix)
	d.FindWords(h.source.Line)
	d.CheckLines(h.source.Line, h.source.Insertable)
	d.Exchange(h.source.Line, h.source.Written)
	h.hearing.Early(d)
	h.hearing.Astray(d)
	d.Join(h.source.Line)
}

// A stack is shown with at most this many frames at its inner and outer end.
const (
	innerFrames = 40
	outerFrames = 10
)

// frames turns a stack into that of a diagnostic. Of a long one the middle is only counted.
func frames(stack []bindings.Frame) []diag.Frame {
	var out []diag.Frame
	for i, f := range stack {
		if left := len(stack) - outerFrames - i; i == innerFrames && left > 1 {
			out = append(out, diag.Frame{Function: fmt.Sprintf("%s more calls", grouped(int64(left)))})
		}
		if i < innerFrames || i >= len(stack)-outerFrames || len(stack) == innerFrames+outerFrames+1 {
			out = append(out, diag.Frame{Site: f.Site, Function: f.Function})
		}
	}
	return out
}

// scriptError words what the script raised itself.
func (h *Host) scriptError(f *failure) *diag.Diagnostic {
	if text, ok := h.ownText(f.value); ok {
		return diag.New(diag.ScriptError, "%s", shortened(text)).At(f.site, "")
	}
	switch v := f.value.(type) {
	case lua.LString:
		return diag.New(diag.ScriptError, "%s", cmp.Or(shortened(f.message), "the script raised an empty string as an error")).At(f.site, "")
	case *lua.LTable:
		if m, ok := v.RawGetString("message").(lua.LString); ok {
			return diag.New(diag.ScriptError, "%s", shortened(string(m))).At(f.site, "")
		}
		if h.L.GetMetaField(v, "__tostring") != lua.LNil {
			return diag.New(diag.ScriptError, "the script raised a table as an error whose __tostring fails").At(f.site, "")
		}
		return diag.New(diag.ScriptError, "the script raised a table without message").At(f.site, "").
			HelpText("Give the table a field message or a metatable with __tostring, or raise a string.")
	case *lua.LNilType:
		return diag.New(diag.ScriptError, "the script raised nil as an error").At(f.site, "")
	}
	return diag.New(diag.ScriptError, "the script raised %s as an error", h.text(f.value)).At(f.site, "")
}

// ownText is what a value says of itself with __tostring.
func (h *Host) ownText(v lua.LValue) (text string, ok bool) {
	if _, isString := v.(lua.LString); isString || h.L.GetMetaField(v, "__tostring") == lua.LNil || full(h.L) {
		return "", false
	}
	h.L.Push(h.L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString(h.metaText(L, v)))
		return 1
	}))
	if h.L.PCall(0, 1, nil) != nil {
		return "", false
	}
	text = h.L.Get(-1).String()
	h.L.Pop(1)
	return text, true
}
