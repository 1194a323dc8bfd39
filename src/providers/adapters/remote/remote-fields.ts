/**
 * The fields of a client's request that all kinds of real providers take alike, parsed. An adapter passes on
 * those that its service has, under the service's names.
 */
import { mayBePublic } from '../../../outward/public-address.js';
import type { Misfit } from '../../provider.js';

export interface RemoteFields {
  /** The first frame: an https URL, or a `data:` URI of an image. */
  readonly image?: string;
  /** `16:9` */
  readonly aspectRatio?: string;
  /** `720p`, `4k` or `1280x720`, in lower case. */
  readonly resolution?: string;
  /** A whole number from 0 to 2^32 - 1. */
  readonly seed?: number;
  readonly negativePrompt?: string;
}

export type ParsedFields =
  | { readonly ok: true; readonly fields: RemoteFields }
  | { readonly ok: false; readonly misfit: Misfit };

const URL_CHARACTERS_MAX = 2_000;
const NEGATIVE_PROMPT_CHARACTERS_MAX = 10_000;
const SEED_MAX = 2 ** 32 - 1;
const DATA_IMAGE = /^data:image\/[a-z0-9.+-]{1,40};base64,[A-Za-z0-9+/]+={0,2}$/;

const IMAGE_RULE = 'image must be an https URL at a public address or a data: URI of an image in Base64';

/** One line a field: its name in a request, in `RemoteFields`, its parser, and the rule that it breaks. */
const FIELDS = [
  ['image', 'image', parseImage, IMAGE_RULE],
  ['aspect_ratio', 'aspectRatio', parseAspectRatio, 'aspect_ratio must be two numbers such as 16:9'],
  ['resolution', 'resolution', parseResolution, 'resolution must be like 720p, 4k or 1280x720'],
  ['seed', 'seed', parseSeed, `seed must be a whole number from 0 to ${SEED_MAX}`],
  ['negative_prompt', 'negativePrompt', parseNegativePrompt, 'negative_prompt must be a text'],
] as const;

/** Every other field of the request is left alone. */
export function parseFields(extra: Readonly<Record<string, unknown>>): ParsedFields {
  const fields: { -readonly [Name in keyof RemoteFields]: unknown } = {};
  for (const [param, name, parse, rule] of FIELDS) {
    const given = extra[param];
    if (given === undefined || given === null) continue;
    const parsed = parse(given);
    if (parsed === undefined) return { ok: false, misfit: { param, message: `${rule}.` } };
    fields[name] = parsed;
  }
  return { ok: true, fields: fields as RemoteFields };
}

/** Of a request that was judged before: none if a field does not parse. */
export function fieldsOf(extra: Readonly<Record<string, unknown>>): RemoteFields {
  const parsed = parseFields(extra);
  return parsed.ok ? parsed.fields : {};
}

/**
 * A name is judged when the gateway connects to it, if it loads the image itself. If the provider does, the
 * gateway never learns to which address the name leads.
 */
function parseImage(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  if (DATA_IMAGE.test(given)) return given;
  if (given.length > URL_CHARACTERS_MAX || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return mayBePublic(url) && url.username === '' && url.password === '' ? given : undefined;
}

function parseAspectRatio(given: unknown): string | undefined {
  return typeof given === 'string' && /^[1-9]\d{0,3}:[1-9]\d{0,3}$/.test(given) ? given : undefined;
}

function parseResolution(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const resolution = given.toLowerCase();
  return /^([1-9]\d{2,3}p|[1-9]k|[1-9]\d{1,4}x[1-9]\d{1,4})$/.test(resolution) ? resolution : undefined;
}

/** A form holds it as text. */
function parseSeed(given: unknown): number | undefined {
  const seed = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
  return typeof seed === 'number' && Number.isInteger(seed) && seed >= 0 && seed <= SEED_MAX
    ? seed
    : undefined;
}

function parseNegativePrompt(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > NEGATIVE_PROMPT_CHARACTERS_MAX) return undefined;
  return given;
}
