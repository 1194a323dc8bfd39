/** The entries of the audit trail that a request may have, by what it asked for. */
import { type DeskCall, mkeyId } from '../../../history/forms/desk-call.js';
import type { FormCall } from '../../../history/forms/form-call.js';
import type { Sent } from '../requests.js';

export interface AskedAct {
  readonly act: string;
  /** The id of what it acts on, if the request names it. */
  readonly about?: string;
  /** Particulars that the entry has to have. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The name of the person whom the act is about, or who does it to themselves. */
  readonly name?: string | undefined;
  /** The number of the account in whose trail it stands, if the request says it. */
  readonly account?: number | undefined;
}

const FOUNDING = ['account_created', 'account_verified'];
const JOINING = ['user_joined', 'signed_in'];
const MICRO_DA_PER_DA = 1_000_000;
const MOVEMENTS = {
  add_credit: 'credit_added',
  credit: 'credit_added',
  debit: 'credit_debited',
  transfer: 'credit_transferred',
} as const;

/** @param signsIn the name of whoever joins or signs in by it, or sets a password */
export function actsAsked(
  { call, keyId, jobId, mail }: Sent,
  signsIn: string | undefined,
): readonly AskedAct[] {
  switch (call.op) {
    case 'create_account':
      return [
        { act: 'account_created', detail: { name: call.name } },
        { act: 'account_verified' },
        { act: 'management_key_created' },
      ];
    case 'change_account':
      return [{ act: call.isVerified ? 'account_verified' : 'account_unverified', account: call.account }];
    case 'create_key':
      return [{ act: 'key_created', account: call.account, detail: { name: `Key ${call.newKey}` } }];
    case 'set_rpm':
      return [{ act: 'key_limit_changed', about: keyId, detail: { rate_limit_rpm: call.rpm } }];
    case 'revoke':
      return [{ act: 'key_revoked', about: keyId }];
    case 'rotate':
      return [{ act: 'key_rotated', about: keyId, detail: { grace_seconds: call.graceSeconds } }];
    case 'add_credit':
    case 'debit':
    case 'transfer':
      return [{ act: MOVEMENTS[call.op], about: keyId, detail: movement(call) }];
    case 'void_simulated':
      return [{ act: 'order_voided' }, { act: 'credit_debited' }];
    case 'order':
      return [{ act: 'order_made', detail: { amount: call.amountDa * MICRO_DA_PER_DA } }];
    case 'fail_job':
      return [{ act: 'job_ended', about: jobId, detail: { reason: call.reason } }];
    case 'form':
      return formActs(call, keyId);
    case 'desk':
      return deskActs(call);
    case 'invite': {
      const { name, role, account } = call;
      return [{ act: 'user_invited', account, detail: { name, role } }];
    }
    case 'change_role':
      return [{ act: 'role_changed', name: call.name, detail: { role: call.role } }];
    case 'grant':
      return [{ act: 'grants_changed', name: call.name }];
    case 'remove_user':
      return [{ act: 'user_removed', name: call.name, detail: { name: call.name } }];
    case 'withdraw':
      return [{ act: 'invitation_withdrawn' }];
    case 'sign_up':
      // By mail, the one who accepts the link makes the account.
      return call.password === undefined
        ? []
        : [...FOUNDING, ...JOINING].map((act) => ({ act, name: call.name }));
    case 'accept':
      return [...(mail === undefined ? [] : FOUNDING), ...JOINING, 'password_changed'].map((act) => ({
        act,
        name: signsIn,
      }));
    case 'sign_in':
      return [{ act: 'signed_in', name: signsIn }];
    case 'change_password':
      return [{ act: 'password_changed', name: signsIn }];
    default:
      return [];
  }
}

function formActs(call: FormCall, keyId: string): readonly AskedAct[] {
  switch (call.act) {
    case 'make_key':
      // The limit is that of the form only if its account is verified.
      return [{ act: 'key_created', account: call.account, detail: { name: `Page key ${call.newKey}` } }];
    case 'change_key':
      return [{ act: 'key_limit_changed', about: keyId, detail: { rate_limit_rpm: call.rpm } }];
    case 'rotate_key':
      return [{ act: 'key_rotated', about: keyId, detail: { grace_seconds: call.graceSeconds } }];
    case 'revoke_key':
      return [{ act: 'key_revoked', about: keyId }];
    case 'order':
      return [{ act: 'order_made', detail: { amount: call.amountDa * MICRO_DA_PER_DA } }];
    // A name is changed without an entry.
    case 'rename_account':
      return [];
    case 'dismiss':
      return [{ act: 'order_dismissed', detail: { reason: call.note } }];
    default:
      return [{ act: MOVEMENTS[call.act], about: keyId, detail: movement(call) }];
  }
}

function deskActs(call: DeskCall): readonly AskedAct[] {
  if (call.act !== 'make_mkey' && call.act !== 'revoke_mkey') return [];
  const { mkey, account } = call;
  const act = { about: mkeyId(mkey), account };
  return call.act === 'make_mkey'
    ? [{ ...act, act: 'management_key_created', detail: { role: 'account', name: call.name } }]
    : [{ ...act, act: 'management_key_revoked' }];
}

function movement({
  amountMicroDa: amount,
  reference,
}: {
  readonly amountMicroDa: number;
  readonly reference: string;
}): Readonly<Record<string, unknown>> {
  return { amount, reference };
}
