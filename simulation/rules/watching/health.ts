/** A node says truly whether it is well, and shows its figures to those who may see them. */
import { NETWORK_ELSEWHERE, type Samples } from '../../history/onlookers/watching.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { InForce } from '../facts/in-force.js';
import type { Rule } from '../invariant.js';
import { samplesOf } from './samples.js';

/** A shortage is seen within so many ms, and its end as well. */
const SEEN_WITHIN_MS = 2_500;

export const HEALTH: Rule = {
  name: 'health',
  says: 'A node that runs is healthy, is ready exactly if it takes work of every kind, which one that stops does not, and shows its figures on its own machine and to the networks that the configuration names, to nobody else.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    let askedSeq = 0;
    let isStopping = false;
    const trouble = new DiskTrouble();
    const short: { readonly from: number; readonly until: number }[] = [];
    /** Of the same instant, told before the figures. */
    let readiness: { readonly at: number; readonly isReady: boolean } | undefined;

    const compare = (samples: Samples, at: number): void => {
      const [up] = samplesOf(samples, 'tollgate_storage_up');
      const reasons = samplesOf(samples, 'tollgate_shedding').map(({ labels }) => labels.reason);
      const takesWrites = up?.value === '1';
      const isFull = reasons.includes('disk_space');
      if (!takesWrites && !trouble.isOnAt(at))
        report('the figures say that the disk is down, and it is well');
      if (isFull && !short.some(({ from, until }) => from <= at && at <= until))
        report('the figures say that the disk is nearly full, and it is not');
      if (readiness?.at === at && readiness.isReady !== (takesWrites && !isFull))
        report(`the node is ${readiness.isReady ? '' : 'not '}ready, and the figures say otherwise`);
      readiness = undefined;
    };

    return {
      observe(seen) {
        trouble.observe(seen);
        inForce.observe(seen, requests.seq);
        if (seen.what === 'scraping' && seen.page === 'elsewhere') askedSeq = requests.seq;
        if (seen.what === 'short' && seen.of === 'disk')
          short.push({ from: seen.at, until: seen.at + seen.forMs + SEEN_WITHIN_MS });
        if (seen.what === 'stopping') isStopping = true;
        if (seen.what === 'starting') isStopping = false;
        if (seen.what !== 'scraped') return;
        const { page, status, samples, at } = seen;
        if (page === '/healthz' && status !== 200) report(`/healthz is answered with ${status}`);
        if (page === 'elsewhere') {
          const networks = inForce.option('metricsNetworks', askedSeq, requests.seq);
          if (!networks.some((named) => status === (named === NETWORK_ELSEWHERE ? 200 : 403)))
            report(`figures are shown elsewhere, with ${status}; readers are ${networks.join(' or ')}`);
        }
        if (page === '/readyz') {
          if (status !== 200 && status !== 503) report(`/readyz is answered with ${status}`);
          if (isStopping && status === 200) report('a node that stops is ready');
          readiness = { at, isReady: status === 200 };
        }
        if (samples !== undefined) compare(samples, at);
      },
    };
  },
};
