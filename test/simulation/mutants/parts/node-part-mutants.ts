/** Defects of a whole node and its parts: quotes for texts, settings, reloads, time. */
import type { Mutant } from '../mutant.js';

export const NODE_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'route-takes-fields-that-it-does-not-pass',
    breaks: 'A route that passes one of the further fields of a request is sent all of them.',
    edits: [
      {
        file: 'src/routing/text/text-catalogue.ts',
        find: 'names.every((name) => passFields.includes(name))',
        replace: 'names.length === 0 || names.some((name) => passFields.includes(name))',
      },
    ],
    model: 'part',
    caughtBy: ['quotes-routes', 'quotes-refused'],
  },
  {
    name: 'polls-limited-as-submits',
    breaks: 'A poll has the time to its answer that is configured for a submit.',
    edits: [
      {
        file: 'src/node/assembly/part-settings.ts',
        find: 'pollLimitMs: config.providerPollTimeoutMs',
        replace: 'pollLimitMs: config.providerSubmitTimeoutMs',
      },
    ],
    model: 'part',
    caughtBy: ['settings-bounds'],
  },
  {
    name: 'steps-backwards-are-not-told',
    breaks: 'A step of the wall clock that goes back is neither told nor counted.',
    edits: [
      {
        file: 'src/node/clock/anchor-keeper.ts',
        find: 'Math.abs(stepMs) >= TOLD_STEP_MS_MIN',
        replace: 'stepMs >= TOLD_STEP_MS_MIN',
      },
    ],
    model: 'part',
    caughtBy: ['anchor-steps'],
  },
  {
    name: 'trace-of-an-ended-job-goes-on',
    breaks: 'Calls for a job that has ended still have spans of its trace.',
    edits: [{ file: 'src/node/tracing/job-traces.ts', find: 'this.#traces.delete(jobId);', replace: '' }],
    model: 'part',
    caughtBy: ['traces-spans'],
  },
  {
    name: 'failed-commit-is-the-one-that-moved-a-job',
    breaks: 'The span of a commit tells of one that failed after it.',
    edits: [
      { file: 'src/node/tracing/job-traces.ts', find: "if (outcome !== 'committed') return;", replace: '' },
    ],
    model: 'part',
    caughtBy: ['traces-spans'],
  },
  {
    name: 'request-that-is-not-traced-hands-a-trace-on',
    breaks: 'A request that nobody records is handed on as a span of its own.',
    edits: [
      {
        file: 'src/node/tracing/request-traces.ts',
        find: 'isRecording ? traceParentOf(span.spanContext()) : undefined',
        replace: 'traceParentOf(span.spanContext())',
      },
    ],
    model: 'part',
    caughtBy: ['traces-handed-on'],
  },
  {
    name: 'mails-link-to-the-url-of-the-start',
    breaks: 'After a reload the links in mails still begin with the public URL of the start.',
    edits: [
      {
        file: 'src/node/assembly/core.ts',
        find: 'publicUrl: () => settings.publicUrl',
        replace: 'publicUrl: () => config.publicUrl',
      },
    ],
    model: 'part',
    caughtBy: ['reloads-mail', 'reloads-sign-up-mail'],
  },
  {
    name: 'orders-return-to-the-url-of-the-start',
    breaks: 'After a reload a payment service still sends people and notices to the URL of the start.',
    edits: [
      {
        file: 'src/node/assembly/core.ts',
        find: 'orderAddresses(settings, orderId)',
        replace: 'orderAddresses(config, orderId)',
      },
    ],
    model: 'part',
    caughtBy: ['reloads-checkout'],
  },
  {
    name: 'results-bounded-as-at-the-start',
    breaks: 'After a reload the largest result that is read is still that of the start.',
    edits: [
      {
        file: 'src/node/assembly/core.ts',
        find: 'bytesMax: () => settings.resultMaxMib * MIB',
        replace: 'bytesMax: () => config.resultMaxMib * MIB',
      },
    ],
    model: 'part',
    caughtBy: ['reloads-result-max'],
  },
  {
    name: 'text-prices-of-the-start',
    breaks: 'A reload leaves the models of text and their prices as they were.',
    edits: [
      {
        file: 'src/node/assembly/reloadable-core.ts',
        find: 'core.textCatalogue = textCatalogue;',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['reloads-prices'],
  },
];
