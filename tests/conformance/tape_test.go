package conformance

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
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

func (t *tape) Check(gpu.Call) []*diag.Diagnostic { return nil }
func (t *tape) Record(c gpu.Call)                 { t.events = append(t.events, event{call: keep(c)}) }
func (t *tape) Follows() bool                     { return true }
func (t *tape) Findings(bool) []*diag.Diagnostic  { return nil }

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

// play runs an example and returns its tape.
func play(t *testing.T, file string) *tape {
	t.Helper()
	L := lua.NewState()
	defer L.Close()
	taped := &tape{}
	options := bindings.Options{Files: pictures{}, Adapter: func() (*device.Adapter, error) {
		return bindings.NewAdapter(device.Options{Context: context.Background(), Layers: []device.Layer{taped}}, true)
	}}
	module := bindings.Preload(L, options)
	folder := filepath.Join("..", "..", "scripts")
	L.SetField(L.GetGlobal("package"), "path", lua.LString(filepath.Join(folder, "?.lua")))
	L.SetGlobal("print", L.NewFunction(func(*lua.LState) int { return 0 }))
	require.NoError(t, L.DoFile(filepath.Join(folder, file)))
	require.Empty(t, module.Finish())
	if a := module.Adapter(); a != nil {
		require.NoError(t, a.Close())
	}
	return taped
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
		if said = append(said, errorsOf(v.Findings(false))...); len(said) > 0 {
			return said
		}
	}
	return append(said, errorsOf(v.Findings(true))...)
}

func errorsOf(all []*diag.Diagnostic) (out []*diag.Diagnostic) {
	for _, d := range all {
		if d.Severity == diag.SeverityError {
			out = append(out, d)
		}
	}
	return out
}

// TestReplay: told again, the examples that break no rule are silent, so that what a changed tape says is the change.
func TestReplay(t *testing.T) {
	for _, file := range examples(t) {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			taped := play(t, file)
			require.NotEmpty(t, taped.events)
			require.Empty(t, words(replay(taped.events)))
		})
	}
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
