/**
 * `node dist/bench/report/results-page.js FILE...`: writes the results of runs (`--out FILE`) into
 * `docs/benchmarks.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withResults } from './page.js';
import type { BenchReport } from './report.js';

const PAGE = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as BenchReport);
writeFileSync(PAGE, withResults(readFileSync(PAGE, 'utf8'), reports));
