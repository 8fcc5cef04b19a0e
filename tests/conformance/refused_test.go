package conformance

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// stageOfRefusals are the objects of the programs of TestRefused, and what its lines call. Every line of a program is a call of good or bad: good
// tells how it went, bad only if the call was not refused. What a call raises about races was done all the same: that is no refusal.
const stageOfRefusals = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local Q = { device:CreateCommandQueue { Type = "COPY", Name = "a" }, device:CreateCommandQueue { Type = "DIRECT", Name = "b" }, device:CreateCommandQueue { Type = "COMPUTE", Name = "c" } }
local F, next = {}, { 0, 0, 0 }
for i = 1, 3 do F[i] = device:CreateFence(0, "F" .. i) end
local function buf(name, heap, state) return device:CreateCommittedResource { Name = name, HeapType = heap or "DEFAULT", Dimension = "BUFFER", Width = 1024, InitialState = state or "COMMON" } end
local function tex(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 8, Height = 8, MipLevels = 2, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" } end
local up, back = buf("up", "UPLOAD", "GENERIC_READ"), buf("back", "READBACK", "COPY_DEST")
local maps = { up:Map(), back:Map() }
local B, T = { buf("B1"), buf("B2"), up, back }, { tex("T1"), tex("T2") }
local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local chain = Q[2]:CreateSwapChain { Name = "chain", Width = 8, Height = 8 }
local A, L = {}, {}
for i = 1, 3 do
  local type = Q[i]:GetDesc().Type
  A[i] = device:CreateCommandAllocator(type, "A" .. i)
  L[i] = device:CreateCommandList { Type = type, Name = "L" .. i, Allocator = A[i] }
  L[i]:Close()
end
local function list(i, body)
  local type = Q[i]:GetDesc().Type
  local l = device:CreateCommandList { Type = type, Name = "list", Allocator = device:CreateCommandAllocator(type, "own") }
  body(l)
  l:Close()
  return l
end
local function run(i, body) Q[i]:ExecuteCommandLists { list(i, body) } end
local function go(l, x, before, after, sub, flags) l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = before, After = after, Subresource = sub, Flags = flags } } end
local function good(n, f)
  local ok, e = pcall(f)
  print(n, ok and "done" or e.code .. " " .. e.message)
end
local function bad(n, f)
  local ok, e = pcall(f)
  if ok or e.code:sub(1, 4) == "GS05" and e.code ~= "GS0502" and e.code ~= "GS0501" then print("happened", n) end
