package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/filter"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
)

// explain prints the documentation of codes.
func (a *app) explain(ctx context.Context, args []string) (int, error) {
	var list bool
	var c colour
	group := settings.NewGroup("Flags")
	group.BoolVar(&list, "list", false, "list all codes with one line each")
	colourFlag(group, &c)
	rest, done, err := a.parse("explain", groups{group}, args, true)
	switch {
	case done || err != nil:
		return host.ExitOK, err
	case list:
		return a.listCodes(rest)
	case len(rest) == 0:
		return host.ExitUsage, fmt.Errorf("which code? gpuscript explain GS0104 explains one, gpuscript explain --list lists all")
	}
	var docs []diag.Doc
	for _, word := range rest {
		doc, err := filter.Find(word)
		if err != nil {
			return host.ExitUsage, unknownCode(word, err)
		}
		docs = append(docs, doc)
	}
	longest := 0 // a pipe and a file get whole lines: a script in them shall run
	if width, ok := terminal(a.stdout); ok {
		longest = max(width-len(indentation), 40)
	}
	for i, doc := range docs {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		options := render.Options{Colour: c.wanted(a, a.stdout), Width: longest}
		told := ""
		if doc.Example != "" {
			var err error
			if told, err = messages(ctx, doc, options); err != nil {
				return host.ExitUsage, fmt.Errorf("cannot run the example: %w", err)
			}
		}
		fmt.Fprint(a.stdout, page(doc, told, options.Colour, longest))
	}
	return host.ExitOK, nil
}

// familyName is how a family of codes is written: GS05xx.
var familyName = regexp.MustCompile(`^(?i:GS)(\d\d)(?i:xx)$`)

// unknownCode says how to find a code if the error has no suggestion.
func unknownCode(word string, err error) error {
	var unknown *filter.Error
	if !errors.As(err, &unknown) {
		return err
	}
	if _, isNumber := diag.ParseCode(word); isNumber && unknown.Next == 0 {
		return fmt.Errorf("%w; gpuscript explain --list lists all", err)
	} else if !isNumber && unknown.Near == "" {
		if m := familyName.FindStringSubmatch(word); m != nil {
			return fmt.Errorf("%s is a family of codes; gpuscript explain --list GS%s lists them", word, m[1])
		}
		if word != "" && slices.ContainsFunc(diag.Docs(), func(d diag.Doc) bool { return mentioned(d, []string{word}) }) {
			return fmt.Errorf("%q is not a code; gpuscript explain --list %s finds codes by the word", word, word)
		}
		return fmt.Errorf("%q is not a code; gpuscript explain --list lists all", word)
	}
	return err
}

// listCodes prints one line for each code that is mentioned. Codes of one family stand below its heading.
func (a *app) listCodes(words []string) (int, error) {
	width := 0
	for _, d := range diag.Docs() {
		width = max(width, len(d.Name))
	}
	family := diag.Code(0)
	for _, d := range diag.Docs() {
		if !mentioned(d, words) {
			continue
		}
		if d.Code/100 != family {
			if family != 0 {
				fmt.Fprintln(a.stdout)
			}
			family = d.Code / 100
			fmt.Fprintf(a.stdout, "%s\n", diag.FamilyName(family))
		}
		fmt.Fprintf(a.stdout, "%v  %-*s  %s\n", d.Code, width, d.Name, summary(d))
	}
	if family == 0 {
		return host.ExitUsage, fmt.Errorf("no code mentions %s; gpuscript explain --list lists all", strings.Join(words, " or "))
	}
	return host.ExitOK, nil
}

// summary is what the list says of a code.
func summary(d diag.Doc) string { return strings.TrimPrefix(d.Summary, d.Name+" occurs ") }

// mentioned reports whether the number, name, summary or message of Direct3D 12 of a code contains one of the words, whatever their case, or there
// are none.
func mentioned(d diag.Doc, words []string) bool {
	id, _ := d.Code.MessageID()
	text := strings.ToLower(fmt.Sprintf("%v %s %s %s", d.Code, d.Name, summary(d), id.FullName()))
	return len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, strings.ToLower(w)) })
}

// indentation is before each line of a script.
const indentation = "    "

// page is the documentation of a code for people, with what its example ends in. Lines of scripts end after the longest, in characters; 0 leaves them
// whole.
func page(d diag.Doc, told string, colours bool, longest int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", strong(fmt.Sprintf("%v  %s  (%v)", d.Code, d.Name, d.Code.Severity()), colours))
	b.WriteString(wrap(d.Summary, ""))
	for _, more := range furtherParagraphs(d.Text) {
		b.WriteString("\n" + wrap(more, ""))
	}
	fmt.Fprintf(&b, "\n%s\n%s", strong("Rule", colours), wrap(sentence(d.Rule)+".", "  "))
	if d.Source != "" {
		b.WriteString(wrap("Source: "+d.Source+".", "  "))
	}
	if id, ok := d.Code.MessageID(); ok {
		b.WriteString(wrap("Direct3D 12 debug layer: "+id.String()+".", "  "))
	}
	if d.NoExample != "" {
		fmt.Fprintf(&b, "\n%s\n%s", strong("No example", colours), wrap(d.NoExample, "  "))
		return b.String()
	}
	fmt.Fprintf(&b, "\n%s\n%s", strong("A script that breaks it", colours), script(d.Example, longest))
	fmt.Fprintf(&b, "\n%s\n%s", strong("What is reported", colours), indented(told))
	fmt.Fprintf(&b, "\n%s\n%s", strong("What corrects it", colours), script(changes(d), longest))
	return b.String()
}

// furtherParagraphs are those between the summary and the first section of the comment.
func furtherParagraphs(text string) []string {
	before, _, _ := strings.Cut(text, "\nRule:")
	return strings.Split(strings.TrimSpace(before), "\n\n")[1:]
}

// script indents a script. The end of a line longer than a screen, an encoded file for example, is left out there.
func script(text string, longest int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if r := []rune(line); longest > 0 && len(r) > longest {
			line = string(r[:longest-1]) + "…"
		}
		if line != "" {
			line = indentation + line
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// indented indents a message, whose lines fit already.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			line = indentation + line
		}
		b.WriteString(line)
	}
	return b.String()
}

// wrap breaks prose into lines of at most 80 columns with an indentation.
func wrap(text, indent string) string {
	const width = 80
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		switch {
		case line == indent:
			line += word
		case len(line)+1+len(word) > width:
			b.WriteString(line + "\n")
			line = indent + word
		default:
			line += " " + word
		}
	}
	b.WriteString(line + "\n")
	return b.String()
}
