package texel

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// bc6hLayout is where the bits of a mode stand, as the specification's table has them by position: most components begin at a place that all modes
// share, the bits that found no room there are scattered.
type bc6hLayout struct {
	mode, modeBits int
	regions        int
	deltas         bool
	width          int
	others         [3]int
	scattered      string // position:name
}

// bc6hPlaces are the places of bit 0 of components where no bit is scattered, with the five bits of a mode in front (modes of two bits leave them
// free).
var bc6hPlaces = map[string]int{"rw": 5, "gw": 15, "bw": 25, "rx": 35, "gx": 45, "bx": 55, "gy": 41, "gz": 51, "by": 61, "ry": 65, "rz": 71}

var bc6hLayouts = []bc6hLayout{
	{0b00, 2, 2, true, 10, [3]int{5, 5, 5}, "2:gy4 3:by4 4:bz4 40:gz4 50:bz0 60:bz1 70:bz2 76:bz3"},
	{0b01, 2, 2, true, 7, [3]int{6, 6, 6}, "2:gy5 3:gz4 4:gz5 12:bz0 13:bz1 14:by4 22:by5 23:bz2 24:gy4 32:bz3 33:bz5 34:bz4"},
	{0b00010, 5, 2, true, 11, [3]int{5, 4, 4}, "40:rw10 49:gw10 50:bz0 59:bw10 60:bz1 70:bz2 76:bz3"},
	{0b00110, 5, 2, true, 11, [3]int{4, 5, 4}, "39:rw10 40:gz4 50:gw10 59:bw10 60:bz1 69:bz0 70:bz2 75:gy4 76:bz3"},
	{0b01010, 5, 2, true, 11, [3]int{4, 4, 5}, "39:rw10 40:by4 49:gw10 50:bz0 60:bw10 69:bz1 70:bz2 75:bz4 76:bz3"},
	{0b01110, 5, 2, true, 9, [3]int{5, 5, 5}, "14:by4 24:gy4 34:bz4 40:gz4 50:bz0 60:bz1 70:bz2 76:bz3"},
	{0b10010, 5, 2, true, 8, [3]int{6, 5, 5}, "13:gz4 14:by4 23:bz2 24:gy4 33:bz3 34:bz4 50:bz0 60:bz1"},
	{0b10110, 5, 2, true, 8, [3]int{5, 6, 5}, "13:bz0 14:by4 23:gy5 24:gy4 33:gz5 34:bz4 40:gz4 60:bz1 70:bz2 76:bz3"},
	{0b11010, 5, 2, true, 8, [3]int{5, 5, 6}, "13:bz1 14:by4 23:by5 24:gy4 33:bz5 34:bz4 40:gz4 50:bz0 70:bz2 76:bz3"},
	{0b11110, 5, 2, false, 6, [3]int{6, 6, 6}, "11:gz4 12:bz0 13:bz1 14:by4 21:gy5 22:by5 23:bz2 24:gy4 31:gz5 32:bz3 33:bz5 34:bz4"},
	{0b00011, 5, 1, false, 10, [3]int{10, 10, 10}, ""},
	{0b00111, 5, 1, true, 11, [3]int{9, 9, 9}, "44:rw10 54:gw10 64:bw10"},
	{0b01011, 5, 1, true, 12, [3]int{8, 8, 8}, "43:rw11 44:rw10 53:gw11 54:gw10 63:bw11 64:bw10"},
	{0b01111, 5, 1, true, 16, [3]int{4, 4, 4}, "39:rw15 40:rw14 41:rw13 42:rw12 43:rw11 44:rw10 49:gw15 50:gw14 51:gw13 52:gw12 53:gw11 54:gw10 59:bw15 60:bw14 61:bw13 62:bw12 63:bw11 64:bw10"},
}

// bits is the number of bits of a component of an end.
func (l *bc6hLayout) bits(end, c int) int {
	if end == 0 {
		return l.width
	}
	return l.others[c]
}

