// Package repair makes the edits that diagnostics suggest.
//
// Apply makes those of one suggestion. Script runs a script, makes the first exact suggestion of what is reported, and runs it again, until nothing
// is reported that has one, or an edit does not help. It must not know who asks, nor write to the files of the script: it returns their new texts.
package repair

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host"
)

// MostSteps is how many suggestions are followed in one script.
const MostSteps = 100

// mostReturns is how many edits may be made for one report that comes back after others.
const mostReturns = 2

// Step is one suggestion that was followed.
type Step struct {
	Diagnostic *diag.Diagnostic // as it was reported, with places in the text before the edit
	Help       diag.Help        // the one of its suggestions whose edits were made
}

// Outcome is what became of a script.
type Outcome struct {
	Steps  []Step            // in their order
	Before map[string]string // the texts of the files that change, by the names that messages have for them
	After  map[string]string // the same after all steps
	Left   []*diag.Diagnostic
	Exit   int            // of the last run, see host.Result
	Source render.Sources // of the last run, to which the places in Left belong
}

// Script repairs the script at path. The options are those of its runs, but for Dir, Files, Out and Stdout: it reads the folder that it is in, what
// it prints is lost, and what it writes goes to a folder that is removed. The error is about files, or that of the context.
func Script(ctx context.Context, path string, options host.Options) (*Outcome, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "gpuscript")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	options.Dir, options.Out, options.Stdout = filepath.Dir(path), scratch, nil
	name := filepath.ToSlash(path)
	r := &repairer{options: options, name: name, texts: map[string]string{name: string(text)}, stuck: map[string]bool{}}
	return r.all(ctx)
}

// repairer is a script between two runs.
type repairer struct {
	options host.Options
	name    string              // of the script in messages
	texts   map[string]string   // of the script, and of the modules that changed
	last    map[string]string   // the same before the last step
	pending string              // what the last step was about, see key; "" if there was none, or it has been looked for
	stuck   map[string]bool     // reports that their edits do not end
	keys    []string            // what each step was about
	states  []map[string]string // the texts before each step
}

// all takes one step after the other.
func (r *repairer) all(ctx context.Context) (*Outcome, error) {
	o := &Outcome{Before: map[string]string{}, After: map[string]string{}}
	for {
		if err := r.run(ctx, o); err != nil {
			return nil, err
		}
		if r.again(o) {
			o.Steps = o.Steps[:len(o.Steps)-1]
			r.texts = r.last
			if err := r.run(ctx, o); err != nil {
				return nil, err
			}
		}
		if len(o.Steps) == MostSteps || !r.step(o) {
			maps.DeleteFunc(o.Before, func(file, text string) bool { return r.texts[file] == text })
			for file := range o.Before {
				o.After[file] = r.texts[file]
			}
			return o, nil
		}
		r.circle(o)
	}
}

// circle takes back steps that lead to each other: after the last of them the texts are what they were before the first, or what it was about has
// come back more often than an edit can be meant to end it. None of what they were about has an edit that ends it.
func (r *repairer) circle(o *Outcome) {
	last := r.keys[len(o.Steps)-1]
	first := slices.IndexFunc(r.states, func(texts map[string]string) bool { return maps.Equal(texts, r.texts) })
	if first < 0 && counted(r.keys, last) > mostReturns {
		first = slices.Index(r.keys, last)
	}
	if first < 0 {
		return
	}
	for _, key := range r.keys[first:] {
		r.stuck[key] = true
	}
	r.texts, r.pending = r.states[first], ""
	o.Steps, r.keys, r.states = o.Steps[:first], r.keys[:first], r.states[:first]
}

// counted is how often a list has a text.
func counted(list []string, text string) (n int) {
	for _, s := range list {
		if s == text {
			n++
		}
	}
	return n
}

