import { expect, it } from 'vitest';
import { CPU_SHARE, paceFrom, tellRests } from '../../../../src/cli/commands/data/cpu-share.js';
import { readArguments } from '../../../../src/cli/framework/arguments.js';
import { ConfigError } from '../../../../src/node/config/start-refused.js';
import { Pace } from '../../../../src/node/machine/pace.js';
import { madeUpIo } from '../../framework/made-up-io.js';

const given = (...argv: string[]) => readArguments(argv, { arguments: [], options: [CPU_SHARE] });

it('a share is a whole number of percent, from 1 to 100, or left out', () => {
  for (const argv of [[], ['--cpu-share', '1'], ['--cpu-share=100']])
    expect(paceFrom(given(...argv))).toBeInstanceOf(Pace);
  for (const text of ['0', '101', '0.5', '10%', '']) {
    expect(() => paceFrom(given(`--cpu-share=${text}`))).toThrow(ConfigError);
    expect(() => paceFrom(given(`--cpu-share=${text}`))).toThrow(/--cpu-share must be/);
  }
});

it('long pauses are reported, with the option that shortens them', () => {
  let nowMs = 0;
  const environment = {
    nowMs: () => nowMs,
    cpuMs: () => nowMs,
    waitedMs: () => undefined,
    sleep: (ms: number) => {
      nowMs += ms;
    },
  };
  const pace = new Pace(0.1, environment);
  const io = madeUpIo();
  tellRests(pace.restedMs, io);
  expect(io.said.out).toBe('');
  while (pace.restedMs < 90_000) {
    nowMs += 5;
    pace.step();
  }
  tellRests(pace.restedMs, io);
  expect(io.said.out).toBe('It paused for 1 min 30 s to leave the cores to others (--cpu-share).\n');
});
