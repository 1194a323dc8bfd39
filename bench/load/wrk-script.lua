-- Sends every request with the next of the keys in the file that the first argument names, to the next of the paths
-- in the file that the second argument names. The requests are made before the load begins: as many as there are
-- keys, or paths where there are more of these. The third argument is how many seconds of the beginning do not count
-- as requests, time and CPU time (latencies are those of the whole run).
local parts = dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "wrk-parts.lua")
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } bench_time;
  int clock_gettime(int clock, bench_time *time);
]]
local CLOCK_MONOTONIC = 1
local clock = ffi.new("bench_time")
-- Requests between two looks at the clock, as long as the beginning lasts.
local LOOK_EVERY = 64

local requests, at = {}, 0

local function now_us()
  ffi.C.clock_gettime(CLOCK_MONOTONIC, clock)
  return tonumber(clock.seconds) * 1e6 + tonumber(clock.nanoseconds) / 1e3
end

local function next_request()
  sent = sent + 1
  at = at % #requests + 1
  return requests[at]
end

-- What counts begins now: `request` is the next thing that wrk calls for each request.
local function begin()
  sent, begun_us, begun_ticks = 0, now_us(), parts.ticks()
  request = next_request
end

function init(arguments)
  local keys, paths = parts.lines(arguments[1]), parts.lines(arguments[2])
  settle_us = tonumber(arguments[3]) * 1e6
  for n = 1, math.max(#keys, #paths) do
    local headers = { ["Authorization"] = "Bearer " .. keys[(n - 1) % #keys + 1] }
    requests[n] = wrk.format("GET", paths[(n - 1) % #paths + 1], headers)
  end
  sent = 0
  local first_us
  request = function()
    first_us = first_us or now_us()
    if sent % LOOK_EVERY == 0 and now_us() - first_us >= settle_us then begin() end
    return next_request()
  end
end

function done(summary, latency)
  local told = function(name) return parts.thread:get(name) end
  if told("begun_us") == nil then error("what counts never began") end
  local counted = { since_ticks = told("begun_ticks") }
  -- Answers are counted from the very beginning alone; with 10,000 connections, requests sent come to about the same.
  if told("settle_us") > 0 then counted.requests, counted.duration_us = told("sent"), now_us() - told("begun_us") end
  parts.tell(summary, latency, counted)
end
