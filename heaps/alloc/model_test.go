package alloc

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// model is a bitmap beside an allocator: one bool for each unit.
type model struct {
	t     *testing.T
	a     Allocator
	unit  uint64 // requests are rounded up to it
	inUse []bool
	live  []Allocation
}

// engine is an allocator under test, with what it promises about the block that it takes and about failing.
type engine struct {
	name   string
	unit   uint64
	make   func(capacity uint64) Allocator
	choice func(m *model, size, alignment uint64, got Allocation)
	refuse func(m *model, size, alignment uint64)
}

var engines = []engine{
	{"best fit", 1, func(c uint64) Allocator { return NewBestFit(c) }, bestFitChoice, bestFitRefusal},
	{"two-level", 1, func(c uint64) Allocator { return NewTwoLevel(c) }, beginsAtRun, twoLevelRefusal},
	{"fixed 1", 1, func(c uint64) Allocator { return NewFixed(c, 1) }, lowest, anyRefusal},
	{"fixed 4", 4, func(c uint64) Allocator { return NewFixed(c/4, 4) }, lowest, anyRefusal},
}

// runs are the free blocks by the bitmap.
func (m *model) runs() (out []Block) {
	for i := 0; i < len(m.inUse); {
		end := i
		for end < len(m.inUse) && !m.inUse[end] {
			end++
		}
		if end > i {
			out = append(out, Block{uint64(i), uint64(end - i)})
		}
		i = end + 1
	}
	return out
}

// need is what a request takes of a run: padding and rounded size.
func (m *model) need(offset, size, alignment uint64) uint64 {
	size = (size + alignment - 1) / alignment * alignment
	padding := (alignment - offset%alignment) % alignment
	return (padding + size + m.unit - 1) / m.unit * m.unit
}

func (m *model) allocate(e *engine, size, alignment uint64) {
	before := m.runs()
	got, err := m.a.Allocate(size, alignment)
	if err != nil {
		require.ErrorIs(m.t, err, ErrNoSpace)
		require.Equal(m.t, NoAllocation, got)
		e.refuse(m, size, alignment)
		m.compare()
		require.Equal(m.t, before, m.runs())
		return
	}
	require.Equal(m.t, m.need(got.Offset, size, alignment), got.Size, "size and padding")
	require.LessOrEqual(m.t, got.Aligned(alignment)+size, got.End())
	require.Zero(m.t, got.Aligned(alignment)%alignment)
	e.choice(m, size, alignment, got)
	m.set(got, true)
	m.live = append(m.live, got)
	m.compare()
}

// set marks a range; it must have been the opposite.
func (m *model) set(a Allocation, inUse bool) {
	for i := a.Offset; i < a.End(); i++ {
		require.NotEqual(m.t, inUse, m.inUse[i], "unit %d of %s", i, a)
		m.inUse[i] = inUse
	}
}

func (m *model) free(i int) {
	a := m.live[i]
	m.live[i] = m.live[len(m.live)-1]
	m.live = m.live[:len(m.live)-1]
	require.NoError(m.t, m.a.Check(a))
	require.NoError(m.t, m.a.Free(a))
	m.set(a, false)
	m.compare()
	require.ErrorIs(m.t, m.a.Free(a), ErrNotLive)
}

func (m *model) extend(extra uint64) {
	require.NoError(m.t, m.a.Extend(extra))
	m.inUse = append(m.inUse, make([]bool, extra)...)
	m.compare()
}

// compare holds every number of the allocator against the bitmap.
func (m *model) compare() {
	if len(m.inUse) == 0 {
		require.Zero(m.t, m.a.Capacity())
		require.NoError(m.t, m.a.Validate())
		return
	}
	runs := m.runs()
	sum, largest := uint64(0), uint64(0)
	for _, r := range runs {
		sum += r.Size
		largest = max(largest, r.Size)
	}
	require.Equal(m.t, runs, blocks(m.a))
	require.Equal(m.t, len(runs), m.a.FreeBlocks())
	require.Equal(m.t, largest, m.a.LargestFree())
	require.Equal(m.t, sum, m.a.FreeSize())
	require.Equal(m.t, uint64(len(m.inUse)), m.a.Capacity())
	require.NoError(m.t, m.a.Validate())
}

