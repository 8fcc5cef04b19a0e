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
	W       bool // it reads the plane of 1/w
	System  bool // it reads TriangleFront and TrianglePrimitive
	Affine  bool // 1/w is 1 at all vertices
}

// SetUpInput is where a component comes from.
type SetUpInput struct {
	Plane uint8 // of the shaded vertices
	Mode  gpu.Interpolation
}

// A set-up program works through a list of triangles whose positions are in the range of package cover, and writes a record and an entry of a
// covering program's list for each.
const (
	// Words of an entry: the items of the vertices, and PrimitiveID. The first one has SetUpFront in it for front faces, and SetUpBox where packing
	// programs for boxes can do the triangle: sorting programs find that.
	SetUpID    = 3
	SetUpEntry = 16
	SetUpFront = 1 << 31
	SetUpBox   = 1 << 30

	// SetUpTogether is how many entries the program does at a time: after the last one stand copies of it, up to a multiple, which it does, too.
	SetUpTogether = 4

	// Words of an item of points: a vertex in its viewport.
	PointZ       = 0 // float64: the depth
	PointInverse = 2 // float64: 1/w
	PointX       = 4 // int32: subpixels
	PointY       = 5
	PointFlags   = 6 // Out…, and the rasterizer's
	PointSort    = 7 // int32: x, or PointFar where a flag is set
	PointBytes   = 32

	// PointFar is further away than the guard band: sorting programs find that what has such a corner is not small.
	PointFar = 1 << 30

	// PointInputs is the first of the words of inputs, two each: float64, multiplied with 1/w where its mode has a perspective; of one that is not
	// interpolated the word as it is, in the first of them.
	PointInputs = PointBytes / 4

	// Words of the boxes: x0, y0, x1, y1 as int32, half-open.
	BoxView  = 0 // pixels of the viewport
	BoxSeen  = 4 // what scissor, targets and the tile leave of it
	BoxClip  = 8 // likewise without the tile; only for packing programs
	BoxBytes = 48
)

// Bits of PointFlags, which say where a vertex is outside.
const (
	OutLeft = 1 << iota
	OutRight
	OutTop
	OutBottom
	OutNear
	OutFar
	OutBehind  // w is not positive enough to divide by
	OutDistant // beyond the guard band; as of all but the next two, nothing else of the point is set where it is broken, after or distant
	OutBroken  // not finite: no other bit is set
	OutShallow // its depth is not between AreaLeast and AreaMost
	OutFlags   // the first bit that is free
)

// PointStep is the distance of points with so many inputs, a multiple of 16.
func PointStep(inputs int) uint32 { return (PointBytes + 8*uint32(inputs) + 15) &^ 15 }

// Words of an area: a viewport, and what sorting programs have to know of a draw.
const (
	AreaX        = 0  // float64: ndc (x, y, z) is at (X + HalfX*x, Y - HalfY*y, Z + ScaleZ*z)
	AreaHalfX    = 2  //
	AreaY        = 4  //
	AreaHalfY    = 6  //
	AreaZ        = 8  //
	AreaScaleZ   = 10 //
	AreaLeast    = 12 // float64: depths between them are in the viewport's range, however they are rounded
	AreaMost     = 14 //
	AreaOut      = 16 // bits of PointFlags up to OutBehind that count
	AreaPositive = 17 // all ones where triangles that are clockwise on the screen are drawn
	AreaNegative = 18 // likewise the others
	AreaBack     = 19 // all ones where triangles that are clockwise are back faces
	AreaClip     = 20 // int32: x0, y0, x1, y1 of the pixels that can be seen, half-open
	AreaTiles    = 24 // tiles in a row
	AreaBytes    = 112
)

// ProjectJob is what a projecting program is called with: numbers of items, multiples of ProjectTogether, and addresses. It writes the points of
// items from shaded vertices, with the inputs of its state where that has records.
type ProjectJob struct {
	From, End uint32
	Planes    uint32 // of the shaded vertices
	Pitch     uint32 // bytes from plane to plane
	Points    uint32
	Area      uint32
}

// ProjectTogether is how many vertices a projecting program does at a time.
const ProjectTogether = 4

// A sorting program works through a list of triangles and finds the tile of each small one. It writes the entries of those that may cover pixels,
// which have the form of those of a set-up program, and lists nodes: runs of entries. Its list has such entries, too, and then may be what is written
// over; or items alone, three words a triangle.
//
//	nodes: | head: where entries and nodes end | node 0 | node 1 …        a node has the entries up to the first one of the next node
const (
	SortEntries = 0 // address after the last entry that is kept
	SortNodes   = 1 // address after the last node
	SortHead    = 16

	// Words of a node.
	SortTile = 0 // the tile of all its entries, or one of the next two with the number of the only triangle in the list
	SortBox  = 1 // tiles of a triangle in several: x0, y0, x1, y1 (the last ones) in a byte each
	SortFrom = 2 // address of the first entry
	SortNode = 16

	SortSpread   = 1 << 31            // small, in several tiles
	SortOther    = SortSpread | 1<<30 // not small, or flags of a corner are set
	SortNumber   = 1<<30 - 1          // bits of the number
	SortLargest  = 16                 // pixels that small triangles have along an axis, before anything is cut from them
	SortTileBits = 6                  // of the size of a tile in pixels

	SortItems = 12 // bytes of a triangle in a list of items
	// SortBehind is how many bytes after a list of items the program reads: items, too, though nothing comes of them.
	SortBehind = SortItems*(SetUpTogether-1) + 4
)

// SortJob is what a sorting program is called with: addresses.
type SortJob struct {
	Next, End uint32 // the list; after the last entry of one of entries stand copies of it, up to a multiple of SetUpTogether
	To        uint32 // where entries go, with room for a multiple of SetUpTogether of them
	Nodes     uint32 // room for the head and a node for each triangle, and one more
	Points    uint32
	Step      uint32 // from point to point
	Area      uint32
	Items     bool // it is a list of items, of triangles numbered from First on
	First     uint32
}

// SetUpJob is what a set-up program is called with: addresses.
type SetUpJob struct {
	Next, End uint32 // entries
	List      uint32 // the first plane of a covering program's list
	Records   uint32 // where records go, each with CoverBytes in front of it
	Boxes     uint32
	Points    uint32
}

// Triangles are the programs that bring small triangles to a covering program. Different workers may run them at the same time. The zero value has
// none.
type Triangles struct {
	Project func(worker int, j *ProjectJob)
	Sort    func(worker int, j *SortJob)
	SetUp   func(worker int, j *SetUpJob)
	// Pack gives the packing program for a state of covers, for boxes or smaller triangles. It must not be called by several goroutines at the same
	// time.
	Pack func(c *Cover, boxes bool) RunPack
}
