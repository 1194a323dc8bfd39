/**
 * The files of tests that share processes: starting one, and importing the product, costs more than most
 * files do. A file that shares leaves nothing behind in its process that another one could meet.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The tests of code that starts nothing, listens nowhere and changes nothing of its process. */
const ROOMS = [
  'actors',
  'audit/records',
  'bench/instructions',
  'bench/sections',
  'cli',
  'errors',
  'http/monitoring',
  'http/openapi',
  'http/operations',
  'http/pages',
  'http/pipeline',
  'http/request',
  'http/response',
  'machines',
  'metrics',
  'node/logging',
  'node/metrics',
  'overload',
  'payments',
  'people',
  'providers/adapters',
  'providers/calls',
  'routing',
  'simulation/campaign',
  'simulation/coverage',
  'simulation/http/inputs',
  'simulation/http/oracle',
  'simulation/http/wire',
  'simulation/models/job',
  'simulation/models/ledger',
  'simulation/models/window',
  'simulation/rules',
  'time',
].map((room) => `test/${room}/`);

/** A file of these rooms that names one of these, or imports a file that does, has a process of its own. */
const NOT_SHARED = new RegExp(
  [
    "'node:(child_process|fs|http|net|os|timers|worker_threads)",
    "'(undici|ws|playwright-core)'",
    String.raw`\bprocess\.(?!env\b)|\bset(Timeout|Interval)\(|\bglobalThis\b|\bvi\.`,
  ].join('|'),
);

export function filesThatShareProcesses(): string[] {
  const texts = new Map(
    readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [`test/${path}`, readFileSync(`test/${path}`, 'utf8')]),
  );
  const alone = new Set([...texts].filter(([, text]) => NOT_SHARED.test(text)).map(([path]) => path));
  for (let known = -1; known < alone.size; ) {
    known = alone.size;
    for (const [path, text] of texts) {
      if (importsOf(path, text).some((imported) => alone.has(imported))) alone.add(path);
    }
  }
  return [...texts.keys()].filter(
    (path) => path.includes('.test.') && ROOMS.some((room) => path.startsWith(room)) && !alone.has(path),
  );
}

function importsOf(path: string, text: string): readonly string[] {
  return [...text.matchAll(/ from '(\.[^']+)\.js'/g)].flatMap(([, from = '']) => {
    const module = posix.join(posix.dirname(path), from);
    return [`${module}.ts`, `${module}.tsx`];
  });
}
