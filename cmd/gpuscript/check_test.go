package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheck(t *testing.T) {
	files(t, map[string]string{
		"same.lua":  upload + "print(gpu.Now())",
		"fails.lua": "error('no', 0)",
		// The picture of this script depends on how far the GPU is when the CPU looks.
		"luck.lua": upload + `queue:Signal(fence, 2)
gpu.Work(1)
local seen = fence:GetCompletedValue()
local file = io.open("seen.txt", "w") file:write(seen, " ", gpu.Now()) file:close()`,
	})
	stdout, stderr, exit := command("check", "--schedules=5", "same.lua")
	require.Equal(t, "the timeline and 5 other schedules do the same\n", stdout, stderr)
	require.Zero(t, exit)

	stdout, stderr, exit = command("check", "--schedules=3", "fails.lua")
	require.Equal(t, "the timeline and 3 other schedules do the same\n", stdout)
	require.Equal(t, "error[GS0103]: no\n", stderr[:len("error[GS0103]: no\n")])
	require.Equal(t, 1, exit)

	stdout, _, exit = command("check", "--jobs=3", "luck.lua")
	require.Contains(t, stdout, "-=== file seen.txt")
	require.Regexp(t, `The schedule with seed \d+ does something else than the timeline; gpuscript --seed=\d+ luck\.lua runs it`, stdout)
	require.Equal(t, 1, exit)
	one, _, _ := command("check", "--jobs=1", "luck.lua")
	require.Equal(t, stdout, one, "the verdict does not depend on the jobs")

	uses(t, "no script is given; gpuscript check frame.lua checks one", "check")
	uses(t, "there is no file nothing_like_it.lua", "check", "nothing_like_it.lua")
}

// TestCheckExhaustive: each schedule that could do something else runs once, and one that does is named, with what is turned round in it.
func TestCheckExhaustive(t *testing.T) {
	head := `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local copy = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local F = device:CreateFence(0, "F")
`
	files(t, map[string]string{
		"waits.lua": head + "copy:Signal(F, 1) F:WaitCPU(1) print(F:GetCompletedValue())",
		"polls.lua": head + "copy:Signal(F, 1) copy:Signal(F, 2) F:GetCompletedValue() F:WaitCPU(2)",
		"luck.lua":  head + "copy:Signal(F, 1) copy:Signal(F, 2)\nif F:GetCompletedValue() == 1 then error('saw one', 0) end\nF:WaitCPU(2)",
		"spins.lua": head + "copy:Signal(F, 1) repeat until F:GetCompletedValue() == 1",
		"fails.lua": "error('no', 0)",
	})
	explored := func(want string, args ...string) {
		stdout, stderr, exit := command(append([]string{"check", "--exhaustive"}, args...)...)
		require.Equal(t, want, stdout, stderr)
		require.Zero(t, exit)
	}
	explored("all schedules do the same: no two steps that could change places have anything to do with each other\n", "waits.lua")
	explored("all schedules do the same: the timeline and 2 other schedules, and others differ only in the order of steps that have nothing to do with each other\n", "polls.lua")
	explored("the timeline and 1 other schedule do the same; there are more, which a larger --schedules=N runs\n", "--schedules=1", "polls.lua")
	explored("all schedules do the same: the timeline and 3 other schedules, and others differ only in the order of steps that have nothing to do with each other\n"+
		"(where a thread asks for a value in a loop, up to 3 questions in vain were tried)\n", "spins.lua")

	stdout, _, exit := command("check", "--exhaustive", "--jobs=3", "luck.lua")
	require.Contains(t, stdout, "+error[GS0103]: saw one")
	require.Equal(t, 1, exit)
	tail := stdout[strings.Index(stdout, "Schedule "):]
	require.Regexp(t, `^Schedule (\S+) does something else than the timeline\. There queue "copy" signals fence "F" = 1\nbefore thread "main" looks at fence "F"\.\ngpuscript --replay=(\S+) luck\.lua runs it\n$`, tail)
	one, _, _ := command("check", "--exhaustive", "--jobs=1", "luck.lua")
	require.Equal(t, stdout, one, "the verdict does not depend on the jobs")

	_, stderr, exit := command("--replay="+strings.Fields(tail)[1], "luck.lua")
	require.Contains(t, stderr, "error[GS0103]: saw one\n")
	require.Equal(t, 1, exit)
	_, _, exit = command("luck.lua")
	require.Zero(t, exit, "the timeline sees no 1")

	_, stderr, exit = command("check", "--exhaustive", "fails.lua")
	require.Contains(t, stderr, "error[GS0103]: no\n")
	require.Equal(t, 1, exit)
	uses(t, `--replay: "1;2" is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row`, "--replay=1;2", "luck.lua")
}
