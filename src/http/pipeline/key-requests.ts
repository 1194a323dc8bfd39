/**
 * Requests that a person makes with an API key, on a page: the same as those of a program that has its text,
 * from the key's window on. They have no head and no body to be judged.
 */
import type { ApiKeyState } from '../../actors/keys/api-key-messages.js';
import type { KeyTable } from '../../actors/keys/key-table.js';
import type { RollingWindows } from '../../actors/windows/rolling-windows.js';
import type { WindowJournal } from '../../actors/windows/window-journal.js';
import type { LoadShedder } from '../../overload/load-shedder.js';
import type { World } from '../../time/world.js';
import type { ApiCaller, OperationAnswer } from '../operation.js';
import { apiCaller } from '../operations/answers.js';
import { callerOf } from './identify.js';
import { rateRefusalText, shedRefusal } from './refusals.js';

export interface KeyRequestsParts {
  readonly world: World;
  readonly keys: KeyTable;
  readonly windows: RollingWindows;
  readonly journal: WindowJournal;
  readonly shedder: LoadShedder;
}

type KeyOperation = (caller: ApiCaller) => OperationAnswer | Promise<OperationAnswer>;

export class KeyRequests {
  readonly #parts: KeyRequestsParts;

  constructor(parts: KeyRequestsParts) {
    this.#parts = parts;
  }

  /** Counts a billable request on the key's window, and runs it unless it is refused or shed. */
  async run(key: ApiKeyState, operation: KeyOperation): Promise<OperationAnswer> {
    const { world, keys, windows, journal } = this.#parts;
    const now = world.steadyMs();
    const window = keys.windowOf(keys.rowOfKey(key));
    if (!windows.admit(window, now)) {
      const message = rateRefusalText(windows.limitOf(window));
      const retryAfterMs = windows.waitMs(window, now);
      return { kind: 'error', error: { code: 'rate_limit_exceeded', message, retryAfterMs } };
    }
    journal.admitted(window);
    return this.runUncounted(key, operation);
  }

  /** Runs a billable request unless it is shed. The key's window is neither asked nor counted. */
  async runUncounted(key: ApiKeyState, operation: KeyOperation): Promise<OperationAnswer> {
    const { world, keys, shedder } = this.#parts;
    const now = world.steadyMs();
    const row = keys.rowOfKey(key);
    const reason = shedder.admit('billable', now);
    if (reason !== undefined)
      return { kind: 'error', error: shedRefusal(reason, shedder.waitMs(reason, now)) };
    keys.pins.pin(row);
    try {
      return await operation(apiCaller(callerOf(keys, row)));
    } finally {
      keys.pins.unpin(row);
      shedder.finished();
    }
  }
}
