/**
 * The `providers` section of the configuration file.
 *
 * Each entry is a provider by its name, with a `kind` that says which adapter runs it, and the settings of
 * that adapter. Without the section the node runs the default adapter with its own models and prices.
 */
import * as z from 'zod';
import type { ProviderKind } from '../../providers/adapters/adapter.js';
import { DEFAULT_ADAPTER, KINDS, kindOf } from '../../providers/adapters/adapters.js';
import { MODEL_SETTINGS, type ModelOverride, mapWanted, modelOverride } from './models/model-settings.js';
import { commonSettings, entryProblem, type ProviderParts, partEntry } from './provider-settings.js';
import { readSettingFiles } from './setting-files.js';

const MODEL = z.strictObject(MODEL_SETTINGS, { error: mapWanted }).transform(modelOverride);

const KIND_WHY = `must be one of ${KINDS.map(({ kind }) => kind).join(', ')}`;

function entryOf(adapter: ProviderKind) {
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

const [FIRST, ...OTHERS] = KINDS;
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
  return kindOf(kind).isReal;
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
    const adapter = kindOf(kind);
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
