package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// run runs a program up to its first error, and says it.
func (e *errand) run(t *testing.T) (diag.Code, error) {
	y := newYard(t)
	defer y.close()
	if e.stage {
		y.build(e.grounds)
	} else {
		y.furnish(e.grounds)
	}
	q, err := y.device.CreateCommandQueue(gpu.CommandQueueDesc{Type: e.queue})
	require.NoError(t, err)
	for _, call := range e.calls {
		var lists []gpu.CommandList
		for _, list := range call {
			l, err := y.list(e.queue, list)
			if err != nil {
				return codeOf(t, err), err
			}
			lists = append(lists, l)
		}
		if err := q.ExecuteCommandLists(lists); err != nil {
			return codeOf(t, err), err
		}
	}
	for _, err := range y.adapter.Finish() {
		return codeOf(t, err), err
	}
	return 0, nil
}

// list records a list, up to the first error.
func (y *yard) list(typ gpu.CommandListType, acts []act) (*device.CommandList, error) {
	a, err := y.device.CreateCommandAllocator(typ, "")
	require.NoError(y.t, err)
	l, err := y.device.CreateCommandList(gpu.CommandListDesc{Type: typ, Allocator: a})
	require.NoError(y.t, err)
	for i := range acts {
		if err := y.record(l, &acts[i]); err != nil {
			return nil, err
		}
	}
	return l, l.Close()
}

// shards is into how many parallel tests random programs are split.
const shards = 8

// TestSingleQueue: what the states of resources, split barriers and unordered accesses of one queue break is reported, and nothing else
// is. The first report is one of the rules that the model sees broken.
func TestSingleQueue(t *testing.T) { compareErrands(t, randomErrand) }

// compareErrands compares random programs with their model.
func compareErrands(t *testing.T, random func(seed int64) *errand) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			broken, found := 0, map[diag.Code]int{}
			n := count() / shards
			for i := range n {
				seed := int64(i*shards + shard)
				e := random(seed)
				want := e.broken()
				got, said := e.run(t)
				if len(want) == 0 {
					require.Zero(t, got, "program %d: nothing is broken, %v\n%s", seed, said, e)
					continue
				}
				require.Contains(t, want, got, "program %d, %v\n%s", seed, said, e)
				broken++
				found[got]++
			}
			t.Logf("%d of %d programs are broken: %v", broken, n, found)
			require.Greater(t, broken, n/10)
			require.Greater(t, n-broken, n/10)
		})
	}
}

// TestSingleQueueCases are programs that random ones have found, made small, with twins.
func TestSingleQueueCases(t *testing.T) {
	const common, dest, src, npsr, psr, uav = gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StatePixelShaderResource, gpu.StateUnorderedAccess
	texel := func(d deed, resource, subresource int) act {
		return act{deed: d, x: part{resource, subresource}, size: texelBytes}
	}
	move := func(resource, subresource int, states ...gpu.ResourceStates) (out act) {
		out.deed = barriers
		for i := range states[1:] {
			out.walls = append(out.walls, wall{resource: resource, subresource: subresource, before: states[i], after: states[i+1]})
		}
		return out
	}
	const mips = plainTexture
	tests := []struct {
		name  string
		calls [][][]act
		want  diag.Code
	}{
		{"the transition of another subresource orders nothing",
			[][][]act{{{move(mips, -1, common, uav), texel(clearTexture, mips, 1), move(mips, 0, uav, src), texel(clearTexture, mips, 1)}}}, diag.MissingUAVBarrier},
		{"the transition of the subresource does", [][][]act{{{move(mips, -1, common, uav), texel(clearTexture, mips, 1), move(mips, 1, uav, src, uav), texel(clearTexture, mips, 1)}}}, 0},
		{"and that of all", [][][]act{{{move(mips, -1, common, uav), texel(clearTexture, mips, 1), move(mips, -1, uav, src, uav), texel(clearTexture, mips, 1)}}}, 0},
		{"promoted reads are left by the name of more, in one list", [][][]act{{{texel(kernelLoads, mips, 0), move(mips, 0, npsr|psr, dest)}}}, 0},
		{"promoted reads are left by the name of more, in the next list", [][][]act{{{texel(kernelLoads, mips, 0)}, {move(mips, 0, npsr|psr, dest)}}}, 0},
		{"promoted reads are not left by the name of others", [][][]act{{{texel(kernelLoads, mips, 0)}, {move(mips, 0, src, dest)}}}, diag.WrongBefore},
		{"a barrier that names more than there is", [][][]act{{{move(mips, 0, common, npsr)}}, {{texel(kernelLoads, mips, 0), move(mips, 0, npsr|src, dest)}}}, diag.WrongBefore},
		{"a barrier that names what there is", [][][]act{{{move(mips, 0, common, npsr|src)}}, {{texel(kernelLoads, mips, 0), move(mips, 0, npsr|src, dest)}}}, 0},
		{"a barrier behind a use that names less than there is", [][][]act{{{move(mips, 0, common, npsr|src)}}, {{texel(kernelLoads, mips, 0), move(mips, 0, npsr, dest)}}}, diag.WrongBefore},
		{"a barrier behind a use that names less than was promoted", [][][]act{{{texel(texelsOut, mips, 0)}, {texel(kernelLoads, mips, 0), move(mips, 0, npsr, dest)}}}, diag.WrongBefore},
		{"a barrier behind a use that names what was promoted", [][][]act{{{texel(texelsOut, mips, 0)}, {texel(kernelLoads, mips, 0), move(mips, 0, npsr|src, dest)}}}, 0},
		{"a second use that needs more than there is", [][][]act{{{move(mips, 0, common, npsr)}}, {{texel(kernelLoads, mips, 0), texel(texelsOut, mips, 0)}}}, diag.WrongState},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := errand{queue: gpu.ListDirect, grounds: fourGrounds(gpu.StateCommon), calls: tt.calls}
			require.Equal(t, tt.want != 0, len(e.broken()) > 0)
			got, said := e.run(t)
			require.Equal(t, tt.want, got, said)
		})
	}
}
