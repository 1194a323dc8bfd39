/**
 * The clients of a history over real connections, and what they see.
 *
 * Invariants
 *  1. A request is observed before it leaves, and its end once, after it happened; so it meets the gateway
 *     between the two.
 *  2. A client that is cut off while it asks for what can be asked for again without a second effect does so,
 *     as soon as there is a process, until it is answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientCall } from '../../history/client-call.js';
import type { RequestStep } from '../../history/node-history.js';
import { Clients } from '../node/clients/clients.js';
import { FRAME_STEP } from '../node/clients/frame-calls.js';
import type { PreparedRequest } from '../node/clients/prepared-request.js';
import type { Seen } from '../node/process-environment.js';
import { HttpClient, type HttpExchange } from './http-exchange.js';

export type RequestEnd =
  | { readonly how: 'answered'; readonly status: number; readonly body: string }
  | { readonly how: 'cut_off' | 'gave_up' | 'not_sent' };

/** A process that takes requests. */
interface Gateway {
  readonly port: number;
  /** Resolves when it is no more. */
  readonly ended: Promise<unknown>;
}

export interface ClientsEnvironment {
  readonly see: (seen: Seen) => void;
  /** Undefined while there is none that takes requests. */
  gateway(): Gateway | undefined;
  /** Resolves when no end or start of a process is under way. */
  calm(): Promise<void>;
  /** Whether no process will take requests again. */
  isOver(): boolean;
}

/** By then the gateway has read all that was sent before a client went away. */
const READ_WITHIN_MS = 500;
/** Of requests that are not the history's. */
const CHECKERS_CLIENT = 0;
/** Whatever port it has, clients know the gateway by one name: links in answers stay what they were. */
const HOST = ['host', 'gateway.test'] as const;
/** Of a client that sends all at once and waits for the answer. */
const PATIENT = { bodyAfterMs: 0, givesUpAfterMs: Number.POSITIVE_INFINITY } as const;

export class RealClients {
  readonly known: Clients;
  readonly #environment: ClientsEnvironment;
  readonly #connections = new Map<string, HttpClient>();
  readonly #open = new Set<Promise<RequestEnd>>();
  #requests = 0;

  constructor(managementKey: string, environment: ClientsEnvironment) {
    this.known = new Clients({ inForce: () => 0, textOf: () => managementKey });
    this.#environment = environment;
  }

  /** Resolves when the request of this step has ended, and those that came of it. */
  async errand(step: RequestStep): Promise<void> {
    let end = await this.#request(step);
    if (end.how !== 'cut_off' || !canBeAskedAgain(step.call)) return;
    while ((end.how === 'cut_off' || end.how === 'not_sent') && !this.#environment.isOver()) {
      // The end of a connection is noticed before that of the process.
      await pause(1);
      await this.#environment.calm();
      end = await this.#request({ ...step, ...PATIENT });
    }
  }

  /** Asks as the checker's own client. */
  ask(call: ClientCall): Promise<RequestEnd> {
    return this.#request({ id: FRAME_STEP, at: 0, do: 'request', call, client: CHECKERS_CLIENT, ...PATIENT });
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#open);
  }

  close(): void {
    for (const client of this.#connections.values()) client.close();
  }

  async #request(step: RequestStep): Promise<RequestEnd> {
    const prepared = this.known.prepare(step.call);
    const gateway = this.#environment.gateway();
    if (prepared === undefined || gateway === undefined) return { how: 'not_sent' };
    this.#requests += 1;
    const ended = this.#send(step, this.#requests, prepared, gateway);
    this.#open.add(ended);
    const end = await ended;
    this.#open.delete(ended);
    if (end.how === 'answered') this.known.learn(step.id, step.call, end.status, end.body);
    return end;
  }

  #send(
    step: RequestStep,
    request: number,
    prepared: PreparedRequest,
    gateway: Gateway,
  ): Promise<RequestEnd> {
    const { call, client, bodyAfterMs, givesUpAfterMs = PATIENT.givesUpAfterMs } = step;
    const { see } = this.#environment;
    const { keyId, jobId, credential, body } = prepared;
    const address = addressOf(client);
    const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const];
    const fields = [HOST, ...prepared.fields, ...length];
    see({
      what: 'sent',
      request,
      step: step.id,
      call,
      arrivesBy: 'answer',
      keyId,
      jobId,
      credential,
      address,
      hasBody: body !== undefined,
    });
    return new Promise((resolve) => {
      const exchange = this.#connectionsOf(address).send(
        gateway.port,
        { ...prepared, fields },
        {
          answered: (status, headers, text) => {
            see({ what: 'answered', request, status, headers, body: text, wallMs: Date.now() });
            resolve({ how: 'answered', status, body: text });
          },
          cutOff: () => {
            see({ what: 'cut_off', request });
            resolve({ how: 'cut_off' });
          },
        },
      );
      if (body !== undefined) {
        const sendBody = () => {
          if (exchange.isOver) return;
          see({ what: 'body_sent', request });
          exchange.sendBody(body);
        };
        if (bodyAfterMs === 0) sendBody();
        else setTimeout(sendBody, bodyAfterMs);
      }
      if (givesUpAfterMs === PATIENT.givesUpAfterMs) return;
      void goAwayAfter(givesUpAfterMs, exchange, gateway).then((hasLeft) => {
        if (!hasLeft) return;
        see({ what: 'gave_up', request });
        resolve({ how: 'gave_up' });
      });
    });
  }

  #connectionsOf(address: string): HttpClient {
    let client = this.#connections.get(address);
    if (client === undefined) {
      client = new HttpClient(address);
      this.#connections.set(address, client);
    }
    return client;
  }
}

/** @returns false if the request ended before, and the client stayed */
async function goAwayAfter(ms: number, exchange: HttpExchange, gateway: Gateway): Promise<boolean> {
  await pause(ms);
  if (exchange.isOver) return false;
  exchange.goAway();
  await Promise.race([pause(READ_WITHIN_MS), gateway.ended]);
  return true;
}

/** Without a second effect, as a client that was not answered would. */
function canBeAskedAgain(call: ClientCall): boolean {
  switch (call.op) {
    case 'submit':
    case 'create_key':
      return call.idempotencyKey !== undefined;
    case 'add_credit':
      return true;
    default:
      return false;
  }
}

/** Linux takes every address of 127.0.0.0/8 for its own; elsewhere all clients share one. */
function addressOf(client: number): string {
  return process.platform === 'linux' ? `127.0.0.${client + 2}` : '127.0.0.1';
}
