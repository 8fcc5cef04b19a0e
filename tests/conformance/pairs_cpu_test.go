package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// handSettings are the ways in which the CPU, HAND, and work of a queue, X, can stand to each other, and whether nothing orders the two.
var handSettings = []struct {
	name, script string
	apart        bool
}{
	{"the CPU first", `HAND; run(1, X)`, false},
	{"the submission first", `run(1, X); HAND`, true},
	{"before and behind", `HAND; run(1, X); HAND`, true},
	{"behind a wait", `run(1, X); q[1]:Signal(F, 1); F:WaitCPU(1); HAND`, false},
	{"before the wait", `run(1, X); q[1]:Signal(F, 1); HAND; F:WaitCPU(1)`, true},
	{"behind a wait for what was signalled before", `run(1, nop); q[1]:Signal(F, 1); run(1, X); q[1]:Signal(F, 2); F:WaitCPU(1); HAND`, true},
	{"behind a wait for a later value", `run(1, X); q[1]:Signal(F, 1); run(1, nop); q[1]:Signal(F, 2); F:WaitCPU(2); HAND`, false},
	{"before a signal for which the queue waits", `q[1]:Wait(F, 1); run(1, X); HAND; F:Signal(1)`, false},
	{"behind a signal for which the queue waits", `q[1]:Wait(F, 1); run(1, X); F:Signal(1); HAND`, true},
	{"before a signal for which the queue waits behind it", `run(1, X); q[1]:Wait(F, 1); HAND; F:Signal(1)`, true},
	{"over another queue", `run(1, X); q[1]:Signal(F, 1); q[2]:Wait(F, 1); q[2]:Signal(G, 1); G:WaitCPU(1); HAND`, false},
	{"over another queue, signalled before its wait", `run(1, X); q[1]:Signal(F, 1); q[2]:Signal(G, 1); q[2]:Wait(F, 1); G:WaitCPU(1); HAND`, true},
	{"an event", `local e = gpu.CreateEvent { Name = "e" }; run(1, X); q[1]:Signal(F, 1); F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e); HAND`, false},
	{"an event that nobody waits for", `local e = gpu.CreateEvent { Name = "e" }; run(1, X); q[1]:Signal(F, 1); F:SetEventOnCompletion(1, e); HAND; gpu.WaitForSingleObject(e)`, true},
	{"a poll", `run(1, X); q[1]:Signal(F, 1); while F:GetCompletedValue() < 1 do end; HAND`, false},
	{"another thread waits and lets this one go on", `local e = gpu.CreateEvent { Name = "e" }
run(1, X); q[1]:Signal(F, 1); local thread = gpu.Thread(function() F:WaitCPU(1); e:SetEvent() end, "waits"); gpu.WaitForSingleObject(e); HAND; thread:Join()`, false},
	{"another thread waits, and this one does not", `run(1, X); q[1]:Signal(F, 1); local thread = gpu.Thread(function() F:WaitCPU(1) end, "waits"); HAND; thread:Join()`, true},
	{"a rewound fence", `F:Signal(5); run(1, X); F:Signal(0); q[1]:Signal(F, 1); F:WaitCPU(1); HAND`, false},
	{"two signalers, either may come", `run(1, X); q[1]:Signal(F, 1); q[3]:Signal(F, 2); F:WaitCPU(1); HAND`, true},
	{"unmapped and mapped again", `HAND; m:Unmap(); run(1, X); HAND`, true},
}

// handHead is pairHead with a buffer that the CPU may touch: memory to write for the GPU to read, or the reverse.
func handHead(writes bool) string {
	heap, state, hand := "UPLOAD", "GENERIC_READ", `m:Map(0, { Begin = 0, End = 0 }):Write(half * HALF, "uint", 7)`
	if writes {
		heap, state, hand = "READBACK", "COPY_DEST", `m:Map():Read(half * HALF, "uint")`
	}
	make := fmt.Sprintf(`local m = device:CreateCommittedResource { Name = "m", HeapType = %q, Dimension = "BUFFER", Width = 2 * HALF, InitialState = %q }`, heap, state)
	head := strings.NewReplacer(`local m = buffer "m"`, make, "View(m, nil, view", `View(buffer "v", nil, view`).Replace(pairHead)
	return head + "local function hand(half) " + hand + " end\n"
}

// TestPairsWithTheCPU holds what the GPU does to memory that the CPU has mapped, against what the CPU does there, in all settings.
func TestPairsWithTheCPU(t *testing.T) {
	for _, x := range touches {
		if x.write != (x.state == "COPY_DEST") || x.state == "UNORDERED_ACCESS" { // which memory of the CPU cannot be in
			continue
		}
		for half, overlap := range []bool{true, false} {
			for _, s := range handSettings {
				t.Run(fmt.Sprintf("%s/%s/%v", s.name, x.name, overlap), func(t *testing.T) {
					t.Parallel()
					want := diag.Code(0)
					if s.apart && overlap {
						want = diag.MappedRace
					}
					body := strings.NewReplacer("HAND", fmt.Sprintf("hand(%d)", half), "X", "x").Replace(s.script)
					expect(t, fmt.Sprintf("%slocal x = function(l) A.%s(l, 0) end\n%s\n", handHead(x.write), x.name, body), want)
				})
			}
		}
	}
}
