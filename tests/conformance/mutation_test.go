package conformance

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// mutants bounds how many changes of one kind are made in one example; they are spread over its run.
var mutants = flag.Int("mutants", 12, "changes of one kind in one example; 0: all")

// mutant is a tape with one change.
type mutant struct {
	kind, what string
	events     []event
}

// kindsOfChange are the rows of the table.
var kindsOfChange = []struct {
	name string
	make func(*tape) []mutant
}{
	{"wait", (*tape).withoutWaits},
	{"signal", (*tape).withoutSignals},
	{"barrier", (*tape).withoutBarriers},
	{"close", (*tape).withoutCloses},
	{"version", (*tape).withoutVersions},
	{"release", (*tape).withReleases},
}

// without is the tape without one event.
func (t *tape) without(i int) []event { return slices.Delete(slices.Clone(t.events), i, i+1) }

// drop makes a mutant for each call that is to be left out.
func (t *tape) drop(kind string, which func(gpu.Call) bool) (out []mutant) {
	for i, e := range t.events {
		if e.call != nil && which(e.call) {
			out = append(out, mutant{kind, fmt.Sprintf("%s at event %d", e.call.CallName(), i), t.without(i)})
		}
	}
	return out
}

func (t *tape) withoutWaits() []mutant {
	return t.drop("wait", func(c gpu.Call) bool {
		switch c := c.(type) {
		case *gpu.FenceCall:
			return c.Act == gpu.FenceQueueWait || c.Act == gpu.FenceCPUWait
		case *gpu.EventCall:
			return len(c.Events) > 0
		}
		return false
	})
}

func (t *tape) withoutSignals() []mutant {
	return t.drop("signal", func(c gpu.Call) bool {
		f, ok := c.(*gpu.FenceCall)
		return ok && (f.Act == gpu.FenceQueueSignal || f.Act == gpu.FenceCPUSignal)
	})
}

func (t *tape) withoutCloses() []mutant {
	return t.drop("close", func(c gpu.Call) bool {
		l, ok := c.(*gpu.ListCall)
		return ok && l.Act == gpu.ListClose
	})
}

// recorded is one command of one recording of a list.
type recorded struct {
	list      gpu.ID
	recording int
	index     uint32
}

// runs tells which command each executed one was.
func (t *tape) runs() (recordedAt map[int]recorded, executedAt map[recorded][]int) {
	recordedAt, executedAt = map[int]recorded{}, map[recorded][]int{}
	recording := map[gpu.ID]int{}
	number := map[gpu.ID]uint64{}
	submitted := map[workID]map[gpu.ID]int{}
	for i, e := range t.events {
		switch c := e.call.(type) {
		case *gpu.ListCall:
			if c.Act == gpu.ListReset {
				recording[c.List]++
			}
		case *gpu.Command:
			recordedAt[i] = recorded{c.List, recording[c.List], c.Index}
		case *gpu.SubmitCall:
			number[c.Queue]++
			of := map[gpu.ID]int{}
			for _, l := range c.Lists {
				of[l] = recording[l]
			}
			submitted[workID{c.Queue, number[c.Queue]}] = of
		case *gpu.PresentCall:
			number[c.Queue]++
		}
		if x := e.executed; x != nil {
			key := recorded{x.List, submitted[workID{x.Queue, x.Submission}][x.List], x.Index}
			executedAt[key] = append(executedAt[key], i)
		}
	}
	return recordedAt, executedAt
}

func (t *tape) withoutBarriers() (out []mutant) {
	recordedAt, executedAt := t.runs()
	for i, e := range t.events {
		c, ok := e.call.(*gpu.Command)
		if !ok {
			continue
		}
		for k := range c.Barriers {
			events := slices.Clone(t.events)
			less := *c
			less.Barriers = slices.Delete(slices.Clone(c.Barriers), k, k+1)
			events[i].call = &less
			for _, at := range executedAt[recordedAt[i]] {
				x := *t.events[at].executed
				x.Barriers = less.Barriers
				events[at].executed = &x
			}
			out = append(out, mutant{"barrier", fmt.Sprintf("barrier %d at event %d", k+1, i), events})
		}
	}
	return out
}

