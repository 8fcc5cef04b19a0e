package sim

import (
	"context"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/host"
)

// gallery keeps digests of what a script paints: saved pictures by name, presented frames by number.
type gallery struct {
	host.NoObserver
	seen map[string][32]byte
}

// OnImage implements host.Observer.
func (g *gallery) OnImage(name string, png []byte) { g.seen[name] = sha256.Sum256(png) }

// paint returns the pictures of an example.
func paint(t *testing.T, script string, options host.Options) map[string][32]byte {
	t.Helper()
	g := &gallery{seen: map[string][32]byte{}}
	options.Dir, options.Out, options.Observer = "../../scripts", t.TempDir(), g
	options.OnFrame = func(f device.Frame) { g.seen[fmt.Sprintf("%s %d", f.Chain, f.Number)] = sha256.Sum256(f.Pixels) }
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	require.NoError(t, h.RunFile(context.Background(), "../../scripts/"+script))
	require.NotEmpty(t, g.seen)
	return g.seen
}

// TestPicturesDoNotDependOnScheduleOrValidation: what fences order comes out the same in every legal schedule, and rules only look.
func TestPicturesDoNotDependOnScheduleOrValidation(t *testing.T) {
	for _, script := range []string{"present.lua", "model.lua", "particles.lua", "shadow_map.lua"} {
		want := paint(t, script, host.Options{})
		require.Equal(t, want, paint(t, script, host.Options{Validation: host.ValidationOff}), script)
		for _, seed := range []uint64{1, 77} {
			require.Equal(t, want, paint(t, script, host.Options{Seed: &seed}), "%s, seed %d", script, seed)
		}
	}
}
