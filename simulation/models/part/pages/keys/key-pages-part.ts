/** The pages of API keys: their list, one of them with ledger and file, and what becomes of their forms. */
import { createHash } from 'node:crypto';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { idOf } from '../orders/drawn-orders.js';
import { type Answer, accountRecord, inOrder, PageDesk } from '../page-desk.js';
import type { ToldPage } from '../told-page.js';
import { OTHER, viewerOf } from '../viewers.js';
import { FIRST, FIRST_KEYS, type PlacedKey, putLedgerKey } from './drawn-keys.js';
import { drawAct, type KeyForm, type KeyPagesAct } from './key-acts.js';
import { formDue, isPartFor, moveFormDue, moveFormIn, rotateFormDue, rotateFormIn } from './key-forms.js';
import { newKeyDue, newKeyIn, newKeyRefusal } from './new-key.js';
import { fileDue, keyDue, keyIn, listDue, listIn, refusalOf, resultOf } from './shown-keys.js';

interface Limits {
  readonly isToppedUp: boolean;
  readonly hasModels: boolean;
}

export function keyPagesPart(): Part<Limits, KeyPagesAct> {
  return {
    name: 'key-pages',
    limits: (random) => ({ isToppedUp: random.chance(0.7), hasModels: random.chance(0.7) }),
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial, limits) => new KeyPagesCourse(trial, limits),
  };
}

class KeyPagesCourse implements Course<KeyPagesAct> {
  readonly #trial: Trial;
  readonly #limits: Limits;
  readonly #desk: PageDesk;
  readonly #keys: PlacedKey[] = [...FIRST_KEYS];
  /** By fingerprint, the text of its form. */
  readonly #sent = new Map<unknown, string>();

  constructor(trial: Trial, limits: Limits) {
    this.#trial = trial;
    this.#limits = limits;
    const models = limits.hasModels ? [{ id: 'a/model' }] : [];
    const orders = { service: limits.isToppedUp ? {} : undefined };
    this.#desk = new PageDesk(trial, false, { orders, catalogue: { list: () => models } });
    this.#desk.records.put('accounts', OTHER, accountRecord('Other', false));
  }

  async take(act: KeyPagesAct): Promise<void> {
    if (act.do === 'put') {
      for (const key of act.keys) {
        const number = FIRST + this.#keys.length - FIRST_KEYS.length;
        this.#keys.push({ ...key, number });
        putLedgerKey(this.#desk, number, key);
      }
    } else if (act.do === 'form') await this.#form(act);
    else if (act.do === 'list' || act.do === 'new') await this.#ofAccount(act);
    else await this.#ofKey(act);
  }

  compare(): void {
    this.#trial.same('asked', this.#desk.told(), []);
  }

  async #ofAccount(act: Extract<KeyPagesAct, { do: 'list' | 'new' }>): Promise<void> {
    const { account, alsoIn } = act;
    const viewer = viewerOf(act.viewer);
    const sent = act.do === 'list' ? act.after : undefined;
    const after = typeof sent === 'number' ? { after: idOf('key', sent) } : sent && { after: sent };
    const query = String(new URLSearchParams({ ...(account !== undefined && { account }), ...after }));
    const isList = act.do === 'list';
    const page = await this.#desk.ask(viewer, { path: isList ? '/keys' : '/keys/new', query, alsoIn });
    const own = account ?? viewer?.account ?? '';
    const refused = viewer === undefined ? '303 /sign-in' : newKeyRefusal(viewer, own);
    const isSeen = refused === undefined || (isList && refused === '403');
    this.#trial.same(act.do, resultOf(page), isSeen ? '200' : refused);
    if (viewer === undefined || !isSeen) return;
    const last = typeof sent === 'number' ? sent : undefined;
    if (isList) this.#trial.same('list', listIn(page), listDue(viewer, account, last, this.#keys));
    else this.#trial.same('new', newKeyIn(page), newKeyDue(viewer, own, { name: '', limit: '60' }));
  }