// withoutVersions lets a buffer or texture take the place of another one of the same description, whose name differs in its
// last letter or digit.
func (t *tape) withoutVersions() (out []mutant) {
	made := map[string]*gpu.CreateCall{}
	for _, e := range t.events {
		c, ok := e.call.(*gpu.CreateCall)
		if !ok || c.Kind != gpu.KindResource || c.Name == "" {
			continue
		}
		d, ok := c.Desc.(*gpu.CommittedResourceDesc)
		if !ok {
			continue
		}
		plain := *d
		plain.Name, plain.ResourceDesc.Name = "", ""
		key := fmt.Sprint(c.Device, c.Name[:len(c.Name)-1], plain.HeapType, plain.InitialState, plain.ResourceDesc)
		if first := made[key]; first != nil {
			out = append(out, mutant{"version", fmt.Sprintf("%s for %s", first.Name, c.Name), t.renamed(c, first)})
			continue
		}
		made[key] = c
	}
	return out
}

// renamed uses one resource for another one.
func (t *tape) renamed(from, to *gpu.CreateCall) []event {
	id := func(i gpu.ID) gpu.ID {
		if i == from.Object {
			return to.Object
		}
		return i
	}
	address := func(a uint64) uint64 {
		if from.Begin <= a && a < from.End {
			return a - from.Begin + to.Begin
		}
		return a
	}
	out := slices.Clone(t.events)
	for i := range out {
		e := &out[i]
		e.call = keep(e.call)
		switch c := e.call.(type) {
		case *gpu.Command:
			c.Dst, c.Src, c.Address = id(c.Dst), id(c.Src), address(c.Address)
			renameBarriers(c.Barriers, id)
			if c.Copy != nil {
				c.Copy.Dst.Resource, c.Copy.Src.Resource = id(c.Copy.Dst.Resource), id(c.Copy.Src.Resource)
			}
			if c.Graphics != nil {
				for k := range c.Graphics.VertexBuffers {
					c.Graphics.VertexBuffers[k].BufferLocation = address(c.Graphics.VertexBuffers[k].BufferLocation)
				}
				for k := range c.Graphics.Targets {
					c.Graphics.Targets[k].Resource = id(c.Graphics.Targets[k].Resource)
				}
			}
		case *gpu.DescriptorCall:
			c.Resource, c.Counter = id(c.Resource), id(c.Counter)
			if c.Constant != nil {
				view := *c.Constant
				view.BufferLocation = address(view.BufferLocation)
				c.Constant = &view
			}
		case *gpu.MapCall:
			c.Resource = id(c.Resource)
		}
		if e.executed != nil {
			x := *e.executed
			x.Barriers, x.Accesses = slices.Clone(x.Barriers), slices.Clone(x.Accesses)
			renameBarriers(x.Barriers, id)
			for k := range x.Accesses {
				x.Accesses[k].Resource = id(x.Accesses[k].Resource)
			}
			e.executed = &x
		}
	}
	return out
}

func renameBarriers(all []gpu.Barrier, id func(gpu.ID) gpu.ID) {
	for k := range all {
		b := &all[k]
		b.Resource, b.Aliased[0], b.Aliased[1] = id(b.Resource), id(b.Aliased[0]), id(b.Aliased[1])
	}
}

