/**
 * The kinds of values a configuration option can have: how each is written as text (on the command line
 * and in the environment), and the schema that validates it, whichever way it came.
 *
 * A refusal reads as the end of a sentence that begins with the option's name: "must be …".
 */
import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { parseIpAddress } from '../../../http/request/ip-address.js';

declare const originBrand: unique symbol;
declare const cidrBrand: unique symbol;
declare const publicUrlBrand: unique symbol;

/** A network as `address/prefix`; a single address has the full prefix. Never without the prefix. */
export type Cidr = string & { readonly [cidrBrand]: true };

/** A network, or `unix` for those on the Unix socket. */
export type PeerNetwork = Cidr | 'unix';

/** The origin of a page as browsers send it, `https://app.example.com`, or `*` for every one. */
export type Origin = string & { readonly [originBrand]: true };

/** An absolute `http` or `https` URL without credentials, query, fragment or trailing slash. */
export type PublicUrl = string & { readonly [publicUrlBrand]: true };

export interface ValueKind<T> {
  /** Stands for the value in the help text. */
  readonly placeholder: string;
  /** The range of values with their unit, as the end of a sentence; undefined if the description has it. */
  readonly range?: string | undefined;
  readonly schema: z.ZodType<T>;
  /**
   * Text as the value a configuration file would hold; what does not fit is left for the schema to refuse.
   */
  fromText(text: string): unknown;
  /** For paths: makes one absolute that was written with `folder` in mind. */
  inFolder?(value: T, folder: string): T;
}

/** @param unit what is counted, in the plural; none for a number that only names, such as that of a port */
export function wholeNumber(min: number, max: number, unit?: string): ValueKind<number> {
  const why = `must be a whole number from ${min} to ${max}`;
  return {
    placeholder: 'N',
    range: `${min} to ${max}${unit === undefined ? '' : ` ${unit}`}`,
    schema: z.int({ error: why }).min(min, why).max(max, why),
    fromText: (text) => (/^\d{1,16}$/.test(text) ? Number(text) : text),
  };
}

export function fraction(): ValueKind<number> {
  const why = 'must be a number from 0 to 1';
  return {
    placeholder: 'SHARE',
    range: '0 to 1',
    schema: z.number({ error: why }).min(0, why).max(1, why),
    fromText: (text) => (/^\d(\.\d{1,9})?$/.test(text) ? Number(text) : text),
  };
}

export function oneOf<const T extends string>(choices: readonly T[]): ValueKind<T> {
  return {
    placeholder: choices.join('|'),
    range: `one of ${choices.join(', ')}`,
    schema: z.enum(choices, { error: `must be one of ${choices.join(', ')}` }),
    fromText: (text) => text,
  };
}

export const TRUE_OR_FALSE: ValueKind<boolean> = {
  placeholder: 'true|false',
  range: 'true or false',
  schema: z.boolean({ error: 'must be true or false' }),
  fromText: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

export const PATH = z
  .string({ error: 'must be a path' })
  .min(1, 'must be a path')
  .refine(hasNoNul, 'must be a path');

export function path(placeholder: string): ValueKind<string> {
  return {
    placeholder,
    schema: PATH,
    fromText: (text) => text,
    inFolder: (value, folder) => resolve(folder, value),
  };
}

/** As `path`, and may be left out. */
export function optionalPath(placeholder: string): ValueKind<string | undefined> {
  return {
    placeholder,
    schema: PATH.optional(),
    fromText: (text) => text,
    inFolder: (value, folder) => (value === undefined ? undefined : resolve(folder, value)),
  };
}

/** The name or address of an interface to listen on. */
export const HOST: ValueKind<string> = {
  placeholder: 'HOST',
  schema: z
    .string({ error: 'must be an address or a host name' })
    .refine(
      (text) => /^[a-z0-9.-]{1,253}$/i.test(text) || isIP(text) !== 0,
      'must be an address or a host name',
    ),
  fromText: (text) => text,
};

export const PUBLIC_URL: ValueKind<PublicUrl | undefined> = {
  placeholder: 'URL',
  schema: z
    .string({ error: 'must be an http or https URL' })
    .transform((text, context) => {
      const url = parsePublicUrl(text);
      if (url !== undefined) return url;
      context.addIssue('must be an http or https URL without credentials, query or fragment');
      return z.NEVER;
    })
    .optional(),
  fromText: (text) => text,
};

export const PEER_LIST: ValueKind<readonly PeerNetwork[]> = {
  placeholder: 'CIDR,…',
  schema: z
    .array(
      z.string({ error: 'must be an address or a network such as 10.0.0.0/8' }).transform((text, context) => {
        const network = text === 'unix' ? text : parseCidr(text);
        if (network !== undefined) return network;
        context.addIssue('must be an address or a network such as 10.0.0.0/8');
        return z.NEVER;
      }),
      { error: 'must be a list of addresses or networks' },
    )
    .max(1_000, 'must be a list of at most 1000 networks'),
  fromText: partsOf,
};

const ORIGIN_WHY = 'must be an origin such as https://app.example.com, or *';

export const ORIGIN_LIST: ValueKind<readonly Origin[]> = {
  placeholder: 'ORIGIN,…',
  schema: z
    .array(
      z.string({ error: ORIGIN_WHY }).transform((text, context) => {
        if (isOrigin(text)) return text;
        context.addIssue(ORIGIN_WHY);
        return z.NEVER;
      }),
      { error: 'must be a list of origins' },
    )
    .max(1_000, 'must be a list of at most 1000 origins'),
  fromText: partsOf,
};

export const YES_OR_NO: ValueKind<boolean> = {
  placeholder: 'true|false',
  schema: z.boolean({ error: 'must be true or false' }),
  fromText: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

const MODE_WHY = 'must be a mode in octal, in quotes, such as "0660"';

/** Read and write permission of a file. As a number it would be another one in each kind of YAML. */
export const FILE_MODE: ValueKind<string> = {
  placeholder: 'MODE',
  schema: z.string({ error: MODE_WHY }).regex(/^0?[0-7]{3}$/, MODE_WHY),
  fromText: (text) => text,
};

const OWNER_WHY = 'must be USER, USER:GROUP or :GROUP, each a name or a number';

export const OWNER: ValueKind<string | undefined> = {
  placeholder: 'USER:GROUP',
  schema: z
    .string({ error: OWNER_WHY })
    .regex(/^(?=.)[\w.-]{0,64}(:[\w.-]{1,64})?$/, OWNER_WHY)
    .optional(),
  fromText: (text) => text,
};

/** As another kind, and may be left out. */
export function optional<T>(kind: ValueKind<T>): ValueKind<T | undefined> {
  const { placeholder, range, schema, fromText } = kind;
  return { placeholder, range, schema: schema.optional(), fromText };
}

/** Reads `address` or `address/prefix`, IPv4 or IPv6 without a zone. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const isKnown = !address.includes('%') && parseIpAddress(address) !== undefined;
  if (!isKnown || rest.length > 0) return undefined;
  const bits = isIPv4(address) ? 32 : 128;
  if (prefix === undefined) return `${address}/${bits}` as Cidr;
  const fits = /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
  return fits ? (`${address}/${Number(prefix)}` as Cidr) : undefined;
}

function parsePublicUrl(text: string): PublicUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || (url.protocol !== 'http:' && url.protocol !== 'https:') || /[?#]$/.test(text))
    return undefined;
  return url.href.replace(/\/+$/, '') as PublicUrl;
}

function isOrigin(text: string): text is Origin {
  if (text === '*') return true;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function partsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function hasNoNul(text: string): boolean {
  return !text.includes('\0');
}
