package lualib

import (
	"fmt"
	"strings"
)

// ChunkName reads a chunk name of Lua: after '=' or '@' a name, anything else the text itself, shown as [string "…"].
func ChunkName(name string) string {
	if name != "" && (name[0] == '=' || name[0] == '@') {
		return name[1:]
	}
	const longest = 60
	line, _, more := strings.Cut(name, "\n")
	if len(line) > longest {
		line, more = strings.ToValidUTF8(line[:longest], ""), true
	}
	if more {
		line += "..."
	}
	return fmt.Sprintf("[string %q]", line)
}
