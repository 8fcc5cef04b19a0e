package stage

import "github.com/gpuscript/gpuscript/gpu"

// Merge is how the results of a pixel program come into a render target: the state that a merging program is made for. Its zero value is none.
type Merge struct {
	Format gpu.Format                // of the target
	Blend  gpu.RenderTargetBlendDesc // with BlendEnable
	Pitch  uint32                    // distance of the planes of components in bytes
}

// A merging program works through a list of quads, in order, which may name a pixel again and again. All pixels of a quad must exist in the target, whichever
// of them count; programs may store those that do not count as they are.
//
//	list: | 4 float32: the blend factor, in the range of the format | entry 0 | entry 1 …
const (
	MergeHead  = 16 // bytes in front of the entries
	MergeEntry = 8  // bytes of an entry
	// Words of an entry.
	MergeAt    = 0 // address of the top left pixel in the target; that of the sample, where pixels have several
	MergeItems = 1 // 4 times the number of the quad's first item (its place in a plane) and, in bits 0 to 3, the pixels that count
)

// RunMerge runs a merging program: entries of a list, with the results in planes from an address on, into a target whose rows are rowPitch bytes apart.
// Different workers may call at the same time.
type RunMerge func(worker int, list, entries, planes, rowPitch uint32)
