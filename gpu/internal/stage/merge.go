package stage

import "github.com/gpuscript/gpuscript/gpu"

// Merge is how the results of a pixel program come into a render target: the state that a merging program is made for.
type Merge struct {
	Bytes   uint32    // of a texel of the target
	Mask    [4]uint32 // bits of a texel that are written, in words
	Samples bool      // pixels have several
	Pitch   uint32    // distance of the planes of results in bytes
	// RowPitch is that of MergeTarget, or 0: a program that knows it checks one address a quad, and not two.
	RowPitch uint32
	// Scattered: each entry has the places of four pixels (see Pack), which are results 0 to 3.
	Scattered bool
	// Format and Blend, with BlendEnable, are set where the results are components that are blended. Else they are texels, and these are zero.
	Format gpu.Format
	Blend  gpu.RenderTargetBlendDesc
}

// A merging program works through a list of quads, in order, which may name a pixel again and again. All pixels of a quad must exist in the target,
// whichever of them count; the program may store those that do not count as they are.
//
//	list: | 4 float32: the blend factor, in the range of the format | entry 0 | entry 1 …         results: | of quad 0 | of quad 1 …
//
// An entry may stand for a row of quads that are side by side, all of whose pixels count; those after it in the list are then not looked at.
const (
	MergeHead  = 16 // bytes in front of the entries
	MergeEntry = 16 // bytes of an entry
	// Words of an entry. The first one is the caller's.
	MergeCover = 1 // bits 8*pixel…: the samples that count. 0: the entry is passed over
	MergePlace = 2 // x of the top left pixel in bits 0 to 15, y in bits 16 to 31
	MergeRow   = 3 // quads, at least 1
)

// MergeTarget is where a merging program stores.
type MergeTarget struct {
	Address     uint32 // of the first texel
	RowPitch    uint32 // bytes
	SamplePitch uint32 // bytes; unused with one sample
}

// RunMerge runs a merging program on a list of a number of quads, with results in planes from an address on. Different workers may call at the same
// time.
type RunMerge func(worker int, list, quads, planes uint32, to MergeTarget)
