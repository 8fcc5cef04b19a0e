package taint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// head declares in (0), out (1), index (2), an array of buffers (3), constants (4), and bytes (5).
const head = `kernel "k" threads 64 1 1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "in" "uint"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding srv structured t1 space 0 count 1 stride 4 format 0 counterof 0 "index" "uint"
binding srv structured t4 space 0 count 4 stride 4 format 0 counterof 0 "many" "uint"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
binding srv raw t9 space 0 count 1 stride 4 format 0 counterof 0 "bytes" "uint"
shared "tile" offset 0 bytes 256 align 4
shared "cell" offset 256 bytes 4 align 4
local "mine" offset 0 bytes 16 align 4
body {
%1:i32 = sys DispatchThreadID.x
%2:bool = ltu %1 %1
`

func facts(t *testing.T, lines string) *Facts {
	t.Helper()
	k, err := ir.Parse(head + lines + "\n}")
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	return Of(k)
}

// places are kernels by what the access at place 9 follows from: of out, but for those of local and shared memory, and of bytes.
var places = map[string]struct {
	lines string
	of    int32
	want  []int32
}{
	"the work item":                  {"storebuf _ %1 _ %1 b=1 @9", 1, nil},
	"a number that was loaded":       {"%3:i32 = loadbuf _ %1 _ b=2\nstorebuf _ %3 _ %1 b=1 @9", 1, []int32{2}},
	"what is stored does not matter": {"%3:i32 = loadbuf _ %1 _ b=2\nstorebuf _ %1 _ %3 b=1 @9", 1, nil},
	"nor what an atomic adds":        {"%3:i32 = loadbuf _ %1 _ b=2\n%4:i32 = atomicbuf _ %1 _ %3 _ add b=1 @9", 1, nil},
	"what an atomic gives":           {"%3:i32 = atomicbuf _ %1 _ %1 _ add b=1\nstorebuf _ %3 _ %1 b=1 @9", 1, []int32{1}},
	"through arithmetic, a constant": {"%3:i32 = loadbuf _ %1 _ b=2\n%4:i32 = loadconst _ _ b=4\n%5:i32 = iadd %3 %4\nstorebuf _ %5 _ %1 b=1 @9", 1, []int32{2, 4}},
	"an address in two steps":        {"%3:i32 = loadbuf _ %1 _ b=2\n%4:i32 = loadbuf _ %3 _ b=0\nstorebuf _ %4 _ %1 b=1 @9", 1, []int32{0, 2}},
	"the place of the other one":     {"%3:i32 = loadbuf _ %1 _ b=2\nstorebuf _ %3 _ %1 b=1 @8\nstorebuf _ %1 _ %1 b=1 @9", 1, nil},
	"a condition": {`%3:i32 = loadconst _ _ b=4
%4:bool = ltu %1 %3
if %4 {
  storebuf _ %1 _ %1 b=1 @9
} else {
}`, 1, []int32{4}},
	"behind a condition": {`%3:i32 = loadconst _ _ b=4
%4:bool = ltu %1 %3
if %4 {
} else {
}
storebuf _ %1 _ %1 b=1 @9`, 1, nil},
	"what a choice gives": {`%3:i32 = loadbuf _ %1 _ b=2
%4:bool = ltu %1 %3
%5:i32 = if %4 {
  yield %1
} else {
  %6:i32 = loadbuf _ %1 _ b=0
  yield %6
}
storebuf _ %5 _ %1 b=1 @9`, 1, []int32{0, 2}},
	"a loop that carries": {`%3:i32 = loop %4:i32=%1 {
  %5:bool = ltu %4 %1
  yield %5 %4
} do {
  %6:i32 = loadbuf _ %4 _ b=2
  yield %6
}
storebuf _ %3 _ %1 b=1 @9`, 1, []int32{2}},
	"a loop whose end is data": {`%3:i32 = loadconst _ _ b=4
%7:i32 = loop %4:i32=%1 {
  %5:bool = ltu %4 %3
  yield %5 %4
} do {
  storebuf _ %4 _ %1 b=1 @9
  %6:i32 = iadd %4 %1
  yield %6
}`, 1, []int32{4}},
	"shared memory":       {"%3:i32 = loadbuf _ %1 _ b=2\nstoreshared %1 _ %3\nbarrier\n%4:i32 = loadshared %1 _\nstorebuf _ %4 _ %1 b=1 @9", 1, []int32{2}},
	"other shared memory": {"%3:i32 = loadbuf _ %1 _ b=2\nstoreshared %1 _ %3\nbarrier\n%4:i32 = loadshared %1 _ off=256\nstorebuf _ %4 _ %1 b=1 @9", 1, nil},
	"stored after it, in a loop": {`%7:i32 = loop %8:i32=%1 {
  yield %2 %8
} do {
  %4:i32 = loadlocal %1 _
  storebuf _ %4 _ %1 b=1 @9
  %3:i32 = loadbuf _ %1 _ b=2
  storelocal %1 _ %3
  yield %8
}`, 1, []int32{2}},
	"shared memory, if it was stored": {`%3:i32 = loadbuf _ %1 _ b=2
%4:bool = ltu %1 %3
if %4 {
  storeshared %1 _ %1
} else {
}
barrier
%5:i32 = loadshared %1 _
storebuf _ %5 _ %1 b=1 @9`, 1, []int32{2}},
	"an atomic of shared memory": {"%3:i32 = loadbuf _ %1 _ b=2\n%4:i32 = atomicshared %1 _ %3 _ add\n%5:i32 = atomicshared %1 _ %1 _ add\nstorebuf _ %5 _ %1 b=1 @9", 1, []int32{2}},
	"lanes that come to it": {`%3:i32 = loadbuf _ %1 _ b=2
%4:bool = ltu %1 %3
%5:i32 = if %4 {
  %6:i32 = wave.first %1
  yield %6
} else {
  yield %1
}
storebuf _ %5 _ %1 b=1 @9`, 1, []int32{2}},
	"an index of shared memory": {"%3:i32 = loadbuf _ %1 _ b=2\n%4:i32 = loadshared %3 _ @9", Memory, []int32{2}},
	"an address between words":  {"%3:i32 = loadbuf _ %1 _ b=2\naligned _ %3 b=5 @9", 5, []int32{2}},
	"a size":                    {"%3:i32 = query _ _ width b=0\nstorebuf _ %3 _ %1 b=1 @9", 1, nil},
	"a place that there is not": {"storebuf _ %1 _ %1 b=1 @8", 1, []int32{0, 1, 2, 3, 4, 5, Inputs}},
}

