package diag

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestEarlier(t *testing.T) {
	const words = ", when this call was made before"
	never, always := func(gpu.Site) bool { return false }, func(gpu.Site) bool { return true }
	told := func(code Code) *Diagnostic {
		return New(code, "x").At(7, "reads it").Also(7, "writes it").Also(8, "writes it").Also(7, "wrote it").Meanwhile().
			HelpEdit(7, EditDeleteLine, "", "leave it out").HelpEdit(8, EditDeleteLine, "", "leave it out")
	}
	for _, tt := range []struct {
		name    string
		code    Code
		once    func(gpu.Site) bool
		earlier bool
	}{
		{"a call that may come again", MissingUAVBarrier, never, true},
		{"a call that comes once", MissingUAVBarrier, always, false},
		{"a place in a kernel", 299, never, false},
		{"a place at the end of the codes of kernels", 300, never, true},
	} {
		d, want := told(tt.code), told(tt.code)
		d.Earlier(tt.once)
		if tt.earlier {
			want.Labels[1].Text, want.Labels[1].Meanwhile = "writes it"+words, true
			want.Help[0].Text, want.Help[0].Edit = "leave it out, or make it once, outside the loop", EditNone
		}
		require.Equal(t, want, d, tt.name)
		d.Earlier(tt.once)
		require.Equal(t, want, d, "%s: twice is once", tt.name)
	}
}
