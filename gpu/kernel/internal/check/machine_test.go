package check

import (
	"context"
	"encoding/binary"
	"sync"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/jit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/stretchr/testify/require"
)

// testBytes is the memory of a test kernel.
const testBytes = 256 << 10

// executors are the interpreter, and the compiler where the platform has one.
type executors struct {
	space  *mem.Space
	engine *jit.Engine // nil where there is none
	base   uint32
}

var sharedExecutors = func() func(t testing.TB) *executors {
	var once sync.Once
	var e executors
	return func(t testing.TB) *executors {
		once.Do(func() {
			space, err := mem.New(8 << 20)
			require.NoError(t, err)
			at, err := space.Alloc(testBytes, 256)
			require.NoError(t, err)
			e.space, e.base = space, uint32(at)
			e.engine, _ = jit.New(space, jit.Options{Workers: 1})
		})
		return &e
	}
}()

// run runs a dispatch on both executors, and the optimised kernel, and wants the same bytes and results. The memory of d is as after it.
func (e *executors) run(t testing.TB, k *ir.Kernel, d *ir.Dispatch) ir.Result {
	t.Helper()
	before := append([]byte(nil), d.Memory[e.base:]...)
	want := interp.Run(context.Background(), k, d)
	e.runOptimised(t, k, d, before, want)
	if e.engine == nil {
		return want
	}
	copy(e.space.Bytes()[e.base:], before)
	code, err := e.engine.Compile(k, true)
	require.NoError(t, err)
	got, err := e.engine.Run(context.Background(), code, d)
	require.NoError(t, err)
	require.Equal(t, want, got)
	if want.Fault != nil {
		return want // how far the groups came is an accident
	}
	require.Equal(t, d.Memory[e.base:], e.space.Bytes()[e.base:e.base+testBytes], "the interpreter and compiled code")
	return want
}

// runOptimised interprets what the passes make of a kernel: it costs something else, and does the same.
func (e *executors) runOptimised(t testing.TB, k *ir.Kernel, d *ir.Dispatch, before []byte, want ir.Result) {
	t.Helper()
	if want.Fault != nil {
		return
	}
	short, again := k.Clone(), *d
	opt.Optimize(short)
	memory := func() []byte { return append(append([]byte(nil), d.Memory[:e.base]...), before...) }
	again.Memory = memory()
	got := interp.Run(context.Background(), short, &again)
	if want.OutOfBounds > got.OutOfBounds && want.OutOfBounds < 1<<16 {
		reports := func(k *ir.Kernel) (loads map[ir.Report]bool, others []ir.Report) {
			every := *d
			every.Memory, every.Reports = memory(), 1<<16
			return loadsOf(interp.Run(context.Background(), k, &every).Reports)
		}
		all, others := reports(k)
		made, rest := reports(short)
		require.Equal(t, others, rest, "the optimised kernel")
		for r := range made {
			require.True(t, all[r], "the optimised kernel: %v", r)
		}
		got.OutOfBounds, got.Reports = want.OutOfBounds, want.Reports
	}
	got.Instructions = want.Instructions
	require.Equal(t, want, got, "the optimised kernel")
	require.Equal(t, d.Memory[e.base:], again.Memory[e.base:], "the optimised kernel")
}

// loadsOf are the loads among reports, and the others in their order. A load that gives what nobody needs is not made by an optimised kernel, and so
// not reported: of a loop that may be those of all iterations but the last.
func loadsOf(all []ir.Report) (loads map[ir.Report]bool, others []ir.Report) {
	loads = map[ir.Report]bool{}
	for _, r := range all {
		if r.Op.Class() == ir.Load {
			loads[r] = true
		} else {
			others = append(others, r)
		}
	}
	return loads, others
}

// machine runs a kernel on buffers given by their registers ("u0").
type machine struct {
	buffers  map[string][]uint32
	records  map[string]ir.Record // for textures and samplers; Base is filled in
	groups   [3]uint32
	formats  Formats
	counters map[string]uint32 // of structured buffers; changed by run
}

// run gives the contents of the buffers after the dispatch.
func (m *machine) run(t testing.TB, source string) (map[string][]uint32, ir.Result) {
	t.Helper()
	_, k, diags := compile(t, source, m.formats)
	require.Empty(t, texts(diags), source)
	both := sharedExecutors(t)
	memory := append([]byte(nil), both.space.Bytes()[:both.base+testBytes]...)
	records, at := both.base, both.base+32<<10
	where := map[string]uint32{}
	for i := range k.Bindings {
		b := &k.Bindings[i]
		for j := range b.Count {
			name := b.Kind.Register() + value.FormatNumber(float64(b.Register+j))
			data := m.buffers[name]
			if b.CounterOf > 0 {
				data, name = []uint32{m.counters[name]}, "counter of "+name
			}
			size := uint32(4 * len(data))
			r, ok := m.records[name]
			if !ok {
				r = ir.Record{Size: size, Stride: b.Stride}
				if b.Stride > 0 {
					r.Count = size / b.Stride
				}
			}
			r.Base, where[name] = at, at
			for n, v := range data {
				binary.LittleEndian.PutUint32(memory[at+uint32(4*n):], v)
			}
			r.Put(memory[records+ir.RecordBytes*(k.FirstRecord(int32(i))+j):])
			at = (at + size + 255) &^ 255
		}
	}
	groups := m.groups
	if groups[0] == 0 {
		groups = [3]uint32{1, 1, 1}
	}
	res := both.run(t, k, &ir.Dispatch{Memory: memory, Records: records, Groups: groups,
		Count: uint64(groups[0]) * uint64(groups[1]) * uint64(groups[2]), Budget: 1 << 20, Reports: 8, Prints: 64})
	out := map[string][]uint32{}
	for name, base := range where {
		words := make([]uint32, len(m.buffers[name]))
		for n := range words {
			words[n] = binary.LittleEndian.Uint32(memory[base+uint32(4*n):])
		}
		out[name] = words
	}
	for name := range m.counters {
		m.counters[name] = binary.LittleEndian.Uint32(memory[where["counter of "+name]:])
	}
	return out, res
}
