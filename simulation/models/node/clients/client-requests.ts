/**
 * The requests of a history, on their way: sent, with a body that may come late, given up, or tried again as
 * a refusal says.
 */

import { promptOf } from '../../../history/edges/prompt-of.js';
import type { RequestStep } from '../../../history/node-history.js';
import { isPeopleCall } from '../../../history/people-call.js';
import type { ProviderScript } from '../../../history/provider-script.js';
import type { Computer } from '../../../world/computer.js';
import type { Connection } from '../listening/simulated-exchange.js';
import type { PaymentDesk } from '../payments/payment-desk.js';
import type { Seen } from '../process-environment.js';
import type { SimulatedNode } from '../simulated-node.js';
import type { TextServices } from '../texts/text-services.js';
import type { Scraper } from '../watching/scraper.js';
import { Watched } from '../watching/watched.js';
import { StreamReader } from './chat-request.js';
import { clientAddress } from './client-address.js';
import type { Clients } from './clients.js';
import { nextCall } from './next-call.js';
import { atHost } from './pages/browser-request.js';
import { bodyShown } from './pages/shown-pages.js';
import { inEscapes } from './prepared-request.js';
import { fieldsOf, length } from './request-fields.js';

interface RequestParts {
  readonly computer: Computer;
  readonly node: SimulatedNode;
  readonly clients: Clients;
  /** Tells providers the script of the jobs with a prompt. */
  readonly learn: (prompt: string, script: ProviderScript) => void;
  /** The providers of text; undefined if there are none. */
  readonly texts: TextServices | undefined;
  /** The payment service; undefined if there is none. */
  readonly payments: PaymentDesk | undefined;
  /** As for `clientAddress`. */
  readonly trustedProxies: readonly string[] | undefined;
  readonly scraper: Scraper;
  readonly see: (seen: Seen) => void;
}

export class ClientRequests {
  readonly #parts: RequestParts;
  #sent = 0;
  #underWay = 0;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** Requests that are not over, and waits before another try. */
  get underWay(): number {
    return this.#underWay;
  }

