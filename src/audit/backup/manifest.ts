/** A backup's description of itself, in its file `backup.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

export const MANIFEST_FILE = 'backup.json';

const MANIFEST_VERSION = 1;
/** Of a file in the folder, or of a kept result. */
const NAME = z.string().regex(/^([a-z][a-z0-9.-]{0,63}|results\/\w{1,100}\.\w{1,100}\.(clip|evicted))$/);

const MANIFEST = z.object({
  v: z.literal(MANIFEST_VERSION),
  /** When the copy was begun, UTC: what is in it is at most a moment younger. */
  made_at: z.iso.datetime(),
  tollgate: z.string(),
  /** Of the records (`meta/format`). */
  format: z.int().min(1),
  platform: z.string(),
  files: z
    .array(
      z.object({
        name: NAME,
        bytes: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
  /** What `verify` found in the copy; `damaged_pages` is 1 if not all of it could be read. */
  verified: z.object({ records: z.int(), discrepancies: z.int(), damaged_pages: z.int() }),
});

export type Manifest = z.infer<typeof MANIFEST>;

/** No backup is made, or none restored, for a reason that its operator can see to; the message says which. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
  /** `unreachable`: a folder is not there, or in use; `bad`: it is there, and not as it has to be. */
  readonly reason: 'unreachable' | 'bad';

  constructor(message: string, reason: 'unreachable' | 'bad' = 'bad') {
    super(message);
    this.reason = reason;
  }
}

export function encodeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new BackupRefused(
      `${folder} is no backup: it has no ${MANIFEST_FILE} that can be read`,
      'unreachable',
    );
  }
  const read = MANIFEST.safeParse(parsed(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new BackupRefused(
    `${path} is damaged, or of a newer Tollgate: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
