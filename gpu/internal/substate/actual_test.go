package substate

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestActualAgainstTheTable walks through promotion and decay as the documentation of Direct3D 12 lists them.
func TestActualAgainstTheTable(t *testing.T) {
	const common, dest, src, srv, uav = gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StateUnorderedAccess
	used := func(state gpu.ResourceStates) Subresource {
		var s Subresource
		s.Use(state, ^gpu.ResourceStates(0), gpu.OpDispatch, 1)
		return s
	}
	moved := func(before, after gpu.ResourceStates) Subresource {
		var s Subresource
		s.Transition(&gpu.Barrier{Before: before, After: after}, ^gpu.ResourceStates(0), gpu.OpResourceBarrier, 1)
		return s
	}
	tests := []struct {
		name    string
		from    gpu.ResourceStates
		lists   []Subresource // of one submission
		always  bool
		copy    bool
		verdict Verdict // of the last list
		after   gpu.ResourceStates
	}{
		{"a read decays", common, []Subresource{used(srv)}, false, false, Fine, common},
		{"reads add up", common, []Subresource{used(srv), used(src)}, false, false, Fine, common},
		{"a write does not decay", common, []Subresource{used(dest)}, false, false, Fine, dest},
		{"a write of a copy queue decays", common, []Subresource{used(dest)}, false, true, Fine, common},
		{"a buffer decays", common, []Subresource{used(dest)}, true, false, Fine, common},
		{"a buffer decays from a barrier", common, []Subresource{moved(common, uav)}, true, false, Fine, common},
		{"a texture stays where a barrier put it", common, []Subresource{moved(common, srv)}, false, false, Fine, srv},
		{"no promotion to unordered access", common, []Subresource{used(uav)}, false, false, WrongState, uav},
		{"a read, then a write", common, []Subresource{used(srv), used(dest)}, false, false, WrongState, dest},
		{"a write, then a read, which counts as promoted", common, []Subresource{used(dest), used(src)}, false, false, WrongState, common},
		{"a promoted state is left by name", common, []Subresource{used(dest), moved(dest, src)}, false, false, Fine, src},
		{"promoted reads are left by the name of more reads", common, []Subresource{used(srv), moved(srv|src, uav)}, false, false, Fine, uav},
		{"promoted reads are not left by the name of others", common, []Subresource{used(srv), moved(src, uav)}, false, false, WrongBefore, uav},
		{"promoted reads are not left by the name of fewer", common, []Subresource{used(srv), used(src), moved(src, uav)}, false, false, WrongBefore, uav},
		{"reads of a barrier are not left by the name of more", common, []Subresource{moved(common, srv), moved(srv|src, uav)}, false, false, WrongBefore, uav},
		{"COMMON is left by the name of a promotable state", common, []Subresource{moved(dest, src)}, false, false, Fine, src},
		{"another state is left", srv, []Subresource{moved(dest, src)}, false, false, WrongBefore, src},
		{"a joined state serves", srv | src, []Subresource{used(src)}, false, false, Fine, srv | src},
		{"a joined state is left as a whole", srv | src, []Subresource{moved(src, dest)}, false, false, WrongBefore, dest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := Actual{Put: Put{State: tt.from}}
			texture := Promotable(false, false)
			if tt.always {
				texture = Promotable(true, false)
			}
			for i := range tt.lists {
				got := a.Enter(&tt.lists[i], texture, tt.copy)
				if i == len(tt.lists)-1 {
					require.Equal(t, tt.verdict, got)
				} else {
					require.Equal(t, Fine, got)
				}
				a.Pass(&tt.lists[i], texture, tt.copy)
			}
			a.Decay(tt.always, tt.copy)
			require.Equal(t, tt.after.String(), a.State.String())
			require.False(t, a.Promoted)
		})
	}
}

