package exec

import (
	"context"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Stages runs programs of the graphics pipeline. Package kernel implements it.
type Stages interface {
	Kernels
	// Stage prepares a vertex or pixel program for one draw. It fails only with the error of ctx or for reasons outside the program.
	Stage(ctx context.Context, program gpu.Shader, s *StageRun) (StageProgram, error)
	// Merger gives the program that blends results into a render target; nil where there is none, and the rasterizer does the same by itself. Its
	// workers are those of stage programs.
	Merger(m *stage.Merge) stage.RunMerge
	// Coverer gives the programs that find the pixels of triangles; nil as of Merger, whose workers are the same.
	Coverer(c *stage.Cover) *stage.Covering
	// SetUpper gives the programs that set them up for it; nil likewise.
	SetUpper(s *stage.SetUp) *stage.Triangles
}

// StageRun is what a draw gives to one of its programs. It is valid from Stage until End. Package stage says how items are in memory.
type StageRun struct {
	Memory  []byte
	Table   uint32 // as of a Dispatch
	Records uint32
	Formats []gpu.Format
	// Mappings and Clamped are as of a Dispatch.
	Mappings []gpu.ComponentMapping
	Clamped  []bool
	// Pitch is the distance of the planes of components in bytes, a multiple of 4*stage.Group. For a vertex program it holds for inputs and outputs,
	// for a pixel program for outputs.
	Pitch uint32
	// Pixel says what a pixel program gives; its zero value is right for vertex programs.
	Pixel stage.PixelOutputs
	// Affine says that the vertex program gives 1 for w, for a pixel program.
	Affine bool
	Budget uint64 // of instructions; 0 is unlimited
	Report bool
	Track  bool
	Tuning any // as of a Dispatch
}

// StageProgram runs the items of one draw.
type StageProgram interface {
	// Run executes items [0, items) of a batch whose inputs and outputs are at the addresses. Workers are numbered from 0; different workers may
	// run at the same time. Memory after the last item up to a multiple of stage.Group may be read and written, without effect on resources.
	// Batch orders what the run reports: by batch, then item. It gives false when the run was cancelled or has used up its budget.
	Run(worker int, batch uint64, input, output, items uint32) bool
	// Uniform says that all items get the same results, whatever their inputs are, which are not looked at. Results that were given at an address
	// must then stay as they are.
	Uniform() bool
	// Affine says that a vertex program gives 1 for w, whatever its inputs are.
	Affine() bool
	// ReadsW says that a pixel program reads the plane of 1/w of triangles.
	ReadsW() bool
	// Packs says that a pixel program does the same with any four pixels of a wave, whichever triangles they are of. RunAs is Run for such waves: it
	// counts as other items and groups of them.
	Packs() bool
	RunAs(worker int, batch uint64, input, output, items uint32, as stage.Counted) bool
	// Workers is the number of workers that may run at the same time: 1 where the program's effects depend on the order of items.
	Workers() int
	// End gives what all runs together had to say. The program must not be used afterwards.
	End() (Result, error)
}
