package check

import (
	"hash/crc32"
	"math"
	"math/bits"
)

// portedStructures are those of the kernels that are about tables, lists and trees.
var portedStructures = []ported{
	{name: "cases of marching cubes", groups: [3]uint32{2, 1, 1}, source: portedHead + `
local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } }
local edges = { 0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4, 0, 4, 1, 5, 2, 6, 3, 7 }
gpu.ComputeShader { NumThreads = { 4, 4, 4 }, Main = function(DispatchThreadID)
  local cell = int3(DispatchThreadID)
  local cube = uint(0)
  for i = 0, 7 do
    local p = cell + int3(corners[i + 1])
    if a[p.z * 9 * 5 + p.y * 9 + p.x] < 0.5 then cube = or_bits(cube, shift_left(1, i)) end
  end
  local crossed = uint(0)
  for e = 0, 11 do
    local from, to = int(edges[2 * e + 1]), int(edges[2 * e + 2])
    local inside = and_bits(xor_bits(shift_right(cube, from), shift_right(cube, to)), 1)
    crossed = or_bits(crossed, shift_left(inside, e))
  end
  local at = (DispatchThreadID.z * 4 + DispatchThreadID.y) * 8 + DispatchThreadID.x
  result[2 * at] = cube
  result[2 * at + 1] = crossed
end }`,
		buffers: func() map[string][]uint32 {
			return map[string][]uint32{"t0": ramp(9*5*5, noise), "u1": make([]uint32, 256)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			x, got := floats(in["t0"]), make([]uint32, 256)
			corner := func(i int) (dx, dy, dz int) { return (i&1 ^ i>>1&1), i >> 1 & 1, i >> 2 }
			for i := range 128 {
				cube, crossed := uint32(0), uint32(0)
				for c := range 8 {
					dx, dy, dz := corner(c)
					if x[(i/32+dz)*45+(i/8%4+dy)*9+i%8+dx] < 0.5 {
						cube |= 1 << c
					}
				}
				for e := range 12 {
					from, to := e, (e+1)%4 // around the bottom
					switch {
					case e >= 8:
						from, to = e-8, e-4
					case e >= 4:
						from, to = e, 4+(e+1)%4
					}
					crossed |= (cube>>from ^ cube>>to) & 1 << e
				}
				got[2*i], got[2*i+1] = cube, crossed
			}
			return map[string][]uint32{"u1": got}
		}},
	{name: "a table of CRC in raw bytes", groups: [3]uint32{8, 1, 1}, source: `local gpu = require "gpu"
local text = gpu.ByteAddressBuffer("t0")
local out = gpu.RWByteAddressBuffer("u0")
gpu.ComputeShader { NumThreads = { 4, 1, 1 }, Main = function(DispatchThreadID)
  local i = DispatchThreadID.x
  local crc = uint(0xffffffff)
  for k = 0, 7 do
    local address = i * 8 + k
    local byte = and_bits(shift_right(text:Load(and_bits(address, not_bits(3))), and_bits(address, 3) * 8), 0xff)
    crc = xor_bits(crc, byte)
    for n = 0, 7 do
      local mask = uint(-int(and_bits(crc, 1)))
      crc = xor_bits(shift_right(crc, 1), and_bits(0xedb88320, mask))
    end
  end
  out:Store(4 * i, not_bits(crc))
end }`,
		buffers: func() map[string][]uint32 {
			text := make([]uint32, 64)
			for i := range text {
				text[i] = bits.Reverse32(uint32(i*i) + 77)
			}
			return map[string][]uint32{"t0": text, "u0": make([]uint32, 32)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			var sums []uint32
			for i := range 32 {
				var b []byte
				for _, w := range in["t0"][2*i : 2*i+2] {
					b = append(b, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
				}
				sums = append(sums, crc32.ChecksumIEEE(b))
			}
			return map[string][]uint32{"u0": sums}
		}},
	{name: "tiles of lights", groups: [3]uint32{4, 4, 1}, source: portedHead + `
local MOST = 8
local count = gpu.GroupShared("uint", 1)
local list = gpu.GroupShared("uint", 8)
gpu.ComputeShader { NumThreads = { 8, 1, 1 }, Main = function(GroupID, GroupIndex)
  if GroupIndex == 0 then count[0] = 0 end
  GroupMemoryBarrierWithGroupSync()
  local low, high = float2(GroupID.xy) * 4.0, float2(GroupID.xy) * 4.0 + 4.0
  local i = GroupIndex
  while i < 20 do
    local centre, radius = float2(a[3 * i], a[3 * i + 1]) * 16.0, a[3 * i + 2] * 3.0
    local near = clamp(centre, low, high) - centre
    if dot(near, near) <= radius * radius then
      local slot = InterlockedAdd(count[0], 1)
      if slot < MOST then list[slot] = i end
    end
    i = i + 8
  end
  GroupMemoryBarrierWithGroupSync()
  if GroupIndex ~= 0 then return end
  local bits, tile = uint(0), GroupID.y * 4 + GroupID.x
  for k = 0, int(min(count[0], MOST)) - 1 do bits = or_bits(bits, shift_left(1, list[k])) end
  result[2 * tile] = bits
  result[2 * tile + 1] = count[0]
end }`,
		buffers: func() map[string][]uint32 {
			return map[string][]uint32{"t0": ramp(60, noise), "u1": make([]uint32, 32)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			x, got := floats(in["t0"]), make([]uint32, 32)
			for tile := range 16 {
				for i := range 20 {
					cx, cy, r := x[3*i]*16, x[3*i+1]*16, x[3*i+2]*3
					dx, dy := min(max(cx, float32(tile%4*4)), float32(tile%4*4+4))-cx, min(max(cy, float32(tile/4*4)), float32(tile/4*4+4))-cy
					if float32(dx*dx)+float32(dy*dy) <= float32(r*r) {
						got[2*tile] |= 1 << i
						got[2*tile+1]++
					}
				}
			}
			return map[string][]uint32{"u1": got}
		}},
	{name: "skinning", groups: [3]uint32{3, 1, 1}, source: `local gpu = require "gpu"
local vertices = gpu.StructuredBuffer("t0", { { "position", "float3" }, { "bones", "uint4" }, { "weights", "float4" } })
local palette = gpu.ConstantBuffer("b0", { { "bones", "float4x3", 4 } })
local out = gpu.RWStructuredBuffer("u0", "float3")
gpu.ComputeShader { NumThreads = { 4, 1, 1 }, Main = function(DispatchThreadID)
  local v = vertices[DispatchThreadID.x]
  local p = float3(0, 0, 0)
  for k = 0, 3 do p = p + mul(float4(v.position, 1), palette.bones[v.bones[k]]) * v.weights[k] end
  out[DispatchThreadID.x] = p
end }`,
		buffers: func() map[string][]uint32 {
			var vertices []uint32
			for i := range 12 {
				vertices = append(vertices, floatBits(noise(i), noise(i+50), noise(i+99))...)
				vertices = append(vertices, uint32(i%4), uint32(i/4), 3, 1)
				vertices = append(vertices, floatBits(0.5, 0.25, 0.125, 0.125)...)
			}
			return map[string][]uint32{"t0": vertices, "b0": ramp(48, noise), "u0": make([]uint32, 36)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			v, m, got := in["t0"], floats(in["b0"]), make([]float32, 36) // a bone is three columns of four rows
			for i := range 12 {
				p, w := append(floats(v[11*i:11*i+3]), 1), floats(v[11*i+7:11*i+11])
				for k := range 4 {
					bone := m[12*v[11*i+3+k]:]
					for c := range 3 {
						sum := float32(p[0] * bone[4*c])
						for r := 1; r < 4; r++ {
							sum += float32(p[r] * bone[4*c+r])
						}
						got[3*i+c] += float32(sum * w[k])
					}
				}
			}
			return map[string][]uint32{"u0": floatBits(got...)}
		}},
	{name: "a tree with a stack", groups: [3]uint32{2, 1, 1}, source: portedHead + `
gpu.ComputeShader { NumThreads = { 8, 1, 1 }, Main = function(DispatchThreadID)
  local low, high = words[2 * DispatchThreadID.x], words[2 * DispatchThreadID.x + 1]
  local stack, top, sum = Array("uint", 8), 1, uint(0)
  stack[0] = 1
  while top > 0 do
    top = top - 1
    local node = stack[top]
    local level = firstbithigh(node)
    local size = shift_right(64, level)
    local first = (node - shift_left(1, level)) * size
    if first <= high and first + size > low then
      if first >= low and first + size - 1 <= high then
        sum = sum + node
      else
        stack[top] = 2 * node
        stack[top + 1] = 2 * node + 1
        top = top + 2
      end
    end
  end
  result[DispatchThreadID.x] = sum
end }`,
		buffers: func() map[string][]uint32 {
			var ranges []uint32
			for i := range uint32(16) {
				ranges = append(ranges, i*3, i*3+i)
			}
			return map[string][]uint32{"t2": ranges, "u1": make([]uint32, 16)}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			var sums []uint32
			var visit func(node, first, size, low, high uint32) uint32
			visit = func(node, first, size, low, high uint32) uint32 {
				switch {
				case first > high || first+size <= low:
					return 0
				case first >= low && first+size-1 <= high:
					return node
				}
				return visit(2*node, first, size/2, low, high) + visit(2*node+1, first+size/2, size/2, low, high)
			}
			for i := range 16 {
				sums = append(sums, visit(1, 0, 64, in["t2"][2*i], in["t2"][2*i+1]))
			}
			return map[string][]uint32{"u1": sums}
		}},
	{name: "a Cholesky factor", source: portedHead + `
local m = gpu.GroupShared("float", 36)
gpu.ComputeShader { NumThreads = { 6, 6, 1 }, Main = function(GroupThreadID, GroupIndex)
  local i, j = GroupThreadID.y, GroupThreadID.x
  m[GroupIndex] = a[GroupIndex]
  GroupMemoryBarrierWithGroupSync()
  for k = 0, 5 do
    if GroupIndex == 0 then m[k * 6 + k] = sqrt(m[k * 6 + k]) end
    GroupMemoryBarrierWithGroupSync()
    if j == k and i > k then m[i * 6 + k] = m[i * 6 + k] / m[k * 6 + k] end
    GroupMemoryBarrierWithGroupSync()
    if j > k and i >= j then m[i * 6 + j] = m[i * 6 + j] - m[i * 6 + k] * m[j * 6 + k] end
    GroupMemoryBarrierWithGroupSync()
  end
  out[GroupIndex] = i >= j and m[GroupIndex] or 0
end }`,
		buffers: func() map[string][]uint32 {
			return map[string][]uint32{"u0": make([]uint32, 36), "t0": ramp(36, func(i int) float32 {
				if i%7 == 0 {
					return 9 + noise(i)
				}
				return noise(min(i%6, i/6)*6 + max(i%6, i/6))
			})}
		},
		want: func(in map[string][]uint32) map[string][]uint32 {
			m, l := floats(in["t0"]), make([]float32, 36)
			for j := range 6 {
				for i := j; i < 6; i++ {
					s := m[i*6+j]
					for k := range j {
						s -= float32(l[i*6+k] * l[j*6+k])
					}
					if i == j {
						l[i*6+j] = float32(math.Sqrt(float64(s)))
					} else {
						l[i*6+j] = s / l[j*6+j]
					}
				}
			}
			return map[string][]uint32{"u0": floatBits(l...)}
		}},
}
