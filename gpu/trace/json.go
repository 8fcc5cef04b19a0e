package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace/internal/signals"
)

// JSON writes events in the trace event format of Chrome, which ui.perfetto.dev and chrome://tracing open:
//
//	process CPU         thread main       │ works │    │ waits F >= 2    │
//	process GPU "demo"  queue render      │ pre-pass: draw  draw │ signal ──╮
//	                    queue compute     │ waits F >= 201 ◀────────────────╯ │ lighting …
//	                    engine 3D         │ render: pre-pass     │
//	counters            video memory, and each fence
//
// Slices have what the command did as arguments; an arrow leads from a signal to the wait that it ends, and from a submission to its batch. Times are
// those of the virtual clock. It keeps what is open and, of each fence, the last signals: a trace of any length needs little memory. It belongs to
// one goroutine.
type JSON struct {
	w     *bufio.Writer
	line  bytes.Buffer
	form  *json.Encoder // to line
	place func(gpu.Site) string
	err   error
	begun bool

	processes map[string]int // by name; their numbers
	tracks    map[trackKey]*track
	shown     map[string]int // how many tracks or counters have a name
	fences    map[FenceKey]*signals.History[moment]
	counters  map[FenceKey]string // their names
	arrows    uint64
	last      uint64 // time of the last event
}

// NewJSON returns a writer to w. The function place turns a site into "scene.lua:28:8"; nil leaves it out. Close ends the text.
func NewJSON(w io.Writer, place func(gpu.Site) string) *JSON {
	if place == nil {
		place = func(gpu.Site) string { return "" }
	}
	j := &JSON{w: bufio.NewWriter(w), place: place, processes: map[string]int{}, tracks: map[trackKey]*track{}, shown: map[string]int{},
		fences: map[FenceKey]*signals.History[moment]{}, counters: map[FenceKey]string{}}
	j.form = json.NewEncoder(&j.line)
	j.form.SetEscapeHTML(false)
	return j
}

// record is one line of the format. Times are microseconds with three digits after the point, which are nanoseconds.
type record struct {
	Name     string      `json:"name"`
	Category string      `json:"cat,omitempty"`
	Phase    string      `json:"ph"`
	Time     json.Number `json:"ts,omitempty"`
	Duration json.Number `json:"dur,omitempty"`
	Process  int         `json:"pid"`
	Thread   int         `json:"tid"`
	ID       uint64      `json:"id,omitempty"`
	Bind     string      `json:"bp,omitempty"`
	Scope    string      `json:"s,omitempty"`
	Args     any         `json:"args,omitempty"`
}

// arguments are the arguments of slices and marks.
type arguments struct {
	Lists        string   `json:"lists,omitempty"`
	List         string   `json:"list,omitempty"`
	Command      uint32   `json:"command,omitempty"` // from 1
	Queue        string   `json:"queue,omitempty"`
	Engine       string   `json:"engine,omitempty"`
	Submission   uint64   `json:"submission,omitempty"`
	Value        *uint64  `json:"value,omitempty"`
	Pipeline     string   `json:"pipeline,omitempty"`
	Size         string   `json:"size,omitempty"`
	Items        uint64   `json:"items,omitempty"`
	Instructions uint64   `json:"instructions,omitempty"`
	Written      uint64   `json:"bytes written,omitempty"`
	Accesses     []string `json:"accesses,omitempty"`
	Script       string   `json:"script,omitempty"`
}

// trackKey finds a track.
type trackKey struct {
	process, name string
	id            uint64 // of the queue or the thread: several may have one name
}

// track is a row of slices.
type track struct {
	process, number int
	open            []string        // slices that have begun and not ended, outermost first
	wait            Event           // that began the wait that is open
	waits           bool            // whether there is one
	command         uint64          // begin of the command that runs
	from            map[uint64]call // of submissions that have not begun, by number
	end             uint64          // of what happened last
}

// moment is a time on a track.
type moment struct {
	at    uint64
	track *track
}

// call is a call of ExecuteCommandLists.
type call struct {
	moment
	lists string
}

// micro writes nanoseconds as microseconds.
func micro(ns uint64) json.Number { return json.Number(fmt.Sprintf("%d.%03d", ns/1000, ns%1000)) }

// write writes a record.
func (j *JSON) write(r *record) {
	if j.err != nil {
		return
	}
	separator := ","
	if !j.begun {
		j.begun, separator = true, head
	}
	j.line.Reset()
	j.line.WriteString(separator + "\n")
	if err := j.form.Encode(r); err != nil {
		panic("BUG: trace: " + err.Error())
	}
	_, j.err = j.w.Write(bytes.TrimSuffix(j.line.Bytes(), []byte("\n")))
}

const (
	head = `{"displayTimeUnit":"ns","otherData":{"clock":"virtual time of gpuscript"},"traceEvents":[`
	foot = "\n]}\n"
)

