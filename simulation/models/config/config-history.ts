/**
 * Histories of the configuration: values of options from the command line, the environment and the file,
 * and entries of the file's sections, right ones and wrong ones. A node starts with those before the first
 * reload, and is told to read it again at each.
 */
import type { OptionKey } from '../../../src/node/config/options/options.js';
import type { History } from '../../model.js';

export const CONFIG_MODEL = 'config';

/** In the order in which the first beats the others. */
export const SOURCES = ['command', 'environment', 'file'] as const;
export type Source = (typeof SOURCES)[number];

interface Stepped {
  readonly id: number;
  readonly at: number;
  readonly isWrong: boolean;
}

export interface SetStep extends Stepped {
  readonly do: 'set';
  readonly from: Source;
  readonly option: OptionKey;
  /** As the file has it; command line and environment have it as text. */
  readonly value: unknown;
}

/** A name that is no option, but for a letter. */
export interface MistypeStep extends Stepped {
  readonly do: 'mistype';
  readonly from: 'environment' | 'file';
  readonly option: OptionKey;
}

/** An entry of a section; of payments, the section itself. */
export interface EntryStep extends Stepped {
  readonly do: 'entry';
  readonly section: 'providers' | 'models' | 'payments';
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** A variable of the environment that is no option: the operator's key, or one of others. */
export interface VariableStep extends Stepped {
  readonly do: 'variable';
  readonly name: string;
  readonly value: string;
}

/** Another configuration, read beside that of the node: of it nothing else is given. */
export interface AsideStep extends Stepped {
  readonly do: 'aside';
  readonly given: readonly GivenStep[];
}

/** The key of a service, or the password of the mail server, is read from its place. */
export interface KeyStep extends Stepped {
  readonly do: 'key';
  readonly owner: 'provider' | 'mail';
  readonly from: 'environment' | 'file';
  /** All that stands there; undefined if there is no such place. */
  readonly text: string | undefined;
}

export interface ReloadStep extends Stepped {
  readonly do: 'reload';
  /** A part of the node cannot make ready for what it reads. */
  readonly fails: boolean;
}

/** A value, a mistyped name, an entry or a variable. */
export type GivenStep = SetStep | MistypeStep | EntryStep | VariableStep;
export type ConfigStep = GivenStep | ReloadStep | AsideStep | KeyStep;
export type ConfigHistory = History<ConfigStep, null>;
