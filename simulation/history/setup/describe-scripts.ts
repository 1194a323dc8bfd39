/** The scripts of providers and of the payment service in words. */
import type { PaymentScript } from '../payment-script.js';
import type { ProviderScript } from '../provider-script.js';

export function describeScript({
  submits,
  finds = [],
  polls,
  reads = [],
  cancel,
  saidMs,
  pendingMs,
  runningMs,
  end,
  askAgainAfterMs,
}: ProviderScript): string {
  const outcome =
    end.how === 'completed'
      ? `completed with ${end.outputMs} ms`
      : end.how === 'failed'
        ? `failed, ${end.slug}`
        : 'no end';
  return [
    ...describeMoves({ submits, finds, polls, reads }),
    `${pendingMs} ms pending, ${runningMs} ms running, ${outcome}`,
    ...(saidMs === undefined ? [] : [`if its file is read, it says ${saidMs} ms`]),
    ...(cancel === undefined ? [] : [`a cancel: ${cancel.replace('_', ' ')}`]),
    ...(askAgainAfterMs === undefined ? [] : [`asks for ${askAgainAfterMs} ms between polls`]),
  ].join('; ');
}

export function describePayment({
  creates,
  isNeverMade,
  looks,
  atLast,
  ends,
  notices,
}: PaymentScript): string {
  const each = (name: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${name}: ${list.join(', ')}`];
  return [
    ...each(
      'checkouts',
      creates.map((move) => `${move.do} in ${move.delayMs} ms`),
    ),
    ...(isNeverMade === undefined ? [] : ['then errors for ever']),
    ...each(
      'looks',
      looks.map((move) => `${move.do} in ${move.delayMs} ms`),
    ),
    ...(atLast === undefined ? [] : [`then ${atLast} for ever`]),
    ends.length === 0
      ? 'never made'
      : ends.map(({ status, afterMs }) => `${status} after ${afterMs} ms`).join(', '),
    ...each(
      'notices',
      notices.map(({ how, afterMs }) => `${how} after ${afterMs} ms`),
    ),
  ]
    .join('; ')
    .replaceAll('_', ' ');
}

type Moves = ProviderScript['submits' | 'polls'] | Exclude<ProviderScript['finds' | 'reads'], undefined>;

function describeMoves(lists: Readonly<Record<string, Moves>>): readonly string[] {
  return Object.entries(lists)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => {
      const moves = list.map(({ do: what, delayMs, askAgainAfterMs: ms }) => {
        return `${what} in ${delayMs} ms${ms === undefined ? '' : ` (again after ${ms} ms)`}`;
      });
      return `${name}: ${moves.join(', ')}`;
    });
}
