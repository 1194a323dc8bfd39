/**
 * The options of the configuration that answers show: around a reload an answer follows the old configuration
 * or the new one, afterwards the new one alone; a file with a mistake changes nothing.
 */
import { InForce } from '../facts/in-force.js';
import type { OptionValue } from '../facts/options.js';
import { bodyOf, codeOf, type Exchange, isObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

/** Whether an answer goes with the values of some options; of each, one that was in force. */
type Fits = (value: (name: string) => OptionValue) => boolean;

const NOT_FOUND = 404;
/** Of a chat, of a submit, and of either without credits: whoever answers so has read the body. */
const BODY_READ = [200, 202, 402];
/** A key that was made with so much may have no room for an order: it receives ten times that at most. */
const NEARLY_FULL_MICRO_DA = 10 ** 14;

export const CONFIGURED: Rule = {
  name: 'configured',
  says: 'An answer follows the configuration in force: around a reload the old or the new one, afterwards the new one alone; a file with a mistake changes nothing.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    const nearlyFull = new Set<number>();
    return {
      observe(seen, exchange) {
        inForce.observe(seen, requests.seq);
        const call = exchange?.sent.call;
        if (call?.op === 'create_key' && (call.creditsMicroDa ?? 0) >= NEARLY_FULL_MICRO_DA)
          nearlyFull.add(call.newKey);
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { seq, endSeq, sent } = exchange;
        for (const [names, fits] of shownBy(exchange, nearlyFull)) {
          const values = names.map((name) => inForce.option(name, seq, endSeq));
          if (combined(values).some((some) => fits((name) => some[names.indexOf(name)] ?? ''))) continue;
          const told = names.map((name, at) => `${name} ${values[at]?.join(' or ')}`);
          report(
            `request ${sent.request} (${sent.call.op}) answered ${seen.status}, with ${told.join(', ')}`,
          );
        }
      },
    };
  },
};

/** The options that an answer depends on, and which values it goes with. */
function shownBy(
  { sent: { call, bodyBytes = 0 }, answer }: Exchange,
  nearlyFull: ReadonlySet<number>,
): readonly (readonly [readonly string[], Fits])[] {
  if (answer === undefined || answer.headers['idempotent-replayed'] !== undefined) return [];
  const { status } = answer;
  const isTooLarge = codeOf(answer) === 'payload_too_large';
  if (isTooLarge || (BODY_READ.includes(status) && (call.op === 'submit' || call.op === 'chat')))
    return [[['bodyMaxBytes'], (value) => bodyBytes > Number(value('bodyMaxBytes')) === isTooLarge]];
  switch (call.op) {
    case 'create_key': {
      if (status !== 201 || call.rpm !== undefined) return [];
      return [[['defaultRpm'], (value) => bodyOf(answer)?.rate_limit_rpm === value('defaultRpm')]];
    }
    case 'order': {
      const isRefused = codeOf(answer) === 'invalid_request';
      const { error } = bodyOf(answer) ?? {};
      // Another rule has the orders that a key may have at a time.
      const isOfKey = isObject(error) && error.param === 'key';
      if ((status !== 201 && !isRefused) || isOfKey || (isRefused && nearlyFull.has(call.key))) return [];
      const isWithin: Fits = (value) =>
        call.amountDa >= Number(value('topUpMin')) && call.amountDa <= Number(value('topUpMax'));
      return [[['topUpMin', 'topUpMax'], (value) => isWithin(value) !== isRefused]];
    }
    case 'sign_up': {
      if (status !== 200 && status !== NOT_FOUND) return [];
      return [[['signUp'], (value) => (value('signUp') === 'open') === (status === 200)]];
    }
    default:
      return [];
  }
}

/** All ways to take one value of each list. */
function combined(lists: readonly (readonly OptionValue[])[]): readonly (readonly OptionValue[])[] {
  return lists.reduce<readonly (readonly OptionValue[])[]>(
    (ways, list) => ways.flatMap((way) => list.map((value) => [...way, value])),
    [[]],
  );
}
