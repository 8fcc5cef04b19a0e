package excerpt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	const text = `local function helper()
  return 1
end
case("a", "silent", function(t)
  one()
  two()
end)
case("b", "silent", function(t) three() end)
case("c", "silent", function(ok)
  four()
end, "silent")
`
	const a = "case(\"a\", \"silent\", function(t)\n  one()\n  two()\nend)\n"
	const c = "case(\"c\", \"silent\", function(ok)\n  four()\nend, \"silent\")\n"
	require.Equal(t, strings.NewReplacer(a, "\n\n\n\n").Replace(text), Of(text, "c"))
	require.Equal(t, strings.NewReplacer(c, "\n\n\n").Replace(text), Of(text, "a, repaired"))
	require.Equal(t, strings.NewReplacer(a, "\n\n\n\n", c, "\n\n\n").Replace(text), Of(text, "b"))
}