  /** @param mayObey whether a refusal may be followed by another try */
  send(step: RequestStep, mayObey: boolean, whenOver: () => void = () => {}): void {
    const { call, client, bodyAfterMs, givesUpAfterMs, obeys, as, asked, isEscaped, breaksOff } = step;
    const { clients } = this.#parts;
    const prepared = as === undefined ? clients.prepare(call) : clients.prepareAs(as, call);
    const spelled = isEscaped && prepared !== undefined ? inEscapes(prepared) : prepared;
    const request = spelled && atHost(spelled, asked?.host);
    if (request === undefined || !this.#parts.node.isUp) {
      whenOver();
      return;
    }
    if (call.op === 'submit' && call.script !== undefined) this.#parts.learn(promptOf(call), call.script);
    if (call.op === 'chat' && call.script !== undefined) this.#parts.texts?.learn(call.prompt, call.script);
    if (call.op === 'order' && call.script !== undefined)
      this.#parts.payments?.learn(call.amountDa, call.script);
    const { world } = this.#parts.computer;
    this.#sent += 1;
    const number = this.#sent;
    const { keyId, jobId, credential, ofAccount, operatorKey, secret, told, body } = request;
    const { peer, forwardedFor, counted, isProxied, own } = clientAddress(
      client,
      number,
      this.#parts.trustedProxies,
    );
    const whole = body === undefined ? 0 : Buffer.byteLength(body);
    const bodyBytes = breaksOff === undefined ? whole : 2 * breaksOff.sentBytes;
    this.#parts.see({
      what: 'sent',
      request: number,
      step: step.id,
      call,
      arrivesBy: this.#parts.computer.nowMs,
      keyId,
      jobId,
      credential,
      ...(ofAccount !== undefined && { ofAccount }),
      ...(operatorKey !== undefined && { operatorKey }),
      ...(secret !== undefined && { secret }),
      ...told,
      address: counted,
      ...(own !== undefined && { ownAddress: own }),
      ...(asked !== undefined && { asked: { ...asked, ...(isProxied && { isProxied }) } }),
      hasBody: body !== undefined,
      ...(bodyBytes > BODY_BYTES_SAFE && { bodyBytes }),
    });
    this.#underWay += 1;
    let isOver = false;
    let isStreamed = false;
    const over = () => {
      isOver = true;
      this.#underWay -= 1;
    };
    const pauseMs = (call.op === 'chat' ? call.readPauseMs : undefined) ?? 0;
    const reader = new StreamReader();
    const watched = new Watched(number, call, this.#parts);
    let connection: Connection | undefined;
    const fields = [
      ...request.fields,
      ...fieldsOf(asked),
      ...(forwardedFor === undefined ? [] : [['x-forwarded-for', forwardedFor] as const]),
      ...(body === undefined ? [] : [length(bodyBytes)]),
    ];
    connection = this.#parts.node.connect(
      {
        ...request,
        fields,
        address: peer,
        isTls: asked?.isTls === true,
        ...(pauseMs > 0 && { pause: () => this.#passed(pauseMs) }),
      },
      {
        answered: (status, headers, text) => {
          over();
          this.#parts.see({
            what: 'answered',
            request: number,
            status,
            headers,
            body: bodyShown(call, { status, headers, text }),
            wallMs: world.wallMs(),
          });
          if (call.op === 'chat') clients.texts.learn(step.id, headers);
          if (isPeopleCall(call)) clients.people.learn(step.id, number, call, { status, headers, text });
          else clients.learn(step.id, call, status, text);
          for (const [, url = ''] of text.matchAll(PAYMENT_URLS)) this.#parts.payments?.opened(url);
          if (mayObey && obeys !== undefined && status === 429) this.#obey(step, obeys, headers);
          const next = status === 200 ? nextCall(call, text) : undefined;
          if (next === undefined) whenOver();
          else this.#goOn({ ...step, call: next }, whenOver);
        },
        cutOff: () => {
          over();
          if (isStreamed) this.#parts.see({ what: 'stream_over', request: number, how: 'cut_off' });
          else this.#parts.see({ what: 'cut_off', request: number });
          whenOver();
        },
        frames: {
          begun: (status, headers) => {
            over();
            const wallMs = world.wallMs();
            this.#parts.see({ what: 'answered', request: number, status, headers, body: '', wallMs });
            watched.begun(() => connection?.goAway());
            whenOver();
          },
          frame: (text) => watched.frame(text),
          over: (code) => watched.over(code),
        },
        stream: {
          begun: (status, headers) => {
            isStreamed = true;
            clients.texts.learn(step.id, headers);
            const wallMs = world.wallMs();
            this.#parts.see({ what: 'answered', request: number, status, headers, body: '', wallMs });
          },
          read: (text) => this.#parts.see({ what: 'read', request: number, items: reader.read(text) }),
          ended: () => {
            over();
            this.#parts.see({ what: 'stream_over', request: number, how: 'ended' });
            whenOver();
          },
        },
      },
    );
    const goAway = () => {
      if (isOver) return;
      over();
      if (isStreamed) this.#parts.see({ what: 'stream_over', request: number, how: 'left' });
      else this.#parts.see({ what: 'gave_up', request: number });
      connection?.goAway();
      whenOver();
    };
    if (body !== undefined && !isOver) {
      const send = () => {
        if (isOver) return;
        if (breaksOff === undefined) {
          this.#parts.see({ what: 'body_sent', request: number });
          connection?.sendBody(body);
          return;
        }
        this.#parts.see({ what: 'body_broke_off', request: number, bytes: breaksOff.sentBytes });
        connection?.sendPart(breaksOff.sentBytes);
        if (breaksOff.stays !== true) goAway();
      };
      if (bodyAfterMs === 0) send();
      else world.after(bodyAfterMs, send);
    }
    if (givesUpAfterMs !== undefined) world.after(givesUpAfterMs, goAway);
  }

  /**
   * Asks for the next part of what is read or done in parts: never within the answer before it, or a list of
   * many pages would fill the stack.
   */
  #goOn(step: RequestStep, whenOver: () => void): void {
    const pauseMs = (step.call.op === 'page' ? step.call.pauseMs : undefined) ?? 0;
    this.#underWay += 1;
    this.#parts.computer.world.after(pauseMs, () => {
      this.#underWay -= 1;
      this.send(step, false, whenOver);
    });
  }

  #passed(ms: number): Promise<void> {
    return new Promise((resolve) => this.#parts.computer.world.after(ms, resolve));
  }

  #obey(
    step: RequestStep,
    obeys: NonNullable<RequestStep['obeys']>,
    headers: Readonly<Record<string, string>>,
  ): void {
    const waitMs =
      obeys === 'seconds' ? Number(headers['retry-after']) * 1000 : Number(headers['retry-after-ms']);
    if (!(waitMs > 0)) return;
    this.#underWay += 1;
    this.#parts.computer.world.after(waitMs, () => {
      this.#underWay -= 1;
      this.send(step, false);
    });
  }
}

/** No bound on bodies is less. */
const BODY_BYTES_SAFE = 1_024;
const PAYMENT_URLS = /"payment_url":"([^"]+)"/g;
