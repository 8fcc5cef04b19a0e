package conformance

import (
	"reflect"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// oracle decides what a tape is, in a way that shares nothing with the validation: the order is a graph of calls and of items of
// queues, and before means that a path leads there. It knows fences whose values go up, which is all that the examples have; what it
// does not know makes it undecided.
//
//	CPU    ─ Submit ─ Signal ─ WaitCPU ─▶      an item of a queue follows the call that made it and the item before it,
//	queue  ─ [work] ─ [signal] ──▲             a wait follows the first signal that is large enough
//	peeks               └───────▶ sight ─▶     what the engine has seen by itself is a row of its own beside each thread: nothing follows it
type oracle struct {
	events    []event
	nodes     []node
	reach     [][]uint64         // by node: the nodes that lead to it, by bit
	of        map[int]int        // event number of a call: its CPU node
	last      map[gpu.ID]int     // by queue, by thread, and by 0 for the main thread: the last node
	sights    map[gpu.ID]int     // by thread: what the engine saw last
	seen      map[int]int        // by the node of a call: what the engine had seen
	works     map[workID]int     // node of a submission
	calls     map[workID]int     // event of a submission
	count     map[gpu.ID]uint64  // submissions by queue
	fences    map[gpu.ID]*timeln // by fence
	objects   map[gpu.ID]*gpu.CreateCall
	armed     map[gpu.ID][2]uint64 // by event: fence and value
	threads   map[gpu.ID]bool
	starts    map[gpu.ID][]uint64 // by texture: where its subresources begin
	waits     []pending
	undecided string
	stuck     bool
}

// maxNodes bounds an oracle: its memory grows with the square.
const maxNodes = 8192

type workID struct {
	queue  gpu.ID
	number uint64
}

type node struct {
	agent gpu.ID // the queue or the thread, 0: the main thread
	preds []int
}

// timeln is a fence: its initial value, and its signals in order.
type timeln struct {
	initial uint64
	signals []signalNode
	several bool // agents signal it
}

type signalNode struct {
	value uint64
	node  int
}

// pending is a wait that needs a signal, which may come later on the tape.
type pending struct {
	node  int
	fence gpu.ID
	value uint64
}

func newOracle(events []event) *oracle {
	o := &oracle{events: events, of: map[int]int{}, last: map[gpu.ID]int{}, sights: map[gpu.ID]int{}, seen: map[int]int{}, works: map[workID]int{}, calls: map[workID]int{}, count: map[gpu.ID]uint64{},
		fences: map[gpu.ID]*timeln{}, objects: map[gpu.ID]*gpu.CreateCall{}, armed: map[gpu.ID][2]uint64{},
		threads: map[gpu.ID]bool{}, starts: map[gpu.ID][]uint64{}}
	for i, e := range events {
		if e.call != nil {
			if _, isCommand := e.call.(*gpu.Command); !isCommand {
				o.follow(i, e.call)
			}
		}
	}
	if len(o.nodes) > maxNodes {
		o.undecided = "so many calls"
		return o
	}
	var open []pending
	for _, w := range o.waits {
		if !o.join(w) {
			open = append(open, w)
		}
	}
	o.close()
	for more := true; more && len(open) > 0 && !o.stuck; {
		open, more = o.settle(open)
	}
	if len(open) > 0 && !o.stuck {
		o.undecided = "a wait that one signal or another may end"
	}
	return o
}

// settle finds the signal of waits for fences that several agents signal: one that comes before all others that are large enough
// and not after the wait.
func (o *oracle) settle(open []pending) (left []pending, more bool) {
	for _, w := range open {
		var may []int
		for _, s := range o.fences[w.fence].signals {
			if s.value >= w.value && !o.before(w.node, s.node) {
				may = append(may, s.node)
			}
		}
		first := slices.IndexFunc(may, func(a int) bool {
			return !slices.ContainsFunc(may, func(b int) bool { return a != b && !o.before(a, b) })
		})
		switch {
		case len(may) == 0:
			o.stuck = true
		case first >= 0:
			o.nodes[w.node].preds = append(o.nodes[w.node].preds, may[first])
			more = true
		default:
			left = append(left, w)
		}
	}
	o.close()
	return left, more
}

// add makes a node after the last one of its agent.
func (o *oracle) add(agent gpu.ID, preds ...int) int {
	if at, ok := o.last[agent]; ok {
		preds = append(preds, at)
	}
	o.nodes = append(o.nodes, node{agent, preds})
	o.last[agent] = len(o.nodes) - 1
	return len(o.nodes) - 1
}

// follow makes the nodes of a call.
func (o *oracle) follow(i int, call gpu.Call) {
	thread := threadOf(call)
	cpu := o.add(thread)
	o.of[i] = cpu
	if sight, ok := o.sights[thread]; ok {
		o.seen[cpu] = sight
	}
	switch c := call.(type) {
	case *gpu.CreateCall:
		o.objects[c.Object] = c
		if d, ok := c.Desc.(*gpu.FenceDesc); ok {
			o.fences[c.Object] = &timeln{initial: d.InitialValue}
		}
		if c.Kind == gpu.KindThread {
			o.threads[c.Object], o.last[c.Object] = true, cpu
		}
	case *gpu.SubmitCall:
		o.count[c.Queue]++
		id := workID{c.Queue, o.count[c.Queue]}
		o.works[id], o.calls[id] = o.add(c.Queue, cpu), i
	case *gpu.PresentCall:
		o.count[c.Queue]++
		o.works[workID{c.Queue, o.count[c.Queue]}] = o.add(c.Queue, cpu)
	case *gpu.FenceCall:
		o.fence(c, cpu)
	case *gpu.EventCall:
		o.event(c, cpu)
	case *gpu.MultipleFenceCall:
		for k, f := range c.Fences {
			if c.Event != 0 || c.Mode != 0 {
				o.undecided = "a wait for one of several fences"
			}
			o.waits = append(o.waits, pending{cpu, f, c.Values[k]})
		}
	case *gpu.StepCall:
		o.step(c, cpu)
	}
}

// threadOf is the thread that makes a call, 0 for the main one.
func threadOf(call gpu.Call) gpu.ID {
	return reflect.ValueOf(call).Elem().FieldByName("CallHead").Interface().(gpu.CallHead).Thread
}

// step follows a script that steps the GPU until it has nothing to do: without waits in front of it everything is finished then.
func (o *oracle) step(c *gpu.StepCall, cpu int) {
	for _, w := range o.waits {
		if o.isQueue(o.nodes[w.node].agent) {
			o.undecided = "steps of a GPU that waits"
		}
	}
	if !c.Reached || c.Desc.Until != gpu.StepIdle || c.Desc.Time > 0 || c.Desc.Fence != nil {
		o.undecided = "steps to somewhere in between"
	}
	for agent, at := range o.last {
		if o.isQueue(agent) {
			o.nodes[cpu].preds = append(o.nodes[cpu].preds, at)
		}
	}
}

func (o *oracle) isQueue(agent gpu.ID) bool { return agent != 0 && !o.threads[agent] }

func (o *oracle) fence(c *gpu.FenceCall, cpu int) {
	switch c.Act {
	case gpu.FenceQueueSignal:
		o.signal(c.Fence, c.Value, o.add(c.Queue, cpu))
	case gpu.FenceCPUSignal:
		o.signal(c.Fence, c.Value, cpu)
	case gpu.FenceQueueWait:
		o.waits = append(o.waits, pending{o.add(c.Queue, cpu), c.Fence, c.Value})
	case gpu.FenceCPUWait, gpu.FencePoll, gpu.FenceCompare:
		o.waits = append(o.waits, pending{cpu, c.Fence, c.Value})
	case gpu.FencePeek:
		o.waits = append(o.waits, pending{o.sight(c.Thread, cpu), c.Fence, c.Value})
	case gpu.FenceSetEvent:
		o.armed[c.Event] = [2]uint64{uint64(c.Fence), c.Value}
	}
}

// sight makes the node of a peek: after the call and the peeks before it.
func (o *oracle) sight(thread gpu.ID, cpu int) int {
	preds := []int{cpu}
	if at, ok := o.sights[thread]; ok {
		preds = append(preds, at)
	}
	o.nodes = append(o.nodes, node{thread, preds})
	o.sights[thread] = len(o.nodes) - 1
	return len(o.nodes) - 1
}

func (o *oracle) signal(fence gpu.ID, value uint64, at int) {
	f := o.fences[fence]
	if n := len(f.signals); n > 0 {
		f.several = f.several || o.nodes[f.signals[n-1].node].agent != o.nodes[at].agent
		if f.signals[n-1].value > value {
			o.undecided = "a fence that goes down"
		}
	}
	f.signals = append(f.signals, signalNode{value, at})
}

func (o *oracle) event(c *gpu.EventCall, cpu int) {
	if c.TimedOut {
		return
	}
	for i, id := range c.Events {
		if o.threads[id] && (c.All || i == c.Index) {
			o.nodes[cpu].preds = append(o.nodes[cpu].preds, o.last[id])
		}
		if a, ok := o.armed[id]; ok && (c.All || i == c.Index) {
			o.waits = append(o.waits, pending{cpu, gpu.ID(a[0]), a[1]})
		}
	}
}

// join adds the edge of a wait: from the first signal that is large enough. It cannot say which one that is where several agents
// signal.
func (o *oracle) join(w pending) bool {
	f := o.fences[w.fence]
	if f.initial >= w.value {
		return true
	}
	if f.several {
		return false
	}
	for _, s := range f.signals {
		if s.value >= w.value {
			o.nodes[w.node].preds = append(o.nodes[w.node].preds, s.node)
			return true
		}
	}
	o.stuck = true
	return true
}

// close works out what leads to each node, in an order in which causes come first. A cycle is a deadlock.
func (o *oracle) close() {
	waiting := make([]int, len(o.nodes))
	next := make([][]int, len(o.nodes))
	for i, n := range o.nodes {
		waiting[i] = len(n.preds)
		for _, p := range n.preds {
			next[p] = append(next[p], i)
		}
	}
	var ready []int
	for i := range o.nodes {
		if waiting[i] == 0 {
			ready = append(ready, i)
		}
	}
	o.reach = make([][]uint64, len(o.nodes))
	done := 0
	for ; done < len(ready); done++ {
		i := ready[done]
		set := make([]uint64, (len(o.nodes)+63)/64)
		for _, p := range o.nodes[i].preds {
			for k, w := range o.reach[p] {
				set[k] |= w
			}
			set[p/64] |= 1 << (p % 64)
		}
		o.reach[i] = set
		for _, n := range next[i] {
			if waiting[n]--; waiting[n] == 0 {
				ready = append(ready, n)
			}
		}
	}
	o.stuck = o.stuck || done < len(o.nodes)
}

// before says whether a happens before b in every run.
func (o *oracle) before(a, b int) bool { return o.reach[b][a/64]>>(a%64)&1 != 0 }

// known says whether a is before the call of a node, or the engine has seen it: enough for what the engine destroys and gives out again.
func (o *oracle) known(a, call int) bool {
	sight, ok := o.seen[call]
	return o.before(a, call) || ok && o.before(a, sight)
}
