package enc

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLEB128(t *testing.T) {
	unsigned := map[uint64][]byte{0: {0}, 127: {0x7F}, 128: {0x80, 1}, 624485: {0xE5, 0x8E, 0x26}, math.MaxUint32: {0xFF, 0xFF, 0xFF, 0xFF, 0x0F}}
	for n, want := range unsigned {
		require.Equal(t, want, appendU(nil, n), "%d", n)
	}
	signed := map[int64][]byte{0: {0}, 63: {0x3F}, 64: {0xC0, 0}, -1: {0x7F}, -64: {0x40}, -65: {0xBF, 0x7F}, -123456: {0xC0, 0xBB, 0x78}}
	for n, want := range signed {
		require.Equal(t, want, appendS(nil, n), "%d", n)
	}
}

func TestInstructionBytes(t *testing.T) {
	for _, c := range []struct {
		in   Instr
		want []byte
		text string
	}{
		{Instr{Op: I32Const, X: 0xFFFFFFFF}, []byte{0x41, 0x7F}, "i32.const -1"},
		{Instr{Op: LocalGet, X: 200}, []byte{0x20, 0xC8, 1}, "local.get 200"},
		{Instr{Op: V128Load, X: 16}, []byte{0xFD, 0, 0, 16}, "v128.load offset=16 align=1"},
		{Instr{Op: V128Load32Lane, X: 4, Lane: 3}, []byte{0xFD, 0x56, 0, 4, 3}, "v128.load32_lane offset=4 align=1 3"},
		{Instr{Op: I32x4Add}, []byte{0xFD, 0xAE, 1}, "i32x4.add"},
		{Instr{Op: I32TruncSatF32U}, []byte{0xFC, 1}, "i32.trunc_sat_f32_u"},
		{Instr{Op: MemoryFill}, []byte{0xFC, 0x0B, 0}, "memory.fill"},
		{Instr{Op: If, Block: V128}, []byte{0x04, 0x7B}, "if (result v128)"},
		{Instr{Op: Loop}, []byte{0x03, 0x40}, "loop"},
		{Instr{Op: F32Const, X: 0x3F800000}, []byte{0x43, 0, 0, 0x80, 0x3F}, "f32.const 0x3f800000 ;; float bits"},
	} {
		require.Equal(t, c.want, appendInstr(nil, &c.in), c.text)
		require.Equal(t, c.text, c.in.String())
	}
}

func TestLocalsAreRuns(t *testing.T) {
	require.Equal(t, []byte{2, 2, 0x7F, 1, 0x7B}, appendLocals(nil, []ValType{I32, I32, V128}))
	require.Equal(t, []byte{0}, appendLocals(nil, nil))
}

func TestEmptyModule(t *testing.T) {
	m := &Module{Pages: 2}
	require.Equal(t, []byte{0, 'a', 's', 'm', 1, 0, 0, 0, 1, 1, 0, 2, 1, 0, 3, 1, 0, 5, 4, 1, 1, 2, 2, 7, 1, 0, 10, 1, 0,
		0, 8, 4, 'n', 'a', 'm', 'e', 1, 1, 0}, m.Encode())
	require.Equal(t, "(module\n  (memory 2 2)\n)\n", m.Text())
}

func TestInstructionTableIsSortedAndUnique(t *testing.T) {
	seen := map[string]bool{}
	last := -1
	for _, o := range Ops() {
		require.Greater(t, int(o), last)
		last = int(o)
		require.False(t, seen[o.String()], o.String())
		seen[o.String()] = true
	}
	require.Panics(t, func() { _ = Op(0xFDF0 - 0x0F00).String() })
}