// block puts raw fields, the shape and the indices where they belong. Each position is taken once.
func (l *bc6hLayout) block(t *testing.T, ends [4][3]int, shape int, indices [16]int) []byte {
	t.Helper()
	var bits [128]int
	taken := map[int]bool{}
	put := func(at, bit int) {
		require.False(t, taken[at], "position %d of mode %05b", at, l.mode)
		taken[at], bits[at] = true, bit
	}
	for i := range l.modeBits {
		put(i, l.mode>>i&1)
	}
	scattered := map[string]int{}
	for _, word := range strings.Fields(l.scattered) {
		at, name, _ := strings.Cut(word, ":")
		n, err := strconv.Atoi(at)
		require.NoError(t, err)
		scattered[name] = n
	}
	for e := range 2 * l.regions {
		for c := range 3 {
			name := string("rgb"[c]) + string("wxyz"[e])
			for i := range l.bits(e, c) {
				at, ok := scattered[name+strconv.Itoa(i)]
				if !ok {
					at = bc6hPlaces[name] + i
				}
				put(at, ends[e][c]>>i&1)
			}
		}
	}
	at, width := 65, 4
	if l.regions == 2 {
		for i := range 5 {
			put(77+i, shape>>i&1)
		}
		at, width = 82, 3
	}
	for i, index := range indices {
		n := width
		if i == 0 || l.regions == 2 && i == int(bc7TwoAnchor[shape]) {
			n-- // the highest bit is 0
		}
		for k := range n {
			put(at, index>>k&1)
			at++
		}
	}
	require.Len(t, taken, 128, "mode %05b", l.mode)
	out := make([]byte, 16)
	for i, b := range bits {
		out[i/8] |= byte(b << (i % 8))
	}
	return out
}

// want is a component of a texel by the specification, step by step.
func (l *bc6hLayout) want(ends [4][3]int, region, c, weight int, signed bool) uint16 {
	number := func(v, n int) int { // two's complement
		if v>>(n-1)&1 == 1 {
			return v - 1<<n
		}
		return v
	}
	base := ends[0][c]
	if signed {
		base = number(base, l.width)
	}
	end := func(e int) int {
		v := ends[e][c]
		switch {
		case e == 0:
			return base
		case l.deltas:
			v = (base + number(v, l.others[c])) & (1<<l.width - 1)
			if signed {
				v = number(v, l.width)
			}
		case signed:
			v = number(v, l.others[c])
		}
		return v
	}
	wide := func(v int) int {
		n, sign := l.width, 1
		if signed && v < 0 {
			v, sign = -v, -1
		}
		switch {
		case signed && n == 16, v == 0:
		case signed && v >= 1<<(n-1)-1:
			v = 0x7fff
		case signed:
			v = (v*0x8000 + 0x4000) / (1 << (n - 1))
		case n >= 15:
		case v == 1<<n-1:
			v = 0xffff
		default:
			v = (v*0x10000 + 0x8000) / (1 << n)
		}
		return sign * v
	}
	sum := wide(end(2*region))*(64-weight) + wide(end(2*region+1))*weight + 32
	v := sum / 64
	if sum < 0 && sum%64 != 0 {
		v-- // downwards
	}
	if !signed {
		return uint16(v * 31 / 64)
	}
	if v < 0 {
		return 0x8000 + uint16(-v*31/32)
	}
	return uint16(v * 31 / 32)
}

