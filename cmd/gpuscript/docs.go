package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/gpuscript/gpuscript/docs"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
	shipped "github.com/gpuscript/gpuscript/scripts"
)

// topic is a heading of the reference with what stands below it.
type topic struct {
	group, name string
	intro       []string // paragraphs
	rows        []row
}

// row is a line of a table: a call or a field, and the parts of its description.
type row struct {
	cells []string
}

// reference prints the parts of the reference that names ask for: modules, classes, tables, names of values, calls, what shaders call, or
// the examples.
func (a *app) reference(_ context.Context, args []string) (int, error) {
	var c colour
	group := settings.NewGroup("Flags")
	colourFlag(group, &c)
	words, done, err := a.parse("docs", groups{group}, args, true)
	switch {
	case done || err != nil:
		return host.ExitOK, err
	case len(words) == 0:
		a.contents(topics())
		return host.ExitOK, nil
	case words[0] == "examples":
		return a.examples(words[1:])
	}
	all, bold := topics(), c.wanted(a, a.stdout)
	for i, word := range words {
		found := find(all, word)
		if found == nil {
			found = mentions(all, word)
		}
		if len(found) == 0 {
			return host.ExitUsage, fmt.Errorf("the reference has no %q%s", word,
				cmp.Or(settings.DidYouMean(word, append(names(all, word), "examples")), "; gpuscript docs lists what it has"))
		}
		for j, t := range found {
			if i+j > 0 {
				fmt.Fprintln(a.stdout)
			}
			fmt.Fprint(a.stdout, t.text(bold))
		}
	}
	return host.ExitOK, nil
}

// topics reads the reference.
func topics() (all []topic) {
	group := ""
	for line := range strings.Lines(docs.API + "\n" + docs.Operators) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "## "):
			group = line[3:]
		case strings.HasPrefix(line, "### "):
			all = append(all, topic{group: group, name: line[4:]})
		case group == "" || line == "" || strings.HasPrefix(line, "<!--") || strings.HasPrefix(line, "|---"):
		case !strings.HasPrefix(line, "|"):
			t := &all[len(all)-1]
			t.intro = append(t.intro, plain(line))
		default:
			t := &all[len(all)-1]
			t.rows = append(t.rows, row{cells: cells(line)})
		}
	}
	for i := range all {
		all[i].rows = all[i].rows[min(1, len(all[i].rows)):] // without the head of the table
	}
	return append(all, shaderTopics()...)
}

var (
	link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	edge = regexp.MustCompile(`[^\\]\|`)
)

// plain is a text without the signs of Markdown.
func plain(s string) string {
	return strings.NewReplacer("`", "", `\|`, "|").Replace(link.ReplaceAllString(s, "$1"))
}

// cells splits a line of a table.
func cells(line string) (out []string) {
	line = strings.TrimPrefix(line, "|")
	for {
		at := edge.FindStringIndex(line)
		if at == nil {
			return out
		}
		out = append(out, plain(strings.TrimSpace(line[:at[1]-1])))
		line = line[at[1]:]
	}
}

// find returns what a word names: a heading, "Class:Method" or the name of calls and fields wherever they are.
func find(all []topic, word string) (found []topic) {
	for _, t := range all {
		if strings.EqualFold(t.name, word) {
			found = append(found, t)
		}
	}
	if found != nil {
		return found
	}
	owner, member, qualified := strings.Cut(strings.ReplaceAll(word, ":", "."), ".")
	if !qualified {
		owner, member = "", word
	}
	for _, t := range all {
		if owner != "" && !strings.EqualFold(t.name, owner) {
			continue
		}
		t.rows = slices.DeleteFunc(slices.Clone(t.rows), func(r row) bool { return !strings.EqualFold(r.member(), member) })
		t.intro = nil
		if len(t.rows) > 0 {
			found = append(found, t)
		}
	}
	return found
}

// values is a line of the reference that lists the values of an enumeration, or flags.
var values = regexp.MustCompile(`^(?:one of|any of, joined with \|) `)

// mentions returns what a name of C is about: the call behind ID3D12Device::, or the names among which a value is, with a prefix or without.
//
//	ID3D12Fence::Signal  COPY_DEST  D3D12_RESOURCE_STATE_COPY_DEST  D3D12_RESOURCE_STATES
func mentions(all []topic, word string) (found []topic) {
	if _, member, ok := strings.Cut(word, "::"); ok {
		return find(all, member)
	}
	best := 2 // characters: a letter alone ends many words
	for _, t := range all {
		switch n := t.mention(word); {
		case n > best:
			found, best = []topic{t}, n
		case n == best:
			found = append(found, t)
		}
	}
	return found
}

