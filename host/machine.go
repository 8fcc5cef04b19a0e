package host

import (
	"errors"
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
	"github.com/gpuscript/gpuscript/host/internal/heapwatch"
)

// openGPU registers the modules of the GPU. The machine itself is made when the script first requires one of them.
func (h *Host) openGPU() {
	h.gpu = bindings.Preload(h.L, bindings.Options{
		Adapter:  h.newAdapter,
		Source:   shaderSource{h},
		Visible:  h.source.Captured,
		Site:     h.place,
		Files:    h,
		OnImage:  h.keepImage,
		OnKernel: h.options.Observer.OnKernel,
		OnHeaps:  h.heapMaps(),
		Filter:   h.options.Filter,
		Room:     h.room,
		Call:     h.callThread,
	})
}

// place is where L is in the scripts, and how it came there.
func (h *Host) place(L *lua.LState) gpu.Site {
	var chain bindings.CallChain
	n := bindings.CallSites(L, &chain)
	return h.source.At(chain[:n])
}

// image is a picture that a script saves, until its file is written.
type image struct {
	name string
	data []byte
}

// keepImage gets a picture before its file is written. The observer gets it after that, so that it never hears of a file that
// could not be written; without a place for files it gets it at once.
func (h *Host) keepImage(name string, data []byte) {
	h.image = image{name, data}
	if h.files.Writable() == nil && h.options.Save == nil {
		h.showImage(name)
	}
}

// showImage shows the picture of a file to the observer.
func (h *Host) showImage(name string) {
	if h.image.data != nil && h.image.name == name {
		h.options.Observer.OnImage(name, h.image.data)
	}
}

// heapMaps is what gets the heaps of the engine level; nil if nobody asked for them.
func (h *Host) heapMaps() func(device, label string, heaps []heapmap.Heap) {
	if h.options.HeapMaps == nil {
		return nil
	}
	return func(device, label string, heaps []heapmap.Heap) {
		if h.watcher != nil {
			h.watcher.Yield(device)
		}
		if len(heaps) > 0 {
			h.options.HeapMaps.Add(label, heaps...)
		}
	}
}

// newAdapter makes the machine as the options say.
func (h *Host) newAdapter() (*device.Adapter, error) {
	o := device.Options{
		Context:      h.Context(),
		Profile:      h.options.Adapter,
		VRAMBytes:    vramLimit(h.limits.VRAMBytes),
		MaxObjects:   max(h.limits.OpenObjects, 0),
		Seed:         h.options.Seed,
		Schedule:     h.options.Schedule,
		OnDiagnostic: h.Report,
		OnPrintf:     func(text string) { h.emit(text + "\n") },
		Interpreter:  h.options.Interpreter,
		OnFrame:      h.options.OnFrame,

		DeveloperMode: h.options.DeveloperMode,
		Background:    background.Support(h.options.Background),

		InstructionBudget: uint64(h.limits.KernelSteps), // none is -1: NoInstructionBudget
	}
	if h.options.HeapMaps != nil {
		h.watcher = heapwatch.New(h.options.HeapMaps)
		o.Layers = []device.Layer{h.watcher}
	}
	if h.options.Errors == ReportErrors {
		o.Errors = device.ErrorsReport
	}
	if h.options.Trace {
		o.OnEvent = h.options.Observer.OnTrace
	}
	return bindings.NewAdapter(o, h.options.Validation == ValidationOn)
}

// vramLimit is the limit in bytes that there can be; without one it is the largest.
func vramLimit(n int64) uint64 {
	if n < 0 {
		return gpu.MaxVRAMBytes
	}
	return min(max(uint64(n), gpu.MinVRAMBytes), gpu.MaxVRAMBytes)
}

// shaderSource finds the source of shader functions.
type shaderSource struct{ h *Host }

// Function implements bindings.Source.
func (f shaderSource) Function(fn *lua.LFunction) (*ast.FunctionExpr, bool) {
	if fn.Proto == nil {
		return nil, false
	}
	node, _, ok := f.h.source.Function(gpu.Site(fn.Proto.LineDefined))
	return node, ok
}

