package cases

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// once are cases of one mistake each: a call that is left out, or done all the same, where errors are reported, and what becomes of it in the rest of the script.
var once = []struct{ file, name string }{
	{"carried.lua", "a transition of C between a state and itself"},                 // so Close fails
	{"graphics.lua", "a bundle draws without a topology"},                           // and the bundle cannot be run
	{"halves.lua", "a texture is read between the halves, and written behind them"}, // and the other half ends what was begun
	{"halves.lua", "begun, never ended, and written in three lists"},                // each of which writes between the halves
	{"lifetime.lua", "root signature used after its release"},                       // and the pipeline finds none
	{"portable_lives.lua", "a root constant buffer, given up and then recorded"},    // and the argument is missing
	{"present.lua", "released with all buffers in flight"},                          // and the work misses them
	{"corners.lua", "a counter released in flight"},                                 // and the view misses it
	{"dml_mistakes.lua", "the operator is released while the GPU uses it"},          // and so are its pipelines
	{"engine.lua", "ALLOW_OVERWRITE while the GPU may read"},                        // and so does the write of its descriptors
	{"neighbours.lua", "a view of more mips than there are"},                        // and so the table misses it
	{"neighbours.lua", "nothing was written, as C says it"},                         // and so nothing is mapped
	{"neighbours.lua", "a buffer is given up behind its copy, and the script goes on"},
	{"samples_frames.lua", "frames in flight: the list is not reset"},                 // and nothing can be recorded
	{"traps.lua", "a query that stays open"},                                          // so the list stays open
	{"portable_lives.lua", "the source of a copy, given up behind the submission"},    // and the copy misses it
	{"samples_frames.lua", "frames in flight: the constants lie at a multiple of 64"}, // and are missing
	{"corners.lua", "the program's arguments are set behind another root signature"},  // so Close fails
}

// TestOnce: where errors are reported, a mistake is told once, and what becomes of it is not told besides. The list with a refused call, and the device, are of no use
// then, which is another matter.
func TestOnce(t *testing.T) {
	for _, c := range once {
		t.Run(c.file+"/"+c.name, func(t *testing.T) {
			out, said := run(t, c.file, func(o *host.Options) { o.Errors = host.ReportErrors }, c.name)
			require.Contains(t, out, "case "+c.name)
			errors := 0
			for _, d := range said {
				if d.Severity == diag.SeverityError {
					errors++
				}
			}
			require.Equal(t, 1, errors, text(said))
		})
	}
}
