/** A look at a consumer of options, which has to follow the configuration in force. */
import type { Random } from '../../../../world/random.js';
import type { Trial } from '../../trial.js';
import type { Options } from './drawn-options.js';
import type { WholeNode } from './whole-node.js';

export interface Look {
  readonly trial: Trial;
  readonly node: WholeNode;
  readonly inForce: Options;
  /** Of this look alone. */
  readonly random: Random;
  /** The number of this look. */
  readonly nth: number;
  /** To be called before time passes: holds how long what was written is kept. */
  readonly written: () => void;
}

/** A name that only this look gives to its requests. */
export function repeatOf({ nth }: Look, what = ''): Readonly<Record<string, string>> {
  return { 'idempotency-key': `look-${nth}${what}` };
}

interface MadeKey {
  readonly id: string;
  readonly secret: string;
}

/** A key with credit, whose window is never full. */
export async function madeKey(look: Look): Promise<MadeKey> {
  const body = { rate_limit_rpm: 1_000_000, credits: 1_000 };
  const { id, key } = await look.node.manage('/api/keys', body, `key-${look.nth}`);
  return { id: String(id), secret: String(key) };
}

export function parsed(body: string): Readonly<Record<string, unknown>> {
  return body.startsWith('{') ? (JSON.parse(body) as Readonly<Record<string, unknown>>) : {};
}