// run runs the script as it is now.
func (r *repairer) run(ctx context.Context, o *Outcome) error {
	options := r.options
	modules := fstest.MapFS{}
	for file, text := range r.texts {
		if file != r.name {
			modules[r.within(file)] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	if len(modules) > 0 {
		options.Files = modules
	}
	h := host.New(options)
	defer h.Close()
	_ = h.RunString(ctx, r.name, r.texts[r.name]) // its diagnostics are the result's
	result := h.Result()
	o.Left, o.Exit, o.Source = result.Diagnostics, result.ExitCode, h.Sources()
	return ctx.Err()
}

// within is the name of a file as the script gives it to require.
func (r *repairer) within(file string) string {
	dir := filepath.ToSlash(r.options.Dir)
	return strings.TrimPrefix(file, dir+"/")
}

// text is that of a file which a message names.
func (r *repairer) text(file string) (string, bool) {
	if text, ok := r.texts[file]; ok {
		return text, true
	}
	inner := r.within(file)
	if text, ok := r.texts[inner]; ok {
		return text, true
	}
	if !fs.ValidPath(inner) {
		return "", false
	}
	text, err := os.ReadFile(filepath.Join(r.options.Dir, filepath.FromSlash(inner)))
	return string(text), err == nil
}

// step makes the first exact suggestion that has not failed; false if there is none. Advice comes after errors: a wait for a number that orders
// nothing is left out only where no race says which number it was to be.
func (r *repairer) step(o *Outcome) bool {
	left := slices.Clone(o.Left)
	slices.SortStableFunc(left, func(a, b *diag.Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	for _, d := range left {
		i := slices.IndexFunc(d.Help, func(h diag.Help) bool { return len(h.Edits()) > 0 && !r.stuck[r.keyOf(d, &h)] })
		if i < 0 {
			continue
		}
		changed, err := Apply(d.Help[i], r.text)
		if err != nil {
			continue // it stays as it is, with words for people
		}
		r.pending, r.last = r.keyOf(d, &d.Help[i]), maps.Clone(r.texts)
		r.keys, r.states = append(r.keys[:len(o.Steps)], r.pending), append(r.states[:len(o.Steps)], r.last)
		for file, text := range changed {
			if _, known := o.Before[file]; !known {
				o.Before[file], _ = r.text(file)
			}
			r.texts[file] = text
		}
		o.Steps = append(o.Steps, Step{d, d.Help[i]})
		return true
	}
	return false
}

// again says whether what the last step was about is still reported; it is stuck then.
func (r *repairer) again(o *Outcome) bool {
	about := r.pending
	r.pending = ""
	for _, d := range o.Left {
		if about != "" && (r.key(d) == about || r.keyOf(d, &diag.Help{Astray: true}) == about) {
			r.stuck[about] = true
			return true
		}
	}
	return false
}

// numbers are what changes in the words of a suggestion when a loop comes by again.
var numbers = regexp.MustCompile(`[0-9]+`)

// keyOf is the key of a report together with what is done about it. What moves a line for its indentation has one of its own: what else is suggested
// is another suggestion then, and is tried if that was of no use.
func (r *repairer) keyOf(d *diag.Diagnostic, h *diag.Help) string {
	if !h.Astray {
		return r.key(d)
	}
	c := *d
	c.Help = nil
	return "astray " + r.key(&c)
}

// key tells a report from others, whatever lines were added before its place: the same words about the same line of text, counted among its like, and
// the same suggestion but for numbers.
func (r *repairer) key(d *diag.Diagnostic) string {
	at := d.Primary().Span
	text, _ := r.text(at.File)
	lines := strings.Split(text, "\n")
	if at.Line < 1 || at.Line > len(lines) {
		return d.Code.String() + d.Title
	}
	line, alike := strings.TrimSpace(lines[at.Line-1]), 0
	for _, other := range lines[:at.Line-1] {
		if strings.TrimSpace(other) == line {
			alike++
		}
	}
	help := ""
	if i := slices.IndexFunc(d.Help, func(h diag.Help) bool { return !h.Astray }); i >= 0 {
		help = numbers.ReplaceAllString(d.Help[i].Text, "")
	}
	return fmt.Sprintf("%v %s %s %d %s %s", d.Code, d.Title, at.File, alike, line, help)
}
