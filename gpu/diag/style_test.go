package diag

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestCodeStyle(t *testing.T) {
	require.Empty(t, checkStyle(Docs()))
}

// TestCodeStyleComplains shows each complaint of the style test once, beside a file without fault.
func TestCodeStyleComplains(t *testing.T) {
	const good = "// Good occurs when x.\n//\n// Rule: r (source: s).\n//\n// Example:\n//\ta\n//\n// Fixed:\n//\tb\n"
	tests := []struct{ name, file, source, want string }{
		{"good", "codes_state.go", good + "const Good Code = 401", ""},
		{"last of range", "codes_state.go", good + "const Good Code = 499", ""},
		{"out of range", "codes_state.go", good + "const Good Code = 500", "outside GS0401 to GS0499"},
		{"file unknown", "codes_other.go", good + "const Good Code = 401", "no range of codes"},
		{"twice", "codes_state.go", good + "const Good Code = 401\n" + strings.ReplaceAll(good, "Good", "Other") + "const Other Code = 401", "used twice"},
		{"name twice", "codes_state.go", good + "const Good Code = 401\n" + good + "const Good Code = 402", "name is used twice"},
		{"no comment", "codes_state.go", "const Good Code = 401", "does not begin with"},
		{"no stop", "codes_state.go", strings.Replace(good, "x.", "x", 1) + "const Good Code = 401", "full stop"},
		{"no source", "codes_state.go", strings.Replace(good, "(source: s)", "", 1) + "const Good Code = 401", "no `Rule"},
		{"no twin", "codes_state.go", strings.Replace(good, "Fixed:", "More:", 1) + "const Good Code = 401", "no `Example:`"},
		{"same twin", "codes_state.go", strings.Replace(good, "\tb", "\ta", 1) + "const Good Code = 401", "is the failing one"},
		{"reason", "codes_state.go", good[:strings.Index(good, "// Example")] + "// No example: y.\nconst Good Code = 401", ""},
		{"reason without stop", "codes_state.go", good[:strings.Index(good, "// Example")] + "// No example: y\nconst Good Code = 401", "not a sentence"},
		{"both", "codes_state.go", good + "//\n// No example: y.\nconst Good Code = 401", "a reason for having none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			docs, err := parseDocs(fstest.MapFS{tt.file: {Data: []byte("package diag\n\n" + tt.source + "\n")}})
			require.NoError(t, err)
			got := strings.Join(checkStyle(docs), "\n")
			if tt.want == "" {
				require.Empty(t, got)
			}
			require.Contains(t, got, tt.want)
		})
	}
}

// codeGroups maps each codes file to the hundreds digit of its codes.
var codeGroups = map[string]int{
	"codes_advice.go":               9,
	"codes_advice_constants.go":     9,
	"codes_kernel_advice.go":        9,
	"codes_background.go":           7,
	"codes_dml.go":                  7,
	"codes_dml_bindings.go":         7,
	"codes_dml_execution.go":        7,
	"codes_dml_graphs.go":           7,
	"codes_engine.go":               6,
	"codes_engine_bindings.go":      6,
	"codes_engine_memory.go":        6,
	"codes_graphics.go":             8,
	"codes_graphics_advice.go":      9,
	"codes_graphics_fetch.go":       9,
	"codes_graphics_draws.go":       8,
	"codes_graphics_pipeline.go":    8,
	"codes_graphics_present.go":     8,
	"codes_kernel.go":               2,
	"codes_kernel_declarations.go":  2,
	"codes_kernel_entry.go":         2,
	"codes_kernel_resources.go":     2,
	"codes_kernel_stages.go":        2,
	"codes_kernel_types.go":         2,
	"codes_kernel_uses.go":          2,
	"codes_language.go":             1,
	"codes_language_limits.go":      1,
	"codes_language_model.go":       1,
	"codes_language_messages.go":    1,
	"codes_lifetime.go":             6,
	"codes_lifetime_bundles.go":     6,
	"codes_lifetime_data.go":        6,
	"codes_lifetime_descriptors.go": 6,
	"codes_lifetime_residency.go":   6,
	"codes_stateless_root.go":       3,
	"codes_lifetime_targets.go":     6,
	"codes_operators.go":            7,
	"codes_state.go":                4,
	"codes_stateless.go":            3,
	"codes_stateless_barriers.go":   3,
	"codes_stateless_commands.go":   3,
	"codes_stateless_copies.go":     3,
	"codes_stateless_protocol.go":   3,
	"codes_stateless_views.go":      3,
	"codes_sync.go":                 5,
	"codes_sync_groups.go":          5,
	"codes_sync_race.go":            5,
}

// checkStyle returns what is wrong with the form of the documentation, one complaint an entry. It is the law for all codes
// files.
func checkStyle(docs []Doc) []string {
	var complaints []string
	names, last := map[string]bool{}, map[string]Code{}
	for _, d := range docs {
		complain := func(format string, args ...any) {
			complaints = append(complaints, d.file+": "+d.Name+" ("+fmt.Sprint(uint16(d.Code))+"): "+fmt.Sprintf(format, args...))
		}
		if names[d.Name] {
			complain("the name is used twice")
		}
		group, known := codeGroups[d.file]
		switch {
		case !known:
			complain("the file has no range of codes")
		case int(d.Code)/100 != group:
			complain("the code is outside GS%02d01 to GS%02d99", group, group)
		case d.Code <= last[d.file]:
			complain("the code is used twice")
		}
		names[d.Name], last[d.file] = true, d.Code
		d.checkProse(complain)
	}
	return complaints
}

// checkProse looks at the sections of one code.
func (d Doc) checkProse(complain func(string, ...any)) {
	if !strings.HasPrefix(d.Summary, d.Name+" occurs when ") {
		complain("the comment does not begin with %q", d.Name+" occurs when ")
	}
	if !strings.HasSuffix(d.Summary, ".") {
		complain("the first paragraph does not end with a full stop")
	}
	if d.Rule == "" || d.Source == "" {
		complain("there is no `Rule: … (source: …).`")
	}
	switch {
	case d.NoExample != "" && d.Example+d.Fixed != "":
		complain("there is an example and a reason for having none")
	case d.NoExample != "":
		if !strings.HasSuffix(d.NoExample, ".") {
			complain("the reason for having no example is not a sentence")
		}
	case d.Example == "" || d.Fixed == "":
		complain("there is no `Example:` with a `Fixed:` twin, and no `No example:` with a reason")
	case d.Example == d.Fixed:
		complain("the fixed script is the failing one")
	}
}
