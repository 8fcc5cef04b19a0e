package bindings_test

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

var (
	hostileSeeds = flag.Int("hostile", 24, "how many random scripts run")
	hostileFirst = flag.Uint64("hostile.first", 1, "the seed of the first one")
)

// hostileWorld is a world in which much works: every kind of object, shaders of all stages, views in all heaps. pick takes an object that was made so
// far.
//
//go:embed testdata/hostile.lua
var hostileWorld string

// statement is one random call of a method or of a function of the module; its result joins the world.
func (w *writer) statement() string {
	if w.oneIn(3) {
		return w.draw()
	}
	if w.oneIn(6) {
		f := bindings.GPUModule.Functions[w.IntN(len(bindings.GPUModule.Functions))]
		return fmt.Sprintf("try(function() return gpu.%s(%s) end)", f.Name, w.arguments(&f))
	}
	all := bindings.Classes.Classes()
	class := all[w.IntN(len(all))]
	if !w.oneIn(3) {
		class = classNamed(w.of([]string{"CommandList", "CommandList", "CommandList", "Device", "CommandQueue", "Resource", "DeviceContext", "DeviceContext", "RenderDevice"}))
	}
	m := class.Methods[w.IntN(len(class.Methods))]
	if m.Name == "Release" && !w.oneIn(8) || m.Name == "RemoveDevice" && !w.oneIn(20) || m.Name == "Pause" && !w.oneIn(4) {
		return ""
	}
	object := w.object(class.Kind)
	if class.Kind == "CommandList" && !w.oneIn(8) {
		object = "list"
	}
	return fmt.Sprintf("try(function() return %s:%s(%s) end)", object, m.Name, w.arguments(&m))
}

func classNamed(kind string) *luabind.Class {
	for _, c := range bindings.Classes.Classes() {
		if c.Kind == kind {
			return c
		}
	}
	panic("no class " + kind)
}

// arguments are those of one call.
func (w *writer) arguments(m *luabind.Method) string {
	if args := m.Fn.Args; len(args) > 0 {
		parts := make([]string, len(args))
		for i, t := range args {
			parts[i] = w.value(m.Name, t)
		}
		return strings.Join(parts, ", ")
	}
	params := bindings.Classes.Params(m)
	parts := make([]string, 0, len(params))
	for _, p := range params {
		if p.Optional && w.oneIn(3) {
			break
		}
		parts = append(parts, w.parameter(p))
	}
	return strings.Join(parts, ", ")
}

// draw is a piece of recording that has a chance to be legal, in the order that a frame has.
func (w *writer) draw() string {
	return fmt.Sprintf("scene(%d, %d, %d, %d, %d)", w.IntN(8), w.IntN(8), w.IntN(8), w.IntN(8), w.IntN(1000))
}

// hostileScript is the script of a seed.
func hostileScript(seed uint64) string {
	w := &writer{rand.New(rand.NewPCG(seed, 11)), 8 + int(seed%4)*20}
	var b strings.Builder
	b.WriteString(hostileWorld)
	for range 150 {
		if s := w.statement(); s != "" {
			b.WriteString(s + "\n")
		}
	}
	return b.String() + "finish()\n"
}

// hostileModes are the ways in which each script runs. Those of one group show the same.
var hostileModes = []struct {
	name   string
	group  int
	change func(*host.Options)
}{
	{"stop", 0, func(*host.Options) {}},
	{"interpreter", 0, func(o *host.Options) { o.Interpreter = true }},
	{"report", 1, func(o *host.Options) { o.Errors = host.ReportErrors }},
	{"off", 2, func(o *host.Options) { o.Validation = host.ValidationOff }},
	{"off, interpreter", 2, func(o *host.Options) { o.Validation, o.Interpreter = host.ValidationOff, true }},
	{"off, report", 3, func(o *host.Options) { o.Errors, o.Validation = host.ReportErrors, host.ValidationOff }},
}

// hostileRun runs a script that ends and returns all that it shows. It fails if gpuscript broke a promise.
func hostileRun(t *testing.T, script string, change func(*host.Options)) string {
	shown := hostileShow(t, script, change)
	require.Contains(t, shown, "the world is made")
	return shown
}

