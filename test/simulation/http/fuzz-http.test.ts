import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { printInputFile } from '../../../simulation/http/finding.js';
import { fuzzHttp, type HttpFuzzOptions, replayHttp } from '../../../simulation/http/fuzz-http.js';
import { USUAL_SETUP } from '../../../simulation/http/server/server-setup.js';
import { IN_ONE_PIECE } from '../../../simulation/http/wire/http-input.js';
import { folderOfTest } from '../../temporary-folder.js';
import { repetitions } from '../../test-set.js';

const MAIN = fileURLToPath(new URL('../../../dist/program/main.js', import.meta.url));
const RUNS = repetitions(1_000, 3_000);
/** The program, which dies of one request. */
const MORTAL = `
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
const require = createRequire(${JSON.stringify(MAIN)});
for (const name of ['uws-glibc238', 'uws-glibc227']) {
  let uws;
  try { uws = require(name); } catch { continue; }
  const { App } = uws;
  uws.App = () => {
    const app = App();
    for (const method of ['any', 'get']) {
      const route = app[method].bind(app);
      app[method] = (pattern, handler) => route(pattern, (res, req) => {
        if (req.getUrl() === '/die') {
          writeSync(2, 'these are its last words\\n');
          process.kill(process.pid, 'SIGKILL');
        }
        handler(res, req);
      });
    }
    return app;
  };
}
await import(pathToFileURL(${JSON.stringify(MAIN)}));
`;

let folder: string;

beforeEach(() => {
  folder = folderOfTest('http-fuzz-test');
});

function stage() {
  let told = '';
  const files = new Map<string, string>();
  const environment = {
    out: { write: (text: string) => (told += text) },
    err: { write: () => true },
    nowMs: () => performance.now(),
    onStop: () => () => {},
    writeFile: (path: string, text: string) => files.set(path, text),
  };
  return { environment, told: () => told, files };
}

const options = (): HttpFuzzOptions => ({
  seed: 1,
  until: { runs: RUNS },
  json: true,
  keepGoing: true,
  corpusDir: join(folder, 'corpus'),
  failureDir: 'failures',
  main: MAIN,
  seedsDir: 'test/simulation/http/corpus',
});

describe('a campaign against the real server', () => {
  it('finds nothing wrong with many inputs, and keeps those that are new', async () => {
    const { environment, told, files } = stage();
    const status = await fuzzHttp(options(), environment);
    const summary = JSON.parse(told().trimEnd().split('\n').at(-1) ?? '');
    expect({ status, told: told(), files: [...files] }).toMatchObject({ status: 0, files: [] });
    expect(summary).toMatchObject({ kind: 'summary', model: 'http', seed: 1, findings: 0 });
    expect(summary.runs).toBeGreaterThanOrEqual(RUNS);
    expect(summary.answers).toBeGreaterThan(RUNS / 2);
    expect(summary.acceptedSubmits).toBeGreaterThan(0);
    expect(readdirSync(join(folder, 'corpus')).length).toBeGreaterThanOrEqual(summary.newEntries);
    expect(summary.newEntries).toBeGreaterThan(100);
  });

  it('is sent one input again from a file', async () => {
    const { environment, told } = stage();
    const input = { bytes: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', delivery: IN_ONE_PIECE };
    const flaw = { rule: 'body', message: 'made up' };
    const text = printInputFile({
      seed: 1,
      run: 1,
      flaw,
      setup: USUAL_SETUP,
      inputs: [input, input],
      isRepeatable: true,
      answers: [],
    });
    expect(await replayHttp({ path: 'f', text }, environment, MAIN)).toBe(0);
    expect(told()).toContain('answer: 200');
    expect(told()).toContain('nothing wrong');
  });

  it('ends in order if the server dies: with its last words, and the input that kills it in a file', async () => {
    const main = join(folder, 'mortal.mjs');
    writeFileSync(main, MORTAL);
    const seedsDir = join(folder, 'seeds');
    mkdirSync(seedsDir);
    writeFileSync(join(seedsDir, 'a.http'), 'GET /die HTTP/1.1\r\nHost: a\r\n\r\n');
    const { environment, told, files } = stage();
    expect(await fuzzHttp({ ...options(), main, seedsDir }, environment)).toBe(1);
    const [finding, summary] = told()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(finding).toMatchObject({
      rule: 'crash',
      isRepeatable: true,
      inputs: [{ delivery: IN_ONE_PIECE }],
    });
    expect(finding.message).toContain('signal SIGKILL');
    expect(finding.message).toContain('these are its last words');
    expect(summary).toMatchObject({ kind: 'summary', findings: 1 });
    const [[path = '', text = ''] = []] = files;
    expect(await replayHttp({ path, text }, environment, main)).toBe(1);
    expect(told()).toContain('FOUND crash: signal SIGKILL');
  });
});
