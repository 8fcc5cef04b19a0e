module github.com/gpuscript/gpuscript/tests/bench/fauxgl

go 1.26.0

require github.com/fogleman/fauxgl v0.0.0-20200818143847-27cddc103802

require github.com/fogleman/simplify v0.0.0-20170216171241-d32f302d5046 // indirect
