package heapwatch

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// ref is a heap that is nothing but its identity.
type ref struct{ gpu.Heap }

func (ref) ID() gpu.ID { return 1 }

// shown is a moment as text: each part as its ranges.
func shown(m heapmap.Moment) []string {
	var out []string
	for _, h := range m.Heaps {
		for _, p := range h.Parts {
			text := h.Name + ", " + p.Name + ":"
			for _, r := range p.Ranges {
				text += fmt.Sprintf(" %s[%d, %d) %v", r.Label, r.First, r.First+r.Count, r.State)
			}
			out = append(out, text)
		}
	}
	return out
}

func TestWatcher(t *testing.T) {
	r := heapmap.NewRecorder(0)
	w := New(r)
	do := func(calls ...gpu.Call) {
		for _, c := range calls {
			require.Empty(t, w.Check(c))
			w.Record(c)
		}
	}
	latest := func() []string {
		all := r.Moments()
		for _, h := range all[len(all)-1].Heaps {
			for _, p := range h.Parts {
				require.NoError(t, p.Validate())
			}
		}
		return shown(all[len(all)-1])
	}
	placed := func(id gpu.ID, name string, begin, end uint64) gpu.Call {
		return &gpu.CreateCall{Object: id, Name: name, Desc: &gpu.PlacedResourceDesc{Heap: ref{}}, Begin: begin, End: end}
	}
	view := func(slot uint32, id gpu.ID) gpu.Call {
		return &gpu.DescriptorCall{Dest: gpu.CPUDescriptorHandle{Heap: 2, Index: slot}, Resource: id}
	}
	do(&gpu.SubmitCall{})
	require.Empty(t, r.Moments(), "nothing has changed")

	do(&gpu.CreateCall{Object: 1, Name: "pool", Desc: &gpu.HeapDesc{SizeInBytes: 100}, Begin: 1000, End: 1100},
		&gpu.CreateCall{Object: 2, Name: "views", Desc: &gpu.DescriptorHeapDesc{NumDescriptors: 8}, Begin: 500, End: 540},
		&gpu.CreateCall{Object: 3, Name: "own", Desc: &gpu.CommittedResourceDesc{}, Begin: 1100, End: 1200},
		placed(4, "a", 1000, 1050), placed(5, "b", 1040, 1060), placed(6, "c", 1050, 1100),
		view(0, 3), view(1, 3), view(2, 4), view(4, 0), &gpu.SubmitCall{})
	require.Equal(t, []string{
		"video memory, bytes: views[500, 540) live pool[1000, 1100) live own[1100, 1200) live",
		`heap "pool", bytes: a[0, 50) live c[50, 100) live`,
		`heap "pool", aliases 1: b[40, 60) live`,
		`descriptors "views", slots: own[0, 2) live a[2, 3) live [4, 5) live`,
	}, latest())
	require.Equal(t, "submission 2", r.Moments()[0].Label)

	do(&gpu.SubmitCall{}, &gpu.PresentCall{})
	require.Len(t, r.Moments(), 1)

	do(&gpu.ReleaseCall{Object: 3}, &gpu.ReleaseCall{Object: 4}, &gpu.NameCall{Object: 1, Name: "P"}, &gpu.NameCall{Object: 6, Name: "C"}, view(0, 6),
		&gpu.DescriptorCall{Copies: []gpu.DescriptorCopy{{Dest: gpu.CPUDescriptorHandle{Heap: 2, Index: 5}, Src: gpu.CPUDescriptorHandle{Heap: 2, Index: 0}, Count: 2}}},
		&gpu.PresentCall{})
	require.Equal(t, []string{
		"video memory, bytes: views[500, 540) live P[1000, 1100) live own[1100, 1200) stale",
		`heap "P", bytes: a[0, 50) stale C[50, 100) live`,
		`heap "P", aliases 1: b[40, 60) live`,
		`descriptors "views", slots: C[0, 1) live own[1, 2) stale a[2, 3) stale [4, 5) live C[5, 6) live own[6, 7) stale`,
	}, latest())
	require.Equal(t, "frame 2", r.Moments()[1].Label)

	// What is made in stale memory takes its place; heaps that are gone are shown once more.
	do(&gpu.ReleaseCall{Object: 2}, &gpu.CreateCall{Object: 7, Name: "new", Desc: &gpu.CommittedResourceDesc{}, Begin: 510, End: 530}, &gpu.SubmitCall{})
	require.Equal(t, "video memory, bytes: new[510, 530) live P[1000, 1100) live", latest()[0])
	require.Len(t, latest(), 4)
	do(&gpu.ReleaseCall{Object: 7})
	w.End()
	require.Equal(t, []string{"video memory, bytes: new[510, 530) stale P[1000, 1100) live", `heap "P", bytes: b[40, 60) live`, `heap "P", aliases 1: C[50, 100) live`}, latest())
	w.End()
	require.Len(t, r.Moments(), 4)
}

// TestYield: descriptor heaps of an owner that shows them itself are left out; those of others are not.
func TestYield(t *testing.T) {
	r := heapmap.NewRecorder(0)
	w := New(r)
	w.Yield("engine")
	for i, name := range []string{"engine CBV_SRV_UAV", "engineers"} {
		w.Record(&gpu.CreateCall{Object: gpu.ID(i + 1), Kind: gpu.KindDescriptorHeap, Name: name, Desc: &gpu.DescriptorHeapDesc{NumDescriptors: 4}})
	}
	w.Record(&gpu.SubmitCall{})
	var names []string
	for _, h := range r.Moments()[0].Heaps {
		names = append(names, h.Name)
	}
	require.Equal(t, []string{"video memory", `descriptors "engineers"`}, names)
}
