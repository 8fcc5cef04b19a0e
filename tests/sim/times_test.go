package sim

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/host"
)

// tape is an observer that keeps what happens on the machine.
type tape struct {
	host.NoObserver
	events []trace.Event
}

// OnTrace implements host.Observer.
func (p *tape) OnTrace(e trace.Event) { p.events = append(p.events, e) }

// happenings are the events of a sample, with their virtual times.
func happenings(t *testing.T, script string, options host.Options) []trace.Event {
	t.Helper()
	seen := &tape{}
	options.Dir, options.Out, options.Trace, options.Observer = "../samples", t.TempDir(), true, seen
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	require.NoError(t, h.RunFile(context.Background(), "../samples/"+script))
	require.NotEmpty(t, seen.events)
	return seen.events
}

// TestTimesDoNotDependOnValidation: virtual time comes from counts that are there whether accesses are tracked or not. The samples draw with
// constants, dispatch, copy and resolve, and do what buffers say.
func TestTimesDoNotDependOnValidation(t *testing.T) {
	for _, script := range []string{"cascades.lua", "deferred_msaa.lua", "indirect_zoo.lua", "matmul.lua", "occlusion.lua"} {
		want, got := happenings(t, script, host.Options{}), happenings(t, script, host.Options{Validation: host.ValidationOff})
		require.Equal(t, len(want), len(got), script)
		for i := range want {
			want[i].Done, got[i].Done = nil, nil // accesses are known to those who check them
			require.Equal(t, want[i], got[i], script)
		}
	}
}
