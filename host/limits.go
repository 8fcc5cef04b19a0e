package host

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/folders"
	"github.com/gpuscript/gpuscript/host/internal/memwatch"
	"github.com/gpuscript/gpuscript/host/internal/source"
)

// lookEvery is after how many steps the meter looks at the clock and at the context.
const lookEvery = 4096

var (
	errWallTime = errors.New("wall time")
	errMemory   = errors.New("memory")
	errStop     = errors.New("stopped")
)

// A meter counts the instructions of the Lua machine. gopher-lua has one hook per instruction, the Done method of the
// state's context, and it is called on the goroutine of the state: so Done counts, and returns a nil channel, the cheapest
// answer a select can get, until something says stop. Measured on arithmetic and calls, a counted script takes 1.0 to 1.25
// times as long as one without context; a context of the standard library, which cannot count, costs 1.2 times.
//
// It is a context for the Lua machine only. Anything else uses Host.Context.
type meter struct {
	context.Context
	left    int64 // steps until the next look
	block   int64 // steps given at the last look
	budget  int64 // steps after this block, negative for no limit
	limit   int64
	wall    time.Duration
	before  int64 // steps in finished blocks
	memory  *memwatch.Watch
	kept    int64 // limit of the memory
	closed  chan struct{}
	stop    *diag.Diagnostic // why it stops, nil while it runs
	cause   error            // why the context has ended, if that is why it stops
	exiting bool             // os.exit was called
}

// newMeter begins to measure. spent is called, on another goroutine, when the memory is spent while the script is in Go code.
func newMeter(ctx context.Context, limits Limits, spent func()) *meter {
	m := &meter{Context: ctx, budget: limits.LuaSteps, limit: limits.LuaSteps, wall: limits.WallTime, kept: limits.Memory,
		memory: memwatch.Start(limits.Memory, spent), closed: make(chan struct{})}
	close(m.closed)
	m.refill()
	return m
}

func (m *meter) refill() {
	m.before += m.block
	m.block = lookEvery
	if m.budget >= 0 {
		m.block = min(m.block, m.budget)
		m.budget -= m.block
	}
	m.left = m.block
}

// steps returns how many instructions have run.
func (m *meter) steps() int64 { return m.before + m.block - max(m.left, 0) }

// Done is called before every instruction.
func (m *meter) Done() <-chan struct{} {
	m.left--
	switch {
	case m.left < 0:
		return m.look()
	case m.memory.Pressed() && !m.goesOn():
		return m.closed
	}
	return nil
}

// goesOn decides what a press means: the memory is spent, or the context has ended while a Go function was running. A few of those can take as long
// as a million instructions.
func (m *meter) goesOn() bool {
	m.room(0)
	m.notice()
	return !m.stopped()
}

// room stops the script if n bytes more are not within its memory, and reports whether they are.
func (m *meter) room(n int) bool {
	if m.memory.Room(int64(n)) {
		return true
	}
	m.halt(outOfMemory(m.kept))
	return false
}

func outOfMemory(limit int64) *diag.Diagnostic {
	return diag.New(diag.ScriptMemoryLimit, "script stopped: its values need more than %s of memory", inBytes(limit)).
		Because("The limit of memory for strings, tables and functions, Limits.Memory, is %s, and what no variable holds any more was collected.",
			inBytes(limit)).
		HelpText("Set variables and fields to nil when their values are not needed any more, or %s.", runWith("memory", limit))
}

// look decides whether the script continues.
func (m *meter) look() <-chan struct{} {
	m.left = 0
	switch {
	case m.stopped():
	case m.budget == 0 && m.limit >= 0:
		m.halt(diag.New(diag.StepLimit, "script stopped after %s steps", grouped(m.limit)).
			Because("The limit of Lua instructions, Limits.LuaSteps, is %s.", grouped(m.limit)).
			HelpText("See that the loop ends, or %s.", runWith("steps", m.limit)))
	case m.Context.Err() != nil:
		m.cancelled()
	default:
		m.refill()
		m.left--
		return nil
	}
	return m.closed
}

// charge counts work of a Go function as instructions, and looks.
func (m *meter) charge(n int64) {
	if m.budget >= 0 {
		n = min(n, m.budget)
		m.budget -= n
	}
	m.before += n
	m.look()
}

// cancelled says which of the three ends of the context it was.
func (m *meter) cancelled() {
	switch context.Cause(m.Context) {
	case errWallTime:
		m.halt(diag.New(diag.TimeLimit, "script stopped: its time is over").
			Because("The limit of real time, Limits.WallTime, is %s.", m.wall).
			HelpText("See that the loop ends, or run with --limit-time=%s.", 2*m.wall))
	case errMemory:
		m.halt(outOfMemory(m.kept))
	default:
		m.halt(diag.New(diag.Cancelled, "script stopped: the run was cancelled"))
		m.cause = context.Cause(m.Context)
	}
}