// withReleases releases a resource right behind a submission that touches it, and behind everything.
func (t *tape) withReleases() (out []mutant) {
	touched := (&oracle{events: t.events}).touchedBy()
	number := map[gpu.ID]uint64{}
	for i, e := range t.events {
		if p, ok := e.call.(*gpu.PresentCall); ok {
			number[p.Queue]++
		}
		c, ok := e.call.(*gpu.SubmitCall)
		if !ok {
			continue
		}
		number[c.Queue]++
		var ids []gpu.ID
		for id := range touched[workID{c.Queue, number[c.Queue]}] {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		for _, id := range ids {
			if !t.resource(id) {
				continue
			}
			early := event{call: &gpu.ReleaseCall{CallHead: gpu.CallHead{Site: 1, Method: "Release"}, Kind: gpu.KindResource, Object: id}}
			out = append(out, mutant{"release", fmt.Sprintf("object %d behind event %d", id, i), slices.Insert(slices.Clone(t.events), i+1, early)},
				mutant{"release", fmt.Sprintf("object %d at the end", id), append(slices.Clone(t.events), early)})
		}
	}
	return out
}

// resource says whether an identity is a resource that the tape does not release.
func (t *tape) resource(id gpu.ID) bool {
	is := false
	for _, e := range t.events {
		switch c := e.call.(type) {
		case *gpu.CreateCall:
			is = is || c.Object == id && c.Kind == gpu.KindResource
		case *gpu.ReleaseCall:
			if c.Object == id {
				return false
			}
		}
	}
	return is
}

// spread takes at most n of many, evenly; 0: all.
func spread(all []mutant, n int) []mutant {
	if n == 0 || len(all) <= n {
		return all
	}
	out := make([]mutant, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}

// tally counts what became of the mutants of a kind.
type tally struct{ made, broken, found, harmless, silent, stuck, undecided int }

// judged is what the oracle and the validation say of a mutant.
func judged(t *testing.T, name string, m mutant, count *tally) {
	count.made++
	o := newOracle(m.events)
	if o.undecided == "" && o.stuck {
		count.stuck++ // somebody waits for ever, which the scheduler sees and says: GS0501, GS0502, GS0504
		return
	}
	broken := ""
	if o.undecided == "" {
		broken = o.broken()
	}
	if o.undecided != "" {
		count.undecided++
		t.Logf("%s: %s of %s: undecided: %s", name, m.what, m.kind, o.undecided)
		return
	}
	said := replay(m.events)
	if broken != "" {
		count.broken++
		if len(said) > 0 {
			count.found++
		} else {
			t.Errorf("%s without %s %s: missed: %s", name, m.kind, m.what, broken)
		}
		return
	}
	count.harmless++
	if len(said) == 0 {
		count.silent++
	} else {
		t.Errorf("%s without %s %s: nothing is broken, and this is said: %s", name, m.kind, m.what, words(said[:1]))
	}
}

// TestMutation changes each example in one place, by leaving out a wait, a signal, a barrier, a Close or a version of buffered
// data, or by releasing something early. A change that breaks a rule is reported, and no other one is.
// longestTape is the most events of a script that the oracle compares, all with all.
const longestTape = 4000

func TestMutation(t *testing.T) {
	var mu sync.Mutex
	totals := map[string]*tally{}
	rows := map[string]string{}
	t.Run("examples", func(t *testing.T) {
		for _, file := range examples(t) {
			t.Run(file, func(t *testing.T) {
				t.Parallel()
				taped := play(t, file)
				if len(taped.events) > longestTape {
					t.Logf("left out: %d events are too many for the oracle", len(taped.events))
					return
				}
				base := newOracle(taped.events)
				broken := ""
				if base.undecided == "" {
					broken = base.broken()
				}
				if base.undecided != "" {
					t.Logf("left out: the oracle does not know %s", base.undecided)
					return
				}
				require.Empty(t, broken)
				require.False(t, base.stuck)
				for _, k := range kindsOfChange {
					var count tally
					n := *mutants
					if testing.Short() {
						n = 3
					}
					for _, m := range spread(k.make(taped), n) {
						judged(t, file, m, &count)
					}
					mu.Lock()
					if totals[k.name] == nil {
						totals[k.name] = &tally{}
					}
					totals[k.name].add(&count)
					rows[file+k.name] = fmt.Sprintf("%-24s %-8s %s\n", strings.TrimSuffix(file, ".lua"), k.name, &count)
					mu.Unlock()
				}
			})
		}
	})
	var table strings.Builder
	fmt.Fprintf(&table, "%-24s %-8s %6s %7s %6s %9s %7s %6s %10s\n", "example", "without", "made", "broken", "found", "harmless", "silent", "stuck", "undecided")
	for _, file := range examples(t) {
		for _, k := range kindsOfChange {
			table.WriteString(rows[file+k.name])
		}
	}
	for _, k := range kindsOfChange {
		if c := totals[k.name]; c != nil {
			fmt.Fprintf(&table, "%-24s %-8s %s\n", "all", k.name, c)
			require.Positive(t, c.made, k.name)
			require.Zero(t, c.undecided, k.name)
		}
	}
	t.Logf("\n%s", table.String())
}

func (c *tally) add(d *tally) {
	c.made, c.broken, c.found, c.harmless = c.made+d.made, c.broken+d.broken, c.found+d.found, c.harmless+d.harmless
	c.silent, c.stuck, c.undecided = c.silent+d.silent, c.stuck+d.stuck, c.undecided+d.undecided
}

func (c *tally) String() string {
	return fmt.Sprintf("%6d %7d %6d %9d %7d %6d %10d", c.made, c.broken, c.found, c.harmless, c.silent, c.stuck, c.undecided)
}
