package conformance

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

var update = flag.Bool("update", false, "rewrite RULES.md")

// covered is a rule of a source, the codes that a script meets that breaks it, and what shows it. Without codes the rule is
// behaviour, or is open.
type covered struct {
	rule  string
	codes string // numbers with blanks between them
	shown string // tests, also of other packages as folder:Test, or scripts
	open  string // what is not enforced
}

// coverage is the audit: S1 to S22 are the rules of multi-engine synchronization, the others follow the subjects of the API.
var coverage = []covered{
	{"S1 what a type of list can record", "337", "Examples", ""},
	{"S2 a queue consumes lists of its type; bundles are consumed by none", "302 341", "Examples", ""},
	{"S3 bundles run in DIRECT lists only", "337 831", "Examples", ""},
	{"S4 a dispatch needs a compute pipeline", "352 821", "Examples", ""},
	{"S5 lists run in order, queues have one timeline", "", "TestPairs tests/golden/state_execution_order", ""},
	{"S6 a wait ends when the value is reached or passed", "", "TestEveryRun TestPairs", ""},
	{"S7 signals of queues come behind their work", "", "TestPairs TestEveryRun", ""},
	{"S8 fences may go down", "", "TestCorpus TestEveryRun", ""},
	{"S9 a wait that was satisfied stays so", "", "TestEveryRun", ""},
	{"S10 two signalers of a fence", "906", "Examples", ""},
	{"S11 waits that nothing ends", "501 502 503 504 505", "Examples TestTextMutants TestThreadsThatLetQueuesWait tests/golden/fence_cycle", ""},
	{"S12 states belong to a type class", "406", "TestCorpus", ""},
	{"S13 COPY states of the two classes differ", "406", "TestCorpus", ""},
	{"S14 initial COPY states are those of the 3D class", "406", "TestCorpus", ""},
	{"S15 COMMON serves copy queues", "", "TestCorpus", ""},
	{"S16 one queue writes a resource at a time", "514", "TestPairs TestCorpus", ""},
	{"S17 readers may read what is not written", "", "TestPairs TestCorpus", ""},
	{"S18 a fence orders a write before other queues", "512 515", "TestPairs TestCorpus TestMutation", ""},
	{"S19 back buffers are presented in COMMON by their queue", "841 842 843 512", "TestCorpus", ""},
	{"S20 pipelined work needs versions of its data", "512", "TestMutation scripts/pipelined_race", ""},
	{"S21 priority is no order", "512", "TestCorpus", ""},
	{"S22 the five scenarios", "", "scripts/async_compute scripts/background_compute scripts/deeper_queues scripts/high_priority scripts/streaming_uploads", ""},
	{"1.1 queues: types and priorities", "302 303 341", "Examples tests/cases/rulebook/queues", ""},
	{"1.2 commands by type of list", "337 833 901 925 351", "Examples tests/cases/rulebook/queues", ""},
	{"1.3 states by type of list", "381", "Examples TestCorpus tests/cases/rulebook/queues", ""},
	{"2.1 lists and allocators", "331 332 333 334 335 336 343 344 602 603", "Examples TestMutation TestLives tests/cases/rulebook/queues", ""},
	{"2.2 bundles: what they record, what they take over", "337 831 832 344 611", "Examples TestFree tests/cases/rulebook/states tests/cases/commands/bundles", ""},
	{"2.2 bundles: static tables are set inside", "355 610 832", "Examples", ""},
	{"3 ExecuteCommandLists: all or nothing, removal", "341 342 343 344 603 908", "Examples tests/cases/rulebook/queues", ""},
	{"3 order inside of one call", "402 517 518 524", "tests/cases/commands/markers TestPairs TestCorpus TestIndirectCommands TestSingleQueue", ""},
	{"4 fences: values and flags", "304 305", "Examples tests/cases/rulebook/queues", ""},
	{"4 rewinds and several signalers", "906 914", "Examples TestEveryRun TestCorpus", ""},
	{"4 waits that order nothing", "905", "Examples", ""},
	{"4 waits that a lowered fence may never end", "507", "Examples TestMissedValues tests/cases/queues/lowered", ""},
	{"4 events that several fences set", "506", "Examples TestMissedEvents tests/cases/queues/events", ""},
	{"4 several fences at once", "325", "TestCorpus TestHeard tests/cases/rulebook/queues", ""},
	{"5.1 heaps and initial states", "313 314 380 403 904", "Examples TestCorpus tests/cases/rulebook/states", ""},
	{"5.2 flags and descriptions", "307 308 309 310 311 312 315 316", "Examples tests/cases/rulebook/states", ""},
	{"5.3 Map: heaps, ranges, nesting", "384 385 386 387 907 924", "Examples TestCorpus tests/cases/rulebook/states", ""},
	{"5.3 the CPU and the GPU at the same bytes", "513", "TestCorpus TestMapped TestHeard", ""},
	{"6.1 states that can be combined", "378 379", "Examples tests/cases/rulebook/states", ""},
	{"6.2 the state that a use needs", "402 403", "TestPairs TestDescriptors TestSingleQueue tests/cases/rulebook/states", ""},
	{"6.2 one command needs a subresource in one state", "407", "Examples", ""},
	{"6.3 promotion and decay", "401 402", "TestCorpus TestMutation TestSingleQueue tests/cases/rulebook/states", ""},
	{"6.4 transition barriers", "345 371 376 377 378 379 380 381 401 902 903", "Examples TestCorpus TestSingleQueue tests/cases/rulebook/states", ""},
	{"6.5 split barriers", "382 404 405 910", "TestCorpus TestSingleQueue TestPictureQueue tests/cases/rulebook/states", ""},
	{"6.5 UAV barriers", "363 517", "TestPairs TestSingleQueue TestPictureQueue tests/cases/rulebook/states", ""},
	{"6.5 aliasing barriers", "383 518 614", "Examples TestCorpus TestPictureQueue tests/cases/rulebook/states", ""},
	{"7 M1 to M7: what races", "512 513 514 515 516 519", "TestPairs TestCorpus TestEveryRun TestSchedules TestSeveralQueues tests/cases/states/views gpu/validate/internal/hazard:TestClaims", "a write that changes no state by a barrier is compared with the subresources that shaders touch, not with the others that their views show"},
	{"8.1 descriptor heaps and handles", "317 358 359 360 361 388 389 392", "Examples tests/cases/rulebook/binding", ""},
	{"8.1 RTV and DSV handles are read when recorded", "", "TestFree", ""},
	{"8.2 root signatures and arguments", "319 320 321 322 324 353 354 355 356 357", "Examples tests/cases/rulebook/binding", ""},
	{"8.3 static descriptors", "606", "TestDescriptors tests/cases/rulebook/binding", ""},
	{"8.3 volatile descriptors", "402 605", "TestDescriptors TestLives tests/cases/rulebook/binding", ""},
	{"8.3 descriptors in flight", "605", "TestDescriptors TestChosenSamplers TestMutation TestLives", ""},
	{"8.3 descriptors never written, or of what is gone", "622 626", "TestDescriptors TestChosenSamplers Examples", ""},
	{"8.3 samplers compare where shaders declare it", "628", "TestChosenSamplers Examples", ""},
	{"8.3 DATA_STATIC, DATA_STATIC_WHILE_SET_AT_EXECUTE", "322 607 608", "Examples TestData tests/cases/rulebook/binding", ""},
	{"9 groupshared memory", "213 214 246 520", "Examples tests/cases/kernels/groups", "up to five groups of the first dispatch of a shader are looked through, or all of at most 16"},
	{"9 work items of a dispatch run in no defined order", "522 523", "Examples tests/cases/kernels/groups_apart gpu/kernel/internal/race:TestGroupsAgainstAllOrders", "up to five groups of the first dispatch of a shader are looked through, up to 16 without groupshared memory, or all of at most 16"},
	{"9 shaders access elements that exist", "621 625 629", "Examples tests/cases/commands/corners tests/cases/queues/schedules", ""},
	{"9 queries", "318 374 375 609 827", "Examples TestLifetimes TestQueries tests/cases/rulebook/work", ""},
	{"9 targets that are bound together have the same size", "922", "Examples", ""},
	{"9 depth and stencil are written before they are tested", "923", "Examples tests/cases/graphics/draws", ""},
	{"9 what was discarded is written before it is read", "926", "Examples tests/cases/graphics/discarded", ""},
	{"9 draws read inside of the views of their buffers", "913 919 920", "Examples", ""},
	{"9 predication", "826 402", "Examples TestLifetimes tests/cases/rulebook/work", ""},
	{"9 ExecuteIndirect", "326 353 399 624 627 911", "Examples TestIndirectCommands tests/cases/rulebook/work", ""},
	{"9 copies", "339 364 365 366 367 368 369 370 371 829", "Examples tests/cases/rulebook/work", ""},
	{"9 WriteBufferImmediate", "362", "Examples TestPairs tests/cases/rulebook/work", ""},
	{"10 presents", "512 612 613 841 842", "Examples TestCorpus tests/cases/rulebook/work", ""},
	{"10 ResizeBuffers needs that back buffers are released", "844", "Examples", ""},
	{"11 what lives until work has finished", "330 601 604 623", "TestLifetimes TestFree TestMutation TestLives tests/cases/rulebook/work", ""},
	{"11 what the GPU uses is resident", "615 616 617 618", "Examples tests/cases/lifetimes/residency scripts/residency", ""},
	{"11 lists and allocators are used by one thread at a time", "530", "Examples", ""},
	{"11 device removal", "511 521 623", "Examples tests/cases/rulebook/work", ""},
	{"12 background processing: modes, actions, events, developer mode", "780 781", "Examples tests/cases/rulebook/background", ""},
	{"12 background processing: measuring, committing and locking down", "", "scripts/background_processing tests/golden/background_lockdown", ""},
	{"12 background processing: measurements are discarded", "", "tests/golden/background_discard", ""},
	{"12 background processing: modes change at any time; unfinished work counts for nothing", "", "tests/golden/background_flips tests/golden/background_in_flight", ""},
	{"12 background processing: variants change no result", "782", "tests/golden/background_draws tests/golden/background_discard", ""},
	{"12 background processing: a device without it", "", "tests/golden/background_off", ""},
}

