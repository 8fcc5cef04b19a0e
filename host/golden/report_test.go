package golden

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var report = []Result{
	{Script: "tests/golden/copy_range.lua"},
	{Script: "tests/golden/odd#.lua", Status: Failed, Problems: []Problem{{"the exit code is 1, want 0", ""}, {"another <reason>", "- a\n\n+ b & c\n"}}},
	{Script: "tests/golden/new.lua", Status: Updated},
	{Script: "tests/golden/late.lua", Status: Cancelled},
}

func TestSummary(t *testing.T) {
	require.Equal(t, "1 passed, 1 updated, 1 failed, 1 cancelled", Summary(report))
	require.Equal(t, "no tests", Summary(nil))
	require.False(t, Success(report))
	require.True(t, Success(nil))
	require.True(t, Success([]Result{{Status: Updated}, {Status: Passed}}))
}

func TestTAP(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteTAP(&b, report))
	require.Equal(t, `TAP version 14
1..4
ok 1 - tests/golden/copy_range.lua
not ok 2 - tests/golden/odd\#.lua
  ---
  status: FAIL
  message: |
    the exit code is 1, want 0
    another <reason>
    - a

    + b & c
  ...
ok 3 - tests/golden/new.lua
not ok 4 - tests/golden/late.lua
  ---
  status: cancelled
  ...
`, b.String())
}

func TestJUnit(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteJUnit(&b, report))
	require.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="gpuscript" tests="4" failures="1" errors="0" skipped="1">
  <testcase classname="tests.golden" name="copy_range"></testcase>
  <testcase classname="tests.golden" name="odd#">
    <failure message="the exit code is 1, want 0"></failure>
    <failure message="another &lt;reason&gt;">- a&#xA;&#xA;+ b &amp; c&#xA;</failure>
  </testcase>
  <testcase classname="tests.golden" name="new"></testcase>
  <testcase classname="tests.golden" name="late">
    <skipped message="cancelled"></skipped>
  </testcase>
</testsuite>
`, b.String())
	var back junitSuite
	require.NoError(t, xml.Unmarshal([]byte(b.String()), &back))
	require.Equal(t, "- a\n\n+ b & c\n", back.Cases[1].Failures[1].Text)
}
