-- What the scripts for wrk share. They load it from beside them.
local parts = {}

-- Each thread has a state of its own, and `done` another: what it asks a thread for are global variables of that thread.
-- There is one thread.
function setup(thread)
  parts.thread = thread
end

-- The CPU time of wrk itself, in ticks: see proc(5).
function parts.ticks()
  local file = io.open("/proc/self/stat")
  local user, system = file:read("*l"):match("^.*%)" .. (" %S+"):rep(11) .. " (%d+) (%d+)")
  file:close()
  return user + system
end

function parts.lines(name)
  local all = {}
  for line in io.lines(name) do
    all[#all + 1] = line
  end
  return all
end

-- Prints the line that wrk-output.ts reads. `counted` names what is not as in the summary: `requests`, `duration_us`,
-- and `since_ticks`, the CPU time that does not count.
function parts.tell(summary, latency, counted)
  local errors = summary.errors
  io.write(string.format(
    "RESULT requests=%d duration_us=%d p50_us=%d p99_us=%d p999_us=%d max_us=%d refused=%d connect=%d read=%d write=%d timeout=%d ticks=%d\n",
    counted.requests or summary.requests, counted.duration_us or summary.duration,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9), latency.max,
    errors.status, errors.connect, errors.read, errors.write, errors.timeout,
    parts.ticks() - (counted.since_ticks or 0)
  ))
end

return parts
