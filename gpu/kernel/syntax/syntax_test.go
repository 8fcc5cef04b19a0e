package syntax

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/stretchr/testify/require"
)

func TestParseType(t *testing.T) {
	for _, name := range []string{"float", "half", "int3", "uint4", "bool2", "float4x4", "float2x3"} {
		typ, d := ParseType(name)
		require.Nil(t, d)
		require.Equal(t, name, typ.String())
	}
	for name, help := range map[string]string{"flaot": `did you mean "float"?`, "float5": `did you mean "float"?`, "Float3": `did you mean "float3"?`} {
		_, d := ParseType(name)
		require.NotNil(t, d, name)
		require.Equal(t, diag.UnknownTypeName, d.Code)
		require.Equal(t, help, d.Help[0].Text, name)
	}
	for name, want := range map[string]string{"vec3": "float3", "matrix": "float4x4", "XMFLOAT3": "float3", "dword": "uint", "i32": "int", "R32_FLOAT": "float", "R32G32_FLOAT": "float2", "DXGI_FORMAT_R8G8B8A8_UNORM_SRGB": "float4",
		"B8G8R8A8_UNORM": "float4", "R11G11B10_FLOAT": "float3", "R16G16_SNORM": "float2", "R32_UINT": "uint", "R16G16B16A16_SINT": "int4"} {
		_, d := ParseType(name)
		require.NotNil(t, d, name)
		require.Equal(t, `write "`+want+`"`, d.Help[0].Text, name)
	}
	_, d := ParseType("double")
	require.Contains(t, d.Why[0], "no double-precision")
}

func TestParseRegister(t *testing.T) {
	good := map[string]Register{"t0": {'t', 0, 0}, "u31": {'u', 31, 0}, "b0, space1": {'b', 0, 1}, " s2 ,space7": {'s', 2, 7}, "t1073741823": {'t', 1<<30 - 1, 0}}
	for text, want := range good {
		got, d := ParseRegister(text)
		require.Nil(t, d, text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "t", "x0", "0", "t-1", "t+1", "t1073741824", "t0,", "t0, 1", "t0, space", "t0 space1", "T0", "t0.5"} {
		_, d := ParseRegister(text)
		require.NotNil(t, d, text)
		require.Equal(t, diag.BadRegister, d.Code)
	}
}

func FuzzParseRegister(f *testing.F) {
	f.Add("t0, space1")
	f.Fuzz(func(t *testing.T, text string) {
		r, d := ParseRegister(text)
		if d != nil {
			return
		}
		again, d := ParseRegister(r.String())
		require.Nil(t, d)
		require.Equal(t, r, again)
	})
}

// TestLayout follows the picture of the package comment and Microsoft's packing rules.
func TestLayout(t *testing.T) {
	typ, d := ParseLayout("", []FieldSpec{{Name: "a", Type: "float3"}, {Name: "b", Type: "float"}, {Name: "c", Type: "float2"}, {Name: "d", Type: "float3"},
		{Name: "e", Type: "float", Count: 2}, {Name: "f", Type: "float3x2"}, {Name: "g", Type: "float"}, {Name: "s", Fields: []FieldSpec{{Name: "x", Type: "uint"}}}})
	require.Nil(t, d)
	constant := []int{0, 12, 16, 32, 48, 80, 108, 112}
	packed := []int{0, 12, 16, 24, 36, 44, 68, 72}
	for i := range typ.Fields {
		require.Equal(t, constant[i], FieldOffset(typ, i, Constant), typ.Fields[i].Name)
		require.Equal(t, packed[i], FieldOffset(typ, i, Packed), typ.Fields[i].Name)
	}
	require.Equal(t, 76, Size(typ, Packed))
	require.Equal(t, 116, Size(typ, Constant))
	// A matrix is stored by columns, its components are listed by rows.
	require.Equal(t, []int{0, 16, 4, 20, 8, 24}, Offsets(Matrix(Float, 3, 2), Constant))
	require.Equal(t, []int{0, 12, 4, 16, 8, 20}, Offsets(Matrix(Float, 3, 2), Packed))
}

func TestParseLayoutRefuses(t *testing.T) {
	tests := []struct {
		fields []FieldSpec
		want   string
	}{
		{nil, "a layout needs at least one field"},
		{[]FieldSpec{{Name: "a b", Type: "float"}}, `field 1 has the name "a b", which is not an identifier`},
		{[]FieldSpec{{Name: "a", Type: "float"}, {Name: "a", Type: "int"}}, `the layout has two fields named "a"`},
		{[]FieldSpec{{Name: "a", Type: "float", Count: -1}}, "an array of -1 elements is not possible"},
		{[]FieldSpec{{Name: "a", Type: "floot"}}, `"floot" is not a type of a kernel`},
	}
	for _, tt := range tests {
		_, d := ParseLayout("", tt.fields)
		require.NotNil(t, d)
		require.Equal(t, tt.want, d.Title)
	}
}

func TestNewResource(t *testing.T) {
	r, d := NewResource(Texture2D, "t3, space2", Vector(Float, 4), 4, 7)
	require.Nil(t, d)
	require.Equal(t, &Resource{Kind: Texture2D, Register: Register{'t', 3, 2}, Elem: Vector(Float, 4), Count: 4, IsArray: true, Site: 7}, r)
	_, d = NewResource(Texture2D, "u3", Vector(Float, 4), 0, 0)
	require.Equal(t, `Texture2D cannot be bound to register "u3"`, d.Title)
	_, d = NewResource(Buffer, "t0", Matrix(Float, 4, 4), 0, 0)
	require.Equal(t, diag.BadElementLayout, d.Code)
	_, d = NewResource(ByteAddressBuffer, "t0", Vector(Float, 4), 0, 0)
	require.Contains(t, d.Title, "has no element type")
	_, d = NewResource(StructuredBuffer, "t0", nil, 0, 0)
	require.Contains(t, d.Title, "needs an element type")
	_, d = NewResource(StructuredBuffer, "t0", ArrayOf(Vector(Float, 4), 128), 0, 0)
	require.Nil(t, d)
	_, d = NewResource(StructuredBuffer, "t0", ArrayOf(Vector(Float, 4), 129), 0, 0)
	require.Contains(t, d.Title, "2064 bytes; 2048 are allowed")
}

func TestNewGroupShared(t *testing.T) {
	_, d := NewGroupShared(ScalarType(Float), 8192, 0)
	require.Nil(t, d)
	_, d = NewGroupShared(ScalarType(Float), 8193, 0)
	require.Equal(t, diag.GroupSharedTooLarge, d.Code)
	_, d = NewGroupShared(ScalarType(Float), 0, 0)
	require.NotNil(t, d)
}

func TestKinds(t *testing.T) {
	last := ""
	for _, k := range Kinds() {
		require.Less(t, last, k.String(), "sorted by name")
		last = k.String()
	}
	require.Equal(t, RWTexture2D, Texture2D.Writer())
	require.Equal(t, ResourceKind(0), RWTexture2D.Writer())
	require.Equal(t, 3, Texture2DArray.Coordinates())
	require.True(t, RWTexture3D.IsTexture())
	require.False(t, StructuredBuffer.IsTexture() || SamplerState.IsTexture() || RWStructuredBuffer.IsTexture())
}
