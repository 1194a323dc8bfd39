/**
 * The kinds of providers. There is one of each, named for its kind, in every history; they differ in what a
 * lost answer means, in how their results are told, and in whether they give a job up.
 */

export interface ProviderKind {
  /**
   * `idempotent`: one job for a job's id, for ever or for `idempotentForMs`. `findable`: it can be asked by
   * that id. `forgetful`: neither. Save for the first, every submit that it takes makes another job.
   */
  readonly lostAnswer: 'idempotent' | 'findable' | 'forgetful';
  readonly idempotentForMs?: number;
  /** `told`: it says the length of a result, and its word counts. `read`: its file has to be read. */
  readonly results: 'told' | 'read';
  readonly cancels: boolean;
  /** The lengths that it makes, in ms; all if absent. Histories ask for no others. */
  readonly lengthsMs?: readonly number[];
}

/** The gateway's margin of a minute leaves three seconds in which a submit may be repeated. */
const BRIEFLY_MS = 63_000;

/** They do to each job what its script says. */
const SCRIPTED_KINDS = {
  idempotent: { lostAnswer: 'idempotent', results: 'told', cancels: false },
  forgetful: { lostAnswer: 'forgetful', results: 'told', cancels: true },
  brief: { lostAnswer: 'idempotent', idempotentForMs: BRIEFLY_MS, results: 'read', cancels: true },
  findable: { lostAnswer: 'findable', results: 'read', cancels: false },
  lookup: { lostAnswer: 'findable', results: 'told', cancels: true },
  plain: {
    lostAnswer: 'forgetful',
    results: 'read',
    cancels: true,
    lengthsMs: [1_000, 2_500, 3_000, 4_000, 8_000],
  },
} as const satisfies Readonly<Record<string, ProviderKind>>;

/** The adapters of real services, each before the stand-in of its service. */
const SERVICE_KINDS = {
  comfyui: { lostAnswer: 'findable', results: 'read', cancels: true },
  fal: { lostAnswer: 'forgetful', results: 'read', cancels: true, lengthsMs: [4_000, 6_000, 8_000] },
  luma: {
    lostAnswer: 'forgetful',
    results: 'read',
    cancels: false,
    lengthsMs: [1_000, 3_000, 4_000, 6_000, 8_000, 60_000],
  },
  minimax: { lostAnswer: 'forgetful', results: 'read', cancels: false, lengthsMs: [6_000] },
  'openai-videos': {
    lostAnswer: 'idempotent',
    idempotentForMs: BRIEFLY_MS,
    results: 'read',
    cancels: false,
  },
  replicate: { lostAnswer: 'forgetful', results: 'read', cancels: true, lengthsMs: [4_000, 6_000, 8_000] },
  runway: {
    lostAnswer: 'forgetful',
    results: 'read',
    cancels: true,
    lengthsMs: [3_000, 4_000, 6_000, 8_000],
  },
  veo: { lostAnswer: 'forgetful', results: 'read', cancels: false, lengthsMs: [4_000, 6_000, 8_000] },
} as const satisfies Readonly<Record<string, ProviderKind>>;

/** No client ever sees it. */
export const SERVICE_KEY = 'key-of-a-simulated-service';

const KINDS = { ...SCRIPTED_KINDS, ...SERVICE_KINDS };

export type ScriptedName = keyof typeof SCRIPTED_KINDS;
export type ServiceName = keyof typeof SERVICE_KINDS;
export type ProviderName = keyof typeof KINDS;

export const SCRIPTED_NAMES = Object.keys(SCRIPTED_KINDS) as readonly ScriptedName[];
export const SERVICE_NAMES = Object.keys(SERVICE_KINDS) as readonly ServiceName[];
export const PROVIDER_NAMES: readonly ProviderName[] = [...SCRIPTED_NAMES, ...SERVICE_NAMES];

/** Undefined for the embedded simulated provider. */
export function providerKind(name: string): ProviderKind | undefined {
  const known = PROVIDER_NAMES.find((one) => one === name);
  return known === undefined ? undefined : KINDS[known];
}

export function canMake(provider: string, lengthMs: number): boolean {
  return providerKind(provider)?.lengthsMs?.includes(lengthMs) ?? true;
}

/** Whether a submit is taken for the same as one `afterMs` before. */
export function mayBeRepeated(provider: string, afterMs = 0): boolean {
  const kind = providerKind(provider);
  if (kind === undefined) return true;
  return kind.lostAnswer === 'idempotent' && afterMs <= (kind.idempotentForMs ?? Number.POSITIVE_INFINITY);
}
