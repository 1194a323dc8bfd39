/**
 * Who is calling: from the Authorization field to the actor of the key.
 *
 * A key in use is found by the text of its field alone, without hashing and without the store. What is kept
 * is the actor's cell, so a revocation that is committed counts from the next request on.
 *
 * Invariants
 *  1. At most `cacheMax` fields are remembered, the oldest forgotten first; unknown keys never are, nor fields
 *     longer than one needs: a field may be spelled in many ways, and thousands of characters long.
 *  2. A remembered cell that has left memory is looked up anew; those nobody asks for again are forgotten
 *     while others come in, so that they do not hold on to passivated actors.
 */
import type { ApiKeyBehavior, ApiKeyState, ApiKeyVolatile } from '../actors/api-key-messages.js';
import { type CredentialRecord, hashCredential, judgeCredential } from '../actors/credentials.js';
import type { Effect } from '../actors/effects.js';
import type {
  ManagementKeyBehavior,
  ManagementKeyState,
  ManagementKeyVolatile,
} from '../actors/management-key.js';
import type { Cell } from '../actors/runtime/cell.js';
import type { ActorSystem } from '../actors/runtime/system.js';

export type Identity =
  | { readonly kind: 'api'; readonly cell: Cell<ApiKeyState, ApiKeyVolatile>; readonly key: ApiKeyState }
  | {
      readonly kind: 'management';
      readonly cell: Cell<ManagementKeyState, ManagementKeyVolatile>;
      readonly key: ManagementKeyState;
    };

export type Identification = Identity | 'missing' | 'invalid';

export interface IdentifierOptions {
  readonly system: ActorSystem<Effect>;
  readonly apiKey: ApiKeyBehavior;
  readonly managementKey: ManagementKeyBehavior;
  readonly cacheMax: number;
}

const BEARER = /^bearer(?: +(.*))?$/i;
/** A management key that an operator chose (contract: 32 to 200 printable characters). */
const FOREIGN = /^[\x21-\x7e]{32,200}$/;
/** `Bearer`, a space and the longest key. */
const REMEMBERED_CHARACTERS_MAX = 207;
/** Remembered fields looked at with each one that comes in. */
const LOOKED_AT_EACH_TIME = 4;

export class Identifier {
  readonly #options: IdentifierOptions;
  readonly #known = new Map<string, Identity>();
  #hand: MapIterator<[string, Identity]> | undefined;

  constructor(options: IdentifierOptions) {
    this.#options = options;
  }

  get knownCount(): number {
    return this.#known.size;
  }

  /** @param field the Authorization field; '' where none was sent */
  identify(field: string): Identification {
    const known = this.#known.get(field);
    if (known === undefined || !known.cell.alive) return this.#identifyAnew(field);
    this.#options.system.use(known.cell);
    return known.cell.committed === known.key ? known : this.#refresh(field, known);
  }

  /** The key has changed since it was last seen. */
  #refresh(field: string, known: Identity): Identification {
    const current = upToDate(known);
    if (current === undefined) {
      this.#known.delete(field);
      return 'invalid';
    }
    this.#known.set(field, current);
    return current;
  }

  /** The key was never seen, or has left memory. */
  #identifyAnew(field: string): Identification {
    const bearer = BEARER.exec(field);
    const text = bearer?.[1]?.trim() ?? '';
    if (text === '') return 'missing';
    const found = this.#lookUp(text);
    if (found === undefined) {
      this.#known.delete(field);
      return 'invalid';
    }
    this.#remember(field, found);
    return found;
  }

  #lookUp(text: string): Identity | undefined {
    const judged = judgeCredential(text);
    if (judged === 'mistyped' || (judged === 'foreign' && !FOREIGN.test(text))) return undefined;
    const { system, apiKey, managementKey } = this.#options;
    const record = system.records.get('credentials', hashCredential(text));
    if (record === undefined) return undefined;
    const { kind, id } = JSON.parse(record) as CredentialRecord;
    if (kind === 'api') {
      const cell = system.cell(apiKey, id);
      return cell?.committed && upToDate({ kind, cell, key: cell.committed });
    }
    const cell = system.cell(managementKey, id);
    return cell?.committed && upToDate({ kind, cell, key: cell.committed });
  }

  #remember(field: string, identity: Identity): void {
    if (field.length > REMEMBERED_CHARACTERS_MAX) return;
    if (!this.#known.has(field)) {
      this.#forgetSome();
      if (this.#known.size >= this.#options.cacheMax) {
        for (const oldest of this.#known.keys()) {
          this.#known.delete(oldest);
          break;
        }
      }
    }
    this.#known.set(field, identity);
  }

  #forgetSome(): void {
    for (let looked = 0; looked < LOOKED_AT_EACH_TIME; looked++) {
      this.#hand ??= this.#known.entries();
      const next = this.#hand.next();
      if (next.done === true) {
        this.#hand = undefined;
        return;
      }
      const [field, { cell }] = next.value;
      if (!cell.alive) this.#known.delete(field);
    }
  }
}

/** The identity with the key as it is now; undefined where it is revoked. */
function upToDate(identity: Identity): Identity | undefined {
  const key = identity.cell.committed;
  if (key === undefined || key.isRevoked) return undefined;
  return { ...identity, key } as Identity;
}
