package repair

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// TestFrames: frame loops as people write them, of which one line is taken out. The mark --~ at its end is followed by the lines that are put in
// then, with | between them; by nothing where the line comes back as it was. The mark --<> is at the end of a line that is exchanged with the next
// one; both come back.
func TestFrames(t *testing.T) {
	files, err := filepath.Glob("testdata/frames/*.lua")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		whole, err := Script(context.Background(), file, host.Options{})
		require.NoError(t, err)
		require.Empty(t, whole.Left, file)
		require.Equal(t, host.ExitOK, whole.Exit, file)
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if code, _, marked := strings.Cut(line, "--<>"); marked {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".lua")+"/exchanged/"+strings.TrimSpace(code), func(t *testing.T) {
					other := slices.Clone(lines)
					other[i], other[i+1] = other[i+1], other[i]
					path := script(t, strings.Join(other, "\n"), map[string]string{})
					o, err := Script(context.Background(), path, host.Options{})
					require.NoError(t, err)
					require.Empty(t, o.Left)
					require.Equal(t, string(text), o.After[filepath.ToSlash(path)])
				})
			}
			code, want, marked := strings.Cut(line, "--~")
			if !marked {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".lua")+"/"+strings.TrimSpace(code), func(t *testing.T) {
				if want = strings.TrimSpace(want); want == "" {
					want, _, _ = strings.Cut(code, " --")
				}
				rest := append(append([]string{}, lines[:i]...), lines[i+1:]...)
				path := script(t, strings.Join(rest, "\n"), map[string]string{})
				o, err := Script(context.Background(), path, host.Options{})
				require.NoError(t, err)
				require.Empty(t, o.Left)
				require.Equal(t, strings.TrimSpace(want), strings.Join(added(t, rest, o.After[filepath.ToSlash(path)]), " | "))
			})
		}
	}
}

// added are the lines of a text that are not those before, which stay in their order.
func added(t *testing.T, before []string, text string) (more []string) {
	k := 0
	for _, line := range strings.Split(text, "\n") {
		if k < len(before) && line == before[k] {
			k++
			continue
		}
		more = append(more, strings.TrimSpace(line))
	}
	require.Len(t, before, k)
	return more
}
