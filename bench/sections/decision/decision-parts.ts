/**
 * The parts of the product that decide on a request, put together as the gateway does, without HTTP: from the
 * text of an Authorization field to the verdict of the key's window.
 *
 * The keys are in memory, as those in use are; nothing is on disk.
 */

import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { makeCredential } from '../../../src/actors/credentials/credentials.js';
import { KeyTable } from '../../../src/actors/keys/key-table.js';
import { NO_BALANCES } from '../../../src/actors/money/ledger.js';
import { RollingWindows } from '../../../src/actors/windows/rolling-windows.js';
import { WindowJournal } from '../../../src/actors/windows/window-journal.js';
import { Identifier, INVALID, MISSING } from '../../../src/http/pipeline/identify.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';

export class DecisionParts {
  /** `Bearer sk-…` of each key. */
  readonly fields: readonly string[];
  readonly #keys: KeyTable;
  readonly #windows: RollingWindows;
  readonly #identifier: Identifier;
  readonly #journal: WindowJournal;

  /** Makes `count` keys that admit `rateLimitRpm` requests a minute each. */
  constructor(count: number, rateLimitRpm: number) {
    const world = new VirtualWorld();
    const records = new MemoryStore();
    const windows = new RollingWindows(1);
    const keys = new KeyTable({ world, windows, max: count, managementRpm: rateLimitRpm });
    this.#keys = keys;
    this.#windows = windows;
    this.#identifier = new Identifier({ records, keys });
    this.#journal = new WindowJournal({ world, windows, records, commit: () => Promise.resolve(true) });
    this.fields = Array.from({ length: count }, (_, at) => {
      const text = makeCredential('api', (bytes) => world.randomBytes(bytes));
      const field = `Bearer ${text}`;
      keys.addApiKey(field, {
        id: `key_${String(at).padStart(26, '0')}`,
        account: 'acct_default',
        name: null,
        rateLimitRpm,
        isRevoked: false,
        createdAt: 0,
        balances: NO_BALANCES,
        open: { video_job: 0, generation: 0 },
        entries: 0,
        credentialHash: '',
        rotations: 0,
        earlier: [],
      });
      return field;
    });
  }

  /**
   * Whether a request with this field is admitted. `nowMs`: whole, never less than before. Throws if no key
   * has it.
   */
  decide(field: string, nowMs: number): boolean {
    const row = this.#identifier.identify(field);
    if (row === MISSING || row === INVALID) throw new Error('a field that no key has');
    const window = this.#keys.windowOf(row);
    const isAdmitted = this.#windows.admit(window, nowMs);
    if (isAdmitted) this.#journal.admitted(window);
    return isAdmitted;
  }

  /** The same for requests of one key, which is found already. */
  deciderFor(field: string): (nowMs: number) => boolean {
    const row = this.#identifier.identify(field);
    if (row === MISSING || row === INVALID) throw new Error('a field that no key has');
    const windows = this.#windows;
    const journal = this.#journal;
    const window = this.#keys.windowOf(row);
    return (nowMs) => {
      const isAdmitted = windows.admit(window, nowMs);
      if (isAdmitted) journal.admitted(window);
      return isAdmitted;
    };
  }
}
