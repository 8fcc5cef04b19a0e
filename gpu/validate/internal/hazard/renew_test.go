package hazard

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// blank requires that a thing is as a fresh one is, but for the memory of its lists, and for the fields that are named.
func blank(t *testing.T, thing any, but ...string) {
	v := reflect.ValueOf(thing).Elem()
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		switch {
		case slices.Contains(but, name):
		case f.Kind() == reflect.Slice:
			require.Zero(t, f.Len(), "%s.%s", v.Type(), name)
		default:
			require.True(t, f.IsZero(), "%s.%s", v.Type(), name)
		}
	}
}

// TestRenewedIsBlank: what submissions of all kinds have left is given to later ones without anything of them.
func TestRenewedIsBlank(t *testing.T) {
	b := newBench()
	accesses := []gpu.Access{write(10, 0, 64), {Resource: 11, End: 64, Kind: gpu.AccessRead, Exact: true}}
	accesses[0].As = gpu.StateUnorderedAccess
	for value := uint64(1); value <= 4; value++ {
		for _, queue := range []gpu.ID{1, 2} { // of two queues, so that the works are compared
			n := b.Submit(queue, 0, b.order.Submit(0, b.agents[queue], 1), 1)
			aliasing := []gpu.Barrier{{Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{10, 11}, Flags: gpu.BarrierBeginOnly}, {Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{10, 11}}}
			b.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue}, Submission: n, Barriers: aliasing, Accesses: accesses[queue-1 : queue]})
			b.Retired(queue, n)
			b.order.QueueSignal(0, b.agents[queue], b.need(2*value+uint64(queue)-2), 2)
			b.order.CPUWait(0, b.need(2*value+uint64(queue)-2))
		}
		b.Settle(false)
	}
	require.NotZero(t, b.insides.Len())
	require.NotZero(t, b.blank.Len())
	require.NotZero(t, b.parts.Len())
	for range b.insides.Len() {
		blank(t, b.insides.Take(), "spare", "groups")
	}
	for range b.blank.Len() {
		r := b.blank.Take()
		blank(t, r, "readers", "writers")
		for _, list := range []*entries{&r.readers, &r.writers} {
			require.Zero(t, list.Len()+list.near.Place(0))
		}
	}
	for range b.parts.Len() {
		parts := b.parts.Take()
		for i := range parts[:cap(parts)] {
			blank(t, &parts[:cap(parts)][i])
		}
	}
	for range b.works.Len() {
		blank(t, b.works.Take())
	}
}
