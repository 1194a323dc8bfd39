/**
 * The sight that clients, providers and disk have of a node: all that a checker knows, and a trace shows.
 *
 * Times are true time, in ms after the first instant of the history; the setup is made at times below 0.
 */
import type { ProviderState, SubmitAnswer } from '../../src/providers/provider.js';
import type { TraceLine } from '../model.js';
import type { Asked, ClientCall } from './client-call.js';
import type { ShortageStep } from './limits/shortage-step.js';
import type { LinkScanned, MailSent } from './mails/mails.js';
import type { CrashStep, DiskFault, FileFault, OutageStep, Reloaded } from './node-history.js';
import type { SeenOfNode } from './onlookers/watching.js';
import type { Notice, PaymentEnd } from './payment-script.js';
import type { ServiceAsked, ServiceHeard } from './services/service-observation.js';
import type { Starting } from './start-changes.js';
import type { Configured, StreamItem, TextCalled, TextOver, TextSent } from './texts/text-observation.js';

export type { ServiceHeard };

export type Observation = TraceLine &
  (
    | RequestSent
    | { readonly what: 'body_sent'; readonly request: number }
    /** So many bytes of a body, behind which nothing comes. */
    | { readonly what: 'body_broke_off'; readonly request: number; readonly bytes: number }
    | Answered
    /** The connection ended without an answer, by no will of the client. */
    | { readonly what: 'cut_off'; readonly request: number }
    /** The client went away and will not see an answer. */
    | { readonly what: 'gave_up'; readonly request: number }
    /** The client of a stream, whose head was answered before, reads on. */
    | { readonly what: 'read'; readonly request: number; readonly items: readonly StreamItem[] }
    /** A stream ended: by itself, cut off by no will of the client, or left by it. */
    | {
        readonly what: 'stream_over';
        readonly request: number;
        readonly how: 'ended' | 'cut_off' | 'left';
      }
    | SeenOfNode
    | TextCalled
    | TextSent
    | TextOver
    | ProviderCalled
    | ProviderAnswered
    /** A call to a provider meets an outage; one that is refused is not seen as a call. */
    | ({ readonly what: 'provider_failed'; readonly how: OutageStep['how'] } & AboutCall)
    /** A scripted provider began a job, its `nth` for this id; it may be that nobody hears of it. */
    | ProviderBegan
    | ServiceHeard
    | ServiceAsked
    | PaymentCalled
    | PaymentAnswered
    /** At the payment service; it may be that nobody hears of it. */
    | {
        readonly what: 'checkout_made';
        readonly checkout: string;
        readonly order: string;
        readonly amountDa: number;
        readonly isLive: boolean;
      }
    | { readonly what: 'checkout_ended'; readonly checkout: string; readonly status: CheckoutStatus }
    /** A notice of the payment service, or of somebody in its name, or a person who comes back. */
    | { readonly what: 'notice_sent'; readonly order: string; readonly how: Notice['how'] }
    | {
        readonly what: 'notice_answered';
        readonly order: string;
        readonly how: Notice['how'];
        readonly status: number;
      }
    | MailSent
    | LinkScanned
    /** The node tells its operator of a finding that it did not believe. */
    | { readonly what: 'set_aside'; readonly order: string; readonly kind: string }
    /** One commit began that a fault will meet. */
    | { readonly what: 'disk_failed'; readonly fault: DiskFault }
    | { readonly what: 'disk_released' }
    | ({ readonly what: 'short' } & Pick<ShortageStep, 'of' | 'forMs'>)
    /** An operation on the disk of kept results is about to fail; `left` would have been removed. */
    | { readonly what: 'files_failed'; readonly fault: FileFault; readonly left?: string }
    | ResultsChanged
    /** Of kept results: what a node that stopped in order says it has, and what there is. */
    | { readonly what: 'results_held'; readonly accountedBytes: number; readonly heldBytes: number }
    | {
        readonly what: 'crashed';
        readonly on: CrashStep['on'];
        readonly undecided: 'lost' | 'kept';
        /** Of a real process, which is seen to have ended later: when it was told to, in ms. */
        readonly killedAt?: number;
      }
    | Starting
    /** `start_refused`: the node did not take the configuration; what follows is `start_failed`. */
    | { readonly what: 'start_refused' }
    /** Takes requests from now on. `start_failed`: the disk did not let it; it is tried again. */
    | { readonly what: 'started' | 'start_failed' | 'stopping' | 'stopped' }
    | { readonly what: 'wall_stepped'; readonly ms: number }
    | ({ readonly what: 'reloaded'; readonly outcome: 'applied' | 'refused' } & Reloaded & Configured)
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
  readonly credential: 'api' | 'management' | 'none' | 'page';
  /** The id of the account whose own management key it has; absent of an operator's. */
  readonly ofAccount?: string;
  /** Which of the operator's management keys it has; absent of the first. */
  readonly operatorKey?: number;
  /** By how many rotations that were heard of its secret was made; absent of the first. */
  readonly secret?: number;
  /** The requests whose answers told of the session, the mark of the browser and the link that it has. */
  readonly session?: number;
  readonly device?: number;
  readonly link?: number;
  /** The mail whose link it has. */
  readonly mail?: number;
  /** The id of the text that it looks up. */
  readonly generation?: string;
  /** Of a list: the id of the item that it goes on after. */
  readonly after?: string;
  /** The network whose window counts it if it has no valid key. */
  readonly address: string;
  /** The client's own address, if it is not that. */
  readonly ownAddress?: string;
  /** `isProxied`: it comes from a proxy whose word is taken. */
  readonly asked?: Asked & { readonly isProxied?: true };
  readonly hasBody: boolean;
  /** Of a body that a bound may be below; absent if none is. */
  readonly bodyBytes?: number;
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

/** The call of a provider, and the job that it is for. */
export interface AboutCall {
  readonly kind: 'submit' | 'find' | 'poll' | 'cancel' | 'read' | 'text';
  readonly provider: string;
  /** The provider's own name of it; '' of a result that is read. */
  readonly model: string;
  readonly jobId: string;
}

export interface ProviderBegan {
  readonly what: 'provider_began';
  readonly provider: string;
  readonly jobId: string;
  readonly nth: number;
}

/** The folder of kept results is another than before. */
export interface ResultsChanged {
  readonly what: 'results_changed';
  readonly clipBytes: number;
  readonly partialBytes: number;
  /** The job whose clip has just made room. */
  readonly madeRoom?: string;
  /** All clips. */
  readonly clips: readonly { readonly account: string; readonly jobId: string; readonly bytes: number }[];
}

export interface ProviderCalled extends AboutCall, Configured {
  readonly what: 'provider_called';
  /** Counts from 1 over the whole run. */
  readonly call: number;
  /** Of a submit: what is to be made. */
  readonly prompt?: string;
  readonly lengthMs?: number;
  /** The others of the request, if there are any. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A call to the payment service. */
export interface PaymentCalled extends Configured {
  readonly what: 'payment_called';
  /** Counts from 1 over the whole run, with the calls to providers. */
  readonly call: number;
  readonly kind: 'create' | 'look';
  /** '' of a look: the node names the checkout alone. */
  readonly order: string;
  /** '' of a call for a checkout. */
  readonly checkout: string;
}

/** The answer to the node, if the process that called still lived. */
export interface PaymentAnswered {
  readonly what: 'payment_answered';
  readonly call: number;
  readonly answer:
    | { readonly kind: 'created'; readonly checkout: string }
    | {
        readonly kind: 'seen';
        readonly checkout: string;
        readonly status: string;
        readonly amountDa: number;
        readonly currency: string;
        readonly isLive: boolean;
      }
    | { readonly kind: 'refused'; readonly message: string }
    | { readonly kind: 'unknown' | 'error' };
}

/** The truth about a checkout. */
export type CheckoutStatus = 'open' | PaymentEnd['status'] | 'expired';

/** The answer to the node, if the process that called still lived. */
export interface ProviderAnswered {
  readonly what: 'provider_answered';
  readonly call: number;
  readonly answer: /** To a submit or a look for the job. */
    | { readonly kind: 'submit'; readonly answer: SubmitAnswer }
    | { readonly kind: 'not_found' }
    | { readonly kind: 'state'; readonly state: ProviderState }
    | { readonly kind: 'busy'; readonly askAgainAfterMs?: number | undefined }
    | { readonly kind: 'cancelled' }
    /** A result was opened: its length in ms; absent if it is no clip. It may break off before its end. */
    | {
        readonly kind: 'file';
        readonly bytes: number;
        readonly lengthMs?: number | undefined;
        readonly isWhole: boolean;
      }
    | { readonly kind: 'gone' | 'forbidden' }
    | { readonly kind: 'error' | 'garbage' };
}
