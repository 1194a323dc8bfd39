import type * as z from 'zod';
import type { MakeService } from '../../outward/outward.js';
import type { World } from '../../time/world.js';
import type { Provider } from '../provider.js';
import type { TextProvider } from '../text-provider.js';
import type { ModelNames } from './remote/model-names.js';
import type { FailureTable } from './remote/remote-answers.js';
import type { MakeStandIn } from './remote/stand-in.js';

/** The parts that every adapter makes a provider of. */
export interface AdapterParts {
  /** Of the provider, as the configuration calls it. */
  readonly name: string;
  readonly world: World;
  /** 32 random bytes that stay the same as long as the data folder does. */
  readonly secret: Uint8Array;
  /** A job of a model that sets no deadline of its own expires this long after its submit. */
  readonly deadlineAfterMs: number;
  /** That of `key-env` or `key-file`; '' if the entry has neither. */
  readonly key: string;
  readonly makeService: MakeService;
}

/** One kind of provider, as the configuration knows it: its name, and its part of the file. */
export interface ProviderKind<
  Settings extends SettingsSchemas = SettingsSchemas,
  Files extends FileReaders = FileReaders,
> {
  /** As `kind` in the configuration. */
  readonly kind: string;
  /** True if calls cost somebody money: with such a provider there is no demo key. */
  readonly isReal: boolean;
  /** The keys of a provider's entry in the configuration, besides those of every kind, and their schemas. */
  readonly settings: Settings;
  /** Further keys of the entry: each names a file that there must be, and is given as its reader makes it. */
  readonly files?: Files;
  /** Of the service, if the configuration names none; undefined if it has to. */
  readonly defaultUrl?: string;
  /** True if the service may be called without a key. */
  readonly needsNoKey?: boolean;
  /** True if the service forgets its results after hours or days: they are kept by default. */
  readonly resultsExpire?: boolean;
  /** The names that models of the service have; any, if left out. */
  readonly modelNames?: ModelNames;
  /** Speaks the service's protocol, for tests and demonstrations. */
  readonly makeStandIn?: MakeStandIn;
}

/**
 * A kind of provider that makes video, and how a provider is made of its settings.
 *
 * A further kind is a folder beside `simulated/` and a line in `adapters.ts`; nothing else knows it.
 */
export interface Adapter<
  Settings extends SettingsSchemas = SettingsSchemas,
  Files extends FileReaders = FileReaders,
> extends ProviderKind<Settings, Files> {
  /** The failures that the service names, as `docs/providers.md` lists them; of real kinds alone. */
  readonly failures?: FailureTable;
  /** True if the service judges no content: it refuses no prompt, and fails no job, for what that shows. */
  readonly judgesNoContent?: boolean;
  /** A route and the settings that it needs, for examples; of real kinds alone. */
  readonly example?: AdapterExample;
  /** @param settings with the URL of the service, configured or by default, if the kind is real */
  create(
    parts: AdapterParts,
    settings: z.output<z.ZodObject<Settings>> & FilesRead<Files> & { readonly url?: string },
  ): Provider;
}

/** A kind of provider that writes text. */
export interface TextAdapter<Settings extends SettingsSchemas = SettingsSchemas>
  extends ProviderKind<Settings, Record<never, never>> {
  /** The service's own id of a model, for examples; of real kinds alone. */
  readonly exampleModel?: string;
  /** @param settings as in `Adapter.create` */
  createText(
    parts: TextAdapterParts,
    settings: z.output<z.ZodObject<Settings>> & { readonly url?: string },
  ): TextProvider;
}

export type TextAdapterParts = Pick<AdapterParts, 'name' | 'world' | 'key' | 'makeService'>;

export interface AdapterExample {
  /** The service's own id of a model, and a length that it makes. */
  readonly model: string;
  readonly seconds: number;
  /** As in the file, if the entry needs more than a kind and a key. */
  readonly settings?: string;
  /** A file that those name, for the stand-in. Its text is JSON on one line, without single quotes. */
  readonly file?: { readonly name: string; readonly text: string };
}

export type SettingsSchemas = Readonly<Record<string, z.ZodType>>;

/** Reads the text of a file, or says why it is of no use. `settings` are the others of the entry. */
export type ReadFile<T> = (
  text: string,
  settings: Readonly<Record<string, unknown>>,
) => { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

export type FileReaders = Readonly<Record<string, ReadFile<unknown>>>;

type FilesRead<Files extends FileReaders> = {
  readonly [Name in keyof Files]: Files[Name] extends ReadFile<infer T> ? T : never;
};
