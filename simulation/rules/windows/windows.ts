/**
 * Every window, by brute force: a list of the requests that it may have counted, each looked at whenever one
 * is checked.
 *
 * A request is checked once every other of its window that was sent before its answer has ended too; so in a
 * world in which requests arrive as they are sent, all that it is checked by is known.
 *
 * Invariants
 *  1. Entries stand in the order in which they were sent, and are checked in it.
 *  2. An entry stays until no request yet to be checked can meet it. A start of the machine brings it back if
 *     the wall clock may have made it younger.
 *  3. A crash leaves in doubt the entries of the second before it, and of the time before in which the disk
 *     failed; a graceful restart none.
 *  4. If the machine itself starts anew, entries are as old as the wall clock may have told.
 */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import { Forgotten } from '../facts/ends/forgotten.js';
import { InForce } from '../facts/in-force.js';
import { KeyFactBook } from '../facts/key-facts.js';
import { type Exchange, managerOf, type Requests } from '../facts/requests.js';
import { WallSteps } from '../facts/wall-steps.js';
import {
  countsIn,
  countsInOneOfTwo,
  type Entry,
  isAnswerOfWindow,
  isPoint,
  isReady,
  type MutableWindow,
  prune,
  settleUnheard,
  takeBack,
  type Window,
} from './window-entries.js';

/** Clocks are read in whole ms, twice. */
const REBOOT_ROUNDING_MS = 2;

export type Check = (entry: Entry, window: Window) => void;

export class Windows {
  readonly #inForce: InForce;
  readonly #requests: Requests;
  readonly #check: Check;
  readonly #keys: KeyFactBook;
  readonly #forgotten = new Forgotten();
  readonly #windows = new Map<string, MutableWindow>();
  /** The windows that a request may be counted in, and its entry in each. */
  readonly #placed = new Map<number, (readonly [MutableWindow, Entry])[]>();
  readonly #wallSteps = new WallSteps();
  /** The machine has started anew, and no process has come up since. */
  #isBridging = false;

  constructor(setup: NodeSetup, requests: Requests, check: Check) {
    this.#inForce = new InForce(setup);
    this.#requests = requests;
    this.#check = check;
    this.#keys = new KeyFactBook(requests);
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    this.#keys.observe(seen, exchange);
    this.#inForce.observe(seen, this.#requests.seq);
    const forgottenFrom = this.#forgotten.observe(seen);
    if (forgottenFrom !== undefined) this.#forget(forgottenFrom);
    this.#see(seen, exchange);
    this.#wallSteps.observe(seen);
  }

  #see(seen: Observation, exchange: Exchange | undefined): void {
    switch (seen.what) {
      case 'sent':
        if (exchange !== undefined) this.#sent(exchange);
        return;
      case 'answered':
      case 'cut_off':
      case 'gave_up':
        if (exchange !== undefined) this.#ended(exchange);
        return;
      case 'starting':
        if (seen.isReboot) this.#isBridging = true;
        return;
      case 'started':
        // A start that the disk refused may not have noted the clocks.
        if (this.#isBridging) this.#rebooted(seen.at);
        this.#isBridging = false;
    }
  }

  /** No more will be seen: what is still to be checked is, by what is known. */
  end(): void {
    for (const window of this.#windows.values()) this.#checkAll(window, true);
  }

  #sent(exchange: Exchange): void {
    const { sent, seq } = exchange;
    // Nobody knows which window counts it: the key's own, or, once it is revoked, that of the address.
    if (sent.call.op === 'use_mkey') return;
    const validity = sent.credential === 'api' ? this.#keys.validity(exchange, seq, seq) : [];
    if (sent.credential === 'management') this.#place(this.#management(sent), exchange);
    if (validity.includes(true) || sent.call.op === 'job_form')
      this.#place(this.#ofKey(sent.keyId), exchange);
    if (sent.credential === 'none' || validity.includes(false))
      this.#place(this.#ofAddress(sent.address), exchange);
    if (sent.call.op === 'revoke') this.#mayBecomeInvalid(sent.keyId);
  }