// mention is how many characters of a name of C are that of a value which the topic lists, or of the type that it describes; 0 for none.
func (t topic) mention(word string) (longest int) {
	for _, p := range t.intro {
		listed := values.MatchString(p)
		for _, name := range strings.FieldsFunc(p, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if listed && strings.HasSuffix("_"+strings.ToUpper(word), "_"+name) || strings.Contains(name, "_") && strings.EqualFold(name, word) {
				longest = max(longest, len(name))
			}
		}
	}
	return longest
}

// member is the name of a call or field without owner and arguments.
func (r row) member() string {
	name := r.cells[0]
	if end := strings.IndexAny(name, "( "); end >= 0 {
		name = name[:end]
	}
	return name[strings.LastIndexAny(name, ".:")+1:]
}

// names are the words that find something: of the form of a word, "Class:Method" or a single name.
func names(all []topic, word string) (out []string) {
	for _, t := range all {
		out = append(out, t.name)
		for _, r := range t.rows {
			out = append(out, r.member())
			if at := strings.IndexAny(word, ":."); at >= 0 {
				out = append(out, t.name+word[at:at+1]+r.member())
			}
		}
	}
	return out
}

// text is a topic for people.
func (t topic) text(colours bool) string {
	var b strings.Builder
	b.WriteString(strong(t.name, colours) + "\n")
	for _, p := range t.intro {
		b.WriteString(wrap(p, "  "))
	}
	for _, r := range t.rows {
		call := r.cells[0]
		if strings.HasPrefix(call, ":") {
			call = t.name + call
		}
		if len(r.cells) > 2 {
			call += "  " + r.cells[1]
			if standard := r.cells[2]; standard == "required" {
				call += ", required"
			} else if standard != "" {
				call += ", default " + standard
			}
		}
		if len(r.cells) <= 2 {
			b.WriteString("\n")
		}
		b.WriteString("  " + strong(call, colours) + "\n")
		for _, part := range strings.Split(r.cells[len(r.cells)-1], "<br>") {
			if part != "" {
				b.WriteString(wrap(part, "      "))
			}
		}
	}
	return b.String()
}

// contents lists the headings.
func (a *app) contents(all []topic) {
	var b strings.Builder
	b.WriteString("The reference of the Lua API. gpuscript docs NAME prints a part of it: a heading below,\na call such as CommandList:Dispatch, or whatever has that name.\n")
	for i, t := range all {
		if i == 0 || t.group != all[i-1].group {
			var list []string
			for _, other := range all {
				if other.group == t.group {
					list = append(list, other.name)
				}
			}
			b.WriteString("\n" + t.group + "\n" + wrap(strings.Join(list, ", "), "  "))
		}
	}
	b.WriteString("\nExamples\n  gpuscript docs examples lists the scripts, gpuscript docs examples NAME prints one\n")
	fmt.Fprint(a.stdout, b.String())
}

// examples lists the scripts that come with gpuscript, or prints some.
func (a *app) examples(words []string) (int, error) {
	files, err := fs.Glob(shipped.Files, "*.lua")
	if err != nil {
		return host.ExitUsage, err
	}
	for _, word := range words {
		name := strings.TrimSuffix(path.Base(word), ".lua")
		text, err := fs.ReadFile(shipped.Files, name+".lua")
		if err != nil {
			return host.ExitUsage, fmt.Errorf("there is no example %q%s", word,
				cmp.Or(settings.DidYouMean(name, withoutExtension(files)), "; gpuscript docs examples lists them"))
		}
		fmt.Fprint(a.stdout, string(text))
	}
	if len(words) > 0 {
		return host.ExitOK, nil
	}
	for _, name := range files {
		text, err := fs.ReadFile(shipped.Files, name)
		if err != nil {
			return host.ExitUsage, err
		}
		fmt.Fprintf(a.stdout, "%s\n%s", name, wrap(about(string(text)), "    "))
	}
	return host.ExitOK, nil
}

// withoutExtension are the names of scripts as people say them.
func withoutExtension(files []string) []string {
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f, ".lua"))
	}
	return names
}

// about is the first sentence of the comment that a script begins with, after the lines that say how to run it.
func about(text string) string {
	var comment []string
	for line := range strings.Lines(text) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "--")
		switch {
		case ok && !directive.MatchString(line):
			comment = append(comment, strings.TrimSpace(line))
		case !ok && comment != nil:
			return firstSentence.FindString(strings.Join(comment, " ") + " ")
		}
	}
	return ""
}

var (
	directive     = regexp.MustCompile(`^ \w+: [^ ]*$`)
	firstSentence = regexp.MustCompile(`^.*?[.] |^.* `)
)
