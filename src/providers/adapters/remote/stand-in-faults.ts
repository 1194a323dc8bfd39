/** The faults that a stand-in server can make of its answers; tests plan one for each request. */
import type { StandInAnswer, StandInRequest } from './stand-in.js';

export type StandInFault =
  /** The stand-in answers after this long. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The stand-in never sees the request; this is the answer. */
  | { readonly kind: 'instead'; readonly answer: StandInAnswer }
  /** The stand-in acts, and its answer goes out changed. */
  | { readonly kind: 'changed'; readonly change: (answer: StandInAnswer) => StandInAnswer }
  /** The stand-in acts, and the connection ends in order after half of the answer. */
  | { readonly kind: 'halved' }
  /** The connection is reset before the stand-in has seen the request. */
  | { readonly kind: 'reset_unseen' }
  /** The stand-in acts, and the connection is reset after so many bytes of the answer, its head included. */
  | { readonly kind: 'reset_after'; readonly bytes: number };

/** Undefined if this request is answered soundly. */
export type FaultPlan = (request: StandInRequest) => StandInFault | undefined;
