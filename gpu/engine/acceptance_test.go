package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// accepted is a rule of the engine level, the codes that a script meets that breaks it, and what shows it.
type accepted struct {
	rule  string
	codes string // numbers with blanks between them; "": the rule is behaviour
	shown string // tests as folder.Test, and scripts without their ending, with blanks between them
	cases string // names in tests/cases, joined by "; "
}

// acceptance is what the engine level promises: L1 to L14 of the article "Managing Resource Lifetimes", H1 to H12 of "Managing Descriptor Heaps", and
// the fifteen mistakes, E1 to E15, that Diligent Engine itself does not look for.
var acceptance = []accepted{
	{"L1 lists are numbered from 0, fences count completed ones", "", "tests/golden/engine_lifetime_figures lifetime.TestFenceValues", ""},
	{"L2 a released object goes with the next list", "", "tests/golden/engine_lifetime_figures scripts/release_queue lifetime.TestReleaseInTheSameList", ""},
	{"L3 a release behind the submit goes later, never earlier", "", "tests/golden/engine_lifetime_figures lifetime.TestReleaseBehindTheSubmit", ""},
	{"L4 kinds are counted apart", "", "lifetime.TestStatsAndEvents", ""},
	{"L5 uploads of first contents free nothing early", "", "lifetime.TestTransientOfTheSeed lifetime.TestEveryInterleaving", "a buffer released behind its last command"},
	{"L6 not before the last command was invoked", "641", "tests/golden/engine_rules_L06_used_after_release", "a buffer released in front of its last command"},
	{"L7 not before the deferred list was executed", "642", "tests/golden/engine_rules_01_released_before_execution", "an object released between FinishCommandList and the execution"},
	{"L8 any thread may release", "", "lifetime.TestAnyThreadMayRelease gpu/engine.TestRecordersOnThreads", "two deferred contexts on threads, executed in the other order"},
	{"L9 deferred lists are executed in their frame", "648 650", "tests/golden/engine_rules_02_frame_before_execution tests/golden/engine_rules_02_list_of_an_earlier_frame", ""},
	{"L10 dynamic memory ends with the frame", "651 654 655", "tests/golden/engine_rules_L10_contents_of_an_earlier_frame tests/golden/engine_rules_L10_mapped_at_the_end_of_a_frame", "contents outlive Flush; a write through a mapping of the last frame"},
	{"L11 allocators are used again", "", "gpu/engine.TestMemoryStaysFlat lifetime.TestPoolStaysFlat tests/bench.TestEngineFrames", ""},
	{"L12 the steps of a submission and of the end of a frame", "", "gpu/engine.TestSteps gpu/engine.TestSeedSteps", ""},
	{"L13 nothing leaks, nothing dies early", "", "lifetime.TestEveryInterleaving lifetime.TestRandomPrograms lifetime.TestTheOracleSees gpu/engine.TestRandomFrames", ""},
	{"L14 every queue of the mask has passed", "644", "lifetime.TestSeveralQueues gpu/engine.TestTwoQueues", "an object used on a queue that its mask does not have; an object of two queues outlives the one that is faster; idle queues do not hold objects back from ReleaseStaleResources"},
	{"H1 four heap types and their limits", "317 657", "heaps.TestGPUHeapLimits tests/examples.TestExamples", "a GPU heap with one sampler more than Direct3D 12 has; a GPU heap with all samplers that Direct3D 12 has"},
	{"H2 a range has one owner", "643", "heaps.TestAllocationHasOneOwner", "released twice"},
	{"H3 frees wait for the GPU", "", "heaps.ExampleCPUHeap heaps.TestStaleQueue", "static descriptors come back"},
	{"H4 a CPU heap is a pool of managers", "", "heaps.ExampleCPUHeap_article heaps.TestExampleOfTheArticle heaps.TestManagerComesBackWhenReleased", "views of a small heap make it grow"},
	{"H5 a GPU heap has two parts", "670", "heaps.TestGPUHeapIsOneHeapInTwoParts gpu/engine.TestDescriptorExhaustion", "static descriptors run out; dynamic descriptors run out within a frame"},
	{"H6 contexts take chunks without a lock", "", "gpu/engine.TestNoLocks heaps.TestContextsOnGoroutinesTakeNoLock heaps.TestDynamicPathTakesNoLock heaps.TestContextsInParallel", "dynamic descriptors come back with each frame"},
	{"H7 what a draw reads is in the bound heap", "358 359", "tests/examples.TestExamples", ""},
	{"H8 views take a descriptor and give it back later", "", "scripts/descriptor_heaps heaps.ExampleCPUHeap", "a released view of a texture that lives"},
	{"H9 static, mutable and dynamic variables", "663 665 666 668", "gpu/engine.TestDispatchWithEveryKindOfVariable gpu/engine.TestStaticVariablesOfASignature", "a variable without a resource; a texture for a buffer; a static variable set behind a binding object; a dynamic variable set behind CommitShaderResources"},
	{"H10 static samplers take no descriptors", "670", "tests/golden/engine_samplers_run_out", ""},
	{"H11 peaks can be asked for", "", "scripts/descriptor_heaps heaps.TestNothingIsLeftBehind", ""},
	{"H12 descriptors are valid until they were read", "667 669", "tests/golden/engine_rules_09_descriptor_in_flight", "ALLOW_OVERWRITE when the GPU is done; a binding object changed between two recordings of threads"},
	{"E1 released before the deferred list is executed", "642", "tests/golden/engine_rules_01_released_before_execution", ""},
	{"E2 a deferred frame that ends early, a list that comes late", "648 650", "tests/golden/engine_rules_02_frame_before_execution tests/golden/engine_rules_02_list_of_an_earlier_frame", ""},
	{"E3 a queue that is not in the mask", "644", "tests/golden/engine_rules_03_other_queue", "an object used on a queue that its mask does not have"},
	{"E4 a list for another context", "647", "tests/golden/engine_rules_04_other_context", "a list of one context executed by another of the same type"},
	{"E5 no page for dynamic memory", "", "tests/golden/engine_rules_05_no_memory gpu/engine.TestNoMemoryForAMapping", ""},
	{"E6 NO_OVERWRITE over frames", "654", "tests/golden/engine_rules_06_no_overwrite_of_an_earlier_frame", "NO_OVERWRITE of what the frame before mapped"},
	{"E7 a mapping behind its frame", "655", "tests/golden/engine_rules_07_mapping_of_an_earlier_frame", "a write through a mapping of the last frame"},
	{"E8 NO_OVERWRITE of bytes that are read", "672", "tests/golden/engine_rules_08_bytes_in_flight gpu/engine.TestOverwriteDoesNotDependOnLuck", "NO_OVERWRITE of bytes in flight; NO_OVERWRITE of bytes that the GPU is done with"},
	{"E9 a binding object overwritten in flight", "667", "tests/golden/engine_rules_09_descriptor_in_flight", "ALLOW_OVERWRITE while the GPU may read"},
	{"E10 nothing orders two queues", "512", "tests/golden/engine_rules_10_no_order_between_queues tests/golden/engine_first_contents tests/golden/engine_first_contents_uploaded_by_the_reader", "an upload on the copy queue, a dispatch without a fence"},
	{"E11 a frame that never ends", "652", "tests/golden/engine_rules_11_frame_without_end gpu/engine.TestForgottenFrames", "a frame that never ends"},
	{"E12 freed twice", "643", "tests/golden/engine_rules_12_released_twice", "released twice"},
	{"E13 a staging buffer read too early", "659", "tests/golden/engine_rules_13_staging_read_too_early", "a staging buffer read behind a fence that covers the copy"},
	{"E14 queues that wait for ever", "502 661 662", "tests/golden/engine_rules_14_queues_wait_for_each_other tests/golden/engine_rules_14_signal_never_flushed", "a wait for a value that was not enqueued"},
	{"E15 a query whose result is not there", "671", "tests/golden/engine_rules_15_query_measures_again", "a query used again while its result is pending"},
}

