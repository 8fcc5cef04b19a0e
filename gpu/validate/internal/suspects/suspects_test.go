package suspects

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/views"
)

const (
	copied gpu.ID = 1 + iota // a texture with two mips in COPY_DEST,
	fresh                    // and one in COMMON
	heap
	pipeline
	list
	queue
)

// shader has a name alone.
type shader struct{ gpu.Shader }

func (shader) ShaderName() string { return "choose" }

// world has one recording, of a dispatch that chooses among the descriptors of a heap.
type world struct {
	use.World
	recording use.Recording
	heap      *slots.Heap
	program   program.Pipeline
	resources map[gpu.ID]*use.Resource
	stamp     uint32
}

func (w *world) Ref(id gpu.ID) string                                 { return fmt.Sprint("object ", id) }
func (w *world) Created(gpu.ID) gpu.Site                              { return 0 }
func (w *world) Closed(gpu.ID) gpu.Site                               { return 0 }
func (w *world) Opened(gpu.ID) gpu.Site                               { return 0 }
func (w *world) Shown(gpu.ID) bool                                    { return false }
func (w *world) Dead(gpu.ID) bool                                     { return false }
func (w *world) Barriers(gpu.ID) *passage.List                        { return &w.recording.Barriers }
func (w *world) Does(uint32, gpu.ResourceStates) string               { return "" }
func (w *world) Inner(uint32) role.Inner                              { return role.Inner{} }
func (w *world) Root(gpu.ID) *program.Root                            { return nil }
func (w *world) Stateful(id gpu.ID) *use.Resource                     { return w.resources[id] }
func (w *world) Reading(*reading.Table) (*slots.Heap, []program.Part) { return w.heap, w.program.Parts }
func (w *world) Pieces(gpu.ID) []uint64                               { return []uint64{0, 512, 1024} }

func (w *world) Resource(id gpu.ID) *gpu.ResourceDesc {
	if r := w.resources[id]; r != nil {
		return r.Desc
	}
	return nil
}

func (w *world) Stamp() uint32 {
	w.stamp++
	return w.stamp
}

func (w *world) Recording(id gpu.ID) *use.Recording {
	if id == list {
		return &w.recording
	}
	return nil
}

func (w *world) Program(id gpu.ID) *program.Pipeline {
	if id == pipeline {
		return &w.program
	}
	return nil
}

// newWorld is one whose program chooses among two descriptors, or names them; they show the second mips of the textures.
func newWorld(chooses bool) (*world, *Finder) {
	reads := layout.Reads{Tables: []layout.TableRead{{Count: 2, Class: gpu.DescriptorSRV, Volatile: true, Varying: chooses}}}
	w := &world{heap: slots.New(&gpu.DescriptorHeapDesc{NumDescriptors: 2, Flags: gpu.ShaderVisible}), resources: map[gpu.ID]*use.Resource{},
		program: program.Pipeline{Parts: []program.Part{{Shader: shader{}, Stage: gpu.StageCompute, Reads: reads}}, Reads: reads}, recording: use.Recording{List: list}}
	order := track.NewOrder()
	states := course.New(order)
	states.AddQueue(course.Queue{ID: queue, Agent: order.AddQueue()})
	for i, id := range []gpu.ID{copied, fresh} {
		initial := []gpu.ResourceStates{gpu.StateCopyDest, gpu.StateCommon}[i]
		d := &gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8, DepthOrArraySize: 1, MipLevels: 2, Format: gpu.FormatR8G8B8A8Unorm, SampleDesc: gpu.SampleDesc{Count: 1}}
		r := use.Of(id, d, gpu.HeapDefault, initial)
		w.resources[id] = &r
		states.Create(id, course.Resource{Initial: initial, Subresources: r.Subs, Promotable: r.Comes})
		w.heap.Write(uint32(i), slots.Slot{Resource: id, Shown: views.Part{Mip: 1, Mips: 1, Slices: 1}}, 1, 0)
	}
	var out []*diag.Diagnostic
	return w, New(w, use.New(w, &out, true), states, &tables.Follower{})
}

// dispatch records the dispatch.
func (w *world) dispatch() {
	w.recording.States.Begin(w.Stamp())
	w.recording.Tables.Add(reading.Table{Base: gpu.GPUDescriptorHandle{Heap: heap}, Pipeline: pipeline, Op: gpu.OpDispatch, Site: 7, Barriers: w.recording.Barriers.Len()}, nil)
}

// suspects are those of a submission of the list.
func (w *world) suspects(f *Finder) *tables.Submission {
	s := f.Chosen([]gpu.ID{list})
	f.States(s, 0, queue, []course.List{{ID: list, States: &w.recording.States}})
	return s
}

