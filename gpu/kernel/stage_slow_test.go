package kernel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// What a pixel program reads beyond the end of a buffer is 0, also where one comparison says so for all pixels, which then take the slow form: in
// each draw, with any worker.
func TestPixelsReadBehindTheEnd(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(lookup[1], lookup[9], v.at)", "at float2"))
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	r.buffer(0, 0, 0x3f800000, 0x40000000)
	at := r.triangle(0, 8, 16, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{1, 0, 8}, [3]float32{0, 1, 16})
	r.quad(0, 10.5, 20.5, at, 0xf, 0, 0x01010101)
	for range 2 {
		r.run(k, 256, 4)
		require.Equal(t, []float32{2, 0, 10.5, 20.5}, []float32{r.output(1, 256, 0), r.output(2, 256, 0), r.output(3, 256, 0), r.output(4, 256, 0)})
	}
	p := r.open(r.runners[1], k, 256)
	for worker := range p.Workers() {
		require.True(t, p.Run(worker, 0, r.base+rigInput, r.base+rigOutput, 4))
	}
	_, err := p.End()
	require.NoError(t, err)
}
