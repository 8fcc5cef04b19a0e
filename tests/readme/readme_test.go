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

const (
	path    = "../../README.md"
	command = "../../docs/command.md"
	rules   = "../../docs/rules.md"
)

// section replaces, or compares, what stands between <!-- BEGIN name … --> and <!-- END name --> in the README.
func section(t *testing.T, name, want string) {
	t.Helper()
	sectionOf(t, path, name, want)
}

// sectionOf is section for any text.
func sectionOf(t *testing.T, path, name, want string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	block := regexp.MustCompile(`(?s)(<!-- BEGIN ` + name + `:[^\n]*-->\n)(.*?)(<!-- END ` + name + ` -->)`)
	found := block.FindSubmatch(text)
	require.NotNil(t, found, "%s has no section %q", path, name)
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
	sectionOf(t, command, "profiles", b.String())
}

// families are the codes by their hundreds.
func families() (all [][]diag.Doc) {
	for _, d := range diag.Docs() {
		if n := len(all); n == 0 || all[n-1][0].Code/100 != d.Code/100 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], d)
	}
	return all
}

// ruleOf is the rule of a code as a sentence in a table.
func ruleOf(d diag.Doc) string {
	rule := strings.ReplaceAll(d.Rule, "|", `\|`)
	return strings.ToUpper(rule[:1]) + rule[1:] + "."
}

// TestFamilies: the README shows how many codes each family has, and its first rule.
func TestFamilies(t *testing.T) {
	var b strings.Builder
	b.WriteString("| family | codes | for example |\n|---|---|---|\n")
	for _, f := range families() {
		fmt.Fprintf(&b, "| %s | %d | %s: %s |\n", diag.FamilyName(f[0].Code/100), len(f), f[0].Name, ruleOf(f[0]))
	}
	section(t, "families", b.String())
}

func TestRules(t *testing.T) {
	var b strings.Builder
	for _, f := range families() {
		fmt.Fprintf(&b, "## %s\n\n%d codes.\n\n| code | name | rule |\n|---|---|---|\n", diag.FamilyName(f[0].Code/100), len(f))
		for _, d := range f {
			fmt.Fprintf(&b, "| %v | %s | %s |\n", d.Code, d.Name, ruleOf(d))
		}
		b.WriteString("\n")
	}
	sectionOf(t, rules, "rules", b.String())
}

func TestOutput(t *testing.T) {
	var out bytes.Buffer
	h := host.New(host.Options{Dir: "../../scripts", Stdout: &out})
	defer h.Close()
	require.NoError(t, h.RunFile(context.Background(), "../../scripts/high_priority.lua"))
	section(t, "output", "```\n"+out.String()+"```\n")
}

// TestScripts runs the scripts of the README and compares what they print with the block after them.
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
