package touch_test

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
	"github.com/stretchr/testify/require"
)

// TestNotesAreWhatIsTouched: agree compares notes with what an observer sees, where accesses can have notes: here many single ones can.
func TestNotesAreWhatIsTouched(t *testing.T) {
	noted, touched := 0, 0
	for seed := range int64(150) {
		k, groups := randomKernel(seed)
		groups[1], groups[2] = 1, 1
		for _, in := range accessesOf(k, func() bool { return true }) {
			if open := []*ir.Instr{in}; touch.NewNotes(k, open) != nil {
				noted++
				touched += len(agree(t, k, groups, open))
			}
		}
	}
	require.Greater(t, noted, 100)
	require.Greater(t, touched, 50)
}

// TestNotable: notes are for what each work item does once at most, with one element of one buffer.
func TestNotable(t *testing.T) {
	for name, tt := range map[string]struct {
		binding, body string
		notable       bool
	}{
		"an element":        {"srv structured t0 space 0 count 1 stride 16", "%2:i32 = loadbuf _ %1 _ b=0 off=4", true},
		"in a branch":       {"srv structured t0 space 0 count 1 stride 16", "%2:i32 = const 1\n%3:bool = ieq %1 %2\nif %3 {\n%4:i32 = loadbuf _ %1 _ b=0\n} else {\n}", true},
		"a computed byte":   {"srv structured t0 space 0 count 1 stride 16", "%2:i32 = loadbuf _ %1 %1 b=0", false},
		"one of many views": {"srv structured t0 space 0 count 4 stride 16", "%2:i32 = loadbuf %1 %1 _ b=0", false},
		"a texture":         {"srv tex2d t0 space 0 count 1 stride 4", "%2:i32 = loadtex _ %1 %1 _ _ b=0", false},
		"a constant":        {"cbv constants b0 space 0 count 1 stride 0", "%2:i32 = loadconst _ %1 b=0", false},
	} {
		t.Run(name, func(t *testing.T) {
			k := parse(t, `kernel "k" threads 8 4 1
binding `+tt.binding+` format 0 counterof 0 "from" "S"
body {
%1:i32 = sys GroupIndex
`+tt.body+`
}`)
			open := accessesOf(k, func() bool { return true })
			w := touch.NewNotes(k, open)
			require.Equal(t, tt.notable, w != nil)
			if w == nil {
				return
			}
			require.Equal(t, ir.Cost(k.Body), ir.Cost(w.Kernel.Body))
			d := ir.Dispatch{Groups: [3]uint32{2, 2, 1}}
			require.False(t, w.Fits(&d), "two rows of groups")
			agree(t, k, [3]uint32{3, 1, 1}, open)
		})
	}
	loop := parse(t, `kernel "k" threads 4 1 1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "from" "float"
body {
%1:i32 = const 0
%2:i32 = const 8
%3:i32 = loop %4:i32=%1 {
  %5:bool = ltu %4 %2
  yield %5 %4
} do {
  %6:i32 = loadbuf _ %4 _ b=0
  %7:i32 = iadd %4 %2
  yield %7
}
}`)
	require.Nil(t, touch.NewNotes(loop, accessesOf(loop, func() bool { return true })), "again and again")
}
