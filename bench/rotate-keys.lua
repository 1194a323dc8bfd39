-- Sends every request with the next of the keys in the file that the first argument names, to the paths
-- in the file that the second argument names, both in turn.
local headers, paths, at = {}, {}, 0

function init(arguments)
  for key in io.lines(arguments[1]) do
    headers[#headers + 1] = { ["Authorization"] = "Bearer " .. key }
  end
  for path in io.lines(arguments[2]) do
    paths[#paths + 1] = path
  end
end

function request()
  at = at + 1
  return wrk.format("GET", paths[at % #paths + 1], headers[at % #headers + 1])
end

function done(summary, latency)
  io.write(string.format(
    "RESULT %d %d %d %d %d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.errors.status
  ))
end
