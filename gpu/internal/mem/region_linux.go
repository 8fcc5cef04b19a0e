package mem

import "syscall"

// MAP_NORESERVE keeps a 4 GiB reservation from counting as memory in use.
const mapFlags = syscall.MAP_PRIVATE | syscall.MAP_ANON | syscall.MAP_NORESERVE

// giveBackFrom is the length in bytes from which clearing gives whole pages back to the system, which is faster than
// writing zeros and lowers what the process holds.
const giveBackFrom = 4 << 20

// adviseHuge asks for huge pages. A system that has none refuses, which changes speed and nothing else.
func adviseHuge(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }

// clear zeroes [begin, end). Private anonymous pages that were given back read zero.
func (r region) clear(begin, end uint64) {
	if end-begin < giveBackFrom {
		clear(r.bytes[begin:end])
		return
	}
	first, last := alignUp(begin, PageSize), end/PageSize*PageSize
	if err := syscall.Madvise(r.bytes[first:last], syscall.MADV_DONTNEED); err != nil {
		clear(r.bytes[first:last])
	}
	clear(r.bytes[begin:first])
	clear(r.bytes[last:end])
}
