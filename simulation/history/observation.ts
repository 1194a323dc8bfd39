/**
 * The sight that clients, providers and disk have of a node: all that a checker knows of a run, and what a
 * trace shows.
 *
 * Times are true time, which no step of a wall clock moves, in ms after the first instant of the history; the
 * setup is made at times below 0.
 */
import type { ProviderState, SubmitAnswer } from '../../src/providers/provider.js';
import type { TraceLine } from '../model.js';
import type { ClientCall } from './client-call.js';
import type { CrashStep, DiskFault, OutageStep, Reloaded } from './node-history.js';

export type Observation = TraceLine &
  (
    | RequestSent
    | { readonly what: 'body_sent'; readonly request: number }
    | Answered
    /** The connection ended without an answer, by no will of the client. */
    | { readonly what: 'cut_off'; readonly request: number }
    /** The client went away and will not see an answer. */
    | { readonly what: 'gave_up'; readonly request: number }
    | ProviderCalled
    | ProviderAnswered
    /** The next call to a provider meets an outage; one that is refused is not seen as a call. */
    | { readonly what: 'provider_failed'; readonly how: OutageStep['how'] }
    /** One commit began that a fault will meet. */
    | { readonly what: 'disk_failed'; readonly fault: DiskFault }
    | { readonly what: 'disk_released' }
    | { readonly what: 'crashed'; readonly on: CrashStep['on']; readonly undecided: 'lost' | 'kept' }
    | { readonly what: 'starting'; readonly isReboot: boolean }
    /** Takes requests from now on. `start_failed`: the disk did not let it; it is tried again. */
    | { readonly what: 'started' | 'start_failed' | 'stopping' | 'stopped' }
    | { readonly what: 'wall_stepped'; readonly ms: number }
    | ({ readonly what: 'reloaded'; readonly outcome: 'applied' | 'refused' } & Reloaded)
    /** From here on there are no faults and no new requests but the checker's own. */
    | { readonly what: 'quiet' }
    /** The node itself reported a defect of its own; what it says may differ between releases of Node. */
    | { readonly what: 'defect'; readonly about: string }
  );

export interface RequestSent {
  readonly what: 'sent';
  /** Counts from 1 over the whole run. */
  readonly request: number;
  /** The step it belongs to; 0 for requests of the setup and of the end. */
  readonly step: number;
  readonly call: ClientCall;
  /**
   * When the gateway may have had the head, in ms: `[at, at]` in a simulated world, in which a request
   * arrives as it is sent; up to the answer over a real network.
   */
  readonly arrivesBy: number | 'answer';
  /** The id of the key that it authenticates with, or is about; '' if there is none. */
  readonly keyId: string;
  /** The id of the job that it asks for; '' if it asks for none. */
  readonly jobId: string;
  readonly credential: 'api' | 'management' | 'none';
  /** The network whose window counts it if it has no valid key. */
  readonly address: string;
  readonly hasBody: boolean;
}

export interface Answered {
  readonly what: 'answered';
  readonly request: number;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The node's wall clock when it answered, Unix ms. Over a real network, that of the client. */
  readonly wallMs: number;
}

export interface ProviderCalled {
  readonly what: 'provider_called';
  /** Counts from 1 over the whole run. */
  readonly call: number;
  readonly kind: 'submit' | 'poll';
  readonly provider: string;
  readonly model: string;
  readonly jobId: string;
  /** Of a submit: what is to be made. */
  readonly prompt?: string;
  readonly lengthMs?: number;
}

/** The answer to the node, if the process that called still lived. */
export interface ProviderAnswered {
  readonly what: 'provider_answered';
  readonly call: number;
  /** Whether the provider has a job for this id now; it may have, and its answer not say so. */
  readonly hasJob: boolean;
  readonly answer:
    | { readonly kind: 'submit'; readonly answer: SubmitAnswer }
    | { readonly kind: 'state'; readonly state: ProviderState }
    | { readonly kind: 'error' | 'garbage' };
}
