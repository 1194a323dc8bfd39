-- Sends every request with the next of the keys in the file that the first argument names, to the next of the paths
-- in the file that the second argument names. The requests are made before the load begins: as many as there are
-- keys, or paths where there are more of these.
local requests, at = {}, 0

local function lines(name)
  local all = {}
  for line in io.lines(name) do
    all[#all + 1] = line
  end
  return all
end

function init(arguments)
  local keys, paths = lines(arguments[1]), lines(arguments[2])
  for n = 1, math.max(#keys, #paths) do
    local headers = { ["Authorization"] = "Bearer " .. keys[(n - 1) % #keys + 1] }
    requests[n] = wrk.format("GET", paths[(n - 1) % #paths + 1], headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

-- The CPU time of wrk itself, in ticks: see proc(5).
local function ticks()
  local stat = io.open("/proc/self/stat"):read("*l")
  local user, system = stat:match("^.*%) %S+ %S+ %S+ %S+ %S+ %S+ %S+ %S+ %S+ %S+ %S+ (%d+) (%d+)")
  return user + system
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT requests=%d duration_us=%d p50_us=%d p99_us=%d refused=%d connect=%d read=%d write=%d timeout=%d ticks=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect, errors.read, errors.write, errors.timeout, ticks()
  ))
end
