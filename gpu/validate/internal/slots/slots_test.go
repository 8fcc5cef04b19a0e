package slots

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
)

// TestWrite: a write forgets who reads what stood there, and leaves the other descriptors as they are.
func TestWrite(t *testing.T) {
	h := New(&gpu.DescriptorHeapDesc{NumDescriptors: 3, Flags: gpu.ShaderVisible})
	require.True(t, h.Visible())
	require.True(t, h.Unwritten(0, 0))
	s := h.Slot(1)
	h.Write(1, Slot{Resource: 7}, 4, 20)
	s.Readers = append(s.Readers, flight.Use{Queue: 9})
	require.False(t, h.Unwritten(0, 2))
	require.True(t, h.Unwritten(2, 0))
	h.Write(1, Slot{Resource: 8}, 5, 21)
	require.Equal(t, uint64(5), h.Written)
	require.Equal(t, gpu.ID(8), s.Resource)
	require.Equal(t, uint64(5), s.Written)
	require.Equal(t, gpu.Site(21), s.Site)
	require.Empty(t, s.Readers)
	require.Nil(t, h.Slot(3))
	require.Nil(t, (*Heap)(nil).Slot(0))
}

// TestRead: a program reads the descriptors of its ranges in the table, as far as the heap has them.
func TestRead(t *testing.T) {
	h := New(&gpu.DescriptorHeapDesc{NumDescriptors: 4})
	parts := []program.Part{{Stage: gpu.StageCompute}}
	parts[0].Reads.Tables = []layout.TableRead{{Parameter: 2, Offset: 1, Count: 2}, {Parameter: 3, Count: 1}, {Parameter: 2, Offset: 2, Count: 9}}
	var read []uint32
	most := 9
	each := func(s *Slot, by Read) bool {
		require.Same(t, h.Slot(by.Index), s)
		require.Equal(t, gpu.StageCompute, by.Stage)
		read = append(read, by.Index)
		return len(read) < most
	}
	table := reading.Table{Base: gpu.GPUDescriptorHandle{Index: 1}, Slot: 2}
	h.read(&table, parts, All, each)
	require.Equal(t, []uint32{2, 3, 3}, read)
	read, most = nil, 2
	h.read(&table, parts, All, each)
	require.Equal(t, []uint32{2, 3}, read)
	read, most = nil, 9
	parts[0].Reads.Tables[0].Varying = true
	h.read(&table, parts, Named, each)
	require.Equal(t, []uint32{3}, read, "of the other range")
}

// TestTable: a table begins where all of it is in the heap and nothing in it was written as something else, if that is one place.
func TestTable(t *testing.T) {
	desc := &gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootDescriptorTable, Ranges: []gpu.DescriptorRange{
		{Type: gpu.DescriptorSRV, NumDescriptors: 1, OffsetInDescriptorsFromTableStart: gpu.RangeAppend},
		{Type: gpu.DescriptorUAV, NumDescriptors: 1, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}}}}}
	root := &program.Root{Desc: desc, Tables: layout.TablesOf(desc)}
	for _, tt := range []struct {
		name, heap string // u: a UAV, s: an SRV, -: not written
		want       int    // -1: not known
	}{
		{"as large as the table", "--", 0},
		{"too small", "-", -1},
		{"nothing is written", "---", -1},
		{"one pair fits", "usu", 1},
		{"two pairs fit", "susu", -1},
		{"none fits", "uu", -1},
	} {
		h := New(&gpu.DescriptorHeapDesc{NumDescriptors: uint32(len(tt.heap))})
		for i, c := range tt.heap {
			if class, written := map[rune]gpu.DescriptorType{'u': gpu.DescriptorUAV, 's': gpu.DescriptorSRV}[c]; written {
				h.Write(uint32(i), Slot{Class: class}, uint64(i+1), 1)
			}
		}
		want := gpu.GPUDescriptorHandle{}
		if tt.want >= 0 {
			want = gpu.GPUDescriptorHandle{Heap: 7, Index: uint32(tt.want)}
		}
		require.Equal(t, want, h.Table(7, root, 0), tt.name)
	}
	require.Zero(t, (*Heap)(nil).Table(7, root, 0))
	root.Desc = &gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootSRV}}}
	root.Tables = layout.TablesOf(root.Desc)
	require.Zero(t, New(&gpu.DescriptorHeapDesc{NumDescriptors: 1}).Table(7, root, 0), "no table")
}

func TestOnly(t *testing.T) {
	const a, b, x, y = gpu.ID(1), gpu.ID(2), gpu.ID(7), gpu.ID(8)
	heaps := map[gpu.ID]*Heap{a: New(&gpu.DescriptorHeapDesc{NumDescriptors: 2}), b: New(&gpu.DescriptorHeapDesc{NumDescriptors: 3})}
	only := func() (gpu.CPUDescriptorHandle, gpu.ID) {
		return Only([]gpu.ID{a, b}, func(id gpu.ID) *Heap { return heaps[id] })
	}
	at, shows := only()
	require.Zero(t, at, "nothing is written")
	require.Zero(t, shows)
	heaps[b].Write(2, Slot{Resource: x}, 1, 1)
	at, shows = only()
	require.Equal(t, gpu.CPUDescriptorHandle{Heap: b, Index: 2}, at)
	require.Equal(t, x, shows)
	heaps[b].Write(2, Slot{Resource: y}, 2, 1)
	_, shows = only()
	require.Equal(t, y, shows, "written over")
	heaps[a].Write(0, Slot{Resource: x}, 3, 1)
	at, shows = only()
	require.Zero(t, at, "two of them")
	require.Zero(t, shows)
}
