// Package record writes the records of kernels' binding tables: one for each register, with what a shader has to know of the view bound there.
//
// It knows only the words of a record: where a view begins and how its mips are laid out is worked out by package exec.
package record

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Bytes is the size of one record: 64 little-endian 32-bit words.
const Bytes = 256

// The words of a record, as package kernel defines them. A record of zeros is the null view.
//
//	word  0     1     2      3       4       5      6       7      8     9      10      11…15
//	      base  size  count  stride  format  width  height  depth  mips  flags  object  least level
//	word 16+3m: offset, row pitch, slice pitch of mip m of the view, m < 15; of sample m, where there are several
//	samplers:   word 16…28: filter, address U V W, LOD bias, anisotropy, comparison, border 4, min and max LOD
const (
	wordBase = iota
	wordSize
	wordCount
	wordStride
	wordFormat
	wordWidth
	wordHeight
	wordDepth
	wordMips
	wordFlags
	wordObject
	wordLeast
	wordMip0 = 16

	flagVolume  = 1 // flag: depth halves from mip to mip
	flagSamples = 2 // flag: the mips are samples
)

// Record is one record: Bytes of memory, which begin as zeros.
type Record []byte

func (r Record) set(word int, v uint32) { binary.LittleEndian.PutUint32(r[4*word:], v) }

// Buffer fills the record of size bytes at base. stride 0 is a constant buffer.
func (r Record) Buffer(base, size uint64, stride uint32, format gpu.Format, object gpu.ID) {
	r.set(wordBase, uint32(base))
	r.set(wordSize, uint32(size))
	if stride > 0 {
		r.set(wordCount, uint32(size/uint64(stride)))
	}
	r.set(wordStride, stride)
	r.set(wordFormat, uint32(format))
	r.set(wordObject, uint32(object))
}

// Texture adds the extent of a view to a record that Buffer has filled. Depth is that of a volume, or how many slices there are.
func (r Record) Texture(width, height, depth, mips uint32, volume bool) {
	r.set(wordCount, 0)
	r.set(wordWidth, width)
	r.set(wordHeight, height)
	r.set(wordDepth, depth)
	r.set(wordMips, mips)
	if volume {
		r.set(wordFlags, flagVolume)
	}
}

// Least says which mip level of the view sampling uses at least.
func (r Record) Least(level float32) { r.set(wordLeast, math.Float32bits(level)) }

// Samples says that the mips are n samples.
func (r Record) Samples(n uint32) {
	r.set(wordMips, n)
	r.set(wordFlags, flagSamples)
}

// Mip says where mip m below 15, or sample m, lies after the first byte of the view.
func (r Record) Mip(m int, offset, rowPitch, slicePitch uint32) {
	r.set(wordMip0+3*m, offset)
	r.set(wordMip0+3*m+1, rowPitch)
	r.set(wordMip0+3*m+2, slicePitch)
}

// samplerFields is the number of fields of a sampler.
const samplerFields = 13

// SamplerFields makes the record of a sampler, which is at an address, that of a buffer, too: of its own fields.
func (r Record) SamplerFields(at uint64) {
	r.Buffer(at+4*wordMip0, 4*samplerFields, 4, gpu.FormatUnknown, 0)
}

// Sampler fills the record of a sampler.
func (r Record) Sampler(s *gpu.SamplerDesc) {
	bits := math.Float32bits
	for i, v := range [...]uint32{uint32(s.Filter), uint32(s.AddressU), uint32(s.AddressV), uint32(s.AddressW), bits(s.MipLODBias), s.MaxAnisotropy,
		uint32(s.ComparisonFunc), bits(s.BorderColor[0]), bits(s.BorderColor[1]), bits(s.BorderColor[2]), bits(s.BorderColor[3]),
		bits(s.MinLOD), bits(s.MaxLOD)} {
		r.set(wordMip0+i, v)
	}
}
