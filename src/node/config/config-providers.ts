/**
 * The `providers` section of the configuration file.
 *
 * Each entry is a provider by its name, with a `kind` that says which adapter runs it, and the settings of
 * that adapter. Without the section the node runs the default adapter with its own models and prices.
 */
import * as z from 'zod';
import { type MicroDa, parseDa } from '../../money/micro-da.js';
import type { Adapter } from '../../providers/adapters/adapter.js';
import { ADAPTERS, adapterOf, DEFAULT_ADAPTER } from '../../providers/adapters/adapters.js';
import { commonSettings, entryProblem, type ProviderParts, partEntry } from './provider-settings.js';
import { readSettingFiles } from './setting-files.js';

const DAY_MINUTES = 1_440;
const LENGTH_SECONDS_MAX = 86_400;

const PRICE = z
  .union([z.number(), z.string()], { error: 'must be an amount in DA' })
  .transform((value, context): MicroDa => {
    const parsed = parseDa(value);
    if (parsed.ok) return parsed.amount;
    context.addIssue(parsed.why);
    return z.NEVER;
  });

const LENGTH_WHY = `must be a number of seconds above 0, at most ${LENGTH_SECONDS_MAX}, with at most three decimals`;

/** Seconds in the file, whole milliseconds inside. */
const LENGTH = z.number({ error: LENGTH_WHY }).transform((seconds, context): number => {
  const lengthMs = Math.round(seconds * 1000);
  if (lengthMs > 0 && seconds <= LENGTH_SECONDS_MAX && lengthMs / 1000 === seconds) return lengthMs;
  context.addIssue(LENGTH_WHY);
  return z.NEVER;
});

const DEADLINE_WHY = `must be a whole number from 1 to ${7 * DAY_MINUTES}`;

const SECONDS = z
  .strictObject(
    { min: LENGTH.optional(), max: LENGTH.optional(), default: LENGTH.optional() },
    { error: mapWanted },
  )
  .refine(
    ({ min, max }) => min === undefined || max === undefined || min <= max,
    'must have a min of at most its max',
  )
  .refine(
    ({ min, max, default: usual }) =>
      usual === undefined || (usual >= (min ?? usual) && usual <= (max ?? usual)),
    'must have a default between its min and its max',
  );

const MODEL = z
  .strictObject(
    {
      'price-per-second': PRICE.optional(),
      seconds: SECONDS.optional(),
      offered: z.boolean({ error: 'must be true or false' }).optional(),
      'deadline-minutes': z
        .int({ error: DEADLINE_WHY })
        .min(1, DEADLINE_WHY)
        .max(7 * DAY_MINUTES, DEADLINE_WHY)
        .optional(),
    },
    { error: mapWanted },
  )
  .transform(
    (model): ModelOverride => ({
      pricePerSecondMicroDa: model['price-per-second'],
      lengthMinMs: model.seconds?.min,
      lengthMaxMs: model.seconds?.max,
      lengthDefaultMs: model.seconds?.default,
      deadlineAfterMs: minutesToMs(model['deadline-minutes']),
      isOffered: model.offered,
    }),
  );

const KIND_WHY = `must be one of ${ADAPTERS.map(({ kind }) => kind).join(', ')}`;

function entryOf(adapter: Adapter) {
  const { kind, settings } = adapter;
  const models = z.record(z.string(), MODEL, { error: 'must be a map of models' }).optional();
  return z
    .strictObject(
      { ...settings, ...commonSettings(adapter), kind: z.literal(kind), models },
      { error: mapWanted },
    )
    .superRefine((entry, context) => {
      const problem = entryProblem(adapter, entry);
      if (problem !== undefined) context.addIssue(problem);
    });
}

const [FIRST, ...OTHERS] = ADAPTERS;
const PROVIDER = z.discriminatedUnion('kind', [entryOf(FIRST), ...OTHERS.map(entryOf)], {
  error: (issue) => mapWanted(issue) ?? KIND_WHY,
});

/** The section as it stands in the file. */
export const PROVIDERS_SECTION = z.record(
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be named with 1 to 64 characters of a-z, 0-9, - and _'),
  PROVIDER,
  { error: 'must be a map of providers' },
);

/** The settings of one model that the file changes; undefined leaves what the provider offers. */
export interface ModelOverride {
  readonly pricePerSecondMicroDa: MicroDa | undefined;
  readonly lengthMinMs: number | undefined;
  readonly lengthMaxMs: number | undefined;
  readonly lengthDefaultMs: number | undefined;
  readonly deadlineAfterMs: number | undefined;
  /** False takes the model off sale; its unfinished jobs go on. */
  readonly isOffered: boolean | undefined;
}

export interface ConfiguredModel {
  readonly id: string;
  readonly override: ModelOverride;
  /** Its place in the file, to begin the message of a `ConfigError` if no such model exists. */
  readonly where: string;
}

export interface ProviderConfig extends ProviderParts {
  readonly name: string;
  /** Of its adapter. */
  readonly kind: string;
  readonly models: readonly ConfiguredModel[];
}

/** The providers of a node whose file names none. */
export const PROVIDERS_BY_DEFAULT: readonly ProviderConfig[] = [
  {
    name: DEFAULT_ADAPTER.kind,
    kind: DEFAULT_ADAPTER.kind,
    settings: {},
    bounds: {},
    key: undefined,
    models: [],
  },
];

/** Whether a provider costs somebody money: with one of those there is no demo key. */
export function isReal({ kind }: ProviderConfig): boolean {
  return adapterOf(kind).isReal;
}

/**
 * The parsed section as providers.
 *
 * @param where says the place of a path below the section
 * @param folder the folder that a relative path counts from
 */
export function toProviders(
  section: z.output<typeof PROVIDERS_SECTION>,
  where: (path: readonly string[]) => string,
  folder: string,
): readonly ProviderConfig[] {
  return Object.entries(section).map(([name, { kind, models, ...entry }]) => {
    const adapter = adapterOf(kind);
    const parts = partEntry(adapter, entry, folder);
    const files = readSettingFiles(adapter, entry, (setting) => where([name, setting]), folder);
    return {
      name,
      kind,
      ...parts,
      settings: { ...parts.settings, ...files },
      models: Object.entries(models ?? {}).map(([id, override]) => ({
        id,
        override,
        where: where([name, 'models', id]),
      })),
    };
  });
}

function minutesToMs(minutes: number | undefined): number | undefined {
  return minutes === undefined ? undefined : minutes * 60_000;
}

/** Unknown keys have a message of their own, made by `parseGiven`, which can name the key. */
function mapWanted(issue: { readonly code?: string | undefined }): string | undefined {
  return issue.code === 'invalid_type' ? 'must be a map' : undefined;
}
