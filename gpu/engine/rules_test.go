package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// scene is what the cases of rules play with.
type scene struct {
	*world
	a, b         *engine.Buffer // DEFAULT, structured
	dyn          *engine.Buffer // DYNAMIC
	back         *engine.Buffer // STAGING for READ
	p            *engine.PipelineState
	srb          *engine.ShaderResourceBinding // a -> b, mutable
	second       *engine.DeviceContext
	d1, d2       *engine.DeviceContext
	fence, other *engine.Fence
}

func newScene(t *testing.T) *scene {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 2, ImmediateContexts: []desc.ImmediateContextDesc{{Name: "main"}, {Name: "second"}, {Name: "copy", Type: gpu.ListCopy}}})
	s := &scene{world: w, a: w.floats("a", 1, 2, 3, 4), b: w.floats("b"), dyn: w.buffer("dyn", 16, desc.UsageDynamic, 0), back: w.buffer("back", 16, desc.UsageStaging, desc.CPURead),
		p: w.addOne(desc.VariableMutable), second: w.GetImmediateContext(1), d1: w.GetDeferredContext(0), d2: w.GetDeferredContext(1)}
	s.srb = w.bindings(s.p, map[string]any{"input": s.a, "output": s.b})
	var err error
	s.fence, err = w.CreateFence(desc.FenceDesc{Name: "F"})
	w.ok(err)
	s.other, err = w.CreateFence(desc.FenceDesc{Name: "G"})
	w.ok(err)
	return s
}

// copy records the copy from a to b on a context.
func (s *scene) copy(c *engine.DeviceContext) error { return c.CopyBuffer(s.a, 0, 0, s.b, 0, 16, 0) }

// list records a deferred list.
func (s *scene) list(c, target *engine.DeviceContext) *engine.CommandList {
	s.t.Helper()
	s.ok(c.Begin(target))
	s.ok(s.copy(c))
	l, err := c.FinishCommandList()
	s.ok(err)
	return l
}

func (s *scene) mapIn(c *engine.DeviceContext, f desc.MapFlags) (*engine.MappedData, error) {
	return c.MapBuffer(s.dyn, desc.MapWrite, f)
}

// ruleCase breaks a rule in the last call of its first function; the second does the same in the right way.
type ruleCase struct {
	name       string
	code       diag.Code
	title      string
	wrong, fit func(s *scene) error
}

