package readme

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestFormats: docs/formats.md has a row for each format.
func TestFormats(t *testing.T) {
	var b strings.Builder
	b.WriteString("| format | bytes | element | load | sample | UAV | target | blend | MSAA | depth |\n|---|---|---|---|---|---|---|---|---|---|\n")
	mark := map[bool]string{true: "✓"}
	for f := gpu.FormatUnknown + 1; f.Info().Name != ""; f++ {
		i := f.Info()
		integers := i.Numeric == gpu.NumericUint || i.Numeric == gpu.NumericSint
		fmt.Fprintf(&b, "| `%s` | %s |", f, texelBytes(t, f))
		for _, can := range []bool{f.Element(), f.Readable(), f.Readable() && !integers, f.Storable(), f.Renderable(), f.Renderable() && !integers, f.Renderable() || i.Depth, i.Depth} {
			fmt.Fprintf(&b, " %s |", mark[can])
		}
		b.WriteString("\n")
	}
	sectionOf(t, "../../docs/formats.md", "formats", b.String())
}

// texelBytes is the size of a texel as a reader counts it.
func texelBytes(t *testing.T, f gpu.Format) string {
	bytes, edge := f.Block()
	switch {
	case edge > 1:
		return fmt.Sprintf("%d/block", bytes)
	case f.Planes() == 2:
		return "4 + 1"
	}
	require.NotZero(t, bytes, f)
	return fmt.Sprint(bytes)
}
