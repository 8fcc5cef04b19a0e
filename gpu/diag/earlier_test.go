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

// A function that is called twice meets itself on another way: the sites differ, the place is one. What takes that call away is left to who moves
// edits to the callers.
func TestEarlierOnAnotherWay(t *testing.T) {
	here, there := Span{File: "a.lua", Line: 3, Col: 1}, Span{File: "a.lua", Line: 4, Col: 1}
	told := func(apart Apart) *Diagnostic {
		d := New(MissingUAVBarrier, "x").At(7, "reads it").Also(8, "writes it").Also(9, "writes it").Also(10, "").Also(11, "waits").Meanwhile().
			HelpEdit(7, EditDeleteLine, "", "leave it out")
		for i := range d.Labels {
			d.Labels[i].Span = here
		}
		d.Labels[2].Span, d.Apart = there, apart
		return d
	}
	once := func(gpu.Site) bool { return true }
	d, want := told(Apart{}), told(Apart{})
	want.Labels[1].Text, want.Labels[1].Meanwhile = "writes it, in another call of this function", true
	d.Earlier(once)
	require.Equal(t, want, d)
	d, want = told(Apart{Threads: [2]int{1, 2}}), told(Apart{Threads: [2]int{1, 2}})
	d.Earlier(once)
	require.Equal(t, want, d, "nothing is said of two threads")
}