  /** Requests on the way may arrive after the revocation that is being sent. */
  #mayBecomeInvalid(keyId: string): void {
    for (const exchange of this.#requests.open) {
      const { sent } = exchange;
      if (sent.credential !== 'api' || sent.keyId !== keyId || sent.arrivesBy !== 'answer') continue;
      const address = this.#ofAddress(sent.address);
      const isPlaced = this.#placed.get(sent.request)?.some(([window]) => window === address);
      if (isPlaced === false) this.#place(address, exchange);
    }
  }

  #place(window: MutableWindow, exchange: Exchange): void {
    const { sent, seq } = exchange;
    const entry: Entry = {
      exchange,
      lo: sent.at,
      hi: isPoint(sent) ? Number(sent.arrivesBy) : Number.POSITIVE_INFINITY,
      arrivedSeq: isPoint(sent) ? seq : Number.POSITIVE_INFINITY,
      counts: 'maybe',
      forgottenSeq: Number.POSITIVE_INFINITY,
      isChecked: false,
    };
    let at = window.entries.length;
    while (at > window.checked && (window.entries[at - 1]?.exchange.seq ?? 0) > seq) at -= 1;
    window.entries.splice(at, 0, entry);
    window.open += 1;
    const placed = this.#placed.get(sent.request);
    if (placed === undefined) this.#placed.set(sent.request, [[window, entry]]);
    else placed.push([window, entry]);
  }

  #ended(exchange: Exchange): void {
    const placed = this.#placed.get(exchange.sent.request) ?? [];
    this.#placed.delete(exchange.sent.request);
    for (const [window, entry] of placed) {
      entry.hi = Math.min(entry.hi, exchange.endAt);
      entry.arrivedSeq = Math.min(entry.arrivedSeq, exchange.endSeq);
      if (exchange.answer !== undefined) {
        entry.counts = placed.length === 1 ? countsIn(exchange) : countsInOneOfTwo(exchange, window);
        entry.isChecked =
          (placed.length > 1 && entry.counts !== 'yes') || !isAnswerOfWindow(exchange, entry.counts);
      } else {
        entry.isChecked = placed.length > 1;
      }
      window.open -= 1;
      this.#checkAll(window, false);
    }
  }

  #checkAll(window: MutableWindow, isEnd: boolean): void {
    const { entries } = window;
    for (;;) {
      const entry = entries[window.checked];
      if (entry === undefined || (!isEnd && !isReady(window, entry))) break;
      if (entry.exchange.outcome === 'answered') {
        if (!entry.isChecked) this.#check(entry, window);
      } else if (!entry.isChecked && isPoint(entry.exchange.sent)) {
        settleUnheard(entry, window);
      }
      entry.isChecked = true;
      window.checked += 1;
    }
    prune(window);
  }

  #forget(from: number): void {
    for (const { entries } of this.#windows.values()) {
      for (const entry of entries) {
        if (entry.hi > from) entry.forgottenSeq = Math.min(entry.forgottenSeq, this.#requests.seq);
      }
    }
  }

  #rebooted(at: number): void {
    // The node last noted both clocks somewhere between its start and its end, and looks at them as the next
    // start begins: the wall may step before that is over.
    let least = 0;
    let most = 0;
    const steps = this.#wallSteps.unnoted;
    for (const [first] of steps.entries()) {
      let sum = 0;
      for (const ms of steps.slice(first)) {
        sum += ms;
        least = Math.min(least, sum);
        most = Math.max(most, sum);
      }
    }
    for (const window of this.#windows.values()) {
      if (least < 0) takeBack(window);
      for (const entry of window.entries) {
        entry.lo -= most + REBOOT_ROUNDING_MS;
        entry.hi = Math.min(at, entry.hi - least + REBOOT_ROUNDING_MS);
      }
    }
  }

  #management(sent: Exchange['sent']): MutableWindow {
    const name = `management key of ${managerOf(sent)}`;
    return this.#window(name, (first, last) => this.#inForce.numbers('managementRpm', first, last));
  }

  #ofAddress(address: string): MutableWindow {
    return this.#window(`address ${address}`, (first, last) =>
      this.#inForce.numbers('addressRpm', first, last),
    );
  }

  #ofKey(keyId: string): MutableWindow {
    return this.#window(
      `key ${keyId}`,
      (first, last) => this.#keys.of(keyId)?.limit.possible(first, last) ?? [],
    );
  }

  #window(name: string, limits: Window['limits']): MutableWindow {
    let window = this.#windows.get(name);
    if (window === undefined) {
      window = { name, entries: [], aside: [], limits, checked: 0, open: 0 };
      this.#windows.set(name, window);
    }
    return window;
  }
}
