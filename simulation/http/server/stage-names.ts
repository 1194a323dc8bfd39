/**
 * Names that stand in inputs for the keys and ids of one server, so that an input means the same to the next.
 *
 * A name is as long as what it stands for: cutting and splicing an input changes nothing about how long its
 * parts are, and a Content-Length stays right. A tilde is in no key and no id.
 */

/** Length of the keys that the gateway makes. */
const KEY_LENGTH = 41;
const ULID_LENGTH = 26;

function keyName(kind: 'sk' | 'mk', name: string): string {
  return `${kind}-~${name}`.padEnd(KEY_LENGTH, '~');
}

function idName(kind: string, name: string): string {
  return `${kind}_~${name}`.padEnd(kind.length + 1 + ULID_LENGTH, '~');
}

/** The management key that the server is started with; it needs no other name. */
export const OPERATOR_KEY = 'mk-operator-of-the-http-fuzz-0123456789-abcdef';

export const API_KEYS = {
  /** Has credit and a high limit. */
  large: keyName('sk', 'large'),
  /** Another key of the same account. */
  sibling: keyName('sk', 'sibling'),
  /** A key of another account. */
  foreign: keyName('sk', 'foreign'),
  poor: keyName('sk', 'poor'),
  /** Has a limit that is soon reached. */
  small: keyName('sk', 'small'),
  /** Used by requests in places that hold no request. */
  canary: keyName('sk', 'canary'),
  revoked: keyName('sk', 'revoked'),
} as const;

export const MANAGEMENT_KEYS = {
  tenant: keyName('mk', 'tenant'),
  unverified: keyName('mk', 'unverified'),
} as const;

export const JOBS = {
  completed: idName('video', 'completed'),
  failed: idName('video', 'failed'),
  running: idName('video', 'running'),
  foreign: idName('video', 'foreign'),
} as const;

/** Keys whose ids are in inputs: whatever happens to them touches no key that requests are sent with. */
export const KEY_IDS = {
  victim: idName('key', 'victim'),
  /** To be deleted. */
  mayfly: idName('key', 'mayfly'),
  foreign: idName('key', 'foreign'),
  revoked: idName('key', 'revoked'),
} as const;

export const ACCOUNTS = {
  tenant: idName('acct', 'tenant'),
  unverified: idName('acct', 'unverified'),
} as const;

/** Length of the links that the simulated provider makes. */
const LINK_LENGTH = 69;

/** Paths of results, which need no key. */
export const LINKS = {
  completed: '/results/~completed'.padEnd(LINK_LENGTH, '~'),
} as const;

export type ApiKeyName = keyof typeof API_KEYS;

/** Puts what names stand for in their places. */
export class StageNames {
  readonly #meanings = new Map<string, string>();

  /** @throws RangeError if the meaning is of another length than its name */
  set(name: string, meaning: string): void {
    if (name.length !== meaning.length)
      throw new RangeError(`${name} cannot stand for text of ${meaning.length} characters`);
    this.#meanings.set(name, meaning);
  }

  meaningOf(name: string): string {
    const meaning = this.#meanings.get(name);
    if (meaning === undefined) throw new RangeError(`${name} stands for nothing`);
    return meaning;
  }

  filledIn(bytes: string): string {
    if (!bytes.includes('~')) return bytes;
    let filled = bytes;
    for (const [name, meaning] of this.#meanings) filled = filled.replaceAll(name, meaning);
    return filled;
  }
}
