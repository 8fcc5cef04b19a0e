// Package record writes the records of triangles and quads that pixel programs read (package stage): each word is repeated for the lanes of a wave,
// so that a program loads it with one instruction.
//
// It is called for every triangle and every quad, so its functions are small enough to be inlined. It must not know how values are found.
package record

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Word writes a word of a triangle's record.
func Word(r []byte, word int, v uint32) {
	to := (*[stage.TriangleStep]byte)(r[stage.TriangleStep*word:])
	binary.LittleEndian.PutUint64(to[:], twice(v))
	binary.LittleEndian.PutUint64(to[8:], twice(v))
}

// Plane writes the plane that begins at a word of a triangle's record.
func Plane(r []byte, word int, a, b, c float64) {
	to := (*[stage.TriangleStep * stage.PlaneWords]byte)(r[stage.TriangleStep*word:])
	Word(to[:], 0, math.Float32bits(float32(a)))
	Word(to[:], 1, math.Float32bits(float32(b)))
	Word(to[:], 2, math.Float32bits(float32(c)))
}

// Flat is Plane for what is the same everywhere.
func Flat(r []byte, word int, c float64) {
	to := (*[stage.TriangleStep * stage.PlaneWords]byte)(r[stage.TriangleStep*word:])
	clear(to[:2*stage.TriangleStep])
	Word(to[:], 2, math.Float32bits(float32(c)))
}

// Lines are the places of the quads of a row: y of their upper and of their lower pixels.
type Lines struct{ up, down uint64 }

// LinesAt are those whose upper pixels are at y.
func LinesAt(y float32) Lines {
	return Lines{twice(math.Float32bits(y)), twice(math.Float32bits(y + 1))}
}

// Place writes where the pixels of a quad are: x of the left ones, and the lines.
func (l Lines) Place(r []byte, x float32) {
	to := (*[4 * stage.QuadTriangle]byte)(r)
	across := uint64(math.Float32bits(x)) | uint64(math.Float32bits(x+1))<<32
	binary.LittleEndian.PutUint64(to[4*stage.QuadX:], across)
	binary.LittleEndian.PutUint64(to[4*stage.QuadX+8:], across)
	binary.LittleEndian.PutUint64(to[4*stage.QuadY:], l.up)
	binary.LittleEndian.PutUint64(to[4*stage.QuadY+8:], l.down)
}

// Quad writes the rest of a quad's record: the address of its triangle, the pixels that count, and the samples.
func Quad(r []byte, triangle, mask, sample, cover uint32) {
	to := (*[4 * stage.QuadWords]byte)(r)
	binary.LittleEndian.PutUint64(to[4*stage.QuadTriangle:], uint64(triangle)|uint64(mask)<<32)
	binary.LittleEndian.PutUint64(to[4*stage.QuadSample:], uint64(sample)|uint64(cover)<<32)
}

func twice(v uint32) uint64 { return uint64(v) | uint64(v)<<32 }

// Depth writes the plane of the depth before a triangle's record, for a covering program.
func Depth(r []byte, a, b, c float64) {
	to := (*[stage.CoverBytes]byte)(r)
	binary.LittleEndian.PutUint64(to[4*stage.CoverZA:], math.Float64bits(a))
	binary.LittleEndian.PutUint64(to[4*stage.CoverZA+8:], math.Float64bits(a))
	binary.LittleEndian.PutUint64(to[4*stage.CoverZB:], math.Float64bits(b))
	binary.LittleEndian.PutUint64(to[4*stage.CoverZB+8:], math.Float64bits(b))
	binary.LittleEndian.PutUint64(to[4*stage.CoverZC:], math.Float64bits(c))
	binary.LittleEndian.PutUint64(to[4*stage.CoverZC+8:], math.Float64bits(c))
}
