package kernel

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// tunings are those of modesText, of which the last one has as many variants as a pipeline may have, none of which fits.
func tunings(t testing.TB, b *bench) (names []string, list []*Tuning) {
	measured, crowded := NewTuning(nil), NewTuning(nil)
	measured.Measure(16)
	crowded.Measure(16)
	generic := newCode(b.kernel(t).natural, b.kernel(t).natural, nil)
	for mode := range uint32(8) {
		c, ok := generic.Specialize(map[int]uint32{0: 100 + mode})
		require.True(t, ok)
		crowded.Install(c)
	}
	return []string{"off", "not measured", "measured", "eight variants"}, []*Tuning{nil, NewTuning(nil), measured, crowded}
}

// dispatch is one of modesText, with nothing between it and the runner.
func (b *bench) dispatch(t testing.TB) exec.Dispatch {
	k := b.kernel(t)
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.program(), [3]uint32{1, 1, 1}, 0)
	return exec.Dispatch{Groups: [3]uint32{1, 1, 1}, Memory: d.Memory, Table: d.Records, Records: k.natural.program().Records(), Formats: make([]gpu.Format, len(k.bindings))}
}

// TestChoosingAllocatesNothing: whatever there is to choose from, and whether it is measured.
func TestChoosingAllocatesNothing(t *testing.T) {
	b := newBench(t, 1)
	d := b.dispatch(t)
	binary.LittleEndian.PutUint32(d.Memory[ir.RecordWord(d.Memory[d.Table:], ir.WordBase):], 1)
	names, all := tunings(t, b)
	for i, tuning := range all {
		var what any
		if tuning != nil {
			what = tuning
		}
		choose := func() {
			formOf(b.kernel(t).natural, what, records{d.Memory, d.Table})
			if tuning != nil {
				tuning.Measurements()
			}
		}
		for range 64 {
			choose()
		}
		require.Zero(t, testing.AllocsPerRun(100, choose), names[i])
	}
}

// BenchmarkChoosing is what it costs a dispatch that nobody tunes it, that nothing is known of it yet, and that it has variants: a group of four work
// items, in turns, so that what else the machine does falls on all of them. The unit is the fastest of a round of each.
func BenchmarkChoosing(bench *testing.B) {
	b := newBench(bench, 1)
	k, d := b.kernel(bench), b.dispatch(bench)
	names, all := tunings(bench, b)
	least := make([]time.Duration, len(all))
	const round = 200
	for bench.Loop() {
		for i, tuning := range all {
			if d.Tuning = nil; tuning != nil {
				d.Tuning = tuning
			}
			begin := time.Now()
			for range round {
				if err := b.compiled.Run(bench.Context(), k, &d, &exec.Result{}); err != nil {
					bench.Fatal(err)
				}
				if tuning != nil {
					tuning.Measurements()
				}
			}
			if took := time.Since(begin) / round; least[i] == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	for i, name := range names {
		bench.ReportMetric(float64(least[i]), "ns/"+strings.ReplaceAll(name, " ", "-"))
	}
}

// TestTwinsAreFoundOnce: a form that is dispatched again does not look through its program again; other accesses are looked for.
func TestTwinsAreFoundOnce(t *testing.T) {
	b := newBench(t, 1)
	v := b.kernel(t).natural
	generic := newCode(v, v, nil)
	c, ok := generic.Specialize(map[int]uint32{0: 1})
	require.True(t, ok)
	var accesses []*ir.Instr
	v.program().Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpStoreBuf || in.Op == ir.OpLoadConst {
			accesses = append(accesses, in)
		}
	})
	all := twins(v, c.form, accesses)
	require.Len(t, all, len(accesses), "the loads stay, too")
	require.Zero(t, testing.AllocsPerRun(10, func() { twins(v, c.form, accesses) }))
	last := twins(v, c.form, accesses[len(accesses)-1:])
	require.Equal(t, []ir.Op{ir.OpStoreBuf}, []ir.Op{last[0].Op})
	require.Len(t, last, 1)
	require.Empty(t, twins(v, c.form, nil))
	require.Equal(t, all, twins(v, c.form, accesses))
}
