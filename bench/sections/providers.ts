/**
 * Section `providers`: 50,000 jobs over eight stand-ins for services of others, each in a process of its own,
 * one dead, one slow, one busy; the gateway is killed twice. Whether the jobs of the healthy ones are
 * unaffected, against a run in which all eight are healthy, and whether every job settles right.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, Section, SectionReport } from '../section.js';
import type { Temper } from './providers/planned-providers.js';
import { runProviders } from './providers/provider-run.js';
import { providersReport } from './providers/providers-report.js';

const MAIN = fileURLToPath(new URL('../../program/main.js', import.meta.url));
const JOBS = 50_000;
const JOBS_QUICK = 1_600;
/** As much as two cores bear with the stand-ins, the load and a gateway that has just been started anew. */
const PER_SECOND = 60;
const KILLS = 2;
const WATCHED_ONE_OF = 4;
const HEALTHY: readonly Temper[] = Array.from({ length: 8 }, () => 'healthy');
const FAULTY: readonly Temper[] = [...HEALTHY.slice(3), 'slow', 'busy', 'dead'];

export const providers: Section = {
  name: 'providers',
  summary: '50,000 jobs over eight providers, one dead, one slow, one busy, through kill -9 twice',
  isRunByNameOnly: true,
  run,
};

async function run({ folder, isQuick, progress }: BenchOptions): Promise<SectionReport> {
  const count = isQuick ? JOBS_QUICK : JOBS;
  const watchedOneOf = isQuick ? 1 : WATCHED_ONE_OF;
  const plan = { count, perSecond: PER_SECOND, kills: KILLS, watchedOneOf };
  const take = (name: string, tempers: readonly Temper[]) =>
    runProviders(MAIN, join(folder, name), { ...plan, tempers }, (text) => progress(`${name}: ${text}`));
  const allHealthy = await take('healthy', HEALTHY);
  const faulty = await take('faulty', FAULTY);
  return providersReport({ allHealthy, faulty });
}
