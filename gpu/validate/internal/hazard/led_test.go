package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestLed: accesses that go where data lead them are told of, but not where something races for the data.
func TestLed(t *testing.T) {
	const x, index, other = 7, 8, 9
	access := func(kind gpu.AccessKind, resource gpu.ID, led bool) gpu.Access {
		return gpu.Access{Resource: resource, End: 4, Kind: kind, Led: led, Exact: true, Slot: map[bool]string{true: "led", false: "plain"}[led]}
	}
	reads := func(resource gpu.ID) gpu.Access { return access(gpu.AccessRead, resource, false) }
	writes := func(resource gpu.ID) gpu.Access { return access(gpu.AccessWrite, resource, false) }
	for _, tt := range []struct {
		name          string
		first, second []gpu.Access // of queue 1 and 2
		third         []gpu.Access // of queue 3
		want          []gpu.ID     // what is told, by the second side's resource
	}{
		{"by data for which nothing races", []gpu.Access{writes(x)}, []gpu.Access{reads(index), access(gpu.AccessRead, x, true)}, nil, []gpu.ID{x}},
		{"by data for which the other side races", []gpu.Access{writes(x), writes(index)},
			[]gpu.Access{reads(index), access(gpu.AccessRead, x, true)}, nil, []gpu.ID{index}},
		{"by data for which a third queue races", []gpu.Access{writes(x)},
			[]gpu.Access{reads(index), access(gpu.AccessRead, x, true)}, []gpu.Access{writes(index)}, []gpu.ID{index}},
		{"by data for which nothing races, beside another race", []gpu.Access{writes(x)},
			[]gpu.Access{reads(index), access(gpu.AccessRead, x, true)}, []gpu.Access{reads(other), writes(other), writes(x)}, []gpu.ID{x, x, x}},
		{"each by what the other one writes", []gpu.Access{reads(index), access(gpu.AccessWrite, x, true)},
			[]gpu.Access{reads(x), access(gpu.AccessWrite, index, true)}, nil, []gpu.ID{x}},
		{"by itself", []gpu.Access{writes(x)}, []gpu.Access{access(gpu.AccessRead, x, true)}, nil, []gpu.ID{x}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench()
			b.agents[3] = b.order.AddQueue()
			b.submit(1, 1, tt.first...)
			b.submit(2, 2, tt.second...)
			if tt.third != nil {
				b.submit(3, 3, tt.third...)
			}
			var told []gpu.ID
			for _, c := range b.Settle(true) {
				told = append(told, c.Second.Access.Resource)
			}
			require.Equal(t, tt.want, told)
			require.Empty(t, b.led)
		})
	}
}
