package check

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// ported is a kernel as somebody writes it who ports HLSL, and the same in Go, written from the algorithm alone. Both calculate in float32, one
// operation after the other, so their words are the same.
type ported struct {
	name    string
	source  string
	buffers func() map[string][]uint32
	groups  [3]uint32
	want    func(in map[string][]uint32) map[string][]uint32
}

func ramp(n int, f func(i int) float32) []uint32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = f(i)
	}
	return floatBits(out...)
}

// noise is some number from 0 to 1 that i leads to.
func noise(i int) float32 {
	h := uint32(i)*2654435761 + 12345
	h ^= h >> 15
	h *= 2246822519
	return float32(h>>8) / (1 << 24)
}

const portedHead = `local gpu = require "gpu"
local a = gpu.StructuredBuffer("t0", "float")
local b = gpu.StructuredBuffer("t1", "float")
local words = gpu.StructuredBuffer("t2", "uint")
local out = gpu.RWStructuredBuffer("u0", "float")
local result = gpu.RWStructuredBuffer("u1", "uint")
`

var portedKernels = []ported{
	{name: "reduction by halves", groups: [3]uint32{3, 1, 1}, source: portedHead + `
local cache = gpu.GroupShared("float", 64)
gpu.ComputeShader { NumThreads = { 64, 1, 1 }, Main = function(GroupIndex, GroupID)
  local first = GroupID.x * 128 + GroupIndex
  cache[GroupIndex] = a[first] + a[first + 64]
  GroupMemoryBarrierWithGroupSync()
  local s = uint(32)
  while s > 0 do
    if GroupIndex < s then cache[GroupIndex] = cache[GroupIndex] + cache[GroupIndex + s] end
    GroupMemoryBarrierWithGroupSync()
    s = shift_right(s, 1)
  end
  if GroupIndex == 0 then out[GroupID.x] = cache[0] end
end }`,
		buffers: func() map[string][]uint32 {
			return map[string][]uint32{"t0": ramp(384, noise), "u0": make([]uint32, 3)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			x, sums := floats(in["t0"]), make([]float32, 3)
			for g := range sums {
				part := make([]float32, 64)
				for i := range part {
					part[i] = x[128*g+i] + x[128*g+64+i]
				}
				for s := 32; s > 0; s /= 2 {
					for i := range s {
						part[i] += part[i+s]
					}
				}
				sums[g] = part[0]
			}
			return map[string][]uint32{"u0": floatBits(sums...)}
		}},
	{name: "scan of Blelloch", source: portedHead + `
local N = 64
local temp = gpu.GroupShared("uint", 64)
gpu.ComputeShader { NumThreads = { 32, 1, 1 }, Main = function(GroupIndex)
  local tid = GroupIndex
  temp[2 * tid] = words[2 * tid]
  temp[2 * tid + 1] = words[2 * tid + 1]
  local offset = uint(1)
  local d = uint(N / 2)
  while d > 0 do
    GroupMemoryBarrierWithGroupSync()
    if tid < d then
      local ai = offset * (2 * tid + 1) - 1
      local bi = offset * (2 * tid + 2) - 1
      temp[bi] = temp[bi] + temp[ai]
    end
    offset = offset * 2
    d = d / 2
  end
  if tid == 0 then temp[N - 1] = 0 end
  d = 1
  while d < N do
    offset = offset / 2
    GroupMemoryBarrierWithGroupSync()
    if tid < d then
      local ai = offset * (2 * tid + 1) - 1
      local bi = offset * (2 * tid + 2) - 1
      local t = temp[ai]
      temp[ai] = temp[bi]
      temp[bi] = temp[bi] + t
    end
    d = d * 2
  end
  GroupMemoryBarrierWithGroupSync()
  result[2 * tid] = temp[2 * tid]
  result[2 * tid + 1] = temp[2 * tid + 1]
end }`,
		buffers: func() map[string][]uint32 {
			list := make([]uint32, 64)
			for i := range list {
				list[i] = uint32(i*i%17) + 1<<30
			}
			return map[string][]uint32{"t2": list, "u1": make([]uint32, 64)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			var sums []uint32
			sum := uint32(0)
			for _, x := range in["t2"] {
				sums, sum = append(sums, sum), sum+x
			}
			return map[string][]uint32{"u1": sums}
		}},
	{name: "tiled product of matrices", groups: [3]uint32{3, 3, 1}, source: portedHead + `
local T, N = 4, 12
local As = gpu.GroupShared("float", 16)
local Bs = gpu.GroupShared("float", 16)
gpu.ComputeShader { NumThreads = { 4, 4, 1 }, Main = function(GroupThreadID, DispatchThreadID)
  local row, col = DispatchThreadID.y, DispatchThreadID.x
  local acc = 0.0
  for tile = 0, N / T - 1 do
    As[GroupThreadID.y * T + GroupThreadID.x] = a[row * N + tile * T + GroupThreadID.x]
    Bs[GroupThreadID.y * T + GroupThreadID.x] = b[(tile * T + GroupThreadID.y) * N + col]
    GroupMemoryBarrierWithGroupSync()
    for k = 0, T - 1 do acc = acc + As[GroupThreadID.y * T + k] * Bs[k * T + GroupThreadID.x] end
    GroupMemoryBarrierWithGroupSync()
  end
  out[row * N + col] = acc
end }`,
		buffers: func() map[string][]uint32 {
			return map[string][]uint32{"t0": ramp(144, noise), "t1": ramp(144, func(i int) float32 { return noise(i + 1000) }), "u0": make([]uint32, 144)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			x, y, z := floats(in["t0"]), floats(in["t1"]), make([]float32, 144)
			for i := range z {
				for k := range 12 {
					z[i] += float32(x[i/12*12+k] * y[k*12+i%12])
				}
			}
			return map[string][]uint32{"u0": floatBits(z...)}
		}},
	{name: "blur with an apron", groups: [3]uint32{4, 1, 1}, source: portedHead + `
local RADIUS, GROUP, WIDTH = 2, 16, 64
local weights = { 0.0625, 0.25, 0.375, 0.25, 0.0625 }
local line = gpu.GroupShared("float", 20)
gpu.ComputeShader { NumThreads = { 16, 1, 1 }, Main = function(GroupThreadID, DispatchThreadID)
  local x = int(DispatchThreadID.x)
  line[GroupThreadID.x + RADIUS] = a[x]
  if GroupThreadID.x < RADIUS then line[GroupThreadID.x] = a[max(x - RADIUS, 0)] end
  if GroupThreadID.x >= GROUP - RADIUS then line[GroupThreadID.x + 2 * RADIUS] = a[min(x + RADIUS, WIDTH - 1)] end
  GroupMemoryBarrierWithGroupSync()
  local sum = 0.0
  for k = -RADIUS, RADIUS do sum = sum + weights[k + RADIUS + 1] * line[int(GroupThreadID.x) + RADIUS + k] end
  out[x] = sum
end }`,
		buffers: func() map[string][]uint32 {
			return map[string][]uint32{"t0": ramp(64, noise), "u0": make([]uint32, 64)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			x, y := floats(in["t0"]), make([]float32, 64)
			for i := range y {
				for k, w := range [...]float32{0.0625, 0.25, 0.375, 0.25, 0.0625} {
					y[i] += float32(w * x[min(max(i+k-2, 0), 63)])
				}
			}
			return map[string][]uint32{"u0": floatBits(y...)}
		}},
	{name: "n bodies", groups: [3]uint32{2, 1, 1}, source: `local gpu = require "gpu"
local bodies = gpu.StructuredBuffer("t0", { { "position", "float3" }, { "mass", "float" } })
local out = gpu.RWStructuredBuffer("u0", "float3")
local tile = gpu.GroupShared({ { "position", "float3" }, { "mass", "float" } }, 8)
local function accelerate(bi, bj)
  local r = bj.position - bi
  local d2 = dot(r, r) + 0.5
  return r * (bj.mass / (d2 * sqrt(d2)))
end
gpu.ComputeShader { NumThreads = { 8, 1, 1 }, Main = function(DispatchThreadID, GroupIndex)
  local me, acc = bodies[DispatchThreadID.x].position, float3(0, 0, 0)
  for t = 0, 1 do
    tile[GroupIndex] = bodies[t * 8 + GroupIndex]
    GroupMemoryBarrierWithGroupSync()
    for i = 0, 7 do acc = acc + accelerate(me, tile[i]) end
    GroupMemoryBarrierWithGroupSync()
  end
  out[DispatchThreadID.x] = acc
end }`,
		buffers: func() map[string][]uint32 {
			return map[string][]uint32{"t0": ramp(64, noise), "u0": make([]uint32, 48)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			x, y := floats(in["t0"]), make([]float32, 48)
			for i := range 16 {
				for j := range 16 {
					var r [3]float32
					for c := range r {
						r[c] = x[4*j+c] - x[4*i+c]
					}
					d2 := float32(float32(r[0]*r[0])+float32(r[1]*r[1])) + float32(r[2]*r[2]) + 0.5
					f := x[4*j+3] / float32(d2*float32(math.Sqrt(float64(d2))))
					for c := range r {
						y[3*i+c] += float32(r[c] * f)
					}
				}
			}
			return map[string][]uint32{"u0": floatBits(y...)}
		}},
	{name: "mandelbrot", groups: [3]uint32{8, 4, 1}, source: portedHead + `
gpu.ComputeShader { NumThreads = { 8, 4, 1 }, Main = function(DispatchThreadID)
  local c = float2(DispatchThreadID.xy) / float2(64, 16) * float2(3.5, 2) - float2(2.5, 1)
  local z = float2(0, 0)
  local n = 0
  while n < 50 do
    z = float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c
    if dot(z, z) > 4 then break end
    n = n + 1
  end
  result[DispatchThreadID.y * 64 + DispatchThreadID.x] = n
end }`,
		buffers: func() map[string][]uint32 { return map[string][]uint32{"u1": make([]uint32, 1024)} },
		want: func(map[string][]uint32) map[string][]uint32 {
			turns := make([]uint32, 1024)
			for i := range turns {
				cx, cy := float32(i%64)/64*3.5-2.5, float32(i/64)/16*2-1
				var x, y float32
				for turns[i] < 50 {
					x, y = float32(float32(x*x)-float32(y*y))+cx, float32(float32(2*x)*y)+cy
					if float32(x*x)+float32(y*y) > 4 {
						break
					}
					turns[i]++
				}
			}
			return map[string][]uint32{"u1": turns}
		}},
	{name: "life on a torus", groups: [3]uint32{2, 2, 1}, source: portedHead + `
local W = 16
local function alive(x, y) return words[(y + W) % W * W + (x + W) % W] end
gpu.ComputeShader { NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local x, y, n = int(DispatchThreadID.x), int(DispatchThreadID.y), uint(0)
  for dy = -1, 1 do
    for dx = -1, 1 do
      if dx ~= 0 or dy ~= 0 then n = n + alive(x + dx, y + dy) end
    end
  end
  result[y * W + x] = (n == 3 or n == 2 and alive(x, y) == 1) and 1 or 0
end }`,
		buffers: func() map[string][]uint32 {
			cells := make([]uint32, 256)
			for i := range cells {
				if noise(i) < 0.4 {
					cells[i] = 1
				}
			}
			return map[string][]uint32{"t2": cells, "u1": make([]uint32, 256)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			cells, next := in["t2"], make([]uint32, 256)
			for i := range next {
				n := uint32(0)
				for d := range 9 {
					if d != 4 {
						n += cells[(i/16+d/3+15)%16*16+(i%16+d%3+15)%16]
					}
				}
				if n == 3 || n == 2 && cells[i] == 1 {
					next[i] = 1
				}
			}
			return map[string][]uint32{"u1": next}
		}},
}

// TestPorted runs them on both executors and compares every word.
func TestPorted(t *testing.T) {
	for _, p := range slices.Concat(portedKernels, portedStructures) {
		t.Run(p.name, func(t *testing.T) {
			m := &machine{buffers: p.buffers(), groups: p.groups}
			got, r := m.run(t, p.source)
			require.Nil(t, r.Fault)
			require.Empty(t, r.Reports)
			for name, want := range p.want(p.buffers()) {
				require.Equal(t, want, got[name], name)
			}
		})
	}
}
