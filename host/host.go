package host

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"weak"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host/internal/exposed"
	"github.com/gpuscript/gpuscript/host/internal/fault"
	"github.com/gpuscript/gpuscript/host/internal/folders"
	"github.com/gpuscript/gpuscript/host/internal/heapwatch"
	"github.com/gpuscript/gpuscript/host/internal/lualib"
	"github.com/gpuscript/gpuscript/host/internal/source"
	"github.com/gpuscript/gpuscript/scripts"
)

// A Host is one Lua state in its sandbox. Its methods belong to one goroutine at a time.
type Host struct {
	options Options
	limits  Limits
	// L is the Lua state, for functions of gopher-lua that take one. Changing its context, closing it or calling functions of the script on it
	// directly bypasses the host's limits and messages.
	L       *lua.LState
	source  *source.Set
	hearing *fault.Hearing // of what the Lua machine refuses
	files   *folders.Files
	modules *modules

	fileMeta  *lua.LTable
	random    random
	ids       lualib.Identities    // what tostring shows of tables and functions
	resumed   map[*lua.LState]bool // coroutines that run, or wait for one that they resumed, and simulated threads
	callbacks int                  // functions of the script that are open and that the program has called
	written   []weak.Pointer[file] // files of io.open that may be open for writing

	values  exposed.Values // of the program
	gpu     *bindings.Module
	watcher *heapwatch.Watcher // of the machine, nil if no heap maps are wanted
	meter   *meter             // of the current or last run
	guard   *lua.LFunction
	within  *lua.LFunction // gives a Lua function that calls a Go function
	thrown  thrown
	caught  []*failure // failures that pcall handed out, newest last, so that throwing one again keeps its place
	printed int64
	image   image           // the picture that a script saves at the moment
	exit    *int            // os.exit
	stopped *failure        // where a limit stopped the run
	found   *diag.Collector // of all runs
	told    *diag.Collector // of the current or last run
	lost    error           // why the output did not take what a kernel printed
	running bool
	code    int
}

// Stack sizes of the Lua state. Call frames are allocated as needed, so a coroutine costs little.
const (
	callDepth     = 16_000
	registerStart = 1_024
	registerStep  = 16_384
	registerLimit = 1 << 20
)

// New makes a host. It touches no file until the script does.
func New(options Options) *Host {
	h := &Host{
		options: options,
		limits:  options.Limits.withDefaults(),
		source:  source.NewSet(),
		resumed: map[*lua.LState]bool{},
		found:   diag.NewCollector(0),
		told:    diag.NewCollector(0),
		random:  newRandom(0),
	}
	if h.options.Stdout == nil {
		h.options.Stdout = io.Discard
	}
	if h.options.Library == nil {
		h.options.Library = scripts.Files
	}
	if h.options.Observer == nil {
		h.options.Observer = NoObserver{}
	}
	h.options.Modules = maps.Clone(options.Modules)
	maps.DeleteFunc(h.options.Modules, func(_ string, f func(*lua.LState) int) bool { return f == nil })
	h.files = folders.New(options.Dir, options.Allow, options.Named, options.Files, options.Out, maxString)
	h.meter = newMeter(context.Background(), Limits{LuaSteps: Unlimited, WallTime: Unlimited, Memory: Unlimited}, nil)
	h.L = lua.NewState(lua.Options{
		SkipOpenLibs: true, MinimizeStackMemory: true, CallStackSize: callDepth,
		RegistrySize: registerStart, RegistryGrowStep: registerStep, RegistryMaxSize: registerLimit,
	})
	h.hearing = &fault.Hearing{Source: h.source, L: h.L, Text: h.ownText, Own: preludeName, Depth: grouped(callDepth),
		Modules: fault.Modules{Names: h.moduleNames, With: h.modulesWith, Gives: h.gives}, Surface: surface}
	h.openLibraries()
	h.values = exposed.Values{L: h.L, Enter: h.enter, Leave: h.leave, Guard: h.guard, Panicked: h.fail, Context: h.Context, Ended: h.stopNow}
	h.openGPU()
	return h
}

// Close frees the Lua state and the folders it has opened. Results stay readable. Called during a run it does nothing and returns ErrRunning.
func (h *Host) Close() error {
	switch {
	case h.L.IsClosed():
		return nil
	case h.running:
		return ErrRunning
	}
	err := errors.Join(h.closeGPU(), h.closeFiles())
	h.L.Close()
	return errors.Join(err, h.files.Close())
}

