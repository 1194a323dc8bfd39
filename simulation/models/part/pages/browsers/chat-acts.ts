/** Acts of people in the chat of a tab, of the gateway that answers them, and of other tabs meanwhile. */
import type { Random } from '../../../../world/random.js';

export type ChatAct =
  | { readonly do: 'send'; readonly ending: string }
  | { readonly do: 'resend' | 'stop' | 'begin' | 'begun' | 'reload' | 'crash' }
  | { readonly do: 'choose'; readonly model?: string; readonly key?: string }
  | { readonly do: 'open'; readonly nth: number }
  | { readonly do: 'remove'; readonly nth: number }
  /** The tab may not hear of it. */
  | { readonly do: 'elsewhere' | 'removed elsewhere'; readonly nth: number; readonly isHeard: boolean }
  | { readonly do: 'text'; readonly text: string }
  | { readonly do: 'finished'; readonly reason: string }
  | { readonly do: 'over'; readonly why?: 'lost' | 'busy' }
  /** Another tab saves many conversations. */
  | { readonly do: 'many'; readonly count: number }
  | { readonly do: 'wait'; readonly ms: number };

const LONG = ['', '', '\nand more', ` ${'é🚤'.repeat(40)}`];

export function chatAct(random: Random): ChatAct {
  const nth = random.pick([0, 0, 0, 1, 2, 3]);
  return random.weighted<() => ChatAct>([
    [6, () => ({ do: 'send', ending: random.pick(LONG) })],
    [5, () => ({ do: 'begun' })],
    [5, () => ({ do: 'text', text: random.pick(['a', ' boat', 'é']) })],
    [2, () => ({ do: 'finished', reason: random.pick(['stop', 'length']) })],
    [
      3,
      () => ({ do: 'over', ...(random.chance(0.4) ? { why: random.pick(['lost', 'busy'] as const) } : {}) }),
    ],
    [2, () => ({ do: 'resend' })],
    [2, () => ({ do: 'stop' })],
    [1.5, () => ({ do: 'begin' })],
    [1, () => ({ do: 'choose', ...random.pick([{ model: 'm2' }, { model: 'm1' }, { key: 'k1' }]) })],
    [1.5, () => ({ do: 'open', nth })],
    [0.7, () => ({ do: 'remove', nth })],
    [1.5, () => ({ do: 'elsewhere', nth, isHeard: random.chance(0.6) })],
    [2, () => ({ do: 'removed elsewhere', nth, isHeard: random.chance(0.5) })],
    [0.8, () => ({ do: 'reload' })],
    [1, () => ({ do: 'crash' })],
    [0.15, () => ({ do: 'many', count: 60 })],
    [5, () => ({ do: 'wait', ms: random.pick([400, 999, 1_700, 3_000, 4_990, 5_100, 31_000]) })],
  ])();
}
