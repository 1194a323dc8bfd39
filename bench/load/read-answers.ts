/**
 * The four answers of Tollgate that section `read` measures, and what it takes to get them: keys and jobs,
 * and the files from which the load reads them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchOptions } from '../section.js';
import type { ServerProcess } from '../servers/server-process.js';
import { createKeys, HIGHEST_RPM, statusOf, submitJob } from '../servers/tollgate-server.js';
import type { Load } from './load.js';
import { getRaw, type RawAnswer } from './raw-answer.js';

export const ANSWERS = ['credits', 'settled video', 'unsettled video', '429'] as const;
export type AnswerName = (typeof ANSWERS)[number];

/** A key admits at most 1,000,000 requests a minute; this many of them admit more than a core can send. */
const KEYS = 64;
const CONNECTIONS = 64;
/** The default, for keys that are to be over it. */
const LOW_RPM = 60;
const CREDITS_DA = 1_000_000;
/** `sim/video-slow` completes after ten minutes. */
const UNSETTLED_FOR_MS = 8 * 60_000;

export class Reader {
  private readonly server: ServerProcess;
  private readonly seconds: number;
  private readonly folder: string;
  private readonly keys: readonly string[];
  private readonly limitedKeys: readonly string[];
  private unsettledSince = Number.NEGATIVE_INFINITY;
  private readonly firstPaths = new Map<AnswerName, string>([
    ['credits', '/v1/credits'],
    ['429', '/v1/credits'],
  ]);

  private constructor(
    server: ServerProcess,
    { secondsPerRound, folder }: BenchOptions,
    keys: readonly string[],
    limitedKeys: readonly string[],
  ) {
    this.server = server;
    this.seconds = secondsPerRound;
    this.folder = folder;
    this.keys = keys;
    this.limitedKeys = limitedKeys;
  }

  static async prepare(server: ServerProcess, options: BenchOptions): Promise<Reader> {
    const keys = await createKeys(server, KEYS, { rateLimitRpm: HIGHEST_RPM, credits: CREDITS_DA });
    const limited = await createKeys(server, KEYS, { rateLimitRpm: LOW_RPM, credits: CREDITS_DA });
    const reader = new Reader(server, options, keys, limited);
    await writeFile(reader.file('keys'), lines(keys));
    await writeFile(reader.file('limited-keys'), lines(limited));
    await writeFile(reader.file('credits'), lines(['/v1/credits']));
    await writeFile(reader.file('429'), lines(['/v1/credits']));
    await reader.submit('settled video', 'sim/video-instant', 'completed');
    await reader.keepUnsettled();
    return reader;
  }

  load(answer: AnswerName): Load {
    return {
      connections: CONNECTIONS,
      seconds: this.seconds,
      keys: this.file(answer === '429' ? 'limited-keys' : 'keys'),
      paths: this.file(answer),
    };
  }

  /** Submits anew before the jobs that are to be unsettled settle. */
  async keepUnsettled(): Promise<void> {
    const now = performance.now();
    if (now - this.unsettledSince < UNSETTLED_FOR_MS) return;
    this.unsettledSince = now;
    await this.submit('unsettled video', 'sim/video-slow', 'in_progress');
  }

  /** The answer that a baseline is to repeat. */
  async record(answer: AnswerName): Promise<RawAnswer> {
    const key = answer === '429' ? this.limitedKeys[0] : this.keys[0];
    const path = this.firstPaths.get(answer) ?? '';
    const expected = answer === '429' ? 429 : 200;
    for (let asked = 0; asked <= LOW_RPM; asked++) {
      const recorded = await getRaw(this.server.port, path, `Bearer ${key}`);
      if (recorded.status.startsWith(`${expected} `)) return recorded;
    }
    throw new Error(`Tollgate gives no ${expected} to ${path}`);
  }

  private file(name: string): string {
    return join(this.folder, name.replace(' ', '-'));
  }

  /** One job for each key. Resolves when each has the status that it is to have. */
  private async submit(answer: AnswerName, model: string, status: string): Promise<void> {
    const ids = await Promise.all(this.keys.map((key) => submitJob(this.server, key, model)));
    for (const [n, id] of ids.entries()) {
      while ((await statusOf(this.server, this.keys[n] ?? '', id)) !== status) await delay(50);
    }
    const paths = ids.map((id) => `/v1/videos/${id}`);
    await writeFile(this.file(answer), lines(paths));
    this.firstPaths.set(answer, paths[0] ?? '');
  }
}

function lines(values: readonly string[]): string {
  return `${values.join('\n')}\n`;
}
