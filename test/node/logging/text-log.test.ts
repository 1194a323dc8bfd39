import { expect, it } from 'vitest';
import type { GenerationState } from '../../../src/actors/generations/generation-messages.js';
import type { TextEnd } from '../../../src/machines/generation-context.js';
import { microDa } from '../../../src/money/micro-da.js';
import { textLog } from '../../../src/node/logging/text-log.js';

const END: TextEnd = {
  finishReason: 'stop',
  promptTokens: 10,
  completionTokens: 20,
  isEstimated: false,
  latencyMs: 900,
  firstTokenMs: 100,
};
const ABOUT = {
  generationId: 'req_1',
  provider: 'local',
  model: 'llama',
  promptTokens: 10,
  completionTokens: 20,
};

/** Of 1 DA for ten thousand tokens of either kind. */
function settled(reserved: number, end: TextEnd | null): GenerationState {
  const prices = { input: microDa(100_000_000), output: microDa(100_000_000) };
  const route = { provider: 'local', model: 'llama' };
  return {
    id: 'req_1',
    key: 'key_1',
    account: 'acct_1',
    model: 'small',
    prices,
    reserved: microDa(reserved),
    isStreamed: true,
    createdAt: 1,
    idempotencyKeyHash: null,
    status: 'completed',
    machine: { value: 'completed', context: { route, fallbacks: [], end, failure: null } },
    cost: microDa(reserved),
  };
}

it('the log of texts tells of charges by an estimate, and warns of usage above the reserve, and of no other', () => {
  const lines: unknown[] = [];
  const line = (level: string) => (fields: unknown, text?: string) => lines.push([level, fields, text]);
  const log = textLog({ info: line('info'), warn: line('warn') } as unknown as Parameters<typeof textLog>[0]);
  log(settled(3_000, END));
  log(settled(3_000, null));
  log(settled(2_000, { ...END, isEstimated: true }));
  log(settled(2_999, END));
  expect(lines).toEqual([
    ['info', ABOUT, 'a text was charged by an estimate: its provider reported no tokens'],
    [
      'warn',
      { ...ABOUT, reservedDa: '0.002999' },
      'a provider reported more tokens than were reserved: the reserve was charged',
    ],
  ]);
});
