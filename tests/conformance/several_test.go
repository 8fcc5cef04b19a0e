package conformance

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// several is a program for queues that share textures: a submission of order has one list, with the commands of acts.
type several struct {
	order  program
	acts   [][]act
	queues []gpu.CommandListType
}

// severalWriter makes such programs, and puts most of the barriers that are missing if submissions come in the order of their calls.
type severalWriter struct {
	writer
	several several
}

const mostOperations = 8

// The buffers of such programs that share memory, after those of fourGrounds; the second one is smaller.
const (
	severalP = sharedTexture + 1 + iota
	severalQ
)

func severalGrounds() []ground {
	return append(fourGrounds(gpu.StateCommon), ground{parts: 1, buffer: true, memory: 1}, ground{parts: 1, buffer: true, memory: 1})
}

func randomSeveral(seed int64) *several {
	w := &severalWriter{writer: writer{Rand: rand.New(rand.NewSource(seed))}}
	w.errand.grounds = severalGrounds()
	w.model = newSingle(w.errand.grounds, false)
	p := &w.several
	p.queues = [][]gpu.CommandListType{{gpu.ListDirect, gpu.ListCopy}, {gpu.ListDirect, gpu.ListCompute}, {gpu.ListDirect, gpu.ListCompute, gpu.ListCopy}}[w.Intn(3)]
	next := make([]uint64, len(p.queues))
	for len(p.order) < 4+w.Intn(mostOperations-3) {
		o := operation{kind: []kind{submit, submit, signal, wait}[w.Intn(4)], queue: w.Intn(len(p.queues))}
		o.fence = o.queue
		switch o.kind {
		case submit:
			w.errand.queue = p.queues[o.queue]
			w.submission(o)
			continue
		case signal:
			next[o.fence]++
			o.value = next[o.fence]
		case wait:
			o.fence = w.Intn(len(p.queues))
			o.value = next[o.fence] + uint64(w.Intn(8)/7)
			if o.value == 0 {
				continue
			}
		}
		p.order, p.acts = append(p.order, o), append(p.acts, nil)
	}
	return p
}

// submission adds a list with one command, or two, and the barriers that they need.
func (w *severalWriter) submission(o operation) {
	w.model.copies = w.errand.queue == gpu.ListCopy
	var list []act
	for range 1 + w.Intn(2) {
		a := w.texture()
		if w.Intn(4) == 0 {
			a = act{deed: barriers, walls: w.moves()}
		}
		if w.foreign(&a) && w.Intn(3) != 0 {
			continue
		}
		if walls := w.missing(&a); len(walls) > 0 && w.nameable(walls) && w.Intn(6) != 0 {
			list = w.put(list, act{deed: barriers, walls: walls})
		}
		list = w.put(list, a)
	}
	if len(list) == 0 {
		return
	}
	w.model.finish()
	w.several.order, w.several.acts = append(w.several.order, o), append(w.several.acts, list)
}

// nameable says whether lists of the queue have the states that barriers name.
func (w *severalWriter) nameable(walls []wall) bool {
	return w.errand.queue != gpu.ListCopy || !slices.ContainsFunc(walls, func(b wall) bool { return b.before&^(gpu.StateCopyDest|gpu.StateCopySource) != 0 })
}

// foreign says whether a copy queue would find a state of other queues.
func (w *severalWriter) foreign(a *act) bool {
	parts := a.touches(w.errand.grounds)
	return w.model.copies && slices.ContainsFunc(parts, func(u use) bool { return w.model.at[u.part].now != gpu.StateCommon })
}

// texture makes a command for a texture, or a buffer.
func (w *severalWriter) texture() act {
	deeds := []deed{texelsIn, texelsOut, texelsIn, texelsOut, copyIn, copyOut, kernelLoads, kernelLoads}
	if w.errand.queue == gpu.ListCopy {
		deeds = deeds[:6]
	}
	a := act{deed: deeds[w.Intn(len(deeds))], x: w.texels(), size: texelBytes}
	switch a.deed {
	case texelsIn, texelsOut:
		a.offset = uint64(w.Intn(2)) * texelBytes
	case copyIn, copyOut:
		a.x, a.offset, a.size = part{[]int{bufferA, severalP, severalQ}[w.Intn(3)], 0}, uint64(w.Intn(2))*64, 64
	}
	return a
}

