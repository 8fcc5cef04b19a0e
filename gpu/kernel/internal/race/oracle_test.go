package race_test

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/race"
)

// The oracle knows nothing of phases and cells: it does what the items of a small program do in every order that barriers allow, and looks whether
// all orders end the same.

// step is one access that some items make, each at its own element and with its own number.
type step struct {
	op      ir.Op
	items   uint32     // a bit for each
	element [items]int // 0 to 3
	number  [items]uint32
}

// items is that many that there are two waves, the second with one item.
const items = 5

// program is steps between barriers.
type program [][]step

// randomProgram is one of up to three active items and two phases. An item writes an element once in a phase: what it writes itself and takes back,
// nobody need see.
func randomProgram(r *rand.Rand) program {
	active := r.Perm(items)[:2+r.Intn(2)]
	p := make(program, 1+r.Intn(2))
	for i := range p {
		written := map[[2]int]bool{}
		for range 1 + r.Intn(3) {
			s := step{op: [...]ir.Op{ir.OpLoadShared, ir.OpStoreShared, ir.OpAtomicShared}[r.Intn(3)]}
			for _, item := range active {
				s.element[item], s.number[item] = r.Intn(3), uint32(r.Intn(3))
				if s.op == ir.OpAtomicShared {
					s.number[item] |= 1 // an atomic that changes nothing counts as one
				}
				place := [2]int{item, s.element[item]}
				if r.Intn(4) == 0 || s.op != ir.OpLoadShared && written[place] {
					continue
				}
				written[place] = written[place] || s.op != ir.OpLoadShared
				s.items |= 1 << item
			}
			p[i] = append(p[i], s)
		}
	}
	return p
}

// text is the kernel of a program. Each step has a place of its own; barriers have the places of the steps after them.
func (p program) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel \"program\" threads %d 1 1\nbinding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 \"out\" \"uint\"\nshared \"tile\" offset 0 bytes 16 align 4\nbody {\n", items)
	b.WriteString("  %1:i32 = sys GroupIndex\n  %2:i32 = const 2\n  %3:i32 = shl %1 %2\n  %4:i32 = const 1\n  %5:i32 = const 3\n  %6:i32 = const 0\n")
	next, site := 7, 1
	line := func(format string, args ...any) int {
		fmt.Fprintf(&b, "  %%%d:%s\n", next, fmt.Sprintf(format, args...))
		next++
		return next - 1
	}
	lookup := func(table uint32) int {
		c := line("i32 = const %d", table)
		return line("i32 = and %%%d %%5", line("i32 = shru %%%d %%3", c))
	}
	for i, phase := range p {
		if i > 0 {
			fmt.Fprintf(&b, "  barrier @%d\n", site)
		}
		for _, s := range phase {
			var on, at, with uint32
			for item := range items {
				on |= s.items >> item & 1 << (4 * item)
				at |= uint32(s.element[item]) << (4 * item)
				with |= s.number[item] << (4 * item)
			}
			cond := line("bool = ine %%%d %%6", lookup(on))
			address := line("i32 = shl %%%d %%2", lookup(at))
			value := lookup(with)
			fmt.Fprintf(&b, "  if %%%d { @%d\n", cond, site)
			switch s.op {
			case ir.OpStoreShared:
				fmt.Fprintf(&b, "storeshared %%%d _ %%%d @%d\n", address, value, site)
			case ir.OpAtomicShared:
				line("i32 = atomicshared %%%d _ %%%d _ add @%d", address, value, site)
			default:
				line("i32 = loadshared %%%d _ @%d", address, site)
				fmt.Fprintf(&b, "storebuf _ %%1 _ %%%d b=0\n", next-1)
			}
			b.WriteString("  } else {\n  }\n")
			site++
		}
	}
	return b.String() + "}"
}

// state is where a program has come to in a phase, and all that can be seen of it.
type state struct {
	memory [3]uint32
	at     [items]int    // steps done
	seen   [items]uint64 // what the item has read, four bits a read
}

// outcomes is how many states the first phase can end in that can end in several, 1 if there is none.
func (p program) outcomes() int {
	s := state{}
	for _, phase := range p {
		s.at = [items]int{}
		ends := map[state]bool{}
		reach(phase, s, map[state]bool{}, ends)
		if len(ends) > 1 {
			return len(ends)
		}
		for s = range ends {
		}
	}
	return 1
}

// reach adds the ends of a phase that can be reached from a state.
func reach(phase []step, s state, been, ends map[state]bool) {
	if been[s] {
		return
	}
	been[s] = true
	over := true
	for item := range items {
		if s.at[item] == len(phase) {
			continue
		}
		over = false
		next, do := s, phase[s.at[item]]
		next.at[item]++
		if do.items>>item&1 != 0 {
			cell := &next.memory[do.element[item]]
			switch do.op {
			case ir.OpStoreShared:
				*cell = do.number[item]
			case ir.OpAtomicShared:
				*cell += do.number[item]
			default:
				next.seen[item] = next.seen[item]<<4 | uint64(*cell+1)
			}
		}
		reach(phase, next, been, ends)
		if do.items>>item&1 == 0 {
			return // nothing was done: another order gives the same
		}
	}
	if over {
		ends[s] = true
	}
}

// find looks for a race in one group of a kernel, as it is and optimised.
func find(t testing.TB, text string, optimise bool) *race.Race {
	t.Helper()
	return among(t, text, [3]uint32{1, 1, 1}, optimise)
}

// among looks for a race of several groups.
func among(t testing.TB, text string, groups [3]uint32, optimise bool) *race.Race {
	t.Helper()
	plain, err := ir.Parse(text)
	require.NoError(t, err, text)
	require.NoError(t, ir.Verify(plain), text)
	for i := range plain.Shared {
		plain.Shared[i].Stride = 4 // the text form has none
	}
	k := plain.Clone()
	if optimise {
		opt.Optimize(k)
	}
	d := corpus.Dispatch(k, groups, 64)
	before := slices.Clone(d.Memory)
	found := race.Find(context.Background(), k, plain, d)
	require.Equal(t, before, d.Memory, "the rehearsal left something behind")
	return found
}

// TestAgainstAllOrders: a program has a race exactly if one of its phases can end in several ways.
func TestAgainstAllOrders(t *testing.T) {
	r := rand.New(rand.NewSource(20))
	racy := 0
	const programs = 3000
	for i := range programs {
		p := randomProgram(r)
		text, ends := p.text(), p.outcomes()
		found := find(t, text, i%2 == 0)
		require.Equal(t, ends > 1, found != nil, "program %d can end in %d ways\n%s\n%+v", i, ends, text, p)
		if found != nil {
			racy++
		}
	}
	require.Greater(t, racy, programs/5)
	require.Less(t, racy, programs*4/5)
}

// TestRandomKernels: kernels that exchange values between barriers have no race, and many have one without the first barrier, unless each item gets
// its own value.
func TestRandomKernels(t *testing.T) {
	looked, racy := 0, 0
	for seed := range int64(200) {
		data := make([]byte, 600)
		rand.New(rand.NewSource(seed)).Read(data)
		k, _ := corpus.RandomLockstep(data)
		text := ir.Print(k)
		require.Nil(t, find(t, text, seed%2 == 0), "seed %d\n%s", seed, text)
		before, after, ok := strings.Cut(text, "  barrier\n")
		if !ok {
			continue
		}
		looked++
		if find(t, before+after, seed%2 == 0) != nil {
			racy++
		}
	}
	require.Greater(t, looked, 100)
	require.Greater(t, racy, looked/3)
}
