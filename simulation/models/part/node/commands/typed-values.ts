/** Words as people type them where a command wants a value: right ones, and wrong ones. */
import type { Random } from '../../../../world/random.js';

export type ValueKind = keyof typeof VALUES;

/** By kind. A secret is no id, and is never said again. */
const VALUES = {
  key: { right: ['key_01', 'key_02', 'key_a/b'], wrong: ['sk-0123456789', 'acct_01', 'key', 'Key_01'] },
  account: { right: ['acct_01', 'acct_default'], wrong: ['key_01', 'mk-0123456789', 'acct'] },
  user: { right: ['user_01'], wrong: ['users_01', 'amel@example.test'] },
  job: { right: ['video_01'], wrong: ['job_01', 'sk-0123456789'] },
  order: { right: ['order_01'], wrong: ['video_01'] },
  amount: {
    right: ['25', '0.000001', '1000000000', '12345.5'],
    wrong: ['0.0000001', '1e3', '1000000000.000001', '+5', 'all', '1,000'],
  },
  rpm: { right: ['1', '1000000', '600'], wrong: ['0', '1000001', '1.5', '1e3', ' 5'] },
  grace: { right: ['0', '86400', '60'], wrong: ['86401', '0.5', 'x'] },
  yes_or_no: { right: ['yes', 'no'], wrong: ['true', 'YES'] },
  role: { right: ['member', 'owner', 'operator'], wrong: ['admin', 'Owner'] },
  status: { right: ['pending', 'in_progress', 'completed', 'failed'], wrong: ['running', 'Failed'] },
  word: { right: ['again-1', 'x'], wrong: [] },
  text: { right: ['one', 'Studio North', 'é "a" \\ b', '0'], wrong: [] },
} satisfies Readonly<
  Record<string, { readonly right: readonly string[]; readonly wrong: readonly string[] }>
>;

export function typedValue(random: Random, kind: ValueKind, isWrong: boolean): string {
  const { right, wrong } = VALUES[kind];
  return random.pick<string>(isWrong && wrong.length > 0 ? wrong : right);
}

export function hasWrong(kind: ValueKind): boolean {
  return VALUES[kind].wrong.length > 0;
}