// moves makes the transition of a texture, half of them to COMMON.
func (w *severalWriter) moves() []wall {
	states := statesOf[gpu.ListCompute]
	if w.errand.queue == gpu.ListCopy {
		states = statesOf[gpu.ListCopy]
	}
	p := w.texels()
	b := wall{resource: p.resource, subresource: p.subresource, before: w.model.at[p].now, after: states[w.Intn(len(states))]}
	if w.errand.queue == gpu.ListCopy && b.before&^(gpu.StateCopyDest|gpu.StateCopySource) != 0 {
		b.before = gpu.StateCommon // what copy queues can name
	}
	if w.Intn(2) == 0 {
		b.after = gpu.StateCommon
	}
	if b.before == b.after {
		b.after = gpu.StateCopySource
	}
	if b.before == b.after {
		b.after = gpu.StateCopyDest
	}
	return []wall{b}
}

// touches are the uses of a command, and transitions as uses that need no state.
func (a *act) touches(grounds []ground) []use {
	out := a.uses()
	for _, w := range a.walls {
		for k := range grounds[w.resource].parts {
			if w.subresource < 0 || w.subresource == k {
				out = append(out, use{part: part{w.resource, k}})
			}
		}
	}
	return out
}

// clashes says whether two submissions may not be unordered: by bytes, by two that write one resource, or because a texture's subresource has
// one state.
func (p *several) clashes(x, y int, grounds []ground) bool {
	for i := range p.acts[x] {
		for k := range p.acts[y] {
			a, b := &p.acts[x][i], &p.acts[y][k]
			for _, u := range a.touches(grounds) {
				for _, v := range b.touches(grounds) {
					same, memory := u.resource == v.resource, grounds[u.resource].memory
					if same && collide(&grounds[u.resource], a.deed == barriers, b.deed == barriers, u, v) || !same && memory != 0 && memory == grounds[v.resource].memory && overlap(u, v) {
						return true
					}
				}
			}
		}
	}
	return false
}

// overlap says whether two uses touch the same bytes, and one writes.
func overlap(u, v use) bool { return u.begin < v.end && v.begin < u.end && (u.write || v.write) }

func collide(g *ground, moveA, moveB bool, u, v use) bool {
	switch {
	case u.write && v.write:
		return true
	case g.decays():
		return overlap(u, v)
	}
	return u.part == v.part && (u.write || v.write || moveA || moveB)
}

// races are the pairs of submissions that race.
func (p *several) races(truth *truth, grounds []ground) (out [][2]int) {
	for y := range p.order {
		for x := range y {
			if p.order[x].kind == submit && p.order[y].kind == submit && p.order[x].queue != p.order[y].queue && truth.without[x][y] && truth.without[y][x] && p.clashes(x, y, grounds) {
				out = append(out, [2]int{x, y})
			}
		}
	}
	return out
}

// sequences are all orders in which the submissions may run.
func (p *several) sequences() [][]int {
	var out [][]int
	seen := map[string]bool{}
	var visit func(done []int, fences []uint64, ran []int)
	visit = func(done []int, fences []uint64, ran []int) {
		if key := fmt.Sprint(done, ran); seen[key] {
			return
		} else {
			seen[key] = true
		}
		end := true
		for q := range p.queues {
			i := p.item(q, done[q])
			if i < 0 || p.order[i].kind == wait && fences[p.order[i].fence] < p.order[i].value {
				continue
			}
			end = false
			next, values, order := slices.Clone(done), slices.Clone(fences), ran
			next[q]++
			switch p.order[i].kind {
			case signal:
				values[q] = p.order[i].value
			case submit:
				order = append(slices.Clone(ran), i)
			}
			visit(next, values, order)
		}
		if end && !slices.ContainsFunc(out, func(o []int) bool { return slices.Equal(o, ran) }) {
			out = append(out, ran)
		}
	}
	visit(make([]int, len(p.queues)), make([]uint64, len(p.queues)), nil)
	return out
}

