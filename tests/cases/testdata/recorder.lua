-- Writes down what a case does as a script without functions, loops and helpers, as somebody might have written it who had this one thing to do: each call of
-- the API a line, with the values that it got, and each object a variable. Edits that nobody can make in a helper that all cases share can be made there.
--
--   t.run(q, function(l) l:CopyResource(a, b) end)   ──►   local list = device:CreateCommandList { … }
--                                                          list:CopyResource(a, b)
--                                                          list:Close()
--                                                          q:ExecuteCommandLists { list }
--
-- Modules are tables of functions that record, objects are proxies. Shaders are declarations: their functions are copied as text, which the test
-- finds by place, and so are the names of the resources that they use.
local texts = texts      -- of the test: functions by "file:first line:last line", and lines that declare by "file:line"

local impossible                                     -- why the script cannot be written
local script = {}                                    -- lines, and blocks of threads
local MAIN = { script }                              -- the open blocks of the main thread
local current = MAIN                                 -- those of the thread that runs: it changes in calls of the API, and is put back behind them
local realOf, proxyOf, nameOf = {}, {}, {}           -- by proxy; by object; by object
local addresses = {}                                 -- numbers that stand for places in video memory, by value
local taken = { gpu = true, engine = true, dml = true, _ = true }
for word in ("and break do else elseif end false for function if in local nil not or repeat return then true until while"):gmatch "%a+" do taken[word] = true end

