package descriptor

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func FuzzLoad(f *testing.F) {
	f.Add(make([]byte, Bytes))
	written := make([]byte, Bytes)
	d := Descriptor{Type: gpu.DescriptorUAV, Resource: 3, Mips: 1, Slices: 4}
	d.Put(written)
	f.Add(written)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) != Bytes {
			return
		}
		d := Load(b)
		if d.Type == gpu.DescriptorNone {
			require.Equal(t, Descriptor{Type: gpu.DescriptorNone}, d)
			return
		}
		require.Equal(t, Magic, binary.LittleEndian.Uint16(b))
		again := make([]byte, Bytes)
		d.Put(again)
		if d.MinLOD == d.MinLOD && d.Type != gpu.DescriptorSampler {
			require.Equal(t, d, Load(again))
		}
	})
}