// Mistakes of the embedding program.
var (
	ErrClosed  = errors.New("the host is closed")           // of a run or a call on a Host that was closed
	ErrRunning = errors.New("the host is running a script") // of a run, a call or Close from a Go function that the script called
)

// Expose makes a Go value a global variable of the script. Call it before Run. On a closed Host it does nothing.
//
// gopher-luar decides how the value looks in Lua: methods and exported fields of structs, elements of maps and slices (from 1; `for k, v in m() do`),
// functions with any number of arguments. Names may also begin with a lower-case letter. Functions of gopher-lua, func(*lua.LState) int, stay as they
// are. Fields of a struct can be set if a pointer is exposed. An error that a function returns is an ordinary value; the script has to raise it:
// assert(not err, err). A function that panics ends the script with an error that names it, which pcall can catch. Calling a channel, which receives
// or sends, waits at most until the run ends; a function that waits for something else must watch Host.Context itself.
//
// A function of the script that is passed to the program may be called during that call and later, but only on the goroutine of the run: it is within
// the limits of the run, and an error in it is a panic that ends the Go function and continues in the script. Between runs use Call instead, because
// nobody would catch the panic.
func (h *Host) Expose(name string, value any) {
	if !h.L.IsClosed() {
		h.L.SetGlobal(name, h.values.New(value))
	}
}

// RunFile reads and runs a script. The path comes from the embedding program and is not subject to the sandbox. Errors are as for RunString; of a
// file that is not there errors.Is finds fs.ErrNotExist.
func (h *Host) RunFile(ctx context.Context, path string) error {
	name := filepath.ToSlash(path)
	return h.run(ctx, name, func() (string, error) {
		text, err := h.whileRunning(func() ([]byte, error) { return folders.ReadFile(path, maxString) })
		if err != nil {
			return "", unusable(diag.New(diag.FileUnreadable, "cannot read script \"%s\": %s", name, folders.Reason(err)), err)
		}
		return string(text), nil
	})
}

// whileRunning reads something within the context of the run.
func (h *Host) whileRunning(read func() ([]byte, error)) ([]byte, error) {
	return folders.Within(h.now(), read, func([]byte) {})
}

// now is the context of the run. Between runs nothing ends what the program does.
func (h *Host) now() context.Context {
	if h.running {
		return h.Context()
	}
	return context.Background()
}

// RunString runs a script's text. The name is the file name in its diagnostics; if an earlier text had the same name, "#2" and so on is appended.
// Globals persist between runs of one host, even after a run that failed. The error is a *diag.Error with all errors of the run; Result has what
// else was found, and the exit code: a script that calls os.exit does not fail. If ctx ended the run, errors.Is finds the cause, for example
// context.Canceled; it also finds an error of the program that the script has raised, or that a function of the program has panicked with, and why a
// call could not read or write a file: what Options.Save has returned, or fs.ErrNotExist. Mistakes of the program are ErrClosed or ErrRunning.
func (h *Host) RunString(ctx context.Context, name, text string) error {
	return h.run(ctx, name, func() (string, error) { return text, nil })
}

// run runs the text that read gives.
func (h *Host) run(ctx context.Context, name string, read func() (string, error)) error {
	if err := h.ready(); err != nil {
		return err
	}
	defer h.begin(ctx)()
	text, err := read()
	if err != nil && h.Context().Err() == nil {
		h.code = ExitUsage
		return h.reportAll(err)
	}
	var proto *lua.FunctionProto
	if err == nil {
		proto, err = h.source.LoadContext(h.Context(), name, text)
	}
	switch {
	case errors.Is(err, source.ErrStopped), h.Context().Err() != nil:
		return h.finishUnread("Script " + name)
	case err != nil:
		h.code = ExitScript
		return h.reportAll(err)
	}
	h.startGPU()
	return h.end(h.call(h.L.NewFunctionFromProto(proto), h.setArguments(name)))
}

// begin begins a run; what it returns is its end. Without a context nothing ends the run from outside.
func (h *Host) begin(ctx context.Context) func() {
	if ctx == nil {
		ctx = context.Background()
	}
	h.running, h.code, h.told, h.lost, h.exit = true, ExitOK, diag.NewCollector(0), nil, nil
	stop := h.startMeter(ctx)
	return func() { stop(); h.running = false }
}

