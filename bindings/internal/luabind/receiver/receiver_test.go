package receiver

import (
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

type plain struct{}

type placed struct{ site gpu.Site }

func (p *placed) SetSite(s gpu.Site) { p.site = s }

type context struct {
	placed
	locked bool
	method string
	fails  error
}

func (c *context) Lock(_ gpu.Site, method string) error {
	c.locked, c.method = c.fails == nil, method
	return c.fails
}

func (c *context) Unlock() { c.locked = false }

func TestBegin(t *testing.T) {
	require.False(t, Wants{}.Some())
	require.False(t, Of(reflect.TypeFor[*plain]()).Some())

	p := &placed{}
	held, err := Of(reflect.TypeFor[*placed]()).Begin(p, 7, "Draw")
	require.NoError(t, err)
	require.Nil(t, held)
	require.Equal(t, gpu.Site(7), p.site)

	c, wants := &context{}, Of(reflect.TypeFor[*context]())
	held, err = wants.Begin(c, 8, "Draw")
	require.NoError(t, err)
	require.True(t, c.locked)
	require.Equal(t, "Draw", c.method)
	require.Equal(t, gpu.Site(8), c.site)
	held.Unlock()
	require.False(t, c.locked)

	c.fails = errors.New("shut down")
	held, err = wants.Begin(c, 9, "Draw")
	require.Equal(t, c.fails, err)
	require.Nil(t, held)
	require.Equal(t, gpu.Site(8), c.site, "it does not begin")
}

type used struct {
	method string
	fails  error
}

func (u *used) Use(_ gpu.Site, method string) error {
	u.method = method
	return u.fails
}

// TestUsed: an object hears of the methods that do not tell by themselves that they use it, and of no others; what it minds is the error of the call.
func TestUsed(t *testing.T) {
	all := Of(reflect.TypeFor[*used]())
	require.True(t, all.Of(true).Some())
	require.False(t, all.Of(false).Some())
	require.False(t, Of(reflect.TypeFor[*plain]()).Of(true).Some())

	u := &used{fails: errors.New("released")}
	_, err := all.Of(false).Begin(u, 1, "Map")
	require.NoError(t, err)
	require.Empty(t, u.method)
	_, err = all.Of(true).Begin(u, 1, "GetDesc")
	require.Equal(t, u.fails, err)
	require.Equal(t, "GetDesc", u.method)
}
