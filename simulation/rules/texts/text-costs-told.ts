/** The web chat is told of a text how it ended, and what it cost. */
import type { StoreReader } from '../../../src/store/store.js';
import { type GenerationRecord, TableImage } from '../facts/disk-image.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, isOfChat, type JsonObject } from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';
import type { Rule } from '../invariant.js';
import { KeyOwners } from '../keys/key-owners.js';

export const TEXT_COSTS_TOLD: Rule = {
  name: 'text-costs-told',
  says: 'The web chat is told of a text of its own account, and of no other, as its record has it: its key, how it ended, what it cost, and whether that is estimated.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const owners = new KeyOwners();
    const generations = new TableImage<GenerationRecord>('generations');
    /** Answers that are not held against the disk yet, by request. */
    const told = new Map<
      number,
      { readonly id: string; readonly body: JsonObject; readonly account: number }
    >();
    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        owners.observe(seen, exchange);
        if (seen.what !== 'answered' || seen.status !== 200 || exchange === undefined) return;
        const { sent } = exchange;
        const { account } = book.of(book.nameOf(exchange) ?? '');
        if (sent.call.op !== 'generation' || !isOfChat(sent) || account === undefined) return;
        told.set(sent.request, { id: sent.generation ?? '', body: bodyOf(seen) ?? {}, account });
      },
      disk(records: StoreReader) {
        if (told.size === 0) return;
        const kept = generations.read(records);
        for (const [request, { id, body, account }] of told) {
          const record = kept.get(id);
          if (record === undefined) continue;
          const about = `request ${request}: ${id} `;
          const of = owners.accountOf(requests.key(record.key)?.number ?? Number.NaN);
          if (of !== undefined && of !== account)
            report(`${about}of account ${of} is told of to account ${account}`);
          const { key, status, cost, estimated } = body;
          const isOpen = status === 'open';
          const isRight =
            key === record.key &&
            estimated === (!isOpen && record.machine.context.end?.isEstimated === true) &&
            (isOpen ? cost === null : status === record.status && microDaShown(cost) === record.cost);
          if (!isRight)
            report(
              `${about}is told of as ${JSON.stringify(body)}; it ${record.status}, for ${record.cost} micro-DA`,
            );
        }
        told.clear();
      },
    };
  },
};
