package bindings_test

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// hostileShaders is a script with a shader of each stage, which print "made" as they stand. Their statements are marked.
//
//go:embed testdata/shaders.lua
var hostileShaders string

var (
	shaderBody  = regexp.MustCompile(`(?s)--\[\[begin\]\](.*?)--\[\[end\]\]`)
	shaderToken = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|[0-9.]+|==|[^\sA-Za-z_0-9]`)
)

// extra are words that the shaders do not have yet.
var extra = []string{"nil", "true", "{ x = 1 }", "{}", "0.0", "-1", "4294967296", "1e39", `"text"`, "...", "goto", "function() end", "float", "int3", "half2", "float4x4", "bool2", "uint(3)", "#",
	"..", "^", "%", "and", "or", "~=", "xyzw", "w", "rgba", "mips[1]", "GroupID", "clip(c)", "QuadReadAcrossX(c)", "sincos(sum)", "GetDimensions()", "any(v)", "asuint(v)", "WaveReadLaneAt(v, 2)", "dst(v, v)"}

// mutated is the script with a few words of its shaders replaced, dropped, doubled or exchanged.
func (w *writer) mutated() string {
	words := append(shaderToken.FindAllString(strings.Join(shaderBody.FindAllString(hostileShaders, -1), " "), -1), extra...)
	return shaderBody.ReplaceAllStringFunc(hostileShaders, func(body string) string {
		places := shaderToken.FindAllStringIndex(body, -1)
		for range w.IntN(3) {
			p := places[w.IntN(len(places))]
			switch w.IntN(6) {
			case 0:
				body = body[:p[0]] + body[p[1]:]
			case 1:
				body = body[:p[1]] + " " + body[p[0]:]
			default:
				body = body[:p[0]] + " " + w.of(words) + " " + body[p[1]:]
			}
			places = shaderToken.FindAllStringIndex(body, -1)
		}
		return body
	})
}

// TestHostileShaders compiles shaders with words that do not belong there: every one is made or refused with words for its author.
//
//	go test ./bindings -run HostileShaders -hostile 20000
func TestHostileShaders(t *testing.T) {
	require.NotContains(t, hostileRun(t, hostileShaders, func(*host.Options) {}), "GS", "the shaders are right as they stand")
	for seed := *hostileFirst; seed < *hostileFirst+uint64(*hostileSeeds)*4; seed++ {
		w := &writer{rand.New(rand.NewPCG(seed, 12)), 1}
		script := w.mutated()
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Cleanup(func() {
				if t.Failed() {
					path := filepath.Join(os.TempDir(), fmt.Sprintf("hostile-shader-%d.lua", seed))
					t.Logf("the script is %s (%v)", path, os.WriteFile(path, []byte(script), 0o644))
				}
			})
			hostileShow(t, script, func(*host.Options) {})
		})
	}
}
