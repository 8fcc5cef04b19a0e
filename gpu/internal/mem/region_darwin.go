package mem

import "syscall"

const mapFlags = syscall.MAP_PRIVATE | syscall.MAP_ANON

// adviseHuge does nothing: the system has no such advice.
func adviseHuge([]byte) {}

func (r region) clear(begin, end uint64) { clear(r.bytes[begin:end]) }
