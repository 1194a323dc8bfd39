/**
 * The environment of a node: all that differs between a node in production and one in the simulator.
 */

import type { GenerationState } from '../actors/generations/generation-messages.js';
import type { SetAside } from '../actors/orders/effects.js';
import type { Inspector } from '../actors/runtime/inspection.js';
import type { LiveProcess } from '../http/live/frame-shape.js';
import type { LiveHub } from '../http/live/live-hub.js';
import type { RequestObserver } from '../http/monitoring/request-observer.js';
import type { Gateway } from '../http/pipeline/gateway.js';
import type { Limits } from '../limits/limits.js';
import type { MachineObserver } from '../machines/run-machine.js';
import type { MailTransport } from '../mail/mail.js';
import type { MailTrouble } from '../mail/mail-queue.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { PaymentProvider } from '../payments/payment-provider.js';
import type { DeviceSeal } from '../people/device-marks.js';
import type { Provider } from '../providers/provider.js';
import type { TextProvider } from '../providers/text-provider.js';
import type { ResultParts } from '../results/result-parts.js';
import type { World } from '../time/world.js';
import type { TimeEnvironment } from './clock/continued-time.js';
import type { NodeConfig } from './config/config.js';
import type { Listener } from './listening/listener.js';
import type { LoadWatch, LoadWatchOptions } from './machine/load-watch.js';
import type { MetricsPage } from './metrics/page.js';
import type { Tracing } from './tracing/tracing.js';

export interface NodeEnvironment extends TimeEnvironment {
  /** Told how many records of an older folder are brought up to date, of how many. */
  readonly upgrading?: (done: number, of: number) => void;
  /** Throws if the configuration asks for a provider, or a model of one, that there is not. */
  readonly providersIn: (world: World, config: NodeConfig) => readonly Provider[];
  /** Left out if there is none for text. */
  readonly textProvidersIn?: (world: World, config: NodeConfig) => readonly TextProvider[];
  /** Told of each generation that has settled. */
  readonly onTextSettled?: ((generation: GenerationState) => void) | undefined;
  /** The payment service outside of the node that the configuration names; left out if there can be none. */
  readonly paymentsIn?: (world: World, config: NodeConfig) => PaymentProvider | undefined;
  /** Told of each finding about an order's payment that was not believed. */
  readonly onOrderSetAside?: ((finding: SetAside) => void) | undefined;
  /** Left out if no result is read: with providers that tell its length themselves. */
  readonly results?: (world: World, settings: NodeConfig) => ResultParts;
  /** The mail server of the configuration; left out if there can be none. */
  readonly mailTransport?: MailTransport | undefined;
  /** Told of each mail that was not sent. */
  readonly onMailTrouble?: ((trouble: MailTrouble) => void) | undefined;
  readonly people: { readonly hasher: PasswordHasher; readonly seal: DeviceSeal };
  /** Keeps the plain text of a management key that the node made, durably, before the key exists. */
  readonly keepManagementKey: (plainText: string) => void;
  /**
   * Rejects if no requests can be taken. Left out if the folder is only managed: then nothing goes on by
   * itself, no provider is called, nothing expires, and the demo key stays.
   */
  readonly listen?: (gateway: Gateway, world: World, live: LiveHub) => Promise<Listener>;
  readonly inspector: Inspector;
  /** Told of every defect that a client saw as 500, or as content cut short. */
  readonly onDefect: (requestId: string, error: unknown) => void;
  readonly onMachineStep?: MachineObserver | undefined;
  /** The usual ones if left out, as in production. */
  readonly limits?: Limits | undefined;
  /** Watches requests to the API. */
  readonly requestObserver?: RequestObserver | undefined;
  readonly tracing?: Pick<Tracing, 'calls' | 'jobs'> | undefined;
  /** The process, for those who watch the node. */
  readonly liveProcess?: (() => LiveProcess) | undefined;
  /** Adds to a page of metrics what the node itself cannot know. */
  readonly addMetrics?: ((page: MetricsPage) => Promise<void>) | undefined;
  /** Begins to watch load and machine; left out if there is no machine. */
  readonly watchLoad?: (parts: Pick<LoadWatchOptions, 'world' | 'shedder' | 'onMemory'>) => LoadWatch;
  /** Told of each step of the wall clock by a second or more, in ms. */
  readonly onClockStep?: (byMs: number) => void;
}