func beginsAtRun(m *model, size, alignment uint64, got Allocation) {
	for _, r := range m.runs() {
		if r.Offset == got.Offset {
			require.LessOrEqual(m.t, got.Size, r.Size)
			return
		}
	}
	require.Fail(m.t, "the range does not begin at a free block", "%s", got)
}

// bestFitChoice: no block that is large enough with the reserve is smaller.
func bestFitChoice(m *model, size, alignment uint64, got Allocation) {
	beginsAtRun(m, size, alignment, got)
	var taken uint64
	for _, r := range m.runs() {
		if r.Offset == got.Offset {
			taken = r.Size
		}
	}
	rounded := (size + alignment - 1) / alignment * alignment
	for _, r := range m.runs() {
		require.False(m.t, r.Size < taken && r.Size >= rounded+alignment-1, "%v fits better than %d", r, taken)
	}
}

// bestFitRefusal: with the whole alignment in reserve every large enough block would do.
func bestFitRefusal(m *model, size, alignment uint64) {
	rounded := (size + alignment - 1) / alignment * alignment
	b := m.a.(*BestFit)
	reserve := uint64(0)
	if alignment > b.CurrAlignment() {
		reserve = alignment - b.CurrAlignment()
	}
	for _, r := range m.runs() {
		require.Less(m.t, r.Size, rounded+reserve)
	}
}

// twoLevelRefusal: no block is one eighth larger than what always suffices, and if the bin of the size is short, none fits.
func twoLevelRefusal(m *model, size, alignment uint64) {
	rounded := (size + alignment - 1) / alignment * alignment
	var inBin []Block
	for _, r := range m.runs() {
		most := rounded + alignment - 1
		require.Less(m.t, r.Size, most+most/8+1)
		if binFloor(r.Size) == binFloor(rounded) {
			inBin = append(inBin, r)
		}
	}
	if len(inBin) > tries {
		return
	}
	for _, r := range inBin {
		require.Less(m.t, r.Size, m.need(r.Offset, size, alignment))
	}
}

// lowest: no free unit before the range begins one that fits.
func lowest(m *model, size, alignment uint64, got Allocation) {
	for _, r := range m.runs() {
		for at := r.Offset; at < min(r.Offset+r.Size, got.Offset); at += m.unit {
			require.Less(m.t, r.Offset+r.Size-at, m.need(at, size, alignment), "%d would do for %d at %d", at, size, alignment)
		}
	}
}

func anyRefusal(m *model, size, alignment uint64) {
	lowest(m, size, alignment, Allocation{Offset: uint64(len(m.inUse))})
}

// play runs a program of bytes: two for each step.
func play(t *testing.T, e *engine, capacity uint64, program []byte) {
	m := &model{t: t, a: e.make(capacity), unit: e.unit}
	m.inUse = make([]bool, m.a.Capacity())
	for len(program) >= 2 {
		op, x := program[0], program[1]
		program = program[2:]
		switch {
		case op < 150:
			m.allocate(e, uint64(x)%48+1, 1<<(op%6))
		case op < 250 && len(m.live) > 0:
			m.free(int(x) % len(m.live))
		case op >= 250 && len(m.inUse) < 4096:
			m.extend(uint64(x) / 4 * 4)
		}
	}
	for len(m.live) > 0 {
		m.free(len(m.live) / 2)
	}
	require.True(t, Empty(m.a))
}

func TestEnginesAgainstABitmap(t *testing.T) {
	for i := range engines {
		e := &engines[i]
		t.Run(e.name, func(t *testing.T) {
			for seed := range uint64(12) {
				r := rand.New(rand.NewPCG(seed, 1))
				program := make([]byte, 1200)
				for i := range program {
					program[i] = byte(r.Uint32())
				}
				play(t, e, []uint64{64, 100, 256, 1020}[seed%4], program)
			}
		})
	}
}

func fuzzEngine(f *testing.F, name string) {
	var e *engine
	for i := range engines {
		if engines[i].name == name {
			e = &engines[i]
		}
	}
	f.Add(uint16(128), []byte{6, 63, 8, 19, 200, 0, 4, 47})
	f.Add(uint16(0), []byte{1, 0, 255, 16, 1, 3})
	f.Fuzz(func(t *testing.T, capacity uint16, program []byte) {
		play(t, e, uint64(capacity%2048), program[:min(len(program), 600)])
	})
}

