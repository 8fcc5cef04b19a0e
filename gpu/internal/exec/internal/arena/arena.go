// Package arena is scratch memory in VRAM that grows and is reused. It must not know what for.
package arena

import "github.com/gpuscript/gpuscript/gpu/internal/mem"

// Arena is a piece of VRAM. Its zero value has none.
type Arena struct {
	Base uint64 // address
	size uint64
}

// Reserve makes room for n bytes and says whether there is enough VRAM. What was there is lost.
func (a *Arena) Reserve(space *mem.Space, n uint64) bool {
	if n <= a.size {
		return true
	}
	a.Free(space)
	n = max(n+n/4, 1<<20)
	base, err := space.Alloc(n, 4096)
	if err != nil {
		return false
	}
	a.Base, a.size = base, n
	return true
}

// Free gives the memory back.
func (a *Arena) Free(space *mem.Space) {
	if a.size > 0 {
		space.Free(a.Base)
	}
	*a = Arena{}
}