// The names of processes and the prefixes of tracks.
const (
	processCPU  = "CPU"
	trackQueue  = "queue "
	trackEngine = "engine "
)

// processOf is the name of a device as a process.
func processOf(device string) string { return "GPU " + device }

// track finds or makes a track. Tracks are shown in the order in which they are made.
func (j *JSON) track(process, name string, id uint64) *track {
	key := trackKey{process, name, id}
	if t := j.tracks[key]; t != nil {
		return t
	}
	t := &track{process: j.process(process), number: len(j.tracks) + 1, from: map[uint64]call{}}
	j.tracks[key] = t
	j.meta(t.process, t.number, "thread_name", map[string]any{"name": name + j.again(process, name)})
	j.meta(t.process, t.number, "thread_sort_index", map[string]any{"sort_index": t.number})
	return t
}

// again tells tracks or counters of one name apart: all but the first have a number after it.
func (j *JSON) again(kind, name string) string {
	key := kind + "\x00" + name
	if j.shown[key]++; j.shown[key] > 1 {
		return fmt.Sprintf(" (%d)", j.shown[key])
	}
	return ""
}

// process finds or makes a process.
func (j *JSON) process(name string) int {
	p, ok := j.processes[name]
	if !ok {
		p = len(j.processes) + 1
		j.processes[name] = p
		j.meta(p, 0, "process_name", map[string]any{"name": name})
		j.meta(p, 0, "process_sort_index", map[string]any{"sort_index": p})
	}
	return p
}

func (j *JSON) meta(process, thread int, name string, args map[string]any) {
	j.write(&record{Name: name, Phase: "M", Process: process, Thread: thread, Args: args})
}

// slice writes what was on a track from a time to another.
func (j *JSON) slice(t *track, name, category string, begin, end uint64, site gpu.Site, args arguments) {
	args.Script = j.where(site)
	j.write(&record{Name: name, Category: category, Phase: "X", Time: micro(begin), Duration: micro(end - begin), Process: t.process,
		Thread: t.number, Args: &args})
}

// begin begins a slice within those that are open.
func (j *JSON) begin(t *track, name, category string, at uint64, site gpu.Site) {
	r := &record{Name: name, Category: category, Phase: "B", Time: micro(at), Process: t.process, Thread: t.number}
	if where := j.where(site); where != "" {
		r.Args = &arguments{Script: where}
	}
	t.open = append(t.open, name)
	j.write(r)
}

// finish ends slices until no more than depth are open.
func (j *JSON) finish(t *track, depth int, at uint64) {
	for n := len(t.open); n > depth; n-- {
		j.write(&record{Name: t.open[n-1], Phase: "E", Time: micro(at), Process: t.process, Thread: t.number})
		t.open = t.open[:n-1]
	}
}

// where is the place of a site, "" of none.
func (j *JSON) where(site gpu.Site) string {
	if site == 0 {
		return ""
	}
	return j.place(site)
}

// counter writes the value of a counter from a time on.
func (j *JSON) counter(at uint64, name, unit string, value uint64) {
	j.write(&record{Name: name, Phase: "C", Time: micro(at), Process: j.process(processCPU), Args: map[string]any{unit: value}})
}

// instant writes a mark on a track, or for all of them if there is none.
func (j *JSON) instant(t *track, e Event, name string) {
	r := &record{Name: name, Phase: "i", Time: micro(e.Time), Scope: "g"}
	if t != nil {
		r.Process, r.Thread, r.Scope = t.process, t.number, "t"
	}
	if where := j.where(e.Site); where != "" {
		r.Args = &arguments{Script: where}
	}
	j.write(r)
}

// arrow writes an arrow from the slice around a time on a track to that around another.
func (j *JSON) arrow(name string, from moment, to *track, at uint64) {
	j.arrows++
	r := record{Name: name, Category: "order", Phase: "s", Time: micro(from.at), Process: from.track.process, Thread: from.track.number, ID: j.arrows}
	j.write(&r)
	r.Phase, r.Bind, r.Time, r.Process, r.Thread = "f", "e", micro(at), to.process, to.number
	j.write(&r)
}

// Err returns the first error of the writer.
func (j *JSON) Err() error { return j.err }

// Close ends what is still open at the last event, and the text. It returns the first error of the writer. The writer itself is not closed.
func (j *JSON) Close() error {
	var all []*track
	for _, t := range j.tracks {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *track) int { return cmp.Compare(a.number, b.number) })
	for _, t := range all {
		j.finish(t, 0, max(j.last, t.end))
	}
	if !j.begun && j.err == nil {
		_, j.err = j.w.WriteString(head)
	}
	if j.err == nil {
		_, j.err = j.w.WriteString(foot)
	}
	if err := j.w.Flush(); j.err == nil {
		j.err = err
	}
	return j.err
}