// sources are the tests of folders, read once each.
type sources map[string]string

func (s sources) of(t *testing.T, pattern string) string {
	if _, ok := s[pattern]; !ok {
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		require.NoError(t, err)
		var all strings.Builder
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			all.Write(text)
		}
		s[pattern] = all.String()
	}
	return s[pattern]
}

// TestAcceptance: what the table names is there, and the scripts of a rule meet its codes.
func TestAcceptance(t *testing.T) {
	known := map[string]bool{}
	for _, d := range diag.Docs() {
		known[fmt.Sprint(int(d.Code))] = true
	}
	read := sources{}
	for _, a := range acceptance {
		require.NotEmpty(t, a.shown, a.rule)
		met := read.cases(t, a)
		for _, s := range strings.Fields(a.shown) {
			if folder, test, ok := strings.Cut(s, "."); ok {
				require.Contains(t, read.of(t, folder+"/*_test.go"), "func "+test+"(", a.rule)
				continue
			}
			require.NotEmpty(t, read.of(t, s+".lua"), "%s: %s", a.rule, s)
			require.NotEmpty(t, read.of(t, s+".golden"), "%s: %s", a.rule, s)
			met += read.of(t, s+".golden")
		}
		for _, code := range strings.Fields(a.codes) {
			require.True(t, known[code], "%s: GS0%s", a.rule, code)
			if !strings.Contains(a.shown, "tests/examples.") { // which meets every code
				require.Contains(t, met, "GS0"+code, a.rule)
			}
		}
	}
}

// cases are the first lines of the cases of a rule: what each is called and what it meets.
func (s sources) cases(t *testing.T, a accepted) (lines string) {
	for _, name := range strings.Split(a.cases, "; ") {
		if name == "" {
			continue
		}
		_, behind, ok := strings.Cut(s.of(t, "tests/cases/*/*.lua"), "case(\""+name+"\",")
		require.True(t, ok, "%s: %s", a.rule, name)
		line, _, _ := strings.Cut(behind, "\n")
		lines += line
	}
	return lines
}
