package retell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

const (
	ours   gpu.Site = 1
	theirs gpu.Site = 2
)

func book() *Log {
	l := &Log{}
	l.Record(ours, Call{Title: `CompiledOperator "relu"`, Views: []string{"output 'OutputTensor'", "input 'InputTensor'"}})
	l.Own("relu state", `CompiledOperator "relu"`, 0)
	l.Own("prelu state", `CompiledOperator "prelu"`, 0)
	return l
}

// TestRetell: headlines and labels of the level below, and what becomes of them.
func TestRetell(t *testing.T) {
	for name, c := range map[string]struct {
		site                          gpu.Site
		title, label, resource        string
		calling, wantTitle, wantLabel string
	}{
		"a race on the state": {ours, `Dispatch #10 reads buffer "relu state", which Dispatch #5 writes`, "reads relu state[0, 4) through u0, space1 by Dispatch", `buffer "relu state"`, "",
			`RecordDispatch #10 reads the state of CompiledOperator "relu", which RecordDispatch #5 writes`, `reads the state of CompiledOperator "relu" by RecordDispatch`},
		"a name that ends in another": {ours, `Dispatch #1 reads buffer "prelu state"`, "reads prelu state[0, 4)", "", "", `RecordDispatch #1 reads the state of CompiledOperator "prelu"`,
			`reads the state of CompiledOperator "prelu"`},
		"a race on an output": {ours, `Dispatch #2 writes buffer "b"`, "writes b[0, 16) through u0 by Dispatch", `buffer "b"`, "", `RecordDispatch #2 writes buffer "b"`, "writes b[0, 16) as output 'OutputTensor' by RecordDispatch"},
		"a state": {ours, `Dispatch needs buffer "b" in UNORDERED_ACCESS`, `uses it as u1 of kernel "RELU" (root parameter 1, descriptor 8 of descriptor heap "h")`, "", "",
			`RecordDispatch needs buffer "b" in UNORDERED_ACCESS`, `uses it as input 'InputTensor' of CompiledOperator "relu"`},
		"an unwritten descriptor": {ours, `kernel "RELU" finds a descriptor that was never written for "input1" in u1`, "", "", "", `RecordDispatch of CompiledOperator "relu" finds nothing bound to input 'InputTensor'`, ""},
		"a descriptor that was not copied": {ours, `descriptor 16 of descriptor heap "h", which compute list "l" sets as u0, was never written`, "", "", "",
			`descriptor 16 of descriptor heap "h" of output 'OutputTensor', which CompiledOperator "relu" needs, was never written`, ""},
		"another heap": {ours, `SetComputeRootDescriptorTable got a handle of descriptor heap "a", but descriptor heap "b" is bound`, "", `compute list "l"`, "",
			`RecordDispatch needs descriptor heap "a", where the table of CompiledOperator "relu" writes, but "b" is set on compute list "l"`, ""},
		"a register that is not known": {ours, `kernel "RELU" finds a descriptor that was never written for "x" in u7`, "", "", "", `RecordDispatch of CompiledOperator "relu" finds nothing bound to a tensor`, ""},
		"a call inside of a method":    {theirs, `CreateUnorderedAccessView overwrites descriptor 9`, "", "", "BindInputs", `BindInputs overwrites descriptor 9`, ""},
		"the same call of the script":  {theirs, `CreateUnorderedAccessView overwrites descriptor 9`, "x", "", "", `CreateUnorderedAccessView overwrites descriptor 9`, "x"},
		"a dispatch of the script":     {theirs, `Dispatch #2 writes buffer "b"`, "writes b[0, 16) through u0 by Dispatch", `buffer "b"`, "", `Dispatch #2 writes buffer "b"`, "writes b[0, 16) through u0 by Dispatch"},
	} {
		t.Run(name, func(t *testing.T) {
			l := book()
			l.Calling = c.calling
			d := diag.New(diag.MissingUAVBarrier, c.title).At(c.site, c.label).WithResource(c.resource)
			l.Retell(d)
			require.Equal(t, c.wantTitle, d.Title)
			require.Equal(t, c.wantLabel, d.Labels[0].Text)
			l.Retell(d)
			require.Equal(t, c.wantTitle, d.Title, "again it stays as it is")
			require.Equal(t, c.wantLabel, d.Labels[0].Text)
		})
	}
}

// TestEdits: an edit that names what Dispatch is called on names the list.
func TestEdits(t *testing.T) {
	d := diag.New(diag.MissingUAVBarrier, "Dispatch").At(ours, "")
	d.HelpBefore(ours, "%1:ResourceBarrier {}", []diag.Snippet{{Site: ours}, {Site: theirs}}, "")
	book().Retell(d)
	require.Equal(t, []diag.Snippet{{Site: ours, Argument: 1, Method: "RecordDispatch"}, {Site: theirs}}, d.Help[0].Draft.Snippets)
}

// TestFollows: where an execution was told to come before its initialisation, the race of both follows from that.
func TestFollows(t *testing.T) {
	for _, told := range []bool{false, true} {
		l := book()
		l.Told = func(string) bool { return told }
		d := diag.New(diag.MissingUAVBarrier, "x").At(ours, "").WithResource(`buffer "relu state"`)
		l.Retell(d)
		require.Equal(t, told, d.Follows)
		require.Equal(t, `CompiledOperator "relu"`, d.Resource)
	}
}

// TestFollowsOnKept: the race may be about the persistent resource: it follows where one side executes what the other one initialises, and only
// there.
func TestFollowsOnKept(t *testing.T) {
	for _, targets := range [][]string{{`CompiledOperator "relu"`}, {`CompiledOperator "other"`}, nil} {
		l := book()
		l.Record(theirs, Call{Title: "OperatorInitializer", Targets: targets, Kept: 7})
		l.Told = func(title string) bool { return title == `CompiledOperator "relu"` }
		d := diag.New(diag.MissingUAVBarrier, "x").At(theirs, "").Also(ours, "").WithResource(`buffer "kept"`)
		l.Retell(d)
		require.Equal(t, len(targets) > 0 && targets[0] == `CompiledOperator "relu"`, d.Follows, "%v", targets)
		at, target := l.Kept(theirs, `CompiledOperator "relu"`)
		require.Equal(t, gpu.Site(7), at)
		require.Equal(t, d.Follows, target == 1)
	}
}

// TestUnstaged: descriptors that were bound, and do not stand where the GPU reads them, are told once for a call; those of another call, and of the
// next one at the place, are told besides.
func TestUnstaged(t *testing.T) {
	l := book()
	l.Record(theirs, Call{Title: `CompiledOperator "elu"`, Views: []string{"output 'OutputTensor'"}})
	finds := func(at gpu.Site) bool {
		d := diag.New(diag.DescriptorFault, `kernel "RELU" finds a descriptor that was never written for "input1" in u0`).At(at, "")
		l.Retell(d)
		return d.Follows
	}
	require.False(t, finds(ours), "nothing was told")
	l.Retell(diag.New(diag.StaticDescriptorUnwritten, `descriptor 2 of descriptor heap "h", which compute list "l" sets as u1, was never written`).At(9, "").Via(ours, ""))
	require.True(t, finds(ours))
	require.False(t, finds(theirs))
	l.Record(ours, Call{Title: `CompiledOperator "relu"`, Views: []string{"output 'OutputTensor'"}})
	require.False(t, finds(ours))
}
