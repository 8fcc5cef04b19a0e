package memory

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/heaps"
)

// kept is a Releaser that reclaims nothing.
type kept struct{}

func (kept) Release(uint64, heaps.Reclaimer) error { return nil }

// newFrames makes the memory of two contexts, with one page or ring of 64 KiB and one chunk of 1024 descriptors each.
func newFrames(t *testing.T, seed bool) (frames [2]*Frame) {
	a, err := device.NewAdapter(device.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := a.CreateDevice(gpu.DeviceDesc{}, 0)
	require.NoError(t, err)
	m, err := Create(func() *device.Device { return d }, Options{Name: "dev", Site: new(gpu.Site), CPU: [4]uint32{16, 16, 16, 16}, GPU: [2]uint32{16, 16},
		Dynamic: [2]uint32{2048, 64}, Chunk: [2]uint32{1024, 16}, PageSize: 64 << 10, Seed: seed, RingSize: 64 << 10, Releaser: kept{}})
	require.NoError(t, err)
	for i := range frames {
		frames[i], err = m.NewFrame(fmt.Sprint("context ", i))
		require.NoError(t, err)
		_, _, _, err = frames[i].Space(256, 256) // takes the page
		require.NoError(t, err)
		_, _, err = frames[i].Descriptors(0, 4) // takes the chunk
		require.NoError(t, err)
	}
	return frames
}

// TestFramesShareNothing: two contexts on goroutines of their own use up their page or ring, and their chunk, and nothing else changes. With the race
// detector this says that they share nothing. They do not share by turns either: package heaps does the same while all its locks are held, and no
// package of the engine has any (TestNoLocks of package engine).
func TestFramesShareNothing(t *testing.T) {
	const requests = 255
	for _, seed := range []bool{false, true} {
		frames := newFrames(t, seed)
		var all sync.WaitGroup
		var errs [2]error
		for i, f := range frames {
			all.Go(func() {
				for range requests {
					if _, grown, used, err := f.Space(256, 256); err != nil || grown || used {
						errs[i] = fmt.Errorf("space: grown %t, used %t, %v", grown, used, err)
					}
					if _, used, err := f.Descriptors(0, 4); err != nil || used {
						errs[i] = fmt.Errorf("descriptors: used %t, %v", used, err)
					}
				}
			})
		}
		all.Wait()
		for i, f := range frames {
			require.NoError(t, errs[i], "seed %t", seed)
			require.EqualValues(t, 1, f.Stats().Current.Pages, "seed %t", seed)
			require.EqualValues(t, 4*(requests+1), f.descriptors[0].Stats().Used)
			_, grown, _, err := f.Space(256, 256)
			require.NoError(t, err)
			require.True(t, grown, "the page was used up, to the last byte")
		}
	}
}
