package words

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestNew(t *testing.T) {
	d := New(diag.WrongBefore, 7, "x %d", 1)
	require.Equal(t, "x 1", d.Title)
	require.NotEmpty(t, d.Rule)
	require.Equal(t, gpu.Site(7), d.Primary().Site)
}

// TestFold: what is said of one place stands there once; other words and other places stay.
func TestFold(t *testing.T) {
	d := diag.New(diag.Deadlock, "x").Also(1, "signals").At(2, "waits").Also(1, "signals").Also(1, "waits").Also(3, "signals")
	Fold(d)
	require.Len(t, d.Labels, 4)
	require.Equal(t, gpu.Site(3), d.Labels[3].Site)
	Fold(d)
	require.Len(t, d.Labels, 4)
}

func TestForms(t *testing.T) {
	require.Equal(t, "t0", Register(gpu.DescriptorSRV, 0, 0))
	require.Equal(t, "u3 in space 2", Register(gpu.DescriptorUAV, 3, 2))
	require.Equal(t, "Copy", Capital("copy"))
	require.Equal(t, "", Capital(""))
	require.Equal(t, "1 item", Count(1, "item"))
	require.Equal(t, "0 items", Count(0, "item"))
}
