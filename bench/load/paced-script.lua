-- Sends requests at an even pace, each from a header and a path of two files.
--
-- Arguments: the file of headers, a line each, with `\r\n` written out between several; the file of paths; `random`
-- (each drawn anew) or `once` (the headers in order, each once; when all are answered it prints `LAST`); the pause of a
-- connection between an answer and its next request, in ms, 0 for none; the connections; the method; the body.
--
-- Pauses vary by half, so that connections do not fall in step. As every connection waits for its pause and not for
-- the others, a server that stands still is met by as many requests as there are connections; wrk itself adds what the
-- requests would have seen that were not sent meanwhile.

local parts = dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "wrk-parts.lua")

-- wrk asks for one request more than it sends, to see that it is one. It pauses before each request, the first of each
-- connection included: so many pauses as there were connections, and requests, and all are answered.
local PARKED_MS = 1e9
local headers, paths = {}, {}
local isOnce, pauseMs, connections, start, finish
local at, pauses = -1, 0

local function lines(name)
  local all = parts.lines(name)
  for n, line in ipairs(all) do
    all[n] = line:gsub("\\r\\n", "\r\n")
  end
  return all
end

function init(arguments)
  headers, paths = lines(arguments[1]), lines(arguments[2])
  isOnce = arguments[3] == "once"
  pauseMs = tonumber(arguments[4])
  connections = tonumber(arguments[5])
  local method, body = arguments[6], arguments[7] or ""
  start = method .. " "
  finish = "\r\n\r\n"
  if body ~= "" then
    finish = "\r\nContent-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
  end
  math.randomseed(os.time())
  if pauseMs == 0 and not isOnce then delay = nil end
end

function delay()
  pauses = pauses + 1
  if isOnce and pauses - connections == #headers then
    io.write("LAST\n")
    io.flush()
  end
  if isOnce and pauses > #headers then return PARKED_MS end
  if pauseMs == 0 then return 0 end
  return math.random(pauseMs * 0.5, pauseMs * 1.5)
end

function request()
  local header, path
  if isOnce then
    at = at + 1
    header, path = headers[(math.max(at, 1) - 1) % #headers + 1], paths[at % #paths + 1]
  else
    header, path = headers[math.random(#headers)], paths[math.random(#paths)]
  end
  return start .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\n" .. header .. finish
end

function done(summary, latency)
  parts.tell(summary, latency, {})
end
