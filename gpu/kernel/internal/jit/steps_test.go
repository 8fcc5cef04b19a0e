package jit

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// carried is more vectors than there are registers, and turnsCarried how often a loop carries them round.
const (
	carried      = 24
	turnsCarried = 5
)

// crowded is a module with a loop that carries vectors, and in each turn writes over each of them what step makes of it and of two others. Vectors
// are in memory before and after.
func crowded(step func(a asm.Func)) []byte {
	a := asm.New("run", nil, nil)
	a.F.Export = "run"
	n := a.Local(enc.I32)
	var vs [carried]asm.Local
	for i := range vs {
		a.I32(0)
		a.Mem(enc.V128Load, uint32(16*i))
		vs[i] = a.Keep(enc.V128)
	}
	a.Open(enc.Loop, 0)
	for i := range vs {
		a.Get(vs[i], vs[(i+7)%carried], vs[(i+13)%carried])
		step(a)
		a.Set(vs[i])
	}
	a.Get(n)
	a.I32(1)
	a.Op(enc.I32Add)
	a.Tee(n)
	a.I32(turnsCarried)
	a.Op(enc.I32LtU)
	a.Index(enc.BrIf, 0)
	a.End()
	for i := range vs {
		a.I32(0)
		a.Get(vs[i])
		a.Mem(enc.V128Store, uint32(16*i))
	}
	m := &enc.Module{Pages: 1, Memory: "memory", Funcs: []*enc.Func{a.F}}
	return m.Encode()
}

// rounds is what the loop of crowded leaves, by words.
func rounds(words []uint32, width int, step func(x, y, z uint64) uint64) []uint32 {
	out := append([]uint32(nil), words...)
	lane := func(v, at int) uint64 {
		if w := out[4*(v%carried)+at:]; width == 2 {
			return uint64(w[0]) | uint64(w[1])<<32
		}
		return uint64(out[4*(v%carried)+at])
	}
	for range turnsCarried {
		for v := range carried {
			for at := 0; at < 4; at += width {
				r := step(lane(v, at), lane(v+7, at), lane(v+13, at))
				out[4*v+at] = uint32(r)
				if width == 2 {
					out[4*v+at+1] = uint32(r >> 32)
				}
			}
		}
	}
	return out
}

// TestStepsOfSpilledVectors: of instructions that the runtime's compiler makes several steps of, it may lose the first ones where operands are
// carried and spilled. Programs have others in their places, which mean the same.
func TestStepsOfSpilledVectors(t *testing.T) {
	f := func(x uint64) float32 { return math.Float32frombits(uint32(x)) }
	bits := func(x float32) uint64 {
		if x != x {
			return 0x7fc00000
		}
		return uint64(math.Float32bits(x))
	}
	cases := []struct {
		name  string
		width int
		step  func(a asm.Func)
		want  func(x, y, z uint64) uint64
	}{
		{"v128.bitselect", 1, func(a asm.Func) { a.Op(enc.V128Bitselect) }, func(x, y, z uint64) uint64 { return x&z | y&^z }},
		{"f32x4.abs", 1, func(a asm.Func) { a.Op(enc.V128Xor, enc.F32x4Abs, enc.V128Xor) }, func(x, y, z uint64) uint64 { return x ^ (y^z)&0x7fffffff }},
		{"f32x4.neg", 1, func(a asm.Func) { a.Op(enc.V128And, enc.F32x4Neg, enc.V128Xor) }, func(x, y, z uint64) uint64 { return x ^ (y&z ^ 0x80000000) }},
		{"f32x4.min", 1, func(a asm.Func) { a.Op(enc.F32x4Min, enc.F32x4Min) }, func(x, y, z uint64) uint64 { return bits(min(f(x), f(y), f(z))) }},
		{"f32x4.max", 1, func(a asm.Func) { a.Op(enc.F32x4Max, enc.F32x4Max) }, func(x, y, z uint64) uint64 { return bits(max(f(x), f(y), f(z))) }},
		{"f64x2.abs", 2, func(a asm.Func) { a.Op(enc.V128Xor, enc.F64x2Abs, enc.V128Xor) }, func(x, y, z uint64) uint64 { return x ^ (y^z)&math.MaxInt64 }},
		{"f64x2.neg", 2, func(a asm.Func) { a.Op(enc.V128And, enc.F64x2Neg, enc.V128Xor) }, func(x, y, z uint64) uint64 { return x ^ (y&z ^ 1<<63) }},
	}
	r := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigCompiler())
	defer r.Close(context.Background())
	special := []uint32{0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 1, 0x80000001, 0x7f7fffff}
	for _, c := range cases {
		m, err := r.InstantiateWithConfig(context.Background(), crowded(c.step), wazero.NewModuleConfig().WithName(""))
		require.NoError(t, err)
		for seed := range int64(16) {
			value := random(seed)
			words, data := make([]uint32, 4*carried), make([]byte, 0, 16*carried)
			for i := range words {
				if words[i] = value(i); seed%2 == 1 {
					words[i] = special[words[i]%uint32(len(special))]
				}
				data = binary.LittleEndian.AppendUint32(data, words[i])
			}
			require.True(t, m.Memory().Write(0, data))
			_, err := m.ExportedFunction("run").Call(context.Background())
			require.NoError(t, err)
			for i, want := range rounds(words, c.width, c.want) {
				got, _ := m.Memory().ReadUint32Le(uint32(4 * i))
				if c.name == "f32x4.min" || c.name == "f32x4.max" {
					got, want = uint32(bits(f(uint64(got)))), uint32(bits(f(uint64(want))))
				}
				require.Equal(t, want, got, "%s, seed %d, word %d", c.name, seed, i)
			}
		}
	}
}