local function put(line)
  local block = current[#current]
  block[#block + 1] = line
  return line
end

-- fresh makes a variable's name of an object's name.
local function fresh(wanted)
  local name = wanted:gsub("[^%w_]", "_"):gsub("^(%d)", "_%1")
  if name == "" then name = "it" end
  local unique, n = name, 1
  while taken[unique] do
    n = n + 1
    unique = name .. n
  end
  taken[unique] = true
  return unique
end

local write

local function writeTable(v, depth)
  local parts, n = {}, #v
  if n > 4096 or depth > 8 then impossible = "a large table" return "{}" end
  for i = 1, n do parts[i] = write(v[i], depth + 1) end
  local keys = {}
  for k in pairs(v) do
    if type(k) == "string" then keys[#keys + 1] = k
    elseif type(k) ~= "number" or k < 1 or k > n or k % 1 ~= 0 then impossible = "a table with keys of other types" end
  end
  table.sort(keys)
  for _, k in ipairs(keys) do
    local field = k:match "^[%a_][%w_]*$" and not taken[k] and k or ("[%q]"):format(k)
    parts[#parts + 1] = field .. " = " .. write(v[k], depth + 1)
  end
  return #parts == 0 and "{}" or "{ " .. table.concat(parts, ", ") .. " }"
end

local function writeString(s)
  return '"' .. s:gsub('[%c"\\\128-\255]', function(c) return ("\\%03d"):format(c:byte()) end) .. '"'
end

local function writeFunction(f)
  local at = debug.getinfo(f)
  local text = texts[("%s:%d:%d"):format(at.short_src or "?", at.linedefined or 0, at.lastlinedefined or 0)]
  if not text then impossible = "a function whose text is not known" end
  return text or "nil"
end

local function writeNumber(n)
  if addresses[n] then return addresses[n] end
  if n ~= n or n == math.huge or n == -math.huge then return n ~= n and "0/0" or n > 0 and "math.huge" or "-math.huge" end
  return n % 1 == 0 and math.abs(n) < 2 ^ 53 and ("%.0f"):format(n) or ("%.17g"):format(n)
end

function write(v, depth)
  local kind = type(v)
  if realOf[v] ~= nil then return nameOf[realOf[v]] end
  if kind == "table" then return writeTable(v, depth or 0) end
  if kind == "string" then return writeString(v) end
  if kind == "number" then return writeNumber(v) end
  if kind == "function" then return writeFunction(v) end
  if kind == "userdata" then
    if not nameOf[v] then impossible = "an object of unknown origin" end
    return nameOf[v] or "nil"
  end
  return tostring(v)
end

-- arguments are the text behind the name of a function.
local function arguments(...)
  local n, first = select("#", ...), (...)
  if n == 1 and realOf[first] == nil and type(first) == "table" then return " " .. write(first) end
  local parts = {}
  for i = 1, n do parts[i] = write((select(i, ...))) end
  return "(" .. table.concat(parts, ", ") .. ")"
end

-- plain is a value without proxies.
local function plain(v)
  if realOf[v] ~= nil then return realOf[v] end
  if type(v) ~= "table" then return v end
  local copy = {}
  for k, field in pairs(v) do copy[k] = plain(field) end
  return copy
end

local function plainAll(...)
  local all = { ... }
  for i = 1, select("#", ...) do all[i] = plain(all[i]) end
  return unpack(all, 1, select("#", ...))
end

local proxy

-- results gives what a call returned to the script, as proxies and variables: line, which made it, gets a `local` in front.
local function results(line, method, ...)
  local all, names, last, inner = { ... }, {}, 0, #current > 1 or current ~= MAIN
  for i = 1, select("#", ...) do
    local v = all[i]
    names[i] = "_"
    if type(v) == "userdata" then
      if not nameOf[v] then
        local kind, called = tostring(v):match '^(%w+) "(.*)"$'
        nameOf[v] = fresh(called or (kind or tostring(v):match "%w*" or "it"):lower())
        names[i], last = nameOf[v], i
      end
      all[i] = proxy(v)
    elseif type(v) == "number" and v >= 4096 and not addresses[v] and method:find "Address" then
      addresses[v] = fresh "address"
      names[i], last = addresses[v], i
    elseif type(v) == "table" then
      for k, field in pairs(v) do
        if type(field) == "userdata" then impossible = "a table of objects" end
      end
    end
  end
  if last > 0 then line.text = (inner and "" or "local ") .. table.concat(names, ", ", 1, last) .. " = " .. line.text end
  return unpack(all, 1, select("#", ...))
end

-- keep returns what a call returned, in the thread that made it.
local function keep(mine, ...)
  current = mine
  return ...
end

-- calling is a function that records its call as a line that begins with text, and does it.
local function calling(text, method, f, self)
  return function(...)
    if self == nil then
      local line = put { text = text .. arguments(...) }
      return results(line, method, keep(current, f(plainAll(...))))
    end
    local line = put { text = text .. arguments(select(2, ...)) }
    return results(line, method, keep(current, f(self, plainAll(select(2, ...)))))
  end
end

local object = {
  __tostring = function(p) return tostring(realOf[p]) end,
  __concat = function(a, b) return tostring(a) .. tostring(b) end,
  __newindex = function(p, k, v)
    put { text = nameOf[realOf[p]] .. "[" .. write(k) .. "] = " .. write(v) }
    realOf[p][k] = plain(v)
  end,
  __len = function(p) return #realOf[p] end,
}
function object.__index(p, k)
  local self = realOf[p]
  local line = put { text = "local _ = " .. nameOf[self] .. "[" .. write(k) .. "]" }
  local v = self[k]
  line.text = nil
  if type(v) == "function" then return calling(nameOf[self] .. ":" .. tostring(k), tostring(k), v, self) end
  if type(v) == "userdata" then
    line.text = nameOf[self] .. "." .. tostring(k)
    return results(line, tostring(k), v)
  end
  return v
end

function proxy(v)
  if not proxyOf[v] then
    proxyOf[v] = setmetatable({}, object)
    realOf[proxyOf[v]] = v
  end
  return proxyOf[v]
end

-- block puts a block between two lines.
local function block(head, tail)
  local inner = {}
  put { text = head }
  put { block = inner }
  put { text = tail }
  return inner
end

-- declared is the variable that a line of the script gives to the result of a declaration: the first of its names that is not taken yet in this round.
local rounds = {}
local function declared(method)
  for level = 2, 8 do
    local at = debug.getinfo(level)
    if not at then return nil end
    local text = at.short_src ~= "recorder.lua" and texts[at.short_src .. ":" .. at.currentline]
    if text then
      local key, names = at.short_src .. ":" .. at.currentline, {}
      local list = text:match "^%s*local ([%w_, ]+)=" or text:match "([%w_]+) = gpu%." or ""
      for name in list:gmatch "[%w_]+" do names[#names + 1] = name end
      rounds[key] = (rounds[key] or 0) % math.max(#names, 1) + 1
      return names[rounds[key]]
    end
  end
end

-- Functions of the module that do something on the device or to time; the others declare, or only compute.
local acts = { BufferTensor = true, CreateDevice = true, CreateEvent = true, WaitForSingleObject = true, WaitForMultipleObjects = true, Work = true, CreateDeviceAndContexts = true }

local function declaring(text, method, f)
  return function(...)
    local isShader = method:find "Shader$"
    local v = f(plainAll(...))
    if type(v) == "userdata" then
      local called = isShader and tostring(v):match '"(.*)"$' or declared(method)
      local name = called and not isShader and called or fresh(called or method)
      nameOf[v], taken[name] = name, true
      put { text = "local " .. name .. " = " .. text .. arguments(...) }
    end
    return v
  end
end

local modules = {}
local function module(name, var)
  local real = require(name)
  modules[#modules + 1] = { name, var }
  local m = {}
  for k, v in pairs(real) do
    if k == "Thread" then
      m[k] = function(called, f, ...)
        if type(called) == "table" and type(called.Main) == "function" then called, f = called.Name, called.Main end
        if f == nil then return calling(var .. "." .. k, k, v)(called) end
        local own = fresh(called)
        local inner = block(("local %s = %s.Thread(%s, function()"):format(own, var, write(called)), "end)")
        local thread = keep(current, v(called, function(...)
          current = { inner }
          return f(...)
        end, plainAll(...)))
        nameOf[thread] = own
        return proxy(thread)
      end
    elseif type(v) ~= "function" then m[k] = v
    elseif acts[k] then m[k] = calling(var .. "." .. k, k, v)
    else
      local call, declare = calling(var .. "." .. k, k, v), declaring(var .. "." .. k, k, v)
      m[k] = function(...)
        for i = 1, select("#", ...) do
          if realOf[(select(i, ...))] ~= nil then return call(...) end
        end
        return declare(...)
      end
    end
  end
  return m
end

local protected = pcall
function pcall(f, ...)
  local depth = #current + 1
  current[depth] = block("pcall(function()", "end)")
  local function done(mine, ...)
    current, mine[depth] = mine, nil
    return ...
  end
  return done(current, protected(f, ...))
end

-- render appends the lines of a block. A function has 200 local variables: the last ones of a long script are global.
local function render(block, indent, lines)
  for _, line in ipairs(block) do
    if line.block then render(line.block, indent .. "  ", lines)
    elseif line.text then lines[#lines + 1] = indent .. (#lines < 180 and line.text or line.text:gsub("^local ", "")) end
  end
end

-- recorded returns the script, or nil and why there is none.
function recorded()
  local lines = {}
  for _, m in ipairs(modules) do lines[#lines + 1] = ("local %s = require %q"):format(m[2], m[1]) end
  render(script, "", lines)
  if impossible then return nil, impossible end
  return table.concat(lines, "\n") .. "\n"
end

local loaded = {}
return function(name)
  loaded[name] = loaded[name] or module(name, name:match "[%w_]+$")
  return loaded[name]
end
