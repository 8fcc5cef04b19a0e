package kernel

import (
	"fmt"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/race"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/taint"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// Kernel is a compiled shader. It implements gpu.Shader and is safe for concurrent use.
type Kernel struct {
	front    front
	bindings []exec.Binding
	slots    []gpu.ShaderSlot
	natural  *variant // for the formats that the declared types have by nature
	typed    bool     // there are bindings that it is specialised for

	mu       sync.Mutex
	variants map[string]*variant // by the bytes of their formats and of what is bound for output
	key      []byte              // room for one

	signature signature    // of a vertex or pixel shader
	source    *PixelSource // that Link made it of
}

// variant is a kernel specialised for the formats of its typed bindings. It does not change.
type variant struct {
	decl    *ir.Kernel        // its declarations; its body is for program alone
	program func() *ir.Kernel // the optimised kernel: the first caller makes it, others wait for that
	plain   *ir.Kernel        // the kernel as it was written, after program; nil where work items cannot be in each other's way
	uniform func() bool       // see uniform; found out once
	affine  func() bool       // see opt.GivesAffine; likewise
	readsW  func() bool       // see readsW; likewise
	packs   func() bool       // see packs; likewise
	large   func() bool       // see tooLarge; likewise
	facts   func() *taint.Facts

	mu      sync.Mutex // of what follows: runners of several devices may share a kernel
	plans   plan.Cache
	watches []watching
	twins   twinned // of a form: see twins
}

// front gives the IR of one kernel. It is the front end's side of the seam (front.go), and the tests' own.
type front interface {
	// lower gives the IR for the formats of a variant, or what is wrong with the kernel; exactly one of them is nil. A nil formats, and a register
	// that it does not have, stand for the natural format of the declared type. pixel is what the targets of a draw need; nil: all as components.
	// known is what else is known of the bound views.
	lower(formats map[register]gpu.Format, pixel *stage.PixelOutputs, known map[register]bound) (*ir.Kernel, []*diag.Diagnostic)
	// signature is what a vertex or pixel shader takes and gives, after lower; zero in compute.
	signature() signature
	// tree is the typed syntax tree as text.
	tree() string
}

// register names a slot as scripts do: t0 in space 1.
type register struct {
	class        byte // b, t, u or s
	index, space uint32
}

// compile checks a kernel and prepares it for running. Exactly one of the results is nil.
func compile(f front) (*Kernel, []*diag.Diagnostic) {
	k := &Kernel{front: f, variants: map[string]*variant{}}
	program, problems := f.lower(nil, nil, nil)
	if problems != nil {
		return nil, problems
	}
	k.natural, k.signature = newVariant(program, false), f.signature()
	k.bindings = bindingsOf(program)
	for i := range k.bindings {
		b := &k.bindings[i]
		k.typed = k.typed || b.Typed
		if b.CounterOf == 0 {
			k.slots = append(k.slots, b.ShaderSlot)
		}
	}
	return k, nil
}

// newVariant verifies and indexes a kernel that the front end made. Where affine is set, it is for draws in which 1/w is 1.
func newVariant(program *ir.Kernel, affine bool) *variant {
	if err := ir.Verify(program); err != nil {
		panic(fmt.Sprintf("BUG: kernel: the front end made a bad kernel %q: %v", program.Name, err))
	}
	v := &variant{decl: program}
	v.program = sync.OnceValue(func() *ir.Kernel {
		if race.Possible(program) {
			v.plain = program.Clone()
		}
		opt.Optimize(program)
		if affine {
			return opt.Affine(program)
		}
		return program
	})
	v.uniform = sync.OnceValue(func() bool { return uniform(v.program()) })
	v.affine = sync.OnceValue(func() bool { return opt.GivesAffine(v.program()) })
	v.readsW = sync.OnceValue(func() bool { return readsW(v.program()) })
	v.packs = sync.OnceValue(func() bool { return packs(v.program()) })
	v.large = sync.OnceValue(func() bool { return tooLarge(v.program()) })
	v.facts = sync.OnceValue(func() *taint.Facts { return taint.Of(v.program()) })
	return v
}

// ShaderName implements gpu.Shader.
func (k *Kernel) ShaderName() string { return k.natural.decl.Name }

// ShaderStage implements gpu.Shader.
func (k *Kernel) ShaderStage() gpu.ShaderStage { return shaderStages[k.natural.decl.Stage.Kind] }

var shaderStages = [...]gpu.ShaderStage{ir.ComputeStage: gpu.StageCompute, ir.VertexStage: gpu.StageVertex, ir.PixelStage: gpu.StagePixel}

// Slots lists the registers that a root signature must provide, without the hidden counters. Callers must not change it.
func (k *Kernel) Slots() []gpu.ShaderSlot { return k.slots }

// Advice is what could be meant otherwise than the compiler reads it: the kernel runs. Callers must not change it.
func (k *Kernel) Advice() []*diag.Diagnostic { return k.signature.advice }

// ThreadGroup implements gpu.Shader.
func (k *Kernel) ThreadGroup() [3]uint32 { return k.natural.decl.NumThreads }

// Bindings lists the slots in the order of a dispatch's records. Callers must not change it.
func (k *Kernel) Bindings() []exec.Binding { return k.bindings }

var stages = []string{"ast", "ir", "wasm"}

// Stages lists the forms that Emit can give.
func Stages() []string { return append([]string(nil), stages...) }

// Emit gives a stage of the compilation as text: the typed tree ("ast"), the optimised IR ("ir") or the module ("wasm"),
// for the formats that the declared types have by nature. It fails for any other stage.
func (k *Kernel) Emit(stage string) (string, error) {
	switch stage {
	case "ast":
		return k.front.tree(), nil
	case "ir":
		return ir.Print(k.natural.program()), nil
	case "wasm":
		code, err := wasm.Generate(k.natural.program(), wasm.Options{Report: true})
		if err != nil {
			return "", err
		}
		return code.Module.Text(), nil
	}
	return "", fmt.Errorf("no stage %q; there are %q", stage, stages)
}
