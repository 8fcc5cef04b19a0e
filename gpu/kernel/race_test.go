package kernel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// turnText counts its dispatches and gives each work item what its neighbour in the other wave has written.
const turnText = `kernel "turn" threads 8 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding uav structured u1 space 0 count 1 stride 4 format 0 counterof 0 "count" "uint"
shared "tile" offset 0 bytes 32 align 4
body {
  %1:i32 = sys GroupIndex
  %2:i32 = sys DispatchThreadID.x
  %3:i32 = const 2
  %4:i32 = shl %1 %3
  %5:i32 = const 0
  %6:i32 = const 1
  %7:i32 = atomicbuf _ %5 _ %6 _ add b=1
  storeshared %4 _ %2 @3
  barrier @4
  %8:i32 = const 16
  %9:i32 = xor %4 %8
  %10:i32 = loadshared %9 _ @5
  storebuf _ %2 _ %10 b=0
}`

// TestRaces: a race is told if that and reports are wanted, in words of the first group. Looking for it leaves no trace.
func TestRaces(t *testing.T) {
	groups := [3]uint32{3, 1, 1}
	racy := strings.Replace(turnText, "  barrier @4\n", "", 1)
	quiet := func(d *exec.Dispatch) { d.Report, d.Rehearse = false, true }
	look := func(d *exec.Dispatch) { d.Rehearse = true }
	for _, interpreted := range []bool{false, true} {
		b := newBench(t, 2)
		r := b.compiled
		if interpreted {
			r = b.plain
		}
		k := compileText(t, turnText)
		want, wantBytes := b.run(t, r, k, groups, quiet)
		got, gotBytes := b.run(t, r, k, groups, look)
		require.Equal(t, wantBytes, gotBytes)
		require.Equal(t, want, got)
		require.Empty(t, got.Races)

		k = compileText(t, racy)
		want, wantBytes = b.run(t, r, k, groups, quiet)
		require.Empty(t, want.Races)
		got, gotBytes = b.run(t, r, k, groups, look)
		require.Equal(t, wantBytes, gotBytes)
		// The first wave reads the elements of the second one, which writes them then. The text form has no strides, so that elements are bytes.
		require.Equal(t, []incident.GroupRace{{Binding: -1, Array: "tile", Element: 16, Before: 5,
			First: incident.GroupAccess{Site: 3, Item: [3]uint32{4}, Write: true}, Second: incident.GroupAccess{Site: 5}}}, got.Races)
		got.Races = nil
		require.Equal(t, want, got)
		unasked, _ := b.run(t, r, k, groups, nil)
		require.Equal(t, want, unasked)
	}
}