// end lets the machine finish, and is the result of a run whose script has ended, with a failure or nil.
func (h *Host) end(f *failure) error {
	switch {
	case f == nil:
		f = h.finishGPU()
	case len(f.diagnostics) == 0 && h.exit == nil && !h.meter.stopped():
		for _, d := range h.settleGPU(nil) {
			h.Report(d)
		}
	case len(f.diagnostics) == 1 && (f.diagnostics[0].Lacks != diag.Wait{} || len(f.diagnostics[0].Missed.Lifts) > 0):
		f = h.causeOf(f)
	}
	if h.watcher != nil {
		h.watcher.End()
	}
	if h.lost != nil {
		h.Report(unwritten(h.lost))
	}
	if f != nil {
		return h.finish(f)
	}
	if failed := h.errors(); failed != nil {
		h.code = ExitScript
		return failed
	}
	return nil
}

// ready refuses what the program may not do now.
func (h *Host) ready() error {
	switch {
	case h.L.IsClosed():
		h.code = ExitUsage
		return ErrClosed
	case h.running:
		return ErrRunning
	}
	return nil
}

// errors are those that the run has reported so far; nil if there are none.
func (h *Host) errors() *diag.Error {
	all := slices.DeleteFunc(h.told.Diagnostics(), func(d *diag.Diagnostic) bool { return d.Severity != diag.SeverityError })
	if len(all) == 0 {
		return nil
	}
	return &diag.Error{Diagnostics: all}
}

// finish turns an uncaught failure into the result of the run.
func (h *Host) finish(f *failure) error {
	h.meter.notice()
	var all []*diag.Diagnostic
	if h.exit == nil {
		running := !h.meter.stopped()
		if all = h.diagnose(f); running && h.meter.stop != nil {
			all = h.diagnose(f) // what the error said of itself has hit a limit
		}
	}
	if h.exit != nil {
		h.code = *h.exit
		return nil
	}
	h.code = ExitScript
	if h.meter.stopped() {
		h.code = ExitLimit
	}
	return h.reportAll(&diag.Error{Diagnostics: all, Cause: cmp.Or(h.meter.cause, f.told())})
}

// finishUnread is finish for what was stopped before it began.
func (h *Host) finishUnread(what string) error {
	h.meter.notice()
	h.code = ExitLimit
	return h.reportAll(&diag.Error{Diagnostics: []*diag.Diagnostic{h.meter.stop.Because("%s had not begun.", what)}, Cause: h.meter.cause})
}

// reportAll reports the diagnostics of an error and returns all errors of the run.
func (h *Host) reportAll(err error) error {
	var de *diag.Error
	if !errors.As(err, &de) {
		de = &diag.Error{Diagnostics: []*diag.Diagnostic{diag.New(diag.Internal, "%s", err.Error())}}
	}
	for _, d := range de.Diagnostics {
		h.reportEnd(d)
	}
	if failed := h.errors(); failed != nil && len(failed.Diagnostics) > len(de.Diagnostics) {
		failed.Cause = de.Cause
		return failed
	}
	return de // nothing else was found: the very diagnostics that were raised
}

// reportEnd reports why the script, or a thread of it, has ended: not where that only follows from an error that was reported.
func (h *Host) reportEnd(d *diag.Diagnostic) {
	if !d.Follows || h.errors() == nil {
		h.Report(d)
	}
}

// Report adds a diagnostic to the result and tells the observer. Layers that continue after an error call it too.
func (h *Host) Report(d *diag.Diagnostic) {
	h.locate(d)
	h.told.Add(d)
	if h.found.Add(d) {
		h.options.Observer.OnDiagnostic(d)
	}
}

// setArguments sets the global arg and returns the values of `...`.
func (h *Host) setArguments(name string) []lua.LValue {
	table := h.L.NewTable()
	table.RawSetInt(0, lua.LString(name))
	values := make([]lua.LValue, len(h.options.Args))
	for i, a := range h.options.Args {
		values[i] = lua.LString(a)
		table.RawSetInt(i+1, values[i])
	}
	h.L.SetGlobal("arg", table)
	return values
}

// Result returns how the last run ended and all diagnostics so far.
func (h *Host) Result() Result {
	return Result{
		ExitCode:    h.code,
		Diagnostics: h.found.Diagnostics(),
		Stats:       Stats{LuaSteps: h.meter.steps(), OutputBytes: h.printed},
	}
}

// Sources resolves the sites of this host's scripts, for renderers. It may be used from other goroutines.
func (h *Host) Sources() render.Sources { return h.source }

// WriteDiagnostics renders all diagnostics so far.
func (h *Host) WriteDiagnostics(w io.Writer, options render.Options) error {
	return render.Write(w, h.found.Diagnostics(), h.source, options)
}