  async #ofKey(act: Extract<KeyPagesAct, { do: 'key' | 'part' }>): Promise<void> {
    const viewer = viewerOf(act.viewer);
    const id = idOf('key', act.key);
    const rest = act.do === 'part' ? `${id}/${act.part}` : id;
    const [after, done] = act.do === 'part' ? ['', ''] : [act.after, act.done];
    const query = String(new URLSearchParams({ ...(after && { after }), ...(done && { [done]: '' }) }));
    const page = await this.#desk.ask(viewer, { path: '/keys/', rest, query, alsoIn: act.alsoIn });
    const key = this.#keys.find(({ number }) => number === act.key);
    const refused = refusalOf(viewer, key);
    if (viewer === undefined || key === undefined || refused !== undefined)
      return this.#trial.same(act.do, resultOf(page), refused);
    if (act.do === 'key') {
      const good = done === '' || done === 'other' ? 0 : 1;
      const last = /^[1-9]/.test(after) ? Number(after) : undefined;
      const due = keyDue(viewer, key, { after: last, good }, this.#keys, this.#limits.isToppedUp);
      return this.#trial.same('key', keyIn(page), due);
    }
    const { part } = act;
    if (part === 'ledger.csv') return this.#trial.same('file', await textOf(page), fileDue(key));
    const isThere = isPartFor(viewer, key, part);
    this.#trial.same('part', page.result, isThere ? '200' : '404');
    if (!isThere) return;
    if (part === 'rotate') return this.#trial.same('part', rotateFormIn(page), rotateFormDue(key));
    const typed = { amount: '', reference: `${part}-*` };
    this.#trial.same('part', moveFormIn(page), moveFormDue(key, part, typed, [], this.#keys));
  }

  async #form(act: KeyForm): Promise<void> {
    const due = formDue(viewerOf(act.viewer), act, this.#keys, this.#limits.isToppedUp);
    const { outcome } = act.reply ?? {};
    const shown = { id: idOf('key', act.key), name: null };
    const reply = { key: act.form === 'create' ? { id: idOf('key', 0) } : shown, keyId: idOf('key', 0) };
    this.#desk.reply = outcome === undefined ? undefined : ({ outcome, ...reply } satisfies Answer);
    const form = new URLSearchParams(due.fields);
    const page = await this.#desk.ask(viewerOf(act.viewer), { ...due.to, form });
    const told = (this.#desk.heard.splice(0)[0] ?? []) as readonly [string?, string?, Sent?];
    const { hash, fingerprint, createdAt, message } = taken(told[2] ?? {});
    const heard = told.length === 0 ? [] : [told[0], told[1], message];
    this.#trial.same('asked', inOrder(heard), inOrder(due.asked));
    this.#trial.same('done', resultOf(page), due.result);
    this.#trial.same('form', due.shown?.(page), due.shows);
    if (createdAt !== undefined)
      this.#trial.same('made-at', createdAt, Math.floor(this.#trial.world.wallMs() / 1_000));
    if (due.sameness !== undefined) {
      this.#trial.same('sameness', this.#sent.get(fingerprint) ?? due.sameness, due.sameness);
      this.#sent.set(fingerprint, due.sameness);
    }
    if (due.hasSecret === undefined) return;
    const [, secret] = /<code id="secret"[^>]*>([^<]*)/.exec(page.main) ?? [];
    const isCreated = act.form === 'create';
    this.#trial.same('secret', secret && sha256(secret), due.hasSecret ? hash : undefined);
    const open = `/keys/${isCreated ? idOf('key', 0) : shown.id}`;
    this.#trial.same('opens', page.links.includes(open), true);
    const snippets = page.main.split(`Bearer ${secret}'`).length - 1;
    const isTried = isCreated && due.hasSecret && this.#limits.hasModels;
    this.#trial.same('tried', snippets, isTried ? 1 : 0);
  }
}

interface Sent {
  readonly key?: { readonly credentialHash?: string; readonly createdAt?: number };
  readonly idempotency?: { readonly keyHash: string; readonly fingerprint: string };
  readonly credentialHash?: string;
}

/** The values that nobody knows beforehand, and the rest of the message. */
function taken({ key, idempotency, credentialHash, ...message }: Sent) {
  if (key === undefined) return { hash: credentialHash, message };
  const { credentialHash: hash, createdAt, ...made } = key;
  const { keyHash, fingerprint } = idempotency ?? {};
  return { hash, fingerprint, createdAt, message: { ...message, key: made, idempotency: { keyHash } } };
}

async function textOf({ answer }: ToldPage): Promise<string> {
  if (answer?.kind !== 'stream') return String(answer?.kind);
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.chunks()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
