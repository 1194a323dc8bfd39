/** Requests to the gateway: every step from head to answer, beside a twin that takes the same steps. */
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type AskAct, drawAct, drawLimits, type GatewayAct, type GatewayLimits } from './gateway-acts.js';
import { GatewayNode, type Sent } from './gateway-node.js';
import { NaiveGateway } from './naive-gateway.js';
import type { Expected, NaiveRequest } from './naive-request.js';
import type { Told } from './watched-exchange.js';

const ID = /^req_[0-9a-f]{28}$/;

export function gatewayPart(): Part<GatewayLimits, GatewayAct> {
  return {
    name: 'gateway',
    limits: drawLimits,
    act: drawAct,
    pauseMs: (random) => random.pick([0, 0, 0, 1, 4, 5, 49, 50, 99, 100, 999, 2_000, 20_000]),
    begin: (trial, limits) => new GatewayCourse(trial, limits),
  };
}

class GatewayCourse implements Course<GatewayAct> {
  readonly #trial: Trial;
  readonly #node: GatewayNode;
  readonly #twin: NaiveGateway;
  readonly #sent: Sent[] = [];
  readonly #ids = new Set<string>();
  readonly #compared = new Set<number>();
  #isPopulated = false;

  constructor(trial: Trial, limits: GatewayLimits) {
    this.#trial = trial;
    this.#node = new GatewayNode(trial, limits);
    this.#twin = new NaiveGateway(trial, limits, this.#node.keys);
  }

  async take(act: GatewayAct): Promise<void> {
    const [node, twin] = [this.#node, this.#twin];
    if (!this.#isPopulated) await node.populate();
    this.#isPopulated = true;
    twin.pass();
    if (act.do === 'ask') this.#ask(act);
    else if (act.do === 'piece') this.#send(twin.open('reading')[act.nth], act.bytes);
    else if (act.do === 'finish') this.#finish(twin.requests.filter(isUnfinished)[act.nth]);
    else if (act.do === 'read') {
      const request = twin.open('streaming')[act.nth];
      if (request === undefined) return;
      twin.read(request);
      this.#sentOf(request)?.exchange.read();
    } else if (act.do === 'leave') {
      const request = twin.open('reading', 'queued', 'running', 'streaming')[act.nth];
      if (request === undefined) return;
      twin.leave(request);
      this.#sentOf(request)?.exchange.goAway();
    } else if (act.do === 'configure') {
      const isTaken = node.configure(act.settings, act.isBroken);
      this.#trial.same('settings', isTaken, !act.isBroken);
      if (!act.isBroken) twin.settings = act.settings;
    } else if (act.do === 'drain') node.drains = twin.drains = act.drains;
    else if (act.do === 'freeze') node.isFrozen = twin.isFrozen = act.isFrozen;
    else if (act.do === 'shed') node.reason = twin.reason = act.reason;
    else if (act.do === 'limit') {
      if (twin.revoked.has(act.key)) return;
      await node.setLimit(act.key, act.rpm);
      twin.keyWindow(act.key).limit = act.rpm;
    } else if (act.do === 'revoke') {
      await node.revoke(act.key);
      twin.revoked.add(act.key);
    }
  }

  #ask(act: AskAct): void {
    const n = this.#sent.length;
    const request = this.#twin.ask(n, act);
    const sent = this.#node.send(n, act);
    this.#sent.push(sent);
    const takesBody = request.stage === 'reading';
    this.#trial.same('reads', sent.exchange.takesBody, takesBody);
    if (act.announced !== undefined) return;
    if (act.body === undefined || act.body.text === '' || act.body.isAtOnce)
      this.#send(request, Number.POSITIVE_INFINITY);
  }

  /** The next bytes of a body. */
  #send(request: NaiveRequest | undefined, bytes: number): void {
    if (request === undefined || request.act.announced !== undefined) return;
    const text = request.act.body?.text ?? '';
    const piece = text.slice(request.received, request.received + bytes);
    const isLast = request.received + piece.length === text.length;
    const { exchange } = this.#sent[request.n] ?? {};
    this.#twin.hear(request, piece.length, isLast);
    exchange?.piece(piece, isLast);
  }