func FuzzBestFit(f *testing.F)  { fuzzEngine(f, "best fit") }
func FuzzTwoLevel(f *testing.F) { fuzzEngine(f, "two-level") }
func FuzzFixed(f *testing.F)    { fuzzEngine(f, "fixed 4") }

// FuzzDelayed plays against a list of ranges with their numbers: whatever the GPU has not passed is not handed out.
func FuzzDelayed(f *testing.F) {
	for i := range engines {
		f.Add(uint8(i), i%2 == 0, []byte{10, 5, 20, 30, 140, 0, 210, 0, 150, 0, 3, 9, 255, 1, 210, 0, 255, 2})
	}
	f.Fuzz(playDelayed)
}

func TestDelayedAgainstAList(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 5))
		program := make([]byte, 800)
		for i := range program {
			program[i] = byte(r.Uint32())
		}
		playDelayed(t, uint8(seed/2), seed%2 == 0, program)
	}
}

func playDelayed(t *testing.T, kind uint8, byCount bool, program []byte) {
	rule := ByFence
	if byCount {
		rule = ByCount
	}
	d := NewDelayed(engines[int(kind)%len(engines)].make(512), rule)
	var liveNow, staleNow []Allocation
	var numbers []uint64
	used := make([]bool, 512)
	next, completed := uint64(0), uint64(0)
	for ; len(program) >= 2; program = program[2:] {
		op, x := program[0], program[1]
		switch {
		case op < 128:
			a, err := d.Allocate(uint64(x)%40+1, 1<<(op%4))
			if err != nil {
				continue
			}
			for i := a.Offset; i < a.End(); i++ {
				require.False(t, used[i])
				used[i] = true
			}
			liveNow = append(liveNow, a)
		case op < 200 && len(liveNow) > 0:
			i := int(x) % len(liveNow)
			require.NoError(t, d.Free(liveNow[i], next))
			staleNow, numbers = append(staleNow, liveNow[i]), append(numbers, next)
			liveNow = append(liveNow[:i], liveNow[i+1:]...)
		case op < 230:
			next++
		default:
			completed = min(completed+uint64(x%3), next)
			n, err := d.ReleaseStale(completed)
			require.NoError(t, err)
			want := 0
			for want < len(numbers) && rule.Passed(numbers[want], completed) {
				for i := staleNow[want].Offset; i < staleNow[want].End(); i++ {
					used[i] = false
				}
				want++
			}
			require.Equal(t, want, n)
			staleNow, numbers = staleNow[want:], numbers[want:]
		}
		require.Equal(t, len(staleNow), d.StaleCount())
		require.Equal(t, sizeOf(staleNow), d.StaleSize())
		require.Equal(t, 512-sizeOf(staleNow)-sizeOf(liveNow), d.Space().FreeSize())
	}
}

// sizeOf adds up ranges.
func sizeOf(all []Allocation) (sum uint64) {
	for _, a := range all {
		sum += a.Size
	}
	return sum
}

// ExampleBestFit shows that the offset is that of the block, and the size includes the padding.
func ExampleBestFit() {
	a := NewBestFit(1024)
	first, _ := a.Allocate(20, 4)
	second, _ := a.Allocate(100, 64)
	fmt.Println(first, second, "data at", second.Aligned(64))
	fmt.Print(Report(a))
	// Output:
	// [0, 20) [20, 192) data at 64
	// capacity 1024, used 192, free 832 in 1 blocks, largest 832, fragmentation 0.000
	//   free [192, 1024)  832
}

// ExampleDelayed frees a range that the GPU still uses.
func ExampleDelayed() {
	d := NewDelayed(NewTwoLevel(1024), ByFence)
	a, _ := d.Allocate(256, 1)
	_ = d.Free(a, 7) // the GPU is done with it when the fence is 7
	for completed := uint64(6); completed <= 7; completed++ {
		n, _ := d.ReleaseStale(completed)
		fmt.Println("completed", completed, "released", n, "free", d.Space().FreeSize())
	}
	// Output:
	// completed 6 released 0 free 768
	// completed 7 released 1 free 1024
}
