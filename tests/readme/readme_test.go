// Package readme keeps the tables of the README true: those between BEGIN and END comments are made from the code.
package readme

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host"
)

var update = flag.Bool("update", false, "rewrite the sections of the README")

const path = "../../README.md"

// section replaces, or compares, what stands between <!-- BEGIN name … --> and <!-- END name -->.
func section(t *testing.T, name, want string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	block := regexp.MustCompile(`(?s)(<!-- BEGIN ` + name + `:[^\n]*-->\n)(.*?)(<!-- END ` + name + ` -->)`)
	found := block.FindSubmatch(text)
	require.NotNil(t, found, "the README has no section %q", name)
	if *update {
		out := block.ReplaceAllFunc(text, func([]byte) []byte { return bytes.Join([][]byte{found[1], []byte(want), found[3]}, nil) })
		require.NoError(t, os.WriteFile(path, out, 0o644))
		return
	}
	require.Equal(t, want, string(found[2]), "go test ./tests/readme -update rewrites it")
}

func TestProfiles(t *testing.T) {
	var b strings.Builder
	b.WriteString("| profile | what it is |\n|---|---|\n")
	for _, p := range device.Profiles() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", p.Name, p.Description)
	}
	section(t, "profiles", b.String())
}

func TestRules(t *testing.T) {
	var b strings.Builder
	for _, g := range []struct {
		hundred diag.Code
		title   string
	}{{1, "GS01xx: language, host and bindings"}, {2, "GS02xx: kernels"}, {3, "GS03xx: what a call may be"}, {4, "GS04xx: states"},
		{5, "GS05xx: order"}, {6, "GS06xx: lifetimes and descriptors"}, {7, "GS07xx: operators"}, {8, "GS08xx: graphics"}, {9, "GS09xx: advice"}} {
		rows := ""
		n := 0
		for _, d := range diag.Docs() {
			if d.Code/100 != g.hundred {
				continue
			}
			rule := strings.ReplaceAll(d.Rule, "|", `\|`)
			rows += fmt.Sprintf("| %v | %s | %s. |\n", d.Code, d.Name, strings.ToUpper(rule[:1])+rule[1:])
			n++
		}
		if n > 0 {
			fmt.Fprintf(&b, "<details><summary>%s (%d)</summary>\n\n| code | name | rule |\n|---|---|---|\n%s\n</details>\n", g.title, n, rows)
		}
	}
	section(t, "rules", b.String())
}

func TestOutput(t *testing.T) {
	var out bytes.Buffer
	h := host.New(host.Options{Dir: "../../scripts", Stdout: &out})
	defer h.Close()
	require.NoError(t, h.RunFile(context.Background(), "../../scripts/high_priority.lua"))
	section(t, "output", "```\n"+out.String()+"```\n")
}

func TestBench(t *testing.T) {
	table, err := os.ReadFile("../bench/TABLE.md")
	require.NoError(t, err)
	_, body, _ := strings.Cut(string(table), "\n\n") // the title is the README's own
	section(t, "bench", strings.ReplaceAll(body, "\n## ", "\n### "))
}

// TestScripts runs the scripts of the README and compares what they print with the block behind them.
func TestScripts(t *testing.T) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	pairs := regexp.MustCompile("(?s)```lua\n(.*?)```\n\n```\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.Len(t, pairs, 2)
	for _, pair := range pairs {
		var out bytes.Buffer
		h := host.New(host.Options{Stdout: &out})
		if h.RunString(context.Background(), "scene.lua", pair[1]) != nil {
			require.NoError(t, h.WriteDiagnostics(&out, render.Options{}))
		}
		require.NoError(t, h.Close())
		require.Equal(t, pair[2], out.String())
	}
}
