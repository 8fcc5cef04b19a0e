package kernel

import (
	"strings"
	"testing"
	"time"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
	"github.com/stretchr/testify/require"
)

// fiftyLines is a kernel of the usual kind: helpers, branches, a loop, some functions of the library.
const fiftyLines = `local i = DispatchThreadID.x
local x, y = out[i], out[i + 8]
local function wave(a, b)
  local s = sin(a) * cos(b)
  return s * s + 0.5
end
local function fold(a)
  if a > 1.0 then
    return 2.0 - a
  elseif a < 0.0 then
    return -a
  end
  return a
end
local sum, weight = 0.0, 1.0
for n = 1, 12 do
  local t = float(n) * 0.25
  local w = wave(x * t, y + t)
  if w > 0.75 then
    sum = sum + w * weight
  else
    sum = sum - w * weight * 0.5
  end
  weight = weight * 0.875
end
local p = float3(x, y, sum)
local q = float3(y, sum, x)
local r = cross(p, q)
local len = length(r)
if len > 0.0001 then
  r = r / len
else
  r = float3(0.0, 0.0, 1.0)
end
local light = normalize(float3(0.5, 0.75, 0.25))
local shade = saturate(dot(r, light))
local rim = pow(1.0 - shade, 3.0)
local k = 0
while k < 8 and shade * float(k) < 2.0 do
  shade = shade + rim * 0.0625
  k = k + 1
end
local mixed = lerp(shade, rim, 0.25)
local a = fold(mixed)
local b = fold(a * 1.5 - 0.25)
local bits = asuint(b)
bits = bits + i * 3
local c = asfloat(bits)
out[i + 16] = a
out[i + 24] = b + min(c, 1.0)`

// BenchmarkLatency takes the life of a kernel of 50 lines apart: what gpu.ComputeShader takes, what goes on beside the script after that, and what
// dispatches take. A dispatch right after gpu.ComputeShader is "cold"; "ready" is the first one after the background has ended.
func BenchmarkLatency(b *testing.B) {
	require.Equal(b, 50, strings.Count(fiftyLines, "\n")+1)
	space, err := mem.New(64 << 20)
	require.NoError(b, err)
	defer func() { require.NoError(b, space.Close()) }()
	names := []string{"us-shader", "us-passes", "us-wasm", "us-cold", "us-ready", "us-warm"}
	sums := make([]time.Duration, len(names))
	for b.Loop() {
		for i, d := range latencies(b, space) {
			sums[i] += d
		}
	}
	for i, name := range names {
		b.ReportMetric(float64(sums[i])/float64(b.N)/1e3, name)
	}
}

func latencies(b *testing.B, space *mem.Space) []time.Duration {
	var out []time.Duration
	timed := func(f func()) {
		start := time.Now()
		f()
		out = append(out, time.Since(start))
	}
	var k *Kernel
	src := luaSource(b, fiftyLines)
	timed(func() { k, _ = Compile(src) })
	raw, _ := (&luaFront{src: src}).lower(nil, nil, nil)
	timed(func() { opt.Optimize(raw) })
	timed(func() {
		_, err := wasm.Generate(raw, wasm.Options{Pages: space.Pages(), Report: true})
		require.NoError(b, err)
	})
	cold, ready := newLatencyRig(b, space, k), newLatencyRig(b, space, k)
	timed(func() { cold.run(b, false) })
	ready.runner.Prepare(k, false)
	ready.runner.executor.(*compiler).ahead.ended.Wait()
	timed(func() { ready.run(b, false) })
	timed(func() { ready.run(b, false) })
	for _, rig := range []*trackRig{cold, ready} {
		require.NoError(b, rig.runner.Close())
		space.Free(uint64(rig.records[0].Base))
		space.Free(uint64(rig.dispatch.Table))
	}
	return out
}

func newLatencyRig(b *testing.B, space *mem.Space, k *Kernel) *trackRig {
	rig := &trackRig{runner: NewRunner(Options{Workers: 1}), kernel: k}
	require.NoError(b, rig.runner.Attach(space))
	r := rig.place(b, space, view{n: 1024, stride: 4})
	rig.records = append(rig.records, r)
	table, err := space.Alloc(ir.RecordBytes, 256)
	require.NoError(b, err)
	r.Put(space.Bytes()[table:])
	rig.dispatch = exec.Dispatch{Groups: [3]uint32{1, 1, 1}, Memory: space.Bytes(), Table: uint32(table), Records: 1, Formats: make([]gpu.Format, 1)}
	return rig
}
