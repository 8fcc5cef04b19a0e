package host

import (
	"math"

	"github.com/yuin/gopher-lua"
)

// random is SplitMix64: the same numbers on every platform. A new host starts with the same seed.
type random struct{ state uint64 }

func newRandom(seed uint64) random { return random{seed} }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// float returns a number of [0, 1) with 53 random bits.
func (r *random) float() float64 { return float64(r.next()>>11) / (1 << 53) }

// mathRandom is math.random(): [0, 1); math.random(m): 1…m; math.random(m, n): m…n.
func (h *Host) mathRandom(L *lua.LState) int {
	f := h.random.float()
	low, high := 1.0, 0.0
	switch L.GetTop() {
	case 0:
		L.Push(lua.LNumber(f))
		return 1
	case 1:
		high = math.Floor(float64(L.CheckNumber(1)))
	default:
		low, high = math.Floor(float64(L.CheckNumber(1))), math.Floor(float64(L.CheckNumber(2)))
	}
	if !(low <= high) {
		L.ArgError(L.GetTop(), "interval is empty")
	}
	L.Push(lua.LNumber(low + math.Floor(float64(f*(high-low+1)))))
	return 1
}

func (h *Host) mathRandomSeed(L *lua.LState) int {
	h.random = newRandom(math.Float64bits(float64(L.CheckNumber(1))))
	return 0
}
