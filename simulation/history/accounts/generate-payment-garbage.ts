/** Puts answers and notices that make no sense into the script of a payment. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { PaymentScript } from '../payment-script.js';

const CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.1, heavy: 0.35 };

export function withGarbage(random: Random, script: PaymentScript, faults: FaultLevel): PaymentScript {
  const isOdd = () => random.chance(CHANCES[faults]);
  const creates = [...script.creates];
  const looks = [...script.looks];
  const notices = [...script.notices];
  const within = (list: readonly unknown[]) => random.between(0, list.length);
  const delayMs = random.pick([0, 20, 300]);
  while (isOdd() && creates.length < 6)
    creates.splice(within(creates), 0, { do: 'make_then_garbage', delayMs });
  while (isOdd() && looks.length < 8) looks.splice(within(looks), 0, { do: 'garbage', delayMs });
  if (isOdd()) notices.push({ how: 'garbage', afterMs: random.pick([0, 50, 2_000]) });
  return { ...script, creates, looks, notices };
}