// item is operation n of a queue, -1 if there is none.
func (p *several) item(queue, n int) int {
	for i := range p.order {
		if p.order[i].queue == queue {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

// broken says whether the states are wrong if submissions run in an order.
func (p *several) broken(order []int, stubborn bool) bool {
	grounds := severalGrounds()
	s := newSingle(grounds, false)
	s.stubborn = stubborn
	for _, i := range order {
		s.copies = p.queues[p.order[i].queue] == gpu.ListCopy
		for k := range p.acts[i] {
			for _, u := range p.acts[i][k].touches(grounds) {
				if at := s.at[u.part]; s.copies && !s.touched[u.part] && at.now != gpu.StateCommon {
					s.broken = append(s.broken, diag.CopyStateOfOtherClass)
				}
			}
			s.apply(&p.acts[i][k])
		}
		s.finish()
	}
	return len(s.broken) > 0
}

// run runs a program up to its first error, and returns it.
func (p *several) run(t *testing.T) *diag.Diagnostic {
	y := newYard(t)
	defer y.close()
	y.furnish(fourGrounds(gpu.StateCommon))
	heap, err := y.device.CreateHeap(gpu.HeapDesc{SizeInBytes: 1 << 16})
	require.NoError(t, err)
	for _, size := range []uint64{256, 128} {
		r, err := y.device.CreatePlacedResource(gpu.PlacedResourceDesc{Heap: heap, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: size, Flags: gpu.AllowUnorderedAccess}})
		require.NoError(t, err)
		y.resources = append(y.resources, r)
	}
	var queues []*device.CommandQueue
	var fences []*device.Fence
	for _, typ := range p.queues {
		q, err := y.device.CreateCommandQueue(gpu.CommandQueueDesc{Type: typ})
		require.NoError(t, err)
		f, err := y.device.CreateFence(0, 0, "")
		require.NoError(t, err)
		queues, fences = append(queues, q), append(fences, f)
	}
	said := func(err error) *diag.Diagnostic {
		var d *diag.Error
		require.True(t, errors.As(err, &d), "%v", err)
		return d.Diagnostics[0]
	}
	for i := range p.order {
		if err := p.do(y, i, queues, fences); err != nil {
			return said(err)
		}
	}
	for _, err := range y.adapter.Finish() {
		return said(err)
	}
	return nil
}

// do does one operation, at its number as place of the script.
func (p *several) do(y *yard, i int, queues []*device.CommandQueue, fences []*device.Fence) error {
	o := &p.order[i]
	q := queues[o.queue]
	switch o.kind {
	case signal:
		return q.Signal(fences[o.fence], o.value)
	case wait:
		return q.Wait(fences[o.fence], o.value)
	}
	y.back, y.sink = y.buffer(gpu.HeapReadback, 1<<14, 0), y.buffer(gpu.HeapDefault, 1<<14, gpu.AllowUnorderedAccess) // one queue writes to each
	l, err := y.list(p.queues[o.queue], p.acts[i])
	if err != nil {
		return err
	}
	q.SetSite(gpu.Site(i + 1))
	return q.ExecuteCommandLists([]gpu.CommandList{l})
}

// isRace says whether a code is of an order that is missing.
func isRace(c diag.Code) bool {
	return c == diag.DataRace || c == diag.DisjointWriters || c == diag.SharedSubresource || c == diag.UnorderedTransition
}

// TestSeveralQueues: queues that share memory, and textures whose subresources are promoted, moved and decay, against all orders in which the work
// may run. What is open and matters is reported as a race; a state that is wrong is reported; nothing else is.
func TestSeveralQueues(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			broken, whole, found := 0, 0, map[diag.Code]int{}
			n := count() / 2 / shards
			for i := 0; broken+whole < n; i++ {
				p := randomSeveral(int64(i*shards + shard))
				truth := enumerate(p.order)
				if !truth.always {
					continue // somebody may wait for ever, which is another rule
				}
				races := p.races(&truth, severalGrounds())
				wrong := slices.ContainsFunc(p.sequences(), func(order []int) bool { return p.broken(order, false) || p.broken(order, true) })
				d := p.run(t)
				if d == nil {
					require.False(t, wrong || len(races) > 0, "program %d: races %v (from 0), states %v\n%s", i*shards+shard, races, wrong, p)
					whole++
					continue
				}
				broken++
				found[d.Code]++
				if isRace(d.Code) {
					require.Subset(t, races, pairs([]*diag.Diagnostic{d}), "program %d, %s\n%s", i*shards+shard, d.OneLine(), p)
					continue
				}
				require.Contains(t, []diag.Code{diag.WrongBefore, diag.WrongState, diag.CopyStateOfOtherClass, diag.MissingAliasingBarrier}, d.Code, "program %d, %s\n%s", i*shards+shard, d.OneLine(), p)
				require.True(t, wrong, "program %d, %s\n%s", i*shards+shard, d.OneLine(), p)
			}
			t.Logf("%d programs are broken, %d are not: %v", broken, whole, found)
			require.Greater(t, broken, n/10)
			require.Greater(t, whole, n/10)
		})
	}
}

// String shows a program, from 0.
func (p *several) String() string {
	lines := strings.Split(strings.TrimSpace(p.order.String()), "\n")
	for i := range p.acts {
		if p.order[i].kind == submit {
			lines[i] = fmt.Sprintf("%2d queue %d, %s:", i+1, p.order[i].queue, p.queues[p.order[i].queue])
			for k := range p.acts[i] {
				lines[i] += " " + p.acts[i][k].String() + ";"
			}
		}
	}
	return strings.Join(lines, "\n")
}