  #finish(request: NaiveRequest | undefined): void {
    if (request === undefined) return;
    request.isFinished = true;
    this.#twin.finish(request);
    this.#sentOf(request)?.call?.finish();
  }

  compare(): void {
    const twin = this.#twin;
    twin.pass();
    for (const request of twin.requests) this.#compareRequest(request);
    const { counts } = twin;
    this.#trial.sameFields('counts', this.#node.counts(), {
      finished: counts.finished,
      bodies: counts.withoutRoom,
      judged: counts.judged,
      defects: counts.defects,
      gone: counts.gone,
      waiting: twin.refusalsWaiting,
    });
    const { answers, timed, refusals, verdicts } = this.#node.figures();
    this.#trial.sameFields('answers', answers, counts.answers);
    this.#trial.sameFields('timed', timed, counts.timed);
    this.#trial.sameFields('refusals', refusals, counts.refusals);
    this.#trial.sameFields('verdicts', verdicts, counts.verdicts);
    for (const [key] of this.#node.keys.entries()) {
      const open = twin.open('reading', 'queued', 'running').filter((one) => one.key === key);
      this.#trial.same('kept', this.#node.isPinned(key), open.length > 0);
    }
  }

  end(): void {
    const { observed } = this.#twin.counts;
    this.#trial.same('observed', this.#node.observed, [...observed].sort(byNumber));
  }

  #compareRequest(request: NaiveRequest): void {
    const { n, expected, isCalled } = request;
    const sent = this.#sent[n];
    if (sent === undefined) return;
    this.#trial.same('called', sent.call !== undefined, isCalled);
    if (sent.call !== undefined && this.#isLooked(request)) {
      this.#trial.same('aborted', sent.call.signal().aborted, request.isAborted);
    }
    const { told, more } = sent.exchange;
    this.#trial.same(
      'answer',
      `${told !== undefined} and ${more} more`,
      `${expected !== undefined} and 0 more`,
    );
    if (told === undefined || expected === undefined || this.#compared.has(n)) return;
    this.#compared.add(n);
    if (sent.call !== undefined) this.#trial.same('seen', sent.call.seen, this.#node.seenBy(request));
    this.#compareAnswer(request, told, expected);
  }

  /** A request that takes the signal late is looked at when it is over alone. */
  #isLooked({ act, stage }: NaiveRequest): boolean {
    return act.script.takesSignal || stage === 'over';
  }

  #compareAnswer({ act, stage }: NaiveRequest, told: Told, expected: Expected): void {
    const [first = '', ...lines] = told.head.split('\r\n');
    const fields: Record<string, string> = {};
    for (const line of lines) {
      const name = line.slice(0, line.indexOf(': ')).toLowerCase();
      if (name in fields) this.#trial.broke('fields', `${name} comes twice`);
      fields[name] = line.slice(name.length + 2);
    }
    const { 'x-request-id': id, ...others } = fields;
    const error = expected.code === undefined ? undefined : JSON.parse(told.body);
    const seen = { at: told.at, status: Number(first.slice(0, 3)), code: error?.error.code };
    this.#trial.same('answer', seen, { at: expected.at, status: expected.status, code: expected.code });
    this.#trial.sameFields('fields', others, expected.fields);
    this.#trial.same('connection', told.options?.connection, expected.connection);
    const isHead = expected.connection === undefined ? undefined : act.method === 'HEAD';
    this.#trial.same('head', told.options?.isHead, isHead);
    if (expected.bytes !== undefined && stage === 'over' && told.body !== '')
      this.#trial.same('bytes', told.body.length, expected.bytes);
    if (id === undefined) {
      this.#trial.same('id', act.method, 'OPTIONS');
      return;
    }
    if (!ID.test(id) || this.#ids.has(id)) this.#trial.broke('id', `${id} is no new id`);
    this.#ids.add(id);
    if (error === undefined) return;
    this.#trial.same('words', [error.error.request_id, error.error.param], [id, expected.param ?? null]);
    const isTold = expected.status === 429 || expected.status === 503;
    this.#trial.same('words', String(error.retry_after), String(isTold ? fields['retry-after'] : undefined));
  }

  #sentOf({ n }: NaiveRequest): Sent | undefined {
    return this.#sent[n];
  }
}

function isUnfinished({ isCalled, isFinished, act }: NaiveRequest): boolean {
  const { when } = act.script;
  return isCalled && !isFinished && (when === 'later' || when === 'fails');
}

function byNumber(one: string, other: string): number {
  return Number.parseInt(one, 10) - Number.parseInt(other, 10);
}
