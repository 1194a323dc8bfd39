import { describe, expect, it } from 'vitest';
import { AS_CONFIGURED } from '../../../../simulation/rules/providers/as-configured.js';
import { at, called, JOB, type Moment, reportsOf } from '../told-history.js';

const STARTS: Moment = { what: 'starting', isReboot: false };
const RELOADED: Moment = { what: 'reloaded', outcome: 'applied', reading: 1 };

function asOf(reading: number, provider = 'plain'): Moment {
  return { ...called(1, 'poll', provider), ...(reading > 0 && { reading }) } as Moment;
}

function reports(...moments: readonly Moment[]): string {
  return reportsOf(AS_CONFIGURED, { all: at(10, STARTS, ...moments) }).join();
}

describe('the rule as-configured', () => {
  it.each<[string, readonly Moment[]]>([
    ['calls as of the start, and then as of the reload', [asOf(0), RELOADED, asOf(1)]],
    ['a reload that was refused', [{ what: 'reloaded', outcome: 'refused' }, asOf(0)]],
    ['a start after a reload', [RELOADED, STARTS, asOf(0)]],
    ['jobs at a provider that is named no more', [{ ...RELOADED, without: 'plain' } as Moment, asOf(0)]],
  ])('has nothing to say of %s', (_, moments) => {
    expect(reports(...moments)).toBe('');
  });

  it('reports calls that go as it was before the reload', () => {
    const look: Moment = { what: 'payment_called', call: 2, kind: 'look', order: '', checkout: 'chk_1' };
    const text: Moment = {
      ...{ what: 'text_called', call: 3, provider: 'writer', model: 'text/0', generationId: 'req_1' },
      ...{ prompt: '', bodyBytes: 1, cap: 1, isStreamed: true },
    } as Moment;
    expect(reports(RELOADED, asOf(0), look, text)).toMatch(
      new RegExp(`poll of ${JOB} at plain goes .* reload 1 is in force,look of chk_1 .*,the call of req_1 `),
    );
    expect(reports({ ...RELOADED, without: 'plain' } as Moment, asOf(0, 'findable'))).not.toBe('');
  });
});