func TestBC6HModes(t *testing.T) {
	random := rand.New(rand.NewSource(6))
	for _, l := range bc6hLayouts {
		for range 200 {
			var ends [4][3]int
			for e := range ends {
				for c := range ends[e] {
					ends[e][c] = random.Intn(1 << l.bits(e, c))
					if random.Intn(4) == 0 { // the ends of the range, and 0
						n := l.bits(e, c)
						ends[e][c] = []int{0, 1<<n - 1, 1 << (n - 1), 1<<(n-1) - 1}[random.Intn(4)]
					}
				}
			}
			shape, weights, width := random.Intn(32), []int{0, 9, 18, 27, 37, 46, 55, 64}, 3
			if l.regions == 1 {
				shape, weights, width = 0, []int{0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}, 4
			}
			var indices [16]int
			for i := range indices {
				indices[i] = random.Intn(1 << width)
				if i == 0 || l.regions == 2 && i == int(bc7TwoAnchor[shape]) {
					indices[i] %= 1 << (width - 1)
				}
			}
			block := l.block(t, ends, shape, indices)
			for _, signed := range []bool{false, true} {
				f := gpu.FormatBC6HUF16
				if signed {
					f = gpu.FormatBC6HSF16
				}
				var out [128]byte
				DecodeBlock(f, out[:], block)
				for i := range 16 {
					region := 0
					if l.regions == 2 {
						region = int(bc7Two[shape]) >> i & 1
					}
					for c := range 3 {
						got := binary.LittleEndian.Uint16(out[8*i+2*c:])
						require.Equal(t, l.want(ends, region, c, weights[indices[i]], signed), got, fmt.Sprintf("mode %05b, %s, texel %d, component %d, ends %v", l.mode, f, i, c, ends))
					}
					require.EqualValues(t, 0x3c00, binary.LittleEndian.Uint16(out[8*i+6:]), "alpha is 1")
				}
			}
		}
	}
}

// Numbers that were worked out by hand.
func TestBC6HByHand(t *testing.T) {
	plain := bc6hLayouts[10] // ten bits, as they are
	for _, c := range []struct {
		v      int
		signed bool
		want   uint16
	}{
		{0, false, 0}, {0x3ff, false, 0x7bff}, {512, false, 0x3e0f}, {1, false, 0x2e}, // 1: (65536 + 32768) >> 10 = 96, 96 * 31 / 64 = 46
		{0, true, 0}, {0x1ff, true, 0x7bff}, {0x201, true, 0xfbff}, {0x200, true, 0xfbff}, {0x3ff, true, 0x805d}, // -1: (32768 + 16384) >> 9 = 96, 96 * 31 / 32 = 93
	} {
		f := gpu.FormatBC6HUF16
		if c.signed {
			f = gpu.FormatBC6HSF16
		}
		var out [128]byte
		DecodeBlock(f, out[:], plain.block(t, [4][3]int{{c.v, c.v, c.v}, {c.v, c.v, c.v}}, 0, [16]int{}))
		require.Equal(t, c.want, binary.LittleEndian.Uint16(out[:]), "%v", c)
	}
	wraps := bc6hLayouts[11] // 2047 + 1 is 0 in eleven bits
	var out [128]byte
	DecodeBlock(gpu.FormatBC6HUF16, out[:], wraps.block(t, [4][3]int{{2047, 0, 0}, {1, 0x1ff, 0}}, 0, [16]int{0, 15}))
	require.EqualValues(t, 0x7bff, binary.LittleEndian.Uint16(out[0:]))
	require.EqualValues(t, 0, binary.LittleEndian.Uint16(out[8:]))
	require.EqualValues(t, 0x7bff, binary.LittleEndian.Uint16(out[10:]), "0 - 1 is 2047")
}

func TestBC6HReservedModes(t *testing.T) {
	for _, mode := range []byte{0b10011, 0b10111, 0b11011, 0b11111} {
		block := make([]byte, 16)
		for i := range block {
			block[i] = 0xff
		}
		block[0] = 0xe0 | mode
		var out [128]byte
		DecodeBlock(gpu.FormatBC6HUF16, out[:], block)
		require.Equal(t, []byte{0, 0, 0, 0, 0, 0, 0, 0x3c}, out[:8], "black, alpha 1")
		require.Equal(t, out[:8], out[120:])
	}
}
