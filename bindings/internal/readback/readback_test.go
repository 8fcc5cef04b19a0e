package readback

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

const site = gpu.Site(1)

func newDevice(t *testing.T) *device.Device {
	t.Helper()
	a, err := device.NewAdapter(device.Options{Layers: []device.Layer{validate.New(validate.Options{Level: validate.On})}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := a.CreateDevice(gpu.DeviceDesc{Name: "test"}, 0)
	require.NoError(t, err)
	return d
}

func newBuffer(t *testing.T, d *device.Device, heap gpu.HeapType) *device.Resource {
	t.Helper()
	state := map[gpu.HeapType]gpu.ResourceStates{gpu.HeapUpload: gpu.StateGenericRead, gpu.HeapReadback: gpu.StateCopyDest}[heap]
	r, err := d.CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: heap, InitialState: state,
		ResourceDesc: gpu.ResourceDesc{Name: heap.String(), Dimension: gpu.DimensionBuffer, Width: 64}})
	require.NoError(t, err)
	return r
}

// Buffers that the CPU can read need no queue; for the others each device and call has one, whose fence counts its copies.
func TestFetch(t *testing.T) {
	var rs Readers
	d, other := newDevice(t), newDevice(t)
	texture, err := d.CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapDefault,
		ResourceDesc: gpu.ResourceDesc{Name: "mips", Dimension: gpu.DimensionTexture2D, Width: 8, Height: 4, MipLevels: 3, Format: gpu.FormatR8G8B8A8Unorm}})
	require.NoError(t, err)
	for _, r := range []*device.Resource{newBuffer(t, d, gpu.HeapUpload), newBuffer(t, d, gpu.HeapReadback)} {
		require.NoError(t, rs.Fetch(r, "gpu.Hash", site))
		require.Empty(t, rs.all, "%s: the CPU reads it without a copy", r.Name())
	}
	for range 2 {
		require.NoError(t, rs.Fetch(newBuffer(t, d, gpu.HeapDefault), "gpu.Hash", site))
		require.NoError(t, rs.Fetch(texture, "gpu.SavePNG", site))
	}
	require.NoError(t, rs.Fetch(newBuffer(t, other, gpu.HeapDefault), "gpu.Hash", site))
	require.Len(t, rs.all, 3)
	require.EqualValues(t, 2, rs.all[key{d, "gpu.Hash"}].value)
}

// What a rule refuses to copy is its error, and the next copy is not disturbed by it.
func TestFetchRefused(t *testing.T) {
	var rs Readers
	d := newDevice(t)
	gone, r := newBuffer(t, d, gpu.HeapDefault), newBuffer(t, d, gpu.HeapDefault)
	require.NoError(t, rs.Fetch(gone, "gpu.Hash", site))
	require.NoError(t, gone.Release())
	var e *diag.Error
	require.ErrorAs(t, rs.Fetch(gone, "gpu.Hash", site), &e)
	require.NoError(t, rs.Fetch(r, "gpu.Hash", site))
}
