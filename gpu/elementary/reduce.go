package elementary

import (
	"math"
	"math/big"
	"sync"
)

// π/2 in parts: the product of each of the first three, of 33 bits, with a whole number below 2^20 is exact.
const (
	half1 = 0x1.921fb544p+0
	half2 = 0x1.0b4611a6p-34
	half3 = 0x1.3198a2ep-69
)

var halfRest = pair{0x1.b839a252049c1p-104, math.Pi/2 - half1 - half2 - half3 - 0x1.b839a252049c1p-104}

// near is the largest angle whose quarters are counted in doubles.
const near = 1 << 20

// reduce takes away the quarters of a turn that leave the least of a finite angle, and says how many of four they are.
func reduce(x float64) (rest pair, quarters int) {
	if math.Abs(x) > near {
		return reduceFar(x)
	}
	k := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	if k == 0 {
		return one(x), 0
	}
	rest = sum(x, -float64(k*half1)).add(one(-float64(k * half2))).add(one(-float64(k * half3))).sub(halfRest.mul(one(k)))
	return rest, int(k) & 3
}

// farBits are enough for the largest double, and for the one of all that is nearest to a multiple of π/2.
const farBits = 1024 + 192

// farHalfPi is π/2, by Machin's formula.
var farHalfPi = sync.OnceValue(func() *big.Float {
	scale := new(big.Int).Lsh(big.NewInt(1), farBits+64)
	arctan := func(n int64) *big.Int { // of 1/n
		term, total := new(big.Int).Div(scale, big.NewInt(n)), new(big.Int)
		for i := int64(1); term.Sign() != 0; i += 2 {
			part := new(big.Int).Div(term, big.NewInt(i))
			if i&2 != 0 {
				part.Neg(part)
			}
			total.Add(total, part)
			term.Div(term, big.NewInt(n*n))
		}
		return total
	}
	half := arctan(5)
	half.Mul(half, big.NewInt(8))
	small := arctan(239)
	half.Sub(half, small.Mul(small, big.NewInt(2)))
	return new(big.Float).SetPrec(farBits).SetMantExp(new(big.Float).SetPrec(farBits).SetInt(half), -(farBits + 64))
})

func reduceFar(x float64) (rest pair, quarters int) {
	exact := new(big.Float).SetPrec(farBits).SetFloat64(x)
	count := new(big.Float).Quo(exact, farHalfPi())
	if x < 0 {
		count.Sub(count, big.NewFloat(0.5))
	} else {
		count.Add(count, big.NewFloat(0.5))
	}
	k, _ := count.Int(nil)
	exact.Sub(exact, count.Mul(count.SetInt(k), farHalfPi()))
	rest.hi, _ = exact.Float64()
	rest.lo, _ = exact.Sub(exact, big.NewFloat(rest.hi)).Float64()
	return rest, int(k.And(k, big.NewInt(3)).Int64())
}
