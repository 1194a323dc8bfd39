/**
 * Power cuts on the real store: runs a node under load and under `strace`, rebuilds its database file as a
 * cut of the power could leave it at many points, and has each judged. LMDB opens it, `verify` finds nothing,
 * and everything is there that a client had been told.
 *
 * `main.js [--points N] [--seed S] [--submits N]`; the exit status is 1 if anything is wrong.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random } from '../world/random.js';
import type { CutFile } from './judge.js';
import { promisesIn } from './promises.js';
import type { Moment } from './system-calls.js';
import { LOSSES, TornFile } from './torn-file.js';
import { tracedRun } from './traced-node.js';

const JUDGE = fileURLToPath(new URL('./judge.js', import.meta.url));

const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    submits: { type: 'string', default: '10' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'tollgate-power-cuts-'));
try {
  const moments = await tracedRun(folder, Number(values.submits));
  process.exitCode = (await cutAll(moments)) === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the number of points at which something was wrong */
async function cutAll(moments: readonly Moment[]): Promise<number> {
  const random = new Random(Number(values.seed));
  const file = new TornFile(moments);
  const count = Number(values.points);
  const points = Array.from({ length: count }, () => random.below(moments.length + 1)).sort((a, b) => a - b);
  const writes = moments.filter(({ is }) => is === 'write').length;
  let promised = new Map<string, ReturnType<typeof promisesIn>[number]>();
  let told = 0;
  let wrong = 0;
  let judge: ChildProcess | undefined;
  for (const [number, point] of points.entries()) {
    file.advanceTo(point);
    for (; told < point; told++) {
      const moment = moments[told];
      if (moment?.is !== 'sent') continue;
      promised = new Map(promised);
      for (const one of promisesIn(moment.text)) {
        const known = promised.get(one.key);
        if (known === undefined || Object.keys(known.fields).length === 0) promised.set(one.key, one);
      }
    }
    const loss = LOSSES[number % LOSSES.length] ?? 'all';
    const path = join(folder, `cut-${number}.mdb`);
    writeFileSync(path, file.left(loss, random));
    judge ??= fork(JUDGE, { stdio: 'inherit' });
    const found = await askJudge(judge, { path, promised: [...promised.values()] });
    if (judge.exitCode !== null || judge.signalCode !== null) judge = undefined;
    rmSync(path);
    if (found.length === 0) continue;
    wrong += 1;
    process.stderr.write(`cut at ${point} of ${moments.length}, losing ${loss}:\n`);
    for (const what of found.slice(0, 10)) process.stderr.write(`  ${what}\n`);
  }
  judge?.kill();
  const over = `${writes} writes and ${promised.size} promises`;
  process.stdout.write(`${count} power cuts over ${over}: ${wrong} left something wrong\n`);
  return wrong;
}

function askJudge(judge: ChildProcess, cut: CutFile): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const died = (code: number | null, signal: string | null) =>
      resolve([`the process that opened it ended with ${signal ?? code}`]);
    judge.once('exit', died);
    judge.once('message', (found: readonly string[]) => {
      judge.off('exit', died);
      resolve(found);
    });
    judge.send(cut);
  });
}
