import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { onStopSignals, StopSequence, type StopSignal } from '../../../src/node/machine/stop-signals.js';
import type { SteadyMs } from '../../../src/time/clock.js';

const at = (ms: number) => ms as SteadyMs;

describe('a sequence of stop signals', () => {
  it('drains on the first', () => {
    expect(new StopSequence().next('SIGTERM', at(5))).toEqual({ step: 'drain' });
    expect(new StopSequence().next('SIGINT', at(5))).toEqual({ step: 'drain' });
  });

  it('takes repeats within a second of the first for the same signal, of either kind', () => {
    const sequence = new StopSequence();
    sequence.next('SIGINT', at(0));
    expect(sequence.next('SIGINT', at(1))).toEqual({ step: 'ignore' });
    expect(sequence.next('SIGTERM', at(600))).toEqual({ step: 'ignore' });
    expect(sequence.next('SIGINT', at(1_000))).toEqual({ step: 'ignore' });
  });

  it('ends at once on a later one, with the status of that signal', () => {
    const sequence = new StopSequence();
    sequence.next('SIGTERM', at(0));
    expect(sequence.next('SIGTERM', at(1_001))).toEqual({ step: 'end', exitStatus: 143 });
    expect(sequence.next('SIGINT', at(1_002))).toEqual({ step: 'end', exitStatus: 130 });
  });

  it('drains exactly once, and repeats do not put off the end', () => {
    const signals = fc.array(fc.tuple(fc.constantFrom<StopSignal>('SIGINT', 'SIGTERM'), fc.nat(900)), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(signals, (given) => {
        const sequence = new StopSequence();
        let nowMs = 0;
        const steps = given.map(([signal, gapMs], index) => {
          if (index > 0) nowMs += gapMs;
          return { atMs: nowMs, ...sequence.next(signal, at(nowMs)) };
        });
        expect(steps[0]?.step).toBe('drain');
        for (const { atMs, step } of steps.slice(1)) expect(step).toBe(atMs <= 1_000 ? 'ignore' : 'end');
      }),
    );
  });
});

it('the signals of the process reach the handlers until listening stops', () => {
  const handlers = { drain: vi.fn(), end: vi.fn() };
  let nowMs = 0;
  const before = process.listenerCount('SIGTERM');
  const stopListening = onStopSignals({ steadyMs: () => at(nowMs) }, handlers);
  process.emit('SIGTERM', 'SIGTERM');
  process.emit('SIGINT', 'SIGINT');
  expect(handlers.drain).toHaveBeenCalledExactlyOnceWith('SIGTERM');
  expect(handlers.end).not.toHaveBeenCalled();
  nowMs = 2_000;
  process.emit('SIGINT', 'SIGINT');
  expect(handlers.end).toHaveBeenCalledExactlyOnceWith(130);
  stopListening();
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
