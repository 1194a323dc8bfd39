/** The environment of a simulated process, and its host, which may end it. */
import type { Limits } from '../../../src/limits/limits.js';
import type { MachineObserver } from '../../../src/machines/run-machine.js';
import type { NodeConfig } from '../../../src/node/config/config.js';
import type { Store } from '../../../src/store/store.js';
import type { World } from '../../../src/time/world.js';
import type { CrashStep, KeptSettings } from '../../history/node-history.js';
import type { AboutCall, Observation } from '../../history/observation.js';
import type { Computer } from '../../world/computer.js';
import type { MailService } from './mails/mail-service.js';
import type { CallFate } from './observed-provider.js';
import type { PaymentDesk } from './payments/payment-desk.js';
import type { MemoryFiles } from './results/memory-files.js';
import type { ScriptedProviders } from './scripted/scripted-providers.js';
import type { ServiceProviders } from './services/service-providers.js';
import type { TextServices } from './texts/text-services.js';

/** An observation without its time. */
export type Seen = Observation extends infer One
  ? One extends Observation
    ? Omit<One, 'at'>
    : never
  : never;

/** The environment that all processes of a node share. */
export interface ProcessEnvironment {
  readonly computer: Computer;
  readonly config: NodeConfig;
  readonly limits: Limits;
  readonly scripted: ScriptedProviders;
  readonly services: ServiceProviders;
  /** Undefined if there are no models of text. */
  readonly texts: TextServices | undefined;
  /** Undefined if there is no payment service. */
  readonly payments: PaymentDesk | undefined;
  /** Undefined if there is no mail server. */
  readonly mails: MailService | undefined;
  /** 32 bytes. */
  readonly secret: Uint8Array;
  /** Undefined if no results are kept. */
  readonly kept: KeptSettings | undefined;
  readonly see: (seen: Seen) => void;
  readonly onMachineStep?: MachineObserver | undefined;
}

export interface ProcessHost {
  /** The disk, open for a process that lives in `world`. */
  open(world: World): Store;
  /** The disk of kept results. */
  readonly results: MemoryFiles;
  /** Ends the process if the history has it end on this side of this occasion. */
  occasion(side: CrashStep['side'], on: CrashStep['on']): void;
  /** The fate of a call to a provider that leaves a living process. */
  fateOfCall(about: AboutCall): CallFate;
  /** The number of the next call to a provider or the payment service. */
  nextCall(): number;
}
