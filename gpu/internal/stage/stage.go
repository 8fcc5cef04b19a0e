package stage

import "github.com/gpuscript/gpuscript/gpu"

// Signature is what a program takes from the stage before it and gives to the one after it.
type Signature struct {
	Inputs  []gpu.StageElement
	Outputs []gpu.StageElement
}

// Words of a quad's record (QuadWords of them; records are contiguous).
const (
	QuadX        = 4 * iota // float32 bits: x of each pixel's centre, e.g. 12.5, 13.5, 12.5, 13.5
	QuadY                   // float32 bits: y of each pixel's centre
	QuadTriangle            // address of the triangle's record
	QuadMask     = iota + 6 // bits 0 to 3: pixels whose results count; others are helpers
	QuadSample              // sample index, 0 unless shading by sample
	QuadCoverage            // bits 8*lane…: the samples covered in each pixel
	QuadWords               // 12 words, 48 bytes
)

// Words of a triangle's record, each of which stands there TriangleRepeat times; the planes of components follow, PlaneWords each, in the order of
// the pixel program's inputs.
const (
	TriangleX0        = iota // float32 bits: origin of all planes of the record
	TriangleY0               //
	TriangleFront            // 1 for front faces, else 0
	TrianglePrimitive        // PrimitiveID
	TriangleZ                // plane of the depth: A, B, C (after the viewport; linear in screen space)
	TriangleW         = 7    // plane of 1/w: A, B, C
	TriangleInputs    = 10   // the first plane of the inputs
)

// A program loads a word of a triangle's record for all lanes of a wave at once.
const (
	TriangleRepeat = 4
	TriangleStep   = 4 * TriangleRepeat // bytes from one word to the next
)

// PlaneWords is the length of a plane: A, B, C.
const PlaneWords = 3

// TriangleBytes is the length of the record of a triangle with that many input components, a multiple of 16.
func TriangleBytes(components int) int {
	return TriangleStep * (TriangleInputs + PlaneWords*components)
}

// Group is the number of work items that programs of both stages are run in: arrays of items are padded to a multiple of it.
const Group = 64

// Target is what a pixel program gives for one render target.
type Target struct {
	// Format that the program packs its colour into, so that it gives the bytes of texels: a plane of words for formats up to 32 bits, two or
	// four planes for larger ones. UNKNOWN: four planes of components as they are (blending and logic need them so).
	Format gpu.Format
	// Used says that the program writes this target and that the target is bound.
	Used bool
}

// Planes is the number of planes that the target takes in the outputs of a pixel program.
func (t Target) Planes() int {
	switch {
	case !t.Used:
		return 0
	case t.Format == gpu.FormatUnknown:
		return 4
	}
	return int(max(t.Format.Bytes(), 4) / 4)
}

// PixelOutputs says where the planes of a pixel program's results are: plane numbers, to be multiplied with the pitch.
//
//	mask | depth (if written) | coverage (if written) | planes of target 0 | planes of target 1 …
type PixelOutputs struct {
	Depth, Coverage bool // the program writes them
	// Samples of a pixel and the mask of the pipeline, of its bits alone, where the program has to know (gpu.UsesSamplePlaces); else 0.
	Samples, SampleMask uint32
	Targets             [gpu.MaxRenderTargets]Target
}

// MaskPlane is the plane of the mask: a word per item, all ones where the result counts. Programs that cannot discard leave it out.
const MaskPlane = 0

// DepthPlane is the plane of the depth.
func (o *PixelOutputs) DepthPlane() int { return 1 }

// CoveragePlane is the plane of the coverage.
func (o *PixelOutputs) CoveragePlane() int { return 1 + count(o.Depth) }

// TargetPlane is the first plane of a target.
func (o *PixelOutputs) TargetPlane(target int) int {
	plane := 1 + count(o.Depth) + count(o.Coverage)
	for _, t := range o.Targets[:target] {
		plane += t.Planes()
	}
	return plane
}

// Planes is the number of planes of all results.
func (o *PixelOutputs) Planes() int { return o.TargetPlane(len(o.Targets)) }

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
