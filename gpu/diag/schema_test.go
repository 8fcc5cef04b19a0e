package diag

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSchema: docs/diagnostics.md has a row for each field of the JSON form, in the same order, in its chapter for tools, and names the version.
func TestSchema(t *testing.T) {
	page, err := os.ReadFile("../../docs/diagnostics.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "\n## For tools\n")
	require.True(t, found)
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(text, -1) {
		documented = append(documented, row[1])
	}
	var fields []string
	for _, v := range []any{jsonDiagnostic{}, Range{}, jsonLabel{}, jsonSpan{}, jsonHelp{}, jsonEdit{}, jsonID{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			fields = append(fields, name)
		}
	}
	require.Equal(t, fields, documented)
	require.Equal(t, 1, JSONVersion)
	require.Contains(t, text, "This is version 1 of the format.")
	for _, edit := range editNames[1:] {
		require.Contains(t, text, `"`+edit+`"`)
	}
}
