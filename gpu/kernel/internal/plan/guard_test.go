package plan_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/stretchr/testify/require"
)

// behindAWord ends its work items unless the first word of state is 7. What follows stands for more statements.
const behindAWord = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "state" "uint"
binding uav structured u1 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 7
  %3:i32 = const 0
  %4:i32 = loadbuf _ %3 _ b=0
  %5:bool = ine %4 %2
  if %5 {
  } else {
    FOLLOWS
    storebuf _ %1 _ %1 b=1
  }
}`

// guardRig is a dispatch of one group whose state word is value and whose output stands at a place after the state, in bytes.
func guardRig(t *testing.T, follows string, value uint32, out uint32) (*ir.Kernel, *ir.Dispatch) {
	k, err := ir.Parse(strings.Replace(behindAWord, "FOLLOWS", follows, 1))
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 4096)
	record := func(i uint32) []byte { return d.Memory[d.Records+i*ir.RecordBytes:] }
	state := ir.LoadRecord(record(0))
	state.Size, state.Count = 16, 4
	state.Put(record(0))
	written := state
	written.Base, written.Size, written.Count = state.Base+out, 256, 64
	written.Put(record(1))
	binary.LittleEndian.PutUint32(d.Memory[state.Base:], value)
	return k, d
}

// TestGuards: a word that all work items compare is read ahead, unless the dispatch may write it.
func TestGuards(t *testing.T) {
	for _, tt := range []struct {
		name    string
		follows string
		value   uint32
		out     uint32
		stores  int  // bytes that are known to be written
		open    bool // not all is known
	}{
		{"open", "", 7, 1024, 256, false},
		{"shut", "", 8, 1024, 0, false},
		{"the output begins with the word", "", 7, 0, 0, true},
		{"the output begins behind the word", "", 7, 4, 256, false},
		{"shut, and nothing writes the word then", "", 8, 0, 0, false},
		{"the word is written behind the guard", "storebuf _ %3 _ %2 b=0", 7, 1024, 0, true},
		{"the word is changed behind the guard", "%6:i32 = atomicbuf _ %3 _ %2 _ add b=0", 7, 1024, 0, true},
		{"the word is counted with, too", "%6:i32 = iadd %4 %4\n    storebuf _ %6 _ %1 b=1", 7, 1024, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k, d := guardRig(t, tt.follows, tt.value, tt.out)
			known := plan.FindFootprint(k, d).Known(16)
			require.Equal(t, tt.open, len(known.Open) > 0)
			stored := 0
			for _, touched := range known.Touched {
				for _, p := range touched.Patterns {
					if touched.Class == ir.Store {
						bytesOf(p, func(uint64) { stored++ })
					}
				}
			}
			if !tt.open {
				require.Equal(t, tt.stores, stored)
			}
		})
	}
}

// TestGuardsInCaches: what was found holds for the same word, wherever the word and the output stand, unless the output stands on the word.
func TestGuardsInCaches(t *testing.T) {
	k, d := guardRig(t, "", 7, 1024)
	base := ir.LoadRecord(d.Memory[d.Records:]).Base
	set := func(v uint32) { binary.LittleEndian.PutUint32(d.Memory[base:], v) }
	place := func(record, to uint32) {
		at := d.Memory[d.Records+record*ir.RecordBytes:]
		r := ir.LoadRecord(at)
		r.Base = base + to
		r.Put(at)
	}
	move := func(to uint32) { place(1, to) }
	var c plan.Cache
	first := c.Known(k, d, 16, 0)
	require.Empty(t, first.Open)
	require.Same(t, first, c.Known(k, d, 16, 0))
	set(8)
	require.NotSame(t, first, c.Known(k, d, 16, 0), "another word")
	set(7)
	require.Same(t, first, c.Known(k, d, 16, 0))
	move(0)
	require.NotEmpty(t, c.Known(k, d, 16, 0).Open, "the output stands on the word now")
	move(1024)
	require.Same(t, first, c.Known(k, d, 16, 0))
	for _, to := range []uint32{512, 4} {
		move(to)
		require.Same(t, first, c.Known(k, d, 16, 0), "%d bytes behind the word", to)
		requireKnown(t, plan.FindFootprint(k, d).Known(16), first)
	}
	binary.LittleEndian.PutUint32(d.Memory[base+256:], 7)
	place(0, 256)
	require.NotEmpty(t, c.Known(k, d, 16, 0).Open, "the word is the last one of the output, which ends at 260")
	move(0)
	require.Same(t, first, c.Known(k, d, 16, 0), "it is behind the output")
}

// choosing stores to one of four buffers, which the second word of a table chooses.
const choosing = `kernel "k" threads 64 1 1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "table" "uint"
binding uav structured u0 space 0 count 4 stride 4 format 0 counterof 0 "outs" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 1
  %3:i32 = const 3
  %4:i32 = loadbuf _ ELEMENT _ b=0
  %5:i32 = and %4 %3
  storebuf %5 %1 _ %1 b=1
}`

// choosingRig is a dispatch of one group of it, whose buffers stand after the table.
func choosingRig(t *testing.T, element string, value uint32) (*ir.Kernel, *ir.Dispatch, uint32) {
	k, err := ir.Parse(strings.Replace(choosing, "ELEMENT", element, 1))
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 4096)
	table := ir.LoadRecord(d.Memory[d.Records:])
	table.Size, table.Count = 16, 4
	table.Put(d.Memory[d.Records:])
	for i := range uint32(4) {
		out := table
		out.Base, out.Size, out.Count = table.Base+512*(i+1), 256, 64
		out.Put(d.Memory[d.Records+(1+i)*ir.RecordBytes:])
	}
	binary.LittleEndian.PutUint32(d.Memory[table.Base+4:], value)
	return k, d, table.Base
}

// TestNumbersThatChoose: a descriptor that data chooses, the same for all work items, is known before the dispatch runs, unless the dispatch may
// write the data; what each item chooses for itself is not.
func TestNumbersThatChoose(t *testing.T) {
	k, d, base := choosingRig(t, "%2", 6)
	known := plan.FindFootprint(k, d).Known(16)
	require.Empty(t, known.Open)
	require.Equal(t, plan.Touched{Key: plan.Key{Record: 3, Class: ir.Store}, Patterns: []plan.Pattern{{Size: 256, Count: 1}}}, known.Touched[1], "6 & 3 is 2, behind the table")

	out := ir.LoadRecord(d.Memory[d.Records+3*ir.RecordBytes:])
	out.Base = base
	out.Put(d.Memory[d.Records+3*ir.RecordBytes:])
	require.NotEmpty(t, plan.FindFootprint(k, d).Known(16).Open, "the store changes the table")

	k, d, _ = choosingRig(t, "%1", 6)
	require.NotEmpty(t, plan.FindFootprint(k, d).Known(16).Open, "each item chooses")
}

// TestOthersMakeNoDifference: closed forms hold whatever the descriptors are that are not chosen, and making them anew for other data allocates
// nothing once they are given back.
func TestOthersMakeNoDifference(t *testing.T) {
	k, d, base := choosingRig(t, "%2", 1)
	var c plan.Cache
	first := c.Known(k, d, 16, 0)
	resize := func(record uint32) {
		at := d.Memory[d.Records+record*ir.RecordBytes:]
		r := ir.LoadRecord(at)
		r.Size, r.Count = r.Size/2, r.Count/2
		r.Put(at)
	}
	resize(3)
	require.Same(t, first, c.Known(k, d, 16, 0), "another buffer is smaller")
	resize(2)
	require.NotSame(t, first, c.Known(k, d, 16, 0), "the one that is written")
	value := uint32(0)
	turn := func() {
		value++
		binary.LittleEndian.PutUint32(d.Memory[base+4:], 4*value)
		c.Done(c.Known(k, d, 16, 0))
	}
	for range 16 {
		turn()
	}
	require.Zero(t, testing.AllocsPerRun(100, turn))
}

// TestClosedFormsAreKept: what nobody has given back is not written again.
func TestClosedFormsAreKept(t *testing.T) {
	k, d, base := choosingRig(t, "%2", 1)
	var c plan.Cache
	first := c.Known(k, d, 16, 0)
	want := first.Touched[1]
	for value := range uint32(32) {
		binary.LittleEndian.PutUint32(d.Memory[base+4:], 4*value+2)
		c.Done(c.Known(k, d, 16, 0))
	}
	require.Equal(t, want, first.Touched[1])
	require.EqualValues(t, 2, first.Touched[1].Record)
}

// behindAConstant stores behind a guard, from an element on that a constant says.
const behindAConstant = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "state" "uint"
binding uav structured u1 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 7
  %3:i32 = const 0
  %4:i32 = loadbuf _ %3 _ b=0
  %5:bool = ine %4 %2
  if %5 {
  } else {
    %6:i32 = loadconst _ _ b=2
    %7:i32 = iadd %1 %6
    storebuf _ %7 _ %1 b=1
  }
}`