var ruleCases = []ruleCase{
	{"use after release", diag.EngineUseAfterRelease, `CopyBuffer uses Buffer "a", which was released`,
		func(s *scene) error { s.release(s.srb, s.a); return s.copy(s.imm) },
		func(s *scene) error { s.ok(s.copy(s.imm)); return s.a.Release() }},
	{"released twice", diag.EngineReleasedTwice, `Buffer "a" is released twice`,
		func(s *scene) error { s.release(s.a); return s.a.Release() },
		func(s *scene) error { return s.a.Release() }},
	{"a default view released", diag.EngineReleasedTwice, `BufferView "a" is released, but Buffer "a" owns it`,
		func(s *scene) error { return s.a.GetDefaultView(desc.ViewShaderResource).Release() },
		func(s *scene) error {
			v, err := s.a.CreateView(desc.ViewDesc{Name: "part", Type: desc.ViewShaderResource})
			s.ok(err)
			return v.Release()
		}},
	{"released before execution", diag.EngineReleasedBeforeExecution, `CommandList "CommandList 1" needs Buffer "a", which was released before the list is executed`,
		func(s *scene) error {
			l := s.list(s.d1, s.imm)
			s.release(s.a)
			return s.imm.ExecuteCommandLists([]*engine.CommandList{l})
		},
		func(s *scene) error {
			l := s.list(s.d1, s.imm)
			s.ok(s.imm.ExecuteCommandLists([]*engine.CommandList{l}))
			return s.a.Release()
		}},
	{"outside of the mask", diag.EngineContextMask, `CopyBuffer uses Buffer "back" on context 1, which its ImmediateContextMask does not include`,
		func(s *scene) error { return s.second.CopyBuffer(s.a, 0, 0, s.back, 0, 16, 0) },
		func(s *scene) error { return s.imm.CopyBuffer(s.a, 0, 0, s.back, 0, 16, 0) }},
	{"command before Begin", diag.EngineContextUse, `CopyBuffer cannot be called on DeviceContext "deferred 1": it does not record: Begin was not called`,
		func(s *scene) error { return s.copy(s.d1) },
		func(s *scene) error { s.ok(s.d1.Begin(s.imm)); return s.copy(s.d1) }},
	{"begun twice", diag.EngineContextUse, `Begin cannot be called on DeviceContext "deferred 1": it records already`,
		func(s *scene) error { s.ok(s.d1.Begin(s.imm)); return s.d1.Begin(s.imm) },
		func(s *scene) error { s.ok(s.d1.Begin(s.imm)); return s.d2.Begin(s.imm) }},
	{"Begin on an immediate context", diag.EngineContextUse, `Begin cannot be called on DeviceContext "main": it is an immediate context, which always records`,
		func(s *scene) error { return s.imm.Begin(s.imm) }, func(s *scene) error { return s.d1.Begin(s.imm) }},
	{"Begin for a deferred context", diag.EngineContextUse, `Begin cannot be called on DeviceContext "deferred 1": its argument is not an immediate context of the device`,
		func(s *scene) error { return s.d1.Begin(s.d2) }, func(s *scene) error { return s.d1.Begin(s.second) }},
	{"Flush of a deferred context", diag.EngineContextUse, `Flush cannot be called on DeviceContext "deferred 1": it is a deferred context, which has no queue`,
		func(s *scene) error { return s.d1.Flush() }, func(s *scene) error { return s.imm.Flush() }},
	{"finish without Begin", diag.EngineContextUse, `FinishCommandList cannot be called on DeviceContext "deferred 1": it does not record: Begin was not called`,
		func(s *scene) error { _, err := s.d1.FinishCommandList(); return err },
		func(s *scene) error { s.ok(s.d1.Begin(s.imm)); _, err := s.d1.FinishCommandList(); return err }},
	{"executed twice", diag.EngineListTwice, `CommandList "CommandList 1" is executed twice`,
		func(s *scene) error {
			l := s.list(s.d1, s.imm)
			s.ok(s.imm.ExecuteCommandLists([]*engine.CommandList{l}))
			return s.imm.ExecuteCommandLists([]*engine.CommandList{l})
		},
		func(s *scene) error {
			return s.imm.ExecuteCommandLists([]*engine.CommandList{s.list(s.d1, s.imm), s.list(s.d1, s.imm)})
		}},
	{"twice in one call", diag.EngineListTwice, `CommandList "CommandList 1" is executed twice`,
		func(s *scene) error {
			l := s.list(s.d1, s.imm)
			return s.imm.ExecuteCommandLists([]*engine.CommandList{l, l})
		},
		func(s *scene) error {
			return s.imm.ExecuteCommandLists([]*engine.CommandList{s.list(s.d1, s.imm), s.list(s.d2, s.imm)})
		}},
	{"another context", diag.EngineWrongContext, `CommandList "CommandList 1" was begun for DeviceContext "main" and is executed on DeviceContext "second"`,
		func(s *scene) error { return s.second.ExecuteCommandLists([]*engine.CommandList{s.list(s.d1, s.imm)}) },
		func(s *scene) error {
			return s.second.ExecuteCommandLists([]*engine.CommandList{s.list(s.d1, s.second)})
		}},
	{"a later frame", diag.EngineLateList, `CommandList "CommandList 1" is executed in a later frame than it was begun in`,
		func(s *scene) error {
			l := s.list(s.d1, s.imm)
			s.ok(s.imm.FinishFrame())
			return s.imm.ExecuteCommandLists([]*engine.CommandList{l})
		},
		func(s *scene) error {
			s.ok(s.imm.ExecuteCommandLists([]*engine.CommandList{s.list(s.d1, s.imm)}))
			return s.imm.FinishFrame()
		}},
	{"the frame ends before the list ran", diag.EngineFrameBeforeExecution, `FinishFrame is called on DeviceContext "deferred 1" before CommandList "CommandList 1" was executed`,
		func(s *scene) error { s.list(s.d1, s.imm); return s.d1.FinishFrame() },
		func(s *scene) error {
			s.ok(s.imm.ExecuteCommandLists([]*engine.CommandList{s.list(s.d1, s.imm)}))
			return s.d1.FinishFrame()
		}},
	{"the frame ends while recording", diag.EngineFrameOpen, `FinishFrame is called on DeviceContext "deferred 1" while it records`,
		func(s *scene) error { s.ok(s.d1.Begin(s.imm)); return s.d1.FinishFrame() }, func(s *scene) error { return s.d1.FinishFrame() }},
	{"the frame ends unflushed", diag.EngineFrameOpen, `FinishFrame is called on DeviceContext "main" with 1 command that was not flushed`,
		func(s *scene) error { s.ok(s.copy(s.imm)); return s.imm.FinishFrame() },
		func(s *scene) error { s.ok(s.copy(s.imm)); s.ok(s.imm.Flush()); return s.imm.FinishFrame() }},
	{"the frame ends while mapped", diag.EngineFrameMapped, `FinishFrame is called on DeviceContext "main" while Buffer "dyn" is mapped`,
		func(s *scene) error {
			_, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			return s.imm.FinishFrame()
		},
		func(s *scene) error {
			_, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			s.ok(s.imm.UnmapBuffer(s.dyn))
			return s.imm.FinishFrame()
		}},
	{"NO_OVERWRITE of an earlier frame", diag.EngineStaleContents, `MapBuffer with NO_OVERWRITE uses contents of Buffer "dyn" that are gone: they are of frame 1, it is frame 2`,
		func(s *scene) error {
			_, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			s.ok(s.imm.UnmapBuffer(s.dyn))
			s.ok(s.imm.FinishFrame())
			_, err = s.mapIn(s.imm, desc.MapNoOverwrite)
			return err
		},
		func(s *scene) error {
			_, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			s.ok(s.imm.UnmapBuffer(s.dyn))
			_, err = s.mapIn(s.imm, desc.MapNoOverwrite)
			s.ok(err)
			return s.imm.UnmapBuffer(s.dyn)
		}},
	{"contents of another context", diag.EngineStaleContents, `CopyBuffer uses Buffer "dyn", which was not mapped in DeviceContext "main"`,
		func(s *scene) error { return s.imm.CopyBuffer(s.dyn, 0, 0, s.b, 0, 16, 0) },
		func(s *scene) error {
			_, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			s.ok(s.imm.UnmapBuffer(s.dyn))
			return s.imm.CopyBuffer(s.dyn, 0, 0, s.b, 0, 16, 0)
		}},
	{"write behind the end of a mapping", diag.EngineStaleMapping, `Write goes through a mapping of Buffer "dyn" that has ended: it was unmapped in frame 1 of DeviceContext "main"`,
		func(s *scene) error {
			m, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			s.ok(s.imm.UnmapBuffer(s.dyn))
			return m.WriteBytes(0, []byte{1})
		},
		func(s *scene) error {
			m, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			s.ok(m.WriteBytes(15, []byte{1}))
			return s.imm.UnmapBuffer(s.dyn)
		}},
	{"write outside", diag.EngineRange, `Write of [15, 17) is outside of Buffer "dyn", which is [0, 16)`,
		func(s *scene) error {
			m, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			return m.WriteBytes(15, []byte{1, 2})
		},
		func(s *scene) error {
			m, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			s.ok(m.WriteBytes(14, []byte{1, 2}))
			return s.imm.UnmapBuffer(s.dyn)
		}},
	{"update outside", diag.EngineRange, `UpdateBuffer of [15, 17) is outside of Buffer "a", which is [0, 16)`,
		func(s *scene) error { return s.imm.UpdateBuffer(s.a, 15, []byte{1, 2}, 0) },
		func(s *scene) error { return s.imm.UpdateBuffer(s.a, 14, []byte{1, 2}, 0) }},
	{"mapped twice", diag.EngineMap, `MapBuffer cannot be done with Buffer "dyn": it is mapped already`,
		func(s *scene) error {
			_, err := s.mapIn(s.imm, desc.MapDiscard)
			s.ok(err)
			_, err = s.mapIn(s.imm, desc.MapDiscard)
			return err
		},
		func(s *scene) error {
			for range 2 {
				_, err := s.mapIn(s.imm, desc.MapDiscard)
				s.ok(err)
				s.ok(s.imm.UnmapBuffer(s.dyn))
			}
			return nil
		}},
	{"mapped without a flag", diag.EngineMap, `MapBuffer cannot be done with Buffer "dyn": neither DISCARD nor NO_OVERWRITE is given`,
		func(s *scene) error { _, err := s.mapIn(s.imm, 0); return err },
		func(s *scene) error {
			_, err := s.mapIn(s.imm, desc.MapNoOverwrite)
			s.ok(err)
			return s.imm.UnmapBuffer(s.dyn)
		}},
	{"mapped with both flags", diag.EngineMap, `MapBuffer cannot be done with Buffer "dyn": DISCARD and NO_OVERWRITE exclude each other`,
		func(s *scene) error { _, err := s.mapIn(s.imm, desc.MapNoOverwrite|desc.MapDiscard); return err },
		func(s *scene) error { return nil }},
	{"a DEFAULT buffer mapped", diag.EngineMap, `MapBuffer cannot be done with Buffer "a": its usage is DEFAULT`,
		func(s *scene) error { _, err := s.imm.MapBuffer(s.a, desc.MapWrite, desc.MapDiscard); return err }, func(s *scene) error { return nil }},
	{"unmapped before", diag.EngineMap, `UnmapBuffer cannot be done with Buffer "dyn": it is not mapped in this context`,
		func(s *scene) error { return s.imm.UnmapBuffer(s.dyn) }, func(s *scene) error { return nil }},
	{"staging read too early", diag.EngineStagingRead, `Buffer "back" is read before the GPU is known to have written it`,
		func(s *scene) error {
			s.ok(s.imm.CopyBuffer(s.a, 0, 0, s.back, 0, 16, 0))
			s.ok(s.imm.Flush())
			_, err := s.imm.MapBuffer(s.back, desc.MapRead, 0)
			return err
		},
		func(s *scene) error {
			s.ok(s.imm.CopyBuffer(s.a, 0, 0, s.back, 0, 16, 0))
			s.ok(s.imm.EnqueueSignal(s.fence, 1))
			s.ok(s.imm.Flush())
			s.ok(s.fence.Wait(1))
			_, err := s.imm.MapBuffer(s.back, desc.MapRead, 0)
			s.ok(err)
			return s.imm.UnmapBuffer(s.back)
		}},
	{"staging read unsubmitted", diag.EngineStagingRead, `Buffer "back" is read before the command that writes it was submitted`,
		func(s *scene) error {
			s.ok(s.imm.CopyBuffer(s.a, 0, 0, s.back, 0, 16, 0))
			_, err := s.imm.MapBuffer(s.back, desc.MapRead, 0)
			return err
		}, func(s *scene) error { return nil }},
	{"signal that is not higher", diag.EngineFenceValue, `EnqueueSignal of Fence "F" with value 1: the highest value enqueued is 1`,
		func(s *scene) error { s.ok(s.imm.EnqueueSignal(s.fence, 1)); return s.imm.EnqueueSignal(s.fence, 1) },
		func(s *scene) error { s.ok(s.imm.EnqueueSignal(s.fence, 1)); return s.imm.EnqueueSignal(s.fence, 2) }},
	{"wait for nothing", diag.EngineFenceValue, `DeviceWaitForFence of Fence "F" with value 2: the highest value enqueued is 1`,
		func(s *scene) error {
			s.ok(s.imm.EnqueueSignal(s.fence, 1))
			return s.second.DeviceWaitForFence(s.fence, 2)
		},
		func(s *scene) error {
			s.ok(s.imm.EnqueueSignal(s.fence, 1))
			s.ok(s.imm.Flush())
			s.ok(s.second.DeviceWaitForFence(s.fence, 1))
			return s.second.Flush()
		}},
	{"wait behind a signal", diag.EngineFenceOrder, `DeviceContext "main" waits for Fence "G" after a signal of Fence "F" that was not flushed`,
		func(s *scene) error {
			s.ok(s.second.EnqueueSignal(s.other, 1))
			s.ok(s.imm.EnqueueSignal(s.fence, 1))
			return s.imm.DeviceWaitForFence(s.other, 1)
		},
		func(s *scene) error {
			s.ok(s.second.EnqueueSignal(s.other, 1))
			s.ok(s.second.Flush())
			s.ok(s.imm.EnqueueSignal(s.fence, 1))
			s.ok(s.imm.Flush())
			s.ok(s.imm.DeviceWaitForFence(s.other, 1))
			return s.imm.Flush()
		}},
	{"dispatch without pipeline", diag.EngineBindingMissing, `DispatchCompute on DeviceContext "main" without a compute pipeline`,
		func(s *scene) error {
			return s.imm.DispatchCompute(desc.DispatchComputeAttribs{ThreadGroupCountX: 1})
		},
		func(s *scene) error { return dispatch(s.imm, s.p, s.srb) }},
	{"dispatch without binding object", diag.EngineBindingMissing, `DispatchCompute on DeviceContext "main": PipelineState "add one" has variables and no binding object is committed`,
		func(s *scene) error {
			s.ok(s.imm.SetPipelineState(s.p))
			return s.imm.DispatchCompute(desc.DispatchComputeAttribs{ThreadGroupCountX: 1})
		},
		func(s *scene) error { return dispatch(s.imm, s.p, s.srb) }},
	{"empty variable", diag.EngineBindingMissing, `DispatchCompute needs a resource in MUTABLE variable "output" of PipelineState "add one"`,
		func(s *scene) error { return dispatch(s.imm, s.p, s.bindings(s.p, map[string]any{"input": s.a})) },
		func(s *scene) error { return dispatch(s.imm, s.p, s.srb) }},
	{"wrong kind", diag.EngineBindingKind, `MUTABLE variable "output" of ShaderResourceBinding "srb" wants UAV of BUFFER "u0": Buffer "dyn" has BindFlags NONE, not UNORDERED_ACCESS`,
		func(s *scene) error { return s.set(s.bindings(s.p, nil), "output", s.dyn, 0) },
		func(s *scene) error { return s.set(s.bindings(s.p, nil), "output", s.b, 0) }},
	{"set twice", diag.EngineBindingOverwritten, `MUTABLE variable "output" of ShaderResourceBinding "srb" is set a second time`,
		func(s *scene) error { return s.set(s.srb, "output", s.a, 0) },
		func(s *scene) error { return s.set(s.srb, "output", s.b, 0) }},
	{"overwritten in flight", diag.EngineBindingInFlight, `MUTABLE variable "output" of ShaderResourceBinding "srb" is overwritten while DeviceContext "main" may still read it`,
		func(s *scene) error {
			s.ok(dispatch(s.imm, s.p, s.srb))
			s.ok(s.imm.Flush())
			return s.set(s.srb, "output", s.a, desc.AllowOverwrite)
		},
		func(s *scene) error {
			s.ok(dispatch(s.imm, s.p, s.srb))
			s.ok(s.imm.WaitForIdle())
			return s.set(s.srb, "output", s.a, desc.AllowOverwrite)
		}},
	{"overwritten while recorded", diag.EngineBindingInFlight, `MUTABLE variable "output" of ShaderResourceBinding "srb" is overwritten while recorded commands use it`,
		func(s *scene) error {
			s.ok(dispatch(s.imm, s.p, s.srb))
			return s.set(s.srb, "output", s.a, desc.AllowOverwrite)
		}, func(s *scene) error { return nil }},
	{"a binding object in two threads", diag.EngineBindingShared, `DeviceContext "deferred 1" and DeviceContext "deferred 2" record with ShaderResourceBinding "srb", and its variables change between`,
		func(s *scene) error { return s.shareBinding(true) },
		func(s *scene) error { return s.shareBinding(false) }},
	{"verified state", diag.EngineState, `CopyBuffer needs Buffer "b" in state COPY_SOURCE; it is in UNORDERED_ACCESS`,
		func(s *scene) error {
			s.ok(dispatch(s.imm, s.p, s.srb))
			return s.imm.CopyBuffer(s.b, 0, desc.TransitionVerify, s.a, 0, 16, 0)
		},
		func(s *scene) error {
			s.ok(dispatch(s.imm, s.p, s.srb))
			return s.imm.CopyBuffer(s.b, 0, desc.TransitionAuto, s.a, 0, 16, 0)
		}},
	{"a contradiction", diag.EngineDescription, `Buffer "x" cannot be made: an IMMUTABLE buffer needs Data, since nothing can write it later`,
		func(s *scene) error {
			_, err := s.CreateBuffer(desc.BufferDesc{Name: "x", Size: 4, Usage: desc.UsageImmutable})
			return err
		},
		func(s *scene) error {
			_, err := s.CreateBuffer(desc.BufferDesc{Name: "x", Size: 4, Usage: desc.UsageImmutable, Data: []byte{1}})
			return err
		}},
}

