package conformance

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// event is one thing that layers of the device are told: a call, a command that was executed, or the end of a submission.
type event struct {
	call       gpu.Call
	executed   *gpu.Executed
	retired    gpu.ID // queue
	submission uint64
}

// tape is a layer that keeps everything that a script does.
type tape struct{ events []event }

func (t *tape) Check(gpu.Call) []*diag.Diagnostic           { return nil }
func (t *tape) Record(c gpu.Call)                           { t.events = append(t.events, event{call: keep(c)}) }
func (t *tape) Follows() bool                               { return true }
func (t *tape) Findings(incident.Ending) []*diag.Diagnostic { return nil }

func (t *tape) Executed(e *gpu.Executed) {
	k := *e
	k.Barriers, k.Accesses = slices.Clone(e.Barriers), slices.Clone(e.Accesses)
	t.events = append(t.events, event{executed: &k})
}

func (t *tape) Retired(queue gpu.ID, submission uint64, _ bool) {
	t.events = append(t.events, event{retired: queue, submission: submission})
}

// keep copies a call that the device may use again.
func keep(call gpu.Call) gpu.Call {
	switch c := call.(type) {
	case *gpu.Command:
		k := *c
		k.Words, k.Barriers, k.Rects, k.Writes = slices.Clone(c.Words), slices.Clone(c.Barriers), slices.Clone(c.Rects), slices.Clone(c.Writes)
		if c.Copy != nil {
			body := *c.Copy
			k.Copy = &body
		}
		if c.Graphics != nil {
			k.Graphics = &gpu.GraphicsArgs{Targets: slices.Clone(c.Graphics.Targets), Viewports: slices.Clone(c.Graphics.Viewports), VertexBuffers: slices.Clone(c.Graphics.VertexBuffers)}
		}
		return &k
	case *gpu.SubmitCall:
		k := *c
		k.Lists = slices.Clone(c.Lists)
		return &k
	case *gpu.DescriptorCall:
		k := *c
		k.Copies = slices.Clone(c.Copies)
		return &k
	case *gpu.MapCall:
		k := *c
		if c.Range != nil {
			r := *c.Range
			k.Range = &r
		}
		return &k
	case *gpu.FenceCall:
		k := *c
		return &k
	case *gpu.ListCall:
		k := *c
		return &k
	case *gpu.CreateCall:
		k := *c
		return &k
	}
	return call
}

// pictures are the files that the examples read; what they write is dropped.
type pictures struct{}

func (pictures) ReadFile(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join("..", "..", "scripts", filepath.FromSlash(name)))
}

func (pictures) WriteFile(string, []byte) error { return nil }

// shorter are examples with long loops, or with pictures and tables of many items: their tapes are made with fewer, which are the same calls. Each
// has texts of the script, and what takes their place.
var shorter = map[string][][2]string{
	"streaming.lua":        {{"SIZE, FRAMES, AHEAD, KEPT = 32, 1000, 2, 3", "SIZE, FRAMES, AHEAD, KEPT = 32, 10, 2, 3"}},
	"materials.lua":        {{"local W, H = 640, 360", "local W, H = 64, 36"}, {"local SAMPLES = 96", "local SAMPLES = 4"}},
	"model.lua":            {{"local W, H, FRAMES, BUFFERS, SAMPLES = 400, 300,", "local W, H, FRAMES, BUFFERS, SAMPLES = 64, 48,"}},
	"particles.lua":        {{"local W, H, COUNT, FRAMES, VERSIONS = 480, 360,", "local W, H, COUNT, FRAMES, VERSIONS = 64, 48,"}},
	"ocean.lua":            {{"local W, H, SETS = 640, 360, 2", "local W, H, SETS = 64, 36, 2"}},
	"deferred_shading.lua": {{"local W, H, LIGHTS = 640, 400, 60", "local W, H, LIGHTS = 64, 40, 60"}},
	"nbody.lua":            {{"local W, H = 640, 400", "local W, H = 64, 40"}, {"local STARS, GROUP, STEPS, EVERY = 2048,", "local STARS, GROUP, STEPS, EVERY = 512,"}},
	"mandelbrot.lua":       {{"local W, H, TURNS, BAILOUT = 640, 400,", "local W, H, TURNS, BAILOUT = 64, 40,"}},
}

// source is the text of an example, with shorter loops and smaller pictures.
func source(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "scripts", file))
	require.NoError(t, err)
	out := string(text)
	for _, change := range shorter[file] {
		require.Equal(t, 1, strings.Count(out, change[0]), "%s: %s", file, change[0])
		out = strings.Replace(out, change[0], change[1], 1)
	}
	return out
}

// tapes are those of the examples that were played, by file: several tests change them, and none in place.
var tapes sync.Map

// play runs an example, unless it was run before, and returns its tape.
func play(t *testing.T, file string) *tape {
	t.Helper()
	if known, ok := tapes.Load(file); ok {
		return known.(*tape)
	}
	taped := &tape{}
	r := newRun(t, taped)
	require.Empty(t, r.do(t, file))
	tapes.Store(file, taped)
	return taped
}

// run is a Lua state for one example.
type run struct {
	L      *lua.LState
	module *bindings.Module
}

