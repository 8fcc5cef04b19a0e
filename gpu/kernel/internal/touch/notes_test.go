package touch_test

import (
	"context"
	"slices"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
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
		"one of many views": {"srv structured t0 space 0 count 4 stride 16", "%2:i32 = loadbuf %1 %1 _ b=0", true},
		"one of three views, twice": {"uav structured u0 space 0 count 3 stride 16", `%2:i32 = const 3
%3:i32 = and %1 %2
%4:i32 = const 5
%5:i32 = isub %4 %3
storebuf %3 %1 _ %1 b=0 off=8
storebuf %3 %5 _ %1 b=0
storebuf %3 %5 _ %1 b=0 off=12
storebuf _ %5 _ %1 b=0 off=4`, true},
		"a view of very many": {"srv structured t0 space 0 count 5000 stride 4", "%2:i32 = loadbuf %1 %1 _ b=0", false},
		"a texture":           {"srv tex2d t0 space 0 count 1 stride 4", "%2:i32 = loadtex _ %1 %1 _ _ b=0", false},
		"a constant":          {"cbv constants b0 space 0 count 1 stride 0", "%2:i32 = loadconst _ %1 b=0", false},
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
			require.False(t, w.Turn(&d, 0), "two rows of groups")
			require.False(t, touch.New(k, open, touch.NoBlocks).Turn(&d, 0), "maps are as large as the views")
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

// TestNotesAsTheyAre: a dispatch of which nobody needs in order what was seen leaves its notes, which are the same ranges.
func TestNotesAsTheyAre(t *testing.T) {
	k := parse(t, `kernel "k" threads 64 1 1
binding srv structured t0 space 0 count 1 stride 8 format 0 counterof 0 "from" "float2"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "to" "float"
body {
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 7
%3:i32 = and %1 %2
%4:i32 = loadbuf _ %3 _ b=0 off=4
storebuf _ %1 _ %4 b=1
storebuf _ %3 _ %4 b=1
}`)
	w := touch.NewNotes(k, accessesOf(k, func() bool { return true }))
	spans := func(rough bool, groups uint32) (out []touch.Seen, noted int) {
		d := corpus.Dispatch(k, [3]uint32{groups, 1, 1}, 0)
		d.Rough = rough
		at := (len(d.Memory) + 255) &^ 255
		d.Memory = append(d.Memory, make([]byte, uint64(at)+w.Size(d)-uint64(len(d.Memory)))...)
		run := w.Begin(d, uint32(at))
		interp.Run(context.Background(), w.Kernel, &run)
		for _, s := range w.Spans(&run, new(touch.Room)) {
			if s.Text != "" {
				require.Empty(t, s.Spans)
				noted++
				end := uint64(0)
				for x := range gpu.Ranges(s.Text).All() {
					step, size := x.Stride, x.Size
					if step == 0 {
						step, size = x.End-x.Begin, x.End-x.Begin
					}
					for at := s.Begin + x.Begin; at < s.Begin+x.End; at += step {
						end = at + size
						s.Spans = append(s.Spans, plan.Span{Begin: at, End: end})
					}
				}
				require.Equal(t, s.End, end)
				s.Notes = plan.Notes{}
			}
			out = append(out, touch.Seen{Key: s.Key, Spans: slices.Clone(s.Spans)})
		}
		require.Equal(t, make([]byte, w.Size(d)-w.Table()), run.Memory[uint64(at)+w.Table():], "the lists are zeros again")
		return out, noted
	}
	for groups, as := range map[uint32]int{1: 0, 4: 1, 65: 0} {
		want, none := spans(false, groups)
		require.Zero(t, none)
		got, noted := spans(true, groups)
		require.Equal(t, as, noted, "%d groups: few notes, and too many; and those of two accesses that belong together, are put in order", groups)
		require.Equal(t, want, got)
	}
}
