package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// turn is a step of a list: a transition of the texture, or a copy that needs it in a state.
type turn struct {
	needs, before, after gpu.ResourceStates
}

const (
	copyDest   = gpu.StateCopyDest
	copySource = gpu.StateCopySource
)

// recordings are lists that are right by themselves.
var recordings = [][]turn{
	{{needs: copySource}},
	{{needs: copyDest}},
	{{before: 0, after: copySource}, {needs: copySource}, {before: copySource, after: 0}},
	{{before: 0, after: copyDest}, {needs: copyDest}, {before: copyDest, after: 0}},
	{{before: 0, after: copyDest}, {needs: copyDest}},
	{{before: copyDest, after: 0}},
	{{before: copySource, after: 0}},
	{{before: 0, after: copySource}, {needs: copySource}},
	{{before: copySource, after: copyDest}},
	{{needs: copyDest}, {before: copyDest, after: copySource}},
	{{needs: copySource}, {before: copySource, after: 0}},
}

// contest is a program whose threads give lists that use one texture to one queue: which recording, by call.
type contest struct {
	fork
	lists []int
}

func randomContest(r *rand.Rand) *contest {
	c := &contest{}
	threads := 2 + r.Intn(4)/3
	favourites := [][]int{{0, 2, 3}, {2, 3, 7, 6}, {4, 5, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}[r.Intn(4)]
	for range 2 + r.Intn(4) {
		c.calls = append(c.calls, operation{kind: submit})
		c.thread = append(c.thread, r.Intn(threads))
		c.lists = append(c.lists, favourites[r.Intn(len(favourites))])
	}
	c.starts, c.joins = make([]int, threads), make([]int, threads)
	for t := range threads {
		c.starts[t], c.joins[t] = r.Intn(3), len(c.calls)
		if r.Intn(3) > 0 {
			c.joins[t] = c.starts[t] + r.Intn(len(c.calls))
		}
	}
	return c
}

// broken says whether a list does not find the texture as it expects it, in some order of the calls.
func (c *contest) broken() (wrong bool) {
	seen := map[string]bool{}
	var visit func(m moment)
	visit = func(m moment) {
		if seen[m.given[0]] {
			return
		}
		seen[m.given[0]] = true
		for t := range c.starts {
			if n, _, ok := c.call(m, t); ok {
				visit(n)
			}
		}
		wrong = wrong || c.wrong(m.given[0])
	}
	visit(moment{})
	return wrong
}

// wrong goes through lists, by the numbers of their calls, in one order.
func (c *contest) wrong(order string) bool {
	s := newSingle([]ground{{parts: 1}}, false)
	for _, i := range order {
		for _, turn := range recordings[c.lists[i]] {
			if turn.needs != 0 {
				s.uses([]use{{part: part{}, needs: turn.needs}})
			} else {
				s.transition(part{}, turn.before, turn.after, wholeMove)
			}
		}
		s.finish()
	}
	return len(s.broken) > 0
}

const contestHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }; local q, f = {}, {}
for i = 0, 1 do q[i], f[i] = device:CreateCommandQueue { Type = "DIRECT", Name = "q" .. i }, device:CreateFence(0, "f" .. i) end
local m = device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R32_FLOAT", MipLevels = 1, InitialState = "COMMON", Name = "m" }
local a, b = { Resource = m }, device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R32_FLOAT", MipLevels = 1, InitialState = "COPY_SOURCE" }
local e = device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R32_FLOAT", MipLevels = 1, InitialState = "COPY_DEST" }
local function list() return device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator("DIRECT") } end
`

// script is the program in Lua.
func (c *contest) script() string {
	var b strings.Builder
	b.WriteString(contestHead)
	for t := range c.starts {
		fmt.Fprintf(&b, "local t%d, c%d = nil, {}\n", t, t)
	}
	calls := strings.Split(program(c.calls).script(), "\n")[headLines:]
	for i := range c.calls {
		if c.calls[i].kind != submit {
			fmt.Fprintf(&b, "c%d[#c%d + 1] = function() %s end\n", c.thread[i], c.thread[i], calls[i])
			continue
		}
		fmt.Fprintf(&b, "do local l = list()\n")
		for _, turn := range recordings[c.lists[i]] {
			switch {
			case turn.needs == copyDest:
				b.WriteString("l:CopyResource(m, b)\n")
			case turn.needs == copySource:
				b.WriteString("l:CopyResource(e, m)\n")
			default:
				fmt.Fprintf(&b, "l:ResourceBarrier { { Resource = m, Before = %q, After = %q } }\n", turn.before, turn.after)
			}
		}
		fmt.Fprintf(&b, "l:Close(); c%d[#c%d + 1] = function() q[%d]:ExecuteCommandLists { l } end end\n", c.thread[i], c.thread[i], c.calls[i].queue)
	}
	b.WriteString(c.threads())
	return b.String()
}

// sorted are diagnostics as text. Errors of calls of two threads come in the order of these calls.
func sorted(found []*diag.Diagnostic) string {
	texts := make([]string, len(found))
	for i := range found {
		texts[i] = words(found[i : i+1])
	}
	slices.Sort(texts)
	return strings.Join(texts, "")
}

// TestThreadsThatShareStates: lists of several threads that use one texture, given to one queue in no order, against all orders: something is said if
// and only if a list does not find its state in one of them, and it is the same in every schedule.
func TestThreadsThatShareStates(t *testing.T) {
	seeds := min(*seeds, 300) / 5
	if testing.Short() {
		seeds = 3
	}
	broken, whole := 0, 0
	for i := int64(0); broken+whole < count()/50; i++ {
		c := randomContest(rand.New(rand.NewSource(i)))
		if !c.shared() {
			continue
		}
		wrong := c.broken()
		first := sorted(outcome(t, c.script(), schedule(1, host.ReportErrors)))
		require.Equal(t, wrong, first != "", "program %d\n%s\n%s", i, c.script(), first)
		for seed := range seeds {
			require.Equal(t, first, sorted(outcome(t, c.script(), schedule(seed, host.ReportErrors))), "program %d, seed %d\n%s", i, seed, c.script())
		}
		if wrong {
			broken++
		} else {
			whole++
		}
	}
	t.Logf("%d programs are broken, %d are not", broken, whole)
	require.Greater(t, broken, count()/500)
	require.Greater(t, whole, count()/500)
}

// TestStatesOfWorkThatMayBeMissing: that a list does not find its state is not told where its submission, or the one that has left the state, is
// missing in another run, because a third thread gives up what it needs.
func TestStatesOfWorkThatMayBeMissing(t *testing.T) {
	const script = "local t1 = gpu.Thread('t1', function() gpu.Work(3); p:ExecuteCommandLists { turns[1] }; H[1]:Signal(1); gpu.Work(1) end)\n" +
		"local t2 = gpu.Thread('t2', function() gpu.Work(3); %s; gpu.Work(1) end)\n" +
		"gpu.Work(3); %s; p:ExecuteCommandLists { turns[3] }\nt1:Join()\nt2:Join()\n"
	for _, gone := range []string{"tex:Release()", "turns[1]:Release()", "gpu.Work(1)"} {
		for _, before := range []string{"gpu.Work(1)", "H[1]:WaitCPU(1)"} {
			first := ""
			for seed := range schedules() / 2 {
				now := everyWord(t, fmt.Sprintf(anyScript, fmt.Sprintf(script, gone, before)), schedule(seed, []host.ErrorMode{host.StopOnError, host.ReportErrors}[seed%2]))
				if first == "" {
					first = now
				}
				require.Equal(t, first, now, "%s, %s, seed %d", gone, before, seed)
			}
			require.Equal(t, gone == "gpu.Work(1)", strings.Contains(first, diag.WrongBefore.String()), first)
			require.Equal(t, gone != "gpu.Work(1)", strings.Contains(first, diag.TwoThreads.String()), first)
		}
	}
}
