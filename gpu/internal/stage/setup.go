package stage

import "github.com/gpuscript/gpuscript/gpu"

// MaxSetUpInputs is the number of input components that a set-up program can do.
const MaxSetUpInputs = 32

// SetUp is what a set-up program is made for: it writes the records of small triangles, and lists them for a covering program.
type SetUp struct {
	Inputs  [MaxSetUpInputs]SetUpInput // of the pixel program
	Count   int
	Records bool // the pixel program looks at records; else only what a covering program needs is written
	Depth   bool // it reads the plane of the depth
	System  bool // it reads TriangleFront and TrianglePrimitive
	Affine  bool // 1/w is 1 at all vertices
}

// SetUpInput is where a component comes from.
type SetUpInput struct {
	Plane uint8 // of the shaded vertices
	Mode  gpu.Interpolation
}

// A set-up program works through a list of triangles whose positions are in the range of package cover, and writes a record and an entry of a covering
// program's list for each; it leaves out those that it finds to cover no pixel centre.
const (
	// Words of an entry: the items of the vertices, and PrimitiveID. The first one has SetUpFront in it for front faces.
	SetUpID    = 3
	SetUpEntry = 16
	SetUpFront = 1 << 31

	// SetUpTogether is how many entries the program does at a time: behind the last one stand copies of it, up to a multiple.
	SetUpTogether = 4

	// Words of an item of points: a vertex in its viewport.
	PointZ       = 0 // float64: the depth
	PointInverse = 2 // float64: 1/w
	PointX       = 4 // int32: subpixels
	PointY       = 5
	PointFlags   = 6 // the rasterizer's
	PointBytes   = 32

	// Words of the boxes: x0, y0, x1, y1 as int32, half-open. The program writes a result there, too.
	BoxView  = 0 // pixels of the viewport
	BoxSeen  = 4 // what scissor, targets and the tile leave of it
	BoxEnd   = 8 // result: behind the last entry that was written
	BoxBytes = 48
)

// SetUpJob is what a set-up program is called with: addresses.
type SetUpJob struct {
	Next, End uint32 // entries
	List      uint32 // where entries of a covering program go; room for as many and one more
	Records   uint32 // where records go, each with CoverBytes in front of it; room likewise
	Boxes     uint32
	Points    uint32
	Planes    uint32 // of the shaded vertices
	Pitch     uint32 // bytes from plane to plane
}

// RunSetUp runs a set-up program. Different workers may call at the same time.
type RunSetUp func(worker int, j *SetUpJob)
