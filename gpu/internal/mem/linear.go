package mem

import (
	"fmt"

	"github.com/tetratelabs/wazero/experimental"
)

// Allocator gives every WebAssembly module that is instantiated with it this space as its memory, instead of memory of
// its own. The module must declare Pages pages. Closing a module leaves the space as it is.
func (s *Space) Allocator() experimental.MemoryAllocator {
	return experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return linear{s} })
}

// Pages is the length of the space in WebAssembly pages.
func (s *Space) Pages() uint32 { return uint32(s.Limit() / PageSize) }

type linear struct{ space *Space }

// Reallocate hands out the first size bytes of the space; a memory never grows beyond it.
func (l linear) Reallocate(size uint64) []byte {
	if size > l.space.Limit() {
		panic(fmt.Sprintf("BUG: mem: a module asks for %d bytes of memory, the space has %d", size, l.space.Limit()))
	}
	return l.space.region.bytes[:size:size]
}

// Free does nothing: the space outlives every module.
func (l linear) Free() {}
