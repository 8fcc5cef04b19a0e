-- Calls every function of the libraries with odd arguments, and prints what looks like a failure of Go.
local values = { "nothing", 0, -1, 1.5, 3, 1e300, 1/0, -1/0, 0/0, "", "%", "abc", "%d", "%5", "(", "[", "%b", "a%1", {}, { 1, 2, 3 }, function() end, true, coroutine.create(function() end), io.stdout }
local skip = { ["os.exit"] = true, ["io.write"] = true, ["io.output"] = true, ["string.rep"] = true, ["_G.print"] = true, ["_G.setfenv"] = true }
local names = {}
local function collect(prefix, t)
  for k, f in pairs(t) do if type(f) == "function" and not skip[prefix .. k] then names[#names + 1] = { prefix .. k, f } end end
end
for _, lib in ipairs { "string", "table", "math", "coroutine", "os", "io", "debug", "_G" } do collect(lib .. ".", _G[lib]) end
table.sort(names, function(a, b) return a[1] < b[1] end)
local wrong, seen, count = { "%!", "runtime error", "interface conversion", "internal error", "goroutine" }, {}, 0
local function look(name, ok, ...)
  count = count + 1
  for i = 1, math.min(select("#", ...), 3) do
    local v = (select(i, ...))
    for _, w in ipairs(wrong) do
      if type(v) == "string" and v:find(w, 1, true) and not seen[name .. w] then
        seen[name .. w] = true
        print(name .. ": " .. v:sub(1, 100))
      end
    end
  end
end
for _, n in ipairs(names) do
  local name, f = n[1], n[2]
  look(name, pcall(f))
  for _, a in ipairs(values) do
    look(name, pcall(f, a))
    look(name, pcall(f, "abc", a))
    for _, b in ipairs(values) do
      look(name, pcall(f, a, b))
      look(name, pcall(f, "abc", a, b))
      look(name, pcall(f, { 1, 2 }, a, b))
    end
  end
end
print(count .. " calls")
