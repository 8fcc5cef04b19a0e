package queues_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/queues"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// TestUploadAgain: an upload that could not be recorded leaves its list closed, so that the next recording can have it.
func TestUploadAgain(t *testing.T) {
	v := validate.New(validate.Options{})
	a, err := device.NewAdapter(device.Options{Layers: []device.Layer{v}})
	require.NoError(t, err)
	defer func() { require.NoError(t, a.Close()) }()
	d, err := a.CreateDevice(gpu.DeviceDesc{Name: "d"}, 0)
	require.NoError(t, err)
	site := gpu.Site(1)
	s := &queues.Set{At: func() *device.Device { return d }, Name: "set", Site: &site, Rules: &words.Reporter{To: a}}
	require.NoError(t, s.Create(desc.DeviceDesc{}.Normalized()))
	s.CreatePools()
	none := errors.New("nothing to upload")
	require.ErrorIs(t, s.Upload(s.Queues[0], func(*record.Recorder) error { return none }), none)
	require.NoError(t, s.Upload(s.Queues[0], func(*record.Recorder) error { return nil }))
	require.Equal(t, 1, s.AllocatorStats(gpu.ListDirect).Created)
	require.NoError(t, s.Idle())
	require.NoError(t, s.Close())
}
