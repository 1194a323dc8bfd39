/** Submits from wrk, and what the node did meanwhile. */

import { runWrk } from '../../load/wrk.js';
import type { WrkResult } from '../../load/wrk-output.js';
import { cpuSeconds } from '../../machine/cpu-time.js';
import type { ServerProcess } from '../../servers/server-process.js';

/** Of the length of prompts that people write. */
const BODY = JSON.stringify({
  model: 'sim/video-slow',
  prompt:
    'A paper boat drifts across the Bay of Algiers at dawn; the camera follows it slowly, low over the water, while the town behind it wakes up and the first light reaches the white houses.',
  seconds: 8,
});

export interface SubmitResult extends WrkResult {
  readonly submitsPerSecond: number;
  /** Server CPU time, user and system, per submit. */
  readonly cpuUsPerSubmit: number;
  readonly turnsPerCommit: number;
  readonly commitMs: number;
  readonly commitsPerSecond: number;
}

/** @param keys a file with one key a line */
export async function submitLoad(
  server: ServerProcess,
  keys: string,
  connections: number,
  seconds: number,
): Promise<SubmitResult> {
  const before = { cpu: cpuSeconds(server.pid), ...(await commitMetrics(server)) };
  const wrk = await runWrk({
    port: server.port,
    script: 'durable-script',
    connections,
    seconds,
    args: [keys, BODY],
  });
  const after = { cpu: cpuSeconds(server.pid), ...(await commitMetrics(server)) };
  const commits = after.commits - before.commits;
  return {
    ...wrk,
    submitsPerSecond: wrk.requests / (wrk.durationUs / 1e6),
    cpuUsPerSubmit: ((after.cpu - before.cpu) * 1e6) / wrk.requests,
    turnsPerCommit: (after.turns - before.turns) / commits,
    commitMs: ((after.commitSeconds - before.commitSeconds) * 1000) / commits,
    commitsPerSecond: commits / (wrk.durationUs / 1e6),
  };
}

interface CommitMetrics {
  readonly turns: number;
  readonly commits: number;
  readonly commitSeconds: number;
}

async function commitMetrics({ port }: ServerProcess): Promise<CommitMetrics> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = (name: string) => {
    const found = text.split('\n').find((line) => line.startsWith(`${name} `));
    if (found === undefined) throw new Error(`there is no metric ${name}`);
    return Number(found.slice(name.length));
  };
  return {
    turns: value('tollgate_turns_total'),
    commits: value('tollgate_commit_duration_seconds_count{outcome="committed"}'),
    commitSeconds: value('tollgate_commit_duration_seconds_sum{outcome="committed"}'),
  };
}
