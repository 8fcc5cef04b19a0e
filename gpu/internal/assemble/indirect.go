package assemble

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu"
)

// The numbers of DXGI_FORMAT that indices can have.
const (
	dxgiR32Uint = 42
	dxgiR16Uint = 57
)

// IndexFormat is the format that a number of DXGI_FORMAT in an argument buffer names.
func IndexFormat(dxgi uint32) gpu.Format {
	if dxgi == dxgiR16Uint {
		return gpu.FormatR16Uint
	}
	return gpu.FormatR32Uint
}

// BadIndexFormat is the format, as a number of DXGI_FORMAT, of an index buffer view among the bytes of a command that no indices have. Null views
// have any.
func BadIndexFormat(d *gpu.CommandSignatureDesc, args []byte) (dxgi uint32, bad bool) {
	for _, a := range d.ArgumentDescs {
		piece := args[:a.SizeInBytes()]
		args = args[len(piece):]
		if a.Type != gpu.IndirectIndexBufferView || binary.LittleEndian.Uint64(piece) == 0 {
			continue
		}
		if dxgi = binary.LittleEndian.Uint32(piece[12:]); dxgi != dxgiR16Uint && dxgi != dxgiR32Uint {
			return dxgi, true
		}
	}
	return 0, false
}
