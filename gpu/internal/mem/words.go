package mem

import (
	"encoding/binary"
	"unsafe"
)

// Words are bytes as numbers in the order in which kernels see them, without a copy. It gives nil where the machine has another order, or the bytes
// do not begin at a multiple of 4.
func Words(b []byte) []uint32 {
	at := unsafe.Pointer(unsafe.SliceData(b))
	if uintptr(at)%4 != 0 || len(b) < 4 || binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil
	}
	return unsafe.Slice((*uint32)(at), len(b)/4)
}
