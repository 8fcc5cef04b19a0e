package main

import (
	"strings"

	"github.com/gpuscript/gpuscript/docs"
)

// shaderTables are the tables of the page on kernels that the reference has, too: how a line of each becomes a row, and the heading
// of those lines that stand below none.
var shaderTables = []struct {
	name, heading string
	row           func(cells []string) row
}{
	{"intrinsics", "", intrinsicRow},
	{"methods", "Methods of resources in shaders", func(c []string) row { return row{[]string{c[0], c[1] + "<br>of " + c[2]}} }},
	{"system values", "System values", func(c []string) row { return row{[]string{c[1], c[0] + " shader, " + c[2]}} }},
}

// intrinsicRow is a function of shaders. "local s, c = sincos(x)" is written as calls of the API are: "sincos(x) → s, c".
func intrinsicRow(c []string) row {
	call, does := c[0], c[1]
	if results, rest, several := strings.Cut(strings.TrimPrefix(call, "local "), " = "); several {
		call = rest + " → " + results
	}
	if len(c) > 2 && c[2] != "" {
		does += "<br>within " + c[2] + " ULP"
	}
	return row{[]string{call, does}}
}

// shaderTopics reads what shaders call from the page on kernels.
func shaderTopics() (all []topic) {
	for _, table := range shaderTables {
		_, text, _ := strings.Cut(docs.Kernels, "<!-- BEGIN "+table.name+":")
		text, _, _ = strings.Cut(text, "<!-- END "+table.name)
		if table.heading != "" {
			all = append(all, topic{group: "Shaders", name: table.heading})
		}
		head := true
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(line, "### "):
				all = append(all, topic{group: "Shaders", name: line[4:]})
				head = true
			case !strings.HasPrefix(line, "| "):
			case head: // the names of the columns
				head = false
			default:
				t := &all[len(all)-1]
				t.rows = append(t.rows, table.row(cells(line)))
			}
		}
	}
	return all
}
