import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { parseWrkOutput } from '../../../bench/load/wrk-output.js';
import { busyTicksIn, cpuSeconds, ticksIn } from '../../../bench/machine/cpu-time.js';
import { parseCoreList } from '../../../bench/machine/pinning.js';

const RESULT =
  'RESULT requests=122413 duration_us=3064023 p50_us=584 p99_us=36850 p999_us=41000 max_us=52000 refused=3 connect=1 read=2 write=4 timeout=8 ticks=96';

describe('the output of wrk', () => {
  it('is told apart from what wrk prints by itself', () => {
    expect(
      parseWrkOutput(`Running 3s test @ http://127.0.0.1\n  122413 requests in 3s\n${RESULT}\n`),
    ).toEqual({
      requests: 122_413,
      durationUs: 3_064_023,
      p50Us: 584,
      p99Us: 36_850,
      p999Us: 41_000,
      maxUs: 52_000,
      refused: 3,
      failed: 15,
      ticks: 96,
    });
  });

  it('without figures is refused', () => {
    expect(() => parseWrkOutput('unable to connect')).toThrow('wrk told no result: unable to connect');
  });

  it('with a figure missing or none is refused', () => {
    expect(() => parseWrkOutput(RESULT.replace('p99_us=36850 ', ''))).toThrow('wrk told no p99_us');
    expect(() => parseWrkOutput(RESULT.replace('timeout=8', 'timeout=nan'))).toThrow('wrk told no timeout');
  });
});

describe('CPU time', () => {
  it('of a process whose name holds spaces and brackets is user and system time', () => {
    expect(ticksIn('42 (a) (b c) S 1 42 42 0 -1 4194560 900 0 0 0 310 25 7 8 20 0 11 0 5000')).toBe(335);
  });

  it('of the machine leaves out what was idle or waited for a disk', () => {
    expect(busyTicksIn('cpu  100 20 30 4000 500 6 7 8 90 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n')).toBe(171);
  });

  it('of a process counts the processes it started', async () => {
    const busy = 'while (process.cpuUsage().user < 400_000);';
    const wait = "process.stdout.write('done'); setTimeout(() => {}, 20_000)";
    const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${busy}${wait}`)}], { stdio: 'inherit' }); setTimeout(() => {}, 20_000)`;
    const child = spawn(process.execPath, ['-e', parent], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    try {
      await once(child.stdout, 'data');
      expect(cpuSeconds(child.pid ?? 0)).toBeGreaterThanOrEqual(0.4);
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }
  });
});

describe('a list of cores', () => {
  it.each([
    ['0-1', [0, 1]],
    ['3', [3]],
    ['0-2,5,7-8', [0, 1, 2, 5, 7, 8]],
    ['', []],
  ])('%j is %j', (list, expected) => {
    expect(parseCoreList(list)).toEqual(expected);
  });
});
