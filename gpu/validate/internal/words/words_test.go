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
	require.Equal(t, []diag.Prop{{Key: "d3d12", Value: "RESOURCE_BARRIER_BEFORE_AFTER_MISMATCH (527)"}}, d.Props)
	require.Empty(t, New(diag.NotSupported, 7, "x").Props)
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

// TestMessageIDs prints which codes of rules have no message of the Direct3D 12 debug layer. Those are the rules of gpuscript
// itself, those whose message depends on the case, and those that the debug layer leaves to the runtime.
func TestMessageIDs(t *testing.T) {
	have, all := 0, 0
	for _, d := range diag.Docs() {
		g := d.Code / 100
		if g < 3 || g > 6 && g != 9 {
			require.Empty(t, MessageID(d.Code))
			continue
		}
		all++
		if id := MessageID(d.Code); id != "" {
			have++
			require.Regexp(t, `^[A-Za-z0-9_ ]+ \(\d+\)$`, id)
		} else {
			t.Logf("%v %s", d.Code, d.Name)
		}
	}
	t.Logf("%d of %d codes have a message", have, all)
}