func TestRules(t *testing.T) { runRules(t, ruleCases) }

// runRules runs both sides of each case. An empty title stands for the words of another package.
func runRules(t *testing.T, cases []ruleCase) {
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			require.NoError(t, c.fit(newScene(t)))
			d := refused(t, c.wrong(newScene(t)), c.code)
			if c.title != "" {
				require.Equal(t, c.title, d.Title)
			}
		})
	}
}

// shareBinding records with one binding object in two contexts; change sets a variable between.
func (s *scene) shareBinding(change bool) error {
	p := s.addOne(desc.VariableDynamic)
	srb := s.bindings(p, map[string]any{"input": s.a, "output": s.b})
	s.ok(s.d1.Begin(s.imm))
	s.ok(dispatch(s.d1, p, srb))
	s.ok(s.d2.Begin(s.imm))
	if change {
		s.ok(s.set(srb, "output", s.floats("other"), 0))
	}
	return dispatch(s.d2, p, srb)
}

// TestLeaks: the report names each object that was not released, and the place that made it.
func TestLeaks(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	w.SetSite(7)
	w.buffer("forgotten", 4, desc.UsageDefault, 0)
	w.SetSite(8)
	kept := w.buffer("kept", 4, desc.UsageDefault, 0)
	w.buffer("forgotten too", 4, desc.UsageDefault, 0)
	w.release(kept)
	w.SetSite(9)
	err := w.Release()
	d := refused(t, err, diag.EngineLeak)
	require.Equal(t, `RenderDevice "engine" is released with 2 objects that were not`, d.Title)
	require.Equal(t, []gpu.Site{9, 7, 8}, []gpu.Site{d.Labels[0].Site, d.Labels[1].Site, d.Labels[2].Site})
	require.Equal(t, []string{`Buffer "forgotten" was not released.`, `Buffer "forgotten too" was not released.`}, d.Notes)
	joined, ok := err.(interface{ Unwrap() []error })
	require.True(t, ok)
	require.Len(t, joined.Unwrap(), 1, "and nothing else went wrong")
	require.Zero(t, w.GetLiveObjectCount(), "leaks are destroyed all the same")
}

