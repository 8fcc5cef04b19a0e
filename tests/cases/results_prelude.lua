-- What files share beside the prelude that look at results. A result that is not the expected one is an error of the script, so that a case that
-- is silent has its values, too.
local t = require "prelude"

-- same compares numbers, or lists of them, with what they must be.
function t.same(got, want, what)
  if type(want) ~= "table" then got, want = { got }, { want } end
  for i, w in ipairs(want) do
    if got[i] ~= w then
      error(string.format("%s %d is %s, not %s", what or "value", i, tostring(got[i]), tostring(w)), 2)
    end
  end
end

-- holds compares elements of a mapped buffer, from an offset in bytes on.
function t.holds(r, offset, want, type)
  local got = r:Map():Read(offset, type or "uint", #want)
  for i, w in ipairs(want) do
    if got[i] ~= w then error(string.format("element %d from byte %d is %s, not %s", i, offset, tostring(got[i]), tostring(w)), 2) end
  end
end

-- filled is an upload buffer with numbers in it, from its beginning.
function t.filled(name, size, values, type)
  local up = t.upload(name, size)
  up:Map():Write(0, type or "uint", values)
  return up
end

-- numbers is a list of n numbers: first, first + step, …
function t.numbers(n, first, step)
  local list = {}
  for i = 1, n do list[i] = first + (i - 1) * (step or 1) end
  return list
end

return t
