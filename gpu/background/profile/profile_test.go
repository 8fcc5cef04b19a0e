package profile

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/background"
)

// fakeCode is code with constants a, b, … of which rounds are worth knowing one after the other.
type fakeCode struct {
	known  string
	rounds [][]string // the constants of this code, and of what is made of it
	gain   bool
	block  chan struct{} // not nil: Specialize waits for it
}

func (c *fakeCode) Generic() bool       { return c.known == "" }
func (c *fakeCode) Instructions() int   { return 0 }
func (c *fakeCode) Constants() []string { return c.rounds[0] }
func (c *fakeCode) Specialize(facts []Fact) (Code, bool) {
	if c.block != nil {
		<-c.block
	}
	made := &fakeCode{known: c.known, rounds: [][]string{nil}, gain: c.gain}
	if len(c.rounds) > 1 {
		made.rounds = c.rounds[1:]
	}
	for _, f := range facts {
		made.known += fmt.Sprintf(" %s=%d", c.rounds[0][f.Constant], f.Value)
	}
	return made, c.gain
}

// rig is a pipeline with a driver whose tasks run when a test says so.
type rig struct {
	*Driver
	p        *Pipeline
	code     *fakeCode
	tasks    []background.Task
	outcomes []background.Outcome
	in       []Code
	used     map[Code]uint64
}

func (r *rig) Install(c Code)     { r.in = append(r.in, c) }
func (r *rig) Remove(c Code)      { r.in = slices.DeleteFunc(r.in, func(x Code) bool { return x == c }) }
func (r *rig) Used(c Code) uint64 { return r.used[c] }

func newRig(rounds ...[]string) *rig {
	r := &rig{code: &fakeCode{rounds: rounds, gain: true}, used: map[Code]uint64{}}
	r.Driver = New(func(t background.Task) error { r.tasks = append(r.tasks, t); return nil })
	r.p = r.NewPipeline("p", r)
	r.SetMode(background.AllowIntrusiveMeasurements, background.KeepAll)
	return r
}

// finish runs all tasks.
func (r *rig) finish() {
	for len(r.tasks) > 0 {
		t := r.tasks[0]
		r.tasks = r.tasks[1:]
		t.Run(&background.Job{})
		r.outcomes = append(r.outcomes, t.Finish())
	}
}

// use retires n uses of a piece of code with values.
func (r *rig) use(c Code, n int, values ...uint32) {
	m := r.Measure()
	for range n {
		s := Sample{Pipeline: r.p, Code: c}
		copy(s.Values[:], values)
		r.Retired(m, []Sample{s})
	}
}

// has names the variants that are in use.
func (r *rig) has() string {
	var names []string
	for _, c := range r.in {
		names = append(names, strings.TrimSpace(c.(*fakeCode).known))
	}
	return strings.Join(names, "; ")
}

func (r *rig) asks() bool   { return r.SetMode(r.mode, background.KeepAll) }
func (r *rig) commit() bool { return r.SetMode(r.mode, background.CommitResults) }

// TestThreshold: a decision at 256 samples and not at 255.
func TestThreshold(t *testing.T) {
	r := newRig([]string{"a"})
	r.use(r.code, Threshold-1, 7)
	require.Empty(t, r.tasks)
	r.use(r.code, 1, 7)
	require.Len(t, r.tasks, 1)
	require.Equal(t, "p: a = 0x7", r.tasks[0].Name)
	r.finish()
	require.Equal(t, "a=7", r.has())
	require.Equal(t, Stats{Samples: Threshold, Installed: 1}, r.Stats())
}

// TestShare: nine in ten of 256 are 231.
func TestShare(t *testing.T) {
	for same, want := range map[int]int{231: 1, 230: 0} {
		r := newRig([]string{"a", "b"})
		r.use(r.code, same, 7, 1)
		for i := range Threshold - same {
			r.use(r.code, 1, uint32(100+i), uint32(200+i))
		}
		require.Len(t, r.tasks, want, "%d of %d", same, Threshold)
	}
}

// TestCounter: a frequent value is found among many rare ones, and is not counted too often.
func TestCounter(t *testing.T) {
	var c counter
	for i := range uint32(100) {
		c.add(1000 + i)
		c.add(5)
	}
	value, count := c.top()
	require.EqualValues(t, 5, value)
	require.LessOrEqual(t, count, uint32(100))
	require.Greater(t, count, uint32(80))
	var rare counter
	for i := range uint32(1000) {
		rare.add(i)
	}
	_, count = rare.top()
	require.LessOrEqual(t, count, uint32(1), "each came once")
}

