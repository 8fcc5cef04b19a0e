package tags

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// parsed reads a tag of a field named Width.
func parsed(text string) Tag {
	return Parse(reflect.StructField{Name: "Width", Tag: reflect.StructTag(`lua:"` + text + `"`)})
}

func TestParse(t *testing.T) {
	bound := func(x float64) *float64 { return &x }
	for text, want := range map[string]Tag{
		"":                         {Name: "Width"},
		"-":                        {Name: "-", Hidden: true},
		"W,required":               {Name: "W", Required: true},
		",default=":                {Name: "Width", HasDefault: true},
		",default={}":              {Name: "Width", HasDefault: true, Default: "{}"},
		",min=-1,max=2.5":          {Name: "Width", Limits: Limits{Min: bound(-1), Max: bound(2.5)}},
		",multiple=4,nonfinite":    {Name: "Width", Limits: Limits{Multiple: 4, Nonfinite: true}},
		",order=2,long=3,when=A|B": {Name: "Width", Order: 2, Long: 3, When: []string{"A", "B"}},
		",tag":                     {Name: "Width", IsTag: true},
		",when=A,spare":            {Name: "Width", When: []string{"A"}, Spare: true},
	} {
		require.Equal(t, want, parsed(text), text)
	}
	require.True(t, Parse(reflect.StructField{Name: "width", PkgPath: "p"}).Hidden, "a field of its package alone")
}

func TestTagsThatAreWrong(t *testing.T) {
	for _, text := range []string{",requierd", ",order=x", ",long=", ",min=a", ",max=", ",multiple=four"} {
		require.Panics(t, func() { parsed(text) }, text)
	}
}

func TestLimits(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "",
		",min=1":            "at least 1",
		",max=16":           "at most 16",
		",min=1,max=16":     "1 to 16",
		",min=4,multiple=4": "at least 4, a multiple of 4",
	} {
		require.Equal(t, want, parsed(text).Limits.Text())
	}
	for text, want := range map[string][2]float64{"": {-8, 7}, ",min=0": {0, 7}, ",max=6": {-8, 6}, ",min=-9,max=8": {-8, 7}} {
		lo, hi := parsed(text).Limits.Narrow(-8, 7)
		require.Equal(t, want, [2]float64{lo, hi}, text)
	}
}
