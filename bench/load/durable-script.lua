-- Submits one job after another, with the next of the keys in the file that the first argument names. The second
-- argument is the body of each request.
local parts = dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "wrk-parts.lua")
local requests, at = {}, 0

function init(arguments)
  for _, key in ipairs(parts.lines(arguments[1])) do
    local headers = { ["Authorization"] = "Bearer " .. key, ["Content-Type"] = "application/json" }
    requests[#requests + 1] = wrk.format("POST", "/v1/videos", headers, arguments[2])
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  parts.tell(summary, latency, {})
end
