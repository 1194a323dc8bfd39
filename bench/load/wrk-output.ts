/** The output of wrk with its scripts (`wrk-parts.lua`). */

export interface WrkResult {
  readonly requests: number;
  readonly durationUs: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly maxUs: number;
  /** Answers that were no 2xx or 3xx. */
  readonly refused: number;
  /** Connections that could not be opened, read from, or written to, and answers that took too long. */
  readonly failed: number;
  /** Its own CPU time, in ticks (`cpu-time.ts`). */
  readonly ticks: number;
}

/** Throws if the line of figures is missing or incomplete. */
export function parseWrkOutput(output: string): WrkResult {
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`wrk told no result: ${output.trim()}`);
  const told = new Map(line.split(' ').map((part) => part.split('=') as [string, string]));
  const figure = (name: string) => {
    const text = told.get(name) ?? '';
    if (!/^\d+$/.test(text)) throw new Error(`wrk told no ${name}: ${line}`);
    return Number(text);
  };
  return {
    requests: figure('requests'),
    durationUs: figure('duration_us'),
    p50Us: figure('p50_us'),
    p99Us: figure('p99_us'),
    p999Us: figure('p999_us'),
    maxUs: figure('max_us'),
    refused: figure('refused'),
    failed: figure('connect') + figure('read') + figure('write') + figure('timeout'),
    ticks: figure('ticks'),
  };
}
