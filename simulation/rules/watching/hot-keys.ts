/** The keys that asked most in their last minute, by what was seen of their requests. */
import type { Observation } from '../../history/observation.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { codeOf, type Exchange, isObject } from '../facts/requests.js';
import { countsIn } from '../windows/window-entries.js';

const MINUTE_MS = 60_000;
/** Windows are looked at four times a second; those that were busy before are, when somebody comes. */
const SEEN_WITHIN_MS = 1_000;
const SHOWN_MAX = 40;

interface Asked {
  readonly at: number;
  readonly keyId: string;
  readonly exchange: Exchange;
  /** Of an earlier process, which may have forgotten it. */
  isOld: boolean;
}

export class HotKeys {
  readonly #trouble = new DiskTrouble();
  #asked: Asked[] = [];
  /** A machine that starts anew goes by its wall clock. */
  #isInDoubtUntil = Number.NEGATIVE_INFINITY;

  observe(seen: Observation, exchange: Exchange | undefined): void {
    this.#trouble.observe(seen);
    const isOfKey = seen.what === 'sent' && (seen.credential === 'api' || seen.call.op === 'job_form');
    if (isOfKey && exchange !== undefined)
      this.#asked.push({ at: seen.at, keyId: seen.keyId, exchange, isOld: false });
    if (seen.what !== 'starting') return;
    if (seen.isReboot) this.#isInDoubtUntil = seen.at + 2 * MINUTE_MS;
    for (const asked of this.#asked) asked.isOld = true;
  }

  /** @param since when the watcher came */
  wrongIn(told: unknown, since: number, at: number): readonly string[] {
    this.#asked = this.#asked.filter((asked) => asked.at > at - 2 * MINUTE_MS);
    if (at < this.#isInDoubtUntil) return [];
    const rows = Array.isArray(told) ? told.filter(isObject) : [];
    const shown = new Map(rows.map((row) => [String(row.id), Number(row.last_minute)]));
    const wrong: string[] = [];
    const counts = rows.map((row) => Number(row.last_minute));
    if (counts.some((count, n) => n > 0 && count > (counts[n - 1] ?? 0)))
      wrong.push('its keys are in no order');
    for (const { kind, id, last_minute: count } of rows) {
      if (kind !== 'api_key') continue;
      const { least, most } = this.#bounds(String(id), at);
      if (Number(count) < least || Number(count) > most)
        wrong.push(`${String(id)} asked ${String(count)} times, and it was ${least} to ${most}`);
    }
    if (this.#trouble.isOnAt(at) || rows.length >= SHOWN_MAX) return wrong;
    for (const id of new Set(this.#asked.map(({ keyId }) => keyId))) {
      if (shown.has(id) || !this.#isShownBy(id, since, at)) continue;
      wrong.push(`it does not tell of ${id}, which asked in the last minute`);
    }
    return wrong;
  }

  #bounds(id: string, at: number): { readonly least: number; readonly most: number } {
    const within = this.#asked.filter((asked) => asked.keyId === id && asked.at > at - MINUTE_MS);
    const most = within.filter(({ exchange }) => !isRefused(exchange)).length;
    return { least: within.filter((asked) => this.#isSure(asked)).length, most };
  }

  #isShownBy(id: string, since: number, at: number): boolean {
    return this.#asked.some(
      (asked) =>
        asked.keyId === id &&
        asked.at > at - MINUTE_MS + SEEN_WITHIN_MS &&
        (asked.at < since || asked.at < at - SEEN_WITHIN_MS) &&
        this.#isSure(asked),
    );
  }

  /** It was admitted on the window of its key. */
  #isSure({ exchange, isOld }: Asked): boolean {
    const { answer } = exchange;
    if (isOld || answer === undefined || codeOf(answer) === 'invalid_api_key') return false;
    return countsIn(exchange) === 'yes';
  }
}

function isRefused(exchange: Exchange): boolean {
  return exchange.answer !== undefined && countsIn(exchange) === 'no';
}
