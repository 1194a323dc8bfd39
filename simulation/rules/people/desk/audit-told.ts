/** The audit trail that the API tells of is the one that stands on disk: entries neither change nor go. */
import type { StoreReader } from '../../../../src/store/store.js';
import { TableImage } from '../../facts/disk-image.js';
import { bodyOf, isObject, type JsonObject } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

interface EntryRecord {
  readonly at: number;
  readonly act: string;
  readonly about: string;
  readonly by: unknown;
  readonly detail: Readonly<Record<string, unknown>>;
}

interface Told {
  readonly entry: JsonObject;
  readonly request: number;
}

const MICRO_DA_PER_DA = 1_000_000;
const ENTRY_ID = /^audit_(\w+)_(\d+)_(\d+)$/;

export const AUDIT_TOLD: Rule = {
  name: 'audit-told',
  says: 'An entry of the audit trail that was shown says what stands on disk, and stands there for ever; it is of the account that was asked for.',
  watch(_, report) {
    const audit = new TableImage<EntryRecord>('audit');
    /** By their ids. */
    const told = new Map<string, Told>();
    const accounts = ['acct_default'];
    return {
      observe(seen, exchange) {
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { call, request } = exchange.sent;
        if (call.op === 'create_account' && seen.status === 201) accounts.push(String(bodyOf(seen)?.id));
        const isPage = call.op === 'page' && call.list === 'audit';
        if ((!isPage && call.op !== 'read_audit') || seen.status !== 200) return;
        const account = accounts[call.op === 'read_audit' ? call.account : 0];
        const { data } = bodyOf(seen) ?? {};
        for (const entry of Array.isArray(data) ? data.filter(isObject) : []) {
          const id = String(entry.id);
          const [, of] = ENTRY_ID.exec(id) ?? [];
          if (`acct_${of}` !== account) report(`request ${request} shows ${id} in the trail of ${account}`);
          told.set(id, { entry, request });
        }
      },
      disk(records: StoreReader) {
        const entries = audit.read(records);
        for (const [id, { entry, request }] of told) {
          const record = entries.get(id.replace(ENTRY_ID, 'acct_$1/$2/$3'));
          if (record === undefined) report(`${id}, which request ${request} showed, is gone`);
          else if (printed(entry) !== printed(asTold(record)))
            report(
              `request ${request} shows ${id} as ${printed(entry)}, and on disk stands ${printed(asTold(record))}`,
            );
        }
        told.clear();
      },
    };
  },
};

function asTold({ at, act, about, by, detail: { amount, ...detail } }: EntryRecord): JsonObject {
  const inDa = typeof amount === 'number' ? { amount: amount / MICRO_DA_PER_DA } : {};
  return { act, about, by, detail: { ...detail, ...inDa }, created_at: at };
}

function printed({ act, about, by, detail, created_at }: JsonObject): string {
  return JSON.stringify([act, about, inOrder(by), inOrder(detail), created_at]);
}

function inOrder(value: unknown): unknown {
  return Object.entries(Object(value)).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
