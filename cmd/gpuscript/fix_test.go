package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFix: the difference is shown, or written with --write, and what has no exact edit is left.
func TestFix(t *testing.T) {
	const broken = "local gpu = require \"gpu\"\nlocal device = gpu.CreateDevise {}\n"
	files(t, map[string]string{"a.lua": broken, "left.lua": broken + "print(nothing + 1)\n", "right.lua": "print(1)\n"})
	stdout, stderr, exit := command("fix", "a.lua")
	require.Equal(t, `--- a.lua
+++ a.lua (repaired)
@@ -1,2 +1,2 @@
 local gpu = require "gpu"
-local device = gpu.CreateDevise {}
+local device = gpu.CreateDevice {}
`, stdout)
	require.Equal(t, "a.lua:2:20: error[GS0122]: module gpu has no function or value CreateDevise\n"+
		"1 suggestion followed; gpuscript fix --write a.lua changes the files\n", stderr)
	require.Zero(t, exit)
	text, err := os.ReadFile("a.lua")
	require.NoError(t, err)
	require.Equal(t, broken, string(text))

	stdout, stderr, exit = command("fix", "--write", "a.lua")
	require.Empty(t, stdout)
	require.Contains(t, stderr, "\n1 suggestion followed\n")
	require.Zero(t, exit)
	text, err = os.ReadFile("a.lua")
	require.NoError(t, err)
	require.Equal(t, "local gpu = require \"gpu\"\nlocal device = gpu.CreateDevice {}\n", string(text))

	stdout, stderr, exit = command("fix", "left.lua")
	require.Contains(t, stdout, "+local device = gpu.CreateDevice {}\n")
	require.Contains(t, stderr, "\nerror[GS0106]: ", "the whole message")
	require.Contains(t, stderr, "\n1 suggestion followed, 1 message left; gpuscript fix --write left.lua changes the files\n")
	require.Equal(t, 1, exit)

	stdout, stderr, exit = command("fix", "right.lua")
	require.Empty(t, stdout, "not what the script prints")
	require.Equal(t, "nothing is reported about right.lua\n", stderr)
	require.Zero(t, exit)

	uses(t, "no script is given; gpuscript fix frame.lua shows how one is repaired", "fix")
	uses(t, "there is no file b.lua; did you mean a.lua?", "fix", "b.lua")
}
