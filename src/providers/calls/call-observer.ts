/** Who watches calls to providers, such as traces. Nobody watching costs one comparison a call. Must not throw. */
import type { CallKind, CallResult } from './call-counts.js';

export interface ObservedCall {
  readonly kind: CallKind;
  readonly jobId: string;
  readonly provider: string;
  readonly model: string;
}

export interface CallObserver {
  /** A call begins. What is answered is told its end; undefined where that is of no interest. */
  began(call: ObservedCall): ((result: CallResult) => void) | undefined;
}
