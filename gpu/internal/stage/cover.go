package stage

import "github.com/gpuscript/gpuscript/gpu"

// Cover is what a covering program is made for: it finds the pixels of small triangles, tests their depths, and gives the quads that are left to the
// pixel program and to the merger. Targets have one sample, and an even width and height.
type Cover struct {
	Test    bool // of depths of 32-bit float
	Compare gpu.ComparisonFunc
	Write   bool   // depths that pass are stored
	Pitch   uint32 // bytes between rows of depths, or 0: as the job says. A program that knows them checks one address a quad, and not two
	Records bool   // the pixel program looks at the records of quads
	Cells   bool   // the caller reads the list of quads, which are those that are tested, only where there is a test; of a packing program the marks
}

// A covering program works through a list of triangles in order, as far as there is room for CoverBox quads, as there is for the first one. What it
// has to know of all of them stands in planes, a word each, so that four can be written at once:
//
//	list: | head: where it stopped | plane 0: triangle 0, triangle 1 … | plane 1 …        each triangle, in front of its record: | depth |
const (
	CoverEntries = 256                                       // that a list has room for
	CoverBox     = (SortLargest/2 + 1) * (SortLargest/2 + 1) // quads that a triangle covers at most: its box may begin at an odd place

	// Words of the head, which the program writes.
	CoverNext   = 0 // address in the first plane of the first triangle that was not done
	CoverQuads  = 1 // address after the last quad
	CoverTested = 2 // pixels that were tested
	CoverPassed = 3 // pixels of the quads
	CoverHead   = 16

	// Planes of the list: the quads of a box that a triangle may cover, and its edges. The centre of the pixel (x, y) away from its place is inside
	// where a*x + b*y + c is not negative for each of three edges: int32.
	CoverPlace  = 0 // x of the upper left pixel in bits 0 to 15, y in bits 16 to 31; both even
	CoverSize   = 1 // quads: columns in bits 0 to 15, rows in bits 16 to 31; at least 1 each
	CoverA      = 2
	CoverB      = 5
	CoverC      = 8
	CoverRecord = 11                           // address of what is in front of the triangle's record
	CoverWords  = 12                           // planes
	CoverEntry  = 4                            // bytes from one triangle to the next
	CoverPitch  = CoverEntry*CoverEntries + 64 // bytes from one plane to the next: no power of two, for planes that map to the same cache sets push each other out
	CoverList   = CoverPitch * CoverWords

	// Words in front of a triangle's record. The depth of pixel (x, y) is za*(x+0.5) + (zb*(y+0.5) + zc), in float64, rounded to float32.
	CoverZA    = 0 // each of the float64 stands there twice
	CoverZB    = 4
	CoverZC    = 8
	CoverBytes = 48

	// Words of an entry in the list of quads that triangles cover, in order.
	CoverOut  = 0  // of each pixel a word, negative where it was not tested
	CoverX    = 4  // float32: x of each pixel's centre; only where depths or records want it
	CoverY    = 8  // likewise
	CoverAt   = 12 // address of the depth of the upper left pixel
	CoverFrom = 13 // address of what is in front of the triangle's record
	CoverQuad = 14 // place and row as the merger's list has them
	CoverMask = 15 // over the row, when the quad was tested: the pixels that were, by bit; only for callers that read it
	CoverCell = 64
)

// CoverJob is what a covering program is called with: addresses.
type CoverJob struct {
	List       uint32 // the head; the first plane begins after it
	Next, End  uint32 // triangles from Next to End are to be done: addresses in the first plane
	Quads      uint32 // the first free entry of the merger's list
	QuadsEnd   uint32 // after the last one
	Records    uint32 // the record of the first free quad
	Depth      uint32 // of the first depth value
	DepthPitch uint32 // bytes between rows
	Cells      uint32 // room for a cell for each quad up to QuadsEnd
}

// RunCover runs a covering program. Different workers may call at the same time.
type RunCover func(worker int, j *CoverJob)

// RowsJob is what a program for rows is called with: a box of whole quads that a triangle covers, whose corner is at an even place.
type RowsJob struct {
	A, B, C  float64 // the depth of pixel (x, y) is A*(x+0.5) + (B*(y+0.5) + C), rounded to float32
	X, Y     uint32  // of the upper left pixel
	Pairs    uint32  // of quads in a row, at least 1
	Rows     uint32  // of quads, at least 1
	Depth    uint32  // address of the upper left pixel's
	Pitch    uint32  // bytes between rows of pixels
	Records  uint32  // address of the record of the first quad
	Triangle uint32  // of the triangle's record
}

// RunRows draws quads of a box, row by row, until a pair is not nearer than all that is there: it stores depths, writes records, and gives the number
// of quads. Where its state has no test it draws all of them. Different workers may call at the same time.
type RunRows func(worker int, j *RowsJob) (quads uint32)

// Covering are the programs for a state of covers.
type Covering struct {
	Small RunCover
	Rows  RunRows
}
