//go:build !linux && !darwin && !windows

package mem

// region is one Go allocation. Large ones come fresh from the system, which commits pages when they are touched.
type region struct{ bytes []byte }

func reserve(limit uint64) (region, error) { return region{bytes: make([]byte, limit)}, nil }

func (r region) commit(begin, end uint64) error { return nil }

func (r region) clear(begin, end uint64) { clear(r.bytes[begin:end]) }

func (r *region) release() error {
	r.bytes = nil
	return nil
}
