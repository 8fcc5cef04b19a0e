package course

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
)

// seen is a problem of a part of a list.
type seen struct {
	list, part int
	problem    Problem
}

// oneByOne finds what Varying does by a check of the whole submission with each part.
func oneByOne(c *Course, lists []List) (out []seen) {
	known := c.check(0, textureQueue, lists, 9, true)
	for i := range lists {
		for k, part := range lists[i].Varying {
			if part == nil || k >= Behind && i == len(lists)-1 { // nothing finds what is left after the last list
				continue
			}
			for _, p := range c.check(0, textureQueue, slices.Insert(slices.Clone(lists), i+k/Behind, List{ID: lists[i].ID, States: part, Late: true}), 9, true) {
				if !slices.ContainsFunc(known, p.Same) {
					out = append(out, seen{i, k, p})
				}
			}
		}
	}
	return out
}

// randomTable is what a recording does with a texture: uses and barriers of some subresources.
func randomTable(r *rand.Rand, stamp, n uint32, calls int, barriers bool) *substate.Table {
	states := []gpu.ResourceStates{gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StatePixelShaderResource}
	var table substate.Table
	var slot substate.Slot
	table.Begin(stamp)
	for range calls {
		sub := uint32(r.Intn(int(n)))
		if r.Intn(8) == 0 {
			sub = gpu.AllSubresources
		}
		before, after, use := states[r.Intn(4)], states[1+r.Intn(3)], !barriers || r.Intn(2) == 0
		subs := table.Of(texture, n, sub, &slot)
		for i := range subs {
			if use {
				subs[i].Use(after, substate.Promotable(false, false), gpu.OpDispatch, gpu.Site(stamp))
			} else {
				subs[i].Transition(&gpu.Barrier{Type: gpu.BarrierTransition, Before: before, After: after}, substate.Promotable(false, false), gpu.OpResourceBarrier, gpu.Site(stamp))
			}
		}
	}
	return &table
}

// TestVaryingIsOneByOne: what lists may come to need is found wrong where it is if the submission is looked at with each of it, and what the
// resources are in afterwards does not change.
func TestVaryingIsOneByOne(t *testing.T) {
	wrong, right := 0, 0
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		n := []uint32{1, 3, 40}[r.Intn(3)]
		c, o, q := newTexture(n)
		for submit := range uint32(4) {
			var lists []List
			for i := range uint32(1 + r.Intn(4)) {
				l := List{ID: gpu.ID(50 + i), States: randomTable(r, 100*submit+10*i+1, n, r.Intn(3), true), Varying: make([]*substate.Table, 2*Behind)}
				for k := range l.Varying {
					if r.Intn(2) == 0 {
						l.Varying[k] = randomTable(r, 100*submit+10*i+uint32(k)+2, n, 1+r.Intn(2), false)
					}
				}
				lists = append(lists, l)
			}
			want, got := oneByOne(c, lists), []seen(nil)
			c.Varying(0, textureQueue, lists, 9, func(list, part int, p *Problem) { got = append(got, seen{list, part, *p}) })
			require.Equal(t, want, got, "seed %d", seed)
			if len(want) > 0 {
				wrong++
			} else {
				right++
			}
			c.Submit(textureQueue, lists, o.Submit(0, q, 9), 9)
		}
	}
	require.Greater(t, wrong, 1000)
	require.Greater(t, right, 1000)
}

// TestManyListsThatChoose: of the lists of a submission each may come to need a texture that is in the state. That costs the same for each list.
func TestManyListsThatChoose(t *testing.T) {
	cost := func(n uint32) uint64 {
		c, _, _ := newTexture(1)
		var lists []List
		for i := range n {
			var own, may substate.Table
			own.Begin(2*i + 1)
			may.Begin(2*i + 2)
			for _, table := range []*substate.Table{&own, &may} {
				table.Of(texture, 1, 0, &substate.Slot{})[0].Use(gpu.StateCopySource, substate.Promotable(false, false), gpu.OpDispatch, 7)
			}
			lists = append(lists, List{ID: gpu.ID(50 + i), States: &own, Varying: []*substate.Table{&may, nil}})
		}
		c.Varying(0, textureQueue, lists, 9, func(int, int, *Problem) { t.Fatal("it is in the state") })
		return c.looks
	}
	few, many := cost(100), cost(200)
	require.GreaterOrEqual(t, few, uint64(200))
	require.LessOrEqual(t, many, 2*few+16)
}