// TestForgottenFrames: a context that never finishes its frame is warned, once a doubling.
func TestForgottenFrames(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DynamicHeapPageSize: 1024})
	to := w.buffer("to", 1024, desc.UsageDefault, 0)
	data := make([]byte, 1024)
	for range 63 {
		w.ok(w.imm.UpdateBuffer(to, 0, data, 0))
	}
	require.Empty(t, w.told)
	w.ok(w.imm.UpdateBuffer(to, 0, data, 0))
	require.Len(t, w.told, 1)
	require.Equal(t, diag.EngineFrameGrows, w.told[0].Code)
	require.Equal(t, `DeviceContext "immediate" has taken 64 pages of dynamic memory in frame 1`, w.told[0].Title)
	for range 63 {
		w.ok(w.imm.UpdateBuffer(to, 0, data, 0))
	}
	require.Len(t, w.told, 1)
	w.told = nil
	w.ok(w.imm.Flush())
	w.release(to)
	w.end()
}

// TestReportMode: hazards are reported and the work is done.
func TestReportMode(t *testing.T) {
	w := newWorldWith(t, desc.DeviceDesc{DeferredContexts: 1}, device.ErrorsReport)
	a, b, d := w.floats("a", 1, 2, 3, 4), w.floats("b"), w.GetDeferredContext(0)
	w.ok(d.Begin(w.imm))
	w.ok(d.CopyBuffer(a, 0, 0, b, 0, 16, 0))
	l, err := d.FinishCommandList()
	w.ok(err)
	w.release(a)
	w.ok(w.imm.ExecuteCommandLists([]*engine.CommandList{l}))
	require.Len(t, w.told, 1)
	require.Equal(t, diag.EngineReleasedBeforeExecution, w.told[0].Code)
	require.Equal(t, bytesOf(1, 2, 3, 4), w.content(b), "it was still there")
}