// callThread runs the main function of a simulated CPU thread.
func (h *Host) callThread(L *lua.LState, fn *lua.LFunction) error {
	if h.L.Context() != nil {
		L.SetContext(h.meter) // gopher-lua gave it a context derived from the meter, which would not count
	}
	h.resumed[L] = true // nobody else may
	defer func() {
		delete(h.resumed, L)
		L.Dead = true
	}()
	L.Push(h.guard)
	L.Push(fn)
	err := L.PCall(1, 0, nil)
	if h.meter.stopped() {
		return nil // it ends with the run, whose error it is
	}
	if api, ok := err.(*lua.ApiError); ok {
		api.Cause = ended{h.failureOf(err), h}
	}
	return err
}

// threadNow is where the simulated thread was started that runs now; the main thread was not.
func (h *Host) threadNow() diag.Place {
	if a := h.gpu.Adapter(); a != nil {
		if t := a.Running(); t != nil {
			return diag.Place{Site: t.Created(), Text: fmt.Sprintf("thread %q", t.Name()), Verb: diag.StartedAt}
		}
	}
	return diag.Place{}
}

// emit sends what kernels print to the script's output. Beyond the output limit the script stops.
func (h *Host) emit(text string) {
	n := int64(len(text))
	if d := h.beyond(n, "script stopped: kernels printed more than %s of output", inBytes(h.limits.OutputBytes)); d != nil {
		h.meter.halt(d)
		return
	}
	h.printed += n
	h.options.Observer.OnPrint(text)
	if _, err := h.options.Stdout.Write([]byte(text)); err != nil && h.lost == nil {
		h.lost = err // no call is guilty; the end of the run reports it
	}
}

// startGPU lets the run's context cancel kernels and waits.
func (h *Host) startGPU() {
	if a := h.gpu.Adapter(); a != nil {
		a.SetContext(h.Context())
	}
}

// finishGPU lets the GPU finish what the script submitted.
func (h *Host) finishGPU() (first *failure) {
	defer func() {
		if r := recover(); r != nil {
			first = h.capture(h.L, r)
		}
	}()
	for i, err := range h.gpu.Finish() {
		f := h.failureOf(err)
		var found *diag.Error
		if errors.As(err, &found) {
			f = &failure{value: lua.LString(err.Error()), diagnostics: found.Diagnostics}
		}
		if i == 0 {
			first = f
			continue
		}
		for _, d := range h.diagnose(f) {
			h.reportEnd(d)
		}
	}
	if first == nil && h.meter.stopped() {
		return h.stopped // a thread that nobody joined came to the limit
	}
	return first
}

// settleGPU lets the GPU do what a script has submitted that has failed, and returns what is wrong with that: it came before the failure. failed is
// the error of a rule with which it has, nil for none.
func (h *Host) settleGPU(failed *diag.Diagnostic) (found []*diag.Diagnostic) {
	a := h.gpu.Adapter()
	if a == nil {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			found = append(found, h.diagnose(h.capture(h.L, r))...)
		}
	}()
	for _, err := range a.Settle(failed) {
		var more *diag.Error
		if errors.As(err, &more) {
			found = append(found, more.Diagnostics...)
		}
	}
	return found
}

// causeOf is a failure of a call that came before work was finished, or that may wait for ever, or in its place what is why: a queue whose wait for
// other work is missing, which is known when the work has run. A wait of the CPU would let that mistake stand. Where that was only reported, the
// failure follows from it.
func (h *Host) causeOf(f *failure) *failure {
	found := h.settleGPU(f.diagnostics[0])
	if i := slices.IndexFunc(found, func(d *diag.Diagnostic) bool { return d.Causes(f.diagnostics[0]) }); i >= 0 {
		err := diag.AsError(found[i])
		return &failure{value: lua.LString(err.Error()), diagnostics: found[i : i+1]}
	}
	return f
}

// closeGPU ends the simulated threads and frees the machine's memory.
func (h *Host) closeGPU() error {
	if a := h.gpu.Adapter(); a != nil {
		return a.Close()
	}
	return nil
}

// MachineStats counts what the simulated GPU did; ok is false if the script did not use it.
func (h *Host) MachineStats() (stats device.Stats, ok bool) {
	if a := h.gpu.Adapter(); a != nil {
		return a.Stats(), true
	}
	return device.Stats{}, false
}