// TestChosen: descriptors that programs name are no matter, and objects that are no lists have none.
func TestChosen(t *testing.T) {
	for _, chooses := range []bool{false, true} {
		w, f := newWorld(chooses)
		require.Nil(t, f.Chosen([]gpu.ID{list}))
		w.dispatch()
		require.Nil(t, f.Chosen([]gpu.ID{queue}))
		require.Equal(t, chooses, f.Chosen([]gpu.ID{queue, list}) != nil)
	}
}

// TestFoundBefore: the texture that the submission finds in a wrong state is suspect in the bytes of the mip; the other one comes to its state by
// being used.
func TestFoundBefore(t *testing.T) {
	w, f := newWorld(true)
	w.dispatch()
	s := w.suspects(f)
	require.Len(t, s.Suspects, 1)
	require.Len(t, s.Suspects[copied], 1)
	found := s.Suspects[copied][0]
	require.Equal(t, [2]uint64{512, 1024}, [2]uint64{found.Begin, found.End})
	require.Equal(t, gpu.StateCopyDest, found.Have)
	require.True(t, found.Misses && !found.Writes && found.List == list)
	require.Equal(t, diag.WrongState, found.Wrong.Code)
	var needed []gpu.ID
	s.States[list][0].Each(func(id gpu.ID, _ []substate.Subresource) { needed = append(needed, id) })
	require.ElementsMatch(t, []gpu.ID{copied, fresh}, needed)
}

// TestLeftByTheList: a transition of the list decides whether its dispatch finds the state, and what the texture was in before does not matter.
func TestLeftByTheList(t *testing.T) {
	for _, after := range []gpu.ResourceStates{gpu.StateNonPixelShaderResource, gpu.StateCopySource} {
		w, f := newWorld(true)
		barriers := []gpu.Barrier{{Type: gpu.BarrierTransition, Resource: copied, Subresource: gpu.AllSubresources, Before: gpu.StateCopyDest, After: after}}
		w.recording.Barriers.Add(barriers, 0, 5)
		w.dispatch()
		s := w.suspects(f)
		if after == gpu.StateNonPixelShaderResource {
			require.Empty(t, s.Suspects)
			continue
		}
		require.Len(t, s.Suspects[copied], 1)
		found := s.Suspects[copied][0]
		require.Equal(t, gpu.Site(7), found.Record)
		require.Equal(t, after, found.Have)
		require.True(t, found.Span.Has(1) && !found.Span.Has(0))
	}
}

// again is a recording of the dispatch by the same call of the script, with a table from a descriptor on.
func (w *world) again(base uint32) {
	w.recording.Begin(w.Stamp())
	w.recording.Tables.Add(reading.Table{Base: gpu.GPUDescriptorHandle{Heap: heap, Index: base}, Pipeline: pipeline, Op: gpu.OpDispatch, Site: 7}, nil)
}

// TestRecordedAgain: of a recording that chooses of the same descriptors as the one before, what is known is still true until one of them is written.
// An earlier submission keeps its own tables.
func TestRecordedAgain(t *testing.T) {
	w, f := newWorld(true)
	lists := []gpu.ID{list}
	buffer := gpu.ID(100)
	r := use.Of(buffer, &gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 64}, gpu.HeapDefault, gpu.StateCommon)
	w.resources[buffer] = &r
	show := func(id gpu.ID, nth uint64) {
		for i := range uint32(2) {
			w.heap.Write(i, slots.Slot{Resource: id, Shown: views.Part{Mip: 1, Mips: 1, Slices: 1}}, nth, 0)
		}
	}
	show(buffer, 2)
	w.again(0)
	first := f.Chosen(lists)
	require.False(t, f.Stateful(lists))
	same := true
	require.Zero(t, testing.AllocsPerRun(10, func() {
		w.again(0)
		second := f.Chosen(lists)
		same = same && &second.Tables[0] == &first.Tables[0] && !f.Stateful(lists)
		f.follower.Begin(queue, 1, second)
		f.follower.Retired(queue, 1)
	}))
	require.True(t, same)
	show(copied, 3)
	w.again(0)
	f.Chosen(lists)
	require.True(t, f.Stateful(lists), "it was written since then")
	show(buffer, 4)
	w.again(1)
	require.Equal(t, uint32(1), f.Chosen(lists).Tables[0].Index)
	require.Equal(t, uint32(0), first.Tables[0].Index)
	w.recording.Begin(w.Stamp())
	require.Nil(t, f.Chosen(lists), "it chooses nothing")
}
