//go:build linux || darwin

package mem

import "syscall"

// region is an anonymous mapping. Pages are committed by the system when they are touched.
type region struct{ bytes []byte }

func reserve(limit uint64) (region, error) {
	b, err := syscall.Mmap(-1, 0, int(limit), syscall.PROT_READ|syscall.PROT_WRITE, mapFlags)
	if err != nil {
		return region{}, err
	}
	adviseHuge(b)
	return region{bytes: b}, nil
}

func (r region) commit(begin, end uint64) error { return nil }

func (r *region) release() error {
	b := r.bytes
	r.bytes = nil
	return syscall.Munmap(b)
}
