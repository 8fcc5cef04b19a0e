package packet

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Limits of packets of quads, in instructions of the emitted copies: what is emitted oftener takes longer to compile.
const (
	maxTwoQuads  = 1800
	maxFourQuads = 1000
)

// Quads is how many quads of a pixel program without loops go together, so that their long chains of instructions stand side by side. Two are enough
// for the processor, but four where texels are looked up lane by lane, for which the chains wait.
func Quads(k *ir.Kernel, shapes *shape.Shapes) int {
	length, looksUp := 0, false
	k.Body.Walk(func(in *ir.Instr) {
		length++
		looksUp = looksUp || in.Op == ir.OpLoadTex && shapes.Of[in.Args[1]].Varies
	})
	switch {
	case looksUp && 4*length <= maxFourQuads:
		return 4
	case 2*length <= maxTwoQuads:
		return 2
	}
	return 1
}
