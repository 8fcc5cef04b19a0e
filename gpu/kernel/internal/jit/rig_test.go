package jit

import (
	"context"
	"encoding/binary"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// rig is a small address space with an engine, and records for one kernel.
type rig struct {
	t     testing.TB
	space *mem.Space
	e     *Engine
	begin uint64 // what kernels may write lies in [begin, end)
	end   uint64
}

func newRig(t testing.TB, bytes uint64, workers int) *rig {
	t.Helper()
	space, err := mem.New(bytes)
	require.NoError(t, err)
	e, err := New(space, Options{Workers: workers})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, e.Close())
		require.NoError(t, space.Close())
	})
	return &rig{t: t, space: space, e: e}
}

func (r *rig) alloc(bytes uint64) uint32 {
	at, err := r.space.Alloc(bytes, 256)
	require.NoError(r.t, err)
	if r.begin == 0 {
		r.begin = at
	}
	r.end = max(r.end, at+bytes)
	return uint32(at)
}

// edges are the values that arithmetic goes wrong on.
var edges = []uint32{0, 1, 2, 3, 5, 7, 31, 32, 33, 63, 64, 100, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0xffffffe0,
	0x3f800000, 0xbf800000, 0x3f000000, 0x3fc00000, 0xbfc00000, 0x40200000, 0x00000001, 0x00800000, 0x007fffff, 0x80800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
	0x7f800001, 0x7f7fffff, 0xff7fffff, 0x4f000000, 0xcf000000, 0x4effffff, 0x4f800000, 0x4f7fffff, 0x477fe000, 0x477fefff, 0x477ff000, 0x38800000,
	0x387fffff, 0x33000000, 0x33000001, 0x32ffffff, 0x33800000, 0x3f801000, 0x3f803000, 0x00007bff, 0x00007c00, 0x00007c01, 0x000003ff, 0x00000400, 0x00008001}

func (r *rig) words(at uint32, n int, f func(i int) uint32) {
	for i := range n {
		binary.LittleEndian.PutUint32(r.space.Bytes()[int(at)+4*i:], f(i))
	}
}

// structured allocates a buffer and gives its record.
func (r *rig) structured(n int, stride uint32, f func(i int) uint32) ir.Record {
	bytes := uint32(n) * stride
	at := r.alloc(uint64(max(bytes, 4)))
	r.words(at, int(bytes/4), f)
	return ir.Record{Base: at, Size: bytes, Count: uint32(n), Stride: stride}
}

func (r *rig) table(records ...ir.Record) uint32 {
	at, err := r.space.Alloc(uint64(len(records)*ir.RecordBytes), 256)
	require.NoError(r.t, err)
	for i := range records {
		records[i].Put(r.space.Bytes()[at+uint64(i)*ir.RecordBytes:])
	}
	return uint32(at)
}

// same runs k on the interpreter and on the engine and wants the same bytes and results, with and without reports.
func (r *rig) same(k *ir.Kernel, d ir.Dispatch) ir.Result {
	r.t.Helper()
	require.NoError(r.t, ir.Verify(k), "%s", ir.Print(k))
	before := append([]byte(nil), r.space.Bytes()[r.begin:r.end]...)
	d.Count = uint64(d.Groups[0]) * uint64(d.Groups[1]) * uint64(d.Groups[2])
	d.Memory = append([]byte(nil), r.space.Bytes()...)
	want := interp.Run(context.Background(), k, &d)
	wantBytes := append([]byte(nil), d.Memory[r.begin:r.end]...)
	for _, report := range []bool{false, true} {
		if !report && d.Reports > 0 {
			continue
		}
		copy(r.space.Bytes()[r.begin:], before)
		code, err := r.e.Compile(k, report)
		require.NoError(r.t, err)
		got, err := r.e.Run(context.Background(), code, &d)
		require.NoError(r.t, err)
		require.Equal(r.t, want, got, "%s", ir.Print(k))
		if want.Fault == nil {
			for i := range wantBytes {
				if g, w := r.space.Bytes()[int(r.begin)+i], wantBytes[i]; g != w {
					at := i &^ 3
					require.Equal(r.t, binary.LittleEndian.Uint32(wantBytes[at:]), binary.LittleEndian.Uint32(r.space.Bytes()[int(r.begin)+at:]),
						"word at %d (report %v) of\n%s", at/4, report, ir.Print(k))
				}
			}
		}
	}
	copy(r.space.Bytes()[r.begin:], before)
	return want
}

func random(seed int64) func(int) uint32 {
	rnd := rand.New(rand.NewSource(seed))
	return func(int) uint32 {
		if rnd.Intn(2) == 0 {
			return edges[rnd.Intn(len(edges))]
		}
		return rnd.Uint32()
	}
}

var one = [3]uint32{1, 1, 1}
