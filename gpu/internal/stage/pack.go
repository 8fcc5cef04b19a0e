package stage

// Pack is what a packing program is made for: it does what a set-up and a covering program do, for triangles of a few pixels. Of a quad's lanes such
// a triangle fills but one or two, so here a wave has a pixel of each of four triangles, and a record a triangle in each lane.
//
//	four triangles      ◣ ◥ ◢ ◤       pixels that are covered, and pass      a, d    b    c, f    e
//	                                  waves                                 │a│b│c│e│ │d│-│f│-│
//
// It is for pixel programs that do the same with any four pixels, and load each word of a record for all lanes.
type Pack struct {
	SetUp SetUp
	Cover Cover
	// Boxes: all triangles are of up to PackBox by PackBox pixels, from an even place on, and the program finds which are covered. Else they are of
	// up to 2 by 2 pixels, and the program stops in front of four where one is larger.
	Boxes bool
}

// A packing program works through the entries of a sorting program, four at a time. It writes a record for each four of them, without CoverBytes in
// front of it, and for each wave the places and the triangle of a quad's record, and the places of its pixels in the form of an entry of the merger's
// list. The head is that of a covering program. Places with ones in all bits are of lanes without a pixel.
//
// Pixels of four triangles that have one in common come in waves of their own for each triangle: waves are merged in order.
const (
	// PackMask is the first bit of what a sorting program adds to the second item of an entry, where addresses leave four bits free: the pixels that
	// are covered, of the four from the corner of the box on that can be seen. Without any of them this was not looked at, because the box is larger.
	PackMask = 28

	// PackedQuads is the word of the head after those of a covering program: the quads that it would have given.
	PackedQuads = 4

	// PackedTurns is the next one: how often four boxes had waves of their own.
	PackedTurns = 5

	// PackNowhere is where the program may write what counts for nothing, from the head on: 4 bytes.
	PackNowhere = 32

	// PackMarks is where marks of the list begin, from the head on, if the caller reads the pixels (Cover.Cells).
	PackMarks = 64

	// PackBox is the size in pixels of the boxes of larger triangles: the sorting program says by SetUpBox that they fit.
	PackBox = 8

	// PackWaves is the largest number of waves that four triangles take, and PackBoxWaves that of larger ones.
	PackWaves    = 4 * 2 * 2
	PackBoxWaves = 4 * PackBox * PackBox
)

// Marks of four triangles are planes of four words, one after the other: the corner that their bits count from, x in bits 0 to 15 and y in bits 16 to
// 31; which pixels are covered; which of them pass. Tiny triangles have a bit for each of 2 by 2 pixels. Larger ones have two words instead of one,
// the left four columns and the right ones, with a row in four bits.
const (
	MarkCorner  = 0
	MarkCovered = 16
	MarkTiny    = 48 // bytes of four of them
	MarkBoxes   = 80 // likewise of larger ones
)

// Counted is what a call of a pixel program counts for, where it is not what it did: the costs of a draw depend on the draw alone.
type Counted struct {
	Items, Groups uint64
}

// PackJob is what a packing program is called with: addresses.
type PackJob struct {
	Next, End uint32 // entries; after the last one stand copies of it, up to a multiple of SetUpTogether
	Head      uint32
	Records   uint32 // where records of triangles go
	Boxes     uint32
	Points    uint32
	Quads     uint32 // where records of quads go
	QuadsEnd  uint32 // there is room for four triangles as long as they begin before this
	Places    uint32 // where places go
	Depth     uint32 // of the first depth value
	Pitch     uint32 // bytes between rows
}

// RunPack runs a packing program. Different workers may call at the same time.
type RunPack func(worker int, j *PackJob)
