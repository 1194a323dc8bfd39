/** The record of an API key. */
import { type MicroDa, ZERO_MICRO_DA } from '../../money/micro-da.js';
import type { StoreReader } from '../../store/store.js';
import type { Turn } from '../runtime/behavior.js';
import { printed, quotedId } from '../storage/json-texts.js';
import { decoded } from '../storage/unreadable-record.js';
import type { ApiKeyState, EarlierSecret } from './api-key-messages.js';

/** The reference of the credit that a key was created with; it has no record in `references`. */
export const CREATION_REFERENCE = 'key_creation';

interface ApiKeyRecord {
  readonly v: 1;
  readonly account: string;
  readonly name: string | null;
  readonly rpm: number;
  readonly revoked: boolean;
  readonly created_at: number;
  readonly credited: MicroDa;
  readonly charged: MicroDa;
  readonly reserved: MicroDa;
  readonly open_jobs: number;
  /** Absent if there are none. */
  readonly open_generations?: number;
  readonly entries: number;
  readonly hash: string;
  /** Absent if nothing was taken back. */
  readonly withdrawn?: MicroDa;
  /** Absent if nothing of the balance is marked. */
  readonly marked?: MicroDa;
  /** Absent if it was never rotated. */
  readonly rotations?: number;
  /** Absent if no earlier secret is valid. */
  readonly earlier?: readonly EarlierSecret[];
}

const NO_SECRETS: readonly EarlierSecret[] = [];

export function readApiKey(id: string, records: StoreReader): ApiKeyState | undefined {
  const text = records.get('keys', id);
  if (text === undefined) return undefined;
  const record = decoded('keys', id, () => JSON.parse(text) as ApiKeyRecord);
  return {
    id,
    account: record.account,
    name: record.name,
    rateLimitRpm: record.rpm,
    isRevoked: record.revoked,
    createdAt: record.created_at,
    balances: {
      credited: record.credited,
      charged: record.charged,
      reserved: record.reserved,
      withdrawn: record.withdrawn ?? ZERO_MICRO_DA,
      marked: record.marked ?? ZERO_MICRO_DA,
    },
    open: { video_job: record.open_jobs, generation: record.open_generations ?? 0 },
    entries: record.entries,
    credentialHash: record.hash,
    rotations: record.rotations ?? 0,
    earlier: record.earlier ?? NO_SECRETS,
  };
}

/** Writes the key as it is from now on, and becomes it. */
export function saveApiKey(state: ApiKeyState, turn: Turn<ApiKeyState, never>): void {
  turn.put('keys', turn.id, encodeApiKey(state));
  turn.become(state);
}

export function encodeApiKey(state: ApiKeyState): string {
  const { credited, charged, reserved } = state.balances;
  const end = encodeRare(state);
  return `{"v":1,"account":${quotedId(state.account)},"name":${printed(state.name)},"rpm":${state.rateLimitRpm},"revoked":${state.isRevoked},"created_at":${state.createdAt},"credited":${credited},"charged":${charged},"reserved":${reserved},"open_jobs":${state.open.video_job},"entries":${state.entries},"hash":${quotedId(state.credentialHash)}${end}}`;
}

/** The fields that most keys do not have. */
function encodeRare({ balances: { withdrawn, marked }, open, rotations, earlier }: ApiKeyState): string {
  const { generation } = open;
  if (withdrawn === 0 && marked === 0 && rotations === 0 && generation === 0) return '';
  const simulated = marked === 0 ? '' : `,"marked":${marked}`;
  const takenBack = withdrawn === 0 ? simulated : `,"withdrawn":${withdrawn}${simulated}`;
  const rotated = rotations === 0 ? '' : `,"rotations":${rotations}`;
  const texts = generation === 0 ? '' : `,"open_generations":${generation}`;
  return `${texts}${takenBack}${rotated}${earlier.length === 0 ? '' : `,"earlier":${JSON.stringify(earlier)}`}`;
}