// TestErrorsAreDiagnostics: joined errors keep their diagnostics reachable.
func TestErrorsAreDiagnostics(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	err := w.imm.Begin(nil)
	var e *diag.Error
	require.True(t, errors.As(errors.Join(errors.New("x"), err), &e))
}

// TestMessagesHaveTheNumbers: what is said of lifetimes names contexts, frames, list numbers and places.
func TestMessagesHaveTheNumbers(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 1})
	a, b := w.buffer("a", 4, desc.UsageDefault, 0), w.buffer("b", 4, desc.UsageDefault, 0)
	w.ok(w.imm.UpdateBuffer(b, 0, []byte{1}, 0))
	w.ok(w.imm.Flush())
	w.ok(w.imm.FinishFrame()) // lists 0 and 1
	c := w.GetDeferredContext(0)
	w.ok(c.Begin(w.imm))
	w.ok(c.UpdateBuffer(a, 0, []byte{1}, 0))
	list, err := c.FinishCommandList()
	w.ok(err)
	w.release(a)
	d := refused(t, w.imm.ExecuteCommandLists([]*engine.CommandList{list}), diag.EngineReleasedBeforeExecution)
	require.Equal(t, []string{`executed by DeviceContext "immediate", frame 2, list 2`, `released here, paired with list 2 of DeviceContext "immediate"`, "recorded here by UpdateBuffer"},
		[]string{d.Labels[0].Text, d.Labels[1].Text, d.Labels[2].Text})
	require.Equal(t, []string{`The list was recorded by DeviceContext "deferred 1", frame 1.`}, d.Notes)
	d = refused(t, w.imm.UpdateBuffer(a, 0, []byte{1}, 0), diag.EngineUseAfterRelease)
	require.Equal(t, `released here, paired with list 2 of DeviceContext "immediate"`, d.Labels[1].Text)
}