// halt makes every further instruction an error. The first reason stays.
func (m *meter) halt(why *diag.Diagnostic) {
	if m.stop == nil && !m.exiting {
		m.stop = why
		m.before, m.block, m.left = m.steps(), 0, 0
	}
}

func (m *meter) stopped() bool { return m.stop != nil || m.exiting }

// Fill implements gaps.Filler. Four elements count as an instruction.
func (m *meter) Fill(L *lua.LState, n int) {
	m.charge(int64(n) / 4)
	if m.stopped() || !m.room(16*n) {
		L.Error(lua.LString(errStop.Error()), 0)
	}
}

// Err is the text of the Lua error that stops the script.
func (m *meter) Err() error { return errStop }

// startMeter prepares a run. The meter slows the machine down, so it is installed only if something asks for it: a
// limit of steps, time or memory or a context that can end.
func (h *Host) startMeter(ctx context.Context) (stop func()) {
	cancel, spent := func() {}, func() {}
	if h.limits.Memory >= 0 {
		inner, end := context.WithCancelCause(ctx)
		ctx, spent = inner, func() { end(errMemory) }
		cancel = func() { end(nil) }
	}
	if h.limits.WallTime > 0 {
		inner, end := context.WithTimeoutCause(ctx, h.limits.WallTime, errWallTime)
		outer := cancel
		ctx, cancel = inner, func() { end(); outer() }
	}
	h.meter, h.stopped = newMeter(ctx, h.limits, spent), nil
	ended := context.AfterFunc(ctx, h.meter.memory.Press)
	if h.limits.LuaSteps >= 0 || ctx.Done() != nil {
		h.L.SetContext(h.meter)
	} else {
		h.L.RemoveContext()
	}
	return func() {
		h.L.RemoveContext()
		ended()
		h.meter.memory.End()
		cancel()
	}
}

// Context returns the context of the current run, for work outside the Lua machine such as kernels and waits. It ends with
// the caller's context and with the limits of time and memory.
func (h *Host) Context() context.Context { return h.meter.Context }

// load compiles a text of the script. It does not return if a limit ends the run meanwhile.
func (h *Host) load(L *lua.LState, name, text string) (*lua.FunctionProto, error) {
	proto, err := h.source.LoadContext(h.Context(), name, text)
	if errors.Is(err, source.ErrStopped) {
		h.meter.notice()
		L.Error(lua.LString(errStop.Error()), 0)
	}
	return proto, err
}

// notice stops the script when its context has ended while it was in Go code: a kernel, a wait.
func (m *meter) notice() {
	if m.Context.Err() != nil && !m.stopped() {
		m.cancelled()
	}
}

// halt stops the script from inside a Go function and does not return. pcall does not catch it.
func (h *Host) halt(L *lua.LState, why *diag.Diagnostic) {
	h.meter.halt(why)
	L.Error(lua.LString(errStop.Error()), 0)
}

// write sends script output to its places and counts it.
func (h *Host) write(L *lua.LState, text string) {
	h.count(L, int64(len(text)))
	h.options.Observer.OnPrint(text)
	if _, err := h.options.Stdout.Write([]byte(text)); err != nil {
		h.raise(L, unwritten(err))
	}
}

// unwritten is the diagnostic of an output that fails.
func unwritten(err error) *diag.Diagnostic {
	return diag.New(diag.RuntimeError, "cannot write the output: %s", folders.Reason(err))
}

// count adds bytes of output; beyond the limit the script stops before they are written.
func (h *Host) count(L *lua.LState, n int64) {
	if d := h.beyond(n, "script stopped: more than %s of output", inBytes(h.limits.OutputBytes)); d != nil {
		h.halt(L, d)
	}
	h.printed += n
}

// beyond is the diagnostic of n bytes more than the limit of output leaves; nil if it leaves them. The rest is its headline.
func (h *Host) beyond(n int64, title string, args ...any) *diag.Diagnostic {
	limit := h.limits.OutputBytes
	if limit < 0 || h.printed+n <= limit {
		return nil
	}
	return diag.New(diag.OutputLimit, title, args...).
		Because("%s came before, this would add %s; the limit, Limits.OutputBytes, is %s.", inBytes(h.printed), inBytes(n), inBytes(limit)).
		HelpText("Write less, or %s.", runWith("output", max(limit, (h.printed+n+1)/2)))
}

// runWith is the flag that makes a limit twice as large.
func runWith(name string, limit int64) string {
	return fmt.Sprintf("run with --limit-%s=%s", name, grouped(2*max(limit, 1)))
}

// grouped writes a number with commas, 1,000,000.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// inBytes is a number of bytes in words.
func inBytes(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return grouped(n) + " bytes"
}