// TestAt: from what it follows where an access is, and whether there is one.
func TestAt(t *testing.T) {
	for name, test := range places {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, facts(t, test.lines).At(9, test.of))
		})
	}
}

// TestStored: what a binding holds follows from what is stored, where, and whether; what is chosen of an array from its number, not from the index.
func TestStored(t *testing.T) {
	f := facts(t, `%3:i32 = loadbuf _ %1 _ b=2
%4:i32 = loadbuf %3 %1 _ b=3
%5:i32 = loadconst _ _ b=4
%6:bool = ltu %1 %5
if %6 {
  storebuf _ %1 _ %4 b=1
} else {
}
%7:i32 = loadbuf _ %3 _ b=0`)
	require.Equal(t, []int32{2, 3, 4}, f.Stored(1))
	require.Equal(t, []int32{4}, f.Choice(1))
	require.Equal(t, []int32{2}, f.Choice(3))
	require.Nil(t, f.Choice(0))
	require.Nil(t, f.Stored(0))
	require.Nil(t, f.Output())
	require.Equal(t, []int32{2, 4}, f.Any())
}

// TestManyBindings: sets reach beyond a word.
func TestManyBindings(t *testing.T) {
	k := &ir.Kernel{Body: &ir.Block{}, Bindings: make([]ir.Binding, 100)}
	x, y := k.NewValue(ir.I32), k.NewValue(ir.I32)
	k.Body.Instrs = []*ir.Instr{
		{Op: ir.OpConst, Results: []ir.Value{x}},
		{Op: ir.OpLoadBuf, Args: []ir.Value{0, x, 0}, Results: []ir.Value{y}, Binding: 99},
		{Op: ir.OpStoreBuf, Args: []ir.Value{0, y, 0, x}, Binding: 3, Site: gpu.Site(9)},
	}
	require.Equal(t, []int32{99}, Of(k).At(9, 3))
}

// TestLed: what is read from buffers leads an access, wherever in the kernel it stands; a constant buffer does not.
func TestLed(t *testing.T) {
	for name, tt := range map[string]struct {
		lines string
		want  bool
	}{
		"by the work item":            {"storebuf _ %1 _ %1 b=1 @9", false},
		"by a number that was loaded": {"%3:i32 = loadbuf _ %1 _ b=2\nstorebuf _ %3 _ %1 b=1 @9", true},
		"in one of two places":        {"%3:i32 = loadbuf _ %1 _ b=2\nstorebuf _ %1 _ %1 b=1 @8\nstorebuf _ %3 _ %1 b=1 @9", true},
		"by a constant":               {"%3:i32 = loadconst _ _ b=4\nstorebuf _ %3 _ %1 b=1 @9", false},
		"by what an atomic gives":     {"%3:i32 = atomicbuf _ %1 _ %1 _ add b=1\nstorebuf _ %3 _ %1 b=1 @9", true},
		"it is another one":           {"%3:i32 = loadbuf _ %1 _ b=2\n%4:i32 = loadbuf _ %3 _ b=0\nstorebuf _ %1 _ %4 b=1 @9", false},
	} {
		require.Equal(t, tt.want, facts(t, tt.lines).Led(1), name)
	}
}
