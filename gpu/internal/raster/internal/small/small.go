// Package small sets up small triangles: it writes their records for pixel and covering programs, and lists them (package stage). It does what set-up
// programs do, where there are none.
//
//	items, vertices ─▶ edges at centres of pixels ─▶ covers a pixel? ─▶ planes of depth, 1/w and inputs ─▶ record, entry of the list
//
// It must not know draws, tiles or targets. A State may be used by several goroutines at the same time.
package small

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Input is where a component of the pixel program's inputs comes from.
type Input struct {
	Plane uint32 // of the shaded vertices
	Mode  gpu.Interpolation
}

// State is what the records of all triangles of a draw have in common.
type State struct {
	Inputs  []Input
	Uses    gpu.StageUses // of the pixel program
	Records bool          // it looks at records
	Affine  bool          // 1/w is 1 at all vertices
	LacksW  bool          // it does not read its plane
}

// Put writes an entry of the list of a set-up program: the items of the vertices and the number of the primitive.
func Put(entry *[stage.SetUpEntry]byte, u, v, w, id uint32, front bool) {
	first := uint64(u)
	if front {
		first |= stage.SetUpFront
	}
	binary.LittleEndian.PutUint64(entry[:], first|uint64(v)<<32)
	binary.LittleEndian.PutUint64(entry[8:], uint64(w)|uint64(id)<<32)
}

// PutItems is Put for triangles that follow each other: three items each, to which a number is added, and no front faces.
func PutItems(list []byte, items []uint32, add, id uint32) {
	for len(items) >= 3 && len(list) >= stage.SetUpEntry {
		binary.LittleEndian.PutUint64(list, uint64(items[0]+add)|uint64(items[1]+add)<<32)
		binary.LittleEndian.PutUint64(list[8:], uint64(items[2]+add)|uint64(id)<<32)
		items, list, id = items[3:], list[stage.SetUpEntry:], id+1
	}
}

// PutRun is PutItems for n triangles of items that follow each other.
func PutRun(list []byte, item, id uint32, n int) {
	for i := range uint32(n) {
		Put((*[stage.SetUpEntry]byte)(list[stage.SetUpEntry*i:]), item+3*i, item+3*i+1, item+3*i+2, id+i, false)
	}
}

// Program gives the set-up program that does the same; ok is false where none can.
func (s *State) Program() (p stage.SetUp, ok bool) {
	if len(s.Inputs) > stage.MaxSetUpInputs {
		return p, false
	}
	p = stage.SetUp{Records: s.Records}
	if !s.Records {
		return p, true
	}
	p.Count, p.Depth, p.W, p.Affine = len(s.Inputs), s.Uses.Has(gpu.UsesPosition), !s.LacksW, s.Affine
	p.System = s.Uses&(gpu.UsesIsFrontFace|gpu.UsesPrimitiveID) != 0
	for i, in := range s.Inputs {
		if in.Plane > math.MaxUint8 {
			return p, false
		}
		p.Inputs[i] = stage.SetUpInput{Plane: uint8(in.Plane), Mode: in.Mode}
	}
	return p, true
}

// Job is a list of triangles.
type Job struct {
	Entries []byte // of the list
	Points  corner.Points
	Planes  corner.Planes
	View    corner.Box // pixels of the viewport
	Seen    corner.Box // what scissor, targets and the tile leave of it
	List    []byte     // the planes of a covering program's list
	Records []byte     // room for as many, of a number of bytes each with what is in front of them
	Bytes   uint32
	Address uint32 // of Records
}

// SetUp writes records and their words in the list, and gives their number: triangles that it finds to cover nothing have none.
func (s *State) SetUp(j *Job) (n int) {
	for e := j.Entries; len(e) >= stage.SetUpEntry; e = e[stage.SetUpEntry:] {
		r := j.Records[uint32(n)*j.Bytes:][:j.Bytes]
		if s.triangle(j, e, r, j.List[stage.CoverEntry*n:]) {
			binary.LittleEndian.PutUint32(j.List[stage.CoverPitch*stage.CoverRecord+stage.CoverEntry*n:], j.Address+uint32(n)*j.Bytes)
			n++
		}
	}
	return n
}

