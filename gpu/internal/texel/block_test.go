package texel

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// ends is a block of BC1 with two colors and the same selector in each row.
func ends(first, second uint16, rows byte) []byte {
	b := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, first), second)
	return append(b, rows, rows, rows, rows)
}

const eachOnce = 0b11_10_01_00 // texels 0 to 3 of a row select 0 to 3

func TestDecodeColours(t *testing.T) {
	var out [64]byte
	DecodeBlock(gpu.FormatBC1Unorm, out[:], ends(0xffff, 0x0000, eachOnce))
	require.Equal(t, []byte{255, 255, 255, 255, 0, 0, 0, 255, 170, 170, 170, 255, 85, 85, 85, 255}, out[:16], "white, black, two thirds, one third")
	require.Equal(t, out[:16], out[48:64], "all rows are alike")
	DecodeBlock(gpu.FormatBC1Unorm, out[:], ends(0x0000, 0xffff, eachOnce))
	require.Equal(t, []byte{0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 0}, out[:16], "the ends in the other order: a half, and transparent black")
	DecodeBlock(gpu.FormatBC1Unorm, out[:], ends(0xf800, 0x07e0, 0))
	require.Equal(t, []byte{255, 0, 0, 255}, out[:4], "red in the highest bits")
}

func TestDecodeAlpha(t *testing.T) {
	var out [64]byte
	DecodeBlock(gpu.FormatBC2Unorm, out[:], append([]byte{0xf0, 0x08, 0, 0, 0, 0, 0, 0}, ends(0, 0xffff, 0)...))
	require.Equal(t, []byte{0, 255, 136, 0}, []byte{out[3], out[7], out[11], out[15]}, "four bits times 17, the low ones first")
	require.Equal(t, []byte{0, 0, 0}, out[:3], "BC2 has four colors in any order of the ends")
	seven := append([]byte{255, 0, 0b10_001_000, 0, 0, 0, 0, 0}, ends(0, 0, 0)...)
	DecodeBlock(gpu.FormatBC3Unorm, out[:], seven)
	require.Equal(t, []byte{255, 0, 219}, []byte{out[3], out[7], out[11]}, "255, 0, and 6/7 of 255 = 218.6")
	five := append([]byte{0, 255, 0b11_111_110, 0, 0, 0, 0, 0}, ends(0, 0, 0)...)
	DecodeBlock(gpu.FormatBC3Unorm, out[:], five)
	require.Equal(t, []byte{0, 255}, []byte{out[3], out[7]}, "the ends of the range")
}

func TestDecodeRamps(t *testing.T) {
	var out [64]byte
	word := func(i int) uint16 { return binary.LittleEndian.Uint16(out[2*i:]) }
	DecodeBlock(gpu.FormatBC4Unorm, out[:], []byte{255, 0, 0b10_001_000, 0, 0, 0, 0, 0})
	require.Equal(t, []uint16{65535, 0, 56173}, []uint16{word(0), word(1), word(2)}, "6/7 of 65535 = 56172.9")
	DecodeBlock(gpu.FormatBC4Snorm, out[:], []byte{0x80, 0x81, 0b00_001_000, 0, 0, 0, 0, 0})
	require.Equal(t, word(0), word(1), "-128 and -127 are both -1")
	require.EqualValues(t, 0x8001, word(0))
	DecodeBlock(gpu.FormatBC5Unorm, out[:], []byte{10, 10, 0, 0, 0, 0, 0, 0, 20, 20, 0, 0, 0, 0, 0, 0})
	require.Equal(t, []uint16{2570, 5140}, []uint16{word(0), word(1)}, "10/255 and 20/255: red and green side by side")
}

func FuzzDecodeBlock(f *testing.F) {
	f.Add(uint8(gpu.FormatBC1Unorm), make([]byte, 16))
	f.Fuzz(func(t *testing.T, format uint8, block []byte) {
		v := gpu.Format(format)
		if Decoded(v) == gpu.FormatUnknown || len(block) < 16 {
			return
		}
		var out [128]byte
		DecodeBlock(v, out[:], block)
	})
}

func TestExtreme(t *testing.T) {
	texels := [][]byte{{10, 200}, {30, 100}, {20, 250}}
	var out [2]byte
	Extreme(gpu.FormatR8G8Unorm, out[:], texels, false)
	require.Equal(t, [2]byte{10, 100}, out)
	Extreme(gpu.FormatR8G8Unorm, out[:], texels, true)
	require.Equal(t, [2]byte{30, 250}, out)
	Extreme(gpu.FormatR8G8Sint, out[:], texels, true)
	require.Equal(t, [2]byte{30, 100}, out, "200 is -56 with a sign, 250 is -6")
}
