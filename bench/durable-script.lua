-- Submits one job after another, with the next of the keys in the file that the first argument names. The second
-- argument is the body of each request. What it prints in the end is for wrk-output.ts.
local requests, at, sent = {}, 0, 0

local function ticks()
  local file = io.open("/proc/self/stat")
  local user, system = file:read("*l"):match("^.*%)" .. (" %S+"):rep(11) .. " (%d+) (%d+)")
  file:close()
  return user + system
end

function init(arguments)
  for key in io.lines(arguments[1]) do
    local headers = { ["Authorization"] = "Bearer " .. key, ["Content-Type"] = "application/json" }
    requests[#requests + 1] = wrk.format("POST", "/v1/videos", headers, arguments[2])
  end
  begun_ticks = ticks()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

local of_thread

function setup(thread)
  of_thread = thread
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT requests=%d duration_us=%d p50_us=%d p99_us=%d refused=%d connect=%d read=%d write=%d timeout=%d ticks=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect, errors.read, errors.write, errors.timeout, ticks() - of_thread:get("begun_ticks")
  ))
end
