package readme

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/about"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// TestOperators: docs/operators.md has a section for each operator of DirectML, and one for those that are refused.
func TestOperators(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "## Operators\n")
	for _, r := range catalogue.Rows() {
		what := about.Of(r.Name)
		require.NotEmpty(t, what, "package about says nothing of %s", r.Name)
		require.Empty(t, about.Refused(r.Name), "%s is there", r.Name)
		if r.InPlace {
			what += " The output may be bound over an input of the same layout."
		}
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| field | type | default | |\n|---|---|---|---|\n", r.Name, escaped(what))
		types := r.Types()
		for _, f := range r.Fields {
			require.True(t, f.Kind == op.Attribute || dataTypes(f.Name, &types) != "", "%s.%s: its data types are not asked for", r.Name, f.Name)
		}
		for i := range r.Fields {
			typ, standard, note := fieldOf(&r.Fields[i], &types)
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Fields[i].Name, typ, standard, note)
		}
	}
	fmt.Fprintf(&b, "\n### Refused\n\nDirectML has them, and CreateOperator refuses them by name (GS0702).\n\n| operator | why, or what does the same |\n|---|---|\n")
	for _, name := range about.Missing() {
		require.Nil(t, catalogue.Find(name), "%s is there", name)
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, about.Refused(name))
	}
	b.WriteString("\n")
	sectionOf(t, "../../docs/operators.md", "operators", b.String())
}

// escaped is a text without signs of Markdown.
func escaped(s string) string { return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`).Replace(s) }

// all are the data types that elements of bytes of their own have.
const all = 11

// fieldOf is a field in words: its type, what it is where it is left out, and what else is to be known.
func fieldOf(f *op.Field, types *op.Types) (typ, standard, note string) {
	typ = f.Type.String()
	switch {
	case f.Needed():
		standard = "required"
	case f.Optional:
		standard = "none"
	}
	if f.Kind != op.Attribute {
		return typ + ", " + []string{"read", "written"}[f.Kind], standard, dataTypes(f.Name, types)
	}
	switch {
	case f.CountOf != nil:
		return typ, "their length", "the length of " + quoted(f.CountOf, ", ")
	case f.Type == op.OperatorType || f.Type == op.OperatorsType:
		return typ, standard, "one of " + quoted(f.Fuses, ", ")
	case f.Enum != nil:
		names := slices.DeleteFunc(slices.Clone(f.Enum), func(s string) bool { return s == "" })
		if !f.Needed() {
			standard = "`" + f.Enum[int(f.Default)] + "`"
		}
		return "one of " + quoted(names, ", "), standard, ""
	case standard == "" && f.Type == op.BoolType:
		standard = strconv.FormatBool(f.Default != 0)
	case standard == "" && slices.Contains([]op.Type{op.UintType, op.IntType, op.FloatType, op.ScalarType}, f.Type):
		standard = strconv.FormatFloat(float64(float32(f.Default)), 'g', -1, 32)
	case standard == "":
		standard = "as the operator says"
	}
	return typ, standard, ""
}

// dataTypes are those of a tensor in words.
func dataTypes(field string, types *op.Types) string {
	var out []string
	switch list := types.OneOf[field]; {
	case len(list) == all:
		out = append(out, "any data type")
	case len(list) > 0:
		var names []string
		for _, d := range list {
			names = append(names, tensor.DataType.String(d))
		}
		out = append(out, quoted(names, ", "))
	}
	if as := types.As[field]; as != "" {
		out = append(out, "the data type of `"+as+"`")
	}
	return strings.Join(out, ", or ")
}

// quoted are names as code.
func quoted(names []string, between string) string {
	return "`" + strings.Join(names, "`"+between+"`") + "`"
}
