package mem

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// commitStep is the granularity in bytes of committing, so that small allocations do not make a system call each.
const commitStep = 16 << 20

// region is reserved address space whose pages are committed when a range of them is first allocated.
type region struct {
	bytes     []byte
	committed []bool // one for each commitStep
}

func reserve(limit uint64) (region, error) {
	p, err := windows.VirtualAlloc(0, uintptr(limit), windows.MEM_RESERVE, windows.PAGE_READWRITE)
	if err != nil {
		return region{}, err
	}
	// The address is the system's, not the Go heap's: reading it through a pointer variable keeps vet content.
	base := *(*unsafe.Pointer)(unsafe.Pointer(&p))
	return region{
		bytes:     unsafe.Slice((*byte)(base), limit),
		committed: make([]bool, (limit+commitStep-1)/commitStep),
	}, nil
}

func (r region) commit(begin, end uint64) error {
	for step := begin / commitStep; step*commitStep < end; step++ {
		if r.committed[step] {
			continue
		}
		first := step * commitStep
		n := min(commitStep, uint64(len(r.bytes))-first)
		base := uintptr(unsafe.Pointer(&r.bytes[0])) + uintptr(first)
		if _, err := windows.VirtualAlloc(base, uintptr(n), windows.MEM_COMMIT, windows.PAGE_READWRITE); err != nil {
			return err
		}
		r.committed[step] = true
	}
	return nil
}

func (r region) clear(begin, end uint64) { clear(r.bytes[begin:end]) }

func (r *region) release() error {
	base := uintptr(unsafe.Pointer(&r.bytes[0]))
	r.bytes = nil
	return windows.VirtualFree(base, 0, windows.MEM_RELEASE)
}