// table is RULES.md.
func table() string {
	var b strings.Builder
	b.WriteString("# The rules, and what shows that they are enforced\n\n" +
		"Made by `go test ./tests/conformance -run Coverage -update` from `coverage_test.go`. `Examples` are the failing script and its repaired twin\n" +
		"in the documentation of each code, which `tests/examples` runs; `gpuscript explain` prints them. A rule without codes is behaviour.\n" +
		"Comments name rules by the number in front: S18, L12, B16. Tests of other packages stand behind their folder.\n\n" +
		"| rule | codes | shown by | open |\n|---|---|---|---|\n")
	for _, c := range slices.Concat(coverage, levels) {
		var codes []string
		for _, n := range strings.Fields(c.codes) {
			codes = append(codes, "GS0"+n)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.rule, strings.Join(codes, " "), c.shown, c.open)
	}
	return b.String()
}

// TestCoverage: each rule names codes that exist, and tests or scripts that exist; each code of order, states, lifetimes and operators
// belongs to a rule.
func TestCoverage(t *testing.T) {
	known := map[string]string{}
	for _, d := range diag.Docs() {
		known[fmt.Sprint(int(d.Code))] = d.Name
	}
	named := map[string]bool{}
	for _, c := range slices.Concat(coverage, levels) {
		require.True(t, c.codes != "" || c.shown != "", c.rule)
		for _, n := range strings.Fields(c.codes) {
			require.Contains(t, known, n, c.rule)
			named[n] = true
		}
		for _, s := range strings.Fields(c.shown) {
			folder, test, elsewhere := strings.Cut(s, ":")
			switch {
			case strings.HasPrefix(s, "Test"):
				require.True(t, hasTest(t, ".", s), "%s: %s", c.rule, s)
			case elsewhere:
				require.True(t, hasTest(t, filepath.Join("..", "..", folder), test), "%s: %s", c.rule, s)
			case s != "Examples":
				require.FileExists(t, filepath.Join("..", "..", s+".lua"), c.rule)
			}
		}
	}
	for _, d := range diag.Docs() {
		if g := d.Code / 100; g >= 4 && g <= 7 && d.Example != "" {
			require.True(t, named[fmt.Sprint(int(d.Code))], "%s belongs to no rule", d.Code)
		}
	}
	require.True(t, slices.IsSortedFunc(coverage[:22], func(a, b covered) int { return number(a.rule) - number(b.rule) }))
	if *update {
		require.NoError(t, os.WriteFile("RULES.md", []byte(table()), 0o644))
	}
	text, err := os.ReadFile("RULES.md")
	require.NoError(t, err)
	require.Equal(t, table(), string(text), "go test ./tests/conformance -run Coverage -update rewrites it")
}

// hasTest says whether a test of the name stands in a folder.
func hasTest(t *testing.T, folder, name string) bool {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		if strings.Contains(string(text), "func "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}

// number is that of a rule S1 to S22.
func number(rule string) (n int) {
	_, err := fmt.Sscanf(rule, "S%d", &n)
	if err != nil {
		panic("BUG: conformance: " + rule)
	}
	return n
}