// TestCommitScales: rule A3. One frame and a commit give what many frames give.
func TestCommitScales(t *testing.T) {
	for _, frame := range []int{1, 3, 10, 64} {
		for _, other := range []int{0, 1, 2} { // uses of another value in ten
			one, many := newRig([]string{"a"}), newRig([]string{"a"})
			play := func(r *rig) {
				for i := range 10 * frame {
					v := uint32(7)
					if i%10 < other {
						v = 8
					}
					r.use(r.code, 1, v)
				}
			}
			play(one)
			one.commit()
			one.finish()
			for range 300 {
				play(many)
			}
			many.finish()
			require.Equal(t, many.has(), one.has(), "%d uses, %d in ten other", 10*frame, other)
			require.Equal(t, other <= 1, one.has() != "")
		}
	}
}

// TestConvergence: two rounds, and then a no; each yes is followed by a variant or a no.
func TestConvergence(t *testing.T) {
	r := newRig([]string{"mode"}, []string{"turns"})
	require.True(t, r.asks(), "nothing was seen yet")
	rounds := 0
	var code Code = r.code
	for r.asks() && rounds < 100 {
		if len(r.in) > 0 {
			code = r.in[len(r.in)-1]
		}
		r.use(code, 100, 3)
		if rounds%3 == 2 {
			r.finish()
		}
		rounds++
	}
	require.Equal(t, "mode=3; mode=3 turns=3", r.has())
	require.Less(t, rounds, 20)
	require.False(t, r.asks())
}

// TestNoProgress: a window that does not fill is not waited for.
func TestNoProgress(t *testing.T) {
	r := newRig([]string{"a"})
	r.use(r.code, 10, 3)
	require.True(t, r.asks(), "it would lead to something")
	require.False(t, r.asks(), "nothing came since")
	r.use(r.code, 1, 3)
	require.True(t, r.asks())
}

// TestChurn: constants that change all the time lead to nothing, and nothing is wanted.
func TestChurn(t *testing.T) {
	r := newRig([]string{"a"})
	for i := range uint32(1000) {
		r.use(r.code, 1, i)
	}
	require.False(t, r.asks())
	require.Empty(t, r.tasks)
}

// TestNoGain: what is no better is tried once.
func TestNoGain(t *testing.T) {
	r := newRig([]string{"a"})
	r.code.gain = false
	r.use(r.code, Threshold, 3)
	r.finish()
	require.Equal(t, []background.Outcome{background.NoGain}, r.outcomes)
	r.use(r.code, 2*Threshold, 3)
	require.Empty(t, r.tasks)
	require.False(t, r.asks())
}

// TestModes: how work is measured, and what is decided, by mode.
func TestModes(t *testing.T) {
	r := newRig([]string{"a"})
	for mode, interval := range map[background.ProcessingMode]uint32{background.Allowed: 16, background.AllowIntrusiveMeasurements: 1,
		background.DisableBackgroundWork: 0, background.DisableProfilingBySystem: 0} {
		r.SetMode(mode, background.KeepAll)
		require.Equal(t, interval, r.Measure().Interval, mode)
	}
	r.SetMode(background.AllowIntrusiveMeasurements, background.KeepAll)
	m := r.Measure()
	require.False(t, r.SetMode(background.DisableBackgroundWork, background.KeepAll), "nothing is permitted")
	for range Threshold {
		r.Retired(m, []Sample{{Pipeline: r.p, Code: r.code}})
	}
	require.Empty(t, r.tasks, "work that was submitted before counts, but nothing is queued")
	require.EqualValues(t, Threshold, r.Stats().Samples)
}

// TestDiscard: rule A5. Variants go, what is being made comes to nothing, and work submitted before does not count.
func TestDiscard(t *testing.T) {
	r := newRig([]string{"a", "b"})
	r.use(r.code, Threshold, 3, 4)
	r.finish()
	r.use(r.code, Threshold, 5, 6)
	before := r.Measure()
	require.Equal(t, "a=3 b=4", r.has())
	require.True(t, r.SetMode(background.AllowIntrusiveMeasurements, background.DiscardPrevious))
	require.Empty(t, r.has())
	r.finish()
	require.Equal(t, []background.Outcome{background.Published, background.Abandoned}, r.outcomes)
	r.Retired(before, []Sample{{Pipeline: r.p, Code: r.code}})
	require.True(t, r.asks(), "nothing was seen since")
	r.use(r.code, 1, 9, 9)
	r.commit()
	r.finish()
	require.Equal(t, "a=9 b=9", r.has())
	require.Equal(t, Stats{Samples: 2*Threshold + 1, Installed: 2, Withdrawn: 1}, r.Stats())
}

