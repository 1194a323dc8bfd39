/**
 * Calls the operations of requests that are admitted: sheds what the node has no room for, reads the body,
 * and has each answer in time.
 *
 * Rules
 *  1. A request is shed when all is known that its head tells, before its body is read.
 *  2. A read whose answer is at hand is answered within the call: no promise, no timer, no schema, no log.
 *  3. Every request is answered in bounded time: a body has its time limit, an operation has its own.
 */
import type { KeyRow } from '../../actors/keys/key-table.js';
import type { LoadShedder, ShedClass, ShedReason } from '../../overload/load-shedder.js';
import { PacedRefusals } from '../../overload/paced-refusals.js';
import { DeadlineQueue } from '../../time/deadline-queue.js';
import type { GatewayDeps } from '../operation.js';
import { readBodyObject, validateMedia } from '../request/body-media.js';
import { type BodyLimits, type BodyOutcome, bodyRefusal, collectBody } from '../request/request-body.js';
import { callerOf } from './identify.js';
import { OperationCall } from './operation-call.js';
import { SHUTTING_DOWN, shedRefusal, TOOK_TOO_LONG } from './refusals.js';
import type { RequestContext } from './request-context.js';
import type { Responder } from './responder.js';
import type { Route } from './router.js';
import type { SettingsInForce } from './settings.js';

export interface OperationCallsOptions {
  readonly deps: GatewayDeps;
  readonly shedder: LoadShedder;
  readonly inForce: SettingsInForce;
  readonly operationTimeLimitMs: number;
  readonly isDraining: () => boolean;
  readonly responder: Responder;
}

export class OperationCalls {
  readonly #options: OperationCallsOptions;
  readonly #deps: GatewayDeps;
  readonly #responder: Responder;
  readonly #timeLimits: DeadlineQueue;
  /** Of requests that are shed for the queue: many come at once then. */
  readonly #refusals: PacedRefusals<RequestContext>;
  readonly #finished = () => this.#options.shedder.finished();

  constructor(options: OperationCallsOptions) {
    const { deps, operationTimeLimitMs } = options;
    this.#options = options;
    this.#deps = deps;
    this.#responder = options.responder;
    this.#timeLimits = new DeadlineQueue(deps.world, operationTimeLimitMs);
    this.#refusals = new PacedRefusals(deps.world, (context) => this.#refuseShed(context, 'queue'));
  }

  /** Refusals that wait to be written. */
  get refusalsWaiting(): number {
    return this.#refusals.count;
  }

  begin(context: RequestContext, { operation, shedAs }: Route, key: KeyRow): void {
    if (!operation.isRead && this.#options.isDraining()) {
      this.#responder.fail(context, SHUTTING_DOWN);
      return;
    }
    const call = new OperationCall(context, operation, callerOf(this.#deps.keys, key), this.#options.inForce);
    if (operation.body !== 'none') this.#readBody(call);
    else if (shedAs === undefined || !this.#sheds(shedAs, context)) this.#run(call);
  }

  /** True if the node has no room for the request: it is answered so, now or later. */
  #sheds(kind: ShedClass, context: RequestContext): boolean {
    const { shedder } = this.#options;
    const reason = shedder.admit(kind, this.#deps.world.steadyMs());
    if (reason === undefined) {
      if (kind === 'billable') context.whenOver(this.#finished);
      return false;
    }
    // Behind a body whose end nobody sees, an answer ends the connection: it is better given now.
    const isPatient = context.head.bodyBytes !== undefined;
    if (reason === 'queue' && isPatient) this.#refusals.add(context);
    else this.#refuseShed(context, reason);
    return true;
  }

  #refuseShed(context: RequestContext, reason: ShedReason): void {
    if (context.isSettled) return;
    const retryAfterMs = this.#options.shedder.waitMs(reason, this.#deps.world.steadyMs());
    this.#responder.fail(context, shedRefusal(reason, retryAfterMs));
  }

  #readBody(call: OperationCall): void {
    const { context, operation } = call;
    const { exchange, head } = context;
    const limits = this.#options.inForce.bodyLimits;
    const refusal =
      operation.validateRights?.(call, this.#deps) ??
      validateMedia(operation, head) ??
      ((head.bodyBytes ?? 0) > limits.bytesMax ? bodyRefusal('too_large', limits) : undefined);
    if (refusal !== undefined) {
      this.#responder.fail(context, refusal);
      return;
    }
    if (operation.shedAs !== undefined && this.#sheds(operation.shedAs, context)) return;
    const cancel = collectBody(exchange, limits, (outcome) => {
      try {
        this.#takeBody(call, outcome, limits);
      } catch (error) {
        this.#responder.defect(context, error);
      }
    });
    context.whenGone(cancel);
  }

  #takeBody(call: OperationCall, outcome: BodyOutcome, limits: BodyLimits): void {
    const { context, operation } = call;
    if (outcome.kind !== 'whole') {
      // A client too slow for its body has nothing under way that a closed connection could cost it.
      context.mustClose = outcome.kind === 'late';
      if (outcome.kind === 'no_room') this.#options.shedder.count('bodies');
      this.#responder.fail(context, bodyRefusal(outcome.kind, limits));
      return;
    }
    context.isBodyRead = true;
    const reading = readBodyObject(operation, context.head, outcome.bytes);
    if (!reading.ok) {
      this.#responder.fail(context, reading.error);
      return;
    }
    call.body = reading.value;
    const refusal = operation.validateRights?.(call, this.#deps);
    if (refusal === undefined) this.#run(call);
    else this.#responder.fail(context, refusal);
  }

  #run(call: OperationCall): void {
    const { context, operation } = call;
    const answer = operation.handle(call, this.#deps);
    if (!(answer instanceof Promise)) {
      // Content goes on to read under the signal after the call.
      if (answer.kind === 'content') context.whenGone(() => call.abort());
      this.#responder.send(context, answer);
      return;
    }
    context.whenGone(() => call.abort());
    const tooLate = () => {
      this.#responder.fail(context, operation.tookTooLong ?? TOOK_TOO_LONG);
      call.abort();
    };
    const timeLimit = operation.hasOwnTimeLimit === true ? undefined : this.#timeLimits.add(tooLate);
    context.whenGone(() => timeLimit?.cancel());
    answer.then(
      (done) => {
        timeLimit?.cancel();
        this.#responder.send(context, done);
      },
      (error: unknown) => {
        timeLimit?.cancel();
        if (!context.isSettled) this.#responder.defect(context, error);
      },
    );
  }
}
