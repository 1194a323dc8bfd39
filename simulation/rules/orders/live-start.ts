/** A node goes over to live payments only if no credit without money is left, and gets no more of it then. */
import type { StoreReader } from '../../../src/store/store.js';
import { type KeyRecord, TableImage, type UnfinishedRecord } from '../facts/disk-image.js';
import type { OpenOrderRecord } from '../facts/order-image.js';
import type { Rule } from '../invariant.js';

export const LIVE_START: Rule = {
  name: 'live-start',
  says: 'A start with live payments is refused exactly while marked credit is in a balance, held by a job or a text, or to come from an open order; a node that is live gets none, and asks for no payment of before.',
  watch({ payments }, report) {
    const keys = new TableImage<KeyRecord>('keys');
    const unfinished = new TableImage<UnfinishedRecord>('unfinished');
    const texts = new TableImage<UnfinishedRecord>('open_generations');
    const open = new TableImage<OpenOrderRecord>('open_orders');
    /** Checkouts in which no money moves. */
    const unreal = new Set<string>();
    /** The holder of marked credit, or of the prospect of some, that the latest image shows. */
    let holder: string | undefined;
    let goesLive = false;
    let isLive = payments?.isLive === true;
    return {
      observe(seen) {
        switch (seen.what) {
          case 'checkout_made':
            if (!seen.isLive) unreal.add(seen.checkout);
            return;
          case 'payment_called':
            if (isLive && unreal.has(seen.checkout))
              report(`${seen.checkout}, in which no money moves, was looked at by a live node`);
            return;
          case 'starting':
            goesLive = seen.goesLive === true;
            return;
          case 'start_refused':
            if (!goesLive || holder === undefined) report('a start was refused, and nothing is in its way');
            return;
          case 'started':
            if (goesLive && holder !== undefined)
              report(`payments are live, and ${holder} has marked credit`);
            isLive ||= goesLive;
        }
      },
      disk(records: StoreReader) {
        if (payments === undefined) return;
        holder = holderIn(records);
        if (isLive && holder !== undefined) report(`on disk of a live node, ${holder} has marked credit`);
      },
    };

    function holderIn(records: StoreReader): string | undefined {
      for (const [id, { marked = 0 }] of keys.read(records)) if (marked > 0) return id;
      for (const [id, { marked = 0 }] of unfinished.read(records)) if (marked > 0) return id;
      for (const [id, { marked = 0 }] of texts.read(records)) if (marked > 0) return id;
      for (const [id, { is_live }] of open.read(records)) if (!is_live) return id;
      return undefined;
    }
  },
};
