package jit

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// supported tells whether wazero compiles for this platform. Its own check is internal: amd64 with SSE4.1 and arm64 on the
// systems below, where memory can be made executable.
func supported() bool {
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd", "netbsd", "windows":
	default:
		return false
	}
	return runtime.GOARCH == "arm64" || runtime.GOARCH == "amd64" && cpu.X86.HasSSE41
}
