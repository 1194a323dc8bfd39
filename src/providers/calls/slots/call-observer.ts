/**
 * An observer of calls to providers, such as traces. Without one a call costs one comparison. It must not
 * throw.
 */
import type { CallKind, CallResult } from './call-counts.js';

export interface ObservedCall {
  readonly kind: CallKind;
  readonly jobId: string;
  readonly provider: string;
  readonly model: string;
}

export interface CallObserver {
  /** A call begins. Returns a function that is told of its end; undefined if that is of no interest. */
  began(call: ObservedCall): ((result: CallResult) => void) | undefined;
}
