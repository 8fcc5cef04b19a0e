package ahead

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Each line of the later rows is read once: waves that go on by less than a line read for their neighbours too, others several.
func TestWave(t *testing.T) {
	for _, c := range []struct {
		rows  int
		lines [][]uint64 // by wave of a packet of 4: where it reads
	}{
		{2, [][]uint64{{0}, nil, {64}, nil}},
		{3, [][]uint64{{0}, {64}, {128}, nil}},
		{4, [][]uint64{{0}, {64}, {128}, {192}}},
		{5, [][]uint64{{0, 64}, {128}, {192}, {256}}},
		{8, [][]uint64{{0, 64}, {128, 192}, {256, 320}, {384, 448}}},
	} {
		a := asm.New("f", []enc.ValType{enc.I32, enc.I32, enc.I32}, nil)
		l := At(a, Rows{Count: c.rows, Row: 1024, Waves: 64, Here: func() { a.Get(a.Param(0)) },
			Base: func() { a.Get(a.Param(0)) }, Size: func() { a.Get(a.Param(1)) }}, a.Param(2), 4)
		for wave, want := range c.lines {
			begin := len(a.F.Body)
			l.Wave(a, wave)
			var got []uint64
			for _, in := range a.F.Body[begin:] {
				if in.Op == enc.I32Load {
					got = append(got, in.X)
				}
			}
			require.Equal(t, want, got, "%d rows, wave %d", c.rows, wave)
		}
	}
}

// A view is far where it is larger than what comes from a cache in time.
func TestAnyFar(t *testing.T) {
	a := asm.New("f", []enc.ValType{enc.I32}, nil)
	AnyFar(a, []Rows{{Size: func() { a.Get(a.Param(0)) }}})
	require.Equal(t, []enc.Instr{{Op: enc.LocalGet, X: 0}, {Op: enc.I32Const, X: 512 << 10}, {Op: enc.I32GtU}}, a.F.Body)
}

// Rows of a page are read one after another, whatever the size of their view.
func TestAnyWide(t *testing.T) {
	require.True(t, AnyWide([]Rows{{Row: 1024}, {Row: 4096}}))
	require.False(t, AnyWide([]Rows{{Row: 4092}}))
	require.False(t, AnyWide(nil))
}
