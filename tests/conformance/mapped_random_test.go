package conformance

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The memories of programs with mapped buffers: the CPU reads and writes the first, which queues read; queues write the second, which
// the CPU reads.
const (
	uploaded = iota
	readBack
)

// mappedKinds are what programs choose from.
var mappedKinds = []kind{submit, submit, submit, signal, signal, signal, wait, cpuSignal, cpuWait, cpuTouch, cpuTouch, cpuTouch, arm, arm, cpuSet, cpuReset, cpuEvent, cpuEvent}

// randomMapped makes a program of two queues and two fences, and keeps the events that are waited for from being without anybody who sets them.
func randomMapped(seed int64) (p program) {
	r := rand.New(rand.NewSource(seed))
	var next [2]uint64
	var may [events]bool
	for range 4 + r.Intn(8) {
		o := operation{kind: mappedKinds[r.Intn(len(mappedKinds))], queue: r.Intn(2), event: r.Intn(events), memory: r.Intn(2)}
		o.fence = o.queue
		o.begin = uint64(r.Intn(3)) * 64
		o.end = o.begin + 64 + uint64(r.Intn(2))*64
		switch o.kind {
		case submit:
			o.write = o.memory == readBack
		case cpuTouch:
			if n := len(p); n > 0 && r.Intn(2) == 0 { // what a queue was just told to touch: else most programs have nothing that could race
				if last := p[n-1]; last.kind == submit || last.kind == cpuTouch {
					o.memory, o.begin, o.end = last.memory, last.begin, last.end
				}
			}
			o.write = o.memory == uploaded && r.Intn(4) != 0
		case signal:
			next[o.fence]++
			o.value = next[o.fence]
		case cpuSignal:
			if next[o.fence] > 0 && r.Intn(3) != 0 {
				continue // a fence that several signal, but seldom
			}
			next[o.fence]++
			o.value = next[o.fence]
		case wait, cpuWait, arm:
			o.fence = r.Intn(2)
			o.value = uint64(r.Intn(int(next[o.fence]) + 1))
			may[o.event] = may[o.event] || o.kind == arm
		case cpuSet:
			may[o.event] = true
		case cpuEvent:
			if !may[o.event] {
				continue
			}
		}
		p = append(p, o)
	}
	return p
}

// mappedYard is a device with the objects of a program.
type mappedYard struct {
	*yard
	maps   [2]*device.Mapping
	queues [2]*device.CommandQueue
	fences [2]*device.Fence
	events [events]*device.Event
	source *device.Resource
}

func newMappedYard(t *testing.T, found *[]*diag.Diagnostic) *mappedYard {
	a, err := bindings.NewAdapter(device.Options{VRAMBytes: 8 << 20, Errors: device.ErrorsReport, OnDiagnostic: func(d *diag.Diagnostic) { *found = append(*found, d) }}, true)
	require.NoError(t, err)
	y := &mappedYard{yard: &yard{t: t, adapter: a}}
	y.device, err = a.CreateDevice(gpu.DeviceDesc{}, 0)
	require.NoError(t, err)
	y.up, y.back, y.source = y.buffer(gpu.HeapUpload, 256, 0), y.buffer(gpu.HeapReadback, 256, 0), y.buffer(gpu.HeapDefault, 256, 0)
	for i, r := range []*device.Resource{y.up, y.back} {
		y.maps[i], err = r.Map(0, nil)
		require.NoError(t, err)
		y.queues[i], err = y.device.CreateCommandQueue(gpu.CommandQueueDesc{})
		require.NoError(t, err)
		y.fences[i], err = y.device.CreateFence(0, 0, "f")
		require.NoError(t, err)
		y.events[i], err = a.CreateEvent(gpu.EventDesc{ManualReset: i == manual}, 0)
		require.NoError(t, err)
	}
	return y
}

// do does one operation, at its number as place of the script.
func (y *mappedYard) do(o *operation, site gpu.Site) error {
	q, f, e, m := y.queues[o.queue], y.fences[o.fence], y.events[o.event], y.maps[o.memory]
	switch o.kind {
	case submit:
		return y.submit(o, q, site)
	case signal:
		return q.Signal(f, o.value)
	case wait:
		return q.Wait(f, o.value)
	case cpuSignal:
		return f.Signal(o.value)
	case cpuWait:
		return f.WaitCPU(o.value)
	case arm:
		return f.SetEventOnCompletion(o.value, e)
	case cpuSet:
		return e.SetEvent()
	case cpuReset:
		return e.ResetEvent()
	case cpuEvent:
		_, _, err := y.adapter.WaitForEvents("WaitForSingleObject", 0, []*device.Event{e}, true, device.WaitForever, true)
		return err
	}
	m.SetSite(site)
	if o.write {
		return m.WriteBytes(o.begin, make([]byte, o.end-o.begin))
	}
	_, err := m.ReadBytes(o.begin, o.end-o.begin)
	return err
}

// submit copies from or to mapped memory.
func (y *mappedYard) submit(o *operation, q *device.CommandQueue, site gpu.Site) error {
	a, err := y.device.CreateCommandAllocator(gpu.ListDirect, "")
	require.NoError(y.t, err)
	l, err := y.device.CreateCommandList(gpu.CommandListDesc{Allocator: a})
	require.NoError(y.t, err)
	if o.write {
		require.NoError(y.t, l.CopyBufferRegion(y.back, o.begin, y.source, 0, o.end-o.begin))
	} else {
		require.NoError(y.t, l.CopyBufferRegion(y.buffer(gpu.HeapDefault, 256, 0), 0, y.up, o.begin, o.end-o.begin))
	}
	require.NoError(y.t, l.Close())
	q.SetSite(site)
	return q.ExecuteCommandLists([]gpu.CommandList{l})
}

// runMapped runs a program to its end and returns the pairs of operations that are reported.
func runMapped(t *testing.T, p program) [][2]int {
	var found []*diag.Diagnostic
	y := newMappedYard(t, &found)
	defer y.close()
	for i := range p {
		require.NoError(t, y.do(&p[i], gpu.Site(i+1)), "operation %d of\n%s", i+1, p)
	}
	require.Empty(t, y.adapter.Finish(), p)
	return pairs(found)
}

// TestMapped: mapped memory that the CPU and the GPU touch at the same bytes in an order that fences and events leave open is reported,
// and nothing else is.
func TestMapped(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			racing, clean := 0, 0
			n := count() / 2 / shards // they take longer than others
			for i := 0; racing+clean < n; i++ {
				seed := int64(i*shards + shard)
				p := randomMapped(seed)
				truth := enumerate(p)
				if !truth.always {
					continue // somebody may wait for ever, which is another rule
				}
				want, got := truth.races(p), runMapped(t, p)
				require.Subset(t, want, got, "program %d\n%s", seed, p)
				require.Equal(t, len(want) > 0, len(got) > 0, "program %d: races %v, reports %v (from 0)\n%s", seed, want, got, p)
				if len(want) > 0 {
					racing++
				} else {
					clean++
				}
			}
			t.Logf("%d programs race, %d do not", racing, clean)
			require.Greater(t, racing, n/10)
			require.Greater(t, clean, n/10)
		})
	}
}