// triangle writes the record of a triangle and its words in the list. It gives false if the triangle covers nothing.
func (s *State) triangle(j *Job, e, r, list []byte) bool {
	var items [3]uint32
	for k := range items {
		items[k] = binary.LittleEndian.Uint32(e[4*k:])
	}
	front := items[0]&stage.SetUpFront != 0
	items[0] &^= stage.SetUpFront | stage.SetUpBox
	corners := [3]corner.Vertex{j.Points.At(items[0]), j.Points.At(items[1]), j.Points.At(items[2])}
	u, v, w := &corners[0], &corners[1], &corners[2]
	bounds := Bounds(u, v, w)
	seen := bounds.And(j.Seen)
	x, y := seen.X0&^1, seen.Y0&^1
	if !writeEdges(list, u, v, w, &seen, x, y) {
		return false
	}
	binary.LittleEndian.PutUint32(list[stage.CoverPitch*stage.CoverPlace:], uint32(x|y<<16))
	binary.LittleEndian.PutUint32(list[stage.CoverPitch*stage.CoverSize:], uint32((seen.X1-x+1)/2|(seen.Y1-y+1)/2<<16))
	g := corner.GradientsOf(u, v, w)
	px, py := bounds.And(j.View).Middle()
	za, zb, zc := g.Plane(u.Z, v.Z, w.Z, px, py)
	record.Depth(r, za, zb, zc-float64(za*px)-float64(zb*py))
	if !s.Records {
		return true
	}
	r = r[stage.CoverBytes:]
	record.Word(r, stage.TriangleX0, math.Float32bits(float32(px)))
	record.Word(r, stage.TriangleY0, math.Float32bits(float32(py)))
	System(r, s.Uses, front, binary.LittleEndian.Uint32(e[4*stage.SetUpID:]), za, zb, zc)
	switch {
	case s.LacksW:
	case u.Inverse == v.Inverse && u.Inverse == w.Inverse:
		record.Flat(r, stage.TriangleW, u.Inverse)
	default:
		wa, wb, wc := g.Plane(u.Inverse, v.Inverse, w.Inverse, px, py)
		record.Plane(r, stage.TriangleW, wa, wb, wc)
	}
	s.inputs(j, r, &items, &g, &[3]float64{u.Inverse, v.Inverse, w.Inverse}, px, py)
	return true
}

// Bounds are the pixels whose centres a triangle may cover.
func Bounds(u, v, w *corner.Vertex) (b corner.Box) {
	b.X0, b.X1 = corner.Extent(min(u.X, v.X, w.X), max(u.X, v.X, w.X))
	b.Y0, b.Y1 = corner.Extent(min(u.Y, v.Y, w.Y), max(u.Y, v.Y, w.Y))
	return b
}

// System writes what few programs read of a triangle.
func System(r []byte, uses gpu.StageUses, front bool, id uint32, za, zb, zc float64) {
	if uses&(gpu.UsesIsFrontFace|gpu.UsesPrimitiveID) != 0 {
		face := uint32(0)
		if front {
			face = 1
		}
		record.Word(r, stage.TriangleFront, face)
		record.Word(r, stage.TrianglePrimitive, id)
	}
	if uses.Has(gpu.UsesPosition) {
		record.Plane(r, stage.TriangleZ, za, zb, zc)
	}
}

// inputs writes the planes of the inputs.
func (s *State) inputs(j *Job, r []byte, items *[3]uint32, g *corner.Gradients, inverse *[3]float64, x, y float64) {
	for n, in := range s.Inputs {
		word := stage.TriangleInputs + stage.PlaneWords*n
		if in.Mode == gpu.InterpolateNone {
			record.Word(r, word, 0)
			record.Word(r, word+1, 0)
			record.Word(r, word+2, j.Planes.Word(in.Plane, items[0]))
			continue
		}
		var f [3]float64
		for k := range f {
			f[k] = float64(math.Float32frombits(j.Planes.Word(in.Plane, items[k])))
			if in.Mode.Perspective() {
				f[k] *= inverse[k]
			}
		}
		a, b, c := g.Plane(f[0], f[1], f[2], x, y)
		record.Plane(r, word, a, b, c)
	}
}