// TestHeld: rule M7. Nothing changes in DISABLE_PROFILING_BY_SYSTEM but by a commit.
func TestHeld(t *testing.T) {
	r := newRig([]string{"a"})
	r.use(r.code, Threshold, 3)
	r.SetMode(background.DisableProfilingBySystem, background.KeepAll)
	r.finish()
	require.Equal(t, []background.Outcome{background.Held}, r.outcomes)
	require.Empty(t, r.has())
	r.SetMode(background.Allowed, background.KeepAll)
	require.Equal(t, "a=3", r.has())
	r.SetMode(background.AllowIntrusiveMeasurements, background.KeepAll)
	r.use(r.code, 5, 4)
	require.True(t, r.SetMode(background.DisableProfilingBySystem, background.CommitResultsHighPriority))
	r.finish()
	require.Equal(t, "a=3; a=4", r.has())
	require.False(t, r.SetMode(background.DisableProfilingBySystem, background.CommitResultsHighPriority))
}

// TestLeastRecentlyUsed: nine variants do not fit.
func TestLeastRecentlyUsed(t *testing.T) {
	r := newRig([]string{"a"})
	for v := range uint32(MaxVariants) {
		r.use(r.code, Threshold, v)
		r.finish()
		r.used[r.in[v]] = uint64(10 + (v+5)%MaxVariants) // a=3 was used longest ago
	}
	require.Len(t, r.in, MaxVariants)
	r.use(r.code, Threshold, 99)
	r.finish()
	require.Len(t, r.in, MaxVariants)
	require.NotContains(t, r.has(), "a=3;")
	require.Contains(t, r.has(), "a=99")
	stale := Sample{Pipeline: r.p, Code: &fakeCode{known: " a=3", rounds: [][]string{{"a"}}}}
	r.Retired(r.Measure(), []Sample{stale})
	require.Equal(t, 1, r.p.root, "a variant that is out of use is not measured")
	r.use(r.code, Threshold, 3)
	require.Len(t, r.tasks, 1, "it may be made again")
}

// TestCancelled: a decision that was cancelled is made again.
func TestCancelled(t *testing.T) {
	r := newRig([]string{"a"})
	r.use(r.code, Threshold, 3)
	r.tasks[0].Cancel()
	r.tasks = nil
	r.use(r.code, Threshold, 3)
	require.Len(t, r.tasks, 1)
}

// TestDestroyedPipeline: rule Q9, at four points. The pipeline is not kept alive by its task.
func TestDestroyedPipeline(t *testing.T) {
	for _, point := range []string{"before", "during", "after the work", "after all"} {
		t.Run(point, func(t *testing.T) {
			r := newRig([]string{"a"})
			r.code.block = make(chan struct{}, 1)
			r.use(r.code, Threshold, 3)
			task := r.tasks[0]
			end := func(now string) {
				if now != point {
					return
				}
				r.p.Destroy()
				if now == "after all" {
					return
				}
				gone := weak.Make(r.p)
				r.p = nil
				for range 10 {
					runtime.GC()
				}
				require.Nil(t, gone.Value(), "the task holds its cell alone")
			}
			done := make(chan struct{})
			end("before")
			go func() {
				defer close(done)
				task.Run(&background.Job{})
			}()
			end("during")
			r.code.block <- struct{}{}
			<-done
			end("after the work")
			outcome := task.Finish()
			end("after all")
			if point == "after all" {
				require.Equal(t, background.Published, outcome)
				return
			}
			require.Equal(t, background.Abandoned, outcome)
			require.Empty(t, r.in)
			again := r.NewPipeline("p", r)
			require.Empty(t, again.nodes, "a new pipeline with the same code begins anew")
		})
	}
}

// TestLateSamples: what retires after the pipeline's end counts nowhere.
func TestLateSamples(t *testing.T) {
	r := newRig([]string{"a"})
	p := r.p
	p.Destroy()
	r.use(r.code, Threshold, 3)
	require.Empty(t, r.tasks)
	r.Destroy()
}

// TestCountingAllocatesNothing: but for what a full window leads to.
func TestCountingAllocatesNothing(t *testing.T) {
	r := newRig([]string{"a", "b"})
	samples := []Sample{{Pipeline: r.p, Code: r.code, Values: [MaxConstants]uint32{1, 2}}}
	require.Zero(t, testing.AllocsPerRun(Threshold-2, func() { r.Retired(r.Measure(), samples) }))
	require.Empty(t, r.tasks, "one is missing")
	r.Retired(r.Measure(), samples)
	require.Len(t, r.tasks, 1)
}