func newRun(t *testing.T, layers ...device.Layer) *run {
	r := &run{L: lua.NewState()}
	t.Cleanup(r.L.Close)
	r.module = bindings.Preload(r.L, bindings.Options{Files: pictures{}, Adapter: func() (*device.Adapter, error) {
		return bindings.NewAdapter(device.Options{Context: context.Background(), Layers: layers, DeveloperMode: true}, true)
	}})
	r.L.SetField(r.L.GetGlobal("package"), "path", lua.LString(filepath.Join("..", "..", "scripts", "?.lua")))
	r.L.SetGlobal("arg", r.L.NewTable())
	r.L.SetGlobal("print", r.L.NewFunction(func(*lua.LState) int { return 0 }))
	return r
}

// do runs an example to its end, or to its first error, and returns the errors.
func (r *run) do(t *testing.T, file string) (errs []error) {
	t.Helper()
	path := filepath.Join("..", "..", "scripts", file)
	if _, ok := shorter[file]; ok {
		path = filepath.Join(t.TempDir(), file)
		require.NoError(t, os.WriteFile(path, []byte(source(t, file)), 0o600))
	}
	if err := r.L.DoFile(path); err != nil {
		errs = append(errs, err)
	}
	errs = append(errs, r.module.Finish()...)
	if a := r.module.Adapter(); a != nil {
		require.NoError(t, a.Close())
	}
	return errs
}

// withoutSignal leaves the n-th call of Signal of the script out, of queues and of fences; seen counts all of them.
func (r *run) withoutSignal(t *testing.T, n int) (seen *int) {
	t.Helper()
	seen = new(int)
	done := map[*lua.LTable]bool{}
	methods := func(object lua.LValue) *lua.LTable {
		u, ok := object.(*lua.LUserData)
		require.True(t, ok)
		of := u.Metatable.(*lua.LTable).RawGetString("__index").(*lua.LTable)
		if done[of] {
			return nil
		}
		done[of] = true
		return of
	}
	// behind replaces a function by one that also looks at what it returns.
	behind := func(of *lua.LTable, name string, look func(lua.LValue)) {
		real := r.L.GetField(of, name).(*lua.LFunction).GFunction
		of.RawSetString(name, r.L.NewFunction(func(L *lua.LState) int {
			results := real(L)
			look(L.Get(-results))
			return results
		}))
	}
	signaler := func(object lua.LValue) {
		of := methods(object)
		if of == nil {
			return
		}
		real := r.L.GetField(of, "Signal").(*lua.LFunction).GFunction
		of.RawSetString("Signal", r.L.NewFunction(func(L *lua.LState) int {
			if *seen++; *seen == n {
				return 0
			}
			return real(L)
		}))
	}
	require.NoError(t, r.L.DoString(`module = require "gpu"`))
	behind(r.L.GetGlobal("module").(*lua.LTable), "CreateDevice", func(d lua.LValue) {
		if of := methods(d); of != nil {
			behind(of, "CreateCommandQueue", signaler)
			behind(of, "CreateFence", signaler)
		}
	})
	r.L.SetGlobal("module", lua.LNil)
	return seen
}

// replay tells events to a validator, as the device would, and returns what it says but for advice. A refused call is not
// recorded, as with --errors=stop, where the script would end there.
func replay(events []event) []*diag.Diagnostic {
	starts := map[gpu.ID][2]uint64{}
	for _, e := range events {
		if c, ok := e.call.(*gpu.CreateCall); ok && c.Kind == gpu.KindResource {
			starts[c.Object] = [2]uint64{c.Begin, c.End}
		}
	}
	alive := map[gpu.ID]bool{}
	v := validate.New(validate.Options{ResourceAt: func(address uint64) (gpu.ID, uint64, bool) {
		for id := range alive {
			if r := starts[id]; r[0] <= address && address < r[1] {
				return id, address - r[0], true
			}
		}
		return 0, 0, false
	}})
	var said []*diag.Diagnostic
	for _, e := range events {
		switch {
		case e.executed != nil:
			v.Executed(e.executed)
			continue
		case e.retired != 0:
			v.Retired(e.retired, e.submission, true)
			continue
		}
		found := errorsOf(v.Check(e.call))
		said = append(said, found...)
		if len(found) > 0 {
			return said
		}
		switch c := e.call.(type) {
		case *gpu.CreateCall:
			if c.Kind == gpu.KindResource && starts[c.Object][0] != 0 {
				alive[c.Object] = true
			}
		case *gpu.ReleaseCall:
			delete(alive, c.Object)
		}
		v.Record(e.call)
		if said = append(said, errorsOf(v.Findings(incident.Goes))...); len(said) > 0 {
			return said
		}
	}
	return append(said, errorsOf(v.Findings(incident.Ended))...)
}

func errorsOf(all []*diag.Diagnostic) (out []*diag.Diagnostic) {
	for _, d := range all {
		if d.Severity == diag.SeverityError {
			out = append(out, d)
		}
	}
	return out
}

// examples are the example scripts that break no rule.
func examples(t *testing.T) (out []string) {
	all, err := filepath.Glob(filepath.Join("..", "..", "scripts", "*.lua"))
	require.NoError(t, err)
	for _, path := range all {
		if name := filepath.Base(path); name != "pipelined_race.lua" {
			out = append(out, name)
		}
	}
	require.NotEmpty(t, out)
	return out
}

// resource says whether an identity is a resource that the tape does not release. Back buffers are released together, with their chain.
func (t *tape) resource(id gpu.ID) bool {
	is := false
	for _, e := range t.events {
		switch c := e.call.(type) {
		case *gpu.CreateCall:
			is = is || c.Object == id && c.Kind == gpu.KindResource && c.Chain == 0
		case *gpu.ReleaseCall:
			if c.Object == id {
				return false
			}
		}
	}
	return is
}