// TestGuardsOfWhatMoves: closed forms that trust a word move with constants, unless what moves would come to stand on the word, or that is another.
func TestGuardsOfWhatMoves(t *testing.T) {
	k, err := ir.Parse(behindAConstant)
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 4096)
	record := func(i uint32) []byte { return d.Memory[d.Records+i*ir.RecordBytes:] }
	constants := d.Memory[ir.LoadRecord(record(2)).Base:]
	state, out := ir.LoadRecord(record(0)), ir.LoadRecord(record(1))
	out.Size, out.Count = 4096, 1024
	state.Base, state.Size, state.Count = out.Base+2048, 4, 1 // element 512 of the output
	state.Put(record(0))
	out.Put(record(1))
	var c plan.Cache
	known := func(first, word uint32) *plan.Known {
		binary.LittleEndian.PutUint32(d.Memory[state.Base:], word)
		binary.LittleEndian.PutUint32(constants, first)
		known := c.Known(k, d, 16, 0)
		requireKnown(t, plan.FindFootprint(k, d).Known(16), known)
		c.Done(known)
		return known
	}
	at64 := known(64, 7)
	for _, first := range []uint32{65, 0, 448, 513, 960, 448} {
		require.Same(t, at64, known(first, 7), "from %d", first)
	}
	for _, first := range []uint32{449, 512} {
		on := known(first, 7)
		require.NotSame(t, at64, on, "from %d: it stands on the word", first)
		require.NotEmpty(t, on.Open)
	}
	require.Same(t, at64, known(447, 7))
	require.Empty(t, known(448, 8).Open)
	require.Same(t, at64, known(446, 7), "another word says nothing of this one")

	out.Base += 4 // the word is element 511 now
	out.Put(record(1))
	require.NotSame(t, at64, known(448, 7))
	require.Same(t, at64, known(447, 7), "where the records are counts, and where it has moved")
}