// hostileShow is hostileRun of a script that may be refused as a whole.
func hostileShow(t *testing.T, script string, change func(*host.Options)) string {
	var out strings.Builder
	o := host.Options{Dir: t.TempDir(), Out: t.TempDir(), Stdout: &out,
		Limits: host.Limits{VRAMBytes: 32 << 20, LuaSteps: 50_000_000, WallTime: time.Minute, KernelSteps: 1 << 20, OpenObjects: 2000}}
	change(&o)
	h := host.New(o)
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "hostile.lua", script) // its diagnostics are the result's
	result := h.Result()
	for _, d := range result.Diagnostics {
		out.WriteString(d.OneLine() + "\n")
		require.False(t, d.Code == diag.Internal || d.Code == diag.TimeLimit, "%s\n%v", d.OneLine(), d.Notes)
	}
	require.NotContains(t, out.String(), "BUG:")
	require.NotContains(t, out.String(), "internal error")
	require.Contains(t, []int{host.ExitOK, host.ExitScript, host.ExitLimit}, result.ExitCode)
	return fmt.Sprintf("%sexit %d", out.String(), result.ExitCode)
}

// TestHostileScripts runs random scripts in every mode: no fault of gpuscript, no hang, and the same output from the compiler and the interpreter.
//
//	go test ./bindings -run HostileScripts -hostile 2000 -hostile.first 100
func TestHostileScripts(t *testing.T) {
	for seed := *hostileFirst; seed < *hostileFirst+uint64(*hostileSeeds); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			script := hostileScript(seed)
			t.Cleanup(func() {
				if t.Failed() {
					path := filepath.Join(os.TempDir(), fmt.Sprintf("hostile-%d.lua", seed))
					t.Logf("the script is %s (%v)", path, os.WriteFile(path, []byte(script), 0o644))
				}
			})
			shown := map[int]string{}
			for _, mode := range hostileModes {
				got := hostileRun(t, script, mode.change)
				if want, again := shown[mode.group]; again {
					require.Equal(t, want, got, mode.name)
				}
				shown[mode.group] = got
			}
		})
	}
}

// hostileFinds are pieces of scripts that once brought gpuscript down.
var hostileFinds = map[string]string{
	"a read of more than there is": `pick("Mapping", 0):Read(0, "float", 2^31)`,
	"the size of what cannot be":   `device:GetResourceAllocationInfo { Dimension = "TEXTURE1D", Width = 4, MipLevels = 2^31, DepthOrArraySize = 65535 }`,
	"a digest that cannot be":      `print(pcall(gpu.Hash, pick("Resource", 4)), gpu.Hash(pick("Resource", 1)))`,
	"a paused GPU at the end":      `device:Pause() main:Signal(pick("Fence", 0), 1)`,
}

func TestHostileFinds(t *testing.T) {
	for name, find := range hostileFinds {
		for _, mode := range hostileModes {
			t.Run(name+", "+mode.name, func(t *testing.T) { hostileRun(t, hostileWorld+"try(function() "+find+" end)", mode.change) })
		}
	}
}

// TestHostileKnowsEveryType holds the types of the tables against those that the writer can write.
func TestHostileKnowsEveryType(t *testing.T) {
	kinds := map[string]bool{"integer": true, "number": true, "nil": true}
	for _, c := range bindings.Classes.Classes() {
		kinds[c.Kind] = true
	}
	check := func(m *luabind.Method) {
		for _, p := range bindings.Classes.Params(m) {
			if samples[p.Type] != nil || reflect.TypeOf(m.Fn).Kind() == reflect.Struct && len(m.Fn.Args) > 0 {
				continue
			}
			for _, typ := range strings.Split(p.Type, "|") {
				typ = strings.Trim(strings.TrimSuffix(typ, "[]"), "()")
				require.True(t, kinds[typ] || named[typ] != nil || samples[typ] != nil, "%s: type %s of %s is new: add it to named or samples", m.Name, typ, p.Name)
			}
		}
	}
	for _, c := range bindings.Classes.Classes() {
		for i := range c.Methods {
			check(&c.Methods[i])
		}
	}
	for i := range bindings.GPUModule.Functions {
		check(&bindings.GPUModule.Functions[i])
	}
}
