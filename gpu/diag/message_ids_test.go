package diag

import (
	_ "embed"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// header are the messages as d3d12sdklayers.h has them.
//
//go:embed testdata/d3d12_messages.txt
var header string

// TestMessageIDs: every message is spelled and numbered as in the header, and the rows are sorted.
func TestMessageIDs(t *testing.T) {
	numbers := numbersOf(t)
	for code, id := range messageIDs {
		require.Equal(t, numbers[id.Name], id.Number, "%v: %s", code, id.Name)
		_, known := Explain(code)
		require.True(t, known, "%d", code)
	}
	source, err := os.ReadFile("message_ids.go")
	require.NoError(t, err)
	rows := regexp.MustCompile(`(?m)^\t(\w+): +\{"`).FindAllStringSubmatch(string(source), -1)
	require.Len(t, rows, len(messageIDs))
	require.True(t, slices.IsSortedFunc(rows, func(a, b []string) int { return strings.Compare(a[1], b[1]) }))
}

// numbersOf are the numbers of the header, by name.
func numbersOf(t *testing.T) map[string]int {
	numbers := map[string]int{}
	for line := range strings.Lines(header) {
		if number, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && number != "#" {
			n, err := strconv.Atoi(number)
			require.NoError(t, err)
			require.NotContains(t, numbers, name)
			numbers[name] = n
		}
	}
	return numbers
}

// TestMessagesOfCases: what a rule names for its case is in the header, too.
func TestMessagesOfCases(t *testing.T) {
	numbers, found := numbersOf(t), 0
	require.NoError(t, filepath.WalkDir("../validate", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`"([A-Z][A-Z0-9_]{5,}) \((\d+)\)"`).FindAllStringSubmatch(string(source), -1) {
			n, _ := strconv.Atoi(m[2])
			require.True(t, slices.ContainsFunc([]string{"", "CREATEUNORDEREDACCESSVIEW_", "CREATEINPUTLAYOUT_", "COPYTEXTUREREGION_"}, func(head string) bool { return numbers[head+m[1]] == n }), "%s: %s", path, m[0])
			found++
		}
		return err
	}))
	require.NotZero(t, found)
}

// TestMessagesOfRules: the language, kernels and DirectML have no message; most rules of the API have one.
func TestMessagesOfRules(t *testing.T) {
	have, all := 0, 0
	for _, d := range Docs() {
		_, ok := d.Code.MessageID()
		if g := d.Code / 100; g < 3 || g == 7 && d.Code < EventWithoutCommit { // DirectML's debug layer numbers nothing
			require.False(t, ok, "%v", d.Code)
			continue
		}
		all++
		if ok {
			have++
		}
	}
	require.Greater(t, 2*have, all)
	t.Logf("%d of %d codes of rules have a message", have, all)
}

func TestD3D12(t *testing.T) {
	d := New(WrongBefore, "x")
	id, ok := d.D3D12()
	require.True(t, ok)
	require.Equal(t, "RESOURCE_BARRIER_BEFORE_AFTER_MISMATCH (527)", id.String())
	require.Equal(t, "D3D12_MESSAGE_ID_RESOURCE_BARRIER_BEFORE_AFTER_MISMATCH", id.FullName())

	d.Prop("d3d12", "INVALID_BUNDLE_API (546)") // the case has another one
	id, ok = d.D3D12()
	require.True(t, ok)
	require.Equal(t, MessageID{"INVALID_BUNDLE_API", 546}, id)
	for _, none := range []string{"", "X", "X (y)"} {
		id, ok = New(WrongBefore, "x").Prop("d3d12", none).D3D12()
		require.False(t, ok, none)
		require.Empty(t, id.FullName()+id.String())
	}
	_, ok = New(SyntaxError, "x").D3D12()
	require.False(t, ok)
}