// TestBlame: of a list whose uses and barriers expect more and more, the one that the subresource does not serve is named.
func TestBlame(t *testing.T) {
	const src, npsr, psr, dest = gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StatePixelShaderResource, gpu.StateCopyDest
	var s Subresource
	for i, want := range []gpu.ResourceStates{src, src, npsr} {
		require.Equal(t, Fine, s.Use(want, Promotable(false, false), gpu.OpDispatch, gpu.Site(i+1)))
	}
	left := s
	require.Equal(t, Fine, left.Transition(&gpu.Barrier{Before: src | npsr | psr, After: dest}, Promotable(false, false), gpu.OpResourceBarrier, 9))
	less := s
	require.Equal(t, Fine, less.Transition(&gpu.Barrier{Before: src | npsr, After: dest}, Promotable(false, false), gpu.OpResourceBarrier, 9))
	tests := []struct {
		name     string
		from     gpu.ResourceStates
		expects  Subresource
		promoted bool
		first    gpu.ResourceStates
		site     gpu.Site
		verdict  Verdict
		found    gpu.ResourceStates
	}{
		{"the first use", npsr, s, false, src, 1, WrongState, npsr},
		{"a later use", src, s, false, npsr, 3, WrongState, src},
		{"a use before the barrier", src, left, false, npsr, 3, WrongState, src},
		{"the barrier names more", src | npsr, left, false, src | npsr | psr, 9, WrongBefore, src | npsr},
		{"the barrier names less", src | npsr | psr, less, false, src | npsr, 9, WrongBefore, src | npsr | psr},
		{"the barrier names less than was promoted", psr, less, true, src | npsr, 9, WrongBefore, src | npsr | psr},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := Actual{Put: Put{State: tt.from, Promoted: tt.promoted}}
			require.Equal(t, tt.verdict, a.Enter(&tt.expects, Promotable(false, false), false))
			got, found := a.Blame(tt.expects, tt.verdict, Promotable(false, false))
			require.Equal(t, tt.found.String(), found.State.String())
			require.Equal(t, tt.first.String(), got.First.String())
			require.Equal(t, tt.site, got.EntrySite)
			served := Actual{Put: Put{State: tt.expects.First | tt.expects.Leaves}}
			require.Equal(t, Fine, served.Enter(&tt.expects, Promotable(false, false), false))
		})
	}
}

// TestDecayReasons: a subresource remembers why it went back to COMMON, and from where.
func TestDecayReasons(t *testing.T) {
	const dest, srv = gpu.StateCopyDest, gpu.StateNonPixelShaderResource
	for _, tt := range []struct {
		name         string
		use          gpu.ResourceStates
		always, copy bool
		want         Decay
	}{
		{"a buffer", dest, true, false, DecayAlways},
		{"a buffer on a copy queue", dest, true, true, DecayAlways},
		{"a texture on a copy queue", dest, false, true, DecayCopy},
		{"a texture that was read", srv, false, false, DecayPromoted},
		{"a texture that was written", dest, false, false, NoDecay},
	} {
		var s Subresource
		s.Use(tt.use, Promotable(false, false), gpu.OpDispatch, 1)
		var a Actual
		a.Pass(&s, Promotable(tt.always, false), tt.copy)
		a.Decay(tt.always, tt.copy)
		require.Equal(t, tt.want, a.Decayed, tt.name)
		require.Equal(t, tt.want != NoDecay, a.State == gpu.StateCommon && a.Was == tt.use, tt.name)
	}
}

// TestTakes: what is taken at once is fine, and leaves the subresource as going through all rules does; what is not taken is left alone.
func TestTakes(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	states := []gpu.ResourceStates{gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StateUnorderedAccess}
	some := func() gpu.ResourceStates { return states[random.Intn(len(states))] }
	barrier := func() *gpu.Barrier {
		return &gpu.Barrier{Before: some(), After: some(), Flags: []gpu.BarrierFlags{0, 0, gpu.BarrierBeginOnly, gpu.BarrierEndOnly}[random.Intn(4)]}
	}
	taken := 0
	for range 20000 {
		promotable, copyQueue := Promotable(random.Intn(2) == 0, false), random.Intn(4) == 0
		a := Actual{Put: Put{State: some()}}
		for range 1 + random.Intn(4) {
			s := Subresource{Known: random.Intn(20) == 0}
			for step := range 1 + random.Intn(3) {
				if random.Intn(3) > 0 {
					s.Use(some(), promotable, gpu.OpDispatch, gpu.Site(1+step))
				} else {
					s.Transition(barrier(), promotable, gpu.OpResourceBarrier, gpu.Site(1+step))
				}
			}
			fast, slow := a, a
			if fast.Takes(&s, promotable, copyQueue) {
				taken++
				require.Equal(t, Fine, slow.Enter(&s, promotable, copyQueue), "%+v\n%+v", a, s)
				require.False(t, slow.Late(&s))
				slow.Pass(&s, promotable, copyQueue)
				require.Equal(t, slow, fast, "%+v\n%+v", a, s)
			}
			if a.Pass(&s, promotable, copyQueue); random.Intn(2) == 0 {
				a.Decay(random.Intn(2) == 0, copyQueue)
			}
		}
	}
	require.Greater(t, taken, 3000)
}
