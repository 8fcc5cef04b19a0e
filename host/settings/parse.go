package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gpuscript/gpuscript/bindings"
)

// Parse reads flags from the front of args and returns what follows: from the first word that is no flag on, without a "--"
// that ends the flags. The error is one sentence for people, with the nearest flag if one is misspelt; more lines may follow
// its first. pflag.ErrHelp stays as it is.
func Parse(groups []*pflag.FlagSet, args []string) (rest []string, err error) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.SetInterspersed(false)
	all.Usage = func() {}
	for _, g := range groups {
		all.AddFlagSet(g)
	}
	if err := all.Parse(args); err != nil {
		return nil, plain(err, all)
	}
	return all.Args(), nil
}

// plain words an error of pflag.
func plain(err error, all *pflag.FlagSet) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		name, _, _ := strings.Cut(unknown.GetSpecifiedShortnames(), "=")
		return fmt.Errorf("there is no flag -%s%s", name, DidYouMean("--"+name, names(all))) // -stats is read as a group of letters
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		return fmt.Errorf("there is no flag --%s%s", name, DidYouMean("--"+name, names(all)))
	case errors.As(err, &missing):
		return fmt.Errorf("the flag --%s needs a value%s", missing.GetSpecifiedName(), example(all.Lookup(missing.GetSpecifiedName())))
	case errors.As(err, &invalid):
		if invalid.GetFlag().Value.Type() == "bool" {
			return fmt.Errorf("--%s: got %q, want true or false, or no value for true", invalid.GetFlag().Name, invalid.GetValue())
		}
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	}
	return err
}

// names are all flags with their dashes.
func names(all *pflag.FlagSet) []string {
	var out []string
	all.VisitAll(func(f *pflag.Flag) { out = append(out, "--"+f.Name) })
	return out
}

// example shows how a flag takes its value.
func example(f *pflag.Flag) string {
	if f == nil {
		return ""
	}
	value, _ := pflag.UnquoteUsage(f)
	return fmt.Sprintf(": --%s=%s", f.Name, value)
}

// DidYouMean returns "; did you mean …?" with the nearest of the candidates, "" if none is near.
func DidYouMean(text string, candidates []string) string {
	near := bindings.Nearest(text, candidates)
	if slices.Contains(candidates, text) {
		near = text // what was written is not quite the name, as one dash too few
	}
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", near)
}
