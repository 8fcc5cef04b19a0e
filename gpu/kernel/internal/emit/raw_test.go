package emit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// program is a kernel of one number.
type program struct {
	k   *ir.Kernel
	in  V
	out V
}

func newProgram(f func(b *Builder, x V) V) *program {
	k := &ir.Kernel{}
	b := New(k)
	in := b.Sys(ir.GroupIndex)
	p := &program{k: k, in: in, out: f(b, b.BitsToF(in))}
	b.Finish()
	return p
}

func (p *program) run(x float32) uint32 {
	values := map[V]uint32{p.in: math.Float32bits(x)}
	for _, in := range p.k.Body.Instrs {
		switch in.Op {
		case ir.OpSys:
		case ir.OpConst:
			values[in.Results[0]] = in.Imm
		default:
			var args [3]uint32
			for i, a := range in.Args {
				args[i] = values[a]
			}
			values[in.Results[0]] = ir.Eval(in.Op, args[0], args[1], args[2])
		}
	}
	return values[p.out]
}

// divides tells whether the program has a division that its result depends on, as far as one can see.
func (p *program) divides() bool {
	wanted := map[V]bool{p.out: true}
	for i := len(p.k.Body.Instrs) - 1; i >= 0; i-- {
		in := p.k.Body.Instrs[i]
		if !wanted[in.Results[0]] {
			continue
		}
		if in.Op == ir.OpFDiv {
			return true
		}
		for _, a := range in.Args {
			wanted[a] = true
		}
	}
	return false
}

// TestFilteredTexelsAreRoundedOnce: what a filter makes of bytes and is written as a byte is the byte nearest to it, of two the even one.
func TestFilteredTexelsAreRoundedOnce(t *testing.T) {
	rgba, bgra := gpu.FormatR8G8B8A8Unorm.Info(), gpu.FormatB8G8R8A8Unorm.Info()
	for i := range 4 {
		for _, to := range []gpu.FormatInfo{rgba, bgra} {
			scale := RawScale(rgba, i)
			p := newProgram(func(b *Builder, x V) V { return b.encodeComponent(to, b.Unscaled(rgba, i, x), false) })
			require.False(t, p.divides())
			for n := range 255 {
				for _, part := range []float64{0, 0.25, 0.5, 0.75} {
					x := float64(n) + part
					require.Equal(t, uint32(math.RoundToEven(x)), p.run(float32(x*float64(scale)/255)), "component %d, %v", i, x)
				}
			}
			require.Equal(t, []uint32{0, 255, 0, 255}, []uint32{p.run(float32(math.NaN())), p.run(2 * scale), p.run(-1), p.run(scale)})
		}
	}
}

// TestOtherStepsAreDivided: steps of one size are not steps of another.
func TestOtherStepsAreDivided(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to gpu.Format
		divided  bool
	}{
		{"bytes", gpu.FormatR8Unorm, gpu.FormatR8Unorm, false},
		{"words", gpu.FormatR16Unorm, gpu.FormatR16Unorm, false},
		{"words to bytes", gpu.FormatR16Unorm, gpu.FormatR8Unorm, true},
		{"bytes to words", gpu.FormatR8Unorm, gpu.FormatR16Unorm, true},
	} {
		from, to := c.from.Info(), c.to.Info()
		p := newProgram(func(b *Builder, x V) V { return b.encodeComponent(to, b.Unscaled(from, 0, x), false) })
		require.Equal(t, c.divided, p.divides(), c.name)
		half, steps := RawScale(from, 0)/5, float64(uint32(1)<<to.Bits-1)
		require.EqualValues(t, math.RoundToEven(steps/5), p.run(half), c.name)
	}
}