end
`

// refusals writes programs.
type refusals struct{ *rand.Rand }

func (r refusals) one(of ...string) string { return of[r.Intn(len(of))] }

var (
	refusedStates = []string{"COPY_DEST", "COPY_SOURCE", "COMMON", "PIXEL_SHADER_RESOURCE"}
	refusedHalves = []string{"", `, nil, "BEGIN_ONLY"`, `, nil, "END_ONLY"`, ", 0", ", 1"}
)

// barrier is a transition of a texture, right or wrong.
func (r refusals) barrier() string {
	return fmt.Sprintf(`go(l, T[%d], %q, %q%s)`, 1+r.Intn(2), r.one(refusedStates...), r.one(refusedStates...), r.one(refusedHalves...))
}

// good is a call that may be right: most are.
func (r refusals) good() string {
	q, b, at := 1+r.Intn(3), 1+r.Intn(2), 64*r.Intn(4)
	switch r.Intn(18) {
	case 14:
		return fmt.Sprintf(`A[%d]:Reset() L[%d]:Reset(A[%d]) L[%d]:Close()`, q, q, q, q)
	case 15:
		return fmt.Sprintf(`B[%d]:Release() B[%d] = buf("B")`, b, b)
	case 16:
		return fmt.Sprintf(`Q[%d]:ExecuteCommandLists { L[%d] }`, q, q)
	case 0, 1:
		return fmt.Sprintf(`run(%d, function(l) l:CopyBufferRegion(B[%d], %d, up, %d, 128) end)`, q, b, at, 64*r.Intn(4))
	case 2, 3:
		return fmt.Sprintf(`run(%d, function(l) l:CopyBufferRegion(back, %d, B[%d], %d, 128) end)`, q, at, b, 64*r.Intn(4))
	case 4, 5:
		return fmt.Sprintf(`next[%d] = next[%d] + 1 Q[%d]:Signal(F[%d], next[%d])`, q, q, q, q, q)
	case 6, 7:
		f := 1 + r.Intn(3)
		return fmt.Sprintf(`Q[%d]:Wait(F[%d], next[%d])`, q, f, f)
	case 8:
		return fmt.Sprintf(`F[%d]:WaitCPU(next[%d])`, q, q)
	case 9:
		return fmt.Sprintf(`maps[1]:Write(%d, "uint", { 1, 2 })`, at)
	case 10:
		return fmt.Sprintf(`maps[2]:Read(%d, "uint", 2)`, at)
	case 11, 12:
		return fmt.Sprintf(`run(2, function(l) go(l, T[%d], "COPY_DEST", "COPY_SOURCE"%s) end)`, b, r.one(refusedHalves...))
	}
	return fmt.Sprintf(`L[%d]:Reset(A[%d]) L[%d]:Close() Q[%d]:ExecuteCommandLists { L[%d] }`, q, q, q, q, q)
}

// bad is a call that is refused, at least where things stand badly for it.
func (r refusals) bad() string {
	q, b := 1+r.Intn(3), 1+r.Intn(4)
	switch r.Intn(18) {
	case 0, 1:
		return fmt.Sprintf(`run(2, function(l) %s end)`, r.barrier())
	case 2:
		return fmt.Sprintf(`Q[2]:ExecuteCommandLists { list(2, function(l) %s end), list(2, function(l) %s end) }`, r.barrier(), r.barrier())
	case 3:
		return fmt.Sprintf(`run(%d, function(l) l:CopyBufferRegion(B[%d], 960, B[%d], 0, 128) end)`, q, 1+r.Intn(2), b)
	case 4:
		return fmt.Sprintf(`Q[%d]:ExecuteCommandLists { list(%d, function(l) l:CopyBufferRegion(B[1], 0, up, 0, 64) end) }`, q, q%3+1)
	case 5:
		return fmt.Sprintf(`B[%d]:Release()`, b)
	case 6:
		return fmt.Sprintf(`A[%d]:Reset()`, q)
	case 7:
		return fmt.Sprintf(`F[%d]:WaitCPU(next[%d] + 1000)`, q, q)
	case 8:
		return fmt.Sprintf(`Q[%d]:Signal(F[%d], 2 ^ 60)`, q, q)
	case 9:
		return fmt.Sprintf(`maps[1]:Write(%d, "uint", { 1, 2 })`, 1020)
	case 10:
		return `device:CreateCommittedResource { Name = "bad", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 0 }`
	case 11:
		return `chain:Present(99)`
	case 12:
		return fmt.Sprintf(`L[%d]:Close()`, q)
	case 13:
		return fmt.Sprintf(`Q[%d]:ExecuteCommandLists { L[%d], L[%d] }`, q, q, q)
	case 14:
		return fmt.Sprintf(`device:CreateShaderResourceView(T[%d], { Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(9))`, 1+r.Intn(2))
	case 15:
		return fmt.Sprintf(`F[%d]:SetEventOnCompletion(2 ^ 60, gpu.CreateEvent { Name = "e" })`, q)
	case 16:
		return fmt.Sprintf(`Q[%d]:ExecuteCommandLists { list(%d, function(l) l:CopyBufferRegion(B[1], 0, up, 0, 64) end), L[%d], L[%d] }`, q, q, q, q)
	}
	return fmt.Sprintf(`T[%d]:Release()`, 1+r.Intn(2))
}

// program is one of good calls, each with a bad one, or none, before it.
func (r refusals) program() (good, bad []string) {
	for range 6 + r.Intn(14) {
		good = append(good, r.good())
		bad = append(bad, "")
		for range r.Intn(3) {
			bad[len(bad)-1] = r.bad()
		}
	}
	return good, bad
}

// textOf is the script of a program. Good calls stand in the same lines with bad ones and without.
func textOf(good, bad []string) string {
	var b strings.Builder
	b.WriteString(stageOfRefusals)
	for i := range good {
		if bad[i] != "" {
			fmt.Fprintf(&b, "bad(%d, function() %s end)", i, bad[i])
		}
		fmt.Fprintf(&b, "\ngood(%d, function() %s end)\n", i, good[i])
	}
	return b.String()
}

// said keeps what is said, in order.
type said struct {
	host.NoObserver
	all []string
}

func (s *said) OnDiagnostic(d *diag.Diagnostic) {
	text := fmt.Sprint(d.Code, " ", d.Title)
	for _, l := range d.Labels {
		text += fmt.Sprint("; ", l.Span, " ", l.Text)
	}
	s.all = append(s.all, text)
}

// runRefused runs a script, and returns what good calls said, what was said besides, and which bad calls were not refused.
func runRefused(t *testing.T, text string) (told string, besides []string, happened []int) {
	var out bytes.Buffer
	s := &said{}
	h := host.New(host.Options{Stdout: &out, Observer: s, Limits: host.Limits{VRAMBytes: 64 << 20}})
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "refused.lua", text) // what it returns is among the diagnostics
	var lines []string
	for line := range strings.Lines(out.String()) {
		var n int
		if _, err := fmt.Sscanf(line, "happened\t%d", &n); err == nil {
			happened = append(happened, n)
			continue
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ""), s.all, happened
}

// TestRefused: what is refused has not happened. Random programs with refused calls in pcall between the others say what they say without them.
func TestRefused(t *testing.T) {
	n := 240
	if testing.Short() {
		n = 40
	}
	refused, families := 0, map[string]int{}
	for seed := range n {
		r := refusals{rand.New(rand.NewSource(int64(seed)))}
		good, bad := r.program()
		told, besides, happened := runRefused(t, textOf(good, bad))
		for range len(bad) {
			if len(happened) == 0 {
				break
			}
			bad[happened[0]] = "" // it was no refusal: what follows may differ
			told, besides, happened = runRefused(t, textOf(good, bad))
		}
		without, others, _ := runRefused(t, textOf(good, make([]string, len(bad))))
		require.Contains(t, without, "done", "program %d", seed)
		require.Equal(t, without, told, "program %d\n%s", seed, textOf(good, bad))
		require.Equal(t, others, besides, "program %d\n%s", seed, textOf(good, bad))
		for _, b := range bad {
			if b != "" {
				refused++
			}
		}
		for _, family := range []string{"GS04", "GS05", "GS06"} {
			families[family] += strings.Count(told+strings.Join(besides, " "), family)
		}
	}
	require.Greater(t, refused, 3*n)
	t.Logf("%d refused calls beside %v", refused, families)
	for family, said := range families {
		require.Greater(t, said, n/10, "too few good calls are wrong in their way: %s", family)
	}
}
