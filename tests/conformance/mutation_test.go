package conformance

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// defaultMutants is how many changes of one kind are made in one example without a flag.
const defaultMutants = 8

// mutants bounds how many changes of one kind are made in one example; they are spread over its run.
var mutants = flag.Int("mutants", defaultMutants, "changes of one kind in one example; 0: all")

// mutant is a tape with one change. Its events are made when they are asked for: a long tape has thousands of mutants, and few are tried.
type mutant struct {
	kind, what string
	events     func() []event
	event      int // of what is left out
	nth        int // of a signal that the script asks for: its number among those
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
func (t *tape) without(i int) func() []event {
	return func() []event { return slices.Delete(slices.Clone(t.events), i, i+1) }
}

// with is the tape with one more event in front of the one at i.
func (t *tape) with(i int, more event) func() []event {
	return func() []event { return slices.Insert(slices.Clone(t.events), i, more) }
}

// drop makes a mutant for each call that is to be left out.
func (t *tape) drop(kind string, which func(gpu.Call) bool) (out []mutant) {
	for i, e := range t.events {
		if e.call != nil && which(e.call) {
			out = append(out, mutant{kind: kind, what: fmt.Sprintf("%s at event %d", e.call.CallName(), i), events: t.without(i), event: i, nth: len(out) + 1})
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

// withoutSignals leaves out a signal that the script, or the engine for it, asks for: not those of gpu.SavePNG and its like, which have no
// place in the script, and not those whose value was read, because the script would go another way without them.
func (t *tape) withoutSignals() []mutant {
	read := map[[2]uint64]bool{}
	for _, e := range t.events {
		if f, ok := e.call.(*gpu.FenceCall); ok && (f.Act == gpu.FencePoll || f.Act == gpu.FenceCompare || f.Act == gpu.FencePeek) {
			read[[2]uint64{uint64(f.Fence), f.Value}] = true
		}
	}
	all := t.drop("signal", func(c gpu.Call) bool {
		f, ok := c.(*gpu.FenceCall)
		return ok && f.Site != 0 && (f.Act == gpu.FenceQueueSignal || f.Act == gpu.FenceCPUSignal)
	})
	return slices.DeleteFunc(all, func(m mutant) bool {
		f := t.events[m.event].call.(*gpu.FenceCall)
		return read[[2]uint64{uint64(f.Fence), f.Value}]
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
			out = append(out, mutant{kind: "barrier", what: fmt.Sprintf("barrier %d at event %d", k+1, i),
				events: t.withoutBarrier(c, k, i, executedAt[recordedAt[i]])})
		}
	}
	return out
}

// withoutBarrier leaves out barrier k of a command, which is recorded at event i and executed at others.
func (t *tape) withoutBarrier(c *gpu.Command, k, i int, executed []int) func() []event {
	return func() []event {
		events := slices.Clone(t.events)
		less := *c
		less.Barriers = slices.Delete(slices.Clone(c.Barriers), k, k+1)
		events[i].call = &less
		for _, at := range executed {
			x := *t.events[at].executed
			x.Barriers = less.Barriers
			events[at].executed = &x
		}
		return events
	}
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
			out = append(out, mutant{kind: "version", what: fmt.Sprintf("%s for %s", first.Name, c.Name), events: func() []event { return t.renamed(c, first) }})
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

// withReleases releases a resource right after a submission that touches it, and after everything.
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
			out = append(out, mutant{kind: "release", what: fmt.Sprintf("object %d behind event %d", id, i), events: t.with(i+1, early)},
				mutant{kind: "release", what: fmt.Sprintf("object %d at the end", id), events: t.with(len(t.events), early)})
		}
	}
	return out
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

// tally counts what became of the mutants of a kind. What breaks a rule is found or not, what breaks none is silent or not, and where somebody
// waits for ever the script is run again without the call, if it is a call of the script itself.
type tally struct{ made, broken, found, harmless, silent, stuck, tried, told int }

// judged is what the oracle and the validation say of a mutant.
func judged(t *testing.T, file string, m *mutant, count *tally) {
	count.made++
	events := m.events()
	o := newOracle(events)
	broken := ""
	if o.undecided == "" && !o.stuck {
		broken = o.broken()
	}
	require.Empty(t, o.undecided, "%s: %s of %s", file, m.what, m.kind)
	switch {
	case o.stuck:
		count.stuck++
		tried, told := stalls(t, file, m)
		count.tried, count.told = count.tried+tried, count.told+told
	case broken != "":
		count.broken++
		if len(replay(events)) > 0 {
			count.found++
		} else {
			t.Errorf("%s without %s %s: missed: %s", file, m.kind, m.what, broken)
		}
	default:
		count.harmless++
		if said := replay(events); len(said) == 0 {
			count.silent++
		} else {
			t.Errorf("%s without %s %s: nothing is broken, and this is said: %s", file, m.kind, m.what, words(said[:1]))
		}
	}
}

// stalls runs an example without a signal for which somebody waits for ever, which the scheduler sees and says. The signals of the engine are not
// calls of the script, nor are those of machine learning, and are left to the oracle: tried is 0.
func stalls(t *testing.T, file string, m *mutant) (tried, told int) {
	r := newRun(t)
	seen := r.withoutSignal(t, m.nth)
	errs := r.do(t, file)
	if *seen < m.nth {
		return 0, 0
	}
	if len(errs) > 0 && slices.Contains(stuck, firstCode(errs[0])) {
		return 1, 1
	}
	t.Errorf("%s without %s %s: somebody waits for ever, and this is said: %v", file, m.kind, m.what, errs)
	return 1, 0
}

// firstCode is the code of an error that a script ends with.
func firstCode(err error) diag.Code {
	var raised *lua.ApiError
	if errors.As(err, &raised) {
		if value, ok := raised.Object.(*lua.LTable); ok {
			code, _ := diag.ParseCode(value.RawGetString("code").String())
			return code
		}
	}
	var d *diag.Error
	if errors.As(err, &d) {
		return d.Diagnostics[0].Code
	}
	return 0
}

// TestMutation changes each example in one place, by leaving out a wait, a signal, a barrier, a Close or a version of buffered
// data, or by releasing something early. A change that breaks a rule is reported, and no other one is. MUTATION.md shows what came of it.
func TestMutation(t *testing.T) {
	var mu sync.Mutex
	counts := map[string]map[string]*tally{}
	t.Run("examples", func(t *testing.T) {
		for _, file := range examples(t) {
			t.Run(file, func(t *testing.T) {
				t.Parallel()
				count := mutate(t, file)
				mu.Lock()
				defer mu.Unlock()
				counts[file] = count
			})
		}
	})
	table, all := mutationTable(counts)
	for kind, c := range all {
		require.Positive(t, c.made, kind)
		require.Equal(t, c.broken, c.found, kind)
		require.Equal(t, c.harmless, c.silent, kind)
		require.Equal(t, c.tried, c.told, kind)
	}
	require.Positive(t, all["signal"].told)
	switch {
	case testing.Short() || *mutants != defaultMutants || len(counts) < len(examples(t)):
		t.Logf("\n%s", table)
	case *update:
		require.NoError(t, os.WriteFile("MUTATION.md", []byte(table), 0o600))
	default:
		have, err := os.ReadFile("MUTATION.md")
		require.NoError(t, err)
		require.Equal(t, string(have), table, "go test ./tests/conformance -run Mutation -update")
	}
}

// mutate judges the mutants of an example, by kind. As it is, told again, it is silent: so what is said of a mutant is said of the change.
func mutate(t *testing.T, file string) map[string]*tally {
	taped := play(t, file)
	require.NotEmpty(t, taped.events)
	require.Empty(t, words(replay(taped.events)))
	base := newOracle(taped.events)
	require.Empty(t, base.broken())
	require.Empty(t, base.undecided)
	require.False(t, base.stuck)
	out := map[string]*tally{}
	for _, k := range kindsOfChange {
		out[k.name] = &tally{}
		n := *mutants
		if testing.Short() {
			n = 3
		}
		for _, m := range spread(k.make(taped), n) {
			judged(t, file, &m, out[k.name])
		}
	}
	return out
}

const mutationHead = `# Examples with one thing left out, and what is said of them

Made by ` + "`go test ./tests/conformance -run Mutation -update`" + `; ` + "`-mutants 0`" + ` makes all changes instead of at most %d of a kind in an example, spread over its run.
A change leaves out a wait, a signal, a barrier, a Close, or one version of buffered data (another buffer takes its place), or releases an object
right behind work that touches it. An oracle that shares nothing with the validation says what that breaks, from the calls and what the machine did.

* **reported** of **expected**: the change breaks a rule of order, of states, of lifetimes or of protocol, and the validation says so.
* **silent** of **harmless**: the change breaks nothing, and nothing is said.
* **stalls**: somebody waits for ever. The script is run again without the call and ends with GS0501, GS0502 or GS0504: so many of so many; the
  engine's own signals cannot be taken out of a script.

| example | without | mutants | reported | silent | stalls |
|---|---|---:|---:|---:|---:|
`

// mutationTable is MUTATION.md, and the sums by kind.
func mutationTable(counts map[string]map[string]*tally) (string, map[string]*tally) {
	var b strings.Builder
	fmt.Fprintf(&b, mutationHead, defaultMutants)
	all := map[string]*tally{}
	for _, file := range slices.Sorted(maps.Keys(counts)) {
		for _, k := range kindsOfChange {
			if all[k.name] == nil {
				all[k.name] = &tally{}
			}
			c := counts[file][k.name]
			all[k.name].add(c)
			if c.made > 0 {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.TrimSuffix(file, ".lua"), k.name, c)
			}
		}
	}
	for _, k := range kindsOfChange {
		if c := all[k.name]; c != nil {
			fmt.Fprintf(&b, "| **all** | %s | %s |\n", k.name, c)
		}
	}
	return b.String(), all
}

func (c *tally) add(d *tally) {
	c.made, c.broken, c.found, c.harmless = c.made+d.made, c.broken+d.broken, c.found+d.found, c.harmless+d.harmless
	c.silent, c.stuck, c.tried, c.told = c.silent+d.silent, c.stuck+d.stuck, c.tried+d.tried, c.told+d.told
}

// String is the last columns of the table: dashes for what there is none of.
func (c *tally) String() string {
	of := func(n, all int) string {
		if all == 0 {
			return "–"
		}
		return fmt.Sprintf("%d of %d", n, all)
	}
	return fmt.Sprintf("%d | %s | %s | %s", c.made, of(c.found, c.broken), of(c.silent, c.harmless), of(c.told, c.stuck))
}
